//! What expressions are made of, and what they are computed in.

use ansatz_expr::{Domain, Expr, NamedConst, Node, Op};

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
    /// Several tokens that count as one word, and the index of the first term at
    /// which they have a value.
    Written(&'static Expr, u16),
}

impl Leaf {
    pub(super) fn bits(self) -> Bits {
        match self {
            Leaf::N => price::N_BITS,
            Leaf::Int(value) => price::int_bits(value.into()),
            Leaf::Named(constant) => price::named_bits(constant),
            Leaf::Prev(back) => price::prev_bits(back),
            Leaf::Written(law, _) => law.nodes().iter().map(price::node_bits).sum(),
        }
    }

    /// Its one token.
    pub(super) fn node(self) -> Option<Node> {
        match self {
            Leaf::N => Some(Node::N),
            Leaf::Int(value) => Some(Node::Int(value.into())),
            Leaf::Named(constant) => Some(Node::Const(constant)),
            Leaf::Prev(back) => Some(Node::Prev(back)),
            Leaf::Written(..) => None,
        }
    }

    pub(super) fn write(self, nodes: &mut Vec<Node>) {
        match self {
            Leaf::Written(law, _) => nodes.extend(law.nodes()),
            leaf => nodes.extend(leaf.node()),
        }
    }

    /// Whether it is these tokens.
    pub(super) fn is(self, law: &Expr) -> bool {
        matches!(self, Leaf::Written(written, _) if written == law)
    }
}

/// How an entry of the bank was made.
#[derive(Debug, Clone, Copy)]
pub(super) enum Origin {
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
