//! Functions of m whose values may tell the members of a set from other numbers.

use std::sync::OnceLock;

use ansatz_expr::arith::Factors;
use ansatz_expr::math;

use super::functions::{Binary, Ternary, Unary, sigma};
use super::term::Term;

/// A function of m with its price.
#[derive(Debug, Clone)]
pub(crate) struct Feature {
    pub(crate) term: Term,
    /// About log2 of how many functions as simple there are.
    pub(crate) bits: f64,
    /// What its values can be used for.
    pub(crate) kind: Kind,
}

/// What the values of a feature are like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 0 or 1.
    Truth,
    /// Small numbers that can be told one by one: counts, digits, signs.
    Small,
    /// Numbers of every size.
    Large,
}

/// The bits of an integer that is written down.
pub(crate) fn int_bits(value: i64) -> f64 {
    let size = math::log2(value.unsigned_abs() as f64 + 1.0);
    1.0 + 1.5 * size + if value < 0 { 1.0 } else { 0.0 }
}

/// A function of m of which other functions are taken.
pub(crate) struct Inner {
    pub(crate) term: Term,
    pub(crate) bits: f64,
}

fn power(k: i64) -> Term {
    Term::binary(Binary::Pow, Term::M, Term::Const(k))
}

fn add(a: Term, b: Term) -> Term {
    Term::binary(Binary::Add, a, b)
}

fn sub(a: Term, b: Term) -> Term {
    Term::binary(Binary::Sub, a, b)
}

/// The prime after m.
fn next_prime() -> Term {
    Term::unary(Unary::Prime, Term::unary(Unary::PrimePi, Term::M).plus(1))
}

/// The functions of m that arithmetic and digit functions are applied to.
pub(crate) fn inners() -> &'static [Inner] {
    static INNERS: OnceLock<Vec<Inner>> = OnceLock::new();
    INNERS.get_or_init(|| {
        let mut all = vec![(Term::M, 0.0)];
        for b in 1..=10 {
            all.push((Term::linear(1, b), 1.0 + int_bits(b)));
            all.push((Term::linear(1, -b), 1.0 + int_bits(b)));
        }
        for a in 2..=6 {
            all.push((Term::linear(a, 0), 3.0 + int_bits(a)));
            for b in [1, 2, 3, 5] {
                all.push((Term::linear(a, b), int_bits(a) + int_bits(b)));
                all.push((Term::linear(a, -b), int_bits(a) + int_bits(b)));
            }
        }
        for b in [1, 3, 7, 9] {
            all.push((Term::linear(10, b), 7.0));
        }
        for (k, bits) in [(2, 3.5), (3, 5.0), (4, 6.0), (5, 7.0), (6, 7.5)] {
            all.push((power(k), bits));
            for b in [1, 2, 3, 4, 5] {
                all.push((power(k).plus(b), bits + int_bits(b)));
                all.push((power(k).plus(-b), bits + int_bits(b)));
            }
        }
        for b in [-1, 0, 1] {
            all.push((add(power(2), Term::M).plus(b), 5.5));
            all.push((sub(power(2), Term::M).plus(b), 6.5));
            all.push((power(2).times(2).plus(b), 6.5));
            all.push((power(3).times(2).plus(b), 8.0));
            all.push((add(power(3), Term::M).plus(b), 7.5));
            all.push((add(power(4), power(2)).plus(b), 8.5));
            all.push((add(power(4), Term::M).plus(b), 8.5));
        }
        let triangular = Term::binary(Binary::Idiv, add(power(2), Term::M), Term::Const(2));
        all.push((triangular.clone(), 5.0));
        all.push((triangular.plus(1), 7.0));
        for k in 2..=3 {
            all.push((Term::binary(Binary::Idiv, Term::M, Term::Const(k)), 6.0));
            all.push((Term::binary(Binary::Idiv, Term::linear(1, 1), Term::Const(k)), 7.0));
        }
        let prime = || Term::unary(Unary::Prime, Term::M);
        for b in -2..=2 {
            all.push((prime().plus(b), 4.0 + int_bits(b)));
        }
        all.push((Term::unary(Unary::Prime, Term::linear(1, 1)), 6.0));
        all.push((sub(Term::unary(Unary::Prime, Term::linear(1, 1)), prime()), 6.0));
        for (sign, name) in [(true, 6.5), (false, 6.5)] {
            let combine = if sign { add } else { sub };
            all.push((combine(prime(), Term::M), name));
            for function in [Unary::NumDiv, Unary::Phi, Unary::PrimePi, Unary::Gpf, Unary::Lpf] {
                all.push((combine(Term::M, Term::unary(function, Term::M)), name + 0.5));
            }
            for base in [10, 2] {
                for function in [Binary::DigitSum, Binary::Reverse] {
                    let digits = Term::binary(function, Term::M, Term::Const(base));
                    all.push((combine(Term::M, digits), name + 0.5));
                }
            }
        }
        for function in [
            Unary::NumDiv,
            Unary::Phi,
            Unary::Omega,
            Unary::BigOmega,
            Unary::Gpf,
            Unary::Rad,
            Unary::PrimePi,
            Unary::Isqrt,
        ] {
            all.push((Term::unary(function, Term::M), 5.0));
        }
        for k in [1, 2] {
            let sum = Term::binary(Binary::Sigma, Term::M, Term::Const(k));
            all.push((sum.clone(), 4.0 + k as f64));
            if k == 1 {
                all.push((sub(sum.clone(), Term::M), 5.5));
                all.push((sub(sum.clone(), Term::linear(2, 0)), 6.5));
                all.push((sub(sum.clone(), Term::linear(1, 1)), 6.5));
                all.push((add(sum.clone(), Term::M), 6.5));
                all.push((add(sum.clone(), Term::unary(Unary::Phi, Term::M)), 7.5));
                all.push((sub(sum, Term::unary(Unary::Phi, Term::M)), 7.5));
            }
        }
        for (function, base, bits) in [
            (Binary::DigitSum, 10, 3.5),
            (Binary::Reverse, 10, 4.0),
            (Binary::DigitSum, 2, 5.0),
            (Binary::DigitSum, 3, 6.0),
            (Binary::Reverse, 2, 6.0),
            (Binary::DigitCount, 2, 6.0),
            (Binary::DigitCount, 10, 6.0),
        ] {
            all.push((Term::binary(function, Term::M, Term::Const(base)), bits));
        }
        for (from, to) in [(2, 10), (3, 10), (2, 3), (10, 2), (4, 10), (2, 4), (10, 11)] {
            let read = Term::ternary(Ternary::Rebase, Term::M, Term::Const(from), Term::Const(to));
            all.push((read, 7.0));
        }
        all.push((next_prime(), 5.5));
        all.push((sub(next_prime(), Term::M), 5.5));
        let before = Term::unary(Unary::Prime, Term::unary(Unary::PrimePi, Term::linear(1, -1)));
        all.push((sub(Term::M, before.clone()), 6.5));
        all.push((sub(add(next_prime(), before), Term::linear(2, 0)), 8.0));
        let root = || Term::unary(Unary::Isqrt, Term::M);
        all.push((sub(Term::M, Term::binary(Binary::Pow, root(), Term::Const(2))), 6.0));
        let ten = Term::binary(Binary::DigitCount, Term::M, Term::Const(10));
        let length = Term::binary(Binary::Pow, Term::Const(10), ten);
        for digit in 1..=9 {
            all.push((add(Term::M, length.clone().times(digit)), 7.5));
        }
        // m written twice, what is missing to the next power of ten, and m with its
        // first digit increased.
        all.push((Term::binary(Binary::Mul, length.clone().plus(1), Term::M), 8.0));
        all.push((sub(length.clone(), Term::M), 7.5));
        let first = Term::binary(Binary::Idiv, length, Term::Const(10));
        all.push((add(Term::M, first), 8.0));
        all.into_iter().map(|(term, bits)| Inner { term, bits }).collect()
    })
}

/// The functions of an inner value that are tried on every inner.
enum Outer {
    Itself,
    Unary(Unary),
    Sigma,
    Digits(Binary, i64),
}

const OUTERS: [(Outer, f64, Kind); 18] = [
    (Outer::Itself, 0.0, Kind::Large),
    (Outer::Unary(Unary::IsPrime), 2.0, Kind::Truth),
    (Outer::Unary(Unary::IsSquare), 3.5, Kind::Truth),
    (Outer::Unary(Unary::IsSquarefree), 3.0, Kind::Truth),
    (Outer::Unary(Unary::NumDiv), 3.0, Kind::Small),
    (Outer::Unary(Unary::Omega), 3.0, Kind::Small),
    (Outer::Unary(Unary::BigOmega), 2.0, Kind::Small),
    (Outer::Unary(Unary::Mobius), 4.5, Kind::Small),
    (Outer::Unary(Unary::Phi), 3.5, Kind::Large),
    (Outer::Sigma, 3.5, Kind::Large),
    (Outer::Unary(Unary::Gpf), 4.0, Kind::Large),
    (Outer::Unary(Unary::Lpf), 4.5, Kind::Small),
    (Outer::Unary(Unary::Rad), 5.0, Kind::Large),
    (Outer::Digits(Binary::DigitSum, 10), 3.5, Kind::Small),
    (Outer::Digits(Binary::Reverse, 10), 4.5, Kind::Large),
    (Outer::Digits(Binary::DigitCount, 10), 5.0, Kind::Small),
    (Outer::Digits(Binary::DigitSum, 2), 5.0, Kind::Small),
    (Outer::Digits(Binary::Valuation, 2), 5.0, Kind::Small),
];

/// A feature with its values.
pub(crate) struct Column {
    pub(crate) feature: Feature,
    /// At the members.
    pub(crate) values: Vec<i64>,
    /// At some other numbers; `None` where it has none.
    pub(crate) others: Vec<Option<i64>>,
}

/// What cannot be factored soon is not tried.
const FACTORED: i64 = 1 << 30;

/// An inner value and what is known of it.
struct Known {
    value: i64,
    factors: Option<Factors>,
}

impl Known {
    fn new(value: i64) -> Known {
        let small = u64::try_from(value).ok().filter(|_| value <= FACTORED);
        Known { value, factors: small.and_then(Factors::of) }
    }

    fn apply(&self, outer: &Outer) -> Option<i64> {
        match outer {
            Outer::Itself => Some(self.value),
            Outer::Unary(function) => match &self.factors {
                Some(factors) => function.of_factors(self.value, factors),
                None => match function {
                    Unary::IsPrime | Unary::IsSquare => function.apply(self.value),
                    _ => None,
                },
            },
            Outer::Sigma => sigma(self.factors.as_ref()?, 1),
            Outer::Digits(function, base) => function.apply(self.value, *base),
        }
    }
}

/// The values of all functions of all inners, where all members have one.
pub(crate) fn columns(members: &[i64], others: &[i64]) -> Vec<Column> {
    let mut columns = Vec::new();
    for inner in inners() {
        let known = |&m: &i64| inner.term.value(m).map(Known::new);
        let Some(at_members) = members.iter().map(known).collect::<Option<Vec<Known>>>() else {
            continue;
        };
        let at_others: Vec<Option<Known>> = others.iter().map(known).collect();
        for (outer, bits, kind) in &OUTERS {
            let values: Option<Vec<i64>> =
                at_members.iter().map(|known| known.apply(outer)).collect();
            let Some(values) = values else { continue };
            let others = at_others.iter().map(|known| known.as_ref()?.apply(outer)).collect();
            let term = match outer {
                Outer::Itself => inner.term.clone(),
                Outer::Unary(function) => Term::unary(*function, inner.term.clone()),
                Outer::Sigma => Term::binary(Binary::Sigma, inner.term.clone(), Term::Const(1)),
                Outer::Digits(function, base) => {
                    Term::binary(*function, inner.term.clone(), Term::Const(*base))
                }
            };
            let feature = Feature { term, bits: inner.bits + bits, kind: *kind };
            columns.push(Column { feature, values, others });
        }
    }
    for feature in small_features() {
        let values: Option<Vec<i64>> = members.iter().map(|&m| feature.term.value(m)).collect();
        if let Some(values) = values {
            let others = others.iter().map(|&m| feature.term.value(m)).collect();
            columns.push(Column { feature: feature.clone(), values, others });
        }
    }
    columns
}

/// Functions of the digits of m and of its square, in bases 2 to 16, and Kronecker
/// symbols: small values only.
pub(crate) fn small_features() -> &'static [Feature] {
    static FEATURES: OnceLock<Vec<Feature>> = OnceLock::new();
    FEATURES.get_or_init(|| {
        let mut all = Vec::new();
        let mut push = |term, bits, kind| all.push(Feature { term, bits, kind });
        for (inner, inner_bits) in [(Term::M, 0.0), (power(2), 4.0), (power(3), 6.0)] {
            for base in 2..=16 {
                // Of powers, only the usual bases.
                if inner_bits > 0.0 && base != 10 && (base > 3 || inner_bits > 5.0) {
                    continue;
                }
                let base_bits = inner_bits
                    + match base {
                        10 => 1.5,
                        2 => 2.5,
                        3 => 3.5,
                        _ => 5.5,
                    };
                let apply = |function| Term::binary(function, inner.clone(), Term::Const(base));
                push(apply(Binary::DigitSum), base_bits + 2.0, Kind::Small);
                push(apply(Binary::DigitCount), base_bits + 3.0, Kind::Small);
                if inner_bits == 0.0 {
                    push(apply(Binary::Valuation), base_bits + 3.0, Kind::Small);
                    // Those of 2 and 10 are taken of all inner functions.
                    if base != 2 && base != 10 {
                        push(apply(Binary::Reverse), base_bits + 3.0, Kind::Large);
                    }
                }
                let rank = apply(Binary::DigitCount).plus(-1);
                let high = Term::binary(Binary::Pow, Term::Const(base), rank);
                let leading = Term::binary(Binary::Idiv, inner.clone(), high);
                push(leading, base_bits + 3.0, Kind::Small);
                let digit_bits = base_bits + 1.5 + math::log2(base as f64);
                for digit in 0..base {
                    let count = Term::ternary(
                        Ternary::CountDigit,
                        inner.clone(),
                        Term::Const(digit),
                        Term::Const(base),
                    );
                    push(count, digit_bits, Kind::Small);
                }
            }
        }
        for d in (2..=60i64).flat_map(|d| [d, -d]) {
            let bits = 3.0 + int_bits(d);
            push(Term::binary(Binary::Kronecker, Term::Const(d), Term::M), bits, Kind::Small);
            if d > 2 {
                let symbol = Term::binary(Binary::Kronecker, Term::M, Term::Const(d));
                push(symbol, bits, Kind::Small);
            }
        }
        for base in 2..=10 {
            for exponent in [-1, 0, 1] {
                let exponent = Term::linear(1, exponent);
                let power = Term::ternary(Ternary::PowMod, Term::Const(base), exponent, Term::M);
                push(power, 5.0 + int_bits(base), Kind::Large);
            }
        }
        for d in [-4, -3, -8, -7, -11, 5, 8, 12, -20, -24, 13, 17] {
            let sum = Term::binary(Binary::DivisorSum, Term::Const(d), Term::M);
            push(sum, 2.0 + int_bits(d), Kind::Small);
        }
        all
    })
}
