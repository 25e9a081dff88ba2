//! What the tests of this crate share.
#![allow(dead_code)]

use eval::{Budget, Evaluator, Model, Verdict};
use smt::Script;

/// The verdict on a model of the first check of a script.
pub fn judge(script: &str, model: &str) -> Verdict {
    let script = Script::parse(script.as_bytes()).unwrap();
    let model = Model::parse(&script, 0, model.as_bytes()).unwrap();
    eval::check(&model, Budget::default())
}

/// The values of ground terms, as SMT-LIB writes them; what has none is `?`.
pub fn values(declarations: &str, terms: &[String]) -> Vec<String> {
    let script = Script::parse(declarations.as_bytes()).unwrap();
    let terms: Vec<&[u8]> = terms.iter().map(String::as_bytes).collect();
    let model = Model::parse_with(&script, 0, b"()", &terms).unwrap();
    let mut evaluator = Evaluator::new(&model, Budget::default());
    model
        .terms()
        .iter()
        .map(|&term| match evaluator.value(term) {
            Ok(value) => {
                let sort = model.script().terms.sort(term);
                evaluator.values.show(model.script(), value, sort)
            }
            Err(_) => "?".to_owned(),
        })
        .collect()
}

/// The value of one ground term.
pub fn value(term: &str) -> String {
    values("", &[term.to_owned()]).remove(0)
}

#[track_caller]
pub fn check_value(term: &str, expected: &str) {
    assert_eq!(value(term), expected, "{term}");
}

#[track_caller]
pub fn check_verdict(script: &str, model: &str, expected: &str) {
    let verdict = judge(script, model);
    assert_eq!(verdict.word(), expected, "{verdict}\n{script}\n{model}");
}
