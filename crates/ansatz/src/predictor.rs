//! Propose, verify, rank, continue.

use ansatz_expr::{Expr, Int, Terms};
use ansatz_model::numbers::{self, NumberToken};
use ansatz_model::{Device, Sequence, Task};
use ansatz_search::{Proposal, Ranking, Sink, classical, enumerative, refine};

use crate::answer::{Answer, EvidenceSummary, Guess, Prediction};
use crate::networks::{self, Networks};
use crate::term::Shown;
use crate::{Effort, Error, Options};

/// What a listener hears while a prediction is under way.
pub trait Listener {
    /// A proposer begins; `name` is how [`Answer::found_by`] calls its kind.
    fn stage(&mut self, _name: &'static str) {}

    /// The best answer so far has changed.
    fn improved(&mut self, _best: &Answer) {}

    /// Whether [`Listener::candidate`] is to be called: it takes a while to
    /// write a law in every language.
    fn wants_candidates(&self) -> bool {
        false
    }

    /// A new law has got among the first ones of the list; it may yet be
    /// pushed out again, or change its place.
    fn candidate(&mut self, _answer: &Answer) {}

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
pub struct Predictor {
    networks: Networks,
}

impl Predictor {
    /// Fewer terms fit anything.
    pub const LEAST_TERMS: usize = 3;

    /// A predictor without a network: classical and enumerative proposers.
    pub fn new() -> Self {
        Predictor::default()
    }

    /// A predictor with the networks of these weights files, on a device.
    pub fn load<'a>(
        files: impl IntoIterator<Item = &'a [u8]>,
        device: &Device,
    ) -> Result<Self, Error> {
        let mut predictor = Predictor::new();
        for file in files {
            predictor.add_model(file, device)?;
        }
        Ok(predictor)
    }

    /// Reads one more weights file and gives its task. A network of the same
    /// task is replaced.
    pub fn add_model(&mut self, file: &[u8], device: &Device) -> Result<Task, Error> {
        Ok(self.networks.add(file, device)?)
    }

    /// The tasks that there are networks for.
    pub fn tasks(&self) -> Vec<Task> {
        self.networks.tasks().collect()
    }

    pub(crate) fn networks(&self) -> &Networks {
        &self.networks
    }

    /// Looks for laws of the terms. Work is bounded by counting it, not by the
    /// clock, so every run on a machine gives the same; other machines may
    /// round the network's numbers differently.
    ///
    /// Waits for the network: on a GPU in a browser, where nobody may wait,
    /// use [`Predictor::predict_async`].
    pub fn predict(
        &self,
        terms: &Terms,
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Prediction, Error> {
        pollster::block_on(self.predict_async(terms, options, listener))
    }

    /// [`Predictor::predict`] where the network's device makes one wait.
    pub async fn predict_async(
        &self,
        terms: &Terms,
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Prediction, Error> {
        match terms {
            Terms::Integers(terms) => predict(&self.networks, terms, options, listener).await,
            Terms::Floats(terms) => predict(&self.networks, terms, options, listener).await,
        }
    }
}

/// A term that somebody proposes laws for.
pub(crate) trait Proposable: Shown {
    /// The task of the network that writes laws of such terms.
    const SYMBOLIC: Task;
    /// The task of the network that writes such terms.
    const NUMERIC: Task;
    fn classical(terms: &[Self], sink: &mut dyn Sink);
    fn enumerative(terms: &[Self], effort: Effort, sink: &mut dyn Sink);
    fn sequence(terms: &[Self]) -> Sequence<'_>;
    fn from_tokens(tokens: &[NumberToken]) -> Vec<Self>;
    /// Improves on approximations, where such are good for anything.
    fn refine(_terms: &[Self], _approximations: &[Expr], _sink: &mut dyn Sink) {}
    const REFINES: bool = false;
}

impl Proposable for Int {
    const SYMBOLIC: Task = Task::IntegerSymbolic;
    const NUMERIC: Task = Task::IntegerNumeric;
    fn classical(terms: &[Self], sink: &mut dyn Sink) {
        classical::propose(terms, sink);
    }
    fn enumerative(terms: &[Self], effort: Effort, sink: &mut dyn Sink) {
        enumerative::propose_integers(terms, &budget(effort), sink);
    }
    fn sequence(terms: &[Self]) -> Sequence<'_> {
        Sequence::Integers(terms)
    }
    fn from_tokens(tokens: &[NumberToken]) -> Vec<Self> {
        numbers::read_integers(tokens)
    }
}

impl Proposable for f64 {
    const SYMBOLIC: Task = Task::FloatSymbolic;
    const NUMERIC: Task = Task::FloatNumeric;
    fn classical(terms: &[Self], sink: &mut dyn Sink) {
        classical::propose_floats(terms, sink);
    }
    fn enumerative(terms: &[Self], effort: Effort, sink: &mut dyn Sink) {
        enumerative::propose_floats(terms, &budget(effort), sink);
    }
    fn sequence(terms: &[Self]) -> Sequence<'_> {
        Sequence::Floats(terms)
    }
    fn from_tokens(tokens: &[NumberToken]) -> Vec<Self> {
        numbers::read_floats(tokens)
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

async fn predict<T: Proposable>(
    networks: &Networks,
    terms: &[T],
    options: &Options,
    listener: &mut dyn Listener,
) -> Result<Prediction, Error> {
    options.check()?;
    let (shown, hidden) = split(terms, options)?;
    let proposers = &options.proposers;
    let ranking = Ranking::new(shown, options.next + hidden.len());
    let places = options.candidates;
    let mut judge = Judge { ranking, listener, shown, hidden, places, best: None };
    let mut problems = Vec::new();
    if proposers.classical {
        judge.listener.stage("classical");
        T::classical(shown, &mut judge);
    }
    if proposers.enumerative && !judge.is_cancelled() {
        judge.listener.stage("enumeration");
        T::enumerative(shown, options.effort, &mut judge);
    }
    if proposers.beam
        && options.effort != Effort::Quick
        && let Some(network) = networks.get(T::SYMBOLIC)
        && !judge.is_cancelled()
    {
        judge.listener.stage("network");
        if let Err(error) = networks::propose(network, shown, options, &mut judge).await {
            problems.push(format!("network: {error}"));
        }
    }
    let asks_both = proposers.classical && proposers.enumerative;
    if T::REFINES && asks_both && !judge.has_answer() && !judge.is_cancelled() {
        judge.listener.stage("refinement");
        let approximations = judge.approximations();
        T::refine(shown, &approximations, &mut judge);
    }
    let mut prediction = Prediction {
        domain: T::DOMAIN,
        shown: shown.len(),
        held_out: hidden.len(),
        candidates: judge.answers(),
        guess: None,
        problems,
    };
    if proposers.numeric
        && !judge.has_given_an_answer()
        && let Some(network) = networks.get(T::NUMERIC)
        && !judge.is_cancelled()
    {
        judge.listener.stage("numeric network");
        let count = options.next + hidden.len();
        match networks::guess(network, shown, count, &judge).await {
            Ok(guessed) => prediction.guess = Guess::new(&guessed, shown, hidden),
            Err(error) => prediction.problems.push(format!("numeric network: {error}")),
        }
    }
    Ok(prediction)
}

/// The terms that are looked at, and those that are hidden to check.
fn split<'a, T>(terms: &'a [T], options: &Options) -> Result<(&'a [T], &'a [T]), Error> {
    let least = Predictor::LEAST_TERMS;
    if terms.len() < least {
        return Err(Error::TooFewTerms { shown: terms.len(), least });
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
    /// How many candidates are wanted.
    places: usize,
    best: Option<Proposal>,
}

impl<T: Shown> Judge<'_, T> {
    /// The candidates that are wanted, best first.
    fn answers(&self) -> Vec<Answer> {
        let candidates = self.ranking.candidates();
        let wanted = candidates.into_iter().take(self.places);
        wanted.map(|candidate| Answer::new(candidate, self.shown, self.hidden)).collect()
    }

    /// Whether a law fits that says more than the terms themselves.
    fn has_answer(&self) -> bool {
        self.ranking.best().is_some_and(|best| best.fit.is_exact() && best.evidence.margin() > 0.0)
    }

    /// Whether the best law may be given as the answer, wanted or not.
    fn has_given_an_answer(&self) -> bool {
        let best = self.ranking.best();
        best.is_some_and(|best| EvidenceSummary::new(&best.evidence).makes_an_answer())
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
        let added = self.ranking.add(proposal);
        if let Some(index) = added
            && self.listener.wants_candidates()
            && self.ranking.place(index) < self.places
            && let Some(candidate) = self.ranking.get(index)
        {
            self.listener.candidate(&Answer::new(candidate, self.shown, self.hidden));
        }
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
