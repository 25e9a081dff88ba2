//! Variables replaced everywhere, and terms replaced by variables.

use crate::current::{Current, constants};
use crate::edit::{Edit, Edits};
use crate::pass::{Pass, Target, Use};
use hashbrown::HashMap;
use smt::{CommandKind, DeclId, Function, NodeId, Script, SortId, TermKind};

/// Declared constants replaced by literals wherever they are used.
pub struct ToConstants;

/// Declared constants replaced by others of their sort.
pub struct Merge;

/// Terms replaced by declared constants of their sort.
pub struct Instead;

/// The declared constants that are in force at a place, first come first, with their names.
fn declared(script: &Script) -> impl Iterator<Item = (NodeId, DeclId)> + '_ {
    script.commands.iter().filter_map(|command| {
        let (CommandKind::DeclareFun(d) | CommandKind::DeclareConst(d)) = command.kind else {
            return None;
        };
        let constant = script.declarations.parameters(d).is_empty();
        constant.then_some((command.node, d))
    })
}

fn first_of(script: &Script, sort: SortId) -> Option<(NodeId, DeclId)> {
    declared(script).find(|&(_, d)| script.declarations.sort(d) == sort)
}

fn name(script: &Script, declaration: DeclId) -> Vec<u8> {
    let name = script.declarations.name(declaration);
    script.tree.symbols.bytes(name).to_vec()
}

/// Puts a text wherever a declaration is used as a symbol.
pub fn replace_uses(script: &Script, declaration: DeclId, text: &[u8]) -> Vec<Edit> {
    replace_all(script, &HashMap::from([(declaration, text.to_vec())]))
}

/// Puts texts wherever their declarations are used as symbols.
fn replace_all(script: &Script, texts: &HashMap<DeclId, Vec<u8>>) -> Vec<Edit> {
    let replacement = |node: NodeId| {
        let term = script.term_at(node)?;
        match script.terms.function(term) {
            Function::Declared(d) if script.terms.kind(term) == TermKind::Symbol => texts.get(&d),
            _ => None,
        }
    };
    let nodes = script.tree.nodes();
    let edit = |n| Some(Edit::replace(script.tree.range(n), replacement(n)?.clone()));
    nodes.filter_map(edit).collect()
}

/// The same for many declarations at once, in one walk over the script.
fn replace_group(
    current: &Current,
    targets: &[Target],
    text: &dyn Fn(&Script, DeclId) -> Option<Vec<u8>>,
) -> Option<Edits> {
    let script = current.script()?;
    let declarations: HashMap<NodeId, DeclId> = declared(script).collect();
    let pair = |t: &Target| {
        let declaration = *declarations.get(&t.node)?;
        Some((declaration, text(script, declaration)?))
    };
    let texts: HashMap<DeclId, Vec<u8>> = targets.iter().filter_map(pair).collect();
    if texts.is_empty() {
        return None;
    }
    let mut edits = Edits::default();
    for edit in replace_all(script, &texts) {
        edits.add(vec![edit]);
    }
    Some(edits)
}

fn all(current: &Current) -> Vec<Target> {
    let Some(script) = current.script() else {
        return Vec::new();
    };
    declared(script).map(|(node, _)| Target::at(node)).collect()
}

impl Pass for ToConstants {
    fn name(&self) -> &'static str {
        "variables"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        all(current)
    }

    fn step(&self, _: &Current, _: Target, _: usize) -> Option<Vec<Edit>> {
        None
    }

    fn steps(&self, current: &Current, targets: &[Target], variant: usize) -> Option<Edits> {
        replace_group(current, targets, &|script, declaration| {
            let sort = script.declarations.sort(declaration);
            constants(script, sort).into_iter().nth(variant)
        })
    }
}

impl Pass for Merge {
    fn name(&self) -> &'static str {
        "merged variables"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        all(current)
    }

    fn step(&self, _: &Current, _: Target, _: usize) -> Option<Vec<Edit>> {
        None
    }

    fn steps(&self, current: &Current, targets: &[Target], variant: usize) -> Option<Edits> {
        if variant > 0 {
            return None;
        }
        replace_group(current, targets, &|script, declaration| {
            let (_, first) = first_of(script, script.declarations.sort(declaration))?;
            (first != declaration).then(|| name(script, first))
        })
    }
}

impl Pass for Instead {
    fn name(&self) -> &'static str {
        "terms to variables"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let terms = current.terms_from_the_top(min_bytes).into_iter();
        let lists = terms.filter(|&(node, _)| script.tree.is_list(node));
        lists.map(|(node, _)| Target::at(node)).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let sort = script.terms.sort(script.term_at(target.node)?);
        let place = script.tree.range(target.node);
        match variant {
            0 => match first_of(script, sort) {
                Some((node, first)) if node < target.node => {
                    Some(vec![Edit::replace(place, name(script, first))])
                }
                _ => {
                    // One that is made for it.
                    let mut written = Vec::new();
                    let symbols = &script.tree.symbols;
                    if !script.sorts.write(sort, symbols, 200, &mut written) {
                        return None;
                    }
                    let fresh = super::names::unused_names(script).next()?;
                    let written = String::from_utf8(written).ok()?;
                    let declare = format!("(declare-const {fresh} {written})\n");
                    let before = script.tree.range(current.command_of(target.node)).start;
                    Some(vec![
                        Edit::replace(before..before, declare),
                        Edit::replace(place, fresh),
                    ])
                }
            },
            _ => None,
        }
    }

    fn largest_group(&self) -> usize {
        1
    }
}
