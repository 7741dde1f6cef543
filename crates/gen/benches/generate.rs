//! How many sequences a second one core generates.

use std::hint::black_box;

use ansatz_gen::{GenConfig, Generator};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Examples a measurement: enough that easy and hard draws average out.
const BATCH: u64 = 2_000;

fn generate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generate");
    group.throughput(Throughput::Elements(BATCH));
    for (name, config) in [
        ("integers, up to 10 operators", GenConfig::integer()),
        ("integers, up to 5 operators", GenConfig { max_ops: 5, ..GenConfig::integer() }),
        ("floats, up to 10 operators", GenConfig::float()),
        ("floats, up to 5 operators", GenConfig { max_ops: 5, ..GenConfig::float() }),
    ] {
        let generator = Generator::new(config, 1).expect("the paper's settings are possible");
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for index in 0..BATCH {
                    black_box(generator.example(index).expect("examples are accepted"));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, generate);
criterion_main!(benches);
