//! Constants with one number in them that may be large: roots and logarithms of
//! integers, recognised by undoing the function.

use ansatz_expr::{Error, Expr, Op, math, sort};

use super::bank::KnownConstant;

/// How far a value may be off, relatively: a few units of a double.
const ERROR: f64 = 3e-15;
/// The largest integer that is recognised.
const LARGEST: f64 = 1e6;
const MAX_DENOMINATOR: u32 = 12;

/// The constants of these shapes that have the value, within `error` relatively.
pub(super) fn recognise(value: f64, error: f64) -> Vec<KnownConstant> {
    let error = error.max(ERROR);
    let mut found = Vec::new();
    for power in 2..=6u32 {
        let raised = value.powi(power as i32);
        if let Some((p, q)) = fraction(raised, error * f64::from(power)) {
            let extra = f64::from(power - 2) + 2.0;
            push(&mut found, root(p, q, power), value, price(p, q) + extra);
        }
    }
    // The relative error of e^x is the absolute one of x.
    if value < math::ln(LARGEST)
        && let Some((p, q)) = fraction(math::exp(value), error * value.max(1.0))
        && p > q
    {
        push(
            &mut found,
            ratio(p, q).and_then(|of| Expr::unary(Op::Log, &of)),
            value,
            price(p, q) + 3.0,
        );
    }
    found
}

/// (a + √N)/b and (a − √N)/b, b above 0, with the value.
pub(super) fn quadratic(value: f64, error: f64) -> Vec<KnownConstant> {
    let mut found = Vec::new();
    for b in 1..=12i64 {
        for a in -12..=12i64 {
            let root = value * b as f64 - a as f64;
            let square = root * root;
            let integer = square.round();
            let slack = 2.0 * root.abs() * value * b as f64 * error.max(ERROR) + 1e-15;
            if !(2.0..=LARGEST).contains(&integer)
                || (square - integer).abs() > slack
                || slack > 1e-6
            {
                continue;
            }
            let exact = integer.sqrt().round();
            if exact * exact == integer {
                continue;
            }
            let expr = || -> Result<Expr, Error> {
                let surd = Expr::unary(Op::Sqrt, &Expr::int(integer as i64))?;
                let sum = match (a, root < 0.0) {
                    (0, false) => surd,
                    (a, true) => Expr::binary(Op::Sub, &Expr::int(a), &surd)?,
                    (a @ 1.., false) => Expr::binary(Op::Add, &Expr::int(a), &surd)?,
                    (a, false) => Expr::binary(Op::Sub, &surd, &Expr::int(-a))?,
                };
                if b == 1 { Ok(sum) } else { Expr::binary(Op::Div, &sum, &Expr::int(b)) }
            };
            let extra = if a == 0 { 1.0 } else { 3.0 + math::log2(a.abs() as f64) };
            let below = if b == 1 { 1.0 } else { 2.0 + math::log2(b as f64) };
            push(&mut found, expr(), value, 1.0 + math::log2(integer) + extra + below);
        }
    }
    sort::by(&mut found, |one: &KnownConstant, other| one.price.total_cmp(&other.price));
    found.truncate(2);
    found
}

fn push(found: &mut Vec<KnownConstant>, expr: Result<Expr, Error>, value: f64, price: f64) {
    if let Ok(expr) = expr {
        found.push(KnownConstant { expr, value, price });
    }
}

fn price(p: i64, q: i64) -> f64 {
    2.0 + math::log2(p as f64) + if q == 1 { 0.0 } else { 2.0 + math::log2(q as f64) }
}

/// The fraction of small denominator that the value is, within a relative error.
fn fraction(value: f64, error: f64) -> Option<(i64, i64)> {
    (1..=MAX_DENOMINATOR).find_map(|below| {
        let scaled = value * f64::from(below);
        let integer = scaled.round();
        let near = (scaled - integer).abs() <= error * scaled && error * scaled < 1e-6;
        (near && (1.0..=LARGEST).contains(&integer)).then_some((integer as i64, below.into()))
    })
}

fn ratio(p: i64, q: i64) -> Result<Expr, Error> {
    match q {
        1 => Ok(Expr::int(p)),
        q => Expr::binary(Op::Div, &Expr::int(p), &Expr::int(q)),
    }
}

/// The root of a fraction: the square root, or by the logarithm.
fn root(p: i64, q: i64, power: u32) -> Result<Expr, Error> {
    let of = ratio(p, q)?;
    if power == 2 {
        return Expr::unary(Op::Sqrt, &of);
    }
    let log = Expr::unary(Op::Log, &of)?;
    let part = Expr::binary(Op::Div, &log, &Expr::int(i64::from(power)))?;
    Expr::unary(Op::Exp, &part)
}
