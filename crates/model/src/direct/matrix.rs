//! Products with a matrix that does not change.

use wide::f32x4;

/// Columns that are computed together, four to a vector.
const LANES: usize = 4 * VECTORS;
const VECTORS: usize = 4;

/// Rows that are computed together: eight sums, four weights, an input and a
/// product fit the sixteen registers there are for vectors.
const MOST_ROWS: usize = 2;

/// A matrix `[inputs, outputs]` in the order in which products read it.
#[derive(Debug, Clone)]
pub(super) struct Matrix {
    inputs: usize,
    outputs: usize,
    /// `[outputs / LANES, inputs]`, zeros beyond the last column.
    panels: Vec<[f32x4; VECTORS]>,
}

impl Matrix {
    /// From its numbers row by row.
    pub fn new(values: &[f32], inputs: usize, outputs: usize) -> Self {
        let mut panels = vec![[f32x4::ZERO; VECTORS]; outputs.div_ceil(LANES) * inputs];
        for (input, row) in values.chunks_exact(outputs).enumerate() {
            for (panel, columns) in row.chunks(LANES).enumerate() {
                let weights = &mut panels[panel * inputs + input];
                for (weights, columns) in weights.iter_mut().zip(columns.chunks(4)) {
                    let mut four = [0.0; 4];
                    four[..columns.len()].copy_from_slice(columns);
                    *weights = f32x4::new(four);
                }
            }
        }
        Self { inputs, outputs, panels }
    }

    /// `[rows, inputs]` to `[rows, outputs]`.
    pub fn product(&self, input: &[f32]) -> Vec<f32> {
        let mut output = vec![0.0; input.len() / self.inputs * self.outputs];
        self.add_product(input, &mut output);
        output
    }

    /// Adds the product with `input` `[rows, inputs]` to `output` `[rows, outputs]`.
    pub fn add_product(&self, input: &[f32], output: &mut [f32]) {
        let tiles = Tiles::new(input, self.inputs);
        // A panel stays in the fastest cache while all rows pass over it.
        for (index, panel) in self.panels.chunks_exact(self.inputs).enumerate() {
            let first = index * LANES;
            let last = self.outputs.min(first + LANES);
            for (rows, tile) in tiles.iter() {
                let output = &mut output[rows.start * self.outputs..rows.end * self.outputs];
                let mut columns =
                    output.chunks_exact_mut(self.outputs).map(|row| &mut row[first..last]);
                match rows.len() {
                    1 => add_tile::<1>(panel, tile, &mut columns),
                    _ => add_tile::<MOST_ROWS>(panel, tile, &mut columns),
                }
            }
        }
    }
}

/// `panel` `[inputs]`, `tile` `[inputs, ROWS]`.
#[inline(always)]
fn add_tile<'a, const ROWS: usize>(
    panel: &[[f32x4; VECTORS]],
    tile: &[f32],
    output: &mut impl Iterator<Item = &'a mut [f32]>,
) {
    let mut sums = [[f32x4::ZERO; VECTORS]; ROWS];
    for (weights, inputs) in panel.iter().zip(tile.as_chunks::<ROWS>().0) {
        for (sums, input) in sums.iter_mut().zip(inputs) {
            let input = f32x4::splat(*input);
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += input * *weight;
            }
        }
    }
    for (row, sums) in output.zip(&sums) {
        // Whole vectors wherever a panel is full, which is nearly everywhere.
        let (vectors, rest) = row.as_chunks_mut::<4>();
        for (values, sum) in vectors.iter_mut().zip(sums) {
            *values = (f32x4::new(*values) + *sum).to_array();
        }
        if let Some(sum) = sums.get(vectors.len()) {
            for (value, sum) in rest.iter_mut().zip(sum.to_array()) {
                *value += sum;
            }
        }
    }
}

/// Rows in groups of at most [`MOST_ROWS`], as equal as can be, each group
/// transposed: `[inputs, rows of the group]`.
struct Tiles {
    inputs: usize,
    rows: usize,
    count: usize,
    values: Vec<f32>,
}

impl Tiles {
    fn new(input: &[f32], inputs: usize) -> Self {
        let rows = input.len() / inputs;
        let mut tiles = Self {
            inputs,
            rows,
            count: rows.div_ceil(MOST_ROWS),
            values: vec![0.0; rows * inputs],
        };
        for index in 0..tiles.count {
            let group = tiles.group(index);
            let tile = &mut tiles.values[group.start * inputs..group.end * inputs];
            for (place, row) in
                input[group.start * inputs..group.end * inputs].chunks_exact(inputs).enumerate()
            {
                for (column, value) in tile.chunks_exact_mut(group.len()).zip(row) {
                    column[place] = *value;
                }
            }
        }
        tiles
    }

    fn group(&self, index: usize) -> std::ops::Range<usize> {
        index * self.rows / self.count..(index + 1) * self.rows / self.count
    }

    fn iter(&self) -> impl Iterator<Item = (std::ops::Range<usize>, &[f32])> {
        (0..self.count).map(|index| {
            let group = self.group(index);
            let values = &self.values[group.start * self.inputs..group.end * self.inputs];
            (group, values)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_any_shape_are_the_plain_sums() {
        for (rows, inputs, outputs) in
            [(1, 1, 1), (4, 3, 17), (10, 6, 31), (12, 7, 16), (23, 5, 40)]
        {
            let value = |seed: usize| (seed * 37 % 101) as f32 / 50.0 - 1.0;
            let input: Vec<f32> = (0..rows * inputs).map(value).collect();
            let matrix: Vec<f32> = (0..inputs * outputs).map(|i| value(i + 13)).collect();
            let product = Matrix::new(&matrix, inputs, outputs).product(&input);
            assert_eq!(product.len(), rows * outputs);
            for (index, found) in product.iter().enumerate() {
                let (row, column) = (index / outputs, index % outputs);
                let mut expected = 0.0;
                for k in 0..inputs {
                    expected += input[row * inputs + k] * matrix[k * outputs + column];
                }
                assert_eq!(*found, expected, "{rows} {inputs} {outputs}: {row}, {column}");
            }
        }
    }
}
