//! Checks per second of every mode on 1,000 trivial scripts, for the solvers on PATH.
//!
//! One iteration is one script, and a thousand of them go through one session, as in a campaign.

use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use solve::{Depot, Mode, Session, SessionConfig, SolverSpec};

const SCRIPTS: usize = 1000;

fn scripts() -> Vec<String> {
    // As small as a script can be that still asks something: what is measured is the way of asking.
    let script = |n: usize| {
        format!("(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x {n}))\n(check-sat)\n")
    };
    (0..SCRIPTS).map(script).collect()
}

fn modes(criterion: &mut Criterion) {
    let depot = Depot::of_user().expect("a cache folder");
    let scripts = scripts();
    for name in ["z3", "cvc5"] {
        let spec: SolverSpec = name.parse().expect("a name");
        let Ok(solver) = depot.resolve(&spec) else {
            eprintln!("no {name} on PATH: skipped");
            continue;
        };
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).throughput(Throughput::Elements(1));
        group
            .warm_up_time(Duration::from_millis(500))
            .measurement_time(Duration::from_secs(5));
        for mode in Mode::ALL {
            if mode == Mode::Tactic && !solver.profile.modes.tactic {
                continue;
            }
            let mut session = Session::new(SessionConfig::new(solver.clone(), mode));
            let mut next = 0;
            group.bench_function(mode.name(), |bencher| {
                bencher.iter_custom(|iterations| {
                    let started = Instant::now();
                    for _ in 0..iterations {
                        let outcome = session.run(scripts[next % SCRIPTS].as_bytes());
                        assert!(outcome.expect("a process").verdict().is_definite());
                        next += 1;
                    }
                    started.elapsed()
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, modes);
criterion_main!(benches);
