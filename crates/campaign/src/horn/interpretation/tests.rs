use super::*;

const SYSTEM: &str = "(set-logic HORN)(set-option :fp.spacer.ctp false)
    (declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))
    (declare-fun |p q| (Int) Bool)(declare-fun r (L Int) Bool)
    (assert (|p q| 0))
    (assert (forall ((x Int) (l L)) (=> (and (|p q| x) (r l x)) (r (cons x l) (+ x 1)))))
    (assert (forall ((tail L)) (=> (r tail 3) false)))
    (check-sat)(get-model)";

fn read(model: &str) -> Interpretation {
    Interpretation::read(SYSTEM, model).unwrap()
}

#[test]
fn definitions_take_the_place_of_declarations() {
    let found = read(
        "((define-fun r ((x!0 L) (x!1 Int)) Bool (aux x!1))
          (define-fun |p q| ((x!0 Int)) Bool true)
          (define-fun aux ((x!0 Int)) Bool (< x!0 3)))",
    );
    let question = found.question(1).unwrap();
    // What is spoken of comes first.
    let at = |text: &str| question.find(text).unwrap();
    assert!(at("define-fun aux") < at("define-fun r"));
    assert!(at("declare-datatypes") < at("define-fun aux"));
    assert!(!question.contains("declare-fun") && !question.contains("spacer"));
    assert!(question.ends_with(
        "(declare-const x Int)\n(declare-const l L)\n\
         (assert (not (=> (and (|p q| x) (r l x)) (r (cons x l) (+ x 1)))))\n(check-sat)\n"
    ));
    for clause in 0..found.clauses.len() {
        let script = smt::Script::parse(found.question(clause).unwrap().as_bytes()).unwrap();
        assert_eq!(script.unsorted_places().count(), 0);
    }
    assert!(found.clauses.iter().all(|clause| !clause.open));
    assert_eq!(found.questions().matches("(check-sat)").count(), 3);
    assert_eq!(found.question(3), None);
}

#[test]
fn names_that_mean_something_else_stay_bound() {
    let found = read("(model (define-fun r ((x L) (y Int)) Bool true))");
    let last = found.question(2).unwrap();
    assert!(last.contains("(assert (not (forall ((tail L)) (=> (r tail 3) false))))"));
}

#[test]
fn what_is_not_interpreted_is_open() {
    let found = read("(define-fun r ((x!0 L) (x!1 Int)) Bool false)");
    let open: Vec<bool> = found.clauses.iter().map(|clause| clause.open).collect();
    assert_eq!(open, [true, true, false]);
    assert!(found.start.contains("(declare-fun |p q| (Int) Bool)"));
    // What is open in one definition is open wherever that is used.
    let found = read("((define-fun r ((x!0 L) (x!1 Int)) Bool (|p q| x!1)))");
    assert!(found.clauses.iter().all(|clause| clause.open));
}

#[test]
fn without_predicates_there_is_nothing_to_interpret() {
    let script = "(set-logic HORN)(assert (forall ((x Int)) (=> (< x x) false)))(check-sat)";
    let found = Interpretation::read(script, "()").unwrap();
    assert_eq!(found.clauses.len(), 1);
    assert!(!found.clauses[0].open);
}

#[test]
fn what_is_no_interpretation_is_said_so() {
    let why = |model: &str| Interpretation::read(SYSTEM, model).unwrap_err();
    assert_eq!(why("("), NoInterpretation::Model);
    assert_eq!(why("(error)"), NoInterpretation::Model);
    assert_eq!(why("()"), NoInterpretation::Nothing);
    assert_eq!(
        why("((define-fun other () Bool true))"),
        NoInterpretation::Nothing
    );
    let recursive = "((define-fun-rec r ((x L) (y Int)) Bool (r x y)))";
    assert_eq!(
        why(recursive),
        NoInterpretation::NoDefinition("define-fun-rec".into())
    );
    let circular = "((define-fun r ((x L) (y Int)) Bool (not (r x y))))";
    assert_eq!(why(circular), NoInterpretation::Circular("r".into()));
    let unread = Interpretation::read("(assert", "()").unwrap_err();
    assert_eq!(unread, NoInterpretation::Script);
}
