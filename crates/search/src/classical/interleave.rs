//! Two or three sequences taken in turns, each with its own law.

use ansatz_expr::{Error, Expr, Int, Op};

use super::lift::substitute;
use super::{Method, MethodRun};
use crate::{Problem, Proposal, Ranking};

const PARTS: [Method; 3] = [Method::Polynomial, Method::Linear, Method::Holonomic];
/// How many terms each of the parts must show.
const LEAST_PART: usize = 5;

pub(super) fn propose(method: &mut MethodRun<'_>) {
    for count in 2..=3 {
        if method.terms().len() < count * LEAST_PART {
            return;
        }
        let parts: Option<Vec<Proposal>> = (0..count)
            .map(|first| {
                let part: Vec<Int> =
                    method.terms().iter().skip(first).step_by(count).copied().collect();
                part_law(&part)
            })
            .collect();
        let Some(parts) = parts else { continue };
        let Ok(expr) = woven(&parts) else { continue };
        let mut draft = method.draft(expr);
        // The last term that any part is given.
        draft.skip = parts
            .iter()
            .enumerate()
            .map(|(first, law)| match law.start() {
                0 => 0,
                start => first + 1 + count * (start - 1),
            })
            .max()
            .unwrap_or(0);
        draft.fitted = parts.iter().map(|law| law.fitted).sum();
        draft.solved = parts.iter().all(|law| law.solved);
        if method.offer(draft) {
            return;
        }
    }
}

/// The shortest law of a part that leaves a term to check it.
fn part_law(part: &[Int]) -> Option<Proposal> {
    let problem = Problem::new(part);
    let mut ranking = Ranking::new(&problem, 0);
    for method in PARTS {
        method.propose(&problem, &mut ranking);
    }
    let best = ranking.best()?;
    (best.evidence.spare >= 2).then(|| best.proposal.clone())
}

/// Each part's law where its turn is, and 0 elsewhere.
fn woven(parts: &[Proposal]) -> Result<Expr, Error> {
    let count = parts.len() as i64;
    let mut total: Option<Expr> = None;
    for (first, part) in parts.iter().enumerate() {
        if part.expr == Expr::int(0i64) {
            continue;
        }
        let first = first as i64;
        // Term n of the whole is term (n - first - 1)/count + 1 of its part.
        let shift = count - 1 - first;
        let index = Expr::binary(Op::Idiv, &plus(Expr::n(), shift)?, &Expr::int(count))?;
        let law = substitute(part.expr.root(), &index, &|back| {
            Expr::prev(back.saturating_mul(parts.len() as u16))
        })?;
        let product = Expr::binary(Op::Mul, &turn(first, count)?, &law)?;
        total = Some(match total {
            None => product,
            Some(before) => Expr::binary(Op::Add, &before, &product)?,
        });
    }
    Ok(total.unwrap_or_else(|| Expr::int(0i64)))
}

fn plus(expr: Expr, number: i64) -> Result<Expr, Error> {
    match number {
        0 => Ok(expr),
        1.. => Expr::binary(Op::Add, &expr, &Expr::int(number)),
        _ => Expr::binary(Op::Sub, &expr, &Expr::int(-number)),
    }
}

/// 1 where n is `first + 1` modulo `count`, and 0 elsewhere.
fn turn(first: i64, count: i64) -> Result<Expr, Error> {
    if count == 2 {
        return Expr::binary(Op::Mod, &plus(Expr::n(), first)?, &Expr::int(2i64));
    }
    let phase = Expr::binary(Op::Mod, &plus(Expr::n(), -first - 1)?, &Expr::int(count))?;
    Expr::unary(Op::Relu, &Expr::binary(Op::Sub, &Expr::int(1i64), &phase)?)
}

#[cfg(test)]
mod tests {
    use crate::classical::{Method, testing::*};

    #[test]
    fn squares_and_powers_in_turns() {
        let whole = |count: i64| -> Vec<i64> {
            (1..=count).flat_map(|n| [n * n, 3i64.pow(n as u32)]).collect()
        };
        let terms = whole(12);
        let shown = ints(terms[..17].iter().copied());
        assert_eq!(
            continuation(Method::Interleave, &shown, 5),
            ints(terms[17..22].iter().copied())
        );
    }

    #[test]
    fn three_in_turns() {
        let terms: Vec<i64> = (1..10).flat_map(|n| [n, n * n, 100 - n]).collect();
        let shown = ints(terms[..21].iter().copied());
        assert_eq!(
            continuation(Method::Interleave, &shown, 6),
            ints(terms[21..27].iter().copied())
        );
    }
}
