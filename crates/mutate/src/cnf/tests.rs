//! Tests of `cnf`.

use super::*;

fn parse(text: &str) -> Script {
    Script::parse(text.as_bytes()).unwrap()
}

fn cnf_of(text: &str) -> String {
    let out = String::from_utf8(cnf(&parse(text))).unwrap();
    assert_eq!(not_clauses(&out), Vec::<String>::new(), "{text}");
    out
}

/// What is asserted and is no clause.
fn not_clauses(text: &str) -> Vec<String> {
    let script = parse(text);
    let is_atom = |term: TermId| {
        let shape = syntactic_shape(&script, term);
        matches!(shape, Shape::Atom | Shape::Constant(_))
    };
    let is_literal = |term: TermId| match syntactic_shape(&script, term) {
        Shape::Not(inner) => is_atom(inner),
        _ => is_atom(term),
    };
    let is_clause = |term: TermId| match syntactic_shape(&script, term) {
        Shape::Gate(Gate::Or) => script.terms.arguments(term).iter().all(|&a| is_literal(a)),
        _ => is_literal(term),
    };
    let bad = script.assertions().filter(|&term| !is_clause(term));
    bad.map(|term| script.show_term(term)).collect()
}

const BOOLEANS: &str =
    "(declare-fun p () Bool)\n(declare-fun q () Bool)\n(declare-fun r () Bool)\n";

/// Compares what comes behind the declarations of `p`, `q` and `r`.
#[track_caller]
fn check(assertion: &str, expected: &[&str]) {
    let out = cnf_of(&format!("{BOOLEANS}{assertion}"));
    let out = out.strip_prefix(BOOLEANS).expect("declarations stay");
    assert_eq!(out.lines().collect::<Vec<_>>(), expected, "{assertion}");
}

#[test]
fn top_level_structure_needs_no_constants() {
    check(
        "(assert (and p (or q (or (not r) (=> p q))) (not (or p (not q)))))",
        &[
            "(assert p)",
            "(assert (or q (not r) (not p) q))",
            "(assert (not p))",
            "(assert q)",
        ],
    );
    check(
        "(assert (not (=> p q r)))",
        &["(assert p)", "(assert q)", "(assert (not r))"],
    );
    check(
        "(assert (let ((x (or p q))) (! x :named n)))",
        &["(assert (or p q))"],
    );
    check(
        "(assert (= p q))",
        &["(assert (or (not p) q))", "(assert (or p (not q)))"],
    );
    check(
        "(assert (not (xor p q)))",
        &["(assert (or (not p) q))", "(assert (or p (not q)))"],
    );
}

#[test]
fn gates_are_equivalences() {
    check(
        "(assert (or p (and q r)))",
        &[
            "(declare-fun nh_1 () Bool)",
            "(assert (or nh_1 (not q) (not r)))",
            "(assert (or (not nh_1) q))",
            "(assert (or (not nh_1) r))",
            "(assert (or p nh_1))",
        ],
    );
    check(
        "(assert (or p (ite p q r)))",
        &[
            "(declare-fun nh_1 () Bool)",
            "(assert (or (not p) (not nh_1) q))",
            "(assert (or (not p) nh_1 (not q)))",
            "(assert (or p (not nh_1) r))",
            "(assert (or p nh_1 (not r)))",
            "(assert (or p nh_1))",
        ],
    );
}

#[test]
fn constants_are_folded() {
    check("(assert (and true (not false)))", &[]);
    check("(assert (or p false))", &["(assert p)"]);
    check("(assert (or p true))", &[]);
    check("(assert (distinct p q r))", &["(assert false)"]);
    check("(assert (not (distinct p q r)))", &[]);
    check("(assert (or p (distinct p q r)))", &["(assert p)"]);
    check("(assert (or))", &["(assert false)"]);
    check("(assert (and))", &[]);
}

/// Whether an assertion over `p`, `q` and `r` holds, for each of their values, is what a clause
/// set says; and the fresh constants have one value each.
#[test]
fn every_connective_means_what_it_meant() {
    type Meaning = fn(bool, bool, bool) -> bool;
    let connectives: &[(&str, Meaning)] = &[
        ("(and p q r)", |p, q, r| p && q && r),
        ("(or p q r)", |p, q, r| p || q || r),
        ("(xor p q r)", |p, q, r| p ^ q ^ r),
        ("(=> p q r)", |p, q, r| !p || !q || r),
        ("(= p q r)", |p, q, r| p == q && q == r),
        ("(distinct p q r)", |_, _, _| false),
        ("(distinct p q)", |p, q, _| p != q),
        ("(ite p q r)", |p, q, r| if p { q } else { r }),
        ("(= p (= q r))", |p, q, r| p == (q == r)),
        ("(xor p (ite (= q r) q (not p)))", |p, q, r| {
            p ^ if q == r { q } else { !p }
        }),
        (
            "(let ((x (and p q))) (= x (let ((y (or x r))) (=> y x))))",
            |p, q, r| {
                let x = p && q;
                let y = x || r;
                x == (!y || x)
            },
        ),
    ];
    for (formula, meaning) in connectives {
        for (around, negated) in [("", false), ("(not ", true)] {
            let close = if negated { ")" } else { "" };
            // At the top, and as a gate.
            for (before, after) in [("", ""), ("(or (and p (not p)) (and ", " true))")] {
                let text = format!("{BOOLEANS}(assert {before}{around}{formula}{close}{after})");
                for values in 0..8 {
                    let bit = |place: u32| values >> place & 1 == 1;
                    let expected = meaning(bit(0), bit(1), bit(2)) != negated;
                    let models = count_models(&cnf_of(&text), [bit(0), bit(1), bit(2)]);
                    assert_eq!(models, usize::from(expected), "{text} {values:03b}");
                }
            }
        }
    }
}

/// How many values of the other constants make all clauses true.
fn count_models(text: &str, values: [bool; 3]) -> usize {
    let script = parse(text);
    let name = |term: TermId| script.show_term(term);
    let fresh = text.matches("(declare-fun nh_").count();
    let holds = |term: TermId, rest: usize| match &name(term)[..] {
        "p" => values[0],
        "q" => values[1],
        "r" => values[2],
        "false" => false,
        other => {
            let number: usize = other.strip_prefix("nh_").unwrap().parse().unwrap();
            rest >> (number - 1) & 1 == 1
        }
    };
    let literal = |term: TermId, rest: usize| match syntactic_shape(&script, term) {
        Shape::Not(inner) => !holds(inner, rest),
        _ => holds(term, rest),
    };
    let clause = |term: TermId, rest: usize| match syntactic_shape(&script, term) {
        Shape::Gate(Gate::Or) => {
            let mut literals = script.terms.arguments(term).iter();
            literals.any(|&l| literal(l, rest))
        }
        _ => literal(term, rest),
    };
    (0..1 << fresh)
        .filter(|&rest| script.assertions().all(|term| clause(term, rest)))
        .count()
}

#[test]
fn what_occurs_twice_has_one_constant() {
    check(
        "(assert (or p (and q r)))(assert (or (not p) (let ((x (and q r))) x)))",
        &[
            "(declare-fun nh_1 () Bool)",
            "(assert (or nh_1 (not q) (not r)))",
            "(assert (or (not nh_1) q))",
            "(assert (or (not nh_1) r))",
            "(assert (or p nh_1))",
            "(assert (or (not p) nh_1))",
        ],
    );
}

#[test]
fn variables_in_atoms_become_definitions() {
    let out = cnf_of(
        "(declare-fun f (Int Bool) Bool)(declare-fun a () Int)(assert (let ((x (+ a 1)) (b (and (= a 1) (> a 2)))) (let ((a (* x x))) (or b (f a b) (forall ((x Int)) (< x a))))))",
    );
    let expected = "(declare-fun f (Int Bool) Bool)
(declare-fun a () Int)
(declare-fun nh_1 () Bool)
(assert (or nh_1 (not (= a 1)) (not (> a 2))))
(assert (or (not nh_1) (= a 1)))
(assert (or (not nh_1) (> a 2)))
(define-fun nh_4 () Int (+ a 1))
(define-fun nh_2 () Int (* nh_4 nh_4))
(define-fun nh_3 () Bool (and (= a 1) (> a 2)))
(assert (or nh_1 (f nh_2 nh_3) (forall ((x Int)) (< x nh_2))))
";
    assert_eq!(out, expected);
}

#[test]
fn a_let_inside_of_an_atom_stays() {
    let atom = "(> (let ((x 1) (p 2)) (+ x p)) 0)";
    check(
        &format!("(assert (or {atom} p))"),
        &[&format!("(assert (or {atom} p))")],
    );
    // Directly in the value of another it is gone with it.
    check(
        "(assert (let ((x (let ((y 1)) (+ y y)))) (> x 0)))",
        &[
            "(define-fun nh_2 () Int 1)",
            "(define-fun nh_1 () Int (+ nh_2 nh_2))",
            "(assert (> nh_1 0))",
        ],
    );
}

#[test]
fn names_that_are_used_are_defined_and_others_are_gone() {
    check(
        "(assert (! (or p (! (and q r) :named n)) :named m))(assert-soft n)(minimize (ite (! p :named k) 1 0))(assert (= 1 (ite n 1 0)))",
        &[
            "(declare-fun nh_1 () Bool)",
            "(assert (or nh_1 (not q) (not r)))",
            "(assert (or (not nh_1) q))",
            "(assert (or (not nh_1) r))",
            "(assert (or p nh_1))",
            "(define-fun n () Bool (and q r))",
            "(assert-soft n)",
            "(minimize (ite (! p :named k) 1 0))",
            "(assert (= 1 (ite n 1 0)))",
        ],
    );
    // In an atom; other attributes stay.
    check(
        "(assert (> (! (+ 1 1) :named n) 0))(assert (forall ((x Int)) (! (> (! x :named u) n) :pattern ((* x n)) :named v)))",
        &[
            "(define-fun n () Int (+ 1 1))",
            "(assert (> n 0))",
            "(assert (forall ((x Int)) (! (> x n) :pattern ((* x n)))))",
        ],
    );
    // Nested names are not written out again and again.
    check(
        "(assert (! (or p (! (not (! q :named a)) :named b)) :named c))(assert (= (ite a 1 2) (ite b 1 2) (ite c 1 2)))",
        &[
            "(assert (or p (not q)))",
            "(define-fun a () Bool q)",
            "(define-fun b () Bool (not a))",
            "(define-fun c () Bool (or p b))",
            "(assert (= (ite a 1 2) (ite b 1 2) (ite c 1 2)))",
        ],
    );
}

#[test]
fn long_atoms_that_are_needed_again_get_a_constant() {
    let long = format!("(> (+ {}) 0)", ["1"; 60].join(" "));
    check(
        &format!("(assert (or p (not {long})))(assert (or {long} (and p {long})))"),
        &[
            &format!("(assert (or p (not {long})))"),
            "(declare-fun nh_1 () Bool)",
            "(declare-fun nh_2 () Bool)",
            &format!("(assert (or (not nh_2) {long}))"),
            &format!("(assert (or nh_2 (not {long})))"),
            "(assert (or nh_1 (not p) (not nh_2)))",
            "(assert (or (not nh_1) p))",
            "(assert (or (not nh_1) nh_2))",
            "(assert (or nh_2 nh_1))",
        ],
    );
}

#[test]
fn what_is_not_understood_stays_whole() {
    for assertion in [
        // Unknown sort of a variable.
        "(assert (let ((x (foo p))) (and p (bar x))))",
        // Who knows what a malformed term speaks of.
        "(assert (let ((x 1)) (and p (= 1 (let x)))))",
        // A name inside of a quantifier, used outside.
        "(assert (and q (forall ((x Int)) (let ((y p)) (! y :named n)))))(assert (or p n))",
    ] {
        let text = format!("{BOOLEANS}{assertion}");
        let out = String::from_utf8(cnf(&parse(&text))).unwrap();
        assert_eq!(out.replace('\n', ""), text.replace('\n', ""));
    }
    // Without a variable there is nothing that could be missed.
    check(
        "(assert (and (let p) (foo q)))",
        &["(assert (let p))", "(assert (foo q))"],
    );
}

#[test]
fn other_commands_stay_and_scripts_with_scopes_too() {
    let text = "(set-logic QF_UF)\n(define-fun f ((x Bool)) Bool (and x x))\n(assert (f true))\n(check-sat)\n";
    assert_eq!(cnf_of(text), text);
    let scopes = "(push 1)\n(assert (and true  true))\n(pop 1)";
    assert_eq!(cnf(&parse(scopes)), scopes.as_bytes());
    // What `n` stands for speaks of the first `x`.
    let hidden =
        "(declare-const x Int)(assert (! (> x 0) :named n))(declare-const x Int)(assert (and n n))";
    assert_eq!(cnf(&parse(hidden)), hidden.as_bytes());
}

#[test]
fn the_result_is_its_own_normal_form() {
    let text = format!("{BOOLEANS}(assert (= p (and q (xor r p (or q r)))))(check-sat)\n");
    let once = cnf_of(&text);
    assert_eq!(cnf_of(&once), once);
    // New constants never clash with those of the first time.
    let again = cnf_of(&format!("{once}(assert (or p (and q r)))"));
    assert!(again.contains("(declare-fun nh1_1 () Bool)"), "{again}");
}

#[test]
fn depth_is_no_limit() {
    for (depth, open, middle, close) in [
        (1_000_000, "(not ", "p", ")"),
        (1_000_000, "(and p ", "q", ")"),
        (1_000_000, "(let ((p (not p))) ", "p", ")"),
        // These have results ten times as long, or longer.
        (100_000, "(or p (and q ", "r", "))"),
        (100_000, "(let ((p (and p q))) ", "(= 1 (ite p 1 2))", ")"),
        (100_000, "(let ((x (let ((y p)) ", "q", "))) (or x r))"),
        (100_000, "(= (ite p 1 2) (ite ", "q", " 1 2))"),
        (100_000, "(! ", "q", " :weight 1)"),
    ] {
        let formula = format!("{}{middle}{}", open.repeat(depth), close.repeat(depth));
        let out = cnf(&parse(&format!("{BOOLEANS}(assert {formula})")));
        assert!(out.len() < 40 * formula.len(), "{open}: {}", out.len());
    }
}
