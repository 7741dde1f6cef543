//! What may follow where there is no law.

use ansatz_expr::{Domain, Terms};
use ansatz_search::beam::next_options;
use ansatz_search::{GuessFeatures, Term};

use crate::{Candidate, Error, Predictor};

impl Predictor {
    /// Terms that may follow, likeliest first, each with what speaks for it: what a
    /// [`crate::Guess`] is chosen from. `laws` are candidates for the same terms.
    pub fn next_options(
        &self,
        terms: &Terms,
        laws: &[Candidate],
    ) -> Result<Vec<(Terms, GuessFeatures)>, Error> {
        match terms {
            Terms::Integers(terms) => {
                let next = |law: &Candidate| law.next.integers()?.first().copied();
                self.options_of(terms, &told(laws, next))
            }
            Terms::Floats(terms) => {
                let next = |law: &Candidate| law.next.floats()?.first().copied();
                self.options_of(terms, &told(laws, next))
            }
        }
    }

    /// Whether guesses of a domain are a network's, and not those of rules alone.
    pub fn guesses_by_network(&self, domain: Domain) -> bool {
        self.tasks().iter().any(|task| !task.is_symbolic() && task.domain() == domain)
    }

    fn options_of<T: Term>(
        &self,
        terms: &[T],
        laws: &[(T, f64)],
    ) -> Result<Vec<(Terms, GuessFeatures)>, Error> {
        let network = self.networks().get(T::NUMERIC);
        let options = pollster::block_on(next_options(network, terms, laws))?;
        Ok(options
            .into_iter()
            .map(|option| (T::into_terms(vec![option.value]), option.features))
            .collect())
    }
}

/// The next terms of laws, and how likely each is.
fn told<T>(laws: &[Candidate], next: impl Fn(&Candidate) -> Option<T>) -> Vec<(T, f64)> {
    laws.iter().filter_map(|law| Some((next(law)?, law.probability?.next))).collect()
}
