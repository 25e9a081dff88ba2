//! How fast assignments are tried.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eval::{Budget, Model, Trials, Value};
use smt::Script;
use std::hint::black_box;

fn trials(c: &mut Criterion) {
    let text = "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
        (assert (distinct y #x00))
        (assert (and (bvult x y) (not (bvule (bvadd x #x01) y))))
        (check-sat)";
    let script = Script::parse(text.as_bytes()).expect("balanced");
    let model = Model::parse(&script, 0, b"()").expect("a model without definitions");
    let mut trials = Trials::new(&model, Budget::default());
    let mut group = c.benchmark_group("trials");
    group.throughput(Throughput::Elements(65_536));
    group.sample_size(10);
    group.bench_function("two bit-vectors of 8 bits", |b| {
        b.iter(|| {
            let mut satisfied = 0;
            for number in 0..65_536u64 {
                let bits = |bits| Value::BitVec { width: 8, bits };
                trials.assign(&[bits(number & 255), bits(number >> 8)]);
                satisfied += usize::from(trials.truth(model.assertions()).is_satisfied());
            }
            black_box(satisfied)
        });
    });
    group.finish();
}

criterion_group!(benches, trials);
criterion_main!(benches);
