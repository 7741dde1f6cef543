//! Whether probabilities are kept.

use ansatz::{Options, Proposers};

use super::super::reliability::{Claim, diagram, reliability_diagram};
use super::beds::{Bed, Set};
use super::measure::{Job, Measured, Measurements, Method};
use super::reference::FRICAS;
use super::results::{By, Cell, Line, Section, Series, Table};

/// What the probabilities are measured on.
const BEDS: [(&str, Bed); 4] = [
    ("OEIS, 15 terms", Bed::Oeis(15)),
    ("OEIS, 25 terms", Bed::Oeis(25)),
    ("integers, ≤ 10 operators", Bed::Drawn(Set::IntOps10)),
    ("floats, ≤ 10 operators", Bed::Drawn(Set::FloatOps10)),
];

/// Whom our selection is compared with: linear recurrences by Berlekamp and
/// Massey's method alone.
const LINEAR: &str = "linear recurrences";

/// What [`LINEAR`] is measured on.
const LINEAR_BEDS: [(&str, Bed); 2] =
    [("Berlekamp–Massey, 15 terms", Bed::Oeis(15)), ("Berlekamp–Massey, 25 terms", Bed::Oeis(25))];

/// Who looks besides everyone.
pub fn methods(everyone: &Options) -> impl Iterator<Item = Method> {
    let options = Options { proposers: Proposers::only(["linear"]), ..everyone.clone() };
    std::iter::once(Method { name: LINEAR.to_owned(), options })
}

fn linear(bed: Bed) -> Job {
    Job { bed, alone: Some(LINEAR.to_owned()) }
}

/// What must be measured.
pub fn jobs() -> Vec<Job> {
    let all = BEDS.iter().map(|&(_, bed)| Job::all(bed));
    all.chain(LINEAR_BEDS.iter().map(|&(_, bed)| linear(bed))).collect()
}

/// Tables and diagrams.
pub fn section(taken: &Measurements, section: &mut Section) {
    let measured: Vec<(&str, &Measured)> =
        BEDS.iter().filter_map(|&(name, bed)| Some((name, taken.get(&Job::all(bed))?))).collect();
    let line = |label: &str, cell: &dyn Fn(&Measured) -> Option<Cell>| Line {
        label: label.to_owned(),
        by: By::Ansatz,
        cells: measured.iter().map(|(_, bed)| cell(bed)).collect(),
    };
    let error = |claim: Claim| {
        move |bed: &Measured| {
            let error = bed.reliability(claim).error();
            Some(Cell::Text(format!("{error:.3}")))
        }
    };
    let share = |of: fn(&super::super::report::Report) -> Option<f64>| {
        move |bed: &Measured| of(&bed.report()).map(|share| Cell::Text(format!("{share:.1} %")))
    };
    let lines = vec![
        line("error on the next term", &error(Claim::Next)),
        line("error on the next ten", &error(Claim::Ten)),
        line("called verified", &share(|report| Some(report.verified))),
        line("… of these right on ten", &share(|report| report.verified_precision)),
        line("called likely", &share(|report| Some(report.likely))),
        line("… of these right on ten", &share(|report| report.likely_precision)),
    ];
    let columns = measured.iter().map(|(name, _)| (*name).to_owned()).collect();
    section.tables.push(Table { corner: String::new(), columns, lines });
    let curves = |of: &dyn Fn(&str, &Measured) -> Series| -> Vec<Series> {
        measured.iter().map(|(name, bed)| of(name, bed)).collect()
    };
    let told = curves(&|name, bed| bed.reliability(Claim::Ten).series(name));
    section.plots.push(reliability_diagram("reliability.svg", told));
    let mut selected: Vec<Series> = measured
        .iter()
        .take(LINEAR_BEDS.len())
        .map(|(name, bed)| bed.reliability(Claim::Ten).selective_series(name))
        .collect();
    selected.extend(LINEAR_BEDS.iter().filter_map(|&(name, bed)| {
        Some(taken.get(&linear(bed))?.by_spare().selective_series(name))
    }));
    selected.extend(FRICAS.iter().map(|&(name, points)| Series {
        label: name.to_owned(),
        group: name.to_owned(),
        by: By::Fricas,
        points: points.to_vec(),
    }));
    let title = "Accuracy of the likeliest answers, next ten terms";
    section.plots.push(diagram("selective.svg", title, "answered, %", selected, false));
}
