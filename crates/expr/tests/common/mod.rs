//! Random trees for property tests.

use ansatz_expr::{Domain, Expr, NamedConst, Node, Op};
use proptest::prelude::*;

/// Trees of the domain's whole vocabulary, up to about 25 nodes.
pub fn expr(domain: Domain) -> impl Strategy<Value = Expr> {
    let ops = |arity| {
        let ops: Vec<Op> = Op::vocabulary(domain).filter(|op| op.arity() == arity).collect();
        proptest::sample::select(ops)
    };
    let unary = ops(1);
    let binary = ops(2);
    leaf(domain)
        .prop_map(|node| vec![node])
        .prop_recursive(6, 25, 2, move |inner| {
            prop_oneof![
                2 => (unary.clone(), inner.clone())
                    .prop_map(|(op, a)| [vec![Node::Op(op)], a].concat()),
                3 => (binary.clone(), inner.clone(), inner)
                    .prop_map(|(op, a, b)| [vec![Node::Op(op)], a, b].concat()),
            ]
        })
        .prop_map(|nodes| Expr::from_prefix(nodes).expect("built as one tree"))
}

fn leaf(domain: Domain) -> BoxedStrategy<Node> {
    let shared = prop_oneof![
        4 => (-10i64..=10).prop_map(|value| Node::Int(value.into())),
        1 => any::<i64>().prop_map(|value| Node::Int(value.into())),
        4 => Just(Node::N),
        4 => (1u16..=6).prop_map(Node::Prev),
    ];
    match domain {
        Domain::Integer => shared.boxed(),
        Domain::Float => prop_oneof![
            13 => shared,
            2 => proptest::sample::select(NamedConst::ALL.to_vec()).prop_map(Node::Const),
            1 => (-100.0..100.0).prop_map(Node::Real),
        ]
        .boxed(),
    }
}
