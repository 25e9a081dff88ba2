use super::*;
use eval::{Budget, Model};
use smt::{CommandKind, Script};

const SETTINGS: FragmentSettings = FragmentSettings {
    seed: 7,
    most_assertions: 4,
};

const FIRST: &str = "(set-logic ALL)(declare-const x Int)(declare-const y Int)(declare-const d Int)
    (declare-fun f (Int) Int)
    (assert (let ((s (+ x y))) (or (> s 3) (= (f s) 2) (forall ((b Bool)) (or b (> s 1))))))
    (assert (= (div x d) 7))
    (assert (! (< x y) :named n)) (check-sat)";
/// What division by zero is, the model says; the standard does not.
const OF_FIRST: &str = "((define-fun x () Int 1) (define-fun y () Int 4) (define-fun d () Int 0)
    (define-fun f ((a Int)) Int (ite (= a 5) 2 0)) (define-fun div0 ((a Int)) Int 7))";

const OTHER: &str = "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
    (declare-const x L)(declare-const z Int)
    (assert (and ((_ is cons) x) (= (head x) z))) (assert (= (head (tail x)) 3)) (check-sat)";
const OF_OTHER: &str = "((define-fun x () L (cons 8 nil)) (define-fun z () Int 8))";

fn first() -> Assigned<'static> {
    Assigned {
        text: FIRST.as_bytes(),
        model: OF_FIRST,
    }
}

fn other() -> Assigned<'static> {
    Assigned {
        text: OTHER.as_bytes(),
        model: OF_OTHER,
    }
}

fn made(fragments: &Fragments, number: u64) -> FragmentMutant {
    let mut mutant = FragmentMutant::default();
    fragments.make(number, &mut FragmentWorkbench::default(), &mut mutant);
    mutant
}

/// All formulas with their values.
fn known(fragments: &Fragments) -> Vec<(String, bool)> {
    let all = fragments.formulas.iter().flatten();
    all.map(|f| (String::from_utf8(f.text.clone()).unwrap(), f.truth))
        .collect()
}

#[test]
fn what_is_left_open_has_no_value() {
    let fragments = Fragments::satisfied(first(), &[], SETTINGS).unwrap();
    let known = known(&fragments);
    assert!(known.contains(&("(< x y)".to_owned(), true)), "{known:?}");
    assert!(known.contains(&("(let ((s (+ x y))) (= (f s) 2))".to_owned(), true)));
    let quantified = "(let ((s (+ x y))) (forall ((b Bool)) (or b (> s 1))))";
    assert!(known.contains(&(quantified.to_owned(), true)), "{known:?}");
    assert!(
        !known.iter().any(|(text, _)| text.contains("div")),
        "{known:?}"
    );
}

#[test]
fn seeds_go_together_under_names_of_their_own() {
    let fragments = Fragments::satisfied(first(), &[other()], SETTINGS).unwrap();
    assert_eq!(fragments.others(), [0]);
    let known = known(&fragments);
    assert!(
        known.contains(&("((_ is cons) x!2)".to_owned(), true)),
        "{known:?}"
    );
    assert!(known.contains(&("(= (head x!2) z)".to_owned(), true)));
    // The head of nothing is anything.
    assert!(
        !known.iter().any(|(text, _)| text.contains("tail")),
        "{known:?}"
    );
    let clashing = Assigned {
        text: b"(declare-const x Int)(assert (> x 0))(declare-heap (Int Int))(check-sat)",
        model: "((x 1))",
    };
    let fragments = Fragments::satisfied(first(), &[clashing, other()], SETTINGS).unwrap();
    assert_eq!(fragments.others(), [1]);
}

/// Every mutant has the witness for a model, at every check.
#[test]
fn mutants_are_true_in_the_model() {
    let fragments = Fragments::satisfied(first(), &[other()], SETTINGS).unwrap();
    let Grounds::Witness(witness) = fragments.grounds() else {
        panic!("they are sat");
    };
    let (mut several, mut of_both) = (0, 0);
    for number in 0..500 {
        let mutant = made(&fragments, number);
        let text = String::from_utf8_lossy(&mutant.text).into_owned();
        let script = Script::parse(&mutant.text[..]).unwrap();
        assert!(script.unsorted_places().next().is_none(), "{text}");
        let checks = eval::checks(&script).len();
        for check in 0..checks {
            let model = Model::parse(&script, check, witness.as_bytes()).unwrap();
            let verdict = eval::check(&model, Budget::default());
            assert_eq!(verdict.to_string(), "valid", "{text}");
        }
        several += usize::from(checks > 1);
        of_both += usize::from(text.contains("(< x y)") && text.contains("(= (head x!2) z)"));
        assert_eq!(made(&fragments, number).text, mutant.text);
    }
    assert!(several > 30 && of_both > 30, "{several} {of_both}");
}

#[test]
fn any_assertion_can_be_left_out() {
    let fragments = Fragments::satisfied(first(), &[], SETTINGS).unwrap();
    let mutant = made(&fragments, 3);
    for (place, line) in mutant.lines.iter().enumerate() {
        let is_assertion = line.text.starts_with(b"(assert ");
        assert_eq!(line.combines.is_some(), is_assertion);
        let others = mutant
            .lines
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        let mut text = Vec::new();
        write(fragments.frame(), others.map(|(_, line)| line), &mut text);
        assert!(Script::parse(text).is_ok());
    }
}

#[test]
fn a_core_stays_whatever_is_added() {
    let whole = b"(declare-const p Bool)(declare-const q Bool)
        (assert (or p q))(assert (not p))(assert (not q))(assert (xor p q))(check-sat)";
    let core = core(whole, "(nuthatch!core!0 nuthatch!core!1 nuthatch!core!2)").unwrap();
    let fragments = Fragments::around_core(&core, whole, &[OTHER.as_bytes()], SETTINGS).unwrap();
    assert_eq!(fragments.others(), [0]);
    let mut added = 0;
    for number in 0..100 {
        let mutant = made(&fragments, number);
        let script = Script::parse(&mutant.text[..]).unwrap();
        assert!(script.unsorted_places().next().is_none());
        // At every check all of the core is in force.
        let shown = |assertions: &[smt::TermId]| -> Vec<String> {
            assertions.iter().map(|&a| script.show_term(a)).collect()
        };
        for check in eval::checks(&script) {
            let in_force = shown(&check.assertions);
            for of_core in ["(or p q)", "(not p)", "(not q)"] {
                assert!(in_force.iter().any(|a| a == of_core), "{in_force:?}");
            }
        }
        let commands = script.commands.iter();
        added += commands
            .filter(|c| matches!(c.kind, CommandKind::Assert(_)))
            .count()
            - 3;
    }
    assert!(added > 150, "{added}");
}

#[test]
fn a_seed_that_asks_several_times_lends_its_layout() {
    let seed = Assigned {
        text: b"(declare-const p Bool)(declare-const q Bool)(assert p)(check-sat)(push 1)
            (assert q)(check-sat)(pop 1)(assert (not q))(check-sat)",
        model: "((p true) (q false))",
    };
    let fragments = Fragments::satisfied(seed, &[], SETTINGS).unwrap();
    let like_it = (0..100).filter(|&number| {
        let mutant = made(&fragments, number);
        let heads = mutant.lines.iter().map(|line| &line.text[..4]);
        let heads: Vec<&[u8]> = heads.collect();
        heads.ends_with(&[
            b"(che", b"(pus", b"(ass", b"(che", b"(pop", b"(ass", b"(che",
        ])
    });
    assert!(like_it.count() > 30);
}

/// A definition holds of all arguments, and a model shows it only of those that are looked at.
#[test]
fn a_model_does_not_show_that_a_definition_is_possible() {
    let impossible = Assigned {
        text: b"(set-logic ALL)(define-fun-rec g ((n Int)) Int (+ 1 (g n)))(declare-const u Int)
            (assert (> u 1))(check-sat)",
        model: "((define-fun u () Int 2))",
    };
    assert!(Fragments::satisfied(impossible, &[], SETTINGS).is_none());
    let fragments = Fragments::satisfied(first(), &[impossible, other()], SETTINGS).unwrap();
    assert_eq!(fragments.others(), [1]);
    // What is unsat stays so.
    let unsat = b"(set-logic ALL)(declare-const p Bool)(assert p)(assert (not p))(check-sat)";
    let fragments = Fragments::around_core(unsat, unsat, &[impossible.text], SETTINGS).unwrap();
    assert_eq!(fragments.others(), [0]);
}

/// What is assumed is no assertion, and what was taken back is none any more.
#[test]
fn what_asks_about_more_than_its_assertions_is_no_core() {
    let declared = "(declare-const p Bool)(declare-const q Bool)";
    let long = "(assert (not q))(check-sat-assuming (q))".repeat(30);
    for asked in [
        "(assert (or (not p) q))(check-sat-assuming (p (not q)))",
        "(assert (or (not p) q))(check-sat-assuming (p (not q)))
         (reset-assertions)(assert (not q))(check-sat-assuming (q))",
        &long,
        "(push 1)(assert p)(pop 1)(assert q)(assert (not q))(check-sat)",
    ] {
        let seed = format!("{declared}{asked}").into_bytes();
        assert!(
            Fragments::around_core(&seed, &seed, &[], SETTINGS).is_none(),
            "{asked}"
        );
    }
}
