//! Every built-in rule is right, and rules that are wrong are found out: the rows of Table 2 that
//! are, and other tempting mistakes. What the lock file has the answers of is not asked again, but
//! for a sample that is another one each day.

use campaign::prove::{Conclusion, Ledger, Lock, OURS, Proof, Prover};
use campaign::semantics::Semantics;
use mutate::fusion::FusionSet;
use mutate::rule::{Provable, RuleSet};
use solve::{Depot, Mode, Pool, SessionConfig, SolverSpec};
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

fn prove(rules: &RuleSet, ledger: &mut Ledger) -> Vec<Proof> {
    let rules = rules.rules().iter().map(|rule| rule as &dyn Provable);
    prove_all(&rules.collect::<Vec<_>>(), ledger)
}

fn prove_all(rules: &[&dyn Provable], ledger: &mut Ledger) -> Vec<Proof> {
    prove_with(rules, ledger, 2_000, false)
}

fn prove_with(
    rules: &[&dyn Provable],
    ledger: &mut Ledger,
    instances: usize,
    hasty: bool,
) -> Vec<Proof> {
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
        pool: Pool::new(
            solvers.into_iter().enumerate().map(config).collect(),
            NonZeroUsize::new(2).unwrap(),
        ),
        instances,
        hasty,
        // What they say is tested by itself.
        semantics: Semantics { draws: 10, seed: 0 },
    };
    let never = AtomicBool::new(false);
    prover.prove(rules, ledger, &never, &mut |_, _| ()).unwrap()
}

/// What is known of the built-in rules.
fn locked() -> Lock {
    let lock = include_str!("../../mutate/rules/proved.lock");
    lock.parse().unwrap()
}

/// What the sample is drawn from: the day, or NUTHATCH_RULES_SEED to draw one again.
fn sample_seed() -> u64 {
    let day = 24 * 3600;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    match std::env::var("NUTHATCH_RULES_SEED") {
        Ok(seed) => seed.parse().unwrap(),
        Err(_) => now.unwrap().as_secs() / day,
    }
}

#[test]
fn every_built_in_rule_is_right() {
    let rules = RuleSet::builtin();
    let theories: BTreeSet<&str> = rules.rules().iter().map(|rule| rule.theory).collect();
    assert!(rules.rules().len() >= 200, "{} rules", rules.rules().len());
    assert!(theories.len() >= 10, "{theories:?}");
    let seed = sample_seed();
    let mut ledger = Ledger::with(locked(), 100, seed);
    let fusions = FusionSet::builtin()
        .fusions()
        .iter()
        .map(|f| f as &dyn Provable);
    let rules = rules.rules().iter().map(|rule| rule as &dyn Provable);
    let all: Vec<&dyn Provable> = rules.chain(fusions).collect();
    let wrong: Vec<String> = prove_all(&all, &mut ledger)
        .into_iter()
        .filter(|proof| !proof.verdict.is_right())
        .map(|proof| format!("{}: {}: {:?}", proof.rule, proof.template, proof.verdict))
        .collect();
    let (known, new, again) = ledger.counts();
    println!("{known} known, {new} new, {again} asked again, NUTHATCH_RULES_SEED={seed}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(ledger.contradictions(), []);
    assert!(again > 0, "the lock file is of other solvers or rules");
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
    for proof in prove(&rules, &mut Ledger::with(locked(), 0, 0)) {
        assert!(
            matches!(proof.verdict, Conclusion::Refuted { .. }),
            "{}: {} is not refuted: {:?}",
            proof.rule,
            proof.template,
            proof.verdict
        );
    }
}

/// Three of the eleven that yinyang has are wrong: two divide by what may be 0, and one is a chain of
/// equations where a sum was meant.
#[test]
fn fusions_of_yinyang_are_refuted_where_they_are_wrong() {
    let text = include_str!("../../mutate/tests/yinyang.smt2");
    let fusions = FusionSet::read([("yinyang", text)]).unwrap();
    let all: Vec<&dyn Provable> = fusions
        .fusions()
        .iter()
        .map(|f| f as &dyn Provable)
        .collect();
    assert_eq!(all.len(), 11);
    for proof in prove_all(&all, &mut Ledger::with(locked(), 0, 0)) {
        let is_refuted = matches!(proof.verdict, Conclusion::Refuted { .. });
        let is_wrong = proof.rule.starts_with("yy-wrong-");
        assert_eq!(
            is_refuted, is_wrong,
            "{} {}: {:?}",
            proof.rule, proof.template, proof.verdict
        );
    }
}

#[test]
fn what_changes_nothing_or_never_applies_is_no_rule() {
    let text = "
        (rule same (Int) ((x ?) (y ?)) (< x y) :over (> y x))
        (rule never (Int) ((x ?)) (< x 3) :under (< x x))";
    let rules = RuleSet::read([("useless", text)]).unwrap();
    let verdicts: Vec<Conclusion> = prove(&rules, &mut Ledger::with(locked(), 0, 0))
        .into_iter()
        .map(|proof| proof.verdict)
        .collect();
    assert_eq!(verdicts, [Conclusion::NotStrict, Conclusion::Inapplicable]);
}

fn rules(text: &str) -> RuleSet {
    RuleSet::read([("made-up", text)]).unwrap()
}

#[test]
fn what_is_locked_is_not_asked_and_says_the_same() {
    // The second is proved by nobody, and tested.
    let hard = RuleSet::builtin().rules().iter();
    let hard = hard.filter(|rule| rule.name == "str-lt-common-prefix");
    let hard: String = hard.map(|rule| rule.source.clone()).collect();
    let rules = rules(&format!(
        "(rule right (Int Real) ((x ?) (y ?) (a ?)) (< x y) :under (< (+ x a) y) :guard (>= a 0))
         {hard}"
    ));
    let mut first = Ledger::new();
    let proofs = prove(&rules, &mut first);
    let verdicts = |proofs: &[Proof]| -> Vec<_> {
        let verdicts = proofs.iter().map(|proof| &proof.verdict);
        verdicts.map(std::mem::discriminant).collect()
    };
    assert_eq!(proofs[0].verdict, Conclusion::Proved);
    let hard = &proofs[1].verdict;
    // If the machine is busy, not even that.
    let is_open = matches!(
        hard,
        Conclusion::Tested { .. } | Conclusion::Undecided { .. }
    );
    assert!(is_open, "{hard:?}");
    let (known, new, again) = first.counts();
    assert!(known == 0 && new > 0 && again == 0);
    let text = first.lock().to_string();
    let mut second = Ledger::with(text.parse().unwrap(), 0, 0);
    let by = |proofs: &[Proof]| proofs.iter().map(|p| p.by.clone()).collect::<Vec<_>>();
    let remembered = prove(&rules, &mut second);
    assert_eq!(verdicts(&remembered), verdicts(&proofs));
    assert_eq!(by(&remembered), by(&proofs));
    assert_eq!(second.counts(), (new, 0, 0));
    assert_eq!(second.lock().to_string(), text);
}

#[test]
fn a_rule_that_is_changed_is_not_covered_by_what_was_said_before() {
    let text =
        "(rule gap () ((x Int) (y Int) (a Int)) (< x y) :under (<= (+ x a) y) :guard (> a 0))";
    let mut first = Ledger::new();
    assert_eq!(
        prove(&rules(text), &mut first)[0].verdict,
        Conclusion::Proved
    );
    // In its guard, its template, its pattern, its claim; of the last it is known that it is wrong,
    // since that is what makes the rule strict.
    for (was, is) in [
        ("(> a 0)", "(>= a 0)"),
        ("(<= (+ x a) y)", "(<= (- x a) y)"),
        ("(< x y)", "(< y x)"),
        (":under", ":over"),
    ] {
        let changed = text.replace(was, is);
        assert_ne!(changed, text);
        let mut ledger = Ledger::with(first.lock().clone(), 0, 0);
        let verdict = &prove(&rules(&changed), &mut ledger)[0].verdict;
        assert!(
            matches!(verdict, Conclusion::Refuted { by, .. } if by != OURS),
            "{changed}: {verdict:?}"
        );
    }
}

#[test]
fn what_nobody_decides_and_nobody_tests_is_undecided() {
    // True, and too hard for anybody in that time.
    let text = "(rule hard () ((x Int) (y Int) (z Int)) (= (+ (* x x x) (* y y y)) (* z z z))
      :over (= (* x y z) 0))";
    let rules = RuleSet::read([("user", text)]).unwrap();
    let rules: Vec<&dyn Provable> = rules.rules().iter().map(|r| r as &dyn Provable).collect();
    let proofs = prove_with(&rules, &mut Ledger::new(), 0, false);
    let undecided = |proof: &Proof| matches!(proof.verdict, Conclusion::Undecided { .. });
    assert!(proofs.iter().all(undecided), "{proofs:#?}");
}

#[test]
fn who_is_in_a_hurry_asks_no_more_than_it_takes() {
    let text = "(rule wrong (BitVec) ((x ?) (y ?)) (bvult x y) :over (bvult y x))
      (rule right (BitVec) ((x ?) (y ?)) (bvult x y) :over (bvule x y))";
    let rules = RuleSet::read([("user", text)]).unwrap();
    let rules: Vec<&dyn Provable> = rules.rules().iter().map(|r| r as &dyn Provable).collect();
    let (mut hasty, mut patient) = (Ledger::new(), Ledger::new());
    let verdicts = |ledger: &mut Ledger, is_hasty| -> Vec<bool> {
        let proofs = prove_with(&rules, ledger, 0, is_hasty);
        proofs
            .iter()
            .map(|proof| proof.verdict.is_right())
            .collect()
    };
    assert_eq!(verdicts(&mut hasty, true), [false, true]);
    assert_eq!(verdicts(&mut patient, false), [false, true]);
    let ((_, few, _), (_, many, _)) = (hasty.counts(), patient.counts());
    assert!(few + 3 <= many, "{few} {many}");
}
