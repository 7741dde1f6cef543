//! What holds for every tree and every text.

mod common;

use ansatz_expr::{Domain, Error, Expr, Format, Int, Node, Op, Recurrence};
use proptest::prelude::*;

/// Operators that are written between their operands in some language.
fn arithmetic() -> Vec<Op> {
    vec![Op::Add, Op::Sub, Op::Mul, Op::Idiv, Op::Mod]
}

/// Whether as many brackets of each kind are closed as are opened.
fn in_pairs(printed: &str) -> bool {
    let count = |bracket: char| printed.chars().filter(|&c| c == bracket).count();
    [('(', ')'), ('[', ']'), ('{', '}')].iter().all(|&(open, close)| count(open) == count(close))
}

/// Text that looks like formulas, with mistakes.
fn formula_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "u(n-1)",
        "u[n-2]",
        "u_{n-3}",
        "a(n)",
        "u_n",
        "u",
        "n",
        "(",
        ")",
        "|",
        "-",
        "+",
        "*",
        "/",
        "//",
        "%",
        "mod",
        "^",
        "**2",
        "²",
        "^64",
        "=",
        ",",
        ";",
        "1",
        "2",
        "0",
        "3.5",
        "1e9",
        "e",
        "pi",
        "π",
        "γ",
        "sin(",
        "abs(",
        "max(0,",
        "floor(",
        "least(m >",
        "sum(k=",
        "sumdiv(d |",
        "if(",
        "..",
        ":",
        "<",
        "==",
        "k",
        "u(",
        "relu",
        "inv(",
        "mod(",
        " ",
        "−",
        "[",
        "]",
        "{",
        "}",
        "_",
        "?",
        "é",
        ".",
        "99999999999999999999999999999999999999999999",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// An error's span lies in the text and holds the token it names.
fn check_span(text: &str, error: &Error) -> Result<(), TestCaseError> {
    if let Error::BadFormula { token, span, .. } = error {
        let found: String =
            text.chars().skip(span.start).take(span.end.saturating_sub(span.start)).collect();
        prop_assert_eq!(token, &found);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parse_after_print_is_the_identity(tree in common::any_expr()) {
        let text = tree.to_string();
        prop_assert_eq!(Expr::parse(&text), Ok(tree.clone()), "{}", text);
        let spaced = format!("a(n)  =  {}", text.replace('-', "−").replace(' ', "  "));
        prop_assert_eq!(Expr::parse(&spaced), Ok(tree), "{}", spaced);
    }

    #[test]
    fn a_recurrence_is_read_back(
        tree in common::expr(Domain::Integer),
        terms in prop::collection::vec(-1000i64..1000, 6..8),
        floats in prop::collection::vec(common::real(), 6..8),
    ) {
        let initial: Vec<Int> = terms.into_iter().map(Int::from).collect();
        let recurrence = Recurrence::new(tree.clone(), initial).unwrap();
        prop_assert_eq!(Recurrence::parse(&recurrence.to_string()), Ok(recurrence));
        let recurrence = Recurrence::new(tree, floats).unwrap();
        prop_assert_eq!(Recurrence::parse(&recurrence.to_string()), Ok(recurrence));
    }

    #[test]
    fn words_after_tree_are_the_identity(tree in common::any_expr()) {
        let words = tree.to_words();
        prop_assert_eq!(Expr::from_words(words.iter().map(String::as_str)), Ok(tree));
    }

    #[test]
    fn tokens_after_tree_are_the_identity(tree in common::any_expr()) {
        let no_token = |node: &Node| matches!(node, Node::Real(_) | Node::Bound(_));
        let has_reals = tree.nodes().iter().any(no_token);
        match tree.to_tokens() {
            Ok(tokens) => prop_assert_eq!(Expr::from_tokens(&tokens), Ok(tree)),
            Err(error) => {
                prop_assert!(has_reals, "{error}");
                prop_assert!(matches!(error, Error::NoTokenFor { .. }), "{error}");
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in prop_oneof![any::<String>(), formula_like()]) {
        if let Err(error) = Expr::parse(&text) {
            check_span(&text, &error)?;
        }
        if let Err(error) = Recurrence::<Int>::parse(&text) {
            check_span(&text, &error)?;
        }
        if let Err(error) = Recurrence::<f64>::parse(&text) {
            check_span(&text, &error)?;
        }
    }

    #[test]
    fn what_is_read_prints_as_itself(text in formula_like()) {
        if let Ok(tree) = Expr::parse(&text) {
            prop_assert_eq!(Expr::parse(&tree.to_string()), Ok(tree), "{}", text);
        }
    }

    /// In every language brackets are in pairs, and what holds the tree together is
    /// there: a tree that is put together otherwise, and is worth something else
    /// for it, is printed otherwise.
    #[test]
    fn every_format_prints_every_tree_and_no_other(
        outer in prop::sample::select(arithmetic()),
        inner in prop::sample::select(arithmetic()),
        parts in prop::collection::vec(common::expr(Domain::Integer), 3),
    ) {
        let [a, b, c] = &parts[..] else { unreachable!("three parts") };
        let joined = |left: bool| match left {
            true => Expr::binary(inner, &Expr::binary(outer, a, b)?, c),
            false => Expr::binary(outer, a, &Expr::binary(inner, b, c)?),
        };
        let (Ok(left), Ok(right)) = (joined(true), joined(false)) else { return Ok(()) };
        let histories = [vec![1, 2, 3, 5, 8, 13], vec![-7, 4, 0, 9, -2, 6], vec![3, 3, -1, 1, 10, 2]];
        let differ = histories.iter().any(|history| {
            let history: Vec<Int> = history.iter().map(|&term: &i64| Int::from(term)).collect();
            matches!((left.eval(&history), right.eval(&history)), (Ok(l), Ok(r)) if l != r)
        });
        for format in Format::ALL {
            let printed = left.render(format, Domain::Integer);
            prop_assert!(in_pairs(&printed), "{}: {}", format.name(), printed);
            if differ {
                let other = right.render(format, Domain::Integer);
                prop_assert_ne!(printed, other, "{}: {} and {}", format.name(), &left, &right);
            }
        }
    }

    #[test]
    fn every_format_prints_every_tree(tree in common::any_expr()) {
        for format in Format::ALL {
            for domain in [Domain::Integer, Domain::Float] {
                prop_assert!(!tree.render(format, domain).is_empty());
            }
        }
    }

    #[test]
    fn evaluation_never_panics(
        tree in common::any_expr(),
        ints in prop::collection::vec(common::int(), 0..9),
        floats in prop::collection::vec(any::<f64>(), 0..9),
    ) {
        if let Ok(value) = tree.eval(&ints) {
            prop_assert!(value.in_range());
        }
        let finite = floats.iter().all(|term| term.is_finite());
        if let Ok(value) = tree.eval(&floats) {
            prop_assert!(value.is_finite() || !finite);
        }
    }

    #[test]
    fn in_its_own_domain_a_tree_fails_for_no_other_reason_than_its_operands(
        tree in common::expr(Domain::Integer),
        ints in prop::collection::vec(common::int(), 6..9),
    ) {
        let failed = tree.eval(&ints).err();
        prop_assert!(
            !matches!(failed, Some(Error::WrongDomain { .. } | Error::MissingTerm { .. })),
            "{:?}", failed
        );
    }
}

#[test]
fn common_divisors_have_no_sign() {
    for (a, b, divisor) in [(12i64, 18i64, 6i64), (-12, 18, 6), (0, -5, 5), (0, 0, 0), (7, -1, 1)] {
        let law = Expr::parse("gcd(u(n-1), u(n-2))").unwrap();
        let value = law.eval(&[Int::from(b), Int::from(a)]);
        assert_eq!(value, Ok(Int::from(divisor)), "gcd({a}, {b})");
    }
    let wide: Int = "123456789012345678901234567890123456789012345678900".parse().unwrap();
    let law = Expr::parse("gcd(u(n-1), 10^3)").unwrap();
    assert_eq!(law.eval(&[wide]), Ok(Int::from(100i64)));
    assert_eq!(Expr::parse("gcd(18, -12)").unwrap().simplify(Domain::Integer), Expr::int(6i64));
}
