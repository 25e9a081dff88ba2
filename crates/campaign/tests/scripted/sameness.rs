//! A campaign comes to the same with any number of workers, and wherever it was cut off.

use crate::common::{plan, run};
use crate::harness::{
    HORN, SEED, Sum, Times, Watched, approximation, flat, horn_seed, ingredients, is_seed,
    no_distinct, resume, watch,
};
use campaign::ask::scripted::{Reply, Scripted, solver, solver_like};
use campaign::models::Models;
use campaign::plan::Plan;
use campaign::store::{Entry, Event};
use campaign::strategy::{ApproximationStrategy, GenerationStrategy, HornStrategy, Strategy};
use solve::Answer;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// A flag of one's own to stop a campaign with.
fn never() -> &'static AtomicBool {
    Box::leak(Box::new(AtomicBool::new(false)))
}

/// All strategies at once, with 20 flat seeds. The solver has something of everything wrong with it.
fn everything(mutants: Option<u64>, jobs: usize) -> Plan {
    let mut seeds = vec![horn_seed(HORN)];
    for number in 1..=20 {
        let text = SEED.replace("10", &number.to_string());
        seeds.extend(flat(&format!("seed {number}"), &text));
    }
    let mut from = ingredients(&seeds);
    from.approximation.mutants_per_seed = 30;
    let strategies: Vec<Box<dyn Strategy>> = vec![
        Box::new(ApproximationStrategy::new(&from)),
        Box::new(GenerationStrategy::new(&from).unwrap()),
        Box::new(HornStrategy::new(&from)),
    ];
    let mut plan = plan(strategies, |name, script| {
        let is_tested = name == "tested";
        match () {
            () if is_tested && script.contains("fp.spacer") => Reply::unsat(),
            () if is_tested && script.contains("(or ") => Reply::crash("or.cpp: 1"),
            () if is_tested && script.contains("distinct") => Reply::unsat(),
            () if script.contains("nuthatch!seed") => Reply::unknown(),
            () if is_tested && script.contains("bvmul") => Reply::of(Answer::Timeout),
            () if script.contains(":status unsat") => Reply::unsat(),
            () => Reply::sat(),
        }
    });
    plan.references = vec![solver("other")];
    plan.mutants = mutants;
    plan.jobs = NonZeroUsize::new(jobs).unwrap();
    plan
}

#[test]
fn one_and_two_workers_do_the_same() {
    for limit in [200, 333] {
        let one = watch(&everything(Some(limit), 1));
        let two = watch(&everything(Some(limit), 2));
        assert!(one.totals.distinct("soundness") > 0 && one.totals.distinct("crash") > 0);
        assert_eq!(one.totals.tally().mutants, limit);
        assert_eq!(one.sum(), two.sum());
    }
    // Without a limit too.
    let crowd = |jobs: usize| {
        let mut plan = plan(approximation(SEED), no_distinct);
        plan.jobs = NonZeroUsize::new(jobs).unwrap();
        Sum::of(&run(&plan, Vec::new()))
    };
    assert_eq!(crowd(1), crowd(2));
}

/// The same with a solver that has all modes and counts what it reads, in a campaign that is guided by it.
fn guided(jobs: usize) -> Plan {
    let mut plan = everything(Some(250), jobs);
    plan.solvers = vec![solver_like("tested", "z3")];
    (plan.mode, plan.guided) = (None, true);
    plan.open = Box::new(Scripted::open(|name, script| {
        // What a warm process was given before is in it, too.
        let part = ["(push 1)", "(reset)"].map(|word| script.rfind(word).unwrap_or(0));
        let part = &script[part[0].max(part[1])..];
        let since_reset = &script[script.rfind("(reset)").unwrap_or(0)..];
        let count = |what: &str| since_reset.matches(what).count();
        let words = ["<", "+", "(and", "(or", "(ite", "bv", "(not", "(assert"];
        let counted = words.iter().enumerate();
        let counted = counted.map(|(number, word)| format!(":c{number} {}", count(word)));
        let counted: Vec<String> = counted.collect();
        let reply = match () {
            () if name != "tested" => Reply::sat(),
            () if part.contains("distinct") => Reply::unsat(),
            () if part.contains("bvmul") => Reply::of(Answer::Timeout),
            () if part.contains(":status unsat") => Reply::unsat(),
            () => Reply::sat(),
        };
        reply.printing(&format!("({})", counted.join("\n ")))
    }));
    plan
}

#[test]
fn one_and_two_workers_learn_the_same() {
    let told = |seen: &Watched| {
        let units = seen.units().into_iter();
        let mut units: Vec<String> = units
            .map(|unit| {
                let told = serde_json::to_string(&unit.lesson).unwrap();
                let about = (&unit.strategy, unit.unit, &unit.mode, &unit.chosen);
                format!("{about:?} {:?} {told}", unit.found)
            })
            .collect();
        units.sort();
        units
    };
    let (one, two) = (watch(&guided(1)), watch(&guided(2)));
    for (one, two) in told(&one).iter().zip(&told(&two)) {
        assert_eq!(one, two);
    }
    assert_eq!(one.sum(), two.sum());
    let modes: BTreeSet<&str> = one.totals.modes.keys().map(|(_, mode)| &**mode).collect();
    assert_eq!(modes.len(), 4, "{modes:?}");
    let behaviours = one.totals.guidance.behaviours.last().unwrap().1;
    assert!(behaviours > 20, "{behaviours}");
}

#[test]
fn every_strategy_has_an_early_turn() {
    let seen = watch(&everything(Some(800), 1));
    let first: Vec<&str> = seen.units()[..3].iter().map(|u| &*u.strategy).collect();
    let turn = ["approximation", "generate", "horn"];
    assert_eq!(first, turn);
    for name in turn {
        let tested = seen.totals.strategies()[name].mutants;
        assert!(tested >= 10, "{name}: {tested}");
    }
}

/// Where units end in a campaign's log.
fn ends_of_units(seen: &Watched) -> Vec<usize> {
    let entries = seen.entries.iter().enumerate();
    let units = entries.filter(|(_, entry)| matches!(entry.event, Event::Unit(_)));
    units.map(|(place, _)| place + 1).collect()
}

#[test]
fn a_campaign_that_goes_on_does_nothing_twice() {
    let limit = Some(300);
    let whole = watch(&everything(limit, 1));
    let ends = ends_of_units(&whole);
    for units in [1, ends.len() / 2, ends.len() - 1, ends.len()] {
        // As if it had been killed after so many units.
        let earlier = &whole.entries[..ends[units - 1]];
        let rest = resume(&everything(limit, 1), earlier);
        // The last one was cut off by the limit: there might be more of it now.
        let left = whole.units().into_iter().enumerate();
        let left = left.filter(|(place, unit)| *place >= units || !unit.complete);
        let left: Vec<(&str, u64)> = left.map(|(_, u)| (&*u.strategy, u.unit)).collect();
        let done: Vec<(&str, u64)> = rest
            .units()
            .iter()
            .map(|u| (&*u.strategy, u.unit))
            .collect();
        assert_eq!(done, left);
        assert_eq!(rest.sum(), whole.sum(), "after {units} units");
    }
}

#[test]
fn a_campaign_may_be_killed_anywhere_in_a_unit() {
    let plan = plan(approximation(SEED), no_distinct);
    let whole = watch(&plan);
    for killed_at in 1..whole.entries.len() {
        let rest = resume(&plan, &whole.entries[..killed_at]);
        assert_eq!(rest.sum(), whole.sum(), "killed at {killed_at}");
    }
}

#[test]
fn a_limit_is_kept_by_a_campaign_that_goes_on() {
    let limited = || {
        let mut plan = plan(approximation(SEED), |_, _| Reply::sat());
        plan.mutants = Some(35);
        plan
    };
    let whole = watch(&limited());
    assert_eq!(whole.totals.tally().mutants, 35);
    for end in ends_of_units(&whole) {
        let rest = resume(&limited(), &whole.entries[..end]);
        assert_eq!(rest.sum(), whole.sum());
    }
}

#[test]
fn a_suspicion_outlives_a_stop() {
    // All mutants take too long, but for some that are answered wrong.
    let says = |name: &str, script: &str| match is_seed(script) || script.contains("distinct") {
        true => no_distinct(name, script),
        false => Reply::of(Answer::Timeout),
    };
    let whole = watch(&plan(approximation(SEED), says));
    assert!(!whole.findings().is_empty());
    let (stop, times) = (never(), Times::default());
    let mut stopped = plan(approximation(SEED), move |name, script| {
        if script.contains("distinct") && times.before(script) > 0 {
            stop.store(true, Ordering::Relaxed);
        }
        says(name, script)
    });
    stopped.stop = stop;
    let first = watch(&stopped);
    let rest = resume(&plan(approximation(SEED), says), &first.entries);
    assert_eq!(rest.sum(), whole.sum());
}

#[test]
fn what_a_limit_cut_off_is_done_when_the_campaign_goes_on() {
    let limited = |mutants: Option<u64>| {
        let mut plan = plan(approximation(SEED), |_, _| Reply::sat());
        plan.mutants = mutants;
        plan
    };
    let first = watch(&limited(Some(15)));
    let rest = resume(&limited(None), &first.entries);
    assert_eq!(rest.sum(), watch(&limited(None)).sum());
}

#[test]
fn a_doubt_is_counted_once() {
    // The only other solver refutes every claim.
    let mut plan = plan(approximation(SEED), |name, script| match name {
        "tested" => no_distinct(name, script),
        _ => Reply::sat(),
    });
    plan.references = vec![solver("other")];
    let whole = watch(&plan);
    assert!(whole.totals.doubts > 0);
    let doubt = |entry: &Entry| matches!(entry.event, Event::Doubt(_));
    let killed_at = whole.entries.iter().position(doubt).unwrap() + 1;
    let rest = resume(&plan, &whole.entries[..killed_at]);
    assert_eq!(rest.totals.doubts, whole.totals.doubts);
}

#[test]
fn a_doubt_about_a_seed_is_counted_once() {
    // Its own check finds the model of the seed wrong, and we find it right.
    let model = "((define-fun x () Int 1) (define-fun y () Int 2))";
    let doubts = |jobs: usize| {
        let mut plan = plan(approximation(SEED), move |_, script| {
            match is_seed(script) && script.contains("get-model") {
                true => {
                    // Long enough for all workers to come and ask.
                    std::thread::sleep(Duration::from_millis(20));
                    Reply::invalid_model().printing(model)
                }
                false => Reply::sat(),
            }
        });
        plan.models = Models::All;
        plan.jobs = NonZeroUsize::new(jobs).unwrap();
        watch(&plan).totals.doubts
    };
    assert_eq!((doubts(1), doubts(2)), (1, 1));
}

#[test]
fn what_was_cut_short_is_done_again_and_counted_once() {
    let whole = watch(&plan(approximation(SEED), no_distinct));
    // While the solver is asked about mutants, and while something is looked into.
    for stopped_at in [15, 25, 40, 90] {
        let stop = never();
        let asked = AtomicUsize::new(0);
        let mut stopped = plan(approximation(SEED), move |name, script| {
            if asked.fetch_add(1, Ordering::Relaxed) == stopped_at {
                stop.store(true, Ordering::Relaxed);
            }
            no_distinct(name, script)
        });
        stopped.stop = stop;
        let first = watch(&stopped);
        let cut = first.units().iter().filter(|unit| !unit.complete).count();
        assert_eq!(cut, 1, "stopped at {stopped_at}");
        let rest = resume(&plan(approximation(SEED), no_distinct), &first.entries);
        assert_eq!(rest.sum(), whole.sum(), "stopped at {stopped_at}");
    }
}
