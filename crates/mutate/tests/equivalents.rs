//! Terms replaced by what is equal to them: that such mutants are scripts with sorts, are made again from
//! their steps, and reach where approximation does not. Whether they are equal is tried by crate
//! `campaign`, by our own semantics.

use mutate::flatten;
use mutate::mutator::{Mutant, Mutator, MutatorSettings, Way, Workbench};
use mutate::rule::{Claim, Direction, RuleSet};
use mutate::step::{Form, replay};
use smt::Script;
use std::collections::BTreeSet;

const SEEDS: &[&str] = &[
    "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)
     (assert (= (mod x 3) (abs (* x y))))(assert (or (< x (div y 2)) (= (+ x y 1) 7)))",
    "(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)
     (assert (xor (< (* 3 x) (ite (> y 0) y 1)) (= x (- y))))(assert (<= 0 (/ x 2) (+ x y)))",
    "(set-logic QF_BV)(declare-const u (_ BitVec 8))(declare-const v (_ BitVec 4))
     (assert (= (concat v ((_ extract 5 2) u)) (bvadd u ((_ zero_extend 4) (bvnot v)))))
     (assert (not (bvult ((_ rotate_left 3) u) (bvshl u #x01))))",
    "(set-logic QF_FP)(declare-const f Float16)(declare-const m RoundingMode)
     (assert (fp.lt (fp.add m f (fp.abs f)) (fp.neg f)))(assert (= f (fp.mul RNE f f)))",
    "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)
     (assert (= (str.len (str.++ s t)) (+ 1 (str.indexof s t 0))))
     (assert (str.in_re (str.replace s t \"a\") (re.+ (re.union (str.to_re \"a\") (re.range \"a\" \"f\")))))",
    "(set-logic ALL)(declare-const s (Seq Int))(declare-const t (Seq Int))
     (assert (= (seq.len (seq.++ s t)) (seq.nth s 0)))(assert (distinct (seq.at s 1) t))",
    "(set-logic QF_ALIA)(declare-const a (Array Int Int))(declare-const i Int)
     (assert (= (select (store a i 3) (+ i 1)) (select a 0)))",
    "(set-logic ALL)(declare-datatype L ((nil) (cons (car Int) (cdr L))))(declare-const l L)
     (assert (distinct l (cons 1 nil)))(assert (ite ((_ is cons) l) (= (cdr l) nil) (= l nil)))",
    "(set-logic ALL)(declare-const s (Set Int))(declare-const t (Set Int))
     (assert (= (set.union s (set.minus t s)) (set.inter s t)))(assert (> (set.card s) 1))",
    "(set-logic UFLIA)(declare-fun f (Int) Int)(declare-fun p (Int) Bool)
     (assert (forall ((x Int)) (! (= (p x) (> (f (+ x 1)) x)) :pattern ((f x)))))
     (assert (let ((y (f 3))) (p (ite (p y) y (- y)))))",
    "(set-logic QF_LIA)(declare-const x Int)(define-fun g ((n Int)) Int (ite (< n x) n (+ n x)))
     (assert (! (= (g 2) (! (- x 1) :named less)) :named all))(assert (or (not all) (> less 0)))",
];

fn flat(script: &str) -> Vec<u8> {
    let script = Script::parse(format!("{script}\n(check-sat)\n").into_bytes()).unwrap();
    flatten::seeds(&script).unwrap().remove(0).text
}

fn settings(rounds: u32) -> MutatorSettings {
    MutatorSettings {
        forms: vec![Form::Polarity],
        ways: vec![Way::Equate],
        rounds,
        ..MutatorSettings::new(Direction::Over)
    }
}

fn mutants(seed: &[u8], rounds: u32, count: u64) -> Vec<Mutant> {
    let mutator = Mutator::new(seed, settings(rounds)).unwrap();
    assert!(!mutator.is_barren());
    let mut workbench = Workbench::default();
    let make = |number| {
        let mut mutant = Mutant::default();
        mutator.make(number, &mut workbench, &mut mutant);
        mutant
    };
    (0..count).map(make).collect()
}

#[test]
fn mutants_are_scripts_with_sorts_and_come_from_their_steps() {
    for seed in SEEDS {
        let seed = flat(seed);
        for rounds in [1, 3] {
            for mutant in mutants(&seed, rounds, 150) {
                let text = String::from_utf8_lossy(&mutant.text).into_owned();
                let script = Script::parse(&mutant.text[..]).unwrap();
                for assertion in script.assertions() {
                    assert!(
                        script.is_sorted_formula(assertion),
                        "{:?}\n{text}",
                        mutant.steps
                    );
                }
                let again = replay(&seed, &mutant.steps).unwrap();
                let again = again.last().map_or(&seed, |round| &round.to);
                assert_eq!(String::from_utf8_lossy(again), text);
            }
        }
    }
}

#[test]
fn most_are_changed_and_differ() {
    for seed in SEEDS {
        let made = mutants(&flat(seed), 1, 200);
        let texts: BTreeSet<&[u8]> = made.iter().map(|mutant| &mutant.text[..]).collect();
        assert!(texts.len() > 150, "{} of 200: {seed}", texts.len());
        assert!(made.iter().all(|mutant| mutant.steps.len() <= 5));
    }
}

#[test]
fn all_steps_are_equivalences() {
    let rules = RuleSet::builtin();
    let mut used = BTreeSet::new();
    for seed in SEEDS {
        for step in mutants(&flat(seed), 1, 200).iter().flat_map(|m| &m.steps) {
            let rule = rules.rules().iter().find(|rule| rule.name == step.rule);
            let claim = rule.unwrap().templates[step.template].claim;
            assert!(step.equal && claim == Claim::Equal, "{step:?}");
            used.insert(rule.unwrap().theory);
        }
    }
    assert!(used.len() >= 10, "{used:?}");
}

#[test]
fn places_are_reached_that_have_no_polarity() {
    let seed = flat(SEEDS[1]);
    let made = mutants(&seed, 1, 300);
    let was = |text: &str| {
        let steps = made.iter().flat_map(|mutant| &mutant.steps);
        steps.filter(|step| step.was == text.as_bytes()).count()
    };
    // A side of an exclusive disjunction, a condition of a term, a term, a variable, a literal.
    for text in [
        "(< (* 3 x) (ite (> y 0) y 1))",
        "(> y 0)",
        "(+ x y)",
        "y",
        "1",
    ] {
        assert!(was(text) > 0, "{text}");
    }
    // A factor of a linear logic.
    assert_eq!(was("3"), 0);
}

#[test]
fn names_are_neither_lost_nor_doubled() {
    let seed = flat(SEEDS[10]);
    for mutant in mutants(&seed, 2, 300) {
        let text = String::from_utf8_lossy(&mutant.text).into_owned();
        for name in [":named less", ":named all"] {
            assert_eq!(text.matches(name).count(), 1, "{text}");
        }
    }
}

#[test]
fn patterns_stay() {
    let seed = flat(SEEDS[9]);
    for mutant in mutants(&seed, 1, 300) {
        let text = String::from_utf8_lossy(&mutant.text).into_owned();
        assert!(text.contains(":pattern ((f x))"), "{text}");
    }
}

#[test]
fn rounds_replace_what_was_put() {
    let seed = flat("(set-logic QF_LIA)(declare-const x Int)(assert (> x 0))");
    let made = mutants(&seed, 3, 50);
    let is_new = |step: &&mutate::step::Step| {
        let place = String::from_utf8_lossy(&step.was).into_owned();
        step.round > 0 && !String::from_utf8_lossy(&seed).contains(&place)
    };
    let steps = made.iter().flat_map(|mutant| &mutant.steps);
    assert!(steps.filter(is_new).count() > 0);
}
