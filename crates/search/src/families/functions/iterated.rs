//! Functions of earlier terms: u(n) = u(n-1) + digitsum(u(n-1)) and the like.

use std::sync::OnceLock;

use ansatz_expr::{Expr, Int, Op};

use super::FunctionDraft;
use super::combine::AffineCombination;
use super::tables;

/// What functions are applied to.
const ARGUMENTS: [&str; 9] = [
    "u1",
    "add u1 n",
    "add u1 u2",
    "mul u1 n",
    "add u1 1",
    "sub u1 1",
    "sub n u1",
    "u2",
    "add mul 2 u1 1",
];

/// What may be added to a function, and subtracted from the target.
const ADDED: [&str; 5] = ["0", "u1", "u2", "add u1 u2", "sub 0 u1"];

/// Functions of earlier terms with what they look back.
fn functions() -> &'static [Expr] {
    static FUNCTIONS: OnceLock<Vec<Expr>> = OnceLock::new();
    FUNCTIONS.get_or_init(|| {
        let functions = tables::of_earlier_terms();
        let written = |argument: &str| {
            functions
                .iter()
                .filter_map(move |function| {
                    let words = function.split_whitespace();
                    let words = words.map(|word| if word == "n" { argument } else { word });
                    let words: Vec<&str> = words.flat_map(str::split_whitespace).collect();
                    Expr::from_words(words).ok()
                })
                .collect::<Vec<Expr>>()
        };
        ARGUMENTS.into_iter().flat_map(written).collect()
    })
}

/// Laws that are a multiple of such a function, with earlier terms, a number
/// and a multiple of n added.
pub(super) fn search(terms: &[Int], drafts: &mut Vec<FunctionDraft>) {
    let words: Option<Vec<i64>> =
        terms.iter().map(|term| term.to_i128()?.try_into().ok()).collect();
    let Some(words) = words else { return };
    let table = |law: &Expr| -> Option<(usize, Vec<i64>)> {
        let skip = law.degree();
        let value = |place: usize| law.eval_word(words.get(..place)?).ok().flatten();
        Some((skip, (skip..words.len()).map(value).collect::<Option<_>>()?))
    };
    let added = ADDED.iter().filter_map(|words| Expr::from_words(words.split_whitespace()).ok());
    let added: Vec<(Expr, usize, Vec<i64>)> =
        added.filter_map(|law| table(&law).map(|(skip, values)| (law, skip, values))).collect();
    for function in functions() {
        let Some((skip, values)) = table(function) else { continue };
        for (law, other_skip, others) in &added {
            let from = skip.max(*other_skip);
            let target = words.get(from..).unwrap_or_default();
            let others = others.get(from - other_skip..).unwrap_or_default();
            let rest = target.iter().zip(others).map(|(t, other)| t.checked_sub(*other));
            let Some(rest) = rest.collect::<Option<Vec<i64>>>() else { continue };
            let of = values.get(from - skip..).unwrap_or_default();
            if rest.len() < 5 {
                continue;
            }
            for order in 1..=2 {
                let Some(found) = AffineCombination::solve(&rest, of, from + 1, order) else {
                    continue;
                };
                let written =
                    found.write(function).and_then(|expr| match *law == Expr::int(0i64) {
                        true => Ok(expr),
                        false => Expr::binary(Op::Add, law, &expr),
                    });
                if let Ok(expr) = written {
                    drafts.push(FunctionDraft { expr, skip: from, fitted: found.fitted() });
                }
                break;
            }
        }
    }
}
