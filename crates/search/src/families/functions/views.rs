//! Ways to look at a target: what is left of it when one step is undone.

use ansatz_expr::{Error, Expr, Int, Op};

use super::bank::LENGTH;

/// The step that was undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Undone {
    /// None.
    Plain,
    /// u(n-1) was added.
    AddPrevious,
    /// u(n-1) was subtracted.
    SubtractPrevious,
    /// Multiplied by u(n-1).
    TimesPrevious,
    /// n·u(n-1) was added.
    AddMultiple,
    /// u(n-2) was added.
    AddBeforePrevious,
    /// Raised to a power.
    Power(u32),
    /// A base was raised to it.
    Exponent(i64),
    /// Every other term was negated.
    Alternate,
}

/// What is left, for the places from `skip` on.
#[derive(Debug, Clone)]
pub(super) struct Leftover {
    pub step: Undone,
    pub skip: usize,
    pub values: Vec<i64>,
}

impl Undone {
    /// Every step that may be undone, and how many terms it takes.
    const ALL: [(Undone, usize); 16] = [
        (Undone::Plain, 0),
        (Undone::Plain, 1),
        (Undone::Plain, 2),
        (Undone::AddPrevious, 1),
        (Undone::TimesPrevious, 1),
        (Undone::SubtractPrevious, 1),
        (Undone::AddMultiple, 1),
        (Undone::AddBeforePrevious, 2),
        (Undone::Power(2), 0),
        (Undone::Power(3), 0),
        (Undone::Power(4), 0),
        (Undone::Power(5), 0),
        (Undone::Exponent(2), 0),
        (Undone::Exponent(3), 0),
        (Undone::Exponent(10), 0),
        (Undone::Alternate, 0),
    ];

    /// The law whose last step this is.
    pub(super) fn redo(self, law: &Expr) -> Result<Expr, Error> {
        let previous = Expr::prev(1)?;
        match self {
            Undone::Plain => Ok(law.clone()),
            Undone::AddPrevious => Expr::binary(Op::Add, &previous, law),
            Undone::SubtractPrevious => Expr::binary(Op::Sub, law, &previous),
            Undone::TimesPrevious => Expr::binary(Op::Mul, &previous, law),
            Undone::AddMultiple => {
                let multiple = Expr::binary(Op::Mul, &Expr::n(), &previous)?;
                Expr::binary(Op::Add, &multiple, law)
            }
            Undone::AddBeforePrevious => Expr::binary(Op::Add, &Expr::prev(2)?, law),
            Undone::Power(2) => Expr::unary(Op::Sqr, law),
            Undone::Power(power) => Expr::binary(Op::Pow, law, &Expr::int(i64::from(power))),
            Undone::Exponent(base) => Expr::binary(Op::Pow, &Expr::int(base), law),
            Undone::Alternate => {
                let sign = Expr::binary(Op::Pow, &Expr::int(-1i64), &Expr::n())?;
                Expr::binary(Op::Mul, &sign, law)
            }
        }
    }

    /// What is left of the term at a place, from 0.
    fn undo(self, terms: &[Int], place: usize) -> Option<i64> {
        let term = *terms.get(place)?;
        let before = |back| terms.get(place.checked_sub(back)?).copied();
        let left = match self {
            Undone::Plain => term,
            Undone::AddPrevious => term.checked_sub(before(1)?)?,
            Undone::SubtractPrevious => term.checked_add(before(1)?)?,
            Undone::TimesPrevious => exact_quotient(term, before(1)?)?,
            Undone::AddMultiple => {
                term.checked_sub(before(1)?.checked_mul(Int::from(place as i128 + 1))?)?
            }
            Undone::AddBeforePrevious => term.checked_sub(before(2)?)?,
            Undone::Power(power) => {
                let term = term.to_i128()?;
                let root = Op::Iroot.apply_wide([term, power.into(), 0])?;
                if root.checked_pow(power)? != term {
                    return None;
                }
                Int::from(root)
            }
            Undone::Exponent(base) => {
                let (mut term, mut exponent) = (term, 0i128);
                while term != Int::ONE {
                    term = exact_quotient(term, Int::from(base)).filter(|left| !left.is_zero())?;
                    exponent += 1;
                }
                Int::from(exponent)
            }
            Undone::Alternate if place.is_multiple_of(2) => term.negated(),
            Undone::Alternate => term,
        };
        left.to_i128().and_then(|left| i64::try_from(left).ok())
    }
}

fn exact_quotient(dividend: Int, divisor: Int) -> Option<Int> {
    let is_exact = !divisor.is_zero() && dividend.rem_floor(divisor)?.is_zero();
    is_exact.then(|| dividend.div_floor(divisor)).flatten()
}

/// All ways to look at the terms, of which the bank knows the first [`LENGTH`].
pub(super) fn views(terms: &[Int]) -> Vec<Leftover> {
    let to = terms.len().min(LENGTH);
    let view = |&(step, skip): &(Undone, usize)| {
        let values = (skip..to).map(|place| step.undo(terms, place)).collect::<Option<Vec<i64>>>();
        Some(Leftover { step, skip, values: values? })
    };
    let has_negative = terms.iter().any(|term| term.is_negative());
    let views = Undone::ALL.iter().filter_map(view);
    views.filter(|view| view.step != Undone::Alternate || has_negative).collect()
}
