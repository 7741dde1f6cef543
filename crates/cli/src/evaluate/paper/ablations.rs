//! The paper's figure of accuracy by tolerance, predictions, operators, degree
//! and length, and its table of noise: curves.

use std::collections::{BTreeMap, BTreeSet};

use super::super::read::Row;
use super::beds::{Bed, Set};
use super::measure::{Job, Measured, Measurements, TOLERANCE};
use super::network;
use super::reference;
use super::results::{Axis, By, Cell, Line, Plot, Scale, Section, Series, Table};

/// The beds of the figure: up to ten operators.
pub const BEDS: [(&str, Set); 2] = [("integer", Set::IntOps10), ("float", Set::FloatOps10)];

const TOLERANCES: [f64; 8] = [1e-10, 1e-8, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1, 1.0];
const PREDICTED: usize = 10;

/// Curves over the same values, as a table and as a plot.
struct Curves {
    file: &'static str,
    title: &'static str,
    axis: &'static str,
    scale: Scale,
    /// The values with their names.
    values: Vec<(f64, String)>,
    series: Vec<Series>,
    /// How many rows are behind each value, where they differ.
    counts: Vec<(String, Vec<(f64, usize)>)>,
}

impl Curves {
    fn finish(self, section: &mut Section) {
        let line = |series: &Series| {
            let at = |value: f64| series.points.iter().find(|point| point.0 == value);
            let figures = self.values.iter().map(|(value, _)| at(*value).map(|point| point.1));
            Line::percents(&series.label, series.by, figures)
        };
        let mut lines: Vec<Line> = self.series.iter().map(line).collect();
        for (label, counts) in &self.counts {
            let at = |value: f64| counts.iter().find(|count| count.0 == value);
            let cells = self.values.iter().map(|(value, _)| at(*value).map(|c| Cell::Count(c.1)));
            lines.push(Line { label: label.clone(), by: By::Ansatz, cells: cells.collect() });
        }
        let columns = self.values.iter().map(|(_, name)| name.clone()).collect();
        section.tables.push(Table { corner: self.axis.to_owned(), columns, lines });
        section.plots.push(Plot {
            file: self.file.to_owned(),
            title: self.title.to_owned(),
            x: Axis { label: self.axis.to_owned(), scale: self.scale, ticks: self.values },
            series: self.series,
        });
    }
}

fn series(label: String, group: &str, by: By, points: Vec<(f64, f64)>) -> Series {
    Series { label, group: group.to_owned(), by, points }
}

fn figure_beds(measurements: &Measurements) -> impl Iterator<Item = (&'static str, &Measured)> {
    BEDS.iter()
        .filter_map(|&(name, set)| Some((name, measurements.get(&Job::all(Bed::Drawn(set)))?)))
}

/// By the largest relative error that counts as right.
pub fn tolerance(measurements: &Measurements, section: &mut Section) {
    let mut all = Vec::new();
    for (name, measured) in figure_beds(measurements) {
        let points = |accuracy: &dyn Fn(f64) -> f64| {
            TOLERANCES.iter().map(|&tolerance| (tolerance, accuracy(tolerance))).collect()
        };
        let ours = points(&|tolerance| measured.accuracy(PREDICTED, tolerance));
        all.push(series(format!("Ansatz, {name}"), name, By::Ansatz, ours));
        let ours = points(&|tolerance| measured.accuracy_if_forced(PREDICTED, tolerance));
        all.push(series(format!("Ansatz, {name}, forced to answer"), name, By::Ansatz, ours));
    }
    let fine = reference::INDOMAIN;
    for ((kind, fine), (_, coarse)) in fine.iter().zip(reference::INDOMAIN_COARSE) {
        for (index, name) in ["integer", "float"].into_iter().enumerate() {
            let points = vec![(1e-10, fine[2 * index + 1]), (1e-2, coarse[index])];
            let group = if *kind == "numeric" { format!("numeric {name}") } else { name.into() };
            all.push(series(format!("paper, {kind}, {name}"), &group, By::Paper, points));
        }
    }
    Curves {
        file: "tolerance.svg",
        title: "Accuracy by tolerance",
        axis: "tolerance",
        scale: Scale::Log,
        values: TOLERANCES.iter().map(|&value| (value, format!("{value:e}"))).collect(),
        series: all,
        counts: vec![],
    }
    .finish(section);
}

/// By the number of terms that must be right.
pub fn predictions(measurements: &Measurements, section: &mut Section) {
    let mut all = Vec::new();
    for (name, measured) in figure_beds(measurements) {
        let accuracy = |terms| (terms as f64, measured.accuracy(terms, TOLERANCE));
        let points = (1..=PREDICTED).map(accuracy).collect();
        all.push(series(format!("Ansatz, {name}"), name, By::Ansatz, points));
    }
    for (index, name) in ["integer", "float"].into_iter().enumerate() {
        let points = vec![(PREDICTED as f64, reference::INDOMAIN[0].1[2 * index + 1])];
        all.push(series(format!("paper, symbolic, {name}"), name, By::Paper, points));
    }
    Curves {
        file: "predictions.svg",
        title: "Accuracy by number of terms to predict",
        axis: "terms to predict",
        scale: Scale::Linear,
        values: (1..=PREDICTED).map(|terms| (terms as f64, terms.to_string())).collect(),
        series: all,
        counts: vec![],
    }
    .finish(section);
}

/// By a property of the sequences.
struct Property {
    file: &'static str,
    title: &'static str,
    axis: &'static str,
    of: fn(&Row) -> Option<usize>,
    /// How a value is called.
    name: fn(usize) -> String,
    /// From the text of the paper.
    text: &'static [(usize, f64)],
    /// From the authors' notebook: the first value and the figures from there.
    notebook: (usize, &'static [f64]),
}

/// By the number of operators of the true law.
pub fn operators(measurements: &Measurements, section: &mut Section) {
    let property = Property {
        file: "operators.svg",
        title: "Accuracy by number of operators",
        axis: "operators",
        of: |row| Some(row.law?.0),
        name: |value| value.to_string(),
        text: &reference::FLOAT_BY_OPERATORS,
        notebook: (1, &reference::NOTEBOOK_BY_OPERATORS),
    };
    by_property(measurements, section, &property);
}

/// By how far the true law looks back.
pub fn degree(measurements: &Measurements, section: &mut Section) {
    let property = Property {
        file: "degree.svg",
        title: "Accuracy by degree",
        axis: "degree",
        of: |row| Some(row.law?.1),
        name: |value| value.to_string(),
        text: &reference::FLOAT_BY_DEGREE,
        notebook: (0, &reference::NOTEBOOK_BY_DEGREE),
    };
    by_property(measurements, section, &property);
}

/// By the number of terms shown, in fives.
pub fn length(measurements: &Measurements, section: &mut Section) {
    let property = Property {
        file: "length.svg",
        title: "Accuracy by number of terms shown",
        axis: "terms shown",
        // Each five is drawn at its middle.
        of: |row| Some(row.terms.len() / 5 * 5 + 2),
        name: |middle| format!("{}–{}", middle.saturating_sub(2), middle + 2),
        text: &[],
        notebook: (0, &[]),
    };
    by_property(measurements, section, &property);
}

/// Percent right by value.
fn points(groups: &BTreeMap<usize, (usize, f64)>) -> Vec<(f64, f64)> {
    groups.iter().map(|(&value, group)| (value as f64, group.1)).collect()
}

fn by_property(measurements: &Measurements, section: &mut Section, property: &Property) {
    let (mut all, mut counts) = (Vec::new(), Vec::new());
    let mut values = BTreeSet::new();
    for (name, measured) in figure_beds(measurements) {
        let groups = measured.by(property.of);
        values.extend(groups.keys().copied());
        all.push(series(format!("Ansatz, {name}"), name, By::Ansatz, points(&groups)));
        let rows = groups.iter().map(|(&value, group)| (value as f64, group.0)).collect();
        counts.push((format!("rows, {name}"), rows));
    }
    for (name, set) in BEDS {
        if let Some(measured) = measurements.get(&network::usual_job(set)) {
            let label = format!("network alone, {name}");
            all.push(series(label.clone(), &label, By::Ansatz, points(&measured.by(property.of))));
        }
    }
    if !property.text.is_empty() {
        values.extend(property.text.iter().map(|point| point.0));
        let points = property.text.iter().map(|&(value, figure)| (value as f64, figure)).collect();
        all.push(series("paper's text, symbolic, float".to_owned(), "float", By::Paper, points));
    }
    let (first, figures) = property.notebook;
    if !figures.is_empty() {
        values.extend(first..first + figures.len());
        let points = (first..).zip(figures).map(|(value, &figure)| (value as f64, figure));
        let label = "authors' notebook, symbolic, float".to_owned();
        all.push(series(label, "float", By::Notebook, points.collect()));
    }
    Curves {
        file: property.file,
        title: property.title,
        axis: property.axis,
        scale: Scale::Linear,
        values: values.into_iter().map(|value| (value as f64, (property.name)(value))).collect(),
        series: all,
        counts,
    }
    .finish(section);
}

/// By the noise on the terms shown.
pub fn noise(measurements: &Measurements, section: &mut Section) {
    let levels = reference::NOISE_LEVELS;
    let points = |accuracy: &dyn Fn(&Measured) -> f64| {
        let at = |level| measurements.get(&Job::all(Bed::Noisy(level))).map(accuracy);
        levels.iter().filter_map(|&level| Some((level, at(level)?))).collect::<Vec<_>>()
    };
    let ours = points(&|measured| measured.accuracy(PREDICTED, TOLERANCE));
    let forced = points(&|measured| measured.accuracy_if_forced(PREDICTED, TOLERANCE));
    let mut all = vec![
        series("Ansatz".to_owned(), "Ansatz", By::Ansatz, ours),
        series("Ansatz, forced to answer".to_owned(), "Ansatz", By::Ansatz, forced),
    ];
    for (kind, figures) in reference::NOISE {
        let points = levels.into_iter().zip(figures).collect();
        all.push(series(format!("paper, symbolic, {kind}"), kind, By::Paper, points));
    }
    Curves {
        file: "noise.svg",
        title: "Accuracy by noise on the terms shown (floats)",
        axis: "noise",
        scale: Scale::Linear,
        values: levels.iter().map(|&level| (level, level.to_string())).collect(),
        series: all,
        counts: vec![],
    }
    .finish(section);
}
