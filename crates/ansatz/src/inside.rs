//! A look inside the network: where it looked, how its beam grew, and what
//! numbers are to it.

use ansatz_expr::{Domain, Int, Terms};
use ansatz_model::AttentionMaps;
use ansatz_search::beam::{Beam, Network, NetworkAttention, Networks, StepModel, search};
use ansatz_search::{Proposal, Sink, Term};
use serde::Serialize;

use crate::plane;
use crate::{Error, Options, Predictor};

/// What the network did with a sequence.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Inside {
    /// The task of the network.
    pub task: &'static str,
    /// What it read, position by position: terms, or tokens of terms.
    pub inputs: Vec<String>,
    /// The words of the likeliest law, which the maps are for. Empty if it
    /// wrote none that has values.
    pub outputs: Vec<String>,
    /// The encoder's attention: layer, head, position, position looked at.
    pub encoder: Vec<Vec<Vec<Vec<f32>>>>,
    /// The decoder's attention to the input: layer, head, word, position looked at.
    pub cross: Vec<Vec<Vec<Vec<f32>>>>,
    /// How the beam grew: the hypotheses that were followed, step by step.
    pub growth: Vec<Vec<Growth>>,
    /// What numbers are to it.
    pub numbers: Numbers,
}

/// A step of one hypothesis of the beam.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Growth {
    /// Which hypothesis of the step before it continues.
    pub parent: usize,
    /// The word that it adds.
    pub token: String,
    /// The log-probability of that word.
    pub log_prob: f64,
    /// The log-likelihood of all its words.
    pub log_likelihood: f64,
}

/// The vectors that stand for numbers, as people can see them.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Numbers {
    /// The numbers.
    pub labels: Vec<String>,
    /// Their vectors in the plane in which they differ most.
    pub points: Vec<[f64; 2]>,
    /// The cosine of the angle between any two of them.
    pub similarity: Vec<Vec<f64>>,
}

impl Predictor {
    /// Looks into the network of these terms' domain; waits for its device
    /// like [`Predictor::predict`]. Of the options it heeds `beam`.
    pub fn inspect(&self, terms: &Terms, options: &Options) -> Result<Inside, Error> {
        pollster::block_on(self.inspect_async(terms, options))
    }

    /// [`Predictor::inspect`] where the network's device makes one wait.
    pub async fn inspect_async(&self, terms: &Terms, options: &Options) -> Result<Inside, Error> {
        options.check()?;
        match terms {
            Terms::Integers(terms) => inspect(self.networks(), terms, options).await,
            Terms::Floats(terms) => inspect(self.networks(), terms, options).await,
        }
    }
}

/// A few dozen numbers to show as points, with what is written beside each: integers from
/// 0 to 60, enough to see parity, multiples and the change of length; powers of ten, which
/// are what a float's size is to the network.
fn pictured(domain: Domain) -> (Vec<String>, Terms) {
    match domain {
        Domain::Integer => {
            let numbers: Vec<Int> = (0..=60_i64).map(Int::from).collect();
            (numbers.iter().map(Int::to_string).collect(), Terms::Integers(numbers))
        }
        Domain::Float => {
            let powers = -20..=20;
            let labels = powers.clone().map(|power| format!("1e{power}")).collect();
            (labels, Terms::Floats(powers.map(|power| 10_f64.powi(power)).collect()))
        }
    }
}

async fn inspect<T: Term>(
    networks: &Networks,
    terms: &[T],
    options: &Options,
) -> Result<Inside, Error> {
    let task = T::SYMBOLIC;
    let network = networks.get(task).ok_or(Error::NoNetwork { task: task.name() })?;
    if terms.is_empty() {
        return Err(Error::TooFewTerms { shown: 0, least: 1 });
    }
    let mut likeliest = Likeliest(None);
    let beam = Beam { width: options.beam, ..Beam::default() };
    let reading = network.read(T::as_terms(terms))?;
    let report = search(network, reading, terms, &beam, &mut likeliest).await?;
    let growth = report.growth.iter().map(|step| {
        step.iter().map(|grown| Growth {
            parent: grown.parent,
            token: word(network, grown.token),
            log_prob: grown.log_prob,
            log_likelihood: grown.log_likelihood,
        })
    });
    let growth = growth.map(Iterator::collect).collect();
    let mut inside = Inside {
        task: task.name(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        encoder: Vec::new(),
        cross: Vec::new(),
        growth,
        numbers: numbers(network, T::DOMAIN).await?,
    };
    if let Some(Proposal { expr: law, .. }) = likeliest.0 {
        let NetworkAttention { inputs, outputs, maps } =
            network.look(T::as_terms(terms), &law).await?;
        let AttentionMaps { encoder, cross } = maps;
        inside = Inside { inputs, outputs, encoder, cross, ..inside };
    }
    Ok(inside)
}

fn word(network: &Network, id: u32) -> String {
    network.vocabulary().word(id).map(|word| word.to_string()).unwrap_or_default()
}

async fn numbers(network: &Network, domain: Domain) -> Result<Numbers, Error> {
    let (labels, numbers) = pictured(domain);
    let vectors = network.number_vectors(numbers.as_slice()).await?;
    Ok(Numbers {
        labels,
        points: plane::project(&vectors),
        similarity: plane::similarity(&vectors),
    })
}

/// Keeps the likeliest proposal.
struct Likeliest(Option<Proposal>);

impl Sink for Likeliest {
    fn propose(&mut self, proposal: Proposal) {
        let score = |proposal: &Proposal| proposal.log_likelihood.unwrap_or(f64::NEG_INFINITY);
        if self.0.as_ref().is_none_or(|best| score(best) < score(&proposal)) {
            self.0 = Some(proposal);
        }
    }
}
