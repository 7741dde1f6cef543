//! Terms that are missing between others: what stands there follows from a law of the
//! terms that are known.
//!
//! There are bounded lists of what may stand in the gaps. For each filling laws are
//! looked for quickly; the filling whose best law is likeliest is then looked at as
//! long as was asked for. What was filled in counts as given, never as proof; a law
//! without a spare term, or one that takes what was filled in for an exception, says
//! nothing of a gap; and of two fillings that both have a law at most one is right.

mod fillings;
mod templates;

use ansatz_expr::sequence::MAX_GAPS;
use ansatz_expr::{Law, Terms, sort};
use ansatz_search::{Group, Probability, Verdict};

use self::fillings::{Gapped, Slots};
use crate::candidate::odds;
use crate::{Effort, Error, Listener, Options, Prediction, Predictor};

/// A term that was missing, by the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Filled {
    /// Its n, from 1.
    pub index: usize,
    /// Its value: one term.
    pub value: Terms,
}

/// So many fillings, the likeliest, are looked at once more.
const MOST_COMPARED: usize = 4;

/// So many fillings that follow from laws are looked at.
const MOST_FOLLOWING: usize = 12;

/// So many fillings of which nothing is known but their size.
const MOST_BETWEEN: usize = 24;

/// So many terms are looked at in all fillings of a stage together: what a quick look
/// takes grows with their number.
const MOST_TERMS: usize = 12_000;

/// A filling, and how likely its best law is.
struct Judged<T> {
    values: Vec<T>,
    law: Option<Law>,
    told: Option<Probability>,
    is_verified: bool,
    /// What as many terms in a row say, of the likeliest.
    row: Option<Prediction>,
}

impl<T> Judged<T> {
    /// How likely the law goes on for long: it must be right within the terms, not only
    /// on the next one.
    fn chance(&self) -> f64 {
        self.told.map_or(0.0, |told| told.ten)
    }

    fn is_answer(&self) -> bool {
        self.told.is_some_and(|told| told.next >= Probability::ANSWER)
    }
}

impl Predictor {
    /// [`Predictor::predict`] for terms of which some are missing: `missing` has the n
    /// of each, from 1, and `known` the others in order. The answer reproduces all
    /// known terms, and [`Prediction::filled`] says what it has for the others. Without
    /// an answer no law is claimed.
    ///
    /// ```
    /// use ansatz::{Options, Predictor, ReadOptions, Sequence};
    /// let sequence = Sequence::read("2, 6, _, 20, 30, 42", &ReadOptions::default())?;
    /// let (known, missing) = (&sequence.terms, &sequence.missing);
    /// let found = Predictor::new().predict_with_gaps(known, missing, &Options::default(), &mut ())?;
    /// assert_eq!(found.filled[0].index, 3);
    /// assert_eq!(found.filled[0].value.to_texts(), ["12"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn predict_with_gaps(
        &self,
        known: &Terms,
        missing: &[usize],
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Prediction, Error> {
        pollster::block_on(self.predict_with_gaps_async(known, missing, options, listener))
    }

    /// [`Predictor::predict_with_gaps`] where the network's device makes one wait.
    pub async fn predict_with_gaps_async(
        &self,
        known: &Terms,
        missing: &[usize],
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Prediction, Error> {
        if missing.is_empty() {
            return self.predict_async(known, options, listener).await;
        }
        self.check_options(options)?;
        check(known.len(), missing, options)?;
        match known {
            Terms::Integers(terms) => self.fill(terms, missing, options, listener).await,
            Terms::Floats(terms) => self.fill(terms, missing, options, listener).await,
        }
    }

    async fn fill<T: Gapped>(
        &self,
        known: &[T],
        missing: &[usize],
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Prediction, Error> {
        let all = Slots::new(known, missing);
        // Hidden terms fill no gaps.
        let shown = all.first(all.len() - options.hold_out);
        let listener = &mut WithoutCandidates(listener);
        let mut judged = self.judge(&shown, options, listener).await?;
        self.compare(&shown, &mut judged, options, listener).await?;
        let best = judged
            .iter()
            .enumerate()
            // The first of those that are alike: simple ones come first.
            .max_by(|(at, a), (other, b)| a.chance().total_cmp(&b.chance()).then(other.cmp(at)));
        let Some((_, best)) = best else { return Ok(nothing::<T>(&shown, options)) };
        let filled = all.filled_with(&best.values);
        let places: Vec<usize> = missing.iter().map(|index| index - 1).collect();
        let terms = T::into_terms(filled);
        let mut prediction = self.predict_filled(&terms, &places, options, listener).await?;
        let others: f64 = judged
            .iter()
            .filter(|other| other.is_answer() && !std::ptr::eq(*other, best))
            .map(|other| odds(other.chance()))
            .sum();
        // Nor may it be surer than if nothing had been missing.
        let whole = T::into_terms(shown.filled_with(&best.values));
        let whole = self.predict_filled(&whole, &[], &quick(options), &mut Quiet(listener)).await?;
        for law in &mut prediction.candidates {
            let told = |prediction: &Prediction| {
                let known = prediction.candidates.iter().find(|known| known.law == law.law)?;
                known.probability
            };
            let (row, whole) = (best.row.as_ref().and_then(told), told(&whole));
            law.lift(row);
            law.limit(whole);
            law.exclude(others);
        }
        if prediction.best().is_none() {
            let failures = prediction.failures;
            return Ok(Prediction { failures, ..nothing::<T>(&shown, options) });
        }
        let values = best.values.iter().map(|&value| T::into_terms(vec![value]));
        let filled =
            missing.iter().zip(values).map(|(&index, value)| Filled { index, value }).collect();
        Ok(Prediction { filled, ..prediction })
    }

    /// What may stand in the gaps, and how likely the law of each filling is. Whatever
    /// is next is only tried where nothing before it has a law that is verified.
    async fn judge<T: Gapped>(
        &self,
        shown: &Slots<T>,
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Vec<Judged<T>>, Error> {
        let quick = quick(options);
        let mut judged: Vec<Judged<T>> = Vec::new();
        for stage in 0..3 {
            let most = if stage < 2 { MOST_FOLLOWING } else { MOST_BETWEEN };
            let most = most.min(MOST_TERMS / shown.len().max(1)).max(1);
            let fillings = match stage {
                0 => shown.by_templates(),
                1 => self.by_runs(shown, &quick, listener).await?,
                _ => shown.between(most),
            };
            for values in fillings.into_iter().take(most) {
                if listener.is_cancelled() {
                    return Ok(judged);
                }
                if judged.iter().any(|known| T::are_alike(&known.values, &values)) {
                    continue;
                }
                let terms = T::into_terms(shown.filled_with(&values));
                let next = Options { next: 1, ..quick.clone() };
                let found = self
                    .predict_filled(&terms, &shown.missing(), &next, &mut Quiet(listener))
                    .await?;
                let best = found.best();
                let is_verified = best
                    .is_some_and(|law| matches!(law.evidence.verdict, Verdict::Verified { .. }));
                let likeliest = found.candidates.first();
                let told = likeliest.and_then(|law| law.probability);
                let law = likeliest.map(|law| law.law.clone());
                judged.push(Judged { values, law, told, is_verified, row: None });
            }
            if judged.iter().any(|filling| filling.is_verified) {
                break;
            }
        }
        Ok(judged)
    }

    /// Tells the likeliest fillings apart by what as many terms in a row as are known say.
    /// They say as much as terms with gaps, and are what probabilities are fitted to.
    async fn compare<T: Gapped>(
        &self,
        shown: &Slots<T>,
        judged: &mut [Judged<T>],
        options: &Options,
        listener: &mut dyn Listener,
    ) -> Result<(), Error> {
        sort::by(judged, |a, b| b.chance().total_cmp(&a.chance()));
        for filling in judged.iter_mut().take(MOST_COMPARED) {
            let row = T::into_terms(shown.filled_with(&filling.values)).first(shown.known());
            let row = self.predict_filled(&row, &[], &quick(options), &mut Quiet(listener)).await?;
            let same = row.candidates.iter().find(|law| Some(&law.law) == filling.law.as_ref());
            let told = same.and_then(|law| law.probability);
            if told.is_some_and(|told| told.ten > filling.chance()) {
                filling.told = told;
            }
            filling.row = Some(row);
        }
        Ok(())
    }

    /// What laws of the terms before the first gap, and of the longest run between
    /// gaps, have for the missing ones.
    async fn by_runs<T: Gapped>(
        &self,
        shown: &Slots<T>,
        quick: &Options,
        listener: &mut dyn Listener,
    ) -> Result<Vec<Vec<T>>, Error> {
        let mut found = Vec::new();
        for run in shown.runs() {
            let terms = T::into_terms(shown.run(&run).to_vec());
            let next = shown.reach(&run).min(Options::MOST_NEXT);
            let options = Options { next, ..quick.clone() };
            let laws = self.predict_filled(&terms, &[], &options, &mut Quiet(listener)).await?;
            let fits = laws.candidates.iter().filter(|law| law.probability.is_some());
            found.extend(fits.filter_map(|law| shown.by_law(&run, law)));
        }
        // Those that meet the terms after the gap first.
        sort::by_key(&mut found, |(missed, _)| *missed);
        Ok(found.into_iter().map(|(_, values)| values).collect())
    }
}

/// A quick look without networks.
fn quick(options: &Options) -> Options {
    let networks = [Group::Beam, Group::Numeric];
    let proposers = networks
        .iter()
        .fold(options.proposers.clone(), |choice, group| choice.with(group.name(), false));
    Options { effort: Effort::Quick, proposers, hold_out: 0, ..options.clone() }
}

/// Whether what is missing stands between terms, and enough of them are left.
fn check(known: usize, missing: &[usize], options: &Options) -> Result<(), Error> {
    if missing.len() > MAX_GAPS {
        return Err(Error::TooManyGaps { gaps: missing.len(), most: MAX_GAPS });
    }
    let all = known + missing.len();
    let is_place = |index: &usize| (1..all.max(1)).contains(index);
    if let Some(&index) = missing.iter().find(|index| !is_place(index)) {
        return Err(Error::NoGap { index, terms: all });
    }
    if let Some(pair) = missing.windows(2).find(|pair| pair[0] >= pair[1]) {
        return Err(Error::NoGap { index: pair[1], terms: all });
    }
    let least = Predictor::LEAST_TERMS;
    if known < least {
        return Err(Error::TooFewTerms { shown: known, least });
    }
    let hold_out = options.hold_out;
    if known.checked_sub(hold_out).is_none_or(|shown| shown < least) {
        return Err(Error::HoldOutTooLarge { hold_out, terms: known, least });
    }
    match missing.iter().find(|&&index| index >= all - hold_out) {
        Some(&index) => Err(Error::GapHidden { index, hold_out }),
        None => Ok(()),
    }
}

/// No law is claimed.
fn nothing<T: Gapped>(shown: &Slots<T>, options: &Options) -> Prediction {
    Prediction {
        domain: T::DOMAIN,
        shown: shown.known(),
        held_out: options.hold_out,
        candidates: Vec::new(),
        guess: None,
        filled: Vec::new(),
        failures: Vec::new(),
    }
}

/// Laws on the way are of terms that nobody has seen yet: only the result says which.
struct WithoutCandidates<'a>(&'a mut dyn Listener);

impl Listener for WithoutCandidates<'_> {
    fn stage(&mut self, group: Group) {
        self.0.stage(group);
    }

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// Nor do the stages of trying fillings concern anybody.
struct Quiet<'a>(&'a dyn Listener);

impl Listener for Quiet<'_> {
    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}
