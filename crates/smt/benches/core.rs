//! How fast scripts are read, understood and printed, and mutants made.

mod text;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use smt::{NodeId, OperatorId, Patch, Piece, Script, Tree};
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

/// A formula of 50 literals: 25 clauses of two.
fn fifty_literals() -> Script {
    let mut text =
        String::from("(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n");
    for n in 0..25 {
        text.push_str(&format!(
            "(assert (or (< (+ x {n}) y) (not (= (* 3 y) (- x {n})))))\n"
        ));
    }
    text.push_str("(check-sat)\n");
    Script::parse(text.into_bytes()).expect("it is balanced")
}

fn mutants(c: &mut Criterion) {
    let script = fifty_literals();
    let tree = &script.tree;
    let less = OperatorId::named("<").map(smt::Function::Operator);
    let literals: Vec<NodeId> = tree
        .nodes()
        .filter(|&n| {
            let term = script.term_at(n);
            term.is_some_and(|t| Some(script.terms.function(t)) == less) && tree.is_list(n)
        })
        .collect();
    let (mut patch, mut out) = (Patch::new(), Vec::new());
    c.bench_function("mutant/five-of-fifty-literals", |b| {
        b.iter(|| {
            patch.clear();
            out.clear();
            for &literal in literals.iter().step_by(5) {
                let mut arguments = tree.children(literal).skip(1);
                let (Some(x), Some(y)) = (arguments.next(), arguments.next()) else {
                    continue;
                };
                let pieces = [
                    Piece::Text(b"(<= (+"),
                    Piece::Node(x),
                    Piece::Text(b"1)"),
                    Piece::Node(y),
                    Piece::Text(b")"),
                ];
                patch
                    .replace(tree, literal, &pieces)
                    .expect("literals do not overlap");
            }
            patch.print(tree, &mut out);
            black_box(out.len())
        });
    });
}

criterion_group!(benches, whole_scripts, mutants);
criterion_main!(benches);
