use super::*;

fn some() -> Lock {
    let mut lock = Lock::new(vec!["z3 4.13.0.0".to_owned(), "cvc5 1.2.1".to_owned()]);
    lock.put(Question::of("one"), Said::Unsat(BTreeSet::from([0, 1])));
    lock.put(Question::of("two"), Said::Sat(BTreeSet::from([1])));
    let time = Duration::from_millis(1500);
    lock.put(Question::of("three"), Said::Undecided(time));
    lock
}

#[track_caller]
fn fails(text: &str, line: usize, message: &str) {
    let error = text.parse::<Lock>().unwrap_err();
    assert_eq!(error.line, line, "{error}");
    assert!(error.message.contains(message), "{error}");
}

#[test]
fn what_is_written_is_read() {
    let lock = some();
    let text = lock.to_string();
    assert!(text.starts_with("nuthatch proofs 1\n# "), "{text}");
    assert!(text.contains("\nsolver 1 cvc5 1.2.1\nsolver 2 z3 4.13.0.0\n"));
    assert!(text.contains(&format!("\n{} unsat 1 2\n", Question::of("one"))));
    assert!(text.contains(&format!("\n{} sat 2\n", Question::of("two"))));
    assert!(text.contains(" undecided 1500ms\n"));
    assert_eq!(text.parse(), Ok(lock));
    assert_eq!(Lock::default().to_string().parse(), Ok(Lock::default()));
}

#[test]
fn the_order_of_things_does_not_matter() {
    let mut other = Lock::new(vec!["cvc5 1.2.1".to_owned(), "z3 4.13.0.0".to_owned()]);
    let questions: Vec<Question> = some().questions().collect();
    for question in questions.into_iter().rev() {
        other.put(question, some().get(question).unwrap().clone());
    }
    assert_eq!(other.to_string(), some().to_string());
}

#[test]
fn what_was_changed_by_hand_is_not_read() {
    let text = some().to_string();
    fails("", 1, "no lock file");
    fails("(rule a)\n", 1, "no lock file");
    fails("nuthatch proofs 2\nwhatever\n", 1, "version 2");
    fails("nuthatch proofs 1\n", 1, "seal is broken");
    // Another answer, another author, another time, another comment.
    for (was, is) in [
        (" sat 2\n", " unsat 2\n"),
        (" unsat 1 2\n", " unsat 1\n"),
        ("1500ms", "9500ms"),
        ("z3 4.13.0.0", "z3 4.13.0.1"),
        ("# Made", "# Not made"),
    ] {
        let changed = text.replace(was, is);
        assert_ne!(changed, text);
        fails(&changed, 9, "seal is broken");
    }
    // Cut short, after a line and within one; something behind the end.
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fails(&lines[..lines.len() - 1].concat(), 8, "seal is broken");
    fails(&text[..text.len() - 1], 9, "seal is broken");
    fails(&format!("{text}\n"), 10, "seal is broken");
    // What no solver, no answer or no hash is.
    fails(
        &text.replace(" sat 2", " sat 3"),
        sat_line(&text),
        "neither",
    );
    fails(
        &text.replace(" sat 2", " maybe 2"),
        sat_line(&text),
        "neither",
    );
    fails(&text.replace("solver 2", "solver 3"), 5, "out of place");
    let twice = text.replace(lines[6], &lines[6].repeat(2));
    fails(&twice, 8, "out of order");
}

fn sat_line(text: &str) -> usize {
    1 + text.lines().position(|l| l.ends_with(" sat 2")).unwrap()
}

#[test]
fn only_those_who_were_asked_count() {
    let names = |names: &[&str]| names.iter().map(|s| s.to_string()).collect::<Vec<_>>();
    assert!(some().is_of(&names(&["z3 4.13.0.0", "cvc5 1.2.1"])));
    assert!(!some().is_of(&names(&["z3 4.13.0.0"])));
    assert!(!some().is_of(&names(&["z3 4.13.0.1", "cvc5 1.2.1"])));
    assert!(!some().is_of(&names(&["z3 4.13.0.0", "cvc5 1.2.1", "yices 2"])));
}

#[test]
fn names_have_the_version_once() {
    let profile = solve::Profile::named("z3").unwrap();
    let solver = |name: &str| Solver {
        version: Some("4.13.0.0".to_owned()),
        ..Solver::from_program(name, profile, std::path::Path::new("z3"))
    };
    assert_eq!(who(&solver("z3@4.13.0.0")), "z3 4.13.0.0");
    assert_eq!(who(&solver("z3@newest")), "z3@newest 4.13.0.0");
    assert_eq!(who(&solver("z3 a=\n1")), "z3 a= 1 4.13.0.0");
}
