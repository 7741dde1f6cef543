//! The value of laws, with every operator there is.

use ansatz_expr::{Domain, Error, Expr, Format, Int, Law, NamedConst, Node, Op, Rational, Terms};

use super::{integer_histories, outcome};

/// No law of these checks has more nodes: laws that people write are shorter.
const MOST_NODES: usize = 48;

/// Bytes are a tree, node by node. Whatever it is, it has a value or a reason
/// why not; the ways to compute it agree; it is printed in every language, and
/// what is printed as text is read again.
pub fn check(data: &[u8]) -> String {
    let expr = match Expr::from_prefix(nodes(data)) {
        Ok(expr) => expr,
        Err(error) => return outcome(&error),
    };
    let mut words = String::new();
    let printed = expr.to_string();
    match Expr::parse(&printed) {
        Ok(again) => assert_eq!(again.to_string(), printed, "{expr:?}"),
        Err(error) => panic!("{expr:?} is printed as `{printed}`: {error}"),
    }
    if expr.exists_in(Domain::Integer) {
        let simple = expr.simplify(Domain::Integer);
        for history in integer_histories() {
            words.push_str(&integers(&expr, &simple, &history));
        }
    }
    if expr.exists_in(Domain::Float) {
        let simple = expr.simplify(Domain::Float);
        for history in [vec![], vec![0.0; 8], vec![0.5, -1.5, 1e-300, 1e300, -7.0, 2.25, 3.0]] {
            for law in [&expr, &simple] {
                match law.eval::<f64>(&history) {
                    Ok(value) => assert!(value.is_finite(), "`{law}` is {value}"),
                    Err(error) => words.push_str(&outcome(&error)),
                }
            }
            let exactly: Option<Vec<Rational>> =
                history.iter().map(|&term| Rational::from_f64(term)).collect();
            let _ = exactly.and_then(|history| expr.eval_rational(&history));
        }
    }
    whole_laws(&expr, &mut words);
    words
}

/// A value of integers is the same however it is computed.
fn integers(expr: &Expr, simple: &Expr, history: &[Int]) -> String {
    let value = match expr.eval(history) {
        Ok(value) => value,
        Err(error) => return outcome(&error),
    };
    assert!(value.in_range(), "`{expr}` is {value}");
    match simple.eval(history) {
        // Another order of the factors may have a larger product on the way, and
        // another writing may take more steps.
        Err(Error::Overflow { .. } | Error::TooMuchWork { .. }) => {}
        simplified => {
            assert_eq!(simplified, Ok(value), "`{expr}` became `{simple}` after {history:?}")
        }
    }
    let small: Option<Vec<i64>> =
        history.iter().map(|term| term.to_i128().and_then(|term| term.try_into().ok())).collect();
    if let Some(small) = small
        && let Ok(Some(word)) = expr.eval_word(&small)
    {
        assert_eq!(Int::from(word), value, "`{expr}` in machine words after {history:?}");
    }
    if expr.is_rational() {
        let exactly: Vec<Rational> = history.iter().map(|&term| Rational::integer(term)).collect();
        if let Some(rational) = expr.eval_rational(&exactly) {
            assert_eq!(rational, Rational::integer(value), "`{expr}` in fractions");
        }
    }
    "value ".to_owned()
}

/// As a law with terms of its own: computed, checked and rendered.
fn whole_laws(expr: &Expr, words: &mut String) {
    let starts = [
        Terms::Integers([1, 2, -3, 5].repeat(2).into_iter().map(|term: i64| term.into()).collect()),
        Terms::Floats([0.5, 1.0, -2.5, 3.0].repeat(2)),
    ];
    for start in starts {
        if !expr.exists_in(start.domain()) {
            continue;
        }
        let law = match Law::new(expr.clone(), start) {
            Ok(law) => law,
            Err(error) => {
                words.push_str(&outcome(&error));
                continue;
            }
        };
        if let Ok((terms, _)) = law.terms_while_defined(1, 12) {
            assert!(law.check(&terms).holds(), "`{expr}` does not hold for its own terms");
        }
        for format in Format::ALL {
            assert!(!law.render(format).is_empty(), "`{expr}` in {}", format.name());
        }
    }
}

/// One tree, whatever the bytes: where they end, leaves follow.
fn nodes(data: &[u8]) -> Vec<Node> {
    let mut bytes = data.iter().copied();
    let mut nodes = Vec::new();
    let mut missing = 1usize;
    while missing > 0 {
        let node = match bytes.next() {
            Some(byte) if nodes.len() + missing < MOST_NODES => node(byte, &mut bytes),
            _ => Node::N,
        };
        missing = missing - 1 + node.arity();
        nodes.push(node);
    }
    nodes
}

fn node(byte: u8, bytes: &mut impl Iterator<Item = u8>) -> Node {
    // Half of them operators, each as likely as the others.
    if byte >= 128 {
        let place = usize::from(byte - 128) * 256 + usize::from(bytes.next().unwrap_or(0));
        return Node::Op(Op::ALL[place % Op::ALL.len()]);
    }
    let mut next = || bytes.next().unwrap_or(1);
    match byte % 8 {
        0 => Node::N,
        1 | 2 => Node::Prev(1 + u16::from(next()) % 7),
        3 => Node::Int(Int::from(i64::from(next()) - 128)),
        4 => Node::Bound(next() % 3),
        5 => Node::Const(NamedConst::ALL[usize::from(next()) % NamedConst::ALL.len()]),
        6 => {
            let bits = u64::from_le_bytes([
                next(),
                next(),
                next(),
                next(),
                next(),
                next(),
                next(),
                next(),
            ]);
            let value = f64::from_bits(bits);
            Node::Real(if value.is_finite() && value != 0.0 { value } else { 0.5 })
        }
        _ => {
            // Up to 2 to the 248: beyond a machine word, and beyond two.
            let (power, digit) = (next() % 32, next());
            let digit = Int::from(i64::from(digit) - 128);
            let step = Int::from(256i64);
            let value = (0..power).try_fold(digit, |value, _| value.checked_mul(step));
            Node::Int(value.unwrap_or(digit))
        }
    }
}
