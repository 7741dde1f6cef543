//! Exact integers of fixed width against arbitrary precision: the same laws,
//! the same terms, the same loop over the nodes.

use std::hint::black_box;

use ansatz_expr::{Expr, Int, Node, Op, Recurrence};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use num_bigint::{BigInt, Sign};

/// Laws whose terms stay within a machine word, and laws whose terms grow to
/// nearly 10^100: (name, prefix words, first term, terms).
const LAWS: [(&str, &str, i64, usize); 4] = [
    ("small: linear modulo", "mod add mul 5 u1 n 97", 3, 40),
    ("small: piecewise", "sub relu sub u1 n idiv mul n 7 3", 9, 40),
    ("large: factorial", "mul u1 n", 1, 69),
    (
        "large: product modulo",
        "mod mul sqr u1 n 99999999999999999999999999999999999999999999999999",
        12_345,
        40,
    ),
];

fn integers(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("integers");
    for (name, words, first, count) in LAWS {
        let law = Expr::from_words(words.split(' ')).expect("the laws above are well formed");
        let recurrence = Recurrence::new(law.clone(), vec![Int::from(first)]).expect("degree 1");
        let fixed = recurrence.terms(count).expect("terms are below 10^100");
        let exact = arbitrary_terms(&law, first, count);
        let agree = fixed.iter().zip(&exact).all(|(a, b)| a.to_string() == b.to_string());
        assert!(agree, "{name}: both must compute the same");

        group.bench_function(BenchmarkId::new("fixed width", name), |bencher| {
            bencher.iter(|| recurrence.terms(black_box(count)));
        });
        group.bench_function(BenchmarkId::new("num-bigint", name), |bencher| {
            bencher.iter(|| arbitrary_terms(&law, first, black_box(count)));
        });
    }
    group.finish();
}

fn arbitrary_terms(law: &Expr, first: i64, count: usize) -> Vec<BigInt> {
    let mut terms = vec![BigInt::from(first)];
    let mut stack: Vec<BigInt> = Vec::new();
    // In the order of evaluation, so that no text is read while measuring.
    let constants: Vec<BigInt> = law
        .nodes()
        .iter()
        .rev()
        .filter_map(|node| match node {
            Node::Int(value) => value.to_string().parse().ok(),
            _ => None,
        })
        .collect();
    while terms.len() < count {
        let mut constants = constants.iter();
        for node in law.nodes().iter().rev() {
            let value = match *node {
                Node::Int(_) => constants.next().expect("collected before").clone(),
                Node::N => BigInt::from(terms.len() + 1),
                Node::Prev(back) => terms[terms.len() - usize::from(back)].clone(),
                Node::Op(op) => {
                    let a = stack.pop().expect("a complete tree");
                    match op {
                        Op::Sqr => &a * &a,
                        Op::Relu if a.sign() == Sign::Minus => BigInt::ZERO,
                        Op::Relu => a,
                        _ => {
                            let b = stack.pop().expect("a complete tree");
                            match op {
                                Op::Add => a + b,
                                Op::Sub => a - b,
                                Op::Mul => a * b,
                                Op::Idiv => floor(&a, &b).0,
                                Op::Mod => floor(&a, &b).1,
                                other => panic!("{other} is not among the laws"),
                            }
                        }
                    }
                }
                Node::Real(_) | Node::Const(_) | Node::Bound(_) => {
                    panic!("{node:?} is not among the laws")
                }
            };
            stack.push(value);
        }
        terms.extend(stack.pop());
    }
    terms
}

/// Floored quotient and remainder.
fn floor(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (quotient, remainder) = (a / b, a % b);
    if remainder.sign() != Sign::NoSign && remainder.sign() != b.sign() {
        (quotient - 1, remainder + b)
    } else {
        (quotient, remainder)
    }
}

criterion_group!(benches, integers);
criterion_main!(benches);
