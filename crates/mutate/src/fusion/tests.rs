use super::*;
use crate::rng::Rng;
use eval::{Budget, Model, Verdict};
use smt::{Script, Status};

fn part(text: &str) -> Part {
    Part::new(text.as_bytes()).unwrap()
}

fn base(first: &str, second: &str, shape: Shape) -> String {
    let (first, second) = (part(first), part(second));
    let logic = first.common_logic(&second);
    let base = Base::new(&first, &second, shape, logic).unwrap();
    String::from_utf8(base.text().to_vec()).unwrap()
}

const FIRST: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const y Int)\n\
    (assert (and (< x y) (> x 3)))\n(assert (! (< y 9) :named short))\n(check-sat)\n";
const SECOND: &str = "(set-logic QF_LIA)\n(declare-fun x () Int)\n(define-fun twice ((y Int)) Int (* 2 y))\n\
    (assert (let ((short (twice x))) (= short 14)))\n(check-sat)\n";

#[test]
fn names_are_kept_apart() {
    assert_eq!(
        base(FIRST, SECOND, Shape::Both),
        "(set-logic QF_LIA)\n\
         (declare-const x!1 Int)\n(declare-const y!1 Int)\n(declare-fun x!2 () Int)\n\
         (assert (and (< x!1 y!1) (> x!1 3)))\n(assert (! (< y!1 9) :named short!1))\n\
         (define-fun twice ((y Int)) Int (* 2 y))\n\
         (assert (let ((short (twice x!2))) (= short 14)))\n(check-sat)\n"
    );
}

#[test]
fn one_of_two_holds_as_one_assertion() {
    assert_eq!(
        base(SECOND, FIRST, Shape::Either),
        "(set-logic QF_LIA)\n\
         (declare-fun x!1 () Int)\n(declare-const x!2 Int)\n(declare-const y!2 Int)\n\
         (define-fun twice ((y Int)) Int (* 2 y))\n\
         (assert (or\n(let ((short (twice x!1))) (= short 14))\n\
         (and (and (< x!2 y!2) (> x!2 3)) (< y!2 9))))\n(check-sat)\n"
    );
}

#[test]
fn sorts_constructors_and_their_testers_are_kept_apart() {
    let list = "(declare-sort U 0)(declare-datatypes ((L 0)) (((nil) (cons (head U) (tail L)))))\n\
        (declare-const l L)(assert (and (is-cons l) ((_ is nil) (tail l))))(check-sat)";
    let other = "(declare-datatypes ((L 0)) (((nil) (cons (head Bool)))))\n\
        (declare-const |l| L)(assert (is-cons |l|))(check-sat)";
    let made = base(list, other, Shape::Both);
    for piece in [
        "(declare-datatypes ((L!1 0)) (((nil!1) (cons!1 (head!1 U) (tail!1 L!1)))))",
        "(assert (and (is-cons!1 l!1) ((_ is nil!1) (tail!1 l!1))))",
        "(declare-const l!2 L!2)",
        "(assert (is-cons!2 l!2))",
    ] {
        assert!(made.contains(piece), "{piece} in\n{made}");
    }
    let script = Script::parse(made.as_bytes()).unwrap();
    assert_eq!(script.unsorted_places().count(), 0);
}

#[test]
fn names_of_theories_are_not_kept() {
    let own = "(set-logic QF_UF)(declare-sort T 0)(declare-fun set.empty () T)(declare-fun t () T)\n\
        (assert (= t set.empty))(check-sat)";
    let made = base(own, FIRST, Shape::Both);
    assert!(made.contains("(declare-fun set.empty!1 () T)"), "{made}");
    assert!(made.contains("(assert (= t set.empty!1))"), "{made}");
}

#[test]
fn numerals_are_reals_in_any_logic() {
    let reals = "(set-logic QF_LRA)\n(declare-const r Real)\n(assert (< r 3))\n(check-sat)\n";
    let made = base(reals, FIRST, Shape::Both);
    assert!(made.starts_with("(set-logic ALL)\n"), "{made}");
    assert!(made.contains("(assert (< r 3.0))"), "{made}");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let unfit = |text: &str| Part::new(text.as_bytes()).unwrap_err();
    let of = |middle: &str| format!("(declare-const x Int)\n{middle}(assert (< x 3))\n(check-sat)");
    assert_eq!(unfit(&of("(push 1)")), Unfit::Command);
    assert_eq!(unfit(&of("(check-sat)")), Unfit::Command);
    assert_eq!(unfit(&of("(maximize x)")), Unfit::Command);
    assert_eq!(unfit(&of("(set-option :encoding ascii)")), Unfit::Option);
    assert_eq!(unfit(&of("(assert (what x))")), Unfit::NotUnderstood);
    assert_eq!(unfit(&of("(declare-fun x (Int) Int)")), Unfit::Name);
    assert_eq!(
        unfit(&of("(assert (exists ((div Int)) (= div x)))")),
        Unfit::Name
    );
    let with = |option: &str| part(&of(&format!("(set-option {option})")));
    assert_eq!(unfit(&of("(set-logic HO_ALL)")), Unfit::Logic);
    let (one, two) = (with(":smt.arith.solver 2"), with(":smt.arith.solver 6"));
    let joined = |a, b, shape| Base::new(a, b, shape, None).map(|_| ());
    assert_eq!(joined(&one, &two, Shape::Both), Err(Unjoined::Settings));
    assert_eq!(joined(&one, &one, Shape::Both), Ok(()));
    // The answer of a seed is one under its own options.
    let plain = part(&of(""));
    assert_eq!(joined(&one, &plain, Shape::Both), Err(Unjoined::Settings));
    assert_eq!(joined(&plain, &one, Shape::Both), Err(Unjoined::Settings));
    let (more, less) = (with(":strings-exp true"), with(":strings-exp false"));
    assert_eq!(joined(&more, &plain, Shape::Both), Ok(()));
    assert_eq!(joined(&plain, &more, Shape::Both), Ok(()));
    assert_eq!(joined(&more, &less, Shape::Both), Err(Unjoined::Settings));
    let named = part(
        "(declare-const x Int)(assert (! (< x 3) :named n))(assert (or n (= x 4)))(check-sat)",
    );
    assert_eq!(joined(&plain, &named, Shape::Either), Err(Unjoined::Names));
    assert_eq!(joined(&plain, &named, Shape::Both), Ok(()));
    let closed = part("(assert (forall ((x Int)) (< x 3)))(check-sat)");
    assert_eq!(
        joined(&plain, &closed, Shape::Both),
        Err(Unjoined::NoConstants)
    );
}

#[test]
fn attributes_and_recursive_definitions_are_left_alone() {
    let text = "(declare-const x Int)(declare-fun f (Int) Int)\n\
        (define-fun-rec g ((n Int)) Int (ite (< n x) n (g (- n 1))))\n\
        (assert (forall ((n Int)) (! (< (f n) x) :pattern ((f (+ n x))) :weight 3)))\n(check-sat)\n";
    let (first, second) = (part(text), part(FIRST));
    let base = Base::new(&first, &second, Shape::Both, None).unwrap();
    assert_eq!(base.constants[0].len(), 1);
    let places: Vec<String> = base.constants[0][0]
        .places
        .iter()
        .map(|&node| {
            String::from_utf8_lossy(&base.text()[..base.script.tree.range(node).end]).into()
        })
        .collect();
    assert_eq!(places.len(), 1);
    assert!(places[0].ends_with("(! (< (f n) x!1"), "{}", places[0]);
}

/// Seeds with a model each, of as many sorts as there are fusions for.
const SORTED: &[(&str, &str)] = &[
    ("Int", "(- 7)"),
    ("Real", "(/ 5.0 2.0)"),
    ("Bool", "true"),
    ("(_ BitVec 8)", "#xa3"),
    ("(_ BitVec 5)", "#b10011"),
    ("(_ FloatingPoint 3 5)", "(_ NaN 3 5)"),
    ("(_ FloatingPoint 3 5)", "(fp #b1 #b010 #b0110)"),
    ("RoundingMode", "RTZ"),
    ("String", "\"ab\""),
    ("(Seq Int)", "(seq.unit 4)"),
    ("(Array Int Bool)", "((as const (Array Int Bool)) false)"),
    ("D", "(mk 3)"),
];

fn sorted(sort: &str, value: &str, name: &str) -> (String, String) {
    let datatype = match sort {
        "D" => "(declare-datatypes ((D 0)) (((mk (it Int)) (no))))\n",
        _ => "",
    };
    let model = format!("((define-fun {name} () {sort} {value}))");
    let text = format!(
        "{datatype}(declare-const {name} {sort})\n(assert (= {name} {value}))\n\
         (assert (not (distinct {value} {name})))\n(check-sat)\n"
    );
    (text, model)
}

/// The fusions that were met are those that are there, and every mutant has the model that is built
/// from those of its seeds: that is a proof, for these seeds.
#[test]
fn every_fusion_is_used_and_keeps_the_model() {
    let mut met = std::collections::BTreeSet::new();
    let mut fused = Fused::default();
    let mut rng = Rng::new(1, 0);
    for (sort, value) in SORTED {
        for (other_sort, other_value) in SORTED {
            let (a, model_a) = sorted(sort, value, "x");
            let (b, model_b) = sorted(other_sort, other_value, "y");
            let (a, b) = (part(&a), part(&b));
            let settings = FuserSettings {
                seed: rng.next_u64(),
                ..FuserSettings::default()
            };
            let mut fuser = Fuser::new((&a, &b), Shape::Both, Status::Sat, true, settings).unwrap();
            for number in 0..60 {
                if !fuser.make(number, &mut fused) {
                    continue;
                }
                met.extend(fused.steps.iter().map(|step| step.fusion.to_string()));
                let models = [Some(&*model_a), Some(&*model_b)];
                let model = witness(&a, &b, models, &fused.steps);
                let script = Script::parse(&fused.text[..]).unwrap();
                let shown = || format!("{}{model}", String::from_utf8_lossy(&fused.text));
                assert_eq!(script.unsorted_places().count(), 0, "{}", shown());
                let model = Model::parse(&script, 0, model.as_bytes()).unwrap();
                let verdict = eval::check(&model, Budget::default());
                assert!(
                    matches!(verdict, Verdict::Valid { .. }),
                    "{verdict:?} {}",
                    shown()
                );
            }
        }
    }
    let fusions = FusionSet::builtin()
        .fusions()
        .iter()
        .map(|f| f.name.clone());
    let missing: Vec<String> = fusions
        .filter(|name| !met.contains(name) && !name.starts_with("fuse-set-"))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn any_subset_of_the_steps_makes_a_mutant_again() {
    let (a, b) = (part(FIRST), part(SECOND));
    let settings = FuserSettings::default();
    let mut fuser = Fuser::new((&a, &b), Shape::Either, Status::Unsat, true, settings).unwrap();
    let mut fused = Fused::default();
    let mut several = 0;
    for number in 0..50 {
        assert!(fuser.make(number, &mut fused));
        let replayed = |steps: &[FusionStep]| {
            let mut out = Vec::new();
            replay(fuser.base(), steps, &mut out).unwrap();
            out
        };
        assert_eq!(replayed(&fused.steps), fused.text);
        assert_eq!(replayed(&[]), fuser.base().text());
        // What is to be unsat depends on the equations.
        assert!(fused.steps.iter().all(|step| step.is_asserted));
        for left_out in 0..fused.steps.len() {
            several += usize::from(fused.steps.len() > 1);
            let mut fewer = fused.steps.clone();
            fewer.remove(left_out);
            let script = Script::parse(replayed(&fewer)).unwrap();
            assert_eq!(script.unsorted_places().count(), 0);
        }
    }
    assert!(several > 10, "{several}");
}

#[test]
fn a_mutant_depends_on_its_number_alone() {
    let (a, b) = (part(FIRST), part(SECOND));
    let new = || {
        let settings = FuserSettings::default();
        Fuser::new((&a, &b), Shape::Both, Status::Sat, true, settings).unwrap()
    };
    let (mut all, mut one) = (new(), new());
    let (mut first, mut second) = (Fused::default(), Fused::default());
    let mut texts = std::collections::BTreeSet::new();
    for number in 0..40 {
        all.make(number, &mut first);
        texts.insert(first.text.clone());
    }
    one.make(39, &mut second);
    assert_eq!(first, second);
    assert!(texts.len() > 30, "{}", texts.len());
}

/// In a logic that both seeds have, nothing is used that it has not.
#[test]
fn a_logic_that_is_kept_has_all_that_is_used() {
    let (a, b) = (part(FIRST), part(SECOND));
    let settings = FuserSettings::default();
    let mut fuser = Fuser::new((&a, &b), Shape::Both, Status::Sat, true, settings).unwrap();
    let mut fused = Fused::default();
    for number in 0..300 {
        fuser.make(number, &mut fused);
        let text = String::from_utf8(fused.text.clone()).unwrap();
        for foreign in ["Array", "declare-datatypes", "Seq", "Real", "str.", "bv"] {
            assert!(!text.contains(foreign), "{text}");
        }
    }
}
