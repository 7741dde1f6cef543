//! What a float law may be after its outermost layers are taken off.

use std::collections::HashSet;

use ansatz_expr::{Domain, Op, Solution};

use super::bank::Bank;
use super::dual::Dual;
use super::index::mix;
use super::pieces::{BankValue, Piece};

/// What is left of the terms, and the law around it.
#[derive(Debug, Clone)]
pub(super) struct FloatTarget {
    /// The law in pieces, before and after the hole.
    before: Vec<Piece>,
    after: Vec<Piece>,
    pub(super) bits: u32,
    layers: u8,
    pub(super) values: Vec<Dual>,
}

/// One layer of a law: a function, or an operator with one operand known.
#[derive(Debug, Clone, Copy)]
enum FloatLayer {
    Function(Op),
    /// `x op e`
    Left(Op, u32),
    /// `e op x`
    Right(Op, u32),
}

impl FloatTarget {
    /// What must stand between what was written before and after it.
    pub(super) fn written(before: Piece, after: Piece, bits: u32, values: Vec<Dual>) -> Self {
        FloatTarget { before: vec![before], after: vec![after], bits, layers: 2, values }
    }

    pub(super) fn law(&self, rest: &[Piece]) -> Vec<Piece> {
        [&self.before, rest, &self.after].concat()
    }

    fn wrapped(&self, layer: FloatLayer, bits: u32, values: Vec<Dual>) -> FloatTarget {
        let mut next = self.clone();
        next.values = values;
        next.bits += bits;
        next.layers += 1;
        match layer {
            FloatLayer::Function(op) => next.before.push(Piece::Op(op)),
            FloatLayer::Left(op, x) => next.before.extend([Piece::Op(op), Piece::Known(x)]),
            FloatLayer::Right(op, x) => {
                next.before.push(Piece::Op(op));
                next.after.insert(0, Piece::Known(x));
            }
        }
        next
    }
}

/// The layers that may be taken off: functions whose operand follows from the
/// value (of two square roots the positive one; the sine of what lies outside
/// its main branch is found by computing forward), and operators of which one
/// operand x follows from the value and the other.
fn layers(x: Option<u32>) -> impl Iterator<Item = FloatLayer> {
    Op::vocabulary(Domain::Float).flat_map(move |op| {
        let function = op.inverse().filter(|_| x.is_none()).map(|_| FloatLayer::Function(op));
        let right = x.filter(|_| op.solution(1).is_some()).map(|x| FloatLayer::Right(op, x));
        let left = x.filter(|_| op.solution(0).is_some()).map(|x| FloatLayer::Left(op, x));
        [function, right, left].into_iter().flatten()
    })
}

impl FloatLayer {
    fn op(self) -> Op {
        match self {
            FloatLayer::Function(op) | FloatLayer::Left(op, _) | FloatLayer::Right(op, _) => op,
        }
    }
}

/// Targets by price: the terms, and what is left after one or two layers.
pub(super) fn float_targets(bank: &Bank<Dual>, terms: &[Dual], limit: usize) -> Vec<FloatTarget> {
    let terms = FloatTarget {
        before: Vec::new(),
        after: Vec::new(),
        bits: 0,
        layers: 0,
        values: terms.to_vec(),
    };
    let mut seen = HashSet::from([print(&terms.values)]);
    let mut done = vec![terms];
    // Prices are small whole numbers: one queue a price, of layers that may be
    // taken off a target that is done.
    let mut waiting: Vec<Vec<(usize, FloatLayer)>> = Vec::new();
    enqueue(bank, &done, &mut waiting, limit);
    let mut price = 0;
    while price < waiting.len() {
        let ready = waiting.get_mut(price).map(std::mem::take).unwrap_or_default();
        for (parent, layer) in ready {
            let Some(target) = done.get(parent) else { continue };
            let Some(values) = rest(bank, target, layer) else { continue };
            if !seen.insert(print(&values)) {
                continue;
            }
            let target = target.wrapped(layer, price as u32 - target.bits, values);
            done.push(target);
            if done.len() >= limit {
                return done;
            }
            enqueue(bank, &done, &mut waiting, limit);
        }
        price += 1;
    }
    done
}

/// Puts what may be taken off the newest target in line.
fn enqueue(
    bank: &Bank<Dual>,
    done: &[FloatTarget],
    waiting: &mut Vec<Vec<(usize, FloatLayer)>>,
    limit: usize,
) {
    let Some(target) = done.last().filter(|target| target.layers < 2) else { return };
    let mut put = |bits: u16, layer: FloatLayer| {
        let price = target.bits as usize + usize::from(bits);
        if waiting.len() <= price {
            waiting.resize_with(price + 1, Vec::new);
        }
        if let Some(queue) = waiting.get_mut(price)
            && queue.len() < limit
        {
            queue.push((done.len() - 1, layer));
        }
    };
    for layer in layers(None) {
        put(layer.op().bits(), layer);
    }
    // Below another layer, only single leaves and the like.
    for x in 0..bank.up_to(if target.layers == 0 { 20 } else { 8 }) {
        for layer in layers(Some(x)) {
            put(layer.op().bits() + bank.bits(x), layer);
        }
    }
}

/// What is left of a target without a layer.
fn rest(bank: &Bank<Dual>, target: &FloatTarget, layer: FloatLayer) -> Option<Vec<Dual>> {
    let (op, x, known) = match layer {
        FloatLayer::Function(op) => {
            let inverse = op.inverse()?.op;
            return target.values.iter().map(|&t| Dual::apply(inverse, t, t)).collect();
        }
        FloatLayer::Left(op, x) => (op, x, 0),
        FloatLayer::Right(op, x) => (op, x, 1),
    };
    let Solution { op: inverse, known_first } = op.solution(known)?;
    let pairs = target.values.iter().zip(bank.values(x));
    pairs
        .map(
            |(&t, &x)| {
                if known_first { Dual::apply(inverse, x, t) } else { Dual::apply(inverse, t, x) }
            },
        )
        .collect()
}

fn print(values: &[Dual]) -> u64 {
    values.iter().fold(0, |print, value| mix(print, value.digest()))
}
