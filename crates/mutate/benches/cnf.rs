//! How long the normal form takes: it must be linear, whatever the formula looks like.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use smt::Script;
use std::fmt::Write;
use std::hint::black_box;

const SIZES: [usize; 4] = [250_000, 500_000, 1_000_000, 2_000_000];

const DECLARATIONS: &str = "(declare-fun p () Bool)(declare-fun q () Bool)(declare-fun x () Int)
(declare-fun f (Int Bool) Bool)\n";

/// Formulas of about so many bytes.
type Shape = fn(usize) -> String;

const SHAPES: [(&str, Shape); 5] = [
    ("wide", wide),
    ("nested", nested),
    ("let-chain", let_chain),
    ("let-in-atoms", let_in_atoms),
    ("long-shared-atom", long_shared_atom),
];

/// Many small conjuncts.
fn wide(bytes: usize) -> String {
    let mut text = String::from("(and");
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        let _ = write!(
            text,
            " (or (and p (> x {number})) (xor q (f x p) (= x {number})))"
        );
    }
    text + ")"
}

/// One connective inside of another.
fn nested(bytes: usize) -> String {
    let (open, close) = ("(or p (and (> x 0) (= q ", ")))");
    let depth = bytes / (open.len() + close.len());
    format!("{}q{}", open.repeat(depth), close.repeat(depth))
}

/// Each variable is a formula that uses the one before twice: exponential without sharing.
fn let_chain(bytes: usize) -> String {
    chain(bytes, "(xor (and v p) (or v q))", "v")
}

/// Each variable needs the definition of the one before.
fn let_in_atoms(bytes: usize) -> String {
    chain(bytes, "(f (ite v 1 x) v)", "(f 1 v)")
}

fn chain(bytes: usize, value: &str, body: &str) -> String {
    let open = format!("(let ((v {value})) ");
    let depth = bytes / (open.len() + 1);
    format!(
        "(let ((v p)) {}{body}{})",
        open.repeat(depth),
        ")".repeat(depth)
    )
}

/// Half of the text is one atom that all gates of the other half use.
fn long_shared_atom(bytes: usize) -> String {
    let sum = "1 ".repeat(bytes / 4);
    let mut gates = String::new();
    for number in 0.. {
        if gates.len() >= bytes / 2 {
            break;
        }
        let _ = write!(gates, "(and v (or (> x {number}) v)) ");
    }
    format!("(let ((v (> (+ {sum}) x))) (or {gates}))")
}

fn normal_form(c: &mut Criterion) {
    for (name, shape) in SHAPES {
        let mut group = c.benchmark_group(format!("cnf/{name}"));
        group.sample_size(10);
        for size in SIZES {
            let text = format!("{DECLARATIONS}(assert {})\n(check-sat)\n", shape(size));
            let script = Script::parse(text.as_bytes()).expect("the formulas are balanced");
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_function(BenchmarkId::from_parameter(size), |b| {
                b.iter(|| black_box(mutate::cnf::cnf(&script).len()));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, normal_form);
criterion_main!(benches);
