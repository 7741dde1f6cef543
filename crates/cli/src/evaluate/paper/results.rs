//! Everything that the report says. The Markdown, the JSON and the plots are
//! made from this and nothing else.

use serde::{Deserialize, Serialize};

/// A report.
#[derive(Debug, Serialize, Deserialize)]
pub struct Results {
    /// Of this program.
    pub version: String,
    /// What draws depended on.
    pub seed: u64,
    /// The most sequences of a bed.
    pub limit: usize,
    /// How long was looked.
    pub effort: String,
    /// Who looked.
    pub proposers: Vec<String>,
    /// What was measured on.
    pub beds: Vec<BedSummary>,
    /// The tables and plots.
    pub sections: Vec<Section>,
}

/// The figures of one bed. Percentages are 0 to 100, of all rows unless they
/// say otherwise; right is what comes within 1e-10 on the next ten terms.
#[derive(Debug, Serialize, Deserialize)]
pub struct BedSummary {
    /// Its name.
    pub bed: String,
    /// Who looked: `all`, or one proposer alone.
    pub proposers: String,
    /// The file it was read from, or who made it.
    pub source: String,
    /// How many sequences.
    pub rows: usize,
    /// Answered and right.
    pub accuracy: f64,
    /// Right if the best law counts even where it is not given as the answer.
    pub accuracy_if_forced: f64,
    /// Answered at all.
    pub answered: f64,
    /// Answered and called verified.
    pub verified: f64,
    /// Of the verified answers, those that are right.
    pub verified_precision: Option<f64>,
    /// Milliseconds a sequence.
    pub median_ms: f64,
}

/// A table or figure of the paper.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Section {
    /// As on the command line.
    pub name: String,
    /// What is measured.
    pub title: String,
    /// How, and what to mind.
    pub notes: Vec<String>,
    /// Why there is nothing more, if there is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
    /// The figures.
    pub tables: Vec<Table>,
    /// The figures to look at.
    pub plots: Vec<Plot>,
}

/// Lines of figures.
#[derive(Debug, Serialize, Deserialize)]
pub struct Table {
    /// What the first column holds.
    pub corner: String,
    /// What the others hold.
    pub columns: Vec<String>,
    /// The lines, each with as many cells as there are columns.
    pub lines: Vec<Line>,
}

/// One line of a table.
#[derive(Debug, Serialize, Deserialize)]
pub struct Line {
    /// Whose figures they are, or of what.
    pub label: String,
    /// Who measured.
    pub by: By,
    /// The figures; none where nobody gives one.
    pub cells: Vec<Option<Cell>>,
}

/// A figure or a few words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// How many. First, so that what is read as a whole number is one.
    Count(usize),
    /// Percent, 0 to 100.
    Percent(f64),
    /// Words, Markdown.
    Text(String),
}

/// Where a figure comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Measured now.
    Ansatz,
    /// A table or sentence of the paper.
    Paper,
    /// The notebook that its authors published with their code.
    Notebook,
    /// FriCAS, which we ran (`tests/bench/fricas.py`).
    Fricas,
}

/// Accuracies to look at, 0 to 100 upwards.
#[derive(Debug, Serialize, Deserialize)]
pub struct Plot {
    /// The file, beside the report.
    pub file: String,
    /// What is shown.
    pub title: String,
    /// What is to the right.
    pub x: Axis,
    /// The curves, or the bars.
    pub series: Vec<Series>,
}

/// What is to the right.
#[derive(Debug, Serialize, Deserialize)]
pub struct Axis {
    /// Its name.
    pub label: String,
    /// How its values are spread.
    pub scale: Scale,
    /// The values that are written on it, with their names.
    pub ticks: Vec<(f64, String)>,
}

/// How the values of an axis are spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// Evenly: curves.
    Linear,
    /// By their logarithms, all above 0: curves.
    Log,
    /// Values are 0, 1, 2, …: bars side by side.
    Bars,
}

/// One curve, or the bars of one colour.
#[derive(Debug, Serialize, Deserialize)]
pub struct Series {
    /// Whose.
    pub label: String,
    /// Series of the same group share a colour.
    pub group: String,
    /// Who measured.
    pub by: By,
    /// Value and percent.
    pub points: Vec<(f64, f64)>,
}

impl Results {
    /// With what an earlier report has and this one was not asked for, in the order of
    /// `names`. Sections say how many sequences they are of where that differs.
    pub fn beside(mut self, earlier: Results, names: &[String]) -> Results {
        let note = format!(
            "At most {} sequences a test bed, drawn with seed {}.",
            earlier.limit, earlier.seed
        );
        let is_other = (earlier.limit, earlier.seed) != (self.limit, self.seed);
        for mut section in earlier.sections {
            if self.sections.iter().any(|known| known.name == section.name) {
                continue;
            }
            if is_other && !section.notes.iter().any(|known| known.starts_with("At most ")) {
                section.notes.push(note.clone());
            }
            self.sections.push(section);
        }
        let place = |section: &Section| names.iter().position(|name| *name == section.name);
        self.sections.sort_by_key(place);
        for bed in earlier.beds {
            let is_same =
                |known: &BedSummary| (&known.bed, &known.proposers) == (&bed.bed, &bed.proposers);
            if !self.beds.iter().any(is_same) {
                self.beds.push(bed);
            }
        }
        self
    }
}

impl Line {
    /// A line of percentages.
    pub fn percents(label: &str, by: By, figures: impl IntoIterator<Item = Option<f64>>) -> Line {
        let cells = figures.into_iter().map(|figure| figure.map(Cell::Percent)).collect();
        Line { label: label.to_owned(), by, cells }
    }
}
