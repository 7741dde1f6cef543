//! Linear recurrences with constant coefficients, with or without a
//! polynomial in n added.

use ansatz_expr::{Error, Expr, Int, sort};

use super::field::{PRIMES, inverse};
use super::template::Template;
use super::{MethodRun, Residues, write};

/// How many first terms may be irregular.
const MAX_SKIP: usize = 4;
/// The same for recurrences of few terms.
const SPARSE_SKIP: usize = 2;
/// How many powers of n an added polynomial may have.
const MAX_POWERS: usize = 4;
/// How long a dense recurrence may be: more is unreadable.
const MAX_ORDER: usize = 64;
/// How long the tail must be for which a law is proposed, and how many are.
const LEAST_TAIL: usize = 3;
const MOST_TAILS: usize = 8;
/// How far back a recurrence of few terms looks.
const MAX_LAG: usize = 40;
/// How many equations those recurrences may be solved from in all. Nearly every
/// choice of earlier terms is ruled out by the last terms alone, but none is
/// where all terms are equal.
const MOST_EQUATIONS: usize = 400_000;

pub(super) fn propose(method: &mut MethodRun<'_>) {
    dense(method);
    sparse(method);
    tails(method);
}

/// `u(n) = u(n-p) + c` where it holds for the last terms only, however late it
/// sets in.
fn tails(method: &mut MethodRun<'_>) {
    let terms = method.problem.terms();
    let mut found: Vec<(usize, usize, Int)> = Vec::new();
    for lag in 1..terms.len().min(MAX_LAG) {
        let steps = terms.iter().zip(&terms[lag..]).map(|(a, b)| b.checked_sub(*a));
        let steps: Vec<Option<Int>> = steps.collect();
        let Some(Some(last)) = steps.last() else { continue };
        let run = steps.iter().rev().take_while(|step| **step == Some(*last)).count();
        if run >= LEAST_TAIL && run < steps.len() {
            found.push((run, lag, *last));
        }
    }
    sort::by_key(&mut found, |(run, lag, _)| (std::cmp::Reverse(*run), *lag));
    for (run, lag, step) in found.into_iter().take(MOST_TAILS) {
        let law = || -> Result<Expr, Error> {
            let size = step.to_i128().unwrap_or(0);
            write::sum(vec![(1, Some(Expr::prev(lag as u16)?)), (size, None)])
        };
        if let Ok(expr) = law() {
            let mut draft = method.draft(expr);
            draft.skip = terms.len() - run;
            (draft.fitted, draft.solved) = (1, true);
            method.offer(draft);
        }
    }
}

/// Berlekamp–Massey finds the order; the template of that order is then solved.
fn dense(method: &mut MethodRun<'_>) {
    let shown = method.problem;
    let count = shown.terms().len();
    for powers in 0..=MAX_POWERS {
        for skip in 0..=MAX_SKIP {
            let Some(order) = order_of(shown.residues(), skip, powers) else { continue };
            let template = Template::constant(1..=order, powers);
            let start = skip + order;
            if order > MAX_ORDER {
                continue;
            }
            if template.spare(count, start).is_none_or(|spare| spare == 0) {
                continue;
            }
            let Some(solution) = template.solve(shown.residues(), start) else { continue };
            let mut draft = method.draft(solution.expr);
            (draft.skip, draft.fitted, draft.solved) = (start, solution.fitted, true);
            draft.form = solution.constant.and_then(|c| generating_function(method, &c, start));
            if method.offer(draft) {
                break;
            }
        }
    }
}

/// How far back the recurrence of the terms after the first `skip` looks, with a
/// polynomial of so many powers of n added; `None` if that is all there is.
pub(super) fn order_of(shown: &Residues, skip: usize, powers: usize) -> Option<usize> {
    let mut tail: Vec<u64> = shown.modulo(0).iter().skip(skip).copied().collect();
    // An added polynomial vanishes from the differences.
    for _ in 0..powers {
        tail = differences(&tail);
    }
    Some(shortest_order(&tail)).filter(|order| *order > 0)
}

fn differences(values: &[u64]) -> Vec<u64> {
    let prime = u64::from(PRIMES[0]);
    values.windows(2).map(|pair| (pair[1] + prime - pair[0]) % prime).collect()
}

/// The order of the shortest homogeneous linear recurrence modulo the first
/// prime, from the first term on (Berlekamp–Massey).
pub(super) fn shortest_order(values: &[u64]) -> usize {
    let prime = u64::from(PRIMES[0]);
    let mut current = vec![1u64];
    let mut before = vec![1u64];
    let (mut order, mut since, mut last) = (0usize, 1usize, 1u64);
    for index in 0..values.len() {
        let discrepancy = current
            .iter()
            .take(index + 1)
            .enumerate()
            .fold(0, |sum, (lag, &c)| (sum + c * values[index - lag]) % prime);
        if discrepancy == 0 {
            since += 1;
            continue;
        }
        let factor = prime - discrepancy * inverse(last, prime) % prime;
        let kept = current.clone();
        if current.len() < before.len() + since {
            current.resize(before.len() + since, 0);
        }
        for (lag, &c) in before.iter().enumerate() {
            current[lag + since] = (current[lag + since] + factor * c) % prime;
        }
        if 2 * order <= index {
            order = index + 1 - order;
            (before, last, since) = (kept, discrepancy, 1);
        } else {
            since += 1;
        }
    }
    order
}

/// Recurrences with up to three earlier terms, however far back, and a
/// constant.
fn sparse(method: &mut MethodRun<'_>) {
    let shown = method.problem;
    let count = shown.terms().len();
    let furthest = MAX_LAG.min(count.saturating_sub(3));
    let mut equations = 0;
    let mut attempt = |lags: &[usize], powers: usize| {
        let template = Template::constant(lags.iter().copied(), powers);
        if template.spare(count, 0).is_none_or(|spare| spare == 0) {
            return false;
        }
        // What does not hold for the last terms does not hold for all.
        let latest = (0..=SPARSE_SKIP)
            .map(|skip| template.degree() + skip)
            .rfind(|&start| template.spare(count, start).is_some_and(|spare| spare > 0));
        if latest.is_none_or(|start| !template.may_hold(shown.residues(), start)) {
            return false;
        }
        equations += count;
        if equations > MOST_EQUATIONS {
            return false;
        }
        for skip in 0..=SPARSE_SKIP {
            let start = template.degree() + skip;
            if template.spare(count, start).is_none_or(|spare| spare == 0) {
                return false;
            }
            let Some(solution) = template.solve(shown.residues(), start) else { continue };
            let mut draft = method.draft(solution.expr);
            (draft.skip, draft.fitted, draft.solved) = (start, solution.fitted, true);
            draft.form = solution.constant.and_then(|c| generating_function(method, &c, start));
            if method.offer(draft) {
                return true;
            }
        }
        false
    };
    for powers in 0..=2 {
        for far in 1..=furthest {
            if attempt(&[far], powers) {
                break;
            }
        }
    }
    let mut found = 0;
    for far in 2..=furthest {
        for near in 1..far {
            for powers in 0..=1 {
                found += usize::from(attempt(&[near, far], powers));
            }
        }
        if found > 0 {
            break;
        }
    }
    for far in 3..=furthest.min(24) {
        for middle in 2..far {
            for near in 1..middle {
                found += usize::from(attempt(&[near, middle, far], 0));
            }
        }
        if found > 0 {
            break;
        }
    }
}

/// The generating function Σ u(n)·x^n of a homogeneous recurrence.
fn generating_function(
    method: &MethodRun<'_>,
    coefficients: &[i128],
    start: usize,
) -> Option<String> {
    let terms: Vec<i128> =
        method.terms().iter().take(start).map(|term| term.to_i128()).collect::<Option<_>>()?;
    // The coefficient of x^(index + 1) in the series times the denominator.
    let mut numerator = vec![0i128];
    for index in 0..start {
        let mut sum = 0i128;
        for (lag, c) in coefficients.iter().enumerate().take(index + 1) {
            sum = sum.checked_add(c.checked_mul(*terms.get(index - lag)?)?)?;
        }
        numerator.push(sum);
    }
    let sign = if *coefficients.first()? < 0 { -1 } else { 1 };
    let signed = |list: &[i128]| list.iter().map(|c| c * sign).collect::<Vec<_>>();
    let over = in_x(&signed(&numerator));
    let under = in_x(&signed(coefficients));
    Some(format!("g.f. ({over})/({under})"))
}

/// A polynomial in x as text, lowest power first.
pub(crate) fn in_x(coefficients: &[i128]) -> String {
    let mut text = String::new();
    for (power, &coefficient) in coefficients.iter().enumerate() {
        if coefficient == 0 {
            continue;
        }
        let sign = match (coefficient < 0, text.is_empty()) {
            (true, true) => "-",
            (true, false) => " - ",
            (false, true) => "",
            (false, false) => " + ",
        };
        let size = coefficient.unsigned_abs();
        let number = if size == 1 && power > 0 { String::new() } else { size.to_string() };
        let star = if size != 1 && power > 0 { "*" } else { "" };
        let x = match power {
            0 => String::new(),
            1 => "x".to_owned(),
            _ => format!("x^{power}"),
        };
        text.push_str(&format!("{sign}{number}{star}{x}"));
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::in_x;
    use crate::classical::{Method, testing::*};

    #[test]
    fn fibonacci_numbers_with_their_generating_function() {
        let mut terms = vec![1i64, 1];
        (2..14).for_each(|n| terms.push(terms[n - 1] + terms[n - 2]));
        let terms = ints(terms);
        assert_eq!(best(Method::Linear, &terms), "add(u1, u2)");
        let list = proposals(Method::Linear, &terms);
        assert!(list.iter().any(|p| p.form.as_deref() == Some("g.f. (x)/(1 - x - x^2)")));
    }

    #[test]
    fn an_added_polynomial_beats_a_longer_recurrence() {
        let triangular = ints((1..14).map(|n| n * (n + 1) / 2));
        assert_eq!(best(Method::Linear, &triangular), "add(u1, n)");
        let mut terms = vec![1i64];
        (2..14).for_each(|_| terms.push(3 * terms[terms.len() - 1] + 2));
        assert_eq!(best(Method::Linear, &ints(terms)), "add(mul(3, u1), 2)");
    }

    #[test]
    fn a_few_first_terms_may_be_irregular() {
        let mut terms = vec![9i64, 4, 1, 2];
        (4..16).for_each(|n| terms.push(2 * terms[n - 1] + terms[n - 2]));
        let list = proposals(Method::Linear, &ints(terms));
        assert!(
            list.iter().any(|p| format!("{:?}", p.expr) == "add(mul(2, u1), u2)" && p.skip == 4)
        );
    }

    #[test]
    fn far_lags_and_periods() {
        let classes = ints((0..16).map(|n| 11 * (n / 4) + [0, 2, 3, 7][n as usize % 4]));
        assert_eq!(best(Method::Linear, &classes), "add(u4, 11)");
        let periodic = ints([5, 1, 8, 2, 2, 9].into_iter().cycle().take(17));
        assert_eq!(best(Method::Linear, &periodic), "u6");
        let mut terms: Vec<i64> = (1..12).collect();
        (11..24).for_each(|n| terms.push(terms[n - 3] + terms[n - 11]));
        assert_eq!(best(Method::Linear, &ints(terms)), "add(u3, u11)");
    }

    #[test]
    fn laws_may_set_in_late() {
        let terms = ints([9, 1, 7, 7, 3, 1, 2, 4, 12, 14, 22, 24, 32, 34, 42, 44]);
        let list = proposals(Method::Linear, &terms);
        assert!(list.iter().any(|p| format!("{:?}", p.expr) == "add(u2, 10)" && p.skip == 8));
    }

    #[test]
    fn rational_coefficients_divide_exactly() {
        // u(n) = (u(n-1) + 3·u(n-2))/2 from values that keep it whole.
        let mut terms: Vec<i64> = vec![1 << 14, 3 << 14];
        (2..14).for_each(|n| terms.push((terms[n - 1] + 3 * terms[n - 2]) / 2));
        assert_eq!(best(Method::Linear, &ints(terms)), "idiv(add(u1, mul(3, u2)), 2)");
    }

    #[test]
    fn polynomials_in_x_read_as_one_writes_them() {
        assert_eq!(in_x(&[1, -1, 0, 3]), "1 - x + 3*x^3");
        assert_eq!(in_x(&[-2, 1]), "-2 + x");
        assert_eq!(in_x(&[]), "0");
    }
}
