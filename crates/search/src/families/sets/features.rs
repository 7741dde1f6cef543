//! Functions of m whose values may tell the members of a set from other numbers.

use std::sync::OnceLock;

use ansatz_expr::arith::Factors;
use ansatz_expr::math;

use super::functions::{Binary, Ternary, Unary, sigma};
use super::term::MemberExpr;

/// A function of m with its price.
#[derive(Debug, Clone)]
pub(crate) struct Feature {
    pub(crate) term: MemberExpr,
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
    pub(crate) term: MemberExpr,
    pub(crate) bits: f64,
}

fn power(k: i64) -> MemberExpr {
    MemberExpr::binary(Binary::Pow, MemberExpr::M, MemberExpr::Const(k))
}

fn add(a: MemberExpr, b: MemberExpr) -> MemberExpr {
    MemberExpr::binary(Binary::Add, a, b)
}

fn sub(a: MemberExpr, b: MemberExpr) -> MemberExpr {
    MemberExpr::binary(Binary::Sub, a, b)
}

/// The prime after m.
fn next_prime() -> MemberExpr {
    MemberExpr::unary(Unary::Prime, MemberExpr::unary(Unary::PrimePi, MemberExpr::M).plus(1))
}

/// The functions of m that arithmetic and digit functions are applied to.
pub(crate) fn inners() -> &'static [Inner] {
    static INNERS: OnceLock<Vec<Inner>> = OnceLock::new();
    INNERS.get_or_init(|| {
        let mut all = vec![(MemberExpr::M, 0.0)];
        for b in 1..=10 {
            all.push((MemberExpr::linear(1, b), 1.0 + int_bits(b)));
            all.push((MemberExpr::linear(1, -b), 1.0 + int_bits(b)));
        }
        for a in 2..=6 {
            all.push((MemberExpr::linear(a, 0), 3.0 + int_bits(a)));
            for b in [1, 2, 3, 5] {
                all.push((MemberExpr::linear(a, b), int_bits(a) + int_bits(b)));
                all.push((MemberExpr::linear(a, -b), int_bits(a) + int_bits(b)));
            }
        }
        for b in [1, 3, 7, 9] {
            all.push((MemberExpr::linear(10, b), 7.0));
        }
        for (k, bits) in [(2, 3.5), (3, 5.0), (4, 6.0), (5, 7.0), (6, 7.5)] {
            all.push((power(k), bits));
            for b in [1, 2, 3, 4, 5] {
                all.push((power(k).plus(b), bits + int_bits(b)));
                all.push((power(k).plus(-b), bits + int_bits(b)));
            }
        }
        for b in [-1, 0, 1] {
            all.push((add(power(2), MemberExpr::M).plus(b), 5.5));
            all.push((sub(power(2), MemberExpr::M).plus(b), 6.5));
            all.push((power(2).times(2).plus(b), 6.5));
            all.push((power(3).times(2).plus(b), 8.0));
            all.push((add(power(3), MemberExpr::M).plus(b), 7.5));
            all.push((add(power(4), power(2)).plus(b), 8.5));
            all.push((add(power(4), MemberExpr::M).plus(b), 8.5));
        }
        let triangular =
            MemberExpr::binary(Binary::Idiv, add(power(2), MemberExpr::M), MemberExpr::Const(2));
        all.push((triangular.clone(), 5.0));
        all.push((triangular.plus(1), 7.0));
        for k in 2..=3 {
            all.push((MemberExpr::binary(Binary::Idiv, MemberExpr::M, MemberExpr::Const(k)), 6.0));
            all.push((
                MemberExpr::binary(Binary::Idiv, MemberExpr::linear(1, 1), MemberExpr::Const(k)),
                7.0,
            ));
        }
        let prime = || MemberExpr::unary(Unary::Prime, MemberExpr::M);
        for b in -2..=2 {
            all.push((prime().plus(b), 4.0 + int_bits(b)));
        }
        all.push((MemberExpr::unary(Unary::Prime, MemberExpr::linear(1, 1)), 6.0));
        all.push((sub(MemberExpr::unary(Unary::Prime, MemberExpr::linear(1, 1)), prime()), 6.0));
        for (sign, name) in [(true, 6.5), (false, 6.5)] {
            let combine = if sign { add } else { sub };
            all.push((combine(prime(), MemberExpr::M), name));
            for function in [Unary::NumDiv, Unary::Phi, Unary::PrimePi, Unary::Gpf, Unary::Lpf] {
                all.push((
                    combine(MemberExpr::M, MemberExpr::unary(function, MemberExpr::M)),
                    name + 0.5,
                ));
            }
            for base in [10, 2] {
                for function in [Binary::DigitSum, Binary::Reverse] {
                    let digits =
                        MemberExpr::binary(function, MemberExpr::M, MemberExpr::Const(base));
                    all.push((combine(MemberExpr::M, digits), name + 0.5));
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
            all.push((MemberExpr::unary(function, MemberExpr::M), 5.0));
        }
        for k in [1, 2] {
            let sum = MemberExpr::binary(Binary::Sigma, MemberExpr::M, MemberExpr::Const(k));
            all.push((sum.clone(), 4.0 + k as f64));
            if k == 1 {
                all.push((sub(sum.clone(), MemberExpr::M), 5.5));
                all.push((sub(sum.clone(), MemberExpr::linear(2, 0)), 6.5));
                all.push((sub(sum.clone(), MemberExpr::linear(1, 1)), 6.5));
                all.push((add(sum.clone(), MemberExpr::M), 6.5));
                all.push((add(sum.clone(), MemberExpr::unary(Unary::Phi, MemberExpr::M)), 7.5));
                all.push((sub(sum, MemberExpr::unary(Unary::Phi, MemberExpr::M)), 7.5));
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
            all.push((MemberExpr::binary(function, MemberExpr::M, MemberExpr::Const(base)), bits));
        }
        for (from, to) in [(2, 10), (3, 10), (2, 3), (10, 2), (4, 10), (2, 4), (10, 11)] {
            let read = MemberExpr::ternary(
                Ternary::Rebase,
                MemberExpr::M,
                MemberExpr::Const(from),
                MemberExpr::Const(to),
            );
            all.push((read, 7.0));
        }
        all.push((next_prime(), 5.5));
        all.push((sub(next_prime(), MemberExpr::M), 5.5));
        let before = MemberExpr::unary(
            Unary::Prime,
            MemberExpr::unary(Unary::PrimePi, MemberExpr::linear(1, -1)),
        );
        all.push((sub(MemberExpr::M, before.clone()), 6.5));
        all.push((sub(add(next_prime(), before), MemberExpr::linear(2, 0)), 8.0));
        let root = || MemberExpr::unary(Unary::Isqrt, MemberExpr::M);
        all.push((
            sub(MemberExpr::M, MemberExpr::binary(Binary::Pow, root(), MemberExpr::Const(2))),
            6.0,
        ));
        let ten = MemberExpr::binary(Binary::DigitCount, MemberExpr::M, MemberExpr::Const(10));
        let length = MemberExpr::binary(Binary::Pow, MemberExpr::Const(10), ten);
        for digit in 1..=9 {
            all.push((add(MemberExpr::M, length.clone().times(digit)), 7.5));
        }
        // m written twice, what is missing to the next power of ten, and m with its
        // first digit increased.
        all.push((MemberExpr::binary(Binary::Mul, length.clone().plus(1), MemberExpr::M), 8.0));
        all.push((sub(length.clone(), MemberExpr::M), 7.5));
        let first = MemberExpr::binary(Binary::Idiv, length, MemberExpr::Const(10));
        all.push((add(MemberExpr::M, first), 8.0));
        all.into_iter().map(|(term, bits)| Inner { term, bits }).collect()
    })
}

/// The functions of an inner value that are tried on every inner.
enum OuterFunction {
    Itself,
    Unary(Unary),
    Sigma,
    Digits(Binary, i64),
}

const OUTERS: [(OuterFunction, f64, Kind); 18] = [
    (OuterFunction::Itself, 0.0, Kind::Large),
    (OuterFunction::Unary(Unary::IsPrime), 2.0, Kind::Truth),
    (OuterFunction::Unary(Unary::IsSquare), 3.5, Kind::Truth),
    (OuterFunction::Unary(Unary::IsSquarefree), 3.0, Kind::Truth),
    (OuterFunction::Unary(Unary::NumDiv), 3.0, Kind::Small),
    (OuterFunction::Unary(Unary::Omega), 3.0, Kind::Small),
    (OuterFunction::Unary(Unary::BigOmega), 2.0, Kind::Small),
    (OuterFunction::Unary(Unary::Mobius), 4.5, Kind::Small),
    (OuterFunction::Unary(Unary::Phi), 3.5, Kind::Large),
    (OuterFunction::Sigma, 3.5, Kind::Large),
    (OuterFunction::Unary(Unary::Gpf), 4.0, Kind::Large),
    (OuterFunction::Unary(Unary::Lpf), 4.5, Kind::Small),
    (OuterFunction::Unary(Unary::Rad), 5.0, Kind::Large),
    (OuterFunction::Digits(Binary::DigitSum, 10), 3.5, Kind::Small),
    (OuterFunction::Digits(Binary::Reverse, 10), 4.5, Kind::Large),
    (OuterFunction::Digits(Binary::DigitCount, 10), 5.0, Kind::Small),
    (OuterFunction::Digits(Binary::DigitSum, 2), 5.0, Kind::Small),
    (OuterFunction::Digits(Binary::Valuation, 2), 5.0, Kind::Small),
];

/// A feature with its values.
pub(crate) struct FeatureValues {
    pub(crate) feature: Feature,
    /// At the members.
    pub(crate) values: Vec<i64>,
    /// At some other numbers; `None` where it has none.
    pub(crate) others: Vec<Option<i64>>,
}

/// What cannot be factored soon is not tried.
const FACTORED: i64 = 1 << 30;

/// An inner value and what is known of it.
struct InnerValues {
    value: i64,
    factors: Option<Factors>,
}

impl InnerValues {
    fn new(value: i64) -> InnerValues {
        let small = u64::try_from(value).ok().filter(|_| value <= FACTORED);
        InnerValues { value, factors: small.and_then(Factors::of) }
    }

    fn apply(&self, outer: &OuterFunction) -> Option<i64> {
        match outer {
            OuterFunction::Itself => Some(self.value),
            OuterFunction::Unary(function) => match &self.factors {
                Some(factors) => function.of_factors(self.value, factors),
                None => match function {
                    Unary::IsPrime | Unary::IsSquare => function.apply(self.value),
                    _ => None,
                },
            },
            OuterFunction::Sigma => sigma(self.factors.as_ref()?, 1),
            OuterFunction::Digits(function, base) => function.apply(self.value, *base),
        }
    }
}

/// The values of all functions of all inners, where all members have one.
pub(crate) fn columns(members: &[i64], others: &[i64]) -> Vec<FeatureValues> {
    let mut columns = Vec::new();
    for inner in inners() {
        let known = |&m: &i64| inner.term.value(m).map(InnerValues::new);
        let Some(at_members) = members.iter().map(known).collect::<Option<Vec<InnerValues>>>()
        else {
            continue;
        };
        let at_others: Vec<Option<InnerValues>> = others.iter().map(known).collect();
        for (outer, bits, kind) in &OUTERS {
            let values: Option<Vec<i64>> =
                at_members.iter().map(|known| known.apply(outer)).collect();
            let Some(values) = values else { continue };
            let others = at_others.iter().map(|known| known.as_ref()?.apply(outer)).collect();
            let term = match outer {
                OuterFunction::Itself => inner.term.clone(),
                OuterFunction::Unary(function) => MemberExpr::unary(*function, inner.term.clone()),
                OuterFunction::Sigma => {
                    MemberExpr::binary(Binary::Sigma, inner.term.clone(), MemberExpr::Const(1))
                }
                OuterFunction::Digits(function, base) => {
                    MemberExpr::binary(*function, inner.term.clone(), MemberExpr::Const(*base))
                }
            };
            let feature = Feature { term, bits: inner.bits + bits, kind: *kind };
            columns.push(FeatureValues { feature, values, others });
        }
    }
    for feature in small_features() {
        let values: Option<Vec<i64>> = members.iter().map(|&m| feature.term.value(m)).collect();
        if let Some(values) = values {
            let others = others.iter().map(|&m| feature.term.value(m)).collect();
            columns.push(FeatureValues { feature: feature.clone(), values, others });
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
        for (inner, inner_bits) in [(MemberExpr::M, 0.0), (power(2), 4.0), (power(3), 6.0)] {
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
                let apply =
                    |function| MemberExpr::binary(function, inner.clone(), MemberExpr::Const(base));
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
                let high = MemberExpr::binary(Binary::Pow, MemberExpr::Const(base), rank);
                let leading = MemberExpr::binary(Binary::Idiv, inner.clone(), high);
                push(leading, base_bits + 3.0, Kind::Small);
                let digit_bits = base_bits + 1.5 + math::log2(base as f64);
                for digit in 0..base {
                    let count = MemberExpr::ternary(
                        Ternary::CountDigit,
                        inner.clone(),
                        MemberExpr::Const(digit),
                        MemberExpr::Const(base),
                    );
                    push(count, digit_bits, Kind::Small);
                }
            }
        }
        for d in (2..=60i64).flat_map(|d| [d, -d]) {
            let bits = 3.0 + int_bits(d);
            push(
                MemberExpr::binary(Binary::Kronecker, MemberExpr::Const(d), MemberExpr::M),
                bits,
                Kind::Small,
            );
            if d > 2 {
                let symbol =
                    MemberExpr::binary(Binary::Kronecker, MemberExpr::M, MemberExpr::Const(d));
                push(symbol, bits, Kind::Small);
            }
        }
        for base in 2..=10 {
            for exponent in [-1, 0, 1] {
                let exponent = MemberExpr::linear(1, exponent);
                let power = MemberExpr::ternary(
                    Ternary::PowMod,
                    MemberExpr::Const(base),
                    exponent,
                    MemberExpr::M,
                );
                push(power, 5.0 + int_bits(base), Kind::Large);
            }
        }
        for d in [-4, -3, -8, -7, -11, 5, 8, 12, -20, -24, 13, 17] {
            let sum = MemberExpr::binary(Binary::DivisorSum, MemberExpr::Const(d), MemberExpr::M);
            push(sum, 2.0 + int_bits(d), Kind::Small);
        }
        all
    })
}
