//! A sequence as a multiple of another, with a multiple of n and a number
//! added.

use ansatz_expr::{Error, Expr, Int, Op, sort};

use super::index::gcd;

/// `(factor·f + slope·n + offset) / divisor`, an exact division.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct AffineCombination {
    factor: i128,
    slope: i128,
    offset: i128,
    divisor: i128,
}

impl AffineCombination {
    /// How the values follow from those of f; `first` is the n of the first. A
    /// slope only if `order` is 2.
    pub(super) fn solve(values: &[i64], of: &[i64], first: usize, order: usize) -> Option<Self> {
        let (factor, divisor) =
            values.iter().zip(of).collect::<Vec<_>>().windows(order + 1).find_map(|window| {
                match *window {
                    [(t0, f0), (t1, f1)] => ratio(difference(t0, t1), difference(f0, f1)),
                    [(t0, f0), (t1, f1), (t2, f2)] => ratio(
                        difference(t1, t2) - difference(t0, t1),
                        difference(f1, f2) - difference(f0, f1),
                    ),
                    _ => None,
                }
            })?;
        let rest = |t: i64, f: i64| {
            divisor.checked_mul(t.into())?.checked_sub(factor.checked_mul(f.into())?)
        };
        let rests: Vec<i128> =
            values.iter().zip(of).map(|(&t, &f)| rest(t, f)).collect::<Option<_>>()?;
        let [r0, r1, ..] = *rests.as_slice() else { return None };
        let slope = if order == 2 { r1.checked_sub(r0)? } else { 0 };
        let offset = r0.checked_sub(slope.checked_mul(first as i128)?)?;
        let meets = |(n, rest): (i128, &i128)| {
            slope.checked_mul(n).and_then(|value| value.checked_add(offset)) == Some(*rest)
        };
        if !(first as i128..).zip(&rests).all(meets) {
            return None;
        }
        let common = [slope, offset, divisor]
            .into_iter()
            .fold(factor.unsigned_abs(), |so_far, c| gcd_wide(so_far, c.unsigned_abs()));
        let common = i128::try_from(common).ok().filter(|&common| common > 0)?;
        Some(AffineCombination {
            factor: factor / common,
            slope: slope / common,
            offset: offset / common,
            divisor: divisor / common,
        })
    }

    /// How many of its numbers were chosen.
    pub(super) fn fitted(&self) -> usize {
        let chosen = [self.factor != 1, self.slope != 0, self.offset != 0, self.divisor != 1];
        chosen.into_iter().filter(|&chosen| chosen).count()
    }

    /// The combination as an expression.
    pub(super) fn write(&self, f: &Expr) -> Result<Expr, Error> {
        let mut summands = vec![
            (self.factor, Some(f.clone())),
            (self.slope, Some(Expr::n())),
            (self.offset, None),
        ];
        summands.retain(|(coefficient, _)| *coefficient != 0);
        // What is positive first, so that the rest can be subtracted.
        sort::by_key(&mut summands, |(coefficient, _)| *coefficient < 0);
        let mut total: Option<Expr> = None;
        for (coefficient, factor) in summands {
            total = Some(match total {
                None => scaled(coefficient, factor)?,
                Some(before) => {
                    let op = if coefficient < 0 { Op::Sub } else { Op::Add };
                    let size = coefficient.checked_abs().unwrap_or(i128::MAX);
                    Expr::binary(op, &before, &scaled(size, factor)?)?
                }
            });
        }
        let total = total.unwrap_or_else(|| Expr::int(0i64));
        match self.divisor {
            1 => Ok(total),
            divisor => Expr::binary(Op::Idiv, &total, &Expr::int(Int::from(divisor))),
        }
    }
}

fn scaled(coefficient: i128, factor: Option<Expr>) -> Result<Expr, Error> {
    match factor {
        None => Ok(Expr::int(Int::from(coefficient))),
        Some(factor) if coefficient == 1 => Ok(factor),
        Some(factor) => Expr::binary(Op::Mul, &Expr::int(Int::from(coefficient)), &factor),
    }
}

fn difference(from: &i64, to: &i64) -> i128 {
    i128::from(*to) - i128::from(*from)
}

/// The reduced fraction with a positive denominator, if neither is 0.
fn ratio(numerator: i128, denominator: i128) -> Option<(i128, i128)> {
    if numerator == 0 || denominator == 0 {
        return None;
    }
    let common =
        i128::try_from(gcd_wide(numerator.unsigned_abs(), denominator.unsigned_abs())).ok()?;
    let sign = denominator.signum();
    Some((sign * numerator / common, sign * denominator / common))
}

fn gcd_wide(mut a: u128, mut b: u128) -> u128 {
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        return gcd(a, b).into();
    }
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
