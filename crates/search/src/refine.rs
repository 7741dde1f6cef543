//! Iterative refinement for floats: what an approximation leaves is a sequence
//! too.
//!
//! Take û that comes near u, look for a law of the residual u − û or of the
//! quotient u / û, and put both together. An earlier term of the residual is
//! u(n-k) − û(n-k), so the whole is again a law in n and the earlier terms.
//! What the residual's law leaves may be refined in turn.

use ansatz_expr::{Expr, Node, Op, math, sort};

use crate::classical::{approximate, float_features, snapped_multiples};
use crate::enumerative::Budget;
use crate::precision::Precision;
use crate::{
    Context, Findings, Group, Problem, Profile, Proposal, Proposer, Proposing, Ranking, Settings,
    Sink, classical, enumerative,
};

/// So many approximations are refined, and so many again of what each leaves.
const APPROXIMATIONS: [usize; 2] = [6, 2];

/// How far an approximation may be off at the end of the terms, relatively.
const NEAR: f64 = 0.25;

/// So many candidates are taken for approximations: more would be the like of
/// these.
const GIVEN: usize = 4;

/// So many approximations are proposed as they are.
const PROPOSED: usize = 4;

/// Fewer digits of a residual than this are noise.
const LEAST_DIGITS: i32 = 3;

/// Fewer terms of a residual prove nothing.
const LEAST_TERMS: usize = 6;

/// So many terms are looked at: more only confirm, and take their time.
const MOST_TERMS: usize = 64;

/// An approximation and a law of what it leaves, where no law explains the terms.
#[derive(Debug, Clone, Copy)]
pub struct Refinement;

static REFINEMENT: Profile =
    Profile { id: "refinement", label: "refinement", group: Group::Refinement, searches: true };

impl Proposer<f64> for Refinement {
    fn profile(&self) -> &'static Profile {
        &REFINEMENT
    }

    fn is_worth_running(&self, _: &Settings, found: &Ranking<'_, f64>) -> bool {
        !found.explains() && found.within_noise().is_none()
    }

    fn propose<'a>(
        &'a self,
        problem: &'a Problem<'a, f64>,
        _: Context<'a>,
        findings: &'a mut dyn Findings<f64>,
    ) -> Proposing<'a> {
        let candidates = findings.ranking().candidates().into_iter().take(GIVEN);
        let approximations: Vec<Expr> =
            candidates.map(|candidate| candidate.proposal.expr.clone()).collect();
        let terms = problem.terms();
        propose(terms.get(..MOST_TERMS).unwrap_or(terms), &approximations, findings);
        Proposing::Done
    }
}

/// How what is left is taken, and how it is put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// u − û
    Residual,
    /// u / û
    Quotient,
}

impl Rest {
    /// The operator that takes the approximation off.
    fn off(self) -> Op {
        match self {
            Rest::Residual => Op::Sub,
            Rest::Quotient => Op::Div,
        }
    }

    /// The operator that puts it back.
    fn back(self) -> Op {
        match self {
            Rest::Residual => Op::Add,
            Rest::Quotient => Op::Mul,
        }
    }
}

/// Looks for laws of what approximations leave: those given, by other
/// proposers, and multiples of simple expressions. A few approximations are
/// proposed as they are, for want of anything better.
pub fn propose(terms: &[f64], approximations: &[Expr], sink: &mut dyn Sink) {
    if terms.iter().any(|term| !term.is_finite()) {
        return;
    }
    let precision = Precision::of(terms);
    let known: Vec<f64> = terms.iter().map(|&term| precision.resolution(term)).collect();
    let mut found = Found::default();
    refine(
        &Approximated { terms, known: &known },
        approximations,
        &APPROXIMATIONS,
        &mut found,
        sink,
    );
    let near = approximate(terms, PROPOSED);
    for expr in found.laws.into_iter().chain(near) {
        let fitted = expr.nodes().iter().filter(|node| is_number(node)).count();
        sink.propose(Proposal { fitted, ..Proposal::new(expr, &REFINEMENT) });
    }
}

fn is_number(node: &Node) -> bool {
    matches!(node, Node::Int(_) | Node::Real(_) | Node::Const(_))
}

/// Terms, and how far each may be off.
struct Approximated<'a> {
    terms: &'a [f64],
    known: &'a [f64],
}

/// The laws that were put together.
#[derive(Default)]
struct Found {
    laws: Vec<Expr>,
}

fn refine(
    sequence: &Approximated<'_>,
    given: &[Expr],
    rounds: &[usize],
    found: &mut Found,
    sink: &dyn Sink,
) {
    let Some((&most, later)) = rounds.split_first() else { return };
    for approximation in approximations(sequence.terms, given).into_iter().take(most) {
        for rest in [Rest::Residual, Rest::Quotient] {
            if sink.is_cancelled() {
                return;
            }
            let Some(left) = Left::of(sequence, &approximation, rest) else { continue };
            let mut laws: Vec<Proposal> = Vec::new();
            let rest_of = Problem::new(&left.rounded);
            classical::propose_floats(&rest_of, &mut laws);
            enumerative::propose_floats(&rest_of, &Budget::QUICK, &mut laws);
            let mut inner: Vec<Expr> = laws.into_iter().map(|law| law.expr).collect();
            // A law of measured numbers alone may be a curve through the terms.
            let is_measured = |law: &Expr| law.nodes().iter().any(|n| matches!(n, Node::Real(_)));
            if inner.iter().all(is_measured) && rest == Rest::Residual {
                let mut deeper = Found::default();
                let left = Approximated { terms: &left.terms, known: &left.known };
                refine(&left, &[], later, &mut deeper, sink);
                inner.append(&mut deeper.laws);
            }
            let whole = inner.iter().filter_map(|law| combined(&approximation, law, rest));
            found.laws.extend(whole);
        }
    }
}

/// What an approximation leaves of a sequence, from the first term for which it
/// has a value.
struct Left {
    terms: Vec<f64>,
    known: Vec<f64>,
    /// The terms without the digits that mean nothing.
    rounded: Vec<f64>,
}

impl Left {
    fn of(sequence: &Approximated<'_>, approximation: &Expr, rest: Rest) -> Option<Left> {
        let start = approximation.degree();
        let (mut terms, mut known) = (Vec::new(), Vec::new());
        for (index, (&term, &off)) in sequence.terms.iter().zip(sequence.known).enumerate() {
            if index < start {
                continue;
            }
            let near = approximation.eval(sequence.terms.get(..index)?).ok()?;
            // The approximation may look back at terms that are off as well.
            let off = if start > 0 { 2.0 * off } else { off };
            match rest {
                Rest::Residual => {
                    terms.push(term - near);
                    known.push(off);
                }
                Rest::Quotient => {
                    terms.push(term / near);
                    known.push((off / near).abs());
                }
            }
        }
        if terms.len() < LEAST_TERMS || terms.iter().any(|term| !term.is_finite()) {
            return None;
        }
        // As many digits as all but a few of the terms have.
        let mut digits: Vec<i32> = terms
            .iter()
            .zip(&known)
            .map(|(term, off)| {
                math::log10(0.5 * term.abs() / off.max(f64::MIN_POSITIVE)) as i32 + 1
            })
            .collect();
        sort::by(&mut digits, Ord::cmp);
        let digits = digits.get(digits.len() / 8).copied().filter(|&d| d >= LEAST_DIGITS)?;
        let rounded = terms
            .iter()
            .map(|term| format!("{term:.*e}", digits.min(16) as usize - 1).parse().ok())
            .collect::<Option<Vec<f64>>>()?;
        Some(Left { terms, known, rounded })
    }
}

/// Expressions that come near the last terms, the nearest first of each kind.
fn approximations(terms: &[f64], given: &[Expr]) -> Vec<Expr> {
    let mut scored: Vec<(f64, Expr)> =
        given.iter().filter_map(|expr| Some((distance(expr, terms)?, expr.clone()))).collect();
    if let Some((last, history)) = terms.split_last() {
        for feature in float_features() {
            let Ok(value) = feature.eval(history) else { continue };
            for expr in snapped_multiples(&feature, last / value) {
                if let Some(distance) = distance(&expr, terms) {
                    scored.push((distance, expr));
                }
            }
        }
    }
    sort::by(&mut scored, |a, b| a.0.total_cmp(&b.0));
    scored.dedup_by(|a, b| a.1 == b.1);
    // Multiples of the term before are near to anything smooth: functions of n
    // alone take turns with them.
    let (closed, recurrent): (Vec<Expr>, Vec<Expr>) =
        scored.into_iter().map(|(_, expr)| expr).partition(|expr| expr.degree() == 0);
    let longest = closed.len().max(recurrent.len());
    let turns = |list: Vec<Expr>| list.into_iter().map(Some).chain(std::iter::repeat(None));
    let pairs = turns(closed).zip(turns(recurrent)).take(longest);
    pairs.flat_map(|(first, second)| [first, second]).flatten().collect()
}

/// The mean relative error on the second half of the terms, if it is small.
fn distance(expr: &Expr, terms: &[f64]) -> Option<f64> {
    let half = (terms.len() / 2).max(expr.degree());
    let mut errors = 0.0;
    for index in half..terms.len() {
        let (history, term) = (terms.get(..index)?, terms.get(index)?);
        let value = expr.eval(history).ok()?;
        errors += ((value - term) / term).abs();
    }
    let mean = errors / terms.len().checked_sub(half).filter(|&count| count > 0)? as f64;
    (mean <= NEAR).then_some(mean)
}

/// û ∘ g, where g is a law of what û leaves: its earlier terms are those of u
/// without û, and its n counts from the first term that û has a value for.
fn combined(approximation: &Expr, law: &Expr, rest: Rest) -> Option<Expr> {
    let start = approximation.degree();
    let mut nodes = vec![Node::Op(rest.back())];
    nodes.extend_from_slice(approximation.nodes());
    for node in law.nodes() {
        match *node {
            Node::N => nodes.extend(index_before(start)),
            Node::Prev(back) => {
                nodes.extend([Node::Op(rest.off()), Node::Prev(back)]);
                nodes.extend(shifted(approximation, back)?);
            }
            other => nodes.push(other),
        }
    }
    Expr::from_prefix(nodes).ok()
}

/// n − back.
fn index_before(back: usize) -> Vec<Node> {
    match back {
        0 => vec![Node::N],
        _ => vec![Node::Op(Op::Sub), Node::N, Node::Int((back as i128).into())],
    }
}

/// The expression as it was `back` terms ago.
fn shifted(expr: &Expr, back: u16) -> Option<Vec<Node>> {
    let mut nodes = Vec::new();
    for node in expr.nodes() {
        match *node {
            Node::N => nodes.extend(index_before(back.into())),
            Node::Prev(earlier) => nodes.push(Node::Prev(earlier.checked_add(back)?)),
            other => nodes.push(other),
        }
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ansatz_expr::Value;

    fn grown(first: &[f64], count: usize, law: impl Fn(f64, &[f64]) -> f64) -> Vec<f64> {
        let mut terms = first.to_vec();
        while terms.len() < count {
            terms.push(law(terms.len() as f64 + 1.0, &terms));
        }
        terms
    }

    /// Refinement finds a verified law where the proposers it asks find none.
    fn check(first: &[f64], law: impl Fn(f64, &[f64]) -> f64) {
        let all = grown(first, 30, law);
        let (shown, next) = all.split_at(20);
        let problem = Problem::new(shown);
        let mut direct = Ranking::new(&problem, 10);
        classical::propose_floats(&problem, &mut direct);
        enumerative::propose_floats(&problem, &Budget::QUICK, &mut direct);
        let is_verified = |best: &crate::Candidate<f64>| best.evidence.verdict.is_verified();
        assert!(!direct.best().is_some_and(is_verified), "found without refinement");
        let mut ranking = Ranking::new(&problem, 10);
        propose(shown, &[], &mut ranking);
        let best = ranking.best().expect("a law");
        assert!(best.evidence.verdict.is_verified(), "{:?} {:?}", best.proposal.expr, best.fit);
        assert_eq!(best.next.len(), 10);
        for (found, truth) in best.next.iter().zip(next) {
            assert!(found.relative_error(*truth) < 1e-8, "{:?}", best.proposal.expr);
        }
    }

    #[test]
    fn what_a_leading_power_leaves() {
        check(&[], |n, _| 7.0 * n * n * n + 5.0 * n.sqrt() - 2.0 * math::cos(n) + 3.0);
    }

    #[test]
    fn what_is_left_of_what_is_left() {
        let law =
            |n: f64, _: &[f64]| 2.0 * n.powi(3) + 5.0 * n * n + 3.0 * n.sqrt() - math::ln(n) + 0.5;
        check(&[], law);
    }

    #[test]
    fn earlier_terms_of_the_residual_are_those_of_the_terms_without_the_approximation() {
        // v(n) = u(n) − n³ follows v(n) = v(n-1)/2 + √n.
        let mut v = 1.0;
        let mut all = Vec::new();
        for n in 1..=30 {
            let n = f64::from(n);
            v = v / 2.0 + n.sqrt();
            all.push(n.powi(3) + v);
        }
        let shown = &all[..20];
        let problem = Problem::new(shown);
        let mut ranking = Ranking::new(&problem, 10);
        propose(shown, &[Expr::from_words("mul n sqr n".split(' ')).unwrap()], &mut ranking);
        let best = ranking.best().expect("a law");
        assert!(best.fit.is_exact(), "{:?}", best.proposal.expr);
        assert!(best.next[9].relative_error(all[29]) < 1e-8, "{:?}", best.proposal.expr);
    }

    #[test]
    fn shifting_keeps_the_values() {
        let expr = Expr::from_words("add mul n u1 sqr n".split(' ')).unwrap();
        let earlier = Expr::from_prefix(shifted(&expr, 2).unwrap()).unwrap();
        let terms = [1.5, -2.0, 4.0, 0.5, 3.0];
        assert_eq!(earlier.eval(&terms), expr.eval(&terms[..3]));
    }

    #[test]
    fn odd_input_breaks_nothing() {
        for terms in [vec![], vec![1.0], vec![0.0; 12], vec![f64::NAN; 9], vec![1e300, -1e300]] {
            let mut list: Vec<Proposal> = Vec::new();
            propose(&terms, &[], &mut list);
            assert!(list.iter().all(|law| law.expr.nodes().len() < Expr::MAX_NODES));
        }
    }
}
