//! The network alone, searched in several ways.

use ansatz::{Options, Proposers, Task};
use ansatz_expr::Domain;

use super::beds::{Bed, Set};
use super::measure::{Job, Measurements, Method, TOLERANCE};
use super::reference;
use super::results::{By, Cell, Line, Section, Table};

/// A way to search: its name, the width of its beam, and how many are drawn.
const WAYS: [(&str, usize, usize); 5] = [
    ("network, greedy", 1, 0),
    ("network, beam 10", 10, 0),
    ("network, beam 100", 100, 0),
    ("network, 100 samples", 0, 100),
    ("network, 1,000 samples", 0, 1000),
];

/// The one that is also shown by operators, degree and length: a beam of ten.
const USUAL: usize = 1;

/// The ways as methods that can be measured.
pub fn methods(everyone: &Options) -> impl Iterator<Item = Method> {
    let proposers = Proposers::only(["beam"]);
    WAYS.iter().map(move |&(name, beam, samples)| Method {
        name: name.to_owned(),
        options: Options { proposers: proposers.clone(), beam, samples, ..everyone.clone() },
    })
}

/// Every way on every set that there is a network for.
pub fn jobs(sets: &[(&str, Set)], tasks: &[Task]) -> Vec<Job> {
    let sets = readable(sets, tasks);
    let jobs = |&(name, ..): &(&str, usize, usize)| {
        let name = name.to_owned();
        sets.iter().map(move |&(_, set)| Job { bed: Bed::Drawn(set), alone: Some(name.clone()) })
    };
    WAYS.iter().flat_map(jobs).collect()
}

/// The usual way on every set that there is a network for.
pub fn usual_jobs(sets: &[(&str, Set)], tasks: &[Task]) -> Vec<Job> {
    readable(sets, tasks).into_iter().map(|(_, set)| usual_job(set)).collect()
}

/// The usual way on one set.
pub fn usual_job(set: Set) -> Job {
    Job { bed: Bed::Drawn(set), alone: Some(WAYS[USUAL].0.to_owned()) }
}

/// Accuracies, then what they cost.
pub fn section(taken: &Measurements, sets: &[(&str, Set)], tasks: &[Task], section: &mut Section) {
    let readable = readable(sets, tasks);
    if readable.is_empty() {
        section.skipped = Some("there is no symbolic network".to_owned());
        return;
    }
    let columns: Vec<String> = readable.iter().map(|(name, _)| (*name).to_owned()).collect();
    let (mut accuracies, mut forced, mut times) = (Vec::new(), Vec::new(), Vec::new());
    for (name, ..) in WAYS {
        let measured = readable.iter().map(|&(_, set)| {
            taken.get(&Job { bed: Bed::Drawn(set), alone: Some(name.to_owned()) })
        });
        let figures = measured.clone().map(|one| one.map(|one| one.accuracy(10, TOLERANCE)));
        accuracies.push(Line::percents(name, By::Ansatz, figures));
        let figures =
            measured.clone().map(|one| one.map(|one| one.accuracy_if_forced(10, TOLERANCE)));
        forced.push(Line::percents(&format!("{name}, forced to answer"), By::Ansatz, figures));
        let cells =
            measured.map(|one| one.map(|one| Cell::Text(format!("{:.0}", one.report().median_ms))));
        times.push(Line { label: name.to_owned(), by: By::Ansatz, cells: cells.collect() });
    }
    let is_readable = |place: usize| readable.iter().any(|(name, _)| *name == sets[place].0);
    let papers = reference::INDOMAIN.iter().map(|(name, figures)| {
        let shown = (0..).zip(figures).filter(|(place, _)| is_readable(*place));
        Line::percents(&format!("paper, {name}"), By::Paper, shown.map(|(_, figure)| Some(*figure)))
    });
    accuracies.extend(forced.into_iter().chain(papers));
    let corner = "% right".to_owned();
    section.tables.push(Table { corner, columns: columns.clone(), lines: accuracies });
    section.tables.push(Table { corner: "milliseconds".to_owned(), columns, lines: times });
}

fn readable<'a>(sets: &[(&'a str, Set)], tasks: &[Task]) -> Vec<(&'a str, Set)> {
    let task = |set: Set| match set.domain() {
        Domain::Integer => Task::IntegerSymbolic,
        Domain::Float => Task::FloatSymbolic,
    };
    sets.iter().copied().filter(|&(_, set)| tasks.contains(&task(set))).collect()
}
