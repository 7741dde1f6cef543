//! Sequences in which every number appears so many times in a row: the lengths
//! of the runs are looked up, and the numbers where they do not go up by one.

use ansatz_expr::{Error, Expr, Node, Op};

use super::left::{LeftLaw, describe, describe_within, substitute};
use crate::families::functions::FunctionDraft;

/// How many runs must be there, the last one aside.
const LEAST_RUNS: usize = 5;

/// By how many bits a law of the lengths may be longer than what it tells.
const MOST_EXCESS: f64 = 5.0;

/// How many numbers a staircase may leave out at once.
const MOST_LEFT_OUT: i128 = 3;

/// Laws of the form: the least m such that the first m runs have n terms, and a
/// function of that.
pub(super) fn propose(terms: &[i128], drafts: &mut Vec<FunctionDraft>) {
    let mut runs = runs(terms);
    // The last run may go on.
    runs.pop();
    if runs.len() < LEAST_RUNS || runs.len() >= terms.len() - 1 {
        return;
    }
    if let Some((first, lengths)) = staircase(&runs) {
        let known = describe(&lengths);
        for known in &known {
            if let Ok(expr) = run(known).and_then(|run| offset(&run, first)) {
                drafts.push(FunctionDraft { expr, skip: 0, fitted: known.fitted });
            }
        }
        if !known.is_empty() {
            return;
        }
    }
    // Where runs are this short, what they are tells more than how long.
    if 4 * runs.len() > 3 * terms.len() {
        return;
    }
    let (values, lengths): (Vec<i128>, Vec<i128>) = runs.into_iter().unzip();
    let values = describe(&values);
    if values.is_empty() {
        return;
    }
    // How long few runs are says little alone; the whole law is weighed in the end.
    for length in describe_within(&lengths, MOST_EXCESS) {
        let Ok(run) = run(&length) else { continue };
        for value in values.iter().filter(|value| !has_binder(&value.law)) {
            let fitted = length.fitted + value.fitted;
            let expr = substitute(&value.law, &run);
            drafts.extend(expr.ok().map(|expr| FunctionDraft { expr, skip: 0, fitted }));
        }
    }
}

/// Numbers, and how often each comes.
fn runs(terms: &[i128]) -> Vec<(i128, i128)> {
    let mut runs: Vec<(i128, i128)> = Vec::new();
    for &term in terms {
        match runs.last_mut() {
            Some((value, length)) if *value == term => *length += 1,
            _ => runs.push((term, 1)),
        }
    }
    runs
}

/// How often each number from the first on comes, if they go up: never, for those
/// that are left out.
fn staircase(runs: &[(i128, i128)]) -> Option<(i128, Vec<i128>)> {
    let (first, _) = *runs.first()?;
    let mut lengths = Vec::with_capacity(runs.len());
    let mut next = first;
    for &(value, length) in runs {
        let left_out = value.checked_sub(next)?;
        if !(0..=MOST_LEFT_OUT).contains(&left_out) {
            return None;
        }
        lengths.extend((0..left_out).map(|_| 0));
        lengths.push(length);
        next = value.checked_add(1)?;
    }
    Some((first, lengths))
}

/// The number of the run that the n-th term is in.
fn run(length: &LeftLaw) -> Result<Expr, Error> {
    if let [Node::Int(same)] = length.law.nodes() {
        let last = same.checked_sub(ansatz_expr::Int::ONE).unwrap_or(*same);
        let before = Expr::binary(Op::Add, &Expr::n(), &Expr::int(last))?;
        return Expr::binary(Op::Idiv, &before, &length.law);
    }
    let length = substitute(&length.law, &Expr::bound(0))?;
    let total = Expr::call(Op::Sum, &[&Expr::int(1i64), &Expr::bound(0), &length])?;
    let reaches = Expr::binary(Op::Le, &Expr::n(), &total)?;
    Expr::binary(Op::Least, &Expr::int(0i64), &reaches)
}

/// The run's number where the numbers begin with `first`.
fn offset(run: &Expr, first: i128) -> Result<Expr, Error> {
    let number = |value: i128| Expr::int(ansatz_expr::Int::from(value));
    match first - 1 {
        0 => Ok(run.clone()),
        offset @ 1.. => Expr::binary(Op::Add, run, &number(offset)),
        offset => Expr::binary(Op::Sub, run, &number(offset.saturating_neg())),
    }
}

/// Whether the law has variables of its own, which those of a run would meet.
fn has_binder(law: &Expr) -> bool {
    law.nodes().iter().any(|node| matches!(node, Node::Op(op) if op.is_binder()))
}
