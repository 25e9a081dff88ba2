//! Nesting is limited by memory only: everything works one million deep on a test's small stack.

use smt::{Census, Script, SortId, same_tokens};

const DEPTH: usize = 1_000_000;

/// Reads, prints, counts and drops a script whose only assertion is `core` inside of `DEPTH`
/// times `open` and `close`.
fn check(declarations: &str, open: &str, core: &str, close: &str) -> Script {
    let text = format!(
        "{declarations}(assert {}{core}{})",
        open.repeat(DEPTH),
        close.repeat(DEPTH)
    );
    let script = Script::parse(text.as_bytes()).unwrap();
    let mut printed = Vec::new();
    script.write(&mut printed);
    assert!(same_tokens(text.as_bytes(), &printed), "{open}");
    assert_eq!(Census::of(&script).assertions, 1, "{open}");
    let copy = script.clone();
    drop(script);
    copy
}

fn check_sorted(declarations: &str, open: &str, core: &str, close: &str, sort: SortId) {
    let script = check(declarations, open, core, close);
    let assertion = script.assertions().next().unwrap();
    assert!(script.terms.is_sorted(assertion), "{open}");
    assert_eq!(script.terms.sort(assertion), sort, "{open}");
}

#[test]
fn not() {
    check_sorted("", "(not ", "true", ")", SortId::BOOL);
}

#[test]
fn sums() {
    check_sorted("(declare-const x Int)", "(+ 1 ", "x", " 2)", SortId::INT);
}

#[test]
fn let_bodies() {
    check_sorted("", "(let ((x true)) ", "x", ")", SortId::BOOL);
}

#[test]
fn let_values() {
    check_sorted("", "(let ((x ", "true", ")) x)", SortId::BOOL);
}

#[test]
fn quantifiers() {
    check_sorted("", "(forall ((x Int)) ", "(= x x)", ")", SortId::BOOL);
}

#[test]
fn annotations() {
    check_sorted("", "(! ", "true", " :note 1)", SortId::BOOL);
}

#[test]
fn matches() {
    let open = "(match nil ((nil ";
    let list = "(declare-datatype L ((nil) (cons (tail L))))";
    check_sorted(list, open, "true", ") ((cons t) false)))", SortId::BOOL);
}

#[test]
fn applications_of_terms() {
    check("(declare-fun f () (-> Int Int))", "(", "f", " 1)");
}

#[test]
fn parentheses() {
    check("", "(", "", ")");
}

#[test]
fn identifiers() {
    check("", "(_ ", "x", " 1)");
    check("", "(as ", "x", " Int)");
}

/// A constant whose sort is `core` inside of `DEPTH` times `open` and `)`.
fn check_sort(open: &str, core: &str) {
    let sort = format!("{}{core}{}", open.repeat(DEPTH), ")".repeat(DEPTH));
    let text = format!("(declare-const a {sort})(assert (= a a))");
    let script = Script::parse(text.as_bytes()).unwrap();
    let assertion = script.assertions().next().unwrap();
    assert!(script.is_sorted_formula(assertion), "{open}");
    let a = script.terms.arguments(assertion)[0];
    let mut printed = Vec::new();
    let symbols = &script.tree.symbols;
    assert!(
        script
            .sorts
            .write(script.terms.sort(a), symbols, usize::MAX, &mut printed)
    );
    let ints = |text: &[u8]| {
        text.split(|b| !b.is_ascii_alphabetic())
            .filter(|w| w == b"Int")
            .count()
    };
    assert_eq!(ints(&printed), ints(sort.as_bytes()), "{open}");
    assert!(script.show_sort(script.terms.sort(a)).ends_with('…'));
}

#[test]
fn sorts() {
    check_sort("(Array Int ", "Int");
    check_sort("(Set ", "Int");
    check_sort("(-> Int ", "Int");
}

#[test]
fn triggers() {
    check_sorted("", "(! true :pattern (", "true", "))", SortId::BOOL);
}

#[test]
fn names_that_are_bound_again_and_misused() {
    let script = check("", "(let ((x true)) (and (x 1) ", "x", "))");
    assert_eq!(script.unknown_symbols, []);
}

#[test]
fn datatypes_and_commands_that_are_raw() {
    let deep = format!("{}{}", "(".repeat(DEPTH), ")".repeat(DEPTH));
    for command in [
        "declare-datatypes () ",
        "what-is-this ",
        "set-info :x ",
        "push ",
    ] {
        let text = format!("({command}{deep})");
        let script = Script::parse(text.as_bytes()).unwrap();
        let mut printed = Vec::new();
        script.write(&mut printed);
        assert!(same_tokens(text.as_bytes(), &printed), "{command}");
    }
}
