//! The one way in for whoever proposes laws.
//!
//! A family of laws is a type that implements [`Proposer`] and a line in
//! [`Registry`](crate::Registry); nothing else lists proposers.

use std::future::Future;
use std::pin::Pin;

use serde::{Deserialize, Serialize};

use crate::beam::Networks;
use crate::{Error, Problem, Profile, Ranking, Sink, Term};

/// How long to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// While somebody types: without the network.
    Quick,
    /// What a person waits for without noticing.
    #[default]
    Normal,
    /// What a person waits for on purpose.
    Thorough,
}

/// What a search may spend, and how many terms it is to predict.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How long to look.
    pub effort: Effort,
    /// How many further terms are wanted.
    pub predict: usize,
    /// How many hypotheses the network follows at once.
    pub beam: usize,
    /// How many laws the network draws at random.
    pub samples: usize,
    /// At what temperature they are drawn.
    pub temperature: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { effort: Effort::Normal, predict: 10, beam: 10, samples: 0, temperature: 1.0 }
    }
}

/// What a proposer may use besides the terms.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// How much to spend.
    pub settings: &'a Settings,
    /// The networks that are there.
    pub networks: &'a Networks,
}

/// Where proposals go, and what has come of them so far.
pub trait Findings<T: Term>: Sink {
    /// The laws so far, verified and ranked.
    fn ranking(&self) -> &Ranking<'_, T>;

    /// Takes further terms that are predicted without a law.
    fn guess(&mut self, guess: TermGuess<T>);
}

/// Further terms that nothing proves.
#[derive(Debug, Clone, PartialEq)]
pub struct TermGuess<T> {
    /// The terms that follow those shown.
    pub next: Vec<T>,
    /// How likely the first of them is, if that is known.
    pub probability: Option<f64>,
    /// Who guessed.
    pub origin: &'static Profile,
}

/// The work of a proposer: done when it returns, or to be waited for.
pub enum Proposing<'a> {
    /// Everything has been proposed.
    Done,
    /// A network's device makes one wait.
    Waiting(Pin<Box<dyn Future<Output = Result<(), Error>> + 'a>>),
}

/// Somebody who reads a [`Problem`] and proposes laws.
///
/// A proposer may be wrong: every proposal is run over all the terms. What it
/// says costs nothing but time, so it offers whatever may be right.
pub trait Proposer<T: Term>: Send + Sync {
    /// Who it is.
    fn profile(&self) -> &'static Profile;

    /// Whether it has all that it needs; a network's proposer needs the
    /// network.
    fn is_available(&self, _networks: &Networks) -> bool {
        true
    }

    /// Whether it can change the answer: what is spent, and what has been found
    /// so far, may say no.
    fn is_worth_running(&self, _settings: &Settings, _found: &Ranking<'_, T>) -> bool {
        true
    }

    /// Proposes laws of the problem. Looks between steps whether the listener
    /// has enough.
    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, T>,
        context: Context<'a>,
        findings: &'a mut dyn Findings<T>,
    ) -> Proposing<'a>;
}

/// A proposer that needs nothing but the terms, and is done when it returns: all
/// families of laws that are solved for are. Each is a [`Proposer`], too.
pub trait ByTerms: Send + Sync {
    /// Integers or doubles.
    type Term: Term;

    /// Who it is.
    fn profile(&self) -> &'static Profile;

    /// Hands laws of the problem to the sink, and looks between steps whether it
    /// has enough.
    fn propose(&self, problem: &Problem<'_, Self::Term>, sink: &mut dyn Sink);
}

impl<P: ByTerms> Proposer<P::Term> for P {
    fn profile(&self) -> &'static Profile {
        ByTerms::profile(self)
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, P::Term>,
        _: Context<'a>,
        findings: &'a mut dyn Findings<P::Term>,
    ) -> Proposing<'a> {
        ByTerms::propose(self, problem, findings);
        Proposing::Done
    }
}
