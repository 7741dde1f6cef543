//! Sequences in which every number appears so many times in a row: the lengths
//! of the runs are looked up.

use ansatz_expr::{Error, Expr, Op};

use super::left::{Known, describe, substitute};
use crate::families::functions::Draft;

/// How many runs must be there, the last one aside.
const LEAST_RUNS: usize = 5;

/// Laws of the form: the least m such that the first m runs have n terms. The
/// first number may be any.
pub(super) fn propose(terms: &[i128], drafts: &mut Vec<Draft>) {
    let Some(&first) = terms.first() else { return };
    let mut lengths: Vec<i128> = vec![0];
    let mut current = first;
    for &term in terms {
        if term == current.saturating_add(1) {
            lengths.push(0);
            current = term;
        } else if term != current {
            return;
        }
        if let Some(length) = lengths.last_mut() {
            *length += 1;
        }
    }
    // The last run may go on.
    lengths.pop();
    if lengths.len() < LEAST_RUNS || lengths.len() >= terms.len() - 1 {
        return;
    }
    for known in describe(&lengths) {
        if let Ok(expr) = write(&known, first) {
            drafts.push(Draft { expr, skip: 0, fitted: known.fitted });
        }
    }
}

fn write(known: &Known, first: i128) -> Result<Expr, Error> {
    let number = |value: i128| Expr::int(ansatz_expr::Int::from(value));
    let length = substitute(&known.law, &Expr::bound(0))?;
    let total = Expr::call(Op::Sum, &[&number(1), &Expr::bound(0), &length])?;
    let reaches = Expr::binary(Op::Le, &Expr::n(), &total)?;
    let run = Expr::binary(Op::Least, &number(0), &reaches)?;
    match first - 1 {
        0 => Ok(run),
        offset @ 1.. => Expr::binary(Op::Add, &run, &number(offset)),
        offset => Expr::binary(Op::Sub, &run, &number(offset.saturating_neg())),
    }
}
