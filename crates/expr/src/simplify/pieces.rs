//! The pieces of which a product is written: single factors, squares and
//! magnitudes, above and below the fraction bar, and what it costs them to
//! take in a coefficient.

use super::cost;
use super::order::{FactorKey, bracket_key, factor_key};
use super::range;
use super::ratio::{Ratio, digits, exact_sqrt};
use super::term::{Atom, Sum};
use crate::Op;

/// Something to be multiplied: an atom, or a sum in brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Base<'a> {
    Atom(&'a Atom),
    Bracket(&'a Sum),
}

/// One factor as it will be written.
pub(super) enum Piece<'a> {
    Base(Base<'a>),
    /// The square of a product of powers.
    Square(Vec<(Base<'a>, i32)>),
    /// The magnitude of a product of powers.
    Abs(Vec<(Base<'a>, i32)>),
}

impl<'a> Base<'a> {
    /// A factor's atom.
    pub fn of_atom(atom: &'a Atom) -> Base<'a> {
        match atom {
            Atom::Group(sum) => Base::Bracket(sum),
            other => Base::Atom(other),
        }
    }

    /// An argument of `abs` as a factor.
    fn of_sum(sum: &'a Sum) -> Base<'a> {
        match sum.as_scaled_atom() {
            Some((Ratio::ONE, atom)) => Base::of_atom(atom),
            _ => Base::Bracket(sum),
        }
    }
}

/// What a coefficient costs when the piece takes it in, where it can.
pub(super) fn cost_inside(piece: &Piece<'_>, coef: i128) -> Option<isize> {
    let inside = |sum: &Sum| {
        let with = cost::of_sum(sum, Ratio::int(coef))? as isize;
        Some(with - cost::of_sum(sum, Ratio::ONE)? as isize)
    };
    match piece {
        Piece::Base(Base::Bracket(sum)) => inside(sum),
        Piece::Base(Base::Atom(Atom::Call(op, argument))) => match op {
            Op::Relu if coef > 0 => inside(argument),
            op if op.is_odd() && coef == -1 => inside(argument),
            _ => None,
        },
        // x mod y = -((-x) mod (-y)).
        Piece::Base(Base::Atom(Atom::Call2(op, operands)))
            if coef == -1 && flips_with_both(*op, operands) =>
        {
            Some(inside(&operands.0)? + inside(&operands.1)?)
        }
        // -x = |x| for what is never positive.
        Piece::Base(Base::Atom(atom @ Atom::Call2(..)))
            if coef == -1 && range::of_atom(atom).is_nonpositive() =>
        {
            Some(1)
        }
        Piece::Base(Base::Atom(Atom::Real(_))) => (coef == -1).then_some(0),
        Piece::Base(_) => None,
        Piece::Abs(factors) => match factors.as_slice() {
            [(Base::Bracket(sum), 1)] if coef > 0 => inside(sum),
            _ => None,
        },
        Piece::Square(factors) => {
            let root = exact_sqrt(coef)?;
            let brackets = factors
                .iter()
                .filter(|(_, power)| *power == 1)
                .filter_map(|(base, _)| cost_inside(&Piece::Base(*base), root));
            brackets.chain([cost::of_factor(root) as isize]).min()
        }
    }
}

/// The root of a coefficient over squares, if it is shorter: `sqr(6/x)` and not
/// `36/sqr(x)`. (What stands above the bar is weighed by [`cost_inside`].)
pub(super) fn shorter_root(coef: Ratio, factors: &[(Base<'_>, i32)]) -> Option<Ratio> {
    let fits = factors.iter().all(|(_, power)| power % 2 == 0)
        && factors.iter().any(|(_, power)| *power < 0);
    let root = if fits { coef.exact_sqrt()? } else { return None };
    let length = |value: Ratio| digits(value.num) + digits(value.den);
    (length(root) < length(coef)).then_some(root)
}

/// Whether one of the pieces can be negated for nothing.
pub(super) fn takes_sign(pieces: &[Piece<'_>]) -> bool {
    pieces.iter().any(|piece| cost_inside(piece, -1).is_some_and(|cost| cost <= 0))
}

/// Whether it is a remainder that is shorter, or not much longer, with both
/// operands negated.
pub(super) fn flips_with_both(op: Op, operands: &(Sum, Sum)) -> bool {
    let change = |sum: &Sum| {
        let with = cost::of_sum(sum, Ratio::MINUS_ONE)? as isize;
        Some(with - cost::of_sum(sum, Ratio::ONE)? as isize)
    };
    let both = || Some(change(&operands.0)? + change(&operands.1)?);
    op == Op::Mod && both().is_some_and(|change| change <= 0)
}

/// The place of a piece among others: that of its first factor.
pub(super) fn piece_key<'a>(piece: &Piece<'a>) -> Option<(FactorKey, Base<'a>)> {
    let of_base = |base: &Base<'a>| match base {
        Base::Atom(atom) => (factor_key(atom), *base),
        Base::Bracket(sum) => (bracket_key(sum), *base),
    };
    match piece {
        Piece::Base(base) => Some(of_base(base)),
        Piece::Square(factors) | Piece::Abs(factors) => {
            factors.iter().map(|(base, _)| of_base(base)).min()
        }
    }
}

/// Splits powers into single factors, squares and magnitudes, above and below
/// the fraction bar.
pub(super) fn fraction<'a>(factors: Vec<(Base<'a>, i32)>) -> (Vec<Piece<'a>>, Vec<Piece<'a>>) {
    let (mut above, mut below) = (Vec::with_capacity(factors.len()), Vec::new());
    let (mut halves, mut magnitudes) = (Vec::new(), Vec::new());
    for (base, power) in factors {
        let odd = power % 2;
        match base {
            _ if odd == 0 => {}
            Base::Atom(Atom::Call(Op::Abs, argument)) => {
                magnitudes.push((Base::of_sum(argument), odd));
            }
            _ if odd > 0 => above.push(Piece::Base(base)),
            _ => below.push(Piece::Base(base)),
        }
        if power / 2 != 0 {
            halves.push((base, power / 2));
        }
    }
    let mut place = |factors: Vec<(Base<'a>, i32)>, wrap: fn(Vec<(Base<'a>, i32)>) -> Piece<'a>| {
        if factors.is_empty() {
            return;
        }
        if factors.iter().all(|(_, power)| *power < 0) {
            below.push(wrap(factors.into_iter().map(|(base, power)| (base, -power)).collect()));
        } else {
            above.push(wrap(factors));
        }
    };
    place(magnitudes, Piece::Abs);
    place(halves, Piece::Square);
    (above, below)
}
