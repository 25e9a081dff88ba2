//! Mutants as a whole: that they are found again, are scripts, keep to the direction, to the
//! settings and to the logic of their seed. Whether they are the approximations that they claim to
//! be is asked of solvers elsewhere.

use mutate::logic::Logic;
use mutate::mutator::{Mutant, Mutator, MutatorSettings, Way, Workbench};
use mutate::rule::{
    Binding, Claim, Direction, Family, Filler, Instance, Role, Rule, RuleSet, SortPattern,
};
use mutate::snippet::Snippets;
use mutate::step::{Form, ReplayError, Step, replay};
use mutate::values::Need;
use mutate::{Rng, flatten};
use smt::{DeclKind, Function, Script, SortId, Sym, TermId, TermKind};
use std::collections::HashSet;

/// Small seeds of many theories, by name.
const SEEDS: &[(&str, &str)] = &[
    (
        "integers",
        "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)
         (assert (=> (> x 5) (> y 10)))(assert (or (= (+ x (* 3 y)) 7) (not (<= x y))))",
    ),
    (
        "reals",
        "(set-logic QF_NRA)(declare-const r Real)(declare-const s Real)
         (assert (and (< (* r s) 1.5) (distinct r s)))(assert (>= (/ r 3.0) (- s)))",
    ),
    (
        "bit vectors",
        "(set-logic QF_BV)(declare-const u (_ BitVec 8))(declare-const v (_ BitVec 8))
         (assert (bvult (bvadd u #x0f) v))(assert (or (bvsle u v) (= ((_ extract 3 0) u) #b1010)))",
    ),
    (
        "floats",
        "(set-logic QF_FP)(declare-const f Float16)(declare-const g Float16)
         (assert (fp.lt (fp.add RNE f g) f))(assert (not (or (fp.isNaN f) (fp.eq f g))))",
    ),
    (
        "strings",
        "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)
         (assert (str.prefixof s t))(assert (xor (str.< s t) (= (str.len s) 3)))
         (assert (not (str.contains t \"ab\")))",
    ),
    (
        "regular expressions",
        "(set-logic QF_S)(declare-const s String)
         (assert (str.in_re s (re.++ (re.* (str.to_re \"ab\")) (re.range \"a\" \"f\"))))
         (assert (not (str.in_re s (re.opt re.allchar))))",
    ),
    (
        "arrays",
        "(set-logic QF_ALIA)(declare-const a (Array Int Int))(declare-const b (Array Int Int))
         (declare-const i Int)
         (assert (= (store a i 3) b))(assert (or (= a b) (distinct (select a i) (select b 0))))",
    ),
    (
        "datatypes",
        "(set-logic ALL)(declare-datatype Tree ((leaf) (node (left Tree) (key Int) (right Tree))))
         (declare-const t Tree)(declare-const u Tree)
         (assert ((_ is node) t))(assert (=> (= t (node u 1 leaf)) (> (key t) 0)))
         (assert (match u ((leaf true) ((node l k r) (= l r)))))",
    ),
    (
        "sequences",
        "(set-logic ALL)(declare-const s (Seq Int))(declare-const t (Seq Int))
         (assert (seq.prefixof s t))(assert (not (= (seq.++ s t) t)))(assert (> (seq.len s) 1))",
    ),
    (
        "sets",
        "(set-logic ALL)(declare-const s (Set Int))(declare-const t (Set Int))
         (assert (set.subset s t))(assert (or (set.member 1 s) (= (set.union s t) s)))",
    ),
    (
        "uninterpreted functions",
        "(set-logic QF_UF)(declare-sort U 0)(declare-fun f (U) U)(declare-fun p (U U) Bool)
         (declare-const a U)(declare-const b U)
         (assert (p (f a) b))(assert (=> (p a b) (= (f a) (f b))))(assert (not (p b b)))",
    ),
    (
        "quantifiers",
        "(set-logic UFLIA)(declare-fun f (Int) Int)(declare-const c Int)
         (assert (forall ((x Int)) (! (=> (> x c) (> (f x) x)) :pattern ((f x)))))
         (assert (exists ((x Int) (y Int)) (and (< x y) (= (f x) y))))(assert (not (= c 0)))",
    ),
    (
        "let",
        "(set-logic QF_UFLIA)(declare-const x Int)(declare-fun p (Int Bool) Bool)
         (assert (let ((a (> x 0)) (n (+ x 1))) (let ((b (and a (< n 9)))) (or b (p n a)))))
         (assert (let ((x (< x 3))) (=> x (p 2 x))))",
    ),
    (
        "names",
        "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)
         (assert (! (or (! (> x 1) :named big) (< y 2)) :named |one way|))
         (assert (=> |one way| (! (= x y) :named same)))(assert (or big (not same)))",
    ),
    (
        "definitions",
        "(set-logic QF_LIRA)(declare-const x Int)(declare-const r Real)
         (define-fun small ((n Int) (m Real)) Bool (and (< n 10) (<= m 0.5)))
         (define-fun twice () Int (+ x x))
         (assert (or (small x r) (> twice 5)))(assert (not (small twice (to_real x))))",
    ),
    (
        "no logic",
        "(declare-const p Bool)(declare-const x Int)(declare-const |a b| (_ BitVec 3))
         (assert (ite p (> (* x x) 2) (bvuge |a b| #b011)))
         (assert (= p (= x 1) (= |a b| #b000)))",
    ),
];

/// The flat text of a script with one check.
fn flat(script: &str) -> Vec<u8> {
    let script = Script::parse(format!("{script}\n(check-sat)\n").into_bytes()).unwrap();
    let mut seeds = flatten::seeds(&script).unwrap();
    assert_eq!(seeds.len(), 1);
    seeds.remove(0).text
}

/// The first mutants of a seed.
fn mutants(seed: &[u8], settings: MutatorSettings, count: u64) -> Vec<Mutant> {
    let mutator = Mutator::new(seed, settings).unwrap();
    let mut workbench = Workbench::default();
    let make = |number| {
        let mut mutant = Mutant::default();
        mutator.make(number, &mut workbench, &mut mutant);
        mutant
    };
    (0..count).map(make).collect()
}

fn show(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// What each mutant is, if it is a script with nothing in it that has no sort.
#[track_caller]
fn read(text: &[u8], name: &str) -> Script {
    let script =
        Script::parse(text).unwrap_or_else(|error| panic!("{name}: {error}\n{}", show(text)));
    for assertion in script.assertions() {
        let sorted = script.is_sorted_formula(assertion);
        assert!(
            sorted,
            "{name}: {}\n{}",
            script.show_term(assertion),
            show(text)
        );
    }
    assert!(script.assertions().next().is_some(), "{name}");
    script
}

/// Looks at some mutants of a seed, made both ways.
#[track_caller]
fn check(
    seed: &str,
    settings: &MutatorSettings,
    count: u64,
    mut look: impl FnMut(&Mutant, &Script),
) {
    for direction in [Direction::Over, Direction::Under] {
        let settings = MutatorSettings {
            direction,
            ..settings.clone()
        };
        for mutant in mutants(&flat(seed), settings, count) {
            let script = read(&mutant.text, seed);
            look(&mutant, &script);
        }
    }
}

fn both_ways() -> MutatorSettings {
    MutatorSettings::new(Direction::Over)
}

#[test]
fn a_mutant_is_the_same_whatever_was_made_before() {
    let mut workbench = Workbench::default();
    let mut mutant = Mutant::default();
    for (name, seed) in SEEDS {
        for rounds in [1, 3] {
            let settings = MutatorSettings {
                rounds,
                seed: 7,
                ..both_ways()
            };
            let seed = flat(seed);
            let in_order = mutants(&seed, settings.clone(), 20);
            // Backwards, with what the seeds before have left behind, every other one twice.
            let mutator = Mutator::new(&seed, settings).unwrap();
            for number in (0..20).rev() {
                for _ in 0..=number % 2 {
                    mutator.make(number, &mut workbench, &mut mutant);
                    let expected = &in_order[number as usize];
                    assert_eq!(show(&mutant.text), show(&expected.text), "{name} {number}");
                    assert_eq!(mutant.steps, expected.steps, "{name} {number}");
                }
            }
        }
    }
}

#[test]
fn another_number_to_start_from_gives_other_mutants() {
    for (name, seed) in SEEDS {
        let seed = flat(seed);
        let of = |number| {
            let settings = MutatorSettings {
                seed: number,
                ..both_ways()
            };
            mutants(&seed, settings, 100)
        };
        let (zero, one) = (of(0), of(1));
        let same = zero.iter().zip(&one).filter(|(a, b)| a.text == b.text);
        assert!(same.count() <= 5, "{name}");
    }
}

#[test]
fn mutants_are_scripts_with_sorts() {
    for (_, seed) in SEEDS {
        for rounds in [1, 3] {
            let settings = MutatorSettings {
                rounds,
                ..both_ways()
            };
            check(seed, &settings, 60, |mutant, script| {
                let checks = script.tree.commands();
                let checks = checks.filter(|&c| script.tree.head(c) == Some(Sym::CHECK_SAT));
                assert_eq!(checks.count(), 1, "{}", show(&mutant.text));
            });
        }
    }
}

#[test]
fn mutants_differ() {
    for (name, seed) in SEEDS {
        for direction in [Direction::Over, Direction::Under] {
            let made = mutants(&flat(seed), MutatorSettings::new(direction), 300);
            let distinct: HashSet<&[u8]> = made.iter().map(|m| &m.text[..]).collect();
            let count = distinct.len();
            assert!(
                count >= 285,
                "{name}: {count} of 300 are distinct, {direction:?}"
            );
        }
    }
}

/// The settings that mutants of all kinds are made with.
fn all_settings() -> Vec<MutatorSettings> {
    let mut all = Vec::new();
    for form in [Form::Cnf, Form::Polarity] {
        for rounds in [1, 3] {
            for direction in [Direction::Over, Direction::Under] {
                all.push(MutatorSettings {
                    forms: vec![form],
                    rounds,
                    ..MutatorSettings::new(direction)
                });
            }
        }
    }
    all
}

#[test]
fn steps_done_again_give_the_mutant() {
    for (name, seed) in SEEDS {
        let seed = flat(seed);
        for settings in all_settings() {
            for mutant in mutants(&seed, settings, 25) {
                let rounds = replay(&seed, &mutant.steps).unwrap();
                let text = rounds.last().map_or(&seed, |round| &round.to);
                assert_eq!(show(text), show(&mutant.text), "{name}: {:?}", mutant.steps);
            }
        }
    }
}

/// Where no rule matches in a round, that round leaves everything as it is.
#[test]
fn steps_of_rewriting_alone_give_the_mutant() {
    for (name, seed) in SEEDS {
        let seed = flat(seed);
        for settings in all_settings() {
            let settings = MutatorSettings {
                ways: vec![Way::Rewrite],
                ..settings
            };
            for mutant in mutants(&seed, settings, 25) {
                let made = replay(&seed, &mutant.steps).unwrap();
                let text = made.last().map_or(&seed, |round| &round.to);
                assert_eq!(show(text), show(&mutant.text), "{name}: {:?}", mutant.steps);
            }
        }
    }
}

#[test]
fn a_step_can_be_left_out() {
    for (name, seed) in SEEDS {
        let seed = flat(seed);
        for settings in all_settings() {
            for mutant in mutants(&seed, settings, 12) {
                let last_round = mutant.steps.last().map_or(0, |step| step.round);
                for left_out in 0..mutant.steps.len() {
                    let mut steps = mutant.steps.clone();
                    let step = steps.remove(left_out);
                    // What later rounds replace has another number without it.
                    match (replay(&seed, &steps), step.round == last_round) {
                        (Ok(rounds), true) => {
                            let text = rounds.last().map_or(&seed, |round| &round.to);
                            read(text, name);
                        }
                        (Ok(rounds), false) => {
                            let text = rounds.last().map_or(&seed, |round| &round.to);
                            assert!(Script::parse(&text[..]).is_ok(), "{name}");
                        }
                        (Err(ReplayError::NoSuchPlace(_)), false) => {}
                        (Err(error), _) => panic!("{name}: {error}\n{step:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn steps_of_another_seed_are_refused() {
    let long = mutants(&flat(SEEDS[0].1), both_ways(), 20);
    let short = flat("(assert true)");
    let far = |step: &Step| step.node > 20;
    let of_places_not_there = long.iter().filter(|m| m.steps.iter().any(far));
    let mut refused = 0;
    for mutant in of_places_not_there {
        let error = replay(&short, &mutant.steps).unwrap_err();
        assert!(matches!(error, ReplayError::NoSuchPlace(_)), "{error}");
        refused += 1;
    }
    assert!(refused > 0);
}

/// What the template of a step claims.
fn claim(step: &Step) -> Claim {
    let rules = RuleSet::builtin().rules();
    let rule = rules.iter().find(|rule| rule.name == step.rule);
    rule.unwrap().templates[step.template].claim
}

/// Examples 3.3 and 4.1 of the paper: what implies is approximated the other way.
#[test]
fn a_premise_is_approximated_the_other_way() {
    let seed = flat("(declare-const x Int)(declare-const y Int)(assert (=> (> x 5) (> y 10)))");
    for form in [Form::Cnf, Form::Polarity] {
        for (direction, premise, conclusion) in [
            (Direction::Over, Claim::Under, Claim::Over),
            (Direction::Under, Claim::Over, Claim::Under),
        ] {
            let settings = MutatorSettings {
                forms: vec![form],
                ways: vec![Way::Rewrite],
                ..MutatorSettings::new(direction)
            };
            let made = mutants(&seed, settings, 300);
            let claims_of = |atom: &[u8]| -> HashSet<Claim> {
                let steps = made.iter().flat_map(|mutant| &mutant.steps);
                steps.filter(|step| step.was == atom).map(claim).collect()
            };
            // Something of that way was done, and something that is an equivalence, and no more.
            let expected = HashSet::from([premise, Claim::Equal]);
            assert_eq!(claims_of(b"(> x 5)"), expected, "{form:?} {direction:?}");
            let expected = HashSet::from([conclusion, Claim::Equal]);
            assert_eq!(claims_of(b"(> y 10)"), expected, "{form:?} {direction:?}");
        }
    }
}

/// Example 4.3 of the paper: only injection.
#[test]
fn what_is_only_injected_into_is_not_rewritten() {
    let seed = flat("(declare-const x Int)(declare-const y Int)(assert (> (+ x y) 5))");
    for direction in [Direction::Over, Direction::Under] {
        let settings = MutatorSettings {
            ways: vec![Way::Inject],
            ..MutatorSettings::new(direction)
        };
        for mutant in mutants(&seed, settings, 300) {
            assert!(!mutant.steps.is_empty());
            for step in &mutant.steps {
                assert!(step.rule.starts_with("inject-"), "{}", step.rule);
                assert!(claim(step).serves(direction.into()), "{}", step.rule);
                // What was there is still there.
                assert!(show(&step.put).contains("(> (+ x y) 5)"), "{step:?}");
            }
        }
    }
}

#[test]
fn what_is_only_rewritten_is_not_injected_into() {
    for (name, seed) in SEEDS {
        let settings = MutatorSettings {
            ways: vec![Way::Rewrite],
            ..both_ways()
        };
        let made = mutants(&flat(seed), settings, 100);
        let mut steps = made.iter().flat_map(|mutant| &mutant.steps).peekable();
        assert!(steps.peek().is_some(), "{name}");
        for step in steps {
            assert!(!step.rule.starts_with("inject-"), "{name}: {}", step.rule);
        }
    }
}

#[test]
fn no_more_is_approximated_than_was_asked_for() {
    for (name, seed) in SEEDS {
        for (max_literals, rounds) in [(1, 1), (2, 1), (5, 1), (1, 3), (3, 2)] {
            let settings = MutatorSettings {
                max_literals,
                rounds,
                ..both_ways()
            };
            let made = mutants(&flat(seed), settings, 60);
            let most = made.iter().map(|mutant| mutant.steps.len()).max().unwrap();
            assert!(most <= max_literals * rounds as usize, "{name}: {most}");
            assert!(most > 0, "{name}");
            let by_round = made
                .iter()
                .flat_map(|m| m.steps.chunk_by(|a, b| a.round == b.round));
            for steps in by_round {
                assert!(steps.len() <= max_literals, "{name}");
                assert!(steps[0].round < rounds, "{name}");
            }
        }
    }
    // And it is made use of.
    let settings = MutatorSettings {
        rounds: 2,
        ..both_ways()
    };
    let made = mutants(&flat(SEEDS[0].1), settings, 60);
    assert!(made.iter().any(|mutant| mutant.steps.len() > 5));
}

/// The operators of a script and what each is applied to.
fn applications(script: &Script) -> impl Iterator<Item = (String, TermId)> + '_ {
    let terms = script.tree.nodes().filter_map(|node| script.term_at(node));
    terms
        .filter(|&term| script.terms.kind(term) == TermKind::Apply)
        .map(|term| {
            let head = script.terms.head(term);
            (script.tree.symbols.name(head).into_owned(), term)
        })
}

/// Whether a term is made of literals alone.
fn is_constant(script: &Script, term: TermId) -> bool {
    match script.terms.kind(term) {
        TermKind::Literal => true,
        TermKind::Apply => {
            let arguments = script.terms.arguments(term);
            let operator = matches!(script.terms.function(term), Function::Operator(_));
            operator && arguments.iter().all(|&a| is_constant(script, a))
        }
        _ => false,
    }
}

#[test]
fn quantifier_free_logics_get_no_quantifiers() {
    let mut seen = 0;
    for (name, seed) in SEEDS.iter().filter(|(_, seed)| seed.contains("QF_")) {
        seen += 1;
        let settings = MutatorSettings {
            rounds: 2,
            ..both_ways()
        };
        check(seed, &settings, 100, |mutant, script| {
            let terms = script.tree.nodes().filter_map(|node| script.term_at(node));
            for term in terms {
                let kind = script.terms.kind(term);
                assert_ne!(kind, TermKind::Binder, "{name}: {}", show(&mutant.text));
            }
        });
    }
    assert!(seen > 8);
}

#[test]
fn quantified_seeds_get_more_quantifiers() {
    let (_, seed) = SEEDS
        .iter()
        .find(|(name, _)| *name == "quantifiers")
        .unwrap();
    let mut most = 0;
    check(seed, &both_ways(), 100, |_, script| {
        let terms = script.tree.nodes().filter_map(|node| script.term_at(node));
        let binders = terms.filter(|&term| script.terms.kind(term) == TermKind::Binder);
        most = most.max(binders.count());
    });
    assert!(most > 2, "{most}");
}

#[test]
fn linear_logics_get_no_products() {
    let seed = "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)
        (assert (or (< x y) (= x 3) (>= y (+ x 1))))(assert (distinct x y))";
    let settings = MutatorSettings {
        rounds: 2,
        ..both_ways()
    };
    let mut products = 0;
    check(seed, &settings, 300, |mutant, script| {
        for (name, term) in applications(script) {
            let arguments = script.terms.arguments(term);
            let variables = |from: usize| {
                let rest = arguments[from..].iter();
                rest.filter(|&&a| !is_constant(script, a)).count()
            };
            let text = || show(&mutant.text);
            match name.as_str() {
                "*" => {
                    products += 1;
                    assert!(variables(0) <= 1, "{}", text());
                }
                "div" | "mod" => assert!(variables(1) == 0, "{}", text()),
                "/" | "to_real" | "to_int" => panic!("{}", text()),
                _ => {}
            }
        }
    });
    assert!(products > 0);
}

#[test]
fn difference_logics_get_no_sums() {
    let seed = "(set-logic QF_IDL)(declare-const x Int)(declare-const y Int)
        (assert (or (< (- x y) 3) (= x y)))(assert (not (>= x y)))(assert (distinct x y))";
    let settings = MutatorSettings {
        rounds: 2,
        ..both_ways()
    };
    let mut differences = 0;
    check(seed, &settings, 300, |mutant, script| {
        for (name, term) in applications(script) {
            let text = || show(&mutant.text);
            let arguments = script.terms.arguments(term);
            match name.as_str() {
                "+" | "*" | "div" | "mod" | "abs" | "/" => panic!("{name}: {}", text()),
                "-" if !is_constant(script, term) => {
                    differences += 1;
                    let variable = |&a: &TermId| script.terms.kind(a) == TermKind::Symbol;
                    assert!(arguments.iter().all(variable), "{}", text());
                    assert_eq!(arguments.len(), 2, "{}", text());
                }
                _ => {}
            }
        }
    });
    assert!(differences > 0);
}

#[test]
fn bit_vector_logics_get_no_integers() {
    let (_, seed) = SEEDS
        .iter()
        .find(|(name, _)| *name == "bit vectors")
        .unwrap();
    let settings = MutatorSettings {
        rounds: 2,
        ..both_ways()
    };
    let mut declared = 0;
    check(seed, &settings, 300, |mutant, script| {
        let is_fine =
            |sort: SortId| sort == SortId::BOOL || script.sorts.head(sort) == Some(Sym::BIT_VEC);
        for declaration in script.declarations.all() {
            declared += 1;
            let sort = script.declarations.sort(declaration);
            assert!(is_fine(sort), "{}", show(&mutant.text));
        }
        let terms = script.tree.nodes().filter_map(|node| script.term_at(node));
        for term in terms {
            let sort = script.terms.sort(term);
            assert!(
                is_fine(sort),
                "{}\n{}",
                script.show_term(term),
                show(&mutant.text)
            );
        }
    });
    assert!(declared > 2 * 600, "nothing is declared beside the seed's");
}

#[test]
fn names_are_neither_lost_nor_doubled() {
    let (_, seed) = SEEDS.iter().find(|(name, _)| *name == "names").unwrap();
    for form in [Form::Cnf, Form::Polarity] {
        for rounds in [1, 3] {
            let settings = MutatorSettings {
                forms: vec![form],
                rounds,
                ..both_ways()
            };
            check(seed, &settings, 200, |mutant, script| {
                for name in ["big", "one way", "same"] {
                    let declarations = &script.declarations;
                    let given = declarations.all().filter(|&declaration| {
                        let symbol = script
                            .tree
                            .symbols
                            .canonical(declarations.name(declaration));
                        let spelling = script.tree.symbols.name(symbol);
                        let kind = declarations.kind(declaration);
                        // The normal form has definitions of them.
                        spelling.trim_matches('|') == name
                            && matches!(kind, DeclKind::Named | DeclKind::Defined)
                    });
                    assert_eq!(given.count(), 1, "{name}: {}", show(&mutant.text));
                }
            });
        }
    }
}

/// Draws literals as the mutator does, and fills nothing else.
struct Drawing<'a> {
    script: &'a Script,
    snippets: &'a Snippets,
    rng: Rng,
}

impl Filler for Drawing<'_> {
    fn term(&mut self, _: usize, _: SortId, out: &mut Vec<u8>) -> bool {
        out.extend_from_slice(b"any");
        true
    }

    fn literal(&mut self, _: usize, sort: SortId, need: Need, out: &mut Vec<u8>) -> bool {
        self.snippets
            .literal(self.script, sort, need, &mut self.rng, out)
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        low + self.rng.below((high - low + 1) as usize) as i64
    }
}

/// Sorts that a rule's `?` can be.
fn sorts_of(rule: &Rule) -> Vec<String> {
    let of_family = |family: &Family| match family {
        Family::BitVec => ["(_ BitVec 1)", "(_ BitVec 8)", "(_ BitVec 67)"]
            .map(str::to_owned)
            .to_vec(),
        other => vec![other.to_string()],
    };
    match rule.sorts.is_empty() {
        true => vec![String::new()],
        false => rule.sorts.iter().flat_map(of_family).collect(),
    }
}

/// A script that asserts the pattern of a rule.
fn script_of(rule: &Rule, sort: &str) -> Script {
    let nothing = Script::parse(*b"").unwrap();
    let mut text = String::new();
    for parameter in rule.parameters.iter().filter(|p| p.in_pattern) {
        let (Role::Term(pattern) | Role::List(pattern)) = &parameter.role else {
            panic!("{}: a case for this test: {:?}", rule.name, parameter.role);
        };
        let sort = match pattern {
            SortPattern::Variable(0) => sort.to_owned(),
            other => {
                let (mut written, int) = (Vec::new(), Some(SortId::INT));
                assert!(other.write(&nothing, &[None, int, int, int], &mut written));
                show(&written)
            }
        };
        text.push_str(&format!("(declare-const {} {sort})", parameter.name));
    }
    text.push_str(&format!("(assert {})", rule.pattern_source));
    Script::parse(text.into_bytes()).unwrap()
}

/// The sign of a literal; of a bit-vector or a string, whether it is something.
fn sign(script: &Script, node: smt::NodeId) -> i32 {
    let tree = &script.tree;
    let parts: Vec<smt::NodeId> = tree.children(node).collect();
    let text = show(tree.source(node));
    match parts[..] {
        [] if text.starts_with('"') => i32::from(text.len() > 2),
        [] => {
            let digits = text.trim_start_matches("#b").trim_start_matches("#x");
            assert!(
                digits.bytes().all(|b| b == b'.' || b.is_ascii_hexdigit()),
                "{text}"
            );
            i32::from(digits.bytes().any(|b| b != b'0' && b != b'.'))
        }
        [head, number] if tree.source(head) == b"-" => -sign(script, number),
        [head, over, under] if tree.source(head) == b"/" => {
            assert_ne!(sign(script, under), 0, "{text}");
            sign(script, over) * sign(script, under)
        }
        [head, number, _] if tree.source(head) == b"_" => {
            let digits = show(tree.source(number)).replace("bv", "");
            i32::from(digits.bytes().any(|b| b != b'0'))
        }
        _ => panic!("{text} is no literal"),
    }
}

/// Whether a guard about literals holds.
fn holds(script: &Script, guard: smt::NodeId) -> bool {
    let tree = &script.tree;
    let parts: Vec<smt::NodeId> = tree.children(guard).collect();
    let head = show(tree.source(parts[0]));
    if head == "and" {
        return parts[1..].iter().all(|&part| holds(script, part));
    }
    let [_, literal, bound] = parts[..] else {
        panic!("{}", tree.show(guard));
    };
    assert_eq!(sign(script, bound), 0, "{}", tree.show(guard));
    let sign = sign(script, literal);
    match head.as_str() {
        ">" => sign > 0,
        ">=" => sign >= 0,
        "<" => sign < 0,
        "distinct" => sign != 0,
        _ => panic!("{}", tree.show(guard)),
    }
}

#[test]
fn guards_hold_for_the_literals_that_are_drawn() {
    let mut rules_seen = 0;
    for rule in RuleSet::builtin().rules() {
        if !rule.guard.as_ref().is_some_and(|guard| guard.by_choice) {
            continue;
        }
        rules_seen += 1;
        for sort in sorts_of(rule) {
            let script = script_of(rule, &sort);
            let assertion = script.tree.commands().last().unwrap();
            let node = script.tree.children(assertion).nth(1).unwrap();
            let mut filler = Drawing {
                script: &script,
                snippets: &Snippets::new(&script, &Logic::ALL),
                rng: Rng::new(1, 2),
            };
            let mut drawn = HashSet::new();
            for choice in 0..200 {
                let mut binding = Binding::default();
                let instance = Instance {
                    rule,
                    script: &script,
                };
                assert!(
                    binding.matches(rule, &script, node, choice),
                    "{} at {sort}",
                    rule.name
                );
                assert!(
                    instance.fill(&mut binding, &mut filler, true),
                    "{}",
                    rule.name
                );
                let mut guard = Vec::new();
                assert!(instance.write_guard(&binding, &mut guard), "{}", rule.name);
                let written = Script::parse(&guard[..]).unwrap();
                let formula = written.tree.commands().next().unwrap();
                assert!(holds(&written, formula), "{}: {}", rule.name, show(&guard));
                drawn.insert(guard);
            }
            let few = sort == "(_ BitVec 1)";
            assert!(
                few || drawn.len() > 5,
                "{}: always the same at {sort}",
                rule.name
            );
        }
    }
    assert!(rules_seen > 30, "{rules_seen}");
}
