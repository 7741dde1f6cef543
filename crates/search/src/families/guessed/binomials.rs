//! binomial(b·n + a, n + c) times a quotient of linear polynomials: Catalan numbers
//! and their kin, where too few terms are shown for a recurrence.

use ansatz_expr::{Error, Expr, Op, math};

use super::{Desk, PROFILE};
use crate::Proposal;
use crate::classical::sum;
use crate::families::system::solve;

const SLOPES: std::ops::RangeInclusive<i128> = 2..=4;
const CONSTANTS: std::ops::RangeInclusive<i128> = -4..=4;
const SHIFTS: std::ops::RangeInclusive<i128> = -3..=2;
/// More terms are not looked at while searching: binomials grow fast.
const MOST_TERMS: usize = 24;
/// What it takes to say which binomial it is, in bits.
const BINOMIAL_BITS: f64 = 9.0;

pub(super) fn propose(desk: &mut Desk<'_>) {
    let terms: Vec<i128> =
        desk.problem.terms().iter().take(MOST_TERMS).map_while(|term| term.to_i128()).collect();
    for slope in SLOPES {
        for constant in CONSTANTS {
            for shift in SHIFTS {
                if attempt(desk, &terms, [slope, constant, shift]) == Some(true) {
                    return;
                }
            }
        }
    }
}

/// (p0 + p1·n)·binomial = (q0 + q1·n)·u, solved for the four.
fn attempt(
    desk: &mut Desk<'_>,
    terms: &[i128],
    [slope, constant, shift]: [i128; 3],
) -> Option<bool> {
    let numbered = || (1i128..).zip(terms);
    let binomials: Option<Vec<i128>> =
        numbered().map(|(n, _)| binomial(slope * n + constant, n + shift)).collect();
    let binomials = binomials?;
    let row = |with_constant: bool| -> Option<Vec<Vec<i128>>> {
        let cells = numbered().zip(&binomials).map(|((n, &term), &binomial)| {
            let multiples = (n.checked_mul(binomial)?, n.checked_mul(term)?);
            Some(match with_constant {
                true => vec![binomial, multiples.0, multiples.1, term],
                false => vec![binomial, multiples.0, term, multiples.1],
            })
        });
        cells.collect()
    };
    // Below stands q0 + q1·n: one of the two is not zero.
    let found = [true, false].into_iter().find_map(|with_constant| {
        let solution = solve(&row(with_constant)?)?;
        let [p0, p1, other] = *solution.numerators.as_slice() else { return None };
        let below = match with_constant {
            true => [solution.denominator, -other],
            false => [-other, solution.denominator],
        };
        Some(([p0, p1], below))
    });
    let (above, below) = found?;
    let linear = |[rest, slope]: [i128; 2]| sum(vec![(slope, Some(Expr::n())), (rest, None)]);
    let law = || -> Result<Expr, Error> {
        let top = linear([constant, slope])?;
        let bottom = linear([shift, 1])?;
        let binomial = Expr::binary(Op::Binomial, &top, &bottom)?;
        let product = match above {
            [1, 0] => binomial,
            above => Expr::binary(Op::Mul, &linear(above)?, &binomial)?,
        };
        match below {
            [1, 0] => Ok(product),
            below => Expr::binary(Op::Idiv, &product, &linear(below)?),
        }
    };
    let mut proposal = Proposal::new(law().ok()?, &PROFILE);
    let size = |value: i128| 1.0 + 2.0 * math::log2(value.unsigned_abs() as f64 + 1.0);
    let price: f64 = above.into_iter().chain(below).map(size).sum();
    proposal.fitted = 3;
    proposal.solved = true;
    proposal.stated_bits = Some(BINOMIAL_BITS + price);
    Some(desk.offer(proposal))
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
        check(|n| 3 * binomial(3 * n + 2, n + 1).unwrap() / (n + 2));
    }
}
