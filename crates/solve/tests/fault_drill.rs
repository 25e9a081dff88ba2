//! Solvers that misbehave in every way we could think of: the right class of answer, within the
//! limit, nothing left behind, and the next script answered as if nothing had happened.

#![cfg(target_os = "linux")]

#[path = "drill/alone.rs"]
mod alone;

use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use alone::alone;
use solve::{Answer, CrashKind, Limits, Mode, Outcome, Profile, Session, SessionConfig, Solver};

const LIMIT: Duration = Duration::from_millis(600);

/// For a machine that is busy with something else.
const SLACK: u32 = 10;

const PLAIN: &str = "(assert p)\n(check-sat)\n";

fn config(profile: &str, mode: Mode) -> SessionConfig {
    let program = Path::new(env!("CARGO_BIN_EXE_nuthatch-drill-solver"));
    let solver = Solver::from_program("drill", Profile::named(profile).unwrap(), program);
    let mut config = SessionConfig::new(solver, mode);
    config.limits = Limits {
        time: LIMIT,
        memory: Some(200 << 20),
        output: 1 << 20,
        ..Limits::default()
    };
    config.nonce = 0x5eed;
    config
}

/// Runs a script that misbehaves between some that do not, one by one and all at once, and hands on
/// what it gave.
fn drill_with(config: SessionConfig, script: &str, check: impl Fn(&Outcome)) {
    let mode = config.mode;
    let mut session = Session::new(config);
    let is_sat = |outcome: &Outcome| {
        let answers: Vec<_> = outcome.answers().cloned().collect();
        let found = (&answers[..], &outcome.afterwards);
        assert_eq!(found, (&[Answer::Sat][..], &None), "{mode:?} {script}");
    };
    is_sat(&session.run(PLAIN.as_bytes()).unwrap());
    let started = Instant::now();
    let outcome = session.run(script.as_bytes()).unwrap();
    let elapsed = started.elapsed();
    check(&outcome);
    let steps = outcome.asked as u32 + 1;
    let limit = session.config().limits.time * steps * SLACK;
    assert!(elapsed < limit, "{mode:?} took {elapsed:?}: {script}");
    for _ in 0..3 {
        is_sat(&session.run(PLAIN.as_bytes()).unwrap());
    }
    let scripts = [PLAIN, PLAIN, script, PLAIN, script, PLAIN];
    let mut heard = 0;
    let take = |place: usize, outcome: Outcome| {
        assert_eq!(place, heard, "in order and once each");
        heard += 1;
        match scripts[place] {
            PLAIN => is_sat(&outcome),
            _ => check(&outcome),
        }
        ControlFlow::Continue(())
    };
    session.run_all(&scripts, take).unwrap();
    assert_eq!(heard, scripts.len(), "{mode:?} {script}");
}

/// A drill in every mode, all at the same time.
fn drill(script: &str, check: impl Fn(&Outcome) + Sync) {
    std::thread::scope(|scope| {
        for mode in Mode::ALL {
            let check = &check;
            scope.spawn(move || drill_with(config("z3", mode), script, check));
        }
    });
}

/// The misbehaviour `task`, in a check in every mode, in a query before one, and in a solver that
/// must be given the whole script at once.
fn check_task(task: &str, check: impl Fn(&Outcome) + Sync) {
    drill(&in_check(task), &check);
    let in_query = format!("(assert p)\n(echo \"drill now: {task}\")\n(check-sat)\n");
    drill_with(config("z3", Mode::Incremental), &in_query, &check);
    drill_with(config("generic", Mode::Fresh), &in_check(task), &check);
}

fn check_class(task: &str, class: &str) {
    check_task(task, |outcome| {
        assert_eq!(
            outcome.verdict().class().word(),
            class,
            "{task} {outcome:?}"
        );
    });
}

fn in_check(task: &str) -> String {
    // Not by `echo`, which a solver that prints no markers is not given.
    format!("(assert p)\n(assert |drill: {task}|)\n(check-sat)\n")
}

#[test]
fn never_reads() {
    alone("never_reads", || {
        // More than a pipe holds, so that writing blocks too.
        let long = format!("(assert {})\n", "p ".repeat(500_000));
        let script = format!("(echo \"drill now: stop reading\")\n{long}(check-sat)\n");
        drill(&script, |outcome| {
            assert_eq!(outcome.verdict(), Answer::Timeout, "{outcome:?}");
        });
        check_class("stop reading", "timeout");
    });
}

#[test]
fn never_answers() {
    alone("never_answers", || check_class("stop answering", "timeout"));
}

#[test]
fn prints_a_gigabyte() {
    alone("prints_a_gigabyte", || {
        for task in ["gigabyte", "gigabyte on both pipes"] {
            check_task(task, |outcome| {
                let verdict = outcome.verdict();
                assert_eq!(verdict.class().word(), "unknown", "{verdict}");
                assert!(verdict.detail().contains("more output"), "{verdict}");
            });
        }
    });
}

#[test]
fn closes_its_output() {
    alone("closes_its_output", || {
        check_class("close output", "unknown");
    });
}

#[test]
fn forks_a_child_that_stays() {
    alone("forks_a_child_that_stays", || {
        check_class("fork", "sat");
        check_class("fork, leave", "unknown");
        check_class("fork, stop answering", "timeout");
        check_class("fork, abort", "crash");
    });
}

#[test]
fn forks_a_child_that_leaves_the_group() {
    alone("forks_a_child_that_leaves_the_group", || {
        check_class("fork out of the group", "sat");
        check_class("fork out of the group, leave", "unknown");
        check_class("fork out of the group, stop answering", "timeout");
    });
}

#[test]
fn forks_a_daemon() {
    alone("forks_a_daemon", || {
        check_class("fork a daemon", "sat");
        check_class("fork a daemon, leave", "unknown");
        check_class("fork a daemon, abort", "crash");
    });
}

#[test]
fn ignores_sigterm() {
    alone("ignores_sigterm", || {
        check_class("ignore SIGTERM", "timeout");
    });
}

#[test]
fn dies_between_two_answers() {
    alone("dies_between_two_answers", || {
        let script = |task: &str| format!("(check-sat)\n(echo \"drill now: {task}\")\n(check-sat)");
        drill(&script("abort"), |outcome| {
            assert_eq!(outcome.checks[0].answer, Answer::Sat);
            let verdict = outcome.verdict();
            assert!(matches!(&verdict, Answer::Crash(crash) if crash.kind == CrashKind::Signal(6)));
            assert_eq!((outcome.checks.len(), outcome.asked), (2, 2));
        });
        drill(&script("leave"), |outcome| {
            assert_eq!(outcome.checks[0].answer, Answer::Sat);
            assert_eq!(outcome.checks[1].answer.class().word(), "unknown");
        });
    });
}

#[test]
fn crashes_and_timeouts_are_told_apart() {
    alone("crashes_and_timeouts_are_told_apart", || {
        check_task("assertion", |outcome| {
            let Answer::Crash(crash) = outcome.verdict() else {
                panic!("{outcome:?}")
            };
            assert_eq!(crash.kind, CrashKind::Assertion);
            let signature = "solver: a.cpp: int f(): Assertion `x == N' failed.";
            assert_eq!(crash.signature, signature);
        });
        check_class("timeout abort", "timeout");
    });
}

#[test]
fn answers_twice() {
    alone("answers_twice", || {
        drill(&in_check("answer twice"), |outcome| {
            let verdict = outcome.verdict();
            assert_eq!(verdict.class().word(), "unknown", "{outcome:?}");
            assert!(verdict.detail().contains("2 times, sat first"), "{verdict}");
        });
        // The second answer comes after the marker, when nothing is due any more.
        drill(&in_check("answer again"), |outcome| {
            assert_eq!(outcome.verdict(), Answer::Sat, "{outcome:?}");
        });
        // Or when the next answer is due.
        let script = format!("{}(check-sat)\n", in_check("answer again"));
        drill(&script, |outcome| {
            assert_eq!(outcome.checks[0].answer, Answer::Sat, "{outcome:?}");
            assert_eq!(
                outcome.checks[1].answer.class().word(),
                "unknown",
                "{outcome:?}"
            );
        });
    });
}

#[test]
fn a_suspicious_process_is_replaced() {
    alone("a_suspicious_process_is_replaced", || {
        for (task, processes) in [("answer twice", 2), ("answer again", 2), ("marker late", 1)] {
            let mut session = Session::new(config("z3", Mode::Incremental));
            for script in [&in_check(task), PLAIN] {
                session.run(script.as_bytes()).unwrap();
            }
            assert_eq!(session.stats().processes, processes, "{task}");
        }
    });
}

#[test]
fn answers_the_marker_late() {
    alone("answers_the_marker_late", || {
        drill(&in_check("marker late"), |outcome| {
            assert_eq!(outcome.verdict(), Answer::Sat, "{outcome:?}");
        });
        // Its answer may still be that of a check we did not ask for: without the marker, none.
        drill(&in_check("marker too late"), |outcome| {
            assert_eq!(outcome.verdict(), Answer::Timeout, "{outcome:?}");
        });
        let script = format!("(check-sat)\n{}(check-sat)\n", in_check("marker too late"));
        drill(&script, |outcome| {
            assert_eq!(outcome.checks[0].answer, Answer::Sat, "{outcome:?}");
            assert_eq!(outcome.checks[1].answer, Answer::Timeout, "{outcome:?}");
            assert_eq!((outcome.checks.len(), outcome.asked), (2, 3));
        });
    });
}

#[test]
fn eats_memory() {
    alone("eats_memory", || {
        for mode in Mode::ALL {
            let mut config = config("z3", mode);
            // How fast it eats is the machine's business.
            config.limits.time = Duration::from_secs(30);
            drill_with(config, &in_check("eat memory"), |outcome| {
                assert_eq!(outcome.verdict(), Answer::OutOfMemory, "{outcome:?}");
            });
        }
    });
}

#[test]
fn errors_make_later_answers_worthless() {
    alone("errors_make_later_answers_worthless", || {
        let script = "(check-sat)\n(error \"no\")\n(check-sat)\n(check-sat)\n";
        drill(script, |outcome| {
            let classes: Vec<_> = outcome.answers().map(|a| a.class().word()).collect();
            assert_eq!(classes, ["sat", "rejected", "rejected"]);
        });
    });
}

#[test]
fn files_cannot_be_written() {
    alone("files_cannot_be_written", || {
        // A profile that forbids files, and one of a solver that cannot do without.
        for (profile, class, written) in [("z3", "rejected", 0), ("smtinterpol", "sat", 1)] {
            let folder = tempfile::tempdir().unwrap();
            let mut config = config(profile, Mode::Fresh);
            config.working_folder = Some(folder.path().into());
            let mut session = Session::new(config);
            let outcome = session.run(in_check("write a file").as_bytes()).unwrap();
            assert_eq!(outcome.verdict().class().word(), class, "{outcome:?}");
            let file = folder.path().join("drill-was-here");
            let length = std::fs::metadata(file).map_or(0, |file| file.len());
            assert_eq!(length, written, "{profile}");
        }
    });
}

#[test]
fn a_warm_process_serves_many() {
    alone("a_warm_process_serves_many", || {
        let mut session = Session::new(config("z3", Mode::Incremental));
        for _ in 0..500 {
            let outcome = session.run(PLAIN.as_bytes()).unwrap();
            assert_eq!(outcome.verdict(), Answer::Sat);
        }
        assert_eq!(session.stats().processes, 1);
    });
}

#[test]
fn scripts_sent_at_once() {
    let mut session = Session::new(config("z3", Mode::Reset));
    // As many checks as its place, so that no answer can be taken for another's.
    let scripts: Vec<String> = (1..=40)
        .map(|n| "(check-sat)\n".repeat(n % 5 + 1))
        .collect();
    let mut answers = Vec::new();
    let take = |_, outcome: Outcome| {
        answers.push(outcome.answers().count());
        ControlFlow::Continue(())
    };
    session.run_all(&scripts, take).unwrap();
    let due: Vec<usize> = (1..=40).map(|n| n % 5 + 1).collect();
    assert_eq!(answers, due);
    assert_eq!(session.stats().processes, 1);
    // Whoever has had enough hears no more, and the session goes on.
    let mut heard = 0;
    let take = |_, _| {
        heard += 1;
        match heard {
            3 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    session.run_all(&scripts, take).unwrap();
    assert_eq!(heard, 3);
    assert_eq!(
        session.run(PLAIN.as_bytes()).unwrap().verdict(),
        Answer::Sat
    );
}

#[test]
fn complaints_end_sending_at_once() {
    let mut session = Session::new(config("z3", Mode::Incremental));
    let script = in_check("complain");
    let mut heard = 0;
    let take = |_, outcome: Outcome| {
        heard += 1;
        assert_eq!(outcome.verdict(), Answer::Sat);
        ControlFlow::Continue(())
    };
    session.run_all(&vec![script; 20], take).unwrap();
    assert_eq!(heard, 20);
    assert!(session.stats().processes <= 2, "{:?}", session.stats());
}

#[test]
fn an_outcome_says_which_process_answered_and_after_how_many_others() {
    for mode in [Mode::Incremental, Mode::Tactic] {
        let mut session = Session::new(config("z3", mode));
        let who = |outcome: &Outcome| (outcome.process, outcome.served);
        let one = session.run(PLAIN.as_bytes()).unwrap();
        assert_eq!(who(&one), (1, 0), "{mode:?}");
        let mut all = Vec::new();
        let take = |_, outcome: Outcome| {
            all.push(who(&outcome));
            ControlFlow::Continue(())
        };
        session.run_all(&[PLAIN, PLAIN, PLAIN], take).unwrap();
        assert_eq!(all, [(1, 1), (1, 2), (1, 3)], "{mode:?}");
        // What leaves traces has a process of its own, and the warm one goes on.
        let apart = session.run(b"(assert p)(check-sat)(reset)").unwrap();
        assert_eq!(who(&apart), (2, 0), "{mode:?}");
        assert_eq!(who(&session.run(PLAIN.as_bytes()).unwrap()), (1, 4));
    }
    let mut session = Session::new(config("z3", Mode::Fresh));
    for process in 1..3 {
        let outcome = session.run(PLAIN.as_bytes()).unwrap();
        assert_eq!((outcome.process, outcome.served), (process, 0));
    }
}
