//! binomial(b·n + a, n + c) times a quotient of polynomials: Catalan numbers
//! and their kin, where too few terms are shown for a recurrence.

use ansatz_expr::{Expr, Op};

use super::GuessSearch;
use super::ratio::{self, QuotientShape};
use crate::classical::sum;

const SLOPES: std::ops::RangeInclusive<i128> = 2..=4;
const CONSTANTS: std::ops::RangeInclusive<i128> = -4..=4;
const SHIFTS: std::ops::RangeInclusive<i128> = -3..=2;
/// More terms are not looked at while searching: binomials grow fast.
const MOST_TERMS: usize = 24;
/// What it takes to say which binomial it is, in bits.
const BINOMIAL_BITS: f64 = 9.0;

/// Quotients of linear polynomials first: with quadratic ones more fits.
const FORMS: [QuotientShape; 2] = [
    QuotientShape { skip: 0, above: 1, below: 1, factor_bits: BINOMIAL_BITS },
    QuotientShape { skip: 0, above: 2, below: 2, factor_bits: BINOMIAL_BITS + 2.0 },
];

pub(super) fn propose(search: &mut GuessSearch<'_>) {
    let terms: Vec<i128> =
        search.problem.terms().iter().take(MOST_TERMS).map_while(|term| term.to_i128()).collect();
    for form in FORMS {
        for slope in SLOPES {
            for constant in CONSTANTS {
                for shift in SHIFTS {
                    if attempt(search, &terms, [slope, constant, shift], form) == Some(true) {
                        return;
                    }
                }
            }
        }
    }
}

fn attempt(
    search: &mut GuessSearch<'_>,
    terms: &[i128],
    [slope, constant, shift]: [i128; 3],
    form: QuotientShape,
) -> Option<bool> {
    let numbers = (1i128..).take(terms.len());
    let binomials: Option<Vec<i128>> =
        numbers.map(|n| binomial(slope * n + constant, n + shift)).collect();
    let linear = |rest: i128, slope: i128| sum(vec![(slope, Some(Expr::n())), (rest, None)]);
    let factor = || Expr::binary(Op::Binomial, &linear(constant, slope)?, &linear(shift, 1)?);
    ratio::attempt(search, terms, &binomials?, factor, form)
}

/// Nothing where it does not fit.
fn binomial(n: i128, k: i128) -> Option<i128> {
    if n < 0 || k < 0 || k > n {
        return Some(0).filter(|_| n >= 0);
    }
    (0..k.min(n - k)).try_fold(1i128, |value, at| Some(value.checked_mul(n - at)? / (at + 1)))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{continuation, ints};
    use super::binomial;

    #[test]
    fn quotients_of_binomials() {
        let check = |law: fn(i128) -> i128| {
            let terms: Vec<i128> = (1..=14).map(law).collect();
            let (next, found) = continuation(&terms[..9], 5);
            assert_eq!(next, ints(&terms[9..]), "{found}");
            assert!(found.contains("binomial"), "{found}");
        };
        check(|n| binomial(3 * n, n).unwrap() / (2 * n + 1));
        check(|n| binomial(4 * n + 1, n).unwrap() * (n + 2));
        check(|n| 6 * binomial(2 * n, n).unwrap() * (n * n + n + 1) / ((n + 1) * (n + 2)));
        check(|n| 3 * binomial(3 * n + 2, n + 1).unwrap() / (n + 2));
    }
}
