//! Every right row of Table 2 of "Skeletal Approximation Enumeration for SMT Solver Testing", as
//! the built-in rules have it. The rows that are wrong are in `wrong.smt2` and refuted by a test of
//! the crate `campaign`.

use mutate::rule::{Binding, Direction, Filler, Instance, RuleSet};
use mutate::values::Need;
use smt::{Function, Script, SortId};

/// The paper's constant `a`.
struct Constant<'a>(&'a str);

impl Filler for Constant<'_> {
    fn term(&mut self, _: usize, _: SortId, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(self.0.as_bytes());
        true
    }

    fn literal(&mut self, parameter: usize, sort: SortId, _: Need, out: &mut Vec<u8>) -> bool {
        self.term(parameter, sort, out)
    }

    fn number(&mut self, low: i64, _: i64) -> i64 {
        low
    }
}

/// Everything that rules make of an atom over `x` and `y` of a sort.
fn approximations(sort: &str, atom: &str, direction: Direction, constant: &str) -> Vec<String> {
    let text = format!("(declare-const x {sort}) (declare-const y {sort}) (assert {atom})");
    let script = Script::parse(text.into_bytes()).unwrap();
    let assertion = script.tree.commands().last().unwrap();
    let node = script.tree.children(assertion).nth(1).unwrap();
    let term = script.term_at(node).unwrap();
    let Function::Operator(operator) = script.terms.function(term) else {
        panic!("{atom} is no application of an operator");
    };
    let rules = RuleSet::builtin();
    let mut found = Vec::new();
    for &applicable in rules.for_operator(operator, direction) {
        let (rule, template) = rules.get(applicable);
        let mut binding = Binding::default();
        let instance = Instance {
            rule,
            script: &script,
        };
        let mut text = Vec::new();
        if binding.matches(rule, &script, node, 0)
            && rule.guard.as_ref().is_none_or(|guard| guard.by_choice)
            && instance.fill(&mut binding, &mut Constant(constant), true)
            && instance.write(&binding, template, &mut text)
        {
            found.push(String::from_utf8(text).unwrap());
        }
    }
    found
}

#[track_caller]
fn check(sorts: &[&str], constant: &str, atom: &str, over: &[&str], under: &[&str]) {
    for sort in sorts {
        let constant = match *sort {
            "Real" => &format!("{constant}.0"),
            _ => constant,
        };
        for (direction, expected) in [(Direction::Over, over), (Direction::Under, under)] {
            let found = approximations(sort, atom, direction, constant);
            for expected in expected {
                let expected = expected.replace(" a", &format!(" {constant}"));
                assert!(
                    found.contains(&expected),
                    "{atom} at {sort}, {direction:?}: no {expected} among {found:#?}"
                );
            }
        }
    }
}

#[test]
fn integers_and_reals() {
    let check =
        |atom, over: &[&str], under: &[&str]| check(&["Int", "Real"], "7", atom, over, under);
    check(
        "(< x y)",
        &["(<= x y)", "(distinct x y)"],
        &["(<= (+ x a) y)"],
    );
    check(
        "(<= x y)",
        &["(< x (+ y a))"],
        &["(= x y)", "(< (+ x a) y)"],
    );
    check(
        "(> x y)",
        &["(>= x y)", "(distinct x y)"],
        &["(>= x (+ y a))"],
    );
    check(
        "(>= x y)",
        &["(> (+ x a) y)"],
        &["(= x y)", "(> x (+ y a))"],
    );
    check(
        "(= x y)",
        &["(<= x y)", "(>= x y)"],
        &["(and (<= a x a) (<= a y a))"],
    );
    check(
        "(distinct x y)",
        &["(not (and (= x a) (= y a)))"],
        &["(> x y)", "(< x y)"],
    );
}

#[test]
fn bit_vectors() {
    let check = |atom, over: &[&str], under: &[&str]| {
        check(&["(_ BitVec 8)", "(_ BitVec 32)"], "c", atom, over, under);
    };
    check("(bvult x y)", &["(bvule x y)", "(distinct x y)"], &[]);
    check("(bvule x y)", &[], &["(= x y)", "(bvult x y)"]);
    check("(bvugt x y)", &["(bvuge x y)", "(distinct x y)"], &[]);
    check("(bvuge x y)", &[], &["(= x y)", "(bvugt x y)"]);
    check("(bvslt x y)", &["(bvsle x y)", "(distinct x y)"], &[]);
    // The paper has bvsgt here, which is refuted.
    check("(bvsle x y)", &[], &["(= x y)", "(bvslt x y)"]);
    check("(bvsgt x y)", &["(bvsge x y)", "(distinct x y)"], &[]);
    check("(bvsge x y)", &[], &["(= x y)", "(bvsgt x y)"]);
    check(
        "(= x y)",
        &["(bvsle x y)", "(bvsge x y)", "(bvule x y)", "(bvuge x y)"],
        &[
            "(and (bvsle a x) (bvsle x a) (bvsle a y) (bvsle y a))",
            "(and (bvule a x) (bvule x a) (bvule a y) (bvule y a))",
        ],
    );
    check(
        "(distinct x y)",
        &["(not (and (= x a) (= y a)))"],
        &["(bvsgt x y)", "(bvslt x y)", "(bvugt x y)", "(bvult x y)"],
    );
}

#[test]
fn what_the_paper_has_no_rule_for() {
    // Its cells that say N/A.
    let bits = |atom, over: &[&str], under: &[&str]| {
        check(&["(_ BitVec 8)"], "c", atom, over, under);
    };
    bits("(bvule x y)", &["(bvule (bvlshr x a) (bvlshr y a))"], &[]);
    for (atom, direction) in [
        ("(bvult x y)", Direction::Under),
        ("(bvule x y)", Direction::Over),
        ("(bvugt x y)", Direction::Under),
        ("(bvuge x y)", Direction::Over),
        ("(bvslt x y)", Direction::Under),
        ("(bvsle x y)", Direction::Over),
        ("(bvsgt x y)", Direction::Under),
        ("(bvsge x y)", Direction::Over),
    ] {
        assert!(
            !approximations("(_ BitVec 8)", atom, direction, "c").is_empty(),
            "{atom}"
        );
    }
    for (atom, direction) in [
        ("(fp.lt x y)", Direction::Under),
        ("(fp.leq x y)", Direction::Over),
        ("(fp.gt x y)", Direction::Under),
        ("(fp.geq x y)", Direction::Over),
    ] {
        assert!(
            !approximations("Float32", atom, direction, "c").is_empty(),
            "{atom}"
        );
    }
}

#[test]
fn floats() {
    let check = |atom, over: &[&str], under: &[&str]| {
        check(
            &["Float32", "(_ FloatingPoint 3 5)"],
            "c",
            atom,
            over,
            under,
        );
    };
    check("(fp.lt x y)", &["(fp.leq x y)", "(not (fp.eq x y))"], &[]);
    check("(fp.leq x y)", &[], &["(fp.eq x y)", "(fp.lt x y)"]);
    check("(fp.gt x y)", &["(fp.geq x y)", "(not (fp.eq x y))"], &[]);
    check("(fp.geq x y)", &[], &["(fp.eq x y)", "(fp.gt x y)"]);
    check(
        "(fp.eq x y)",
        &["(fp.leq x y)", "(fp.geq x y)"],
        &["(and (fp.leq a x a) (fp.leq a y a))"],
    );
    check(
        "(not (fp.eq x y))",
        &["(not (and (fp.eq x a) (fp.eq y a)))"],
        &["(fp.gt x y)", "(fp.lt x y)"],
    );
}

#[test]
fn strings() {
    let check = |atom, over: &[&str], under: &[&str]| {
        check(&["String"], "\"alice\"", atom, over, under);
    };
    check(
        "(str.< x y)",
        &["(str.<= x y)", "(distinct x y)"],
        &["(str.<= (str.++ x a) y)"],
    );
    check(
        "(str.<= x y)",
        &["(str.< x (str.++ y a))"],
        &["(= x y)", "(str.< x y)"],
    );
    // Example 4.2 of the paper, whose literal is the negation.
    check(
        "(str.prefixof x y)",
        &["(str.<= x y)", "(str.contains y x)"],
        &["(= y (str.++ x a))"],
    );
    check(
        "(str.suffixof x y)",
        &["(str.contains y x)"],
        &["(= y (str.++ a x))"],
    );
    check(
        "(str.contains x y)",
        &[],
        &["(str.prefixof y x)", "(str.suffixof y x)"],
    );
    check(
        "(= x y)",
        &[
            "(str.suffixof x y)",
            "(str.prefixof x y)",
            "(str.contains x y)",
            "(str.<= x y)",
        ],
        &[],
    );
    check(
        "(distinct x y)",
        &["(not (and (= x a) (= y a)))"],
        &["(str.< x y)", "(str.< y x)"],
    );
}
