//! Every built-in rule is right, and rules that are wrong are found out: the rows of Table 2 that
//! are, and other tempting mistakes.

use campaign::prove::{Ledger, Proof, Prover, Verdict};
use campaign::semantics::Semantics;
use mutate::rule::{Rule, RuleSet};
use solve::{Depot, Mode, SessionConfig, SolverSpec};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn prove(rules: &RuleSet) -> Vec<Proof> {
    let depot = Depot::of_user().unwrap();
    let config = |(place, name): (usize, &str)| {
        let spec: SolverSpec = name.parse().unwrap();
        let mut config = SessionConfig::new(depot.resolve(&spec).unwrap(), Mode::Incremental);
        // What takes longer is tested on instances: `nuthatch rules prove` takes its time.
        config.limits.time = Duration::from_millis(400);
        config.nonce = place as u64 + 1;
        config
    };
    let solvers = ["z3@4.13.0.0", "cvc5@1.2.1"];
    let prover = Prover {
        configs: solvers.into_iter().enumerate().map(config).collect(),
        jobs: NonZeroUsize::new(2).unwrap(),
        instances: 2_000,
        // What they say is tested by itself.
        semantics: Semantics { draws: 10, seed: 0 },
    };
    let rules: Vec<&Rule> = rules.rules().iter().collect();
    let never = AtomicBool::new(false);
    prover
        .prove(&rules, &mut Ledger::new(), &never, &mut |_, _| ())
        .unwrap()
}

#[test]
fn every_built_in_rule_is_right() {
    let rules = RuleSet::builtin();
    let theories: BTreeSet<&str> = rules.rules().iter().map(|rule| rule.theory).collect();
    assert!(rules.rules().len() >= 200, "{} rules", rules.rules().len());
    assert!(theories.len() >= 10, "{theories:?}");
    let wrong: Vec<String> = prove(rules)
        .into_iter()
        .filter(|proof| !proof.verdict.is_right())
        .map(|proof| format!("{}: {}: {:?}", proof.rule, proof.template, proof.verdict))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_wrong_rule_is_refuted() {
    let text = include_str!("../../mutate/tests/wrong.smt2");
    let rules = RuleSet::read([("wrong", text)]).unwrap();
    let paper = rules
        .rules()
        .iter()
        .filter(|rule| rule.name.starts_with("paper-"));
    assert_eq!(paper.count(), 4);
    for proof in prove(&rules) {
        assert!(
            matches!(proof.verdict, Verdict::Refuted { .. }),
            "{}: {} is not refuted: {:?}",
            proof.rule,
            proof.template,
            proof.verdict
        );
    }
}

#[test]
fn what_changes_nothing_or_never_applies_is_no_rule() {
    let text = "
        (rule same (Int) ((x ?) (y ?)) (< x y) :over (> y x))
        (rule never (Int) ((x ?)) (< x 3) :under (< x x))";
    let rules = RuleSet::read([("useless", text)]).unwrap();
    let verdicts: Vec<Verdict> = prove(&rules)
        .into_iter()
        .map(|proof| proof.verdict)
        .collect();
    assert_eq!(verdicts, [Verdict::NotStrict, Verdict::Inapplicable]);
}
