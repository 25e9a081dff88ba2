//! A solver whose own check complains of its models: who is believed.

use crate::common::plan;
use crate::evidence::{RIGHT, WRONG, assert_doubted, assert_found, one_model};
use crate::harness::{SEED, Watched, approximation, open, watch};
use campaign::ask::Ask;
use campaign::ask::scripted::{Reply, Scripted, solver};
use campaign::finding::Finding;
use campaign::models::{Models, judge};
use campaign::oracle;
use campaign::plan::Plan;
use campaign::reduction::{Asking, Reducer, ReductionError};
use eval::Verdict;
use solve::{AnswerClass, Mode, SessionConfig, Solver};
use std::collections::BTreeSet;

/// A model of [`SEED`] that we cannot judge, and others might.
const STRANGE: &str = "((define-fun x () Int (its-own 3)) (define-fun y () Int 7))";

/// A solver that complains of every model, which it then prints.
fn complains(text: &str, model: &str, others: &[&str], other: Reply) -> Watched {
    let reply = Reply::invalid_model().printing(model);
    one_model(text, reply, others, other)
}

/// That all findings or doubts are of an oracle.
fn assert_of(all: &[&Finding], oracle: &str) {
    assert!(!all.is_empty());
    for finding in all {
        assert_eq!(finding.oracle, oracle, "{}", finding.title);
        assert!(finding.bucket.starts_with(&format!("{oracle}-tested-")));
    }
}

/// That nothing is said to be wrong.
fn assert_careful(finding: &Finding) {
    let oracle = oracle::named(&finding.oracle).unwrap();
    let explanation = oracle.explanation(finding);
    let evidence = finding.evidence.join("\n");
    for said in [&finding.title, &finding.verdict, &explanation, &evidence] {
        assert!(
            !said.contains("wrong") && !said.contains("invalid"),
            "{said}"
        );
    }
    assert!(finding.title.contains("doubts its own model of seed"));
}

#[test]
fn a_complaint_of_a_model_that_we_find_wrong_is_a_wrong_model() {
    let seen = complains(SEED, WRONG, &[], Reply::unknown());
    assert_found(&seen, "by our own evaluation");
    assert_of(&seen.findings(), "model");
    let title = &seen.findings()[0].title;
    assert!(title.contains("gives a wrong model of seed"), "{title}");
    let evidence = seen.findings()[0].evidence.join("\n");
    assert!(evidence.contains("own check does not accept"), "{evidence}");
}

#[test]
fn the_bucket_does_not_depend_on_who_complained_first() {
    let buckets = |reply: Reply, models: Models| -> BTreeSet<String> {
        let mut plan = plan(approximation(SEED), move |_, _| reply.clone());
        plan.models = models;
        let seen = watch(&plan);
        assert_of(&seen.findings(), "model");
        seen.totals.buckets.into_keys().collect()
    };
    let by_us = buckets(Reply::model(WRONG), Models::All);
    let own = || Reply::invalid_model().printing(WRONG);
    assert_eq!(buckets(own(), Models::All), by_us);
    // Here the model was not asked for until somebody complained.
    assert_eq!(buckets(own(), Models::Off), by_us);
}

#[test]
fn a_complaint_of_a_model_that_we_find_right_is_a_doubt() {
    let seen = complains(SEED, RIGHT, &[], Reply::unknown());
    assert_doubted(&seen, "and we find it right");
    assert_of(&seen.doubts(), "self-reported");
    // Whoever agrees with it: we need not ask.
    let seen = complains(SEED, RIGHT, &["other"], Reply::unsat());
    assert_doubted(&seen, "and we find it right");
}

#[test]
fn what_nobody_can_judge_is_self_reported() {
    for model in ["", STRANGE] {
        for others in [&[][..], &["other"]] {
            let seen = complains(SEED, model, others, Reply::unknown());
            assert_found(&seen, "nobody else has checked it");
            assert_of(&seen.findings(), "self-reported");
            seen.findings().into_iter().for_each(assert_careful);
            assert_eq!(seen.totals.distinct("model"), 0);
            assert!(seen.totals.distinct("self-reported") > 0);
        }
    }
    // Unless it depends on what the standard leaves open.
    let unsettled = SEED.replace("(< y 10)", "(< (div y 0) 10)");
    let seen = complains(&unsettled, "", &[], Reply::unknown());
    assert_doubted(&seen, "not everything in the script is");
    // There another one may mean something else.
    let seen = complains(&unsettled, STRANGE, &["other"], Reply::unsat());
    assert_doubted(&seen, "not everything in the script is");
}

#[test]
fn what_we_cannot_judge_others_may() {
    let seen = complains(SEED, STRANGE, &["other"], Reply::unsat());
    assert_found(&seen, "by the solver's own check and by what others say");
    assert_of(&seen.findings(), "model");
    let title = &seen.findings()[0].title;
    assert!(title.contains("gives a wrong model of seed"), "{title}");
    let seen = complains(SEED, STRANGE, &["other"], Reply::sat());
    assert_doubted(&seen, "and others find it right");
    assert_of(&seen.doubts(), "self-reported");
}

#[test]
fn one_who_vouches_for_a_model_is_enough_for_a_doubt() {
    let disagree = |name: &str, script: &str| match name {
        "tested" => Reply::invalid_model().printing(STRANGE),
        "for" if script.contains("define-fun") => Reply::sat(),
        "against" if script.contains("define-fun") => Reply::unsat(),
        _ => Reply::unknown(),
    };
    let mut plan = plan(approximation(SEED), disagree);
    plan.references = vec![solver("against"), solver("for")];
    assert_doubted(&watch(&plan), "and others find it right");
}

/// A solver that breaks off at its own complaint, and prints that model if it does not check.
fn breaks_off(model: &'static str) -> Plan {
    let mut plan = plan(approximation(SEED), |_, _| Reply::unknown());
    let open = Scripted::open(move |name, _| match name {
        "unchecked" => Reply::model(model),
        _ => Reply::invalid_model(),
    });
    plan.open = Box::new(move |mut config: SessionConfig| -> Box<dyn Ask> {
        if !config.check_models {
            config.solver.name = "unchecked".to_owned();
        }
        open(config)
    });
    plan
}

#[test]
fn a_solver_that_breaks_off_at_its_own_complaint_is_asked_without_it() {
    let seen = watch(&breaks_off(WRONG));
    assert_found(&seen, "by our own evaluation");
    assert_of(&seen.findings(), "model");
    // What it prints is there to be seen.
    let reply = &seen.findings()[0].witness.reply;
    assert!(reply.output.contains(WRONG), "{}", reply.output);
    assert!(reply.answer.are(AnswerClass::InvalidModel));
    let seen = watch(&breaks_off(RIGHT));
    assert_doubted(&seen, "and we find it right");
}

#[test]
fn of_several_checks_the_one_that_is_complained_of_is_looked_at() {
    let several = format!("{SEED}(assert (< x 20))\n(check-sat)\n");
    let breaks_off = |model: &'static str| {
        let mut plan = breaks_off(model);
        plan.strategies = approximation(&several);
        watch(&plan)
    };
    // It breaks off at the first: without its own check it shows the model of that.
    let is_whole = |finding: &&Finding| finding.source_name().ends_with("whole");
    let seen = breaks_off(WRONG);
    assert_of(&seen.findings(), "model");
    assert!(seen.findings().iter().any(is_whole));
    let seen = breaks_off(RIGHT);
    assert_doubted(&seen, "and we find it right");
    assert!(seen.doubts().iter().any(is_whole));
}

fn reduce(
    finding: &Finding,
    says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
) -> Result<String, ReductionError> {
    let config = |solver: &Solver, mode: Mode| SessionConfig::new(solver.clone(), mode);
    let reducer = Reducer {
        solver: &solver("tested"),
        references: &[],
        asking: Asking {
            open: &open(says),
            config: &config,
            jobs: 1,
        },
        stop: &|| false,
    };
    let reduced = reducer.reduce(finding, &mut |_, _| ())?;
    let script = reduced.alone.unwrap().script.script;
    Ok(String::from_utf8(script).unwrap())
}

#[test]
fn a_reduction_does_not_drift_to_a_model_that_is_right() {
    // It complains of everything, and what it prints can be judged unless there is a `<`.
    let says = |_: &str, script: &str| match (script.contains("false"), script.contains("(<")) {
        (true, _) => Reply::unsat(),
        (false, true) => Reply::invalid_model().printing(STRANGE),
        (false, false) => Reply::invalid_model().printing(RIGHT),
    };
    let mut plan = plan(approximation(SEED), says);
    plan.mutants = Some(10);
    let seen = watch(&plan);
    assert_of(&seen.findings(), "self-reported");
    let script = reduce(seen.findings()[0], says).unwrap();
    assert!(
        script.contains("(<") && script.len() < SEED.len(),
        "{script}"
    );
    // Where the model turns out to be right, nothing is left to reduce.
    let right = |_: &str, _: &str| Reply::invalid_model().printing(RIGHT);
    let gone = reduce(seen.findings()[0], right);
    let said = gone.unwrap_err().to_string();
    assert!(said.contains("we find it right"), "{said}");
}

#[test]
fn a_wrong_model_stays_wrong_whoever_prints_it() {
    // The finding is of a solver that breaks off, and so it is reduced with the model in sight.
    let seen = watch(&breaks_off(WRONG));
    let plan = breaks_off(WRONG);
    let config = |solver: &Solver, mode: Mode| SessionConfig::new(solver.clone(), mode);
    let reducer = Reducer {
        solver: &solver("tested"),
        references: &[],
        asking: Asking {
            open: &*plan.open,
            config: &config,
            jobs: 1,
        },
        stop: &|| false,
    };
    let reduced = reducer.reduce(seen.findings()[0], &mut |_, _| ()).unwrap();
    let script = reduced.alone.unwrap().script.script;
    assert!(matches!(judge(&script, WRONG), Some(Verdict::Invalid(_))));
    assert!(script.len() < SEED.len());
}

#[test]
fn the_oracles_are_told_apart_in_their_order() {
    let names = oracle::names();
    assert_eq!(names.last(), Some(&"self-reported"));
    assert!(names.contains(&"model"));
    let of = |name: &str| oracle::named(name).unwrap();
    assert!(!of("self-reported").is_proved());
    assert!(of("model").is_proved() && of("soundness").is_proved());
}
