//! A model of a mutant from those of its seeds.

use super::part::{Names, Part};
use super::step::FusionStep;
use crate::rng::Rng;
use crate::values::{Need, write_literal};
use smt::{AtomKind, CommandKind, Tree};

/// A model of what fusions make of two seeds, from models of both, or of one of which it is enough that
/// it holds. What it says of new constants are their equations, so it is only for who can evaluate
/// those.
pub fn witness(
    first: &Part,
    second: &Part,
    models: [Option<&str>; 2],
    steps: &[FusionStep],
) -> String {
    let names = [
        first.apart_from(second, b"!1"),
        second.apart_from(first, b"!2"),
    ];
    let mut out = b"(\n".to_vec();
    for ((part, model), names) in [first, second].into_iter().zip(models).zip(&names) {
        match model {
            Some(model) => write_model(part, model, names, &mut out),
            None => write_anything(part, names, &mut out),
        }
    }
    for step in steps {
        write_new(step, &mut out);
    }
    out.extend_from_slice(b")\n");
    String::from_utf8_lossy(&out).into_owned()
}

/// Appends what a model says of the constants of a part, under their other names.
fn write_model(part: &Part, model: &str, names: &Names, out: &mut Vec<u8>) {
    let inner = model.trim();
    let inner = inner
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let inner = inner.unwrap_or_default().trim();
    let inner = inner.strip_prefix("model").unwrap_or(inner);
    let Ok(tree) = Tree::parse(inner.as_bytes()) else {
        return;
    };
    let symbols = &part.script.tree.symbols;
    let mut copied = 0;
    for node in tree.nodes() {
        let Some(atom) = tree.atom(node) else {
            continue;
        };
        if tree.symbols.kind(atom) != AtomKind::Symbol {
            continue;
        }
        // The same spelling may be another symbol there.
        let own = symbols.find(tree.symbols.bytes(tree.symbols.canonical(atom)));
        if let Some(name) = own.and_then(|own| names.get(&symbols.canonical(own))) {
            let range = tree.range(node);
            out.extend_from_slice(&tree.text()[copied..range.start]);
            out.extend_from_slice(name);
            copied = range.end;
        }
    }
    out.extend_from_slice(&tree.text()[copied..]);
    out.push(b'\n');
}

/// Appends some value for each constant of a part that need not hold, as far as there are literals.
fn write_anything(part: &Part, names: &Names, out: &mut Vec<u8>) {
    let script = &part.script;
    let mut rng = Rng::new(0, 0);
    for command in &script.commands {
        let (CommandKind::DeclareFun(declaration) | CommandKind::DeclareConst(declaration)) =
            command.kind
        else {
            continue;
        };
        if !script.declarations.parameters(declaration).is_empty() {
            continue;
        }
        let sort = script.declarations.sort(declaration);
        let mut literal = Vec::new();
        let parts: Vec<_> = script.tree.children(command.node).collect();
        let (Some(&name), Some(&of)) = (parts.get(1), parts.last()) else {
            continue;
        };
        if write_literal(script, sort, Need::Any, &mut rng, &mut literal) {
            out.extend_from_slice(b"(define-fun ");
            part.write(name, names, out);
            out.extend_from_slice(b" () ");
            part.write(of, names, out);
            out.push(b' ');
            out.extend_from_slice(&literal);
            out.extend_from_slice(b")\n");
        }
    }
}

/// Appends what a step's equation says of its new constant, which is declared last.
fn write_new(step: &FusionStep, out: &mut Vec<u8>) {
    let (Ok(declared), Ok(equation)) = (
        Tree::parse(&step.declare[..]),
        Tree::parse(&step.equation[..]),
    ) else {
        return;
    };
    let declaration = declared.commands().last();
    let sort = declaration.and_then(|command| declared.children(command).nth(3));
    // `(= z f)`
    let mut sides = equation
        .commands()
        .flat_map(|side| equation.children(side))
        .skip(1);
    let (Some(sort), Some(z), Some(value)) = (sort, sides.next(), sides.next()) else {
        return;
    };
    for piece in [
        b"(define-fun ",
        equation.source(z),
        b" () ",
        declared.source(sort),
        b" ",
        equation.source(value),
        b")\n",
    ] {
        out.extend_from_slice(piece);
    }
}
