//! Laws beyond functions of earlier terms: computed indices, conditions,
//! binders, floors of real expressions. Values are those of the definitions, or
//! were looked up.

use ansatz_expr::{Domain, Error, Expr, Int, Op, Recurrence};

/// The first terms of a law, as text.
#[track_caller]
fn terms(law: &str, count: usize) -> String {
    let recurrence = Recurrence::<Int>::parse(law).unwrap_or_else(|e| panic!("{law}: {e}"));
    assert!(recurrence.expr().exists_in(Domain::Integer), "{law}");
    let printed = recurrence.to_string();
    assert_eq!(Recurrence::parse(&printed), Ok(recurrence.clone()), "{printed}");
    let words = recurrence.expr().to_words();
    let read = Expr::from_words(words.iter().map(String::as_str));
    assert_eq!(read.as_ref(), Ok(recurrence.expr()));
    let terms = recurrence.terms(count).unwrap_or_else(|e| panic!("{law}: {e}"));
    terms.iter().map(Int::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn famous_sequences_can_be_said() {
    for (law, expected) in [
        ("least(m > u(n-1): isprime(m)), u(1) = 2", "2 3 5 7 11 13 17 19 23 29"),
        ("prime(n)", "2 3 5 7 11 13 17 19 23 29"),
        ("numdiv(n)", "1 2 2 3 2 4 2 4 3 4"),
        ("digitsum(n*n, 10)", "1 4 9 7 7 9 13 10 9 1"),
        ("sigma(n, 1)", "1 3 4 7 6 12 8 15 13 18"),
        (
            "least(m > u(n-1): (m % 3 == 1)*issquarefree(m)), u(1) = 1",
            "1 7 10 13 19 22 31 34 37 43",
        ),
        // Pascal's triangle by rows.
        (
            "if(col(n) == 1, 1, if(col(n) == row(n), 1, u(n - row(n)) + u(n - row(n) + 1)))",
            "1 1 1 1 2 1 1 3 3 1",
        ),
        ("binomial(row(n) - 1, col(n) - 1)", "1 1 1 1 2 1 1 3 3 1"),
        // Hofstadter's Q, and Golomb's sequence.
        ("u(n - u(n-1)) + u(n - u(n-2)), u(1) = 1, u(2) = 1", "1 1 2 3 3 4 5 5 6 6"),
        ("1 + u(n - u(u(n-1))), u(1) = 1", "1 2 2 3 3 4 4 4 5 5"),
        // Partitions: n p(n) = Σ σ(k) p(n-k), with p(0) = 1.
        ("(sigma(n, 1) + sum(k=1..n - 1, sigma(k, 1)*u(n - k))) // n", "1 2 3 5 7 11 15 22 30 42"),
        ("sumdiv(d | n, mobius(d)*2^2)", "4 0 0 0 0 0 0 0 0 0"),
        ("sumdiv(d | n, mobius(n // d)*pow(2, d)) // n", "2 1 2 3 6 9 18 30 56 99"),
        // The product of the divisors, and 2^n - 1 from its cyclotomic factors.
        ("proddiv(d | n, d)", "1 2 3 8 5 36 7 64 27 100"),
        ("proddiv(d | n, (2^d - 1)^(mobius(n // d) == 1))", "1 3 7 15 31 63 127 255 511 1023"),
        ("product(k=1..n, k)", "1 2 6 24 120 720 5040 40320 362880 3628800"),
        ("sum(k=1..n, sum(j=1..k, gcd(j, k) == 1))", "1 2 4 6 10 12 18 22 28 32"),
        (
            "if(n % 2, 3*u(n // 2 + 1) + 1, u(n // 2)), u(1) = 1, u(2) = 5",
            "1 5 16 5 49 16 16 5 148 49",
        ),
        // Digits of sqrt(2) and of pi, partial quotients of e, a Beatty sequence.
        ("floor(sqrt(2)*pow(10, n - 1)) % 10", "1 4 1 4 2 1 3 5 6 2"),
        ("floor(pi*pow(10, n - 1)) % 10", "3 1 4 1 5 9 2 6 5 3"),
        ("cfrac(e, n)", "2 1 2 1 1 4 1 1 6 1"),
        ("floor(n*(1 + sqrt(5))/2)", "1 3 4 6 8 9 11 12 14 16"),
        ("floor(euler_gamma*pow(10, n)) % 10", "5 7 7 2 1 5 6 6 4 9"),
        ("floor(log(2)*pow(10, n)) % 10", "6 9 3 1 4 7 1 8 0 5"),
        ("rebase(n, 2, 10)", "1 10 11 100 101 110 111 1000 1001 1010"),
        ("powmod(2, n, 7) + kronecker(n, 7)", "3 5 0 3 3 0 2 5 2 1"),
        ("xor(n, 5) + bitand(n, 6)*bitor(1, n)", "4 13 12 21 20 45 44 13 12 37"),
    ] {
        assert_eq!(terms(law, 10), expected, "{law}");
    }
}

#[test]
fn constants_have_as_many_digits_as_are_asked_for() {
    let digit = |law: &str, place: usize| {
        Expr::parse(law).unwrap().eval(&vec![Int::ZERO; place - 1]).unwrap().to_string()
    };
    // The hundredth digits after the point.
    for (constant, expected) in [
        ("sqrt(2)", "7"),
        ("pi", "9"),
        ("e", "4"),
        ("log(2)", "5"),
        ("exp(pi)", "6"),
        ("sin(1)", "8"),
        ("cos(1)", "3"),
        ("arctan(1/2)", "5"),
        ("tan(1)", "8"),
        ("euler_gamma", "5"),
    ] {
        assert_eq!(
            digit(&format!("floor({constant}*pow(10, n)) % 10"), 100),
            expected,
            "{constant}"
        );
    }
    assert_eq!(digit("cfrac(pi, n)", 100), "10");
    assert_eq!(digit("cfrac(355/113, n)", 2), "7");
}

#[test]
fn what_has_no_value_is_an_error() {
    let fails = |law: &str, n: usize| {
        let law = Expr::parse(law).unwrap_or_else(|e| panic!("{law}: {e}"));
        law.eval(&vec![Int::ONE; n - 1]).unwrap_err()
    };
    assert_eq!(fails("u((n))", 3), Error::MissingIndex { term: 3.0, index: 3 });
    assert_eq!(fails("u(0)", 3), Error::MissingIndex { term: 0.0, index: 3 });
    assert_eq!(fails("u(n - 5*u(n-1))", 3), Error::MissingIndex { term: -2.0, index: 3 });
    assert!(matches!(fails("least(m > 1: 0)", 1), Error::TooMuchWork { .. }));
    assert!(matches!(fails("sum(k=1..pow(10, 30), 1)", 1), Error::TooMuchWork { .. }));
    let nested = "sum(k=1..999, sum(j=1..999, sum(i=1..999, 1)))";
    assert!(matches!(fails(nested, 1), Error::TooMuchWork { .. }));
    assert!(matches!(fails("sumdiv(d | 0, d)", 1), Error::OutOfDomain { op: Op::SumDiv, .. }));
    assert!(matches!(fails("proddiv(d | 0, d)", 1), Error::OutOfDomain { op: Op::ProdDiv, .. }));
    assert!(matches!(
        fails("proddiv(d | 6, 10^99)", 1),
        Error::TermTooLarge { .. } | Error::Overflow { .. }
    ));
    assert!(matches!(fails("floor(sqrt(2)*sqrt(2))", 1), Error::Undecided { op: Op::Floor }));
    assert!(matches!(fails("floor(sqrt(-2))", 1), Error::OutOfDomain { .. }));
    assert!(matches!(fails("floor(1/(n - 1)*pi)", 1), Error::DivisionByZero { .. }));
    assert!(matches!(fails("floor(exp(exp(exp(n))))", 5), Error::Overflow { .. }));
    assert!(matches!(fails("cfrac(355/113, 4)", 1), Error::OutOfDomain { .. }));
    assert!(matches!(fails("factorial(n)", 171), Error::Overflow { .. }));
    // The branch that is not taken is not computed.
    let lazy = Expr::parse("if(n == 1, 7, 1 // (n - 1))").unwrap();
    assert_eq!(lazy.eval::<Int>(&[]), Ok(Int::from(7i64)));
    let float = Expr::parse("if(n, 1, 2)").unwrap();
    assert!(matches!(float.eval::<f64>(&[]), Err(Error::WrongDomain { .. })));
}

#[test]
fn exact_values_are_decided() {
    for (law, value) in [
        ("floor(sqrt(9))", "3"),
        ("floor(sqrt(9/4))", "1"),
        ("floor((n/3*3))", "1"),
        ("floor(-1*sqrt(2))", "-2"),
        ("floor(pi - 22/7)", "-1"),
        ("floor(arcsin(1/2)*6/pi*1000000)", "1000000"),
    ] {
        match Expr::parse(law).unwrap().eval::<Int>(&[]) {
            Ok(found) => assert_eq!(found.to_string(), value, "{law}"),
            // An integer that only a proof could tell.
            Err(error) => assert_eq!(error, Error::Undecided { op: Op::Floor }, "{law}"),
        }
    }
}

#[test]
fn a_variable_needs_its_binder() {
    let read = |words: &str| Expr::from_words(words.split(' '));
    assert!(read("sum 1 n b0").is_ok());
    for broken in ["b0", "sum b0 n 1", "sum 1 n b1", "sumdiv b0 1"] {
        assert!(matches!(read(broken), Err(Error::MalformedTree { .. })), "{broken}");
    }
    assert!(!read("floor mul pi n").unwrap().exists_in(Domain::Float));
    assert!(read("floor mul pi n").unwrap().exists_in(Domain::Integer));
    assert!(!read("add floor pi pi").unwrap().exists_in(Domain::Integer));
    assert!(!read("floor gcd pi 2").unwrap().exists_in(Domain::Integer));
    let deep = format!("{}n", "sumdiv n ".repeat(40));
    assert!(matches!(read(&deep), Err(Error::MalformedTree { .. })));
}

#[test]
fn operands_are_simplified() {
    for (law, expected) in [
        ("sum(k=1..n + 0, k + k)", "sum(k=1..n, 2*k)"),
        ("numdiv(n + n - n)", "numdiv(n)"),
        ("if(2 - 2, n, u(n-1) + 0)", "u(n-1)"),
        ("least(m > 3 - 2: (m + 1 - 1) % 3 == 1 + 1)", "least(m > 1: m % 3 == 2)"),
        ("floor(n*2*sqrt(2)/2)", "floor(sqrt(2)*n)"),
        ("floor((7/2))", "3"),
        ("countdigit(1212, 2, 10) + factorial(5)", "122"),
        ("abs(isprime(n))", "isprime(n)"),
    ] {
        let simplified = Expr::parse(law).unwrap().simplify(Domain::Integer);
        assert_eq!(simplified.to_string(), expected, "{law}");
    }
}
