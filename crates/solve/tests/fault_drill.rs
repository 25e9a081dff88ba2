//! Solvers that misbehave in every way we could think of: the right class of answer, within the
//! limit, nothing left behind, and the next script answered as if nothing had happened.

use std::path::Path;
use std::time::{Duration, Instant};

use solve::{Answer, CrashKind, Limits, Mode, Outcome, Profile, Session, SessionConfig, Solver};

const LIMIT: Duration = Duration::from_millis(400);
/// For a machine that is busy with other tests.
const SLACK: Duration = Duration::from_millis(600);

const PLAIN: &str = "(assert p)\n(check-sat)\n";

fn session(mode: Mode, args: &[&str]) -> Session {
    let program = Path::new(env!("CARGO_BIN_EXE_nuthatch-drill-solver"));
    let profile = Profile::named("z3").unwrap();
    let mut solver = Solver::from_program("drill", profile, program);
    solver.args = args.iter().map(|arg| arg.to_string()).collect();
    let mut config = SessionConfig::new(solver, mode);
    config.limits = Limits {
        time: LIMIT,
        memory: Some(200 << 20),
        output: 1 << 20,
    };
    config.nonce = 0x5eed;
    Session::new(config)
}

/// Runs a script that misbehaves in every mode, between two that do not, and hands on what it gave.
fn drill(script: &str, check: impl Fn(&Outcome)) {
    for mode in Mode::ALL {
        let mut session = session(mode, &[]);
        let sat = |outcome: &Outcome| {
            let answers: Vec<_> = outcome.answers().cloned().collect();
            assert_eq!(
                (&answers[..], &outcome.afterwards),
                (&[Answer::Sat][..], &None),
                "{mode:?}"
            );
        };
        sat(&session.run(PLAIN.as_bytes()).unwrap());
        let started = Instant::now();
        let outcome = session.run(script.as_bytes()).unwrap();
        let elapsed = started.elapsed();
        check(&outcome);
        let checks = outcome.checks.len().max(1) as u32;
        let limit = (LIMIT + session.config().limits.grace()) * checks + LIMIT + SLACK;
        assert!(elapsed < limit, "{mode:?} took {elapsed:?}");
        for _ in 0..3 {
            sat(&session.run(PLAIN.as_bytes()).unwrap());
        }
        drop(session);
    }
    assert_nothing_is_left();
}

fn check_class(script: &str, class: &str) {
    drill(script, |outcome| {
        assert_eq!(outcome.verdict().class(), class, "{outcome:?}")
    });
}

fn with(task: &str) -> String {
    format!("(assert p)\n(echo \"drill: {task}\")\n(check-sat)\n")
}

/// No descendant of ours, no thread beyond the test runner's, is left. Tests run in parallel and
/// have children of their own, so only those that a drill marked as stranded count.
fn assert_nothing_is_left() {
    let stranded = || {
        processes().into_iter().find(|(_, command)| {
            command.contains("nuthatch-drill-solver") && command.contains("sleeper")
        })
    };
    let patience = Instant::now() + Duration::from_secs(2);
    while let Some((process, command)) = stranded() {
        assert!(
            Instant::now() < patience,
            "process {process} is left: {command}"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn processes() -> Vec<(u32, String)> {
    let command = |entry: std::fs::DirEntry| {
        let process = entry.file_name().to_str()?.parse().ok()?;
        let command = std::fs::read(entry.path().join("cmdline")).ok()?;
        Some((
            process,
            String::from_utf8_lossy(&command).replace('\0', " "),
        ))
    };
    let entries = std::fs::read_dir("/proc").unwrap();
    entries.filter_map(Result::ok).filter_map(command).collect()
}

#[test]
fn never_reads() {
    // More than a pipe holds, so that writing blocks too.
    let script = format!("(assert {})\n(check-sat)\n", "p ".repeat(500_000));
    let mut session = session(Mode::Incremental, &["never-reads"]);
    for _ in 0..2 {
        let started = Instant::now();
        assert_eq!(
            session.run(script.as_bytes()).unwrap().verdict(),
            Answer::Timeout
        );
        assert!(started.elapsed() < LIMIT + SLACK);
    }
}

#[test]
fn never_answers() {
    for mode in Mode::ALL {
        let mut session = session(mode, &["never-answers"]);
        let started = Instant::now();
        assert_eq!(
            session.run(PLAIN.as_bytes()).unwrap().verdict(),
            Answer::Timeout
        );
        assert!(started.elapsed() < LIMIT * 2 + SLACK);
    }
    check_class(&with("hang"), "timeout");
}

#[test]
fn prints_a_gigabyte() {
    drill(&with("gigabyte"), |outcome| {
        // A query prints what it likes; it is cut off, and so is the check that follows it.
        let trouble = outcome.verdict();
        assert_eq!(trouble.class(), "unknown", "{trouble}");
        assert!(trouble.detail().contains("output"), "{trouble}");
    });
}

#[test]
fn fills_both_pipes() {
    drill(&with("gigabyte on both pipes"), |outcome| {
        let trouble = outcome.verdict();
        assert!(trouble.detail().contains("output"), "{trouble}");
    });
}

#[test]
fn closes_its_output() {
    check_class(&with("close output"), "unknown");
}

#[test]
fn forks_a_child_that_stays() {
    check_class(&with("fork"), "sat");
    check_class(&with("fork and leave"), "unknown");
}

#[test]
fn ignores_sigterm() {
    check_class(&with("ignore SIGTERM"), "timeout");
}

#[test]
fn dies_between_two_answers() {
    let script = |task: &str| format!("(check-sat)\n(echo \"drill: {task}\")\n(check-sat)\n");
    drill(&script("abort"), |outcome| {
        assert_eq!(outcome.checks[0].answer, Answer::Sat);
        let verdict = outcome.verdict();
        assert!(matches!(&verdict, Answer::Crash(crash) if crash.kind == CrashKind::Signal(6)));
        assert_eq!(outcome.asked, 2);
    });
    drill(&script("leave"), |outcome| {
        assert_eq!(outcome.checks[0].answer, Answer::Sat);
        assert_eq!(outcome.checks[1].answer.class(), "unknown");
    });
}

#[test]
fn crashes_and_timeouts_are_told_apart() {
    drill(&with("assertion"), |outcome| {
        let Answer::Crash(crash) = outcome.verdict() else {
            panic!("{outcome:?}")
        };
        assert_eq!(crash.kind, CrashKind::Assertion);
        assert_eq!(
            crash.signature,
            "solver: a.cpp: int f(): Assertion `x == N' failed."
        );
    });
    drill(&with("timeout abort"), |outcome| {
        assert_eq!(outcome.verdict(), Answer::Timeout, "{outcome:?}");
    });
}

#[test]
fn answers_twice() {
    // The extra answer comes with the check, not with a query.
    let script = "(assert p)\n(check-sat)\n(check-sat)\n".to_string();
    drill(&script, |outcome| assert_eq!(outcome.checks.len(), 2));
    let script = "(define-fun f () Bool true)\n(check-sat\n)\n(check-sat)\n";
    drill(script, |outcome| assert_eq!(outcome.asked, 2));
    let mut session = session(Mode::Incremental, &[]);
    // Two commands on two lines that we take for one: the stand-in answers both.
    let outcome = session
        .run(b"(assert\n(check-sat\n))\n(check-sat)\n")
        .unwrap();
    let verdict = outcome.verdict();
    assert_eq!(verdict.class(), "unknown", "{outcome:?}");
    assert!(verdict.detail().contains("2 times"), "{verdict}");
    assert_eq!(
        session.run(PLAIN.as_bytes()).unwrap().verdict(),
        Answer::Sat
    );
    assert_eq!(
        session.stats().processes,
        2,
        "a suspicious process is replaced"
    );
}

#[test]
fn answers_the_marker_late() {
    let script = "(check-sat)\n(echo \"drill: late\")\n(check-sat)\n";
    drill(script, |outcome| {
        assert_eq!(outcome.checks[0].answer, Answer::Sat);
        assert_eq!(outcome.verdict(), Answer::Timeout, "{outcome:?}");
    });
}

#[test]
fn eats_memory() {
    drill(&with("eat memory"), |outcome| {
        assert_eq!(outcome.verdict(), Answer::OutOfMemory, "{outcome:?}");
    });
}

#[test]
fn errors_make_later_answers_worthless() {
    let script = "(check-sat)\n(error \"no\")\n(check-sat)\n(check-sat)\n";
    drill(script, |outcome| {
        let classes: Vec<_> = outcome.answers().map(Answer::class).collect();
        assert_eq!(classes, ["sat", "rejected", "rejected"]);
    });
}

#[test]
fn files_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = session(Mode::Fresh, &[]).config().clone();
    config.working_folder = Some(folder.path().into());
    let mut session = Session::new(config);
    let outcome = session.run(with("write a file").as_bytes()).unwrap();
    assert_ne!(outcome.checks.len(), 2);
    let written: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    let empty = |entry: &std::io::Result<std::fs::DirEntry>| {
        entry.as_ref().unwrap().metadata().unwrap().len() == 0
    };
    assert!(written.iter().all(empty), "{written:?}");
}

#[test]
fn a_warm_process_serves_many_and_threads_do_not_pile_up() {
    let threads = || std::fs::read_dir("/proc/self/task").unwrap().count();
    let files = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    let mut session = session(Mode::Incremental, &[]);
    session.run(PLAIN.as_bytes()).unwrap();
    let before = (threads(), files());
    for _ in 0..500 {
        assert_eq!(
            session.run(PLAIN.as_bytes()).unwrap().verdict(),
            Answer::Sat
        );
    }
    assert_eq!(session.stats().processes, 1);
    // Other tests of this program come and go meanwhile; five hundred of anything would show.
    let after = (threads(), files());
    assert!(
        after.0 < before.0 + 100 && after.1 < before.1 + 200,
        "{before:?} {after:?}"
    );
}
