//! That every mutation of Horn systems keeps the answer, shown by brute force: small systems over
//! finite sorts, or over integers that their clauses bound, whose least model is computed.

use eval::{Budget, Model, Trials, Truth, Value};
use mutate::Rng;
use mutate::horn::{Clause, Context, MUTATIONS, SOLVING, System, Term, replay, small_system};
use smt::Script;
use smt::Status;
use std::collections::{BTreeSet, HashMap, HashSet};

/// How many random systems every mutation is tried on.
const SYSTEMS: u64 = 200;

/// Integers that are tried: those that guards allow, and some more.
const INTEGERS: std::ops::Range<i64> = -1..5;

/// Evaluations for one system; beyond it is left out.
const MOST_WORK: usize = 150_000;

type Fact = (String, Vec<String>);

/// A clause for some values of its variables.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Ground {
    body: Vec<Fact>,
    head: Option<Fact>,
}

/// The members of a conjunction, however nested; the choices of a body with disjunctions.
fn cases(constraints: &[String]) -> Vec<Vec<String>> {
    let mut done: Vec<Vec<String>> = Vec::new();
    let mut work: Vec<(Vec<String>, Vec<String>)> = vec![(Vec::new(), constraints.to_vec())];
    while let Some((mut kept, mut open)) = work.pop() {
        let Some(text) = open.pop() else {
            done.push(kept);
            continue;
        };
        let term = Term::parse(&text).unwrap();
        let parts = || term.arguments(0).map(|n| term.source(n).to_owned());
        if term.is_application(0, "and") {
            open.extend(parts());
            work.push((kept, open));
        } else if term.is_application(0, "or") && done.len() + work.len() < 200 {
            for part in parts() {
                let mut open = open.clone();
                open.push(part);
                work.push((kept.clone(), open));
            }
        } else {
            kept.push(text);
            work.push((kept, open));
        }
    }
    done
}

struct Grounding<'a> {
    preamble: &'a str,
    clause: &'a Clause,
    work: &'a mut usize,
    found: &'a mut BTreeSet<Ground>,
}

impl Grounding<'_> {
    /// All instances of the clause in one case of its body. None if they are too many.
    fn case(&mut self, constraints: &[String]) -> Option<()> {
        let applications: Vec<_> = self.clause.applications().collect();
        let applied = applications.iter().copied().chain(self.clause.head());
        let arguments: Vec<&str> = applied
            .flat_map(|application| &application.arguments)
            .map(|term| term.text())
            .collect();
        let texts: Vec<&str> = constraints
            .iter()
            .map(String::as_str)
            .chain(arguments)
            .collect();
        let parsed: Vec<_> = texts
            .iter()
            .map(|text| Term::parse(text).unwrap())
            .collect();
        let used: HashSet<&str> = parsed.iter().flat_map(|term| term.atoms()).collect();
        let variables = self.clause.variables().iter();
        let variables: Vec<_> = variables.filter(|v| used.contains(&*v.name)).collect();
        let place: HashMap<&str, usize> = variables
            .iter()
            .enumerate()
            .map(|(place, v)| (&*v.name, place))
            .collect();
        let mut script = self.preamble.to_owned();
        for variable in &variables {
            script += &format!("(declare-const {} {})", variable.name, variable.sort);
        }
        for text in &texts {
            // So that all of it is read, whatever its sort.
            script += &format!("(assert (= {text} {text}))");
        }
        script += "(check-sat)";
        let script = Script::parse(script.as_bytes()).unwrap();
        let bytes: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
        let model = Model::parse_with(&script, 0, b"()", &bytes).unwrap();
        let mut trials = Trials::new(&model, Budget::default());
        let terms = model.terms().to_vec();
        let mut values: Vec<Vec<Value>> = Vec::new();
        for variable in &variables {
            let constant = trials.constants().iter().find(|c| {
                let symbol = script.declarations.name(c.declaration);
                script.tree.symbols.name(symbol) == *variable.name
            });
            let sort = constant.unwrap().sort;
            values.push(match sort == smt::SortId::INT {
                true => INTEGERS.map(|n| trials.values().int(n.into())).collect(),
                false => trials.all(sort, 64)?.to_vec(),
            });
        }
        // A constraint is looked at as soon as its last variable has a value.
        let mut ready: Vec<Vec<smt::TermId>> = vec![Vec::new(); variables.len() + 1];
        for (term, parsed) in terms.iter().zip(&parsed).take(constraints.len()) {
            let last = parsed.atoms().filter_map(|atom| place.get(atom)).max();
            ready[last.map_or(0, |&last| last + 1)].push(*term);
        }
        let mut assignment: Vec<Value> = values.iter().map(|values| values[0]).collect();
        let mut choice = vec![0usize; variables.len()];
        let mut depth = 0;
        loop {
            *self.work += 1;
            if *self.work > MOST_WORK {
                return None;
            }
            trials.assign(&assignment);
            let holds = match trials.truth(&ready[depth]) {
                Truth::True => true,
                Truth::False => false,
                other => panic!("{other:?}: {}", self.clause.text()),
            };
            if holds && depth < variables.len() {
                choice[depth] = 0;
                assignment[depth] = values[depth][0];
                depth += 1;
                continue;
            }
            if holds {
                let mut shown = terms[constraints.len()..].iter().map(|&term| {
                    let value = trials.value(term).unwrap();
                    trials.show(value, script_sort(&model, term))
                });
                let mut fact = |application: &mutate::horn::Application| {
                    let arguments = shown.by_ref().take(application.arguments.len());
                    (application.predicate.to_string(), arguments.collect())
                };
                let body = applications.iter().map(|a| fact(a)).collect();
                let head = self.clause.head().map(&mut fact);
                self.found.insert(Ground { body, head });
            }
            // On to the next value of the last variable that has one.
            loop {
                if depth == 0 {
                    return Some(());
                }
                let last = depth - 1;
                choice[last] += 1;
                if let Some(&value) = values[last].get(choice[last]) {
                    assignment[last] = value;
                    break;
                }
                depth = last;
            }
        }
    }
}

fn script_sort(model: &Model, term: smt::TermId) -> smt::SortId {
    model.script().terms.sort(term)
}

/// Whether a query can be derived; nothing if it takes too long.
fn answer(system: &System) -> Option<Status> {
    let mut grounds = BTreeSet::new();
    let mut work = 0;
    for clause in system.clauses() {
        let constraints: Vec<String> = clause.constraints().map(|c| c.text().to_owned()).collect();
        for case in cases(&constraints) {
            let mut grounding = Grounding {
                preamble: system.preamble(),
                clause,
                work: &mut work,
                found: &mut grounds,
            };
            grounding.case(&case)?;
        }
    }
    let mut known: HashSet<&Fact> = HashSet::new();
    loop {
        let before = known.len();
        for ground in &grounds {
            if !ground.body.iter().all(|fact| known.contains(fact)) {
                continue;
            }
            match &ground.head {
                Some(head) => known.insert(head),
                None => return Some(Status::Unsat),
            };
        }
        if known.len() == before {
            return Some(Status::Sat);
        }
    }
}

#[test]
fn the_systems_are_of_all_kinds() {
    let systems: Vec<System> = (0..SYSTEMS).map(small_system).collect();
    let answers: Vec<_> = systems.iter().map(answer).collect();
    let count = |status| answers.iter().filter(|a| **a == Some(status)).count();
    let (sat, unsat) = (count(Status::Sat), count(Status::Unsat));
    assert!(sat >= 40 && unsat >= 40, "{sat} sat, {unsat} unsat");
    assert_eq!(sat + unsat, SYSTEMS as usize);
    let linear = systems.iter().filter(|system| system.is_linear()).count();
    assert!((10..190).contains(&linear), "{linear} are linear");
}

#[test]
fn every_mutation_keeps_the_answer() {
    for mutation in MUTATIONS {
        let (mut same, mut open) = (0, 0);
        for number in 0..SYSTEMS {
            // Weaker guards would let integers in that are not tried.
            if mutation.name == "approximate" && number % 2 == 1 {
                continue;
            }
            let seed = small_system(number);
            let status = answer(&seed);
            let context = Context {
                answer: status,
                parameters: SOLVING,
            };
            let mut rng = Rng::new(7, number);
            let Some((mutant, step)) = mutation.mutate(&seed, &context, &mut rng) else {
                continue;
            };
            let again = replay(&seed, &step).unwrap();
            assert_eq!(again.write_horn(), mutant.write_horn(), "{step}");
            match answer(&mutant) {
                None => open += 1,
                found => {
                    assert_eq!(
                        found,
                        status,
                        "{step}\n{}\n{}",
                        seed.write_horn(),
                        mutant.write_horn()
                    );
                    same += 1;
                }
            }
        }
        let least = match mutation.name {
            "simplify" => 0,
            "swap-or" | "merge-clauses" | "add-ineq" | "permute-arguments" => 30,
            "approximate" => 50,
            _ => 100,
        };
        println!("{}: {same} the same, {open} not tried", mutation.name);
        assert!(
            same >= least,
            "{}: {same} the same, {open} not tried",
            mutation.name
        );
        assert!(
            open <= same / 5,
            "{}: {same} the same, {open} not tried",
            mutation.name
        );
    }
}

#[test]
fn chains_keep_the_answer_and_so_do_their_parts() {
    let (mut same, mut open) = (0, 0);
    for number in (0..120).step_by(2) {
        let seed = small_system(number);
        let status = answer(&seed);
        let context = Context {
            answer: status,
            parameters: SOLVING,
        };
        let mut rng = Rng::new(11, number);
        let (mut mutant, mut steps) = (seed.clone(), Vec::new());
        for _ in 0..30 {
            let mutation = rng.pick(MUTATIONS).unwrap();
            if let Some((next, step)) = mutation.mutate(&mutant, &context, &mut rng) {
                mutant = next;
                steps.push(step);
            }
            if steps.len() == 6 {
                break;
            }
        }
        // Some of the steps, as when a chain is reduced.
        let mut part = seed.clone();
        for step in &steps {
            if rng.chance(2, 3)
                && let Some(next) = replay(&part, step)
            {
                part = next;
            }
        }
        for mutant in [mutant, part] {
            match answer(&mutant) {
                None => open += 1,
                found => {
                    same += 1;
                    assert_eq!(
                        found,
                        status,
                        "{steps:#?}\n{}\n{}",
                        seed.write_horn(),
                        mutant.write_horn()
                    );
                }
            }
        }
    }
    assert!(same >= 80, "{same} the same, {open} not tried");
}

/// Systems in which definitions and variables are easily taken for each other, with their answers.
const DEFINED: &[(&str, Status)] = &[
    (
        "(set-logic HORN)(define-fun ok ((y (_ BitVec 3))) Bool (and (bvult y #b101) (bvugt y #b010)))
        (declare-fun P ((_ BitVec 3)) Bool)
        (assert (forall ((x (_ BitVec 3))) (=> (ok x) (P x))))
        (assert (forall ((x (_ BitVec 3))) (=> (and (P x) (= x #b111)) false)))(check-sat)",
        Status::Sat,
    ),
    (
        "(set-logic HORN)(define-fun ok ((y (_ BitVec 3))) Bool (or (bvult y #b010) (bvugt y #b101)))
        (declare-fun P ((_ BitVec 3)) Bool)
        (assert (forall ((x (_ BitVec 3))) (=> (and (ok x) (bvult x #b111)) (P x))))
        (assert (forall ((x (_ BitVec 3))) (=> (and (P x) (= x #b110)) false)))(check-sat)",
        Status::Unsat,
    ),
    (
        "(set-logic HORN)(define-fun x () (_ BitVec 2) #b01)
        (declare-fun P ((_ BitVec 2)) Bool)(declare-fun Q ((_ BitVec 2)) Bool)
        (assert (forall ((y (_ BitVec 2))) (=> (= y x) (P y))))
        (assert (forall ((x (_ BitVec 2))) (=> (P x) (Q x))))
        (assert (forall ((y (_ BitVec 2))) (=> (and (exists ((x (_ BitVec 2))) (P x)) (= y x)) (Q y))))
        (assert (forall ((y (_ BitVec 2))) (=> (and (Q y) (not (= y #b01))) false)))(check-sat)",
        Status::Sat,
    ),
    (
        "(set-logic HORN)(declare-fun P ((_ BitVec 2)) Bool)(declare-fun Q ((_ BitVec 2)) Bool)
        (assert (forall ((x (_ BitVec 2))) (let ((a (P x))) (forall ((a Bool)) (=> a (Q x))))))
        (assert (forall ((x (_ BitVec 2))) (=> (Q x) false)))(check-sat)",
        Status::Unsat,
    ),
];

#[test]
fn definitions_keep_their_meaning() {
    let mut approximated = 0;
    for (text, status) in DEFINED {
        let seed = System::read(text.as_bytes()).unwrap();
        assert_eq!(answer(&seed), Some(*status), "{}", seed.write_horn());
        let context = Context {
            answer: Some(*status),
            parameters: SOLVING,
        };
        for mutation in MUTATIONS {
            let attempts = match mutation.name {
                "approximate" => 60,
                _ => 12,
            };
            for number in 0..attempts {
                let mut rng = Rng::new(13, number);
                let Some((mutant, step)) = mutation.mutate(&seed, &context, &mut rng) else {
                    continue;
                };
                let again = replay(&seed, &step).unwrap();
                assert_eq!(again.write_horn(), mutant.write_horn(), "{step}");
                if mutation.name == "approximate" {
                    approximated += 1;
                    assert_ne!(mutant.write_horn(), seed.write_horn(), "{step}");
                }
                if let Some(found) = answer(&mutant) {
                    assert_eq!(found, *status, "{step}\n{}", mutant.write_horn());
                }
            }
        }
    }
    assert!(approximated > 100, "{approximated}");
}
