//! How long a mutant takes, as text, and how long a seed takes before its first mutant.
//!
//! Over real scripts from the folder that `NUTHATCH_CORPORA` names or, if it is there, from
//! `../shared/corpora` beside the repository; without either, over some made up here.

use criterion::{Criterion, criterion_group, criterion_main};
use mutate::flatten;
use mutate::mutator::{Mutant, Mutator, MutatorSettings, Workbench};
use mutate::rule::Direction;
use smt::Script;
use std::hint::black_box;
use std::path::{Path, PathBuf};

/// How many files are used.
const FILES: usize = 300;
/// The longest file that is used.
const LONGEST: u64 = 50_000;
/// How many mutants of a seed are made before it is the next one's turn: fewer than in a campaign,
/// so that each measurement has some of all seeds.
const IN_A_ROW: u64 = 10;

/// The first seed of each of some scripts, the same ones every time.
fn seeds() -> Vec<Vec<u8>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora");
    let folder = std::env::var_os("NUTHATCH_CORPORA").map_or(beside, PathBuf::from);
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    let stride = files.len().div_ceil(FILES).max(1);
    let texts = files.iter().step_by(stride);
    let mut seeds: Vec<Vec<u8>> = texts
        .filter_map(|file| first_seed(std::fs::read(file).ok()?))
        .collect();
    if seeds.is_empty() {
        seeds = (1..=FILES).filter_map(|n| first_seed(made_up(n))).collect();
        eprintln!("no corpora found: scripts are made up");
    }
    let bytes: usize = seeds.iter().map(Vec::len).sum();
    eprintln!(
        "{} seeds of {} bytes on average",
        seeds.len(),
        bytes / seeds.len()
    );
    seeds
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "smt2")
            && entry.metadata().is_ok_and(|m| m.len() <= LONGEST)
        {
            files.push(path);
        }
    }
}

fn first_seed(text: Vec<u8>) -> Option<Vec<u8>> {
    let script = Script::parse(text).ok()?;
    Some(flatten::seeds(&script).ok()?.swap_remove(0).text)
}

/// So many assertions of several theories.
fn made_up(assertions: usize) -> Vec<u8> {
    let mut text = String::from("(declare-fun f (Int Real) Bool)\n");
    for n in 0..assertions {
        text.push_str(&format!(
            "(declare-const x{n} Int)\n(declare-const v{n} (_ BitVec 32))\n\
             (assert (let ((y (+ x{n} {n}))) (or (< y (* 2 x{n})) (f y 1.5) (= (bvadd v{n} #x0000000f) \
             ((_ rotate_left 3) v{n})))))\n(assert (forall ((z Int)) (=> (> z x{n}) (f z 2))))\n"
        ));
    }
    text.into_bytes()
}

fn set_up(seed: &[u8], number: usize) -> Option<Mutator> {
    let direction = match number % 2 {
        0 => Direction::Over,
        _ => Direction::Under,
    };
    Mutator::new(seed, MutatorSettings::new(direction)).ok()
}

fn mutants(c: &mut Criterion) {
    let seeds = seeds();
    let mut seed = (0..seeds.len()).cycle();
    c.bench_function("mutants/set-up", |b| {
        b.iter(|| {
            let place = seed.next().unwrap_or(0);
            black_box(set_up(&seeds[place], place))
        });
    });
    let mutators: Vec<Mutator> = seeds
        .iter()
        .enumerate()
        .filter_map(|(number, seed)| set_up(seed, number))
        .filter(|mutator| !mutator.is_barren())
        .collect();
    let (mut workbench, mut mutant) = (Workbench::default(), Mutant::default());
    let mut number = 0;
    c.bench_function("mutants/make", |b| {
        b.iter(|| {
            let mutator = &mutators[(number / IN_A_ROW) as usize % mutators.len()];
            mutator.make(number, &mut workbench, &mut mutant);
            number += 1;
            black_box(mutant.text.len())
        });
    });
}

criterion_group!(benches, mutants);
criterion_main!(benches);
