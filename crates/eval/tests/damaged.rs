//! Damaged scripts and models: any verdict will do, but there must be one.

use eval::{Budget, Model};
use proptest::prelude::*;
use smt::Script;

const SCRIPT: &str = "(declare-sort U 0)
(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))
(declare-fun f (Int Int) Int) (declare-fun g (U) U) (declare-const u U)
(declare-const x Int) (declare-const r Real) (declare-const a (Array Int (Array Int Int)))
(declare-const l L) (declare-const b (_ BitVec 70)) (declare-const s String)
(declare-const e (_ FloatingPoint 3 5))
(define-fun-rec h ((n Int)) Int (ite (< n 1) 0 (+ 1 (h (- n 1)))))
(assert (let ((y (f x (div x 0)))) (and (< y (h x)) (= (g (g u)) u))))
(assert (forall ((v U)) (exists ((w U)) (= (g w) v))))
(assert (= (* r r) 2.0)) (assert (= (select (select a 3) 1) (hd (tl l))))
(assert (match l ((nil false) ((cons p q) (> p 3)))))
(assert (bvult b ((_ rotate_left 3) b))) (assert (str.in_re s (re.* (str.to_re \"ab\"))))
(assert (fp.lt e (fp.add RNE e e)))
(check-sat)";

const MODEL: &str = "((declare-fun U!val!0 () U) (declare-fun U!val!1 () U)
(forall ((x U)) (or (= x U!val!0) (= x U!val!1)))
(define-fun u () U U!val!0) (define-fun g ((z U)) U (ite (= z U!val!0) U!val!1 U!val!0))
(define-fun x () Int 5) (define-fun r () Real (root-obj (+ (^ x 2) (- 2)) 1))
(define-fun a () (Array Int (Array Int Int)) (store ((as const (Array Int (Array Int Int))) ((as const (Array Int Int)) 13)) 3 (_ as-array k!0)))
(define-fun k!0 ((i Int)) Int (ite (= i 1) 7 8)) (define-fun l () L (cons 4 (cons 7 nil)))
(define-fun f ((p Int) (q Int)) Int (ite (and (= p 5) (= q 0)) (- 1) 4))
(define-fun div0 ((p Int) (q Int)) Int 0) (define-fun b () (_ BitVec 70) (_ bv5 70))
(define-fun s () String \"abab\") (define-fun e () (_ FloatingPoint 3 5) (fp #b0 #b011 #b0100)))";

/// One change of a text: a token dropped, doubled, or put in another's place.
fn damage(text: &str, changes: &[(usize, usize, u8)]) -> String {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut tokens: Vec<&str> = spaced.split_whitespace().collect();
    for &(at, other, how) in changes {
        let (at, other) = (at % tokens.len(), other % tokens.len());
        match how % 4 {
            0 => {
                tokens.remove(at);
            }
            1 => tokens.insert(at, tokens[other]),
            _ => tokens[at] = tokens[other],
        }
    }
    tokens.join(" ")
}

fn verdict_of(script: &str, model: &str) -> Option<String> {
    let script = Script::parse(script.as_bytes()).ok()?;
    let model = Model::parse(&script, 0, model.as_bytes()).ok()?;
    let budget = Budget {
        steps: 200_000,
        interpretations: 20,
        ..Budget::default()
    };
    Some(eval::check(&model, budget).to_string())
}

#[test]
fn undamaged_it_is_valid() {
    assert_eq!(verdict_of(SCRIPT, MODEL).as_deref(), Some("valid"));
}

fn changes() -> impl Strategy<Value = Vec<(usize, usize, u8)>> {
    proptest::collection::vec((0..1000usize, 0..1000usize, 2..4u8), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_model_is_judged(changes in changes()) {
        let verdict = verdict_of(SCRIPT, &damage(MODEL, &changes));
        prop_assert!(verdict.is_none_or(|v| !v.is_empty()));
    }

    #[test]
    fn a_damaged_script_is_judged(changes in changes()) {
        let verdict = verdict_of(&damage(SCRIPT, &changes), MODEL);
        prop_assert!(verdict.is_none_or(|v| !v.is_empty()));
    }

    #[test]
    fn unbalanced_texts_too(mut changes in changes(), how in 0..2u8) {
        changes[0].2 = how;
        let verdict = verdict_of(SCRIPT, &damage(MODEL, &changes));
        prop_assert!(verdict.is_none_or(|v| !v.is_empty()));
    }
}
