//! How numbers are written in a weights file.

use std::fmt;
use std::str::FromStr;

use half::f16;
use serde::{Deserialize, Serialize};

/// How the numbers of a file are written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WeightPrecision {
    /// Two bytes each.
    #[default]
    F16,
    /// Matrices one byte a number, with the largest magnitude of each column
    /// (a column is what one output adds up) as f32 before them; the few
    /// numbers that are not in matrices two bytes each.
    I8,
}

impl fmt::Display for WeightPrecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WeightPrecision::F16 => "f16",
            WeightPrecision::I8 => "i8",
        })
    }
}

impl FromStr for WeightPrecision {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "f16" => Ok(WeightPrecision::F16),
            "i8" => Ok(WeightPrecision::I8),
            _ => Err(format!("`{text}` is not a precision; there are f16, i8")),
        }
    }
}

/// The largest byte stands for the largest number of its column.
const LARGEST: f32 = i8::MAX as f32;

impl WeightPrecision {
    /// Bytes of a tensor of this shape.
    pub fn bytes(self, shape: &[usize]) -> usize {
        match (self, shape) {
            (Self::I8, [rows, columns]) => (4 + rows) * columns,
            _ => 2 * shape.iter().product::<usize>(),
        }
    }

    /// Appends a tensor's numbers; gives the first that cannot be written.
    pub(super) fn write(
        self,
        shape: &[usize],
        values: &[f32],
        file: &mut Vec<u8>,
    ) -> Result<(), f32> {
        // A weight beyond f16 is a diverged run: better no file than a bad one.
        if let Some(value) = values.iter().find(|value| !f16::from_f32(**value).is_finite()) {
            return Err(*value);
        }
        match (self, shape) {
            (Self::I8, [_, columns]) => write_matrix(values, *columns, file),
            _ => file.extend(values.iter().flat_map(|value| f16::from_f32(*value).to_le_bytes())),
        }
        Ok(())
    }

    /// The numbers of a tensor from exactly its [`bytes`](Self::bytes).
    pub(super) fn read(self, shape: &[usize], bytes: &[u8]) -> Vec<f32> {
        match (self, shape) {
            (Self::I8, [_, columns]) => read_matrix(bytes, *columns),
            _ => {
                let (pairs, _) = bytes.as_chunks::<2>();
                pairs.iter().map(|pair| f16::from_le_bytes(*pair).to_f32()).collect()
            }
        }
    }
}

/// `values` `[rows, columns]`.
fn write_matrix(values: &[f32], columns: usize, file: &mut Vec<u8>) {
    let mut largest = vec![0.0_f32; columns];
    for row in values.chunks_exact(columns) {
        for (largest, value) in largest.iter_mut().zip(row) {
            *largest = largest.max(value.abs());
        }
    }
    file.extend(largest.iter().flat_map(|value| value.to_le_bytes()));
    for row in values.chunks_exact(columns) {
        file.extend(row.iter().zip(&largest).map(|(value, largest)| {
            // A column of zeros divides by zero; the conversion makes zero of that.
            (value / largest * LARGEST).round() as i8 as u8
        }));
    }
}

fn read_matrix(bytes: &[u8], columns: usize) -> Vec<f32> {
    let (largest, rows) = bytes.split_at(4 * columns);
    let (largest, _) = largest.as_chunks::<4>();
    let largest: Vec<f32> = largest.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    let number = |(byte, largest): (&u8, &f32)| f32::from(*byte as i8) / LARGEST * largest;
    rows.chunks_exact(columns).flat_map(|row| row.iter().zip(&largest).map(number)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_those_written_and_numbers_are_near() {
        let values: Vec<f32> = (0..60).map(|i| (i * 37 % 59) as f32 / 20.0 - 1.3).collect();
        for (precision, shape, error) in [
            (WeightPrecision::F16, &[12, 5][..], 1e-3),
            (WeightPrecision::I8, &[12, 5], 1.65 / 127.0 / 2.0 * 1.001),
            (WeightPrecision::I8, &[60], 1e-3),
        ] {
            let mut file = Vec::new();
            precision.write(shape, &values, &mut file).unwrap();
            assert_eq!(file.len(), precision.bytes(shape));
            let read = precision.read(shape, &file);
            assert_eq!(read.len(), values.len());
            for (read, value) in read.iter().zip(&values) {
                assert!((read - value).abs() <= error, "{precision:?} {value}: {read}");
            }
        }
    }

    #[test]
    fn a_column_of_zeros_stays_zero() {
        let mut file = Vec::new();
        WeightPrecision::I8.write(&[2, 2], &[0.0, 3.0, 0.0, -1.5], &mut file).unwrap();
        let read = WeightPrecision::I8.read(&[2, 2], &file);
        assert_eq!(read[..3], [0.0, 3.0, 0.0]);
        assert!((read[3] + 1.5).abs() < 0.02);
    }

    #[test]
    fn what_is_no_number_or_too_large_is_not_written() {
        for precision in [WeightPrecision::F16, WeightPrecision::I8] {
            for bad in [f32::NAN, f32::INFINITY, 1e6] {
                let mut file = Vec::new();
                assert!(precision.write(&[1, 2], &[1.0, bad], &mut file).is_err());
            }
        }
    }
}
