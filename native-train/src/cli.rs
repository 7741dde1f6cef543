//! The command line.

use std::path::PathBuf;

use ansatz_expr::{Domain, Family};
use ansatz_gen::GenConfig;
use ansatz_model::weights::WeightPrecision;
use ansatz_model::{InputEncoding, ModelConfig, Positions, Preset, Task};
use clap::{Args, Parser, Subcommand};
use native_train::config::RunConfig;
use native_train::device::DeviceName;
use native_train::optimizer::OptimizerName;
use native_train::schedule::{Decay, Schedule};
use native_train::{Error, Result};

/// Trains, evaluates and exports the networks of Ansatz.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Trains a network, or continues to.
    Train(Box<TrainArgs>),
    /// Draws the curves of a run to SVG and PNG, in its folder.
    Plot {
        /// Folder of the run.
        run: PathBuf,
    },
    /// Writes a run's network to a weights file, and its entry in the manifest beside it.
    Export(ExportArgs),
    /// Says what is in a weights file.
    Inspect {
        /// The weights file.
        file: PathBuf,
    },
    /// Measures greedy accuracy on test files.
    Evaluate(EvaluateArgs),
    /// Measures training speed on random batches, and where the time goes.
    Bench(Box<BenchArgs>),
}

#[derive(Debug, Args)]
pub struct BenchArgs {
    #[command(flatten)]
    pub train: TrainArgs,
    /// Terms of every sequence.
    #[arg(long, default_value_t = 20)]
    pub terms: usize,
    /// Tokens of every target, the end mark included.
    #[arg(long, default_value_t = 16)]
    pub tokens: usize,
    /// Seconds to measure.
    #[arg(long, default_value_t = 20.0)]
    pub seconds: f64,
}

#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Folder of a new run.
    #[arg(long)]
    pub out: Option<PathBuf>,
    /// Folder of a run to continue: everything else about it is in its configuration.
    #[arg(long, conflicts_with = "out")]
    pub resume: Option<PathBuf>,
    /// Weights file that a new run goes on from: of the same task and width. More
    /// layers, or `steps` for `terms`, begin with what the file's network says.
    /// Give another seed, or its examples come again.
    #[arg(long, conflicts_with = "resume")]
    pub from: Option<PathBuf>,
    /// Hours of training in all, with earlier parts of a resumed run and those of
    /// the weights that it began with.
    #[arg(long)]
    pub hours: Option<f64>,
    /// Optimizer steps in all; the cosine ends there.
    #[arg(long)]
    pub steps: Option<u64>,
    /// From here on let the rate fall to zero, in so many steps, and stop.
    #[arg(long)]
    pub anneal_steps: Option<u64>,
    /// Where to train. A run may be resumed on another device.
    #[arg(long, value_enum)]
    pub device: Option<DeviceName>,

    /// Size of the network and how it is learned: paper, web or tiny.
    #[arg(long, default_value = "web")]
    pub preset: Preset,
    /// integer-symbolic, integer-numeric, float-symbolic or float-numeric.
    #[arg(long, default_value = "integer-symbolic")]
    pub task: Task,
    /// How numbers are read: steps, terms or tokens.
    #[arg(long, default_value = "steps")]
    pub encoding: InputEncoding,
    /// Base of the digits that a numeric network writes, one term at a time: 10, 100,
    /// 1000 or 10000. It chooses among continuations by simple rules too. 0 is the
    /// paper's way: ten terms together, base 10,000.
    #[arg(long, default_value_t = 100)]
    pub base: u16,
    #[command(flatten)]
    pub size: SizeArgs,
    #[command(flatten)]
    pub data: DataArgs,
    #[command(flatten)]
    pub learning: LearningArgs,

    /// Minutes between checkpoints.
    #[arg(long, default_value_t = 3.0)]
    pub checkpoint_minutes: f64,
    /// Minutes between validations.
    #[arg(long, default_value_t = 10.0)]
    pub validation_minutes: f64,
    /// Examples of a validation.
    #[arg(long, default_value_t = 512)]
    pub validation_examples: usize,
}

/// Changes to the preset's size.
#[derive(Debug, Args)]
pub struct SizeArgs {
    /// Width of the vectors between layers.
    #[arg(long)]
    pub width: Option<usize>,
    /// Attention heads.
    #[arg(long)]
    pub heads: Option<usize>,
    /// Layers of the encoder.
    #[arg(long)]
    pub encoder_layers: Option<usize>,
    /// Layers of the decoder.
    #[arg(long)]
    pub decoder_layers: Option<usize>,
    /// Width inside the feed-forward blocks.
    #[arg(long)]
    pub feed_forward: Option<usize>,
    /// What the encoder knows of places: learned, or also relative.
    #[arg(long)]
    pub positions: Option<Positions>,
}

/// What is trained on.
#[derive(Debug, Args)]
pub struct DataArgs {
    /// Seed of the weights and of the data.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Most operators of a formula.
    #[arg(long)]
    pub max_ops: Option<usize>,
    /// Families of operators to draw from, with commas, such as
    /// base,integer_division; all of the domain's if not given.
    #[arg(long, value_delimiter = ',', value_parser = family)]
    pub families: Vec<Family>,
    /// Fewest terms shown beyond the degree.
    #[arg(long)]
    pub min_terms: Option<usize>,
    /// Most terms shown beyond the degree.
    #[arg(long)]
    pub max_terms: Option<usize>,
    /// Largest noise of a training sequence.
    #[arg(long, default_value_t = 0.0)]
    pub noise: f64,
    /// Share of float sequences that are shown with few digits: half of them with
    /// four, as the paper's, the others with three to seven.
    #[arg(long, default_value_t = 0.75)]
    pub rounded: f64,
    /// Take formulas as they were generated, unsimplified.
    #[arg(long)]
    pub raw: bool,
    /// Over so many examples, let the most operators of a formula grow to what
    /// they shall be.
    #[arg(long, default_value_t = 0)]
    pub easier_first: u64,
    /// Threads that generate.
    #[arg(long, default_value_t = 1)]
    pub workers: usize,
}

/// How it is learned.
#[derive(Debug, Args)]
pub struct LearningArgs {
    /// Examples of a batch; the preset's if not given, like the next ones.
    #[arg(long)]
    pub batch: Option<usize>,
    /// Batches of an optimizer step.
    #[arg(long, default_value_t = 1)]
    pub accumulate: usize,
    /// Devices that share the work.
    #[arg(long, default_value_t = 1)]
    pub devices: usize,
    /// The highest learning rate.
    #[arg(long)]
    pub rate: Option<f64>,
    /// Steps to the highest rate.
    #[arg(long)]
    pub warmup: Option<u64>,
    /// What comes after.
    #[arg(long, value_enum)]
    pub decay: Option<Decay>,
    /// How gradients become steps.
    #[arg(long, value_enum)]
    pub optimizer: Option<OptimizerName>,
    /// Decay of the weights.
    #[arg(long)]
    pub weight_decay: Option<f32>,
    /// The largest norm of a gradient.
    #[arg(long, default_value_t = 1.0)]
    pub clip: f64,
    /// Share of probability spread over all words.
    #[arg(long, default_value_t = 0.0)]
    pub smoothing: f64,
}

#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Folder of the run.
    pub run: PathBuf,
    /// The weights file to write.
    #[arg(long)]
    pub out: PathBuf,
    /// Mean of so many of the last checkpoints.
    #[arg(long, default_value_t = 1)]
    pub average: usize,
    /// How numbers are written.
    #[arg(long, default_value_t = WeightPrecision::I8)]
    pub precision: WeightPrecision,
    /// Test files whose greedy accuracy is measured and recorded.
    #[arg(long)]
    pub test: Vec<PathBuf>,
    /// Where to measure.
    #[arg(long, value_enum, default_value_t = DeviceName::Cpu)]
    pub device: DeviceName,
}

#[derive(Debug, Args)]
pub struct EvaluateArgs {
    /// A weights file, or the folder of a run.
    pub model: PathBuf,
    /// Test files: JSON lines, compressed.
    #[arg(required = true)]
    pub test: Vec<PathBuf>,
    /// Use only so many lines of each file.
    #[arg(long, default_value_t = usize::MAX)]
    pub limit: usize,
    /// Relative error that a term may have.
    #[arg(long, default_value_t = native_train::score::TOLERANCE)]
    pub tolerance: f64,
    /// Where to compute.
    #[arg(long, value_enum, default_value_t = DeviceName::Cpu)]
    pub device: DeviceName,
}

/// How a preset is learned, unless the command line says otherwise.
struct Recipe {
    batch: usize,
    rate: f64,
    warmup: u64,
    decay: Decay,
    optimizer: OptimizerName,
    beta_2: f32,
    weight_decay: f32,
}

impl Recipe {
    fn of(preset: Preset) -> Recipe {
        let tiny = Recipe {
            batch: 128,
            rate: 1e-3,
            warmup: 500,
            decay: Decay::Constant,
            optimizer: OptimizerName::Adamw,
            beta_2: 0.98,
            weight_decay: 0.01,
        };
        match preset {
            Preset::Tiny => tiny,
            // The best of STUDY.md.
            Preset::Web => {
                let optimizer = OptimizerName::Muon;
                Recipe { batch: 128, rate: 2e-3, warmup: 300, optimizer, ..tiny }
            }
            Preset::Paper => Recipe {
                batch: 512,
                rate: 2e-4,
                warmup: 10_000,
                decay: Decay::Paper,
                beta_2: 0.999,
                weight_decay: 0.0,
                ..tiny
            },
        }
    }
}

impl TrainArgs {
    /// The configuration of a new run.
    pub fn config(&self) -> Result<RunConfig> {
        let mut model = match (self.task.is_symbolic(), self.base) {
            (true, _) | (false, 0) => ModelConfig::preset(self.preset, self.task, self.encoding),
            (false, base) => ModelConfig::of_next_term(self.preset, self.task, base),
        };
        let size = &self.size;
        if let Some(width) = size.width {
            model.width = width;
            model.feed_forward = 4 * width;
        }
        model.heads = size.heads.unwrap_or(model.heads);
        model.encoder_layers = size.encoder_layers.unwrap_or(model.encoder_layers);
        model.decoder_layers = size.decoder_layers.unwrap_or(model.decoder_layers);
        model.feed_forward = size.feed_forward.unwrap_or(model.feed_forward);
        model.positions = size.positions.unwrap_or(model.positions);
        model.validate()?;

        let recipe = Recipe::of(self.preset);
        let learning = &self.learning;
        let decay = learning.decay.unwrap_or(recipe.decay);
        if decay == Decay::Cosine && self.steps.is_none() {
            return Err(Error::BadOption {
                option: "--decay cosine",
                problem: "needs --steps, the step it ends at".to_owned(),
            });
        }
        for (option, value) in [
            ("--batch", learning.batch.unwrap_or(1)),
            ("--accumulate", learning.accumulate),
            ("--devices", learning.devices),
            ("--validation-examples", self.validation_examples),
        ] {
            if value == 0 {
                return Err(Error::BadOption { option, problem: "must be at least 1".to_owned() });
            }
        }
        Ok(RunConfig {
            model,
            generator: self.generator()?,
            schedule: Schedule {
                peak: learning.rate.unwrap_or(recipe.rate),
                start: 1e-7,
                warmup: learning.warmup.unwrap_or(recipe.warmup),
                decay,
                steps: self.steps,
                anneal: None,
            },
            device: self.device.unwrap_or(DeviceName::Cpu),
            devices: learning.devices,
            batch: learning.batch.unwrap_or(recipe.batch),
            accumulate: learning.accumulate,
            optimizer: learning.optimizer.unwrap_or(recipe.optimizer),
            clip: learning.clip,
            beta_1: 0.9,
            beta_2: recipe.beta_2,
            weight_decay: learning.weight_decay.unwrap_or(recipe.weight_decay),
            smoothing: learning.smoothing,
            noise: self.data.noise,
            rounded: match self.task.domain() {
                Domain::Integer => 0.0,
                Domain::Float => self.data.rounded,
            },
            simplify: !self.data.raw,
            easier_first: self.data.easier_first,
            seed: self.data.seed,
            from: None,
            workers: self.data.workers,
            checkpoint_minutes: self.checkpoint_minutes,
            validation_minutes: self.validation_minutes,
            validation_examples: self.validation_examples,
        })
    }

    fn generator(&self) -> Result<GenConfig> {
        let data = &self.data;
        let mut config = match self.task.domain() {
            Domain::Integer => GenConfig::integer(),
            Domain::Float => GenConfig::float(),
        };
        config.max_ops = data.max_ops.unwrap_or(config.max_ops);
        config.min_length = data.min_terms.unwrap_or(config.min_length);
        config.max_length = data.max_terms.unwrap_or(config.max_length);
        if !data.families.is_empty() {
            config.families = data.families.clone();
        }
        Ok(config)
    }
}

/// A family by its name in the configuration file.
fn family(name: &str) -> std::result::Result<Family, String> {
    serde_json::from_value(serde_json::Value::from(name)).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(options: &[&str]) -> RunConfig {
        let command = ["native-train", "train", "--out", "run"];
        match Cli::parse_from(command.iter().chain(options)).command {
            Command::Train(arguments) => arguments.config().unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_preset_is_a_size_and_a_recipe_of_which_the_command_line_changes_parts() {
        let web = config(&[]);
        assert_eq!(web.optimizer, OptimizerName::Muon);
        assert_eq!(web.model.positions, Positions::Relative);
        let changed = config(&["--optimizer", "adamw", "--positions", "learned", "--rate", "1e-3"]);
        assert_eq!(changed.optimizer, OptimizerName::Adamw);
        assert_eq!(changed.model.positions, Positions::Learned);
        assert_eq!(changed.schedule.peak, 1e-3);
        assert_eq!((changed.batch, changed.model.width), (web.batch, web.model.width));

        // The paper's: Adam without decay of the weights, its own schedule.
        let paper = config(&["--preset", "paper"]);
        assert_eq!((paper.batch, paper.schedule.decay), (512, Decay::Paper));
        assert_eq!((paper.optimizer, paper.weight_decay), (OptimizerName::Adamw, 0.0));
    }
}
