//! Reading formulas and recurrences as people type them.
//!
//! The canonical form is what [`Expr`]'s `Display` prints, and it is read back
//! to the same tree. Besides it:
//!
//! - earlier terms are `u(n-1)`, `u[n-1]`, `u_{n-1}` or the same with `a`;
//!   `u(n) =` (`a(n) =`, `u_n =`) may come first;
//! - operators, from the tightest: `x^2` or `x**2` or `x²` (whole exponents
//!   from 1 to 64, by repeated squaring; others, as in `2^n`, are for integers);
//!   unary `-`; then `*`, `/`, `//`, `%`
//!   and `mod`, grouping to the left; then `+` and `-`, grouping to the left.
//!   So `-n^2` is `-(n^2)`, and `2*n % 3` is `(2*n) % 3`;
//! - a number before a name or a parenthesis multiplies it: `2u(n-1)`,
//!   `3(n+1)`. After a division that would be ambiguous and is refused;
//! - `/` is the division of float laws, and `1/x` the reciprocal `inv`. Integer
//!   laws have floor division: `a // b` or `floor(a/b)`;
//! - every operator may be called by name: `mod(a, b)`, `relu(x)`; `|x|` is
//!   `abs(x)`, `max(0, x)` is `relu(x)`, and `ln`, `asin`, `acos`, `atan`,
//!   `sgn` are known;
//! - a computed index is any expression: `u(n // 2)`, `u(n - u(n-1))`;
//! - comparisons bind least and are 0 or 1: `==`, `!=`, `<`, `<=`, `>`, `>=`;
//! - binders name their variable: `least(m > u(n-1): isprime(m))`,
//!   `sum(k=1..n, k*u(n-k))`, `product(k=1..n, k)`, `sumdiv(d | n, mobius(d))`,
//!   `proddiv(d | n, d)`;
//! - `floor(x)` takes a real expression (`floor(n*sqrt(2))`), except that the
//!   floor of a quotient of integers is `//`;
//! - constants are integers, reals (whatever has a point or an exponent), `e`,
//!   `pi` or `π`, `euler_gamma` or `γ`;
//! - `−`, `×`, `·`, `÷` are read as typed.

mod formula;
mod function;
mod lexer;
mod recurrence;
mod term;

use std::str::FromStr;

use formula::Parser;

use crate::{Error, Expr, Recurrence, Value};

impl Expr {
    /// No longer text is read as a formula, in characters. The longest that
    /// any tree prints as is a little shorter.
    pub const MAX_FORMULA_CHARS: usize = 131_072;

    /// Reads the right-hand side of a law, with or without `u(n) =`.
    ///
    /// ```
    /// use ansatz_expr::{Error, Expr};
    /// let law = Expr::parse("a(n) = 2a(n−1) + n mod 3")?;
    /// assert_eq!(law.to_string(), "2*u(n-1) + n % 3");
    ///
    /// let error = Expr::parse("u(n-1) + * 2").unwrap_err();
    /// let Error::BadFormula { token, span, .. } = error else { panic!() };
    /// assert_eq!((token.as_str(), span), ("*", 9..10));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// Powers are products, `-x` is `-1*x` and `1/x` the reciprocal; nothing
    /// is simplified. Integer laws divide by `//`; `/` is the floats'.
    pub fn parse(text: &str) -> Result<Expr, Error> {
        let mut parser = Parser::new(text)?;
        let law = parser.law()?;
        parser.expect_end("expected an operator or the end of the formula")?;
        Ok(law)
    }
}

impl FromStr for Expr {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Expr::parse(text)
    }
}

impl<T: Value> Recurrence<T> {
    /// Reads a law with its initial terms, as [`Recurrence`]'s `Display`
    /// prints them.
    ///
    /// ```
    /// use ansatz_expr::{Int, Recurrence};
    /// let squares = Recurrence::<Int>::parse("u(n) = u(n-1) + 2n - 1, u(1) = 1")?;
    /// assert_eq!(squares.terms(5)?.last(), Some(&Int::from(25i64)));
    /// # Ok::<(), ansatz_expr::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Error> {
        recurrence::parse(text)
    }
}

impl<T: Value> FromStr for Recurrence<T> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Recurrence::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        match Expr::parse(text) {
            Ok(law) => law.to_words().join(" "),
            Err(error) => panic!("{text}: {error}"),
        }
    }

    #[test]
    fn what_people_type_is_read() {
        for (text, expected) in [
            ("u(n) = u(n-1) + n", "add u1 n"),
            ("a(n)=2a(n-1)", "mul 2 u1"),
            ("u_n = u_{n-1} − u_{n-2}", "sub u1 u2"),
            ("u[n] = u[ n - 1 ] × 3", "mul u1 3"),
            ("3(n+1)", "mul 3 add n 1"),
            ("-2n", "mul -2 n"),
            ("2n^2 + 3|n - 4|", "add mul 2 sqr n mul 3 abs sub n 4"),
            ("||n| - 2|", "abs sub abs n 2"),
            ("n mod 3", "mod n 3"),
            ("mod(n, 3)", "mod n 3"),
            ("floor(u(n-1)/2)", "idiv u1 2"),
            ("floor(1/n)", "idiv 1 n"),
            ("n // 2 % 5", "mod idiv n 2 5"),
            ("max(0, n-3) + max(n, 0)", "add relu sub n 3 relu n"),
            ("2π*n", "mul mul 2 pi n"),
            ("ln(n) + asin(γ) + SIN(Pi)", "add add log n arcsin euler_gamma sin pi"),
            ("n³", "mul sqr n n"),
            ("n**4", "sqr sqr n"),
            ("n^{7}", "mul sqr mul sqr n n n"),
            ("n^(1)", "n"),
            ("2^n", "pow 2 n"),
            ("3*2**(n - 1) + 1", "add mul 3 pow 2 sub n 1 1"),
            ("-2^n", "mul -1 pow 2 n"),
            ("(-1)^n", "pow -1 n"),
            ("n^0 + 2^65", "add pow n 0 pow 2 65"),
            ("2^-n % 3", "mod pow 2 mul -1 n 3"),
            ("2^(2^n)", "pow 2 pow 2 n"),
            ("-n^2", "mul -1 sqr n"),
            ("-3^2", "mul -1 sqr 3"),
            ("(-3)^2", "sqr -3"),
            ("--3", "mul -1 -3"),
            ("+n - +3", "sub n 3"),
            ("n - -3", "sub n -3"),
            ("n*-n*2", "mul mul n mul -1 n 2"),
            ("1/n/2", "div inv n 2"),
            ("2*1/n", "div mul 2 1 n"),
            ("1.5e-3 + .5 + 2.", "add add 0.0015 0.5 2.0"),
            ("u(n // 2) + a(n - u(n-1))", "add at idiv n 2 at sub n u1"),
            ("u(5) + u((n - 5))", "add at 5 at sub n 5"),
            ("least(m > u(n-1): isprime(m) == 1)", "least u1 eq isprime b0 1"),
            ("sum(k=1..n, sum(j=0..k, j*k))", "sum 1 n sum 0 b0 mul b0 b1"),
            ("sumdiv(d | n, mobius(d)*2d)", "sumdiv n mul mul mobius b0 2 b0"),
            ("proddiv(q | n, q + 1)", "proddiv n add b0 1"),
            ("product(k = 1 .. n - 1, n + k)", "product 1 sub n 1 add n b0"),
            ("if(n > 3, 1 + (n <= 5), max(n, 7))", "if lt 3 n add 1 le n 5 max n 7"),
            ("max((0), n) + floor((n/2))", "add max 0 n floor div n 2"),
            ("floor(n*sqrt(2)) + floor(pi/2)", "add floor mul n sqrt 2 floor div pi 2"),
            ("n != 3 + 1", "ne n add 3 1"),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (text, token, start) in [
            ("", "", 0),
            ("u(n-1) + ", "", 9),
            ("n + * 2", "*", 4),
            ("2πn", "n", 2),
            ("n n", "n", 2),
            ("n 2", "2", 2),
            ("(n + 1", "(", 0),
            ("n + 1)", ")", 5),
            ("|n", "|", 0),
            ("(|n)", "|", 1),
            ("sin n", "n", 4),
            ("sinus(n)", "sinus", 0),
            ("6/2n", "n", 3),
            ("n^2^2", "^", 3),
            ("2^n^2", "^", 3),
            ("2^2^n", "^", 3),
            ("n^", "", 2),
            ("2^n)", ")", 3),
            ("u(n)", "u", 0),
            ("u(n-0)", "u", 0),
            ("1 + u(n+1)", "u", 4),
            ("u(n-70000)", "u", 0),
            ("u(m-1)", "m", 2),
            ("u(n-1]", "]", 5),
            ("u(n+1) = 2u(n)", "=", 7),
            ("n = 3", "=", 2),
            ("n, 3", ",", 1),
            ("mod(n)", ")", 5),
            ("abs(n, 2)", ",", 5),
            ("n ? 2", "?", 2),
            ("1e999", "1e999", 0),
            ("1 < n < 3", "<", 6),
            ("least(n > 1: n)", "n", 6),
            ("least(m: m)", ":", 7),
            ("sum(k=1, n, k)", ",", 7),
            ("sum(k=1..n)", ")", 10),
            ("sum(k=k..n, k)", "k", 6),
            ("if(n, 1)", ")", 7),
            ("1..2", "..", 1),
        ] {
            match Expr::parse(text) {
                Err(Error::BadFormula { token: found, span, .. }) => {
                    assert_eq!((found.as_str(), span.start), (token, start), "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn hostile_text_is_an_error() {
        for piece in
            ["(", "-", "|", "abs(", "1+(", "1/", "n^64*", "u(", "2(", "max(0,", "é", "-1*-"]
        {
            let text = piece.repeat(100_000 / piece.len());
            assert!(Expr::parse(&text).is_err(), "{piece}");
            assert!(Expr::parse(&format!("{text}n")).is_err(), "{piece}");
        }
        assert!(matches!(
            Expr::parse(&"n+".repeat(2000)),
            Err(Error::TooManyNodes { limit: Expr::MAX_NODES, .. })
        ));
        let digits = "9".repeat(Expr::MAX_FORMULA_CHARS);
        assert!(matches!(Expr::parse(&digits), Err(Error::BadFormula { .. })));
        let error = Expr::parse(&format!("{digits}9")).unwrap_err();
        assert!(error.to_string().contains("may have 131072 characters"), "{error}");
    }

    #[test]
    fn the_longest_tree_is_read_back() {
        use crate::{Int, Node, Op};
        let wide: Int = format!("-{}", "9".repeat(211)).parse().unwrap();
        let mut nodes = vec![Node::Op(Op::Idiv); Expr::MAX_NODES / 2 - 1];
        nodes.extend(vec![Node::Int(wide); Expr::MAX_NODES / 2]);
        let left = Expr::from_prefix(nodes).unwrap();
        let mut nodes = vec![Node::Op(Op::Arctan); Expr::MAX_NODES - 1];
        nodes.push(Node::Real(-1e-300));
        let deep = Expr::from_prefix(nodes).unwrap();
        for tree in [left, deep] {
            assert_eq!(Expr::parse(&tree.to_string()), Ok(tree));
        }
    }
}
