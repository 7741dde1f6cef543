//! What a caller gets: laws with evidence, as plain data.

use ansatz_expr::Format;
use ansatz_expr::{Domain, Expr, Node, Op, Recurrence};
use ansatz_search::{Candidate, Evidence, Origin, Proposal, Verdict};
use serde::Serialize;

use crate::term::Shown;

/// What was found for a sequence.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// Integers or floats.
    pub domain: Domain,
    /// How many terms were looked at.
    pub shown: usize,
    /// How many were hidden to check the answers.
    pub held_out: usize,
    /// The laws, best first. Empty if none was found: then nothing is claimed.
    pub candidates: Vec<Answer>,
    /// Further terms without a law, where there is no answer and a numeric
    /// network to guess.
    pub guess: Option<Guess>,
    /// What went wrong with a proposer while the others went on.
    pub problems: Vec<String>,
}

/// Further terms that nothing proves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Guess {
    /// The terms; integers are exact, floats have four digits.
    pub next: Vec<String>,
    /// Who guessed.
    pub found_by: &'static str,
    /// How many of the hidden terms it predicted, if any were hidden.
    pub held_out_right: Option<usize>,
}

/// By how much a law may be longer than what it explains and still be given as
/// an answer. Measured: of 123 laws beyond it one was right on the next ten terms.
const MOST_EXCESS_BITS: f64 = 15.0;

impl Prediction {
    /// The answer: the best law, if it may be given as one.
    pub fn best(&self) -> Option<&Answer> {
        self.candidates.first().filter(|answer| answer.evidence.makes_an_answer())
    }
}

/// A law, what it predicts, and what speaks for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(missing_as_null))]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The right-hand side of `u(n) = …`, simplified.
    pub formula: String,
    /// The same as it was proposed.
    pub proposed: String,
    /// What was proposed, as prefix words.
    pub prefix: Vec<String>,
    /// The formula as prefix words: its tree.
    pub formula_prefix: Vec<String>,
    /// In a form of its own where that says more: a closed form or a
    /// generating function.
    pub form: Option<String>,
    /// The law with its initial terms, in every language.
    pub renderings: Vec<Rendering>,
    /// How far it looks back.
    pub degree: usize,
    /// The terms it starts from, exact.
    pub initial: Vec<String>,
    /// How long its description is.
    pub complexity: usize,
    /// The further terms, exact; fewer than asked for where the law has no
    /// more.
    pub next: Vec<String>,
    /// Who found it.
    pub found_by: Vec<String>,
    /// The network's log-likelihood, if the network found it.
    pub log_likelihood: Option<f64>,
    /// What speaks for it.
    pub evidence: EvidenceSummary,
    /// The relative error of every term after the initial ones; `None` where
    /// the law has no value.
    pub errors: Vec<Option<f64>>,
    /// What it computes for those terms, each from its own terms before; fewer
    /// where it has no value.
    pub computed: Vec<String>,
    /// What it predicts for the hidden terms.
    pub hidden: Vec<String>,
    /// How many of the hidden terms it predicted, if any were hidden.
    pub held_out_right: Option<usize>,
}

/// A law in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Rendering {
    /// The language.
    pub format: &'static str,
    /// What to copy.
    pub text: String,
}

/// The evidence for a law.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EvidenceSummary {
    /// `verified`, `weak` or `approximate`.
    pub verdict: &'static str,
    /// The verdict in words.
    pub words: String,
    /// How many terms it reproduces besides the initial ones.
    pub reproduced: usize,
    /// How many it gets wrong.
    pub wrong: usize,
    /// Degrees of freedom used up: initial terms and numbers fitted.
    pub freedom: usize,
    /// Terms left as proof.
    pub spare: usize,
    /// The length of the law in bits.
    pub law_bits: f64,
    /// The information in the terms it explains, in bits.
    pub term_bits: f64,
}

impl EvidenceSummary {
    pub(crate) fn new(evidence: &Evidence) -> Self {
        EvidenceSummary {
            verdict: match evidence.verdict {
                Verdict::Verified { .. } => "verified",
                Verdict::Weak => "weak",
                Verdict::Approximate => "approximate",
            },
            words: evidence.verdict.to_string(),
            reproduced: evidence.reproduced,
            wrong: evidence.wrong,
            freedom: evidence.freedom,
            spare: evidence.spare,
            law_bits: evidence.law_bits,
            term_bits: evidence.term_bits,
        }
    }

    /// Whether a law may be given as the answer: it reproduces every term shown
    /// and is hardly longer than the terms it explains. A law longer than that
    /// merely spells them out; one that took all the terms to be found must be
    /// shorter.
    pub(crate) fn makes_an_answer(&self) -> bool {
        let most = if self.spare > 0 { MOST_EXCESS_BITS } else { 0.0 };
        self.wrong == 0 && self.law_bits - self.term_bits < most
    }
}

impl Guess {
    /// `None` if nothing was guessed beyond the hidden terms.
    pub(crate) fn new<T: Shown>(guessed: &[T], shown: &[T], hidden: &[T]) -> Option<Self> {
        let next: Vec<String> =
            guessed.iter().skip(hidden.len()).map(|term| term.shown()).collect();
        (!next.is_empty()).then(|| Guess {
            next,
            found_by: "numeric network",
            held_out_right: held_out_right(guessed, shown, hidden),
        })
    }
}

/// How many of the hidden terms were foreseen before the first that was not;
/// `None` if none were hidden.
fn held_out_right<T: Shown>(next: &[T], shown: &[T], hidden: &[T]) -> Option<usize> {
    let right = |(value, truth): &(&T, &T)| T::same(**value, **truth, shown);
    (!hidden.is_empty()).then(|| next.iter().zip(hidden).take_while(right).count())
}

impl Answer {
    pub(crate) fn new<T: Shown>(candidate: &Candidate<T>, shown: &[T], hidden: &[T]) -> Self {
        let proposal = &candidate.proposal;
        let law = counted_from_the_first_term(proposal);
        let simplified = law.simplify(T::DOMAIN);
        // Imagined zeros are no terms: without them the law starts later.
        let start = candidate.fit.start.max(simplified.degree()).min(shown.len());
        let initial = &shown[..start];
        let renderings = Recurrence::new(simplified.clone(), initial.to_vec())
            .map(|recurrence| {
                Format::ALL
                    .iter()
                    .map(|&format| Rendering {
                        format: format.name(),
                        text: recurrence.render(format),
                    })
                    .collect()
            })
            .unwrap_or_default();
        let (foreseen, next) = candidate.next.split_at(hidden.len().min(candidate.next.len()));
        Answer {
            formula: simplified.to_string(),
            proposed: law.to_string(),
            prefix: law.to_words(),
            formula_prefix: simplified.to_words(),
            form: proposal.form.clone(),
            renderings,
            degree: simplified.degree(),
            initial: initial.iter().map(|term| term.shown()).collect(),
            complexity: simplified.complexity(),
            next: next.iter().map(|term| term.shown()).collect(),
            found_by: candidate.origins.iter().map(|&origin| name(origin).to_owned()).collect(),
            log_likelihood: proposal.log_likelihood,
            evidence: EvidenceSummary::new(&candidate.evidence),
            errors: candidate
                .fit
                .errors
                .iter()
                .map(|&error| error.is_finite().then_some(error))
                .collect(),
            computed: candidate.fit.computed.iter().map(|term| term.shown()).collect(),
            hidden: foreseen.iter().map(|term| term.shown()).collect(),
            held_out_right: held_out_right(&candidate.next, shown, hidden),
        }
    }
}

/// The law with n counted from the first term, not from the zeros that are
/// imagined before it.
fn counted_from_the_first_term(proposal: &Proposal) -> Expr {
    let expr = &proposal.expr;
    if proposal.lead == 0 || !expr.nodes().contains(&Node::N) {
        return expr.clone();
    }
    let shift = [Node::Op(Op::Add), Node::N, Node::Int((proposal.lead as i128).into())];
    let nodes = expr.nodes().iter().flat_map(|node| match node {
        Node::N => shift.to_vec(),
        other => vec![*other],
    });
    // Too long only if the law was close to the limit already.
    Expr::from_prefix(nodes.collect()).unwrap_or_else(|_| expr.clone())
}

/// How an origin is called where people see it.
fn name(origin: Origin) -> &'static str {
    match origin {
        Origin::Beam => "network",
        Origin::Classical(method) => method,
        Origin::Enumerative => "enumeration",
        Origin::Refinement => "refinement",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_must_fit_and_be_no_longer_than_what_it_explains() {
        let evidence = |wrong, spare, excess: f64| EvidenceSummary {
            verdict: "weak",
            words: String::new(),
            reproduced: 8,
            wrong,
            freedom: 2,
            spare,
            law_bits: 40.0 + excess,
            term_bits: 40.0,
        };
        assert!(evidence(0, 3, 14.0).makes_an_answer());
        assert!(!evidence(0, 3, 16.0).makes_an_answer());
        assert!(!evidence(1, 3, -20.0).makes_an_answer());
        // All the terms went into finding it.
        assert!(evidence(0, 0, -1.0).makes_an_answer());
        assert!(!evidence(0, 0, 1.0).makes_an_answer());
    }
}
