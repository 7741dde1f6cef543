//! The test beds of the report: read where they are at hand, drawn where not.

use std::path::{Path, PathBuf};

use ansatz_expr::{Domain, Family};
use ansatz_gen::{Example, GenConfig, Generator, Noise, rounded};

use super::super::read::{self, Row};
use super::examples;
use crate::error::Error;

/// Significant digits of a float that the paper's encoder sees.
const DIGITS: usize = 4;

/// The most sequences of a set that we draw: files are as long as they are.
const MOST_DRAWN: usize = 1000;

/// Keeps what we draw here apart from what anyone trains on with a small seed.
const STREAM: u64 = 0x7061_7065_7220_2d31;

/// The OEIS sequences of the paper, rebuilt.
pub const OEIS: &str = "easy_first10000";

/// A set of sequences, by its name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bed {
    /// Sequences of the paper's generator.
    Drawn(Set),
    /// Float sequences with noise of this size.
    Noisy(f64),
    /// OEIS sequences of which so many terms are shown.
    Oeis(usize),
    /// The single sequences of one of the paper's tables 1 to 3.
    Examples(examples::Table),
}

/// What the paper's generator is asked for.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs)] // The names say it; `spec` is precise.
pub enum Set {
    IntOps5,
    IntOps10,
    IntInit100,
    FloatOps5,
    FloatOps10,
    FloatInit100,
    RealConstantsOps5,
    RealConstantsOps10,
    Base,
    Division,
    Sqrt,
    Exponential,
    Trigonometric,
    Polynomials,
    Hyperbolic,
    Bessel,
    Fresnel,
}

/// Where the rows of a bed come from.
pub struct Source {
    /// Where files are looked for.
    pub folder: Option<PathBuf>,
    /// The most rows.
    pub limit: usize,
    /// What draws depend on.
    pub seed: u64,
}

/// The rows of a bed, and where they are from.
pub struct Loaded {
    /// The sequences.
    pub rows: Vec<Row>,
    /// The name of the file, or who made them.
    pub source: String,
}

impl Bed {
    /// How reports call it.
    pub fn name(self) -> String {
        match self {
            Bed::Drawn(set) => set.spec().0.to_owned(),
            Bed::Noisy(sigma) => format!("float_noise_{sigma}"),
            Bed::Oeis(inputs) => format!("oeis_{inputs}"),
            Bed::Examples(table) => table.name().to_owned(),
        }
    }

    /// The rows; `None` if there is no file and nothing that could draw them.
    pub fn load(self, source: &Source) -> Result<Option<Loaded>, Error> {
        match self {
            Bed::Oeis(inputs) => {
                let Some(path) = source.find(&format!("{OEIS}.tsv")) else { return Ok(None) };
                let (rows, too_short) = read::oeis(&path, inputs, read::BEYOND)?;
                if too_short > 0 {
                    let file = path.display();
                    let all = rows.len() + too_short;
                    eprintln!("ansatz: {file}: {too_short} of {all} rows left out: too few terms");
                }
                Ok(Some(source.loaded(rows, &path)))
            }
            Bed::Drawn(set) => {
                let (name, config) = set.spec();
                match source.find(&format!("{name}.jsonl")) {
                    Some(path) => Ok(Some(source.loaded(read::indomain(&path, false)?, &path))),
                    None => source.draw(config, None).map(Some),
                }
            }
            Bed::Noisy(sigma) => {
                source.draw(GenConfig::float(), Some(Noise::Fixed(sigma))).map(Some)
            }
            Bed::Examples(table) => {
                Ok(Some(Loaded { rows: table.rows()?, source: "their definitions".to_owned() }))
            }
        }
    }
}

impl Source {
    /// The file, packed or not, in the folder or where the beds are sorted.
    fn find(&self, name: &str) -> Option<PathBuf> {
        let folder = self.folder.as_deref()?;
        ["", "indomain", "oeis"]
            .iter()
            .flat_map(|part| [format!("{name}.gz"), name.to_owned()].map(|file| (part, file)))
            .map(|(part, file)| folder.join(part).join(file))
            .find(|path| path.is_file())
    }

    fn loaded(&self, rows: Vec<Row>, path: &Path) -> Loaded {
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Loaded { rows: read::sample(rows, Some(self.limit), self.seed), source: file }
    }

    /// Rows of our own generator. Floats are shown with the digits that the
    /// paper's encoder sees, and what must be predicted follows from those; a
    /// law that has no value there is drawn anew.
    fn draw(&self, config: GenConfig, noise: Option<Noise>) -> Result<Loaded, Error> {
        let seed = self.seed ^ STREAM;
        let generator = Generator::new(config, seed)?;
        let most = self.limit.min(MOST_DRAWN);
        let mut rows = Vec::with_capacity(most);
        for (index, example) in (0..).zip(generator.stream(0)) {
            if rows.len() == most {
                break;
            }
            let example = example?;
            let seen = match noise {
                Some(noise) => noise.apply(&example.terms, seed, index),
                None => example.terms.clone(),
            };
            let Some(example) = example.continued_from(rounded(&seen, DIGITS)) else { continue };
            rows.push(row(index, example));
        }
        Ok(Loaded { rows, source: "our generator".to_owned() })
    }
}

fn row(index: u64, example: Example) -> Row {
    Row {
        name: index.to_string(),
        keywords: Vec::new(),
        terms: example.terms,
        asked: example.next.len(),
        truth: example.next,
        law: Some((example.ops, example.degree)),
    }
}

impl Set {
    /// What its terms are.
    pub fn domain(self) -> Domain {
        self.spec().1.domain
    }

    /// The name of its file, and what draws it where there is none.
    fn spec(self) -> (&'static str, GenConfig) {
        let five = |config: GenConfig| GenConfig { max_ops: 5, ..config };
        let wide = |config: GenConfig| GenConfig { max_first_term: 100, ..config };
        let family = GenConfig::one_family;
        let outside = GenConfig::outside_vocabulary;
        match self {
            Set::IntOps5 => ("int_ops5", five(GenConfig::integer())),
            Set::IntOps10 => ("int_ops10", GenConfig::integer()),
            Set::IntInit100 => ("int_init100", wide(GenConfig::integer())),
            Set::FloatOps5 => ("float_ops5", five(GenConfig::float())),
            Set::FloatOps10 => ("float_ops10", GenConfig::float()),
            Set::FloatInit100 => ("float_init100", wide(GenConfig::float())),
            Set::RealConstantsOps5 => ("float_realconst_ops5", five(GenConfig::real_constants())),
            Set::RealConstantsOps10 => ("float_realconst_ops10", GenConfig::real_constants()),
            Set::Base => ("float_base", family(Family::Base)),
            Set::Division => ("float_division", family(Family::Division)),
            Set::Sqrt => ("float_sqrt", family(Family::Root)),
            Set::Exponential => ("float_exponential", family(Family::Exponential)),
            Set::Trigonometric => ("float_trigonometric", family(Family::Trigonometric)),
            Set::Polynomials => ("float_polynomials", outside(Family::Polynomial)),
            Set::Hyperbolic => ("float_hyperbolic", outside(Family::Hyperbolic)),
            Set::Bessel => ("float_bessel", outside(Family::Bessel)),
            Set::Fresnel => ("float_fresnel", outside(Family::Fresnel)),
        }
    }
}
