//! Every built-in rule is right by our own semantics, and rules that are wrong are found out by it
//! alone. No solver is asked.

use campaign::semantics::{Semantics, Tried};
use mutate::fusion::FusionSet;
use mutate::rule::{Rule, RuleSet};
use smt::Script;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What came of each template of each rule.
fn tried<'r>(rules: &'r [Rule], semantics: &Semantics) -> Vec<(&'r Rule, usize, Tried)> {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(rule) = rules.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for (template, tried) in semantics.of(rule).into_iter().enumerate() {
                        all.lock().unwrap().push((rule, template, tried));
                    }
                }
            });
        }
    });
    all.into_inner().unwrap()
}

#[test]
fn no_built_in_rule_is_refuted() {
    // Without optimisation a few: `nuthatch rules prove` tries many.
    let draws = if cfg!(debug_assertions) { 50 } else { 10_000 };
    let all = tried(RuleSet::builtin().rules(), &Semantics { draws, seed: 0 });
    let wrong: Vec<String> = all
        .iter()
        .filter(|(_, _, tried)| tried.refuted.is_some() || tried.reason.is_some())
        .map(|(rule, place, tried)| {
            format!("{}: {}: {tried}", rule.name, rule.templates[*place].source)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all.len() > 1_500);
}

#[test]
fn every_wrong_rule_is_refuted() {
    let text = include_str!("../../mutate/tests/wrong.smt2");
    let rules = RuleSet::read([("wrong", text)]).unwrap();
    let semantics = Semantics {
        draws: 3_000,
        seed: 0,
    };
    let right: Vec<String> = tried(rules.rules(), &semantics)
        .iter()
        .filter(|(_, _, tried)| tried.refuted.is_none())
        .map(|(rule, _, tried)| format!("{}: {tried}", rule.name))
        .collect();
    assert!(right.is_empty(), "{}", right.join("\n"));
}

#[test]
fn no_built_in_fusion_is_refuted() {
    let draws = if cfg!(debug_assertions) { 50 } else { 10_000 };
    let semantics = Semantics { draws, seed: 0 };
    let mut inverses = 0;
    for fusion in FusionSet::builtin().fusions() {
        for tried in semantics.of(fusion) {
            let is_right = tried.refuted.is_none() && tried.reason.is_none() && tried.is_tested();
            assert!(is_right, "{}: {tried}", fusion.name);
            inverses += 1;
        }
    }
    assert!(inverses > 120, "{inverses}");
}

#[test]
fn fusions_of_yinyang_are_refuted_where_they_are_wrong() {
    let text = include_str!("../../mutate/tests/yinyang.smt2");
    let fusions = FusionSet::read([("yinyang", text)]).unwrap();
    let semantics = Semantics {
        draws: 500,
        seed: 0,
    };
    for fusion in fusions.fusions() {
        let is_wrong = fusion.name.starts_with("yy-wrong-");
        for tried in semantics.of(fusion) {
            assert_eq!(
                tried.refuted.is_some(),
                is_wrong,
                "{}: {tried}",
                fusion.name
            );
            println!("{}: {tried}", fusion.name);
        }
    }
}

/// A premise that is counted is what makes the rule applicable.
#[test]
fn the_premise_is_the_first_part_of_the_claim() {
    for rule in RuleSet::builtin().rules() {
        for obligation in rule.obligations() {
            let sound = Script::parse(obligation.sound.as_bytes()).unwrap();
            let applicable = Script::parse(obligation.applicable.as_bytes()).unwrap();
            let claim = sound.assertions().last().unwrap();
            let premise = sound.terms.arguments(claim)[0];
            let asserted = applicable.assertions().last().unwrap();
            let (premise, asserted) = (sound.show_term(premise), applicable.show_term(asserted));
            // Of a term it is that there is one.
            let there_is = format!("(= {premise} {premise})");
            assert!(asserted == premise || asserted == there_is, "{asserted}");
        }
    }
}
