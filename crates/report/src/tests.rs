use super::*;
use campaign::case::{Approximation, Derivation, Seed, SeedForm};
use campaign::finding::{AnsweredScript, Finding, Opinion, Reply, SolverInfo};
use campaign::totals::Bucket;
use mutate::rule::Direction;
use mutate::step::{Form, Step};
use solve::AnswerClass;
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
        status: None,
        form: SeedForm::Flat,
        made: None,
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
        reduced: None,
        history: None,
        signature: None,
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
