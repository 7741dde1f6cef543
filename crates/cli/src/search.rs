//! The arguments that choose who looks, and for how long.

use std::path::PathBuf;

use ansatz::{Device, Effort, Group, Options, Predictor, Profile, Proposers};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use crate::error::Error;
use crate::input;

/// Shared by `predict` and `evaluate`.
#[derive(Args)]
pub struct SearchArguments {
    /// How long to look.
    #[arg(long, value_enum, default_value_t = EffortName::Normal)]
    pub effort: EffortName,
    /// Who looks, separated by commas: groups or single proposers; everyone if
    /// not given.
    #[arg(long, value_delimiter = ',', value_parser = proposer_names())]
    proposers: Vec<String>,
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
        // A network is read only where somebody asks it.
        let asks_networks = |profile: &Profile| {
            matches!(profile.group, Group::Beam | Group::Numeric) && proposers.allows(profile)
        };
        if !ansatz::profiles().into_iter().any(asks_networks) {
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
            let bytes = input::weights(&file)?;
            predictor.add_model(&bytes, &Device::Cpu).map_err(|error| fail(&error))?;
        }
        Ok(predictor)
    }

    /// Everyone, or those that were named.
    pub fn proposers(&self) -> Proposers {
        match self.proposers.is_empty() {
            true => Proposers::default(),
            false => Proposers::only(self.proposers.iter().map(String::as_str)),
        }
    }

    /// An error if nobody of those who were named can look: no law that is
    /// found then would say nothing about the terms.
    pub fn somebody_looks(&self, predictor: &Predictor) -> Result<(), Error> {
        match self.alone(predictor).is_empty() {
            true => Err(Error::NobodyLooks),
            false => Ok(()),
        }
    }

    /// Each group alone, with its name, as far as the predictor has what it
    /// needs: a network's proposers have nothing to say without it, and what is
    /// left of approximations is looked at only if somebody approximates.
    pub fn alone(&self, predictor: &Predictor) -> Vec<(String, Proposers)> {
        let chosen = self.proposers();
        let takes_part = |group: &Group| {
            *group != Group::Refinement
                && predictor.profiles().any(|profile| {
                    profile.group == *group
                        && chosen.allows(profile)
                        && predictor.is_available(profile)
                })
        };
        Group::ALL
            .into_iter()
            .filter(takes_part)
            .map(|group| (group.name().to_owned(), Proposers::only([group.name()])))
            .collect()
    }
}

/// The groups, then every proposer by its own name.
fn proposer_names() -> PossibleValuesParser {
    let groups = Group::ALL.into_iter().map(Group::name);
    let mut names: Vec<&str> = groups.collect();
    for profile in ansatz::profiles() {
        if !names.contains(&profile.id) {
            names.push(profile.id);
        }
    }
    PossibleValuesParser::new(names)
}

/// The files themselves, and the weights files of folders, in order.
fn weights_files(places: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for place in places {
        if !place.is_dir() {
            files.push(place.clone());
            continue;
        }
        let mut inside = std::fs::read_dir(place)
            .and_then(|entries| {
                entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>()
            })
            .map_err(|error| Error::unreadable(place, &error))?;
        inside.retain(|path| path.extension().is_some_and(|ending| ending == "ansatz"));
        inside.sort();
        files.extend(inside);
    }
    Ok(files)
}
