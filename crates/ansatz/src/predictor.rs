//! Propose, verify, rank, continue.

use ansatz_expr::{Int, Rational, Sequence, Terms};
use ansatz_search::beam::Networks;
use ansatz_search::{
    Context, Findings, Group, Problem, Profile, Proposal, Proposer, Proposing, Ranking, Registry,
    Sink, Term, TermGuess, Verdict,
};

use crate::candidate::{Candidate, Failure, Guess, Prediction};
use crate::{Device, Error, Options, Task};

/// What a listener hears while a prediction is under way.
pub trait Listener {
    /// Proposers of a kind begin.
    fn stage(&mut self, _group: Group) {}

    /// Whether [`Listener::improved`] and [`Listener::candidate`] are to be
    /// called: candidates are simplified first, which takes a moment.
    fn wants_candidates(&self) -> bool {
        false
    }

    /// The best answer so far has changed.
    fn improved(&mut self, _best: &Candidate) {}

    /// A new law has got among the first ones of the list; it may yet be
    /// pushed out again, or change its place.
    fn candidate(&mut self, _candidate: &Candidate) {}

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
/// use ansatz::{Options, Predictor, ReadOptions, Sequence};
/// let sequence = Sequence::read("1, 2, 4, 7, 11, 16, 22, 29", &ReadOptions::default())?;
/// let prediction = Predictor::new().predict(&sequence.terms, &Options::default(), &mut ())?;
/// let best = prediction.best().expect("a law");
/// assert_eq!(best.next.to_texts()[0], "37");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Predictor {
    networks: Networks,
    integers: Registry<Int>,
    floats: Registry<f64>,
}

impl Default for Predictor {
    fn default() -> Self {
        let (integers, floats) = (Registry::integers(), Registry::floats());
        Predictor { networks: Networks::default(), integers, floats }
    }
}

impl Predictor {
    /// Fewer terms fit anything.
    pub const LEAST_TERMS: usize = 3;

    /// Laws are looked for in so many of the first terms, and whatever is found
    /// there is run over all. A law of a family that is known here shows itself in
    /// far fewer, and what solves or searches takes longer with every term.
    pub const MOST_LOOKED_AT: usize = 1000;

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

    /// One more proposer of laws of integers, asked after the others.
    pub fn add_integer_proposer(&mut self, proposer: impl Proposer<Int> + 'static) {
        self.integers.add(proposer);
    }

    /// One more proposer of laws of floats, asked after the others.
    pub fn add_float_proposer(&mut self, proposer: impl Proposer<f64> + 'static) {
        self.floats.add(proposer);
    }

    /// Who proposes laws of integers or floats.
    pub fn profiles(&self) -> impl Iterator<Item = &'static Profile> {
        self.integers.profiles().chain(self.floats.profiles())
    }

    /// Whether a proposer has all that it needs; a network's proposer needs the
    /// network.
    pub fn is_available(&self, profile: &Profile) -> bool {
        let integers = self.integers.proposers();
        let floats = self.floats.proposers();
        integers
            .filter(|proposer| proposer.profile() == profile)
            .any(|proposer| proposer.is_available(&self.networks))
            || floats
                .filter(|proposer| proposer.profile() == profile)
                .any(|proposer| proposer.is_available(&self.networks))
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
        self.check_options(options)?;
        let found = self.predict_filled(terms, &[], options, listener).await?;
        match terms {
            Terms::Integers(terms) => self.measured(terms, found, options, listener).await,
            Terms::Floats(_) => Ok(found),
        }
    }

    /// [`Predictor::predict_with_gaps`] for a sequence as it was read: fractions are then
    /// computed with as such, however long they are.
    ///
    /// ```
    /// use ansatz::{Options, Predictor, ReadOptions, Sequence};
    /// let sequence = Sequence::read("1, 3/2, 11/6, 25/12, 137/60", &ReadOptions::default())?;
    /// let found = Predictor::new().predict_sequence(&sequence, &Options::default(), &mut ())?;
    /// assert_eq!(found.best().expect("a law").next_texts()[0], "49/20");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn predict_sequence(
        &self,
        sequence: &Sequence,
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Prediction, Error> {
        pollster::block_on(self.predict_sequence_async(sequence, options, listener))
    }

    /// [`Predictor::predict_sequence`] where the network's device makes one wait.
    pub async fn predict_sequence_async(
        &self,
        sequence: &Sequence,
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Prediction, Error> {
        let Sequence { terms, fractions, missing, .. } = sequence;
        match terms {
            Terms::Floats(terms) if missing.is_empty() && !fractions.is_empty() => {
                self.check_options(options)?;
                self.ask(&self.floats, terms, &[], fractions, options, listener).await
            }
            _ => self.predict_with_gaps_async(terms, missing, options, listener).await,
        }
    }

    pub(crate) fn check_options(&self, options: &Options) -> Result<(), Error> {
        options.check()?;
        options.proposers.check(&self.profiles().collect::<Vec<_>>())
    }

    /// Looks for laws of terms of which some, counted from 0, were filled in. Those are
    /// no measured values, so that noise around a law is no answer there.
    pub(crate) async fn predict_filled(
        &self,
        terms: &Terms,
        filled: &[usize],
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Prediction, Error> {
        let mut found = match terms {
            Terms::Integers(terms) => {
                self.ask(&self.integers, terms, filled, &[], options, listener).await?
            }
            Terms::Floats(terms) => {
                self.ask(&self.floats, terms, filled, &[], options, listener).await?
            }
        };
        if !filled.is_empty() {
            found.candidates.retain(|law| law.measurement.is_none() && law.evidence.spare > 0);
        }
        Ok(found)
    }

    /// Takes integers for measured numbers, where no law of integers is an answer.
    async fn measured(
        &self,
        terms: &[Int],
        exact: Prediction,
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Prediction, Error> {
        // Beyond this a double is no longer the integer.
        const LARGEST: f64 = 9e15;
        let floats: Vec<f64> = terms.iter().map(|term| term.to_f64()).collect();
        if exact.best().is_some() || floats.iter().any(|term| term.abs() > LARGEST) {
            return Ok(exact);
        }
        let registry = Registry::<f64>::measured();
        let noisy = self.ask(&registry, &floats, &[], &[], options, listener).await?;
        let (answers, others): (Vec<Candidate>, Vec<Candidate>) =
            noisy.candidates.into_iter().partition(Candidate::is_within_noise);
        let guess = exact.guess.filter(|_| answers.is_empty());
        let mut candidates = answers;
        candidates.extend(exact.candidates);
        candidates.extend(others);
        candidates.truncate(options.candidates);
        Ok(Prediction { candidates, guess, ..exact })
    }

    async fn ask<T: Term>(
        &self,
        registry: &Registry<T>,
        terms: &[T],
        filled: &[usize],
        fractions: &[Rational],
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Prediction, Error> {
        let (shown, hidden) = split(terms, options)?;
        let fractions = |count: usize| fractions.get(..count).unwrap_or_default();
        let problem =
            Problem::new(shown).with_filled(filled).with_fractions(fractions(shown.len()));
        let first = &shown[..shown.len().min(Predictor::MOST_LOOKED_AT)];
        let looked_at =
            Problem::new(first).with_filled(filled).with_fractions(fractions(first.len()));
        let settings = options.settings(options.next + hidden.len());
        let context = Context { settings: &settings, networks: &self.networks };
        let ranking = Ranking::new(&problem, settings.predict);
        let places = options.candidates;
        let mut findings = Verified {
            ranking,
            listener,
            problem: &problem,
            hidden,
            places,
            best: None,
            guess: None,
        };
        let mut failures = Vec::new();
        let mut group = None;
        for proposer in registry.proposers() {
            if findings.is_cancelled() {
                break;
            }
            let profile = proposer.profile();
            let takes_part = options.proposers.allows(profile)
                && proposer.is_available(&self.networks)
                && proposer.is_worth_running(&settings, &findings.ranking);
            if !takes_part {
                continue;
            }
            if group.replace(profile.group) != Some(profile.group) {
                findings.listener.stage(profile.group);
            }
            let outcome = match proposer.propose(&looked_at, context, &mut findings) {
                Proposing::Done => Ok(()),
                Proposing::Waiting(work) => work.await,
            };
            if let Err(error) = outcome {
                failures.push(Failure { proposer: profile, error });
            }
        }
        Ok(Prediction {
            domain: T::DOMAIN,
            shown: shown.len(),
            held_out: hidden.len(),
            candidates: findings.candidates(),
            guess: findings.guess.and_then(|guess| Guess::new(&guess, shown, hidden)),
            filled: Vec::new(),
            failures,
        })
    }
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

/// Verifies and ranks what is proposed, and tells the listener when the best one
/// changes.
struct Verified<'a, T: Term> {
    ranking: Ranking<'a, T>,
    listener: &'a mut dyn Listener,
    problem: &'a Problem<'a, T>,
    hidden: &'a [T],
    /// How many candidates are wanted.
    places: usize,
    best: Option<Proposal>,
    guess: Option<TermGuess<T>>,
}

impl<T: Term> Verified<'_, T> {
    /// The candidates that are wanted, best first.
    fn candidates(&self) -> Vec<Candidate> {
        let candidates = self.ranking.by_probability();
        let wanted = candidates.into_iter().take(self.places);
        wanted
            .filter_map(|(law, judged)| Candidate::new(law, judged, self.problem, self.hidden))
            .collect()
    }
}

impl<T: Term> Findings<T> for Verified<'_, T> {
    fn ranking(&self) -> &Ranking<'_, T> {
        &self.ranking
    }

    fn guess(&mut self, guess: TermGuess<T>) {
        self.guess = Some(guess);
    }
}

impl<T: Term> Sink for Verified<'_, T> {
    fn propose(&mut self, proposal: Proposal) {
        let added = self.ranking.add(proposal);
        if !self.listener.wants_candidates() {
            return;
        }
        let ranked = self.ranking.by_probability();
        if let Some(new) = added.and_then(|index| self.ranking.get(index))
            && let Some((law, judged)) =
                ranked.iter().take(self.places).find(|(law, _)| std::ptr::eq(*law, new))
            && let Some(candidate) = Candidate::new(law, *judged, self.problem, self.hidden)
        {
            self.listener.candidate(&candidate);
        }
        let is_answer = |law: &ansatz_search::Candidate<T>| {
            law.is_exact() || matches!(law.evidence.verdict, Verdict::Fits { .. })
        };
        if let Some(&(best, judged)) = ranked.first()
            && is_answer(best)
            && self.best.as_ref() != Some(&best.proposal)
        {
            self.best = Some(best.proposal.clone());
            if let Some(candidate) = Candidate::new(best, judged, self.problem, self.hidden) {
                self.listener.improved(&candidate);
            }
        }
    }

    fn is_cancelled(&self) -> bool {
        self.listener.is_cancelled()
    }
}
