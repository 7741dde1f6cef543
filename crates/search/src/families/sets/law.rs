//! A law of a set, its text and its terms.

use std::fmt;

use super::cover::Conjunction;
use super::term::{MemberExpr, PRODUCT};

/// How a term follows from the number that has the property.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Image {
    /// The term is the number.
    Itself,
    /// The term is a function of the number; and the number of the term.
    Function { forward: MemberExpr, backward: MemberExpr },
    /// The term is one of two values as n + shift has the property or not.
    Indicator { shift: i64, no: i64, yes: i64 },
    /// The term is the one before and one of two values.
    Counts { shift: i64, no: i64, yes: i64 },
    /// The term is the one before and the number.
    Sums,
    /// The term is the distance between two of the numbers, the first of which is
    /// this one.
    Steps { start: i64 },
}

/// A law: the numbers with a property, in order.
#[derive(Debug, Clone)]
pub struct SetLaw {
    pub(crate) image: Image,
    pub(crate) property: Conjunction,
    /// What it costs to state it, in bits.
    pub bits: f64,
    /// What the choice of the terms it explains would cost, in bits.
    pub explained: f64,
    /// How many terms at the start are given, not explained.
    pub skip: usize,
}

impl SetLaw {
    /// How many bits the least useful part of the law saves.
    pub fn margin(&self) -> f64 {
        self.property.margin.min(self.explained - self.bits)
    }

    /// The terms that follow the `terms` shown, until `work` numbers have been
    /// looked at.
    pub fn next_terms(&self, terms: &[i64], count: usize, mut work: u64) -> Vec<i64> {
        let mut next = Vec::new();
        if let Image::Counts { shift, no, yes } = self.image {
            let places = terms.len() as i64 + 1 + shift..;
            let mut term = terms.last().copied().unwrap_or(0);
            let steps = places.map(|m| if self.property.holds(m) { yes } else { no });
            let steps = steps.take(count).map_while(|step| {
                term = term.checked_add(step)?;
                Some(term)
            });
            return steps.collect();
        }
        if let Image::Indicator { shift, no, yes } = self.image {
            let start = terms.len() as i64 + 1 + shift;
            let places = start..start + count as i64;
            return places.map(|m| if self.property.holds(m) { yes } else { no }).collect();
        }
        let Some(last) = terms.last() else { return next };
        let mut m = match &self.image {
            Image::Function { backward, .. } => backward.value(*last).unwrap_or(i64::MAX),
            Image::Sums => match terms {
                [.., before, last] => last.saturating_sub(*before),
                _ => return next,
            },
            Image::Steps { start } => {
                terms.iter().fold(*start, |sum, step| sum.saturating_add(*step))
            }
            _ => *last,
        };
        let mut before = *last;
        // How far m is from the number before.
        let mut reached = 0;
        while next.len() < count && work > 0 {
            work -= 1;
            let Some(after) = m.checked_add(1) else { break };
            m = after;
            reached += 1;
            if self.property.holds(m) {
                next.push(match &self.image {
                    Image::Function { forward, .. } => match forward.value(m) {
                        Some(value) => value,
                        None => break,
                    },
                    Image::Sums => match before.checked_add(m) {
                        Some(sum) => sum,
                        None => break,
                    },
                    Image::Steps { .. } => std::mem::take(&mut reached),
                    _ => m,
                });
                before = next.last().copied().unwrap_or(before);
            }
        }
        next
    }
}

impl fmt::Display for SetLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.image {
            Image::Itself => {
                f.write_str("least(m > u(n-1): ")?;
                self.write_property(f, "m")?;
                f.write_str(")")
            }
            Image::Function { forward, backward } => {
                let mut least = format!("least(m > {}: ", backward.text("u(n-1)"));
                self.write_property(&mut least, "m")?;
                least.push(')');
                f.write_str(&forward.text(&least))
            }
            Image::Sums => {
                f.write_str("u(n-1) + least(m > u(n-1) - u(n-2): ")?;
                self.write_property(f, "m")?;
                f.write_str(")")
            }
            Image::Steps { start } => {
                let sum = "sum(k=1..n-1, u(k))";
                let before = if *start == 0 { sum.to_owned() } else { format!("{sum} + {start}") };
                write!(f, "least(m > {before}: ")?;
                self.write_property(f, "m")?;
                write!(f, ") - ({before})")
            }
            Image::Indicator { shift, no, yes } | Image::Counts { shift, no, yes } => {
                if matches!(self.image, Image::Counts { .. }) {
                    f.write_str("u(n-1) + ")?;
                }
                match (no, yes) {
                    (0, 1) => {}
                    (0, _) => write!(f, "{yes} * ")?,
                    _ if yes > no => write!(f, "{no} + {} * ", yes - no)?,
                    _ => write!(f, "{no} - {} * ", no - yes)?,
                }
                let place = match shift {
                    0 => "n".to_owned(),
                    1.. => format!("(n + {shift})"),
                    _ => format!("(n - {})", -shift),
                };
                self.write_property(f, &place)
            }
        }
    }
}

impl SetLaw {
    fn write_property(&self, f: &mut dyn fmt::Write, m: &str) -> fmt::Result {
        let factors = self.property.predicates.len();
        for (index, predicate) in self.property.predicates.iter().enumerate() {
            f.write_str(if index > 0 { " * " } else { "" })?;
            let is_indicator = matches!(self.image, Image::Indicator { .. } | Image::Counts { .. });
            let around = if factors > 1 || is_indicator { PRODUCT } else { 0 };
            predicate.term.write(f, m, around)?;
        }
        Ok(())
    }
}
