//! What a caller gets: laws with evidence, as values.

use ansatz_expr::{Domain, Expr, Law, Node, Op, Rational, Recurrence, Terms};
use ansatz_search::{
    Entry, Evidence, Features, Measurement, Probability, Problem, Profile, Proposal, Term, Verdict,
};

use crate::Filled;

/// What was found for a sequence.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Integers or floats.
    pub domain: Domain,
    /// How many terms were looked at, with those that were filled in.
    pub shown: usize,
    /// How many were hidden to check the answers.
    pub held_out: usize,
    /// The laws, best first. Empty if none was found: then nothing is claimed.
    pub candidates: Vec<Candidate>,
    /// Further terms without a law, where there is no answer.
    pub guess: Option<Guess>,
    /// What the answer has for terms that are missing between others; empty without an
    /// answer.
    pub filled: Vec<Filled>,
    /// What went wrong with a proposer while the others went on.
    pub failures: Vec<Failure>,
}

impl Prediction {
    /// The answer: the best law, if it may be given as one.
    pub fn best(&self) -> Option<&Candidate> {
        self.candidates.first().filter(|candidate| candidate.is_answer())
    }

    /// Whether some law reproduces every term, likely or not.
    pub fn fits(&self) -> bool {
        self.candidates.iter().any(|candidate| candidate.probability.is_some())
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
    /// The terms.
    pub next: Terms,
    /// How likely the first of them is, from 0 to 1, if that is known.
    pub probability: Option<f64>,
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
    /// The same as fractions, where the terms shown are written as fractions and the law
    /// gives them exactly.
    pub next_fractions: Option<Vec<Rational>>,
    /// The terms that the law starts from as fractions, where the next ones are.
    pub initial_fractions: Option<Vec<Rational>>,
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
    /// What is known of the noise, if the law was fitted to terms with noise. Its
    /// intervals are of [`Candidate::next`].
    pub measurement: Option<Measurement>,
    /// The relative error of every term after the initial ones; infinite where
    /// the law has no value.
    pub errors: Vec<f64>,
    /// What it computes for those terms; fewer where it has no value.
    pub computed: Terms,
    /// What it predicts for the hidden terms.
    pub hidden: Terms,
    /// How many of the hidden terms it predicted, if any were hidden; where it fits
    /// within noise, how many are in their intervals.
    pub held_out_right: Option<usize>,
}

impl Candidate {
    /// Whether the law may be given as the answer: it reproduces every term, and
    /// its next one is more likely right than not; or it fits within noise.
    pub fn is_answer(&self) -> bool {
        self.is_within_noise() || self.is_exact_answer()
    }

    /// Whether the terms are the law's values and noise.
    pub fn is_within_noise(&self) -> bool {
        matches!(self.evidence.verdict, Verdict::Fits { .. })
    }

    fn is_exact_answer(&self) -> bool {
        self.probability.is_some_and(|told| told.next >= Probability::ANSWER)
    }

    /// The right-hand side where n counts steps of something else, in its terms: at
    /// n = 1 it is `first`, and each step adds `step`. `None` where the law looks back.
    pub fn over_steps(&self, first: f64, step: f64) -> Option<Expr> {
        if self.law.degree() > 0 || step <= 0.0 {
            return None;
        }
        // n = (t - before) / step, with t one step before the first.
        let before = first - step;
        let time = match before == 0.0 {
            true => vec![Node::Op(Op::Div), Node::N, Node::Real(step)],
            false => {
                let moved = [Node::Op(Op::Sub), Node::N, Node::Real(before)];
                [Node::Op(Op::Div)].into_iter().chain(moved).chain([Node::Real(step)]).collect()
            }
        };
        let nodes = self.formula().nodes().iter().flat_map(|node| match node {
            Node::N => time.clone(),
            other => vec![*other],
        });
        Some(Expr::from_prefix(nodes.collect()).ok()?.simplify(Domain::Float))
    }

    /// The further terms as text: fractions as such.
    pub fn next_texts(&self) -> Vec<String> {
        match &self.next_fractions {
            Some(fractions) => fractions.iter().map(ToString::to_string).collect(),
            None => self.next.to_texts(),
        }
    }

    /// The terms that the law starts from as text: fractions as such.
    pub fn initial_texts(&self) -> Vec<String> {
        match &self.initial_fractions {
            Some(fractions) => fractions.iter().map(ToString::to_string).collect(),
            None => self.law.initial().to_texts(),
        }
    }

    /// Makes it no likelier than this.
    pub(crate) fn limit(&mut self, most: Option<Probability>) {
        let (Some(told), Some(most)) = (self.probability, most) else { return };
        let least = Probability { next: told.next.min(most.next), ten: told.ten.min(most.ten) };
        self.tell(least);
    }

    /// Makes it no less likely than this.
    pub(crate) fn lift(&mut self, least: Option<Probability>) {
        let (Some(told), Some(least)) = (self.probability, least) else { return };
        let most = Probability { next: told.next.max(least.next), ten: told.ten.max(least.ten) };
        self.tell(most);
    }

    /// The same where other laws, which have these odds together, exclude this one:
    /// each was judged as if there were no others.
    pub(crate) fn exclude(&mut self, others: f64) {
        let Some(told) = self.probability.filter(|_| others > 0.0) else { return };
        let among = |told: f64| odds(told) / (1.0 + odds(told) + others);
        let left = Probability { next: among(told.next), ten: among(told.ten) };
        self.tell(left);
    }

    /// Gives it this probability, and the verdict that it makes.
    fn tell(&mut self, probability: Probability) {
        self.probability = Some(probability);
        self.evidence = self.evidence.told(probability);
    }

    /// The right-hand side, simplified.
    pub fn formula(&self) -> &Expr {
        self.law.expr()
    }

    /// The indices of terms, from 1, that the law says one by one because it does not
    /// explain them: 5 in `if(n == 5, 26, n^2)`.
    pub fn exceptions(&self) -> Vec<usize> {
        ansatz_search::exceptions(self.formula())
    }

    pub(crate) fn new<T: Term>(
        candidate: &ansatz_search::Candidate<T>,
        judged: Option<(Features, Probability)>,
        problem: &Problem<'_, T>,
        hidden: &[T],
    ) -> Option<Self> {
        let shown = problem.terms();
        let (proposal, fit) = candidate.writing();
        let simplified = proposal.expr.simplify(T::DOMAIN);
        // Zeros are imagined before the first term only as far as they are needed.
        let start = fit.start.min(shown.len());
        let zeros = match proposal.lead {
            0 => 0,
            _ => simplified.degree().saturating_sub(start),
        };
        // Of the writing that is shown: a law begins with as many terms as it looks back.
        let exceptions = start.saturating_sub(simplified.degree())
            + ansatz_search::exceptions(&simplified).len();
        let initial = shown.get(..start)?.to_vec();
        let law = Recurrence::after_zeros(simplified, initial, zeros).ok()?;
        let (foreseen, next) = candidate.next.split_at(hidden.len().min(candidate.next.len()));
        let law = T::into_law(law);
        // Who writes decimals gets decimals.
        let fractions = match problem.fractions() {
            [] => None,
            known => exactly(proposal, problem, known, candidate.next.len()),
        };
        let (initial_fractions, next_fractions) = fractions
            .map(|(initial, mut next)| (initial, next.split_off(hidden.len().min(next.len()))))
            .unzip();
        Some(Candidate {
            next_fractions,
            initial_fractions,
            law,
            proposed: proposal.expr.clone(),
            form: proposal.form.clone(),
            entry: match T::into_terms([shown, &candidate.next].concat()) {
                Terms::Integers(terms) if fit.is_exact() => Entry::named(&terms),
                _ => None,
            },
            next: T::into_terms(next.to_vec()),
            found_by: candidate.origins.clone(),
            log_likelihood: candidate.proposal.log_likelihood,
            evidence: match judged {
                Some((_, probability)) => candidate.evidence.told(probability),
                None => candidate.evidence,
            }
            .with_exceptions(exceptions),
            probability: judged.map(|(_, probability)| probability),
            features: judged.map(|(features, _)| features),
            errors: fit.errors.clone(),
            computed: T::into_terms(fit.computed.clone()),
            hidden: T::into_terms(foreseen.to_vec()),
            held_out_right: match &proposal.measurement {
                Some(measurement) => held_out_within(&measurement.intervals, hidden),
                None => held_out_right(&candidate.next, shown, hidden),
            },
            measurement: proposal.measurement.as_deref().map(|known| Measurement {
                intervals: known.intervals.iter().skip(hidden.len()).copied().collect(),
                ..known.clone()
            }),
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
            // Of hidden terms nothing is told but whether they were foreseen.
            probability: guess.probability.filter(|_| hidden.is_empty()),
            found_by: guess.origin,
            held_out_right: held_out_right(&guess.next, shown, hidden),
        })
    }
}

/// The terms that a law starts from, and so many after those shown.
type Exactly = (Vec<Rational>, Vec<Rational>);

/// Both as fractions, where the terms shown were written so and the law gives them exactly.
fn exactly<T: Term>(
    proposal: &Proposal,
    problem: &Problem<'_, T>,
    known: &[Rational],
    count: usize,
) -> Option<Exactly> {
    let next = T::run_exactly(proposal, problem, count).filter(|next| next.len() == count)?;
    let start = proposal.start().min(known.len());
    Some((known.get(..start)?.to_vec(), next))
}

/// How many of the hidden terms were foreseen before the first that was not;
/// `None` if none were hidden.
fn held_out_right<T: Term>(next: &[T], shown: &[T], hidden: &[T]) -> Option<usize> {
    let tolerance = T::tolerance(shown);
    let right = |(value, truth): &(&T, &T)| value.relative_error(**truth) <= tolerance;
    (!hidden.is_empty()).then(|| next.iter().zip(hidden).take_while(right).count())
}

/// How many of the hidden terms are where they were expected; `None` if none were
/// hidden.
fn held_out_within<T: Term>(intervals: &[[f64; 2]], hidden: &[T]) -> Option<usize> {
    let within = |(interval, term): &(&[f64; 2], &T)| {
        (interval[0]..=interval[1]).contains(&term.to_double())
    };
    (!hidden.is_empty()).then(|| intervals.iter().zip(hidden).filter(within).count())
}

/// How many times likelier than not. Nothing is certain.
pub(crate) fn odds(probability: f64) -> f64 {
    const MOST: f64 = 1.0 - 1e-9;
    probability.min(MOST) / (1.0 - probability.min(MOST))
}
