//! Floats in the bank: values with their uncertainty.

use ansatz_expr::{Domain, Op};

use super::pieces::BankValue;
pub(super) use crate::precision::Dual;

impl BankValue for Dual {
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
