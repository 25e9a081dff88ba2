//! What is in a script, counted: for people who want to know what a file holds.

use crate::command::CommandKind;
use crate::script::Script;
use crate::term::{Function, OperatorId};
use std::collections::BTreeMap;

/// Counts over a script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Census {
    /// Commands by name.
    pub commands: BTreeMap<String, u64>,
    /// Atoms that stand outside of any command.
    pub stray_tokens: u64,
    /// Operators of theories by name, one for each place they are applied at.
    pub operators: BTreeMap<String, u64>,
    /// Names of the theories whose sorts or operators occur.
    pub theories: Vec<&'static str>,
    /// How often `assert` occurs.
    pub assertions: u64,
    /// How many of these are of sort `Bool` with the sort of everything in them known.
    pub sorted_assertions: u64,
    /// Places where an `Int` is used as a `Real`.
    pub coercions: u64,
    /// Symbols that are neither declared nor of any theory.
    pub unknown_symbols: Vec<String>,
}

impl Census {
    /// Counts what is in a script.
    pub fn of(script: &Script) -> Self {
        let symbols = &script.tree.symbols;
        let mut census = Self {
            theories: script.theories().map(|theory| theory.name()).collect(),
            unknown_symbols: script
                .unknown_symbols
                .iter()
                .map(|&symbol| symbols.name(symbol).into_owned())
                .collect(),
            ..Self::default()
        };
        for command in &script.commands {
            if !script.tree.is_list(command.node) {
                census.stray_tokens += 1;
                continue;
            }
            let head = script.tree.head(command.node);
            let name = head.map_or_else(|| "()".into(), |head| symbols.name(head).into_owned());
            *census.commands.entry(name).or_default() += 1;
            if let CommandKind::Assert(term) = command.kind {
                census.assertions += 1;
                census.sorted_assertions += u64::from(script.is_sorted_formula(term));
            }
        }
        census.count_operators(script);
        census
    }

    fn count_operators(&mut self, script: &Script) {
        let mut counts: Vec<u64> = Vec::new();
        for node in script.tree.nodes() {
            let Some(term) = script.term_at(node) else {
                continue;
            };
            self.coercions += script.terms.coerced_arguments(term).count() as u64;
            if let Function::Operator(operator) = script.terms.function(term) {
                let place = operator.0 as usize;
                counts.resize(counts.len().max(place + 1), 0);
                counts[place] += 1;
            }
        }
        for (place, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let name = OperatorId(place as u32).name();
            let name = script.tree.symbols.name(name).into_owned();
            *self.operators.entry(name).or_default() += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted() {
        let script = Script::parse(
            *b"(declare-const x Int) (declare-const y Real)
               (assert (and (< x y) (< x y))) (assert (p x)) (check-sat)",
        )
        .unwrap();
        let census = Census::of(&script);
        assert_eq!(census.commands["assert"], 2);
        assert_eq!((census.assertions, census.sorted_assertions), (2, 1));
        assert_eq!(census.operators["<"], 2);
        assert_eq!(census.operators["and"], 1);
        assert_eq!(census.coercions, 2);
        assert_eq!(census.theories, ["Core", "Ints", "Reals"]);
        assert_eq!(census.unknown_symbols, ["p"]);
    }

    #[test]
    fn what_is_no_command_is_counted_apart() {
        let script = Script::parse(*b"0a1 > (exit) ()").unwrap();
        let census = Census::of(&script);
        assert_eq!(census.stray_tokens, 2);
        assert_eq!(census.commands["exit"], 1);
        assert_eq!(census.commands["()"], 1);
    }
}
