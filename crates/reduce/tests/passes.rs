//! What single passes are there for, each on a small script, with one worker and with more. That
//! nothing more can go is checked of each.

mod common;

use common::check;

#[test]
fn formats_are_narrowed_throughout() {
    check(
        "(declare-const x (_ FloatingPoint 11 53)) (declare-const y (_ FloatingPoint 11 53))
         (declare-fun f ((_ FloatingPoint 11 53)) Bool)
         (assert (f (fp.rem x (fp #b0 #b10000000001 #x0000000000001))))",
        &["(assert (f (fp.rem x (fp", "declare-fun f"],
        concat!(
            "(declare-const x (_ FloatingPoint 2 3))\n",
            "(declare-fun f ((_ FloatingPoint 2 3)) Bool)\n",
            "(assert (f (fp.rem x (fp #b0 #b00 #b00))))\n",
        ),
    );
}

#[test]
fn fields_and_constructors_go() {
    check(
        "(declare-datatype List ((nil) (cons (head Int) (tail List)) (rev (inner List))))
         (declare-const x List)
         (assert (and ((_ is rev) x) (= x (cons 1 (cons 2 nil))) (> (head x) 3)))",
        &["cons", "(assert", "head"],
        concat!(
            "(declare-datatype a ((cons (head Int)) (c)))\n",
            "(assert ((_ is c) c))\n",
        ),
    );
}

#[test]
fn datatypes_become_sorts() {
    check(
        "(declare-datatypes ((Tree 0) (Forest 0))
            (((leaf (label Int)) (node (below Forest))) ((none) (some (first Tree) (rest Forest)))))
         (declare-fun f (Tree) Int)
         (declare-const t Tree)
         (assert (> (f t) (label t)))",
        &["(f t)", "f (Tree) Int"],
        concat!(
            "(declare-sort Tree 0)\n",
            "(declare-fun f (Tree) Int)\n",
            "(declare-const t Tree)\n",
            "(assert (= (f t) 0))\n",
        ),
    );
}

#[test]
fn parametric_datatypes_become_plain() {
    check(
        "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (head T) (tail (List T)))))))
         (declare-const x (List Real))
         (assert (= (head x) 2.5))",
        &["(= (head x)", "declare-datatype"],
        concat!(
            "(declare-datatype a ((b (head Real))))\n",
            "(declare-const x a)\n",
            "(assert (= (head x) 0.0))\n",
        ),
    );
}

#[test]
fn older_datatypes_are_simplified_too() {
    check(
        "(declare-datatypes (T) ((List nil (cons (head T) (tail List)))))
         (declare-const x (List Int))
         (assert (= x (cons 3 (as nil (List Int)))))",
        &["(assert (= x (cons"],
        concat!(
            "(declare-datatype a ((b) (cons (c a))))\n",
            "(declare-const x a)\n",
            "(assert (= x (cons b)))\n",
        ),
    );
}

#[test]
fn cases_go_with_their_constructors() {
    check(
        "(declare-datatype List ((nil) (cons (head Int) (tail List)) (end (by Int))))
         (declare-const x List)
         (assert (= 0 (match x ((nil 0) ((cons h t) 1) ((end b) 2)))))",
        &["match"],
        concat!(
            "(declare-datatype a ((b)))\n",
            "(assert (= 0 (match b ((b 0)))))\n",
        ),
    );
}

#[test]
fn operators_become_simpler() {
    check(
        "(declare-const a String) (declare-const b String)
         (assert (distinct (str.replace_all a b a) b))",
        &["str.replace", "a b a", "(declare-const b"],
        concat!(
            "(declare-const a String)\n",
            "(declare-const b String)\n",
            "(assert (= (str.replace a b a) b))\n",
        ),
    );
    check(
        "(declare-const x Float16) (declare-const y Float16)
         (assert (fp.leq x (fp.fma roundTowardZero x y (fp.div RTP x y))))",
        &["x (fp.", " x y"],
        concat!(
            "(declare-const x Float16)\n",
            "(declare-const y Float16)\n",
            "(assert (= x (fp.add RNE x y)))\n",
        ),
    );
    check(
        "(declare-const s String)
         (assert (str.in_re s (re.+ ((_ re.loop 2 3) (re.opt (str.to_re s))))))",
        &["s (re.", "(str.to_re s)"],
        concat!(
            "(declare-const s String)\n",
            "(assert (str.in_re s (re.* (str.to_re s))))\n",
        ),
    );
    check(
        "(declare-const a (_ BitVec 4)) (declare-const b (_ BitVec 4))
         (assert (bvsge (bvsdiv a b) (bvsmod b a)))",
        &[" a b) (bv", " b a))"],
        concat!(
            "(declare-const a (_ BitVec 1))\n",
            "(declare-const b (_ BitVec 1))\n",
            "(assert (= (bvadd a b) (bvadd b a)))\n",
        ),
    );
}

#[test]
fn bits_are_folded_and_cleared() {
    check(
        "(declare-const x (_ BitVec 16))
         (assert (= x (concat #xf3 ((_ zero_extend 4) #xf))))
         (assert (bvult x (_ bv65535 16)))",
        &["x (_ BitVec 16)", "= x", "bvult x", "f"],
        concat!(
            "(declare-const x (_ BitVec 16))\n",
            "(assert (= x #xf000))\n",
            "(assert (bvult x #x0000))\n",
        ),
    );
}

#[test]
fn recursion_goes() {
    check(
        "(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool))
            ((or (= n 0) (odd (- n 1))) (and (distinct n 0) (even (- n 1)))))
         (assert (even 10))",
        &["even ((", "(assert (even "],
        concat!(
            "(define-fun even ((n Int)) Bool true)\n",
            "(assert (even 0))\n",
        ),
    );
    check(
        "(define-fun-rec sum ((n Int)) Int (ite (<= n 0) 0 (+ n (sum (- n 1)))))
         (assert (= 10 (sum 4)))",
        &["sum ((", "(sum"],
        concat!(
            "(define-fun sum ((n Int)) Int 0)\n",
            "(assert (= 0 (sum 0)))\n",
        ),
    );
}

#[test]
fn logics_are_simpler() {
    check(
        "(set-logic QF_AUFLIRA)(assert true)",
        &["(set-logic ", "LI"],
        "(set-logic LI)\n",
    );
}
