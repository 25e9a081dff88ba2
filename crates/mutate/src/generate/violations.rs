//! The rules of mutation asserted violated: each is proved, so that is unsatisfiable.
//!
//! What has to be shown of a rule is a script over constants that must be unsat. It is so whatever
//! terms stand for the constants.

use super::catalogue::{Argument, Builder, NEWEST, NameNo, SortNo};
use super::grove::NodeId;
use super::identities::tokens;
use super::maker::Maker;
use crate::rule::RuleSet;
use smt::{DeclKind, Script};

/// A formula over parameters that is false, whatever they are.
#[derive(Debug, Clone)]
pub(crate) struct Violation {
    /// The rule.
    pub rule: String,
    /// Names and sorts of the parameters.
    pub parameters: Vec<(String, SortNo)>,
    pub text: String,
    /// Whether it has an operator that is new.
    pub newest: bool,
}

/// At how many sorts a rule is used.
const CASES: usize = 4;

/// The violations whose sorts the catalogue has.
pub(crate) fn violations(builder: &Builder<'_>) -> Vec<Violation> {
    let mut all = Vec::new();
    for rule in RuleSet::builtin().rules() {
        let scripts = rule
            .small_obligations()
            .into_iter()
            .chain(rule.obligations());
        let fitting = scripts.filter_map(|obligation| {
            let script = Script::parse(obligation.sound.into_bytes()).ok()?;
            violation(builder, &rule.name, &script)
        });
        all.extend(fitting.take(CASES));
    }
    all
}

fn violation(builder: &Builder<'_>, rule: &str, script: &Script) -> Option<Violation> {
    let place = |sort: smt::SortId| {
        let text = script.show_sort(sort);
        let place = builder.sorts.iter().position(|known| known.text == text)?;
        Some(SortNo(place as u16))
    };
    let mut parameters = Vec::new();
    for declaration in script.declarations.all() {
        if script.declarations.kind(declaration) != DeclKind::Function
            || !script.declarations.parameters(declaration).is_empty()
        {
            return None;
        }
        let sort = place(script.declarations.sort(declaration))?;
        if !builder.sorts.get(usize::from(sort.0))?.variables {
            return None;
        }
        let name = script
            .tree
            .symbols
            .name(script.declarations.name(declaration));
        parameters.push((name.into_owned(), sort));
    }
    // No operator leads out of the theories that are wanted.
    for term in script.terms.all() {
        place(script.terms.sort(term))?;
    }
    let mut text = String::new();
    let assertions: Vec<smt::TermId> = script.assertions().collect();
    for &assertion in &assertions {
        let mut written = Vec::new();
        script.write_term(assertion, &mut written);
        text.push(' ');
        text.push_str(&String::from_utf8(written).ok()?);
    }
    let text = match assertions.len() {
        1 => text.trim_start().to_owned(),
        _ => format!("(and{text})"),
    };
    let is_plain = !text.contains(['|', ';']) && !parameters.is_empty();
    let newest = text
        .split([' ', '(', ')'])
        .any(|word| NEWEST.contains(&word));
    if newest && !builder.settings.newest {
        return None;
    }
    is_plain.then_some(Violation {
        rule: rule.to_owned(),
        parameters,
        text,
        newest,
    })
}

impl Maker<'_, '_> {
    /// An assertion that a rule about an operator is violated; the rule. None if there is no such
    /// rule.
    pub fn violation(&mut self, name: NameNo, assertions: &mut Vec<NodeId>) -> Option<String> {
        let catalogue = self.catalogue;
        let operator = catalogue.name(name).text.as_str();
        let fitting = catalogue.violations.iter().filter(|violation| {
            (!violation.newest || self.newest)
                && violation
                    .text
                    .split([' ', '(', ')'])
                    .any(|word| word == operator)
        });
        let fitting: Vec<&Violation> = fitting.collect();
        let violation = *self.rng.pick(&fitting)?;
        let mut filled: Vec<(&str, NodeId, Vec<u8>)> = Vec::new();
        for (parameter, sort) in &violation.parameters {
            self.variable(*sort, false);
            self.grow();
            let argument = Argument {
                sort: *sort,
                literal: false,
            };
            let node = self.child(argument, self.settings.depth)?;
            let mut text = Vec::new();
            self.write_plain(node, &mut text);
            filled.push((parameter, node, text));
        }
        let mut text = Vec::new();
        for (token, is_word) in tokens(&violation.text) {
            let term = filled.iter().find(|(name, ..)| is_word && *name == token);
            text.extend_from_slice(term.map_or(token.as_bytes(), |(.., text)| text));
        }
        let children: Vec<NodeId> = filled.iter().map(|(_, node, _)| *node).collect();
        assertions.push(self.grove.text(&text, &children, false));
        self.decided.push(name);
        Some(violation.rule.clone())
    }
}
