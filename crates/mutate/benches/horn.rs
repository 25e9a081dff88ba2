//! How long a mutant of a Horn system takes, its text included.
//!
//! On the files that `NUTHATCH_HORN_FILES` names a folder of, up to 50 KB each; without it, on systems
//! made here.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mutate::Rng;
use mutate::horn::{Context, MUTATIONS, SOLVING, System};
use smt::Status;
use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};

const LONGEST: usize = 50_000;

/// How many steps a chain has.
const CHAIN: usize = 20;

fn files(folder: &Path) -> Vec<System> {
    let mut systems = Vec::new();
    let mut folders: Vec<PathBuf> = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read(&path)
                && text.len() <= LONGEST
            {
                systems.extend(System::read(&text));
            }
        }
    }
    systems
}

/// A chain of loops, each with a few variables.
fn generated(loops: usize) -> Option<System> {
    let mut text = String::from("(set-logic HORN)");
    for n in 0..=loops {
        let _ = write!(text, "(declare-fun P{n} (Int Int (Array Int Int)) Bool)");
    }
    text.push_str("(assert (forall ((a (Array Int Int)) (x Int)) (=> (>= x 0) (P0 0 x a))))");
    for n in 0..loops {
        let next = n + 1;
        let _ = write!(
            text,
            "(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (x Int) (y Int) (z Int))
               (=> (and (P{n} x y a) (< x y) (or (= z (+ x 1)) (and (= z (+ x 2)) (< z y)))
                        (= b (store a x (+ (select a z) {n})))) (P{n} z y b))))
             (assert (forall ((a (Array Int Int)) (x Int) (y Int))
               (=> (and (P{n} x y a) (not (< x y)) (let ((k (- x y))) (<= k 2))) (P{next} 0 y a))))"
        );
    }
    let _ = write!(
        text,
        "(assert (forall ((a (Array Int Int)) (x Int) (y Int)) (=> (and (P{loops} x y a) (> x y)) false)))
         (check-sat)"
    );
    System::read(text.as_bytes()).ok()
}

fn mutants(criterion: &mut Criterion) {
    let systems: Vec<System> = match std::env::var_os("NUTHATCH_HORN_FILES") {
        Some(folder) => files(Path::new(&folder)),
        None => [3, 10, 30, 60].into_iter().filter_map(generated).collect(),
    };
    let bytes: usize = systems.iter().map(|system| system.write_horn().len()).sum();
    eprintln!(
        "{} systems of {} bytes on average",
        systems.len(),
        bytes / systems.len().max(1)
    );
    let mut group = criterion.benchmark_group("horn");
    let (mut number, mut text) = (0, String::new());
    group.throughput(Throughput::Elements(CHAIN as u64));
    group.bench_function("mutants", |bencher| {
        bencher.iter(|| {
            number += 1;
            let mut rng = Rng::new(1, number);
            let answer = [Status::Sat, Status::Unsat].get(rng.below(2)).copied();
            let context = Context {
                answer,
                parameters: SOLVING,
            };
            let Some(seed) = rng.pick(&systems) else {
                return;
            };
            let (mut system, mut made) = (seed.clone(), 0);
            for _ in 0..10 * CHAIN {
                let mutation = rng.pick(MUTATIONS);
                let next = mutation.and_then(|m| m.mutate(&system, &context, &mut rng));
                let Some((next, step)) = next else {
                    continue;
                };
                text.clear();
                next.write_horn_to(&mut text);
                black_box((&text, step));
                system = next;
                made += 1;
                if made == CHAIN {
                    break;
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, mutants);
criterion_main!(benches);
