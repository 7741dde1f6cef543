//! Which proposers take part.

use std::collections::BTreeMap;

use ansatz_search::{Group, Profile, Registry};
use serde::{Deserialize, Serialize, Serializer};

use crate::Error;

/// Everybody who may take part, in the order in which they are asked: integers
/// first, then those for floats alone.
pub fn profiles() -> Vec<&'static Profile> {
    let mut all: Vec<&'static Profile> = Registry::integers().profiles().collect();
    for profile in Registry::floats().profiles() {
        if !all.contains(&profile) {
            all.push(profile);
        }
    }
    all
}

/// A choice of proposers: by default all of them. Names are those of groups
/// ([`Group::name`]) or of single proposers ([`Profile::id`]), which win over
/// their group.
///
/// ```
/// use ansatz::Proposers;
/// let choice = Proposers::only(["classical"]).with("linear", false);
/// let taking_part = ansatz::profiles().into_iter().filter(|profile| choice.allows(profile));
/// assert!(taking_part.into_iter().any(|profile| profile.id == "polynomial"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(type = "Record<string, boolean>"))]
#[serde(transparent)]
pub struct Proposers(BTreeMap<String, bool>);

impl Proposers {
    /// Only the proposers or groups of these names.
    pub fn only<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let nobody = Group::ALL.into_iter().map(|group| (group.name().to_owned(), false));
        let mut choice = Proposers(nobody.collect());
        for name in names {
            choice = choice.with(name, true);
        }
        choice
    }

    /// The same, with or without a proposer or group.
    pub fn with(mut self, name: &str, takes_part: bool) -> Self {
        self.0.insert(name.to_owned(), takes_part);
        self
    }

    /// Whether a proposer takes part.
    pub fn allows(&self, profile: &Profile) -> bool {
        let by_name = self.0.get(profile.id).or_else(|| self.0.get(profile.group.name()));
        by_name.copied().unwrap_or(true)
    }

    /// Whether every name is known.
    pub(crate) fn check(&self, known: &[&'static Profile]) -> Result<(), Error> {
        let is_known = |name: &String| {
            Group::ALL.iter().any(|group| group.name() == name)
                || known.iter().any(|profile| profile.id == name)
        };
        match self.0.keys().find(|name| !is_known(name)) {
            Some(name) => Err(Error::UnknownProposer { name: name.clone() }),
            None => Ok(()),
        }
    }
}

impl Serialize for Proposers {
    /// Everybody by name, so that a reader sees whom there is to choose from.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all: BTreeMap<&str, bool> = BTreeMap::new();
        for group in Group::ALL {
            all.insert(group.name(), self.0.get(group.name()).copied().unwrap_or(true));
        }
        for profile in profiles() {
            all.insert(profile.id, self.allows(profile));
        }
        all.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_names_win_over_their_group() {
        let choice = Proposers::only(["linear", "numeric"]);
        let allowed: Vec<&str> =
            profiles().into_iter().filter(|profile| choice.allows(profile)).map(|p| p.id).collect();
        assert_eq!(allowed, ["linear", "numeric"]);
        let choice = Proposers::default().with("classical", false).with("linear", true);
        let classical: Vec<&str> = profiles()
            .into_iter()
            .filter(|profile| profile.group == Group::Classical && choice.allows(profile))
            .map(|profile| profile.id)
            .collect();
        assert_eq!(classical, ["linear"]);
    }

    #[test]
    fn names_that_nobody_has_are_refused() {
        let known = profiles();
        assert!(Proposers::only(["beam", "refinement"]).check(&known).is_ok());
        let error = Proposers::only(["oracle"]).check(&known).unwrap_err();
        assert_eq!(error, Error::UnknownProposer { name: "oracle".into() });
    }
}
