//! From the sum of products back to a tree, as short as the form allows.

use super::cost;
use super::order::summand_key;
use super::pieces::{
    Base, Piece, cost_inside, flips_with_both, fraction, piece_key, shorter_root, takes_sign,
};
use super::ratio::{Ratio, exact_sqrt};
use super::term::{Atom, Entry, Factor, Sum};
use crate::{Expr, Int, NamedConst, Node, Op, sort};

/// Writes prefix nodes. Once there are too many it stops: the result would be
/// discarded.
pub(super) struct Emitter {
    words: Vec<OutputNode>,
}

/// A node in a quarter of its space: most of what is written is discarded.
pub(super) enum OutputNode {
    Op(Op),
    Int(i128),
    Real(f64),
    Const(NamedConst),
    N,
    Prev(u16),
    Bound(u8),
    Wide(Box<Int>),
}

impl OutputNode {
    pub fn node(&self) -> Node {
        match self {
            OutputNode::Op(op) => Node::Op(*op),
            OutputNode::Int(value) => Node::Int((*value).into()),
            OutputNode::Real(value) => Node::Real(*value),
            OutputNode::Const(constant) => Node::Const(*constant),
            OutputNode::N => Node::N,
            OutputNode::Prev(back) => Node::Prev(*back),
            OutputNode::Bound(binder) => Node::Bound(*binder),
            OutputNode::Wide(value) => Node::Int(**value),
        }
    }
}

/// The tree in prefix order, unless it is larger than an [`Expr`] may be.
pub(super) fn emit(sum: &Sum) -> Option<Vec<OutputNode>> {
    let mut emitter = Emitter { words: Vec::with_capacity(24) };
    emitter.sum(sum, Ratio::ONE)?;
    Some(emitter.words)
}

impl Emitter {
    fn op(&mut self, op: Op) -> Option<()> {
        self.word(OutputNode::Op(op))
    }

    fn int(&mut self, value: i128) -> Option<()> {
        self.word(OutputNode::Int(value))
    }

    fn word(&mut self, word: OutputNode) -> Option<()> {
        self.words.push(word);
        (self.words.len() <= Expr::MAX_NODES).then_some(())
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
                common.iter().map(|factor| (Base::of_atom(&factor.atom), factor.power)).collect();
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
        sort::by_key(&mut keyed, |(key, _)| *key);
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
        let factors =
            entry.product.iter().map(|factor| (Base::of_atom(&factor.atom), factor.power));
        self.monomial(coef, factors.collect())
    }

    /// A coefficient times powers.
    fn monomial(&mut self, coef: Ratio, factors: Vec<(Base<'_>, i32)>) -> Option<()> {
        if let [(base, 1)] = factors.as_slice()
            && coef.is_one()
        {
            return self.base(*base);
        }
        if let Some(root) = shorter_root(coef, &factors) {
            let halves = factors.into_iter().map(|(base, power)| (base, power / 2));
            self.op(Op::Sqr)?;
            return self.monomial(root, halves.collect());
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
        sort::by_key(&mut pieces, piece_key);
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
                self.word(OutputNode::Real(coef as f64 * f64::from_bits(*bits)))
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
            Base::Atom(Atom::Prev(back)) => self.word(OutputNode::Prev(*back)),
            Base::Atom(Atom::N) => self.word(OutputNode::N),
            Base::Atom(Atom::Const(constant)) => self.word(OutputNode::Const(*constant)),
            Base::Atom(Atom::Real(bits)) => self.word(OutputNode::Real(f64::from_bits(*bits))),
            Base::Atom(Atom::Wide(value)) => self.word(OutputNode::Wide(value.clone())),
            Base::Atom(Atom::Call(op, argument)) => {
                self.op(*op)?;
                self.sum(argument, Ratio::ONE)
            }
            Base::Atom(Atom::Call2(op, operands)) => {
                self.op(*op)?;
                self.sum(&operands.0, Ratio::ONE)?;
                self.sum(&operands.1, Ratio::ONE)
            }
            Base::Atom(Atom::Construct(op, operands)) => {
                self.op(*op)?;
                operands.iter().try_for_each(|operand| self.sum(operand, Ratio::ONE))
            }
            Base::Atom(Atom::Bound(binder)) => self.word(OutputNode::Bound(*binder)),
            Base::Atom(Atom::Group(sum)) => self.sum(sum, Ratio::ONE),
        }
    }
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
    sort::by(&mut rest.entries, Ord::cmp);
    Some((common, rest))
}
