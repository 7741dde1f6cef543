//! The sections of the report: what each measures, and its tables.

use super::ablations;
use super::beds::{Bed, OEIS, Set};
use super::examples;
use super::measure::{COARSE, Job, Measured, Measurements, TOLERANCE};
use super::reference;
use super::results::{Axis, By, Cell, Line, Plot, Scale, Section, Series, Table};
use super::{SectionName, Who, calibration, network, value_name};

const PREDICTED: usize = 10;
const INDOMAIN: [(&str, Set); 4] = [
    ("integer, ≤ 5 operators", Set::IntOps5),
    ("integer, ≤ 10", Set::IntOps10),
    ("float, ≤ 5", Set::FloatOps5),
    ("float, ≤ 10", Set::FloatOps10),
];
const FAMILIES: [(&str, Set); 5] = [
    ("base", Set::Base),
    ("division", Set::Division),
    ("sqrt", Set::Sqrt),
    ("exponential", Set::Exponential),
    ("trigonometric", Set::Trigonometric),
];
const FUNCTIONS: [(&str, Set); 4] = [
    ("polynomials", Set::Polynomials),
    ("hyperbolic", Set::Hyperbolic),
    ("bessel", Set::Bessel),
    ("fresnel", Set::Fresnel),
];
const CONSTANTS: [(&str, Set); 4] = [
    ("vocabulary, ≤ 5 operators", Set::FloatOps5),
    ("vocabulary, ≤ 10", Set::FloatOps10),
    ("reals, ≤ 5", Set::RealConstantsOps5),
    ("reals, ≤ 10", Set::RealConstantsOps10),
];
const FIRST_TERMS: [(&str, Set); 4] = [
    ("integer, ±10", Set::IntOps10),
    ("integer, ±100", Set::IntInit100),
    ("float, ±10", Set::FloatOps10),
    ("float, ±100", Set::FloatInit100),
];
const OEIS_CELLS: [(&str, usize, usize); 4] =
    [("15→1", 15, 1), ("15→10", 15, 10), ("25→1", 25, 1), ("25→10", 25, 10)];

/// What must be measured for a section.
pub fn jobs(name: SectionName, who: &Who) -> Vec<Job> {
    let everyone = |sets: &[(&str, Set)]| -> Vec<Job> {
        sets.iter().map(|&(_, set)| Job::all(Bed::Drawn(set))).collect()
    };
    match name {
        SectionName::Indomain => {
            let beds: Vec<Bed> = INDOMAIN.iter().map(|&(_, set)| Bed::Drawn(set)).collect();
            with_each_alone(&beds, who)
        }
        SectionName::Tolerance | SectionName::Predictions => everyone(&ablations::BEDS),
        SectionName::Operators | SectionName::Degree | SectionName::Length => {
            let mut jobs = everyone(&ablations::BEDS);
            jobs.extend(network::usual_jobs(&ablations::BEDS, &who.tasks));
            jobs
        }
        SectionName::Families => everyone(&FAMILIES),
        SectionName::Oeis => with_each_alone(&[Bed::Oeis(15), Bed::Oeis(25)], who),
        SectionName::Calibration => calibration::jobs(),
        SectionName::Network => network::jobs(&INDOMAIN, &who.tasks),
        SectionName::Constants => everyone(&CONSTANTS),
        SectionName::Functions => everyone(&FUNCTIONS),
        SectionName::FirstTerms => everyone(&FIRST_TERMS),
        SectionName::Noise => {
            reference::NOISE_LEVELS.iter().map(|&level| Job::all(Bed::Noisy(level))).collect()
        }
        SectionName::Examples => {
            examples::Table::ALL.iter().map(|&table| Job::all(Bed::Examples(table))).collect()
        }
    }
}

/// Everyone, then each proposer alone if there are several.
fn methods(Who { alone, .. }: &Who) -> Vec<Option<String>> {
    let named = alone.iter().filter(|_| alone.len() > 1).map(|(name, _)| Some(name.clone()));
    std::iter::once(None).chain(named).collect()
}

fn with_each_alone(beds: &[Bed], who: &Who) -> Vec<Job> {
    let jobs = |&bed: &Bed| methods(who).into_iter().map(move |alone| Job { bed, alone });
    beds.iter().flat_map(jobs).collect()
}

/// The section, from what was measured.
pub fn section(name: SectionName, taken: &Measurements, who: &Who) -> Section {
    let (title, notes): (&str, &[&str]) = describe(name);
    let mut section = Section {
        name: value_name(name),
        title: title.to_owned(),
        notes: notes.iter().map(|&note| note.to_owned()).collect(),
        ..Section::default()
    };
    if jobs(name, who).iter().any(|job| taken.get(job).is_none()) {
        section.skipped = Some(format!(
            "`{OEIS}.tsv.gz` was not found, and our generator cannot draw it: `--beds` names the \
             folder where it is"
        ));
        return section;
    }
    match name {
        SectionName::Indomain => indomain(taken, who, &mut section),
        SectionName::Tolerance => ablations::tolerance(taken, &mut section),
        SectionName::Predictions => ablations::predictions(taken, &mut section),
        SectionName::Operators => ablations::operators(taken, &mut section),
        SectionName::Degree => ablations::degree(taken, &mut section),
        SectionName::Length => ablations::length(taken, &mut section),
        SectionName::Families => {
            groups(taken, &FAMILIES, "families.svg", "Accuracy by family", &mut section);
        }
        SectionName::Network => network::section(taken, &INDOMAIN, &who.tasks, &mut section),
        SectionName::Oeis => oeis(taken, who, &mut section),
        SectionName::Calibration => calibration::section(taken, &mut section),
        SectionName::Constants => {
            coarse(taken, &CONSTANTS, &mut section, |line| reference::CONSTANTS[line].1.map(Some))
        }
        SectionName::Functions => {
            let title = "Accuracy on functions outside the vocabulary";
            groups(taken, &FUNCTIONS, "functions.svg", title, &mut section);
        }
        SectionName::FirstTerms => coarse(taken, &FIRST_TERMS, &mut section, |line| {
            let (near, far) = (reference::INDOMAIN_COARSE[line].1, reference::FIRST_TERMS[line].1);
            [near[0], far[0], near[1], far[1]].map(Some)
        }),
        SectionName::Noise => ablations::noise(taken, &mut section),
        SectionName::Examples => {
            for table in examples::Table::ALL {
                let measured = taken.get(&Job::all(Bed::Examples(table)));
                section.tables.extend(measured.map(|measured| table.table(measured)));
            }
        }
    }
    section
}

/// Title and notes.
fn describe(name: SectionName) -> (&'static str, &'static [&'static str]) {
    match name {
        SectionName::Indomain => (
            "In-domain accuracy",
            &["The paper's Table 6: next ten terms within 1e-10. The paper decodes greedily."],
        ),
        SectionName::Tolerance => (
            "By tolerance",
            &["Up to ten operators, next ten terms. The paper has a figure, and numbers in its \
               tables for 1e-10 and 0.01 only."],
        ),
        SectionName::Predictions => (
            "By number of terms to predict",
            &["Up to ten operators, within 1e-10. The paper has a figure, and numbers in its \
               tables for ten terms only."],
        ),
        SectionName::Operators => (
            "By number of operators",
            &[
                "Next ten terms within 1e-10. The paper has a figure; its text gives the ends of the \
               float curve, rounded, and a notebook that its authors published the whole of it, \
               from a late checkpoint. There are no numbers for integers.",
            ],
        ),
        SectionName::Degree => (
            "By degree",
            &[
                "Up to ten operators, next ten terms within 1e-10; degree 0 is a function of n. The \
               sources of the paper's figures are those of the section before.",
            ],
        ),
        SectionName::Length => (
            "By number of terms shown",
            &["Up to ten operators, next ten terms within 1e-10. The paper has a figure only, \
               without numbers."],
        ),
        SectionName::Families => (
            "By family of operators",
            &["Floats, up to ten operators: additions, subtractions, multiplications and one \
               family; next ten terms within 1e-10. The paper has a bar chart only, without \
               numbers."],
        ),
        SectionName::Network => (
            "The network alone",
            &["Next ten terms within 1e-10, by the law that its own hypotheses give after \
               verification and ranking; greedy is a beam of one. Forced to answer, the best \
               hypothesis counts also where it explains too little to be given as an answer: the \
               paper's models always answer. Times are a sequence's median, by the clock, with \
               every core at work on a sequence of its own."],
        ),
        SectionName::Oeis => (
            "OEIS",
            &["The paper's Table 7: so many terms shown → so many predicted, every one of them \
               exact. The sequences are the first 10,000 marked easy with enough terms; the \
               paper's own list of 10,000 differs in a part of them."],
        ),
        SectionName::Calibration => (
            "How sure it is",
            &[
                "Every answer is given with two probabilities, that its next term is right and that \
               its next ten are, fitted on other sequences. The error is how far they are from the \
               shares that came true, on average (from 0 to 1). Verified and likely are levels of \
               the second. The last diagram shows how accuracy rises where only the likeliest \
               answers are given.",
            ],
        ),
        SectionName::Constants => (
            "Constants outside the vocabulary",
            &["The paper's Table 8: floats, next ten terms within 0.01. The reals are uniform in \
               ±10."],
        ),
        SectionName::Functions => (
            "Functions outside the vocabulary",
            &[
                "Floats, up to five operators of which at least one is of the family and the others \
               are additions, subtractions and multiplications; next ten terms within 1e-10. The \
               paper has a bar chart only, without numbers.",
            ],
        ),
        SectionName::FirstTerms => (
            "First terms out of range",
            &["The paper's table in its appendix: up to ten operators, next ten terms within \
               0.01."],
        ),
        SectionName::Noise => (
            "Noise",
            &["Floats, up to ten operators, next ten terms within 1e-10. Each term shown is \
               multiplied by 1 + noise·z, z standard normal; what must be predicted is what the \
               true law continues them with. Ansatz answers only with laws that reproduce every \
               term, so with noise it abstains."],
        ),
        SectionName::Examples => (
            "Single sequences",
            &["The paper's Tables 1 to 3, from 25 terms, all digits shown. The error is the \
               largest relative one of the ten terms that follow. The paper's law of A006257 \
               reproduces the sequence under neither way of counting n, and that of A008954 counts \
               n from 0."],
        ),
    }
}

fn ours(taken: &Measurements, label: &str, jobs: &[Job], of: impl Fn(&Measured) -> f64) -> Line {
    Line::percents(label, By::Ansatz, jobs.iter().map(|job| taken.get(job).map(&of)))
}

fn columns(sets: &[(&str, Set)]) -> (Vec<String>, Vec<Job>) {
    let names = sets.iter().map(|&(name, _)| name.to_owned()).collect();
    (names, sets.iter().map(|&(_, set)| Job::all(Bed::Drawn(set))).collect())
}

fn papers<const N: usize>(rows: &[reference::Row<N>]) -> impl Iterator<Item = Line> {
    rows.iter().map(|(name, figures)| {
        Line::percents(&format!("paper, {name}"), By::Paper, figures.map(Some))
    })
}

fn method_label(alone: Option<&str>) -> String {
    alone.map_or_else(|| "Ansatz".to_owned(), |name| format!("Ansatz, {name} alone"))
}

/// The numeric network has no laws: its guesses are what it answers.
fn accuracy(measured: &Measured, alone: Option<&str>, terms: usize, tolerance: f64) -> f64 {
    match alone {
        Some("numeric") => measured.accuracy_if_forced(terms, tolerance),
        _ => measured.accuracy(terms, tolerance),
    }
}

fn indomain(taken: &Measurements, who: &Who, section: &mut Section) {
    let (names, jobs) = columns(&INDOMAIN);
    let mut lines = Vec::new();
    for alone in methods(who) {
        let jobs: Vec<Job> =
            jobs.iter().map(|job| Job { alone: alone.clone(), ..job.clone() }).collect();
        let label = method_label(alone.as_deref());
        lines.push(ours(taken, &label, &jobs, |measured| {
            accuracy(measured, alone.as_deref(), PREDICTED, TOLERANCE)
        }));
    }
    lines.push(ours(taken, "Ansatz, forced to answer", &jobs, |measured| {
        measured.accuracy_if_forced(PREDICTED, TOLERANCE)
    }));
    lines.extend(papers(&reference::INDOMAIN));
    section.tables.push(Table { corner: "% right".to_owned(), columns: names, lines });
}

/// A table of approximations, within 0.01; `paper` gives its two lines.
fn coarse(
    taken: &Measurements,
    sets: &[(&str, Set)],
    section: &mut Section,
    paper: impl Fn(usize) -> [Option<f64>; 4],
) {
    let (columns, jobs) = columns(sets);
    let mut lines = vec![
        ours(taken, "Ansatz", &jobs, |measured| measured.accuracy(PREDICTED, COARSE)),
        ours(taken, "Ansatz, forced to answer", &jobs, |measured| {
            measured.accuracy_if_forced(PREDICTED, COARSE)
        }),
    ];
    for (index, kind) in ["paper, symbolic", "paper, numeric"].into_iter().enumerate() {
        lines.push(Line::percents(kind, By::Paper, paper(index)));
    }
    section.tables.push(Table { corner: "% right".to_owned(), columns, lines });
}

/// Groups of operators, side by side.
fn groups(
    taken: &Measurements,
    sets: &[(&str, Set)],
    file: &str,
    title: &str,
    section: &mut Section,
) {
    let (columns, jobs) = columns(sets);
    let lines = vec![
        ours(taken, "Ansatz", &jobs, |measured| measured.accuracy(PREDICTED, TOLERANCE)),
        ours(taken, "Ansatz, forced to answer", &jobs, |measured| {
            measured.accuracy_if_forced(PREDICTED, TOLERANCE)
        }),
        ours(taken, "Ansatz, forced to answer, within 0.01", &jobs, |measured| {
            measured.accuracy_if_forced(PREDICTED, COARSE)
        }),
    ];
    let table = Table { corner: "% right".to_owned(), columns, lines };
    section.plots.push(bars(file, title, "family", &table));
    section.tables.push(table);
}

fn oeis(taken: &Measurements, who: &Who, section: &mut Section) {
    let columns = OEIS_CELLS.iter().map(|(name, ..)| (*name).to_owned()).collect();
    let mut lines = Vec::new();
    for alone in methods(who) {
        let cell = |&(_, inputs, terms): &(&str, usize, usize)| {
            let job = Job { bed: Bed::Oeis(inputs), alone: alone.clone() };
            taken.get(&job).map(|measured| accuracy(measured, alone.as_deref(), terms, 0.0))
        };
        let figures = OEIS_CELLS.iter().map(cell);
        lines.push(Line::percents(&method_label(alone.as_deref()), By::Ansatz, figures));
    }
    lines.extend(papers(&reference::OEIS));
    let table = Table { corner: "% right".to_owned(), columns, lines };
    section.plots.push(bars("oeis.svg", "OEIS: terms shown → predicted", "", &table));
    section.tables.push(table);
}

/// The lines of a table, side by side.
fn bars(file: &str, title: &str, axis: &str, table: &Table) -> Plot {
    let series = table.lines.iter().map(|line| Series {
        label: line.label.clone(),
        group: line.label.clone(),
        by: line.by,
        points: (0..)
            .zip(&line.cells)
            .filter_map(|(index, cell)| match cell {
                Some(Cell::Percent(figure)) => Some((f64::from(index), *figure)),
                _ => None,
            })
            .collect(),
    });
    Plot {
        file: file.to_owned(),
        title: title.to_owned(),
        x: Axis {
            label: axis.to_owned(),
            scale: Scale::Bars,
            ticks: (0..).map(f64::from).zip(table.columns.iter().cloned()).collect(),
        },
        series: series.collect(),
    }
}
