//! The sorts of terms, theory by theory: what is accepted beside what is not.

mod common;

use common::{check_sorts, each, parse};

#[test]
fn core() {
    check_sorts(
        "(declare-sort U 0) (declare-const p Bool) (declare-const u U) (declare-const i Int)",
        "Bool : true false p (not p) (=> p p) (=> p p p) (and p p p) (or p p) (xor p p p) (and) (or)
         Bool : (= u u) (= i 1 2) (distinct u u u) (= p (= u u)) (ite p p p) (implies p p) (iff p p)
         Int : (ite p i 2) (if p i 2)
         U : (ite p u u)
         Unknown : (not) (not p p) (not i) (=> p i) (=> i p) (and p p i) (or u) (xor p u)
         Unknown : (= u i) (= i 1 p) (distinct u p u) (= ) (ite i p p) (ite p u i) (ite p u)
         Unknown : = not (as true Int) ((_ and 1) p p)",
    );
}

#[test]
fn integers() {
    let declarations = "(declare-const i Int) (declare-const p Bool)";
    check_sorts(
        declarations,
        &format!(
            "Int : 0 42 i -7 (- i) (- i 1 2) (+ i i i) (* 2 i) (div i 2 3) (mod i 2) (abs i) (^ i 2)
             Int : {} (int.pow2 i) ((_ iand 4) i i) (rem i 2)
             Bool : {} ((_ divisible 3) i)
             Unknown : (mod i) (mod i 2 3) (abs i i) (+) (div) (- p) (+ i p) (< i p) (< p p)
             Unknown : (divisible i) ((_ divisible 3 4) i) ((_ divisible 3) p) ((_ + 1) i i)",
            each("div_total mod_total **", "i 2"),
            each("< <= > >=", "i 1 2 3")
        ),
    );
}

#[test]
fn reals() {
    check_sorts(
        "(declare-const i Int) (declare-const r Real)",
        "Real : 1.5 -1.5 (- r) (+ r 1.0 r) (* r r) (/ r 2.0 r) (to_real i) (abs r) (^ r 2.0)
         Int : (to_int r)
         Bool : (is_int r) (< r 1.0 r) (= r r)
         Unknown : (/) (/ r \"a\") (to_real true) (is_int) (+ r #b1)",
    );
}

#[test]
fn bit_vectors() {
    let same = "bvand bvor bvxor bvxnor bvnand bvnor bvadd bvmul bvsub bvudiv bvurem bvsdiv bvsrem
                bvsmod bvshl bvlshr bvashr";
    let compare = "bvult bvule bvugt bvuge bvslt bvsle bvsgt bvsge bvuaddo bvsaddo bvumulo bvsmulo
                   bvusubo bvssubo bvsdivo";
    check_sorts(
        "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8)) (declare-const z (_ BitVec 4))
         (declare-const i Int)",
        &format!(
            "(_ BitVec 8) : x #xAf #b00001111 (_ bv5 8) (bvnot x) (bvneg x) {} (bvand x y x y)
             (_ BitVec 8) : ((_ rotate_left 3) x) ((_ rotate_right 9) x) ((_ int_to_bv 8) i)
             (_ BitVec 8) : ((_ int2bv 8) i) ((_ nat2bv 8) i) ((_ repeat 2) z) (concat z z)
             (_ BitVec 4) : ((_ extract 7 4) x) #xf (bvnot z)
             (_ BitVec 1) : (bvcomp x y) ((_ extract 0 0) x) (bvredor x) (bvredand x)
             (_ BitVec 12) : (concat x z) ((_ zero_extend 4) x) ((_ sign_extend 8) z) ((_ repeat 3) z)
             (_ BitVec 20) : (concat x z y) ((_ zero_extend 12) x)
             Int : (ubv_to_int x) (sbv_to_int z) (bv2nat x)
             Bool : (bvnego x) {} (= x y) (distinct x y)
             Unknown : {} {}
             Unknown : {} (bvneg x y) (bvnego i) (bvcomp x z) (bvnot 1) (concat x) (concat x i)
             Unknown : ((_ extract 3) x) ((_ extract 2 3) x) (extract x) ((_ repeat 2) i)
             Unknown : ((_ zero_extend 99999999999999999999) x) ((_ repeat 18446744073709551615) x)
             Unknown : (ubv_to_int i) (int_to_bv i) ((_ int_to_bv 8) x) (_ bv5) (_ bv5 w) (_ bv5 8 8) (= x z)",
            each(same, "x y"),
            each(compare, "x y"),
            each(same, "x z"),
            each(compare, "x z"),
            each(same, "x i"),
        ),
    );
}

#[test]
fn floats() {
    let declarations = "(declare-const m RoundingMode) (declare-const x Float32)
        (declare-const y (_ FloatingPoint 8 24)) (declare-const d Float64) (declare-const h Float16)
        (declare-const q Float128) (declare-const r Real) (declare-const v (_ BitVec 32))";
    let tests = "isNormal isSubnormal isZero isInfinite isNaN isNegative isPositive";
    let tests: String = tests.split(' ').map(|t| format!("(fp.{t} x)")).collect();
    check_sorts(
        declarations,
        &format!(
            "RoundingMode : m RNE RNA RTP RTN RTZ roundNearestTiesToEven roundNearestTiesToAway
             RoundingMode : roundTowardPositive roundTowardNegative roundTowardZero
             (_ FloatingPoint 8 24) : x y (fp #b0 #x7f #b00000000000000000000000) (fp.abs x) (fp.neg x)
             (_ FloatingPoint 8 24) : (_ +oo 8 24) (_ -oo 8 24) (_ +zero 8 24) (_ -zero 8 24) (_ NaN 8 24)
             (_ FloatingPoint 8 24) : {} (fp.fma m x y x) (fp.sqrt RNE x) (fp.roundToIntegral m x)
             (_ FloatingPoint 8 24) : (fp.rem x y) (fp.min x y) (fp.max x y) (ite (= x y) x y)
             (_ FloatingPoint 8 24) : ((_ to_fp 8 24) v) ((_ to_fp 8 24) m d) ((_ to_fp 8 24) m r)
             (_ FloatingPoint 8 24) : ((_ to_fp 8 24) m v) ((_ to_fp 8 24) RNE 3) ((_ to_fp 8 24) RNE #b1)
             (_ FloatingPoint 8 24) : ((_ to_fp_unsigned 8 24) m v)
             (_ FloatingPoint 5 11) : h ((_ to_fp 5 11) m x)
             (_ FloatingPoint 11 53) : d ((_ to_fp 11 53) m q)
             (_ FloatingPoint 15 113) : q (_ NaN 15 113)
             (_ BitVec 16) : ((_ fp.to_ubv 16) m x) ((_ fp.to_sbv 16) m x)
             Real : (fp.to_real x)
             Bool : {} {tests}
             Unknown : {} (fp.add x y) (fp.add m x) (fp.add m x d) (fp.fma m x y) (fp.sqrt x)
             Unknown : (fp.eq x d) (fp.isNaN m) (fp.rem m x y) (fp.min x 1.0) (= x d) (fp.neg r)
             Unknown : (fp #b00 #x7f #b1) (fp #b0 #x7f) (_ NaN 8) (_ +oo 8 24 1) NaN (to_fp m x)
             Unknown : ((_ to_fp 8 24) #x00) ((_ to_fp 8 24) m true) ((_ to_fp 8) m r) ((_ to_fp 8 24) d)
             Unknown : ((_ to_fp_unsigned 8 24) m r) ((_ fp.to_ubv 16) x) (fp.to_ubv m x) (fp.to_real r)",
            each("fp.add fp.sub fp.mul fp.div", "RNE x y"),
            each("fp.leq fp.lt fp.geq fp.gt fp.eq", "x y x"),
            each("fp.leq fp.lt fp.geq fp.gt fp.eq", "x d x"),
        ),
    );
}

#[test]
fn strings_and_regular_expressions() {
    let constants = "re.none re.all re.allchar re.nostr";
    check_sorts(
        "(declare-const s String) (declare-const i Int) (declare-const e RegLan)",
        &format!(
            "String : s \"\" \"a\"\"b\" (_ char #x41) (str.++ s s s) (str.at s i) (str.substr s 0 i)
             String : (str.replace s s s) (str.replace_all s s s) (str.replace_re s e s)
             String : (str.replace_re_all s e s) (str.from_code i) (str.from_int i) (int.to.str i)
             Int : (str.len s) (str.indexof s s 0) (str.to_code s) (str.to_int s) (str.to.int s)
             Bool : (str.< s s s) (str.<= s s) {} (str.is_digit s)
             Bool : (str.in_re s e) (str.in.re s e)
             RegLan : {constants} (str.to_re s) (str.to.re s) {} {} (re.range \"a\" \"z\")
             RegLan : ((_ re.^ 3) e) ((_ re.loop 1 3) e) (re.loop e 1 3)
             Unknown : (str.++ s i) (str.at s s) (str.substr s 0) (str.len i) (str.indexof s s s)
             Unknown : (str.< s i) (str.prefixof s e) (str.in_re e s) (str.in_re s s) (str.to_re e)
             Unknown : (re.* s) (re.union e s) (re.range \"a\" e) ((_ re.^ 3) s) (re.^ e) (re.comp e e)
             Unknown : ((_ re.loop 1 2 3) e) (str.from_int s) (str.to_int i) (str.replace_re s s s)",
            each("str.prefixof str.suffixof str.contains", "s s"),
            each("re.++ re.union re.inter re.diff", "e e e"),
            each("re.* re.+ re.opt re.comp re.complement", "e"),
        ),
    );
}

#[test]
fn sequences() {
    check_sorts(
        "(declare-const s (Seq Int)) (declare-const t (Seq Bool)) (declare-const i Int)",
        "(Seq Int) : s (seq.++ s s) (seq.unit i) (as seq.empty (Seq Int)) (seq.at s i) (seq.rev s)
         (Seq Int) : (seq.extract s 0 i) (seq.replace s s s) (seq.update s 0 s) (str.++ s s)
         Int : (seq.len s) (seq.nth s i) (seq.indexof s s 0)
         Bool : (seq.nth t i) (seq.prefixof s s) (seq.suffixof s s) (seq.contains s s)
         (Seq (Seq Int)) : (seq.unit s)
         String : (as seq.empty String)
         Unknown : (seq.++ s t) (seq.nth s t) (seq.len i) (seq.contains s i) (as seq.empty Int)
         Unknown : (seq.replace s s t) (seq.unit) (seq.extract s 0)",
    );
}

#[test]
fn arrays() {
    check_sorts(
        "(declare-const a (Array Int Bool)) (declare-const n (Array Int (Array Bool Real)))
         (declare-fun f (Int) Bool) (declare-fun c (Bool Bool) Int) (declare-const m (Array Int Bool Real))",
        "Bool : (select a 1) (= a a) (a 1)
         (Array Int Bool) : (store a 1 true) ((as const (Array Int Bool)) true) (_ as-array f)
         (Array Int Bool) : (lambda ((x Int)) (= x 0)) (lambda ((x Int)) (select a x))
         (Array Int Bool) : ((_ map not) a) ((_ map and) a a a) ((_ map (or (Bool Bool) Bool)) a a)
         (Array Int Int) : ((_ map c) a a)
         (Array Bool Real) : (select n 0) (store (select n 0) true 0.5)
         (Array Int (Array Bool Real)) : (store n 0 ((as const (Array Bool Real)) 1.0))
         Real : (select (select n 0) true) (select m 1 true)
         (Array Int Bool Real) : (store m 1 true 0.5)
         (Array Bool (Array Int Int)) : ((as const (Array Bool (Array Int Int))) ((as const (Array Int Int)) 0))
         (Array Int Bool (Array Int Int)) : (lambda ((x Int) (y Bool)) (lambda ((z Int)) (+ x z)))
         Unknown : (select a true) (select 1 a) (select a 1 2) (store a 1) (store a 1 2) (store a true true)
         Unknown : ((as const (Array Int Bool)) 1) ((as const Int) 1) (const 1) (= a n) (select n true)
         Unknown : ((_ map +) a a) ((_ map c) n) ((_ map not) 1) (_ as-array a) (_ as-array not) (a true)",
    );
}

#[test]
fn uninterpreted_functions() {
    check_sorts(
        "(declare-sort U 0) (declare-sort V 1) (declare-const u U) (declare-const v (V U))
         (declare-fun f (U (V U)) Int) (declare-fun g ((V Int)) Bool) (define-fun h ((x Int)) Bool (= x 1))",
        "Int : (f u v)
         Bool : (h 1) (h (f u v))
         (V U) : v
         (-> Int Bool) : h
         Unknown : (f v u) (f u v u) (g v) (h u) (h 1.0) (u 1) ((_ f 1) u v)",
    );
}

#[test]
fn finite_fields_and_separation_logic() {
    check_sorts(
        "(declare-const x (_ FiniteField 17)) (declare-const y (_ FiniteField 5)) (declare-const p Bool)
         (declare-sort L 0) (declare-const l L)",
        "(_ FiniteField 17) : x (ff.add x x x) (ff.mul x x) (ff.neg x) (ff.bitsum x x) #f3m17
         (_ FiniteField 17) : (as ff3 (_ FiniteField 17)) (as ff-1 (_ FiniteField 17))
         Unknown : (ff.add x y) (ff.neg 1) (ff.mul x 2) (as ff3 Int) #f3 (= x y)
         Bool : sep.emp (pto l 1) (sep p p p) (wand p p) (_ emp L Int)
         L : (as sep.nil L)
         Unknown : (pto l) (sep p l) (wand p) (wand p p p)",
    );
}

#[test]
fn transcendentals_pseudo_booleans_and_lists() {
    let functions = "exp sqrt sin cos tan csc sec cot arcsin arccos arctan arccsc arcsec arccot
                     asin acos atan sinh cosh tanh asinh acosh atanh log ln";
    let (accepted, rejected) = (each(functions, "r"), each(functions, "p"));
    check_sorts(
        "(declare-const r Real) (declare-const p Bool) (declare-const l (List Int))",
        &format!(
            "Real : real.pi pi (sin real.pi) (atan2 r r) {accepted}
             Unknown : {rejected} (sin r r) (exp) (real.pi r) (atan2 r)
             Bool : ((_ at-most 2) p p p) ((_ at-least 1) p) ((_ pble 3 1 2) p p) ((_ pbeq 3 1 2) p p)
             Unknown : ((_ at-most 2) p r) (at-most p) ((_ at-most 2 3) p) ((_ pbge 1 1) r)
             Int : (head l) (head (insert 1 (as nil (List Int))))
             (List Int) : (tail l) (insert 1 l)
             Bool : (is-nil l) (is-insert l)
             Unknown : (head 1) (insert true l) (insert l 1) (tail)"
        ),
    );
}

#[test]
fn functions_are_values() {
    check_sorts(
        "(set-logic HO_ALL) (declare-fun f (Int Bool) Real) (declare-const g (-> Int (-> Bool Real)))
         (declare-fun k ((-> Bool Real) Int) Bool)",
        "(-> Int Bool Real) : f g
         (-> Bool Real) : (f 1) (g 1) (@ f 1)
         Real : (f 1 true) (g 1 true) ((f 1) true) ((g 1) true) (@ g 1 true) (@ (f 1) true)
         Bool : (k (f 1) 2) (k (lambda ((x Bool)) 1.0) 2) (= f g) (= (f 1) (g 2))
         (-> Bool Int) : (lambda ((x Bool)) (ite x 1 2))
         Int : ((lambda ((x Bool)) (ite x 1 2)) true) (choice ((x Int)) (> x 0))
         Unknown : (f true) (f 1 1) ((f 1) 1) ((g 1) true true) (@ 1 f) (@ g true) (k f 2) (k (f 1) true)
         Unknown : ((lambda ((x Bool)) x) 1) (choice ((x Int)) x) (= f (f 1))",
    );
}

#[test]
fn binders_need_a_formula() {
    check_sorts(
        "(declare-const p Bool) (declare-fun f (Int) Int)",
        "Bool : (forall ((x Int)) (> x 0)) (exists ((x Int) (y Bool)) (and y (= x 1)))
         Bool : (! (> 1 0) :named n) (forall ((x Int)) (! (> (f x) 0) :pattern ((f x)) :qid q))
         Int : (! 1 :weight 2) (let ((x 1) (y true)) x) (let () 1)
         Unknown : (forall ((x Int)) x) (exists ((x Int)) (> x 0) p) (forall () p) (! (+ p 1) :named n)
         Unknown : (let ((x 1)) (and x p)) (let x p) (forall ((x Nope)) x)",
    );
}

#[test]
fn what_contains_an_unknown_symbol_is_kept_and_not_sorted() {
    let script = parse(
        "(declare-const x Int) (assert (= (+ x (mystery x)) 1)) (assert (forall ((y Nope)) (= y y)))
         (assert (> x 0)) (assert (and true ghost)) (simplify (mystery (select ghost 1)))",
    );
    let sorted: Vec<bool> = script
        .assertions()
        .map(|term| script.is_sorted_formula(term))
        .collect();
    assert_eq!(sorted, [false, false, true, false]);
    let names = script.unknown_symbols.iter();
    let names: Vec<_> = names.map(|&s| script.tree.symbols.name(s)).collect();
    assert_eq!(names, ["Nope", "ghost", "mystery"]);
    let places = script.unsorted_places().map(|node| script.tree.show(node));
    let places: Vec<String> = places.collect();
    assert_eq!(places[0], "(mystery x)");
    assert!(
        places
            .iter()
            .all(|place| place != "x" && place != "(> x 0)")
    );
}
