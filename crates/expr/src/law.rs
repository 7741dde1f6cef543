//! A law of either domain, as a thing of its own.

use std::fmt;
use std::str::FromStr;

use crate::{Domain, Error, Expr, Format, Int, Recurrence, Terms, Value};

/// A law with the terms it starts from, whatever its domain: it can be read,
/// continued, checked and printed without a search.
///
/// ```
/// use ansatz_expr::{Format, Law, Terms};
/// let law: Law = "u(n) = 2*u(n-1) % 100, u(1) = 1".parse()?;
/// assert_eq!(law.terms(1, 8)?.to_string(), "1, 2, 4, 8, 16, 32, 64, 28");
/// assert_eq!(law.terms(100, 1)?.to_string(), "88");
/// let check = law.check(&Terms::Integers([1, 2, 4, 9].map(|term: i64| term.into()).to_vec()));
/// assert_eq!(check.first_wrong, Some(4));
/// assert_eq!(law.render(Format::Pari).lines().next(), Some("\\\\ u(n) = 2*u(n-1) % 100"));
/// # Ok::<(), ansatz_expr::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Law {
    /// A law of exact integers.
    Integers(Recurrence<Int>),
    /// A law of doubles.
    Floats(Recurrence<f64>),
}

/// How a law fares on given terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LawCheck {
    /// How many terms the law computes; those that it starts from are not
    /// among them.
    pub computed: usize,
    /// How many of those are as given.
    pub right: usize,
    /// The index, from 1, of the first that is not, or that the law has no value
    /// for.
    pub first_wrong: Option<usize>,
}

impl LawCheck {
    /// Whether every term is as given.
    pub fn holds(&self) -> bool {
        self.first_wrong.is_none()
    }
}

/// The same call on the recurrence of either domain.
macro_rules! either {
    ($law:expr, $recurrence:ident => $value:expr) => {
        match $law {
            Law::Integers($recurrence) => $value,
            Law::Floats($recurrence) => $value,
        }
    };
}

impl Law {
    /// Relative differences of floats up to this are rounding.
    const ROUNDING: f64 = 1e-9;

    /// The most terms that are computed at once.
    pub const MOST_TERMS: usize = 1_000_000;

    /// A law with the terms it starts from.
    pub fn new(expr: Expr, initial: Terms) -> Result<Law, Error> {
        Law::after_zeros(expr, initial, 0)
    }

    /// [`Law::new`] with zeros before the first term, see [`Recurrence::after_zeros`].
    pub fn after_zeros(expr: Expr, initial: Terms, zeros: usize) -> Result<Law, Error> {
        Ok(match initial {
            Terms::Integers(initial) => {
                Law::Integers(Recurrence::after_zeros(expr, initial, zeros)?)
            }
            Terms::Floats(initial) => Law::Floats(Recurrence::after_zeros(expr, initial, zeros)?),
        })
    }

    /// Integers or floats.
    pub fn domain(&self) -> Domain {
        match self {
            Law::Integers(_) => Domain::Integer,
            Law::Floats(_) => Domain::Float,
        }
    }

    /// The right-hand side.
    pub fn expr(&self) -> &Expr {
        either!(self, law => law.expr())
    }

    /// How far it looks back.
    pub fn degree(&self) -> usize {
        self.expr().degree()
    }

    /// The terms it starts from.
    pub fn initial(&self) -> Terms {
        either!(self, law => Value::into_terms(law.initial().to_vec()))
    }

    /// How many zeros are taken to stand before the first term.
    pub fn zeros(&self) -> usize {
        either!(self, law => law.zeros())
    }

    /// `count` terms from the index `from` on, which is at least 1.
    pub fn terms(&self, from: usize, count: usize) -> Result<Terms, Error> {
        match self.terms_while_defined(from, count)? {
            (terms, None) => Ok(terms),
            (_, Some((_, error))) => Err(error),
        }
    }

    /// [`Law::terms`] as far as the law has values; then the index, from 1, of the
    /// first term without one, and why it has none.
    pub fn terms_while_defined(
        &self,
        from: usize,
        count: usize,
    ) -> Result<(Terms, Option<(usize, Error)>), Error> {
        let skipped = from.saturating_sub(1);
        let all = skipped.saturating_add(count);
        if all > Law::MOST_TERMS {
            return Err(Error::TooManyTerms { terms: all, limit: Law::MOST_TERMS });
        }
        Ok(either!(self, law => {
            let mut terms = law.start();
            terms.truncate(law.zeros() + all);
            let missing = law.zeros() + all - terms.len();
            let stopped = law.extend(&mut terms, missing).err();
            let mut terms = terms.split_off(law.zeros());
            let stopped = stopped.map(|error| (terms.len() + 1, error));
            let wanted = terms.split_off(skipped.min(terms.len()));
            (Value::into_terms(wanted), stopped)
        }))
    }

    /// Runs the law from its initial terms over the given ones.
    pub fn check(&self, terms: &Terms) -> LawCheck {
        match (self, terms) {
            (Law::Integers(law), Terms::Integers(terms)) => {
                check(law, terms, |value, term| value == term)
            }
            (Law::Integers(law), Terms::Floats(terms)) => {
                // Whole floats are integers; others are met by none.
                let whole: Vec<Option<Int>> = terms.iter().map(|&term| whole(term)).collect();
                check(law, &whole, |value, term| Some(value) == term)
            }
            (Law::Floats(law), Terms::Integers(terms)) => {
                check(law, terms, |value, term| is_near(value, term.to_double()))
            }
            (Law::Floats(law), Terms::Floats(terms)) => check(law, terms, is_near),
        }
    }

    /// The law in a language, with its initial terms: for programming languages
    /// a program to copy and run.
    pub fn render(&self, format: Format) -> String {
        either!(self, law => law.render(format))
    }
}

fn whole(term: f64) -> Option<Int> {
    (term.fract() == 0.0 && term.abs() < 9e15).then(|| Int::from(term as i128))
}

fn is_near(value: f64, term: f64) -> bool {
    value.relative_error(term) <= Law::ROUNDING
}

fn check<T: Value, U: Copy>(
    law: &Recurrence<T>,
    terms: &[U],
    same: impl Fn(T, U) -> bool,
) -> LawCheck {
    let given = law.initial().len();
    // What the law starts from must be as given, too.
    let wrong_start = law
        .initial()
        .iter()
        .zip(terms)
        .position(|(&value, &term)| !same(value, term))
        .map(|index| index + 1);
    let mut own = law.start();
    let missing = terms.len().saturating_sub(given);
    // An undefined term ends the run.
    let _ = law.extend(&mut own, missing);
    let computed = own.get(law.zeros() + given..).unwrap_or_default();
    let mut pairs = terms.iter().skip(given).enumerate();
    let is_right = |(index, term): &(usize, &U)| {
        computed.get(*index).is_some_and(|&value| same(value, **term))
    };
    let right = pairs.clone().filter(is_right).count();
    let first_wrong = pairs.find(|pair| !is_right(pair)).map(|(index, _)| given + index + 1);
    LawCheck { computed: missing, right, first_wrong: wrong_start.or(first_wrong) }
}

impl FromStr for Law {
    type Err = Error;

    /// Reads `u(n) = u(n-1) + n, u(1) = 1`; a law of integers if it can be one.
    fn from_str(text: &str) -> Result<Law, Error> {
        match Recurrence::<Int>::parse(text) {
            Ok(law) if law.expr().exists_in(Domain::Integer) => Ok(Law::Integers(law)),
            _ => Recurrence::<f64>::parse(text).map(Law::Floats),
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(Format::Text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(values: &[i64]) -> Terms {
        values.iter().map(|&value| Int::from(value)).collect::<Vec<Int>>().into()
    }

    #[test]
    fn the_domain_is_what_the_text_allows() {
        let law = |text: &str| text.parse::<Law>().unwrap();
        assert_eq!(law("u(n) = u(n-1) + 3, u(1) = 1").domain(), Domain::Integer);
        assert_eq!(law("u(n) = u(n-1) + 3, u(1) = 1.5").domain(), Domain::Float);
        assert_eq!(law("sin(n)").domain(), Domain::Float);
        assert!("u(n) =".parse::<Law>().is_err());
    }

    #[test]
    fn terms_are_given_from_any_index() {
        let law: Law = "u(n) = u(n-1) + u(n-2), u(1) = 1, u(2) = 1".parse().unwrap();
        assert_eq!(law.terms(1, 3).unwrap(), ints(&[1, 1, 2]));
        assert_eq!(law.terms(10, 2).unwrap(), ints(&[55, 89]));
        assert_eq!(law.terms(2, 0).unwrap(), ints(&[]));
        let error = law.terms(usize::MAX, 5).unwrap_err();
        assert!(matches!(error, Error::TooManyTerms { .. }));
    }

    #[test]
    fn checks_say_where_it_fails() {
        let law: Law = "u(n) = 2*u(n-1), u(1) = 3".parse().unwrap();
        let check = |values: &[i64]| law.check(&ints(values));
        assert_eq!(check(&[3, 6, 12]), LawCheck { computed: 2, right: 2, first_wrong: None });
        assert_eq!(check(&[3, 6, 11, 24]).first_wrong, Some(3));
        assert_eq!(check(&[3, 6, 11, 24]).right, 2);
        assert_eq!(check(&[4, 6]).first_wrong, Some(1));
        assert!(law.check(&Terms::Floats(vec![3.0, 6.0])).holds());
        assert!(!law.check(&Terms::Floats(vec![3.0, 6.5])).holds());
        let third: Law = "u(n) = u(n-1)/3, u(1) = 1".parse().unwrap();
        assert_eq!(third.domain(), Domain::Float);
        assert!(third.check(&Terms::Floats(vec![1.0, 1.0 / 3.0, 1.0 / 9.0])).holds());
    }

    #[test]
    fn zeros_before_the_first_term_are_looked_back_at() {
        let expr = Expr::parse("u(n-2) + u(n-3)").unwrap();
        let law = Recurrence::after_zeros(expr, vec![Int::from(1i64)], 3).map(Law::Integers);
        let law = law.unwrap();
        assert_eq!(law.terms(1, 8).unwrap(), ints(&[1, 0, 1, 1, 1, 2, 2, 3]));
        assert!(law.check(&ints(&[1, 0, 1, 1, 1, 2])).holds());
        // n would count from the first zero.
        let counted = Expr::parse("u(n-2) + n").unwrap();
        let error = Recurrence::after_zeros(counted, vec![Int::from(1i64)], 3).unwrap_err();
        assert!(matches!(error, Error::MalformedTree { .. }));
    }
}
