//! Floats in the bank: values with their uncertainty, and how hits are confirmed.

use ansatz_expr::{Domain, Expr, Op};

use super::collect::Term;
use super::pieces::Word;
use crate::precision::Step;
pub(super) use crate::precision::{Dual, Precision};

impl Word for Dual {
    const DOMAIN: Domain = Domain::Float;

    #[inline(always)]
    fn apply(op: Op, a: Dual, b: Dual) -> Option<Dual> {
        Dual::computed(op, a, b)
    }

    #[inline(always)]
    fn digest(self) -> u64 {
        // Twelve digits or so: the last bits of the mantissa are rounding.
        (self.value + 0.0).to_bits().wrapping_add(1 << 11) >> 12
    }
}

impl Term for f64 {
    fn explained(self, expr: &Expr, history: &[f64], precision: &Precision) -> Option<f64> {
        Step::of(expr, history, self, precision)?.open
    }

    fn alike(self, other: f64) -> bool {
        (self - other).abs() <= 1e-9 * self.abs().max(other.abs())
    }
}
