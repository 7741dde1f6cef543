//! What is taken of the terms before a shape is fitted, and undone after.

use ansatz_expr::{Domain, Expr, Node, Op, Rational};

use crate::description_bits;

/// What is taken of the terms before a shape is fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// u(n)
    None,
    /// u(n) − u(n-1)
    Step,
    /// u(n) / u(n-1)
    Quotient,
    /// (u(n) − u(n-1)) / (u(n-1) − u(n-2))
    StepQuotient,
    /// 1 / u(n)
    Inverse,
}

impl Change {
    pub(super) const ALL: [Change; 5] =
        [Change::None, Change::Step, Change::Quotient, Change::StepQuotient, Change::Inverse];

    /// How many terms before are used up.
    pub(super) fn back(self) -> usize {
        match self {
            Change::None | Change::Inverse => 0,
            Change::Step | Change::Quotient => 1,
            Change::StepQuotient => 2,
        }
    }

    pub(super) fn of(self, terms: &[Rational]) -> Option<Vec<Rational>> {
        let pairs = |terms: &[Rational], rule: fn(Rational, Rational) -> Option<Rational>| {
            let after = terms.iter().skip(1);
            terms.iter().zip(after).map(|(&before, &term)| rule(term, before)).collect()
        };
        match self {
            Change::None => Some(terms.to_vec()),
            Change::Step => pairs(terms, Rational::checked_sub),
            Change::Quotient => pairs(terms, Rational::checked_div),
            Change::StepQuotient => {
                let steps: Option<Vec<Rational>> = pairs(terms, Rational::checked_sub);
                pairs(&steps?, Rational::checked_div)
            }
            Change::Inverse => {
                let one = Rational::integer(1i64);
                terms.iter().map(|&term| one.checked_div(term)).collect()
            }
        }
    }

    /// The law of the terms, given one of what was taken of them.
    pub(super) fn undone(self, law: &Expr) -> Option<Expr> {
        let last = Expr::prev(1).ok()?;
        let whole = match self {
            Change::None => law.clone(),
            Change::Step => Expr::binary(Op::Add, &last, law).ok()?,
            Change::Quotient => Expr::binary(Op::Mul, &last, law).ok()?,
            Change::StepQuotient => {
                let step = Expr::binary(Op::Sub, &last, &Expr::prev(2).ok()?).ok()?;
                let next = Expr::binary(Op::Mul, &step, law).ok()?;
                Expr::binary(Op::Add, &last, &next).ok()?
            }
            Change::Inverse => {
                let inverted = law.nodes().iter().flat_map(|node| match node {
                    Node::Prev(_) => vec![Node::Op(Op::Inv), *node],
                    other => vec![*other],
                });
                let nodes = [Node::Op(Op::Inv)].into_iter().chain(inverted).collect();
                Expr::from_prefix(nodes).ok()?
            }
        };
        Some(shorter(whole))
    }
}

/// The shorter writing of a law and the same simplified.
pub(super) fn shorter(law: Expr) -> Expr {
    let simplified = law.simplify(Domain::Float);
    let is_shorter = description_bits(&simplified) <= description_bits(&law);
    if is_shorter { simplified } else { law }
}
