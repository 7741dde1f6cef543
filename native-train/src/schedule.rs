//! The learning rate at each step.

use std::f64::consts::PI;

use ansatz_expr::math;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// How the learning rate goes on after the warm-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decay {
    /// The paper's: with the inverse square root of the step.
    Paper,
    /// Half a cosine, to zero at the last step.
    Cosine,
    /// Not at all, until [`Schedule::anneal`] is set.
    Constant,
}

/// The learning rate as a function of the step, and of nothing else: a resumed
/// run takes the same steps as one that was never stopped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The highest rate.
    pub peak: f64,
    /// The rate of the first step.
    pub start: f64,
    /// Steps from the first to the highest rate.
    pub warmup: u64,
    /// What comes after.
    pub decay: Decay,
    /// The last step, for the cosine.
    pub steps: Option<u64>,
    /// From which step, and for how many, the rate falls linearly to zero.
    pub anneal: Option<(u64, u64)>,
}

impl Schedule {
    /// The rate of a step, the first being 0.
    pub fn rate(&self, step: u64) -> f64 {
        let rate = self.before_annealing(step);
        match self.anneal {
            Some((from, length)) if step >= from => {
                let left = (from + length).saturating_sub(step) as f64;
                self.before_annealing(from) * left / length.max(1) as f64
            }
            _ => rate,
        }
    }

    fn before_annealing(&self, step: u64) -> f64 {
        if step < self.warmup {
            let done = step as f64 / self.warmup as f64;
            return self.start + done * (self.peak - self.start);
        }
        match self.decay {
            Decay::Constant => self.peak,
            Decay::Paper => {
                let warmup = self.warmup.max(1) as f64;
                self.peak * (warmup / (step as f64).max(warmup)).sqrt()
            }
            Decay::Cosine => {
                let steps = self.steps.unwrap_or(u64::MAX);
                let length = steps.saturating_sub(self.warmup).max(1) as f64;
                let done = ((step - self.warmup) as f64 / length).min(1.0);
                0.5 * self.peak * (1.0 + math::cos(PI * done))
            }
        }
    }

    /// The step after which nothing is learned any more, if there is one.
    pub fn end(&self) -> Option<u64> {
        match (self.anneal, self.steps) {
            (Some((from, length)), _) => Some(from + length),
            (None, steps) => steps,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(decay: Decay) -> Schedule {
        Schedule {
            peak: 2e-4,
            start: 1e-7,
            warmup: 10_000,
            decay,
            steps: Some(110_000),
            anneal: None,
        }
    }

    fn close(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-12
    }

    #[test]
    fn the_paper_s_schedule() {
        let schedule = schedule(Decay::Paper);
        assert!(close(schedule.rate(0), 1e-7));
        assert!(close(schedule.rate(10_000), 2e-4));
        assert!(close(schedule.rate(40_000), 1e-4));
    }

    #[test]
    fn the_cosine_ends_at_zero() {
        let schedule = schedule(Decay::Cosine);
        assert!(close(schedule.rate(60_000), 1e-4));
        assert!(close(schedule.rate(110_000), 0.0));
        assert!(close(schedule.rate(200_000), 0.0));
    }

    #[test]
    fn annealing_starts_where_the_rate_was() {
        let mut schedule = schedule(Decay::Constant);
        schedule.anneal = Some((20_000, 1000));
        assert!(close(schedule.rate(19_999), 2e-4));
        assert!(close(schedule.rate(20_000), 2e-4));
        assert!(close(schedule.rate(20_500), 1e-4));
        assert!(close(schedule.rate(21_000), 0.0));
        assert_eq!(schedule.end(), Some(21_000));
    }
}
