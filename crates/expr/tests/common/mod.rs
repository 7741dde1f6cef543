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
        .prop_recursive(8, 64, 2, move |operand| {
            (prop::sample::select(ops.clone()), operand.clone(), operand).prop_map(|(op, a, b)| {
                let second: &[Node] = if op.arity() == 2 { &b } else { &[] };
                [&[Node::Op(op)], a.as_slice(), second].concat()
            })
        })
        .prop_map(|nodes| Expr::from_prefix(nodes).expect("a small complete tree"))
}

/// Trees of the operators and constants that laws of a domain are written in.
pub fn expr(domain: Domain) -> impl Strategy<Value = Expr> {
    tree(leaf(domain), Op::vocabulary(domain).collect())
}

/// Trees of every operator and constant there is, meaningful or not.
pub fn any_expr() -> impl Strategy<Value = Expr> {
    tree(leaf(Domain::Float), Op::ALL.to_vec())
}
