use super::*;
use campaign::case::{Approximation, Derivation, Seed, SeedForm};
use campaign::finding::{AnsweredScript, Finding, Opinion, Reply, SolverInfo};
use campaign::history::{History, Release};
use mutate::rule::Direction;
use mutate::step::{Form, Step};
use solve::AnswerClass;
use std::fs;
use std::sync::Arc;

fn finding(mutant: &str) -> Finding {
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
    }
}

#[test]
fn a_folder_is_read_back_as_it_was_written() {
    let place = tempfile::tempdir().unwrap();
    let first = finding("(assert (<= x y))");
    let folder = write_folder(place.path(), &first, 1).unwrap();
    assert_eq!(read_folder(&folder).unwrap(), first);
    // A better witness takes its place, and nothing else is left.
    let second = finding("(assert true)");
    assert_eq!(write_folder(place.path(), &second, 2).unwrap(), folder);
    assert_eq!(read_folder(&folder).unwrap(), second);
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1);
    assert_eq!(
        fs::read(folder.join("mutant.smt2")).unwrap(),
        b"(assert true)"
    );
}

#[test]
fn the_report_has_all_that_a_maintainer_asks_for() {
    let text = markdown(&finding("(assert (<= x y))"), Some(3));
    for part in [
        "/bin/z3 -in",
        "(assert (< x y))",
        "(assert (<= x y))",
        "arith-lt-weaken",
        "- (< x y)",
        "+ (<= x y)",
        "| cvc5 1.0 | sat | sat | proved |",
        "seen 3 times",
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
