//! Products over divisors, undone by division.

use ansatz_expr::{Error, Expr, Op};

use super::left::{LeftLaw, describe, substitute};
use crate::families::functions::FunctionDraft;

/// Terms less than this are products of anything.
const LEAST_LARGEST: i128 = 6;

/// Laws u(n) = Π v(d) over d | n, and those of which the product over the
/// divisors is something simple.
pub(super) fn propose(terms: &[i128], drafts: &mut Vec<FunctionDraft>) {
    let is_small = terms.iter().all(|term| term.abs() <= LEAST_LARGEST);
    if is_small || terms.contains(&0) {
        return;
    }
    let mut found = |known: LeftLaw, expr: Result<Expr, Error>| {
        drafts.extend(expr.ok().map(|expr| FunctionDraft { expr, skip: 0, fitted: known.fitted }));
    };
    for known in quotients(terms).as_deref().map(describe).unwrap_or_default() {
        let expr = substitute(&known.law, &Expr::bound(0))
            .and_then(|value| Expr::call(Op::ProdDiv, &[&Expr::n(), &value]));
        found(known, expr);
    }
    for known in products(terms).as_deref().map(describe).unwrap_or_default() {
        let expr = proper(&known);
        found(known, expr);
    }
}

/// The law over the product of the terms at all divisors but n.
fn proper(known: &LeftLaw) -> Result<Expr, Error> {
    let divisor = Expr::bound(0);
    let below = Expr::binary(Op::Lt, &divisor, &Expr::n())?;
    let term = Expr::unary(Op::At, &divisor)?;
    let factor = Expr::call(Op::If, &[&below, &term, &Expr::int(1i64)])?;
    let product = Expr::call(Op::ProdDiv, &[&Expr::n(), &factor])?;
    Expr::binary(Op::Idiv, &known.law, &product)
}

/// v with u(n) = Π v(d), if these are integers.
fn quotients(terms: &[i128]) -> Option<Vec<i128>> {
    let mut left = terms.to_vec();
    for d in 1..=left.len() {
        let value = *left.get(d - 1)?;
        for multiple in (2 * d..=left.len()).step_by(d) {
            let slot = left.get_mut(multiple - 1)?;
            if slot.checked_rem(value)? != 0 {
                return None;
            }
            *slot = slot.checked_div(value)?;
        }
    }
    Some(left)
}

/// Π u(d).
fn products(terms: &[i128]) -> Option<Vec<i128>> {
    let mut products = vec![1i128; terms.len()];
    for (d, term) in (1..).zip(terms) {
        for slot in products.iter_mut().skip(d - 1).step_by(d) {
            *slot = slot.checked_mul(*term)?;
        }
    }
    Some(products)
}
