//! What a float law may be after its outermost layers are taken off.

use ansatz_expr::Op;

use super::bank::{Bank, Piece, Word};
use super::cost;
use super::dual::Dual;

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
enum Layer {
    Function(Op),
    /// `x op e`
    Left(Op, u32),
    /// `e op x`
    Right(Op, u32),
}

impl FloatTarget {
    pub(super) fn law(&self, rest: &[Piece]) -> Vec<Piece> {
        [&self.before, rest, &self.after].concat()
    }

    fn wrapped(&self, layer: Layer, bits: u32, values: Vec<Dual>) -> FloatTarget {
        let mut next = self.clone();
        next.values = values;
        next.bits += bits;
        next.layers += 1;
        match layer {
            Layer::Function(op) => next.before.push(Piece::Op(op)),
            Layer::Left(op, x) => next.before.extend([Piece::Op(op), Piece::Known(x)]),
            Layer::Right(op, x) => {
                next.before.push(Piece::Op(op));
                next.after.insert(0, Piece::Known(x));
            }
        }
        next
    }
}

/// Functions whose operand follows from the value, and the function that
/// leads back. (Of two square roots the positive one; the sine of what lies
/// outside its main branch is found by computing forward.)
const INVERSES: [(Op, Op); 10] = [
    (Op::Inv, Op::Inv),
    (Op::Sqrt, Op::Sqr),
    (Op::Sqr, Op::Sqrt),
    (Op::Log, Op::Exp),
    (Op::Exp, Op::Log),
    (Op::Arctan, Op::Tan),
    (Op::Arcsin, Op::Sin),
    (Op::Arccos, Op::Cos),
    (Op::Sin, Op::Arcsin),
    (Op::Cos, Op::Arccos),
];

/// For `x op e = t` and `e op x = t`: the operator that gives e from t and x,
/// and whether x comes first in it.
const OPERANDS: [(fn(Op, u32) -> Layer, Op, Op, bool); 6] = [
    (Layer::Left, Op::Add, Op::Sub, false),
    (Layer::Right, Op::Sub, Op::Add, false),
    (Layer::Left, Op::Sub, Op::Sub, true),
    (Layer::Left, Op::Mul, Op::Div, false),
    (Layer::Right, Op::Div, Op::Mul, false),
    (Layer::Left, Op::Div, Op::Div, true),
];

/// Targets by price: the terms, and what is left after one or two layers.
pub(super) fn float_targets(bank: &Bank<Dual>, terms: &[Dual], limit: usize) -> Vec<FloatTarget> {
    let mut done: Vec<FloatTarget> = Vec::new();
    let terms = FloatTarget {
        before: Vec::new(),
        after: Vec::new(),
        bits: 0,
        layers: 0,
        values: terms.to_vec(),
    };
    // Prices are small whole numbers: one queue a price.
    let mut waiting: Vec<Vec<FloatTarget>> = vec![vec![terms]];
    let mut price = 0;
    while done.len() < limit && price < waiting.len() {
        let ready = waiting.get_mut(price).map(std::mem::take).unwrap_or_default();
        price += 1;
        for target in ready {
            if done.len() >= limit {
                break;
            }
            if done.iter().any(|other| same(&other.values, &target.values)) {
                continue;
            }
            if target.layers < 2 {
                // No more than what could still come up.
                let room = limit - done.len();
                for next in layers_off(bank, &target, room) {
                    let bits = next.bits as usize;
                    if waiting.len() <= bits {
                        waiting.resize_with(bits + 1, Vec::new);
                    }
                    if let Some(queue) = waiting.get_mut(bits)
                        && queue.len() < limit
                    {
                        queue.push(next);
                    }
                }
            }
            done.push(target);
        }
    }
    done
}

fn layers_off(bank: &Bank<Dual>, target: &FloatTarget, limit: usize) -> Vec<FloatTarget> {
    let mut found = Vec::new();
    let each = |rule: &dyn Fn(usize, Dual) -> Option<Dual>| -> Option<Vec<Dual>> {
        target.values.iter().enumerate().map(|(index, &t)| rule(index, t)).collect()
    };
    for (op, inverse) in INVERSES {
        if let Some(values) = each(&|_, t| Dual::apply(inverse, t, t)) {
            found.push(target.wrapped(Layer::Function(op), cost::op_bits(op).into(), values));
        }
    }
    // With two layers, only the cheapest operands.
    let most = if target.layers == 0 { 24 } else { 12 };
    for x in 0..bank.up_to(most) {
        let known = bank.values(x);
        for (layer, op, inverse, first) in OPERANDS {
            if found.len() >= limit {
                return found;
            }
            let values = each(&|index, t| {
                let x = *known.get(index)?;
                if first { Dual::apply(inverse, x, t) } else { Dual::apply(inverse, t, x) }
            });
            if let Some(values) = values {
                let bits = u32::from(cost::op_bits(op)) + u32::from(bank.bits(x));
                found.push(target.wrapped(layer(op, x), bits, values));
            }
        }
    }
    found
}

fn same(a: &[Dual], b: &[Dual]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a.value - b.value).abs() <= 1e-12 * a.value.abs())
}
