//! A script prints the tokens it was read from, whatever they are.

mod common;

use common::{parse, pieces};
use smt::{Lexer, Script, TermKind};

/// The kind of an asserted term and that it is printed as it was read: as a script, as a
/// command and alone. The text may be spread over any layout.
#[track_caller]
fn check(term: &str, kind: TermKind) {
    let declared = "(declare-const x Int) (declare-fun f (Int) Int) (declare-const p Bool)
        (declare-datatype L ((nil) (cons (hd Int) (tl L)))) (declare-const l L)";
    for text in [
        format!("{declared}(assert {term})"),
        format!("{declared}(assert{})", spread(term)),
    ] {
        let script = parse(&text);
        let asserted = script.assertions().next().expect(term);
        assert_eq!(script.terms.kind(asserted), kind, "{text}");
        assert_eq!(script.show_term(asserted), term);
        let mut command = Vec::new();
        script.write_command(script.commands.last().unwrap().node, &mut command);
        let command = String::from_utf8_lossy(&command).into_owned();
        assert_eq!(command, format!("(assert {term})"));
    }
}

#[track_caller]
fn check_all(kind: TermKind, terms: &str) {
    for term in pieces(terms) {
        check(&term, kind);
    }
}

/// The same tokens with comments and line breaks between them.
fn spread(text: &str) -> String {
    let mut lexer = Lexer::new(text.as_bytes());
    let mut out = String::from(" ; (\n");
    while let Some(token) = lexer.next_token().unwrap() {
        out += &text[token.start..token.end];
        out += "\t;\" | )\r\n #| ) \" |# ";
    }
    out
}

#[test]
fn leaves() {
    check_all(
        TermKind::Literal,
        r#"0 007 1.50 1. #xaF #b0101 "" "a""b" "; (" "é\u{41}" -1 -1.5 #f3m7
         (_ bv5 8) (as ff3 (_ FiniteField 7)) :keyword"#,
    );
    check_all(
        TermKind::Symbol,
        r#"x |x| |a b| || |;(| |"| nope é #b2 2x let _ [a] true (_ NaN 8 24) (_ char #x41) (as nil L)
         (as nope Nope) (_ f 1 (a (b)) "c") (as (_ f 1) Int) (_ |x| 1) (as |nil| |L|)"#,
    );
}

#[test]
fn applications() {
    check_all(
        TermKind::Apply,
        r#"(+ x 1 2) (f) (nope) (f 1 2) (|f| |x|) (- (- (- x))) ("a" x) (1 2) (:k 1)
         ((_ extract 7 0) #x00) ((as const (Array Int Int)) 0) ((_ f)) ((_ is cons) l)
         ((as cons L) 1 nil) ((_ map (+ (Int Int) Int)) x x) ((_ update hd) l 2)
         (+ (f x) (f x) (f x)) (= (f :k) ()) (let* ((x 1)) x) (|let| x) (|_| x) (and)
         ((as (_ f 1) Int) x)"#,
    );
    check_all(
        TermKind::ApplyTerm,
        r#"((f x) 1) ((f)) (()) (() ()) (((f) x) x) ((lambda ((y Int)) y) 1)"#,
    );
}

#[test]
fn binders() {
    check_all(
        TermKind::Binder,
        r#"(forall ((y Int)) (> y x)) (exists ((y Int) (z (Array Int (_ BitVec 8)))) p)
         (forall ((|y| |Int|) (y Nope)) (= |y| y)) (lambda ((y Int)) (lambda ((y Bool)) y))
         (forall ((y Int)) p p) (choice ((y Int)) (> y 0)) (exists ((y (a (b ()) "c"))) y)
         (forall ((y Int)) (! (> (f y) 0) :pattern ((f y) (f x)) :no-pattern (f y) :qid |q q|))
         (set.comprehension ((y Int)) (> y 0) (* y y)) (witness ((y Int)) p)"#,
    );
    check_all(
        TermKind::Let,
        r#"(let ((y 1)) y) (let () x) (let ((y 1) (z y)) (let ((y z)) (+ y z))) (let ((|y| 1)) |y|)
         (let ((y (f x)) (y (f x))) y) (let ((x x)) x) (let ((y (let ((z 1)) z))) y)
         (let ((y ())) (y))"#,
    );
}

#[test]
fn annotations() {
    check_all(
        TermKind::Annotated,
        r#"(! p :named n) (! p) (! p :named) (! p :a :b c :d (e "f" ()) |g|) (! p :weight 0.5)
         (! (! p :named a) :named b) (! p :pattern x) (! p :pattern ())
         (! p :pattern ((f x)) ((f x))) (! p :no-pattern) (! p :named (n)) (! p :named 5) (! p p p)
         (! () ()) (! p :pattern ((! x :pattern ((f x))))) (! p :no-pattern (let ((x 1)) x))"#,
    );
}

#[test]
fn matches() {
    check_all(
        TermKind::Match,
        r#"(match l ((nil 0) ((cons h t) h))) (match l ()) (match l ((_ 0))) (match l ((|y| y)))
         (match l (((cons _ _) 1) (nil 2))) (match x (((nope a b) a) (y y))) (match l (((cons) 1)))
         (match l (((cons (a) "b") 1))) (match (match l ((y y))) ((nil (match l ((z z))))))"#,
    );
}

#[test]
fn malformed_forms_are_kept_as_text() {
    check_all(
        TermKind::Opaque,
        r#"() (let) (let x) (let x x) (let ((y 1))) (let ((y)) y) (let ((y 1 2)) y) (let ((1 y)) y)
         (let (y 1) y) (let ((y 1)) y y) (let (((y) 1)) y) (forall) (forall x) (forall x p)
         (forall () p) (forall ((y Int))) (forall ((y)) p) (forall (y Int) p) (exists ((y Int) z) p)
         (lambda ((1 Int)) x) (match) (match l) (match l x) (match l ((nil))) (match l ((nil 0 1)))
         (match l ((() 0))) (match l ((1 0))) (match l ((nil 0)) x) (!) (_) (_ 1 2) (_ (f) 1) (as)
         (as x) (as x Int Int) (as 1 Int) (as (f x) Int) ((_) x) ((as x) x) ((_ 1 2) x)"#,
    );
}

#[test]
fn whole_scripts_in_odd_layouts() {
    for text in [
        "",
        " \n\t\r\x0c",
        "; only a comment",
        "; a comment ; without an end",
        "#| (\n |#",
        "\u{feff}(check-sat)",
        "(check-sat)(check-sat)( check-sat )",
        "(assert|p|)(assert\"s\")(assert(not|p|))",
        "(assert(f|a|\"b\"\"c\"|d|x\"e\"))",
        "(assert ; (\n true ; )\n)",
        "(set-info :source |\n; not a comment\n(|)",
        "a b(c)d\"e\"\"f\"|g||h|12",
        "() (()) ((())) (() ())",
        "(define-fun f((x Int)(|y|Bool))Int(ite y x 1))(define-funs-rec((g()Int))(1))",
        "(declare-datatypes(T)((L nil(cons(hd T)(tl L)))))(declare-datatype D(par(X)((c(d X)))))",
        "(get-value(x (+ x 1)()))(check-sat-assuming())(check-sat-using (then a (b :c 1)))",
        "(minimize x :id a)(assert-soft p :weight 1.0 :id b)(rule (=> a b) c)(query d :e)",
        "(push)(push 2)(pop)(pop 2)(reset)(exit)(frobnicate (let ((x 1)) x) \"y\" |z|)",
    ] {
        parse(text);
    }
}

#[test]
fn bytes_that_are_no_text_are_printed_back() {
    let text = b"(assert (= |\xff\x00| \"\xfe\x01\")) (echo \"\xc3\") \xc3\xa9 (\xff)";
    let script = Script::parse(&text[..]).unwrap();
    let mut printed = Vec::new();
    script.write(&mut printed);
    assert!(smt::same_tokens(text, &printed));
}

#[test]
fn what_has_been_printed_prints_the_same_again() {
    let text = "(declare-const x Int)(assert(let((y(+ x 1)))(forall((x Int))(!(= x y):named n))))(assert n)";
    let once = {
        let mut out = Vec::new();
        parse(text).write(&mut out);
        String::from_utf8(out).unwrap()
    };
    let expected = "(declare-const x Int)\n\
        (assert (let ((y (+ x 1))) (forall ((x Int)) (! (= x y) :named n))))\n(assert n)\n";
    assert_eq!(once, expected);
    let mut twice = Vec::new();
    parse(&once).write(&mut twice);
    assert_eq!(once.into_bytes(), twice);
}
