//! Datatypes: how they are declared, and the sorts of all that comes with them.

mod common;

use common::{check_sorts, parse, shown_terms};
use smt::{Function, Script};

/// Datatypes as `name[parameters] = constructor(selector:sort ..) ..`.
fn datatypes(script: &Script) -> Vec<String> {
    let name = |sym| script.tree.symbols.name(sym).into_owned();
    let declared = |d| name(script.declarations.name(d));
    let constructor = |c: &smt::Constructor| {
        let selectors = c.selectors.iter();
        let selectors = selectors.map(|&s| {
            let sort = script.show_sort(script.declarations.sort(s));
            format!("{}:{sort}", declared(s))
        });
        let selectors: Vec<String> = selectors.collect();
        format!("{}({})", declared(c.function), selectors.join(" "))
    };
    let shown = script.datatypes.iter().map(|datatype| {
        let constructors: Vec<String> = datatype.constructors.iter().map(constructor).collect();
        let (name, count) = (name(datatype.name), datatype.parameters);
        format!("{name}[{count}] = {}", constructors.join(" "))
    });
    shown.collect()
}

#[track_caller]
fn check_declared(text: &str, expected: &[&str]) {
    assert_eq!(datatypes(&parse(text)), expected, "{text}");
}

const LIST: &str = "(declare-datatypes ((List 1)) ((par (T) ((nil) (cons (hd T) (tl (List T)))))))
    (declare-const l (List Int)) (declare-const r (List Real))";

const TREE: &str = "(declare-datatypes ((Tree 0) (Forest 0))
    (((leaf (label Int)) (node (kids Forest))) ((none) (some (first Tree) (rest Forest)))))
    (declare-const t Tree) (declare-const f Forest)";

#[test]
fn all_ways_to_declare_them_mean_the_same() {
    let list = "L[0] = nil() cons(hd:Int tl:L)";
    for text in [
        "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))",
        "(declare-datatypes () ((L nil (cons (hd Int) (tl L)))))",
        "(declare-datatypes () ((L (nil) (cons (hd Int) (tl L)))))",
        "(declare-datatype L ((nil) (cons (hd Int) (tl L))))",
        "(declare-datatype L (nil (cons (hd Int) (tl L))))",
        "(declare-codatatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))",
        "(declare-codatatype |L| ((|nil|) (cons (hd |Int|) (tl |L|))))",
    ] {
        check_declared(&text.replace("|nil|", "nil"), &[list]);
    }
    let parametric = "L[1] = nil() cons(hd:?0 tl:(L ?0))";
    for text in [
        "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))",
        "(declare-datatypes (T) ((L nil (cons (hd T) (tl L)))))",
        "(declare-datatypes (T) ((L nil (cons (hd T) (tl (L T))))))",
        "(declare-datatype L (par (T) ((nil) (cons (hd T) (tl (L T))))))",
        "(declare-codatatypes (T) ((L nil (cons (hd T) (tl L)))))",
    ] {
        check_declared(text, &[parametric]);
    }
}

#[test]
fn several_at_once_may_speak_of_each_other() {
    let trees = [
        "Tree[0] = leaf(label:Int) node(kids:Forest)",
        "Forest[0] = none() some(first:Tree rest:Forest)",
    ];
    check_declared(TREE, &trees);
    check_declared(
        "(declare-datatypes () ((Tree (leaf (label Int)) (node (kids Forest)))
                                (Forest none (some (first Tree) (rest Forest)))))",
        &trees,
    );
    check_declared(
        "(declare-datatypes ((P 2) (E 0)) ((par (X Y) ((pair (l X) (r (P Y X))))) ((a) (b) (c))))",
        &["P[2] = pair(l:?0 r:(P ?1 ?0))", "E[0] = a() b() c()"],
    );
    // One after the other is not at once.
    check_declared(
        "(declare-datatype A ((a (b B)))) (declare-datatype B ((c (d A))))",
        &["A[0] = a(b:Unknown)", "B[0] = c(d:A)"],
    );
}

#[test]
fn constructors_and_selectors() {
    check_sorts(
        TREE,
        "Tree : (leaf 1) (node f) (first f) (first (kids t)) (node (some t none))
         Forest : none (kids t) (some t f) (rest (rest f)) (some (leaf 1) (some t none))
         Int : (label t) (label (leaf 2))
         Bool : (= t (leaf 1)) (distinct none f)
         Unknown : (leaf true) (leaf 1 2) (node t) (kids f) (label 1) (some f t) (none f) (= t f)",
    );
    check_sorts(
        LIST,
        "(List Int) : l (tl l) (cons 1 l) (as nil (List Int)) (cons 1 (as nil (List Int))) (tl (tl l))
         (List (List Int)) : (cons l (as nil (List (List Int)))) (as nil (List (List Int)))
         Int : (hd l) (hd (cons 2 l))
         Real : (hd r)
         Unknown : (cons true l) (cons l l) (hd 1) (tl l l) (= l r) (as nil Int) (as nope (List Int))
         Unknown : ((as cons (List Int)) true l) ((as cons Int) 1 l)
         (List Int) : ((as cons (List Int)) 1 l)
         (List Unknown) : nil",
    );
}

#[test]
fn a_nil_without_its_sort_takes_it_from_its_neighbours() {
    let script = parse(&format!(
        "{LIST} (simplify (cons 1 nil)) (simplify (= l nil))"
    ));
    let terms = shown_terms(&script);
    let sort = |place: usize| script.show_sort(script.terms.sort(terms[place]));
    assert_eq!((sort(0), sort(1)), ("(List Int)".into(), "Bool".into()));
}

#[test]
fn testers() {
    check_sorts(
        &format!("{LIST} (declare-datatype |D 1| ((|c d|) (e))) (declare-const d |D 1|)"),
        "Bool : (is-nil l) (is-cons r) ((_ is nil) l) ((_ is cons) l) ((_ is |cons|) l) (|is-nil| l)
         Bool : (|is-c d| d) ((_ is |c d|) d) (is-e d)
         Unknown : (is-nil 1) (is-cons l l) (is-nope l) ((_ is nope) l) ((_ is nil) l l) (is nil l)
         Unknown : (is-e l) (|is-c d| l)",
    );
    // A name that looks like a tester may be the script's own.
    check_sorts(
        "(declare-fun is_c (Int) Int) (declare-fun is-c (Int) Int) (declare-datatype D ((c)))",
        "Int : (is_c 1) (is-c 1)
         Bool : (is-c c)",
    );
}

#[test]
fn updates() {
    check_sorts(
        LIST,
        "(List Int) : ((_ update hd) l 2) ((_ update tl) l (tl l)) ((_ update-field hd) l 2)
         (List Real) : ((_ update hd) r 0.5)
         Unknown : ((_ update hd) l) ((_ update nope) l 1) (update hd l 1) ((_ update hd) l 1 2)",
    );
}

#[test]
fn match_binds_the_variables_of_its_patterns() {
    check_sorts(
        &format!("{LIST} (declare-const h Bool)"),
        "Int : (match l ((nil 0) ((cons h t) h))) (match l ((x (hd x)))) (match l ((_ 3)))
         Int : (match l (((cons h t) (match t ((nil h) ((cons h u) (+ h 1))))) (nil 0)))
         Int : (match 5 ((x (+ x 1)))) (match l (((cons _ t) (hd t)) (_ 0)))
         (List Int) : (match l ((nil l) ((cons h t) t))) (match l (((cons nil t) t) (x x)))
         Real : (match r ((nil 0.5) ((cons h t) h)))
         Bool : (match l ((nil h) ((cons x y) h)))
         Bool : (match l ((nil true) ((cons h t) (match r ((nil false) ((cons h t) (> h 0.5)))))))
         Unknown : (match l ((nil true) ((cons h t) h))) (match l ((nil 0) ((cons h t) t))) (match l ())
         Unknown : (match l (((nope x) x))) (match l) (match l ((nil))) (match l (nil 0) (x 1))
         Unknown : (match l (((cons x y z) z)))",
    );
}

#[test]
fn a_pattern_is_a_constructor_of_what_is_matched_or_a_variable() {
    let script = parse(&format!(
        "{LIST} {TREE} (simplify (match l ((nil 0) ((cons h t) h) (none 1) (x 2))))
         (simplify (match f ((nil 0) (none 1) ((some a b) 2))))"
    ));
    let constructors = |place: usize| {
        let cases = script.terms.cases(shown_terms(&script)[place]).iter();
        let shown = cases.map(|case| match case.constructor {
            Function::Declared(d) => {
                let name = script.tree.symbols.name(script.declarations.name(d));
                format!("{name}/{}", case.variables.len())
            }
            _ => format!("any/{}", case.variables.len()),
        });
        shown.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(constructors(0), "nil/0 cons/2 any/1 any/1");
    assert_eq!(constructors(1), "any/1 none/0 some/2");
}

#[test]
fn a_datatype_may_be_empty_or_hide_a_theory() {
    check_sorts(
        "(declare-datatype Set ((mk (member Int)))) (declare-const s Set)",
        "Int : (member s) (member (mk 1))
         Bool : (is-mk s)
         Unknown : (member 1 s) (mk s)",
    );
    check_declared("(declare-datatypes () ())", &[]);
}
