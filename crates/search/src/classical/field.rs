//! Linear algebra modulo primes, and the way back to rational numbers.
//!
//! Whether a linear relation exists is decided modulo one prime, which nearly
//! always says no and is cheap. Only where one exists are further primes used
//! to find out what it is.

use std::ops::Range;

/// The largest primes below 2^31: products fit a machine word.
pub(crate) const PRIMES: [u32; 4] = [2_147_483_647, 2_147_483_629, 2_147_483_587, 2_147_483_579];

/// The residue of a signed number.
pub(super) fn residue(value: i128, prime: u32) -> u64 {
    value.rem_euclid(i128::from(prime)) as u64
}

/// `base^exponent` modulo a prime.
pub(super) fn power(mut base: u64, mut exponent: u64, prime: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = result * base % prime;
        }
        base = base * base % prime;
        exponent >>= 1;
    }
    result
}

/// The inverse modulo a prime of a number that is not 0 (0 for 0).
pub(super) fn inverse(value: u64, prime: u64) -> u64 {
    power(value, prime - 2, prime)
}

/// Rows in echelon form modulo P, one pivot each, taken in one at a time so
/// that the usual case, no relation, shows early.
struct Elimination<const P: u64> {
    columns: usize,
    /// Sorted by pivot; everything before the pivot is 0, the pivot is 1.
    rows: Vec<(usize, Vec<u64>)>,
}

impl<const P: u64> Elimination<P> {
    fn new(columns: usize) -> Self {
        Elimination { columns, rows: Vec::with_capacity(columns) }
    }

    /// Takes a row of cells below P in. Says whether there is still a relation.
    fn add(&mut self, mut row: Vec<u64>) -> bool {
        row.resize(self.columns, 0);
        for (pivot, known) in &self.rows {
            let factor = row[*pivot];
            if factor != 0 {
                let factor = P - factor;
                for (cell, with) in row.iter_mut().zip(known).skip(*pivot) {
                    *cell = (*cell + factor * with) % P;
                }
            }
        }
        if let Some(pivot) = row.iter().position(|&cell| cell != 0) {
            let scale = inverse(row[pivot], P);
            for cell in &mut row[pivot..] {
                *cell = *cell * scale % P;
            }
            let place = self.rows.partition_point(|(other, _)| *other < pivot);
            self.rows.insert(place, (pivot, row));
        }
        self.rows.len() < self.columns
    }

    /// The relation that ends with the first column that depends on those
    /// before it, with 1 there; nothing if the columns are independent.
    fn relation(&self) -> Option<Vec<u64>> {
        let free = (0..self.columns)
            .find(|&column| self.rows.get(column).is_none_or(|(pivot, _)| *pivot != column))?;
        let mut solution = vec![0; self.columns];
        solution[free] = 1;
        for (pivot, row) in self.rows[..free].iter().rev() {
            let mut sum = 0;
            for column in pivot + 1..=free {
                sum = (sum + row[column] * solution[column]) % P;
            }
            solution[*pivot] = (P - sum) % P;
        }
        Some(solution)
    }

    /// The relation between the columns of all the rows.
    fn solve(
        columns: usize,
        rows: Range<usize>,
        cell: impl Fn(usize, usize) -> u64,
    ) -> Option<Vec<u64>> {
        let mut elimination = Elimination::<P>::new(columns);
        for row in rows {
            if !elimination.add((0..columns).map(|column| cell(row, column)).collect()) {
                return None;
            }
        }
        elimination.relation()
    }
}

/// Whether the columns may be related: they are modulo the first prime.
/// `cell(row, column)` is the cell modulo that.
pub(super) fn may_be_related(
    columns: usize,
    rows: Range<usize>,
    cell: impl Fn(usize, usize) -> u64,
) -> bool {
    Elimination::<{ PRIMES[0] as u64 }>::solve(columns, rows, cell).is_some()
}

/// Integers, not all 0 and without a common factor, that combine the columns
/// to 0 in every row. `cell(which, row, column)` is the cell modulo
/// `PRIMES[which]`.
///
/// Of several relations the one that needs the fewest of the first columns.
/// The relation holds modulo three or four primes: whoever uses it checks it.
pub(crate) fn relation(
    columns: usize,
    rows: Range<usize>,
    cell: impl Fn(usize, usize, usize) -> u64,
) -> Option<Vec<i128>> {
    // The prime as a constant lets the compiler divide by multiplying.
    let solve = |which: usize| {
        let cell = |row, column| cell(which, row, column);
        let rows = rows.clone();
        match which {
            0 => Elimination::<{ PRIMES[0] as u64 }>::solve(columns, rows, cell),
            1 => Elimination::<{ PRIMES[1] as u64 }>::solve(columns, rows, cell),
            2 => Elimination::<{ PRIMES[2] as u64 }>::solve(columns, rows, cell),
            _ => Elimination::<{ PRIMES[3] as u64 }>::solve(columns, rows, cell),
        }
    };
    let first = solve(0)?;
    let second = solve(1)?;
    let third = solve(2)?;
    let small = common_integers(&[&first, &second]).filter(|integers| {
        let prime = PRIMES[2];
        // Equal up to the scale that clearing denominators brought in.
        let scale = third.iter().zip(integers).find(|(cell, _)| **cell == 1).map(|(_, s)| *s);
        scale.is_some_and(|scale| {
            third.iter().zip(integers).all(|(&cell, &integer)| {
                cell * residue(scale, prime) % u64::from(prime) == residue(integer, prime)
            })
        })
    });
    if small.is_some() {
        return small;
    }
    let fourth = solve(3)?;
    common_integers(&[&first, &second, &third, &fourth])
}

/// Rational numbers from their residues, brought to a common denominator.
fn common_integers(residues: &[&Vec<u64>]) -> Option<Vec<i128>> {
    let columns = residues.first()?.len();
    let fractions: Vec<(i128, i128)> = (0..columns)
        .map(|column| {
            let parts: Vec<u64> =
                residues.iter().map(|vector| vector.get(column).copied().unwrap_or(0)).collect();
            fraction(&parts)
        })
        .collect::<Option<_>>()?;
    let mut common = 1i128;
    for (_, denominator) in &fractions {
        common = (common / gcd(common, *denominator)).checked_mul(*denominator)?;
    }
    let integers: Vec<i128> = fractions
        .iter()
        .map(|(numerator, denominator)| numerator.checked_mul(common / denominator))
        .collect::<Option<_>>()?;
    let divisor = integers.iter().fold(0, |sofar, &integer| gcd(sofar, integer));
    if divisor == 0 {
        return None;
    }
    Some(integers.into_iter().map(|integer| integer / divisor).collect())
}

/// The fraction of smallest size with these residues modulo the first primes.
fn fraction(parts: &[u64]) -> Option<(i128, i128)> {
    // Chinese remaindering, one prime at a time; below 2^124.
    let mut value = 0i128;
    let mut modulus = 1i128;
    for (&part, &prime) in parts.iter().zip(&PRIMES) {
        let prime_word = u64::from(prime);
        let missing = (part + prime_word - residue(value, prime)) % prime_word;
        let step = missing * inverse(residue(modulus, prime), prime_word) % prime_word;
        value += modulus * i128::from(step);
        modulus *= i128::from(prime);
    }
    let bound = ((modulus / 2) as f64).sqrt() as i128;
    let (mut before, mut now) = (modulus, value);
    let (mut cofactor_before, mut cofactor) = (0i128, 1i128);
    while now > bound {
        let quotient = before / now;
        (before, now) = (now, before - quotient * now);
        (cofactor_before, cofactor) = (cofactor, cofactor_before - quotient * cofactor);
    }
    if cofactor == 0 || cofactor.abs() > bound || gcd(now, cofactor) != 1 {
        return None;
    }
    Some(if cofactor < 0 { (-now, -cofactor) } else { (now, cofactor) })
}

/// The greatest common divisor, never negative.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_primes_are_primes() {
        for prime in PRIMES {
            assert!((2..46_341).all(|divisor| prime % divisor != 0), "{prime}");
        }
    }

    #[test]
    fn fractions_come_back_from_their_residues() {
        for (numerator, denominator) in [(0i128, 1i128), (-7, 3), (1_000_003, 999), (5, 1)] {
            let parts: Vec<u64> = PRIMES[..2]
                .iter()
                .map(|&prime| {
                    let below = inverse(residue(denominator, prime), prime.into());
                    residue(numerator, prime) * below % u64::from(prime)
                })
                .collect();
            assert_eq!(fraction(&parts), Some((numerator, denominator)));
        }
    }

    fn relation_of(matrix: &[Vec<i128>]) -> Option<Vec<i128>> {
        relation(matrix[0].len(), 0..matrix.len(), |which, row, column| {
            residue(matrix[row][column], PRIMES[which])
        })
    }

    #[test]
    fn finds_the_relation_between_columns() {
        // Third column = (first − 2·second)/3.
        let matrix: Vec<Vec<i128>> =
            [(3, 0), (1, 2), (9, -3), (5, 7)].map(|(a, b)| vec![3 * a, 3 * b, a - 2 * b]).into();
        assert_eq!(relation_of(&matrix), Some(vec![-1, 2, 3]));
        let independent = vec![vec![1, 0], vec![0, 1], vec![1, 1]];
        assert_eq!(relation_of(&independent), None);
    }

    #[test]
    fn large_coefficients_take_more_primes() {
        let factor = 12_345_678_901_234_567i128;
        let matrix: Vec<Vec<i128>> = (1..5).map(|a| vec![a, a * factor]).collect();
        assert_eq!(relation_of(&matrix), Some(vec![-factor, 1]));
    }
}
