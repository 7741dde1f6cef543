//! Polynomials in n.

use super::MethodRun;
use super::residues::MAX_POWER;
use super::template::Template;

/// How many first terms may be irregular.
const MAX_SKIP: usize = 4;

pub(super) fn propose(method: &mut MethodRun<'_>) {
    let shown = method.problem;
    let count = shown.terms().len();
    for skip in 0..=MAX_SKIP {
        for powers in 1..=MAX_POWER + 1 {
            let template = Template::constant([], powers);
            if template.spare(count, skip).is_none_or(|spare| spare == 0) {
                break;
            }
            if let Some(solution) = template.solve(shown.residues(), skip) {
                let mut draft = method.draft(solution.expr);
                (draft.skip, draft.fitted, draft.solved) = (skip, solution.fitted, true);
                if method.offer(draft) {
                    // Dropping more terms would find the same law again.
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::classical::{Method, testing::*};

    #[test]
    fn triangular_numbers_and_their_like() {
        let terms = ints((1..12).map(|n| n * (n + 1) / 2));
        assert_eq!(best(Method::Polynomial, &terms), "idiv(add(sqr(n), n), 2)");
        let cubes = ints((1..12).map(|n| n * n * n - 4));
        assert_eq!(best(Method::Polynomial, &cubes), "sub(mul(n, sqr(n)), 4)");
    }

    #[test]
    fn irregular_first_terms_are_given() {
        let mut terms = ints((1..14).map(|n| n * n));
        terms[0] = 7i64.into();
        terms[1] = 7i64.into();
        let list = proposals(Method::Polynomial, &terms);
        assert_eq!(list[0].skip, 2);
        assert_eq!(format!("{:?}", list[0].expr), "sqr(n)");
    }

    #[test]
    fn no_polynomial_without_a_term_to_spare() {
        assert!(proposals(Method::Polynomial, &ints([1, 5])).len() <= 1);
        assert!(proposals(Method::Polynomial, &ints([1, 5, 2, 11, 3])).is_empty());
    }
}
