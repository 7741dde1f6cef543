//! Laws with one place left open, and what must stand there.

use std::collections::HashSet;

use ansatz_expr::{Expr, Node, Op, sort};

use super::dual::Dual;
use super::frame::Frame;
use super::pieces::BankValue;
use crate::price::node_bits;

/// More places than this are the like of these.
const MOST_PLACES: usize = 768;

/// What must stand in a place for one term.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Wanted<V> {
    /// This and nothing else.
    Only(V),
    /// This is one of several.
    Maybe(V),
    /// It is not known which of several.
    Many,
    /// Nothing leads to the term.
    Nothing,
}

impl<V: Copy> Wanted<V> {
    fn value(self) -> Option<V> {
        match self {
            Wanted::Only(value) | Wanted::Maybe(value) => Some(value),
            Wanted::Many | Wanted::Nothing => None,
        }
    }
}

/// Values that operators can be undone in.
pub(super) trait Undo: BankValue {
    /// What a leaf is at the term of this index.
    fn of_leaf(node: &Node, terms: &[Self], index: usize) -> Option<Self>;
    /// The operand that makes `t`; the other one, if any, stands at a place, first
    /// or second, and is known.
    fn undo(op: Op, t: Self, other: Option<(usize, Self)>) -> Wanted<Self>;
    /// Whether both may be the same.
    fn agrees(self, other: Self) -> bool;
}

fn earlier<V: Copy>(terms: &[V], index: usize, back: u16) -> Option<V> {
    terms.get(index.checked_sub(back.into())?).copied()
}

fn only<V>(value: Option<V>) -> Wanted<V> {
    value.map_or(Wanted::Nothing, Wanted::Only)
}

impl Undo for i64 {
    fn of_leaf(node: &Node, terms: &[i64], index: usize) -> Option<i64> {
        match node {
            Node::N => Some(index as i64 + 1),
            Node::Int(value) => i64::try_from(value.to_i128()?).ok(),
            Node::Prev(back) => earlier(terms, index, *back),
            _ => None,
        }
    }

    fn undo(op: Op, t: i64, other: Option<(usize, i64)>) -> Wanted<i64> {
        match (op, other) {
            (Op::Add, Some((_, x))) => only(t.checked_sub(x)),
            (Op::Sub, Some((0, x))) => only(x.checked_sub(t)),
            (Op::Sub, Some((_, x))) => only(t.checked_add(x)),
            (Op::Mul, Some((_, 0))) if t == 0 => Wanted::Many,
            (Op::Mul, Some((_, x))) => {
                only(t.checked_rem(x).filter(|rest| *rest == 0).and(t.checked_div(x)))
            }
            (Op::Idiv | Op::Mod, Some((1, 0))) => Wanted::Nothing,
            (Op::Idiv, Some((1, x))) => t.checked_mul(x).map_or(Wanted::Nothing, Wanted::Maybe),
            (Op::Mod, Some((1, x)))
                if (x > 0 && (t < 0 || t >= x)) || (x < 0 && (t > 0 || t <= x)) =>
            {
                Wanted::Nothing
            }
            (Op::Relu | Op::Abs, None) if t < 0 => Wanted::Nothing,
            (Op::Relu, None) if t > 0 => Wanted::Only(t),
            (Op::Abs, None) => Wanted::Maybe(t),
            (Op::Sign, None) if t != 1 && t != -1 => Wanted::Nothing,
            _ => Wanted::Many,
        }
    }

    fn agrees(self, other: i64) -> bool {
        self == other
    }
}

impl Undo for Dual {
    fn of_leaf(node: &Node, terms: &[Dual], index: usize) -> Option<Dual> {
        let exact = |value: f64| Some(Dual { value, error: 0.0 });
        match node {
            Node::N => exact(index as f64 + 1.0),
            Node::Int(value) => exact(value.to_f64()),
            Node::Real(value) => exact(*value),
            Node::Const(constant) => exact(constant.value()),
            Node::Prev(back) => earlier(terms, index, *back),
            _ => None,
        }
    }

    fn undo(op: Op, t: Dual, other: Option<(usize, Dual)>) -> Wanted<Dual> {
        let Some((known, x)) = other else {
            let Some(inverse) = op.inverse() else { return Wanted::Many };
            return match Dual::apply(inverse.op, t, t) {
                None => Wanted::Nothing,
                Some(value) if inverse.everywhere => Wanted::Only(value),
                Some(value) => Wanted::Maybe(value),
            };
        };
        let Some(solution) = op.solution(known) else { return Wanted::Many };
        only(match solution.known_first {
            true => Dual::apply(solution.op, x, t),
            false => Dual::apply(solution.op, t, x),
        })
    }

    fn agrees(self, other: Dual) -> bool {
        self.meets(other)
    }
}

/// A law that does not fit, with what its parts are and what they should be.
pub(super) struct Draft<V> {
    nodes: Vec<Node>,
    /// Where each part ends.
    ends: Vec<usize>,
    /// Of which operator each is an operand, and which one.
    parents: Vec<Option<(usize, usize)>>,
    /// Of each part, on all positions of the frame.
    values: Vec<Vec<Option<V>>>,
    wanted: Vec<Vec<Wanted<V>>>,
}

impl<V: Undo> Draft<V> {
    /// `None` if the law has operators of three operands.
    pub(super) fn of(law: &Expr, terms: &[V], shown: &[V], frame: &Frame) -> Option<Draft<V>> {
        let nodes = law.nodes().to_vec();
        if !law.is_plain() || nodes.iter().any(|node| node.arity() > 2) {
            return None;
        }
        let mut draft = Draft {
            ends: vec![0; nodes.len()],
            parents: vec![None; nodes.len()],
            values: vec![Vec::new(); nodes.len()],
            wanted: vec![Vec::new(); nodes.len()],
            nodes,
        };
        draft.compute(terms, frame)?;
        draft.solve(shown)?;
        Some(draft)
    }

    /// What the parts are: operands come after their operators.
    fn compute(&mut self, terms: &[V], frame: &Frame) -> Option<()> {
        for at in (0..self.nodes.len()).rev() {
            let node = *self.nodes.get(at)?;
            let mut end = at + 1;
            let mut operands = [at; 2];
            for (place, operand) in operands.iter_mut().enumerate().take(node.arity()) {
                *operand = end;
                *self.parents.get_mut(end)? = Some((at, place));
                end = *self.ends.get(end)?;
            }
            let [a, b] = operands;
            let values = match node {
                Node::Op(op) => {
                    let (a, b) = (self.values.get(a)?, self.values.get(b)?);
                    // The only operand of a function stands for both.
                    let b = if op.arity() == 1 { a } else { b };
                    a.iter().zip(b).map(|(a, b)| V::apply(op, (*a)?, (*b)?)).collect()
                }
                leaf => frame.positions().map(|index| V::of_leaf(&leaf, terms, index)).collect(),
            };
            *self.values.get_mut(at)? = values;
            *self.ends.get_mut(at)? = end;
        }
        Some(())
    }

    /// What the parts should be: operators come before their operands.
    fn solve(&mut self, shown: &[V]) -> Option<()> {
        *self.wanted.first_mut()? = shown.iter().map(|term| Wanted::Only(*term)).collect();
        for at in 1..self.nodes.len() {
            let (parent, place) = (*self.parents.get(at)?)?;
            let Some(Node::Op(op)) = self.nodes.get(parent).copied() else { return None };
            let sibling = self.sibling(at)?;
            let wanted = self.wanted.get(parent)?.iter().enumerate();
            let wanted = wanted.map(|(index, wanted)| {
                let other = match sibling {
                    None => None,
                    Some(sibling) => match self.values.get(sibling)?.get(index)? {
                        Some(value) => Some((1 - place, *value)),
                        None => return Some(Wanted::Nothing),
                    },
                };
                Some(match *wanted {
                    Wanted::Only(t) => V::undo(op, t, other),
                    // Another of the several might lead to something.
                    Wanted::Maybe(t) => match V::undo(op, t, other).value() {
                        Some(value) => Wanted::Maybe(value),
                        None => Wanted::Many,
                    },
                    unknown => unknown,
                })
            });
            let wanted: Option<Vec<Wanted<V>>> = wanted.collect();
            *self.wanted.get_mut(at)? = wanted?;
        }
        Some(())
    }

    /// The other operand of the same operator, if it has two.
    fn sibling(&self, at: usize) -> Option<Option<usize>> {
        let (parent, place) = (*self.parents.get(at)?)?;
        Some(match (self.nodes.get(parent)?.arity(), place) {
            (2, 0) => Some(*self.ends.get(at)?),
            (2, _) => Some(parent + 1),
            _ => None,
        })
    }

    /// What is wanted in the last window.
    fn last(&self, at: usize, frame: &Frame) -> &[Wanted<V>] {
        let wanted = self.wanted.get(at).map(Vec::as_slice);
        wanted.and_then(|wanted| wanted.get(frame.last_window()..)).unwrap_or_default()
    }

    fn is_solved(&self, at: usize, frame: &Frame) -> bool {
        self.last(at, frame).iter().all(|wanted| matches!(wanted, Wanted::Only(_)))
    }
}

/// A part of a draft that is taken out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    draft: usize,
    at: usize,
    /// What the law costs without it.
    pub(super) bits: u32,
}

/// The places that something may stand in, no two with the same around them, those
/// with the least around them first.
pub(super) fn places<V: Undo>(drafts: &[Draft<V>], frame: &Frame) -> Vec<Place> {
    let mut places = Vec::new();
    let mut seen = HashSet::new();
    for (index, draft) in drafts.iter().enumerate() {
        for at in 0..draft.nodes.len() {
            let last = draft.last(at, frame);
            if last.is_empty() || last.contains(&Wanted::Nothing) {
                continue;
            }
            let mut place = Place { draft: index, at, bits: 0 };
            let (before, after) = place.around(drafts);
            if seen.insert((before, after)) && places.len() < MOST_PLACES {
                let nodes = before.iter().chain(after);
                place.bits = nodes.map(|node| u32::from(node_bits(node))).sum();
                places.push(place);
            }
        }
    }
    sort::by_key(&mut places, |place| place.bits);
    places
}

impl Place {
    /// The law before and after the place.
    pub(super) fn around<'a, V>(&self, drafts: &'a [Draft<V>]) -> (&'a [Node], &'a [Node]) {
        let Some(draft) = drafts.get(self.draft) else { return Default::default() };
        let end = draft.ends.get(self.at).copied().unwrap_or_default();
        let before = draft.nodes.get(..self.at).unwrap_or_default();
        (before, draft.nodes.get(end..).unwrap_or_default())
    }

    /// What must stand there, position by position, where that is known.
    pub(super) fn values<V: Undo>(&self, drafts: &[Draft<V>]) -> Option<Vec<Option<V>>> {
        let wanted = drafts.get(self.draft)?.wanted.get(self.at)?;
        Some(wanted.iter().map(|wanted| wanted.value()).collect())
    }

    /// The way from the place to what is known, where several values may stand in it.
    pub(super) fn path<V: Undo>(&self, drafts: &[Draft<V>], frame: &Frame) -> Option<Path<V>> {
        let draft = drafts.get(self.draft)?;
        let mut at = self.at;
        let mut layers = Vec::new();
        while !draft.is_solved(at, frame) {
            let (parent, place) = (*draft.parents.get(at)?)?;
            let Some(Node::Op(op)) = draft.nodes.get(parent).copied() else { return None };
            let others = match draft.sibling(at)? {
                None => Vec::new(),
                Some(sibling) => {
                    let values = draft.values.get(sibling)?.get(frame.last_window()..)?;
                    values.iter().copied().collect::<Option<Vec<V>>>()?
                }
            };
            layers.push(Layer { op, is_first: place == 0, others });
            at = parent;
        }
        let goal: Option<Vec<V>> = draft.last(at, frame).iter().map(|t| t.value()).collect();
        let goal = goal.filter(|_| !layers.is_empty())?;
        Some(Path { layers, goal, from: frame.last_window() })
    }
}

/// One operator above a place, with its other operand in the last window.
struct Layer<V> {
    op: Op,
    is_first: bool,
    others: Vec<V>,
}

/// The operators above a place, the innermost first, and what they must make.
pub(super) struct Path<V> {
    layers: Vec<Layer<V>>,
    goal: Vec<V>,
    from: usize,
}

impl<V: Undo> Path<V> {
    /// Whether these values in the place make what they must in the last window.
    pub(super) fn leads(&self, values: &[V]) -> bool {
        let values = values.get(self.from..).unwrap_or_default();
        values.len() == self.goal.len()
            && values.iter().zip(&self.goal).enumerate().rev().all(|(index, (&value, &goal))| {
                let step = |value: V, layer: &Layer<V>| {
                    let other = layer.others.get(index).copied().unwrap_or(value);
                    match layer.is_first {
                        true => V::apply(layer.op, value, other),
                        false => V::apply(layer.op, other, value),
                    }
                };
                self.layers.iter().try_fold(value, step).is_some_and(|made| made.agrees(goal))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_place_must_hold_follows_from_the_terms() {
        // u(n) = 2u(n-1) - (n // 3).
        let mut terms: Vec<i64> = vec![7];
        for n in 2..=16 {
            terms.push(2 * terms[terms.len() - 1] - n / 3);
        }
        let frame = Frame::new(terms.len(), |_, _| true).unwrap();
        let shown = &terms[frame.positions()];
        let law = Expr::from_words("sub mul 2 u1 idiv n 3".split(' ')).unwrap();
        let drafts = [Draft::of(&law, &terms, shown, &frame).unwrap()];
        let draft = &drafts[0];
        // Where it is solved for, the law's own part must come out.
        for at in [0, 1, 2, 3, 4] {
            let wanted = &draft.wanted[at];
            let own = draft.values[at].iter();
            assert!(own.zip(wanted).all(|(own, wanted)| *wanted == Wanted::Only(own.unwrap())));
        }
        // Below the division several values will do: they are tried.
        assert!(draft.wanted[5].iter().all(|wanted| matches!(wanted, Wanted::Maybe(_))));
        let places = places(&drafts, &frame);
        assert_eq!(places.len(), 7);
        let tried: Vec<Place> =
            places.into_iter().filter(|place| place.path(&drafts, &frame).is_some()).collect();
        assert_eq!(tried.iter().map(|place| place.at).collect::<Vec<_>>(), [6, 5]);
        let path = tried[1].path(&drafts, &frame).unwrap();
        let index = |index: usize| index as i64 + 1;
        assert!(path.leads(&frame.positions().map(index).collect::<Vec<_>>()));
        assert!(!path.leads(&vec![4; frame.len()]));
        let (before, after) = tried[1].around(&drafts);
        assert_eq!((before, after), (&law.nodes()[..5], &law.nodes()[6..]));
    }

    #[test]
    fn operators_are_undone_only_where_something_leads_to_the_value() {
        let undo = |op, t, other| <i64 as Undo>::undo(op, t, other);
        assert_eq!(undo(Op::Sub, 3, Some((0, 10))), Wanted::Only(7));
        assert_eq!(undo(Op::Sub, 3, Some((1, 10))), Wanted::Only(13));
        assert_eq!(undo(Op::Mul, 12, Some((0, 4))), Wanted::Only(3));
        assert_eq!(undo(Op::Mul, 13, Some((0, 4))), Wanted::Nothing);
        assert_eq!(undo(Op::Mul, 0, Some((0, 0))), Wanted::Many);
        assert_eq!(undo(Op::Mul, 1, Some((0, 0))), Wanted::Nothing);
        assert_eq!(undo(Op::Idiv, 3, Some((1, 5))), Wanted::Maybe(15));
        assert_eq!(undo(Op::Mod, 5, Some((1, 5))), Wanted::Nothing);
        assert_eq!(undo(Op::Mod, -3, Some((1, -5))), Wanted::Many);
        assert_eq!(undo(Op::Relu, 0, None), Wanted::Many);
        assert_eq!(undo(Op::Abs, -1, None), Wanted::Nothing);
        assert_eq!(undo(Op::Add, i64::MAX, Some((0, -1))), Wanted::Nothing);
    }
}
