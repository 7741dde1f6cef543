//! The networks that are there, one a task, and what they propose.

use std::sync::Arc;

use ansatz_model::Task;
use ansatz_search::Sink;
use ansatz_search::beam::{Beam, Network, Sampling, continue_terms, sample, search};

use crate::predictor::Proposable;
use crate::{Device, Effort, Options};

/// At most one network a task.
#[derive(Debug, Clone, Default)]
pub(crate) struct Networks(Vec<(Task, Arc<Network>)>);

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

/// Proposes what a network finds likely: a beam, and samples if asked for.
pub(crate) async fn propose<T: Proposable>(
    network: &Network,
    terms: &[T],
    options: &Options,
    sink: &mut dyn Sink,
) -> ansatz_model::Result<()> {
    let reading = network.read(T::sequence(terms))?;
    let width = match options.effort {
        Effort::Thorough => (options.beam * Options::THOROUGH_BEAM).min(Options::MOST_BEAM),
        Effort::Quick | Effort::Normal => options.beam,
    };
    if width > 0 {
        let beam = Beam { width, ..Beam::default() };
        search(network, reading.clone(), terms, &beam, sink).await?;
    }
    if options.samples > 0 && !sink.is_cancelled() {
        let (count, temperature) = (options.samples, options.temperature);
        let sampling = Sampling { count, temperature, ..Sampling::default() };
        sample(network, &reading, terms, &sampling, sink).await?;
    }
    Ok(())
}

/// The further terms that a numeric network expects.
pub(crate) async fn guess<T: Proposable>(
    network: &Network,
    terms: &[T],
    count: usize,
    sink: &dyn Sink,
) -> ansatz_model::Result<Vec<T>> {
    let reading = network.read(T::sequence(terms))?;
    Ok(T::from_tokens(&continue_terms(network, reading, count, sink).await?))
}
