//! Formulas of seeds put together anew: a witness convinces without anybody else, a core has to be one,
//! and a model that is none is not used.

use crate::common::plan;
use crate::evidence::assert_found;
use crate::harness::{Asked, SEED, Watched, flat, is_seed, strategy, watch};
use campaign::ask::scripted::Reply;
use campaign::case::{Because, Derivation};
use campaign::models::is_right;

const MODEL: &str = "((define-fun x () Int 3) (define-fun y () Int 4))";

/// A small seed that is unsat; its last assertion has nothing to do with that.
const UNSAT: &str = "(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (< x 3))
(assert (> x 4))
(assert (> y 7))
(check-sat)
";
const CORE: &str = "(nuthatch!core!0 nuthatch!core!1)";

fn with(text: &str, says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static) -> Watched {
    watch(&plan(strategy("fragment", &flat("seed", text)), says))
}

/// Whoever is right about [`SEED`] and what is made of it.
fn right(_: &str, _: &str) -> Reply {
    Reply::model(MODEL)
}

#[test]
fn who_is_right_is_not_suspected() {
    let seen = with(SEED, right);
    seen.assert_innocent();
    let tests = seen
        .units()
        .iter()
        .map(|unit| unit.tally.mutants)
        .sum::<u64>();
    assert!(tests > 50, "{tests}");
}

#[test]
fn a_witness_is_enough() {
    let seen = with(SEED, |_, script| match script.contains("(xor ") {
        true => Reply::unsat(),
        false => Reply::model(MODEL),
    });
    assert_found(&seen, "model that we checked");
    for finding in seen.findings() {
        assert!(
            finding.parents.is_empty(),
            "no answer of the solver is needed"
        );
        assert!(
            finding.title.ends_with("which has a model"),
            "{}",
            finding.title
        );
        let script = String::from_utf8_lossy(&finding.witness.script);
        let combined = script.lines().filter(|line| line.starts_with("(assert"));
        // What is not needed is left out.
        assert!(combined.clone().count() == 1, "{script}");
        assert!(
            combined.clone().any(|line| line.contains("(xor ")),
            "{script}"
        );
    }
}

#[test]
fn a_model_that_is_none_makes_nothing() {
    let wrong = "((define-fun x () Int 4) (define-fun y () Int 3))";
    let asked = Asked::default();
    with(SEED, asked.of(move |_, _| Reply::model(wrong)));
    let of_others = |script: &String| !is_seed(script);
    assert_eq!(
        asked
            .scripts("tested")
            .into_iter()
            .filter(of_others)
            .count(),
        0
    );
}

/// Says unsat to what has both assertions of the core, as it should.
fn knows_the_core(script: &str) -> bool {
    script.contains("(< x 3)") && script.contains("(> x 4)")
}

#[test]
fn what_has_a_core_stays_unsat() {
    let seen = with(UNSAT, |_, script| match knows_the_core(script) {
        true if script.contains("(ite ") => Reply::sat(),
        true => Reply::unsat().printing(CORE),
        false => Reply::unknown(),
    });
    assert_found(&seen, "nobody else can say which");
    for finding in seen.findings() {
        let Derivation::Fragment(made) = &finding.derivation else {
            panic!("it is made of fragments");
        };
        let Because::Core(core) = &made.because else {
            panic!("it is made around a core");
        };
        let core = String::from_utf8_lossy(&core.text);
        assert!(!core.contains("(> y 7)"), "{core}");
        let script = String::from_utf8_lossy(&finding.witness.script);
        assert!(
            knows_the_core(&script) && script.contains("(ite "),
            "{script}"
        );
    }
}

/// Without one of its assertions a core may have a model, and under that all formulas of the seed are worth
/// something: what is true is sat.
#[test]
fn most_of_a_core_has_a_model_that_makes_formulas_true() {
    let asked = Asked::default();
    let says = |_: &str, script: &str| {
        if script.contains("nuthatch!core!") {
            return Reply::unsat().printing(CORE);
        }
        let plain: Vec<&str> = script
            .lines()
            .filter(|l| l.starts_with("(assert"))
            .collect();
        match plain[..] {
            ["(assert (< x 3))"] => Reply::model("((x 0) (y 9))"),
            ["(assert (> x 4))"] => Reply::model("((x 9) (y 9))"),
            // It is right about the core, and wrong about all else.
            _ => Reply::unsat(),
        }
    };
    let seen = with(UNSAT, asked.of(says));
    assert_found(&seen, "model that we checked");
    let sat = seen.findings().into_iter().all(|finding| {
        let Derivation::Fragment(made) = &finding.derivation else {
            return false;
        };
        matches!(&made.because, Because::Witness(witness) if witness.contains('9'))
    });
    assert!(sat);
}

/// Whoever tries all there is for two Booleans.
fn tries_all(_: &str, script: &str) -> Reply {
    let values = ["false false", "false true", "true false", "true true"];
    let models = values.map(|values| {
        let (p, q) = values.split_once(' ').unwrap();
        format!("((p {p}) (q {q}))")
    });
    let mut models = models.iter();
    match models.find(|model| is_right(script.as_bytes(), model)) {
        Some(model) => Reply::model(model),
        None => Reply::unsat(),
    }
}

/// Of what is unsat only by what it assumes, all that is asserted is no core.
#[test]
fn what_is_assumed_is_not_forgotten() {
    let declared = "(declare-const p Bool)\n(declare-const q Bool)\n";
    let reset = "(set-option :global-declarations true)
(assert (or (not p) q))\n(check-sat-assuming (p (not q)))
(reset-assertions)\n(assert (not q))\n(check-sat-assuming (q))\n";
    let long = "(assert (or (not p) q))\n(check-sat-assuming (p (not q)))\n".repeat(30);
    for asked in [reset, &long] {
        let text = format!("{declared}{asked}");
        let whole = flat("seed", &text).pop().unwrap();
        assert!(whole.name.ends_with(".whole"));
        let asked = Asked::default();
        let seen = watch(&plan(strategy("fragment", &[whole]), asked.of(tries_all)));
        seen.assert_innocent();
        // All that is asserted is asked about only together with what is assumed.
        let scripts = asked.scripts("tested");
        assert!(!scripts.is_empty());
        assert!(scripts.iter().all(|script| script.contains("-assuming")));
        // Each check by itself is as good as any other seed.
        with(&text, tries_all).assert_innocent();
    }
}

/// It is unsat, since no function is one more than itself; and what is made of it is so, too.
#[test]
fn a_model_of_an_impossible_definition_makes_nothing() {
    let seed = "(define-fun-rec f ((n Int)) Int (+ 1 (f n)))\n(declare-const x Int)
(declare-const y Int)\n(assert (< x y))\n(assert (< y 10))\n(check-sat)\n";
    let seen = with(seed, |_, script| match is_seed(script) {
        true => Reply::model(MODEL),
        false => Reply::unsat(),
    });
    seen.assert_innocent();
}
