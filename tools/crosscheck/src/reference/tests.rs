use super::{Checked, Extent, check, check_partly};

const TEXT: &str = "(set-info :note |é|) (set-logic ALL)
    (define-sort Row (T) (Array T Real)) (declare-const |a b| (Row Int))
    (declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
    (assert (! (< (+ 1 (select |a b| 3)) (to_real 2)) :named low))
    (define-funs-rec ((f ((x Int)) Int) (g ((x Int)) Bool)) ((ite (g x) x 0) (= (f x) x)))
    (define-funs-rec ((single ((x Int)) Int)) ((single x)))
    (assert (match (as nil (L Int)) ((nil low) ((cons h t) (= t (cons h t))))))";

/// Every term with its sort.
fn listing(text: &str, checked: &Checked) -> Vec<(String, String)> {
    checked
        .terms
        .iter()
        .map(|term| {
            let sort = checked.sorts[term.sort].clone();
            (text[term.bytes.clone()].to_owned(), sort)
        })
        .collect()
}

#[test]
fn terms_have_their_places_and_sorts() {
    let checked = check(TEXT).expect("yaspar accepts the text");
    assert_eq!(checked.extent, Extent::Whole);
    let found = listing(TEXT, &checked);
    for (term, sort) in [
        ("low", "Bool"),
        ("(+ 1 (select |a b| 3))", "Real"),
        // Wrapped in `to_real` by yaspar, but not in the text.
        ("1", "Int"),
        ("(to_real 2)", "Real"),
        ("|a b|", "(Array Int Real)"),
        ("(as nil (L Int))", "(L Int)"),
        ("h", "Int"),
        ("(ite (g x) x 0)", "Int"),
        ("(single x)", "Int"),
    ] {
        let expected = (term.to_owned(), sort.to_owned());
        assert!(found.contains(&expected), "{expected:?} not in {found:#?}");
    }
}

#[test]
fn command_by_command_says_the_same() {
    let whole = check(TEXT).expect("yaspar accepts the text");
    let partly = check_partly(TEXT, String::new()).expect("every command is accepted");
    assert_eq!(listing(TEXT, &whole), listing(TEXT, &partly));
}

#[test]
fn rejected_commands_are_left_out() {
    let text = "(set-logic HORN) (declare-fun p (Int) Bool) (assert (p true)) (assert (p 1))";
    let checked = check(text).expect("yaspar accepts the last command");
    assert!(matches!(checked.extent, Extent::Partly { left_out: 2, .. }));
    assert_eq!(listing(text, &checked)[0].0, "(p 1)");
}
