//! Bodies that nothing satisfies.
//!
//! Templates over variables of one sort, formulas that [`crate::generate`] makes with a reason why they
//! are unsatisfiable, and constraints of the system together with their negation.

use super::super::substitute::{Names, Substitution, substitute};
use super::super::system::{System, Variable};
use super::super::term::Term;
use crate::generate::{Answer, Bits, Formula, Generator, GeneratorSettings, Theory};
use crate::rng::Rng;
use smt::Status;
use smt::Tree;
use std::sync::{Arc, OnceLock};

/// Constraints that cannot all hold, and the variables that they need besides those at hand.
pub(super) struct Unsatisfiable {
    pub(super) variables: Vec<Variable>,
    pub(super) constraints: Vec<Arc<Term>>,
}

/// Variables `a` to `d` are of the sort; of the others see [`TEMPLATES`].
type Templates = (&'static str, &'static [&'static str]);

/// By the first symbol of a sort. In those of bit-vectors `W` is the width; in those of arrays `i` and
/// `j` are of the sort of indices, `e` and `f` of that of elements. The last ones are for every sort.
const TEMPLATES: &[Templates] = &[
    (
        "Int",
        &[
            "(< a a)",
            "(not (<= a a))",
            "(and (> a b) (> b a))",
            "(and (> a b) (> b c) (> c a))",
            "(and (> a b) (> b c) (> c d) (>= d a))",
            "(and (< a b) (< b (+ a 1)))",
            "(and (< a b) (< b c) (< c (+ a 2)))",
            "(= (* 2 a) (+ 1 (* 2 b)))",
            "(= (+ (* 2 a) (* 4 b)) 1)",
            "(= (+ (* 6 a) (* (- 9) b)) 2)",
            "(and (= (* 3 a) b) (= b (+ 1 (* 3 c))))",
            "(and (> (* 2 a) 0) (< (* 2 a) 2))",
            "(and (> (* 3 a) (* 3 b)) (< (* 3 a) (+ 3 (* 3 b))))",
            "(= (mod a 2) 2)",
            "(< (mod a 3) 0)",
            "(>= (mod a 5) 5)",
            "(and (= (mod a 2) 0) (= (mod a 2) 1))",
            "(and (= (mod a 4) 1) (= (mod a 2) 0))",
            "(> (* 2 (div a 2)) a)",
            "(< (+ 1 (* 2 (div a 2))) a)",
            "(not (= a (+ (* 3 (div a 3)) (mod a 3))))",
            "(< (abs a) 0)",
            "(< (ite (< a b) b a) a)",
            "(> (ite (< a b) a b) a)",
            "(not (= (ite (= a b) a b) b))",
            "(not (= (+ a b) (+ b a)))",
            "(not (= (- a b) (- (- b a))))",
            "(distinct (* 2 a) (+ a a))",
            "(and (= a (+ b 1)) (= b (+ a 1)))",
            "(and (= a (+ b c)) (= b (+ a c)) (not (= c 0)))",
            "(and (>= a 0) (>= b 0) (< (+ a b) 0))",
            "(and (>= a 10) (<= (+ a b) 3) (>= b (- 6)))",
            "(and (or (= a 0) (= a 1)) (or (= a 2) (= a 3)))",
            "(and (or (< a b) (< b a)) (= a b))",
            "(and (<= 0 a) (<= a 2) (distinct a 0 1 2))",
            "(and (<= 0 a) (<= a 1) (<= 0 b) (<= b 1) (<= 0 c) (<= c 1) (distinct a b c))",
            "(and (=> (> a 0) (> b 0)) (> a 0) (< b 0))",
        ],
    ),
    (
        "Real",
        &[
            "(< a a)",
            "(and (> a b) (> b a))",
            "(and (> a b) (> b c) (> c a))",
            "(and (>= a (+ b 1.0)) (>= b (+ a (- 1.0))) (> a (+ b 1.0)))",
            "(and (= (+ a b) 1.0) (= (+ (* 2.0 a) (* 2.0 b)) 3.0))",
            "(and (= a (+ b 0.5)) (= b (+ a 0.5)))",
            "(not (= (/ a 2.0) (* 0.5 a)))",
            "(not (= (+ a b) (+ b a)))",
            "(distinct (* 2.0 a) (+ a a))",
            "(and (>= a 0.0) (>= b 0.0) (< (+ a b) 0.0))",
            "(and (> (* 3.0 a) 1.0) (< (* 6.0 a) 2.0))",
            "(< (ite (< a b) b a) a)",
            "(and (or (= a 0.0) (= a 0.5)) (or (> a 1.0) (< a 0.0)))",
            "(and (or (< a b) (< b a)) (= a b))",
            "(and (< a b) (= c (/ (+ a b) 2.0)) (or (>= a c) (>= c b)))",
        ],
    ),
    (
        "BitVec",
        &[
            "(bvult a a)",
            "(bvult a (_ bv0 W))",
            "(not (bvule (_ bv0 W) a))",
            "(and (bvult a b) (bvult b a))",
            "(and (bvslt a b) (bvslt b c) (bvslt c a))",
            "(and (bvult a b) (bvult b c) (bvule c a))",
            "(not (= (bvadd a b) (bvadd b a)))",
            "(not (= (bvsub a a) (_ bv0 W)))",
            "(not (= (bvxor a a) (_ bv0 W)))",
            "(not (= (bvnot (bvnot a)) a))",
            "(not (= (bvneg a) (bvadd (bvnot a) (_ bv1 W))))",
            "(not (= (bvand a (bvnot a)) (_ bv0 W)))",
            "(not (= (bvor a b) (bvnot (bvand (bvnot a) (bvnot b)))))",
            "(bvugt (bvand a b) a)",
            "(bvult (bvor a b) a)",
            "(bvugt (bvlshr a (_ bv1 W)) a)",
            "(= (bvadd a (_ bv1 W)) a)",
            "(= (bvnot a) a)",
            "(not (= (bvshl a (_ bv0 W)) a))",
            "(and (= (bvadd a b) c) (distinct (bvsub c b) a))",
        ],
    ),
    (
        "Array",
        &[
            "(not (= (select (store a i e) i) e))",
            "(and (= a b) (not (= (select a i) (select b i))))",
            "(and (distinct i j) (not (= (select (store a i e) j) (select a j))))",
            "(and (= (store a i e) b) (not (= (select b i) e)))",
            "(not (= (store a i (select a i)) a))",
            "(not (= (store (store a i e) i f) (store a i f)))",
            "(and (= a (store b i e)) (= a (store b i f)) (distinct e f))",
            "(and (not (= i j)) (distinct (store (store a i e) j f) (store (store a j f) i e)))",
        ],
    ),
    (
        "Bool",
        &[
            "(and a (not a))",
            "(= a (not a))",
            "(xor a a)",
            "(and (or a b) (not a) (not b))",
            "(and (=> a b) a (not b))",
            "(and (xor a b) (= a b))",
            "(and (= a b) (= b c) (= c (not a)))",
            "(distinct a b c)",
            "(not (=> (and a b) a))",
            "(not (or (not a) a))",
        ],
    ),
    (
        "",
        &[
            "(not (= a a))",
            "(distinct a a)",
            "(and (= a b) (distinct b a))",
            "(and (= a b) (= b c) (not (= c a)))",
            "(and (= a b) (not (and (= b a) (= a b))))",
            "(distinct (ite (= a b) a b) b)",
        ],
    ),
];

/// Sorts that a system speaks of: those of some predicates and of some clause.
pub(super) fn sorts(system: &System, rng: &mut Rng) -> Vec<Arc<str>> {
    const PREDICATES: usize = 3;
    let mut sorts: Vec<Arc<str>> = Vec::new();
    let mut add = |sort: &Arc<str>| {
        if !sorts.contains(sort) {
            sorts.push(sort.clone());
        }
    };
    for _ in 0..PREDICATES {
        let predicate = rng.pick(&system.predicates);
        predicate
            .into_iter()
            .flat_map(|p| &p.sorts)
            .for_each(&mut add);
    }
    let clause = rng.pick(&system.clauses);
    let variables = clause.into_iter().flat_map(|c| c.variables());
    variables.for_each(|variable| add(&variable.sort));
    sorts
}

/// Constraints that cannot hold, about some of the variables at hand.
pub(super) fn unsatisfiable(
    system: &System,
    at_hand: &[Variable],
    names: &mut Names,
    rng: &mut Rng,
) -> Option<Unsatisfiable> {
    if rng.chance(1, 6)
        && let Some(found) = generated(system, names, rng)
    {
        return Some(found);
    }
    let sort = match rng.pick(at_hand) {
        Some(variable) if rng.chance(4, 5) => variable.sort.clone(),
        _ => {
            let known = sorts(system, rng);
            rng.pick(&known).cloned().unwrap_or("Int".into())
        }
    };
    from_template(&sort, at_hand, names, rng)
}

fn from_template(
    sort: &Arc<str>,
    at_hand: &[Variable],
    names: &mut Names,
    rng: &mut Rng,
) -> Option<Unsatisfiable> {
    let parsed = Term::parse(sort)?;
    let kind = match (parsed.is_list(0), parsed.head(0)) {
        (true, "_") => parsed.source(2),
        (_, head) => head,
    };
    // What `BitVec` is called with is its width.
    let width = parsed.arguments(0).nth(1).map_or("", |n| parsed.source(n));
    let of_kind = TEMPLATES.iter().find(|(known, _)| *known == kind);
    let general = TEMPLATES.last()?;
    let (_, templates) = match rng.chance(1, 8) {
        true => general,
        false => of_kind.unwrap_or(general),
    };
    let template = rng.pick(templates)?.replace(" W)", &format!(" {width})"));
    let template = Term::parse(&template)?;
    let parts: Vec<usize> = parsed.arguments(0).collect();
    let part = |place: usize| parts.get(place).map(|&n| Arc::from(parsed.source(n)));
    let mut by = Substitution::default();
    let mut variables = Vec::new();
    for name in ["a", "b", "c", "d", "e", "f", "i", "j"] {
        if !template.atoms().any(|atom| atom == name) {
            continue;
        }
        let sort = match name {
            "e" | "f" => part(1)?,
            "i" | "j" => part(0)?,
            _ => sort.clone(),
        };
        let fitting: Vec<&Variable> = at_hand.iter().filter(|v| v.sort == sort).collect();
        let variable = match rng.pick(&fitting) {
            Some(&variable) if rng.chance(2, 3) => variable.name.clone(),
            _ => {
                let name = names.name();
                variables.push(Variable {
                    name: name.clone(),
                    sort,
                });
                name
            }
        };
        by.rename(name.into(), variable);
    }
    let term = substitute(&template, &by, names);
    let constraints = match term.is_application(0, "and") && rng.chance(1, 2) {
        true => {
            let members = term.arguments(0).map(|n| Term::parse(term.source(n)));
            members.collect::<Option<Vec<_>>>()?
        }
        false => vec![term],
    };
    Some(Unsatisfiable {
        variables,
        constraints,
    })
}

/// The theories that formulas are generated of, and the sort whose presence calls for them.
const GENERATED: &[(&str, &[Theory])] = &[
    ("Int", &[Theory::Ints]),
    ("Real", &[Theory::Reals]),
    ("BitVec", &[Theory::BitVectors]),
    ("Array", &[Theory::Arrays, Theory::Ints]),
];

static GENERATORS: [OnceLock<Option<Generator>>; GENERATED.len()] =
    [const { OnceLock::new() }; GENERATED.len()];

fn generator(place: usize) -> Option<&'static Generator> {
    let (_, theories) = GENERATED.get(place)?;
    let make = || {
        let settings = GeneratorSettings {
            theories: theories.to_vec(),
            answer: Answer::Unsat,
            bits: Bits::Few,
            linear: true,
            depth: 3,
            terms: 3,
            variables: 3,
            assertions: 1,
            sharing: 20,
            definitions: 0,
            newest: false,
            ..GeneratorSettings::default()
        };
        Generator::new(settings).ok()
    };
    GENERATORS.get(place)?.get_or_init(make).as_ref()
}

/// What a generated formula asserts, its constants made variables.
fn generated(system: &System, names: &mut Names, rng: &mut Rng) -> Option<Unsatisfiable> {
    let sorts = sorts(system, rng);
    let fitting = GENERATED.iter().enumerate();
    let fitting = fitting.filter(|(_, (kind, _))| sorts.iter().any(|sort| sort.contains(kind)));
    let fitting: Vec<usize> = fitting.map(|(place, _)| place).collect();
    let generator = generator(*rng.pick(&fitting)?)?;
    let mut formula = Formula::default();
    const MANY: usize = 1 << 20;
    generator.make(
        rng.below(MANY) as u64,
        &mut generator.workbench(),
        &mut formula,
    );
    if formula.answer != Some(Status::Unsat) {
        return None;
    }
    let tree = Tree::parse(&formula.text[..]).ok()?;
    let text = |node| std::str::from_utf8(tree.source(node)).ok();
    let mut by = Substitution::default();
    let mut variables = Vec::new();
    let mut constraints = Vec::new();
    for command in tree.commands() {
        let parts: Vec<_> = tree.children(command).collect();
        let word = parts.first().and_then(|&word| text(word))?;
        match (word, &parts[..]) {
            ("declare-const", [_, name, sort]) => {
                let new = names.name();
                by.rename(text(*name)?.into(), new.clone());
                let sort = text(*sort)?.into();
                variables.push(Variable { name: new, sort });
            }
            ("assert", [_, formula]) => constraints.push(Term::parse(text(*formula)?)?),
            ("set-logic" | "set-info" | "check-sat" | "exit", _) => {}
            _ => return None,
        }
    }
    let constraints = constraints.iter().map(|term| substitute(term, &by, names));
    Some(Unsatisfiable {
        variables,
        constraints: constraints.collect(),
    })
}

#[cfg(test)]
pub(in crate::horn) mod tests {
    use super::*;

    /// Every template as a script, for solvers to look at.
    pub(in crate::horn) fn scripts() -> Vec<String> {
        let sorts = ["Int", "Real", "(_ BitVec 3)", "(Array Int Int)", "Bool"];
        let mut scripts = Vec::new();
        for (place, (_, templates)) in TEMPLATES.iter().enumerate() {
            let sort = sorts.get(place).unwrap_or(&"(Array Int Bool)");
            for template in *templates {
                let mut script = format!("(define-sort T () {sort})");
                script.push_str("(declare-const a T)(declare-const b T)(declare-const c T)");
                script.push_str("(declare-const d T)(declare-const i Int)(declare-const j Int)");
                script.push_str("(declare-const e Int)(declare-const f Int)");
                let template = template.replace(" W)", " 3)");
                script.push_str(&format!("(assert {template})(check-sat)\n"));
                scripts.push(script);
            }
        }
        scripts
    }

    #[test]
    fn templates_are_formulas() {
        for script in scripts() {
            let parsed = smt::Script::parse(script.as_bytes()).unwrap();
            let assertions: Vec<_> = parsed.assertions().collect();
            assert_eq!(
                parsed.terms.sort(assertions[0]),
                smt::SortId::BOOL,
                "{script}"
            );
        }
    }
}
