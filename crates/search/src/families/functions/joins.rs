//! The search: a target, or what is left of it when an entry is taken off, is
//! looked up in the bank.

use std::sync::{Arc, OnceLock};

use ansatz_expr::{Error, Expr, Int, Op, sort};

use super::bank::{FunctionBank, Id, LENGTH};
use super::combine::AffineCombination;
use super::index::{FunctionIndex, Invariance, key};
use super::views::{Leftover, Undone, views};
use super::{FunctionDraft, iterated};
use crate::price::Bits;
use crate::{Problem, Sink, description_bits};

/// Entries up to this price are taken off.
const MOST_JOINED_BITS: Bits = 24;

/// How many of them at most.
const MOST_JOINED: usize = 3_000;

/// By how much a law must be shorter than what it explains to end the search.
const CLEAR_BITS: f64 = 40.0;

/// How many drafts are enough.
const MOST_DRAFTS: usize = 64;

/// How an entry g is joined with what is found.
#[derive(Debug, Clone, Copy)]
enum Join {
    /// g + f
    Plus,
    /// f - g
    Minus,
    /// g * f
    Times,
    /// f / g
    Over,
}

impl Join {
    const ALL: [Join; 4] = [Join::Plus, Join::Minus, Join::Times, Join::Over];

    /// What f must be at a place.
    #[inline]
    fn solve(self, target: i64, g: i64) -> Option<i64> {
        match self {
            Join::Plus => target.checked_sub(g),
            Join::Minus => target.checked_add(g),
            Join::Times if g == 0 || target % g != 0 => None,
            Join::Times => target.checked_div(g),
            Join::Over if g == 0 => None,
            Join::Over => target.checked_mul(g),
        }
    }

    fn write(self, f: &Expr, g: &Expr) -> Result<Expr, Error> {
        match self {
            Join::Plus => Expr::binary(Op::Add, g, f),
            Join::Minus => Expr::binary(Op::Sub, f, g),
            Join::Times => Expr::binary(Op::Mul, g, f),
            Join::Over => Expr::binary(Op::Idiv, f, g),
        }
    }
}

/// Laws that may fit.
pub(super) fn search(
    problem: &Problem<'_, Int>,
    sink: &(impl Sink + ?Sized),
) -> Vec<FunctionDraft> {
    let bank = FunctionBank::shared();
    let mut drafts = Vec::new();
    let to = problem.terms().len().min(LENGTH);
    let views = views(problem.terms());
    for view in &views {
        if let Some(indexes) = Indexes::of(bank, view.skip, to) {
            indexes.look_up(view, &mut drafts);
        }
    }
    iterated::search(problem.terms(), &mut drafts);
    for view in views.iter().filter(|view| joins(view)) {
        if sink.is_cancelled() || drafts.iter().any(|draft| is_clear(draft, problem)) {
            break;
        }
        if let Some(indexes) = Indexes::of(bank, view.skip, to) {
            indexes.look_up_joined(view, &mut drafts);
        }
    }
    drafts
}

/// Entries that the values for 1, 2, 3, … are multiples of, with a number and a
/// multiple of the index added.
pub(crate) fn known_laws(values: &[i64]) -> Vec<FunctionDraft> {
    let mut drafts = Vec::new();
    let values: Vec<i64> = values.iter().copied().take(LENGTH).collect();
    if let Some(indexes) = Indexes::of(FunctionBank::shared(), 0, values.len()) {
        indexes.look_up(&Leftover { step: Undone::Plain, skip: 0, values }, &mut drafts);
    }
    drafts
}

/// Whether a law is so short that no sum of two entries is looked for.
fn is_clear(draft: &FunctionDraft, problem: &Problem<'_, Int>) -> bool {
    let bits = problem.bits();
    let explained: f64 = bits.iter().skip(draft.skip).sum();
    description_bits(&draft.expr) + CLEAR_BITS <= explained
}

/// Whether entries are taken off what is left.
fn joins(view: &Leftover) -> bool {
    matches!((view.step, view.skip), (Undone::Plain, 0 | 1) | (Undone::AddPrevious, _))
}

/// The indexes for one number of terms.
struct Indexes {
    bank: &'static FunctionBank,
    skip: usize,
    to: usize,
    by_order: [Arc<FunctionIndex>; 2],
}

impl Indexes {
    fn of(bank: &'static FunctionBank, skip: usize, to: usize) -> Option<Indexes> {
        let index = |order| FunctionIndex::shared(bank, Invariance { skip, to, order });
        (skip + 4 < to).then(|| Indexes { bank, skip, to, by_order: [index(1), index(2)] })
    }

    fn look_up(&self, view: &Leftover, drafts: &mut Vec<FunctionDraft>) {
        for (order, index) in (1..).zip(&self.by_order) {
            for id in index.find(&view.values) {
                self.draft(view, &view.values, id, order, None, drafts);
            }
        }
    }

    fn look_up_joined(&self, view: &Leftover, drafts: &mut Vec<FunctionDraft>) {
        // Of what is constant there are too many sums.
        if key(&view.values, 1).is_none() {
            return;
        }
        let mut rest = [0i64; LENGTH];
        let Some(rest) = rest.get_mut(..view.values.len()) else { return };
        let [index, _] = &self.by_order;
        for &g in joined(self.bank) {
            let Some(values) = self.bank.window(g, self.skip, self.to) else { continue };
            for join in Join::ALL {
                let pairs = view.values.iter().zip(values);
                let solved = rest.iter_mut().zip(pairs).all(|(slot, (&target, &g))| {
                    join.solve(target, g).map(|value| *slot = value).is_some()
                });
                if !solved {
                    continue;
                }
                for f in index.find(rest).filter(|&f| f != g) {
                    self.draft(view, rest, f, 1, Some((join, g)), drafts);
                }
            }
            if drafts.len() >= MOST_DRAFTS {
                return;
            }
        }
    }

    /// Writes down what was found, if it is what it seems.
    fn draft(
        &self,
        view: &Leftover,
        values: &[i64],
        f: Id,
        order: usize,
        joined: Option<(Join, Id)>,
        drafts: &mut Vec<FunctionDraft>,
    ) {
        let Some(of) = self.bank.window(f, self.skip, self.to) else { return };
        let Some(combination) = AffineCombination::solve(values, of, self.skip + 1, order) else {
            return;
        };
        let write = || -> Result<Expr, Error> {
            let law = combination.write(&self.bank.expr(f)?)?;
            let law = match joined {
                Some((join, g)) => join.write(&law, &self.bank.expr(g)?)?,
                None => law,
            };
            view.step.redo(&law)
        };
        if let Ok(expr) = write() {
            drafts.push(FunctionDraft { expr, skip: view.skip, fitted: combination.fitted() });
        }
    }
}

/// The entries that are taken off, the shortest first.
fn joined(bank: &FunctionBank) -> &'static [Id] {
    static JOINED: OnceLock<Vec<Id>> = OnceLock::new();
    JOINED.get_or_init(|| {
        let mut ids: Vec<Id> = bank.ids().filter(|&id| bank.bits(id) <= MOST_JOINED_BITS).collect();
        sort::by_key(&mut ids, |&id| (bank.bits(id), id));
        ids.truncate(MOST_JOINED);
        ids
    })
}
