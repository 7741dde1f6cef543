//! Recurrences over the fractions whose coefficients are numbers or polynomials in n.

use ansatz_expr::{Expr, Node, Op, Rational};

use super::change::shorter;
use crate::classical::template::{Template, TemplateSolution};
use crate::classical::{Residues, holonomic, linear};

/// How far back a recurrence with constant coefficients looks.
const MAX_ORDER: usize = 8;
/// How many powers of n an added polynomial may have.
const MAX_POWERS: usize = 2;
/// How many first terms may be irregular.
const MAX_SKIP: usize = 1;

/// A law, and how many terms are given to it.
pub(super) struct RationalLaw {
    pub expr: Expr,
    pub start: usize,
    pub fitted: usize,
}

/// The recurrences that the terms have, the shortest ones first of each kind.
pub(super) fn laws(terms: &[Rational]) -> Vec<RationalLaw> {
    let Some(residues) = Residues::of_fractions(terms) else { return Vec::new() };
    let mut found = Vec::new();
    let mut take = |solution: TemplateSolution, start: usize| {
        let law =
            real(&solution.expr).map(|expr| RationalLaw { expr, start, fitted: solution.fitted });
        let holds = law.as_ref().is_some_and(|law| holds(law, terms));
        found.extend(law.filter(|_| holds));
        holds
    };
    for powers in 0..=MAX_POWERS {
        for skip in 0..=MAX_SKIP {
            let Some(order) = linear::order_of(&residues, skip, powers) else { continue };
            let start = skip + order;
            let template = Template::constant(1..=order, powers);
            let has_proof = template.spare(terms.len(), start).is_some_and(|spare| spare > 0);
            if order <= MAX_ORDER
                && has_proof
                && let Some(solution) = template.solve(&residues, start)
                && take(solution, start)
            {
                break;
            }
        }
    }
    holonomic::search(&residues, take);
    found
}

/// The law with quotients in place of integer parts.
fn real(law: &Expr) -> Option<Expr> {
    let nodes = law.nodes().iter().map(|node| match node {
        Node::Op(Op::Idiv) => Node::Op(Op::Div),
        other => *other,
    });
    Expr::from_prefix(nodes.collect()).ok().map(shorter)
}

/// Whether it gives all the terms after those it starts from.
fn holds(law: &RationalLaw, terms: &[Rational]) -> bool {
    (law.start..terms.len()).all(|index| {
        let history = terms.get(..index).unwrap_or_default();
        law.expr.eval_rational(history) == terms.get(index).copied()
    })
}
