//! Whether probabilities are kept: what was told against what came true, and how
//! accuracy rises where fewer questions are answered.

use ansatz::Probability;
use serde::Serialize;

use super::judge::Outcome;
use super::paper::results::{Axis, By, Plot, Scale, Series};
use super::read::BEYOND;
use super::report::percent;

/// In how many bins of equal width probabilities are put.
const BINS: usize = 10;

/// On how many terms an answer is to be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// On the next one.
    Next,
    /// On the next ten.
    Ten,
}

impl Claim {
    fn told(self, probability: &Probability) -> f64 {
        match self {
            Claim::Next => probability.next,
            Claim::Ten => probability.ten,
        }
    }

    fn terms(self) -> usize {
        match self {
            Claim::Next => 1,
            Claim::Ten => BEYOND,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Claim::Next => "the next term",
            Claim::Ten => "the next ten terms",
        }
    }
}

/// What was told of the answers, and what came true.
pub struct Reliability {
    claim: Claim,
    /// Each answer's probability, and whether it was right; the likeliest first.
    answers: Vec<(f64, bool)>,
    /// How many were asked for an answer.
    asked: usize,
}

/// Answers that were told to be about equally likely.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bin {
    /// How many.
    pub answers: usize,
    /// Percent that was told, on average.
    pub told: f64,
    /// Percent that came true.
    pub right: f64,
}

/// Accuracy where only the likeliest answers are given.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Selected {
    /// Percent of all questions that are answered.
    pub answered: f64,
    /// Percent of these answers that are right.
    pub right: f64,
}

impl Reliability {
    /// Of the answers that have a probability.
    pub fn new(outcomes: &[Outcome], claim: Claim, tolerance: f64) -> Reliability {
        let mut answers: Vec<(f64, bool)> = outcomes
            .iter()
            .filter_map(Outcome::answer)
            .filter_map(|answer| {
                let told = claim.told(answer.probability.as_ref()?);
                Some((told, answer.is_right(claim.terms(), tolerance)))
            })
            .collect();
        answers.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        Reliability { claim, answers, asked: outcomes.len() }
    }

    /// Of the best law of each sequence, answer or not, by how many terms it leaves
    /// as proof: how tools choose that know no probabilities.
    pub fn by_spare(outcomes: &[Outcome], tolerance: f64) -> Reliability {
        let mut answers: Vec<(f64, bool)> = outcomes
            .iter()
            .filter_map(|outcome| outcome.candidates.first())
            .filter(|law| law.spare > 0)
            .map(|law| (law.spare as f64, law.is_right_beyond(tolerance)))
            .collect();
        answers.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        Reliability { claim: Claim::Ten, answers, asked: outcomes.len() }
    }

    /// The bins that have answers, from the least likely ones.
    pub fn bins(&self) -> Vec<Bin> {
        let mut sums = [(0usize, 0.0, 0usize); BINS];
        for &(told, right) in &self.answers {
            let bin = ((told * BINS as f64) as usize).min(BINS - 1);
            if let Some((count, sum, rights)) = sums.get_mut(bin) {
                *count += 1;
                *sum += told;
                *rights += usize::from(right);
            }
        }
        let filled = sums.into_iter().filter(|(count, ..)| *count > 0);
        filled
            .map(|(count, sum, rights)| Bin {
                answers: count,
                told: 100.0 * sum / count as f64,
                right: percent(rights, count),
            })
            .collect()
    }

    /// The expected calibration error, from 0 to 1: how far what was told is from
    /// what came true, in the bins, on average over the answers.
    pub fn error(&self) -> f64 {
        let off = |bin: &Bin| bin.answers as f64 * (bin.told - bin.right).abs() / 100.0;
        self.bins().iter().map(off).sum::<f64>() / self.answers.len().max(1) as f64
    }

    /// Accuracy of the likeliest answers, by twentieths of the questions, and of
    /// all answers.
    pub fn selected(&self) -> Vec<Selected> {
        let mut selected = Vec::new();
        let mut rights = 0;
        let step = self.asked.div_ceil(20).max(1);
        for (count, (_, right)) in (1..).zip(&self.answers) {
            rights += usize::from(*right);
            if count % step == 0 || count == self.answers.len() {
                selected.push(Selected {
                    answered: percent(count, self.asked),
                    right: percent(rights, count),
                });
            }
        }
        selected
    }

    /// What was told against what came true, as a curve.
    pub fn series(&self, name: &str) -> Series {
        let label = match name {
            "" => self.claim.label().to_owned(),
            name => format!("{name}, {}", self.claim.label()),
        };
        let points = self.bins().iter().map(|bin| (bin.told, bin.right)).collect();
        Series { group: label.clone(), label, by: By::Ansatz, points }
    }

    /// Accuracy against the share that is answered, as a curve.
    pub fn selective_series(&self, name: &str) -> Series {
        let points = self.selected().iter().map(|one| (one.answered, one.right)).collect();
        Series { label: name.to_owned(), group: name.to_owned(), by: By::Ansatz, points }
    }
}

/// A diagram with percent on both axes. Where told is what came true, curves lie
/// on the diagonal.
pub fn diagram(
    file: &str,
    title: &str,
    axis: &str,
    mut series: Vec<Series>,
    diagonal: bool,
) -> Plot {
    let ticks = (0..=5).map(|fifth| f64::from(20 * fifth));
    if diagonal {
        series.push(Series {
            label: "what is told comes true".to_owned(),
            group: "diagonal".to_owned(),
            by: By::Ansatz,
            points: vec![(0.0, 0.0), (100.0, 100.0)],
        });
    }
    Plot {
        file: file.to_owned(),
        title: title.to_owned(),
        x: Axis {
            label: axis.to_owned(),
            scale: Scale::Linear,
            ticks: ticks.map(|tick| (tick, tick.to_string())).collect(),
        },
        series,
    }
}

/// The diagram of told against true.
pub fn reliability_diagram(file: &str, series: Vec<Series>) -> Plot {
    diagram(file, "What was told, and what came true", "told, %", series, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reliability(answers: &[(f64, bool)], asked: usize) -> Reliability {
        Reliability { claim: Claim::Ten, answers: answers.to_vec(), asked }
    }

    #[test]
    fn the_error_is_the_mean_distance_of_the_bins() {
        let kept = reliability(&[(0.95, true), (0.5, true), (0.5, false)], 4);
        assert!((kept.error() - 0.05 / 3.0).abs() < 1e-12, "{}", kept.error());
        let boast = reliability(&[(0.9, false), (0.9, true)], 2);
        assert!((boast.error() - 0.4).abs() < 1e-12, "{}", boast.error());
        assert_eq!(reliability(&[], 3).error(), 0.0);
    }

    #[test]
    fn the_likeliest_answers_are_selected_first() {
        let answers = [(0.9, true), (0.8, true), (0.2, false)];
        let selected = reliability(&answers, 4).selected();
        let shares: Vec<(f64, f64)> = selected.iter().map(|s| (s.answered, s.right)).collect();
        assert_eq!(shares[..2], [(25.0, 100.0), (50.0, 100.0)]);
        assert_eq!(shares[2].0, 75.0);
        assert!((shares[2].1 - 66.666).abs() < 0.01);
    }
}
