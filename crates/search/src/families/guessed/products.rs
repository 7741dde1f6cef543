//! Laws that are linear in products of earlier terms and in convolutions: the
//! coefficients are solved for.

use ansatz_expr::{Error, Expr, Op};

use super::{GuessSearch, PROFILE};
use crate::Proposal;
use crate::classical::{PRIMES, relation, sum};

/// How many terms must be left as proof.
const LEAST_SPARE: usize = 3;
/// How many laws are enough.
const ENOUGH: usize = 3;
/// How far back a quotient looks.
const LONGEST: usize = 8;

/// What a law is linear in.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Regressor {
    One,
    N,
    /// u(n-k).
    Prev(usize),
    /// u(n-j)·u(n-k).
    Product(usize, usize),
    /// Σ u(k)·u(n-shift-k), as far as these are earlier terms.
    Convolution(Shift),
    /// Σ u(i)·u(j)·u(k) over i + j + k = n + 1 - less, as far as these are earlier
    /// terms.
    Triple(usize),
    /// The term in the middle of such a convolution, 0 where there is none: f(x²)
    /// beside f(x)².
    Middle(Shift),
    /// Its square, so that products count once.
    MiddleSquare(Shift),
}
use Regressor::{Convolution, Middle, MiddleSquare, N, One, Prev, Product, Triple};

/// How far a convolution is from n.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Shift {
    /// To n + 1, without the first term.
    Before,
    /// To n.
    None,
    /// To n - 1.
    After,
}

/// Right-hand sides of u(n) = ….
const SUMS: [&[Regressor]; 27] = [
    &[Convolution(Shift::None)],
    &[Convolution(Shift::None), One],
    &[Convolution(Shift::None), Prev(1)],
    &[Convolution(Shift::After), Prev(1)],
    &[Convolution(Shift::Before), Prev(1)],
    &[Convolution(Shift::Before), Prev(1), Prev(2)],
    &[Convolution(Shift::None), Prev(1), One],
    &[Convolution(Shift::None), Prev(1), Prev(2)],
    &[Convolution(Shift::None), Convolution(Shift::After), Prev(1)],
    &[Convolution(Shift::After), Prev(1), Prev(2)],
    &[Product(1, 1), One],
    &[Product(1, 1), Prev(1), One],
    &[Product(1, 2), One],
    &[Product(1, 2), Prev(1), Prev(2)],
    &[Product(1, 1), Prev(2)],
    &[Product(1, 2), N],
    &[Product(1, 1), Product(1, 2), Product(2, 2)],
    &[Convolution(Shift::None), Middle(Shift::None)],
    &[Convolution(Shift::None), Middle(Shift::None), Prev(1)],
    &[Convolution(Shift::None), MiddleSquare(Shift::None)],
    &[Convolution(Shift::Before), Middle(Shift::Before)],
    &[Convolution(Shift::Before), Middle(Shift::Before), Prev(1)],
    &[Convolution(Shift::Before), MiddleSquare(Shift::Before)],
    &[Convolution(Shift::After), Middle(Shift::After)],
    &[Convolution(Shift::After), Middle(Shift::After), Prev(1)],
    &[Convolution(Shift::After), MiddleSquare(Shift::After)],
    &[Convolution(Shift::None), Middle(Shift::None), One],
];

/// The same with cubes of the generating function.
const CUBES: [&[Regressor]; 13] = [
    &[Triple(0)],
    &[Triple(1)],
    &[Triple(2)],
    &[Triple(0), Prev(1)],
    &[Triple(1), Prev(1)],
    &[Triple(2), Prev(1)],
    &[Triple(0), Convolution(Shift::None)],
    &[Triple(1), Convolution(Shift::None)],
    &[Triple(1), Convolution(Shift::After)],
    &[Triple(2), Convolution(Shift::None)],
    &[Triple(1), Convolution(Shift::None), Prev(1)],
    &[Triple(0), Convolution(Shift::None), Prev(1)],
    &[Triple(2), Convolution(Shift::After), Prev(1)],
];

/// Cubes of so many terms take their time, and fewer are enough to tell.
const MOST_CUBED: usize = 60;

pub(super) fn propose(search: &mut GuessSearch<'_>) {
    let mut found = 0;
    for features in SUMS {
        found += usize::from(attempt(search, features, None));
        if found >= ENOUGH {
            return;
        }
    }
    let is_short = search.problem.terms().len() <= MOST_CUBED;
    for features in CUBES.into_iter().filter(|_| is_short && found == 0) {
        if attempt(search, features, None) {
            return;
        }
    }
    // u(n)·u(n-k) = Σ c·u(n-i)·u(n-k+i).
    for far in 2..=LONGEST {
        let pairs: Vec<Regressor> = (1..=far / 2).map(|near| Product(near, far - near)).collect();
        let with_one: Vec<Regressor> = pairs.iter().copied().chain([One]).collect();
        for features in [&pairs, &with_one] {
            found += usize::from(attempt(search, features, Some(far)));
        }
        // Two of the products are the usual number.
        for pair in pairs.iter().filter(|_| pairs.len() > 1) {
            found += usize::from(attempt(search, &[*pair, One], Some(far)));
        }
        if found > 0 {
            return;
        }
    }
}

/// Solves u(n) = Σ c·feature, or u(n)·u(n-divisor) = Σ c·feature.
fn attempt(search: &mut GuessSearch<'_>, features: &[Regressor], divisor: Option<usize>) -> bool {
    let count = search.problem.terms().len();
    let start = features.iter().map(|feature| feature.reach()).chain(divisor).max().unwrap_or(0);
    if count < start + features.len() + LEAST_SPARE {
        return false;
    }
    let residues = search.problem.residues();
    let cell = |which: usize, row: usize, column: usize| {
        let Some(prime) = PRIMES.get(which).map(|prime| u64::from(*prime)) else { return 0 };
        let terms = residues.modulo(which);
        let back =
            |lag: usize| row.checked_sub(lag).and_then(|at| terms.get(at)).copied().unwrap_or(0);
        match (features.get(column), divisor) {
            (Some(feature), _) => feature.value(terms, row, prime),
            (None, Some(lag)) => back(0) * back(lag) % prime,
            (None, None) => back(0),
        }
    };
    let Some(coefficients) = relation(features.len() + 1, start..count, cell) else { return false };
    let Some((&own, others)) = coefficients.split_last().filter(|(own, _)| **own != 0) else {
        return false;
    };
    // Without products it is a linear recurrence.
    let has_products = features.iter().zip(others).any(|(feature, coefficient)| {
        matches!(feature, Product(..) | Convolution(_) | Triple(_)) && *coefficient != 0
    });
    if !has_products {
        return false;
    }
    let law = || -> Result<Expr, Error> {
        let sign = if own < 0 { 1 } else { -1 };
        let mut summands = Vec::new();
        for (feature, coefficient) in features.iter().zip(others) {
            let factor = if *feature == One { None } else { Some(feature.expr()?) };
            summands.push((coefficient.saturating_mul(sign), factor));
        }
        let under = match divisor {
            None => None,
            Some(lag) => Some(prev(lag)?),
        };
        let above = sum(summands)?;
        match (own.saturating_abs(), under) {
            (1, None) => Ok(above),
            (own, under) => Expr::binary(Op::Idiv, &above, &sum(vec![(own, under)])?),
        }
    };
    let Ok(expr) = law() else { return false };
    let mut proposal = Proposal::new(expr, &PROFILE);
    (proposal.skip, proposal.fitted, proposal.solved) = (start, features.len(), true);
    search.offer(proposal)
}

fn prev(lag: usize) -> Result<Expr, Error> {
    Expr::prev(u16::try_from(lag).unwrap_or(u16::MAX))
}

/// The term halfway in a convolution; 0 where two are nearest.
fn middle(terms: &[u64], shift: Shift, row: usize) -> u64 {
    // The place that is halved, counted from 1 as rows are not.
    let total = match shift {
        Shift::Before => row + 2,
        Shift::None => row + 1,
        Shift::After => row,
    };
    let place = if total.is_multiple_of(2) { (total / 2).checked_sub(1) } else { None };
    place.and_then(|at| terms.get(at)).copied().unwrap_or(0)
}

/// The sum of products of three terms, in which the places counted from 0 add up
/// to `row - 1 - less`.
fn triple(terms: &[u64], row: usize, less: usize, prime: u64) -> u64 {
    let Some(total) = row.checked_sub(1 + less) else { return 0 };
    let at = |place: usize| terms.get(place).copied().unwrap_or(0);
    let pairs = |left: usize| {
        (0..=left).fold(0, |so_far, place| (so_far + at(place) * at(left - place)) % prime)
    };
    (0..=total).fold(0, |so_far, place| (so_far + at(place) * pairs(total - place)) % prime)
}

impl Regressor {
    /// How many terms it takes.
    fn reach(self) -> usize {
        match self {
            One | N => 0,
            Prev(lag) => lag,
            Product(near, far) => near.max(far),
            Convolution(Shift::Before | Shift::None) => 1,
            Convolution(Shift::After) => 2,
            Triple(less) => less + 1,
            Middle(shift) | MiddleSquare(shift) => match shift {
                Shift::None => 1,
                Shift::Before | Shift::After => 2,
            },
        }
    }

    /// The value at the term with this index from 0, modulo a prime.
    fn value(self, terms: &[u64], row: usize, prime: u64) -> u64 {
        let back =
            |lag: usize| row.checked_sub(lag).and_then(|at| terms.get(at)).copied().unwrap_or(0);
        match self {
            One => 1,
            N => (row as u64 + 1) % prime,
            Prev(lag) => back(lag),
            Product(near, far) => back(near) * back(far) % prime,
            Middle(shift) => middle(terms, shift, row),
            MiddleSquare(shift) => {
                let middle = middle(terms, shift, row);
                middle * middle % prime
            }
            Triple(less) => triple(terms, row, less, prime),
            // u(k) is terms[k - 1]: the indices add up to those of the places less 2.
            Convolution(shift) => {
                let (range, total) = match shift {
                    Shift::Before => (1..row, row),
                    Shift::None => (0..row, row.saturating_sub(1)),
                    Shift::After => (0..row.saturating_sub(1), row.saturating_sub(2)),
                };
                range.fold(0, |so_far, at| {
                    let product =
                        terms.get(at).zip(total.checked_sub(at).and_then(|at| terms.get(at)));
                    (so_far + product.map_or(0, |(a, b)| a * b % prime)) % prime
                })
            }
        }
    }

    fn expr(self) -> Result<Expr, Error> {
        let int = |value: i64| Expr::int(value);
        match self {
            One => Ok(int(1)),
            N => Ok(Expr::n()),
            Prev(lag) => prev(lag),
            Product(near, far) if near == far => Expr::unary(Op::Sqr, &prev(near)?),
            Product(near, far) => Expr::binary(Op::Mul, &prev(near)?, &prev(far)?),
            Middle(shift) | MiddleSquare(shift) => {
                let two = int(2);
                let total = match shift {
                    Shift::Before => Expr::binary(Op::Add, &Expr::n(), &int(1))?,
                    Shift::None => Expr::n(),
                    Shift::After => Expr::binary(Op::Sub, &Expr::n(), &int(1))?,
                };
                let is_odd = Expr::binary(Op::Mod, &total, &two)?;
                let term = Expr::unary(Op::At, &Expr::binary(Op::Idiv, &total, &two)?)?;
                let value = match self {
                    Middle(_) => term,
                    _ => Expr::unary(Op::Sqr, &term)?,
                };
                Expr::call(Op::If, &[&is_odd, &int(0), &value])
            }
            Triple(less) => {
                let less = less as i64;
                // k is the variable of the outer sum where j is that of the inner.
                let (j, k) = (Expr::bound(0), Expr::bound(1));
                let shifted = |value: i64| match value {
                    0 => Ok(Expr::n()),
                    1.. => Expr::binary(Op::Sub, &Expr::n(), &int(value)),
                    _ => Expr::binary(Op::Add, &Expr::n(), &int(-value)),
                };
                let pair = Expr::binary(Op::Sub, &shifted(less - 1)?, &k)?;
                let other = Expr::binary(Op::Sub, &pair, &j)?;
                let product = Expr::binary(
                    Op::Mul,
                    &Expr::unary(Op::At, &j)?,
                    &Expr::unary(Op::At, &other)?,
                )?;
                // Within the outer sum alone its variable is the nearest.
                let most = Expr::binary(Op::Sub, &shifted(less)?, &Expr::bound(0))?;
                let inner = Expr::call(Op::Sum, &[&int(1), &most, &product])?;
                let body = Expr::binary(Op::Mul, &Expr::unary(Op::At, &Expr::bound(0))?, &inner)?;
                Expr::call(Op::Sum, &[&int(1), &shifted(less + 1)?, &body])
            }
            Convolution(shift) => {
                let less = |of: &Expr, value: i64| match value {
                    0 => Ok(of.clone()),
                    1.. => Expr::binary(Op::Sub, of, &int(value)),
                    _ => Expr::binary(Op::Add, of, &int(-value)),
                };
                let (from, to, total) = match shift {
                    Shift::Before => (2, 1, -1),
                    Shift::None => (1, 1, 0),
                    Shift::After => (1, 2, 1),
                };
                let place = Expr::bound(0);
                let other = Expr::binary(Op::Sub, &less(&Expr::n(), total)?, &place)?;
                let first = Expr::unary(Op::At, &place)?;
                let product = Expr::binary(Op::Mul, &first, &Expr::unary(Op::At, &other)?)?;
                Expr::call(Op::Sum, &[&int(from), &less(&Expr::n(), to)?, &product])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{continuation, ints};

    #[test]
    fn somos_quotients() {
        for order in [4usize, 5, 6] {
            let mut terms = vec![1i128; order];
            for n in order..order + 20 {
                let above: i128 =
                    (1..=order / 2).map(|near| terms[n - near] * terms[n - order + near]).sum();
                terms.push(above / terms[n - order]);
            }
            let (next, law) = continuation(&terms[..order + 10], 6);
            assert_eq!(next, ints(&terms[order + 10..order + 16]), "{law}");
        }
    }

    #[test]
    fn trees_by_convolution() {
        // u(n) = 2·u(n-1) + 3·Σ u(k)·u(n-k), from u(1) = 1.
        let mut terms = vec![1i128];
        for n in 2..22usize {
            let products: i128 = (1..n).map(|k| terms[k - 1] * terms[n - k - 1]).sum();
            terms.push(2 * terms[n - 2] + 3 * products);
        }
        let (next, law) = continuation(&terms[..10], 8);
        assert_eq!(next, ints(&terms[10..18]), "{law}");
        // The same without the first term in the products, as Motzkin's.
        let mut terms = vec![1i128, 1];
        for n in 3..22usize {
            let products: i128 = (1..n - 1).map(|k| terms[k - 1] * terms[n - k - 2]).sum();
            terms.push(terms[n - 2] + products);
        }
        let (next, law) = continuation(&terms[..12], 8);
        assert_eq!(next, ints(&terms[12..20]), "{law}");
    }

    #[test]
    fn trees_without_left_and_right() {
        // Half of the products, and half of the term in the middle, as of
        // Wedderburn and Etherington.
        let mut terms = vec![1i128];
        for n in 2..28usize {
            let products: i128 = (1..n).map(|k| terms[k - 1] * terms[n - k - 1]).sum();
            let middle = if n % 2 == 0 { terms[n / 2 - 1] } else { 0 };
            terms.push((products + middle) / 2);
        }
        let (next, law) = continuation(&terms[..18], 8);
        assert_eq!(next, ints(&terms[18..26]), "{law}");
        // With a term of 0 before.
        let shifted: Vec<i128> = [0].into_iter().chain(terms).collect();
        let (next, law) = continuation(&shifted[..19], 7);
        assert_eq!(next, ints(&shifted[19..26]), "{law}");
        // Products that count once, whatever their order.
        let mut terms = vec![1i128];
        for n in 2..28usize {
            terms.push((1..=n / 2).map(|k| terms[k - 1] * terms[n - k - 1]).sum());
        }
        let (next, law) = continuation(&terms[..18], 8);
        assert_eq!(next, ints(&terms[18..26]), "{law}");
    }

    #[test]
    fn cubes_of_generating_functions() {
        // f = 1 + 2·x·f + 3·x·f³, and g = x + x·g² + 5·g³.
        for (less, linear, square, cube) in [(0, 2i128, 0i128, 3i128), (1, 0, 1, 5)] {
            let mut terms = vec![1i128];
            for n in 2..24usize {
                let mut sum = linear * terms[n - 2];
                for i in 1..n {
                    for j in 1..n {
                        if i + j < n + 1 - less {
                            sum += cube * terms[i - 1] * terms[j - 1] * terms[n - less - i - j];
                        }
                        if i + j == n - less && less == 1 {
                            sum += square * terms[i - 1] * terms[j - 1];
                        }
                    }
                }
                terms.push(sum);
            }
            let (next, law) = continuation(&terms[..14], 8);
            assert_eq!(next, ints(&terms[14..22]), "{law}");
        }
    }

    #[test]
    fn primes_have_none() {
        let primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61];
        assert!(continuation(&primes, 3).0.is_empty());
    }
}
