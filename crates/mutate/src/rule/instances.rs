//! A question about all values, asked of some.

use crate::rng::Rng;
use crate::values::{Need, write_literal};
use smt::{CommandKind, Script};
use std::fmt::Write;

/// A script that is sat if the given one is sat for one of so many choices of literals for its
/// constants. What is left to ask where no solver decides; `None` if there are no literals.
pub fn instances(script: &str, count: usize, rng: &mut Rng) -> Option<String> {
    let script = Script::parse(script.as_bytes()).ok()?;
    let mut out = String::from("(set-logic ALL)\n");
    let mut constants = Vec::new();
    for command in &script.commands {
        let CommandKind::DeclareFun(declaration) = command.kind else {
            match command.kind {
                CommandKind::DeclareSort { .. } | CommandKind::DeclareDatatypes { .. } => {
                    writeln!(out, "{}", script.tree.show(command.node)).ok()?;
                }
                _ => {}
            }
            continue;
        };
        let sort = script.declarations.sort(declaration);
        let mut literal = Vec::new();
        let has_literals = script.declarations.parameters(declaration).is_empty()
            && write_literal(&script, sort, Need::Any, rng, &mut literal);
        match has_literals {
            true => constants.push((script.declarations.name(declaration), sort)),
            false => writeln!(out, "{}", script.tree.show(command.node)).ok()?,
        }
    }
    if constants.is_empty() {
        return None;
    }
    let claims: Vec<String> = script.assertions().map(|a| script.show_term(a)).collect();
    out.push_str("(assert (or false");
    for _ in 0..count {
        out.push_str("\n(let (");
        for (name, sort) in &constants {
            let mut literal = Vec::new();
            write_literal(&script, *sort, Need::Any, rng, &mut literal);
            let literal = String::from_utf8(literal).ok()?;
            write!(out, "({} {literal})", script.tree.symbols.name(*name)).ok()?;
        }
        write!(out, ") (and true {}))", claims.join(" ")).ok()?;
    }
    out.push_str("))\n(check-sat)\n");
    Some(out)
}
