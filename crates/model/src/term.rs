//! What the networks need to know of a term, of either domain.

use ansatz_expr::{Int, Value};

use crate::Task;
use crate::encode::{float_steps, integer_steps};
use crate::extrapolate::{float, integer};
use crate::numbers::{self, NumberToken};

/// A function of the terms so far, which rules begin with.
pub type Base<T> = fn(&[T]) -> Option<T>;

/// A term as networks read and write it: as a number, as the last of some terms, and
/// as what simple rules give.
pub trait NetworkTerm: Value + 'static {
    /// The task of the network that writes laws of such terms.
    const SYMBOLIC: Task;
    /// The task of the network that writes such terms.
    const NUMERIC: Task;

    /// Appends its tokens with digits of a base.
    fn push(self, base: u16, tokens: &mut Vec<NumberToken>);

    /// Reads it back.
    fn read(tokens: &[NumberToken], base: u16) -> Option<Self>;

    /// The terms that a network has written.
    fn read_all(tokens: &[NumberToken]) -> Vec<Self>;

    /// Length of what is written of a term seen with those before it.
    #[doc(hidden)]
    const STEPS: usize;

    /// The features of the last of some terms: indices and values.
    #[doc(hidden)]
    fn steps(terms: &[Self]) -> Vec<(u16, f32)>;

    /// What rules begin with, by name: every base with every transform is a rule.
    const BASES: &'static [(&'static str, Base<Self>)];
    /// The names of the transforms.
    const TRANSFORMS: &'static [&'static str];

    /// A base after some terms.
    fn base(base: Base<Self>, terms: &[Self]) -> Option<Self>;

    /// What every transform makes of a base after some terms: `f[k]` is what it
    /// was k terms earlier.
    fn transformed(f: [Option<Self>; 4], terms: &[Self], out: &mut Vec<Option<Self>>);

    /// By how much a prediction of the last of these terms may miss it because
    /// digits are not shown.
    fn slack(terms: &[Self]) -> f64;

    /// Whether a prediction is right.
    fn is_hit(self, truth: Self, slack: f64) -> bool;

    /// Whether two predictions are one.
    fn is_same(self, other: Self) -> bool;
}

impl NetworkTerm for Int {
    const SYMBOLIC: Task = Task::IntegerSymbolic;
    const NUMERIC: Task = Task::IntegerNumeric;

    fn push(self, base: u16, tokens: &mut Vec<NumberToken>) {
        numbers::push_integer_in(self, base, tokens);
    }

    fn read(tokens: &[NumberToken], base: u16) -> Option<Int> {
        numbers::read_integer_in(tokens, base)
    }

    fn read_all(tokens: &[NumberToken]) -> Vec<Int> {
        numbers::read_integers(tokens)
    }

    const STEPS: usize = integer_steps::FEATURES;

    fn steps(terms: &[Int]) -> Vec<(u16, f32)> {
        integer_steps::features(terms).entries
    }

    const BASES: &'static [(&'static str, Base<Int>)] = integer::BASES;
    const TRANSFORMS: &'static [&'static str] = integer::TRANSFORMS;

    fn base(base: Base<Int>, terms: &[Int]) -> Option<Int> {
        base(terms)
    }

    fn transformed(f: [Option<Int>; 4], terms: &[Int], out: &mut Vec<Option<Int>>) {
        integer::transformed(f, terms, out);
    }

    fn slack(_: &[Int]) -> f64 {
        0.0
    }

    fn is_hit(self, truth: Int, _: f64) -> bool {
        self == truth
    }

    fn is_same(self, other: Int) -> bool {
        self == other
    }
}

impl NetworkTerm for f64 {
    const SYMBOLIC: Task = Task::FloatSymbolic;
    const NUMERIC: Task = Task::FloatNumeric;

    fn push(self, base: u16, tokens: &mut Vec<NumberToken>) {
        numbers::push_float_in(self, base, tokens);
    }

    fn read(tokens: &[NumberToken], base: u16) -> Option<f64> {
        numbers::read_float_in(tokens, base)
    }

    fn read_all(tokens: &[NumberToken]) -> Vec<f64> {
        numbers::read_floats(tokens)
    }

    const STEPS: usize = float_steps::FEATURES;

    fn steps(terms: &[f64]) -> Vec<(u16, f32)> {
        float_steps::features(terms).entries
    }

    const BASES: &'static [(&'static str, Base<f64>)] = float::BASES;
    const TRANSFORMS: &'static [&'static str] = float::TRANSFORMS;

    fn base(base: Base<f64>, terms: &[f64]) -> Option<f64> {
        base(terms).filter(|value| value.abs() <= float::MOST)
    }

    fn transformed(f: [Option<f64>; 4], terms: &[f64], out: &mut Vec<Option<f64>>) {
        float::transformed(f, terms, out);
    }

    fn slack(terms: &[f64]) -> f64 {
        float::slack(terms)
    }

    fn is_hit(self, truth: f64, slack: f64) -> bool {
        (self - truth).abs() <= 2.0 * slack + 1e-12 * truth.abs()
    }

    fn is_same(self, other: f64) -> bool {
        (self - other).abs() <= 1e-10 * self.abs().max(other.abs())
    }
}
