//! How long a formula takes, with its witness or reason.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mutate::generate::{Answer, Formula, Generator, GeneratorSettings, PRESETS, Theory};
use std::hint::black_box;

/// How many formulas a measurement makes: some of every operator.
const IN_A_ROW: u64 = 200;

fn measure(criterion: &mut Criterion, name: &str, settings: GeneratorSettings) {
    let generator = match Generator::new(settings) {
        Ok(generator) => generator,
        Err(error) => return eprintln!("{name}: {error}"),
    };
    let (mut workbench, mut formula) = (generator.workbench(), Formula::default());
    let mut number = 0;
    let mut group = criterion.benchmark_group("generate");
    group.throughput(Throughput::Elements(IN_A_ROW));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for _ in 0..IN_A_ROW {
                generator.make(number, &mut workbench, &mut formula);
                black_box(&formula);
                number += 1;
            }
        });
    });
    group.finish();
}

fn formulas(criterion: &mut Criterion) {
    for (name, ..) in PRESETS {
        if let Some(settings) = GeneratorSettings::preset(name) {
            measure(criterion, name, settings);
        }
    }
    for (theory, name) in Theory::ALL {
        for (answer, word) in [(Answer::Sat, "sat"), (Answer::Unsat, "unsat")] {
            let settings = GeneratorSettings {
                theories: vec![theory],
                answer,
                ..GeneratorSettings::default()
            };
            measure(criterion, &format!("{name}_{word}"), settings);
        }
    }
}

criterion_group!(benches, formulas);
criterion_main!(benches);
