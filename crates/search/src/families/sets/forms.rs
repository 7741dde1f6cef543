//! Numbers that a quadratic form represents.

use std::fmt;

use ansatz_expr::{arith, math, sort};

use super::predicates::PropertyCollector;
use super::term::MemberExpr;

/// ax² + bxy + cy² with 0 < a, |b| ≤ a ≤ c, so that it is never negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct QuadraticForm {
    a: i64,
    b: i64,
    c: i64,
    /// Whether x and y may be negative.
    any_sign: bool,
}

/// The largest first coefficient that is tried.
const LARGEST_FIRST: i64 = 24;
/// The largest last coefficient that is tried.
const LARGEST_LAST: i64 = 1_000;
/// Larger numbers are not looked at: their representations are too many to try.
const LARGEST: i64 = 1 << 24;

impl QuadraticForm {
    /// 4ac − b².
    fn discriminant(self) -> i64 {
        4 * self.a * self.c - self.b * self.b
    }

    /// Whether m is a value of the form: 4am = (2ax + by)² + (4ac − b²)y².
    pub(crate) fn represents(self, m: i64) -> Option<bool> {
        if m > LARGEST {
            return None;
        }
        let (whole, step) = (4 * self.a * m, self.discriminant());
        let has_x = |y: i64| {
            let square = whole - step * y * y;
            let root = square.checked_isqrt().unwrap_or(0);
            if root * root != square {
                return false;
            }
            [root - self.b * y, -root - self.b * y]
                .into_iter()
                .any(|x| x % (2 * self.a) == 0 && (self.any_sign || x >= 0))
        };
        Some((0..).take_while(|y| step * y * y <= whole).any(has_x))
    }

    /// About log2 of how many forms as small there are.
    fn bits(self) -> f64 {
        let size = |value: i64| math::log2(value as f64);
        let middle = match self.b {
            0 => 1.0,
            b if b == self.a => 2.0,
            _ => 3.0 + size(self.a),
        };
        let signs = if self.b == 0 || self.any_sign { 0.0 } else { 1.0 };
        4.0 + 1.3 * size(self.a) + middle + 1.3 * size(self.c) + signs
    }

    /// Writes in how many ways m is represented, which is 0 if it is not.
    pub(crate) fn write(self, f: &mut dyn fmt::Write, m: &str) -> fmt::Result {
        let QuadraticForm { a, b, c, any_sign } = self;
        if b == 0 {
            // a(m − ck²) = (ax)²; where a is squarefree, every square is one of ax.
            let square = match a {
                1 => format!("({m} - {c} * pow(k, 2))"),
                _ => format!("({a} * ({m} - {c} * pow(k, 2)))"),
            };
            write!(f, "sum(k=0..isqrt({m} // {c}), issquare{square}")?;
            let is_squarefree = (2..=a).all(|d| a % (d * d) != 0);
            if !is_squarefree {
                write!(f, " * eq(isqrt{square} % {a}, 0)")?;
            }
            return f.write_str(")");
        }
        // What is even is halved.
        let half = if b % 2 == 0 { 2 } else { 1 };
        let (whole, step) = (4 * a / (half * half), self.discriminant() / (half * half));
        let modulus = 2 * a / half;
        let middle = match b.abs() / half {
            1 => "k".to_owned(),
            size => format!("{size} * k"),
        };
        let square = format!("({whole} * {m} - {step} * pow(k, 2))");
        write!(f, "sum(k=0..isqrt({whole} * {m} // {step}), issquare{square}")?;
        // The root is that of (2ax + by)²; if a is prime, it always is, with some sign.
        let divisible = |sign: &str| format!("eq((isqrt{square} {sign} {middle}) % {modulus}, 0)");
        match (any_sign, b > 0) {
            (true, _) if a == 1 || arith::is_prime(a.unsigned_abs()) => {}
            (true, _) => write!(f, " * ({} + {})", divisible("-"), divisible("+"))?,
            (false, true) => {
                write!(f, " * {} * le({middle}, isqrt{square})", divisible("-"))?;
            }
            (false, false) => {
                let less = format!("{} * le(isqrt{square}, {middle})", divisible("-"));
                write!(f, " * ({} + {less})", divisible("+"))?;
            }
        }
        f.write_str(")")
    }
}

impl PropertyCollector {
    /// Forms that represent all of the members, which are prime.
    pub(super) fn forms(&mut self, members: &[i64]) {
        let is_prime = |m: &i64| u64::try_from(*m).is_ok_and(arith::is_prime);
        let largest = members.last().copied().unwrap_or(0);
        // Of this one y is not 0.
        let Some(&first) = members.iter().find(|&&m| m > LARGEST_FIRST) else { return };
        if largest > LARGEST || first > 4_000 || !members.iter().all(is_prime) {
            return;
        }
        let mut found = Vec::new();
        for a in 1..=LARGEST_FIRST {
            for b in -a..=a {
                for y in (1..).take_while(|y| a * y * y <= first) {
                    let x_limit = (2 * first / a).isqrt() + 1;
                    for x in 0..=x_limit {
                        let rest = first - a * x * x - b * x * y;
                        if rest % (y * y) != 0 {
                            continue;
                        }
                        let c = rest / (y * y);
                        if c < a || c > LARGEST_LAST {
                            continue;
                        }
                        // With any signs, −b stands for a negative x; without a
                        // middle, signs do not matter.
                        let any = QuadraticForm { a, b: b.abs(), c, any_sign: true };
                        let plain = (b != 0).then_some(QuadraticForm { a, b, c, any_sign: false });
                        for form in [Some(any), plain].into_iter().flatten() {
                            if form.bits() < self.limit
                                && members.iter().all(|&m| form.represents(m) == Some(true))
                            {
                                found.push(form);
                            }
                        }
                    }
                }
            }
        }
        sort::by(&mut found, Ord::cmp);
        found.dedup();
        for form in found {
            self.push(MemberExpr::Form(form), form.bits());
        }
    }
}
