//! Terms replaced by what is equal to them, tried by our own semantics: no assignment makes a mutant true
//! and its seed false, or the other way round.

use campaign::semantics::Semantics;
use mutate::claim::claim;
use mutate::flatten;
use mutate::mutator::{Mutant, Mutator, MutatorSettings, Way, Workbench};
use mutate::rule::Direction;
use mutate::step::Form;
use smt::Script;

/// Seeds whose every term is evaluated, and that are true under some assignments and false under others.
const SEEDS: &[&str] = &[
    "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)
     (assert (xor (ite p q r) (=> q (and p r))))(assert (or p (= q r)))",
    "(declare-const u (_ BitVec 3))(declare-const v (_ BitVec 3))
     (assert (bvult (bvadd u (bvmul v u)) (ite (bvslt u v) (bvnot u) (bvurem v u))))
     (assert (= ((_ extract 1 0) (bvsub u v)) ((_ extract 2 1) (bvshl u v))))",
    "(declare-const u (_ BitVec 4))(declare-const v (_ BitVec 2))
     (assert (distinct (concat v ((_ extract 2 1) u)) ((_ rotate_left 1) (bvashr u ((_ sign_extend 2) v)))))",
    "(declare-const x Int)(declare-const y Int)
     (assert (< (+ x (* 2 y)) (abs (- x y))))(assert (= (mod x 3) (ite (> y 0) (div y 2) 1)))",
    "(declare-const x Real)(declare-const y Real)
     (assert (or (< (+ x 1.5) y) (= (to_int x) (to_int (- y)))))(assert (<= (/ x 2.0) (- x y)))",
    "(declare-const f (_ FloatingPoint 3 3))(declare-const g (_ FloatingPoint 3 3))
     (assert (fp.leq (fp.add RNE f g) (fp.abs (fp.neg f))))(assert (not (fp.isNaN (fp.mul RTZ f g))))",
    "(declare-const s String)(declare-const t String)
     (assert (< (str.len (str.++ s t)) (+ 3 (str.indexof s t 0))))
     (assert (distinct (str.replace s t \"a\") (str.substr s 1 2)))",
    "(declare-const s String)
     (assert (str.in_re s (re.++ (re.* (str.to_re \"ab\")) (re.opt (re.union (str.to_re \"a\") re.allchar)))))",
    "(declare-const s (Seq Bool))(declare-const t (Seq Bool))
     (assert (distinct (seq.++ s t) (seq.++ t s)))(assert (< (seq.len s) (+ 1 (seq.len t))))",
    "(declare-const a (Array Bool (_ BitVec 2)))(declare-const i Bool)(declare-const v (_ BitVec 2))
     (assert (= (select (store a i v) (not i)) (bvadd v (select a i))))",
    "(declare-datatype Colour ((red) (green) (blue)))(declare-const c Colour)(declare-const d Colour)
     (assert (distinct c (ite ((_ is red) d) green d)))",
    "(define-fun g ((n (_ BitVec 3)) (m (_ BitVec 3))) (_ BitVec 3) (ite (bvult n m) n (bvadd n m)))
     (declare-const u (_ BitVec 3))(assert (let ((w (g u #b011))) (= (bvand w u) (g w w))))",
];

#[test]
fn mutants_mean_what_their_seeds_mean() {
    let semantics = Semantics {
        draws: 200,
        seed: 0,
    };
    let (mut tried, mut evaluated) = (0, 0);
    for seed in SEEDS {
        let script = Script::parse(format!("(set-logic ALL)\n{seed}\n(check-sat)\n").into_bytes());
        let seed = flatten::seeds(&script.unwrap()).unwrap().remove(0).text;
        let settings = MutatorSettings {
            forms: vec![Form::Polarity],
            ways: vec![Way::Equate],
            rounds: 2,
            ..MutatorSettings::new(Direction::Over)
        };
        let mutator = Mutator::new(&seed, settings).unwrap();
        let (mut workbench, mut mutant) = (Workbench::default(), Mutant::default());
        for number in 0..40 {
            mutator.make(number, &mut workbench, &mut mutant);
            for direction in [Direction::Over, Direction::Under] {
                let claim = claim(&seed, &mutant.text, direction).unwrap();
                let claim = String::from_utf8(claim).unwrap();
                let found = semantics.attempt(&claim);
                assert_eq!(found.refuted, None, "{:?}\n{claim}", mutant.steps);
                tried += 1;
                evaluated += usize::from(found.drawn + found.exhaustive > 0);
            }
        }
    }
    assert!(evaluated * 10 > tried * 8, "{evaluated} of {tried}");
}
