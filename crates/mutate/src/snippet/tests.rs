use super::*;
use smt::CommandKind;

/// Scripts of many theories; each ends with a `check-sat`, before which snippets are put.
const SCRIPTS: &[&str] = &[
    "(declare-const p Bool) (assert p)",
    "(set-logic QF_UF) (declare-sort U 0) (declare-fun f (U U) U) (declare-const a U)
     (declare-fun r (U) Bool) (assert (r (f a a)))",
    "(set-logic QF_LIA) (declare-const x Int) (declare-const y Int) (assert (< (+ x (* 2 y)) 17))",
    "(set-logic QF_NIA) (declare-const x Int) (assert (= (* x x) 2))",
    "(set-logic QF_LRA) (declare-const x Real) (assert (< x 1)) (assert (> (/ x 3) 0.5))",
    "(set-logic QF_IDL) (declare-const x Int) (declare-const y Int) (assert (< (- x y) 3))
     (define-fun d () Int x)",
    "(set-logic QF_UFIDL) (declare-fun f (Int) Int) (declare-const x Int) (assert (< (f x) x))",
    "(set-logic AUFLIRA) (declare-const x Int) (declare-const a (Array Int Real))
     (declare-const b (Array Int (Array Int Real)))
     (assert (forall ((i Int)) (> (select a i) (to_real x))))",
    "(set-logic QF_ABV) (declare-const m (Array (_ BitVec 32) (_ BitVec 8)))
     (declare-const i (_ BitVec 32)) (assert (= #x0a (select m (bvadd i #x00000001))))",
    "(set-logic QF_BV) (declare-const |a b| (_ BitVec 8)) (declare-const c (_ BitVec 24))
     (declare-const d (_ BitVec 32)) (assert (= d (concat |a b| c)))",
    "(set-logic QF_BVFP) (declare-const x Float32) (declare-const y (_ FloatingPoint 5 11))
     (declare-const r RoundingMode) (assert (fp.lt x (fp.add RNE x x)))",
    "(set-logic QF_FPLRA) (declare-const x Float64) (declare-const r Real)
     (assert (< r (fp.to_real x)))",
    "(set-logic QF_SLIA) (declare-const s String) (declare-const n Int)
     (assert (= (str.len (str.++ s \"ab\")) n))",
    "(declare-const s (Seq Int)) (declare-const t (Seq (_ BitVec 4))) (assert (= s (seq.unit 0)))",
    "(declare-const s (Set Int)) (assert (set.member 1 s)) (assert (= (set.card s) 3))",
    "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
     (declare-datatypes ((E 2)) ((par (S T) ((left (l S)) (right (r T))))))
     (declare-datatype C ((red) (green) (mix (a C) (b C) (n Int))))
     (declare-const x (L Int)) (declare-const e (E Int Bool)) (declare-const c C)
     (assert (= x (as nil (L Int)))) (assert ((_ is left) e)) (assert (= c red))",
    "(set-logic QF_AX) (declare-sort I 0) (declare-sort V 0) (declare-const a (Array I V))
     (declare-const i I) (assert (= a (store a i (select a i))))",
    "(set-logic HO_ALL) (declare-const f (-> Int Int)) (declare-fun g (Int Int) Int)
     (assert (= f (g 1)))",
    "(declare-const x (_ FiniteField 7)) (assert (= x (ff.add x (as ff3 (_ FiniteField 7)))))",
    "(declare-const x Int) (declare-fun abs (Int) Bool) (assert (abs x))",
    "(declare-const x Real) (assert (= (* 2 x) 3))",
];

struct Made {
    text: String,
    fresh: Vec<(String, String)>,
}

/// Snippets before the last command of a script.
fn snippets(text: &str, count: u64, depth: u32) -> (Script, Vec<Made>) {
    let script = Script::parse(format!("{text} (check-sat)").into_bytes()).unwrap();
    let snippets = Snippets::new(&script, &Logic::of(&script));
    let (scopes, mut fresh) = (Scopes::default(), Fresh::new(&script));
    let at = Place {
        scopes: &scopes,
        scope: ScopeId::GLOBAL,
        node: script.commands.last().unwrap().node,
    };
    let made = |n| {
        fresh.next_place();
        let mut out = Vec::new();
        let rng = &mut Rng::new(11, n);
        assert!(snippets.formula(&script, &at, depth, rng, &mut fresh, &mut out));
        let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let fresh = fresh
            .variables()
            .map(|(name, sort)| (string(name), string(sort)));
        Made {
            text: string(&out),
            fresh: fresh.collect(),
        }
    };
    let all = (0..count).map(made).collect();
    (script, all)
}

/// The script with a snippet asserted.
fn asserted(text: &str, made: &Made) -> (String, Script) {
    let mut text = text.to_owned();
    for (name, sort) in &made.fresh {
        text.push_str(&format!("\n(declare-fun {name} () {sort})"));
    }
    text.push_str(&format!("\n(assert {})", made.text));
    let script = Script::parse(text.clone().into_bytes()).unwrap();
    (text, script)
}

#[test]
fn snippets_are_sorted_formulas() {
    for text in SCRIPTS {
        let (seed, all) = snippets(text, 300, 3);
        for made in &all {
            let (shown, script) = asserted(text, made);
            let formula = script.assertions().last().unwrap();
            assert!(script.is_sorted_formula(formula), "{shown}");
            assert_eq!(script.unknown_symbols, seed.unknown_symbols, "{shown}");
        }
        let distinct: std::collections::HashSet<_> = all.iter().map(|made| &made.text).collect();
        assert!(distinct.len() > 150, "{} of {text}", distinct.len());
    }
}

#[test]
fn equal_numbers_give_equal_snippets() {
    for text in SCRIPTS {
        let [(_, first), (_, second)] = [0, 1].map(|_| snippets(text, 50, 4));
        assert!(
            first
                .iter()
                .map(|m| &m.text)
                .eq(second.iter().map(|m| &m.text)),
            "{text}"
        );
    }
}

#[test]
fn logics_are_kept() {
    let uses = |script: &str, wanted: &str| {
        let (_, all) = snippets(script, 600, 3);
        all.iter().any(|made| made.text.contains(wanted))
    };
    let linear = SCRIPTS[2];
    assert!(uses(linear, "(div ") && uses(linear, "(* ") && uses(linear, "x"));
    let (_, all) = snippets(linear, 600, 3);
    for made in &all {
        let (shown, script) = asserted(linear, made);
        for term in script.terms.all() {
            if script.tree.symbols.name(script.terms.head(term)) == "*" {
                let first = script.terms.arguments(term)[0];
                let value = script.show_term(first);
                assert!(
                    value
                        .bytes()
                        .all(|b| b" (-)".contains(&b) || b.is_ascii_digit()),
                    "{shown}"
                );
            }
        }
    }
    let nonlinear = SCRIPTS[3];
    assert!(uses(nonlinear, "(* x x") || uses(nonlinear, "(* x "));
    let difference = SCRIPTS[5];
    assert!(uses(difference, "(- x y)"));
    for banned in ["(+ ", "(* ", "(abs ", "(div ", "(ite (< x y) x", " d)"] {
        assert!(!uses(difference, banned), "{banned}");
    }
    for text in SCRIPTS.iter().filter(|text| !text.contains("forall")) {
        assert!(!uses(text, "forall") && !uses(text, "exists"), "{text}");
    }
    assert!(uses(SCRIPTS[7], "(forall ((nhq0 "));
    assert!(!uses(SCRIPTS[4], " Int"));
}

#[test]
fn reals_are_decimals() {
    let (_, all) = snippets(SCRIPTS[4], 300, 3);
    for made in &all {
        // What the script itself says is said again as it is.
        let own = ["(< x 1)", "(/ x 3)"];
        let text = own
            .iter()
            .fold(made.text.clone(), |text, own| text.replace(own, ""));
        let is_numeral = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit());
        assert!(!text.split([' ', '(', ')']).any(is_numeral), "{text}");
    }
    assert!(all.iter().any(|made| made.text.contains("1.0")));
}

#[test]
fn only_what_is_declared_before_is_used() {
    let text = "(declare-const a Int) (push 1) (declare-const b Int) (assert (= a b)) (pop 1)
        (declare-var c Int) (assert (! (< a 1) :named d)) (define-fun e ((z Int)) Int (+ z a))
        (check-sat) (declare-const f Int) (declare-sort U 0) (declare-const g U) (assert (= f 1))
        (assert (= g g)) (declare-const h Int) (declare-const h Bool)";
    let script = Script::parse(text.as_bytes()).unwrap();
    let made = Snippets::new(&script, &Logic::ALL);
    let (scopes, mut fresh) = (Scopes::default(), Fresh::new(&script));
    let check = script
        .commands
        .iter()
        .find(|c| c.kind == CommandKind::CheckSat)
        .unwrap();
    let mut words = std::collections::BTreeSet::new();
    for n in 0..500 {
        let at = Place {
            scopes: &scopes,
            scope: ScopeId::GLOBAL,
            node: check.node,
        };
        let mut out = Vec::new();
        assert!(made.formula(&script, &at, 3, &mut Rng::new(1, n), &mut fresh, &mut out));
        let text = String::from_utf8(out).unwrap();
        let of_script = |w: &&str| w.len() == 1 && w.bytes().all(|b| b.is_ascii_lowercase());
        words.extend(
            text.split([' ', '(', ')'])
                .filter(of_script)
                .map(str::to_owned),
        );
    }
    assert_eq!(words.into_iter().collect::<Vec<_>>(), ["a", "e"]);
    assert!(fresh.variables().all(|(_, sort)| sort != b"U"));
}

#[test]
fn bound_variables_are_used_and_hidden_names_are_not() {
    let text = "(declare-const a Int) (declare-const b Int)
        (assert (forall ((x Int)) (let ((a true) (y x)) (and a (< x b)))))";
    let script = Script::parse(text.as_bytes()).unwrap();
    let made = Snippets::new(&script, &Logic::ALL);
    let named = |name: &str| {
        let symbols = &script.tree.symbols;
        let all = script.declarations.all();
        let found: Vec<_> = all
            .filter(|&d| symbols.name(script.declarations.name(d)) == name)
            .collect();
        found
    };
    let mut scopes = Scopes::default();
    let outer = scopes.enter(ScopeId::GLOBAL, named("x"), false);
    let inner = scopes.enter(outer, [named("a")[1], named("y")[0]], true);
    let node = script
        .tree
        .nodes()
        .find(|&node| script.tree.show(node) == "(< x b)")
        .unwrap();
    let words = |scope| {
        let mut words = std::collections::BTreeSet::new();
        for n in 0..500 {
            let (mut fresh, mut out) = (Fresh::new(&script), Vec::new());
            let at = Place {
                scopes: &scopes,
                scope,
                node,
            };
            assert!(made.formula(&script, &at, 2, &mut Rng::new(1, n), &mut fresh, &mut out));
            let text = String::from_utf8(out).unwrap();
            let of_script = |w: &&str| w.len() == 1 && w.bytes().all(|b| b.is_ascii_lowercase());
            words.extend(
                text.split([' ', '(', ')'])
                    .filter(of_script)
                    .map(str::to_owned),
            );
        }
        words.into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(words(outer), "a b x");
    assert_eq!(words(inner), "a y");
}

#[test]
fn sorts_with_more_parts_than_time_are_left_alone() {
    let mut text = String::from("(define-sort S0 () Int)");
    for n in 0..60 {
        text.push_str(&format!("(define-sort S{} () (Array S{n} S{n}))", n + 1));
    }
    text.push_str("(declare-const a S60) (declare-const x Int) (assert (= a a (as a S60)))");
    let (_, all) = snippets(&text, 100, 3);
    assert!(all.iter().any(|made| made.text.contains('x')));
    assert!(all.iter().all(|made| made.text.len() < 10_000));
}

#[test]
fn terms_have_the_sort_that_was_asked_for() {
    for text in SCRIPTS {
        let script = Script::parse(format!("{text} (check-sat)").into_bytes()).unwrap();
        let made = Snippets::new(&script, &Logic::of(&script));
        let (scopes, mut fresh) = (Scopes::default(), Fresh::new(&script));
        let at = Place {
            scopes: &scopes,
            scope: ScopeId::GLOBAL,
            node: script.commands.last().unwrap().node,
        };
        for place in made.sorts.iter().filter_map(|listed| listed.id) {
            for n in 0..20 {
                let mut out = Vec::new();
                let rng = &mut Rng::new(5, n);
                assert!(made.term(&script, &at, place, 2, rng, &mut fresh, &mut out));
                let mut whole = format!("{text}\n").into_bytes();
                fresh.write_declarations(&mut whole);
                let sort = script.show_sort(place);
                whole.extend(format!("(define-fun nh_ () {sort} ").bytes());
                whole.extend(out);
                whole.push(b')');
                let shown = String::from_utf8(whole.clone()).unwrap();
                let again = Script::parse(whole).unwrap();
                let Some(CommandKind::DefineFun(definition)) =
                    again.commands.last().map(|c| &c.kind)
                else {
                    panic!("{shown}")
                };
                let declared = again.declarations.sort(definition.function);
                assert_eq!(again.terms.sort(definition.body), declared, "{shown}");
                assert!(again.terms.is_sorted(definition.body), "{shown}");
            }
        }
        let out = &mut b"x".to_vec();
        assert!(!made.term(
            &script,
            &at,
            SortId::UNKNOWN,
            2,
            &mut Rng::new(1, 1),
            &mut fresh,
            out
        ));
        assert_eq!(out, b"x");
    }
}
