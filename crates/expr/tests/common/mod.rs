//! Random trees for property tests.
#![allow(dead_code)] // each test file uses its part

use ansatz_expr::{Domain, Expr, Int, NamedConst, Node, Op};
use proptest::prelude::*;

/// Integers of every size that a tree can hold, small ones most often.
pub fn int() -> impl Strategy<Value = Int> {
    prop_oneof![
        8 => (-10i64..=10).prop_map(Int::from),
        2 => any::<i64>().prop_map(Int::from),
        1 => any::<i128>().prop_map(Int::from),
        1 => "-?[1-9][0-9]{0,209}".prop_map(|digits| digits.parse().expect("210 digits fit")),
    ]
}

/// Finite doubles, plain ones most often.
pub fn real() -> impl Strategy<Value = f64> {
    use proptest::num::f64::{NORMAL, SUBNORMAL, ZERO};
    prop_oneof![
        3 => (-1000i32..=1000).prop_map(|hundredths| f64::from(hundredths) / 100.0),
        1 => NORMAL | SUBNORMAL | ZERO,
    ]
}

fn leaf(domain: Domain) -> BoxedStrategy<Node> {
    let shared =
        prop_oneof![int().prop_map(Node::Int), Just(Node::N), (1u16..=6).prop_map(Node::Prev),];
    match domain {
        Domain::Integer => shared.boxed(),
        Domain::Float => prop_oneof![
            4 => shared,
            1 => real().prop_map(Node::Real),
            1 => prop::sample::select(NamedConst::ALL.to_vec()).prop_map(Node::Const),
        ]
        .boxed(),
    }
}

fn tree(leaf: BoxedStrategy<Node>, ops: Vec<Op>) -> impl Strategy<Value = Expr> {
    leaf.prop_map(|node| vec![node])
        .prop_recursive(8, 64, 3, move |operand| {
            let operands = prop::collection::vec(operand, 3);
            (prop::sample::select(ops.clone()), operands).prop_map(|(op, mut operands)| {
                operands.truncate(op.arity());
                if op.is_binder() {
                    let body = operands.pop().expect("a binder has operands");
                    operands.push(bind(&body));
                }
                let operands = operands.into_iter().flatten();
                [Node::Op(op)].into_iter().chain(operands).collect()
            })
        })
        .prop_map(|nodes| Expr::from_prefix(nodes).expect("a small complete tree"))
}

/// The body of a binder: its variable is where `n` was.
pub fn bind(body: &[Node]) -> Vec<Node> {
    let mut pending = vec![0u8];
    let mut bound = Vec::new();
    for node in body {
        let binders = pending.pop().expect("a complete tree");
        for place in (0..node.arity()).rev() {
            let is_body = matches!(node, Node::Op(op) if op.is_binder() && place + 1 == op.arity());
            pending.push(binders + u8::from(is_body));
        }
        bound.push(if matches!(node, Node::N) { Node::Bound(binders) } else { *node });
    }
    bound
}

/// Trees of the operators and constants that laws of a domain are written in.
pub fn expr(domain: Domain) -> impl Strategy<Value = Expr> {
    tree(leaf(domain), Op::vocabulary(domain).collect())
}

/// Trees of every operator and constant there is, meaningful or not.
pub fn any_expr() -> impl Strategy<Value = Expr> {
    tree(leaf(Domain::Float), Op::ALL.to_vec())
}

/// Trees of everything that integer laws may have.
pub fn integer_expr() -> impl Strategy<Value = Expr> {
    let ops = Op::ALL.iter().copied().filter(|op| op.exists_in(Domain::Integer));
    tree(leaf(Domain::Integer), ops.collect())
}
