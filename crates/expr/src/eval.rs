//! Evaluation of an expression at the term that follows a history.

use crate::op::Fault;
use crate::{Domain, Error, Expr, Int, Node, Op};

/// What a term can be: [`Int`] or `f64`.
pub trait Value: Copy + PartialEq + std::fmt::Debug + sealed::Evaluate {
    /// The domain of such terms.
    const DOMAIN: Domain;
}

impl Value for Int {
    const DOMAIN: Domain = Domain::Integer;
}

impl Value for f64 {
    const DOMAIN: Domain = Domain::Float;
}

impl Expr {
    /// The value of the expression for the term after `history`: `history`
    /// holds u(1), u(2), …, so n is one more than its length.
    ///
    /// Integers are exact. Their result is at most 10^100 in magnitude
    /// ([`Error::TermTooLarge`] otherwise); what is passed through on the way
    /// may be as large as an [`Int`] holds.
    pub fn eval<T: Value>(&self, history: &[T]) -> Result<T, Error> {
        T::evaluate(self.nodes(), history)
    }
}

mod sealed {
    use crate::{Error, Node};

    pub trait Evaluate: Sized {
        fn evaluate(nodes: &[Node], history: &[Self]) -> Result<Self, Error>;
        /// The term as a constant, to print it.
        fn to_node(self) -> Node;
        /// The term that a constant stands for; `None` if it is no such term.
        fn from_node(node: Node) -> Option<Self>;
    }
}

/// `u(n-back)`.
fn earlier<T: Copy>(history: &[T], back: u16) -> Result<T, Error> {
    history
        .len()
        .checked_sub(back.into())
        .and_then(|position| history.get(position))
        .copied()
        .ok_or(Error::MissingTerm { back, index: history.len() + 1 })
}

fn wrong_domain(op: Op, domain: Domain) -> Error {
    Error::WrongDomain { what: op.name().to_owned(), domain }
}

#[cold]
fn explain(fault: Fault, op: Op, a: f64, b: f64) -> Error {
    match fault {
        Fault::DivisionByZero => {
            Error::DivisionByZero { op, dividend: if op.arity() == 2 { a } else { 1.0 } }
        }
        Fault::OutOfDomain => Error::OutOfDomain { op, operand: a },
        Fault::Overflow => {
            Error::Overflow { op, left: a, right: if op.arity() == 2 { b } else { a } }
        }
    }
}

/// Operands waiting for their operator. Small trees, nearly all there are,
/// need no allocation.
struct Stack<T, const INLINE: usize> {
    inline: [T; INLINE],
    len: usize,
    spilled: Vec<T>,
}

impl<T: Copy, const INLINE: usize> Stack<T, INLINE> {
    fn new(filler: T) -> Self {
        Stack { inline: [filler; INLINE], len: 0, spilled: Vec::new() }
    }

    #[inline]
    fn push(&mut self, value: T) {
        match self.inline.get_mut(self.len) {
            Some(slot) => *slot = value,
            None => self.spilled.push(value),
        }
        self.len += 1;
    }

    /// An [`Expr`] is a complete tree, so operands are always there; the
    /// filler stands in for the impossible.
    #[inline]
    fn pop(&mut self) -> T {
        self.len = self.len.saturating_sub(1);
        if self.len >= INLINE {
            self.spilled.pop().unwrap_or(self.inline[0])
        } else {
            self.inline[self.len]
        }
    }
}

/// Reads prefix nodes backwards: operands come before their operator, the
/// first operand on top.
#[inline]
fn run<T: Copy, const INLINE: usize, E>(
    nodes: &[Node],
    filler: T,
    leaf: impl Fn(&Node) -> Result<T, E>,
    apply: impl Fn(Op, T, T) -> Result<T, E>,
) -> Result<T, E> {
    let mut stack = Stack::<T, INLINE>::new(filler);
    for node in nodes.iter().rev() {
        let value = match node {
            Node::Op(op) => {
                let a = stack.pop();
                let b = if op.arity() == 2 { stack.pop() } else { a };
                apply(*op, a, b)?
            }
            other => leaf(other)?,
        };
        stack.push(value);
    }
    Ok(stack.pop())
}

impl sealed::Evaluate for Int {
    fn evaluate(nodes: &[Node], history: &[Int]) -> Result<Int, Error> {
        // Machine words first: almost every value fits, and copying wide ones
        // about costs several times the arithmetic.
        if let Some(value) = evaluate_narrow(nodes, history) {
            return Ok(Int::from(value));
        }
        let value = run::<Int, 4, Error>(
            nodes,
            Int::ZERO,
            |node| match *node {
                Node::Int(value) => Ok(value),
                Node::N => Ok(Int::from(history.len() as i128 + 1)),
                Node::Prev(back) => earlier(history, back),
                Node::Const(constant) => Err(Error::constant_in_integers(constant)),
                Node::Real(value) => {
                    Err(Error::WrongDomain { what: value.to_string(), domain: Domain::Integer })
                }
                Node::Op(op) => Err(wrong_domain(op, Domain::Integer)),
            },
            |op, a, b| {
                op.apply_integer(a, b)
                    .ok_or_else(|| wrong_domain(op, Domain::Integer))?
                    .map_err(|fault| explain(fault, op, a.to_f64(), b.to_f64()))
            },
        )?;
        if value.in_range() {
            Ok(value)
        } else {
            Err(Error::TermTooLarge { value: value.to_f64() })
        }
    }

    fn to_node(self) -> Node {
        Node::Int(self)
    }

    fn from_node(node: Node) -> Option<Int> {
        match node {
            Node::Int(value) if value.in_range() => Some(value),
            _ => None,
        }
    }
}

/// The value if everything on the way to it fits 128 bits; otherwise, and on
/// any fault, the wide evaluation has the word.
fn evaluate_narrow(nodes: &[Node], history: &[Int]) -> Option<i128> {
    run::<i128, 8, ()>(
        nodes,
        0,
        |node| {
            match *node {
                Node::Int(value) => value.to_i128(),
                Node::N => Some(history.len() as i128 + 1),
                Node::Prev(back) => earlier(history, back).ok().and_then(Int::to_i128),
                Node::Const(_) | Node::Real(_) | Node::Op(_) => None,
            }
            .ok_or(())
        },
        |op, a, b| match op.apply_integer(a, b) {
            Some(Ok(value)) => Ok(value),
            _ => Err(()),
        },
    )
    .ok()
}

impl sealed::Evaluate for f64 {
    fn evaluate(nodes: &[Node], history: &[f64]) -> Result<f64, Error> {
        run::<f64, 16, Error>(
            nodes,
            0.0,
            |node| match *node {
                Node::Int(value) => Ok(value.to_f64()),
                Node::Real(value) => Ok(value),
                Node::Const(constant) => Ok(constant.value()),
                Node::N => Ok(history.len() as f64 + 1.0),
                Node::Prev(back) => earlier(history, back),
                Node::Op(op) => Err(wrong_domain(op, Domain::Float)),
            },
            |op, a, b| {
                op.apply_float(a, b)
                    .ok_or_else(|| wrong_domain(op, Domain::Float))?
                    .map_err(|fault| explain(fault, op, a, b))
            },
        )
    }

    fn to_node(self) -> Node {
        Node::Real(self)
    }

    fn from_node(node: Node) -> Option<f64> {
        match node {
            Node::Int(value) => Some(value.to_f64()),
            Node::Real(value) => Some(value),
            _ => None,
        }
    }
}
