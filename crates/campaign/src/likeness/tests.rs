use super::*;

const DECLARATIONS: &str = "(declare-const x Int) (declare-const y Int) (declare-const z Int)
    (declare-const p Bool) (declare-const q Bool) (declare-const r Bool)
    (declare-const b (_ BitVec 4)) (declare-const c (_ BitVec 4)) (declare-const e (_ BitVec 9))
    (declare-const f Float32) (declare-const g Float32) (declare-const m RoundingMode)
    (declare-const s String) (declare-const t String) (declare-const u Real)
    (declare-const v (Seq Int)) (declare-const w (Seq Int))
    (declare-const a1 (Array Int Int)) (declare-const a2 (Array Int Bool))
    (declare-fun h (Int) Int) (declare-fun k (Int Int) Int)";

fn likeness(script: &str) -> Likeness {
    Likeness::of(format!("{DECLARATIONS}{script}(check-sat)").as_bytes()).unwrap()
}

/// Formulas that are the same but for what does not matter.
#[test]
fn alike() {
    for (one, other) in [
        // Names, numbers, widths.
        ("(< x (+ y 1))", "(< z (+ x 77))"),
        ("(= b (bvadd c #b0001))", "(= c (bvadd b #xf))"),
        ("(= e (bvnot e))", "(= b (bvnot b))"),
        ("(= b (bvadd b #b0001))", "(= e (bvadd e (_ bv511 9)))"),
        ("(= x (- 1))", "(= x 1)"),
        ("(= u 1)", "(= u 2.5)"),
        ("(= u (/ 1 3))", "(= u (- 0.5))"),
        ("(= (h x) (h (k y x)))", "(= (h y) (h (k x y)))"),
        // The order of arguments.
        ("(= x (* y z))", "(= (* z y) x)"),
        ("(or p (not q))", "(or (not p) q)"),
        ("(= f (fp.add m f g))", "(= f (fp.add m g f))"),
        ("(= (bvmul b c) (bvnot c))", "(= (bvnot b) (bvmul b c))"),
        (
            "(= (bvand (bvnot b) (bvneg c)) c)",
            "(= b (bvand (bvneg b) (bvnot c)))",
        ),
        // Which way round it is.
        ("(< x (h y))", "(> (h x) y)"),
        ("(<= x (h y) z)", "(>= x (h y) z)"),
        ("(bvult b (bvnot c))", "(bvugt (bvnot c) b)"),
        ("(bvsle b (bvnot c))", "(bvsge (bvnot c) b)"),
        ("(fp.lt f (fp.neg g))", "(fp.gt (fp.neg g) f)"),
        // Negations.
        ("(not (not (< x y)))", "(< x y)"),
        ("(not (= (seq.nth v 0) x))", "(distinct x (seq.nth w 1))"),
        ("(not (distinct x y))", "(= y x)"),
        ("(or p (not (not (not q))))", "(or (not p) q)"),
    ] {
        let of = |formula: &str| likeness(&format!("(assert {formula})"));
        assert_eq!(of(one).strict, of(other).strict, "{one} {other}");
        assert_eq!(of(one).loose, of(other).loose, "{one} {other}");
    }
}

/// Formulas that may be about different bugs.
#[test]
fn not_alike() {
    for (one, other) in [
        // Operators, and which variable is where.
        ("(< x y)", "(<= x y)"),
        ("(< x (h x))", "(< (h x) x)"),
        ("(not (< x y))", "(<= y x)"),
        ("(str.< s t)", "(str.<= s t)"),
        ("(str.< s t)", "(str.< s s)"),
        ("(bvult b c)", "(bvslt b c)"),
        ("(= x (h x))", "(= x (h y))"),
        ("(= b (bvsub b c))", "(= b (bvsub c b))"),
        (
            "(= (bvsub b c) (bvudiv b c))",
            "(= (bvsub b c) (bvudiv c b))",
        ),
        ("(distinct x y z)", "(not (= x y z))"),
        ("(not p)", "p"),
        ("(=> p q)", "(=> p p)"),
        // Numbers that are no number like any other, and those that are none.
        ("(= (div x 0) y)", "(= (div x 2) y)"),
        ("(= b (bvudiv b #b0000))", "(= b (bvudiv b #b0010))"),
        ("(= u (/ u 0.0))", "(= u (/ u 3.0))"),
        ("(str.contains s \"\")", "(str.contains s \"A\")"),
        ("(= x 1)", "(= x y)"),
        // Sorts.
        ("(= x y)", "(= p q)"),
        ("(= x 1)", "(= u 1.0)"),
        ("(= a1 a1)", "(= a2 a2)"),
        ("(= f (fp.add RNE f g))", "(= f (fp.add RTZ f g))"),
        ("(= f (fp.add m f g))", "(= f (fp.sub m f g))"),
    ] {
        let of = |formula: &str| likeness(&format!("(assert {formula})"));
        assert_ne!(of(one).strict, of(other).strict, "{one} {other}");
    }
}

#[test]
fn loosely_it_does_not_matter_which_variable_is_where() {
    let of = |formula: &str| likeness(&format!("(assert {formula})")).loose;
    for (one, other) in [
        ("(= x (h x))", "(= (h x) y)"),
        ("(= (div x 0) y)", "(= (div x 2) 7)"),
        ("(str.< s t)", "(str.< s s)"),
    ] {
        assert_eq!(of(one), of(other));
    }
    assert_ne!(of("(= x (h x))"), of("(= x (h (h x)))"));
    assert_ne!(of("(str.< s t)"), of("(str.<= s t)"));
}

#[test]
fn what_is_asserted_has_no_order_unless_there_are_several_checks() {
    let one = likeness("(assert (< x y)) (assert (or p q)) (assert (= (h z) x))");
    let other = likeness("(assert (and (= (h y) z) (and (or p r) (> x z))))");
    assert_eq!(one.strict, other.strict);
    let twice = |first: &str, second: &str| {
        likeness(&format!("(assert {first}) (check-sat) (assert {second})")).strict
    };
    assert_ne!(twice("(< x y)", "p"), twice("p", "(< x y)"));
    assert_ne!(
        twice("(< x y)", "p"),
        likeness("(assert (< x y)) (assert p)").strict
    );
    assert_eq!(twice("(< x y)", "p"), twice("(> y x)", "q"));
    let pushed = |before: &str| likeness(&format!("{before} (assert p) (assert q)")).strict;
    assert_ne!(pushed("(push 1)"), pushed(""));
}

#[test]
fn symmetric_scripts_have_one_form_whatever_the_order() {
    // A ring: every variable is like every other, and yet the order of edges is free.
    let ring = |order: [usize; 4]| {
        let edges = ["(k x y)", "(k y z)", "(k z x)", "(k x x)"];
        let asserted = order.map(|edge| format!("(assert (= 1 {}))", edges[edge]));
        likeness(&asserted.concat()).strict
    };
    let first = ring([0, 1, 2, 3]);
    for order in [[1, 2, 0, 3], [2, 1, 0, 3], [3, 0, 2, 1]] {
        assert_eq!(ring(order), first);
    }
    let other = "(assert (= 1 (k x y))) (assert (= 1 (k y z))) (assert (= 1 (k x z)))
                 (assert (= 1 (k x x)))";
    assert_ne!(likeness(other).strict, first);
}

#[test]
fn constructors_and_functions_have_no_names_either() {
    let one = Likeness::of(
        b"(declare-datatype a ((b) (c (d Int)))) (declare-fun f (a) a)
          (assert (distinct (f b) (c 1)))",
    );
    let other = Likeness::of(
        b"(declare-datatype u ((v) (w (x Int)))) (declare-fun g (u) u)
          (assert (not (= (w 7) (g v))))",
    );
    assert_eq!(one, other);
    let swapped = Likeness::of(
        b"(declare-datatype u ((v) (w (x Int)))) (declare-fun g (u) u)
          (assert (not (= v (g (w 7)))))",
    );
    assert_ne!(one, swapped);
}

#[test]
fn what_is_defined_and_assumed_tells_scripts_apart() {
    let with = |body: &str, check: &str| {
        let text = format!("(define-fun-rec f ((x Int)) Int {body}) (assert (= (f 0) 1)) {check}");
        Likeness::of(text.as_bytes()).unwrap().strict
    };
    let plain = with("(+ x 1)", "(check-sat)");
    assert_eq!(plain, with("(+ 2 x)", "(check-sat)"));
    assert_ne!(plain, with("(* x 1)", "(check-sat)"));
    assert_ne!(plain, with("(+ x 1)", "(check-sat-assuming (true))"));
    let option = |option: &str| likeness(&format!("(set-option {option}) (assert p)")).strict;
    assert_eq!(
        option(":produce-models true"),
        likeness("(assert p)").strict
    );
    assert_ne!(option(":smt.arith.solver 2"), likeness("(assert p)").strict);
    assert_eq!(Likeness::of(b"(check-sat)"), None);
    assert_eq!(
        Likeness::of(b"(set-logic QF_BV)(declare-const x Int)(check-sat)"),
        None
    );
    // A push says something by itself.
    let pushed = Likeness::of(b"(set-logic QF_BV)(push 1)(check-sat)");
    assert!(pushed.is_some() && pushed == Likeness::of(b"(push 1)(check-sat)"));
    assert_eq!(Likeness::of(b"(assert"), None);
}

#[test]
fn the_form_is_shown_as_a_script() {
    let of = |formula: &str| likeness(&format!("(assert {formula})")).strict;
    assert_eq!(of("(< x (h 3))"), "(assert (< Int.1 (_.2 Int)))");
    assert_eq!(of("(distinct s \"\")"), "(assert (not (= \"\" String.1)))");
}

#[test]
fn nesting_has_no_limit() {
    let depth = 20_000;
    let deep = |name: &str| {
        let nots = "(not (h2 ".repeat(depth);
        format!(
            "(declare-fun h2 (Bool) Bool) (assert {nots}{name}{})",
            "))".repeat(depth)
        )
    };
    assert_eq!(likeness(&deep("p")), likeness(&deep("q")));
    assert_eq!(heart(deep("p").as_bytes()).len(), 0);
}

#[test]
fn the_heart_is_what_a_script_is_about() {
    let of = |formula: &str| {
        let found = heart(format!("{DECLARATIONS}(assert {formula})").as_bytes());
        found.into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(of("(not (= (seq.nth v (- 1)) x))"), "seq.nth");
    assert_eq!(of("(and p (> (+ x 1) y))"), "+ <");
    assert_eq!(of("(= u (/ 1 3))"), "");
    assert_eq!(of("(= x (- y))"), "-");
    assert_eq!(
        of("(forall ((i Int)) (= (select a1 i) 0))"),
        "forall select"
    );
    assert_eq!(
        of("(fp.geq f (fp.add RNE g (_ +oo 8 24)))"),
        "fp.add fp.leq"
    );
    assert_eq!(of("(= #b1 ((_ extract 0 0) b))"), "extract");
    let datatype = "(declare-datatype L ((nil) (cons (head Int))))(declare-const l L)";
    let of_datatype = |f: &str| heart(format!("{datatype}(assert {f})").as_bytes());
    assert!(of_datatype("(= 1 (head l))").contains("selector"));
    assert!(of_datatype("((_ is cons) l)").contains("tester"));
}
