//! Linear recurrences whose coefficients are polynomials in n: hypergeometric
//! terms, factorials and their like, and the P-recursive rest.

use super::template::{Template, TemplateSolution};
use super::{MethodRun, Residues};
use ansatz_expr::sort;

/// How many first terms may be irregular.
const MAX_SKIP: usize = 2;
/// How many laws are enough: the smallest come first.
const ENOUGH: usize = 3;
/// How many systems that have a solution are solved in full.
const MOST_SOLVED: usize = 24;

pub(super) fn propose(method: &mut MethodRun<'_>) {
    let shown = method.problem.residues();
    search(shown, |solution, start| {
        let mut draft = method.draft(solution.expr);
        (draft.skip, draft.fitted, draft.solved) = (start, solution.fitted, true);
        method.offer(draft)
    });
}

/// Hands over laws, each with how many terms are given to it, until enough of them
/// were taken.
pub(super) fn search(shown: &Residues, mut offer: impl FnMut(TemplateSolution, usize) -> bool) {
    let count = shown.len();
    let latest = |template: &Template| {
        (0..=MAX_SKIP)
            .map(|skip| template.degree() + skip)
            .rfind(|&start| template.spare(count, start).is_some_and(|spare| spare >= 2))
    };
    // Large systems first: where one has no solution, neither has any within
    // that has to hold for the same terms and more.
    let mut barren: Vec<(Template, usize)> = Vec::new();
    let mut promising: Vec<Template> = Vec::new();
    for template in shapes() {
        let Some(start) = latest(&template) else { continue };
        if barren.iter().any(|(larger, from)| *from >= start && template.is_within(larger)) {
            continue;
        }
        if template.may_hold(shown, start) {
            promising.push(template);
        } else {
            barren.push((template, start));
        }
    }
    let mut found = 0;
    for template in promising.iter().rev().take(MOST_SOLVED) {
        let Some(latest) = latest(template) else { continue };
        for start in template.degree()..=latest {
            let Some(solution) = template.solve(shown, start) else { continue };
            if offer(solution, start) {
                found += 1;
                break;
            }
        }
        if found >= ENOUGH {
            return;
        }
    }
}

/// Large systems first.
fn shapes() -> Vec<Template> {
    let lag_sets: [&[usize]; 7] = [&[1], &[1, 2], &[1, 2, 3], &[1, 2, 3, 4], &[2], &[3], &[1, 3]];
    let mut shapes = Vec::new();
    for lags in lag_sets {
        for lag_powers in 1..=4 {
            for own_powers in 1..=4 {
                if lag_powers == 1 && own_powers == 1 {
                    continue; // constant coefficients have their own method
                }
                for powers in 0..=2 {
                    let lags = lags.iter().copied();
                    shapes.push(Template::with_powers(lags, lag_powers, powers, own_powers));
                }
            }
        }
    }
    sort::by_key(&mut shapes, |shape| std::cmp::Reverse(shape.unknowns()));
    shapes
}

#[cfg(test)]
mod tests {
    use crate::classical::{Method, testing::*};

    #[test]
    fn factorials() {
        let mut terms = vec![1];
        (2..14).for_each(|n| terms.push(terms[terms.len() - 1] * n));
        assert_eq!(best(Method::Holonomic, &ints(terms)), "mul(n, u1)");
    }

    #[test]
    fn catalan_numbers_from_their_convolution() {
        let mut terms = vec![1i64];
        for n in 1..16 {
            terms.push((0..n).map(|k| terms[k] * terms[n - 1 - k]).sum());
        }
        let law = best(Method::Holonomic, &ints(terms));
        assert_eq!(law, "idiv(mul(2, mul(sub(mul(2, n), 3), u1)), n)");
    }

    #[test]
    fn motzkin_numbers_need_two_earlier_terms() {
        // Paths: m(n+1) = m(n) + Σ m(k)·m(n-1-k).
        let mut terms = vec![1i64, 1];
        for n in 1..20usize {
            let convolution: i64 = (0..n).map(|k| terms[k] * terms[n - 1 - k]).sum();
            terms.push(terms[n] + convolution);
        }
        let shown = ints(terms[..18].iter().copied());
        let next = continuation(Method::Holonomic, &shown, 3);
        assert_eq!(next, ints(terms[18..21].iter().copied()));
    }

    #[test]
    fn derangements_have_an_inhomogeneous_law() {
        let mut terms = vec![1i64, 0];
        (2..16).for_each(|n: i64| {
            let last = terms.len() - 1;
            terms.push((n - 1) * (terms[last] + terms[last - 1]));
        });
        let shown = ints(terms[..13].iter().copied());
        assert_eq!(continuation(Method::Holonomic, &shown, 3), ints(terms[13..].iter().copied()));
    }
}
