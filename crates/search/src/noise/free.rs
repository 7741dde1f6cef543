//! Free constants: what the network wrote that does not fit, with other numbers.
//!
//! The network writes integers, e, π and γ only. Where a law has other constants it
//! writes one of the right shape with numbers that are near: those are freed and
//! fitted, and the law is proposed if it then meets the terms.

use std::cell::RefCell;

use ansatz_expr::{Expr, Node, Op, sort};
use ansatz_model::NetworkTerm;

use super::squares::{MOST, Model, Point, Row, minimise};
use crate::beam::Networks;
use crate::verify::Fit;
use crate::{
    Context, Effort, Findings, Group, Problem, Profile, Proposal, Proposer, Proposing, Ranking,
    Settings,
};

/// So many terms are fitted; all are verified.
const MOST_TERMS: usize = 64;

/// So many laws that meet the terms are enough.
const ENOUGH: usize = 4;

/// So many that come near are proposed for want of better ones.
const NEAR: usize = 3;

/// Rounds of improving the constants of a law.
const ROUNDS: usize = 25;

/// With how many digits a constant is written: as few as will do.
const DIGITS: [usize; 6] = [3, 4, 6, 9, 12, 17];

/// Laws by the network with constants of their own.
#[derive(Debug, Clone, Copy)]
pub struct FreeConstants;

static FREE: Profile =
    Profile { id: "constants-fit", label: "fitted constants", group: Group::Beam, searches: true };

impl Proposer<f64> for FreeConstants {
    fn profile(&self) -> &'static Profile {
        &FREE
    }

    fn is_available(&self, networks: &Networks) -> bool {
        networks.get(<f64 as NetworkTerm>::SYMBOLIC).is_some()
    }

    fn is_worth_running(&self, settings: &Settings, found: &Ranking<'_, f64>) -> bool {
        settings.effort != Effort::Quick && !found.explains() && found.within_noise().is_none()
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, f64>,
        _: Context<'a>,
        findings: &'a mut dyn Findings<f64>,
    ) -> Proposing<'a> {
        let skeletons: Vec<Expr> = findings.ranking().skeletons().cloned().collect();
        let mut found = 0;
        let mut near: Vec<(f64, Proposal)> = Vec::new();
        for shape in skeletons.iter().flat_map(shapes) {
            if findings.is_cancelled() || found >= ENOUGH {
                break;
            }
            match fitted(&shape, problem) {
                Some((_, proposal, true)) => {
                    found += 1;
                    findings.propose(proposal);
                }
                Some((cost, proposal, false)) => near.push((cost, proposal)),
                None => {}
            }
        }
        if found == 0 {
            sort::by(&mut near, |a, b| a.0.total_cmp(&b.0));
            near.into_iter().take(NEAR).for_each(|(_, proposal)| findings.propose(proposal));
        }
        Proposing::Done
    }
}

/// A law with places for constants.
struct ParametricLaw {
    nodes: Vec<Node>,
    /// Where they are.
    places: Vec<usize>,
    start: Row,
}

/// A law as it is written, and with a factor and an offset of its own.
fn shapes(law: &Expr) -> Vec<ParametricLaw> {
    let with = [Node::Op(Op::Add), Node::Real(0.0), Node::Op(Op::Mul), Node::Real(1.0)];
    let wider: Vec<Node> = with.iter().chain(law.nodes()).copied().collect();
    [law.nodes().to_vec(), wider].into_iter().filter_map(ParametricLaw::of).collect()
}

impl ParametricLaw {
    /// `None` if there is no constant, or more than can be told.
    fn of(nodes: Vec<Node>) -> Option<ParametricLaw> {
        let mut start = [0.0; MOST];
        let mut places = Vec::new();
        for (place, node) in nodes.iter().enumerate() {
            let value = match node {
                Node::Int(value) => value.to_f64(),
                Node::Real(value) => *value,
                Node::Const(constant) => constant.value(),
                _ => continue,
            };
            *start.get_mut(places.len())? = value;
            places.push(place);
        }
        (!places.is_empty()).then_some(ParametricLaw { nodes, places, start })
    }

    fn with(&self, constants: &Row) -> Option<Expr> {
        let mut nodes = self.nodes.clone();
        for (place, value) in self.places.iter().zip(constants) {
            *nodes.get_mut(*place)? = Node::Real(*value);
        }
        Expr::from_prefix(nodes).ok()
    }
}

/// A shape over a series, with derivatives by differences.
struct Run<'a> {
    shape: &'a ParametricLaw,
    terms: &'a [f64],
    /// The laws with the constants asked for last: as they are, and each moved.
    laws: RefCell<[Option<(Row, Expr)>; MOST + 1]>,
}

impl Run<'_> {
    /// The value with these constants, of which one may be moved.
    fn moved(&self, constants: &Row, at: usize, which: usize) -> Option<f64> {
        let mut laws = self.laws.borrow_mut();
        let slot = laws.get_mut(which)?;
        if slot.as_ref().is_none_or(|(known, _)| known != constants) {
            *slot = Some((*constants, self.shape.with(constants)?));
        }
        slot.as_ref()?.1.eval(self.terms.get(..at)?).ok()
    }
}

impl Model for Run<'_> {
    fn count(&self) -> usize {
        self.shape.places.len()
    }

    fn value(&self, constants: &Row, at: usize) -> f64 {
        self.moved(constants, at, 0).unwrap_or(f64::NAN)
    }

    fn gradient(&self, constants: &Row, at: usize) -> (f64, Row) {
        let value = self.value(constants, at);
        let mut row = [0.0; MOST];
        for (index, slope) in row.iter_mut().enumerate().take(self.count()) {
            let step = 1e-6 * constants[index].abs().max(1e-2);
            let mut moved = *constants;
            moved[index] += step;
            *slope = (self.moved(&moved, at, index + 1).unwrap_or(f64::NAN) - value) / step;
        }
        (value, row)
    }
}

/// Fits a shape: what is left, the law, and whether it meets every term.
fn fitted(shape: &ParametricLaw, problem: &Problem<'_, f64>) -> Option<(f64, Proposal, bool)> {
    let terms = problem.terms();
    let reach = Expr::from_prefix(shape.nodes.clone()).ok()?.degree();
    let shown = terms.get(..MOST_TERMS).unwrap_or(terms);
    if shown.len() < reach + shape.places.len() + 2 {
        return None;
    }
    let precision = problem.digits().precision();
    let points: Vec<Point> = (reach..shown.len())
        .map(|at| {
            let value = shown[at];
            let known = precision.resolution(value).max(1e-300);
            Point { at, value, weight: known.powi(-2) }
        })
        .collect();
    let run = Run { shape, terms: shown, laws: RefCell::default() };
    let all: Vec<usize> = (0..shape.places.len()).collect();
    let solved = minimise(&run, &points, shape.start, &all, ROUNDS)?;
    let cost = solved.cost / points.len() as f64;
    let written = |digits: usize| {
        let mut rounded = solved.constants;
        for value in &mut rounded {
            *value = format!("{value:.*e}", digits - 1).parse().ok()?;
        }
        let fitted = shape.places.len();
        Some(Proposal { fitted, ..Proposal::new(shape.with(&rounded)?, &FREE) })
    };
    // Far off, nothing is to be verified.
    if cost < 100.0 {
        for proposal in DIGITS.into_iter().filter_map(written) {
            if Fit::of(&proposal, problem).is_exact() {
                return Some((cost, proposal, true));
            }
        }
    }
    Some((cost, written(6)?, false))
}

#[cfg(test)]
mod tests {
    use ansatz_expr::math;

    use super::*;

    #[test]
    fn constants_of_a_shape_are_fitted_to_rounded_terms() {
        let law = |n: f64, u: f64| 3.721 * math::cos(u) + 0.4387 * n;
        let mut terms = vec![1.234];
        while terms.len() < 20 {
            let next = law(terms.len() as f64 + 1.0, terms[terms.len() - 1]);
            terms.push(format!("{next:.3e}").parse().unwrap());
        }
        let problem = Problem::new(&terms);
        let skeleton = Expr::from_words("add mul 4 cos u1 div n 2".split(' ')).unwrap();
        let (_, proposal, meets) = fitted(&shapes(&skeleton)[0], &problem).unwrap();
        assert!(meets, "{:?}", proposal.expr);
        let other = Expr::from_words("add mul 4 cos u2 div n 2".split(' ')).unwrap();
        assert!(!fitted(&shapes(&other)[0], &problem).is_some_and(|(_, _, meets)| meets));
    }

    #[test]
    fn laws_without_constants_get_a_factor_and_an_offset() {
        let plain = Expr::from_words("add u1 n".split(' ')).unwrap();
        let shapes = shapes(&plain);
        assert_eq!(shapes.len(), 1);
        assert_eq!(shapes[0].with(&shapes[0].start).unwrap().eval(&[2.0]), Ok(4.0));
        let long = ["add 1"; 9].join(" ") + " n";
        assert!(super::shapes(&Expr::from_words(long.split(' ')).unwrap()).is_empty());
    }
}
