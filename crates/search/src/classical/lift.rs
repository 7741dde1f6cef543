//! Laws of what is made of the terms: their differences, partial sums and
//! quotients.

use ansatz_expr::{Error, Expr, Int, Node, Op, Subtree, View};

use super::{Method, MethodRun};
use crate::{Problem, Proposal};

/// Methods for the derived sequence. What the method for the terms themselves
/// would find as well is left out.
const FOR_DIFFERENCES: [Method; 3] = [Method::Holonomic, Method::Floored, Method::Residue];
const FOR_SUMS: [Method; 1] = [Method::Floored];
const FOR_QUOTIENTS: [Method; 3] = [Method::Linear, Method::Floored, Method::Residue];

pub(super) fn propose(method: &mut MethodRun<'_>) {
    differences(method);
    partial_sums(method);
    quotients(method);
}

fn laws(methods: &[Method], derived: &[Int]) -> Vec<Proposal> {
    let problem = Problem::new(derived);
    let mut laws = Vec::new();
    for method in methods {
        method.propose(&problem, &mut laws);
    }
    laws
}

/// d(m) = u(m+1) − u(m), so u(n) = u(n-1) + d(n-1).
fn differences(method: &mut MethodRun<'_>) {
    let steps: Option<Vec<Int>> =
        method.terms().windows(2).map(|pair| pair[1].checked_sub(pair[0])).collect();
    let Some(steps) = steps.filter(|steps| steps.iter().all(|step| step.in_range())) else {
        return;
    };
    for law in laws(&FOR_DIFFERENCES, &steps) {
        let lifted = || -> Result<Expr, Error> {
            let step = substitute(law.expr.root(), &before_n()?, &|back| {
                Expr::binary(Op::Sub, &Expr::prev(back)?, &Expr::prev(back.saturating_add(1))?)
            })?;
            Expr::binary(Op::Add, &Expr::prev(1)?, &step)
        };
        offer(method, lifted(), &law);
    }
}

/// s(n) = u(1) + … + u(n), so u(n) = s(n) − s(n-1), for laws in n alone.
fn partial_sums(method: &mut MethodRun<'_>) {
    let mut total = Some(Int::ZERO);
    let sums: Option<Vec<Int>> = method
        .terms()
        .iter()
        .map(|term| {
            total = total.and_then(|total| total.checked_add(*term));
            total.filter(|total| total.in_range())
        })
        .collect();
    let Some(sums) = sums else { return };
    for law in laws(&FOR_SUMS, &sums) {
        if law.expr.degree() > 0 {
            continue;
        }
        let lifted = || -> Result<Expr, Error> {
            let before = substitute(law.expr.root(), &before_n()?, &Expr::prev)?;
            Expr::binary(Op::Sub, &law.expr, &before)
        };
        offer(method, lifted(), &law);
    }
}

/// q(m) = u(m+1)/u(m), so u(n) = u(n-1)·q(n-1), where all quotients are whole.
fn quotients(method: &mut MethodRun<'_>) {
    let ratios: Option<Vec<Int>> = method
        .terms()
        .windows(2)
        .map(|pair| {
            pair[1]
                .rem_floor(pair[0])
                .filter(|rest| rest.is_zero())
                .and_then(|_| pair[1].div_floor(pair[0]))
        })
        .collect();
    let Some(ratios) = ratios else { return };
    for law in laws(&FOR_QUOTIENTS, &ratios) {
        let lifted = || -> Result<Expr, Error> {
            let ratio = substitute(law.expr.root(), &before_n()?, &|back| {
                Expr::binary(Op::Idiv, &Expr::prev(back)?, &Expr::prev(back.saturating_add(1))?)
            })?;
            Expr::binary(Op::Mul, &Expr::prev(1)?, &ratio)
        };
        offer(method, lifted(), &law);
    }
}

fn offer(method: &mut MethodRun<'_>, lifted: Result<Expr, Error>, law: &Proposal) {
    if let Ok(expr) = lifted {
        let mut draft = method.draft(expr);
        (draft.skip, draft.fitted, draft.solved) = (law.skip + 1, law.fitted, law.solved);
        method.offer(draft);
    }
}

fn before_n() -> Result<Expr, Error> {
    Expr::binary(Op::Sub, &Expr::n(), &Expr::int(1i64))
}

/// Replaces `n` and the earlier terms of an expression.
pub(super) fn substitute(
    tree: Subtree<'_>,
    n: &Expr,
    earlier: &dyn Fn(u16) -> Result<Expr, Error>,
) -> Result<Expr, Error> {
    match tree.view() {
        View::Leaf(Node::N) => Ok(n.clone()),
        View::Leaf(Node::Prev(back)) => earlier(back),
        View::Leaf(_) => Ok(tree.to_expr()),
        View::Unary(op, a) => Expr::unary(op, &substitute(a, n, earlier)?),
        View::Binary(op, a, b) => {
            Expr::binary(op, &substitute(a, n, earlier)?, &substitute(b, n, earlier)?)
        }
        View::Ternary(op, [a, b, c]) => Expr::call(
            op,
            &[
                &substitute(a, n, earlier)?,
                &substitute(b, n, earlier)?,
                &substitute(c, n, earlier)?,
            ],
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::classical::{Method, testing::*};

    #[test]
    fn sums_of_factorials() {
        let (mut factorial, mut sum) = (1i64, 0);
        let mut terms = vec![];
        for n in 1..=16 {
            sum += factorial;
            terms.push(sum);
            factorial *= n;
        }
        let shown = ints(terms[..13].iter().copied());
        assert_eq!(continuation(Method::Lift, &shown, 3), ints(terms[13..].iter().copied()));
    }

    #[test]
    fn quotients_that_double() {
        // 2^(0 + 1 + … ): each quotient is twice the one before.
        let terms: Vec<i64> = (0..10u32).map(|n| 1i64 << (n * (n + 1) / 2)).collect();
        assert_eq!(best(Method::Lift, &ints(terms)), "mul(u1, mul(2, idiv(u1, u2)))");
    }

    #[test]
    fn steps_of_an_integer_part() {
        let terms = ints((1..16).map(|n| n * 7 / 5 - (n - 1) * 7 / 5));
        assert!(!proposals(Method::Lift, &terms).is_empty());
    }
}
