//! Every row of the published test sets replays: its true recurrence, from its
//! first terms, gives every listed term.

mod shared;

use ansatz_expr::{Error, Expr, Int, Node, Op};
use shared::Row;

/// Integers must be exact. Division by zero is an error with us wherever it
/// happens; the authors' division gave a NaN, which their `relu` made 0 and
/// their `sign` -1, so that some of their sequences pass over a zero divisor.
/// Those rows are counted, and must replay under the authors' rule.
#[test]
fn integer_files() {
    for (file, passing_over_zero) in [("int_ops5", 23), ("int_ops10", 79), ("int_init100", 32)] {
        let Some(rows) = shared::rows(file) else { return };
        let mut passed_over = 0;
        for (line, row) in (1..).zip(&rows) {
            let terms = row.integers();
            let law = row.law();
            assert_eq!((law.degree(), law.operators()), (row.degree(), row.ops()), "{file}:{line}");
            match replay(row, &terms, |law, history| law.eval(history)) {
                Ok(replayed) => assert_eq!(replayed, terms, "{file}:{line}"),
                Err(Error::DivisionByZero { .. }) => {
                    passed_over += 1;
                    let replayed =
                        replay(row, &terms, |law, history| with_nan(law, history).ok_or(()));
                    assert_eq!(replayed, Ok(terms), "{file}:{line}");
                }
                Err(error) => panic!("{file}:{line}: {error}"),
            }
        }
        println!("{file}: {} rows, {passed_over} over a zero divisor", rows.len());
        assert_eq!(passed_over, passing_over_zero, "{file}");
    }
}

/// Floats must agree to 1e-9 relative, with two named exceptions.
///
/// Cancelling rows: laws like `n - tanh(u(n-3))·n` leave nothing but the last
/// digits of `tanh`, where numpy's differs from ours, and laws like `tan(exp(n))` of
/// an arc amplify them. They must agree, term by term, to the rounding of their
/// largest intermediate value.
///
/// Infinite rows: `k1(i0(u(n-2)))` is 0 for the authors once `i0` is infinite;
/// with us that is an overflow, as everywhere.
#[test]
fn float_files() {
    for (file, cancelling, infinite) in [
        ("float_ops5", 2, 0),
        ("float_ops10", 5, 0),
        ("float_init100", 5, 0),
        ("float_realconst_ops5", 4, 0),
        ("float_realconst_ops10", 4, 0),
        ("float_hyperbolic", 2, 0),
        ("float_bessel", 0, 1),
        ("float_fresnel", 0, 0),
    ] {
        let Some(rows) = shared::rows(file) else { return };
        let mut exceptions = (0, 0);
        let mut worst = 0f64;
        for (line, row) in (1..).zip(&rows) {
            let terms = row.floats();
            assert_eq!(row.law().degree(), row.degree(), "{file}:{line}");
            let replayed = match replay(row, &terms, |law, history| law.eval(history)) {
                Ok(replayed) => replayed,
                Err(Error::Overflow { .. }) => {
                    exceptions.1 += 1;
                    let rule = |law: &Expr, history: &[f64]| Ok::<_, ()>(by_node(law, history).0);
                    replay(row, &terms, rule).unwrap()
                }
                Err(error) => panic!("{file}:{line}: {error}"),
            };
            let error = replayed.iter().zip(&terms).map(|(a, b)| relative_error(*a, *b));
            let error = error.fold(0.0, f64::max);
            if error <= 1e-9 {
                worst = worst.max(error);
                continue;
            }
            exceptions.0 += 1;
            for position in row.degree()..terms.len() {
                let (term, largest) = by_node(&row.law(), &terms[..position]);
                let off = (term - terms[position]).abs();
                assert!(off <= 4.0 * f64::EPSILON * largest, "{file}:{line}: {off} of {largest}");
            }
        }
        println!("{file}: {} rows, worst relative error {worst:.1e}", rows.len());
        assert_eq!(exceptions, (cancelling, infinite), "{file}");
    }
}

fn relative_error(ours: f64, theirs: f64) -> f64 {
    if ours == theirs { 0.0 } else { ((ours - theirs) / theirs).abs() }
}

/// The value, node by node, and the largest finite magnitude on the way. What
/// overflows is infinite, and of that `k0` and `k1` are 0.
fn by_node(law: &Expr, history: &[f64]) -> (f64, f64) {
    let mut stack: Vec<f64> = Vec::new();
    let mut largest = 0f64;
    for &node in law.nodes().iter().rev() {
        let value = match node {
            Node::Op(op) => {
                let a = stack.pop().unwrap();
                let mut operands = vec![a];
                let mut nodes = vec![node, Node::Prev(1)];
                if op.arity() == 2 {
                    operands.insert(0, stack.pop().unwrap());
                    nodes = vec![node, Node::Prev(1), Node::Prev(2)];
                }
                match Expr::from_prefix(nodes).unwrap().eval(&operands) {
                    Ok(_) | Err(_) if a == f64::INFINITY && matches!(op.name(), "k0" | "k1") => 0.0,
                    Ok(value) => value,
                    Err(Error::Overflow { .. }) => f64::INFINITY,
                    Err(error) => panic!("{error}"),
                }
            }
            Node::N => history.len() as f64 + 1.0,
            leaf => Expr::from_prefix(vec![leaf]).unwrap().eval(history).unwrap(),
        };
        if value.is_finite() {
            largest = largest.max(value.abs());
        }
        stack.push(value);
    }
    (stack.pop().unwrap(), largest)
}

/// The terms from the first ones of the row, as far as the row goes.
fn replay<T: Copy, E>(
    row: &Row,
    terms: &[T],
    eval: impl Fn(&Expr, &[T]) -> Result<T, E>,
) -> Result<Vec<T>, E> {
    let law = row.law();
    let mut replayed = terms[..row.degree()].to_vec();
    while replayed.len() < terms.len() {
        let term = eval(&law, &replayed)?;
        replayed.push(term);
    }
    Ok(replayed)
}

/// Evaluation with the authors' NaN, here `None`: division by zero gives it,
/// `relu` and `sign` swallow it, everything else passes it on.
fn with_nan(law: &Expr, history: &[Int]) -> Option<Int> {
    let mut stack: Vec<Option<Int>> = Vec::new();
    for node in law.nodes().iter().rev() {
        let value = match *node {
            Node::Int(value) => Some(value),
            Node::N => Some(Int::from(history.len() as i128 + 1)),
            Node::Prev(back) => Some(history[history.len() - usize::from(back)]),
            Node::Op(op) => {
                let a = stack.pop().unwrap();
                let b = if op.arity() == 2 { stack.pop().unwrap() } else { a };
                match (op, a.zip(b)) {
                    (Op::Relu, None) => Some(Int::ZERO),
                    (Op::Sign, None) => Some(Int::from(-1i64)),
                    (_, None) => None,
                    (Op::Add, Some((a, b))) => a.checked_add(b),
                    (Op::Sub, Some((a, b))) => a.checked_sub(b),
                    (Op::Mul | Op::Sqr, Some((a, b))) => a.checked_mul(b),
                    (Op::Idiv, Some((a, b))) => a.div_floor(b),
                    (Op::Mod, Some((a, b))) => a.rem_floor(b),
                    (Op::Abs, Some((a, _))) => Some(a.abs()),
                    (Op::Relu, Some((a, _))) => Some(a.max(Int::ZERO)),
                    (Op::Sign, Some((a, _))) => {
                        Some(Int::from(if a.is_negative() { -1i64 } else { 1 }))
                    }
                    (other, _) => panic!("{other} is no integer operator"),
                }
            }
            Node::Real(_) | Node::Const(_) | Node::Bound(_) => {
                panic!("{node:?} is no integer leaf")
            }
        };
        stack.push(value);
    }
    stack.pop().unwrap()
}
