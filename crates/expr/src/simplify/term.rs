//! The form in which expressions are simplified: sums of products.
//!
//! An expression is a constant plus coefficients times products; a product is
//! a set of atoms with powers; an atom is a leaf, a function of sums, or a sum
//! in brackets. Entries and factors are kept sorted, so like terms meet when
//! two lists are merged, and equal values of this form are equal as data.

use std::cmp::Ordering;

use super::ratio::Ratio;
use crate::{Int, NamedConst, Op};

/// What cannot be taken apart by addition and multiplication.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Atom {
    Prev(u16),
    N,
    Const(NamedConst),
    /// The bits of a positive real constant.
    Real(u64),
    /// An integer constant beyond 128 bits: kept, not computed with.
    Wide(Box<Int>),
    Call(Op, Box<Sum>),
    Call2(Op, Box<(Sum, Sum)>),
    /// A function of three operands, or a construct.
    Construct(Op, Vec<Sum>),
    /// A bound variable.
    Bound(u8),
    /// A sum of at least two parts, as a factor: its coefficients have no
    /// common divisor and the first is positive.
    Group(Box<Sum>),
}

/// An atom to a power other than 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Factor {
    pub atom: Atom,
    pub power: i32,
}

/// Factors with distinct atoms, sorted.
pub(super) type Product = Vec<Factor>;

/// A product that is not empty, times a coefficient that is not 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub product: Product,
    pub coef: Ratio,
}

/// A constant plus entries with distinct products, sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sum {
    pub entries: Vec<Entry>,
    pub constant: Ratio,
}

impl Sum {
    pub fn constant(constant: Ratio) -> Sum {
        Sum { entries: Vec::new(), constant }
    }

    pub fn int(value: i128) -> Sum {
        Sum::constant(Ratio::int(value))
    }

    pub fn entry(coef: Ratio, product: Product) -> Sum {
        Sum { entries: vec![Entry { product, coef }], constant: Ratio::ZERO }
    }

    pub fn atom(atom: Atom) -> Sum {
        Sum::entry(Ratio::ONE, vec![Factor { atom, power: 1 }])
    }

    /// How many summands it has, the constant included.
    pub fn parts(&self) -> usize {
        self.entries.len() + usize::from(!self.constant.is_zero())
    }

    /// How much there is to copy: its factors, those inside functions included.
    pub fn size(&self) -> usize {
        let factors = self.entries.iter().flat_map(|entry| &entry.product);
        1 + factors
            .map(|factor| match &factor.atom {
                Atom::Call(_, inner) | Atom::Group(inner) => 1 + inner.size(),
                Atom::Call2(_, operands) => 1 + operands.0.size() + operands.1.size(),
                Atom::Construct(_, operands) => 1 + operands.iter().map(Sum::size).sum::<usize>(),
                _ => 1,
            })
            .sum::<usize>()
    }

    /// The value if nothing in it varies.
    pub fn as_constant(&self) -> Option<Ratio> {
        self.entries.is_empty().then_some(self.constant)
    }

    /// The value if it is an integer constant.
    pub fn as_int(&self) -> Option<i128> {
        self.as_constant()?.as_int()
    }

    /// The entry if it is the only summand.
    pub fn as_entry(&self) -> Option<&Entry> {
        match self.entries.as_slice() {
            [entry] if self.constant.is_zero() => Some(entry),
            _ => None,
        }
    }

    /// The coefficient and the atom of `c * atom`.
    pub fn as_scaled_atom(&self) -> Option<(Ratio, &Atom)> {
        let entry = self.as_entry()?;
        match entry.product.as_slice() {
            [Factor { atom, power: 1 }] => Some((entry.coef, atom)),
            _ => None,
        }
    }

    /// The sign that decides between a sum and its negative.
    pub fn leads_negative(&self) -> bool {
        self.entries.first().map_or(self.constant, |entry| entry.coef).is_negative()
    }

    /// The positive factor that all coefficients share.
    pub fn content(&self) -> Option<Ratio> {
        let mut content = self.constant.abs()?;
        for entry in &self.entries {
            content = content.shared(entry.coef)?;
        }
        Some(content)
    }
}

/// Merges two sorted lists, joining elements that compare equal; `join` says
/// what becomes of the two (`Some(None)`: nothing), or that it cannot tell.
pub(super) fn merge<T>(
    a: Vec<T>,
    b: Vec<T>,
    compare: impl Fn(&T, &T) -> Ordering,
    join: impl Fn(T, T) -> Option<Option<T>>,
) -> Option<Vec<T>> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
    while let (Some(left), Some(right)) = (a.peek(), b.peek()) {
        match compare(left, right) {
            Ordering::Less => merged.extend(a.next()),
            Ordering::Greater => merged.extend(b.next()),
            Ordering::Equal => {
                if let (Some(left), Some(right)) = (a.next(), b.next()) {
                    merged.extend(join(left, right)?);
                }
            }
        }
    }
    merged.extend(a);
    merged.extend(b);
    Some(merged)
}
