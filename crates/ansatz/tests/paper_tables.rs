//! The sequences, constants and functions that the paper shows its models on.
//!
//! Every input is made from its definition. An answer need not be the paper's:
//! it must continue the sequence as well, by the error that each test states.

use ansatz::{Candidate, Effort, Int, Options, Prediction, Predictor, Terms};
use ansatz_expr::math;

/// The paper shows the first 25 terms.
const SHOWN: usize = 25;
const NEXT: usize = 10;

fn predict(shown: impl Into<Terms>) -> Prediction {
    predict_with(Effort::Normal, shown)
}

fn predict_with(effort: Effort, shown: impl Into<Terms>) -> Prediction {
    let options = Options { effort, next: NEXT, ..Options::default() };
    Predictor::new().predict(&shown.into(), &options, &mut ()).expect("enough terms")
}

/// Asserts that the first terms are continued exactly, and that this is known.
fn check_integers(name: &str, terms: &[i64]) {
    let terms: Vec<Int> = terms.iter().map(|&term| Int::from(term)).collect();
    let (shown, next) = terms.split_at(SHOWN);
    let prediction = predict(shown.to_vec());
    let best = prediction.best().unwrap_or_else(|| panic!("no law for {name}"));
    assert_eq!(best.next, next.to_vec().into(), "{name}: u(n) = {}", best.formula());
}

/// The largest relative error of the terms that are predicted, each from the
/// terms shown and what was predicted before it.
fn error_of_next(found: &Candidate, next: &[f64]) -> f64 {
    assert_eq!(found.next.len(), next.len(), "u(n) = {}", found.formula());
    let predicted = found.next.floats().expect("floats").iter();
    predicted.zip(next).map(|(value, truth)| ((value - truth) / truth).abs()).fold(0.0, f64::max)
}

/// The mean relative error of the terms shown; one without a value counts 1.
fn error_of_shown(found: &Candidate) -> f64 {
    let errors = found.errors.iter().map(|error| error.min(1.0));
    errors.sum::<f64>() / found.errors.len() as f64
}

/// Asserts that a law is found that fits every term, and that the next ten are
/// off by no more than `error`.
fn check_exact(name: &str, error: f64, law: impl Fn(f64) -> f64) {
    check_exact_with(Effort::Normal, name, error, law);
}

fn check_exact_with(effort: Effort, name: &str, error: f64, law: impl Fn(f64) -> f64) {
    let terms: Vec<f64> = (1..=SHOWN + NEXT).map(|n| law(n as f64)).collect();
    let (shown, next) = terms.split_at(SHOWN);
    let prediction = predict_with(effort, shown.to_vec());
    let best = prediction.best().unwrap_or_else(|| {
        let first = prediction.candidates.first().map(|found| found.formula());
        panic!("no law for {name}; the nearest is {first:?}")
    });
    let off = error_of_next(best, next);
    assert!(off <= error, "{name}: u(n) = {} is off by {off:e}", best.formula());
}

/// Asserts that the first candidate comes near: on average by `shown` on the
/// terms shown, and nowhere further off than `next` on the next ten.
fn check_near(name: &str, [shown_error, next_error]: [f64; 2], law: impl Fn(f64) -> f64) {
    let terms: Vec<f64> = (1..=SHOWN + NEXT).map(|n| law(n as f64)).collect();
    let (shown, next) = terms.split_at(SHOWN);
    let prediction = predict(shown.to_vec());
    let first = prediction.candidates.first().unwrap_or_else(|| panic!("nothing near {name}"));
    let off = [error_of_shown(first), error_of_next(first, next)];
    assert!(
        off[0] <= shown_error && off[1] <= next_error,
        "{name}: u(n) = {} is off by {off:?}",
        first.formula()
    );
}

#[test]
fn table_1_sequences_of_the_oeis() {
    let count = (SHOWN + NEXT) as i64;
    let indices = || 0..count;
    let power_below = |n: i64| 1i64 << n.ilog2();

    let mut products = vec![1i64];
    for n in 1..count as usize {
        let best = (0..n).map(|i| (n - i) as i64 * products[i]).max();
        products.push(best.expect("n is at least 1"));
    }
    check_integers("A000792, max (n - i) a(i)", &products);

    let mut digits = vec![1i64];
    let mut pentanacci = vec![5i64, -1, -1, -1, -1];
    while digits.len() < SHOWN + NEXT {
        digits.push(digits[digits.len() - 1] * 2 % 100);
    }
    check_integers("A000855, final two digits of 2^n", &digits);

    let josephus = |n: i64| if n == 0 { 0 } else { 2 * (n - power_below(n)) + 1 };
    check_integers("A006257, Josephus", &indices().map(josephus).collect::<Vec<_>>());

    let last_digits: Vec<i64> = indices().map(|n| n * (n + 1) / 2 % 10).collect();
    check_integers("A008954, final digit of n(n+1)/2", &last_digits);

    let halved = |n: i64| if n % 2 == 0 { n / 2 } else { n };
    check_integers("A026741, n or n/2", &indices().map(halved).collect::<Vec<_>>());

    let switched = |n: i64| if n == 0 { 1 } else { 2 * power_below(n) - 1 - n };
    check_integers("A035327, bits switched", &indices().map(switched).collect::<Vec<_>>());

    let chunks: Vec<i64> = (1..=count).map(|n| n - power_below(n) + 1).collect();
    check_integers("A062050, chunks from 1 to 2^n", &chunks);

    while pentanacci.len() < SHOWN + NEXT {
        let last = &pentanacci[pentanacci.len() - 5..];
        pentanacci.push(last[0] - last[1..].iter().sum::<i64>());
    }
    check_integers("A074062, reflected Pentanacci", &pentanacci);
}

/// The errors are of the order that the paper states for its approximations.
/// What is known of the first four to as many digits as are shown is also met
/// by other numbers: 1/3, 2 arctan(exp(10)).
#[test]
#[expect(clippy::approx_constant, reason = "the paper asks what is made of π cut off")]
fn table_2_constants() {
    for (constant, error) in [
        (0.3333, 1e-4),
        (0.33333, 1e-5),
        (3.1415, 1e-6),
        (3.14159, 1e-7),
        (1.6449, 1e-7),
        (1.64493, 1e-7),
        (0.123456789, 1e-9),
        (0.987654321, 2e-11),
    ] {
        check_exact(&format!("{constant} n"), error, |n| constant * n);
    }
}

#[test]
fn table_3_functions_with_an_exact_law() {
    check_exact("arcsinh(n)", 1e-9, f64::asinh);
    // Its 31 bits are just beyond what normal effort looks at.
    check_exact_with(Effort::Thorough, "arccosh(n)", 1e-9, f64::acosh);
    // It has no value at 1: the first term is that of 2.
    check_exact("arctanh(1/n)", 1e-9, |n| (1.0 / (n + 1.0)).atanh());
    let catalan = |n: f64| (1..n as u64).fold(1.0, |c, k| c * (4 * k - 2) as f64 / (k + 1) as f64);
    check_exact("catalan(n)", 1e-9, catalan);
}

#[test]
fn table_3_functions_without_one() {
    check_near("dawson(n)", [0.02, 0.02], dawson);
    check_near("j0(n)", [0.1, 0.5], |n| bessel(n, -1.0));
    check_near("i0(n)", [0.02, 0.02], |n| bessel(n, 1.0));
}

/// exp(−x²) ∫₀ˣ exp(t²) dt, by Rybicki's sum.
fn dawson(x: f64) -> f64 {
    const STEP: f64 = 0.2;
    let nearest = 2.0 * (0.5 * x / STEP).round();
    let offset = x - nearest * STEP;
    let sum: f64 = (-31..=31)
        .step_by(2)
        .map(|k| {
            let k = f64::from(k);
            math::exp(-(offset - k * STEP).powi(2)) / (nearest + k)
        })
        .sum();
    sum / std::f64::consts::PI.sqrt()
}

/// J0 (sign −1) or I0 (sign 1) as the mean of cos or cosh of x sin t over a
/// period: for an entire function the sum over equal steps is exact.
fn bessel(x: f64, sign: f64) -> f64 {
    const STEPS: u32 = 256;
    let sum: f64 = (0..STEPS)
        .map(|k| {
            let at = x * math::sin(2.0 * std::f64::consts::PI * f64::from(k) / f64::from(STEPS));
            if sign < 0.0 { math::cos(at) } else { math::cosh(at) }
        })
        .sum();
    sum / f64::from(STEPS)
}

#[test]
fn the_functions_have_their_known_values() {
    let close = |value: f64, truth: f64| assert!((value / truth - 1.0).abs() < 1e-12, "{value}");
    close(dawson(1.0), 0.538_079_506_912_768_4);
    close(dawson(10.0), 0.050_253_847_187_598_54);
    close(bessel(1.0, -1.0), 0.765_197_686_557_966_6);
    close(bessel(20.0, -1.0), 0.167_024_664_340_583_13);
    close(bessel(1.0, 1.0), 1.266_065_877_752_008_4);
    close(bessel(10.0, 1.0), 2_815.716_628_466_254);
}
