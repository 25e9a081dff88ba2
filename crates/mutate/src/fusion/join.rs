//! Two seeds in one script, with names of their own: what fusions start from.

use super::part::{Item, Names, Part, Setting};
use serde::{Deserialize, Serialize};
use smt::shape::{Shape as SortShape, all_parts};
use smt::{CommandKind, DeclId, DeclKind, Function, NodeId, Script, SortId, TermKind};

/// How two seeds become one script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// Both hold.
    Both,
    /// One of them holds.
    Either,
}

/// Why two seeds do not go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Unjoined {
    /// They do not have the same options, or read strings in different ways.
    #[error("their settings do not go together")]
    Settings,
    /// One of two formulas refers to another by its name, which it has only where that is asserted.
    #[error("a formula refers to another by its name")]
    Names,
    /// One of them has no constant that could be tied to one of the other.
    #[error("one of them has no constants")]
    NoConstants,
}

/// A constant and where it occurs.
#[derive(Debug, Clone)]
pub(super) struct Constant {
    pub declaration: DeclId,
    pub sort: SortId,
    /// The places where it may be replaced.
    pub places: Vec<NodeId>,
}

/// Two seeds in one script.
#[derive(Debug, Clone)]
pub struct Base {
    pub(super) script: Script,
    /// The constants of each.
    pub(super) constants: [Vec<Constant>; 2],
    /// The command before which new constants are declared.
    pub(super) body: NodeId,
    /// The command that asks.
    pub(super) check: NodeId,
    /// What no symbol of it begins with.
    pub(super) prefix: Vec<u8>,
}

/// The logic of everything.
const ALL: &[u8] = b"ALL";

impl Base {
    /// Puts two seeds into one script, in a logic of that name or in that of everything.
    ///
    /// # Errors
    /// If they do not go together.
    pub fn new(
        first: &Part,
        second: &Part,
        shape: Shape,
        logic: Option<&[u8]>,
    ) -> Result<Self, Unjoined> {
        let (text, split) = write(first, second, shape, logic)?;
        let script = Script::parse(text).map_err(|_| Unjoined::Settings)?;
        let mut prefix = b"fused".to_vec();
        while first.has_prefix(&prefix) || second.has_prefix(&prefix) {
            prefix.push(b'_');
        }
        let is_body = |kind: &CommandKind| {
            matches!(
                kind,
                CommandKind::Assert(_)
                    | CommandKind::DefineFun(_)
                    | CommandKind::DefineConst(_)
                    | CommandKind::DefineFunRec(_)
                    | CommandKind::DefineFunsRec(_)
            )
        };
        let body = script
            .commands
            .iter()
            .find(|command| is_body(&command.kind));
        let check = script.commands.last();
        let (Some(body), Some(check)) = (body, check) else {
            return Err(Unjoined::NoConstants);
        };
        let (body, check) = (body.node, check.node);
        let constants = constants(&script, split);
        if constants.iter().any(Vec::is_empty) {
            return Err(Unjoined::NoConstants);
        }
        Ok(Self {
            script,
            constants,
            body,
            check,
            prefix,
        })
    }

    /// The script.
    pub fn text(&self) -> &[u8] {
        self.script.tree.text()
    }
}

/// The script, and where the declarations of the second seed begin in it.
fn write(
    first: &Part,
    second: &Part,
    shape: Shape,
    logic: Option<&[u8]>,
) -> Result<(Vec<u8>, usize), Unjoined> {
    let parts = [first, second];
    if shape == Shape::Either && parts.iter().any(|part| part.refers_to_names) {
        return Err(Unjoined::Names);
    }
    let versions = first.version == second.version;
    if !versions && parts.iter().any(|part| part.has_escapes()) {
        return Err(Unjoined::Settings);
    }
    let mut out = Vec::with_capacity(parts.iter().map(|p| p.script.tree.text().len()).sum());
    if let Some(version) = first.version.as_ref().filter(|_| versions) {
        for piece in [b"(set-info :smt-lib-version ", &version[..], b")\n"] {
            out.extend_from_slice(piece);
        }
    }
    if parts.iter().any(|part| part.logic.is_some()) {
        for piece in [b"(set-logic ", logic.unwrap_or(ALL), b")\n"] {
            out.extend_from_slice(piece);
        }
    }
    for option in common_options(first, second)? {
        out.extend_from_slice(option);
        out.push(b'\n');
    }
    let names = [
        first.apart_from(second, b"!1"),
        second.apart_from(first, b"!2"),
    ];
    let mut split = 0;
    for (part, names) in parts.into_iter().zip(&names) {
        split = out.len();
        for &declaration in &part.declarations {
            part.write(declaration, names, &mut out);
            out.push(b'\n');
        }
    }
    for (part, names) in parts.into_iter().zip(&names) {
        for item in &part.body {
            match *item {
                Item::Definition(node) => {
                    part.write(node, names, &mut out);
                    out.push(b'\n');
                }
                Item::Assertion { named, .. } if shape == Shape::Both => {
                    out.extend_from_slice(b"(assert ");
                    part.write(named, names, &mut out);
                    out.extend_from_slice(b")\n");
                }
                Item::Assertion { .. } => {}
            }
        }
    }
    if shape == Shape::Either {
        out.extend_from_slice(b"(assert (or");
        for (part, names) in parts.into_iter().zip(&names) {
            out.extend_from_slice(b"\n");
            write_conjunction(part, names, &mut out);
        }
        out.extend_from_slice(b"))\n");
    }
    out.extend_from_slice(b"(check-sat)\n");
    Ok((out, split))
}

/// The options of both. A seed has its answer under its own options, so both must have the same, but for those
/// that only let a solver do more.
fn common_options<'p>(first: &'p Part, second: &'p Part) -> Result<Vec<&'p [u8]>, Unjoined> {
    let mut common: Vec<&Setting> = Vec::new();
    for (part, other) in [(first, second), (second, first)] {
        for setting in &part.options {
            let is_shared = setting.is_permission || other.options.contains(setting);
            let is_kept = common.iter().find(|kept| kept.keyword == setting.keyword);
            match is_kept {
                _ if !is_shared => return Err(Unjoined::Settings),
                None => common.push(setting),
                Some(kept) if *kept == setting => {}
                Some(_) => return Err(Unjoined::Settings),
            }
        }
    }
    Ok(common.into_iter().map(|s| &s.command[..]).collect())
}

fn write_conjunction(part: &Part, names: &Names, out: &mut Vec<u8>) {
    let formulas = part.body.iter().filter_map(|item| match *item {
        Item::Assertion { bare, .. } => Some(bare),
        Item::Definition(_) => None,
    });
    match formulas.clone().count() {
        0 => out.extend_from_slice(b"true"),
        1 => formulas.for_each(|formula| part.write(formula, names, out)),
        _ => {
            out.extend_from_slice(b"(and");
            for formula in formulas {
                out.push(b' ');
                part.write(formula, names, out);
            }
            out.push(b')');
        }
    }
}

/// The constants of both seeds that may be replaced somewhere.
fn constants(script: &Script, split: usize) -> [Vec<Constant>; 2] {
    const NONE: u32 = u32::MAX;
    let tree = &script.tree;
    let mut constants: [Vec<Constant>; 2] = Default::default();
    // By the number of the declaration: which seed, and which constant of it.
    let mut of_declaration = vec![(0, NONE); script.declarations.len()];
    for command in &script.commands {
        let (CommandKind::DeclareFun(declaration) | CommandKind::DeclareConst(declaration)) =
            command.kind
        else {
            continue;
        };
        let sort = script.declarations.sort(declaration);
        let is_constant = script.declarations.parameters(declaration).is_empty();
        if !is_constant || !is_value(script, sort) {
            continue;
        }
        let side = usize::from(tree.range(command.node).start >= split);
        of_declaration[declaration.index()] = (side, constants[side].len() as u32);
        constants[side].push(Constant {
            declaration,
            sort,
            places: Vec::new(),
        });
    }
    for command in &script.commands {
        // What is defined by itself is left as it is: so is all that depends on its being possible.
        if !matches!(
            command.kind,
            CommandKind::Assert(_) | CommandKind::DefineFun(_) | CommandKind::DefineConst(_)
        ) {
            continue;
        }
        // Attributes say nothing about what a formula means, and solvers are particular about them.
        let mut attributes: Vec<(NodeId, NodeId)> = Vec::new();
        let mut skipped_to = command.node;
        for node in tree.below(command.node) {
            if node < skipped_to {
                continue;
            }
            if let Some((_, end)) = attributes.pop_if(|(start, _)| *start <= node) {
                skipped_to = end;
                if node < end {
                    continue;
                }
            }
            let Some(term) = script.term_at(node) else {
                continue;
            };
            match script.terms.kind(term) {
                TermKind::Annotated => {
                    if let Some(body) = tree.children(node).nth(1) {
                        attributes.push((tree.after(body), tree.after(node)));
                    }
                }
                TermKind::Symbol if !tree.is_list(node) => {
                    let Function::Declared(declaration) = script.terms.function(term) else {
                        continue;
                    };
                    let (side, place) = of_declaration[declaration.index()];
                    if place != NONE && script.declarations.kind(declaration) == DeclKind::Function
                    {
                        constants[side][place as usize].places.push(node);
                    }
                }
                _ => {}
            }
        }
    }
    for side in &mut constants {
        side.retain(|constant| !constant.places.is_empty());
    }
    constants
}

/// Whether a constant of this sort may be compared and put anywhere.
fn is_value(script: &Script, sort: SortId) -> bool {
    /// Wider bit-vectors are not put together.
    const WIDEST: u32 = 2048;
    all_parts(script, sort, |part| match SortShape::of(script, part) {
        SortShape::RegLan | SortShape::Other => false,
        SortShape::BitVec(width) => width <= WIDEST,
        _ => true,
    })
}
