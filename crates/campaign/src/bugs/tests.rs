use super::*;
use crate::finding::SolverInfo;
use crate::fixture::{finding, reduced};
use crate::history::{History, Release};
use solve::AnswerClass;

/// A history in which `x` shows the bug, `.` does not and `?` cannot be told.
fn history(marks: &str) -> History {
    let releases = marks.chars().enumerate().map(|(number, mark)| Release {
        version: number.to_string(),
        answer: AnswerClass::Sat.into(),
        shows: match mark {
            'x' => Some(true),
            '.' => Some(false),
            _ => None,
        },
    });
    History {
        solver: "z3".to_owned(),
        releases: releases.collect(),
    }
}

const DECLARATIONS: &str = "(declare-const x Int) (declare-const y Int) (declare-const s String)";
const REAL: &str = "(declare-const u Real)";

/// A finding that is reduced to a formula; the later the bucket is in the alphabet, the later found.
fn found(oracle: &str, bucket: &str, formula: &str, marks: &str) -> Bucket {
    let mut finding = finding(oracle, bucket, "(assert true)", 1);
    finding.solver.name = "z3@4.8.9".to_owned();
    if !formula.is_empty() {
        // What is declared is part of what a script is of.
        let real = if formula.contains(" u ") { REAL } else { "" };
        let script = format!("{DECLARATIONS}{real}(assert {formula})(check-sat)");
        finding.reduced = Some(Box::new(reduced(&script)));
    }
    if !marks.is_empty() {
        finding.history = Some(Box::new(history(marks)));
    }
    let since = bucket.bytes().map(u64::from).sum();
    Bucket::of(finding, since)
}

/// One that nobody has reduced.
fn unreduced(bucket: &str, formula: &str) -> Bucket {
    let script = format!("{DECLARATIONS}(assert {formula})(check-sat)");
    let mut finding = finding("model", bucket, &script, 1);
    finding.solver.name = "z3@4.8.9".to_owned();
    Bucket::of(finding, bucket.bytes().map(u64::from).sum())
}

/// The buckets of each bug, and the bugs.
fn grouped<'a>(buckets: &'a [Bucket], ledger: &'a BugLedger) -> (Vec<String>, Vec<Bug<'a>>) {
    let witnesses = buckets.iter().map(|bucket| Witness {
        campaign: "here",
        bucket,
    });
    let bugs = bugs(witnesses.collect(), ledger);
    let names = bugs.iter().map(|bug| {
        let names = bug.witnesses.iter().map(|w| w.bucket.best.bucket.as_str());
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        names.concat()
    });
    (names.collect(), bugs)
}

fn names(buckets: &[Bucket]) -> Vec<String> {
    grouped(buckets, &BugLedger::default()).0
}

#[test]
fn the_same_history_and_the_same_operators_are_one_bug() {
    let model = |bucket, formula, marks| found("model", bucket, formula, marks);
    let buckets = [
        model("a", "(= x (str.len s))", ".xx."),
        model("b", "(< 7 (str.len s) y)", ".xx."),
        model("c", "(> (str.len (str.++ s s)) 3)", ".xx."),
        model("d", "(>= (str.len s) (str.len s))", ".xx."),
        model("e", "(> (str.len s) 3)", ".x.."),
        model("f", "(= (str.len s) 3)", ".?x."),
        // The operators of `b`, and another theory.
        model("g", "(< 7 (str.len s) (ite (= u 1.5) 1 2))", ".xx."),
    ];
    assert_eq!(names(&buckets), ["a", "b", "c", "d", "e", "f", "g"]);
    let again = [
        model("a", "(< x y (str.len s))", ".xx."),
        model("b", "(< 7 (str.len s) y)", ".xx."),
        model("c", "(> (str.len s) 3)", ".xx."),
    ];
    let ledger = BugLedger::default();
    let (names, bugs) = grouped(&again, &ledger);
    assert_eq!(names, ["abc"]);
    assert_eq!(bugs[0].why.len(), 2);
    let why = &bugs[0].why[0];
    let wanted =
        "a in here and b in here: both are about <, str.len, introduced in 1 and fixed in 3";
    assert_eq!(why, wanted);
    assert_eq!(bugs[0].count(), 3);
    assert_eq!(bugs[0].best().best.bucket, "c", "the smallest");
}

#[test]
fn what_every_release_has_is_one_bug_only_if_the_scripts_are_alike() {
    let of = |one: &str, other: &str, marks: &str| {
        names(&[
            found("model", "a", one, marks),
            found("model", "b", other, marks),
        ])
    };
    let (plain, same, alike) = ("(< x (* x y))", "(> (* x y) y)", "(< x (* y 2))");
    for (other, marks, bugs) in [
        // The same but for which way round it is.
        (same, "", 1),
        (same, "xxx", 1),
        // Other variables: the history must say the same.
        (alike, "", 2),
        (alike, "xxx", 1),
        (alike, ".x.", 1),
        // Another script with the same operators.
        ("(< (* x y) (* y y))", "xxx", 2),
        ("(< (* x y) (* y y))", ".x.", 1),
    ] {
        assert_eq!(of(plain, other, marks).len(), bugs, "{other} {marks}");
    }
}

#[test]
fn releases_tell_bugs_apart_that_are_alike() {
    let model = |bucket, marks| found("model", bucket, "(< x (* x y))", marks);
    assert_eq!(names(&[model("a", "xx.."), model("b", "..x.")]), ["a", "b"]);
    assert_eq!(names(&[model("a", ".xx."), model("b", ".x??")]), ["ab"]);
    // By luck a model may be right.
    assert_eq!(names(&[model("a", ".xx."), model("b", ".x.x")]), ["ab"]);
    // Neither of two that contradict each other may be joined by a third.
    let all = [model("a", "xx.."), model("b", "..x."), model("c", "")];
    assert_eq!(names(&all), ["ac", "b"]);
}

#[test]
fn oracles_solvers_and_answers_are_never_mixed() {
    let one = found("soundness", "a", "(< x (* x y))", ".xx.");
    let mut answers_otherwise = found("soundness", "b", "(< x (* x y))", ".xx.");
    let reduced = answers_otherwise.best.reduced.as_mut().unwrap();
    let script = &mut reduced.alone.as_mut().unwrap().script;
    script.reply.answer = AnswerClass::Sat.into();
    let other_oracle = found("model", "c", "(< x (* x y))", ".xx.");
    let mut other_solver = found("soundness", "d", "(< x (* x y))", "");
    other_solver.best.solver.name = "cvc5@1.0.3".to_owned();
    let mut other_version = found("soundness", "e", "(< x (* x y))", "");
    other_version.best.solver.name = "/opt/z3-4.8.7".to_owned();
    let all = [
        one,
        answers_otherwise,
        other_oracle,
        other_solver,
        other_version,
    ];
    assert_eq!(names(&all), ["ae", "b", "c", "d"]);
}

#[test]
fn crashes_are_one_bug_by_what_is_printed_and_else_by_the_script() {
    let crash = |bucket: &str, signature: Option<&str>, marks: &str| {
        let mut bucket = found("crash", bucket, "(< x (* x y))", marks);
        bucket.best.signature = signature.map(str::to_owned);
        bucket
    };
    let mut other = found("crash", "f", "(< x (mod x y))", ".x.");
    other.best.signature = None;
    let all = [
        crash("a", Some("assertion 1"), ".x."),
        crash("b", Some("assertion 2"), ".x."),
        crash("c", Some("assertion 1"), ""),
        // A signal says nothing, and an earlier version wrote nothing down.
        crash("d", None, ".x."),
        crash("d", None, ""),
        crash("e", None, ".x."),
        other,
    ];
    assert_eq!(names(&all), ["ac", "b", "dde", "f"]);
}

#[test]
fn a_bucket_is_a_reason_as_long_as_there_is_nothing_better() {
    let model = |formula, since| {
        let mut bucket = found("model", "a", formula, "");
        bucket.since = since;
        bucket
    };
    assert_eq!(names(&[model("", 1), model("(< x y)", 2)]), ["aa"]);
    assert_eq!(
        names(&[model("(= x y)", 1), model("(< x y)", 2)]),
        ["a", "a"]
    );
}

#[test]
fn what_is_not_reduced_is_compared_as_a_whole() {
    let all = [
        unreduced("a", "(and (< x y) (= s \"A\"))"),
        unreduced("b", "(and (= s \"B\") (> y x))"),
        unreduced("c", "(and (< x y) (= s \"\"))"),
        found("model", "d", "(< x y)", ""),
    ];
    assert_eq!(names(&all), ["ab", "c", "d"]);
    // A mutant may be right, and its seed wrong.
    let mut mutants = [unreduced("a", "(< x y)"), unreduced("b", "(< x y)")];
    for mutant in &mut mutants {
        mutant.best.parents.push(mutant.best.witness.reply.clone());
    }
    assert_eq!(names(&mutants), ["a", "b"]);
}

#[test]
fn ids_stay_when_another_campaign_joins() {
    let first = found("model", "b", "(= x (str.len s))", ".xx.");
    let second = found("model", "c", "(= x (str.to_int s))", "");
    let ledger = BugLedger::default();
    let ids = |buckets: &[Bucket]| -> Vec<String> {
        let (_, bugs) = grouped(buckets, &ledger);
        bugs.into_iter().map(|bug| bug.id).collect()
    };
    let before = ids(&[first.clone(), second.clone()]);
    assert_ne!(before[0], before[1]);
    assert!(before.iter().all(|id| id.len() == 8), "{before:?}");
    // A smaller witness of the first one, found later.
    let smaller = found("model", "d", "(= 1 (str.len s))", ".xx.");
    assert_eq!(
        ids(&[smaller.clone(), second.clone(), first.clone()]),
        before
    );
    // Found again by itself, the same script has the same name.
    let mut again = found("model", "z", "(= (str.len s) y)", "");
    again.best.solver.name = "z3@4.8.7".to_owned();
    assert_eq!(ids(&[again.clone()]), [before[0].clone()]);
    // Two of one form that are not one bug have two names.
    again.best.history = Some(Box::new(history("x..x")));
    let apart = ids(&[first, again]);
    assert_eq!(apart[0], before[0]);
    assert_ne!(apart[0], apart[1]);
}

#[test]
fn families_are_what_all_versions_have_in_common() {
    let family = |name: &str| {
        SolverInfo {
            name: name.to_owned(),
            version: String::new(),
            command: String::new(),
        }
        .family()
    };
    for name in [
        "z3",
        "z3@4.8.9",
        "z3@newest smt.arith.solver=2",
        "/opt/z3-4.8.7",
        "z3=./run.sh",
    ] {
        assert_eq!(family(name), "z3", "{name}");
    }
    assert_eq!(family("cvc5@1.0.3"), "cvc5");
    assert_eq!(family("/somewhere/bad"), "bad");
    assert_eq!(family("'"), "'");
}

fn mark(bug: &str, status: Status, url: Option<&str>, bucket: Option<&Bucket>) -> Mark {
    Mark {
        bug: bug.to_owned(),
        status,
        url: url.map(str::to_owned),
        note: None,
        title: String::new(),
        traits: bucket.map(Traits::of).into_iter().collect(),
    }
}

#[test]
fn a_ledger_recognises_bugs_later() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("ledger.jsonl");
    let bucket = found("model", "a", "(= x (str.len s))", ".xx.");
    let reported = mark("abc", Status::Reported, Some("U"), Some(&bucket));
    BugLedger::append(&path, &reported).unwrap();
    BugLedger::append(&path, &mark("def", Status::Invalid, None, None)).unwrap();
    BugLedger::append(&path, &mark("abc", Status::Confirmed, None, None)).unwrap();
    let ledger = BugLedger::read(&path).unwrap();
    assert_eq!(ledger.bugs.len(), 2);
    let known = |bucket: &Bucket| {
        let known = ledger.recognise(&Traits::of(bucket));
        known.map(KnownBug::told)
    };
    // What was said last counts; the address stays.
    let told = Some("confirmed, U".to_owned());
    assert_eq!(known(&bucket), told);
    assert_eq!(known(&found("model", "q", "(= (str.len s) y)", "")), told);
    let same_history = found("model", "q", "(= (str.len s) (str.len s))", ".xx.");
    assert_eq!(
        known(&same_history),
        None,
        "that is not sure enough to hide it"
    );
    let unreduced = found("model", "a", "", "");
    assert_eq!(known(&unreduced), told);
    for other in [
        found("model", "q", "(= (str.len s) y)", "x..x"),
        found("model", "q", "(= (str.to_int s) y)", ".xx."),
        found("soundness", "a", "(= (str.len s) y)", ".xx."),
        found("model", "q", "", ""),
    ] {
        assert_eq!(known(&other), None, "{:?}", other.best.reduced);
    }
    // A bug that is known keeps the name that it has there.
    let others = [
        same_history,
        found("model", "r", "(= (str.to_int s) y)", ""),
    ];
    let (_, bugs) = grouped(&others, &ledger);
    assert_eq!(bugs[0].id, "abc");
    assert_eq!(
        bugs[0].known.map(|known| known.status),
        Some(Status::Confirmed)
    );
    assert!(bugs[1].known.is_none());
}

#[test]
fn lines_of_a_ledger_are_never_lost() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("ledger.jsonl");
    let junk = "not JSON \u{1}\n{\"format\":1,\"of\":\"another kind\"}\n\n";
    std::fs::write(&path, junk).unwrap();
    BugLedger::append(&path, &mark("a", Status::Fixed, None, None)).unwrap();
    let whole = std::fs::read(&path).unwrap();
    assert!(whole.starts_with(junk.as_bytes()));
    let ledger = BugLedger::read(&path).unwrap();
    assert_eq!((ledger.bugs.len(), ledger.skipped), (1, vec![1, 2]));
    // Cut off anywhere: what was whole before is there, and so is what comes after.
    for end in 0..whole.len() {
        std::fs::write(&path, &whole[..end]).unwrap();
        let complete = end + 1 == whole.len();
        BugLedger::append(&path, &mark("b", Status::Reported, None, None)).unwrap();
        let text = std::fs::read(&path).unwrap();
        assert_eq!(text[..end], whole[..end]);
        let ids: Vec<String> = BugLedger::read(&path)
            .unwrap()
            .bugs
            .into_iter()
            .map(|bug| bug.id)
            .collect();
        match complete {
            true => assert_eq!(ids, ["a", "b"]),
            false => assert_eq!(ids, ["b"], "{end}"),
        }
    }
}

#[test]
fn a_ledger_of_a_later_format_is_refused_and_left_alone() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("ledger.jsonl");
    let later = "{\"format\":2,\"bug\":\"a\"}\n";
    std::fs::write(&path, later).unwrap();
    let error = BugLedger::read(&path).unwrap_err();
    assert!(error.to_string().contains("format 2"), "{error}");
    let marked = BugLedger::append(&path, &mark("b", Status::Fixed, None, None));
    assert!(matches!(
        marked,
        Err(LedgerError::Newer { line: 1, found: 2 })
    ));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), later);
}

#[test]
fn who_marks_at_the_same_time_loses_nothing() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("ledger.jsonl");
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for number in 0..25 {
                    let bug = format!("{worker}-{number}");
                    let long = "x".repeat(5000);
                    let said = mark(&bug, Status::Reported, Some(&long), None);
                    BugLedger::append(path, &said).unwrap();
                }
            });
        }
    });
    let ledger = BugLedger::read(&path).unwrap();
    assert_eq!((ledger.bugs.len(), ledger.skipped.len()), (100, 0));
}

#[test]
fn statuses_have_names() {
    for (name, status, _) in STATUSES {
        assert_eq!(status.name(), name);
        assert_eq!(serde_json::to_value(status).unwrap(), name);
    }
}
