//! A law together with the terms it starts from.

use crate::{Error, Expr, Node, Op, Value};

/// A recurrence: `u(n) = expr`, from its initial terms on.
///
/// ```
/// use ansatz_expr::{Expr, Int, Op, Recurrence};
/// let law = Expr::binary(Op::Add, &Expr::prev(1)?, &Expr::prev(2)?)?;
/// let fibonacci = Recurrence::new(law, vec![Int::from(1i64), Int::from(1i64)])?;
/// let terms = fibonacci.terms(8)?;
/// assert_eq!(terms[7], Int::from(21i64));
/// # Ok::<(), ansatz_expr::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Recurrence<T> {
    expr: Expr,
    initial: Vec<T>,
    /// How many zeros stand before the first term.
    zeros: usize,
}

impl<T: Value> Recurrence<T> {
    /// A law and its initial terms: at least as many as it looks back. More of
    /// them mean that it holds only after those.
    pub fn new(expr: Expr, initial: Vec<T>) -> Result<Self, Error> {
        Recurrence::after_zeros(expr, initial, 0)
    }

    /// A law that also looks back at zeros before the first term, as the
    /// coefficients of a generating function do: u(n) = 0 for n < 1. Such a law
    /// may not use n.
    pub fn after_zeros(expr: Expr, initial: Vec<T>, zeros: usize) -> Result<Self, Error> {
        let degree = expr.degree();
        let given = initial.len();
        if given.saturating_add(zeros) < degree {
            return Err(Error::TooFewInitialTerms { degree, given });
        }
        let indexed = |node: &Node| matches!(node, Node::N | Node::Op(Op::At));
        if zeros > 0 && expr.nodes().iter().any(indexed) {
            let problem = "a law after zeros may not use n";
            return Err(Error::MalformedTree { nodes: expr.nodes().len(), problem });
        }
        Ok(Recurrence { expr, initial, zeros })
    }

    /// The right-hand side.
    pub fn expr(&self) -> &Expr {
        &self.expr
    }

    /// The terms it starts from.
    pub fn initial(&self) -> &[T] {
        &self.initial
    }

    /// How many zeros are taken to stand before the first term.
    pub fn zeros(&self) -> usize {
        self.zeros
    }

    /// The zeros before the first term and the terms it starts from.
    pub(crate) fn start(&self) -> Vec<T> {
        let mut start = vec![T::ZERO; self.zeros];
        start.extend_from_slice(&self.initial);
        start
    }

    /// How far it looks back.
    pub fn degree(&self) -> usize {
        self.expr.degree()
    }

    /// The first `count` terms, initial ones included.
    pub fn terms(&self, count: usize) -> Result<Vec<T>, Error> {
        let mut terms = self.start();
        terms.truncate(self.zeros + count);
        let missing = self.zeros + count - terms.len();
        self.extend(&mut terms, missing)?;
        Ok(terms.split_off(self.zeros))
    }

    /// The `count` terms that follow a prefix, be it this recurrence's own or
    /// another sequence's; the initial terms play no part.
    pub fn continue_from(&self, prefix: &[T], count: usize) -> Result<Vec<T>, Error> {
        let mut terms = vec![T::ZERO; self.zeros];
        terms.extend_from_slice(prefix);
        self.extend(&mut terms, count)?;
        Ok(terms.split_off(self.zeros + prefix.len()))
    }

    /// Appends `count` terms to the zeros and terms so far. On an error those before it stay appended.
    /// Decimals and fractions are computed as such, as far as the law allows.
    pub fn extend(&self, terms: &mut Vec<T>, count: usize) -> Result<(), Error> {
        let ahead = T::ahead(&self.expr, terms, count);
        let rest = count - ahead.len();
        terms.extend(ahead);
        self.expr.extend(terms, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Int;

    fn ints(values: &[i64]) -> Vec<Int> {
        values.iter().map(|&value| Int::from(value)).collect()
    }

    fn triangle() -> Expr {
        Expr::binary(Op::Add, &Expr::prev(1).unwrap(), &Expr::n()).unwrap()
    }

    #[test]
    fn continues_its_own_terms_and_any_prefix() {
        let recurrence = Recurrence::new(triangle(), ints(&[1])).unwrap();
        assert_eq!(recurrence.terms(5).unwrap(), ints(&[1, 3, 6, 10, 15]));
        assert_eq!(recurrence.terms(0).unwrap(), ints(&[]));
        assert_eq!(recurrence.continue_from(&ints(&[0, 0, 7]), 2).unwrap(), ints(&[11, 16]));
    }

    #[test]
    fn needs_enough_initial_terms() {
        let error = Recurrence::<Int>::new(triangle(), vec![]).unwrap_err();
        assert_eq!(error, Error::TooFewInitialTerms { degree: 1, given: 0 });
        let recurrence = Recurrence::new(triangle(), ints(&[1])).unwrap();
        let error = recurrence.continue_from(&[], 1).unwrap_err();
        assert_eq!(error, Error::MissingTerm { back: 1, index: 1 });
    }

    #[test]
    fn an_error_keeps_the_terms_before_it() {
        // u(n) = 6 // (4 - n): undefined at n = 4.
        let divisor = Expr::binary(Op::Sub, &Expr::int(4i64), &Expr::n()).unwrap();
        let law = Expr::binary(Op::Idiv, &Expr::int(6i64), &divisor).unwrap();
        let recurrence = Recurrence::<Int>::new(law, vec![]).unwrap();
        let mut terms = vec![];
        let error = recurrence.extend(&mut terms, 10).unwrap_err();
        assert_eq!(error, Error::DivisionByZero { op: Op::Idiv, dividend: 6.0 });
        assert_eq!(terms, ints(&[2, 3, 6]));
    }
}
