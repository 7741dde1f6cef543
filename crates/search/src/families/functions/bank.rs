//! The bank: sequences that are functions of n alone, with their first values.
//!
//! It is made once, when it is first asked for. An entry is an operator and the
//! numbers of its operands, so that many thousand take little room; its
//! expression is written out when it is wanted.

use std::collections::HashMap;
use std::sync::OnceLock;

use ansatz_expr::{Error, Expr, Int, Node, Op};

use super::tables;
use crate::price::{Bits, N_BITS, int_bits};

/// How many values of an entry are known: those for n from 1.
pub(crate) const LENGTH: usize = 32;

/// An entry may be undefined for so many n, the first ones.
pub(crate) const MOST_SKIPPED: usize = 2;

/// An entry that has fewer values is left out.
const LEAST_VALUES: usize = 12;

/// The number of an entry.
pub(crate) type Id = u32;

/// How an entry is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Writing {
    /// n.
    N,
    /// A number.
    Int(i64),
    /// A law that the table writes in words.
    Words(&'static str),
    /// An operator and its operands; as many as it takes count.
    Call(Op, [Id; 3]),
}

/// A sequence: where it is defined, and what it costs to write.
#[derive(Debug, Clone, Copy)]
struct FunctionEntry {
    form: Writing,
    bits: Bits,
    /// Values are known for the places from here, from 0, …
    from: u8,
    /// … up to here.
    to: u8,
}

/// Sequences that are functions of n.
#[derive(Debug, Default)]
pub(crate) struct FunctionBank {
    entries: Vec<FunctionEntry>,
    values: Vec<i64>,
    /// Values that need more than 64 bits, of few entries.
    wide: HashMap<Id, Vec<Option<i128>>>,
    forms: HashMap<Writing, Id>,
    /// Entries by the hash of their values.
    known: HashMap<u64, Id>,
}

impl FunctionBank {
    /// The one bank.
    pub(crate) fn shared() -> &'static FunctionBank {
        static BANK: OnceLock<FunctionBank> = OnceLock::new();
        BANK.get_or_init(|| {
            let mut bank = FunctionBank::default();
            tables::fill(&mut bank);
            // They are needed only to make it.
            (bank.forms, bank.known, bank.wide) = Default::default();
            bank
        })
    }

    /// All entries.
    pub(crate) fn ids(&self) -> std::ops::Range<Id> {
        0..self.entries.len() as Id
    }

    /// What writing an entry costs.
    pub(crate) fn bits(&self, id: Id) -> Bits {
        self.entry(id).map_or(Bits::MAX, |entry| entry.bits)
    }

    fn entry(&self, id: Id) -> Option<&FunctionEntry> {
        self.entries.get(id as usize)
    }

    /// The values for the places from `skip` up to `to`, counted from 0, if all
    /// are known.
    pub(crate) fn window(&self, id: Id, skip: usize, to: usize) -> Option<&[i64]> {
        let entry = self.entry(id)?;
        let first = id as usize * LENGTH;
        let is_known = usize::from(entry.from) <= skip && to <= usize::from(entry.to);
        is_known.then(|| self.values.get(first + skip..first + to)).flatten()
    }

    /// The entry as an expression.
    pub(crate) fn expr(&self, id: Id) -> Result<Expr, Error> {
        match self.entry(id).map(|entry| entry.form) {
            Some(Writing::N) | None => Ok(Expr::n()),
            Some(Writing::Int(value)) => Ok(Expr::int(value)),
            Some(Writing::Words(words)) => Expr::from_words(words.split_whitespace()),
            Some(Writing::Call(op, operands)) => {
                let operands = operands.iter().take(op.arity());
                let operands: Vec<Expr> =
                    operands.map(|&id| self.expr(id)).collect::<Result<_, _>>()?;
                Expr::call(op, &operands.iter().collect::<Vec<_>>())
            }
        }
    }

    /// A number as an operand.
    fn int(&mut self, value: i64) -> Id {
        let bits = int_bits(value.into());
        self.push(Writing::Int(value), bits, |_| Some(value.into())).unwrap_or(0)
    }

    /// n.
    pub(super) fn n(&mut self) -> Id {
        self.push(Writing::N, N_BITS, |place| Some(place as i128 + 1)).unwrap_or(0)
    }

    /// A law of n that the table writes in words.
    pub(super) fn words(&mut self, words: &'static str) -> Option<Id> {
        let law = Expr::from_words(words.split_whitespace()).ok()?;
        let bits = crate::description_bits(&law) as Bits;
        let history = [Int::ZERO; LENGTH];
        self.push(Writing::Words(words), bits, |place| {
            law.eval(history.get(..place)?).ok().and_then(Int::to_i128)
        })
    }

    /// A function of entries: n stands for `x`, u(n-1) for `y`.
    pub(super) fn apply(&mut self, function: &Expr, x: Id, y: Id) -> Option<Id> {
        let mut stack = Vec::new();
        for node in function.nodes().iter().rev() {
            let id = match *node {
                Node::N => x,
                Node::Prev(_) => y,
                Node::Int(value) => self.int(value.to_i128().and_then(|v| v.try_into().ok())?),
                Node::Op(op) => {
                    let rest = stack.len().checked_sub(op.arity())?;
                    let mut operands: Vec<Id> = stack.split_off(rest);
                    operands.reverse();
                    self.call(op, &operands)?
                }
                Node::Real(_) | Node::Const(_) | Node::Bound(_) => return None,
            };
            stack.push(id);
        }
        stack.pop()
    }

    /// An operator on entries. `None` where it has too few values; where it has
    /// the values of a shorter entry, that entry.
    fn call(&mut self, op: Op, operands: &[Id]) -> Option<Id> {
        let mut ids = [0; 3];
        ids.iter_mut().zip(operands).for_each(|(slot, &id)| *slot = id);
        let form = Writing::Call(op, ids);
        if let Some(&id) = self.forms.get(&form) {
            return Some(id);
        }
        let bits = operands.iter().map(|&id| self.bits(id)).sum::<Bits>() + op.bits();
        let is_wide = operands.iter().any(|id| self.wide.contains_key(id));
        let mut values = [None; LENGTH];
        for (place, slot) in values.iter_mut().enumerate() {
            *slot = match is_wide {
                true => self.wide_call(op, operands, place),
                false => self.narrow_call(op, operands, place),
            };
        }
        self.push(form, bits, |place| values.get(place).copied().flatten())
    }

    fn narrow_call(&self, op: Op, operands: &[Id], place: usize) -> Option<i128> {
        let mut of = [0i64; 3];
        for (slot, &id) in of.iter_mut().zip(operands) {
            *slot = self.window(id, place, place + 1)?.first().copied()?;
        }
        let [a, b, c] = of;
        let value =
            if op.arity() > 2 { op.apply_three_words(a, b, c) } else { op.apply_word(a, b) };
        value.map(i128::from)
    }

    fn wide_call(&self, op: Op, operands: &[Id], place: usize) -> Option<i128> {
        let mut of = [0i128; 3];
        for (slot, &id) in of.iter_mut().zip(operands) {
            *slot = match self.wide.get(&id) {
                Some(values) => values.get(place).copied().flatten()?,
                None => self.window(id, place, place + 1)?.first().copied()?.into(),
            };
        }
        op.apply_wide(of)
    }

    fn push(
        &mut self,
        form: Writing,
        bits: Bits,
        value: impl Fn(usize) -> Option<i128>,
    ) -> Option<Id> {
        if let Some(&id) = self.forms.get(&form) {
            return Some(id);
        }
        let narrow = |place| value(place).and_then(|value| i64::try_from(value).ok());
        let from = (0..=MOST_SKIPPED).find(|&place| narrow(place).is_some())?;
        let mut values = [0i64; LENGTH];
        let mut to = from;
        while let Some(slot) = values.get_mut(to) {
            let Some(value) = narrow(to) else { break };
            *slot = value;
            to += 1;
        }
        if to < LEAST_VALUES {
            return None;
        }
        let hash = hash(values.iter().copied()) ^ (from as u64) << 8 ^ to as u64;
        let known = self.known.get(&hash).copied();
        let id = match known.filter(|&id| self.bits(id) <= bits) {
            Some(id) => id,
            None => {
                let id = self.entries.len() as Id;
                self.entries.push(FunctionEntry { form, bits, from: from as u8, to: to as u8 });
                self.values.extend_from_slice(&values);
                self.known.insert(hash, id);
                id
            }
        };
        let is_wide = matches!(form, Writing::Words(_)) && value(to).is_some();
        if is_wide {
            self.wide.insert(id, (0..LENGTH).map(value).collect());
        }
        self.forms.insert(form, id);
        Some(id)
    }
}

/// A hash of numbers in order.
pub(crate) fn hash(values: impl Iterator<Item = i64>) -> u64 {
    values.fold(0x9E37_79B9_7F4A_7C15, |so_far: u64, value| {
        let mixed = (so_far ^ value as u64).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ (mixed >> 29)
    })
}
