//! The networks that are there, one a task, and the proposers that ask them.

use std::sync::Arc;

use ansatz_model::{Device, Task};

use super::{Beam, Network, Sampling, continue_term_by_term, continue_terms, sample, search};
use crate::{
    Context, Effort, Error, Findings, Group, Problem, Profile, Proposer, Proposing, Ranking,
    Settings, Term, TermGuess,
};

/// At most one network a task.
#[derive(Debug, Clone, Default)]
pub struct Networks(Vec<(Task, Arc<Network>)>);

impl Networks {
    /// Reads a weights file; a network of the same task is replaced.
    pub fn add(&mut self, file: &[u8], device: &Device) -> ansatz_model::Result<Task> {
        let network = Network::load(file, device)?;
        let task = network.config().task;
        self.0.retain(|(known, _)| *known != task);
        self.0.push((task, Arc::new(network)));
        Ok(task)
    }

    /// The network of a task.
    pub fn get(&self, task: Task) -> Option<&Network> {
        self.0.iter().find(|(known, _)| *known == task).map(|(_, network)| &**network)
    }

    /// The tasks there are networks for.
    pub fn tasks(&self) -> impl Iterator<Item = Task> {
        self.0.iter().map(|(task, _)| *task)
    }
}

/// The laws that the network finds likeliest.
#[derive(Debug, Clone, Copy)]
pub struct BeamSearch;

pub(super) static BEAM: Profile =
    Profile { id: "beam", label: "network", group: Group::Beam, searches: false };

impl<T: Term> Proposer<T> for BeamSearch {
    fn profile(&self) -> &'static Profile {
        &BEAM
    }

    fn is_available(&self, networks: &Networks) -> bool {
        networks.get(T::SYMBOLIC).is_some()
    }

    fn is_worth_running(&self, settings: &Settings, _: &Ranking<'_, T>) -> bool {
        settings.effort != Effort::Quick && settings.beam > 0
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, T>,
        context: Context<'a>,
        findings: &'a mut dyn Findings<T>,
    ) -> Proposing<'a> {
        let Some(network) = context.networks.get(T::SYMBOLIC) else { return Proposing::Done };
        let beam = Beam { width: context.settings.beam, ..Beam::default() };
        Proposing::Waiting(Box::pin(async move {
            let reading = network.read(T::as_terms(problem.terms()))?;
            search(network, reading, problem.terms(), &beam, findings).await?;
            Ok(())
        }))
    }
}

/// Laws that are drawn as the network finds them likely.
#[derive(Debug, Clone, Copy)]
pub struct Samples;

pub(super) static SAMPLES: Profile =
    Profile { id: "samples", label: "network samples", group: Group::Beam, searches: false };

impl<T: Term> Proposer<T> for Samples {
    fn profile(&self) -> &'static Profile {
        &SAMPLES
    }

    fn is_available(&self, networks: &Networks) -> bool {
        networks.get(T::SYMBOLIC).is_some()
    }

    fn is_worth_running(&self, settings: &Settings, _: &Ranking<'_, T>) -> bool {
        settings.effort != Effort::Quick && settings.samples > 0
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, T>,
        context: Context<'a>,
        findings: &'a mut dyn Findings<T>,
    ) -> Proposing<'a> {
        let Some(network) = context.networks.get(T::SYMBOLIC) else { return Proposing::Done };
        let Settings { samples: count, temperature, .. } = *context.settings;
        let sampling = Sampling { count, temperature, ..Sampling::default() };
        Proposing::Waiting(Box::pin(async move {
            let reading = network.read(T::as_terms(problem.terms()))?;
            sample(network, &reading, problem.terms(), &sampling, findings).await?;
            Ok(())
        }))
    }
}

/// The terms that the numeric network expects, where no law is an answer; without the
/// network, those that simple rules give which were right so far.
#[derive(Debug, Clone, Copy)]
pub struct NumericGuess;

static NUMERIC: Profile =
    Profile { id: "numeric", label: "numeric network", group: Group::Numeric, searches: false };

/// Who guesses where there is no network.
static RULES: Profile =
    Profile { id: "rules", label: "simple rules", group: Group::Numeric, searches: false };

impl<T: Term> Proposer<T> for NumericGuess {
    fn profile(&self) -> &'static Profile {
        &NUMERIC
    }

    fn is_worth_running(&self, settings: &Settings, found: &Ranking<'_, T>) -> bool {
        settings.effort != Effort::Quick
            && found.answer().is_none()
            && found.within_noise().is_none()
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, T>,
        context: Context<'a>,
        findings: &'a mut dyn Findings<T>,
    ) -> Proposing<'a> {
        let network = context.networks.get(T::NUMERIC);
        let count = context.settings.predict;
        let terms = problem.terms();
        Proposing::Waiting(Box::pin(async move {
            // The paper's networks write ten terms at once, and not how likely they are.
            if let Some(network) = network.filter(|network| network.config().next_term.is_none()) {
                let reading = network.read(T::as_terms(terms)).map_err(Error::from)?;
                let tokens = continue_terms(network, reading, count, &*findings).await?;
                let next = T::read_all(&tokens);
                findings.guess(TermGuess { next, probability: None, origin: &NUMERIC });
                return Ok(());
            }
            let laws = next_by_laws(findings.ranking());
            let (next, probability) =
                continue_term_by_term(network, terms, &laws, count, &*findings).await?;
            let origin = if network.is_some() { &NUMERIC } else { &RULES };
            findings.guess(TermGuess { next, probability: Some(probability), origin });
            Ok(())
        }))
    }
}

/// The next terms of the laws so far, and how likely each is.
fn next_by_laws<T: Term>(ranking: &Ranking<'_, T>) -> Vec<(T, f64)> {
    let judged = ranking.by_probability().into_iter();
    judged.filter_map(|(law, judged)| Some((*law.next.first()?, judged?.1.next))).collect()
}
