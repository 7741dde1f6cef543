//! Decimals that a law was rounded to: interest in cents, conversions of units.
//!
//! Of u = round(a·x + b, places), where x is n or the term before, each term
//! bounds a and b. The shortest decimals within all the bounds are taken; what
//! they cost is for the evidence to weigh.

use ansatz_expr::{Expr, Node, Op, Rational, math};

/// With more places than this a factor would be measured, not written.
const MOST_PLACES: u32 = 5;
/// So many factors of as many places are tried.
const MOST_TRIED: i64 = 40;
/// Fewer terms are met by too many.
const LEAST_TERMS: usize = 4;

/// The laws of this kind that may have been rounded to the terms.
pub(super) fn laws(terms: &[f64]) -> Vec<Expr> {
    let Some(places) = places(terms).filter(|_| terms.len() >= LEAST_TERMS) else {
        return Vec::new();
    };
    let index: Vec<f64> = (1..=terms.len()).map(|n| n as f64).collect();
    let closed = line(&index, terms, places).and_then(|(a, b)| affine(Expr::n(), a, b));
    let later = terms.get(1..).unwrap_or_default();
    let step = line(terms, later, places).and_then(|(a, b)| affine(Expr::prev(1).ok()?, a, b));
    let grown = growth(terms, places);
    let whole = [closed, step, grown].into_iter().flatten();
    whole
        .filter_map(|law| Expr::binary(Op::Round, &law, &Expr::int(i64::from(places))).ok())
        .collect()
}

/// How many numbers were chosen.
pub(super) fn fitted(law: &Expr) -> usize {
    law.nodes().iter().filter(|node| matches!(node, Node::Int(_) | Node::Real(_))).count() - 1
}

/// How many decimals the terms have, if they have any and are no long ones.
fn places(terms: &[f64]) -> Option<u32> {
    let mut most = 0;
    for &term in terms {
        let mut denominator = Rational::from_decimal(term)?.denominator().to_i128()?;
        let mut places = 0;
        while denominator > 1 {
            // What is left is made of twos and fives.
            denominator /= if denominator % 10 == 0 {
                10
            } else if denominator % 5 == 0 {
                5
            } else {
                2
            };
            places += 1;
        }
        most = most.max(places);
    }
    (1..=6).contains(&most).then_some(most)
}

/// The shortest a and b for which a·x + b comes within half a unit of y.
fn line(x: &[f64], y: &[f64], places: u32) -> Option<(f64, f64)> {
    let half = 0.5 * 10f64.powi(-(places as i32));
    let pairs = || x.iter().zip(y);
    let first = pairs().next()?;
    // Two points with far x bound the factor.
    let far = pairs().max_by(|p, q| (p.0 - first.0).abs().total_cmp(&(q.0 - first.0).abs()))?;
    let run = far.0 - first.0;
    if run == 0.0 {
        return None;
    }
    let middle = (far.1 - first.1) / run;
    let radius = (2.0 * half / run).abs();
    let mut best: Option<(usize, f64, (f64, f64))> = None;
    for decimals in 0..=MOST_PLACES {
        let power = 10f64.powi(decimals as i32);
        let (low, high) = ((middle - radius) * power, (middle + radius) * power);
        if !(low.abs() < 1e12 && high.abs() < 1e12) {
            break;
        }
        let centre = (middle * power).round() as i64;
        let from = (low.ceil() as i64).max(centre - MOST_TRIED / 2);
        let to = (high.floor() as i64).min(centre + MOST_TRIED / 2);
        for step in from..=to {
            let a = step as f64 / power;
            // From half a unit below, where it is rounded up, to half a unit above.
            let low = pairs().map(|(x, y)| y - half - a * x).fold(f64::NEG_INFINITY, f64::max);
            let high = pairs().map(|(x, y)| y + half - a * x).fold(f64::INFINITY, f64::min);
            let Some(b) = shortest(low - 1e-9 * half, high - 1e-9 * half, places + 2) else {
                continue;
            };
            let length = digits(a) + digits(b);
            let distance = (a - middle).abs();
            let is_better = best.is_none_or(|(known, off, _)| (length, distance) < (known, off));
            if is_better {
                best = Some((length, distance, (a, b)));
            }
        }
    }
    best.map(|(_, _, numbers)| numbers)
}

/// a·r^(n-1) with the first term for a.
fn growth(terms: &[f64], places: u32) -> Option<Expr> {
    let half = 0.5 * 10f64.powi(-(places as i32));
    let first = *terms.first().filter(|&&first| first > 0.0)?;
    let (mut low, mut high) = (0.0f64, f64::INFINITY);
    for (&term, power) in terms.iter().zip(0..).skip(1) {
        let root = |value: f64| math::powf(value.max(0.0) / first, 1.0 / f64::from(power));
        low = low.max(root(term - half));
        high = high.min(root(term + half));
    }
    let rate = shortest(low - 1e-12, high + 1e-12, MOST_PLACES + 1)?;
    if rate == 0.0 || rate == 1.0 {
        return None;
    }
    let before = Expr::binary(Op::Sub, &Expr::n(), &Expr::int(1i64)).ok()?;
    let power = Expr::binary(Op::Pow, &number(rate)?, &before).ok()?;
    if first == 1.0 {
        return Some(power);
    }
    Expr::binary(Op::Mul, &number(first)?, &power).ok()
}

/// The decimal of the fewest places between two bounds, if it has few.
fn shortest(low: f64, high: f64, most: u32) -> Option<f64> {
    if !(low <= high && low.abs() < 1e12 && high.abs() < 1e12) {
        return None;
    }
    if low <= 0.0 && high >= 0.0 {
        return Some(0.0);
    }
    (0..=most).find_map(|places| {
        let power = 10f64.powi(places as i32);
        let step = (low * power).ceil();
        // The one nearest to the middle.
        let middle = (0.5 * (low + high) * power).round();
        let step = if (low * power..=high * power).contains(&middle) { middle } else { step };
        (step <= high * power).then_some(step / power)
    })
}

/// How long a decimal is to write.
fn digits(value: f64) -> usize {
    if value == 0.0 { 0 } else { format!("{value}").len() }
}

fn number(value: f64) -> Option<Expr> {
    match value.fract() == 0.0 && value.abs() < 9e15 {
        true => Some(Expr::int(value as i64)),
        false => Expr::from_prefix(vec![Node::Real(value)]).ok(),
    }
}

/// a·x + b as people write it.
fn affine(x: Expr, a: f64, b: f64) -> Option<Expr> {
    if a == 0.0 {
        return None;
    }
    let product = if a == 1.0 { x } else { Expr::binary(Op::Mul, &number(a)?, &x).ok()? };
    match b {
        0.0 => Some(product),
        b if b < 0.0 => Expr::binary(Op::Sub, &product, &number(-b)?).ok(),
        b => Expr::binary(Op::Add, &product, &number(b)?).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(value: f64, places: i32) -> f64 {
        let power = 10f64.powi(places);
        (value * power + 0.5 + 1e-9).floor() / power
    }

    fn texts(terms: &[f64]) -> Vec<String> {
        laws(terms).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn interest_is_rounded_to_cents() {
        let mut terms = vec![1000.0];
        while terms.len() < 8 {
            terms.push(cut(1.035 * terms[terms.len() - 1], 2));
        }
        assert!(texts(&terms).contains(&"round(1.035*u(n-1), 2)".to_owned()));
        let compound: Vec<f64> = (0..8).map(|n| cut(250.0 * 1.04f64.powi(n), 2)).collect();
        assert!(texts(&compound).contains(&"round(250*1.04^(n - 1), 2)".to_owned()));
    }

    #[test]
    fn conversions_are_rounded_to_their_places() {
        let miles: Vec<f64> = (1..12).map(|n| cut(1.609 * f64::from(n), 1)).collect();
        let celsius: Vec<f64> = (0..9).map(|n| cut(f64::from(10 * n - 32) / 1.8, 1)).collect();
        for terms in [miles, celsius] {
            let law = &laws(&terms)[0];
            for (index, term) in terms.iter().enumerate() {
                assert_eq!(law.eval(&terms[..index]).unwrap(), *term, "{law}");
            }
        }
    }

    #[test]
    fn whole_numbers_and_noise_are_left_alone() {
        assert!(laws(&[1.0, 2.0, 3.0, 4.0, 5.0]).is_empty());
        assert!(laws(&[0.31, 0.12, 0.75, 0.42, 0.99, 0.03]).is_empty());
        assert!(laws(&[0.5]).is_empty() && laws(&[f64::NAN; 5]).is_empty());
    }
}
