//! How fast terms are evaluated, and a whole model is judged.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eval::{Budget, Evaluator, Model};
use smt::Script;
use std::fmt::Write;
use std::hint::black_box;

const OPERATIONS: usize = 100_000;

fn operations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("operations");
    group.throughput(Throughput::Elements(OPERATIONS as u64));
    let machine: Vec<String> = (0..997u64)
        .map(|n| format!("#x{:016x}", n.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
        .collect();
    let machine: Vec<&str> = machine.iter().map(String::as_str).collect();
    let cases = [
        (
            "bit-vectors of 64 bits",
            nested(
                "(_ BitVec 64)",
                &["bvadd", "bvxor", "bvmul", "bvudiv", "bvshl"],
                &machine,
            ),
            "#x0123456789abcdef",
        ),
        (
            "integers",
            nested(
                "Int",
                &["+", "-", "div", "mod"],
                &["12345", "7", "99991", "3"],
            ),
            "123456789",
        ),
        (
            "floats of 32 bits",
            nested(
                "Float32",
                &["fp.add RNE", "fp.mul RNE", "fp.sub RTZ"],
                &[
                    "(fp #b0 #b01111111 #b00000000000000000000001)",
                    "(fp #b0 #b01111110 #b11000000000000000000001)",
                ],
            ),
            "(fp #b0 #b01111111 #b00000000000000000000001)",
        ),
    ];
    for (name, script, value) in &cases {
        let script = Script::parse(script.as_bytes()).unwrap();
        let sort = name_of_sort(name);
        let model = format!("((define-fun x () {sort} {value}))");
        let model = Model::parse(&script, 0, model.as_bytes()).unwrap();
        let term = model.assertions()[0];
        group.bench_function(*name, |bencher| {
            bencher.iter_batched(
                || Evaluator::new(&model, Budget::default()),
                |mut evaluator| black_box(evaluator.value(term).unwrap()),
                criterion::BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

fn name_of_sort(case: &str) -> &'static str {
    match case {
        "integers" => "Int",
        "floats of 32 bits" => "Float32",
        _ => "(_ BitVec 64)",
    }
}

/// One nested term of many operations on `x` and constants.
fn nested(sort: &str, operators: &[&str], constants: &[&str]) -> String {
    let mut script = format!("(declare-const x {sort}) (assert (= x ");
    for n in 0..OPERATIONS {
        let _ = write!(script, "({} ", operators[n % operators.len()]);
    }
    script.push('x');
    for n in (0..OPERATIONS).rev() {
        let _ = write!(script, " {})", constants[n % constants.len()]);
    }
    script.push_str(")) (check-sat)");
    script
}

fn models(criterion: &mut Criterion) {
    // About a megabyte of different assertions over a few thousand constants.
    let (mut script, mut model) = (String::new(), String::from("("));
    for n in 0..2_000 {
        let _ = write!(script, "(declare-const v{n} (_ BitVec 32))");
        let _ = write!(
            model,
            "(define-fun v{n} () (_ BitVec 32) #x{:08x})",
            n * 7919
        );
    }
    let mut n = 0u32;
    while script.len() < 1 << 20 {
        let (a, b, c) = (n % 2_000, (n * 31 + 7) % 2_000, (n * 17 + 3) % 2_000);
        let _ = write!(
            script,
            "(assert (= (bvadd (bvmul v{a} v{b}) #x{n:08x}) (bvadd #x{n:08x} (bvmul v{b} v{a}))))
             (assert (or (bvult v{a} v{c}) (not (bvult v{a} v{c})) (= #x{n:08x} v{b})))\n"
        );
        n += 1;
    }
    script.push_str("(check-sat)");
    model.push(')');
    let mut group = criterion.benchmark_group("models");
    group.sample_size(10);
    group.throughput(Throughput::Bytes(script.len() as u64));
    let script = Script::parse(script.as_bytes()).unwrap();
    group.bench_function("of a megabyte, read and judged", |bencher| {
        bencher.iter(|| {
            let model = Model::parse(&script, 0, model.as_bytes()).unwrap();
            let verdict = eval::check(&model, Budget::default());
            assert_eq!(verdict.word(), "valid");
        });
    });
    group.finish();
}

criterion_group!(benches, operations, models);
criterion_main!(benches);
