//! The one table of operators: name, arity, domains, meaning and price of each,
//! what its values are like, and how every language writes it.
//!
//! The generator, the vocabulary, the readers, the printers, the simplifier and
//! the searchers read it. A row stands in one of the files of [`rows`]; adding
//! an operator is adding a row and its tests.

mod range;
mod row;
#[macro_use]
mod rows;
mod spelling;
mod sums;

use std::fmt;

use crate::arith;
use crate::int::Integer;
use crate::math;
#[cfg(feature = "special")]
use crate::special;
pub(crate) use range::{EXACT, Range};
pub(crate) use row::Row;
pub use row::{Inverse, Solution};
use row::{ROW, branch, inverse, nth, solved, solved_from};
use rows::{constructs, digits, number, primes};
#[cfg(feature = "special")]
use spec_math::cephes64;
pub(crate) use spelling::{Form, Level, Pattern, Spelling, is_number};
use spelling::{first_is_number, second_is_positive};
use sums::everywhere;

/// Whether terms are integers, exact, or floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Domain {
    /// Exact integers.
    Integer,
    /// Double-precision floats.
    Float,
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Domain::Integer => "integer",
            Domain::Float => "float",
        })
    }
}

/// Which group of functions an operator belongs to: the paper's families.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// `add`, `sub`, `mul`: in every family's set.
    Base,
    /// Integer division and remainder.
    IntegerDivision,
    /// `abs`, `relu`, `sign`.
    Piecewise,
    /// `sqr`.
    Square,
    /// `div`, `inv`.
    Division,
    /// `sqrt`.
    Root,
    /// `exp`, `log`.
    Exponential,
    /// Trigonometric functions and their inverses.
    Trigonometric,
    /// Outside the vocabulary: hyperbolic functions and their inverses.
    Hyperbolic,
    /// Outside the vocabulary: Bessel functions, ordinary and modified.
    Bessel,
    /// Outside the vocabulary: error function, Dawson, Faddeeva, Fresnel.
    Fresnel,
    /// Outside the vocabulary: orthogonal polynomials of degree 1 to 5.
    Polynomial,
    /// Outside the vocabulary: divisors, primes, powers and other functions of
    /// integers.
    NumberTheory,
    /// Outside the vocabulary: functions of the digits of a number.
    Digits,
    /// Outside the vocabulary: rounding to decimals.
    Rounding,
    /// Outside the vocabulary: comparisons, which are 0 or 1.
    Comparison,
    /// Outside the vocabulary: computed indices, conditions, sums and the like.
    Construct,
}

impl Family {
    /// Whether the paper's vocabulary has the operators of this family.
    pub fn in_vocabulary(self) -> bool {
        match self {
            Family::Base
            | Family::IntegerDivision
            | Family::Piecewise
            | Family::Square
            | Family::Division
            | Family::Root
            | Family::Exponential
            | Family::Trigonometric => true,
            Family::Hyperbolic
            | Family::Bessel
            | Family::Fresnel
            | Family::Polynomial
            | Family::NumberTheory
            | Family::Digits
            | Family::Rounding
            | Family::Comparison
            | Family::Construct => false,
        }
    }
}

/// Why an operator has no value; the evaluator adds the operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    DivisionByZero,
    OutOfDomain,
    Overflow,
}

/// What an operator does that no function of numbers does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Construct {
    /// `u(a)`.
    At,
    /// b where a is not 0, c elsewhere; the other is not computed.
    If,
    /// The least m > a for which b is not 0.
    Least,
    /// The sum of c over k from a to b.
    Sum,
    /// The product of c over k from a to b.
    Product,
    /// The sum of b over the divisors of a.
    SumDivisors,
    /// The product of b over the divisors of a.
    ProductDivisors,
    /// The floor of a real expression.
    Floor,
    /// A partial quotient of a real expression; the floor is the first.
    PartialQuotient,
}

impl Construct {
    /// Whether its last operand has a variable of its own.
    pub fn binds(self) -> bool {
        match self {
            Construct::Least
            | Construct::Sum
            | Construct::Product
            | Construct::SumDivisors
            | Construct::ProductDivisors => true,
            Construct::At | Construct::If | Construct::Floor | Construct::PartialQuotient => false,
        }
    }

    /// Whether its first operand is a real expression.
    pub fn is_real(self) -> bool {
        matches!(self, Construct::Floor | Construct::PartialQuotient)
    }
}

/// Finite results pass; NaN and infinity become faults.
fn defined(value: f64) -> Result<f64, Fault> {
    if value.is_finite() {
        Ok(value)
    } else if value.is_nan() {
        Err(Fault::OutOfDomain)
    } else {
        Err(Fault::Overflow)
    }
}

fn divide(dividend: f64, divisor: f64) -> Result<f64, Fault> {
    if divisor == 0.0 {
        return Err(Fault::DivisionByZero);
    }
    defined(dividend / divisor)
}

/// `None` becomes an overflow.
fn fits<T>(value: Option<T>) -> Result<T, Fault> {
    value.ok_or(Fault::Overflow)
}

/// 1 or 0.
fn indicator<T: Integer>(condition: bool) -> Result<T, Fault> {
    Ok(T::from_small(condition.into()))
}

/// Of operands in two's complement; 128 bits are as wide as it gets.
fn bitwise<T: Integer>(a: T, b: T, rule: impl Fn(i128, i128) -> i128) -> Result<T, Fault> {
    fits(T::from_i128(rule(fits(a.to_i128())?, fits(b.to_i128())?)))
}

/// Guards the divisor of the floored operators.
fn over<T: Integer>(dividend: T, divisor: T, rule: impl Fn(T, T) -> Option<T>) -> Result<T, Fault> {
    if divisor.is_zero() {
        return Err(Fault::DivisionByZero);
    }
    fits(rule(dividend, divisor))
}

macro_rules! arity {
    (unary) => {
        1
    };
    (binary) => {
        2
    };
    (ternary) => {
        3
    };
}

/// Calls a rule of the table with one or two operands.
macro_rules! call {
    (unary, $rule:expr, $a:expr, $b:expr) => {
        Some($rule($a))
    };
    (binary, $rule:expr, $a:expr, $b:expr) => {
        Some($rule($a, $b))
    };
    (ternary, $rule:expr, $a:expr, $b:expr) => {
        None
    };
}

/// Calls a rule of the table that takes three operands.
macro_rules! call_three {
    (ternary, $rule:expr, $a:expr, $b:expr, $c:expr) => {
        Some($rule($a, $b, $c))
    };
    ($arity:ident, $rule:expr, $a:expr, $b:expr, $c:expr) => {
        None
    };
}

/// The row as written, or that of a function of which no more is known.
macro_rules! row {
    () => {
        ROW
    };
    ($row:expr) => {
        $row
    };
}

macro_rules! exists {
    () => {
        false
    };
    ($rule:expr) => {
        true
    };
}

/// Expands the table into the enum and everything that is looked up in it.
/// Rules take as many operands as the operator and give `Result<_, Fault>`; an
/// operator without a rule in a domain does not exist there, unless it is a
/// construct, which the evaluator knows. Integer rules are written for any
/// `T: Integer`.
macro_rules! operators {
    (() {$(
        $(#[$meta:meta])*
        $variant:ident = $name:literal, $arity:ident, $family:ident
            $(, integer: $integer:expr)? $(, float: $float:expr)? $(, row: $row:expr)?;
    )*}) => {
        /// An operator of the language.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Op {
            $($(#[$meta])* #[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Op {
            /// Every operator, in the order of the table.
            pub const ALL: &'static [Op] = &[$($(#[$meta])* Op::$variant,)*];

            /// The name in prefix notation and in formulas.
            pub fn name(self) -> &'static str {
                match self { $($(#[$meta])* Op::$variant => $name,)* }
            }

            /// How many operands it takes: 1, 2 or 3.
            pub fn arity(self) -> usize {
                match self { $($(#[$meta])* Op::$variant => arity!($arity),)* }
            }

            /// The family it belongs to.
            pub fn family(self) -> Family {
                match self { $($(#[$meta])* Op::$variant => Family::$family,)* }
            }

            /// The rest of its row.
            pub(crate) fn row(self) -> &'static Row {
                match self { $($(#[$meta])* Op::$variant => const { &row!($($row)?) },)* }
            }

            /// Whether sequences of this domain may use it.
            pub fn exists_in(self, domain: Domain) -> bool {
                match (self, domain) {
                    $(
                        $(#[$meta])*
                        (Op::$variant, Domain::Integer) => {
                            exists!($($integer)?) || const { row!($($row)?).construct.is_some() }
                        }
                        $(#[$meta])*
                        (Op::$variant, Domain::Float) => exists!($($float)?),
                    )*
                }
            }

            /// Exact value, or `None` where integers do not have the operator or
            /// it is more than a function of two numbers. Unary operators ignore
            /// `b`.
            #[inline]
            #[allow(unused_variables)]
            pub(crate) fn apply_integer<T: Integer>(self, a: T, b: T) -> Option<Result<T, Fault>> {
                match self {
                    $($(#[$meta])* Op::$variant => {
                        $(return call!($arity, ($integer), a, b);)?
                        #[allow(unreachable_code)]
                        None
                    })*
                }
            }

            /// The same for operators of three operands: `None` for all others.
            #[allow(unused_variables)]
            pub(crate) fn apply_three<T: Integer>(
                self,
                a: T,
                b: T,
                c: T,
            ) -> Option<Result<T, Fault>> {
                match self {
                    $($(#[$meta])* Op::$variant => {
                        $(return call_three!($arity, ($integer), a, b, c);)?
                        #[allow(unreachable_code)]
                        None
                    })*
                }
            }

            /// Value in doubles, or `None` where floats do not have the operator.
            /// Unary operators ignore `b`.
            #[inline]
            #[allow(unused_variables)]
            pub(crate) fn apply_float(self, a: f64, b: f64) -> Option<Result<f64, Fault>> {
                match self {
                    $($(#[$meta])* Op::$variant => {
                        $(return call!($arity, ($float), a, b);)?
                        #[allow(unreachable_code)]
                        None
                    })*
                }
            }
        }
    };
}

arithmetic! { (functions special number primes digits constructs operators) {} }

impl Op {
    /// The operator of that name.
    pub fn from_name(name: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.name() == name)
    }

    /// The value on machine words: `None` where it has none, where it does not
    /// fit, and where integers do not have the operator. Unary operators ignore
    /// `b`. For searches that try millions of operands; [`crate::Expr::eval`]
    /// has the last word.
    #[inline]
    pub fn apply_word(self, a: i64, b: i64) -> Option<i64> {
        self.apply_integer(a, b).and_then(Result::ok)
    }

    /// The value of an operator of up to three operands on numbers of 128 bits,
    /// under the same conditions. What it does not take it ignores.
    pub fn apply_wide(self, operands: [i128; 3]) -> Option<i128> {
        let [a, b, c] = operands;
        let value =
            if self.arity() > 2 { self.apply_three(a, b, c) } else { self.apply_integer(a, b) };
        value.and_then(Result::ok)
    }

    /// [`Op::apply_word`] for operators of three operands.
    pub fn apply_three_words(self, a: i64, b: i64, c: i64) -> Option<i64> {
        self.apply_three(a, b, c).and_then(Result::ok)
    }

    /// The value in doubles: `None` where it has none and where floats do not
    /// have the operator. Unary operators ignore `b`.
    #[inline]
    pub fn apply_double(self, a: f64, b: f64) -> Option<f64> {
        self.apply_float(a, b).and_then(Result::ok)
    }

    /// The operators that laws of a domain are written in, in table order.
    pub fn vocabulary(domain: Domain) -> impl Iterator<Item = Op> {
        Op::ALL
            .iter()
            .copied()
            .filter(move |op| op.exists_in(domain) && op.family().in_vocabulary())
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vocabularies_are_the_papers() {
        let names = |domain| Op::vocabulary(domain).map(Op::name).collect::<Vec<_>>().join(" ");
        assert_eq!(names(Domain::Integer), "add sub mul idiv mod abs sqr relu sign");
        assert_eq!(
            names(Domain::Float),
            "add sub mul div abs sqr inv sqrt log exp sin arcsin cos arccos tan arctan"
        );
    }

    #[test]
    fn names_are_unique_and_lead_back() {
        for &op in Op::ALL {
            assert_eq!(Op::from_name(op.name()), Some(op));
        }
        assert_eq!(Op::from_name("nonsense"), None);
    }

    #[test]
    fn words_agree_with_wide_integers_or_give_up() {
        let edges = [i64::MIN, i64::MIN + 1, -7, -2, -1, 0, 1, 2, 3, 7, 1 << 40, i64::MAX];
        for op in Op::vocabulary(Domain::Integer) {
            for a in edges {
                for b in edges {
                    let wide = match op.apply_integer(i128::from(a), i128::from(b)) {
                        Some(Ok(value)) => i64::try_from(value).ok(),
                        _ => None,
                    };
                    assert_eq!(op.apply_word(a, b), wide, "{op} {a} {b}");
                }
            }
        }
        assert_eq!(Op::Div.apply_word(4, 2), None);
        assert_eq!(Op::Div.apply_double(4.0, 2.0), Some(2.0));
        assert_eq!(Op::Div.apply_double(4.0, 0.0), None);
    }

    #[test]
    fn the_authors_conventions_hold() {
        assert_eq!(Op::Sign.apply_integer(0i128, 0), Some(Ok(1)));
        assert_eq!(Op::Mod.apply_integer(-7i128, 3), Some(Ok(2)));
        assert_eq!(Op::Idiv.apply_integer(-7i128, 3), Some(Ok(-3)));
        assert_eq!(Op::Idiv.apply_integer(7i128, 0), Some(Err(Fault::DivisionByZero)));
        assert_eq!(Op::Relu.apply_float(1.0, 1.0), None);
        assert_eq!(Op::Log.apply_float(0.0, 0.0), Some(Err(Fault::OutOfDomain)));
        assert_eq!(Op::Sqrt.apply_float(-1.0, 0.0), Some(Err(Fault::OutOfDomain)));
        assert_eq!(Op::Exp.apply_float(1e3, 0.0), Some(Err(Fault::Overflow)));
        assert_eq!(Op::Inv.apply_float(-0.0, 0.0), Some(Err(Fault::DivisionByZero)));
    }
}
