//! The partial quotients of a constant, one a term.

use ansatz_expr::{Expr, Op, sort};

use super::bank::ConstantBank;
use super::{ConstantSearch, roots};

/// What it takes to say that the first quotient is left out.
const SHIFT_PRICE: f64 = 1.0;

pub(super) fn propose(search: &mut ConstantSearch<'_>, terms: &[i128]) {
    let Some((_, later)) = terms.split_first() else { return };
    if later.iter().any(|term| *term < 1) {
        return;
    }
    // From the last to the first: the error of the tail shrinks on the way.
    let value = |tail: f64| terms.iter().rev().fold(tail, |rest, &term| term as f64 + 1.0 / rest);
    let (one, other) = (value(1.0), value(f64::INFINITY));
    let (low, high) = (one.min(other), one.max(other));
    let error = (high - low) / high;
    // Hardly anything known.
    if !(0.0..=1e-7).contains(&error) || high <= 0.0 {
        return;
    }
    let slack = 4e-15 * high;
    let middle = (low + high) / 2.0;
    let mut candidates = ConstantBank::get().between(low - slack, high + slack, 3);
    candidates.extend(roots::quadratic(middle, error));
    candidates.extend(roots::recognise(middle, error));
    sort::by(&mut candidates, |one, other| one.price.total_cmp(&other.price));
    for constant in candidates {
        let law = Expr::binary(Op::CFrac, &constant.expr, &Expr::n());
        if search.offer(law, constant.price + SHIFT_PRICE) {
            return;
        }
    }
    // The fraction of 1/x without its 0.
    for constant in ConstantBank::get().between(1.0 / (high + slack), 1.0 / (low - slack), 2) {
        let next = Expr::binary(Op::Add, &Expr::n(), &Expr::int(1i64));
        let law = next.and_then(|next| Expr::binary(Op::CFrac, &constant.expr, &next));
        if search.offer(law, constant.price + 2.0 * SHIFT_PRICE) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::continuation;

    /// The partial quotients of √N by the usual recurrence in integers.
    fn quotients(number: i64, count: usize) -> Vec<i64> {
        let whole = (number as f64).sqrt() as i64;
        let (mut m, mut d, mut a) = (0, 1, whole);
        let mut list = vec![a];
        while list.len() < count {
            m = d * a - m;
            d = (number - m * m) / d;
            a = (whole + m) / d;
            list.push(a);
        }
        list
    }

    #[test]
    fn roots_whose_period_is_not_shown() {
        for number in [94, 331, 1726] {
            let all = quotients(number, 30);
            let (next, law) = continuation(&all[..15], 10);
            assert_eq!(next, all[15..25], "{law}");
            assert!(law.contains(&number.to_string()), "{law}");
        }
    }

    #[test]
    fn the_fraction_of_e() {
        let all: Vec<i64> = std::iter::once(2).chain((1..9).flat_map(|k| [1, 2 * k, 1])).collect();
        assert_eq!(continuation(&all[..15], 8).0, all[15..23]);
    }

    #[test]
    fn other_quotients_are_those_of_nothing() {
        let terms = [3, 1, 9, 2, 2, 14, 1, 1, 5, 3, 8, 1, 2, 6, 4, 1];
        assert!(continuation(&terms, 3).0.is_empty());
    }
}
