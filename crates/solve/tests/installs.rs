//! Fetching solvers for real: one small wheel, into caches of our own.

use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use solve::{Answer, Cache, Depot, Error, Mode, Profile, Session, SessionConfig, Version, Wanted};

/// The smallest solver there is.
const SMALL: &str = "yices@2.6.5.post24";

const SCRIPT: &str = "(set-logic QF_BV)(declare-const x (_ BitVec 8))(push 1)(assert (bvult x x))\
    (check-sat)(pop 1)(check-sat)(exit)";

/// Names the cache that a process of its own is to install into.
const INTO: &str = "NUTHATCH_TEST_INSTALL_INTO";

fn depot(folder: &Path) -> Depot {
    Depot::new(Cache::at(folder.into()))
}

/// Installs the small solver, and asks it.
fn install_and_ask(folder: &Path) {
    let solver = depot(folder)
        .resolve(&SMALL.parse().unwrap())
        .unwrap_or_else(|error| panic!("{SMALL} cannot be fetched: {error}"));
    assert!(solver.program.starts_with(folder));
    for mode in Mode::ALL {
        let mut session = Session::new(SessionConfig::new(solver.clone(), mode));
        for _ in 0..2 {
            let outcome = session.run(SCRIPT.as_bytes()).unwrap();
            let answers: Vec<_> = outcome.answers().cloned().collect();
            assert_eq!(
                answers,
                [Answer::Unsat, Answer::Sat],
                "{mode:?} {outcome:?}"
            );
        }
    }
}

/// Does the same in another process: this test program, asked for one test.
fn install_elsewhere(test: &str, folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--test-threads=1"])
        .env(INTO, folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Whether this is that other process, its work then being done.
fn is_elsewhere() -> bool {
    let folder = std::env::var_os(INTO);
    if let Some(folder) = &folder {
        install_and_ask(Path::new(folder));
    }
    folder.is_some()
}

/// All that is in a cache, but its locks.
fn entries(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name != ".locks").collect()
}

#[test]
fn a_solver_is_fetched_used_and_removed() {
    let temp = tempfile::tempdir().unwrap();
    install_and_ask(temp.path());
    let yices = Profile::named("yices").unwrap();
    // A version as its makers write it stands for what the package index calls it.
    let wanted = Wanted::Exactly(Version::new("2.6.5"));
    let removed = depot(temp.path()).remove(yices, &wanted).unwrap();
    assert_eq!(removed.as_str(), "2.6.5.post24");
    assert_eq!(entries(temp.path()), Vec::<String>::new());
}

#[test]
fn parallel_installs_make_one_solver() {
    if is_elsewhere() {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    let test = "parallel_installs_make_one_solver";
    let mut other = install_elsewhere(test, temp.path());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| install_and_ask(temp.path()));
        }
    });
    assert!(other.wait().unwrap().success());
    assert_eq!(entries(temp.path()), ["yices-2.6.5.post24"]);
}

#[test]
fn an_install_killed_half_way_leaves_no_half_of_a_solver() {
    if is_elsewhere() {
        return;
    }
    let temp = tempfile::tempdir().unwrap();
    let test = "an_install_killed_half_way_leaves_no_half_of_a_solver";
    let mut other = install_elsewhere(test, temp.path());
    let patience = Instant::now() + Duration::from_secs(60);
    while entries(temp.path()).is_empty() {
        assert!(Instant::now() < patience && other.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(1));
    }
    other.kill().unwrap();
    assert_eq!(other.wait().unwrap().signal(), Some(9), "it had not ended");
    assert!(depot(temp.path()).cache().installed().unwrap().is_empty());
    install_and_ask(temp.path());
    assert_eq!(entries(temp.path()), ["yices-2.6.5.post24"]);
}

#[test]
fn versions_that_cannot_be_used_are_refused_with_the_reason() {
    let temp = tempfile::tempdir().unwrap();
    let depot = depot(temp.path());
    let resolve = |name: &str| depot.resolve(&name.parse().unwrap()).unwrap_err();
    let error = resolve("cvc5@1.0.8");
    assert!(matches!(error, Error::TooOld { .. }), "{error}");
    let error = resolve("yices@1.2.3");
    assert!(matches!(error, Error::NoSuchVersion { .. }), "{error}");
    assert!(depot.cache().installed().unwrap().is_empty());
}

#[test]
fn solvers_nobody_publishes_are_refused_without_asking() {
    let temp = tempfile::tempdir().unwrap();
    let depot = depot(temp.path());
    let error = depot.resolve(&"mathsat@5.6".parse().unwrap()).unwrap_err();
    assert!(matches!(error, Error::NotInstallable { .. }), "{error}");
    let error = depot
        .resolve(&"no-such-solver-anywhere".parse().unwrap())
        .unwrap_err();
    assert!(
        matches!(
            error,
            Error::NotOnPath {
                can_install: false,
                ..
            }
        ),
        "{error}"
    );
    let error = depot
        .resolve(&"./no/such/file".parse().unwrap())
        .unwrap_err();
    assert!(matches!(error, Error::NotExecutable { .. }), "{error}");
}

#[test]
fn what_is_installed_works_without_pip() {
    let temp = tempfile::tempdir().unwrap();
    let bin = temp.path().join("z3-4.8.9.0/bin");
    std::fs::create_dir_all(&bin).unwrap();
    std::fs::copy(env!("CARGO_BIN_EXE_nuthatch-drill-solver"), bin.join("z3")).unwrap();
    let depot = depot(temp.path());
    let solver = depot
        .resolve(&"z3@4.8.9 smt.arith.solver=2".parse().unwrap())
        .unwrap();
    assert_eq!(solver.version.as_deref(), Some("4.8.9.0"));
    assert_eq!(solver.program, bin.join("z3"));
    assert_eq!(solver.args, ["smt.arith.solver=2"]);
    let mut session = Session::new(SessionConfig::new(solver, Mode::Reset));
    assert_eq!(session.run(b"(check-sat)").unwrap().verdict(), Answer::Sat);
}
