//! Places of features in a term's vector.

/// The non-zero entries of one term's vector.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Features {
    /// Index and value.
    pub(crate) entries: Vec<(u16, f32)>,
}

impl Features {
    /// Writes the entries into a vector of zeros.
    pub(crate) fn write(&self, vector: &mut [f32]) {
        for (index, value) in &self.entries {
            if let Some(place) = vector.get_mut(usize::from(*index)) {
                *place = *value;
            }
        }
    }
}

/// Choices of [`Writer::small`].
pub(crate) const fn small_choices(most: i128) -> usize {
    2 * most as usize + 2
}

/// Hands out consecutive blocks of the vector, one a feature.
///
/// The same calls in the same order give the same blocks, so a feature's place
/// is fixed by the order in which the encoder writes it.
pub(crate) struct Writer {
    features: Features,
    next: usize,
}

impl Writer {
    pub(crate) fn new() -> Self {
        Self { features: Features { entries: Vec::with_capacity(96) }, next: 0 }
    }

    /// One of `choices`: an embedding of its own for each. Values beyond the
    /// last choice share it.
    pub(crate) fn choice(&mut self, value: usize, choices: usize) {
        let index = self.next + value.min(choices - 1);
        self.features.entries.push((index as u16, 1.0));
        self.next += choices;
    }

    /// A real value: one embedding, scaled by it.
    pub(crate) fn real(&mut self, value: f64) {
        self.features.entries.push((self.next as u16, value as f32));
        self.next += 1;
    }

    /// One of the integers from `-most` to `most`; one more choice for all others.
    pub(crate) fn small(&mut self, value: Option<i128>, most: i128) {
        let choices = small_choices(most);
        let index = value.filter(|value| (-most..=most).contains(value));
        self.choice(index.map_or(choices - 1, |value| (value + most) as usize), choices);
    }

    /// Leaves out a block of the vector: what it would say does not exist.
    pub(crate) fn skip(&mut self, length: usize) {
        self.next += length;
    }

    /// The features, which must fill the vector exactly.
    pub(crate) fn finish(self, length: usize) -> Features {
        debug_assert_eq!(self.next, length);
        self.features
    }
}
