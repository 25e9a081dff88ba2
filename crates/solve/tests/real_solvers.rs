//! Real solvers of known versions, in every mode. They are fetched into the user's cache by the first
//! run that needs them.

use std::time::Duration;

use solve::{Answer, Depot, Mode, Outcome, Residue, Route, Session, SessionConfig};

/// Executables and bindings, old and new.
const SOLVERS: &[&str] = &[
    "z3@4.8.12.0",
    Z3,
    CVC5,
    "yices@2.6.5.post24",
    "bitwuzla@0.9.1",
];
const Z3: &str = "z3@4.13.0.0";
const CVC5: &str = "cvc5@1.2.1";

fn session(name: &str, mode: Mode) -> Session {
    let solver = Depot::of_user().and_then(|depot| depot.resolve(&name.parse()?));
    let solver = solver.unwrap_or_else(|error| {
        panic!("this test needs {name}, and it cannot be fetched: {error}");
    });
    let mut config = SessionConfig::new(solver, mode);
    config.nonce = 0xb1d;
    config.limits.time = Duration::from_secs(20);
    Session::new(config)
}

fn classes(outcome: &Outcome) -> Vec<&'static str> {
    outcome.answers().map(|a| a.class().word()).collect()
}

/// Runs those of the scripts whose logic a solver takes, one after another, in every mode of every
/// solver, and wants the expected answers.
fn check(scripts: &[(&str, &[&str])]) {
    for name in SOLVERS {
        for mode in Mode::ALL {
            let mut session = session(name, mode);
            let profile = session.config().solver.profile;
            let takes = |script: &str| {
                let logic = script
                    .split_once("(set-logic ")
                    .and_then(|(_, rest)| rest.split_once(')'));
                profile.takes_logic(logic.expect("each script names its logic").0)
            };
            let taken: Vec<_> = scripts.iter().filter(|(script, _)| takes(script)).collect();
            assert!(!taken.is_empty(), "{name} takes none of the scripts");
            // Twice, so that the second round meets processes that have served the first.
            for (script, expected) in taken.iter().chain(&taken) {
                let outcome = session.run(script.as_bytes()).unwrap();
                let found = classes(&outcome);
                assert_eq!(found, *expected, "{name} {mode:?}: {script} {outcome:?}");
            }
        }
    }
}

#[test]
fn every_mode_gives_the_same_answers() {
    check(&[
        (
            "(set-logic QF_LIA)(declare-const x Int)(assert (> x 1))(check-sat)",
            &["sat"],
        ),
        (
            "(set-logic QF_LIA)(declare-const x Bool)(assert (and x (not x)))(check-sat)",
            &["unsat"],
        ),
        (
            "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (bvult x x))(check-sat)",
            &["unsat"],
        ),
        (
            "(set-logic QF_LIA)(declare-const x Int)(assert (< x 1))(check-sat)(exit)(junk",
            &["sat"],
        ),
        (
            "(set-logic QF_BV)(declare-const x (_ BitVec 4))(push 1)(assert (bvult x x))(check-sat)\
             (pop 1)(check-sat)(push 1)(assert (= x #b0010))(check-sat)",
            &["unsat", "sat", "sat"],
        ),
        (
            "(set-option :produce-models true)(set-logic QF_BV)(set-info :status unsat)\
             (declare-const x (_ BitVec 4))(assert (= x #b0111))(check-sat)(get-value (x))",
            &["sat"],
        ),
        (
            "(set-logic QF_LIA)(declare-const x Int)(push 1)(assert (< x x))(check-sat)(pop 1)\
             (check-sat)(push 1)(assert (= x 2))(check-sat)",
            &["unsat", "sat", "sat"],
        ),
        (
            "(set-option :produce-models true)(set-logic QF_LIA)(set-info :status unsat)\
             (declare-const x Int)(assert (= x 7))(check-sat)(get-value (x))",
            &["sat"],
        ),
        (
            "(set-logic QF_UF)(declare-sort S 0)(declare-fun a () S)(assert (= a a))(check-sat)",
            &["sat"],
        ),
    ]);
}

#[test]
fn an_error_before_the_answer_makes_it_worthless_and_the_next_script_is_fine() {
    check(&[
        (
            "(set-logic QF_LIA)(declare-const x Int)(assert (foo x))(check-sat)",
            &["rejected"],
        ),
        (
            "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (foo x))(check-sat)",
            &["rejected"],
        ),
        (
            "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (bvult x x))(check-sat)",
            &["unsat"],
        ),
        (
            "(set-logic QF_LIA)(declare-const x Int)(assert (< x x))(check-sat)",
            &["unsat"],
        ),
    ]);
}

#[test]
fn a_stray_query_hides_nothing() {
    let mut session = session(Z3, Mode::Incremental);
    let script =
        "(declare-const x Int)(assert (< x x))(check-sat)(get-model)(check-sat)(get-model)";
    let outcome = session.run(script.as_bytes()).unwrap();
    assert_eq!(classes(&outcome), ["unsat", "unsat"]);
    assert_eq!(outcome.afterwards, None);
    assert!(
        outcome.tail.contains("model is not available"),
        "{}",
        outcome.tail
    );
}

#[test]
fn models_and_values_are_handed_on() {
    for mode in Mode::ALL {
        let mut session = session(Z3, mode);
        let script = "(declare-const x Int)(assert (= x 7))(check-sat)(get-value (x))";
        let outcome = session.run(script.as_bytes()).unwrap();
        assert_eq!(outcome.tail.trim(), "((x 7))");
        assert_eq!(outcome.checks[0].output.trim(), "sat");
    }
}

#[test]
fn settings_a_solver_refuses_spoil_every_script_that_has_them() {
    let mut session = session(Z3, Mode::Incremental);
    let script = "(set-option :no-such-option true)(assert true)(check-sat)";
    for _ in 0..3 {
        assert_eq!(
            classes(&session.run(script.as_bytes()).unwrap()),
            ["rejected"]
        );
    }
    assert_eq!(
        classes(&session.run(b"(assert true)(check-sat)").unwrap()),
        ["sat"]
    );
}

#[test]
fn traces_get_a_process_of_their_own() {
    let mut session = session(Z3, Mode::Incremental);
    let mut route = |script: &str| session.run(script.as_bytes()).unwrap().route;
    assert_eq!(route("(declare-const x Int)(check-sat)"), Route::Warm);
    let global = "(set-option :global-declarations true)(declare-const x Bool)(check-sat)";
    assert_eq!(route(global), Route::Apart(Residue::GlobalDeclarations));
    assert_eq!(
        route("(check-sat)(reset)(check-sat)"),
        Route::Apart(Residue::ClearsTooMuch)
    );
    assert_eq!(route("(declare-const x Bool)(check-sat)"), Route::Warm);
    assert_eq!(session.stats().apart, 2);
    assert_eq!(session.stats().processes, 3);
}

#[test]
fn output_channels_and_files_never_reach_a_solver() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stolen");
    for name in [Z3, CVC5] {
        let mut session = session(name, Mode::Fresh);
        let script = format!(
            "(set-option :regular-output-channel \"{0}\")(set-logic QF_UF)\
             (set-option :diagnostic-output-channel \"{0}\")(check-sat)",
            file.display()
        );
        let outcome = session.run(script.as_bytes()).unwrap();
        assert_eq!(classes(&outcome), ["sat"], "{name}");
        assert_eq!(outcome.withheld.len(), 2);
        assert!(!file.exists());
    }
}

#[test]
fn time_limits_are_kept_and_the_next_script_is_answered() {
    // A sum of three cubes nobody found for decades.
    let hard = "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)\
        (assert (= (+ (* x x x) (* y y y) (* z z z)) 42))(assert (> x 100))(assert (> y 100))\
        (check-sat)";
    for name in [Z3, CVC5] {
        for mode in [Mode::Fresh, Mode::Incremental] {
            let mut config = session(name, mode).config().clone();
            config.limits.time = Duration::from_millis(300);
            let mut session = Session::new(config.clone());
            let outcome = session.run(hard.as_bytes()).unwrap();
            assert_eq!(
                classes(&outcome),
                ["timeout"],
                "{name} {mode:?} {outcome:?}"
            );
            assert!(outcome.checks[0].elapsed < 10 * config.limits.time);
            let easy = b"(set-logic QF_NIA)(declare-const x Int)(assert (> x 1))(check-sat)";
            assert_eq!(
                classes(&session.run(easy).unwrap()),
                ["sat"],
                "{name} {mode:?}"
            );
        }
    }
}

#[test]
fn unknown_has_the_solvers_reason() {
    let z3 = "(set-option :auto_config false)(set-option :smt.mbqi false)(set-logic UFLIA)\
        (declare-fun f (Int) Int)(assert (forall ((x Int)) (> (f x) x)))(check-sat)";
    let cvc5 = "(set-logic UFLIA)(declare-fun f (Int) Int)\
        (assert (forall ((x Int)) (> (f x) (f (+ x 1)))))(check-sat)";
    let cases = [
        ("z3@4.8.12.0", z3, "incomplete quantifiers"),
        (Z3, z3, "incomplete quantifiers"),
        (CVC5, cvc5, "incomplete"),
    ];
    for (name, script, expected) in cases {
        for mode in [Mode::Fresh, Mode::Reset, Mode::Incremental] {
            let outcome = session(name, mode).run(script.as_bytes()).unwrap();
            let Answer::Unknown { reason } = &outcome.checks[0].answer else {
                panic!("{name} {mode:?} {outcome:?}");
            };
            assert!(reason.contains(expected), "{name} {mode:?} {reason}");
        }
    }
}

#[test]
fn a_thousand_scripts_take_one_process() {
    let mut session = session(Z3, Mode::Incremental);
    for n in 0..1000 {
        let script =
            format!("(declare-const x Int)(assert (> x {n}))(assert (< x 500))(check-sat)");
        let expected = if n < 499 { "sat" } else { "unsat" };
        assert_eq!(
            classes(&session.run(script.as_bytes()).unwrap()),
            [expected],
            "{n}"
        );
    }
    assert_eq!(session.stats().processes, 1);
}

#[test]
fn options_of_the_command_line_outlive_a_reset() {
    let mut session = session(&format!("{CVC5} --fp-exp"), Mode::Reset);
    // Without the option it takes no format so small.
    let script = "(set-logic QF_FP)(declare-const x (_ FloatingPoint 2 3))\
        (assert (fp.isZero x))(check-sat)";
    for _ in 0..6 {
        let outcome = session.run(script.as_bytes()).unwrap();
        assert_eq!(classes(&outcome), ["sat"], "{outcome:?}");
    }
    // They take turns.
    assert!(session.stats().processes <= 2);
}

#[test]
fn no_script_sees_the_one_before() {
    // z3 keeps parts of a datatype beyond a pop, and refuses `(pop +1)`, which looks like a number.
    let scripts = [
        (
            "(declare-datatypes ((T 0)) (((c (d Bool)) (a))))(declare-const x T)(declare-const y T)\
             (declare-const z T)(assert (distinct x y z))(check-sat)",
            "sat",
        ),
        (
            "(declare-datatypes ((T 0)) (((a))))(declare-const x T)(assert (not (= x a)))(check-sat)",
            "unsat",
        ),
        (
            "(declare-const p Bool)(assert (and p (not p)))(push 1)(pop +1)(check-sat)",
            "rejected",
        ),
        ("(declare-const p Bool)(assert p)(check-sat)", "sat"),
        ("(declare-const q Bool)(assert q)(check-sat)", "sat"),
    ];
    for name in ["z3@4.8.12.0", Z3] {
        for mode in Mode::ALL {
            let mut session = session(name, mode);
            for (script, expected) in scripts.iter().chain(&scripts) {
                let outcome = session.run(script.as_bytes()).unwrap();
                assert_eq!(classes(&outcome), [*expected], "{name} {mode:?}: {script}");
            }
        }
    }
}

#[test]
fn what_a_pop_does_not_undo_takes_a_reset_and_no_other_process() {
    let datatype =
        "(declare-datatypes ((T 0)) (((a) (b))))(declare-const x T)(assert (= x a))(check-sat)";
    let definition = "(define-fun e () Bool true)(assert e)(check-sat)";
    let named = "(declare-const p Bool)(assert (! p :named e))(check-sat)";
    // It does not know the logic, and says so after a reset, too.
    let unknown_logic = format!("(set-logic UFDTLIA){datatype}");
    let scripts = [
        ("z3@4.8.9.0", definition),
        ("z3@4.8.9.0", named),
        (Z3, datatype),
        (Z3, &unknown_logic),
    ];
    for (name, script) in scripts {
        let mut session = session(name, Mode::Incremental);
        let mut numbers = Vec::new();
        for turn in 0..6 {
            let outcome = session.run(script.as_bytes()).unwrap();
            assert_eq!(classes(&outcome), ["sat"], "{name}: {outcome:?}");
            assert_eq!((outcome.served, outcome.started), (0, turn == 0));
            numbers.push(outcome.process);
        }
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6], "as if each had another");
        let stats = session.stats();
        assert_eq!((stats.processes, stats.lost), (1, 0), "{name}: {script}");
    }
}

#[test]
fn progress_is_the_same_in_a_warm_process() {
    let system = |bound: u32| {
        format!(
            "(set-logic HORN)(declare-fun p (Int) Bool)(assert (p 0))\
             (assert (forall ((x Int)) (=> (and (p x) (< x {bound})) (p (+ x 1)))))\
             (assert (forall ((x Int)) (=> (and (p x) (= x 4)) false)))(check-sat)"
        )
    };
    // Numbers are times, memory and names of terms, which differ.
    let steps = |outcome: &Outcome| {
        let lines = outcome.progress.lines().filter(|l| l.contains("expand: "));
        let steps = lines.map(|line| line.replace(|c: char| c.is_ascii_digit(), ""));
        steps.collect::<Vec<_>>().join("\n")
    };
    for name in ["z3@4.8.12.0", Z3] {
        let of = |mode| {
            let mut config = session(name, mode).config().clone();
            config.progress = true;
            let mut session = Session::new(config);
            let scripts = [system(3), system(9), system(3)];
            let mut all = Vec::new();
            session
                .run_all(&scripts, |_, outcome| {
                    all.push((outcome.verdict().class().word(), steps(&outcome)));
                    std::ops::ControlFlow::Continue(())
                })
                .unwrap();
            all
        };
        let (fresh, warm) = (of(Mode::Fresh), of(Mode::Reset));
        assert_eq!(fresh, warm, "{name}");
        assert_eq!((fresh[0].0, fresh[1].0), ("sat", "unsat"));
        assert_eq!(fresh[0], fresh[2]);
        assert!(fresh[0].1.lines().count() > 3 && fresh[0].1 != fresh[1].1);
    }
}
