//! What the paper reports: percentages, from its tables and its text. Where it
//! has only a figure, there is nothing here.

/// A row of a table of the paper.
pub type Row<const N: usize> = (&'static str, [f64; N]);

/// Table 6, integers then floats, up to 5 then 10 operators; next ten terms
/// within 1e-10.
pub const INDOMAIN: [Row<4>; 2] =
    [("symbolic", [92.7, 78.4, 74.2, 43.3]), ("numeric", [83.6, 70.3, 45.6, 29.0])];

/// The same for up to 10 operators within 0.01, integers then floats: the
/// columns of its last table, of first terms, that are in range.
pub const INDOMAIN_COARSE: [Row<2>; 2] = [("symbolic", [80.3, 60.7]), ("numeric", [75.5, 60.4])];

/// First terms in ±100 within 0.01: integers, floats.
pub const FIRST_TERMS: [Row<2>; 2] = [("symbolic", [30.5, 27.9]), ("numeric", [67.4, 60.2])];

/// Constants of the vocabulary (up to 5, up to 10 operators), then reals;
/// within 0.01.
pub const CONSTANTS: [Row<4>; 2] =
    [("symbolic", [81.9, 60.7, 60.1, 42.1]), ("numeric", [72.4, 60.4, 72.2, 60.2])];

/// OEIS: 15 terms shown and 1, 10 to predict; 25 shown and 1, 10.
pub const OEIS: [Row<4>; 4] = [
    ("symbolic, beam 10", [33.4, 19.2, 34.5, 21.3]),
    ("numeric", [53.1, 27.4, 54.9, 29.5]),
    ("FindSequenceFunction", [17.1, 12.0, 8.1, 7.2]),
    ("FindLinearRecurrence", [17.4, 14.8, 21.2, 19.5]),
];

/// The noise that terms are shown with.
pub const NOISE_LEVELS: [f64; 3] = [0.0, 0.1, 0.5];

/// Symbolic float model trained with noise up to the size named, by the noise
/// it is shown.
pub const NOISE: [Row<3>; 3] = [
    ("trained with 0", [43.3, 0.9, 0.0]),
    ("trained with 0.1", [38.4, 31.9, 0.2]),
    ("trained with 0.5", [35.6, 31.8, 11.1]),
];

/// From the text: floats by operators, and by degree.
pub const FLOAT_BY_OPERATORS: [(usize, f64); 2] = [(1, 100.0), (10, 10.0)];
/// See [`FLOAT_BY_OPERATORS`].
pub const FLOAT_BY_DEGREE: [(usize, f64); 2] = [(0, 70.0), (6, 20.0)];

/// From the notebook that the authors published, a late checkpoint: floats by
/// operators from 1.
pub const NOTEBOOK_BY_OPERATORS: [f64; 10] =
    [99.3, 94.5, 78.7, 50.5, 31.3, 20.5, 10.9, 6.9, 8.2, 6.6];
/// The same by degree from 0.
pub const NOTEBOOK_BY_DEGREE: [f64; 7] = [72.9, 44.5, 39.5, 35.4, 29.2, 30.6, 26.5];

/// Percent answered, and percent of the answers that are right on the next ten
/// terms.
type Answered = (f64, f64);

/// FriCAS 1.3.8's guessFE on all 10,000 rows, by how many terms it must leave as
/// proof (1, 3, 6), as `tests/bench/fricas.py` prints it.
pub const FRICAS: [(&str, [Answered; 3]); 2] = [
    ("FriCAS guessFE, 15 terms", [(25.6, 81.2), (20.4, 88.2), (14.3, 88.7)]),
    ("FriCAS guessFE, 25 terms", [(32.6, 88.8), (29.8, 92.6), (26.4, 94.6)]),
];
