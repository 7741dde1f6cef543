//! How many laws of ten operators are simplified in a second.

use std::hint::black_box;

use ansatz_expr::{Domain, Expr};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Laws as the paper's generator draws them, ten operators each.
const INTEGER: [&str; 6] = [
    "sub add mul 3 u1 mod add u2 n 7 idiv sqr sub u1 4 mul 2 abs u3",
    "add u1 mul sub n 3 add relu sub u2 u1 mul -2 sign mod u3 mul n 5",
    "mod add mul 7 u1 sub sqr n abs mul -1 u2 mul 4 add n sub u1 3 9",
    "mul add u1 u2 sub mul n add u1 1 add mul n u1 idiv mul 6 u3 4 -2",
    "idiv add mul 3 u1 sqr relu abs sub n mul n mul u2 sign u1 3",
    "add abs sqr mul u1 sub 2 n sub mod mod u2 10 5 relu mul n add 3 n",
];
const FLOAT: [&str; 6] = [
    "add div u1 add n 2 sub mul 3 u2 exp sin mul -1 div u1 sqr n",
    "mul sqrt sqr u1 div add log exp u2 1 sub n abs mul u3 inv arctan n",
    "sub sin arcsin div u1 n mul cos sub 3 n add inv inv u2 sqrt add n 5",
    "div mul add u1 1 mul inv u2 sqr n add exp log u1 tan sub u3 div n 2",
    "add mul pi u1 sub div u1 2 div sub u2 n mul 4 sqrt abs cos mul 2 n",
    "inv add sqr div u1 u2 mul abs sub n 7 log add 1 exp arctan mul -3 u1",
];

fn simplify(criterion: &mut Criterion) {
    for (domain, laws) in [(Domain::Integer, INTEGER), (Domain::Float, FLOAT)] {
        let laws: Vec<Expr> = laws
            .iter()
            .map(|law| Expr::from_words(law.split(' ')).expect("a complete tree"))
            .collect();
        let mut group = criterion.benchmark_group("simplify");
        group.throughput(Throughput::Elements(laws.len() as u64));
        group.bench_function(domain.to_string(), |bencher| {
            bencher.iter(|| {
                for law in &laws {
                    black_box(law.simplify(domain));
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, simplify);
criterion_main!(benches);
