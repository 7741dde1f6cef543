//! From the sum of products back to a tree, as short as the form allows.

use super::cost;
use super::order::{FactorKey, bracket_key, factor_key, summand_key};
use super::range;
use super::ratio::{Ratio, exact_sqrt};
use super::term::{Atom, Entry, Factor, Sum};
use crate::{Expr, Int, Node, Op};

/// Something to be multiplied: an atom, or a sum in brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Base<'a> {
    Atom(&'a Atom),
    Bracket(&'a Sum),
}

/// One factor as it will be written.
enum Piece<'a> {
    Base(Base<'a>),
    /// The square of a product of powers.
    Square(Vec<(Base<'a>, i32)>),
    /// The magnitude of a product of powers.
    Abs(Vec<(Base<'a>, i32)>),
}

/// Writes prefix nodes. Once there are too many it stops: the result would be
/// discarded.
pub(super) struct Emitter {
    nodes: Vec<Node>,
}

/// The nodes of the tree, unless it is larger than an [`Expr`] may be.
pub(super) fn emit(sum: &Sum) -> Option<Vec<Node>> {
    let mut emitter = Emitter { nodes: Vec::with_capacity(32) };
    emitter.sum(sum, Ratio::ONE)?;
    (emitter.nodes.len() <= Expr::MAX_NODES).then_some(emitter.nodes)
}

fn base_of_atom(atom: &Atom) -> Base<'_> {
    match atom {
        Atom::Group(sum) => Base::Bracket(sum),
        other => Base::Atom(other),
    }
}

/// An argument of `abs` as a factor.
fn base_of_sum(sum: &Sum) -> Base<'_> {
    match sum.as_scaled_atom() {
        Some((Ratio::ONE, atom)) => base_of_atom(atom),
        _ => Base::Bracket(sum),
    }
}

impl Emitter {
    fn op(&mut self, op: Op) -> Option<()> {
        self.node(Node::Op(op))
    }

    fn int(&mut self, value: i128) -> Option<()> {
        self.node(Node::Int(value.into()))
    }

    fn node(&mut self, node: Node) -> Option<()> {
        self.nodes.push(node);
        (self.nodes.len() <= Expr::MAX_NODES).then_some(())
    }

    fn constant(&mut self, value: Ratio) -> Option<()> {
        match (value.num, value.den) {
            (num, 1) => self.int(num),
            (1, den) => {
                self.op(Op::Inv)?;
                self.int(den)
            }
            (-1, den) => {
                self.op(Op::Inv)?;
                self.int(den.checked_neg()?)
            }
            (num, den) => {
                self.op(Op::Div)?;
                self.int(num)?;
                self.int(den)
            }
        }
    }

    /// `by * sum`.
    fn sum(&mut self, sum: &Sum, by: Ratio) -> Option<()> {
        if let Some(value) = sum.as_constant() {
            return self.constant(value.mul(by)?);
        }
        if let Some(entry) = sum.as_entry() {
            return self.entry(entry, entry.coef.mul(by)?);
        }
        if let Some((common, rest)) = common_factors(sum) {
            let mut factors: Vec<_> =
                common.iter().map(|factor| (base_of_atom(&factor.atom), factor.power)).collect();
            let (coef, rest) = bracketed(&rest, by)?;
            factors.push((Base::Bracket(&rest), 1));
            return self.monomial(coef, factors);
        }
        let direct = cost::of_sum(sum, by)?;
        let (coef, primitive) = factored(sum, by)?;
        if !coef.is_unit() && cost::of_coefficient(coef) + cost::of_sum(sum, primitive)? < direct {
            let inner = scaled(sum, primitive)?;
            return self.monomial(coef, vec![(Base::Bracket(&inner), 1)]);
        }
        self.parts(sum, by)
    }

    /// `by * sum`, part by part.
    fn parts(&mut self, sum: &Sum, by: Ratio) -> Option<()> {
        let mut parts: Vec<(Ratio, Option<&Entry>)> = Vec::with_capacity(sum.parts());
        let mut keyed: Vec<_> =
            sum.entries.iter().map(|entry| (summand_key(&entry.product), entry)).collect();
        keyed.sort_by_key(|(key, _)| *key);
        for (_, entry) in keyed {
            parts.push((entry.coef.mul(by)?, Some(entry)));
        }
        if !sum.constant.is_zero() {
            parts.push((sum.constant.mul(by)?, None));
        }
        // First what needs no sign of its own: something positive, or else a
        // number that carries it.
        let leader = parts
            .iter()
            .position(|(coef, _)| !coef.is_negative())
            .or_else(|| parts.iter().position(|(_, entry)| entry.is_none()))
            .or_else(|| parts.iter().position(|(coef, _)| !coef.is_unit()))
            .or_else(|| {
                let takes_sign = |entry: &&Entry| cost::takes_sign(&entry.product);
                parts.iter().position(|(_, entry)| entry.as_ref().is_some_and(takes_sign))
            })
            .unwrap_or(0);
        if let Some(front) = parts.get_mut(..=leader) {
            front.rotate_right(1);
        }
        for (coef, _) in parts.iter().skip(1).rev() {
            self.op(if coef.is_negative() { Op::Sub } else { Op::Add })?;
        }
        for (index, (coef, entry)) in parts.into_iter().enumerate() {
            let coef = if index == 0 { coef } else { coef.abs()? };
            match entry {
                Some(entry) => self.entry(entry, coef)?,
                None => self.constant(coef)?,
            }
        }
        Some(())
    }

    /// The entry's product with another coefficient.
    fn entry(&mut self, entry: &Entry, coef: Ratio) -> Option<()> {
        let factors = entry.product.iter().map(|factor| (base_of_atom(&factor.atom), factor.power));
        self.monomial(coef, factors.collect())
    }

    /// A coefficient times powers.
    fn monomial(&mut self, coef: Ratio, factors: Vec<(Base<'_>, i32)>) -> Option<()> {
        if let [(base, 1)] = factors.as_slice()
            && coef.is_one()
        {
            return self.base(*base);
        }
        let (above, below) = fraction(factors);
        let (mut num, mut den) = (coef.num, coef.den);
        if num == -1 && den != 1 {
            // The denominator carries the sign for nothing.
            (num, den) = (1, den.checked_neg()?);
        }
        if num == -1 && !takes_sign(&above) && takes_sign(&below) {
            (num, den) = (1, -1);
        }
        if den == 1 && below.is_empty() {
            return self.side(num, above);
        }
        if num == 1 && above.is_empty() {
            self.op(Op::Inv)?;
        } else {
            self.op(Op::Div)?;
            self.side(num, above)?;
        }
        self.side(den, below)
    }

    /// An integer times pieces: numerator or denominator.
    fn side(&mut self, mut coef: i128, mut pieces: Vec<Piece<'_>>) -> Option<()> {
        pieces.sort_by_key(piece_key);
        let mut absorbing = None;
        if coef != 1 {
            let mut least = cost::of_factor(coef) as isize;
            for (index, piece) in pieces.iter().enumerate() {
                if let Some(cost) = cost_inside(piece, coef)
                    && cost < least
                {
                    least = cost;
                    absorbing = Some((index, coef));
                }
            }
        }
        if absorbing.is_some() {
            coef = 1;
        }
        let written = pieces.len() + usize::from(coef != 1);
        for _ in 1..written {
            self.op(Op::Mul)?;
        }
        if coef != 1 || pieces.is_empty() {
            self.int(coef)?;
        }
        for (index, piece) in pieces.into_iter().enumerate() {
            match absorbing {
                Some((place, coef)) if place == index => self.piece(piece, coef)?,
                _ => self.piece(piece, 1)?,
            }
        }
        Some(())
    }

    /// A piece that has taken in a coefficient.
    fn piece(&mut self, piece: Piece<'_>, coef: i128) -> Option<()> {
        match piece {
            Piece::Base(base) if coef == 1 => self.base(base),
            Piece::Base(Base::Bracket(sum)) => self.sum(sum, Ratio::int(coef)),
            Piece::Base(Base::Atom(Atom::Call(op, argument))) => {
                self.op(*op)?;
                self.sum(argument, Ratio::int(coef))
            }
            Piece::Base(Base::Atom(Atom::Call2(op, operands)))
                if flips_with_both(*op, operands) =>
            {
                self.op(*op)?;
                self.sum(&operands.0, Ratio::int(coef))?;
                self.sum(&operands.1, Ratio::int(coef))
            }
            Piece::Base(Base::Atom(atom @ Atom::Call2(..))) => {
                // Taken in as a sign: it is never positive.
                self.op(Op::Abs)?;
                self.base(Base::Atom(atom))
            }
            Piece::Base(Base::Atom(Atom::Real(bits))) => {
                self.node(Node::Real(coef as f64 * f64::from_bits(*bits)))
            }
            Piece::Base(base) => self.base(base),
            Piece::Square(factors) => {
                self.op(Op::Sqr)?;
                self.monomial(Ratio::int(exact_sqrt(coef)?), factors)
            }
            Piece::Abs(factors) => {
                self.op(Op::Abs)?;
                self.monomial(Ratio::int(coef), factors)
            }
        }
    }

    fn base(&mut self, base: Base<'_>) -> Option<()> {
        match base {
            Base::Bracket(sum) => self.sum(sum, Ratio::ONE),
            Base::Atom(Atom::Prev(back)) => self.node(Node::Prev(*back)),
            Base::Atom(Atom::N) => self.node(Node::N),
            Base::Atom(Atom::Const(constant)) => self.node(Node::Const(*constant)),
            Base::Atom(Atom::Real(bits)) => self.node(Node::Real(f64::from_bits(*bits))),
            Base::Atom(Atom::Wide(value)) => self.node(Node::Int(Int::clone(value))),
            Base::Atom(Atom::Call(op, argument)) => {
                self.op(*op)?;
                self.sum(argument, Ratio::ONE)
            }
            Base::Atom(Atom::Call2(op, operands)) => {
                self.op(*op)?;
                self.sum(&operands.0, Ratio::ONE)?;
                self.sum(&operands.1, Ratio::ONE)
            }
            Base::Atom(Atom::Group(sum)) => self.sum(sum, Ratio::ONE),
        }
    }
}

/// What a coefficient costs when the piece takes it in, where it can.
fn cost_inside(piece: &Piece<'_>, coef: i128) -> Option<isize> {
    let inside = |sum: &Sum| {
        let with = cost::of_sum(sum, Ratio::int(coef))? as isize;
        Some(with - cost::of_sum(sum, Ratio::ONE)? as isize)
    };
    match piece {
        Piece::Base(Base::Bracket(sum)) => inside(sum),
        Piece::Base(Base::Atom(Atom::Call(op, argument))) => match op {
            Op::Relu if coef > 0 => inside(argument),
            op if cost::is_odd(*op) && coef == -1 => inside(argument),
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

/// Whether one of the pieces can be negated for nothing.
fn takes_sign(pieces: &[Piece<'_>]) -> bool {
    pieces.iter().any(|piece| cost_inside(piece, -1).is_some_and(|cost| cost <= 0))
}

/// Whether it is a remainder that is shorter, or not much longer, with both
/// operands negated.
fn flips_with_both(op: Op, operands: &(Sum, Sum)) -> bool {
    let change = |sum: &Sum| {
        let with = cost::of_sum(sum, Ratio::MINUS_ONE)? as isize;
        Some(with - cost::of_sum(sum, Ratio::ONE)? as isize)
    };
    let both = || Some(change(&operands.0)? + change(&operands.1)?);
    op == Op::Mod && both().is_some_and(|change| change <= 0)
}

/// The place of a piece among others: that of its first factor.
fn piece_key<'a>(piece: &Piece<'a>) -> Option<(FactorKey, Base<'a>)> {
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
fn fraction<'a>(factors: Vec<(Base<'a>, i32)>) -> (Vec<Piece<'a>>, Vec<Piece<'a>>) {
    let (mut above, mut below) = (Vec::with_capacity(factors.len()), Vec::new());
    let (mut halves, mut magnitudes) = (Vec::new(), Vec::new());
    for (base, power) in factors {
        let odd = power % 2;
        match base {
            _ if odd == 0 => {}
            Base::Atom(Atom::Call(Op::Abs, argument)) => {
                magnitudes.push((base_of_sum(argument), odd));
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

/// The coefficient to take out of `by * sum`, and what is left as a multiple
/// of `sum`. The coefficient is negative if no part is positive.
fn factored(sum: &Sum, by: Ratio) -> Option<(Ratio, Ratio)> {
    let content = sum.content()?;
    let positive = |coef: Ratio| !coef.is_zero() && coef.is_negative() == by.is_negative();
    let some_positive =
        positive(sum.constant) || sum.entries.iter().any(|entry| positive(entry.coef));
    let coef = content.mul(by.abs()?)?;
    let coef = if some_positive { coef } else { coef.mul(Ratio::MINUS_ONE)? };
    Some((coef, by.mul(coef.inverse()?)?))
}

/// A copy with every coefficient times `by`.
fn scaled(sum: &Sum, by: Ratio) -> Option<Sum> {
    let mut copy = sum.clone();
    copy.constant = copy.constant.mul(by)?;
    for entry in &mut copy.entries {
        entry.coef = entry.coef.mul(by)?;
    }
    Some(copy)
}

/// `by * sum` as a coefficient and the sum that a bracket would hold.
fn bracketed(sum: &Sum, by: Ratio) -> Option<(Ratio, Sum)> {
    let content = sum.content()?;
    let content = if sum.leads_negative() { content.mul(Ratio::MINUS_ONE)? } else { content };
    Some((content.mul(by)?, scaled(sum, content.inverse()?)?))
}

/// The factors that all entries share, and the sum without them, if writing
/// them once is shorter.
fn common_factors(sum: &Sum) -> Option<(Vec<Factor>, Sum)> {
    if !sum.constant.is_zero() {
        return None;
    }
    let (first, others) = sum.entries.split_first()?;
    let mut common: Vec<Factor> = first
        .product
        .iter()
        .filter(|factor| others.iter().all(|entry| entry.product.contains(factor)))
        .cloned()
        .collect();
    // Taking out more never lengthens; find what makes it worth the while.
    let bare =
        |common: &[Factor]| sum.entries.iter().find(|entry| entry.product.len() == common.len());
    if let Some(entry) = bare(&common)
        && let [Factor { atom: Atom::Prev(_) | Atom::N | Atom::Const(_), power: 1 }] =
            common.as_slice()
        && entry.coef.is_unit()
        && sum.entries.len() == 2
    {
        // n*x + n is as long as n*(x + 1).
        common.clear();
    }
    if common.is_empty() {
        return None;
    }
    let mut rest = Sum { entries: Vec::with_capacity(sum.entries.len()), constant: Ratio::ZERO };
    for entry in &sum.entries {
        let product: Vec<Factor> =
            entry.product.iter().filter(|factor| !common.contains(factor)).cloned().collect();
        if product.is_empty() {
            rest.constant = entry.coef;
        } else {
            rest.entries.push(Entry { product, coef: entry.coef });
        }
    }
    rest.entries.sort();
    Some((common, rest))
}
