use super::*;
use crate::step::replay;
use std::collections::BTreeSet;

const SEED: &[u8] =
    b"(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-fun p () Bool)\n\
    (assert (and p (< (+ x 1) (* 2 y))))(assert (not (= x y)))(check-sat)\n";

fn mutants(seed: &[u8], others: &[&Grafts], count: u64) -> Vec<Mutant> {
    let mut swapper = Swapper::new(seed, SwapSettings::default()).unwrap();
    let make = |number| {
        let (mut mutant, mut used) = (Mutant::default(), Vec::new());
        swapper.make(number, others, &mut mutant, &mut used);
        mutant
    };
    (0..count).map(make).collect()
}

fn is_sorted(text: &[u8]) -> bool {
    let script = Script::parse(text).unwrap();
    script.unsorted_places().next().is_none() && script.unknown_symbols.is_empty()
}

fn labels(all: &[Mutant]) -> BTreeSet<String> {
    let steps = all.iter().flat_map(|mutant| &mutant.steps);
    steps.map(|step| step.rule.to_string()).collect()
}

#[test]
fn every_mutant_is_sorted_and_every_step_stands_alone() {
    let other = Grafts::of(
        b"(declare-fun f (Int) Int)(declare-const a Int)(assert (> (f (+ a a)) (div a 3)))(check-sat)",
    )
    .unwrap();
    let all = mutants(SEED, &[&other], 300);
    for mutant in &all {
        let text = String::from_utf8_lossy(&mutant.text);
        assert!(is_sorted(&mutant.text), "{text}");
        let rounds = replay(SEED, &mutant.steps).unwrap();
        assert_eq!(rounds[0].to, mutant.text);
        for step in &mutant.steps {
            let rounds = replay(SEED, std::slice::from_ref(step)).unwrap();
            assert!(is_sorted(&rounds[0].to));
        }
    }
    let labels = labels(&all);
    for label in [
        "op:or",
        "op:distinct",
        "op:-",
        "op:div",
        "term:own",
        "term:other",
        "term:grown",
        "logic",
    ] {
        assert!(labels.contains(label), "{label} {labels:?}");
    }
}

#[test]
fn the_logic_has_all_that_is_put_in() {
    for mutant in mutants(SEED, &[], 300) {
        let widens = mutant.steps.iter().any(|step| step.rule == "logic");
        let text = String::from_utf8(mutant.text).unwrap();
        assert_eq!(text.contains("(set-logic ALL)"), widens);
        // Arguments may become anything, so where it is not nothing is multiplied or divided.
        let bounded = ["op:*", "op:div", "op:mod", "op:abs"];
        let mut rules = mutant.steps.iter().map(|step| &*step.rule);
        assert!(
            widens || !rules.any(|rule| bounded.contains(&rule)),
            "{text}"
        );
    }
    let reals =
        b"(set-logic QF_LRA)(declare-const x Real)(assert (< (+ x 1) (* 2 x)))(check-sat)\n";
    let all = mutants(reals, &[], 300);
    assert!(!labels(&all).contains("op:to_int"));
    let logics: BTreeSet<Vec<u8>> = all.iter().map(|m| m.text[..19].to_vec()).collect();
    assert_eq!(logics.len(), 2);
    assert!(logics.contains(&b"(set-logic QF_NRA)("[..]));
}

#[test]
fn what_is_bound_stays_in_its_scope() {
    let seed = b"(declare-fun f (Int) Bool)(declare-const x Int)\n\
        (assert (forall ((y Int) (z Int)) (=> (f (+ y 1)) (let ((w (- z x))) (f (* w y))))))\n\
        (assert (exists ((y Bool)) (= y (f x))))(check-sat)\n";
    let all = mutants(seed, &[], 400);
    for mutant in &all {
        assert!(
            is_sorted(&mutant.text),
            "{}",
            String::from_utf8_lossy(&mutant.text)
        );
    }
    let labels = labels(&all);
    assert!(labels.contains("op:exists") && labels.contains("op:forall"));
}

#[test]
fn what_only_one_solver_knows_is_used_if_the_script_has_it() {
    let with = b"(declare-const x Int)(declare-const y Int)(assert (= x (mod_total x (mod x y))))(check-sat)\n";
    let without =
        b"(declare-const x Int)(declare-const y Int)(assert (= x (mod x (mod x y))))(check-sat)\n";
    let has = |all: &[Mutant]| labels(all).contains("op:mod_total");
    assert!(has(&mutants(with, &[], 200)) && !has(&mutants(without, &[], 200)));
}

#[test]
fn a_name_that_a_script_gives_another_meaning_is_not_put() {
    let seed =
        b"(declare-fun div (Int Int) Int)(declare-const x Int)(assert (= x (+ x x)))(check-sat)\n";
    let all = mutants(seed, &[], 200);
    assert!(!labels(&all).contains("op:div") && labels(&all).contains("op:mod"));
}

#[test]
fn what_is_refused_is_not_made() {
    let favours = [("op:*".to_owned(), 0), ("term:grown".to_owned(), 0)];
    let settings = SwapSettings {
        favours: Arc::new(favours.into()),
        ..SwapSettings::default()
    };
    let mut swapper = Swapper::new(SEED, settings).unwrap();
    let (mut mutant, mut used) = (Mutant::default(), Vec::new());
    for number in 0..300 {
        swapper.make(number, &[], &mut mutant, &mut used);
        let mut rules = mutant.steps.iter().map(|step| &*step.rule);
        assert!(!rules.any(|rule| matches!(rule, "op:*" | "term:grown")));
    }
}

#[test]
fn a_mutant_depends_on_its_number_alone() {
    let all = mutants(SEED, &[], 40);
    let mut swapper = Swapper::new(SEED, SwapSettings::default()).unwrap();
    let (mut mutant, mut used) = (Mutant::default(), Vec::new());
    swapper.make(39, &[], &mut mutant, &mut used);
    assert_eq!(mutant.text, all[39].text);
}

#[test]
fn names_are_neither_dropped_nor_doubled() {
    let seed = b"(declare-const x Int)(assert (! (and (! (< x 1) :named a) (> x 0)) :named b))\n\
        (assert (or (not a) (< x 5)))(check-sat)\n";
    for mutant in mutants(seed, &[], 200) {
        let text = String::from_utf8(mutant.text).unwrap();
        for name in [":named a", ":named b"] {
            assert_eq!(text.matches(name).count(), 1, "{text}");
        }
    }
}

/// Seeds that differ in a number.
fn alike() -> impl Iterator<Item = Vec<u8>> {
    (10..42).map(|n| {
        String::from_utf8_lossy(SEED)
            .replace("(+ x 1)", &format!("(+ x {n})"))
            .into_bytes()
    })
}

#[test]
fn seeds_have_random_numbers_of_their_own() {
    let (mut wide, mut first) = (0, BTreeSet::new());
    for seed in alike() {
        let all = mutants(&seed, &[], 4);
        wide += usize::from(all[0].steps.iter().any(|step| step.rule == "logic"));
        let done = |mutant: &Mutant| -> Vec<(u32, String)> {
            let steps = mutant.steps.iter().filter(|step| step.rule != "logic");
            steps
                .map(|step| (step.node as u32, step.rule.to_string()))
                .collect()
        };
        first.insert(all.iter().map(done).collect::<Vec<_>>());
    }
    // Half of them leave their logic from the first mutant on, and no two do the same.
    assert!((8..=24).contains(&wide), "{wide}");
    assert_eq!(first.len(), 32);
}

#[test]
fn no_logic_is_left_that_the_solver_has_no_larger_one_of() {
    let favours: Favours = [("logic".to_owned(), 0)].into_iter().collect();
    for seed in alike() {
        let mut swapper = Swapper::new(&seed, SwapSettings::default()).unwrap();
        swapper.prefer(&Arc::new(favours.clone()));
        let (mut mutant, mut used) = (Mutant::default(), Vec::new());
        swapper.make(0, &[], &mut mutant, &mut used);
        assert!(!mutant.steps.is_empty() && mutant.text.starts_with(b"(set-logic QF_LIA)"));
    }
}
