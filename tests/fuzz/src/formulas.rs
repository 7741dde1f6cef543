//! The reader of formulas.

use ansatz_expr::{Domain, Error, Expr};

use super::{check_span, integer_histories, outcome};

/// The reader of formulas: a formula that is read is printed so that it is read
/// again as the same tree, evaluates or says why not, and is worth the same
/// when simplified.
pub fn check(data: &[u8]) -> String {
    let text = String::from_utf8_lossy(data);
    let expr = match Expr::parse(&text) {
        Ok(expr) => expr,
        Err(error) => {
            if let Error::BadFormula { span, .. } = &error {
                check_span(span, &text);
            }
            return outcome(&error);
        }
    };
    let printed = expr.to_string();
    match Expr::parse(&printed) {
        Ok(again) => assert_eq!(again, expr, "printed as `{printed}`"),
        Err(error) => panic!("{expr:?} is printed as `{printed}`: {error}"),
    }

    let simple = expr.simplify(Domain::Integer);
    let mut words = format!("{} operators", expr.operators().min(8));
    for history in integer_histories() {
        match (expr.eval(&history), simple.eval(&history)) {
            // Simplifying may define more, but never change what was defined.
            // Only the width of an `Int` may get in the way: factors that come
            // in another order can have a larger product on the way.
            (Ok(_), Err(Error::Overflow { .. })) => words.push_str("wider "),
            (Ok(value), simplified) => {
                assert_eq!(simplified, Ok(value), "`{printed}` became `{simple}` after {history:?}")
            }
            (Err(error), _) => words.push_str(&outcome(&error)),
        }
    }
    // Floats are not compared: collecting terms changes how they round, and by
    // how much depends on the formula.
    let simple = expr.simplify(Domain::Float);
    for history in [vec![], vec![0.0; 8], vec![0.5, -1.5, 2.25, 1e-3, 7.0, -1e6, 3.0, 1e100]] {
        let _ = expr.eval::<f64>(&history);
        let _ = simple.eval::<f64>(&history);
    }
    words
}
