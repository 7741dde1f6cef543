//! What people type: prices, temperatures, halves and tenths, units, interest,
//! fractions. Every sequence is computed here from its definition, and must be
//! continued as a person would, by a law of plain numbers.

use ansatz::{Effort, Options, Predictor, Rational, Terms};

/// How many terms are to be foreseen.
const NEXT: usize = 3;

struct Case {
    name: String,
    shown: Vec<f64>,
    next: Vec<f64>,
    /// How far off the next terms may be: a last digit where what was rounded
    /// away decides.
    slack: f64,
}

impl Case {
    fn within(self, slack: f64) -> Case {
        Case { slack, ..self }
    }
}

/// The first `count` values of a rule, and those that follow.
fn case(name: String, count: usize, rule: impl Fn(i32) -> f64) -> Case {
    let all: Vec<f64> = (1..).take(count + NEXT).map(rule).collect();
    let (shown, next) = all.split_at(count);
    Case { name, shown: shown.to_vec(), next: next.to_vec(), slack: 0.0 }
}

/// Grown from a first term.
fn grown(name: String, count: usize, first: f64, rule: impl Fn(f64) -> f64) -> Case {
    let all: Vec<f64> = std::iter::successors(Some(first), |&before| Some(rule(before)))
        .take(count + NEXT)
        .collect();
    case(name, count, |n| all[n as usize - 1])
}

/// Rounded to decimals, ties up, as shops and banks do. The little that is added
/// is less than half of anything below and more than the rounding of doubles.
fn cut(value: f64, places: i32) -> f64 {
    let text = format!("{}", ((value + 1e-10) * 10f64.powi(places) + 0.5).floor());
    format!("{text}e-{places}").parse().expect("a number")
}

/// Numbers as they are written: sums of doubles are not.
fn plain(value: f64) -> f64 {
    cut(value, 8)
}

fn steps() -> Vec<Case> {
    let mut cases = Vec::new();
    for first in [0.1, 0.5, 1.5, 2.25, 20.0, 37.2, 99.5, 100.0] {
        for step in [0.1, 0.2, 0.25, 0.5, 1.5, 2.5, -0.5, -2.5] {
            let name = format!("from {first} by {step}");
            cases.push(case(name, 5, |n| plain(first + step * f64::from(n - 1))));
        }
    }
    cases
}

fn multiples() -> Vec<Case> {
    let units = [1.1, 2.54, 0.75, 1.99, 0.45, 3.6, 28.35, 1.8, 0.3048, 4.186, 12.5, 0.01];
    let per = |unit: f64| case(format!("{unit} each"), 5, move |n| plain(unit * f64::from(n)));
    units.map(per).into()
}

fn temperatures() -> Vec<Case> {
    let mut cases = Vec::new();
    for step in [1, 5, 10, 20] {
        let fahrenheit = move |n: i32| plain(32.0 + 1.8 * f64::from(step * (n - 1)));
        cases.push(case(format!("every {step} °C in °F"), 6, fahrenheit));
        let kelvin = move |n: i32| plain(273.15 + f64::from(step * (n - 1)));
        cases.push(case(format!("every {step} °C in K"), 6, kelvin));
    }
    for per_kilometre in [6.5, 9.8] {
        let name = format!("{per_kilometre} °C colder each kilometre");
        cases.push(case(name, 6, move |n| plain(15.0 - per_kilometre * f64::from(n - 1))));
    }
    cases
}

fn interest() -> Vec<Case> {
    let mut cases = Vec::new();
    for first in [100.0, 250.0, 1000.0, 1500.0, 20000.0] {
        for percent in [2.0, 3.0, 4.5, 5.0, 7.0] {
            let rate = 1.0 + percent / 100.0;
            let name = format!("{first} at {percent} %, booked in cents");
            cases.push(grown(name, 8, first, |before| cut(before * rate, 2)));
        }
    }
    for first in [100.0, 500.0, 1000.0] {
        for percent in [2.5, 4.0, 6.0] {
            let rate: f64 = 1.0 + percent / 100.0;
            let name = format!("{first} at {percent} %, shown in cents");
            // From eight terms it may as well be booked each year, less a tenth of a cent.
            cases.push(case(name, 10, move |n| cut(first * rate.powi(n - 1), 2)).within(0.021));
        }
    }
    for (first, kept) in [(25000.0, 0.8), (18000.0, 0.85), (999.0, 0.9), (64.0, 0.75)] {
        let name = format!("{first}, of which {kept} stays");
        let kept = move |before| cut(before * kept, 2);
        cases.push(grown(name, 8, first, kept).within(0.011));
    }
    for (first, saved) in [(500.0, 50.0), (0.0, 120.5)] {
        let name = format!("{saved} saved each year at 3 %");
        cases.push(grown(name, 9, first, move |before| cut(before * 1.03 + saved, 2)));
    }
    cases
}

fn powers() -> Vec<Case> {
    let mut cases = vec![
        grown("halving".into(), 5, 100.0, |before| before / 2.0),
        grown("doubling".into(), 5, 0.5, |before| before * 2.0),
        grown("a tenth each".into(), 5, 1.0, |before| plain(before / 10.0)),
        grown("tripling".into(), 5, 0.2, |before| plain(before * 3.0)),
        grown("half and one".into(), 6, 6.0, |before| before / 2.0 + 1.0),
    ];
    for factor in [0.01, 0.1, 0.5, 1.5, 4.9, 2.25] {
        let name = format!("{factor} times the squares");
        cases.push(case(name, 6, move |n| plain(factor * f64::from(n * n))));
    }
    for (a, b) in [(0.5, 0.5), (2.5, -0.5), (0.1, 10.0)] {
        let name = format!("{a} n² and {b} n");
        cases.push(case(name, 7, move |n| plain(a * f64::from(n * n) + b * f64::from(n))));
    }
    cases.push(case("cubes of tenths".into(), 7, |n| plain(f64::from(n * n * n) / 1000.0)));
    cases
}

fn patterns() -> Vec<Case> {
    let pick = |values: &'static [f64]| move |n: i32| values[(n as usize - 1) % values.len()];
    let mut fibonacci = vec![0.1, 0.1];
    while fibonacci.len() < 12 {
        fibonacci.push(plain(fibonacci.iter().rev().take(2).sum()));
    }
    vec![
        case("on and off".into(), 8, pick(&[0.5, 1.0])),
        case("up and down".into(), 8, pick(&[1.5, -1.5])),
        case("always the same".into(), 6, pick(&[0.1])),
        case("a price that stays".into(), 5, pick(&[19.99])),
        case("Fibonacci in tenths".into(), 9, move |n| fibonacci[n as usize - 1]),
        case("triangles in halves".into(), 7, |n| f64::from(n * (n + 1)) / 4.0),
        grown("change of sign".into(), 6, 2.5, |before| -before),
    ]
}

fn units() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, factor, places) in [
        ("miles in km", 1.609344, 1),
        ("miles in km", 1.609344, 2),
        ("miles in km", 1.609344, 3),
        ("pounds in kg", 0.45359237, 2),
        ("pounds in kg", 0.45359237, 3),
        ("gallons in l", 3.785411784, 2),
        ("knots in km/h", 1.852, 1),
        ("horsepower in kW", 0.73549875, 1),
        ("dollars in euros", 0.92, 1),
        ("inches in cm", 2.54, 1),
        ("ounces in g", 28.349523, 1),
        ("acres in ha", 0.40468564, 2),
        ("feet in m", 0.3048, 2),
    ] {
        let name = format!("{name}, {places} decimals");
        let unit = 1.1 * 10f64.powi(-places);
        cases.push(case(name, 12, move |n| cut(factor * f64::from(n), places)).within(unit));
    }
    cases
}

fn sales() -> Vec<Case> {
    let f = f64::from;
    let mut cases = Vec::new();
    // A basic charge, and so much for each.
    for (name, basic, each) in [
        ("taxi", 3.9, 2.2),
        ("electricity", 9.95, 0.32),
        ("parcels", 4.49, 1.25),
        ("copies", 0.5, 0.08),
        ("parking", 1.0, 1.5),
    ] {
        cases.push(case(name.into(), 6, move |n| plain(basic + each * f(n))));
    }
    // Prices with tax, and reduced ones.
    for (name, net, rate) in
        [("with tax", 10.0, 1.19), ("with tax", 25.0, 1.07), ("reduced", 80.0, 0.65)]
    {
        let name = format!("{name}: {rate} of {net} each");
        cases.push(case(name, 6, move |n| plain(net * rate * f(n))));
    }
    // A debt with interest, less an instalment.
    for (debt, rate, paid) in [(5000.0, 1.005, 150.0), (1200.0, 1.01, 100.0), (80.0, 1.02, 7.5)] {
        let name = format!("{debt} owed at {rate}, {paid} paid back");
        cases.push(grown(name, 9, debt, move |before| cut(before * rate - paid, 2)).within(0.011));
    }
    // Written off by equal parts, and stocks that run down.
    for (worth, part) in [(1299.0, 162.375), (54.0, 4.5), (750.5, 62.5)] {
        cases.push(case(format!("{worth} less {part}"), 6, move |n| plain(worth - part * f(n))));
    }
    cases
}

fn populations() -> Vec<Case> {
    let mut cases = Vec::new();
    // In millions or thousands, to so many decimals.
    for (first, rate, places) in
        [(8.2, 1.02, 3), (83.1, 1.01, 2), (1.35, 1.025, 4), (38.0, 0.99, 2), (0.5, 1.5, 3)]
    {
        let name = format!("{first} million, times {rate} each year");
        let unit = 2.1 * 10f64.powi(-places);
        cases.push(grown(name, 10, first, move |before| cut(before * rate, places)).within(unit));
    }
    // So many percent go, so many come.
    for (first, kept, added) in [(10.0, 0.9, 2.5), (4.0, 0.75, 0.5), (100.0, 0.5, 7.5)] {
        let name = format!("{kept} of {first} stay, {added} come");
        cases.push(
            grown(name, 9, first, move |before| cut(before * kept + added, 3)).within(0.0011),
        );
    }
    // A dose taken again, of which a part is left.
    for (dose, left) in [(200.0, 0.5), (1.5, 0.25)] {
        let name = format!("{dose} again, {left} left");
        cases
            .push(grown(name, 8, dose, move |before| cut(before * left + dose, 4)).within(0.00011));
    }
    cases
}

fn fractions() -> Vec<Case> {
    let sums = |name: &str, summand: fn(i64) -> (i64, i64)| {
        // In whole numbers, so that each is the double nearest to the fraction.
        let (mut over, mut under) = (0i64, 1i64);
        let mut all = Vec::new();
        for n in 1..=(6 + NEXT as i64) {
            let (p, q) = summand(n);
            (over, under) = (over * q + p * under, under * q);
            let divisor = gcd(over.abs(), under);
            (over, under) = (over / divisor, under / divisor);
            all.push(over as f64 / under as f64);
        }
        case(name.to_owned(), 6, move |n| all[n as usize - 1])
    };
    let f = f64::from;
    vec![
        sums("harmonic numbers", |n| (1, n)),
        sums("sums of inverse squares", |n| (1, n * n)),
        sums("sums of 1/n(n+1)", |n| (1, n * (n + 1))),
        sums("sums of odd inverses", |n| (1, 2 * n - 1)),
        sums("sums of thirds", |n| (1, 3i64.pow(n as u32))),
        sums("sums of inverse factorials", |n| (1, (1..=n).product())),
        case("unit fractions".into(), 6, move |n| 1.0 / f(n)),
        case("inverse squares".into(), 6, move |n| 1.0 / f(n * n)),
        case("n of n + 1".into(), 6, move |n| f(n) / f(n + 1)),
        case("odd over even".into(), 6, move |n| f(2 * n - 1) / f(2 * n)),
        case("thirds".into(), 6, move |n| f(n) / 3.0),
        case("sevenths from two".into(), 6, move |n| f(n + 13) / 7.0),
        case("powers of a third".into(), 6, |n| 1.0 / 3f64.powi(n)),
        case("inverse triangles".into(), 7, move |n| 2.0 / f(n * (n + 1))),
        case("squares over odds".into(), 8, move |n| f(n * n) / f(2 * n + 1)),
        case("powers of two thirds".into(), 6, |n| 2f64.powi(n) / 3f64.powi(n)),
    ]
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What is wrong with the answer, if anything is.
fn complaint(case: &Case) -> Option<String> {
    let options = Options { next: NEXT, effort: Effort::Quick, ..Options::default() };
    let terms = Terms::Floats(case.shown.clone());
    let prediction = Predictor::new().predict(&terms, &options, &mut ()).expect("enough terms");
    let Some(best) = prediction.best() else { return Some("no answer".to_owned()) };
    let next = best.next.floats().expect("floats");
    let formula = best.formula();
    let meant = |value: f64| Rational::from_f64(value);
    let same = |a: f64, b: f64| {
        (a - b).abs() <= case.slack || (meant(a).is_some() && meant(a) == meant(b))
    };
    if next.len() != NEXT || !next.iter().zip(&case.next).all(|(&a, &b)| same(a, b)) {
        return Some(format!("{formula} gives {next:?} for {:?}", case.next));
    }
    (!formula.is_rational()).then(|| format!("{formula} is no plain law"))
}

fn check(cases: &[Case]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| Some(format!("{}: {:?}: {}", case.name, case.shown, complaint(case)?)))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn there_are_two_hundred() {
    let mut count = fractions().len() + populations().len() + sales().len();
    for cases in [steps(), multiples(), temperatures(), interest(), powers(), patterns(), units()] {
        count += cases.len();
    }
    assert!(count >= 200, "{count}");
}

#[test]
fn equal_steps() {
    check(&steps());
}

#[test]
fn multiples_of_a_unit() {
    check(&multiples());
}

#[test]
fn temperatures_on_other_scales() {
    check(&temperatures());
}

#[test]
fn money_that_grows_and_shrinks() {
    check(&interest());
}

#[test]
fn powers_and_squares() {
    check(&powers());
}

#[test]
fn patterns_of_decimals() {
    check(&patterns());
}

#[test]
fn units_with_rounded_decimals() {
    check(&units());
}

#[test]
fn sales_and_charges() {
    check(&sales());
}

#[test]
fn populations_and_what_is_left() {
    check(&populations());
}

#[test]
fn fractions_stay_fractions() {
    check(&fractions());
}
