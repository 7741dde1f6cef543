//! The functions of integers that properties are made of.

use ansatz_expr::arith::{self, Factors};

/// A function of one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Unary {
    IsPrime,
    IsSquare,
    IsSquarefree,
    NumDiv,
    Phi,
    Mobius,
    Omega,
    BigOmega,
    Lpf,
    Gpf,
    Rad,
    Prime,
    PrimePi,
    Isqrt,
}

/// A function of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Idiv,
    Mod,
    Pow,
    Iroot,
    Gcd,
    Sigma,
    Kronecker,
    DigitSum,
    DigitCount,
    Reverse,
    Valuation,
    Eq,
    Ne,
    Lt,
    Le,
    /// The sum over the divisors d of the second of the Kronecker symbol
    /// (first/d).
    DivisorSum,
}

/// A function of three numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Ternary {
    CountDigit,
    Rebase,
    PowMod,
}

fn factors(n: i64) -> Option<Factors> {
    Factors::of(u64::try_from(n).ok()?)
}

impl Unary {
    /// The value, where the function is defined.
    pub(crate) fn apply(self, n: i64) -> Option<i64> {
        let word = u64::try_from(n).ok();
        Some(match self {
            Unary::IsPrime => word.is_some_and(arith::is_prime).into(),
            Unary::IsSquare => word.is_some_and(|n| n.isqrt().pow(2) == n).into(),
            Unary::Prime => i64::try_from(arith::prime(word?)?).ok()?,
            Unary::PrimePi => i64::try_from(arith::prime_count(word.unwrap_or(0))?).ok()?,
            Unary::Isqrt => n.checked_isqrt()?,
            Unary::IsSquarefree if n < 1 => 0,
            _ => self.of_factors(n, &factors(n)?)?,
        })
    }

    /// The value of a function of the prime factors.
    pub(crate) fn of_factors(self, n: i64, factors: &Factors) -> Option<i64> {
        let powers = factors.powers();
        let squarefree = || powers.iter().all(|&(_, e)| e == 1);
        let prime = |power: Option<&(u64, u32)>| power.map_or(1, |&(p, _)| p as i64);
        Some(match self {
            Unary::IsPrime => matches!(powers, [(_, 1)]).into(),
            Unary::IsSquare => powers.iter().all(|&(_, e)| e % 2 == 0).into(),
            Unary::IsSquarefree => squarefree().into(),
            Unary::NumDiv => powers.iter().map(|&(_, e)| i64::from(e) + 1).product(),
            Unary::Phi => powers.iter().fold(n, |phi, &(p, _)| phi / p as i64 * (p as i64 - 1)),
            Unary::Mobius if squarefree() => 1 - 2 * (powers.len() as i64 % 2),
            Unary::Mobius => 0,
            Unary::Omega => powers.len() as i64,
            Unary::BigOmega => powers.iter().map(|&(_, e)| i64::from(e)).sum(),
            Unary::Lpf => prime(powers.first()),
            Unary::Gpf => prime(powers.last()),
            Unary::Rad => powers.iter().map(|&(p, _)| p as i64).product(),
            Unary::Prime | Unary::PrimePi | Unary::Isqrt => return None,
        })
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Unary::IsPrime => "isprime",
            Unary::IsSquare => "issquare",
            Unary::IsSquarefree => "issquarefree",
            Unary::NumDiv => "numdiv",
            Unary::Phi => "phi",
            Unary::Mobius => "mobius",
            Unary::Omega => "omega",
            Unary::BigOmega => "bigomega",
            Unary::Lpf => "lpf",
            Unary::Gpf => "gpf",
            Unary::Rad => "rad",
            Unary::Prime => "prime",
            Unary::PrimePi => "primepi",
            Unary::Isqrt => "isqrt",
        }
    }
}

/// σ_k from the factors, if it fits.
pub(crate) fn sigma(factors: &Factors, k: u32) -> Option<i64> {
    factors.powers().iter().try_fold(1i64, |product, &(p, exponent)| {
        let step = i64::try_from(p).ok()?.checked_pow(k)?;
        let mut partial = 1i64;
        for _ in 0..exponent {
            partial = partial.checked_mul(step)?.checked_add(1)?;
        }
        product.checked_mul(partial)
    })
}

/// The sum over the divisors d of the Kronecker symbol (character/d), which is
/// multiplicative.
fn divisor_sum(character: i64, factors: &Factors) -> i64 {
    let sum = |&(p, exponent): &(u64, u32)| match kronecker(character, p as i64) {
        0 => 1,
        1 => i64::from(exponent) + 1,
        _ => i64::from(exponent % 2 == 0),
    };
    factors.powers().iter().map(sum).product()
}

/// The Kronecker symbol (a/b).
pub(crate) fn kronecker(mut a: i64, mut b: i64) -> i64 {
    if b == 0 {
        return (a.unsigned_abs() == 1).into();
    }
    let mut sign = if b < 0 && a < 0 { -1 } else { 1 };
    b = b.saturating_abs();
    let twos = b.trailing_zeros();
    if twos > 0 {
        if a % 2 == 0 {
            return 0;
        }
        if twos % 2 == 1 && matches!(a.rem_euclid(8), 3 | 5) {
            sign = -sign;
        }
        b >>= twos;
    }
    a = a.rem_euclid(b);
    while a != 0 {
        let twos = a.trailing_zeros();
        a >>= twos;
        if twos % 2 == 1 && matches!(b % 8, 3 | 5) {
            sign = -sign;
        }
        if a % 4 == 3 && b % 4 == 3 {
            sign = -sign;
        }
        (a, b) = (b % a, a);
    }
    if b == 1 { sign } else { 0 }
}

/// Folds over the digits of n in a base, the last first.
fn digits<A>(n: i64, base: i64, mut state: A, step: impl Fn(A, i64) -> Option<A>) -> Option<A> {
    if n < 0 || base < 2 {
        return None;
    }
    let mut rest = n;
    loop {
        state = step(state, rest % base)?;
        rest /= base;
        if rest == 0 {
            return Some(state);
        }
    }
}

impl Binary {
    /// The value, where the function is defined.
    pub(crate) fn apply(self, a: i64, b: i64) -> Option<i64> {
        Some(match self {
            Binary::Add => a.checked_add(b)?,
            Binary::Sub => a.checked_sub(b)?,
            Binary::Mul => a.checked_mul(b)?,
            Binary::Idiv => a.checked_sub(Binary::Mod.apply(a, b)?)?.checked_div(b)?,
            Binary::Mod => {
                let remainder = a.checked_rem(b)?;
                if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder }
            }
            Binary::Pow => a.checked_pow(u32::try_from(b).ok()?)?,
            Binary::Iroot => {
                let (n, k) = (u64::try_from(a).ok()?, u32::try_from(b).ok()?);
                let (mut low, mut high) = (0u64, n.checked_add(1)?);
                while high - low > 1 {
                    let middle = low.midpoint(high);
                    let fits = middle.checked_pow(k).is_some_and(|power| power <= n);
                    if fits { low = middle } else { high = middle }
                }
                i64::try_from(low).ok()?
            }
            Binary::Gcd => {
                let (mut a, mut b) = (a.checked_abs()?, b.checked_abs()?);
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                a
            }
            Binary::Sigma => sigma(&factors(a)?, u32::try_from(b).ok()?)?,
            Binary::Kronecker => kronecker(a, b),
            Binary::DigitSum => digits(a, b, 0, |sum, digit| Some(sum + digit))?,
            Binary::DigitCount => digits(a, b, 0, |count, _| Some(count + 1))?,
            Binary::Reverse => {
                digits(a, b, 0i64, |value, digit| value.checked_mul(b)?.checked_add(digit))?
            }
            Binary::Valuation => {
                if a == 0 || b < 2 {
                    return None;
                }
                let (mut rest, mut count) = (a, 0);
                while rest % b == 0 {
                    rest /= b;
                    count += 1;
                }
                count
            }
            Binary::Eq => (a == b).into(),
            Binary::Ne => (a != b).into(),
            Binary::Lt => (a < b).into(),
            Binary::Le => (a <= b).into(),
            Binary::DivisorSum => divisor_sum(a, &factors(b)?),
        })
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Idiv => "//",
            Binary::Mod => "%",
            Binary::Pow => "pow",
            Binary::Iroot => "iroot",
            Binary::Gcd => "gcd",
            Binary::Sigma => "sigma",
            Binary::Kronecker => "kronecker",
            Binary::DigitSum => "digitsum",
            Binary::DigitCount => "digitcount",
            Binary::Reverse => "reverse",
            Binary::Valuation => "valuation",
            Binary::Eq => "eq",
            Binary::Ne => "ne",
            Binary::Lt => "lt",
            Binary::Le => "le",
            Binary::DivisorSum => "sumdiv",
        }
    }

    /// How tightly an infix operator binds; `None` for functions.
    pub(super) fn precedence(self) -> Option<u8> {
        match self {
            Binary::Add | Binary::Sub => Some(1),
            Binary::Mul | Binary::Idiv | Binary::Mod => Some(2),
            _ => None,
        }
    }
}

impl Ternary {
    /// The value, where the function is defined.
    pub(crate) fn apply(self, a: i64, b: i64, c: i64) -> Option<i64> {
        match self {
            Ternary::CountDigit => {
                digits(a, c, 0, |count, digit| Some(count + i64::from(digit == b)))
            }
            Ternary::Rebase => {
                let step = |(sum, place): (i64, Option<i64>), digit: i64| {
                    let value = if digit == 0 { 0 } else { place?.checked_mul(digit)? };
                    Some((sum.checked_add(value)?, place.and_then(|place| place.checked_mul(c))))
                };
                digits(a, b, (0, Some(1)), step).map(|(sum, _)| sum)
            }
            Ternary::PowMod => {
                let base = u64::try_from(Binary::Mod.apply(a, c)?).ok()?;
                let (exponent, modulus) = (u64::try_from(b).ok()?, u64::try_from(c).ok()?);
                i64::try_from(arith::power_modulo(base, exponent, modulus)?).ok()
            }
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Ternary::CountDigit => "countdigit",
            Ternary::Rebase => "rebase",
            Ternary::PowMod => "powmod",
        }
    }
}
