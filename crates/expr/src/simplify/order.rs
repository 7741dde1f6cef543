//! The order in which people expect summands and factors.

use super::term::{Atom, Factor, Product, Sum};

/// What an expression depends on: the nearest earlier term, and `n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reach {
    nearest: u16,
    n: bool,
}

impl Reach {
    const NOTHING: Reach = Reach { nearest: u16::MAX, n: false };

    fn join(self, other: Reach) -> Reach {
        Reach { nearest: self.nearest.min(other.nearest), n: self.n || other.n }
    }
}

fn reach_of_sum(sum: &Sum) -> Reach {
    sum.entries
        .iter()
        .fold(Reach::NOTHING, |reach, entry| reach.join(reach_of_product(&entry.product)))
}

fn reach_of_product(product: &Product) -> Reach {
    product.iter().fold(Reach::NOTHING, |reach, factor| reach.join(reach_of_atom(&factor.atom)))
}

fn reach_of_atom(atom: &Atom) -> Reach {
    match atom {
        Atom::Prev(back) => Reach { nearest: *back, n: false },
        Atom::N => Reach { n: true, ..Reach::NOTHING },
        Atom::Const(_) | Atom::Real(_) | Atom::Wide(_) => Reach::NOTHING,
        Atom::Call(_, argument) | Atom::Group(argument) => reach_of_sum(argument),
        Atom::Call2(_, operands) => reach_of_sum(&operands.0).join(reach_of_sum(&operands.1)),
        Atom::Construct(_, operands) => {
            operands.iter().fold(Reach::NOTHING, |reach, sum| reach.join(reach_of_sum(sum)))
        }
        // Like n: it varies, and it is no earlier term.
        Atom::Bound(_) => Reach { n: true, ..Reach::NOTHING },
    }
}

/// Summands: those with earlier terms first, nearest first, then those with
/// `n`, then constants; higher powers before lower ones, functions last.
pub(super) fn summand_key(product: &Product) -> (u8, u16, i32) {
    let reach = reach_of_product(product);
    let class = match reach {
        Reach { nearest, .. } if nearest < u16::MAX => 0,
        Reach { n: true, .. } => 1,
        _ => 2,
    };
    let degree: i32 = product.iter().map(degree_of_factor).fold(0, i32::saturating_add);
    (class, reach.nearest, degree.saturating_neg())
}

fn degree_of_factor(factor: &Factor) -> i32 {
    match factor.atom {
        Atom::Prev(_) | Atom::N | Atom::Bound(_) | Atom::Group(_) => factor.power,
        _ => 0,
    }
}

/// Sorts factors.
pub(super) type FactorKey = (u8, bool, u16);

/// Factors: constants first, then what depends on `n` alone, then earlier
/// terms, nearest first; leaves before anything longer.
pub(super) fn factor_key(atom: &Atom) -> FactorKey {
    key(reach_of_atom(atom), is_long(atom))
}

fn is_long(atom: &Atom) -> bool {
    matches!(atom, Atom::Call(..) | Atom::Call2(..) | Atom::Construct(..) | Atom::Group(_))
}

/// The same for a sum in brackets.
pub(super) fn bracket_key(sum: &Sum) -> FactorKey {
    key(reach_of_sum(sum), true)
}

fn key(reach: Reach, long: bool) -> FactorKey {
    let class = match reach {
        Reach { nearest, .. } if nearest < u16::MAX => 2,
        Reach { n: true, .. } => 1,
        _ => 0,
    };
    (class, long, reach.nearest)
}
