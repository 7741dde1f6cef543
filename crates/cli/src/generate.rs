//! `ansatz generate`: the paper's generator as JSON lines.

use std::io::Write;

use ansatz_expr::Family;
use ansatz_gen::{Example, GenConfig, Generator, Noise};
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use serde::Serialize;

use crate::error::Error;

/// Examples are made by all cores, a block at a time, and printed in order.
const BLOCK: u64 = 4096;

/// Prints random recurrences with their terms, as JSON lines.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    ansatz generate --count 3\n  \
    ansatz generate float --max-ops 5 --seed 7 --count 1000 > train.jsonl\n  \
    ansatz generate float --outside bessel --count 250\n  \
    ansatz generate | head -n 5        # endless without --count")]
pub struct Generate {
    /// What the terms are.
    #[arg(value_enum, default_value_t = Kind::Integer)]
    domain: Kind,
    /// How many examples; endless if not given.
    #[arg(long)]
    count: Option<u64>,
    /// The same seed gives the same examples, whatever the number of cores.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The index of the first example.
    #[arg(long, default_value_t = 0)]
    start: u64,
    /// The fewest operators of a law.
    #[arg(long)]
    min_ops: Option<usize>,
    /// The most operators of a law.
    #[arg(long)]
    max_ops: Option<usize>,
    /// How far laws may look back.
    #[arg(long)]
    max_degree: Option<u16>,
    /// The fewest terms shown, besides the first ones.
    #[arg(long)]
    min_length: Option<usize>,
    /// The most terms shown, besides the first ones.
    #[arg(long)]
    max_length: Option<usize>,
    /// First terms are drawn from ± this.
    #[arg(long)]
    max_first_term: Option<u32>,
    /// Floats: constants are uniform reals instead of small integers.
    #[arg(long)]
    real_constants: bool,
    /// Only additions, subtractions, multiplications and this family.
    #[arg(long, value_enum, conflicts_with = "outside")]
    family: Option<InVocabulary>,
    /// Floats: laws with at least one function outside the vocabulary.
    #[arg(long, value_enum)]
    outside: Option<OutsideVocabulary>,
    /// Multiplies each shown term by 1 + NOISE times a standard normal.
    #[arg(long, default_value_t = 0.0, value_parser = noise_level)]
    noise: f64,
    /// JSON lines are the only output there is; accepted as on other commands.
    #[arg(long)]
    json: bool,
}

fn noise_level(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(level) if level.is_finite() && level >= 0.0 => Ok(level),
        _ => Err("not a number from 0 up".to_owned()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    Integer,
    Float,
}

#[derive(Clone, Copy, ValueEnum)]
enum InVocabulary {
    Base,
    Division,
    Sqrt,
    Exponential,
    Trigonometric,
}

#[derive(Clone, Copy, ValueEnum)]
enum OutsideVocabulary {
    Hyperbolic,
    Bessel,
    Fresnel,
    Polynomials,
}

/// One line, in the words of the test beds.
#[derive(Serialize)]
struct Line<'a> {
    ops: usize,
    degree: usize,
    prefix: Vec<String>,
    infix: String,
    terms: &'a ansatz_gen::Terms,
    next: &'a ansatz_gen::Terms,
    #[serde(skip_serializing_if = "Option::is_none")]
    noisy_terms: Option<ansatz_gen::Terms>,
}

impl Generate {
    /// Prints until the count is reached or the reader goes away.
    pub fn run(&self) -> Result<(), Error> {
        let generator = Generator::new(self.config(), self.seed)?;
        let noise = (self.noise > 0.0).then_some(Noise::Fixed(self.noise));
        let end = self.count.map_or(u64::MAX, |count| self.start.saturating_add(count));
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let mut start = self.start;
        while start < end {
            let stop = end.min(start.saturating_add(BLOCK));
            let lines: Vec<String> = (start..stop)
                .into_par_iter()
                .map(|index| {
                    let example = generator.example(index)?;
                    let noisy = noise.map(|noise| noise.apply(&example.terms, self.seed, index));
                    Ok(line(&example, noisy))
                })
                .collect::<Result<_, ansatz_gen::Error>>()?;
            for line in lines {
                writeln!(out, "{line}")?;
            }
            start = stop;
        }
        out.flush()?;
        Ok(())
    }

    fn config(&self) -> GenConfig {
        let mut config = match (self.domain, self.outside) {
            (_, Some(outside)) => GenConfig::outside_vocabulary(outside.family()),
            (Kind::Integer, None) => GenConfig::integer(),
            (Kind::Float, None) => GenConfig::float(),
        };
        if let Some(family) = self.family {
            config.families = GenConfig::one_family(family.family()).families;
        }
        config.real_constants = self.real_constants;
        config.named_constants &= !self.real_constants;
        set(&mut config.min_ops, self.min_ops);
        set(&mut config.max_ops, self.max_ops);
        set(&mut config.max_degree, self.max_degree);
        set(&mut config.min_length, self.min_length);
        set(&mut config.max_length, self.max_length);
        set(&mut config.max_first_term, self.max_first_term);
        config
    }
}

fn set<T: Copy>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

fn line(example: &Example, noisy_terms: Option<ansatz_gen::Terms>) -> String {
    let line = Line {
        ops: example.ops,
        degree: example.degree,
        prefix: example.expr.to_words(),
        infix: example.expr.to_string(),
        terms: &example.terms,
        next: &example.next,
        noisy_terms,
    };
    // Strings and finite numbers always serialise.
    serde_json::to_string(&line).unwrap_or_default()
}

impl InVocabulary {
    fn family(self) -> Family {
        match self {
            InVocabulary::Base => Family::Base,
            InVocabulary::Division => Family::Division,
            InVocabulary::Sqrt => Family::Root,
            InVocabulary::Exponential => Family::Exponential,
            InVocabulary::Trigonometric => Family::Trigonometric,
        }
    }
}

impl OutsideVocabulary {
    fn family(self) -> Family {
        match self {
            OutsideVocabulary::Hyperbolic => Family::Hyperbolic,
            OutsideVocabulary::Bessel => Family::Bessel,
            OutsideVocabulary::Fresnel => Family::Fresnel,
            OutsideVocabulary::Polynomials => Family::Polynomial,
        }
    }
}
