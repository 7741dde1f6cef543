//! Which of several claims is true, if any: a conditional logit, with a small hidden
//! layer or without.

use ansatz_expr::math;
use rayon::prelude::*;

use super::minimize::minimize;

/// How strongly weights are drawn to zero.
const RIDGE: f64 = 2.0;

/// How strongly those of the hidden layer are, whose numbers have one size.
const HIDDEN_RIDGE: f64 = 15.0;

/// Where the hidden weights begin is as large.
const START: f64 = 0.3;

/// Questions are summed up in so many at a time, so that the sum is the same on any
/// number of threads.
const CHUNK: usize = 64;

/// Claims of which at most one is true, or which say the same.
pub struct Question {
    /// What speaks for each: the columns that are not zero.
    pub claims: Vec<Vec<(usize, f64)>>,
    /// Which are true.
    pub right: Vec<bool>,
}

/// What a claim's score is made of. That no claim is true has the score 0.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// Of each column.
    pub linear: Vec<f64>,
    /// Of each column for each hidden unit.
    pub hidden: Vec<Vec<f64>>,
    /// Of each hidden unit.
    pub units: Vec<f64>,
}

impl Weights {
    /// The score of a claim.
    pub fn score(&self, claim: &[(usize, f64)]) -> f64 {
        let sum = |weights: &[f64]| -> f64 {
            claim.iter().map(|&(column, value)| weights[column] * value).sum()
        };
        let units = self.units.iter().zip(&self.hidden);
        sum(&self.linear)
            + units.map(|(unit, weights)| unit * math::tanh(sum(weights))).sum::<f64>()
    }

    /// Bits that it takes to say which claim of each question is true, with these weights
    /// and with nothing but the share of questions with a true claim.
    pub fn loss(&self, questions: &[Question]) -> [f64; 2] {
        let count = questions.len().max(1) as f64;
        let told = questions.iter().map(|question| {
            let scores: Vec<f64> = question.claims.iter().map(|claim| self.score(claim)).collect();
            question.surprise(&scores)
        });
        let told = told.sum::<f64>() / count / math::ln(2.0);
        let answered = questions.iter().filter(|one| one.right.contains(&true)).count() as f64;
        let share = (answered / count).clamp(1e-9, 1.0 - 1e-9);
        let plain = -share * math::log2(share) - (1.0 - share) * math::log2(1.0 - share);
        let choice: f64 = questions
            .iter()
            .filter(|one| one.right.contains(&true))
            .map(|one| math::log2(one.claims.len() as f64))
            .sum();
        [told, plain + choice / count]
    }
}

impl Question {
    /// The share of what is true in each claim.
    fn targets(&self) -> Vec<f64> {
        let count = self.right.iter().filter(|right| **right).count().max(1) as f64;
        self.right.iter().map(|&right| f64::from(u8::from(right)) / count).collect()
    }

    /// The negative logarithm of what is told of the truth.
    fn surprise(&self, scores: &[f64]) -> f64 {
        let (log_sum, _) = log_sum(scores);
        let targets = self.targets();
        let any = targets.iter().sum::<f64>();
        let told: f64 = targets.iter().zip(scores).map(|(target, score)| target * score).sum();
        if any > 0.0 { log_sum - told } else { log_sum }
    }
}

/// The logarithm of the sum of the odds, and the probability of each claim.
fn log_sum(scores: &[f64]) -> (f64, Vec<f64>) {
    let largest = scores.iter().copied().fold(0.0, f64::max);
    let odds: Vec<f64> = scores.iter().map(|score| math::exp(score - largest)).collect();
    let sum = math::exp(-largest) + odds.iter().sum::<f64>();
    (math::ln(sum) + largest, odds.into_iter().map(|odds| odds / sum).collect())
}

/// The weights of so many columns, with so many hidden units. The first column is 1 in
/// every claim.
pub fn fit(questions: &[Question], columns: usize, units: usize) -> Weights {
    let sizes = Sizes::of(questions, columns);
    let linear = minimize(vec![0.0; columns], |weights| descent(questions, weights, columns, 0));
    if units == 0 {
        return Weights { linear, hidden: Vec::new(), units: Vec::new() };
    }
    let questions: Vec<Question> = questions.iter().map(|one| sizes.standard(one)).collect();
    // The linear part, of numbers that have one size now.
    let mut weights = sizes.apply(&linear);
    // Golden angles: as good as drawn at random, and the same for ever.
    let angle = |at: usize| math::sin(at as f64 * 2.399_963_229_728_653);
    weights.extend((0..units * columns).map(|at| START * angle(at + 1)));
    weights.extend((0..units).map(|at| START * angle(at * 7 + 3)));
    let weights = minimize(weights, |weights| descent(&questions, weights, columns, units));
    let (linear, rest) = weights.split_at(columns);
    let (hidden, own) = rest.split_at(units * columns);
    Weights {
        linear: sizes.undo(linear),
        hidden: hidden.chunks(columns).map(|unit| sizes.undo(unit)).collect(),
        units: own.to_vec(),
    }
}

/// Mean and deviation of the columns over all claims; the first, which is always 1, stays.
struct Sizes {
    means: Vec<f64>,
    deviations: Vec<f64>,
}

impl Sizes {
    fn of(questions: &[Question], columns: usize) -> Sizes {
        let claims = || questions.iter().flat_map(|question| &question.claims);
        let count = claims().count().max(1) as f64;
        let mut means = vec![0.0; columns];
        let mut squares = vec![0.0; columns];
        for &(column, value) in claims().flatten() {
            means[column] += value / count;
            squares[column] += value * value / count;
        }
        let deviation = |(square, mean): (&f64, &f64)| (square - mean * mean).max(0.0).sqrt();
        let mut deviations: Vec<f64> = squares.iter().zip(&means).map(deviation).collect();
        deviations.iter_mut().filter(|size| **size < 1e-6).for_each(|size| *size = f64::INFINITY);
        (means[0], deviations[0]) = (0.0, 1.0);
        Sizes { means, deviations }
    }

    fn standard(&self, question: &Question) -> Question {
        let claim = |claim: &Vec<(usize, f64)>| {
            let mut values: Vec<f64> = self.means.iter().map(|mean| -mean).collect();
            claim.iter().for_each(|&(column, value)| values[column] += value);
            values
                .iter()
                .zip(&self.deviations)
                .map(|(value, size)| value / size)
                .enumerate()
                .collect()
        };
        Question {
            claims: question.claims.iter().map(claim).collect(),
            right: question.right.clone(),
        }
    }

    /// Weights of numbers of one size from those of the numbers as they are.
    fn apply(&self, weights: &[f64]) -> Vec<f64> {
        let mut own: Vec<f64> = weights
            .iter()
            .zip(&self.deviations)
            .map(|(weight, size)| if size.is_finite() { weight * size } else { 0.0 })
            .collect();
        own[0] += weights.iter().zip(&self.means).map(|(weight, mean)| weight * mean).sum::<f64>();
        own
    }

    /// And back.
    fn undo(&self, weights: &[f64]) -> Vec<f64> {
        let mut own: Vec<f64> =
            weights.iter().zip(&self.deviations).map(|(weight, size)| weight / size).collect();
        own[0] -= own.iter().zip(&self.means).map(|(weight, mean)| weight * mean).sum::<f64>();
        own
    }
}

/// What is to be least, and its gradient: the surprise at the truth, and the weights'
/// size. They stand one after the other: linear, hidden by unit, of the units.
fn descent(
    questions: &[Question],
    weights: &[f64],
    columns: usize,
    units: usize,
) -> (f64, Vec<f64>) {
    let own = columns * (1 + units);
    let sums: Vec<(f64, Vec<f64>)> = questions
        .par_chunks(CHUNK)
        .map(|chunk| {
            let (mut loss, mut gradient) = (0.0, vec![0.0; weights.len()]);
            for question in chunk {
                let values: Vec<Vec<f64>> = question
                    .claims
                    .iter()
                    .map(|claim| {
                        let unit = |unit: usize| {
                            let from = columns * (1 + unit);
                            let sum = claim.iter().map(|&(at, value)| weights[from + at] * value);
                            math::tanh(sum.sum::<f64>())
                        };
                        (0..units).map(unit).collect()
                    })
                    .collect();
                let scores: Vec<f64> = question
                    .claims
                    .iter()
                    .zip(&values)
                    .map(|(claim, values)| {
                        let linear = claim.iter().map(|&(at, value)| weights[at] * value);
                        let hidden = values.iter().zip(&weights[own..]);
                        linear.sum::<f64>() + hidden.map(|(value, own)| value * own).sum::<f64>()
                    })
                    .collect();
                loss += question.surprise(&scores);
                let (_, told) = log_sum(&scores);
                let claims =
                    question.claims.iter().zip(&values).zip(told.iter().zip(question.targets()));
                for ((claim, values), (told, target)) in claims {
                    let off = told - target;
                    claim.iter().for_each(|&(at, value)| gradient[at] += off * value);
                    for (unit, value) in values.iter().enumerate() {
                        gradient[own + unit] += off * value;
                        let slope = off * weights[own + unit] * (1.0 - value * value);
                        let from = columns * (1 + unit);
                        claim.iter().for_each(|&(at, value)| gradient[from + at] += slope * value);
                    }
                }
            }
            (loss, gradient)
        })
        .collect();
    let (mut loss, mut gradient) = (0.0, vec![0.0; weights.len()]);
    for (part, slopes) in sums {
        loss += part;
        gradient.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
    }
    for (at, (slope, weight)) in gradient.iter_mut().zip(weights).enumerate() {
        let ridge = match at {
            // What counts always is free.
            at if units > 0 && at < own && at % columns == 0 => 0.0,
            at if at < columns => RIDGE,
            _ => HIDDEN_RIDGE,
        };
        loss += ridge / 2.0 * weight * weight;
        *slope += ridge * weight;
    }
    (loss, gradient)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(claims: &[&[f64]], right: Option<usize>) -> Question {
        let claim = |values: &&[f64]| values.iter().copied().enumerate().collect();
        let count = claims.len();
        Question {
            claims: claims.iter().map(claim).collect(),
            right: (0..count).map(|at| right == Some(at)).collect(),
        }
    }

    #[test]
    fn shares_are_found() {
        // Of two claims the one with the second column is right in six of ten cases, the
        // other in two.
        let cases = (0..1000).map(|at| match at % 10 {
            0..6 => Some(0),
            6..8 => Some(1),
            _ => None,
        });
        let questions: Vec<Question> =
            cases.map(|right| question(&[&[1.0, 1.0], &[1.0, 0.0]], right)).collect();
        let weights = fit(&questions, 2, 0);
        let scores = questions[0].claims.iter().map(|claim| weights.score(claim));
        let (_, told) = log_sum(&scores.collect::<Vec<f64>>());
        assert!((told[0] - 0.6).abs() < 0.01 && (told[1] - 0.2).abs() < 0.01, "{told:?}");
        let [left, plain] = weights.loss(&questions);
        assert!(left < plain, "{left} {plain}");
    }

    #[test]
    fn hidden_units_see_what_stands_together() {
        // Right if one of two things speaks for it, but not both.
        let cases = (0..2000).map(|at| {
            let (a, b) = (f64::from(at % 2), f64::from(at / 2 % 2));
            question(&[&[1.0, a, b]], (a != b).then_some(0))
        });
        let questions: Vec<Question> = cases.collect();
        let told = |weights: &Weights| weights.loss(&questions)[0];
        let (plain, hidden) = (fit(&questions, 3, 0), fit(&questions, 3, 3));
        assert!(told(&plain) > 0.99 && told(&hidden) < 0.5, "{} {}", told(&plain), told(&hidden));
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let questions = [
            question(&[&[1.0, 0.5, -1.0], &[1.0, 2.0, 0.3]], Some(1)),
            question(&[&[1.0, -0.7, 0.2]], None),
        ];
        let weights: Vec<f64> = (0..11).map(|at| math::sin(f64::from(at) * 1.7)).collect();
        let (_, gradient) = descent(&questions, &weights, 3, 2);
        for at in 0..weights.len() {
            let moved = |by: f64| {
                let mut weights = weights.clone();
                weights[at] += by;
                descent(&questions, &weights, 3, 2).0
            };
            let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((slope - gradient[at]).abs() < 1e-5, "{at}: {slope} {}", gradient[at]);
        }
    }
}
