//! Symbols of the script's own given the shortest names there are.

use crate::current::Current;
use crate::edit::{Edit, Edits};
use crate::pass::{Pass, Target};
use hashbrown::{HashMap, HashSet};
use smt::{CommandKind, NodeId, Script, Sym};

/// Names shortened.
pub struct Shorten;

/// The names that the script does not use, shortest first: `a`, `b`, .., `aa`, ..
pub fn unused_names(script: &Script) -> impl Iterator<Item = String> + '_ {
    fn letters() -> impl Iterator<Item = String> {
        ('a'..='z').map(|c| c.to_string())
    }
    let pairs = letters().flat_map(|a| letters().map(move |b| format!("{a}{b}")));
    let more = (0..).map(|n| format!("v{n}"));
    let names = letters().chain(pairs).chain(more);
    let unused_in = move |name: &String| script.tree.symbols.find(name.as_bytes()).is_none();
    names.filter(unused_in)
}

/// The symbols that the script itself gives a meaning, each with a place where it stands.
fn own_symbols(script: &Script) -> Vec<(Sym, NodeId)> {
    let mut own: HashSet<Sym> = HashSet::new();
    let canonical = |sym| script.tree.symbols.canonical(sym);
    let declarations = script.declarations.all();
    own.extend(declarations.map(|d| canonical(script.declarations.name(d))));
    for command in &script.commands {
        match command.kind {
            CommandKind::DeclareSort { name, .. } | CommandKind::DefineSort { name, .. } => {
                own.insert(canonical(name));
            }
            _ => {}
        }
    }
    // What a broken declaration would have declared.
    for command in script
        .commands
        .iter()
        .filter(|c| c.kind == CommandKind::Raw)
    {
        let mut children = script.tree.children(command.node);
        let head = children.next().and_then(|n| script.tree.symbol(n));
        let head = head
            .map(|h| script.tree.symbols.name(h))
            .unwrap_or_default();
        if head.starts_with("declare-") || head.starts_with("define-") {
            own.extend(children.next().and_then(|n| script.tree.symbol(n)));
        }
    }
    own.extend(script.datatypes.iter().map(|d| canonical(d.name)));
    let mut found = Vec::new();
    for node in script.tree.nodes() {
        if let Some(symbol) = script.tree.symbol(node)
            && own.remove(&symbol)
        {
            found.push((symbol, node));
        }
    }
    found
}

impl Pass for Shorten {
    fn name(&self) -> &'static str {
        "names"
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let Some(script) = current.script().filter(|_| min_bytes == 0) else {
            return Vec::new();
        };
        let own = own_symbols(script).into_iter();
        own.filter(|(_, node)| script.tree.range(*node).len() > 1)
            .map(|(_, node)| Target::at(node))
            .collect()
    }

    fn step(&self, _: &Current, _: Target, _: usize) -> Option<Vec<Edit>> {
        None
    }

    fn steps(&self, current: &Current, targets: &[Target], variant: usize) -> Option<Edits> {
        let script = current.script()?;
        if variant > 0 {
            return None;
        }
        let mut names = HashMap::new();
        for (target, name) in targets.iter().zip(unused_names(script)) {
            names.insert(script.tree.symbol(target.node)?, name);
        }
        let mut edits = Edits::default();
        for node in script.tree.nodes() {
            let symbol = script.tree.symbol(node);
            if let Some(name) = symbol.and_then(|symbol| names.get(&symbol)) {
                let place = script.tree.range(node);
                edits.add(vec![Edit::replace(place, name.as_bytes())]);
            }
        }
        Some(edits)
    }
}
