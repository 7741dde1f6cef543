//! `u(n) = u(n-1) + n, u(1) = 1`: a law and its initial terms.

use super::formula::{Parser, constant};
use super::lexer::Kind;
use super::term::Index;
use crate::render::ZEROS_BEFORE;
use crate::{Error, Recurrence, Value, sort};

/// The initial terms may come in any order; together they are u(1) to u(k).
pub(super) fn parse<T: Value>(text: &str) -> Result<Recurrence<T>, Error> {
    let (text, looks_back_at_zeros) = match text.trim_end().strip_suffix(ZEROS_BEFORE) {
        Some(law) => (law, true),
        None => (text, false),
    };
    let mut parser = Parser::new(text)?;
    let law = parser.law()?;
    let mut terms = Vec::new();
    while parser.peek().kind == Kind::Comma {
        parser.advance();
        let name = parser.peek();
        let Some(Index::Fixed(position)) = parser.term()? else {
            return Err(name.error("expected an initial term, as u(1) = 1"));
        };
        parser.expect(Kind::Equals, "expected = and the value of this term")?;
        let negative = parser.peek().kind == Kind::Minus;
        if negative {
            parser.advance();
        }
        let number = parser.peek();
        if !matches!(number.kind, Kind::Integer | Kind::Real) {
            return Err(number.error("an initial term is a number"));
        }
        parser.advance();
        let value = T::from_node(constant(number, negative)?)
            .ok_or_else(|| number.error(format!("this is no term of {} sequences", T::DOMAIN)))?;
        terms.push((position, name, value));
    }
    parser.expect_end("expected a comma and an initial term, or the end")?;
    sort::by_key(&mut terms, |(position, ..)| *position);
    for (expected, (position, name, _)) in (1..).zip(&terms) {
        if *position != expected {
            return Err(name.error(format!("expected u(1) to u({}), each once", terms.len())));
        }
    }
    let zeros = match looks_back_at_zeros {
        true => law.degree().saturating_sub(terms.len()),
        false => 0,
    };
    Recurrence::after_zeros(law, terms.into_iter().map(|(.., value)| value).collect(), zeros)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Int;

    #[test]
    fn reads_what_it_prints() {
        let text = "u(n) = u(n-1) - u(n-2) // 2, u(1) = -3, u(2) = 10";
        let recurrence = Recurrence::<Int>::parse(text).unwrap();
        assert_eq!(recurrence.to_string(), text);
        assert_eq!(recurrence.terms(4).unwrap(), [-3, 10, 12, 7].map(|v: i64| Int::from(v)));
        let text = "u(n) = 0.5*u(n-1), u(1) = 1e-7";
        assert_eq!(Recurrence::<f64>::parse(text).unwrap().to_string(), text);
    }

    #[test]
    fn zeros_before_the_first_term_are_read() {
        let text = "u(n) = u(n-4) + u(n-5), u(1) = 1, u(n) = 0 for n < 1";
        let recurrence = Recurrence::<Int>::parse(text).unwrap();
        assert_eq!((recurrence.zeros(), recurrence.to_string()), (4, text.to_owned()));
        let terms = [1, 0, 0, 0, 1, 1, 0, 0, 1, 2].map(|term: i64| Int::from(term));
        assert_eq!(recurrence.terms(10).unwrap(), terms);
    }

    #[test]
    fn terms_come_in_any_order_and_spelling() {
        let read =
            Recurrence::<f64>::parse("u_n = u_{n-1} + u_{n-2}; u_2 = 2; u_1 = −1.5").unwrap();
        assert_eq!(read.initial(), [-1.5, 2.0]);
        assert_eq!(Recurrence::<Int>::parse("n^2").unwrap().initial(), []);
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (text, token) in [
            ("u(n-1), u(1) = x", "x"),
            ("u(n-1), u(1) = 1.5", "1.5"),
            ("u(n-1), u(2) = 1", "u"),
            ("u(n-1), u(1) = 1, u(1) = 2", "u"),
            ("u(n-1), u(n-1) = 1", "u"),
            ("u(n-1), 5", "5"),
            ("u(n-1), u(1) = 1 2", "2"),
            ("u(n-1),", ""),
        ] {
            match Recurrence::<Int>::parse(text) {
                Err(Error::BadFormula { token: found, .. }) => assert_eq!(found, token, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        assert_eq!(
            Recurrence::<Int>::parse("u(n-2), u(1) = 1"),
            Err(Error::TooFewInitialTerms { degree: 2, given: 1 })
        );
    }
}
