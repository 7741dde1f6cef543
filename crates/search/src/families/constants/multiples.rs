//! Integer parts of the multiples of a constant: ⌊n·α⌋ and its relatives, and
//! their first differences.

use ansatz_expr::{Error, Expr, Op, math};

use super::ConstantSearch;
use super::bank::{ConstantBank, KnownConstant};

/// How many constants are tried for each shape.
const MOST: usize = 2;
/// What it takes to say which of the shapes it is, in bits.
const SHAPE_PRICE: f64 = 3.0;
/// Constants dearer than what is known of α are no explanation.
const SURPLUS: f64 = 3.0;
/// How much a bit counts by which a constant costs more than the terms tell. At 1
/// such constants won against rational laws that were right, on OEIS sequences.
const CHANCE_SHARE: f64 = 5.0;
/// A fraction with no larger denominator is plain.
const MAX_DENOMINATOR: u32 = 8;
/// How large the fraction below a root may be.
const LARGEST_BELOW_ROOT: f64 = 1e4;

/// What α is multiplied by.
#[derive(Debug, Clone, Copy)]
enum Scale {
    /// n + shift.
    Linear(i64),
    /// (n + shift)^2.
    Square(i64),
}

const SCALES: [Scale; 5] =
    [Scale::Linear(0), Scale::Linear(-1), Scale::Linear(1), Scale::Square(0), Scale::Square(-1)];

impl Scale {
    fn at(self, n: usize) -> f64 {
        let shifted = |shift: i64| n as f64 + shift as f64;
        match self {
            Scale::Linear(shift) => shifted(shift),
            Scale::Square(shift) => shifted(shift).powi(2),
        }
    }

    fn expr(self) -> Result<Expr, Error> {
        match self {
            Scale::Linear(shift) => n_plus(shift),
            Scale::Square(shift) => Expr::unary(Op::Sqr, &n_plus(shift)?),
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

/// What is added to a multiple, as a fraction of 1 or of α: one of the two.
const OFFSETS: [(i64, i64); 8] =
    [(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (-1, 2), (-1, 3), (-1, 4)];
/// What it takes to say which, in bits.
const OFFSET_PRICE: f64 = 4.0;

/// ⌊n·α + β⌋ and ⌊(n + β)·α⌋, for simple β.
fn offsets(search: &mut ConstantSearch<'_>, terms: &[i128]) {
    for (above, below) in OFFSETS {
        let offset = above as f64 / below as f64;
        let fraction = || Expr::binary(Op::Div, &Expr::int(above), &Expr::int(below));
        for of_constant in [true, false] {
            // Half of 1 is what the nearest integer is made with.
            if !of_constant && above * 2 == below {
                continue;
            }
            let places = terms.iter().enumerate().map(|(index, &term)| {
                let n = index as f64 + 1.0;
                match of_constant {
                    true => (n + offset, term as f64),
                    false => (n, term as f64 - offset),
                }
            });
            let Some(range) = range(places, Rounding::Down) else { continue };
            for (constant, its) in constants(range) {
                let law = || -> Result<Expr, Error> {
                    if of_constant {
                        let scale = Expr::binary(Op::Add, &Expr::n(), &fraction()?)?;
                        let multiple = Expr::binary(Op::Mul, &constant.expr, &scale)?;
                        return Expr::unary(Op::Floor, &multiple);
                    }
                    let multiple = Expr::binary(Op::Mul, &constant.expr, &Expr::n())?;
                    Expr::unary(Op::Floor, &Expr::binary(Op::Add, &multiple, &fraction()?)?)
                };
                if search.offer(law(), its + SHAPE_PRICE + OFFSET_PRICE) {
                    return;
                }
            }
        }
    }
}

pub(super) fn propose(search: &mut ConstantSearch<'_>, terms: &[i128]) {
    if terms.is_sorted() {
        for (index, scale) in SCALES.into_iter().enumerate() {
            for rounding in Rounding::ALL {
                let rare = if index > 2 { 1.0 } else { 0.0 }
                    + if rounding == Rounding::Down { 0.0 } else { 2.0 };
                whole(search, terms, scale, rounding, SHAPE_PRICE + rare);
            }
        }
        offsets(search, terms);
        roots(search, terms);
        powers(search, terms);
    }
    differences(search, terms);
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

/// The cheapest constants between the two, with what each takes: those that cost
/// more than the terms tell are there by chance. Near a plain fraction there are
/// none: the fraction is the better explanation.
fn constants((low, high): (f64, f64)) -> impl Iterator<Item = (KnownConstant, f64)> {
    let known = math::log2(high / (high - low)).max(0.0);
    let plain = (1..=MAX_DENOMINATOR).any(|below| {
        let below = f64::from(below);
        (high * below + 1e-9).floor() >= low * below - 1e-9
    });
    let list = if plain { Vec::new() } else { ConstantBank::get().between(low, high, MOST) };
    list.into_iter().filter(move |constant| constant.price <= known + SURPLUS).map(
        move |constant| {
            let chance = CHANCE_SHARE * (constant.price + 1.0 - known).max(0.0);
            let price = constant.price + chance;
            (constant, price)
        },
    )
}

/// ⌊α·scale⌋.
fn whole(
    search: &mut ConstantSearch<'_>,
    terms: &[i128],
    scale: Scale,
    rounding: Rounding,
    price: f64,
) {
    let places = terms.iter().enumerate().map(|(index, &term)| (scale.at(index + 1), term as f64));
    let Some(range) = range(places, rounding) else { return };
    for (constant, its) in constants(range) {
        let law = || rounding.expr(&Expr::binary(Op::Mul, &constant.expr, &scale.expr()?)?);
        if search.offer(law(), its + price) {
            return;
        }
    }
}

/// ⌊√(n·p/q)⌋, as the root of an integer.
fn roots(search: &mut ConstantSearch<'_>, terms: &[i128]) {
    for shift in [0i64, -1] {
        let places = terms.iter().enumerate().map(|(index, &term)| {
            let n = index as f64 + 1.0 + shift as f64;
            (n.sqrt(), term as f64)
        });
        let Some((low, high)) = range(places, Rounding::Down) else { continue };
        let (low, high) = (low * low, high * high);
        let fraction = (1..=MAX_DENOMINATOR).find_map(|below| {
            let above = (low * f64::from(below) - 1e-9).ceil();
            let fits = above < high * f64::from(below) - 1e-9 && above >= 1.0;
            (fits && above <= LARGEST_BELOW_ROOT).then_some((above as i64, i64::from(below)))
        });
        let Some((above, below)) = fraction else { continue };
        let law = || -> Result<Expr, Error> {
            let mut inside = n_plus(shift)?;
            if above > 1 {
                inside = Expr::binary(Op::Mul, &Expr::int(above), &inside)?;
            }
            if below > 1 {
                inside = Expr::binary(Op::Idiv, &inside, &Expr::int(below))?;
            }
            Expr::unary(Op::Isqrt, &inside)
        };
        let price = 2.0 + 1.5 * math::log2((above * below) as f64);
        if search.offer(law(), price + SHAPE_PRICE) {
            return;
        }
    }
}

/// ⌊α^n⌋ and ⌊α^(n-1)⌋, by the exponential function.
fn powers(search: &mut ConstantSearch<'_>, terms: &[i128]) {
    for shift in [0i64, -1] {
        let places = terms.iter().enumerate().filter_map(|(index, &term)| {
            let n = index as i64 + 1 + shift;
            (n > 0).then_some((n as f64, term as f64))
        });
        let (mut low, mut high) = (1.0f64, f64::INFINITY);
        for (n, term) in places {
            low = low.max(math::powf(term, 1.0 / n));
            high = high.min(math::powf(term + 1.0, 1.0 / n));
        }
        if low >= high || !high.is_finite() || (shift == -1 && terms.first() != Some(&1)) {
            continue;
        }
        // Whether a power is whole takes many digits to find out.
        let is_root = |value: f64| {
            (1..=8).any(|power| {
                let power = value.powi(power);
                (power - power.round()).abs() < 1e-9 * power
            })
        };
        if is_root(low) || is_root(high) {
            continue;
        }
        for constant in ConstantBank::get().between(low, high, MOST) {
            if is_root(constant.value) {
                continue;
            }
            let law = || -> Result<Expr, Error> {
                let log = Expr::unary(Op::Log, &constant.expr)?;
                let power = Expr::unary(Op::Exp, &Expr::binary(Op::Mul, &n_plus(shift)?, &log)?)?;
                Expr::unary(Op::Floor, &power)
            };
            if search.offer(law(), constant.price + SHAPE_PRICE + 1.0) {
                return;
            }
        }
    }
}

/// ⌊(n+s+1)·α⌋ − ⌊(n+s)·α⌋: words of two neighbouring numbers.
fn differences(search: &mut ConstantSearch<'_>, terms: &[i128]) {
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
            for (constant, price) in constants(range) {
                let part = |shift: i64| -> Result<Expr, Error> {
                    let multiple = Expr::binary(Op::Mul, &constant.expr, &n_plus(shift)?)?;
                    Expr::unary(Op::Floor, &multiple)
                };
                let law = || Expr::binary(Op::Sub, &part(shift + 1)?, &part(shift)?);
                if search.offer(law(), price + SHAPE_PRICE) {
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::continuation;
    use ansatz_expr::math;

    fn check(law: impl Fn(f64) -> f64, shown: usize) {
        let all: Vec<i64> = (1..=shown + 10).map(|n| law(n as f64).floor() as i64).collect();
        let (next, found) = continuation(&all[..shown], 10);
        assert_eq!(next, all[shown..], "{found}");
    }

    #[test]
    fn multiples_rounded_in_every_way() {
        check(|n| n * 2f64.sqrt(), 25);
        // So many that 22/7 is not what they say.
        check(|n| n * std::f64::consts::PI, 130);
        check(|n| (n - 1.0) * std::f64::consts::E, 80);
        check(|n| (n * 7f64.sqrt()).round(), 25);
        check(|n| n * n * 3f64.sqrt(), 20);
        check(|n| math::powf(std::f64::consts::PI, n), 15);
        check(|n| (3.0 * n).sqrt(), 25);
    }

    #[test]
    fn multiples_and_a_simple_number() {
        check(|n| n * 2f64.sqrt() + 1.0 / 3.0, 60);
        check(|n| (n + 0.5) * 3f64.sqrt(), 40);
        check(|n| (n - 0.5) * std::f64::consts::E, 90);
        check(|n| n * 5f64.sqrt() + 0.25, 60);
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
