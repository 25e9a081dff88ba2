//! Which releases have a finding.

use crate::common::plan;
use crate::harness::{
    HORN, SEED, Watched, approximation, horn, no_distinct, no_distinct_and_its_judge, open, resume,
    watch,
};
use crate::horn::tries_small_numbers;
use campaign::ask::scripted::{Reply, solver};
use campaign::finding::Finding;
use campaign::history::{Candidate, Dated, Historian, History, HistoryCache, Question, Symptom};
use campaign::plan::{Archive, Plan};
use campaign::reduction::Asking;
use campaign::totals::Change;
use smt::Status;
use solve::{AnswerClass, Error, Mode, SessionConfig, Solver};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

type Says = fn(&str, &str) -> Reply;

/// Releases of those names.
fn releases(names: &[&str]) -> Vec<Candidate> {
    let here = |name: &&str| Candidate::here(name, solver(name));
    names.iter().map(here).collect()
}

fn ask(question: &Question, candidates: &[Candidate], says: Says) -> Option<Dated> {
    ask_until(
        question,
        candidates,
        says,
        &|| false,
        &HistoryCache::default(),
    )
}

fn ask_until(
    question: &Question,
    candidates: &[Candidate],
    says: Says,
    stop: &(dyn Fn() -> bool + Sync),
    cache: &HistoryCache,
) -> Option<Dated> {
    let config = |solver: &Solver, mode: Mode| SessionConfig::new(solver.clone(), mode);
    let historian = Historian {
        asking: Asking {
            open: &open(says),
            config: &config,
            jobs: 2,
        },
        judges: &[solver("judge")],
        cache,
        stop,
    };
    historian.date("tested", question, candidates, &|| ())
}

/// What each release does: `x` has the bug, `.` has not, `?` cannot tell.
fn marks(history: &History) -> String {
    let letter = |shows: Option<bool>| match shows {
        Some(true) => 'x',
        Some(false) => '.',
        None => '?',
    };
    history.releases.iter().map(|r| letter(r.shows)).collect()
}

/// What releases of these names come to, each of which does what its name says.
fn check(script: &str, symptom: Symptom, names: &[&str], wanted: &str) {
    let says: Says = |name, script| match name {
        "sat" => Reply::sat(),
        "unsat" => Reply::unsat(),
        "crash" => Reply::crash("x.cpp: 1"),
        "own check" => Reply::invalid_model(),
        "wrong" => Reply::model("((define-fun x () Int 8) (define-fun y () Int 7))"),
        "right" => Reply::model("((define-fun x () Int 7) (define-fun y () Int 8))"),
        "slow" => Reply::of(solve::Answer::Timeout),
        "refuses" => Reply::of(solve::Answer::Rejected {
            message: script.to_owned(),
        }),
        _ => Reply::unknown(),
    };
    let question = Question {
        script: script.as_bytes().to_vec(),
        symptom: symptom.clone(),
        own_check: true,
        on_its_word: true,
        at_last: false,
    };
    let dated = ask(&question, &releases(names), says).unwrap();
    assert_eq!(
        marks(&dated.history),
        wanted,
        "{symptom:?} {:?}",
        dated.history
    );
    assert_eq!(dated.history.solver, "tested");
    assert!(dated.missing.is_empty());
}

const ALL: &[&str] = &[
    "sat",
    "unsat",
    "unknown",
    "slow",
    "refuses",
    "crash",
    "own check",
    "wrong",
    "right",
];

#[test]
fn what_refuses_or_gives_up_is_neither_good_nor_bad() {
    let due = |status| vec![Some(status)];
    check(
        SEED,
        Symptom::WrongAnswer(due(Status::Sat)),
        ALL,
        ".x.???...",
    );
    check(
        SEED,
        Symptom::WrongAnswer(due(Status::Unsat)),
        ALL,
        "x.????xxx",
    );
    check(
        SEED,
        Symptom::Answers(vec![AnswerClass::Unsat]),
        ALL,
        ".x.???...",
    );
    check(
        SEED,
        Symptom::Answers(vec![AnswerClass::Unknown]),
        ALL,
        "..x???...",
    );
    check(SEED, Symptom::Crash, ALL, "...??x?..");
}

#[test]
fn models_are_judged_by_the_release_and_by_us() {
    // A generic solver has no check of its own, so what shows no model cannot tell.
    check(SEED, Symptom::InvalidModel(vec![None]), ALL, "??????xx.");
    let unsat = vec![Some(Status::Unsat)];
    // Who says unsat and is right has no model to be wrong.
    check(SEED, Symptom::InvalidModel(unsat), ALL, "?.????xx?");
}

#[test]
fn every_check_is_judged_where_somebody_is_wrong() {
    let twice = format!("{SEED}(check-sat)\n");
    let due = vec![Some(Status::Sat), None];
    check(
        &twice,
        Symptom::WrongAnswer(due),
        &["sat", "unsat", "unknown"],
        ".x.",
    );
    check(
        &twice,
        Symptom::InvalidModel(vec![None, None]),
        &["right", "wrong", "sat"],
        ".x?",
    );
    let wrong = vec![AnswerClass::Unsat, AnswerClass::Unsat];
    check(
        &twice,
        Symptom::Answers(wrong),
        &["sat", "unsat", "slow"],
        ".x?",
    );
}

#[test]
fn a_pair_shows_it_if_its_answers_contradict_each_other() {
    let question = Question {
        script: b"(assert (distinct 1 2))(check-sat)".to_vec(),
        symptom: Symptom::Contradiction {
            parents: vec![b"(assert true)(check-sat)".to_vec()],
            due: Status::Sat,
        },
        own_check: false,
        on_its_word: true,
        at_last: false,
    };
    let says: Says = |name, script| match (name, script.contains("distinct")) {
        ("bad", true) | ("turned", false) | ("unsat", _) => Reply::unsat(),
        ("shy", true) => Reply::unknown(),
        _ => Reply::sat(),
    };
    let names = ["good", "bad", "unsat", "turned", "shy"];
    let dated = ask(&question, &releases(&names), says).unwrap();
    assert_eq!(marks(&dated.history), ".x.?.");
    let said = dated.history.releases.iter().map(|r| r.answer.to_string());
    let said: Vec<String> = said.collect();
    assert_eq!(
        said,
        [
            "sat sat",
            "sat unsat",
            "unsat unsat",
            "unsat sat",
            "sat unknown"
        ]
    );
}

#[test]
fn what_cannot_be_had_is_told_and_left_out() {
    let mut candidates = releases(&["sat", "unsat"]);
    candidates.insert(
        1,
        Candidate {
            version: "gone".to_owned(),
            get: Box::new(|| Err(Error::NoCacheFolder)),
        },
    );
    let question = Question {
        script: SEED.as_bytes().to_vec(),
        symptom: Symptom::WrongAnswer(vec![Some(Status::Sat)]),
        own_check: false,
        on_its_word: true,
        at_last: false,
    };
    let dated = ask(&question, &candidates, no_matter).unwrap();
    let versions: Vec<&str> = dated.history.releases.iter().map(|r| &*r.version).collect();
    assert_eq!(versions, ["sat", "unsat"]);
    assert_eq!(dated.missing[0].0, "gone");
}

fn no_matter(name: &str, _: &str) -> Reply {
    match name {
        "unsat" => Reply::unsat(),
        _ => Reply::sat(),
    }
}

#[test]
fn what_is_known_is_not_asked_again_and_what_is_cut_short_is_not_known() {
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    static STOP: AtomicBool = AtomicBool::new(false);
    let says: Says = |name, script| {
        if ASKED.fetch_add(1, Ordering::SeqCst) == 0 {
            STOP.store(true, Ordering::SeqCst);
        }
        no_matter(name, script)
    };
    let question = Question {
        script: SEED.as_bytes().to_vec(),
        symptom: Symptom::WrongAnswer(vec![Some(Status::Sat)]),
        own_check: false,
        on_its_word: true,
        at_last: false,
    };
    let candidates = releases(&["sat", "unsat", "other"]);
    let cache = HistoryCache::default();
    let stop = || STOP.load(Ordering::SeqCst);
    let ask = || ask_until(&question, &candidates, says, &stop, &cache);
    assert!(ask().is_none());
    // Whoever was asked then may have been cut short.
    let before = ASKED.swap(1, Ordering::SeqCst);
    assert!(before <= 2, "{before}");
    STOP.store(false, Ordering::SeqCst);
    let first = ask().unwrap().history;
    assert_eq!(ASKED.load(Ordering::SeqCst), 4);
    let second = ask().unwrap().history;
    assert_eq!(ASKED.load(Ordering::SeqCst), 4);
    assert_eq!(marks(&first), ".x.");
    assert_eq!(first, second);
}

/// Says what `says` does, as `tested` and as its releases from 2 to 3; the others are right.
fn in_some(says: Says) -> impl Fn(&str, &str) -> Reply + Send + Sync + 'static {
    move |name, script| match name {
        "tested@2" | "tested@3" => says("tested", script),
        "tested@1" | "tested@4" => says("right", script),
        _ => says(name, script),
    }
}

/// A campaign that asks four releases at its end, and goes on afterwards.
fn dated(strategies: fn() -> Plan, reduce: bool) -> Watched {
    let mut plan = strategies();
    plan.mutants = Some(30);
    plan.reduce = reduce;
    let found = watch(&plan);
    assert!(!found.findings().is_empty());
    plan.history = Some(Archive {
        releases: Box::new(|tested| {
            assert_eq!(tested.name, "tested");
            releases(&["tested@1", "tested@2", "tested@3", "tested@4"])
        }),
        cache: HistoryCache::default(),
    });
    resume(&plan, &found.entries)
}

fn is_dated(seen: &Watched, wanted: &str) {
    let changes = seen.changes.iter();
    let dated = changes.filter(|change| matches!(change, Change::Dated(_)));
    assert_eq!(dated.count(), seen.totals.buckets.len());
    for bucket in seen.totals.buckets.values() {
        let history = bucket.best.history.as_ref().unwrap();
        assert_eq!(marks(history), wanted, "{:?}", bucket.best);
        let summary = history.summary();
        assert_eq!(summary.introduced.as_deref(), Some("tested@2"));
        assert_eq!(summary.fixed.as_deref(), Some("tested@4"));
    }
}

#[test]
fn a_campaign_dates_its_findings_at_its_end() {
    let contradictions = || {
        let says = in_some(|name, script| match name {
            "right" => Reply::sat(),
            name => no_distinct_and_its_judge(name, script),
        });
        let mut plan = plan(approximation(SEED), says);
        plan.references = vec![solver("judge")];
        plan
    };
    // As they were found: the one script that others answer otherwise.
    is_dated(&dated(contradictions, false), ".xx.");
    // As they are reduced.
    is_dated(&dated(contradictions, true), ".xx.");
    // If nobody else can say, by the contradiction.
    let alone = || {
        let says = in_some(|name, script| match name {
            "right" => Reply::sat(),
            name => no_distinct(name, script),
        });
        plan(approximation(SEED), says)
    };
    is_dated(&dated(alone, false), ".xx.");
}

#[test]
fn crashes_and_wrong_models_are_dated() {
    let crashes = || {
        let says = in_some(|name, script| match (name, script.contains("distinct")) {
            ("tested", true) => Reply::crash("distinct.cpp: 1"),
            ("right", true) => Reply::unknown(),
            _ => Reply::sat(),
        });
        plan(approximation(SEED), says)
    };
    is_dated(&dated(crashes, true), ".xx.");
    let models = || {
        let says = in_some(|name, script| match name {
            "tested" if script.contains("distinct") => {
                Reply::model("((define-fun x () Int 8) (define-fun y () Int 7))")
            }
            "tested" | "right" => Reply::model("((define-fun x () Int 7) (define-fun y () Int 8))"),
            _ => Reply::unknown(),
        });
        plan(approximation(SEED), says)
    };
    let seen = dated(models, false);
    for bucket in seen.totals.buckets.values() {
        let history = bucket.best.history.as_ref().unwrap();
        // What the right model is of mutants is not known here, but the wrong one is wrong.
        assert_eq!(&marks(history)[1..3], "xx");
    }
}

#[test]
fn interpretations_are_dated_by_judges() {
    let question = Question {
        script: format!("{HORN}(get-model)\n").into_bytes(),
        symptom: Symptom::Interpretation,
        own_check: false,
        on_its_word: true,
        at_last: false,
    };
    let says: Says = |name, script| match name {
        "judge" => tries_small_numbers(script),
        "right" => Reply::model("((define-fun counts ((x!0 Int)) Bool (<= 0 x!0)))"),
        // From 5 the system counts on to 6.
        "wrong" => {
            Reply::model("((define-fun counts ((x!0 Int)) Bool (and (<= 0 x!0) (<= x!0 5))))")
        }
        _ => Reply::unsat(),
    };
    let names = ["unsat", "right", "wrong", "right"];
    let dated = ask(&question, &releases(&names), says).unwrap();
    assert_eq!(marks(&dated.history), "?.x.");
}

#[test]
fn a_campaign_without_releases_goes_on() {
    let mut plan = plan(approximation(SEED), no_distinct);
    plan.mutants = Some(30);
    plan.history = Some(Archive {
        releases: Box::new(|_| Vec::new()),
        cache: HistoryCache::default(),
    });
    let seen = watch(&plan);
    assert!(!seen.totals.buckets.is_empty());
    let none = |finding: &Finding| finding.history.is_none();
    assert!(
        seen.totals
            .buckets
            .values()
            .all(|bucket| none(&bucket.best))
    );
    // And one of Horn systems that finds nothing has nothing to ask.
    let mut innocent = self::plan(horn(HORN), |_, _| Reply::sat());
    innocent.mutants = Some(5);
    innocent.history = Some(Archive {
        releases: Box::new(|_| panic!("there is nothing to date")),
        cache: HistoryCache::default(),
    });
    watch(&innocent).assert_innocent();
}
