//! Symbols of the script's own given the shortest names there are.

use crate::current::Current;
use crate::edit::{Edit, Edits};
use crate::pass::{Pass, Target};
use hashbrown::HashSet;
use smt::{NodeId, Script, Sym};

/// Names shortened.
pub struct Shorten;

/// Name number `n` of those that the script does not use: `a`, `b`, .., `aa`, ..
pub fn fresh(script: &Script, n: usize) -> Option<String> {
    let letters = || ('a'..='z').map(|c| c.to_string());
    let pairs = letters().flat_map(|a| letters().map(move |b| format!("{a}{b}")));
    let more = (0..).map(|n| format!("v{n}"));
    let names = letters().chain(pairs).chain(more);
    let unused = |name: &String| script.tree.symbols.find(name.as_bytes()).is_none();
    names.filter(unused).nth(n)
}

/// The symbols that the script itself gives a meaning, each with a place where it stands.
fn own_symbols(script: &Script) -> Vec<(Sym, NodeId)> {
    let mut own: HashSet<Sym> = HashSet::new();
    let canonical = |sym| script.tree.symbols.canonical(sym);
    let declarations = script.declarations.all();
    own.extend(declarations.map(|d| canonical(script.declarations.name(d))));
    for command in &script.commands {
        match command.kind {
            smt::CommandKind::DeclareSort { name, .. } | smt::CommandKind::DefineSort { name, .. } => {
                own.insert(canonical(name));
            }
            _ => {}
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
        let mut edits = Edits::default();
        for (place, target) in targets.iter().enumerate() {
            let name = fresh(script, place)?;
            for place in current.places_of(script.tree.symbol(target.node)?) {
                edits.add(vec![Edit::replace(place, name.clone())]);
            }
        }
        Some(edits)
    }
}
