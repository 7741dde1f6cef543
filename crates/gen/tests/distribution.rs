//! What we generate is distributed like the published test sets.
//!
//! Operators, effective degrees and lengths of our sequences are compared with
//! a file's by the chi-square test for two samples. There are eleven files and
//! three histograms each. A false alarm in any of the 33 shall have a chance
//! below 1e-4, so each is tested at 1e-4 / 33 = 3e-6 (Bonferroni), which is
//! 4.5 standard deviations. Seeds are fixed: the outcome never changes from
//! one run to the next.
//!
//! The agreement settles what the notes leave open. After a rejection
//! everything is drawn anew, the number of operators and the degree too; and
//! the tail rule sees the shown terms only. The other tests here show that
//! other choices would not pass.

mod shared;

use std::collections::BTreeMap;

use ansatz_expr::{Domain, Expr, Family};
use ansatz_gen::{GenConfig, Generator};

/// Sequences we draw for each file: enough that the error is the file's.
const DRAWS: usize = 10_000;

/// Standard deviations at which a one-sided test has significance 3e-6.
const DEVIATIONS: f64 = 4.53;

/// (operators, degree, length) of each sequence.
type Sizes = Vec<[usize; 3]>;

const NAMES: [&str; 3] = ["operators", "degree", "length"];

fn config_for(file: &str) -> GenConfig {
    let float = GenConfig::float();
    match file {
        "int_ops5" => GenConfig { max_ops: 5, ..GenConfig::integer() },
        "int_ops10" => GenConfig::integer(),
        "int_init100" => GenConfig { max_first_term: 100, ..GenConfig::integer() },
        "float_ops5" => GenConfig { max_ops: 5, ..float },
        "float_ops10" => float,
        "float_init100" => GenConfig { max_first_term: 100, ..float },
        "float_realconst_ops5" => {
            GenConfig { max_ops: 5, real_constants: true, named_constants: false, ..float }
        }
        "float_realconst_ops10" => {
            GenConfig { real_constants: true, named_constants: false, ..float }
        }
        "float_hyperbolic" => GenConfig::outside_vocabulary(Family::Hyperbolic),
        "float_bessel" => GenConfig::outside_vocabulary(Family::Bessel),
        "float_fresnel" => GenConfig::outside_vocabulary(Family::Fresnel),
        other => panic!("no configuration for {other}"),
    }
}

/// The file's rows, but for those that pass over a zero divisor or an infinity
/// (see the replay test): we reject such sequences.
fn published(file: &str) -> Option<Sizes> {
    let mut sizes = Sizes::new();
    for row in shared::rows(file)? {
        let law = row.law();
        let defined = if file.starts_with("int") {
            defined_throughout(&law, &row.integers(), row.degree())
        } else {
            defined_throughout(&law, &row.floats(), row.degree())
        };
        if defined {
            sizes.push([law.operators(), row.degree(), row.shown() - row.degree()]);
        }
    }
    Some(sizes)
}

fn defined_throughout<T: ansatz_expr::Value>(law: &Expr, terms: &[T], degree: usize) -> bool {
    (degree..terms.len()).all(|position| law.eval(&terms[..position]).is_ok())
}

fn ours(config: GenConfig, seed: u64) -> Sizes {
    let generator = Generator::new(config, seed).unwrap();
    let examples = generator.stream(0).map(Result::unwrap);
    // The authors' Faddeeva function is complex, which their generator rejects.
    let drawn = examples.filter(|example| !example.expr.to_words().contains(&"wofz".to_owned()));
    drawn
        .take(DRAWS)
        .map(|example| [example.ops, example.degree, example.terms.len() - example.degree])
        .collect()
}

/// The chi-square statistic of two samples and its degrees of freedom. Values
/// that fewer than ten sequences have share a bin.
fn chi_square(a: impl Iterator<Item = usize>, b: impl Iterator<Item = usize>) -> (f64, f64) {
    let mut bins: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
    a.for_each(|value| bins.entry(value).or_default()[0] += 1.0);
    b.for_each(|value| bins.entry(value).or_default()[1] += 1.0);
    let total = |sample: usize| bins.values().map(|bin| bin[sample]).sum::<f64>();
    let ratio = (total(1) / total(0)).sqrt();
    let (rare, mut common): (Vec<[f64; 2]>, Vec<_>) =
        bins.into_values().partition(|bin| bin[0] + bin[1] < 10.0);
    if !rare.is_empty() {
        common.push(rare.iter().fold([0.0; 2], |sum, bin| [sum[0] + bin[0], sum[1] + bin[1]]));
    }
    let statistic =
        common.iter().map(|[a, b]| (ratio * a - b / ratio).powi(2) / (a + b)).sum::<f64>();
    (statistic, common.len() as f64 - 1.0)
}

/// Wilson and Hilferty's approximation: the cube root of chi-square over its
/// degrees of freedom is nearly normal.
fn deviations((statistic, freedom): (f64, f64)) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

fn compare(ours: &Sizes, published: &Sizes) -> [f64; 3] {
    [0, 1, 2].map(|kind| {
        let column = |sizes: &Sizes| sizes.iter().map(|size| size[kind]).collect::<Vec<_>>();
        deviations(chi_square(column(ours).into_iter(), column(published).into_iter()))
    })
}

#[test]
fn sizes_agree_with_every_file() {
    for file in [
        "int_ops5",
        "int_ops10",
        "int_init100",
        "float_ops5",
        "float_ops10",
        "float_init100",
        "float_realconst_ops5",
        "float_realconst_ops10",
        "float_hyperbolic",
        "float_bessel",
        "float_fresnel",
    ] {
        let Some(published) = published(file) else { return };
        let compared = compare(&ours(config_for(file), 2), &published);
        for (name, deviations) in NAMES.iter().zip(compared) {
            println!("{file}: {name} {deviations:+.2} standard deviations");
            assert!(deviations < DEVIATIONS, "{file}: {name} {deviations}");
        }
    }
}

/// The tail rule of the files: no shown terms end in equal absolute gaps, but
/// those with the next terms behind them do, now and then.
#[test]
fn tails_are_those_of_the_shown_terms() {
    for (file, after_next) in [("int_ops5", 114), ("int_ops10", 112), ("int_init100", 61)] {
        let Some(rows) = shared::rows(file) else { return };
        let mut tails = [0, 0];
        for row in rows {
            let terms = row.integers();
            for (count, end) in tails.iter_mut().zip([row.shown(), terms.len()]) {
                let tail = &terms[end - 5..end];
                let gap = |i: usize| tail[i + 1].checked_sub(tail[i]).unwrap().abs();
                *count += u32::from((1..4).all(|i| gap(i) == gap(0)));
            }
        }
        assert_eq!(tails, [0, after_next], "{file}");
    }
}

/// The test has teeth: generators that differ in one rule fail it.
#[test]
fn other_rules_would_be_noticed() {
    for (what, domain, kind, config) in [
        ("no tail rule", Domain::Integer, 1, GenConfig { tail_terms: 0, ..GenConfig::integer() }),
        (
            "other leaves",
            Domain::Float,
            1,
            GenConfig { p_n: 0.25, p_prev: 5.0 / 12.0, ..GenConfig::float() },
        ),
        ("lengths from 4", Domain::Float, 2, GenConfig { min_length: 4, ..GenConfig::float() }),
    ] {
        let file = if domain == Domain::Integer { "int_ops10" } else { "float_ops10" };
        let Some(published) = published(file) else { return };
        let deviations = compare(&ours(config, 2), &published)[kind];
        println!("{what}: {} {deviations:+.2} standard deviations", NAMES[kind]);
        assert!(deviations > DEVIATIONS, "{what}: {} {deviations}", NAMES[kind]);
    }
    // The number of operators drawn once, and only the tree anew: uniform.
    let Some(published) = published("int_ops10") else { return };
    let uniform: Sizes = (0..100 * DRAWS).map(|draw| [1 + draw % 10, 0, 0]).collect();
    let deviations = compare(&uniform, &published)[0];
    println!("operators drawn once: {deviations:+.2} standard deviations");
    assert!(deviations > DEVIATIONS, "{deviations}");
}
