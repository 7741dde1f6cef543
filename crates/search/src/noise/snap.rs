//! Constants as people would write them: simple numbers where the terms say so,
//! else with the digits that the terms support.

use super::family::Over;
use super::fitted::{Fitted, Series};
use super::squares::{Model, Point, Row, minimise};
use super::{Constant, NoiseKind};
use crate::price::description_bits;
use ansatz_expr::{Expr, math};

/// How many times likelier a simple number must be than one that merely lies there.
const LIKELIER: f64 = 3.0;

/// Over how many factors of e numbers that are not simple are spread.
const SPREAD: f64 = 10.0;

/// Numbers that have a name or a short writing, in prefix words, beside integers,
/// fractions and decimals.
const NAMED: [&str; 14] = [
    "pi",
    "e",
    "sqrt 2",
    "sqrt 3",
    "sqrt 5",
    "log 2",
    "div pi 2",
    "div pi 3",
    "div pi 4",
    "div pi 6",
    "mul 2 pi",
    "div sqr pi 6",
    "inv sqrt 2",
    "div add 1 sqrt 5 2",
];

/// A number and its writing.
#[derive(Debug, Clone, PartialEq)]
struct Simple {
    value: f64,
    words: String,
    bits: f64,
}

impl Simple {
    fn of(words: String) -> Option<Simple> {
        let expr = Expr::from_words(words.split(' ')).ok()?;
        let value: f64 = expr.eval(&[]).ok()?;
        Some(Simple { value, bits: description_bits(&expr), words })
    }

    /// Simple numbers near a number.
    fn near(number: f64) -> Vec<Simple> {
        let mut found: Vec<Simple> = Vec::new();
        let size = number.abs();
        let sign = if number < 0.0 { "-" } else { "" };
        if size < 1e6 {
            found.extend(Simple::of(format!("{}", number.round())));
        }
        for below in [2.0, 3.0, 4.0, 6.0, 7.0, 8.0, 9.0] {
            let above = (size * below).round();
            if (1.0..=20.0).contains(&above) {
                found.extend(Simple::of(format!("div {sign}{above} {below}")));
            }
        }
        // A decimal is what it says and not what its double is.
        let decimal = |digits: usize| format!("{number:.digits$e}").parse::<f64>().ok();
        found.extend((0..3).filter_map(decimal).filter_map(|it| Simple::of(it.to_string())));
        for words in NAMED {
            let Some(named) = Simple::of(words.to_owned()) else { continue };
            found.push(match sign {
                "" => named,
                _ => Simple {
                    value: -named.value,
                    words: format!("mul -1 {words}"),
                    bits: named.bits + 2.0,
                },
            });
        }
        found
    }
}

/// The written constants of a law.
pub(super) struct WrittenConstants {
    /// As prefix words.
    pub words: Vec<String>,
    /// As numbers.
    pub values: Row,
    /// With their standard errors.
    pub constants: Vec<Constant>,
}

/// Writes the constants of a fit, from the last to the first; whatever one loses
/// by it the others make up for.
pub(super) fn write(series: &Series<'_>, fitted: &Fitted) -> Option<WrittenConstants> {
    let family = fitted.family;
    let count = family.count();
    let over = Over { family, terms: series.terms };
    let points: Vec<Point> = (family.reach()..series.terms.len())
        .filter(|at| !fitted.outliers.contains(at))
        .map(|at| {
            let value = over.value(&fitted.solution.constants, at);
            Point { at, value: series.terms[at], weight: series.scale(fitted.kind, value).powi(-2) }
        })
        .collect();
    let mut values = fitted.solution.constants;
    let mut words = vec![String::new(); count];
    let mut constants = Vec::new();
    for index in (0..count).rev() {
        let free: Vec<usize> = (0..=index).collect();
        let solved = minimise(&over, &points, values, &free, 8)?;
        values = solved.constants;
        let error = fitted.deviation * solved.inverse[index][index].max(0.0).sqrt();
        let whole = fitted.deviation * fitted.solution.inverse[index][index].max(0.0).sqrt();
        let is_offset = index == 0 && family.has_offset() && count > 1;
        let scale = is_offset.then_some(series.size);
        let simple = simplest(values[index], error, scale);
        let snapped = simple.is_some();
        let (value, word) = match simple {
            Some(simple) => (simple.value, simple.words),
            None => {
                let rounded = supported(values[index], error);
                (rounded, rounded.to_string())
            }
        };
        values[index] = value;
        words[index] = word;
        constants.push(Constant { value, standard_error: whole, snapped });
    }
    constants.reverse();
    Some(WrittenConstants { words, values, constants })
}

/// The simple number that an estimate most likely stands for. An offset may be
/// nothing at all, where `scale` says how large it might have been.
fn simplest(estimate: f64, error: f64, scale: Option<f64>) -> Option<Simple> {
    if !(error > 0.0 && error.is_finite()) {
        return None;
    }
    // How likely a simple number is, against one that lies anywhere.
    let odds = |simple: &Simple| {
        let size = if simple.value == 0.0 { scale.unwrap_or(0.0) } else { simple.value.abs() };
        let bits = if simple.value == 0.0 { 2.0 } else { simple.bits };
        let off = (estimate - simple.value) / error;
        math::exp2(-bits) * size * SPREAD * math::exp(-0.5 * off * off)
            / (error * (2.0 * std::f64::consts::PI).sqrt())
    };
    let zero = scale.and_then(|_| Simple::of("0".to_owned()));
    Simple::near(estimate)
        .into_iter()
        .filter(|simple| simple.value != 0.0)
        .chain(zero)
        .map(|simple| (odds(&simple), simple))
        .filter(|(odds, _)| *odds > LIKELIER)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, simple)| simple)
}

/// A number with the digits that its standard error supports: up to the second of
/// the error's own.
pub(super) fn supported(value: f64, error: f64) -> f64 {
    if !(error > 0.0 && error.is_finite() && value != 0.0) {
        return value;
    }
    let last = math::log10(error).floor() as i32 - 1;
    let digits = math::log10(value.abs()).floor() as i32 - last;
    let digits = digits.clamp(0, 15) as usize;
    format!("{value:.digits$e}").parse().unwrap_or(value)
}

/// The text of a number with the digits that its error supports.
pub(super) fn text(value: f64, error: f64) -> String {
    supported(value, error).to_string()
}

/// Noise as a share of the terms.
pub(super) fn share(kind: NoiseKind, deviation: f64, size: f64) -> f64 {
    match kind {
        NoiseKind::Relative => deviation,
        NoiseKind::Absolute if size > 0.0 => deviation / size,
        NoiseKind::Absolute => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(estimate: f64, error: f64) -> Option<String> {
        simplest(estimate, error, None).map(|simple| simple.words)
    }

    #[test]
    fn simple_numbers_are_recognised_where_the_error_is_small() {
        assert_eq!(words(2.003, 0.004).as_deref(), Some("2"));
        assert_eq!(words(-2.9999, 0.0004).as_deref(), Some("-3"));
        assert_eq!(words(0.33332, 0.00002).as_deref(), Some("div 1 3"));
        assert_eq!(words(std::f64::consts::SQRT_2 + 3e-6, 0.00001).as_deref(), Some("sqrt 2"));
        assert_eq!(words(1.6449341, 0.0000002).as_deref(), Some("div sqr pi 6"));
        assert_eq!(words(3e-6 - std::f64::consts::PI, 0.00001).as_deref(), Some("mul -1 pi"));
        assert_eq!(words(2.03, 0.004), None);
        assert_eq!(words(2.1, 0.3), None);
        assert_eq!(words(1.7321, 0.01), None);
        assert_eq!(simplest(0.02, 0.03, Some(10.0)).unwrap().words, "0");
        assert_eq!(simplest(0.2, 0.03, Some(10.0)), None);
    }

    #[test]
    fn digits_end_where_the_error_begins() {
        assert_eq!(supported(1.23456789, 0.0012), 1.2346);
        assert_eq!(supported(-98765.4321, 31.0), -98765.0);
        assert_eq!(supported(98765.4321, 3100.0), 98800.0);
        assert_eq!(supported(0.0, 1.0), 0.0);
        assert_eq!(supported(2.5, 0.0), 2.5);
    }
}
