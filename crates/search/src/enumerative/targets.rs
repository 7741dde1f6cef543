//! What a law may be after its outermost operand is taken off.

use ansatz_expr::Op;

use super::bank::Bank;
use super::frame::{Prints, trace};
use super::index::{Filter, Index, key};
use super::pieces::Piece;

/// How the operand x and the rest e make the law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrap {
    /// `x + e`
    Plus,
    /// `e - x`
    Minus,
    /// `x - e`
    From,
    /// `x · e`
    Times,
    /// `e // x`, without remainder
    Over,
}

impl Wrap {
    pub(super) const ALL: [Wrap; 5] =
        [Wrap::Plus, Wrap::Minus, Wrap::From, Wrap::Times, Wrap::Over];

    fn op(self) -> Op {
        match self {
            Wrap::Plus => Op::Add,
            Wrap::Minus | Wrap::From => Op::Sub,
            Wrap::Times => Op::Mul,
            Wrap::Over => Op::Idiv,
        }
    }

    /// The e that makes the term t.
    fn rest(self, t: i64, x: i64) -> Option<i64> {
        match self {
            Wrap::Plus => t.checked_sub(x),
            Wrap::Minus => t.checked_add(x),
            Wrap::From => x.checked_sub(t),
            Wrap::Times if x == 0 || t.wrapping_rem(x) != 0 => None,
            Wrap::Times => t.checked_div(x),
            Wrap::Over if x == 0 => None,
            Wrap::Over => t.checked_mul(x),
        }
    }
}

/// What is around the rest of a law.
#[derive(Debug, Clone, Copy)]
pub(super) enum Around {
    /// Nothing: the rest is the law.
    Nothing,
    /// An operator and an expression of the bank.
    Operand(Wrap, u32),
    /// What was written before and after the rest.
    Written(Piece, Piece),
}

/// One target: the terms themselves, or what is left of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Target {
    pub(super) around: Around,
    /// Price of what was taken off.
    pub(super) bits: u32,
    /// The first window on which it is defined.
    pub(super) start: usize,
}

impl Target {
    /// The law in pieces, given those of the rest.
    pub(super) fn law(&self, rest: &[Piece]) -> Vec<Piece> {
        let mut pieces = Vec::with_capacity(rest.len() + 2);
        match self.around {
            Around::Nothing => pieces.extend_from_slice(rest),
            Around::Written(before, after) => {
                pieces.push(before);
                pieces.extend_from_slice(rest);
                pieces.push(after);
            }
            Around::Operand(wrap, x) => {
                pieces.push(Piece::Op(wrap.op()));
                if matches!(wrap, Wrap::Minus | Wrap::Over) {
                    pieces.extend_from_slice(rest);
                    pieces.push(Piece::Known(x));
                } else {
                    pieces.push(Piece::Known(x));
                    pieces.extend_from_slice(rest);
                }
            }
        }
        pieces
    }
}

/// Targets by price, the terms themselves first; no two alike.
pub(super) struct Targets {
    stride: usize,
    all: Vec<Target>,
    values: Vec<i64>,
    index: Index,
    filter: Filter,
}

impl Targets {
    /// Bytes a target takes at most, vectors and tables growing.
    pub(super) fn bytes_each(bank: &Bank<i64>) -> usize {
        let entry = size_of::<Target>() + bank.frame.len() * size_of::<i64>();
        2 * entry + Index::peak_bytes(1024) * bank.frame.windows().len() / 1024
    }

    /// The terms, and what is left when one of the first expressions of the
    /// bank is taken off, up to `limit` targets.
    pub(super) fn new(bank: &Bank<i64>, terms: &[i64], limit: usize) -> Targets {
        let mut targets = Targets {
            stride: bank.frame.len(),
            all: Vec::new(),
            values: Vec::new(),
            index: Index::new(),
            filter: Filter::new(17),
        };
        let mut scratch = vec![0; bank.frame.len()];
        if let Some(prints) = trace(&bank.frame, 0, terms, terms, &mut scratch, |t, _| Some(t)) {
            targets.add(
                bank,
                Target { around: Around::Nothing, bits: 0, start: 0 },
                &prints,
                &scratch,
            );
        }
        for x in 0..bank.len() {
            for wrap in Wrap::ALL {
                if targets.all.len() >= limit {
                    return targets;
                }
                let rule = |t, x| wrap.rest(t, x);
                let first = bank.start(x);
                if let Some(prints) =
                    trace(&bank.frame, first, terms, bank.values(x), &mut scratch, rule)
                {
                    let bits = bank.price(&[Piece::Op(wrap.op()), Piece::Known(x)]);
                    let around = Around::Operand(wrap, x);
                    let target = Target { around, bits, start: prints.start };
                    targets.add(bank, target, &prints, &scratch);
                }
            }
        }
        targets
    }

    /// Takes one more, unless a target has the same values.
    pub(super) fn add(
        &mut self,
        bank: &Bank<i64>,
        target: Target,
        prints: &Prints,
        values: &[i64],
    ) {
        if prints.at(prints.start).is_some_and(|print| self.find(prints.start, print).is_some()) {
            return;
        }
        let id = self.all.len() as u32;
        for window in prints.start..bank.frame.windows().len() {
            if let Some(print) = prints.at(window) {
                self.index.insert(key(window, print), id);
            }
        }
        self.filter.insert(prints.last(&bank.frame));
        self.values.extend_from_slice(values);
        self.all.push(target);
    }

    pub(super) fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Target>()
            + self.values.capacity() * size_of::<i64>()
            + self.index.bytes()
            + self.filter.bytes()
    }

    pub(super) fn all(&self) -> &[Target] {
        &self.all
    }

    pub(super) fn get(&self, id: u32) -> Option<&Target> {
        self.all.get(id as usize)
    }

    pub(super) fn values(&self, id: u32) -> &[i64] {
        let from = id as usize * self.stride;
        self.values.get(from..from + self.stride).unwrap_or_default()
    }

    /// Whether a target may have this print on the last window.
    #[inline(always)]
    pub(super) fn may_know(&self, print: u64) -> bool {
        self.filter.may_contain(print)
    }

    /// The cheapest target with this print on a window.
    pub(super) fn find(&self, window: usize, print: u64) -> Option<u32> {
        self.index.get(key(window, print))
    }
}
