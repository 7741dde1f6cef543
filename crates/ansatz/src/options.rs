//! What a caller can choose.

use ansatz_search::{Effort, Settings};
use serde::{Deserialize, Serialize};

use crate::{Error, Proposers};

/// The options of a prediction; the default is what most people want.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
pub struct Options {
    /// How many further terms to give.
    pub next: usize,
    /// How long to look.
    pub effort: Effort,
    /// Who looks.
    pub proposers: Proposers,
    /// How many hypotheses the network follows at once; a thorough search
    /// follows [`Options::THOROUGH_BEAM`] times as many.
    pub beam: usize,
    /// How many laws the network draws at random besides.
    pub samples: usize,
    /// At what temperature they are drawn: the higher, the more daring.
    pub temperature: f64,
    /// Hide so many of the last terms, and check the answers against them.
    pub hold_out: usize,
    /// How many candidates to return at most.
    pub candidates: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            next: 10,
            effort: Effort::default(),
            proposers: Proposers::default(),
            beam: 10,
            samples: 0,
            temperature: 1.0,
            hold_out: 0,
            candidates: 20,
        }
    }
}

impl Options {
    /// Nobody needs more, and a page must not hang.
    pub const MOST_NEXT: usize = 1000;
    /// What fits into the memory of a page.
    pub const MOST_BEAM: usize = 256;
    /// Hours in a page.
    pub const MOST_SAMPLES: usize = 100_000;
    /// How much wider the beam of a thorough search is. Measured: more right
    /// answers than samples give in the same time.
    pub const THOROUGH_BEAM: usize = 10;

    /// What proposers need to know of the options, when so many terms are to be
    /// predicted.
    pub(crate) fn settings(&self, predict: usize) -> Settings {
        let beam = match self.effort {
            Effort::Thorough => (self.beam * Options::THOROUGH_BEAM).min(Options::MOST_BEAM),
            Effort::Quick | Effort::Normal => self.beam,
        };
        let Options { effort, samples, temperature, .. } = *self;
        Settings { effort, predict, beam, samples, temperature }
    }

    /// Whether every option is in its range.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.next > Options::MOST_NEXT {
            return Err(Error::TooManyToPredict { asked: self.next, most: Options::MOST_NEXT });
        }
        let ranges = [
            ("beam", self.beam as f64, 0.0, Options::MOST_BEAM as f64),
            ("samples", self.samples as f64, 0.0, Options::MOST_SAMPLES as f64),
            ("temperature", self.temperature, 0.01, 100.0),
        ];
        for (option, given, least, most) in ranges {
            if !(least..=most).contains(&given) {
                return Err(Error::OutOfRange { option, given, least, most });
            }
        }
        Ok(())
    }
}
