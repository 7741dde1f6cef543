//! Laws of measured terms: every family is recognised under noise, intervals hold
//! what they say, and noise alone has no law.

use ansatz_expr::math;
use ansatz_search::{Candidate, NoiseKind, Problem, Ranking, Verdict, noise};

/// So many terms are foreseen.
const NEXT: usize = 10;

/// Gaussian numbers that are the same in every run.
struct Draws(u64);

impl Draws {
    fn uniform(&mut self) -> f64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }

    fn gauss(&mut self) -> f64 {
        let radius = (-2.0 * math::ln(1.0 - self.uniform())).sqrt();
        radius * math::cos(std::f64::consts::TAU * self.uniform())
    }
}

/// The best law within noise, if there is one.
fn answer(terms: &[f64]) -> Option<Candidate<f64>> {
    let problem = Problem::new(terms);
    let mut ranking = Ranking::new(&problem, NEXT);
    noise::propose(terms, NEXT, f64::INFINITY, &mut ranking);
    ranking.within_noise().cloned()
}

fn intervals(law: &Candidate<f64>) -> &[[f64; 2]] {
    &law.proposal.measurement.as_ref().expect("a measurement").intervals
}

/// A kind of series: its name, and terms drawn with so much noise.
type Draw = fn(&mut Draws, usize) -> Vec<f64>;

/// A function of n with noise that is the same everywhere, in shares of its range.
fn around(draws: &mut Draws, count: usize, law: impl Fn(f64) -> f64) -> Vec<f64> {
    let values: Vec<f64> = (1..=count + NEXT).map(|n| law(n as f64)).collect();
    let spread = values[..count]
        .iter()
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], v| [low.min(*v), high.max(*v)]);
    let deviation = draws.between(0.005, 0.05) * (spread[1] - spread[0]);
    values.into_iter().map(|value| value + deviation * draws.gauss()).collect()
}

/// A function of n with noise that is relative.
fn times(draws: &mut Draws, count: usize, law: impl Fn(f64) -> f64) -> Vec<f64> {
    let deviation = draws.between(0.005, 0.05);
    (1..=count + NEXT).map(|n| law(n as f64) * (1.0 + deviation * draws.gauss())).collect()
}

/// A recurrence whose every step has noise.
fn stepped(
    draws: &mut Draws,
    count: usize,
    first: &[f64],
    deviation: f64,
    law: impl Fn(f64, &[f64]) -> f64,
) -> Vec<f64> {
    let mut terms = first.to_vec();
    while terms.len() < count + NEXT {
        let next = law(terms.len() as f64 + 1.0, &terms) + deviation * draws.gauss();
        terms.push(next);
    }
    terms
}

fn last(terms: &[f64], back: usize) -> f64 {
    terms[terms.len() - back]
}

const DRAWS: [(&str, Draw); 15] = [
    ("constant", |draws, count| {
        let level = draws.between(5.0, 500.0);
        times(draws, count, |_| level)
    }),
    ("line", |draws, count| {
        let (a, b) = (draws.between(-50.0, 50.0), draws.between(-5.0, 5.0));
        around(draws, count, |n| a + b * n)
    }),
    ("relative line", |draws, count| {
        let (a, b) = (draws.between(0.0, 50.0), draws.between(0.5, 5.0));
        times(draws, count, |n| a + b * n)
    }),
    ("parabola", |draws, count| {
        let (a, b) = (draws.between(-50.0, 50.0), draws.between(-5.0, 5.0));
        let c = draws.between(0.5, 2.0) / count as f64 * b.signum();
        around(draws, count, |n| a + b * n + 3.0 * c * n * n)
    }),
    ("growth", |draws, count| {
        let (a, rate) = (draws.between(1.0, 50.0), draws.between(1.0, 4.0) / count as f64);
        times(draws, count, |n| a * math::exp(rate * n))
    }),
    ("decay to a level", |draws, count| {
        let (a, b) = (draws.between(-20.0, 20.0), draws.between(20.0, 100.0));
        let rate = draws.between(2.0, 6.0) / count as f64;
        around(draws, count, |n| a + b * math::exp(-rate * n))
    }),
    ("power", |draws, count| {
        let (a, power) = (draws.between(0.5, 5.0), draws.between(1.3, 2.8));
        times(draws, count, |n| a * math::powf(n, power))
    }),
    ("logarithm", |draws, count| {
        let (a, b) = (draws.between(-20.0, 20.0), draws.between(2.0, 20.0));
        around(draws, count, |n| a + b * math::ln(n))
    }),
    ("logistic", |draws, count| {
        let (limit, rate) = (draws.between(10.0, 900.0), draws.between(8.0, 14.0) / count as f64);
        let middle = draws.between(0.35, 0.6) * count as f64;
        around(draws, count, |n| limit / (1.0 + math::exp(rate * (middle - n))))
    }),
    ("sinusoid with a trend", |draws, count| {
        let (a, b) = (draws.between(-20.0, 20.0), draws.between(-0.2, 0.2));
        let (turn, phase) = (draws.between(0.3, 2.5), draws.between(-3.0, 3.0));
        around(draws, count, |n| a + b * n + 10.0 * math::sin(turn * n + phase))
    }),
    ("damped oscillation", |draws, count| {
        let (a, turn) = (draws.between(-20.0, 20.0), draws.between(0.3, 2.0));
        let rate = draws.between(1.0, 3.0) / count as f64;
        around(draws, count, |n| a + 30.0 * math::exp(-rate * n) * math::sin(turn * n))
    }),
    ("first-order regression", |draws, count| {
        let (a, share) = (draws.between(1.0, 20.0), draws.between(0.6, 0.9));
        stepped(draws, count, &[0.0], 0.3, |_, u| a + share * last(u, 1))
    }),
    ("second-order regression", |draws, count| {
        let (a, turn) = (draws.between(1.0, 20.0), draws.between(0.4, 1.2));
        let size: f64 = 0.97;
        stepped(draws, count, &[0.0, 3.0], 1.0, |_, u| {
            a + 2.0 * size * math::cos(turn) * last(u, 1) - size * size * last(u, 2)
        })
    }),
    ("random walk with drift", |draws, count| {
        let drift = draws.between(0.5, 3.0);
        stepped(draws, count, &[100.0], 1.0, |_, u| drift + last(u, 1))
    }),
    ("logistic map", |draws, count| {
        let rate = draws.between(3.6, 3.8);
        stepped(draws, count, &[0.3], 0.003, |_, u| rate * last(u, 1) * (1.0 - last(u, 1)))
    }),
];

#[test]
fn every_family_is_found_and_nine_of_ten_terms_are_in_their_intervals() {
    let mut draws = Draws(17);
    let (mut within, mut foreseen, mut answered, mut asked) = (0, 0, 0, 0);
    let mut report = String::new();
    for (name, draw) in DRAWS {
        let (mut own_within, mut own_foreseen, mut own_answered) = (0, 0, 0);
        const SERIES: usize = 24;
        for series in 0..SERIES {
            let count = [20, 30, 60, 120][series % 4];
            let terms = draw(&mut draws, count);
            let (shown, next) = terms.split_at(count);
            let Some(law) = answer(shown) else { continue };
            own_answered += 1;
            for (interval, term) in intervals(&law).iter().zip(next) {
                own_foreseen += 1;
                own_within += usize::from((interval[0]..=interval[1]).contains(term));
            }
        }
        let share = 100.0 * own_within as f64 / f64::from(own_foreseen.max(1) as u32);
        report += &format!("{name}: {own_answered} of {SERIES} answered, {share:.1} % within\n");
        within += own_within;
        foreseen += own_foreseen;
        answered += own_answered;
        asked += SERIES;
    }
    let coverage = within as f64 / foreseen as f64;
    println!("{report}coverage {coverage:.3}, answered {answered} of {asked}");
    assert!((0.85..=0.95).contains(&coverage), "{coverage}\n{report}");
    assert!(answered as f64 >= 0.85 * asked as f64, "{answered} of {asked}\n{report}");
}

#[test]
fn noise_alone_has_no_law() {
    let mut draws = Draws(3);
    for count in [8, 12, 20, 50, 200, 700] {
        for _ in 0..12 {
            let digits: Vec<f64> = (0..count).map(|_| draws.between(0.0, 10.0).floor()).collect();
            if let Some(law) = answer(&digits) {
                panic!("{digits:?} {:?}", law.proposal.expr);
            }
            let around_zero: Vec<f64> = (0..count).map(|_| draws.gauss()).collect();
            if let Some(law) = answer(&around_zero) {
                panic!("{around_zero:?} {:?}", law.proposal.expr);
            }
        }
    }
}

#[test]
fn a_curve_that_no_family_has_is_not_called_noise() {
    // What is left of it bends: third differences of residuals are small.
    let curves: [fn(f64) -> f64; 3] =
        [|n| math::ln(n).powi(4), |n| n * n / (n + 20.0), |n| n.sqrt() * math::ln(n) + n];
    for (place, curve) in curves.into_iter().enumerate() {
        let terms: Vec<f64> = (1..=60).map(|n| curve(f64::from(n))).collect();
        let law = answer(&terms);
        assert!(law.is_none(), "{place} {:?}", law.map(|law| law.proposal.expr));
    }
}

#[test]
fn constants_noise_and_outliers_are_told() {
    let mut draws = Draws(5);
    let mut terms: Vec<f64> =
        (1..=100).map(|n| 40.0 + 2.5 * f64::from(n) + 0.3 * draws.gauss()).collect();
    terms[16] += 12.0;
    terms[70] -= 30.0;
    let law = answer(&terms).expect("a line");
    let known = law.proposal.measurement.as_deref().expect("a measurement");
    assert_eq!(known.outliers, [17, 71]);
    assert_eq!(known.kind, NoiseKind::Absolute);
    assert!((0.22..0.38).contains(&known.deviation), "{}", known.deviation);
    assert_eq!(law.proposal.expr.degree(), 0);
    for (constant, truth) in known.constants.iter().zip([40.0, 2.5]) {
        let off = (constant.value - truth).abs();
        assert!(off <= 3.0 * constant.standard_error, "{:?}", known.constants);
    }
    assert!(matches!(law.evidence.verdict, Verdict::Fits { noise_ppm: 1000..4000 }));

    let growth: Vec<f64> =
        (1..=60).map(|n| 7.0 * 1.05f64.powi(n) * (1.0 + 0.02 * draws.gauss())).collect();
    let law = answer(&growth).expect("growth");
    let known = law.proposal.measurement.as_deref().expect("a measurement");
    assert_eq!(known.kind, NoiseKind::Relative);
    assert!((0.014..0.027).contains(&known.deviation), "{}", known.deviation);
    assert!(law.proposal.form.as_deref().is_some_and(|form| form.contains("1.05")), "{law:?}");
}

#[test]
fn long_series_are_fitted_to_all_their_terms() {
    let mut draws = Draws(8);
    let terms: Vec<f64> = (1..=3000)
        .map(|n| 5.0 + 2.0 * math::sin(1.7 * f64::from(n) + 0.5) + 0.3 * draws.gauss())
        .collect();
    let law = answer(&terms).expect("a sinusoid");
    let known = law.proposal.measurement.as_deref().expect("a measurement");
    assert!(
        known.constants.iter().any(|constant| (constant.value - 1.7).abs() < 1e-3),
        "{known:?}"
    );
    assert!((0.28..0.32).contains(&known.deviation), "{}", known.deviation);
}

#[test]
fn odd_series_break_nothing() {
    let mut series = vec![vec![], vec![1.0], vec![0.0; 30], vec![f64::NAN; 9]];
    series.push(vec![1e90, -1e90, 1e90, 1.0, 0.0, -1e90, 1e90, 3.0]);
    series.push((0..40).map(|n| if n == 39 { 1e9 } else { 0.0 }).collect());
    series.push((0..20).map(|n| f64::from(n % 2)).collect());
    series.push((0..12).map(|n| 1e-300 * f64::from(n)).collect());
    for terms in series {
        if let Some(law) = answer(&terms) {
            let known = law.proposal.measurement.as_deref().expect("a measurement");
            let finite = known.intervals.iter().flatten().all(|end| end.is_finite());
            assert!(finite && known.deviation.is_finite(), "{terms:?} {known:?}");
        }
    }
}
