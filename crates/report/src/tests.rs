use super::*;
use campaign::finding::{Asked, Kind, Opinion, Spoken};
use mutate::rule::Direction;
use mutate::step::{Form, Step};

fn finding(mutant: &str) -> Finding {
    let asked = |name: &str| Asked {
        name: name.to_owned(),
        version: "1.0".to_owned(),
        command: format!("/bin/{name} -in"),
    };
    let spoken = |script: &str, answer: &str| Spoken {
        script: script.as_bytes().to_vec(),
        answer: answer.to_owned(),
        output: answer.to_owned(),
    };
    Finding {
        kind: Kind::Soundness,
        bucket: "soundness-z3-0123".to_owned(),
        title: "z3 says sat of a and unsat of its over-approximation".to_owned(),
        solver: asked("z3"),
        seed_name: "a".to_owned(),
        seed: spoken("(assert (< x y))", "sat"),
        mutant: Some(spoken(mutant, "unsat")),
        direction: Some(Direction::Over),
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
        chain: Vec::new(),
        found: 100,
        number: 7,
        random: 0,
        logic: "QF_LIA".to_owned(),
        opinions: vec![Opinion {
            solver: asked("cvc5"),
            seed: "sat".to_owned(),
            mutant: "sat".to_owned(),
            claim: "unsat".to_owned(),
        }],
        verdict: "the answer to the mutant is wrong: 1 others say sat".to_owned(),
        evidence: vec!["its model of the seed is right by our own evaluation".to_owned()],
        reduced: None,
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
