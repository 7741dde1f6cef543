//! Integer parts: `u(n) = P(n) // m` for a polynomial P, and `u(n) = c // n`.
//!
//! Integer parts of polynomials with a denominator (quarter-squares, rounded
//! multiples) satisfy linear recurrences too, but ones that need many terms.
//! Here the unknowns are a few small integers, and each term bounds them from
//! both sides.

use ansatz_expr::{Expr, Int, Op};

use super::{MethodRun, write};
use crate::description_bits;
use crate::information::integer_bits;

const MAX_DENOMINATOR: i128 = 72;
/// The same where the denominator and one factor are all there is.
const MAX_ALONE: i128 = 400;
const MAX_DEGREE: usize = 3;
const MAX_SKIP: usize = 2;
/// Fewer terms bound nothing.
const LEAST_TERMS: usize = 4;
/// Denominators beyond the first that works are tried while there are few.
const ENOUGH: usize = 4;
/// By how many bits rounding must exceed the law that explains it.
const SURPLUS: f64 = 8.0;
/// Terms above this are not integer parts of anything with small numbers.
const LARGEST: i128 = 1 << 60;

pub(super) fn propose(method: &mut MethodRun<'_>) {
    let Some(terms) = small_terms(method.terms()) else { return };
    if terms.len() < LEAST_TERMS {
        return;
    }
    for degree in 1..=MAX_DEGREE {
        let mut found = 0;
        for skip in 0..=MAX_SKIP {
            if terms.len() < skip + degree + 3 {
                break;
            }
            if !is_nearly_polynomial(&method.terms()[skip..], degree) {
                continue;
            }
            for denominator in 2..=MAX_DENOMINATOR {
                let bands: Vec<Band> = terms
                    .iter()
                    .enumerate()
                    .skip(skip)
                    .map(|(index, term)| Band {
                        n: index as i128 + 1,
                        low: term * denominator,
                        high: term * denominator + denominator - 1,
                    })
                    .collect();
                let mut polynomial = vec![0; degree + 1];
                let mut laws = Vec::new();
                through(&bands, degree, &mut polynomial, &mut laws);
                for coefficients in laws {
                    found += usize::from(offer(method, &coefficients, denominator, skip));
                }
                if found >= ENOUGH {
                    break;
                }
            }
            if found > 0 {
                break;
            }
        }
        if found > 0 {
            break;
        }
    }
    multiples(method, &terms);
    reciprocal(method, &terms);
}

/// `a·n // m` and `a·(n-1) // m`: the multiples of a number, rounded down.
/// Without a constant to choose, larger denominators are still worth a try.
fn multiples(method: &mut MethodRun<'_>, terms: &[i128]) {
    for before in 0..=1 {
        for denominator in 2..=MAX_ALONE {
            let (mut low, mut high) = (i128::MIN, i128::MAX);
            for (index, term) in terms.iter().enumerate() {
                let n = index as i128 + 1 - before;
                if n == 0 {
                    if *term != 0 {
                        return;
                    }
                    continue;
                }
                low = low.max((term * denominator + n - 1).div_euclid(n));
                high = high.min((term * denominator + denominator - 1).div_euclid(n));
                if low > high {
                    break;
                }
            }
            if low <= high && offer(method, &[-before * low, low], denominator, 0) {
                break;
            }
        }
    }
}

fn small_terms(terms: &[Int]) -> Option<Vec<i128>> {
    terms.iter().map(|term| term.to_i128().filter(|value| value.abs() < LARGEST)).collect()
}

/// Whether the differences are as small as rounding down can make them: a
/// polynomial's vanish, and the parts cut off are below 1 each.
fn is_nearly_polynomial(terms: &[Int], degree: usize) -> bool {
    let limit = Int::from(1i64 << degree);
    differences(terms, degree + 1).iter().all(|difference| difference.abs() < limit)
}

/// What P(n) may be.
#[derive(Debug, Clone, Copy)]
struct Band {
    n: i128,
    low: i128,
    high: i128,
}

/// The polynomials with integer coefficients that pass through all the bands.
fn through(bands: &[Band], degree: usize, found: &mut [i128], laws: &mut Vec<Vec<i128>>) {
    if laws.len() >= ENOUGH {
        return;
    }
    if degree == 0 {
        let low = bands.iter().map(|band| band.low).max().unwrap_or(0);
        let high = bands.iter().map(|band| band.high).min().unwrap_or(-1);
        if low <= high {
            // The constant that is shortest to write.
            found[0] = if low <= 0 && 0 <= high {
                0
            } else if low > 0 {
                low
            } else {
                high
            };
            laws.push(found.to_vec());
        }
        return;
    }
    let Some((low, high)) = leading_range(bands, degree) else { return };
    for coefficient in low..=high.min(low + 64) {
        let mut rest = Vec::with_capacity(bands.len());
        for band in bands {
            let Some(value) =
                band.n.checked_pow(degree as u32).and_then(|power| power.checked_mul(coefficient))
            else {
                return;
            };
            rest.push(Band { n: band.n, low: band.low - value, high: band.high - value });
        }
        found[degree] = coefficient;
        through(&rest, degree - 1, found, laws);
    }
    found[degree] = 0;
}

/// Bounds for the leading coefficient: its divided difference over points
/// spread from the first band to the last.
fn leading_range(bands: &[Band], degree: usize) -> Option<(i128, i128)> {
    let last = bands.len().checked_sub(1)?;
    let points: Vec<Band> = (0..=degree).map(|k| bands[k * last / degree]).collect();
    let (mut low, mut high) = (0.0f64, 0.0f64);
    for (index, point) in points.iter().enumerate() {
        let weight: f64 = points
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index)
            .map(|(_, other)| (point.n - other.n) as f64)
            .product();
        if weight == 0.0 {
            return None;
        }
        let (a, b) = (point.low as f64 / weight, point.high as f64 / weight);
        low += a.min(b);
        high += a.max(b);
    }
    // A hair wider, for rounding.
    let slack = 1e-9 * (1.0 + low.abs() + high.abs());
    Some(((low - slack).ceil() as i128, (high + slack).floor() as i128))
}

fn offer(
    method: &mut MethodRun<'_>,
    coefficients: &[i128],
    denominator: i128,
    skip: usize,
) -> bool {
    let law = || -> Result<Expr, ansatz_expr::Error> {
        let mut content = 0;
        for &c in coefficients {
            content = super::field::gcd(content, c);
        }
        let dividend = if content == 1 && coefficients.len() == 2 {
            let n = Some(Expr::n());
            write::sum(vec![(coefficients[1], n), (coefficients[0], None)])?
        } else {
            write::single(write::polynomial(coefficients)?)?
        };
        Expr::binary(Op::Idiv, &dividend, &Expr::int(Int::from(denominator)))
    };
    let Ok(expr) = law() else { return false };
    // Some polynomial with a large enough denominator follows any smooth curve.
    // Only if the law is shorter than what rounding adds to the curve has
    // anything been explained; otherwise all terms count as fitted.
    let rest = differences(method.terms(), coefficients.len() - 1);
    let rounding: f64 = integer_bits(&rest).iter().sum();
    let explains = description_bits(&expr) + SURPLUS < rounding;
    let mut draft = method.draft(expr);
    draft.skip = skip;
    draft.fitted = if explains { coefficients.len() + 1 } else { method.terms().len() };
    method.offer(draft)
}

/// The differences of the given order.
fn differences(terms: &[Int], order: usize) -> Vec<Int> {
    let mut list = terms.to_vec();
    for _ in 0..order {
        list = list.windows(2).filter_map(|pair| pair[1].checked_sub(pair[0])).collect();
    }
    list
}

/// `c // (n + shift)`.
fn reciprocal(method: &mut MethodRun<'_>, terms: &[i128]) {
    for shift in 0..=4i128 {
        let at = |index: usize| index as i128 + 1 + shift;
        let low = terms.iter().enumerate().map(|(i, term)| term * at(i)).max();
        let high = terms.iter().enumerate().map(|(i, term)| (term + 1) * at(i) - 1).min();
        let (Some(low), Some(high)) = (low, high) else { return };
        if low > high || low < 2 {
            continue;
        }
        let law = || -> Result<Expr, ansatz_expr::Error> {
            let divisor = write::sum(vec![(1, Some(Expr::n())), (shift, None)])?;
            Expr::binary(Op::Idiv, &Expr::int(Int::from(low)), &divisor)
        };
        if let Ok(expr) = law() {
            let mut draft = method.draft(expr);
            (draft.skip, draft.fitted) = (0, 2);
            if method.offer(draft) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::classical::{Method, testing::*};

    #[test]
    fn quarter_squares_and_rounded_multiples() {
        let quarter = ints((1..15).map(|n| n * n / 4));
        assert_eq!(best(Method::Floored, &quarter), "idiv(sqr(n), 4)");
        let rounded = ints((1..16).map(|n| (2 * n * n + 5 * n + 3) / 11));
        assert_eq!(
            continuation(Method::Floored, &rounded, 8),
            ints((16..24).map(|n| (2 * n * n + 5 * n + 3) / 11))
        );
        let slope = ints((1..15).map(|n| 5 * n / 7));
        assert_eq!(best(Method::Floored, &slope), "idiv(mul(5, n), 7)");
    }

    #[test]
    fn multiples_of_an_irrational_number_for_a_while() {
        let beatty = |n: i64| (n as f64 * (1.0 + 5f64.sqrt()) / 2.0) as i64;
        let next = continuation(Method::Floored, &ints((1..26).map(beatty)), 8);
        assert_eq!(next, ints((26..34).map(beatty)));
    }

    #[test]
    fn quotients_of_a_constant() {
        assert_eq!(best(Method::Floored, &ints((1..16).map(|n| 360 / n))), "idiv(360, n)");
        assert_eq!(best(Method::Floored, &ints((3..16).map(|n| 100 / n))), "idiv(100, add(n, 2))");
    }

    #[test]
    fn random_looking_terms_have_none() {
        let terms = ints([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9]);
        assert!(proposals(Method::Floored, &terms).is_empty());
    }
}
