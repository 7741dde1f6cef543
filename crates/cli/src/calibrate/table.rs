//! Laws with what speaks for them, as a table.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use ansatz::Features;

use super::Case;
use crate::error::Error;
use crate::evaluate::read::Row;

/// A file with a line a law.
pub struct Table {
    file: BufWriter<File>,
    /// How many sequences it has.
    rows: usize,
}

impl Table {
    /// Begins with the names of the columns.
    pub fn create(path: &Path) -> Result<Table, Error> {
        let file = File::create(path).map_err(|error| Error::output(path, &error))?;
        let mut file = BufWriter::new(file);
        let names = Features::NAMES.join("\t");
        writeln!(file, "row\tname\tterms\tanswer\tright_next\tright_ten\tnext\tby\t{names}")?;
        Ok(Table { file, rows: 0 })
    }

    /// Adds the laws of sequences.
    pub fn write(&mut self, rows: &[Row], cases: &[Vec<Case>]) -> Result<(), Error> {
        for (row, cases) in rows.iter().zip(cases) {
            self.rows += 1;
            for Case { features, next, is_answer, right: [one, ten] } in cases {
                let values = features.values.map(|value| format!("{value:.5}")).join("\t");
                let (at, name, terms, by) = (self.rows, &row.name, row.terms.len(), features.by);
                writeln!(
                    self.file,
                    "{at}\t{name}\t{terms}\t{is_answer}\t{one}\t{ten}\t{next}\t{by}\t{values}"
                )?;
            }
        }
        self.file.flush()?;
        Ok(())
    }
}
