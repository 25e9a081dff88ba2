//! Values of terms of the other theories, scopes, quantifiers, and terms that nest deep.

mod common;

use common::{check_value, values};

#[track_caller]
fn check_with(declarations: &str, terms: &[(&str, &str)]) {
    let texts: Vec<String> = terms.iter().map(|(term, _)| (*term).to_owned()).collect();
    for ((term, expected), found) in terms.iter().zip(values(declarations, &texts)) {
        assert_eq!(&found, expected, "{term}");
    }
}

#[test]
fn booleans() {
    for (term, expected) in [
        ("(and true true)", "true"),
        ("(and true false)", "false"),
        ("(or false false true)", "true"),
        ("(=> true false)", "false"),
        ("(=> false true false)", "true"),
        ("(=> true true false)", "false"),
        ("(xor true true true)", "true"),
        ("(distinct 1 2 3)", "true"),
        ("(distinct 1 2 1)", "false"),
        ("(= 1 1 1)", "true"),
        ("(= 1 1 2)", "false"),
        ("(ite (= 1 2) 3 4)", "4"),
        ("((_ at-most 1) true false true)", "false"),
        ("((_ pbge 3 2 1) true true)", "true"),
    ] {
        check_value(term, expected);
    }
}

#[test]
fn arrays_are_extensional() {
    let ints = "((as const (Array Int Int)) 0)";
    check_value(
        &format!("(= (store {ints} 1 2) (store (store {ints} 1 3) 1 2))"),
        "true",
    );
    check_value(&format!("(= (store {ints} 1 0) {ints})"), "true");
    check_value(&format!("(= (store {ints} 1 2) {ints})"), "false");
    check_value(&format!("(select (store {ints} 1 2) 1)"), "2");
    check_value(
        &format!("(store {ints} 1 2)"),
        &format!("(store {ints} 1 2)"),
    );
    // Over a finite index sort the default may be invisible.
    let bits = |default: &str| format!("((as const (Array (_ BitVec 1) Int)) {default})");
    let full = |default: &str| format!("(store (store {} #b0 1) #b1 2)", bits(default));
    check_value(&format!("(= {} {})", full("7"), full("8")), "true");
    check_value(
        &format!("(= {} (store {} #b1 2))", full("7"), bits("1")),
        "true",
    );
    check_value(&format!("(= {} {})", bits("1"), bits("2")), "false");
    // Also where both store at the same index, so that the default is seen at the other.
    let one = |value: &str| format!("(store {} #b1 {value})", bits("7"));
    check_value(&format!("(= {} {})", one("1"), one("2")), "false");
    check_value(&format!("(distinct {} {})", one("8"), one("9")), "true");
    let inner = |value: &str| {
        format!(
            "((as const (Array Int (Array (_ BitVec 1) Int))) {})",
            one(value)
        )
    };
    check_value(&format!("(= {} {})", inner("1"), inner("2")), "false");
    let nested = "((as const (Array Int (Array Bool Int))) ((as const (Array Bool Int)) 3))";
    check_value(&format!("(select (select {nested} 5) true)"), "3");
    check_value(
        "(= ((_ map and) ((as const (Array Int Bool)) true) (store ((as const (Array Int Bool)) true) 1 false)) (store ((as const (Array Int Bool)) true) 1 false))",
        "true",
    );
    check_value("(select (lambda ((x Int)) (+ x 1)) 4)", "5");
    check_value(
        "(= (lambda ((b Bool)) (not (not b))) (lambda ((c Bool)) c))",
        "true",
    );
}

#[test]
fn datatypes() {
    check_with(
        "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
         (declare-datatypes ((Color 0)) (((red) (green) (blue))))",
        &[
            ("(hd (cons 1 (as nil (L Int))))", "1"),
            ("(tl (cons 1 (as nil (L Int))))", "(as nil (L Int))"),
            ("((_ is cons) (cons 1 (as nil (L Int))))", "true"),
            ("(is-nil (cons 1 (as nil (L Int))))", "false"),
            (
                "(= (cons 1 (as nil (L Int))) (cons 2 (as nil (L Int))))",
                "false",
            ),
            ("(hd (as nil (L Int)))", "?"),
            (
                "(match (cons 1 (cons 2 (as nil (L Int)))) ((nil 0) ((cons h t) (+ h (hd t)))))",
                "3",
            ),
            (
                "(match green ((red 0) (other (ite (= other green) 1 2))))",
                "1",
            ),
            (
                "((_ update hd) (cons 1 (as nil (L Int))) 5)",
                "(cons 5 (as nil (L Int)))",
            ),
            (
                "(forall ((c Color)) (or (= c red) (= c green) (= c blue)))",
                "true",
            ),
            (
                "(exists ((c Color) (d Color)) (and (distinct c d) (distinct c red) (distinct d red)))",
                "true",
            ),
        ],
    );
}

#[test]
fn quantifiers_over_finite_sorts() {
    for (term, expected) in [
        (
            "(forall ((x (_ BitVec 8))) (= (bvadd x x) (bvmul x #x02)))",
            "true",
        ),
        ("(exists ((x (_ BitVec 8))) (= (bvmul x x) #x03))", "false"),
        ("(forall ((x Bool)) (exists ((y Bool)) (xor x y)))", "true"),
        ("(exists ((y Bool)) (forall ((x Bool)) (xor x y)))", "false"),
        (
            "(forall ((x (_ BitVec 3))) (let ((y (bvnot x))) (forall ((z (_ BitVec 3))) (=> (= z y) (= (bvnot z) x)))))",
            "true",
        ),
        (
            "(forall ((m RoundingMode)) (fp.isNaN (fp.add m (_ NaN 3 3) (_ +oo 3 3))))",
            "true",
        ),
        (
            "(forall ((x (_ FloatingPoint 3 3))) (= (fp.neg (fp.neg x)) x))",
            "true",
        ),
        ("(forall ((x (_ FloatingPoint 3 3))) (fp.eq x x))", "false"),
    ] {
        check_value(term, expected);
    }
}

#[test]
fn definitions_and_scopes() {
    check_with(
        "(define-fun twice ((x Int)) Int (* 2 x)) (define-fun half () Real 1)
         (define-fun-rec even ((n Int)) Bool (ite (= n 0) true (not (even (- n 1)))))
         (define-fun big ((x Int)) Bool (forall ((b Bool)) (or b (> x 3))))",
        &[
            ("(twice (twice 3))", "12"),
            (
                "(let ((x 1)) (let ((x (+ x 1)) (y x)) (+ x (* 10 y))))",
                "12",
            ),
            ("half", "1.0"),
            ("(even 100)", "true"),
            ("(even 101)", "false"),
            ("(and (big 4) (not (big 3)))", "true"),
            ("(! (twice 4) :named four)", "8"),
        ],
    );
}

#[test]
fn floats_and_strings() {
    for (term, expected) in [
        (
            "(fp.add RNE ((_ to_fp 8 24) RNE 1.5) ((_ to_fp 8 24) RNE 0.25))",
            "(fp #b0 #b01111111 #b11000000000000000000000)",
        ),
        (
            "(fp.to_real ((_ to_fp 8 24) RNE 0.1))",
            "(/ 13421773.0 134217728.0)",
        ),
        ("((_ fp.to_ubv 8) RTZ ((_ to_fp 8 24) RNE 255.5))", "#xff"),
        ("((_ fp.to_ubv 8) RNE ((_ to_fp 8 24) RNE 255.5))", "?"),
        ("((_ fp.to_sbv 8) RNE ((_ to_fp 8 24) RNE (- 3.0)))", "#xfd"),
        (
            "((_ to_fp_unsigned 8 24) RNE #xff)",
            "(fp #b0 #b10000110 #b11111110000000000000000)",
        ),
        (
            "(= ((_ to_fp 8 24) RNE #xff) ((_ to_fp 8 24) RNE (- 1.0)))",
            "true",
        ),
        ("(= (_ +zero 8 24) (_ -zero 8 24))", "false"),
        ("(fp.eq (_ +zero 8 24) (_ -zero 8 24))", "true"),
        (
            "(fp #b0 #b11111111 #b00000000000000000000001)",
            "(_ NaN 8 24)",
        ),
        ("(str.++ \"a\" \"b\" \"\\u{63}\")", "\"abc\""),
        ("(str.len \"a\"\"b\")", "3"),
        ("(str.at \"abc\" 5)", "\"\""),
        (
            "(str.in_re \"aab\" (re.++ (re.* (str.to_re \"a\")) (re.opt (str.to_re \"b\"))))",
            "true",
        ),
        (
            "(= (re.* (re.* (str.to_re \"a\"))) (re.* (str.to_re \"a\")))",
            "true",
        ),
        ("(str.to_int \"012\")", "12"),
        ("(str.replace_all \"aXbX\" \"X\" \"yy\")", "\"ayybyy\""),
        (
            "(seq.++ (seq.unit 1) (seq.unit 2))",
            "(seq.++ (seq.unit 1) (seq.unit 2))",
        ),
        ("(seq.nth (seq.++ (seq.unit 1) (seq.unit 2)) 1)", "2"),
        ("(seq.nth (seq.unit 1) 1)", "?"),
    ] {
        check_value(term, expected);
    }
}

#[test]
fn sets_bags_tuples_and_fields() {
    for (term, expected) in [
        (
            "(set.card (set.union (set.singleton 1) (set.singleton 1) (set.singleton 2)))",
            "2",
        ),
        (
            "(set.member 2 (set.insert 1 2 (as set.empty (Set Int))))",
            "true",
        ),
        (
            "(set.minus (set.singleton 1) (set.singleton 1))",
            "(as set.empty (Set Int))",
        ),
        (
            "(= (set.inter (set.insert 1 2 (set.singleton 3)) (set.insert 2 3 (set.singleton 4))) (set.insert 3 (set.singleton 2)))",
            "true",
        ),
        (
            "(rel.join (set.singleton (tuple 1 2)) (set.singleton (tuple 2 3)))",
            "(set.singleton (tuple 1 3))",
        ),
        (
            "(bag.count 1 (bag.union_disjoint (bag 1 2) (bag 1 3)))",
            "5",
        ),
        ("((_ tuple.select 1) (tuple 1 true))", "true"),
        (
            "(ff.mul (as ff3 (_ FiniteField 7)) (as ff5 (_ FiniteField 7)))",
            "#f1m7",
        ),
        ("(ff.add #f6m7 #f6m7)", "#f5m7"),
    ] {
        check_value(term, expected);
    }
}

#[test]
fn many_stores() {
    let mut array = "((as const (Array Int Real)) 0)".to_owned();
    array.insert_str(0, &"(store ".repeat(20_000));
    for n in 0..20_000 {
        array.push_str(&format!(" {} {n}.5)", n % 10_000));
    }
    // Index 7 was stored at twice.
    check_value(&format!("(select {array} 7)"), "(/ 20015.0 2.0)");
    check_value(&format!("(select {array} 10000)"), "0.0");
    check_value(
        "(select (store (store ((as const (Array Int Real)) 0) 1 2) 3 4) 1)",
        "2.0",
    );
}

#[test]
fn a_million_levels() {
    let depth = 1_000_000;
    let term = format!("{}#x0f{}", "(bvnot ".repeat(depth), ")".repeat(depth));
    check_value(&term, "#x0f");
    let term = format!("{}true{}", "(and true ".repeat(depth), ")".repeat(depth));
    check_value(&term, "true");
    let term = format!("{}1{}", "(ite true ".repeat(depth), " 2)".repeat(depth));
    check_value(&term, "1");
    let list = |end: &str| {
        format!(
            "{}{end}{}",
            "(cons 1 ".repeat(depth / 2),
            ")".repeat(depth / 2)
        )
    };
    check_with(
        "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))",
        &[(
            &format!("(= {} {})", list("nil"), list("(cons 2 nil)")),
            "false",
        )],
    );
}
