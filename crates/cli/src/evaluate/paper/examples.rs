//! The single sequences of the paper's tables 1 to 3, from their definitions.

use ansatz_expr::{Expr, Int, Recurrence};

use super::super::read::{BEYOND, Row};
use super::measure::Measured;
use super::results;
use super::results::{By, Cell, Line};
use crate::error::Error;

/// The paper shows its models so many terms of each.
const SHOWN: usize = 25;

/// One of the paper's tables of examples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Table {
    /// Table 1: OEIS sequences.
    Sequences,
    /// Table 2: multiples of a constant.
    Constants,
    /// Table 3: functions outside the vocabulary.
    Functions,
}

impl Table {
    /// All of them.
    pub const ALL: [Table; 3] = [Table::Sequences, Table::Constants, Table::Functions];

    /// How reports call it.
    pub fn name(self) -> &'static str {
        match self {
            Table::Sequences => "table_1",
            Table::Constants => "table_2",
            Table::Functions => "table_3",
        }
    }

    /// The sequences.
    pub fn rows(self) -> Result<Vec<Row>, Error> {
        let count = SHOWN + BEYOND;
        match self {
            Table::Sequences => Ok(SEQUENCES
                .iter()
                .map(|(name, _, terms)| {
                    let terms: Vec<Int> = terms(count as i64).into_iter().map(Int::from).collect();
                    row(name, terms)
                })
                .collect()),
            Table::Constants => Ok(CONSTANTS
                .iter()
                .map(|(text, constant, ..)| {
                    row(text, (1..=count).map(|n| constant * n as f64).collect::<Vec<f64>>())
                })
                .collect()),
            Table::Functions => FUNCTIONS
                .iter()
                .map(|(name, law, initial, ..)| {
                    let law = Expr::from_words(law.split(' ')).map_err(Error::Input)?;
                    let law = Recurrence::new(law, initial.to_vec()).map_err(Error::Input)?;
                    Ok(row(name, law.terms(count).map_err(Error::Input)?))
                })
                .collect(),
        }
    }

    /// Our laws beside the paper's.
    pub fn table(self, measured: &Measured) -> results::Table {
        let papers: Vec<(&str, &str)> = match self {
            Table::Sequences => SEQUENCES.iter().map(|(_, law, _)| (*law, "exact")).collect(),
            Table::Constants => CONSTANTS.iter().map(|(.., law, error)| (*law, *error)).collect(),
            Table::Functions => FUNCTIONS.iter().map(|(.., law, kind)| (*law, *kind)).collect(),
        };
        let corner = match self {
            Table::Sequences => "Table 1",
            Table::Constants => "Table 2: C of C·n",
            Table::Functions => "Table 3",
        };
        let columns = ["paper's law", "its error", "our law", "as", "error on the next ten"];
        let lines = measured.rows().zip(papers).map(|((row, outcome), (paper, quality))| {
            let (law, verdict, error) = match outcome.candidates.first() {
                Some(best) => {
                    let verdict = match (outcome.answered, best.is_verified()) {
                        (true, true) => "verified",
                        (true, false) => "weak",
                        (false, _) => "not answered: best guess",
                    };
                    let error = best.errors.iter().fold(0.0, |a: f64, &b| a.max(b));
                    (format!("`{}`", best.formula), verdict, magnitude(error))
                }
                None => (String::new(), "no law", String::new()),
            };
            let quality = quality.to_owned();
            let cells = [format!("`{paper}`"), quality, law, verdict.to_owned(), error];
            Line {
                label: row.name.clone(),
                by: By::Ansatz,
                cells: cells.map(|text| Some(Cell::Text(text))).to_vec(),
            }
        });
        results::Table {
            corner: corner.to_owned(),
            columns: columns.map(str::to_owned).to_vec(),
            lines: lines.collect(),
        }
    }
}

/// The largest relative error, in words.
fn magnitude(error: f64) -> String {
    match error {
        0.0 => "none".to_owned(),
        error if error.is_finite() => format!("{error:.0e}"),
        _ => "no value".to_owned(),
    }
}

fn row<T: Clone>(name: &str, terms: Vec<T>) -> Row
where
    ansatz_expr::Terms: From<Vec<T>>,
{
    let (shown, truth) = terms.split_at(SHOWN.min(terms.len()));
    let (shown, truth) = (shown.to_vec().into(), truth.to_vec().into());
    Row {
        name: name.to_owned(),
        keywords: Vec::new(),
        terms: shown,
        truth,
        asked: BEYOND,
        law: None,
    }
}

/// The first terms, so many.
type Definition = fn(i64) -> Vec<i64>;

/// The paper's law, and what the sequence is.
const SEQUENCES: [(&str, &str, Definition); 8] = [
    ("A000792", "u(n-1) + u(n-3) - u(n-1) % u(n-3)", |count| {
        let mut terms = vec![1];
        for n in 1..count {
            let best = (0..n).map(|i| (n - i) * terms[i as usize]).max();
            terms.extend(best);
        }
        terms
    }),
    ("A000855", "2*u(n-1) % 100", |count| {
        std::iter::successors(Some(1), |term| Some(2 * term % 100)).take(count as usize).collect()
    }),
    ("A006257", "(u(n-1) + n) % (n - 1) - 1", |count| {
        // Of n in a circle, the survivor: 2 (n - 2^k) + 1.
        let survivor = |n: i64| n.checked_ilog2().map_or(0, |k| 2 * (n - (1 << k)) + 1);
        (0..count).map(survivor).collect()
    }),
    ("A008954", "(u(n-1) + n) % 10", |count| (0..count).map(|n| n * (n + 1) / 2 % 10).collect()),
    ("A026741", "u(n-2) + n // (u(n-1) + 1)", |count| {
        (0..count).map(|n| if n % 2 == 1 { n } else { n / 2 }).collect()
    }),
    ("A035327", "(u(n-1) - n) % (n - 1)", |count| {
        (0..count).map(|n| n.checked_ilog2().map_or(1, |k| (2 << k) - 1 - n)).collect()
    }),
    ("A062050", "n % (n - u(n-1)) + 1", |count| {
        (1..=count).map(|n| n - (1 << n.ilog2()) + 1).collect()
    }),
    ("A074062", "2*u(n-5) - u(n-6)", |count| {
        let mut terms = vec![5, -1, -1, -1, -1];
        for n in 5..count as usize {
            terms.push(terms[n - 5] - terms[n - 4..n].iter().sum::<i64>());
        }
        terms
    }),
];

/// The constant, the paper's way to write it, and its relative error as the
/// paper gives it.
#[allow(clippy::approx_constant)] // The paper's digits, not pi.
const CONSTANTS: [(&str, f64, &str, &str); 8] = [
    ("0.3333", 0.3333, "1/(3 + exp(-6))", "1e-5"),
    ("0.33333", 0.33333, "1/3", "1e-5"),
    ("3.1415", 3.1415, "2*arctan(exp(10))", "1e-7"),
    ("3.14159", 3.14159, "pi", "1e-7"),
    ("1.6449", 1.6449, "1/arctan(exp(4))", "1e-7"),
    ("1.64493", 1.64493, "pi^2/6", "1e-7"),
    ("0.123456789", 0.123_456_789, "10/9^2", "1e-9"),
    ("0.987654321", 0.987_654_321, "1 - (1/9)^2", "1e-11"),
];

/// The function as a law of ours in prefix words, first terms where it needs
/// any, the paper's approximation and what it calls it.
const FUNCTIONS: [(&str, &str, &[f64], &str, &str); 7] = [
    ("arcsinh(n)", "arcsinh n", &[], "log(n + sqrt(n^2 + 1))", "exact"),
    ("arccosh(n)", "arccosh n", &[], "log(n + sqrt(n^2 - 1))", "exact"),
    // arctanh(1) is infinite.
    ("arctanh(1/n), n from 2", "arctanh inv add n 1", &[], "log(1 + 2/n)/2", "asymptotic"),
    ("catalan(n)", "mul x_0_1 sub 4 div 6 add n 1", &[1.0], "u(n-1)*(4 - 6/n)", "asymptotic"),
    ("dawson(n)", "dawsn n", &[], "n/(2*n^2 - u(n-1) - 1)", "asymptotic"),
    ("j0(n)", "j0 n", &[], "(sin(n) + cos(n))/sqrt(pi*n)", "asymptotic"),
    ("i0(n)", "i0 n", &[], "exp(n)/sqrt(2*pi*n)", "asymptotic"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_begin_as_the_paper_prints_them() {
        let printed = [
            "1, 1, 2, 3, 4, 6, 9, 12, 18, 27",
            "1, 2, 4, 8, 16, 32, 64, 28, 56, 12",
            "0, 1, 1, 3, 1, 3, 5, 7, 1, 3",
            "0, 1, 3, 6, 0, 5, 1, 8, 6, 5",
            "0, 1, 1, 3, 2, 5, 3, 7, 4, 9",
            "1, 0, 1, 0, 3, 2, 1, 0, 7, 6",
            "1, 1, 2, 1, 2, 3, 4, 1, 2, 3",
            "5, -1, -1, -1, -1, 9, -7, -1, -1, -1",
        ];
        for (row, printed) in Table::Sequences.rows().unwrap().iter().zip(printed) {
            assert!(row.terms.to_string().starts_with(printed), "{}: {}", row.name, row.terms);
        }
    }

    #[test]
    fn all_examples_have_all_their_terms() {
        for (table, count) in Table::ALL.into_iter().zip([8, 8, 7]) {
            let rows = table.rows().unwrap();
            assert_eq!(rows.len(), count);
            for row in rows {
                assert_eq!((row.terms.len(), row.truth.len()), (SHOWN, BEYOND), "{}", row.name);
            }
        }
        let rows = Table::Functions.rows().unwrap();
        let catalan = rows[3].terms.floats().unwrap();
        assert!(catalan.iter().zip([1.0, 2.0, 5.0, 14.0, 42.0]).all(|(a, b)| (a - b).abs() < 1e-9));
    }
}
