//! Properties of one shape whose numbers are read off the members: values that are
//! prime, digits, powers modulo m.

use ansatz_expr::{arith, math};

use super::features::int_bits;
use super::functions::{Binary, Ternary, Unary};
use super::predicates::{PropertyCollector, choose_bits, gcd};
use super::term::MemberExpr;

impl PropertyCollector {
    /// a·m + b or a quadratic polynomial is prime, or never is.
    pub(super) fn prime_values(&mut self, members: &[i64]) {
        let is_prime = |value: i64| u64::try_from(value).is_ok_and(arith::is_prime);
        for a in 1..=120i64 {
            for b in -150..=150i64 {
                let bits = 2.0 + int_bits(a) + int_bits(b.abs());
                if bits >= self.limit {
                    continue;
                }
                let prime = || MemberExpr::unary(Unary::IsPrime, MemberExpr::linear(a, b));
                if members.iter().all(|&m| is_prime(a * m + b)) {
                    self.push(prime(), bits);
                } else if bits * 3.5 < members.len() as f64
                    && gcd(a, b) == 1
                    && members.iter().all(|&m| !is_prime(a * m + b))
                {
                    self.push(prime().equals(0), bits + 1.0);
                }
            }
        }
        self.prime_quadratics(members);
    }

    /// A quadratic polynomial is prime at all members.
    fn prime_quadratics(&mut self, members: &[i64]) {
        const MODULI: [i64; 5] = [3, 5, 7, 11, 13];
        if members.last().is_some_and(|&m| m > 1 << 22) {
            return;
        }
        // The residues of all members but the first, where values may be as small
        // as the moduli.
        let residues = MODULI
            .map(|q| members.iter().skip(4).fold(0u32, |mask, m| mask | 1 << m.rem_euclid(q)));
        for (a, b) in (1..=12i64).flat_map(|a| (-20..=20i64).map(move |b| (a, b))) {
            let start = 4.0 + int_bits(a) + int_bits(b.abs());
            if start >= self.limit {
                continue;
            }
            // Which c make some value divisible, by their residues.
            let divisible = std::array::from_fn::<u32, 5, _>(|index| {
                let (Some(&q), Some(&mask)) = (MODULI.get(index), residues.get(index)) else {
                    return 0;
                };
                let present = (0..q).filter(|x| mask >> x & 1 == 1);
                present.fold(0, |bad, x| bad | 1 << (-(a * x + b) * x).rem_euclid(q))
            });
            for c in -50..=50i64 {
                let is_divisible = |(q, bad): (&i64, &u32)| bad >> c.rem_euclid(*q) & 1 == 1;
                if MODULI.iter().zip(&divisible).any(is_divisible) {
                    continue;
                }
                let bits = start + int_bits(c.abs());
                let value = |m: i64| (a * m + b) * m + c;
                let is_prime = |&m: &i64| u64::try_from(value(m)).is_ok_and(arith::is_prime);
                if bits >= self.limit || !members.iter().all(is_prime) {
                    continue;
                }
                let square =
                    MemberExpr::binary(Binary::Pow, MemberExpr::M, MemberExpr::Const(2)).times(a);
                let linear = match b {
                    0 => square,
                    1.. => MemberExpr::binary(Binary::Add, square, MemberExpr::M.times(b)),
                    _ => MemberExpr::binary(Binary::Sub, square, MemberExpr::M.times(-b)),
                };
                self.push(MemberExpr::unary(Unary::IsPrime, linear.plus(c)), bits);
            }
        }
    }

    /// Digits that no member has, or its square or cube, in each base.
    pub(super) fn digit_sets(&mut self, members: &[i64]) {
        for (power, power_bits) in [(1, 0.0), (2, 4.0), (3, 6.0)] {
            let inner = match power {
                1 => MemberExpr::M,
                _ => MemberExpr::binary(Binary::Pow, MemberExpr::M, MemberExpr::Const(power)),
            };
            let values: Option<Vec<i64>> = members.iter().map(|&m| inner.value(m)).collect();
            let Some(values) = values else { continue };
            for base in 3..=16i64 {
                let base_bits = power_bits + if base == 10 { 4.0 } else { 7.5 };
                if let Some((term, bits)) = digit_set(&inner, &values, base) {
                    self.push(term, base_bits + bits);
                }
            }
        }
    }

    /// As many of one digit as of another, or more, or no fewer.
    pub(super) fn digit_orders(&mut self, members: &[i64], others: &[i64]) {
        for base in 2..=16i64 {
            let count = |m: &i64| digit_counts(*m, base);
            let counts: Vec<[u8; 16]> = members.iter().map(count).collect();
            let others: Vec<[u8; 16]> = others.iter().map(count).collect();
            let base_bits = match base {
                10 => 1.5,
                2 => 2.5,
                3 => 3.5,
                _ => 5.5,
            };
            let bits = base_bits + 3.5 + 2.0 * math::log2(base as f64);
            if bits >= self.limit {
                continue;
            }
            for (a, b) in (0..base).flat_map(|a| (0..base).map(move |b| (a, b))) {
                for function in [Binary::Eq, Binary::Lt, Binary::Le] {
                    let holds = |counts: &&[u8; 16]| {
                        let at = |digit: i64| counts.get(digit as usize).copied().unwrap_or(0);
                        function.apply(at(a).into(), at(b).into()) == Some(1)
                    };
                    if a == b || (function == Binary::Eq && a > b) {
                        continue;
                    }
                    if !counts.iter().all(|counts| holds(&counts)) {
                        continue;
                    }
                    let passing = others.iter().filter(holds).count();
                    if !self.is_chance(bits, passing, others.len()) {
                        let (a, b) = (
                            digit_count(&MemberExpr::M, a, base),
                            digit_count(&MemberExpr::M, b, base),
                        );
                        self.push(MemberExpr::binary(function, a, b), bits);
                    }
                    // Fewer is no more as well.
                    break;
                }
            }
        }
    }

    /// x^k = d has a solution modulo m, or has none.
    pub(super) fn power_residues(&mut self, members: &[i64]) {
        if members.iter().any(|&m| m < 2) {
            return;
        }
        for k in 2..=20i64 {
            for d in (2..=30i64).flat_map(|d| [d, -d]) {
                let bits = 5.0 + int_bits(k) + int_bits(d);
                if bits >= self.limit {
                    continue;
                }
                let one = |m: &i64| {
                    let exponent = (m - 1) / gcd(k, m - 1).max(1);
                    Ternary::PowMod.apply(d, exponent, *m) == Some(1)
                };
                let Some(first) = members.iter().position(|m| d % m != 0) else { continue };
                let solvable = members.get(first).is_some_and(one);
                if members.iter().all(|m| d % m == 0 || one(m) == solvable) {
                    let less = MemberExpr::linear(1, -1);
                    let divisor =
                        MemberExpr::binary(Binary::Gcd, MemberExpr::Const(k), less.clone());
                    let exponent = MemberExpr::binary(Binary::Idiv, less, divisor);
                    let term = MemberExpr::ternary(
                        Ternary::PowMod,
                        MemberExpr::Const(d),
                        exponent,
                        MemberExpr::M,
                    );
                    let term = if solvable {
                        let trivial = MemberExpr::Const(d).modulo_of(MemberExpr::M);
                        if members.iter().all(one) {
                            term.equals(1)
                        } else {
                            MemberExpr::binary(Binary::Add, term.equals(1), trivial.equals(0))
                        }
                    } else if members.iter().any(|m| d % m == 0) {
                        continue;
                    } else {
                        let power = MemberExpr::binary(Binary::Ne, term, MemberExpr::Const(1));
                        // Where d is 0, x = 0 is a solution.
                        let trivial = MemberExpr::Const(d).modulo_of(MemberExpr::M);
                        let other = MemberExpr::binary(Binary::Ne, trivial, MemberExpr::Const(0));
                        MemberExpr::binary(Binary::Mul, power, other)
                    };
                    self.push(term, bits);
                }
            }
        }
    }
}

/// How often each digit of a base is among those of m.
fn digit_counts(m: i64, base: i64) -> [u8; 16] {
    let mut counts = [0; 16];
    let mut rest = m.max(0);
    loop {
        if let Some(count) = counts.get_mut((rest % base) as usize) {
            *count += 1;
        }
        rest /= base;
        if rest == 0 {
            return counts;
        }
    }
}

/// How often a digit of a base is among those of a number.
fn digit_count(inner: &MemberExpr, digit: i64, base: i64) -> MemberExpr {
    MemberExpr::ternary(
        Ternary::CountDigit,
        inner.clone(),
        MemberExpr::Const(digit),
        MemberExpr::Const(base),
    )
}

/// That a number has no other digits than the values have, with what it costs to say
/// which those are; nothing if they have all, or all but one.
fn digit_set(inner: &MemberExpr, values: &[i64], base: i64) -> Option<(MemberExpr, f64)> {
    let mut seen = 0u32;
    for &value in values {
        for (digit, count) in digit_counts(value, base).into_iter().enumerate() {
            // That 0 is a member does not say that others have the digit 0.
            seen |= u32::from(count > 0 && value > 0) << digit;
        }
    }
    let used = i64::from(seen.count_ones());
    if used == 0 || used >= base - 1 {
        return None;
    }
    let digits = |wanted: bool| {
        (0..base)
            .filter(move |digit| (seen >> digit & 1 == 1) == wanted)
            .map(|digit| digit_count(inner, digit, base))
    };
    let sum = |wanted| digits(wanted).reduce(|a, b| MemberExpr::binary(Binary::Add, a, b));
    let term = if 2 * used <= base {
        let length = MemberExpr::binary(Binary::DigitCount, inner.clone(), MemberExpr::Const(base));
        sum(true).map(|sum| MemberExpr::binary(Binary::Eq, sum, length))
    } else {
        sum(false).map(|sum| sum.equals(0))
    };
    Some((term?, choose_bits(base as f64, used as f64)))
}
