use super::*;
use campaign::case::{Approximation, Derivation, Seed};
use campaign::finding::{
    AnsweredScript, Answers, Finding, Ground, Needs, Opinion, Reduced, ReducedScript, Reply,
    SolverInfo,
};
use campaign::history::{History, Release};
use campaign::totals::Bucket;
use mutate::rule::Direction;
use mutate::step::{Form, Step};
use solve::{AnswerClass, Mode};
use std::fs;
use std::sync::Arc;

pub(crate) fn finding(mutant: &str) -> Finding {
    let info = |name: &str| SolverInfo {
        name: name.to_owned(),
        version: "1.0".to_owned(),
        command: format!("/bin/{name} -in"),
    };
    let reply = |answer: AnswerClass| Reply {
        answer: answer.into(),
        output: answer.to_string(),
    };
    let seed = Arc::new(Seed {
        name: "a".to_owned(),
        text: b"(assert (< x y))".to_vec(),
        ..Seed::default()
    });
    Finding {
        oracle: "soundness".to_owned(),
        strategy: "approximation".to_owned(),
        bucket: "soundness-z3-0123".to_owned(),
        title: "z3 says sat of a and unsat of its over-approximation".to_owned(),
        solver: info("z3"),
        derivation: Derivation::Approximation(Approximation {
            seed,
            direction: Direction::Over,
            steps: vec![Step {
                round: 0,
                form: Form::Polarity,
                rule: "arith-lt-weaken".into(),
                template: 0,
                node: 3,
                was: b"(< x y)".to_vec(),
                put: b"(<= x y)".to_vec(),
                declare: Vec::new(),
                equal: false,
            }],
        }),
        parents: vec![reply(AnswerClass::Sat)],
        witness: AnsweredScript {
            script: mutant.as_bytes().to_vec(),
            reply: reply(AnswerClass::Unsat),
        },
        found: 100,
        number: 7,
        random: 0,
        logic: "QF_LIA".to_owned(),
        opinions: vec![Opinion {
            solver: info("cvc5"),
            parents: vec![AnswerClass::Sat],
            witness: AnswerClass::Sat,
            claim: Some(AnswerClass::Unsat),
        }],
        verdict: "the answer to the mutant is wrong: 1 others say sat".to_owned(),
        evidence: vec!["its model of the seed is right by our own evaluation".to_owned()],
        assignment: None,
        reduced: None,
        history: None,
        signature: None,
        mode: None,
        needs: None,
    }
}

fn bucket(mutant: &str, count: usize) -> Bucket {
    let mut bucket = Bucket::of(finding(mutant), 0);
    bucket.count = count;
    let merged = ("model-x".to_owned(), "both are the same".to_owned());
    bucket.merged.extend([merged]);
    bucket
}

#[test]
fn a_folder_is_read_back_as_it_was_written() {
    let place = tempfile::tempdir().unwrap();
    let first = bucket("(assert (<= x y))", 1);
    let folder = write_folder(place.path(), &first).unwrap();
    assert_eq!(read_folder(&folder).unwrap(), first.best);
    // A better witness takes its place, and nothing else is left.
    let second = bucket("(assert true)", 2);
    assert_eq!(write_folder(place.path(), &second).unwrap(), folder);
    assert_eq!(read_folder(&folder).unwrap(), second.best);
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    assert_eq!(
        fs::read(folder.join("mutant.smt2")).unwrap(),
        b"(assert true)"
    );
}

#[test]
fn the_report_has_all_that_a_maintainer_asks_for() {
    let bucket = bucket("(assert (<= x y))", 3);
    let text = markdown(&bucket.best, Some(&bucket));
    for part in [
        "/bin/z3 -in",
        "(assert (< x y))",
        "(assert (<= x y))",
        "arith-lt-weaken",
        "- (< x y)",
        "+ (<= x y)",
        "| cvc5 1.0 | sat | sat | proved |",
        "seen 3 times",
        "model-x is the same bug: both are the same",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
}

/// The finding of above, reduced to a script that should have the other answer.
fn reduced(answer: AnswerClass, output: &str, grounds: Vec<Ground>) -> Finding {
    let mut finding = finding("(assert (<= x y))");
    finding.solver.name = "cvc5@1.4.2 --incremental".to_owned();
    finding.solver.version = "1.4.2".to_owned();
    finding.reduced = Some(Box::new(Reduced {
        alone: Some(ReducedScript {
            script: AnsweredScript {
                script: b"(declare-const x Int)\n(assert (> x 0))\n(check-sat)\n".to_vec(),
                reply: Reply {
                    answer: answer.into(),
                    output: output.to_owned(),
                },
            },
            others: vec![("z3@5.4.0.0".to_owned(), AnswerClass::Sat.into())],
            grounds,
            options: Vec::new(),
        }),
        ..Reduced::default()
    }));
    let release = |version: &str, shows| Release {
        version: version.to_owned(),
        answer: AnswerClass::Unsat.into(),
        shows,
    };
    finding.history = Some(Box::new(History {
        solver: "cvc5".to_owned(),
        releases: vec![
            release("1.3.3", Some(false)),
            release("1.3.4", Some(true)),
            release("1.4.2", Some(true)),
        ],
    }));
    finding
}

#[test]
fn an_issue_of_a_wrong_answer_is_what_a_maintainer_wants() {
    let model = Ground::Model {
        whose: "z3@5.4.0.0".to_owned(),
        model: "((define-fun x () Int 1))".to_owned(),
    };
    let text = issue(&reduced(AnswerClass::Unsat, "unsat\n", vec![model]));
    let (remarks, body): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with("<!--"));
    assert_eq!(
        body.join("\n"),
        "# Soundness: `unsat` instead of `sat` (QF_LIA)

```smt2
(declare-const x Int)
(assert (> x 0))
(check-sat)
```

```
$ cvc5 --incremental bug.smt2
unsat
```

It should say `sat`.

This is a model (by z3@5.4.0.0), as evaluating each assertion in it shows:

```smt2
((define-fun x () Int 1))
```

- z3@5.4.0.0 says `sat`.

Version: cvc5 1.4.2

Of 3 releases that were asked, 1.3.3 to 1.4.2:

- introduced in 1.3.4
- last good: 1.3.3
- the newest, 1.4.2, has it"
    );
    let remarks = remarks.join("\n");
    assert!(remarks.contains("at most 3 reports a week"), "{remarks}");
    assert!(!remarks.contains("Better not"), "{remarks}");
}

#[test]
fn an_issue_of_a_script_without_constants_shows_no_empty_model() {
    let model = Ground::Model {
        whose: "z3@5.4.0.0".to_owned(),
        model: "(\n)".to_owned(),
    };
    let text = issue(&reduced(AnswerClass::Unsat, "unsat\n", vec![model]));
    assert!(
        text.contains("It has no constant to choose a value for"),
        "{text}"
    );
    assert!(!text.contains("This is a model"), "{text}");
}

#[test]
fn an_issue_of_a_wrong_model_has_the_check_and_the_violated_assertion() {
    let no_model = Ground::NoModel {
        explanation: "(> x 0) is false, since x is 0".to_owned(),
        model: "((define-fun x () Int 0))".to_owned(),
    };
    let mut finding = reduced(AnswerClass::InvalidModel, "sat\n((..))", vec![no_model]);
    finding.oracle = "model".to_owned();
    let text = issue(&finding);
    for part in [
        "# Invalid model (QF_LIA)",
        "$ cvc5 --incremental --check-models bug.smt2",
        "(> x 0) is false, since x is 0",
        "((define-fun x () Int 0))",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
    assert!(!text.contains("/bin/"), "{text}");
}

#[test]
fn an_issue_says_what_is_refused_and_what_is_mended() {
    let mut finding = reduced(AnswerClass::Unsat, "unsat", Vec::new());
    finding.solver.name = "cvc5@1.4.2 --fp-exp".to_owned();
    if let Some(history) = &mut finding.history {
        history.releases[2].shows = Some(false);
    }
    let text = issue(&finding);
    assert!(text.contains("<!-- Better not reported: cvc5"), "{text}");
    assert!(text.contains("No longer there in 1.4.2"), "{text}");
    assert_eq!(policy::refusals(&finding).len(), 1);
    // Without anything that shows it by itself, what else there is.
    assert!(text.contains("- Its model of the seed is right"), "{text}");
}

#[test]
fn an_issue_can_be_had_of_what_was_not_reduced_or_dated() {
    let text = issue(&finding("(assert (<= x y)) ; ```"));
    for part in [
        "Not reduced yet",
        "Not dated yet",
        "````smt2",
        "(assert (< x y))",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
}

#[test]
fn the_report_says_which_releases_have_it() {
    let mut finding = finding("(assert (<= x y))");
    assert!(!markdown(&finding, None).contains("Which releases"));
    let release = |version: &str, answer: AnswerClass, shows| Release {
        version: version.to_owned(),
        answer: answer.into(),
        shows,
    };
    finding.history = Some(Box::new(History {
        solver: "z3".to_owned(),
        releases: vec![
            release("1.0", AnswerClass::Sat, Some(false)),
            release("1.1", AnswerClass::Rejected, None),
            release("1.2", AnswerClass::Unsat, Some(true)),
            release("1.3", AnswerClass::Unsat, Some(true)),
            release("1.4", AnswerClass::Sat, Some(false)),
        ],
    }));
    let text = markdown(&finding, None);
    for part in [
        "## Which releases have it",
        "- introduced in 1.2 or after 1.0 (1.1 cannot tell)\n- last bad 1.3\n- fixed in 1.4\n",
        "| z3 | answer | bug |\n| --- | --- | --- |\n| 1.0 | sat | does not show |\n",
        "| 1.2 to 1.3 | unsat | shows |",
    ] {
        assert!(text.contains(part), "no {part} in\n{text}");
    }
}

#[test]
fn an_issue_does_not_say_what_nobody_knows() {
    // Only its own model gives it away, and another says that it is sat.
    let mut finding = reduced(AnswerClass::InvalidModel, "sat", Vec::new());
    let text = issue(&finding);
    assert!(text.contains("# Invalid model"), "{text}");
    assert!(!text.contains("should say"), "{text}");
    // Of two answers nobody says which one is wrong.
    let alone = finding
        .reduced
        .as_mut()
        .and_then(|r| r.alone.as_mut())
        .unwrap();
    alone.script.reply.answer = Answers(vec![AnswerClass::Sat, AnswerClass::Unsat]);
    let text = issue(&finding);
    assert!(!text.contains("should say"), "{text}");
    // Others disagree.
    let alone = finding
        .reduced
        .as_mut()
        .and_then(|r| r.alone.as_mut())
        .unwrap();
    alone.script.reply.answer = AnswerClass::Unsat.into();
    let other = ("cvc5@1.0".to_owned(), AnswerClass::Unsat.into());
    alone.others.push(other);
    let text = issue(&finding);
    assert!(!text.contains("should say"), "{text}");
}

#[test]
fn what_it_takes_besides_the_script_is_told() {
    let mut found = finding("(push 1)\n(assert (<= x y))\n(check-sat)\n");
    let told = "It shows only after `(push 1)`.";
    assert!(!markdown(&found, None).contains(told));
    (found.mode, found.needs) = (Some(Mode::Incremental), Some(Needs::Push));
    assert!(markdown(&found, None).contains("- first seen in mode: incremental\n"));
    assert!(markdown(&found, None).contains(told));
    assert!(issue(&found).contains(told));
    let json = serde_json::to_vec(&found).unwrap();
    assert_eq!(Finding::from_json(&json).unwrap(), found);
    // Logs of earlier versions have neither.
    let mut old: serde_json::Value = serde_json::from_slice(&json).unwrap();
    old.as_object_mut()
        .unwrap()
        .retain(|key, _| key != "mode" && key != "needs");
    let old = Finding::from_json(old.to_string().as_bytes()).unwrap();
    assert_eq!((old.mode, old.needs), (None, None));
    found.witness.script = b"(check-sat)(push 1)(check-sat)(pop 1)(push 1)(check-sat)".to_vec();
    let told = "It shows only after 2 other checks in the same process, at the last check.";
    assert!(issue(&found).contains(told));
}
