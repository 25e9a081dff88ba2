//! What a symbol means where: push and pop, binders, names, overloads, sort abbreviations.

mod common;

use common::{check_simplified as check, parse};
use smt::{DeclKind, Function, Script, TermId, TermKind};

/// The kind of declaration that each symbol of a term refers to, left to right.
fn kinds_of(script: &Script, root: TermId) -> Vec<DeclKind> {
    let (mut kinds, mut todo) = (Vec::new(), vec![root]);
    while let Some(term) = todo.pop() {
        if let (TermKind::Symbol, Function::Declared(declaration)) =
            (script.terms.kind(term), script.terms.function(term))
        {
            kinds.push(script.declarations.kind(declaration));
        }
        todo.extend(script.terms.arguments(term).iter().rev());
    }
    kinds
}

#[test]
fn pop_takes_back_what_push_has_seen() {
    check(
        "(declare-const x Int) (push 1) (declare-const x Real) (declare-const y Int) (simplify x)
         (pop 1) (simplify x) (simplify y)",
        &["Real", "Int", "Unknown"],
    );
    check(
        "(push) (declare-const x Int) (push) (declare-const x Bool) (simplify x) (pop) (simplify x)
         (pop) (simplify x)",
        &["Bool", "Int", "Unknown"],
    );
    check(
        "(push 3) (declare-const x Int) (pop 1) (simplify x) (declare-const x Real) (pop 1)
         (simplify x) (declare-const x Bool) (pop 0) (simplify x) (pop 1) (simplify x)",
        &["Unknown", "Unknown", "Bool", "Unknown"],
    );
    check(
        "(push 0) (declare-const x Int) (pop 0) (simplify x) (push) (declare-const x Bool)
         (declare-const x Real) (simplify x) (pop) (simplify x)",
        &["Int", "Real", "Int"],
    );
}

#[test]
fn sorts_are_popped_too() {
    check(
        "(define-sort T () Int) (push) (define-sort T () Bool) (declare-sort S 0)
         (declare-const a T) (declare-const s S) (simplify a) (simplify s) (pop)
         (declare-const a T) (declare-const s S) (simplify a) (simplify s)",
        &["Bool", "S", "Int", "Unknown"],
    );
    check(
        "(push) (declare-datatype D ((c (s Int)))) (simplify (s (c 1))) (pop) (simplify (c 1))",
        &["Int", "Unknown"],
    );
}

#[test]
fn pop_beyond_the_bottom_stays_there() {
    check(
        "(push) (pop) (declare-const x Int) (pop) (pop 7) (simplify x) (push) (declare-const x Bool) (pop 99)
         (simplify x) (push) (declare-const x Real) (simplify x)",
        &["Int", "Int", "Real"],
    );
}

#[test]
fn global_declarations_outlive_pop_but_not_reset() {
    check(
        "(set-option :global-declarations true) (push) (declare-const x Int) (declare-sort S 0)
         (assert (! (> x 0) :named n)) (pop) (declare-const s S) (simplify x) (simplify s)
         (simplify n) (reset) (simplify x) (push) (declare-const x Bool) (pop) (simplify x)",
        &["Int", "S", "Bool", "Unknown", "Unknown"],
    );
    check(
        "(set-option :global-declarations false) (push) (declare-const x Int) (pop) (simplify x)",
        &["Unknown"],
    );
    // Binders end as ever.
    check(
        "(set-option :global-declarations true) (declare-const x Int)
         (assert (forall ((x Bool)) x)) (define-fun f ((x Bool)) Bool x) (simplify x)",
        &["Int"],
    );
}

#[test]
fn reset_forgets_everything_and_reset_assertions_the_levels() {
    check(
        "(set-logic HO_ALL) (declare-fun + (Bool) Bool) (define-sort Int2 () Int) (push)
         (declare-const x Int2) (reset) (simplify x) (simplify (+ true)) (simplify (+ 1 2))
         (declare-const y Int2) (simplify y) (simplify (lambda ((z Int)) z)) (pop) (simplify true)",
        &[
            "Unknown",
            "Unknown",
            "Int",
            "Unknown",
            "(Array Int Int)",
            "Bool",
        ],
    );
    check(
        "(push) (declare-const x Int) (push) (declare-const y Int) (reset-assertions)
         (simplify x) (simplify y) (pop) (simplify (+ 1 2))",
        &["Unknown", "Unknown", "Int"],
    );
}

#[test]
fn let_binds_in_parallel() {
    check(
        "(declare-const x Real) (simplify (let ((x true) (y x)) y)) (simplify (let ((x true) (y x)) x))
         (simplify (let ((x 1)) (let ((x true) (y x)) (ite x y 2))))
         (simplify (let ((x 1)) (let ((y x)) (let ((x y)) x)))) (simplify x) (simplify y)
         (simplify (+ (let ((x 1)) x) (let ((z 2)) z))) (simplify z)
         (simplify (let ((x 1) (x true)) x)) (simplify x)",
        &["Real", "Bool", "Int", "Int", "Real", "Unknown", "Int", "Unknown", "Bool", "Real"],
    );
}

#[test]
fn the_innermost_binder_is_meant() {
    check(
        "(declare-const x Int) (simplify (forall ((x Bool)) x)) (simplify (exists ((x Int)) x))
         (simplify (let ((x true)) (forall ((x Int)) (> x 0)))) (simplify (lambda ((x Bool)) x))
         (define-fun f ((x Bool)) Bool (and x (exists ((x Int)) (= x 1)) x)) (simplify (f true))
         (declare-datatype D ((c (s Bool)))) (simplify (match (c true) (((c x) x)))) (simplify x)",
        &[
            "Bool",
            "Unknown",
            "Bool",
            "(Array Bool Bool)",
            "Bool",
            "Bool",
            "Int",
        ],
    );
}

#[test]
fn a_symbol_knows_its_binder() {
    use DeclKind::*;
    let script = parse(
        "(declare-const x Bool) (assert (and x (let ((x x)) x) (forall ((x Bool)) x)))
         (assert (! x :named n)) (assert n) (define-fun d ((p Bool)) Bool (and p x n)) (assert d)",
    );
    let assertions: Vec<TermId> = script.assertions().collect();
    let kinds = |place: usize| kinds_of(&script, assertions[place]);
    assert_eq!(kinds(0), [Function, Function, LetBound, Quantified]);
    assert_eq!(kinds(1), [Function]);
    assert_eq!(kinds(2), [Named]);
    assert_eq!(kinds(3), [Defined]);
    let body = script.declarations.all().find_map(|d| {
        let defined = script.declarations.kind(d) == Defined;
        script.declarations.value(d).filter(|_| defined)
    });
    assert_eq!(
        kinds_of(&script, body.unwrap()),
        [Parameter, Function, Named]
    );
}

#[test]
fn names_hold_from_their_place_to_the_end_of_their_level() {
    check(
        "(simplify n) (assert (and (! true :named n) n)) (simplify n) (push) (simplify n)
         (assert (! true :named m)) (simplify m) (pop) (simplify n) (simplify m)",
        &["Unknown", "Bool", "Bool", "Bool", "Bool", "Unknown"],
    );
    check(
        "(assert (let ((x 1)) (> (! (+ x 1) :named sum) 0))) (simplify sum) (simplify x)
         (assert (forall ((y Int)) (! (> y 0) :named |q|))) (simplify q) (simplify y)
         (define-fun f () Bool (! (> sum 1) :named r)) (simplify (and r f))",
        &["Int", "Unknown", "Bool", "Unknown", "Bool"],
    );
    check(
        "(simplify (! 1 :named)) (simplify (! 1 :foo :named a :bar (b c))) (simplify a) (simplify :named)",
        &["Int", "Int", "Int", "Unknown"],
    );
}

#[test]
fn functions_are_overloaded_by_their_parameters() {
    check(
        "(declare-fun f (Int) Bool) (declare-fun f (String) Int) (declare-fun f (Int Bool) String)
         (simplify (f \"a\")) (simplify (f 1 true)) (simplify (f true)) (simplify (f 1 2))
         (push) (declare-fun f (Bool) Real) (simplify (f true)) (simplify (f \"a\")) (pop)
         (simplify (f true))",
        &[
            "Int", "String", "Unknown", "Unknown", "Real", "Int", "Unknown",
        ],
    );
}

#[test]
fn a_declaration_shadows_a_theory_only_where_it_fits() {
    check(
        "(declare-fun + (Bool Bool) Bool) (simplify (+ true false)) (simplify (+ 1 2 3))
         (simplify (+ true 1)) (declare-const pi Int) (simplify pi) (declare-fun select (Int Int) Bool)
         (simplify (select 1 2)) (declare-const a (Array Int Int)) (simplify (select a 1))",
        &["Bool", "Int", "Unknown", "Int", "Bool", "Int"],
    );
    check(
        "(declare-fun choice (Int) Bool) (simplify (choice 1)) (declare-const set.empty Int)
         (simplify set.empty) (simplify (let ((true 1)) true)) (simplify true)",
        &["Bool", "Int", "Int", "Bool"],
    );
}

#[test]
fn sort_abbreviations_take_parameters() {
    check(
        "(define-sort Word () (_ BitVec 8)) (define-sort Map (K V) (Array V K))
         (define-sort Twice (A) (Map A (Map A A))) (define-sort Id (Int) Int)
         (declare-const w Word) (declare-const m (Map Int Bool)) (declare-const t (Twice Word))
         (declare-const i (Id Bool)) (simplify w) (simplify m) (simplify t) (simplify i)
         (simplify (select m true)) (simplify (select m 1)) (declare-const a A) (simplify a)",
        &[
            "(_ BitVec 8)",
            "(Array Bool Int)",
            "(Array (Array (_ BitVec 8) (_ BitVec 8)) (_ BitVec 8))",
            "Bool",
            "Int",
            "Unknown",
            "Unknown",
        ],
    );
    check(
        "(define-sort Loop () (Array Int Loop)) (declare-const x Loop) (simplify x) (simplify (select x 1))",
        &["(Array Int Unknown)", "Unknown"],
    );
}

#[test]
fn bars_do_not_change_a_symbol() {
    check(
        "(declare-const |x| Int) (declare-fun f (|Int|) |Bool|) (declare-const |a b| Real) (simplify x)
         (simplify |x|) (simplify (|f| x)) (simplify (|and| (f |x|) |true|)) (simplify |a b|)
         (simplify (let ((|y| 1)) (+ y |y|))) (simplify (forall ((y Bool)) |y|)) (simplify |y|)
         (push) (declare-const x Bool) (simplify |x|) (pop) (simplify |x|) (simplify ((_ |divisible| 3) x))",
        &[
            "Int", "Int", "Bool", "Bool", "Real", "Int", "Bool", "Unknown", "Bool", "Int", "Bool",
        ],
    );
    // Reserved words and what is no simple symbol are themselves only with their bars.
    check(
        "(declare-fun |let| (Int) Bool) (declare-const |1| Bool) (simplify (|let| 1)) (simplify |1|)
         (simplify 1)
         (simplify (let ((|let| 1)) |let|)) (declare-const || Int) (simplify ||)",
        &["Bool", "Bool", "Int", "Int", "Int"],
    );
}

#[test]
fn only_recursive_functions_see_themselves() {
    check(
        "(define-fun-rec f ((x Int)) Int (ite (= x 0) 1 (f (- x 1)))) (simplify (f 1)) (simplify x)
         (define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((odd (- n 1)) (even (- n 1))))
         (simplify (and (even 1) (odd 1))) (simplify n)",
        &["Int", "Unknown", "Bool", "Unknown"],
    );
    let unknown = |text: &str| parse(text).unknown_symbols.len();
    assert_eq!(unknown("(define-fun-rec f ((x Int)) Int (f x))"), 0);
    assert_eq!(unknown("(define-fun f ((x Int)) Int (f x))"), 1);
    assert_eq!(unknown("(define-const c Int c)"), 1);
    let mutual = "(define-funs-rec ((f () Int) (g () Int)) (g f))";
    assert_eq!(unknown(mutual), 0);
    // The parameters of one are not those of the other.
    assert_eq!(
        unknown("(define-funs-rec ((f ((x Int)) Int) (g () Int)) (x x))"),
        1
    );
}

#[test]
fn declared_sort_parameters_stand_for_any_sort() {
    check(
        "(declare-sort-parameter A) (declare-sort-parameter B) (declare-fun f (A) A)
         (declare-fun pick ((Array A B) A) B) (declare-fun two (A A) Bool)
         (simplify (f 1)) (simplify (f (f true))) (simplify (two 1 2)) (simplify (two 1 true))
         (declare-const a (Array Int Real)) (simplify (pick a 1)) (simplify (pick a true))
         (define-fun id ((x B)) B x) (simplify (id \"s\")) (simplify (forall ((x A)) (= (f x) x)))
         (simplify (forall ((x A) (y B)) (two x y)))",
        &[
            "Int", "Bool", "Bool", "Unknown", "Real", "Unknown", "String", "Bool", "Unknown",
        ],
    );
}
