//! Simplifying: the same value, shorter and in one order.
//!
//! An expression is read into a sum of products ([`term`]), in which like
//! terms and factors meet, and written back as a tree ([`emit`]). On the way
//! every operator is built by a function that knows its rules: [`arith`] for
//! sums, products and powers, [`functions`] for functions of one argument,
//! [`division`] for floored quotients and remainders, with [`range`] to decide
//! signs.
//!
//! The result has the value of the original wherever that is defined; it may
//! be defined on more inputs (`u1 - u1` needs no `u1`), look back less far,
//! and is never longer. Two limits:
//!
//! - Values are kept as numbers, not as roundings: a float law may differ in
//!   its last digits, and where the original cancels catastrophically in more
//!   than those.
//! - Operations are reordered, so an intermediate value may overflow (704 bits
//!   for integers, 10^308 for floats) that did not before. That needs
//!   intermediate values in the original of more than 10^100.
//!
//! Constants in the result are computed in 128 bits; where these do not hold
//! one, the expression stays as it is.

mod arith;
mod cost;
mod division;
mod emit;
mod functions;
mod order;
mod pieces;
mod range;
mod ratio;
mod term;

use std::cell::Cell;

use crate::{Domain, Expr, Node, Op, View};
use emit::OutputNode;
use term::{Atom, Sum};

/// Expressions nested deeper than this are left alone: the rules recurse, and
/// a browser's stack is small. Long sums and products do not count as deep.
const MAX_NESTING: usize = 100;

/// How often a rewritten expression is rewritten again. Two passes are the
/// rule: the second finds nothing left to do.
const MAX_PASSES: usize = 10;

/// What a real constant counts for in [`Expr::complexity`].
const REAL_LENGTH: usize = 17;

/// How far down operands are rewritten on their own if the whole gets longer.
const MAX_OPERAND_DEPTH: usize = 16;

/// What is done with brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Products of sums are multiplied out.
    Expanded,
    /// Constants are multiplied into sums.
    Scaled,
    /// Brackets stay.
    Bracketed,
}

/// Builds sums of products in one style.
struct Builder {
    style: Style,
    /// Whether a sum was a factor: `Expanded` would do otherwise.
    brackets: Cell<bool>,
    /// Whether a constant was multiplied into a sum: `Bracketed` would not.
    distributed: Cell<bool>,
}

impl Expr {
    /// A shorter expression with the same value, or the expression itself:
    /// constants folded, like terms collected, operands in the order people
    /// expect. It equals the original wherever that is defined.
    ///
    /// ```
    /// use ansatz_expr::{Domain, Expr};
    /// let law = Expr::from_words("add u1 add u1 1".split(' '))?;
    /// assert_eq!(law.simplify(Domain::Integer).to_words().join(" "), "add mul 2 u1 1");
    /// # Ok::<(), ansatz_expr::Error>(())
    /// ```
    pub fn simplify(&self, domain: Domain) -> Expr {
        if !self.exists_in(domain) || nesting(self.nodes()) > MAX_NESTING {
            return self.clone();
        }
        // What has been rewritten may be rewritten further. It never gets
        // longer, so it comes to rest, or goes round among equals.
        let first = rewrite(self, MAX_OPERAND_DEPTH);
        if first == *self {
            return first;
        }
        let mut steps = vec![first];
        while let Some(last) = steps.last()
            && steps.len() < MAX_PASSES
        {
            let next = rewrite(last, MAX_OPERAND_DEPTH);
            if let Some(start) = steps.iter().position(|step| *step == next) {
                let round = steps.into_iter().skip(start);
                return round.min_by_key(Expr::to_words).unwrap_or(next);
            }
            steps.push(next);
        }
        steps.pop().unwrap_or_else(|| self.clone())
    }

    /// Whether the two are the same up to simplification. Different answers
    /// may still be the same function: this is a comparison, not a proof.
    pub fn equivalent(&self, other: &Expr, domain: Domain) -> bool {
        if self == other {
            return true;
        }
        let canonical = |expr: &Expr| {
            if !expr.exists_in(domain) || nesting(expr.nodes()) > MAX_NESTING {
                return None;
            }
            Builder::new(Style::Expanded).read(expr.nodes())
        };
        match (canonical(self), canonical(other)) {
            (Some(a), Some(b)) if a == b => true,
            _ => self.simplify(domain) == other.simplify(domain),
        }
    }
}

/// One pass: the shortest of the styles, unless the expression is shorter.
fn rewrite(expr: &Expr, depth: usize) -> Expr {
    let builder = Builder::new(Style::Scaled);
    let scaled = builder.rewrite(expr);
    let other = |style, worth_trying: &Cell<bool>| {
        if worth_trying.get() { Builder::new(style).rewrite(expr) } else { None }
    };
    let expanded = other(Style::Expanded, &builder.brackets);
    let bracketed = other(Style::Bracketed, &builder.distributed);
    // Of equally good ones the first: the fewer brackets, the fewer ways there
    // are to write the same.
    let best = [expanded, scaled, bracketed]
        .into_iter()
        .flatten()
        .map(|words| (length(&words), words))
        .min_by_key(|(length, _)| *length);
    match best {
        Some(((complexity, _), words)) if complexity <= expr.complexity() => {
            // Rewriting keeps a tree a tree, and each variable below its binder.
            Expr::unchecked(words.iter().map(OutputNode::node).collect())
        }
        _ => rewrite_operands(expr, depth),
    }
}

/// What is to be small: [`Expr::complexity`], then the number of negative
/// constants, since signs are hard to read.
fn length(words: &[OutputNode]) -> (usize, usize) {
    let (mut complexity, mut negatives) = (0, 0);
    for word in words {
        let (length, negative) = match word {
            OutputNode::Int(value) => (ratio::digits(*value), *value < 0),
            OutputNode::Wide(value) => (value.abs().to_string().len(), value.is_negative()),
            OutputNode::Real(value) => (REAL_LENGTH, *value < 0.0),
            _ => (1, false),
        };
        complexity += length;
        negatives += usize::from(negative);
    }
    (complexity, negatives)
}

/// For when the whole would get longer: every operand on its own.
fn rewrite_operands(expr: &Expr, depth: usize) -> Expr {
    if depth == 0 {
        return expr.clone();
    }
    let rewritten = match expr.root().view() {
        View::Leaf(_) => return expr.clone(),
        View::Unary(op, _) | View::Binary(op, ..) | View::Ternary(op, _) => {
            let mut nodes = vec![Node::Op(op)];
            for tree in expr.root().operands().iter() {
                nodes.extend_from_slice(rewrite(&tree.to_expr(), depth - 1).nodes());
            }
            nodes
        }
    };
    Expr::unchecked(rewritten.into())
}

impl Builder {
    fn new(style: Style) -> Builder {
        Builder { style, brackets: Cell::new(false), distributed: Cell::new(false) }
    }

    fn note_brackets(&self) {
        self.brackets.set(true);
    }

    fn note_distributed(&self) {
        self.distributed.set(true);
    }

    fn rewrite(&self, expr: &Expr) -> Option<Vec<OutputNode>> {
        emit::emit(&self.read(expr.nodes())?)
    }

    /// Reads prefix nodes backwards: operands come before their operator.
    fn read(&self, nodes: &[Node]) -> Option<Sum> {
        let mut stack: Vec<Sum> = Vec::with_capacity(8);
        for node in nodes.iter().rev() {
            let sum = match node {
                Node::Op(op) if op.construct().is_some() || op.arity() > 2 => {
                    let operands = (0..op.arity()).map(|_| stack.pop());
                    self.construct(*op, operands.collect::<Option<Vec<Sum>>>()?)?
                }
                Node::Op(op) if op.arity() == 1 => {
                    let argument = stack.pop()?;
                    self.unary(*op, argument)?
                }
                Node::Op(op) => {
                    let (a, b) = (stack.pop()?, stack.pop()?);
                    self.binary(*op, a, b)?
                }
                leaf => read_leaf(leaf)?,
            };
            stack.push(sum);
        }
        stack.pop()
    }

    fn binary(&self, op: Op, a: Sum, b: Sum) -> Option<Sum> {
        match op {
            Op::Add => self.add(a, b),
            Op::Sub => {
                let negative = self.negate(b)?;
                self.add(a, negative)
            }
            Op::Mul => self.mul(a, b),
            Op::Div => {
                let inverse = self.pow(b, -1)?;
                self.mul(a, inverse)
            }
            Op::Idiv => self.idiv(a, b),
            Op::Mod => self.modulo(a, b),
            _ => self.call2(op, a, b),
        }
    }
}

fn read_leaf(node: &Node) -> Option<Sum> {
    Some(match node {
        Node::Int(value) => match value.to_i128() {
            Some(value) => Sum::int(value),
            None => Sum::atom(Atom::Wide(Box::new(*value))),
        },
        Node::Real(value) => return arith::real(*value),
        Node::Const(constant) => Sum::atom(Atom::Const(*constant)),
        Node::N => Sum::atom(Atom::N),
        Node::Prev(back) => Sum::atom(Atom::Prev(*back)),
        Node::Bound(binder) => Sum::atom(Atom::Bound(*binder)),
        Node::Op(_) => return None,
    })
}

/// How deeply functions, sums and products are nested in each other.
fn nesting(nodes: &[Node]) -> usize {
    /// Operators that merge with others of their kind.
    fn kind(op: Op) -> u8 {
        match op {
            Op::Add | Op::Sub => 1,
            Op::Mul | Op::Div => 2,
            _ => 0,
        }
    }
    let mut deepest = 0;
    // For each subtree still to come: its depth and the kind around it.
    let mut pending = vec![(0, 0)];
    for node in nodes {
        let Some((depth, around)) = pending.pop() else { break };
        if let Node::Op(op) = node {
            let kind = kind(*op);
            let depth = if kind != 0 && kind == around { depth } else { depth + 1 };
            deepest = deepest.max(depth);
            pending.extend(std::iter::repeat_n((depth, kind), op.arity()));
        }
    }
    deepest
}
