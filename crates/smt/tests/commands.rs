//! Every structured command is recognised with its parts; anything else is kept as it is.

mod common;

use common::{parse, pieces};
use smt::{CommandKind, DeclId, Definition, NodeId, Script, SortId, Sym, TermId};

/// A command told from its structure alone. Exhaustive: a new kind must be added here.
fn describe(script: &Script, kind: &CommandKind) -> String {
    use CommandKind as K;
    let name = |sym: &Sym| script.tree.symbols.name(*sym).into_owned();
    let node = |node: NodeId| script.tree.show(node);
    let value = |value: &Option<NodeId>| value.map_or("-".into(), node);
    let term = |term: &TermId| script.show_term(*term);
    let terms = |all: &[TermId]| all.iter().map(term).collect::<Vec<_>>().join(", ");
    let sort = |sort: SortId| script.show_sort(sort);
    let declared = |d: &DeclId| {
        let declarations = &script.declarations;
        let parameters = declarations.parameters(*d).iter().map(|&s| sort(s));
        let parameters: Vec<String> = parameters.chain([sort(declarations.sort(*d))]).collect();
        let name = script.tree.symbols.name(declarations.name(*d));
        format!("{name}: {}", parameters.join(" -> "))
    };
    let defined = |d: &Definition| {
        assert_eq!(script.declarations.value(d.function), Some(d.body));
        let parameters: Vec<String> = d.parameters.iter().map(|p| declared(&p)).collect();
        format!(
            "{} [{}] = {}",
            declared(&d.function),
            parameters.join(", "),
            term(&d.body)
        )
    };
    match kind {
        K::SetLogic(logic) => format!("logic {}", name(logic)),
        K::SetOption { keyword, value: v } => format!("option {} {}", name(keyword), value(v)),
        K::SetInfo { keyword, value: v } => format!("info {} {}", name(keyword), value(v)),
        K::GetInfo(keyword) => format!("info {}?", name(keyword)),
        K::GetOption(keyword) => format!("option {}?", name(keyword)),
        K::DeclareSort { name: n, arity } => format!("sort {}/{arity}", name(n)),
        K::DeclareSortParameter(n) => format!("sort parameter {}", name(n)),
        K::DefineSort {
            name: n,
            parameters,
            sort: s,
        } => {
            format!("sort {}/{parameters} = {}", name(n), sort(*s))
        }
        K::DeclareDatatypes {
            first,
            count,
            codata,
        } => {
            let datatypes = script.datatypes[*first..first + count].iter();
            let names: Vec<String> = datatypes.map(|d| name(&d.name)).collect();
            format!(
                "{}data {}",
                if *codata { "co" } else { "" },
                names.join(", ")
            )
        }
        K::DeclareFun(d) => format!("fun {}", declared(d)),
        K::DeclareConst(d) => format!("const {}", declared(d)),
        K::DeclareVar(d) => format!("var {}", declared(d)),
        K::DeclareRel(d) => format!("rel {}", declared(d)),
        K::DefineFun(d) => format!("fun {}", defined(d)),
        K::DefineConst(d) => format!("const {}", defined(d)),
        K::DefineFunRec(d) => format!("rec {}", defined(d)),
        K::DefineFunsRec(all) => {
            let all: Vec<String> = all.iter().map(defined).collect();
            format!("rec {}", all.join("; "))
        }
        K::Assert(t) => format!("assert {}", term(t)),
        K::AssertSoft(t) => format!("soft {}", term(t)),
        K::Minimize(t) => format!("minimize {}", term(t)),
        K::Maximize(t) => format!("maximize {}", term(t)),
        K::Rule(t) => format!("rule {}", term(t)),
        K::Query(t) => format!("query {}", term(t)),
        K::Simplify(t) => format!("simplify {}", term(t)),
        K::CheckSat => "check".into(),
        K::CheckSatAssuming(all) => format!("check assuming {}", terms(all)),
        K::CheckSatUsing(tactic) => format!("check using {}", node(*tactic)),
        K::Push(levels) => format!("push {levels}"),
        K::Pop(levels) => format!("pop {levels}"),
        K::Echo(text) => format!("echo {}", name(text)),
        K::GetValue(all) => format!("value {}", terms(all)),
        K::Reset
        | K::ResetAssertions
        | K::Exit
        | K::GetAssertions
        | K::GetAssignment
        | K::GetModel
        | K::GetProof
        | K::GetUnsatAssumptions
        | K::GetUnsatCore
        | K::Raw => format!("{kind:?}"),
    }
}

/// The last command of a text, described.
#[track_caller]
fn check(text: &str, expected: &str) {
    let script = parse(text);
    let last = script.commands.last().expect(text);
    assert_eq!(describe(&script, &last.kind), expected, "{text}");
    let count = script.tree.commands().count();
    assert_eq!(script.commands.len(), count, "{text}");
}

#[track_caller]
fn check_all(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        check(text, expected);
    }
}

#[test]
fn settings() {
    check_all(&[
        ("(set-logic QF_LIA)", "logic QF_LIA"),
        ("(set-logic |QF_LIA|)", "logic QF_LIA"),
        (
            "(set-option :produce-models true)",
            "option :produce-models true",
        ),
        ("(set-option :print-success)", "option :print-success -"),
        ("(set-option :opt (a (b)))", "option :opt (a (b))"),
        ("(set-info :status sat)", "info :status sat"),
        ("(set-info :source |a\n(b|)", "info :source |a\n(b|"),
        ("(set-info :name \"x\"\"y\")", "info :name \"x\"\"y\""),
        ("(get-info :version)", "info :version?"),
        ("(get-option :print-success)", "option :print-success?"),
        ("(echo \"a\"\"b\")", "echo \"a\"\"b\""),
    ]);
    let script = parse("(set-logic QF_BV) (reset) (set-logic ALL)");
    let logic = script.tree.symbols.name(script.logic.unwrap());
    assert_eq!(logic, "QF_BV", "the first logic is the script's");
    assert_eq!(parse("(set-info :logic QF_BV)").logic, None);
}

#[test]
fn sorts_and_functions() {
    check_all(&[
        ("(declare-sort S 2)", "sort S/2"),
        ("(declare-sort S)", "sort S/0"),
        ("(declare-sort-parameter A)", "sort parameter A"),
        ("(define-sort B () (_ BitVec 8))", "sort B/0 = (_ BitVec 8)"),
        (
            "(define-sort M (A B) (Array B A))",
            "sort M/2 = (Array ?1 ?0)",
        ),
        (
            "(declare-fun f (Int (Array Int Bool)) Real)",
            "fun f: Int -> (Array Int Bool) -> Real",
        ),
        (
            "(declare-fun c () Float16)",
            "fun c: (_ FloatingPoint 5 11)",
        ),
        ("(declare-fun |a b| () Int)", "fun |a b|: Int"),
        ("(declare-const x Nope)", "const x: Unknown"),
        ("(declare-const x (-> Int Bool))", "const x: (-> Int Bool)"),
        ("(declare-var v Int)", "var v: Int"),
        ("(declare-rel r (Int Bool))", "rel r: Int -> Bool -> Bool"),
        ("(declare-rel r () interval_relation)", "rel r: Bool"),
        (
            "(define-fun f ((x Int) (y Bool)) Int (ite y x 1))",
            "fun f: Int -> Bool -> Int [x: Int, y: Bool] = (ite y x 1)",
        ),
        ("(define-fun f () Bool true)", "fun f: Bool [] = true"),
        ("(define-const c Int (+ 1 2))", "const c: Int [] = (+ 1 2)"),
        (
            "(define-fun-rec f ((x Int)) Int (f x))",
            "rec f: Int -> Int [x: Int] = (f x)",
        ),
        (
            "(define-funs-rec ((f ((x Int)) Int) (g () Int)) ((g) (f 1)))",
            "rec f: Int -> Int [x: Int] = (g); g: Int [] = (f 1)",
        ),
    ]);
}

#[test]
fn datatypes() {
    check_all(&[
        (
            "(declare-datatypes ((A 0) (B 0)) (((a)) ((b))))",
            "data A, B",
        ),
        ("(declare-datatypes (T) ((A a) (B (b (c T)))))", "data A, B"),
        ("(declare-datatype A ((a)))", "data A"),
        ("(declare-codatatypes ((A 0)) (((a))))", "codata A"),
        ("(declare-codatatype A ((a)))", "codata A"),
        (
            "(declare-datatype A ((a))) (declare-datatype B ((b)))",
            "data B",
        ),
    ]);
}

#[test]
fn formulas() {
    let declared = "(declare-const x Int) (declare-const p Bool)";
    for (text, expected) in [
        ("(assert (> x 0))", "assert (> x 0)"),
        ("(assert (nope\n x))", "assert (nope x)"),
        ("(assert-soft p)", "soft p"),
        ("(assert-soft p :weight 0.5 :id goal)", "soft p"),
        ("(minimize (+ x 1))", "minimize (+ x 1)"),
        ("(maximize x :id g)", "maximize x"),
        ("(rule (=> p p) name)", "rule (=> p p)"),
        ("(query p :print-certificate true)", "query p"),
        ("(simplify (and p p) :som true)", "simplify (and p p)"),
        ("(get-value (x (+ x 1)))", "value x, (+ x 1)"),
        ("(get-value (x) :model-index 1)", "value x"),
        (
            "(check-sat-assuming (p (not p)))",
            "check assuming p, (not p)",
        ),
        ("(check-sat-assuming ())", "check assuming "),
        ("(check-sat p (not p))", "check assuming p, (not p)"),
        (
            "(check-sat-using (then simplify smt))",
            "check using (then simplify smt)",
        ),
        ("(check-sat-using smt)", "check using smt"),
    ] {
        check(&format!("{declared} {text}"), expected);
    }
}

#[test]
fn the_rest() {
    check_all(&[
        ("(push)", "push 1"),
        ("(push 3)", "push 3"),
        ("(push 18446744073709551615) (push 0)", "push 0"),
        ("(pop)", "pop 1"),
        ("(pop 18446744073709551615)", "pop 18446744073709551615"),
        ("(check-sat)", "check"),
        ("(|check-sat|)", "check"),
        ("(reset)", "Reset"),
        ("(reset-assertions)", "ResetAssertions"),
        ("(exit)", "Exit"),
        ("(get-assertions)", "GetAssertions"),
        ("(get-assignment)", "GetAssignment"),
        ("(get-model)", "GetModel"),
        ("(get-proof)", "GetProof"),
        ("(get-unsat-assumptions)", "GetUnsatAssumptions"),
        ("(get-unsat-core)", "GetUnsatCore"),
    ]);
}

#[test]
fn what_is_malformed_is_raw_and_declares_nothing() {
    for text in &pieces(
        r#"(assert) (assert true false) (declare-fun f) (declare-fun f Int) (declare-fun f Int Int)
         (declare-fun 1 () Int) (declare-fun (f) () Int) (declare-fun f () Int Int) (declare-const f)
         (declare-const "f" Int) (declare-const f Int Int) (declare-var f) (declare-rel f)
         (declare-rel f Int) (declare-sort) (declare-sort f x) (declare-sort f -1)
         (declare-sort f 99999999999999999999) (declare-sort-parameter) (declare-sort-parameter f g)
         (define-sort f Int) (define-sort 1 () Int) (define-fun) (define-fun f) (define-fun f () Int)
         (define-fun f Int 1) (define-fun f ((x)) Int 1) (define-fun f (x) Int 1)
         (define-fun 1 () Int 1) (define-const f 1) (define-fun-rec f 1)
         (define-funs-rec ((f () Int))) (define-funs-rec ((f () Int)) (1 2))
         (define-funs-rec ((f)) (1)) (declare-datatype f) (declare-datatype 1 ((c)))
         (declare-datatypes ((f 0))) (declare-datatypes ((f 0)) ())
         (declare-datatypes ((f 0) g) (((c)) ((d)))) (declare-datatypes () ((1 c))) (push x)
         (push 1 2) (pop -1) (push 99999999999999999999) (reset 1) (exit 0) (set-logic)
         (set-logic "QF_LIA") (set-option) (set-option (a) b) (set-info) (get-info) (get-info :a :b)
         (echo) (echo (a)) (minimize) (get-value) (get-value f) (check-sat-assuming)
         (check-sat-assuming f) (check-sat-using) (get-unsat-core f)"#,
    ) {
        check(text, "Raw");
        let script = parse(text);
        assert!(script.declarations.is_empty(), "{text} declares");
        assert!(
            script.datatypes.is_empty() && script.logic.is_none(),
            "{text}"
        );
        check(&format!("{text} (declare-const x f)"), "const x: Unknown");
    }
}

#[test]
fn what_is_no_command_is_raw() {
    for text in &pieces(
        r#"() (()) ((assert true)) (Assert true) ("assert" true) (:assert true) (1 2) assert 42 |a b|
         "text" (synth-fun f ((x Int)) Int ((S Int)) ((S Int (x 0)))) (define-macro m 1)
         (eval (+ 1 2)) (include "other.smt2") (block-model :values) (let ((x 1)) x)"#,
    ) {
        check(text, "Raw");
        check(&format!("{text} (push) {text}"), "Raw");
    }
}
