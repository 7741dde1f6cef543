//! Generating functions: the terms as coefficients of a power series, with
//! nothing before the first.
//!
//! Knowing that u(n) = 0 for n < 1 doubles the reach of linear recurrences:
//! the coefficients of 1/(1 - x^4 - x^5) obey theirs from the second term on.

use ansatz_expr::{Error, Expr};

use super::linear::in_x;
use super::template::Template;
use super::{MethodRun, write};

/// How long the numerator may be, in terms.
const MAX_NUMERATOR: usize = 5;
const MAX_ORDER: usize = 40;
/// How many factors a product may have.
const MAX_FACTORS: i128 = 12;

pub(super) fn propose(method: &mut MethodRun<'_>) {
    let zeros = method.terms().iter().take_while(|term| term.is_zero()).count();
    rational(method, zeros);
    product(method, zeros);
}

/// P(x)/Q(x) with a short numerator.
fn rational(method: &mut MethodRun<'_>, zeros: usize) {
    let shown = method.problem;
    let count = shown.terms().len();
    let mut shortest = MAX_ORDER + 1;
    for numerator in 1..=MAX_NUMERATOR {
        let start = zeros + numerator;
        let solved = (1..shortest).find_map(|order| {
            let template = Template::constant(1..=order, 0).with_zeros_before();
            template.spare(count, start).filter(|spare| *spare > 0)?;
            Some((order, template.solve(shown.residues(), start)?))
        });
        let Some((order, solution)) = solved else { continue };
        let mut draft = method.draft(solution.expr);
        draft.lead = draft.expr.degree();
        (draft.skip, draft.fitted, draft.solved) = (start, solution.fitted, true);
        if method.offer(draft) {
            // A longer numerator is worth it only for a shorter denominator.
            shortest = order;
        }
    }
}

/// A product of factors (1 - x^k)^-e, as generating functions of partitions
/// into given parts and Molien series are.
fn product(method: &mut MethodRun<'_>, zeros: usize) {
    let Some(exponents) = exponents(method, zeros) else { return };
    let factors: Vec<(usize, i128)> =
        exponents.iter().enumerate().filter(|(_, e)| **e != 0).map(|(k, e)| (k + 1, *e)).collect();
    let total: i128 = factors.iter().map(|(_, e)| e.abs()).sum();
    // What follows the last factor is the proof that it is the last.
    let last = factors.last().map_or(0, |(k, _)| *k);
    if factors.is_empty() || total > MAX_FACTORS || last + 2 > exponents.len() {
        return;
    }
    let part = |sign: i128| {
        factors.iter().fold(vec![1i128], |mut product, &(k, e)| {
            for _ in 0..(e * sign).max(0) {
                product = times_one_minus(&product, k);
            }
            product
        })
    };
    let (numerator, denominator) = (part(-1), part(1));
    let law = || -> Result<Expr, Error> {
        let mut summands = Vec::new();
        for (lag, &c) in denominator.iter().enumerate().skip(1) {
            if c != 0 {
                summands.push((-c, Some(Expr::prev(lag as u16)?)));
            }
        }
        write::sum(summands)
    };
    let Ok(expr) = law() else { return };
    let mut draft = method.draft(expr);
    draft.lead = draft.expr.degree();
    draft.skip = zeros + numerator.len();
    // Each factor is a place and an exponent.
    (draft.fitted, draft.solved) = (2 * factors.len(), true);
    let text = |sign: i128| {
        let list: Vec<String> = factors
            .iter()
            .filter(|(_, e)| e * sign > 0)
            .map(|(k, e)| match e.abs() {
                1 => format!("(1 - {})", in_x(&x_to_the(*k))),
                e => format!("(1 - {})^{e}", in_x(&x_to_the(*k))),
            })
            .collect();
        if list.is_empty() { "1".to_owned() } else { list.join("*") }
    };
    let shift = in_x(&x_to_the(zeros + 1));
    draft.form = Some(format!("g.f. {shift}*{}/({})", text(-1), text(1)));
    method.offer(draft);
}

fn x_to_the(power: usize) -> Vec<i128> {
    let mut list = vec![0; power];
    list.push(1);
    list
}

fn times_one_minus(polynomial: &[i128], power: usize) -> Vec<i128> {
    let mut result = polynomial.to_vec();
    result.resize(polynomial.len() + power, 0);
    for (index, c) in polynomial.iter().enumerate() {
        result[index + power] -= c;
    }
    result
}

/// The exponents e(k) of Π (1 - x^k)^-e(k), for series that begin with 1.
fn exponents(method: &MethodRun<'_>, zeros: usize) -> Option<Vec<i128>> {
    let series: Vec<i128> =
        method.terms().iter().skip(zeros).map(|term| term.to_i128()).collect::<Option<_>>()?;
    if series.first() != Some(&1) || series.len() < 6 {
        return None;
    }
    // k·a(k) = Σ c(j)·a(k-j), where c(j) = Σ over divisors d of j of d·e(d).
    let mut sums = vec![0i128; series.len()];
    let mut exponents = Vec::new();
    for k in 1..series.len() {
        let mut sum = series[k].checked_mul(k as i128)?;
        for j in 1..k {
            sum = sum.checked_sub(sums[j].checked_mul(series[k - j])?)?;
        }
        sums[k] = sum;
        let mut own = sum;
        for d in (1..k).filter(|d| k % d == 0) {
            own = own.checked_sub((d as i128).checked_mul(exponents[d - 1])?)?;
        }
        if own % k as i128 != 0 {
            return None;
        }
        exponents.push(own / k as i128);
        // The usual case: no finite product in sight.
        let total: i128 =
            exponents.iter().map(|e| e.saturating_abs()).fold(0, i128::saturating_add);
        if total > MAX_FACTORS {
            return None;
        }
    }
    Some(exponents)
}

#[cfg(test)]
mod tests {
    use crate::classical::{Method, testing::*};

    /// Coefficients of 1/Π(1 - x^part): ways to pay with these coins.
    fn ways(parts: &[usize], count: usize) -> Vec<i64> {
        let mut ways = vec![0; count];
        ways[0] = 1;
        for &part in parts {
            for sum in part..count {
                ways[sum] += ways[sum - part];
            }
        }
        ways
    }

    #[test]
    fn change_with_few_coins_from_few_terms() {
        let all = ways(&[2, 3, 7], 30);
        let shown = ints(all[..15].iter().copied());
        let list = proposals(Method::Series, &shown);
        assert!(
            list.iter()
                .any(|p| p.form.as_deref() == Some("g.f. x*1/((1 - x^2)*(1 - x^3)*(1 - x^7))"))
        );
        assert_eq!(continuation(Method::Series, &shown, 10), ints(all[15..25].iter().copied()));
    }

    #[test]
    fn long_recurrences_from_the_first_term_on() {
        // u(n) = u(n-4) + u(n-5), begun by a single 1.
        let mut all = vec![1i64];
        for n in 1..40usize {
            let back = |k: usize| n.checked_sub(k).map_or(0, |at| all[at]);
            all.push(back(4) + back(5));
        }
        let shown = ints(all[..15].iter().copied());
        assert_eq!(best(Method::Series, &shown), "add(u4, u5)");
        assert_eq!(continuation(Method::Series, &shown, 10), ints(all[15..25].iter().copied()));
    }
}
