//! Mistakes that are easily made again: each of these once was.

mod common;

use common::{check_simplified as check, check_sorts, parse, shown_terms};
use smt::{CommandKind, Function, Script};
use std::time::Duration;

/// Whether a text is read at all: what takes exponential time would not be within a year.
fn finishes(text: String) -> bool {
    let (done, wait) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let _ = Script::parse(text.into_bytes());
        let _ = done.send(());
    });
    wait.recv_timeout(Duration::from_secs(60)).is_ok()
}

fn coerced(text: &str) -> Vec<usize> {
    let script = parse(text);
    script
        .terms
        .coerced_arguments(shown_terms(&script)[0])
        .collect()
}

// Sort parameters are sorts of their own in bodies, and variables in signatures.
#[test]
fn sort_parameter_in_a_quantified_function() {
    check(
        "(declare-sort-parameter A) (simplify (forall ((f (-> A A)) (x A)) (= (f x) x)))",
        &["Bool"],
    );
}
#[test]
fn sort_parameter_in_a_datatype() {
    parse(
        "(declare-sort-parameter A) (declare-sort-parameter B) (declare-datatype L ((c (x B)))) (simplify (c 1))",
    );
}
#[test]
fn sort_parameter_in_an_abbreviation() {
    parse(
        "(declare-sort-parameter A) (declare-sort-parameter B) (define-sort F (X) (Array X B)) (declare-const a (F Int))",
    );
}
#[test]
fn sort_parameter_ascribed() {
    parse("(declare-sort-parameter A) (assert (forall ((x A)) (= (as x Int) 1)))");
}

// Hangs and blow-ups.
#[test]
fn agree_walks_shared_sorts_as_a_tree() {
    let mut text = String::from("(define-sort A0 () Int) (define-sort B0 () Nope)");
    for i in 1..=40 {
        let j = i - 1;
        text += &format!(
            "(define-sort A{i} () (Array A{j} A{j})) (define-sort B{i} () (Array B{j} B{j}))"
        );
    }
    assert!(finishes(
        text + "(declare-const a A40) (declare-const b B40) (assert (= a b))"
    ));
}
#[test]
fn instantiate_walks_shared_sorts_as_a_tree() {
    let mut text = String::from("(define-sort D1 (X) (Array X X))");
    for i in 2..=8 {
        let j = i - 1;
        text += &format!("(define-sort D{i} (X) (D{j} (D{j} X)))");
    }
    assert!(finishes(text));
}
#[test]
fn nested_patterns_take_quadratic_memory() {
    let n = 20_000;
    let text = format!(
        "(assert {}true{})",
        "(! true :pattern (".repeat(n),
        "))".repeat(n)
    );
    assert!(finishes(text));
}

#[test]
fn products_of_products_are_cut_off() {
    let mut text = String::from("(declare-const t0 (Relation Int)) (simplify ");
    for i in 1..=60 {
        let j = i - 1;
        text += &format!("(let ((t{i} (rel.product t{j} t{j}))) ");
    }
    assert!(finishes(text + "t60" + &")".repeat(61)));
}
#[test]
fn many_datatypes_share_their_parameters() {
    let parameters: String = (0..4000).map(|i| format!(" T{i}")).collect();
    let datatypes: String = (0..4000).map(|i| format!("(D{i} c{i})")).collect();
    assert!(finishes(format!(
        "(declare-datatypes ({parameters}) ({datatypes}))"
    )));
}

// Scopes.
#[test]
fn a_name_inside_of_a_binder_of_that_name_corrupts_the_scope() {
    check(
        "(declare-const x Real) (push) (assert (forall ((x Int)) (! (> x 0) :named x))) (pop) (simplify x)",
        &["Real"],
    );
}
#[test]
fn a_wildcard_hides_indexed_identifiers() {
    check(
        "(declare-datatype L ((nil) (cons (h Int) (t L)))) (declare-const l L)
         (simplify (match l ((nil #x00) ((cons _ t) (_ bv1 8))))) (simplify (match l ((_ (_ bv1 8)))))",
        &["(_ BitVec 8)", "(_ BitVec 8)"],
    );
}
#[test]
fn old_mutual_parametric_datatypes() {
    check(
        "(declare-datatypes (T) ((Tree leaf (node (value T) (children TreeList)))
                                 (TreeList nil (cons (car Tree) (cdr TreeList)))))
         (declare-const t (Tree Int)) (simplify (children t)) (simplify (value (car (children t))))",
        &["(TreeList Int)", "Int"],
    );
}
#[test]
fn overloads_of_another_arity_lose_against_partial_application() {
    check(
        "(declare-const f Real) (declare-fun f (Int) Bool) (declare-fun f (Int Int) Int)
         (simplify f) (simplify (f 1)) (simplify (f 1 2)) (declare-fun - (Int Int) Int) (simplify (- 1))",
        &["Real", "Bool", "Int", "Int"],
    );
}
#[test]
fn an_exact_overload_loses_against_a_coercion() {
    check(
        "(declare-fun f (Int) Bool) (declare-fun f (Real) Int) (simplify (f 1)) (simplify (f 1.0))",
        &["Bool", "Int"],
    );
}
#[test]
fn user_sorts_called_table_relation_finite_set() {
    check(
        "(declare-datatype Table ((mk (rows Int)))) (declare-const t Table) (simplify (rows t))
         (declare-sort Relation 2) (declare-const r (Relation Int Int)) (simplify r)",
        &["Int", "(Relation Int Int)"],
    );
}
#[test]
fn a_failed_map_is_remembered() {
    check(
        "(declare-const a (Array Int Int)) (simplify ((_ map f) a)) (declare-fun f (Int) Bool)
         (simplify ((_ map f) a))",
        &["Unknown", "(Array Int Bool)"],
    );
}
#[test]
fn variables_of_an_unknown_pattern_are_not_bound() {
    check(
        "(declare-datatype L ((nil) (cons (h Int) (t L)))) (declare-const l L) (declare-const x Bool)
         (simplify (match l (((nope x) x))))",
        &["Unknown"],
    );
}
#[test]
fn a_constructor_pattern_behind_an_overload() {
    let script = parse(
        "(declare-datatype A ((nil) (ca (a A)))) (declare-datatype B ((nil) (cb (b B))))
         (declare-const x A) (simplify (match x ((nil 1) ((ca y) 2))))",
    );
    let case = script.terms.cases(shown_terms(&script)[0])[0];
    assert!(matches!(case.constructor, Function::Declared(_)));
    assert!(case.variables.is_empty());
}

// Ill-sorted terms that are accepted.
#[test]
fn store_of_a_real_changes_the_array() {
    check_sorts(
        "(declare-const a (Array Int Int)) (declare-datatypes ((L 1)) ((par (X) ((nil) (snoc (t (L X)) (h X))))))",
        "Unknown : (store a 0 1.5)
         Unknown : (store a 1.5 3)
         Unknown : (snoc (as nil (L Int)) 1.5)",
    );
}
#[test]
fn testers_and_updates_check_nothing() {
    let list = "(declare-datatype L ((nil) (cons (h Int) (t L))))";
    for term in [
        "((_ is cons) 3)",
        "((_ is h) nil)",
        "((_ update h) nil true)",
        "((_ update h) 4 5)",
        "((_ update cons) nil 5)",
    ] {
        check(&format!("{list} (simplify {term})"), &["Unknown"]);
    }
}
#[test]
fn extract_beyond_the_width() {
    check(
        "(declare-const x (_ BitVec 4)) (simplify ((_ extract 7 0) x))",
        &["Unknown"],
    );
}
#[test]
fn sorts_of_the_wrong_arity() {
    for sort in [
        "(Word Int)",
        "S",
        "(S Int Int)",
        "BitVec",
        "(_ BitVec)",
        "(_ BitVec 8 8)",
        "(_ BitVec w)",
        "(Array Int)",
        "(Int Int)",
        "(_ Int 3)",
        "(Float32 Int)",
    ] {
        check(
            &format!(
                "(define-sort Word () (_ BitVec 8)) (declare-sort S 1) (declare-const x {sort}) (simplify x)"
            ),
            &["Unknown"],
        );
    }
}
#[test]
fn a_bare_operator_and_an_empty_application() {
    check_sorts(
        "(declare-fun g (Int) Bool) (declare-datatype L ((nil) (cons (h Int))))",
        "Unknown : and
         Unknown : (g)
         Unknown : (cons)",
    );
}
#[test]
fn indices_that_are_missing_or_no_numerals() {
    check_sorts(
        "(declare-const x (_ BitVec 4)) (declare-const p Bool)",
        "Unknown : char
         Unknown : (pble p)
         Unknown : ((_ rotate_left foo) x)
         Unknown : ((_ tuple 3) p p)",
    );
}
#[test]
fn map_over_arrays_of_different_indices() {
    check(
        "(declare-const a (Array Int Int)) (declare-const b (Array Bool Int)) (simplify ((_ map +) a b))",
        &["Unknown"],
    );
}
#[test]
fn tuple_update_and_the_parts_of_to_fp() {
    check_sorts(
        "(declare-const t (Tuple Int Bool))",
        "Unknown : ((_ tuple.update 0) 3 4)
         Unknown : ((_ tuple.update 0) t true)
         Unknown : ((_ tuple.update 5) t 1)
         Unknown : ((_ to_fp 8 24) #b0 #x00 #b0)",
    );
}

// Coercions.
#[test]
fn ints_that_stay_ints_are_reported_as_coerced() {
    let array = "(declare-const a (Array Int Real))";
    assert_eq!(coerced(&format!("{array} (simplify (store a 1 2))")), [2]);
    assert_eq!(coerced("(simplify ((_ to_fp 8 24) RNE 1 2))"), [1]);
    let pair = "(declare-datatypes ((P 1)) ((par (X) ((mk (a X) (b Real))))))";
    assert_eq!(coerced(&format!("{pair} (simplify (mk 1 2))")), [1]);
}
#[test]
fn a_coercion_through_at_is_lost() {
    assert_eq!(
        coerced("(declare-const g (-> Real Int)) (simplify (@ g 1))"),
        [1]
    );
}

// Small ones.
#[test]
fn a_curried_lambda_is_not_flat() {
    check(
        "(set-logic HO_ALL) (simplify (lambda ((x Int)) (lambda ((y Int)) (+ x y))))
         (define-sort F (A) (-> Int A)) (declare-const z (F (-> Int Int))) (simplify z)",
        &["(-> Int Int Int)", "(-> Int Int Int)"],
    );
}
#[test]
fn a_sort_called_unknown() {
    let script = parse("(declare-sort Unknown 0) (declare-const u Unknown) (assert (= u u))");
    assert!(script.is_sorted_formula(script.assertions().next().unwrap()));
}
#[test]
fn malformed_commands_that_are_structured() {
    for text in [
        "(define-funs-rec x y)",
        "(declare-datatypes x y)",
        "(declare-datatype T x)",
        "(declare-datatype U ((c (s))))",
        "(define-sort S x Int)",
        "(define-sort S ((A)) Int)",
        "(define-fun f ((1 Int)) Int 1)",
        "(define-fun g ((x Int Int)) Int x)",
        "(set-option foo bar)",
    ] {
        assert_eq!(parse(text).commands[0].kind, CommandKind::Raw, "{text}");
    }
}
#[test]
fn literals_and_known_names_among_unknown_symbols() {
    let unknown = |text: &str| {
        let script = parse(text);
        let names = script.unknown_symbols.iter();
        names
            .map(|&s| script.tree.symbols.name(s).into_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        unknown("(assert (1 2)) (assert (\"a\" 1)) (assert (:k 1))"),
        Vec::<String>::new()
    );
    assert_eq!(
        unknown("(declare-const a (Array Int Int)) (assert ((_ map not) a))"),
        Vec::<String>::new()
    );
}
#[test]
fn the_more_precise_sort_wins() {
    let script = parse(
        "(declare-datatype L (par (T) ((nil) (cons (hd T) (tl (L T)))))) (declare-const l (L Int))
         (simplify (ite true nil l)) (simplify (ite true l nil))",
    );
    for term in shown_terms(&script) {
        assert_eq!(script.show_sort(script.terms.sort(term)), "(L Int)");
    }
}
