//! Rules for floats. Constants that are read off the terms are taken for the
//! simple number that they may be, within the digits shown: so a rule that is
//! the law goes on exactly, however few digits there were.

use std::f64::consts::{E, PI};

use ansatz_expr::math;

use crate::numbers::significant_digits;
use crate::term::Base;

/// What rules begin with. The order is part of the weights files: new ones go to the end.
pub(crate) const BASES: &[(&str, Base<f64>)] = &[
    ("0", |_| Some(0.0)),
    ("u1", |h| back(h, 1)),
    ("u2", |h| back(h, 2)),
    ("u3", |h| back(h, 3)),
    ("u4", |h| back(h, 4)),
    ("u5", |h| back(h, 5)),
    ("u6", |h| back(h, 6)),
    ("n", |h| Some(n(h))),
    ("n*n", |h| Some(n(h) * n(h))),
    ("1/n", |h| Some(1.0 / n(h))),
    ("u1+u2", |h| Some(back(h, 1)? + back(h, 2)?)),
    ("u1-u2", |h| Some(back(h, 1)? - back(h, 2)?)),
    ("u1+u3", |h| Some(back(h, 1)? + back(h, 3)?)),
    ("u1-u3", |h| Some(back(h, 1)? - back(h, 3)?)),
    ("u2+u3", |h| Some(back(h, 2)? + back(h, 3)?)),
    ("u2-u3", |h| Some(back(h, 2)? - back(h, 3)?)),
    ("u1+u4", |h| Some(back(h, 1)? + back(h, 4)?)),
    ("u1-u4", |h| Some(back(h, 1)? - back(h, 4)?)),
    ("u1+u2+u3", |h| Some(back(h, 1)? + back(h, 2)? + back(h, 3)?)),
    ("3u1-3u2+u3", |h| Some(3.0 * (back(h, 1)? - back(h, 2)?) + back(h, 3)?)),
    ("n*u1", |h| Some(n(h) * back(h, 1)?)),
    ("n*u2", |h| Some(n(h) * back(h, 2)?)),
    ("n*u3", |h| Some(n(h) * back(h, 3)?)),
    ("u1/n", |h| Some(back(h, 1)? / n(h))),
    ("u2/n", |h| Some(back(h, 2)? / n(h))),
    ("u3/n", |h| Some(back(h, 3)? / n(h))),
    ("n/u1", |h| Some(n(h) / back(h, 1)?)),
    ("n/u2", |h| Some(n(h) / back(h, 2)?)),
    ("n/u3", |h| Some(n(h) / back(h, 3)?)),
    ("1/u1", |h| Some(1.0 / back(h, 1)?)),
    ("1/u2", |h| Some(1.0 / back(h, 2)?)),
    ("1/u3", |h| Some(1.0 / back(h, 3)?)),
    ("u1*u1", |h| Some(back(h, 1)? * back(h, 1)?)),
    ("u1*u2", |h| Some(back(h, 1)? * back(h, 2)?)),
    ("u2*u2", |h| Some(back(h, 2)? * back(h, 2)?)),
    ("u1*u3", |h| Some(back(h, 1)? * back(h, 3)?)),
    ("u2*u3", |h| Some(back(h, 2)? * back(h, 3)?)),
    ("u1/u2", |h| Some(back(h, 1)? / back(h, 2)?)),
    ("u2/u1", |h| Some(back(h, 2)? / back(h, 1)?)),
    ("u1/u3", |h| Some(back(h, 1)? / back(h, 3)?)),
    ("u3/u1", |h| Some(back(h, 3)? / back(h, 1)?)),
    ("|u1|", |h| Some(back(h, 1)?.abs())),
    ("|u2|", |h| Some(back(h, 2)?.abs())),
    ("|u3|", |h| Some(back(h, 3)?.abs())),
    ("sqrt(n)", |h| Some(n(h).sqrt())),
    ("log(n)", |h| Some(math::ln(n(h)))),
    ("sin(n)", |h| Some(math::sin(n(h)))),
    ("cos(n)", |h| Some(math::cos(n(h)))),
    ("tan(n)", |h| Some(math::tan(n(h)))),
    ("arctan(n)", |h| Some(math::atan(n(h)))),
    ("sqrt(|u1|)", |h| Some(back(h, 1)?.abs().sqrt())),
    ("log(|u1|)", |h| Some(math::ln(back(h, 1)?.abs()))),
    ("exp(u1)", |h| Some(math::exp(back(h, 1)?))),
    ("sin(u1)", |h| Some(math::sin(back(h, 1)?))),
    ("cos(u1)", |h| Some(math::cos(back(h, 1)?))),
    ("tan(u1)", |h| Some(math::tan(back(h, 1)?))),
    ("arctan(u1)", |h| Some(math::atan(back(h, 1)?))),
    ("arcsin(u1)", |h| Some(math::asin(back(h, 1)?))),
    ("arccos(u1)", |h| Some(math::acos(back(h, 1)?))),
    ("sqrt(|u2|)", |h| Some(back(h, 2)?.abs().sqrt())),
    ("log(|u2|)", |h| Some(math::ln(back(h, 2)?.abs()))),
    ("exp(u2)", |h| Some(math::exp(back(h, 2)?))),
    ("sin(u2)", |h| Some(math::sin(back(h, 2)?))),
    ("cos(u2)", |h| Some(math::cos(back(h, 2)?))),
    ("tan(u2)", |h| Some(math::tan(back(h, 2)?))),
    ("arctan(u2)", |h| Some(math::atan(back(h, 2)?))),
];

/// How a rule goes on from its base f. c, a and b are simple constants; r1, r2
/// are by how much f missed the terms before, q1, q2 the quotients of those and f.
pub(crate) const TRANSFORMS: &[&str] = &[
    "f",
    "-f",
    "f+c",
    "f*c",
    "c-f",
    "a*f+b",
    "f+r1",
    "f+r1+c",
    "f*q1",
    "f+2r1-r2",
    "f+r2",
    "f*(q1+c)",
    "f+r1*r1/r2",
    // Within a function.
    "sqrt(f)",
    "sqrt(f+c)",
    "sqrt(f*c)",
    "sqr(f)",
    "sqr(f+c)",
    "sqr(f*c)",
    "exp(f)",
    "exp(f+c)",
    "exp(f*c)",
    "log(f)",
    "log(f+c)",
    "log(f*c)",
    "inv(f)",
    "inv(f+c)",
    "inv(f*c)",
    "arctan(f)",
    "arctan(f+c)",
    "arctan(f*c)",
    "arcsin(f)",
    "arcsin(f+c)",
    "arcsin(f*c)",
    "arccos(f)",
    "arccos(f+c)",
    "arccos(f*c)",
];

/// A function of the language and what undoes it.
type Undone = (fn(f64) -> f64, fn(f64) -> f64);

/// The functions that rules stand in, as their names above: those that can be undone.
const AROUND: [Undone; 8] = [
    (f64::sqrt, |u| u * u),
    (|x| x * x, f64::sqrt),
    (math::exp, math::ln),
    (math::ln, math::exp),
    (f64::recip, f64::recip),
    (math::atan, math::tan),
    (math::asin, math::sin),
    (math::acos, math::cos),
];

/// Largest magnitude of a term, as in the paper's generator.
pub(crate) const MOST: f64 = 1e103;
/// The Euler–Mascheroni constant, which the paper's generator has too.
const EULER_GAMMA: f64 = 0.577_215_664_901_532_9;
/// Where so little is known of a number, it is not asked which constant it is.
const MOST_SLACK: f64 = 0.2;

/// What every transform makes of a base: see [`NetworkTerm::transformed`].
///
/// [`NetworkTerm::transformed`]: crate::NetworkTerm::transformed
pub(crate) fn transformed(f: [Option<f64>; 4], terms: &[f64], out: &mut Vec<Option<f64>>) {
    let Some(now) = f[0] else {
        out.resize(out.len() + TRANSFORMS.len(), None);
        return;
    };
    let missed = |k: usize| Some(back(terms, k)? - f[k]?);
    let [r1, r2] = [missed(1), missed(2)];
    let quotient = |k: usize| Some(back(terms, k)? / f[k].filter(|f| *f != 0.0)?);
    // What is known of the terms, and so of what the base makes of them.
    let slack = slack(terms) + digits_missing(terms) * f[1].unwrap_or(0.0).abs();
    let all = [
        Some(now),
        Some(-now),
        (|| Some(now + constant(r1?, slack)?))(),
        (|| Some(now * factor(quotient(1)?, terms)?))(),
        (|| Some(constant(back(terms, 1)? + f[1]?, slack)? - now))(),
        (|| {
            let rise = back(terms, 1)? - back(terms, 2)?;
            let run = f[1]? - f[2]?;
            let slope = rise / run;
            let error = 2.0 * slack * (1.0 + slope.abs()) / run.abs();
            let slope = simple_slope(slope, error)?;
            let rest = back(terms, 1)? - slope * f[1]?;
            Some(slope * now + constant(rest, slack * (1.0 + slope.abs()))?)
        })(),
        (|| Some(now + r1?))(),
        (|| Some(now + r1? + constant(r1? - r2?, 2.0 * slack)?))(),
        (|| Some(now * quotient(1)?))(),
        (|| Some(now + 2.0 * r1? - r2?))(),
        (|| Some(now + r2?))(),
        (|| {
            let (one, two) = (quotient(1)?, quotient(2)?);
            let error = 4.0 * digits_missing(terms) * (one.abs() + two.abs());
            let step = constant(one - two, error)?;
            Some(now * (constant(one, error).unwrap_or(one) + step))
        })(),
        (|| Some(now + r1? * r1? / r2.filter(|r| *r != 0.0)?))(),
    ];
    // Comparisons with NaN are false.
    out.extend(all.map(|value| value.filter(|value| value.abs() <= MOST)));
    let missing = digits_missing(terms);
    for (around, undo) in AROUND {
        // What stands in the function, and by how much it may be wrong.
        let inside = || {
            let (last, before) = (back(terms, 1)?, f[1]?);
            let [low, value, high] =
                [last * (1.0 - missing), last, last * (1.0 + missing)].map(undo);
            let error = 0.5 * (high - low).abs() + missing * before.abs();
            Some((value, error, before))
        };
        let sum = || {
            let (value, error, before) = inside()?;
            Some(around(now + constant(value - before, error)?))
        };
        let product = || {
            let (value, error, before) = inside().filter(|inside| inside.2 != 0.0)?;
            let factor = simple_slope(value / before, 2.0 * error / before.abs())?;
            Some(around(now * factor))
        };
        let all = [Some(around(now)), sum(), product()];
        out.extend(all.map(|value| value.filter(|value| value.abs() <= MOST)));
    }
}

/// By how much the last of these terms may be missed because digits are not shown.
pub(crate) fn slack(terms: &[f64]) -> f64 {
    terms.iter().rev().take(3).map(|term| half_unit(*term)).sum()
}

/// The index of the term that is computed.
fn n(terms: &[f64]) -> f64 {
    terms.len() as f64 + 1.0
}

/// The term so many places back.
fn back(terms: &[f64], by: usize) -> Option<f64> {
    terms.get(terms.len().checked_sub(by)?).copied()
}

/// Half a unit of the last digit shown: of four digits, or of so many that the
/// term is as good as exact.
fn half_unit(value: f64) -> f64 {
    let (mantissa, exponent) = significant_digits(value, 8);
    match mantissa {
        0 => 0.0,
        _ if mantissa % 10_000 == 0 => 0.5 * 10f64.powi(exponent - 3),
        _ => 0.5 * 10f64.powi(exponent - 11),
    }
}

/// The relative error of the last terms: what is not shown of them.
fn digits_missing(terms: &[f64]) -> f64 {
    let relative = |term: &f64| if *term == 0.0 { 0.0 } else { half_unit(*term) / term.abs() };
    terms.iter().rev().take(3).map(relative).fold(1e-11, f64::max)
}

/// The constant of the paper's laws that a number may be.
fn constant(value: f64, slack: f64) -> Option<f64> {
    // Comparisons with NaN are false.
    let near = |constant: f64| (value - constant).abs() <= 2.0 * slack;
    if !(slack <= MOST_SLACK && value.abs() <= 100.0) {
        return None;
    }
    let whole = value.round();
    if near(whole) {
        return Some(whole);
    }
    let named = [E, PI, EULER_GAMMA].map(|named| named.copysign(value));
    named.into_iter().find(|named| near(*named))
}

/// The factor that a quotient of terms may be.
fn factor(value: f64, terms: &[f64]) -> Option<f64> {
    simple_slope(value, 4.0 * digits_missing(terms) * value.abs())
}

/// An integer, a fraction of small ones, or a named constant, if there is only
/// little room for another.
fn simple_slope(value: f64, error: f64) -> Option<f64> {
    if !(error <= 0.01 * value.abs() && value.abs() <= 1000.0) {
        return None;
    }
    for divisor in 1..=10 {
        let whole = (value * f64::from(divisor)).round();
        let fraction = whole / f64::from(divisor);
        if whole != 0.0
            && (divisor == 1 || whole.abs() <= 20.0)
            && (value - fraction).abs() <= error
        {
            return Some(fraction);
        }
    }
    let named = [E, PI, EULER_GAMMA, 1.0 / E, 1.0 / PI, 1.0 / EULER_GAMMA];
    named
        .map(|named| named.copysign(value))
        .into_iter()
        .find(|named| (value - named).abs() <= error)
}

#[cfg(test)]
mod tests {
    use crate::extrapolate::extrapolations;
    use crate::term::NetworkTerm;

    #[test]
    fn constants_are_told_from_four_digits() {
        // u(n) = u(n-1) / -7, u(n) = u(n-3) - u(n-1), u(n) = 5 - u(n-1) / 2.
        for (terms, next) in [
            (vec![6.929, -0.9898, 0.1414, -0.0202, 0.002886, -0.0004123], 0.0004123 / 7.0),
            (vec![4.917, -0.2791, -3.698, 8.615, -8.894, 5.196], 8.615 - 5.196),
            (vec![1.234, 4.383, 2.809, 3.596, 3.202, 3.399], 5.0 - 0.5 * 3.399),
            // u(n) = sqrt(u(n-1) + 7).
            (vec![2.5, 3.082, 3.175, 3.19, 3.192, 3.192, 3.193], (3.193f64 + 7.0).sqrt()),
        ] {
            let found = extrapolations(&terms);
            assert!(found.iter().take(3).any(|rule| rule.value.is_same(next)), "{next}: {found:?}");
        }
    }

    #[test]
    fn nothing_infinite_is_offered() {
        for terms in [vec![], vec![0.0; 5], vec![f64::MAX, 1.0, -f64::MAX], vec![0.0, 1e-300, 2.0]]
        {
            assert!(extrapolations(&terms).iter().all(|rule| rule.value.is_finite()));
        }
    }
}
