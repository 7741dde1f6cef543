//! What people measure, asked as they ask: noisy terms get a law within noise, and
//! exact laws stay what they are.

use ansatz::{Candidate, Effort, Int, Measurement, Options, Prediction, Predictor, Terms, Verdict};

fn ask(terms: &Terms, options: &Options) -> Prediction {
    let options = Options { effort: Effort::Quick, ..options.clone() };
    Predictor::new().predict(terms, &options, &mut ()).expect("enough terms")
}

fn measured(best: &Candidate) -> &Measurement {
    assert!(matches!(best.evidence.verdict, Verdict::Fits { .. }), "{:?}", best.evidence);
    best.measurement.as_ref().expect("what is known of the noise")
}

/// Errors that were drawn once, of deviation 1.
const ERRORS: [f64; 24] = [
    0.49, -0.14, 0.65, 1.52, -0.23, -0.23, 1.58, 0.77, -0.47, 0.54, -0.46, -0.47, 0.24, -1.91,
    -1.72, -0.56, -1.01, 0.31, -0.91, -1.41, 1.47, -0.23, 0.07, -1.42,
];

#[test]
fn a_noisy_line_is_a_line() {
    let line = |n: usize| 12.0 + 3.0 * n as f64;
    let terms: Vec<f64> = (1..=20).map(|n| line(n) + 0.4 * ERRORS[n - 1]).collect();
    let rounded = terms.iter().map(|term| (term * 100.0).round() / 100.0).collect();
    for terms in [terms, rounded] {
        let prediction = ask(&Terms::Floats(terms), &Options::default());
        let best = prediction.best().expect("an answer");
        let known = measured(best);
        assert_eq!(best.formula().degree(), 0);
        let next = best.next.floats().expect("floats");
        assert_eq!((next.len(), known.intervals.len()), (10, 10));
        // How many further terms intervals hold is measured on many series, in
        // `crates/search/tests/noise.rs`.
        let mut width = 0.0;
        for (n, (value, [low, high])) in (21..).zip(next.iter().zip(&known.intervals)) {
            assert!((value - line(n)).abs() < 1.0, "{n} {value}");
            assert!(low < value && value < high && high - low > width, "{n} {low} {high}");
            width = high - low;
        }
    }
}

#[test]
fn counted_things_have_noise_too() {
    let counted =
        |n: usize| Int::from((250.0 + 40.0 * n as f64 + 9.0 * ERRORS[n - 1]).round() as i64);
    let terms = Terms::Integers((1..=24).map(counted).collect());
    let prediction = ask(&terms, &Options { hold_out: 4, ..Options::default() });
    let best = prediction.best().expect("an answer");
    let known = measured(best);
    assert!((5.0..15.0).contains(&known.deviation), "{known:?}");
    assert!(best.held_out_right.is_some_and(|right| right >= 3), "{best:?}");
    assert_eq!(known.intervals.len(), best.next.len());
}

#[test]
fn exact_laws_stay_what_they_are() {
    let exactly = |law: fn(i64) -> i64| {
        let terms = Terms::Integers((1..=14).map(|n| Int::from(law(n))).collect());
        let prediction = ask(&terms, &Options::default());
        let best = prediction.best().expect("an answer");
        assert!(best.measurement.is_none(), "{}", best.formula());
    };
    exactly(|n| n * n + 1);
    exactly(|n| 3 * n + n % 2);
    exactly(|n| 1 << n);
    // As doubles with all their digits, and rounded.
    for digits in [12, 3] {
        let term = |n: i32| {
            let value = f64::from(n).sqrt() + f64::from(n);
            format!("{value:.digits$}").parse::<f64>().expect("a number")
        };
        let prediction = ask(&Terms::Floats((1..=25).map(term).collect()), &Options::default());
        let first = prediction.candidates.first().expect("a law");
        assert!(first.measurement.is_none(), "{}", first.formula());
    }
}

#[test]
fn digits_without_a_law_have_none_within_noise_either() {
    let digits = [8i64, 1, 6, 0, 3, 9, 9, 2, 4, 7, 1, 5, 0, 8, 2, 6, 3, 3, 7, 0, 9, 4, 1, 8];
    let prediction = ask(&Terms::Integers(digits.map(Int::from).into()), &Options::default());
    assert!(prediction.best().is_none_or(|best| best.measurement.is_none()));
}
