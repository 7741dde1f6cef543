//! Evaluation of laws with constructs: computed indices, conditions, binders
//! and floors.
//!
//! A law is cut into blocks. Within a block everything is computed, from the
//! back to the front; a construct decides which of its own blocks are computed,
//! how often, and with which bound variable. Every node that is computed counts,
//! so that no law takes more than [`MAX_STEPS`].

use crate::arith::Factors;
use crate::expr::first_tree_len;
use crate::int::Integer;
use crate::op::{Construct, Fault};
use crate::{Error, Int, Node, Op, real};

/// How many nodes an evaluation may compute; expensive functions count for
/// many.
pub(crate) const MAX_STEPS: u64 = 2_000_000;

/// Why there is no value in a type.
pub(crate) enum Failure {
    /// Something needs more bits: the wide evaluation has the word.
    TooNarrow,
    /// Whatever the width.
    Wrong(Error),
}

/// A subtree without the blocks of the constructs in it.
pub(crate) struct Block<'a> {
    nodes: &'a [Node],
    /// The outermost constructs, first to last.
    calls: Vec<Call<'a>>,
    /// What it costs to compute it once, its constructs aside.
    steps: u64,
}

/// A construct with its operands.
struct Call<'a> {
    op: Op,
    construct: Construct,
    /// Its nodes are those from here up to `end`.
    start: usize,
    end: usize,
    operands: Vec<Block<'a>>,
}

impl<'a> Block<'a> {
    /// Recursive, but constructs are nested at most
    /// [`MAX_CONSTRUCTS`](crate::expr::MAX_CONSTRUCTS) deep.
    pub(crate) fn new(nodes: &'a [Node]) -> Block<'a> {
        let mut block = Block { nodes, calls: Vec::new(), steps: 0 };
        let mut start = 0;
        while let Some(&node) = nodes.get(start) {
            block.steps += 1;
            let Node::Op(op) = node else {
                start += 1;
                continue;
            };
            block.steps += u64::from(op.row().work);
            let Some(construct) = op.construct() else {
                start += 1;
                continue;
            };
            let mut end = start + 1;
            let mut operands = Vec::with_capacity(op.arity());
            for _ in 0..op.arity() {
                let rest = nodes.get(end..).unwrap_or_default();
                let length = first_tree_len(rest);
                operands.push(Block::new(rest.get(..length).unwrap_or_default()));
                end += length;
            }
            block.calls.push(Call { op, construct, start, end, operands });
            start = end;
        }
        block
    }
}

/// What the leaves stand for, and what has been spent.
pub(crate) struct Machine<'a, T, H> {
    pub(crate) history: &'a [H],
    pub(crate) narrow: fn(H) -> Option<T>,
    /// The values of the bound variables, innermost last.
    bound: Vec<T>,
    /// Operands that wait, of all blocks being computed.
    stack: Vec<T>,
    steps: u64,
}

impl<'a, T: Integer, H: Copy> Machine<'a, T, H> {
    pub(crate) fn new(history: &'a [H], narrow: fn(H) -> Option<T>) -> Self {
        Machine { history, narrow, bound: Vec::new(), stack: Vec::new(), steps: 0 }
    }

    fn spend(&mut self, steps: u64) -> Result<(), Failure> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > MAX_STEPS {
            return Err(Failure::Wrong(Error::TooMuchWork { limit: MAX_STEPS }));
        }
        Ok(())
    }

    pub(crate) fn block(&mut self, block: &Block<'_>) -> Result<T, Failure> {
        self.spend(block.steps)?;
        let mut calls = block.calls.iter().rev().peekable();
        let mut index = block.nodes.len();
        while let Some(before) = index.checked_sub(1) {
            if let Some(call) = calls.next_if(|call| call.end == index) {
                let value = self.call(call)?;
                self.stack.push(value);
                index = call.start;
                continue;
            }
            index = before;
            let Some(&node) = block.nodes.get(index) else { break };
            let value = match node {
                Node::Op(op) => {
                    let mut operand = || self.stack.pop().ok_or(Failure::TooNarrow);
                    let a = operand()?;
                    let b = if op.arity() > 1 { operand()? } else { a };
                    let value = if op.arity() > 2 {
                        op.apply_three(a, b, operand()?)
                    } else {
                        op.apply_integer(a, b)
                    };
                    value
                        .unwrap_or(Err(Fault::OutOfDomain))
                        .map_err(|fault| failed(op, fault, a, b))?
                }
                leaf => self.leaf(leaf)?,
            };
            self.stack.push(value);
        }
        self.stack.pop().ok_or(Failure::TooNarrow)
    }

    fn leaf(&self, leaf: Node) -> Result<T, Failure> {
        let index = self.history.len();
        let value = match leaf {
            Node::Int(value) => T::from_wide(value),
            Node::N => T::from_i128(index as i128 + 1),
            Node::Prev(back) => match index.checked_sub(back.into()) {
                Some(position) => return self.term(position),
                None => {
                    return Err(Failure::Wrong(Error::MissingTerm { back, index: index + 1 }));
                }
            },
            Node::Bound(back) => {
                let position = self.bound.len().checked_sub(usize::from(back) + 1);
                let value = position.and_then(|position| self.bound.get(position)).copied();
                return value.ok_or(Failure::Wrong(Error::Unbound));
            }
            other => return Err(Failure::Wrong(crate::eval::not_an_integer(other))),
        };
        value.ok_or(Failure::TooNarrow)
    }

    /// The term at a position, from 0.
    fn term(&self, position: usize) -> Result<T, Failure> {
        let term = self.history.get(position).copied();
        term.and_then(self.narrow).ok_or(Failure::TooNarrow)
    }

    fn call(&mut self, call: &Call<'_>) -> Result<T, Failure> {
        let [first, rest @ ..] = call.operands.as_slice() else { return Err(Failure::TooNarrow) };
        if let Construct::Floor | Construct::PartialQuotient = call.construct {
            let place = match rest.first() {
                Some(place) => Some(self.block(place)?),
                None => None,
            };
            return self.floor(call, first, place);
        }
        let a = self.block(first)?;
        match (call.construct, rest) {
            (Construct::At, _) => self.at(a),
            (Construct::If, [then, otherwise]) => {
                self.block(if a.is_zero() { otherwise } else { then })
            }
            (Construct::Least, [condition]) => {
                let mut candidate = a;
                loop {
                    candidate = next(candidate)?;
                    if !self.with(candidate, condition)?.is_zero() {
                        return Ok(candidate);
                    }
                }
            }
            (Construct::Sum | Construct::Product, [to, body]) => {
                let to = self.block(to)?;
                let is_sum = call.construct == Construct::Sum;
                let mut total = T::from_small(if is_sum { 0 } else { 1 });
                let mut k = a;
                while k <= to {
                    let value = self.with(k, body)?;
                    let joined =
                        if is_sum { total.checked_add(value) } else { total.checked_mul(value) };
                    total = joined.ok_or_else(|| failed(call.op, Fault::Overflow, total, value))?;
                    k = next(k)?;
                }
                Ok(total)
            }
            (Construct::SumDivisors | Construct::ProductDivisors, [body]) => {
                let is_sum = call.construct == Construct::SumDivisors;
                let mut total = T::from_small(if is_sum { 0 } else { 1 });
                for divisor in divisors(a).map_err(|fault| failed(call.op, fault, a, a))? {
                    let divisor = T::from_i128(divisor.into()).ok_or(Failure::TooNarrow)?;
                    let value = self.with(divisor, body)?;
                    let joined =
                        if is_sum { total.checked_add(value) } else { total.checked_mul(value) };
                    total = joined.ok_or_else(|| failed(call.op, Fault::Overflow, total, value))?;
                }
                Ok(total)
            }
            _ => Err(Failure::TooNarrow),
        }
    }

    /// A block with one more bound variable.
    fn with(&mut self, value: T, block: &Block<'_>) -> Result<T, Failure> {
        self.bound.push(value);
        let result = self.block(block);
        self.bound.pop();
        result
    }

    /// `u(index)`, for the terms before this one.
    fn at(&self, index: T) -> Result<T, Failure> {
        let here = self.history.len() + 1;
        let place = index.to_i128().and_then(|place| usize::try_from(place).ok());
        match place.and_then(|place| place.checked_sub(1)).filter(|place| *place + 1 < here) {
            Some(position) => self.term(position),
            None => {
                let term = index.to_f64();
                Err(Failure::Wrong(Error::MissingIndex { term, index: here }))
            }
        }
    }

    fn floor(
        &mut self,
        call: &Call<'_>,
        block: &Block<'_>,
        place: Option<T>,
    ) -> Result<T, Failure> {
        let items = self.items(block)?;
        self.spend(items.len() as u64 * 200)?;
        let value = match place {
            None => real::floor(&items),
            Some(place) => {
                let place = place.to_i128().and_then(|place| usize::try_from(place).ok());
                real::partial_quotient(&items, place.unwrap_or(0))
            }
        };
        match value {
            Ok(value) => T::from_wide(value).ok_or(Failure::TooNarrow),
            Err(real::Trouble::Undecided) => Err(Failure::Wrong(Error::Undecided { op: call.op })),
            Err(real::Trouble::Fault(fault, operand)) => {
                Err(Failure::Wrong(crate::eval::explain(fault, call.op, operand, operand)))
            }
        }
    }

    /// The real expression with everything that is an integer computed. What
    /// floats have is left to them, and so are its operands; below anything
    /// else all is integer.
    fn items(&mut self, block: &Block<'_>) -> Result<Vec<real::Item>, Failure> {
        let mut items = Vec::with_capacity(block.nodes.len());
        let mut start = 0;
        while let Some(&node) = block.nodes.get(start) {
            let item = match node {
                // A power has an integer exponent here, and an integer base.
                Node::Op(op) if op != Op::Pow && op.exists_in(crate::Domain::Float) => {
                    start += 1;
                    real::Item::Op(op)
                }
                Node::Op(_) => {
                    let rest = block.nodes.get(start..).unwrap_or_default();
                    let length = first_tree_len(rest);
                    let tree = rest.get(..length).unwrap_or_default();
                    start += length;
                    real::Item::Int(self.block(&Block::new(tree))?.to_wide())
                }
                Node::Const(constant) => {
                    start += 1;
                    real::Item::Const(constant)
                }
                leaf => {
                    start += 1;
                    real::Item::Int(self.leaf(leaf)?.to_wide())
                }
            };
            items.push(item);
        }
        Ok(items)
    }
}

fn next<T: Integer>(value: T) -> Result<T, Failure> {
    value.checked_add(T::from_small(1)).ok_or(Failure::TooNarrow)
}

#[cold]
fn failed<T: Integer>(op: Op, fault: Fault, a: T, b: T) -> Failure {
    match fault {
        Fault::Overflow if !T::IS_WIDE => Failure::TooNarrow,
        fault => Failure::Wrong(crate::eval::explain(fault, op, a.to_f64(), b.to_f64())),
    }
}

/// The divisors of a positive number, in no particular order.
fn divisors<T: Integer>(n: T) -> Result<Vec<u64>, Fault> {
    if n.is_negative() || n.is_zero() {
        return Err(Fault::OutOfDomain);
    }
    let n = n.to_i128().and_then(|n| u64::try_from(n).ok()).ok_or(Fault::Overflow)?;
    let factors = Factors::of(n).ok_or(Fault::Overflow)?;
    let mut divisors = vec![1u64];
    for &(prime, power) in factors.powers() {
        let so_far = divisors.len();
        let mut scale = 1;
        for _ in 0..power {
            scale *= prime;
            for index in 0..so_far {
                if let Some(&divisor) = divisors.get(index) {
                    divisors.push(divisor * scale);
                }
            }
        }
    }
    Ok(divisors)
}

/// The wide value of a law with constructs.
pub(crate) fn evaluate_wide(nodes: &[Node], history: &[Int]) -> Result<Int, Error> {
    let mut machine = Machine::new(history, Some);
    match machine.block(&Block::new(nodes)) {
        Ok(value) => Ok(value),
        Err(Failure::Wrong(error)) => Err(error),
        // Nothing is too narrow there but what no integer holds.
        Err(Failure::TooNarrow) => Err(Error::TermTooLarge { value: f64::INFINITY }),
    }
}
