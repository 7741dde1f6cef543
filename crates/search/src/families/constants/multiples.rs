//! Integer parts of the multiples of a constant: ⌊n·α⌋ and its relatives, and
//! their first differences.

use ansatz_expr::{Error, Expr, Op};

use super::Desk;
use super::bank::{Bank, Constant};

/// How many constants are tried for each shape.
const MOST: usize = 2;
/// What it takes to say which of the shapes it is, in bits.
const SHAPE_PRICE: f64 = 3.0;
/// Constants dearer than what is known of α are no explanation.
const SURPLUS: f64 = 3.0;

/// What α is multiplied by.
#[derive(Debug, Clone, Copy)]
enum Scale {
    /// n + shift.
    Linear(i64),
    /// (n + shift)^2.
    Square(i64),
    /// The root of n + shift.
    Root(i64),
    /// The logarithm of n + shift.
    Log(i64),
}

const SCALES: [Scale; 9] = [
    Scale::Linear(0),
    Scale::Linear(-1),
    Scale::Linear(1),
    Scale::Square(0),
    Scale::Square(-1),
    Scale::Root(0),
    Scale::Root(-1),
    Scale::Log(0),
    Scale::Log(1),
];

impl Scale {
    fn at(self, n: usize) -> f64 {
        let shifted = |shift: i64| n as f64 + shift as f64;
        match self {
            Scale::Linear(shift) => shifted(shift),
            Scale::Square(shift) => shifted(shift).powi(2),
            Scale::Root(shift) => shifted(shift).max(0.0).sqrt(),
            Scale::Log(shift) => shifted(shift).ln(),
        }
    }

    fn expr(self) -> Result<Expr, Error> {
        match self {
            Scale::Linear(shift) => n_plus(shift),
            Scale::Square(shift) => Expr::unary(Op::Sqr, &n_plus(shift)?),
            Scale::Root(shift) => Expr::unary(Op::Sqrt, &n_plus(shift)?),
            Scale::Log(shift) => Expr::unary(Op::Log, &n_plus(shift)?),
        }
    }
}

fn n_plus(shift: i64) -> Result<Expr, Error> {
    match shift {
        0 => Ok(Expr::n()),
        1.. => Expr::binary(Op::Add, &Expr::n(), &Expr::int(shift)),
        _ => Expr::binary(Op::Sub, &Expr::n(), &Expr::int(-shift)),
    }
}

/// What is done to the multiple before its integer part is taken.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Rounding {
    Down,
    Up,
    Nearest,
}

impl Rounding {
    const ALL: [Rounding; 3] = [Rounding::Down, Rounding::Up, Rounding::Nearest];

    /// Where the multiple lies for a term.
    fn bounds(self, term: f64) -> (f64, f64) {
        match self {
            Rounding::Down => (term, term + 1.0),
            Rounding::Up => (term - 1.0, term),
            Rounding::Nearest => (term - 0.5, term + 0.5),
        }
    }

    fn expr(self, multiple: &Expr) -> Result<Expr, Error> {
        match self {
            Rounding::Down => Expr::unary(Op::Floor, multiple),
            // Nothing is whole but what is 0.
            Rounding::Up => {
                let below = Expr::binary(Op::Sub, &Expr::int(0i64), multiple)?;
                Expr::binary(Op::Sub, &Expr::int(0i64), &Expr::unary(Op::Floor, &below)?)
            }
            Rounding::Nearest => {
                let half = Expr::binary(Op::Div, &Expr::int(1i64), &Expr::int(2i64))?;
                Expr::unary(Op::Floor, &Expr::binary(Op::Add, multiple, &half)?)
            }
        }
    }
}

pub(super) fn propose(desk: &mut Desk<'_>, terms: &[i128]) {
    if terms.is_sorted() {
        for (index, scale) in SCALES.into_iter().enumerate() {
            for rounding in Rounding::ALL {
                let rare = if index > 2 { 1.0 } else { 0.0 }
                    + if rounding == Rounding::Down { 0.0 } else { 2.0 };
                whole(desk, terms, scale, rounding, SHAPE_PRICE + rare);
            }
        }
        powers(desk, terms);
    }
    differences(desk, terms);
}

/// Between which numbers α lies, by terms and what each multiplies it by.
fn range(terms: impl Iterator<Item = (f64, f64)>, rounding: Rounding) -> Option<(f64, f64)> {
    let (mut low, mut high) = (0.0f64, f64::INFINITY);
    for (scale, term) in terms {
        let (least, most) = rounding.bounds(term);
        if scale <= 0.0 {
            // Only 0 is 0 times something.
            if term != 0.0 {
                return None;
            }
            continue;
        }
        low = low.max(least / scale);
        high = high.min(most / scale);
    }
    (low < high && high.is_finite()).then_some((low, high))
}

/// The cheapest constants between the two, if they say more than they cost.
fn constants((low, high): (f64, f64)) -> impl Iterator<Item = Constant> {
    let known = (high / (high - low)).log2().max(0.0);
    let list = Bank::get().between(low, high, MOST);
    list.into_iter().filter(move |constant| constant.price <= known + SURPLUS)
}

/// ⌊α·scale⌋.
fn whole(desk: &mut Desk<'_>, terms: &[i128], scale: Scale, rounding: Rounding, price: f64) {
    let places = terms.iter().enumerate().map(|(index, &term)| (scale.at(index + 1), term as f64));
    let Some(range) = range(places, rounding) else { return };
    for constant in constants(range) {
        let law = || rounding.expr(&Expr::binary(Op::Mul, &constant.expr, &scale.expr()?)?);
        if desk.offer(law(), constant.price + price) {
            return;
        }
    }
}

/// ⌊α^n⌋ and ⌊α^(n-1)⌋, by the exponential function.
fn powers(desk: &mut Desk<'_>, terms: &[i128]) {
    for shift in [0i64, -1] {
        let places = terms.iter().enumerate().filter_map(|(index, &term)| {
            let n = index as i64 + 1 + shift;
            (n > 0).then_some((n as f64, term as f64))
        });
        let (mut low, mut high) = (1.0f64, f64::INFINITY);
        for (n, term) in places {
            low = low.max(term.powf(1.0 / n));
            high = high.min((term + 1.0).powf(1.0 / n));
        }
        if low >= high || !high.is_finite() || (shift == -1 && terms.first() != Some(&1)) {
            continue;
        }
        for constant in Bank::get().between(low, high, MOST) {
            let law = || -> Result<Expr, Error> {
                let log = Expr::unary(Op::Log, &constant.expr)?;
                let power = Expr::unary(Op::Exp, &Expr::binary(Op::Mul, &n_plus(shift)?, &log)?)?;
                Expr::unary(Op::Floor, &power)
            };
            if desk.offer(law(), constant.price + SHAPE_PRICE + 1.0) {
                return;
            }
        }
    }
}

/// ⌊(n+s+1)·α⌋ − ⌊(n+s)·α⌋: words of two neighbouring numbers.
fn differences(desk: &mut Desk<'_>, terms: &[i128]) {
    let (Some(&least), Some(&most)) = (terms.iter().min(), terms.iter().max()) else { return };
    if most != least + 1 {
        return;
    }
    for shift in [-1i64, 0, 1] {
        // Σ of the first n is ⌊(n+s+1)·α⌋ − ⌊(s+1)·α⌋, and ⌊α⌋ is the least.
        let starts: Vec<i128> = match shift {
            -1 => vec![0],
            0 => vec![least],
            _ => vec![2 * least, 2 * least + 1],
        };
        for start in starts {
            let mut sum = start;
            let sums: Vec<(f64, f64)> = terms
                .iter()
                .enumerate()
                .map(|(index, term)| {
                    sum += term;
                    ((index as i64 + 2 + shift) as f64, sum as f64)
                })
                .collect();
            let first = ((shift + 1) as f64, start as f64);
            let Some(range) = range(std::iter::once(first).chain(sums), Rounding::Down) else {
                continue;
            };
            for constant in constants(range) {
                let part = |shift: i64| -> Result<Expr, Error> {
                    let multiple = Expr::binary(Op::Mul, &constant.expr, &n_plus(shift)?)?;
                    Expr::unary(Op::Floor, &multiple)
                };
                let law = || Expr::binary(Op::Sub, &part(shift + 1)?, &part(shift)?);
                if desk.offer(law(), constant.price + SHAPE_PRICE) {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::continuation;

    fn check(law: impl Fn(f64) -> f64, shown: usize) {
        let all: Vec<i64> = (1..=shown + 10).map(|n| law(n as f64).floor() as i64).collect();
        let (next, found) = continuation(&all[..shown], 10);
        assert_eq!(next, all[shown..], "{found}");
    }

    #[test]
    fn multiples_rounded_in_every_way() {
        check(|n| n * 2f64.sqrt(), 25);
        check(|n| n * std::f64::consts::PI, 25);
        check(|n| (n - 1.0) * std::f64::consts::E, 25);
        check(|n| (n * 7f64.sqrt()).round(), 25);
        check(|n| n * n * 3f64.sqrt(), 20);
        check(|n| std::f64::consts::PI.powf(n), 15);
    }

    #[test]
    fn words_of_two_letters() {
        let golden = (1.0 + 5f64.sqrt()) / 2.0;
        check(|n| ((n + 1.0) * golden).floor() - (n * golden).floor(), 60);
        check(|n| ((n + 1.0) * 2f64.sqrt()).floor() - (n * 2f64.sqrt()).floor(), 25);
    }

    #[test]
    fn primes_are_no_multiples() {
        let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71];
        assert!(continuation(&primes, 3).0.is_empty());
    }
}
