//! The figures of one test bed, as a table or as JSON.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::judge::{Judged, Outcome};
use super::read::Row;
use super::reliability::{self, Claim, Reliability, Selected};
use super::steadiness::Steadiness;
use crate::error::Error;
use ansatz::Verdict;

/// Bits saved, from below: where the bins of the calibration begin.
const BINS: [f64; 9] = [-10.0, 0.0, 5.0, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0];

/// Percentages are 0 to 100, of all rows unless they say otherwise.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// How many sequences there were.
    pub rows: usize,
    /// How many more had too few terms to be asked about.
    pub too_short: usize,
    /// Answered, and right as far as was asked.
    pub accuracy: f64,
    /// Right on the next term.
    pub accuracy_next: f64,
    /// Right if the best law counts even where it is not given as the answer.
    pub accuracy_if_forced: f64,
    /// Right on the next term if a guess without a law counts too, where no law is the
    /// answer.
    pub accuracy_next_with_guesses: f64,
    /// Something was guessed without a law.
    pub guessed: f64,
    /// Of the guesses, those whose next term is right; and the mean of what was told of
    /// that.
    pub guesses_right: Option<f64>,
    /// See there.
    pub guesses_told: Option<f64>,
    /// One of the candidates is right, if more than one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub some_candidate_right: Option<f64>,
    /// A law was given as the answer.
    pub answered: f64,
    /// The answer was called verified.
    pub verified: f64,
    /// Of the verified answers, those whose next ten terms are right.
    pub verified_precision: Option<f64>,
    /// The answer was called likely.
    pub likely: f64,
    /// Of the likely answers, those whose next ten terms are right.
    pub likely_precision: Option<f64>,
    /// Milliseconds a sequence.
    pub median_ms: f64,
    /// Only one in twenty takes longer.
    pub ms_95: f64,
    /// The longest.
    pub worst_ms: f64,
    /// Who found the answers: network, classical, enumeration. A law that
    /// several found counts for each of them.
    pub by_proposer: BTreeMap<String, Proposer>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    by_operators: BTreeMap<usize, Group>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    by_degree: BTreeMap<usize, Group>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    by_length: BTreeMap<usize, Group>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    by_keyword: BTreeMap<String, Group>,
    #[serde(skip_serializing_if = "Option::is_none")]
    calibration: Option<Vec<Bin>>,
    /// The expected calibration error of the answers' probability that the next
    /// ten terms are right, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    calibration_error: Option<f64>,
    /// The same for the next term.
    #[serde(skip_serializing_if = "Option::is_none")]
    calibration_error_next: Option<f64>,
    /// What was told of the next ten terms, and what came true.
    #[serde(skip_serializing_if = "Option::is_none")]
    reliability: Option<Vec<reliability::Bin>>,
    /// The same for the next term.
    #[serde(skip_serializing_if = "Option::is_none")]
    reliability_next: Option<Vec<reliability::Bin>>,
    /// Accuracy on ten terms where only the likeliest answers are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    selective: Option<Vec<Selected>>,
    /// What one more term does to the answers, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steadiness: Option<Steadiness>,
}

/// The answers of one kind of proposer, and of each of its methods.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Proposer {
    #[serde(flatten)]
    group: Group,
    methods: BTreeMap<String, Group>,
}

/// How often a group of rows came out right.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Group {
    rows: usize,
    right: usize,
    accuracy: f64,
    right_next: usize,
    verified: usize,
    verified_right: usize,
}

/// Answers whose laws save about as many bits.
#[derive(Debug, Clone, Serialize)]
struct Bin {
    /// Bits saved, at least; none in the lowest bin.
    from: Option<f64>,
    /// Bits saved, less than this; none in the highest bin.
    to: Option<f64>,
    #[serde(flatten)]
    group: Group,
}

/// How rows are scored.
#[derive(Clone, Copy)]
pub struct Scoring {
    /// The largest relative error that counts as right.
    pub tolerance: f64,
    /// How many laws a row were looked at.
    pub candidates: usize,
    /// Whether to say how precision depends on the bits that a law saves.
    pub calibrate: bool,
    /// Whether to say how accuracy depends on the keywords of the encyclopedia.
    pub by_keyword: bool,
}

impl Report {
    /// Counts.
    pub fn new(rows: &[Row], outcomes: &[Outcome], scoring: Scoring) -> Report {
        let Scoring { tolerance, candidates, calibrate, by_keyword } = scoring;
        let pairs = || rows.iter().zip(outcomes);
        let all = outcomes.len();
        let share = |wanted: &dyn Fn(&Row, &Outcome) -> bool| {
            percent(pairs().filter(|(row, outcome)| wanted(row, outcome)).count(), all)
        };
        // Percent of all answers that are called so, and of these that are right.
        let called = |level: fn(Verdict) -> bool| {
            let answers = outcomes.iter().filter_map(Outcome::answer);
            let called: Vec<&Judged> = answers.filter(|a| a.verdict.is_some_and(level)).collect();
            let right = called.iter().filter(|a| a.is_right_beyond(tolerance)).count();
            let precision = (!called.is_empty()).then(|| percent(right, called.len()));
            (percent(called.len(), all), precision)
        };
        let (verified, verified_precision) = called(Verdict::is_verified);
        let (likely, likely_precision) = called(|verdict| verdict == Verdict::Likely);
        let mut times: Vec<f64> = outcomes.iter().map(|outcome| outcome.milliseconds).collect();
        times.sort_by(f64::total_cmp);
        let time = |part: usize, of: usize| times.get(all * part / of).copied().unwrap_or(0.0);
        let known = |key: fn(&Row) -> Option<usize>| {
            let keyed = move |(row, outcome)| Some((key(row)?, (row, outcome)));
            grouped(pairs().filter_map(keyed), tolerance)
        };
        let guesses: Vec<&Judged> = outcomes.iter().filter_map(|row| row.guess.as_ref()).collect();
        let guessed = guesses.len();
        let told = guesses.iter().filter_map(|guess| guess.probability);
        let told: f64 = told.map(|told| 100.0 * told.next).sum();
        let right = guesses.iter().filter(|guess| guess.is_right(1, tolerance)).count();
        let ten = Reliability::new(outcomes, Claim::Ten, tolerance);
        let next = Reliability::new(outcomes, Claim::Next, tolerance);
        let any = |row: &Row, outcome: &Outcome| {
            outcome.candidates.iter().any(|law| law.is_right(row.asked, tolerance))
        };
        Report {
            rows: all,
            too_short: 0,
            accuracy: share(&|row, outcome| outcome.is_right(row.asked, tolerance)),
            accuracy_next: share(&|_, outcome| outcome.is_right(1, tolerance)),
            accuracy_if_forced: share(&|row, outcome| {
                outcome.is_right_if_forced(row.asked, tolerance)
            }),
            accuracy_next_with_guesses: share(&|_, outcome| outcome.is_right_with_guess(tolerance)),
            guessed: percent(guessed, all),
            guesses_right: (guessed > 0).then(|| percent(right, guessed)),
            guesses_told: (guessed > 0).then(|| told / guessed as f64),
            some_candidate_right: (candidates > 1).then(|| share(&any)),
            answered: share(&|_, outcome| outcome.answered),
            verified,
            verified_precision,
            likely,
            likely_precision,
            median_ms: time(1, 2),
            ms_95: time(19, 20),
            worst_ms: times.last().copied().unwrap_or(0.0),
            by_proposer: by_proposer(rows, outcomes, tolerance),
            by_operators: known(|row| Some(row.law?.0)),
            by_degree: known(|row| Some(row.law?.1)),
            by_length: known(|row| row.law.map(|_| row.terms.len())),
            by_keyword: match by_keyword {
                true => grouped(pairs().flat_map(keywords), tolerance),
                false => BTreeMap::new(),
            },
            calibration: calibrate.then(|| calibration(rows, outcomes, tolerance)),
            calibration_error: calibrate.then(|| ten.error()),
            calibration_error_next: calibrate.then(|| next.error()),
            reliability: calibrate.then(|| ten.bins()),
            reliability_next: calibrate.then(|| next.bins()),
            selective: calibrate.then(|| ten.selected()),
            steadiness: None,
        }
    }

    /// As one JSON object or as lines.
    pub fn print(&self, json: bool) -> Result<(), Error> {
        let mut out = std::io::stdout().lock();
        if json {
            let json = serde_json::to_string_pretty(self).map_err(std::io::Error::from)?;
            writeln!(out, "{json}")?;
            return Ok(());
        }
        writeln!(out, "rows                {}", self.rows)?;
        if self.too_short > 0 {
            writeln!(out, "  left out          {} with too few terms", self.too_short)?;
        }
        writeln!(out, "accuracy            {:.1} %", self.accuracy)?;
        writeln!(out, "  on the next term  {:.1} %", self.accuracy_next)?;
        writeln!(out, "  if it must answer {:.1} %", self.accuracy_if_forced)?;
        if let Some(share) = self.some_candidate_right {
            writeln!(out, "  of any candidate  {share:.1} %")?;
        }
        if let (Some(right), Some(told)) = (self.guesses_right, self.guesses_told) {
            writeln!(out, "  next, or guessed  {:.1} %", self.accuracy_next_with_guesses)?;
            writeln!(
                out,
                "guessed             {:.1} %, of these {right:.1} % right on the next term ({told:.1} \
                 % told)",
                self.guessed
            )?;
        }
        writeln!(out, "answered            {:.1} %", self.answered)?;
        writeln!(out, "verified            {:.1} %", self.verified)?;
        if let Some(precision) = self.verified_precision {
            writeln!(out, "verified precision  {precision:.1} % right on the next ten terms")?;
        }
        writeln!(out, "likely              {:.1} %", self.likely)?;
        if let Some(precision) = self.likely_precision {
            writeln!(out, "likely precision    {precision:.1} % right on the next ten terms")?;
        }
        let Report { median_ms, ms_95, worst_ms, .. } = self;
        writeln!(out, "median              {median_ms:.1} ms a sequence")?;
        writeln!(out, "  95 %, worst       {ms_95:.1} ms, {worst_ms:.1} ms")?;
        let mut lines = Vec::new();
        for (kind, proposer) in &self.by_proposer {
            lines.push((kind.clone(), &proposer.group));
            for (method, group) in proposer.methods.iter().filter(|(method, _)| *method != kind) {
                lines.push((format!("  {method}"), group));
            }
        }
        print_groups(&mut out, "found by", &lines)?;
        print_groups(&mut out, "operators", &titled(&self.by_operators))?;
        print_groups(&mut out, "degree", &titled(&self.by_degree))?;
        print_groups(&mut out, "terms shown", &titled(&self.by_length))?;
        print_groups(&mut out, "keyword", &titled(&self.by_keyword))?;
        let bins: Vec<_> = self
            .calibration
            .iter()
            .flatten()
            .map(|bin| (format!("{} to {}", edge(bin.from), edge(bin.to)), &bin.group))
            .collect();
        print_groups(&mut out, "bits saved", &bins)?;
        if let (Some(ten), Some(next)) = (self.calibration_error, self.calibration_error_next) {
            writeln!(
                out,
                "\ncalibration error   {ten:.3} on the next ten terms, {next:.3} on the next"
            )?;
        }
        let reliability = [("ten terms", &self.reliability), ("one term", &self.reliability_next)];
        for (title, bins) in reliability {
            let Some(bins) = bins else { continue };
            writeln!(out, "\n{:<20}answers   told  right", format!("told on {title}"))?;
            for reliability::Bin { answers, told, right } in bins {
                writeln!(out, "{answers:>27} {told:>6.1} {right:>6.1}")?;
            }
        }
        if let Some(Steadiness { verified, turned_wrong, likely, fell }) = &self.steadiness {
            writeln!(
                out,
                "\nwith one more term  {turned_wrong} of {verified} verified right answers turn wrong,\n\
                 {:20}{fell:.1} % of {likely} probabilities above 0.9 fall by more than 0.05",
                ""
            )?;
        }
        if let Some(selective) = &self.selective {
            writeln!(out, "\nlikeliest answers, % of rows   right %")?;
            for Selected { answered, right } in selective {
                writeln!(out, "{answered:>28.1} {right:>9.1}")?;
            }
        }
        Ok(())
    }
}

/// A row for each of its keywords.
fn keywords<'a>(
    pair: (&'a Row, &'a Outcome),
) -> impl Iterator<Item = (String, (&'a Row, &'a Outcome))> {
    pair.0.keywords.iter().map(move |keyword| (keyword.clone(), pair))
}

fn edge(bits: Option<f64>) -> String {
    bits.map_or_else(|| "…".to_owned(), |bits| format!("{bits:.0}"))
}

fn titled<K: ToString>(groups: &BTreeMap<K, Group>) -> Vec<(String, &Group)> {
    groups.iter().map(|(key, group)| (key.to_string(), group)).collect()
}

/// 0 to 100; 0 of nothing.
pub fn percent(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}

impl Group {
    fn add(&mut self, row: &Row, outcome: &Outcome, tolerance: f64) {
        self.rows += 1;
        self.right += usize::from(outcome.is_right(row.asked, tolerance));
        self.right_next += usize::from(outcome.is_right(1, tolerance));
        self.verified += usize::from(outcome.is_verified());
        let right = outcome.answer().is_some_and(|answer| answer.is_right_beyond(tolerance));
        self.verified_right += usize::from(outcome.is_verified() && right);
        self.accuracy = percent(self.right, self.rows);
    }
}

fn grouped<'a, K: Ord>(
    rows: impl Iterator<Item = (K, (&'a Row, &'a Outcome))>,
    tolerance: f64,
) -> BTreeMap<K, Group> {
    let mut groups: BTreeMap<K, Group> = BTreeMap::new();
    for (key, (row, outcome)) in rows {
        groups.entry(key).or_default().add(row, outcome, tolerance);
    }
    groups
}

fn by_proposer(rows: &[Row], outcomes: &[Outcome], tolerance: f64) -> BTreeMap<String, Proposer> {
    let mut proposers: BTreeMap<String, Proposer> = BTreeMap::new();
    for (row, outcome) in rows.iter().zip(outcomes) {
        let Some(answer) = outcome.answer() else { continue };
        let mut groups: Vec<_> = answer.found_by.iter().map(|profile| profile.group).collect();
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            let proposer = proposers.entry(group.label().to_owned()).or_default();
            proposer.group.add(row, outcome, tolerance);
        }
        for profile in &answer.found_by {
            let proposer = proposers.entry(profile.group.label().to_owned()).or_default();
            let method = proposer.methods.entry(profile.label.to_owned()).or_default();
            method.add(row, outcome, tolerance);
        }
    }
    proposers
}

fn calibration(rows: &[Row], outcomes: &[Outcome], tolerance: f64) -> Vec<Bin> {
    let bin = |answer: &Judged| BINS.iter().take_while(|&&from| answer.margin_bits >= from).count();
    let answered = rows
        .iter()
        .zip(outcomes)
        .filter_map(|(row, outcome)| Some((bin(outcome.answer()?), (row, outcome))));
    let mut groups = grouped(answered, tolerance);
    (0..=BINS.len())
        .map(|bin| Bin {
            from: bin.checked_sub(1).map(|below| BINS[below]),
            to: BINS.get(bin).copied(),
            group: groups.remove(&bin).unwrap_or_default(),
        })
        .collect()
}

fn print_groups(
    out: &mut impl Write,
    title: &str,
    groups: &[(String, &Group)],
) -> Result<(), Error> {
    if groups.is_empty() {
        return Ok(());
    }
    let title = format!("by {title}");
    writeln!(out, "\n{title:<32}  rows  right      %  next  verified  of those right")?;
    for (key, group) in groups {
        let Group { rows, right, accuracy, right_next, verified, verified_right } = group;
        writeln!(
            out,
            "{key:<30} {rows:>7} {right:>6} {accuracy:>6.1} {right_next:>5} {verified:>9} \
             {verified_right:>15}"
        )?;
    }
    Ok(())
}

/// Every row with what came out of it, one line a candidate.
pub fn write_tsv(
    path: &Path,
    rows: &[Row],
    outcomes: &[Outcome],
    tolerance: f64,
) -> Result<(), Error> {
    let created = std::fs::File::create(path).map_err(|error| Error::output(path, &error))?;
    let mut file = std::io::BufWriter::new(created);
    writeln!(
        file,
        "name\trank\tanswered\tright\tverified\tright_on_ten\tspare\tmargin_bits\tp_next\tp_ten\tms\t\
         found_by\tformula"
    )?;
    for (row, outcome) in rows.iter().zip(outcomes) {
        let (name, ms) = (&row.name, outcome.milliseconds);
        if outcome.candidates.is_empty() {
            writeln!(file, "{name}\t0\tfalse\tfalse\tfalse\tfalse\t0\t0.0\t0\t0\t{ms:.2}\t\t")?;
        }
        for (rank, law) in (1..).zip(&outcome.candidates) {
            writeln!(
                file,
                "{name}\t{rank}\t{}\t{}\t{}\t{}\t{}\t{:.1}\t{:.3}\t{:.3}\t{ms:.2}\t{}\t{}",
                outcome.answered && rank == 1,
                law.is_right(row.asked, tolerance),
                law.is_verified(),
                law.is_right_beyond(tolerance),
                law.spare,
                law.margin_bits,
                law.probability.map_or(0.0, |told| told.next),
                law.probability.map_or(0.0, |told| told.ten),
                law.found_by.iter().map(|found| found.label).collect::<Vec<_>>().join(", "),
                law.formula
            )?;
        }
    }
    file.flush()?;
    Ok(())
}
