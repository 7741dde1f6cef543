//! Who proposes laws: the one list.

use std::sync::Arc;

use ansatz_expr::Int;

use crate::beam::{BeamSearch, NumericGuess, Samples};
use crate::catalogue::Catalogue;
use crate::classical::{Fractions, LeastSquares, Method};
use crate::enumerative::{Completion, Enumerator};
use crate::families::functions::Functions;
use crate::families::multiplicative::Multiplicative;
use crate::families::regular::Regular;
use crate::families::sets::Sets;
use crate::families::transforms::Transforms;
use crate::families::triangles::Triangles;
use crate::families::{Constants, Denominators, Exceptions, Guessed};
use crate::noise::{FreeConstants, Noise};
use crate::refine::Refinement;
use crate::{Profile, Proposer, Term};

/// The proposers for one kind of terms, in the order in which they are asked.
#[derive(Clone)]
pub struct Registry<T: Term>(Vec<Arc<dyn Proposer<T>>>);

impl Registry<Int> {
    /// Everybody who proposes laws of integers.
    pub fn integers() -> Self {
        let mut registry = Registry(Vec::new());
        Method::ALL.into_iter().for_each(|method| registry.add(method));
        registry.add(Triangles);
        registry.add(Regular);
        registry.add(Catalogue);
        registry.add(Sets);
        registry.add(Functions);
        registry.add(Transforms);
        registry.add(Multiplicative);
        registry.add(Denominators);
        registry.add(Constants);
        registry.add(Guessed);
        registry.add(Enumerator);
        registry.add(BeamSearch);
        registry.add(Samples);
        // After all that the network writes.
        registry.add(Completion);
        // After all laws that are nearly met.
        registry.add(Exceptions);
        registry.add(NumericGuess);
        registry
    }
}

impl Registry<f64> {
    /// Everybody who proposes laws of floats.
    pub fn floats() -> Self {
        let mut registry = Registry(Vec::new());
        registry.add(Fractions);
        registry.add(LeastSquares);
        registry.add(Enumerator);
        registry.add(BeamSearch);
        registry.add(Samples);
        // After all that the network writes.
        registry.add(Completion);
        registry.add(FreeConstants);
        registry.add(Refinement);
        // After all who come near: what is nearer than a family is no noise.
        registry.add(Noise);
        registry.add(NumericGuess);
        registry
    }

    /// Whoever takes integers for measured numbers, where no law of integers is an
    /// answer.
    pub fn measured() -> Self {
        let mut registry = Registry(Vec::new());
        registry.add(Noise);
        registry
    }
}

impl<T: Term> Registry<T> {
    /// One more, asked after those that are there.
    pub fn add(&mut self, proposer: impl Proposer<T> + 'static) {
        self.0.push(Arc::new(proposer));
    }

    /// All of them, in order.
    pub fn proposers(&self) -> impl Iterator<Item = &dyn Proposer<T>> {
        self.0.iter().map(|proposer| &**proposer)
    }

    /// Who they are.
    pub fn profiles(&self) -> impl Iterator<Item = &'static Profile> {
        self.proposers().map(|proposer| proposer.profile())
    }
}

impl<T: Term> std::fmt::Debug for Registry<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.profiles().map(|profile| profile.id)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Group;

    #[test]
    fn names_are_unique_and_no_method_is_named_like_another_group() {
        let profiles: Vec<_> =
            Registry::integers().profiles().chain(Registry::floats().profiles()).collect();
        for one in &profiles {
            for other in &profiles {
                assert_eq!(one.id == other.id, one.label == other.label, "{one:?} {other:?}");
            }
            let group = Group::ALL.into_iter().find(|group| group.name() == one.id);
            assert!(group.is_none_or(|group| group == one.group), "{one:?}");
        }
    }
}
