//! The pool: one event per job, results in input order, whatever the number of workers.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use solve::{Answer, Error, Job, Mode, Pool, Profile, SessionConfig, Solver};

fn config(program: &str) -> SessionConfig {
    let profile = Profile::named("z3").unwrap();
    let solver = Solver::from_program("drill", profile, Path::new(program));
    SessionConfig::new(solver, Mode::Incremental)
}

fn drill_solver() -> SessionConfig {
    config(env!("CARGO_BIN_EXE_nuthatch-drill-solver"))
}

fn pool(configs: Vec<SessionConfig>, workers: usize) -> Pool {
    Pool::new(configs, NonZeroUsize::new(workers).unwrap())
}

/// Scripts with a different number of answers each, some of which end the process.
fn scripts() -> Vec<String> {
    let script = |n: usize| match n % 5 {
        4 => "(assert |drill: abort|)\n(check-sat)\n".to_string(),
        checks => "(check-sat)\n".repeat(checks + 1),
    };
    (0..60).map(script).collect()
}

#[test]
fn results_do_not_depend_on_the_number_of_workers() {
    let scripts = scripts();
    let jobs: Vec<_> = scripts
        .iter()
        .map(|script| Job {
            config: 0,
            script: script.as_bytes(),
        })
        .collect();
    let classes = |workers| {
        let mut seen = Vec::new();
        let results = pool(vec![drill_solver()], workers).run(&jobs, |event| {
            seen.push(event.index);
        });
        seen.sort_unstable();
        assert_eq!(seen, (0..jobs.len()).collect::<Vec<_>>(), "one event each");
        let classes = |result: &Result<solve::Outcome, Error>| {
            let outcome = result.as_ref().unwrap();
            let answers: Vec<_> = outcome.answers().map(|a| a.class().word()).collect();
            (answers, outcome.verdict().class().word())
        };
        results.iter().map(classes).collect::<Vec<_>>()
    };
    let alone = classes(1);
    assert_eq!(alone[3].0, ["sat"; 4]);
    assert_eq!(alone[4].1, "crash");
    for workers in [2, 4] {
        assert_eq!(classes(workers), alone);
    }
}

#[test]
fn a_solver_that_cannot_be_started_spoils_only_its_own_jobs() {
    let configs = vec![config("/nonexistent/solver"), drill_solver()];
    let job = |config| Job {
        config,
        script: b"(check-sat)",
    };
    let results = pool(configs, 2).run(&[job(0), job(1), job(0), job(1)], |_| {});
    assert!(matches!(results[0], Err(Error::CannotStart { .. })));
    assert_eq!(results[1].as_ref().unwrap().verdict(), Answer::Sat);
    assert!(results[2].is_err());
    assert_eq!(results[3].as_ref().unwrap().verdict(), Answer::Sat);
}

#[test]
fn a_pool_can_be_stopped() {
    let stop = AtomicBool::new(false);
    let jobs = vec![
        Job {
            config: 0,
            script: b"(check-sat)"
        };
        100
    ];
    let results = pool(vec![drill_solver()], 1).run_until(&jobs, &stop, |event| {
        stop.store(event.index == 9, Ordering::Relaxed);
    });
    assert_eq!(results.iter().flatten().count(), 10);
    assert!(results[10..].iter().all(Option::is_none));
}

#[test]
fn no_jobs_are_no_trouble() {
    assert!(pool(vec![drill_solver()], 3).run(&[], |_| {}).is_empty());
}

#[test]
fn processes_are_kept_for_the_next_jobs() {
    let pool = pool(vec![drill_solver()], 1);
    let job = Job {
        config: 0,
        script: b"(check-sat)\n",
    };
    let mut served = Vec::new();
    for _ in 0..3 {
        for result in pool.run(&[job, job], |_| {}) {
            let outcome = result.unwrap();
            assert_eq!(outcome.verdict(), Answer::Sat);
            served.push((outcome.process, outcome.served));
        }
    }
    let by_one: Vec<_> = (0..6).map(|served| (1, served)).collect();
    assert_eq!(served, by_one);
}
