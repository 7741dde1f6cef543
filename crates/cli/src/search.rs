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
        let named = |name| self.proposers.is_empty() || self.proposers.contains(&name);
        Proposers {
            classical: named(ProposerName::Classical),
            enumerative: named(ProposerName::Enumerative),
        }
    }
}
