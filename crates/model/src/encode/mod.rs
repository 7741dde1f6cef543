//! Sequences as what the encoder reads.

mod extrapolated;
pub(crate) mod float_steps;
mod float_terms;
pub(crate) mod integer_steps;
mod integer_terms;
mod layout;

use ansatz_expr::{Domain, Int, TermSlice};

use crate::NetworkTerm;
use crate::config::InputEncoding;
use crate::error::{Error, Result};
use crate::extrapolate::{Extrapolation, extrapolations};
use crate::numbers::{self, NumberToken};

use layout::Features;

/// The layout of what an encoder reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    /// Ids of number tokens; id 0 is padding.
    Tokens {
        /// How many ids there are, padding included.
        vocabulary: usize,
    },
    /// One feature vector a term: ones where a learned embedding is added, and
    /// a few real values.
    Terms {
        /// Length of the vector.
        features: usize,
    },
}

/// The layout for a domain and an encoding.
pub fn input_kind(domain: Domain, encoding: InputEncoding) -> InputKind {
    match encoding {
        InputEncoding::Tokens => {
            InputKind::Tokens { vocabulary: 1 + NumberToken::vocabulary_size(domain) }
        }
        InputEncoding::Terms => InputKind::Terms {
            features: match domain {
                Domain::Integer => integer_terms::FEATURES,
                Domain::Float => float_terms::FEATURES,
            },
        },
        InputEncoding::Steps => InputKind::Terms { features: steps_features(domain) },
        InputEncoding::Extrapolations => InputKind::Terms {
            features: steps_features(domain)
                + match domain {
                    Domain::Integer => extrapolated::features::<Int>(),
                    Domain::Float => extrapolated::features::<f64>(),
                },
        },
    }
}

fn steps_features(domain: Domain) -> usize {
    match domain {
        Domain::Integer => integer_steps::FEATURES,
        Domain::Float => float_steps::FEATURES,
    }
}

/// A sequence as the encoder reads it, before padding.
#[derive(Debug, Clone, PartialEq)]
pub struct EncodedInput {
    pub(crate) positions: usize,
    pub(crate) content: EncodedContent,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum EncodedContent {
    /// One id a position, none of them 0.
    Tokens(Vec<u32>),
    /// The features of every position, sparse: index and value.
    Terms(Vec<Features>),
}

impl EncodedInput {
    /// Encodes a sequence for models of its domain.
    pub fn new(sequence: TermSlice<'_>, encoding: InputEncoding) -> Result<Self> {
        if sequence.is_empty() {
            return Err(Error::EmptyInput);
        }
        if let TermSlice::Floats(terms) = sequence
            && let Some(position) = terms.iter().position(|term| !term.is_finite())
        {
            let value = terms[position];
            return Err(Error::NotFinite { position, value });
        }
        let content = match encoding {
            InputEncoding::Tokens => EncodedContent::Tokens(token_ids(sequence)),
            InputEncoding::Terms => EncodedContent::Terms(match sequence {
                TermSlice::Integers(terms) => {
                    terms.iter().map(|term| integer_terms::features(*term)).collect()
                }
                TermSlice::Floats(terms) => {
                    terms.iter().map(|term| float_terms::features(*term)).collect()
                }
            }),
            InputEncoding::Extrapolations => {
                return Ok(match sequence {
                    TermSlice::Integers(terms) => Self::continued(terms, &extrapolations(terms)),
                    TermSlice::Floats(terms) => Self::continued(terms, &extrapolations(terms)),
                });
            }
            InputEncoding::Steps => {
                let ends = 1..=sequence.len();
                EncodedContent::Terms(match sequence {
                    TermSlice::Integers(terms) => {
                        ends.map(|end| integer_steps::features(&terms[..end])).collect()
                    }
                    TermSlice::Floats(terms) => {
                        ends.map(|end| float_steps::features(&terms[..end])).collect()
                    }
                })
            }
        };
        let positions = match &content {
            EncodedContent::Tokens(ids) => ids.len(),
            EncodedContent::Terms(terms) => terms.len(),
        };
        Ok(Self { positions, content })
    }

    /// Encodes terms and their continuations, which are known already, for networks that
    /// read both.
    pub fn continued<T: NetworkTerm>(terms: &[T], continuations: &[Extrapolation<T>]) -> Self {
        let content = extrapolated::encode(terms, continuations);
        Self { positions: content.len(), content: EncodedContent::Terms(content) }
    }

    /// How many encoder positions it takes.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// One vector of so many features a position, row by row, if the kind is
    /// terms: for other engines to read the same.
    pub fn feature_vectors(&self, features: usize) -> Option<Vec<f32>> {
        let EncodedContent::Terms(terms) = &self.content else {
            return None;
        };
        let mut values = vec![0.0; self.positions * features];
        let vectors = values.chunks_exact_mut(features.max(1));
        terms.iter().zip(vectors).for_each(|(term, vector)| term.write(vector));
        Some(values)
    }
}

/// Ids of the number tokens, shifted by one so that 0 is free for padding.
fn token_ids(sequence: TermSlice<'_>) -> Vec<u32> {
    let mut tokens = Vec::new();
    match sequence {
        TermSlice::Integers(terms) => {
            for term in terms {
                numbers::push_integer(*term, &mut tokens);
            }
        }
        TermSlice::Floats(terms) => {
            for term in terms {
                numbers::push_float(*term, &mut tokens);
            }
        }
    }
    tokens.into_iter().map(|token| 1 + token.index() as u32).collect()
}
