//! Evaluation of an expression at the term that follows a history.

use crate::int::Integer;
use crate::machine::{self, Block, Failure, Machine};
use crate::op::Fault;
use crate::{Domain, Error, Expr, Int, Law, Node, Op, Rational, Recurrence, TermSlice, Terms};

/// What a term can be: [`Int`] or `f64`.
pub trait Value: Copy + PartialEq + std::fmt::Debug + sealed::Evaluate {
    /// The domain of such terms.
    const DOMAIN: Domain;

    /// Zero.
    const ZERO: Self;

    /// Exact and without loss; floats in the fewest digits that lead back.
    fn to_text(self) -> String;

    /// The nearest double.
    fn to_double(self) -> f64;

    /// |self − truth| / |truth|: how predictions are compared with terms, everywhere.
    /// 0 if they are equal; infinite if only the truth is zero, or nothing is known.
    fn relative_error(self, truth: Self) -> f64;

    /// Such terms as those of a sequence.
    fn into_terms(terms: Vec<Self>) -> Terms;

    /// The terms of a sequence, if they are such.
    fn of_terms(terms: &Terms) -> Option<&[Self]>;

    /// Such terms as borrowed ones of either domain.
    fn as_terms(terms: &[Self]) -> TermSlice<'_>;

    /// A law of such terms as one of either domain.
    fn into_law(law: Recurrence<Self>) -> Law;
}

impl Value for Int {
    const DOMAIN: Domain = Domain::Integer;
    const ZERO: Int = Int::ZERO;

    fn to_text(self) -> String {
        self.to_string()
    }

    fn to_double(self) -> f64 {
        self.to_f64()
    }

    /// Exact as long as it matters: integers that are not equal have an error, even where
    /// their doubles are equal.
    fn relative_error(self, truth: Int) -> f64 {
        match self.checked_sub(truth) {
            Some(difference) if difference.is_zero() => 0.0,
            Some(difference) if !truth.is_zero() => (difference.to_f64() / truth.to_f64()).abs(),
            _ => f64::INFINITY,
        }
    }

    fn into_terms(terms: Vec<Int>) -> Terms {
        Terms::Integers(terms)
    }

    fn of_terms(terms: &Terms) -> Option<&[Int]> {
        terms.integers()
    }

    fn as_terms(terms: &[Int]) -> TermSlice<'_> {
        TermSlice::Integers(terms)
    }

    fn into_law(law: Recurrence<Int>) -> Law {
        Law::Integers(law)
    }
}

impl Value for f64 {
    const DOMAIN: Domain = Domain::Float;
    const ZERO: f64 = 0.0;

    fn to_text(self) -> String {
        format!("{self:?}")
    }

    fn to_double(self) -> f64 {
        self
    }

    fn relative_error(self, truth: f64) -> f64 {
        if self == truth {
            return 0.0;
        }
        let error = ((self - truth) / truth).abs();
        if truth == 0.0 || error.is_nan() { f64::INFINITY } else { error }
    }

    fn into_terms(terms: Vec<f64>) -> Terms {
        Terms::Floats(terms)
    }

    fn of_terms(terms: &Terms) -> Option<&[f64]> {
        terms.floats()
    }

    fn as_terms(terms: &[f64]) -> TermSlice<'_> {
        TermSlice::Floats(terms)
    }

    fn into_law(law: Recurrence<f64>) -> Law {
        Law::Floats(law)
    }
}

impl Expr {
    /// The value of the expression for the term after `history`: `history`
    /// holds u(1), u(2), …, so n is one more than its length.
    ///
    /// Integers are exact. Their result is at most 10^100 in magnitude
    /// ([`Error::TermTooLarge`] otherwise); what is passed through on the way
    /// may be as large as an [`Int`] holds.
    pub fn eval<T: Value>(&self, history: &[T]) -> Result<T, Error> {
        T::evaluate(self, history)
    }

    /// Appends the `count` terms that follow. On an error those before it stay
    /// appended.
    pub fn extend<T: Value>(&self, terms: &mut Vec<T>, count: usize) -> Result<(), Error> {
        for _ in 0..count {
            let next = self.eval(terms)?;
            terms.push(next);
        }
        Ok(())
    }

    /// [`Expr::eval`] for terms in machine words, for those who evaluate
    /// millions of small terms: no wide integer is copied. `None` if the value or
    /// anything on the way to it needs more than 64 bits.
    pub fn eval_word(&self, history: &[i64]) -> Result<Option<i64>, Error> {
        match evaluate_narrow(self, history, Some) {
            Ok(value) => Ok(Some(value)),
            Err(Failure::TooNarrow) => Ok(None),
            Err(Failure::Wrong(error)) => Err(error),
        }
    }
}

mod sealed {
    use crate::{Error, Expr, Node};

    pub trait Evaluate: Sized {
        fn evaluate(expr: &Expr, history: &[Self]) -> Result<Self, Error>;
        /// The term as a constant, to print it.
        fn to_node(self) -> Node;
        /// Up to `count` terms after `history`, computed more exactly than one by
        /// one: see [`Expr::continue_exactly`].
        fn ahead(_expr: &Expr, _history: &[Self], _count: usize) -> Vec<Self> {
            Vec::new()
        }
        /// The term that a constant stands for; `None` if it is no such term.
        fn from_node(node: Node) -> Option<Self>;
    }
}

/// `u(n-back)`.
fn earlier<T: Copy>(history: &[T], back: u16) -> Option<T> {
    let position = history.len().checked_sub(back.into())?;
    history.get(position).copied()
}

#[cold]
fn missing<T>(history: &[T], back: u16) -> Error {
    Error::MissingTerm { back, index: history.len() + 1 }
}

/// The error for a leaf that is none.
#[cold]
pub(crate) fn not_an_integer(leaf: Node) -> Error {
    match leaf {
        Node::Const(constant) => Error::constant_in_integers(constant),
        Node::Op(op) => wrong_domain(op, Domain::Integer),
        Node::Real(value) => {
            Error::WrongDomain { what: value.to_string(), domain: Domain::Integer }
        }
        Node::Bound(_) => Error::Unbound,
        Node::Int(_) | Node::N | Node::Prev(_) => {
            Error::WrongDomain { what: "the leaf".to_owned(), domain: Domain::Integer }
        }
    }
}

#[cold]
fn wrong_domain(op: Op, domain: Domain) -> Error {
    Error::WrongDomain { what: op.name().to_owned(), domain }
}

#[cold]
pub(crate) fn explain(fault: Fault, op: Op, a: f64, b: f64) -> Error {
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

/// Reads prefix nodes backwards: operands come before their operator, the
/// first operand on top of the stack.
#[inline]
fn run<T: Copy, const INLINE: usize, E>(
    nodes: &[Node],
    filler: T,
    leaf: impl Fn(&Node) -> Result<T, E>,
    apply: impl Fn(Op, T, T) -> Result<T, E>,
) -> Result<T, E> {
    // Small trees, nearly all there are, need no allocation. Operands that
    // wait are no more than every other node.
    let mut inline = [filler; INLINE];
    let mut allocated;
    let stack: &mut [T] = if nodes.len() < 2 * INLINE {
        &mut inline
    } else {
        allocated = vec![filler; nodes.len() / 2 + 1];
        &mut allocated
    };
    // An `Expr` is a complete tree: there is always room, and operands are
    // always there. The filler stands in for the impossible.
    let mut len = 0usize;
    for node in nodes.iter().rev() {
        let value = match node {
            Node::Op(op) => {
                len = len.wrapping_sub(1);
                let a = stack.get(len).copied().unwrap_or(filler);
                let mut b = a;
                if op.arity() == 2 {
                    len = len.wrapping_sub(1);
                    b = stack.get(len).copied().unwrap_or(filler);
                }
                apply(*op, a, b)?
            }
            other => leaf(other)?,
        };
        if let Some(slot) = stack.get_mut(len) {
            *slot = value;
        }
        len = len.wrapping_add(1);
    }
    Ok(stack.first().copied().unwrap_or(filler))
}

impl sealed::Evaluate for Int {
    fn evaluate(expr: &Expr, history: &[Int]) -> Result<Int, Error> {
        // Machine words first: almost every value fits, and copying wide ones
        // about costs several times the arithmetic.
        match evaluate_narrow::<i128, Int>(expr, history, Int::to_i128) {
            Ok(value) => return Ok(Int::from(value)),
            Err(Failure::Wrong(error)) => return Err(error),
            Err(Failure::TooNarrow) => {}
        }
        let value = if expr.is_plain() {
            evaluate_wide(expr.nodes(), history)?
        } else {
            machine::evaluate_wide(expr.nodes(), history)?
        };
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

/// The exact value of a plain tree.
fn evaluate_wide(nodes: &[Node], history: &[Int]) -> Result<Int, Error> {
    run::<Int, 8, Error>(
        nodes,
        Int::ZERO,
        |node| match *node {
            Node::Int(value) => Ok(value),
            Node::N => Ok(Int::from(history.len() as i128 + 1)),
            Node::Prev(back) => earlier(history, back).ok_or_else(|| missing(history, back)),
            other => Err(not_an_integer(other)),
        },
        |op, a, b| {
            op.apply_integer(a, b)
                .ok_or_else(|| wrong_domain(op, Domain::Integer))?
                .map_err(|fault| explain(fault, op, a.to_f64(), b.to_f64()))
        },
    )
}

/// The value if everything on the way to it fits the narrow type `T`; terms
/// of type `H` are narrowed by the given rule.
#[inline]
fn evaluate_narrow<T: Integer, H: Copy>(
    expr: &Expr,
    history: &[H],
    narrow: fn(H) -> Option<T>,
) -> Result<T, Failure> {
    if !expr.is_plain() {
        return Machine::new(history, narrow).block(&Block::new(expr.nodes()));
    }
    run::<T, 16, Failure>(
        expr.nodes(),
        T::from_small(0),
        |node| {
            match *node {
                Node::Int(value) => value.to_i128().and_then(T::from_i128),
                Node::N => T::from_i128(history.len() as i128 + 1),
                Node::Prev(back) => match earlier(history, back) {
                    Some(term) => narrow(term),
                    None => return Err(Failure::Wrong(missing(history, back))),
                },
                other => return Err(Failure::Wrong(not_an_integer(other))),
            }
            .ok_or(Failure::TooNarrow)
        },
        |op, a, b| match op.apply_integer(a, b) {
            Some(Ok(value)) => Ok(value),
            Some(Err(Fault::Overflow)) => Err(Failure::TooNarrow),
            Some(Err(fault)) => Err(Failure::Wrong(explain(fault, op, a.to_f64(), b.to_f64()))),
            None => Err(Failure::Wrong(wrong_domain(op, Domain::Integer))),
        },
    )
}

impl sealed::Evaluate for f64 {
    fn evaluate(expr: &Expr, history: &[f64]) -> Result<f64, Error> {
        if !expr.is_plain() {
            let op = expr.nodes().iter().find_map(|node| match node {
                Node::Op(op) if !op.exists_in(Domain::Float) => Some(*op),
                _ => None,
            });
            return Err(op.map_or(Error::Unbound, |op| wrong_domain(op, Domain::Float)));
        }
        run::<f64, 16, Error>(
            expr.nodes(),
            0.0,
            |node| match *node {
                Node::Int(value) => Ok(value.to_f64()),
                Node::Real(value) => Ok(value),
                Node::Const(constant) => Ok(constant.value()),
                Node::N => Ok(history.len() as f64 + 1.0),
                Node::Prev(back) => earlier(history, back).ok_or_else(|| missing(history, back)),
                Node::Op(op) => Err(wrong_domain(op, Domain::Float)),
                Node::Bound(_) => Err(Error::Unbound),
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

    fn ahead(expr: &Expr, history: &[f64], count: usize) -> Vec<f64> {
        let exactly = expr.continue_exactly(history, count);
        exactly.into_iter().map(Rational::to_f64).take_while(|term| term.is_finite()).collect()
    }

    fn from_node(node: Node) -> Option<f64> {
        match node {
            Node::Int(value) => Some(value.to_f64()),
            Node::Real(value) => Some(value),
            _ => None,
        }
    }
}
