//! The digits of a constant, one a term.

use ansatz_expr::{Error, Expr, Op, math, sort};

use super::bank::{ConstantBank, KnownConstant};
use super::{ConstantSearch, roots};

/// Fewer digits fit too many constants.
const LEAST: usize = 10;
/// How many digits a double has.
const TOLD: usize = 16;
/// What it takes to say where the point is, and which base, in bits.
const PLACE_PRICE: f64 = 2.0;
const BASE_PRICE: f64 = 3.0;

pub(super) fn propose(search: &mut ConstantSearch<'_>, terms: &[i128]) {
    let largest = terms.iter().copied().max().unwrap_or(0);
    let zeros = terms.iter().take_while(|term| **term == 0).count();
    if largest > 15 || terms.len() < zeros + LEAST {
        return;
    }
    for base in [10, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16] {
        // A digit that never occurs says that the base is smaller.
        let fits = largest < base && (base == 10 || largest + 1 == base);
        if fits && in_base(search, terms, base, zeros) {
            return;
        }
    }
}

fn in_base(search: &mut ConstantSearch<'_>, terms: &[i128], base: i128, zeros: usize) -> bool {
    // The digits from the first that is not 0, as b.ccc….
    let base_value = base as f64;
    let told = (TOLD as f64 * math::log2(10f64) / math::log2(base_value)) as usize;
    let shown = terms.iter().skip(zeros).take(told);
    let mut value = 0.0;
    let mut unit = 1.0;
    for &digit in shown {
        value += digit as f64 * unit;
        unit /= base_value;
    }
    let width = unit * base_value;
    // The first digit that is not 0 counts units, or what comes before or after.
    for shift in [0i32, -1, 1, -2, 2, -3, 3] {
        let scale = base_value.powi(shift);
        let (low, high) = (value * scale, (value + width) * scale);
        let slack = 4e-15 * low;
        let mut candidates = ConstantBank::get().between(low - slack, high + slack, 3);
        candidates.extend(roots::recognise((low + high) / 2.0, width / value));
        if shift == 0 || shift == -1 {
            candidates.extend(roots::quadratic((low + high) / 2.0, width / value));
        }
        sort::by(&mut candidates, |one, other| one.price.total_cmp(&other.price));
        for constant in candidates {
            let price = constant.price
                + PLACE_PRICE
                + f64::from(shift.abs())
                + if base == 10 { 0.0 } else { BASE_PRICE };
            // Term `zeros + 1` is the digit of base^shift.
            let place = shift + zeros as i32 + 1;
            if search.offer(law(&constant, base as i64, place), price) {
                return true;
            }
        }
    }
    false
}

/// The digit of base^(place - n).
fn law(constant: &KnownConstant, base: i64, place: i32) -> Result<Expr, Error> {
    let base_expr = Expr::int(base);
    let power = match place {
        0 => Expr::n(),
        1.. => Expr::binary(Op::Sub, &Expr::n(), &Expr::int(i64::from(place)))?,
        _ => Expr::binary(Op::Add, &Expr::n(), &Expr::int(-i64::from(place)))?,
    };
    // Powers of negative numbers are no integers: these divide afterwards.
    let scaled = if place > 1 {
        let power = Expr::binary(Op::Pow, &base_expr, &Expr::n())?;
        let scaled = Expr::binary(Op::Mul, &constant.expr, &power)?;
        let below = Expr::binary(Op::Pow, &base_expr, &Expr::int(i64::from(place)))?;
        Expr::binary(Op::Div, &scaled, &below)?
    } else {
        let power = Expr::binary(Op::Pow, &base_expr, &power)?;
        Expr::binary(Op::Mul, &constant.expr, &power)?
    };
    Expr::binary(Op::Mod, &Expr::unary(Op::Floor, &scaled)?, &base_expr)
}

#[cfg(test)]
mod tests {
    use super::super::testing::continuation;

    /// The decimal digits of √N, by the integer root of N·10^(2k).
    fn root_digits(number: u128, count: usize) -> Vec<i64> {
        let target = number * 10u128.pow(2 * count as u32 - 2);
        let (mut low, mut high) = (0u128, 10u128.pow(count as u32 + 1));
        while high - low > 1 {
            let middle = (low + high) / 2;
            if middle * middle <= target { low = middle } else { high = middle }
        }
        low.to_string().bytes().map(|digit| i64::from(digit - b'0')).collect()
    }

    #[test]
    fn digits_of_roots() {
        for number in [2, 7, 95] {
            let digits = root_digits(number, 18);
            let (next, law) = continuation(&digits[..14], 4);
            assert_eq!(next, digits[14..18], "{law}");
        }
    }

    #[test]
    fn digits_before_and_after_the_point() {
        // 31.6… and 0.0316…: the same digits.
        let digits = root_digits(1000, 16);
        let mut later = vec![0, 0];
        later.extend(&digits);
        assert_eq!(continuation(&digits[..13], 3).0, digits[13..16]);
        assert_eq!(continuation(&later[..15], 3).0, later[15..18]);
    }

    #[test]
    fn other_digits_are_those_of_nothing() {
        let digits = [2, 0, 9, 4, 7, 1, 1, 8, 3, 6, 5, 0, 2, 2, 9, 7, 3, 4];
        assert!(continuation(&digits, 3).0.is_empty());
    }
}
