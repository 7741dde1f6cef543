//! What expressions are made of, and what they are computed in.

use ansatz_expr::{Domain, NamedConst, Node, Op};

use crate::price::{self, Bits};

/// A value that expressions are evaluated in.
pub(super) trait BankValue: Copy + Default + PartialEq {
    const DOMAIN: Domain;
    fn apply(op: Op, a: Self, b: Self) -> Option<Self>;
    /// Equal values have equal digests; so should values that differ by no
    /// more than rounding.
    fn digest(self) -> u64;
}

impl BankValue for i64 {
    const DOMAIN: Domain = Domain::Integer;
    #[inline(always)]
    fn apply(op: Op, a: i64, b: i64) -> Option<i64> {
        op.apply_word(a, b)
    }
    #[inline(always)]
    fn digest(self) -> u64 {
        self as u64
    }
}

/// An expression without operands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Leaf {
    N,
    Int(i64),
    Named(NamedConst),
    Prev(u16),
}

impl Leaf {
    pub(super) fn bits(self) -> Bits {
        match self {
            Leaf::N => price::N_BITS,
            Leaf::Int(value) => price::int_bits(value.into()),
            Leaf::Named(constant) => price::named_bits(constant),
            Leaf::Prev(back) => price::prev_bits(back),
        }
    }

    pub(super) fn node(self) -> Node {
        match self {
            Leaf::N => Node::N,
            Leaf::Int(value) => Node::Int(value.into()),
            Leaf::Named(constant) => Node::Const(constant),
            Leaf::Prev(back) => Node::Prev(back),
        }
    }
}

/// How an entry of the bank was made.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pattern {
    Leaf(Leaf),
    Unary(Op, u32),
    Binary(Op, u32, u32),
}

/// One part of a law in prefix order: an operator, a constant that was
/// inferred, an expression of the bank, or tokens that were written elsewhere.
#[derive(Debug, Clone, Copy)]
pub(super) enum Piece {
    Op(Op),
    Int(i64),
    Known(u32),
    Written(u32),
}
