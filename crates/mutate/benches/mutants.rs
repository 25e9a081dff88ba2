//! How long a mutant takes, as text, and how long a seed takes before its first mutant.
//!
//! Over real scripts from the folder that `NUTHATCH_CORPORA` names or, if it is there, from
//! `../shared/corpora` beside the repository; without either, over some made up here.

use criterion::{Criterion, criterion_group, criterion_main};
use mutate::flatten;
use mutate::fusion::{Fused, Fuser, FuserSettings, Part, Shape};
use mutate::graft::Grafts;
use mutate::mutator::{Mutant, Mutator, MutatorSettings, Way, Workbench};
use mutate::recombine::{RecombineSettings, Recombiner};
use mutate::rule::Direction;
use mutate::step::Form;
use mutate::swap::{SwapSettings, Swapper};
use smt::{Script, Status};
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

/// For terms that are replaced by what is equal to them.
fn set_up_rewrite(seed: &[u8]) -> Option<Mutator> {
    let settings = MutatorSettings {
        forms: vec![Form::Polarity],
        ways: vec![Way::Equate],
        ..MutatorSettings::new(Direction::Over)
    };
    Mutator::new(seed, settings).ok()
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
    let numbered = seeds.iter().enumerate();
    let approximating = numbered.filter_map(|(number, seed)| set_up(seed, number));
    make(c, "mutants/make", approximating.collect());
    let rewriting = seeds.iter().filter_map(|seed| set_up_rewrite(seed));
    make(c, "mutants/rewrite", rewriting.collect());
}

fn make(c: &mut Criterion, name: &str, mut mutators: Vec<Mutator>) {
    mutators.retain(|mutator| !mutator.is_barren());
    let (mut workbench, mut mutant) = (Workbench::default(), Mutant::default());
    let mut number = 0;
    c.bench_function(name, |b| {
        b.iter(|| {
            let mutator = &mutators[(number / IN_A_ROW) as usize % mutators.len()];
            mutator.make(number, &mut workbench, &mut mutant);
            number += 1;
            black_box(mutant.text.len())
        });
    });
}

fn fusions(c: &mut Criterion) {
    let seeds = seeds();
    let parts: Vec<Part> = seeds
        .iter()
        .filter_map(|seed| Part::new(seed).ok())
        .collect();
    eprintln!("{} of them can be fused", parts.len());
    let pair = |number: usize| {
        let (first, second) = (number % parts.len(), (number * 7 + 3) % parts.len());
        let (shape, due) = match number % 2 {
            0 => (Shape::Both, Status::Sat),
            _ => (Shape::Either, Status::Unsat),
        };
        let pair = (&parts[first], &parts[second]);
        Fuser::new(pair, shape, due, true, FuserSettings::default()).ok()
    };
    let mut seed = (0..seeds.len()).cycle();
    c.bench_function("fusions/part", |b| {
        b.iter(|| black_box(Part::new(&seeds[seed.next().unwrap_or(0)])));
    });
    let mut number = 0;
    c.bench_function("fusions/pair", |b| {
        b.iter(|| {
            number += 1;
            black_box(pair(number))
        });
    });
    let mut fusers: Vec<Fuser> = (0..parts.len()).filter_map(pair).collect();
    let (mut fused, mut number) = (Fused::default(), 0);
    let count = fusers.len();
    c.bench_function("fusions/make", |b| {
        b.iter(|| {
            let fuser = &mut fusers[(number / IN_A_ROW) as usize % count];
            fuser.make(number, &mut fused);
            number += 1;
            black_box(fused.text.len())
        });
    });
}

/// How many of the seeds others are taken from.
const OTHERS: usize = 4;

fn open_mutants(c: &mut Criterion) {
    let seeds = seeds();
    let others: Vec<Grafts> = seeds.iter().filter_map(|s| Grafts::of(s).ok()).collect();
    let others = others.iter().filter(|other| !other.is_empty());
    let others: Vec<&Grafts> = others.take(OTHERS).collect();
    let (mut mutant, mut used) = (Mutant::default(), Vec::new());
    let mut seed = seeds.iter().cycle();
    c.bench_function("swap/set-up", |b| {
        b.iter(|| black_box(Swapper::new(seed.next()?, SwapSettings::default()).ok()));
    });
    let swappers = seeds
        .iter()
        .map(|s| Swapper::new(s, SwapSettings::default()));
    let mut swappers: Vec<Swapper> = swappers.flatten().filter(|s| !s.is_barren()).collect();
    let (mut number, count) = (0, swappers.len());
    c.bench_function("swap/make", |b| {
        b.iter(|| {
            let swapper = &mut swappers[(number / IN_A_ROW) as usize % count];
            swapper.make(number, &others, &mut mutant, &mut used);
            number += 1;
            black_box(mutant.text.len())
        });
    });
    let recombiners = seeds
        .iter()
        .map(|s| Recombiner::new(s, RecombineSettings::default()));
    let mut all: Vec<Recombiner> = recombiners.flatten().filter(|r| !r.is_barren()).collect();
    let (mut number, count) = (0, all.len());
    c.bench_function("recombine/make", |b| {
        b.iter(|| {
            let recombiner = &mut all[(number / IN_A_ROW) as usize % count];
            recombiner.make(number, &others, &mut mutant, &mut used);
            number += 1;
            black_box(mutant.text.len())
        });
    });
}

criterion_group!(benches, mutants, fusions, open_mutants);
criterion_main!(benches);
