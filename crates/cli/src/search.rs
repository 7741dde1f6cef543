//! The arguments that choose who looks, and for how long.

use std::path::PathBuf;

use ansatz::{Device, Effort, Options, Predictor, Proposers, Task};
use clap::{Args, ValueEnum};

use crate::error::Error;

/// Shared by `predict` and `evaluate`.
#[derive(Args)]
pub struct SearchArguments {
    /// How long to look.
    #[arg(long, value_enum, default_value_t = EffortName::Normal)]
    pub effort: EffortName,
    /// Who looks, separated by commas; everyone if not given.
    #[arg(long, value_enum, value_delimiter = ',')]
    proposers: Vec<ProposerName>,
    /// Weights files of the networks, or folders of them (ending in .ansatz).
    #[arg(long, env = "ANSATZ_MODELS", value_delimiter = ',')]
    models: Vec<PathBuf>,
    /// How many hypotheses the network follows at once.
    #[arg(long, default_value_t = Options::default().beam)]
    beam: usize,
    /// How many laws the network draws at random besides.
    #[arg(long, default_value_t = Options::default().samples)]
    samples: usize,
    /// At what temperature they are drawn.
    #[arg(long, default_value_t = Options::default().temperature)]
    temperature: f64,
}

/// The names of [`Effort`].
#[derive(Clone, Copy, ValueEnum)]
pub enum EffortName {
    Quick,
    Normal,
    Thorough,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ProposerName {
    Beam,
    Classical,
    Enumerative,
    Numeric,
}

impl From<EffortName> for Effort {
    fn from(name: EffortName) -> Effort {
        match name {
            EffortName::Quick => Effort::Quick,
            EffortName::Normal => Effort::Normal,
            EffortName::Thorough => Effort::Thorough,
        }
    }
}

impl SearchArguments {
    /// The options that these arguments choose, the others as they are by default.
    pub fn options(&self) -> Options {
        Options {
            effort: self.effort.into(),
            proposers: self.proposers(),
            beam: self.beam,
            samples: self.samples,
            temperature: self.temperature,
            ..Options::default()
        }
    }

    /// A predictor with the networks that were named, or else those of the
    /// folder `pkg/models` of a checkout, if the command runs in one.
    pub fn predictor(&self) -> Result<Predictor, Error> {
        let proposers = self.proposers();
        if !proposers.beam && !proposers.numeric {
            return Ok(Predictor::new());
        }
        let default = [PathBuf::from("pkg/models")];
        let places = match self.models.is_empty() {
            true if default[0].is_dir() => &default[..],
            _ => &self.models[..],
        };
        let mut predictor = Predictor::new();
        for file in weights_files(places)? {
            let fail = |problem: &dyn std::fmt::Display| Error::Model {
                file: file.display().to_string(),
                problem: problem.to_string(),
            };
            let bytes = std::fs::read(&file).map_err(|error| fail(&error))?;
            predictor.add_model(&bytes, &Device::Cpu).map_err(|error| fail(&error))?;
        }
        Ok(predictor)
    }

    /// Everyone, or those that were named.
    pub fn proposers(&self) -> Proposers {
        chosen(|name| self.is_named(name))
    }

    /// Each of them alone, with its name, as far as the predictor has what it
    /// needs: beam and numeric have nothing to say without a network.
    pub fn alone(&self, predictor: &Predictor) -> Vec<(String, Proposers)> {
        let tasks = predictor.tasks();
        let has = |wanted: [Task; 2]| tasks.iter().any(|task| wanted.contains(task));
        let can_look = |name: &ProposerName| match name {
            ProposerName::Beam => has([Task::IntegerSymbolic, Task::FloatSymbolic]),
            ProposerName::Numeric => has([Task::IntegerNumeric, Task::FloatNumeric]),
            ProposerName::Classical | ProposerName::Enumerative => true,
        };
        ProposerName::value_variants()
            .iter()
            .filter(|&&name| self.is_named(name))
            .filter(|name| can_look(name))
            .filter_map(|&name| {
                let only = chosen(|other| other == name);
                Some((name.to_possible_value()?.get_name().to_owned(), only))
            })
            .collect()
    }

    fn is_named(&self, name: ProposerName) -> bool {
        self.proposers.is_empty() || self.proposers.contains(&name)
    }
}

fn chosen(is_chosen: impl Fn(ProposerName) -> bool) -> Proposers {
    Proposers {
        beam: is_chosen(ProposerName::Beam),
        classical: is_chosen(ProposerName::Classical),
        enumerative: is_chosen(ProposerName::Enumerative),
        numeric: is_chosen(ProposerName::Numeric),
    }
}

/// The files themselves, and the weights files of folders, in order.
fn weights_files(places: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for place in places {
        if !place.is_dir() {
            files.push(place.clone());
            continue;
        }
        let mut inside = std::fs::read_dir(place)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<Vec<PathBuf>, _>>()?;
        inside.retain(|path| path.extension().is_some_and(|ending| ending == "ansatz"));
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}
