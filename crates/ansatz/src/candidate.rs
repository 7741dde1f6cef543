//! What a caller gets: laws with evidence, as values.

use ansatz_expr::{Domain, Expr, Law, Recurrence, Terms};
use ansatz_search::{Entry, Evidence, Features, Probability, Profile, Term, Thresholds};

/// What was found for a sequence.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Integers or floats.
    pub domain: Domain,
    /// How many terms were looked at.
    pub shown: usize,
    /// How many were hidden to check the answers.
    pub held_out: usize,
    /// The laws, best first. Empty if none was found: then nothing is claimed.
    pub candidates: Vec<Candidate>,
    /// Further terms without a law, where there is no answer and a numeric
    /// network to guess.
    pub guess: Option<Guess>,
    /// What went wrong with a proposer while the others went on.
    pub failures: Vec<Failure>,
}

impl Prediction {
    /// The answer: the best law, if it may be given as one.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first().filter(|candidate| candidate.is_answer())
    }
}

/// A proposer that could not do its work.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// Who.
    pub proposer: &'static Profile,
    /// What went wrong.
    pub error: ansatz_search::Error,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.proposer.label, self.error)
    }
}

/// Further terms that nothing proves.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// The terms; integers are exact, floats have four digits.
    pub next: Terms,
    /// Who guessed.
    pub found_by: &'static Profile,
    /// How many of the hidden terms it predicted, if any were hidden.
    pub held_out_right: Option<usize>,
}

/// A law, what it predicts, and what speaks for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The law, simplified, with the terms it starts from. It can be rendered,
    /// continued and checked without a search.
    pub law: Law,
    /// The right-hand side as it was proposed.
    pub proposed: Expr,
    /// The law in a form of its own where that says more: a closed form or a
    /// generating function.
    pub form: Option<String>,
    /// The famous sequence that it continues, if it is one.
    pub entry: Option<&'static Entry>,
    /// The further terms, exact; fewer than asked for where the law has no
    /// more.
    pub next: Terms,
    /// Everyone who found it, in this or another writing.
    pub found_by: Vec<&'static Profile>,
    /// The network's log-likelihood, if the network found it.
    pub log_likelihood: Option<f64>,
    /// What speaks for it.
    pub evidence: Evidence,
    /// How likely it is to be right on further terms, if it reproduces those
    /// shown.
    pub probability: Option<Probability>,
    /// What that is computed from.
    pub features: Option<Features>,
    /// The relative error of every term after the initial ones; infinite where
    /// the law has no value.
    pub errors: Vec<f64>,
    /// What it computes for those terms; fewer where it has no value.
    pub computed: Terms,
    /// What it predicts for the hidden terms.
    pub hidden: Terms,
    /// How many of the hidden terms it predicted, if any were hidden.
    pub held_out_right: Option<usize>,
}

impl Candidate {
    /// Whether the law may be given as the answer: it reproduces every term and
    /// is hardly longer than what it explains.
    pub fn is_answer(&self) -> bool {
        self.evidence.makes_an_answer(&Thresholds::FITTED)
    }

    /// The right-hand side, simplified.
    pub fn formula(&self) -> &Expr {
        self.law.expr()
    }

    pub(crate) fn new<T: Term>(
        candidate: &ansatz_search::Candidate<T>,
        judged: Option<(Features, Probability)>,
        shown: &[T],
        hidden: &[T],
    ) -> Option<Self> {
        let proposal = &candidate.proposal;
        let simplified = proposal.expr.simplify(T::DOMAIN);
        // Zeros are imagined before the first term only as far as they are needed.
        let start = candidate.fit.start.min(shown.len());
        let zeros = match proposal.lead {
            0 => 0,
            _ => simplified.degree().saturating_sub(start),
        };
        let initial = shown.get(..start)?.to_vec();
        let law = Recurrence::after_zeros(simplified, initial, zeros).ok()?;
        let (foreseen, next) = candidate.next.split_at(hidden.len().min(candidate.next.len()));
        Some(Candidate {
            law: T::into_law(law),
            proposed: proposal.expr.clone(),
            form: proposal.form.clone(),
            entry: match T::into_terms([shown, &candidate.next].concat()) {
                Terms::Integers(terms) if candidate.fit.is_exact() => Entry::named(&terms),
                _ => None,
            },
            next: T::into_terms(next.to_vec()),
            found_by: candidate.origins.clone(),
            log_likelihood: proposal.log_likelihood,
            evidence: candidate.evidence,
            probability: judged.map(|(_, probability)| probability),
            features: judged.map(|(features, _)| features),
            errors: candidate.fit.errors.clone(),
            computed: T::into_terms(candidate.fit.computed.clone()),
            hidden: T::into_terms(foreseen.to_vec()),
            held_out_right: held_out_right(&candidate.next, shown, hidden),
        })
    }
}

impl Guess {
    /// `None` if nothing was guessed beyond the hidden terms.
    pub(crate) fn new<T: Term>(
        guess: &ansatz_search::TermGuess<T>,
        shown: &[T],
        hidden: &[T],
    ) -> Option<Self> {
        let next = guess.next.get(hidden.len()..).filter(|next| !next.is_empty())?;
        Some(Guess {
            next: T::into_terms(next.to_vec()),
            found_by: guess.origin,
            held_out_right: held_out_right(&guess.next, shown, hidden),
        })
    }
}

/// How many of the hidden terms were foreseen before the first that was not;
/// `None` if none were hidden.
fn held_out_right<T: Term>(next: &[T], shown: &[T], hidden: &[T]) -> Option<usize> {
    let tolerance = T::tolerance(shown);
    let right = |(value, truth): &(&T, &T)| value.relative_error(**truth) <= tolerance;
    (!hidden.is_empty()).then(|| next.iter().zip(hidden).take_while(right).count())
}
