//! Models of sat answers, judged by our own evaluator: nobody has to be believed.

use crate::ask::Ask;
use crate::oracle::{Query, with_queries};
use crate::posed::Posed;
use crate::settled::{has_escapes, is_settled};
use eval::{Budget, Model, Verdict};
use smt::{CommandKind, Script};
use solve::{Answer, Error, Outcome};
use std::borrow::Cow;
use std::collections::HashMap;

/// Less than the evaluator's own: a campaign has more models to look at.
const BUDGET: Budget = Budget {
    steps: 2_000_000,
    bytes: 64 << 20,
    number_bits: 1 << 16,
    length: 1 << 18,
    calls: 10_000,
    domain: 1 << 10,
    interpretations: 100,
};

/// Asks for the model of the last check.
pub const GET_MODEL: Query = Query {
    option: Some(":produce-models"),
    command: "(get-model)",
};

/// Which answers are followed by a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Models {
    /// All.
    All,
    /// Those of one unit in eight.
    Sample,
    /// None.
    Off,
}

impl Models {
    /// Which answers are followed by a model in a unit: of a sample, those of one in eight.
    pub(crate) fn in_unit(self, unit: u64) -> Self {
        match self {
            Self::Sample if unit.is_multiple_of(8) => Self::All,
            Self::Sample => Self::Off,
            other => other,
        }
    }
}

/// The script, and the model after its last check.
pub fn with_model(script: &[u8]) -> Vec<u8> {
    match asks_for_model(script) {
        true => script.to_vec(),
        false => with_queries(script, &[GET_MODEL]).into_owned(),
    }
}

/// Options by which a script has solvers check their own models.
const OWN_CHECKS: [&str; 3] = [":check-models", ":debug-check-models", ":model_validate"];

/// The script without the options by which it has solvers check their own models.
pub(crate) fn without_own_check(script: &[u8]) -> Cow<'_, [u8]> {
    let has = |option: &&str| {
        let mut windows = script.windows(option.len());
        windows.any(|window| window == option.as_bytes())
    };
    if !OWN_CHECKS.iter().any(has) {
        return script.into();
    }
    let Ok(parsed) = Script::parse(script) else {
        return script.into();
    };
    let mut kept = script.to_vec();
    for command in &parsed.commands {
        if let CommandKind::SetOption { keyword, .. } = &command.kind
            && OWN_CHECKS.contains(&&*parsed.tree.symbols.name(*keyword))
            && let Some(text) = kept.get_mut(parsed.tree.range(command.node))
        {
            text.fill(b' ');
        }
    }
    kept.into()
}

/// The model that a solver gives of a question with one check.
pub(crate) fn ask_for_model(
    session: &mut dyn Ask,
    question: Posed<'_>,
) -> Result<Option<String>, Error> {
    let outcome = question.ask(session, with_model)?;
    let outcome = outcome.filter(|outcome| outcome.asked == 1);
    Ok(outcome.as_ref().and_then(model_of).map(str::to_owned))
}

/// A script up to one of its checks, and that included.
pub fn up_to_check(script: &Script, check: usize) -> Vec<u8> {
    let text = script.tree.text();
    let command = eval::checks(script).get(check).map(|check| check.command);
    let end = command
        .and_then(|command| script.commands.get(command))
        .map_or(text.len(), |command| script.tree.range(command.node).end);
    let mut cut = text.get(..end).unwrap_or(text).to_vec();
    cut.push(b'\n');
    cut
}

/// Whether a script asks for the model of its last check.
pub fn asks_for_model(script: &[u8]) -> bool {
    let lines = script.strip_suffix(b"\n");
    lines.is_some_and(|lines| lines.ends_with(GET_MODEL.command.as_bytes()))
}

/// What the solver printed as the model of the last check, if it says sat to that.
pub fn model_of(outcome: &Outcome) -> Option<&str> {
    let answered = outcome.checks.len() == outcome.asked;
    let answer = &outcome.checks.last()?.answer;
    // A solver that finds its own model wrong may show it nevertheless.
    let sat = matches!(answer, Answer::Sat | Answer::InvalidModel { .. });
    (answered && sat && !outcome.tail.trim().is_empty()).then_some(&*outcome.tail)
}

/// What we say of a model of a script at its last check. `None` if it cannot be read.
pub fn judge(script: &[u8], model: &str) -> Option<Verdict> {
    let (script, last) = at_last_check(script)?;
    let model = Model::parse(&script, last, model.as_bytes()).ok()?;
    Some(eval::check(&model, BUDGET))
}

fn at_last_check(script: &[u8]) -> Option<(Script, usize)> {
    let script = Script::parse(script).ok()?;
    let last = eval::checks(&script).len().checked_sub(1)?;
    Some((script, last))
}

/// Whether a model shows that a script is sat at a check, whatever the standard leaves open. What the model
/// itself says of that does not count: another solver need not mean the same by it. And it shows nothing if
/// functions are defined by themselves: that speaks of all arguments, and only some are looked at.
fn is_right_at(script: &Script, check: usize, model: &str) -> bool {
    if script.is_recursive() {
        return false;
    }
    let model = Model::parse(script, check, model.as_bytes());
    let verdict = model.map(|model| eval::check(&model.leaving_open(), BUDGET));
    matches!(verdict, Ok(Verdict::Valid { chosen }) if chosen.is_empty())
}

/// Whether an assignment satisfies a script at each of its checks, whatever the standard leaves open.
pub fn is_right_throughout(script: &[u8], model: &str) -> bool {
    let Ok(script) = Script::parse(script) else {
        return false;
    };
    let checks = eval::checks(&script).len();
    checks > 0 && (0..checks).all(|check| is_right_at(&script, check, model))
}

/// Whether a model of a script is right, whatever the standard leaves open.
pub fn is_right(script: &[u8], model: &str) -> bool {
    let at_last = at_last_check(script);
    at_last.is_some_and(|(script, last)| is_right_at(&script, last, model))
}

/// What a model shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// It is none, however the standard and the strings in it are read.
    Wrong,
    /// Nothing: it cannot be judged, or it is one only if some of it is read in one way.
    Unclear,
    /// It is one, however they are read: the script is sat.
    Right,
}

/// What a model of a script shows at its last check.
pub fn worth(script: &[u8], model: &str) -> Worth {
    match judge(script, model) {
        Some(Verdict::Invalid(_)) => Worth::Wrong,
        Some(Verdict::Valid { chosen }) => {
            let escapes = has_escapes(script) || has_escapes(model.as_bytes());
            let is_recursive = || Script::parse(script).is_ok_and(|script| script.is_recursive());
            // Where the standard leaves nothing open, what was chosen is what the model does not say.
            let whatever_is_open = || match chosen.is_empty() && is_right(script, model) {
                true => true,
                false => is_settled(script) && !is_recursive(),
            };
            match !escapes && whatever_is_open() {
                true => Worth::Right,
                false => Worth::Unclear,
            }
        }
        _ => Worth::Unclear,
    }
}

/// The script with the model's definitions in place of its own declarations: it is unsat if the
/// model is wrong, and any solver can say so. `None` if the model defines nothing of what is declared.
pub fn asserted_back(script: &[u8], model: &str) -> Option<Vec<u8>> {
    let definitions = definitions(model)?;
    let script = Script::parse(script).ok()?;
    let text = script.tree.text();
    let mut asserted = Vec::new();
    let (mut declares, mut defines) = (false, false);
    for command in &script.commands {
        let range = script.tree.range(command.node);
        let own = text.get(range)?;
        match &command.kind {
            CommandKind::DeclareFun(declared) | CommandKind::DeclareConst(declared) => {
                let name = script
                    .tree
                    .symbols
                    .name(script.declarations.name(*declared))
                    .into_owned();
                let defined = definitions.get(&name);
                declares = true;
                defines |= defined.is_some();
                asserted.extend_from_slice(defined.map_or(own, |text| text.as_bytes()));
            }
            CommandKind::GetModel => continue,
            _ => asserted.extend_from_slice(own),
        }
        asserted.push(b'\n');
    }
    (defines || !declares).then_some(asserted)
}

/// The definitions of a model, by name.
pub(crate) fn definitions(model: &str) -> Option<HashMap<String, String>> {
    // Some print a list of definitions, and some of those begin it with a word.
    let inner = model.trim().strip_prefix('(')?.strip_suffix(')')?.trim();
    let inner = inner.strip_prefix("model").unwrap_or(inner);
    let script = Script::parse(inner.as_bytes()).ok()?;
    let mut found = HashMap::new();
    for command in &script.commands {
        if let CommandKind::DefineFun(definition) = &command.kind {
            let range = script.tree.range(command.node);
            let text = String::from_utf8_lossy(script.tree.text().get(range)?).into_owned();
            let name = script.declarations.name(definition.function);
            found.insert(script.tree.symbols.name(name).into_owned(), text);
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_have_a_solver_check_its_models_go() {
        let script = b"(set-option :check-models true)(set-logic ALL)(assert true)(check-sat)\n";
        let without = without_own_check(script);
        assert!(!without.windows(12).any(|word| word == b"check-models"));
        assert!(without.ends_with(b"(set-logic ALL)(assert true)(check-sat)\n"));
        let other = b"(declare-const |:check-models| Bool)(check-sat)\n";
        assert_eq!(*without_own_check(other), *other);
    }

    #[test]
    fn a_witness_is_right_at_every_check_or_not_at_all() {
        let script = b"(declare-const p Bool)(push 1)(assert p)(check-sat)(pop 1)(assert (not p))(check-sat)";
        assert!(is_right(script, "((p false))"));
        assert!(!is_right_throughout(script, "((p false))"));
        assert!(!is_right_throughout(script, "((p true))"));
        let script = b"(declare-const p Bool)(check-sat)(assert p)(check-sat)";
        assert!(is_right_throughout(script, "((p true))"));
        assert!(!is_right_throughout(b"(assert true)", "()"));
    }

    /// No function is one more than itself, though nobody looks at it.
    #[test]
    fn no_model_shows_that_a_definition_is_possible() {
        let script = |definition: &str| {
            format!("{definition}(declare-const y Int)(assert (> y 1))(check-sat)").into_bytes()
        };
        let model = "((y 2))";
        let plain = script("(define-fun f ((n Int)) Int (+ 1 n))");
        assert!(is_right(&plain, model) && is_right_throughout(&plain, model));
        assert_eq!(worth(&plain, model), Worth::Right);
        for definition in [
            "(define-fun-rec f ((n Int)) Int (+ 1 (f n)))",
            "(define-funs-rec ((f ((n Int)) Int)) ((+ 1 (f n))))",
        ] {
            let script = script(definition);
            assert!(!is_right(&script, model) && !is_right_throughout(&script, model));
            assert_eq!(worth(&script, model), Worth::Unclear);
        }
    }

    /// Models of z3, which say what the operators are where the standard does not.
    #[test]
    fn what_a_model_says_of_what_is_open_shows_nothing() {
        let declared = "(declare-const y Int)(declare-const r Real)(declare-const q (Seq Int))";
        let zero = "((x!0 Int)) Int 5)";
        for (assertion, model) in [
            (
                "(= (mod 0 0) y)",
                format!("((define-fun y () Int 5)(define-fun mod0 {zero})"),
            ),
            (
                "(= (div 0 0) y)",
                format!("((define-fun y () Int 5)(define-fun div0 {zero})"),
            ),
            (
                "(= (/ 1.0 0.0) r)",
                "((define-fun r () Real 5.0)(define-fun /0 ((x!0 Real)) Real 5.0))".to_owned(),
            ),
            (
                "(= (seq.nth q 0) y)",
                "((define-fun q () (Seq Int) (as seq.empty (Seq Int)))(define-fun y () Int 5)\
                 (define-fun seq.nth_u ((x!0 (Seq Int)) (x!1 Int)) Int 5))"
                    .to_owned(),
            ),
        ] {
            let script = format!("{declared}(assert {assertion})(check-sat)");
            let script = script.as_bytes();
            let verdict = judge(script, &model);
            assert!(
                matches!(&verdict, Some(Verdict::Valid { chosen }) if chosen.is_empty()),
                "{assertion}: {verdict:?}"
            );
            assert!(!is_right(script, &model) && !is_right_throughout(script, &model));
            assert_eq!(worth(script, &model), Worth::Unclear);
        }
    }

    #[test]
    fn a_model_is_worth_what_it_shows_however_it_is_read() {
        let of = |assertion: &str, model: &str| {
            let declared = "(declare-const x Int)(declare-const s String)(declare-const p Bool)";
            let script = format!("{declared}(assert {assertion})(check-sat)");
            worth(script.as_bytes(), model)
        };
        let one = "((define-fun x () Int 1))";
        assert_eq!(of("(< x 2)", one), Worth::Right);
        assert_eq!(of("(< x 1)", one), Worth::Wrong);
        // What it does not say may be anything.
        assert_eq!(of("(and p (= x 1))", one), Worth::Right);
        assert_eq!(of("(< x 2)", "nonsense"), Worth::Unclear);
        // What is divided by is not zero, or it does not matter.
        assert_eq!(of("(= 5 (div 5 x))", one), Worth::Right);
        assert_eq!(of("(or (= x 1) (= 5 (div 5 0)))", one), Worth::Right);
        assert_eq!(of("(= 5 (div x 0))", one), Worth::Unclear);
        assert_eq!(
            of("(= s \"\\u{41}\")", "((define-fun s () String \"A\"))"),
            Worth::Unclear
        );
    }

    #[test]
    fn what_declares_nothing_is_asserted_back_as_it_is() {
        let script = b"(assert (= 1 2))\n(check-sat)\n(get-model)\n";
        let back = asserted_back(script, "(model )").unwrap();
        assert_eq!(back, b"(assert (= 1 2))\n(check-sat)\n");
        let declares = b"(declare-const x Int)\n(assert (= x 2))\n(check-sat)\n";
        assert_eq!(asserted_back(declares, "()"), None);
    }
}
