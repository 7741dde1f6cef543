//! Propose, verify, rank, continue.

use ansatz_expr::{Expr, Int, Terms};
use ansatz_search::{Proposal, Ranking, Sink, classical, enumerative, refine};

use crate::answer::{Answer, Prediction};
use crate::term::Shown;
use crate::{Effort, Error, Options};

/// What a listener hears while a prediction is under way.
pub trait Listener {
    /// A proposer begins; `name` is how [`Answer::found_by`] calls its kind.
    fn stage(&mut self, _name: &'static str) {}

    /// The best answer so far has changed.
    fn improved(&mut self, _best: &Answer) {}

    /// Whether to stop and return what there is.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Hears nothing and never stops.
impl Listener for () {}

/// The engine: takes terms, returns ranked laws with evidence.
///
/// ```
/// use ansatz::{Options, Predictor};
/// use ansatz_expr::{ReadOptions, Sequence};
/// let sequence = Sequence::read("1, 2, 4, 7, 11, 16, 22, 29", &ReadOptions::default())?;
/// let prediction = Predictor::new().predict(&sequence.terms, &Options::default(), &mut ())?;
/// let best = prediction.best().expect("a law");
/// assert_eq!(best.next[0], "37");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Predictor {}

impl Predictor {
    /// Fewer terms fit anything.
    pub const LEAST_TERMS: usize = 3;

    /// A predictor without a network: classical and enumerative proposers.
    pub fn new() -> Self {
        Predictor {}
    }

    /// Looks for laws of the terms. The result is the same on every machine
    /// and every run: work is bounded by counting it, not by the clock.
    pub fn predict(
        &self,
        terms: &Terms,
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Prediction, Error> {
        match terms {
            Terms::Integers(terms) => predict(terms, options, listener),
            Terms::Floats(terms) => predict(terms, options, listener),
        }
    }
}

/// A term that somebody proposes laws for.
trait Proposable: Shown {
    fn classical(terms: &[Self], sink: &mut dyn Sink);
    fn enumerative(terms: &[Self], effort: Effort, sink: &mut dyn Sink);
    /// Improves on approximations, where such are good for anything.
    fn refine(_terms: &[Self], _approximations: &[Expr], _sink: &mut dyn Sink) {}
    const REFINES: bool = false;
}

impl Proposable for Int {
    fn classical(terms: &[Self], sink: &mut dyn Sink) {
        classical::propose(terms, sink);
    }
    fn enumerative(terms: &[Self], effort: Effort, sink: &mut dyn Sink) {
        enumerative::propose_integers(terms, &budget(effort), sink);
    }
}

impl Proposable for f64 {
    fn classical(terms: &[Self], sink: &mut dyn Sink) {
        classical::propose_floats(terms, sink);
    }
    fn enumerative(terms: &[Self], effort: Effort, sink: &mut dyn Sink) {
        enumerative::propose_floats(terms, &budget(effort), sink);
    }
    fn refine(terms: &[Self], approximations: &[Expr], sink: &mut dyn Sink) {
        refine::propose(terms, approximations, sink);
    }
    const REFINES: bool = true;
}

fn budget(effort: Effort) -> enumerative::Budget {
    match effort {
        Effort::Quick => enumerative::Budget::QUICK,
        Effort::Normal => enumerative::Budget::NORMAL,
        Effort::Thorough => enumerative::Budget::THOROUGH,
    }
}

fn predict<T: Proposable>(
    terms: &[T],
    options: &Options,
    listener: &mut dyn Listener,
) -> Result<Prediction, Error> {
    let (shown, hidden) = split(terms, options)?;
    let ranking = Ranking::new(shown, options.next + hidden.len());
    let mut judge = Judge { ranking, listener, shown, hidden, best: None };
    if options.proposers.classical {
        judge.listener.stage("classical");
        T::classical(shown, &mut judge);
    }
    if options.proposers.enumerative && !judge.is_cancelled() {
        judge.listener.stage("enumeration");
        T::enumerative(shown, options.effort, &mut judge);
    }
    let asks_both = options.proposers.classical && options.proposers.enumerative;
    if T::REFINES && asks_both && !judge.has_answer() && !judge.is_cancelled() {
        judge.listener.stage("refinement");
        let approximations = judge.approximations();
        T::refine(shown, &approximations, &mut judge);
    }
    let candidates = judge
        .ranking
        .into_candidates()
        .iter()
        .take(options.candidates)
        .map(|candidate| Answer::new(candidate, shown, hidden))
        .collect();
    Ok(Prediction { domain: T::DOMAIN, shown: shown.len(), held_out: hidden.len(), candidates })
}

/// The terms that are looked at, and those that are hidden to check.
fn split<'a, T>(terms: &'a [T], options: &Options) -> Result<(&'a [T], &'a [T]), Error> {
    let least = Predictor::LEAST_TERMS;
    if terms.len() < least {
        return Err(Error::TooFewTerms { shown: terms.len(), least });
    }
    if options.next > Options::MOST_NEXT {
        return Err(Error::TooManyToPredict { asked: options.next, most: Options::MOST_NEXT });
    }
    terms
        .len()
        .checked_sub(options.hold_out)
        .filter(|&shown| shown >= least)
        .map(|shown| terms.split_at(shown))
        .ok_or(Error::HoldOutTooLarge { hold_out: options.hold_out, terms: terms.len(), least })
}

/// Ranks what is proposed and tells the listener when the best one changes.
struct Judge<'a, T: Shown> {
    ranking: Ranking<T>,
    listener: &'a mut dyn Listener,
    shown: &'a [T],
    hidden: &'a [T],
    best: Option<Proposal>,
}

impl<T: Shown> Judge<'_, T> {
    /// Whether a law fits that says more than the terms themselves.
    fn has_answer(&self) -> bool {
        self.ranking.best().is_some_and(|best| best.fit.is_exact() && best.evidence.margin() > 0.0)
    }

    /// The best laws that do not fit, a few.
    fn approximations(&self) -> Vec<Expr> {
        /// More would be the like of these.
        const MOST: usize = 4;
        let candidates = self.ranking.candidates().into_iter();
        candidates.take(MOST).map(|candidate| candidate.proposal.expr.clone()).collect()
    }
}

impl<T: Shown> Sink for Judge<'_, T> {
    fn propose(&mut self, proposal: Proposal) {
        self.ranking.propose(proposal);
        if let Some(best) = self.ranking.best()
            && best.fit.is_exact()
            && self.best.as_ref() != Some(&best.proposal)
        {
            self.best = Some(best.proposal.clone());
            self.listener.improved(&Answer::new(best, self.shown, self.hidden));
        }
    }

    fn is_cancelled(&self) -> bool {
        self.listener.is_cancelled()
    }
}
