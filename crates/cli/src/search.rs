//! The arguments that choose who looks, and for how long.

use ansatz::{Effort, Proposers};
use clap::{Args, ValueEnum};

/// Shared by `predict` and `evaluate`.
#[derive(Args)]
pub struct SearchArguments {
    /// How long to look.
    #[arg(long, value_enum, default_value_t = EffortName::Normal)]
    pub effort: EffortName,
    /// Who looks, separated by commas; everyone if not given.
    #[arg(long, value_enum, value_delimiter = ',')]
    proposers: Vec<ProposerName>,
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
    Classical,
    Enumerative,
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
    /// Everyone, or those that were named.
    pub fn proposers(&self) -> Proposers {
        chosen(|name| self.is_named(name))
    }

    /// Each of them alone, with its name.
    pub fn alone(&self) -> Vec<(String, Proposers)> {
        ProposerName::value_variants()
            .iter()
            .filter(|&&name| self.is_named(name))
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
        classical: is_chosen(ProposerName::Classical),
        enumerative: is_chosen(ProposerName::Enumerative),
    }
}
