//! How fast scripts are read, understood and printed, and mutants made.

mod seed;
mod text;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use smt::{Patch, Script, Tree};
use std::hint::black_box;

fn whole_scripts(c: &mut Criterion) {
    let text = text::large_script();
    let script = Script::parse(text.as_slice()).expect("the corpora's scripts are balanced");
    let mut group = c.benchmark_group("script");
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.sample_size(20);
    // Reading takes the text with it, so each iteration gets a copy outside of the clock.
    group.bench_function("parse", |b| {
        b.iter_batched(
            || text.clone(),
            Tree::parse,
            criterion::BatchSize::PerIteration,
        );
    });
    group.bench_function("parse-with-sorts", |b| {
        b.iter_batched(
            || text.clone(),
            Script::parse,
            criterion::BatchSize::PerIteration,
        );
    });
    let mut out = Vec::new();
    group.bench_function("print", |b| {
        b.iter(|| {
            out.clear();
            script.write(&mut out);
            black_box(out.len())
        });
    });
    group.finish();
}

fn mutants(c: &mut Criterion) {
    let seed = seed::FiftyLiterals::new();
    let (mut patch, mut out) = (Patch::new(), Vec::new());
    c.bench_function("mutant/five-of-fifty-literals", |b| {
        b.iter(|| {
            seed.mutate(&mut patch, &mut out);
            black_box(out.len())
        });
    });
}

criterion_group!(benches, whole_scripts, mutants);
criterion_main!(benches);
