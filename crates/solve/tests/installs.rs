//! Fetching solvers for real. Ignored unless asked for, since they need the package index:
//! `cargo test --test installs -- --ignored`.

use solve::{Answer, Cache, Depot, Error, Mode, Profile, Session, SessionConfig, Version, Wanted};

const SCRIPT: &str = "(set-logic QF_BV)(declare-const x (_ BitVec 8))(push 1)(assert (bvult x x))\
    (check-sat)(pop 1)(check-sat)(exit)";

#[test]
#[ignore = "fetches a hundred megabytes"]
fn every_installable_solver_answers_in_every_mode() {
    let temp = tempfile::tempdir().unwrap();
    let depot = Depot::new(Cache::at(temp.path().into()));
    let names = [
        "z3@4.8.7",
        "z3@4.8.9",
        "z3@newest",
        "cvc5@newest",
        "bitwuzla@newest",
        "yices@newest",
    ];
    for name in names {
        let solver = depot.resolve(&name.parse().unwrap()).unwrap();
        assert!(solver.program.starts_with(temp.path()));
        for mode in Mode::ALL {
            let mut session = Session::new(SessionConfig::new(solver.clone(), mode));
            for _ in 0..3 {
                let outcome = session.run(SCRIPT.as_bytes()).unwrap();
                let answers: Vec<_> = outcome.answers().cloned().collect();
                assert_eq!(
                    answers,
                    [Answer::Unsat, Answer::Sat],
                    "{name} {mode:?} {outcome:?}"
                );
            }
        }
    }
    let installed = depot.cache().installed().unwrap();
    assert_eq!(installed.len(), names.len());
    let z3 = Profile::named("z3").unwrap();
    let removed = depot
        .remove(z3, &Wanted::Exactly(Version::new("4.8.7")))
        .unwrap();
    assert_eq!(removed.as_str(), "4.8.7.0");
}

#[test]
#[ignore = "asks the package index"]
fn versions_that_cannot_be_used_are_refused_with_the_reason() {
    let temp = tempfile::tempdir().unwrap();
    let depot = Depot::new(Cache::at(temp.path().into()));
    let resolve = |name: &str| depot.resolve(&name.parse().unwrap()).unwrap_err();
    assert!(matches!(resolve("cvc5@1.0.8"), Error::TooOld { .. }));
    assert!(matches!(resolve("z3@1.2.3"), Error::NoSuchVersion { .. }));
    assert!(depot.cache().installed().unwrap().is_empty());
}

#[test]
fn solvers_nobody_publishes_are_refused_without_asking() {
    let temp = tempfile::tempdir().unwrap();
    let depot = Depot::new(Cache::at(temp.path().into()));
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
    let depot = Depot::new(Cache::at(temp.path().into()));
    let solver = depot
        .resolve(&"z3@4.8.9 smt.arith.solver=2".parse().unwrap())
        .unwrap();
    assert_eq!(solver.version.as_deref(), Some("4.8.9.0"));
    assert_eq!(solver.program, bin.join("z3"));
    assert_eq!(solver.args, ["smt.arith.solver=2"]);
    let mut session = Session::new(SessionConfig::new(solver, Mode::Reset));
    assert_eq!(session.run(b"(check-sat)").unwrap().verdict(), Answer::Sat);
}
