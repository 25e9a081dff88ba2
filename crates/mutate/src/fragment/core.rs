//! Cores: the assertions of a seed that a solver says cannot hold together.

use hashbrown::HashSet;
use smt::{CommandKind, NodeId, Patch, Piece, Script, Tree};

/// What assertions are called, followed by their numbers.
const NAME: &str = "nuthatch!core!";

/// The seed with a name for every assertion. Nothing if it asserts nothing, or cannot be read.
pub fn named(seed: &[u8]) -> Option<Vec<u8>> {
    let script = Script::parse(seed).ok()?;
    let mut patch = Patch::new();
    for (number, (_, formula)) in places(&script).enumerate() {
        let name = format!(" :named {NAME}{number})");
        let pieces = [
            Piece::Text(b"(! "),
            Piece::Node(formula),
            Piece::Text(name.as_bytes()),
        ];
        patch.replace(&script.tree, formula, &pieces).ok()?;
    }
    let mut out = Vec::new();
    patch.print(&script.tree, &mut out);
    (!patch.is_empty()).then_some(out)
}

/// The seed with no assertions but those that a solver names as its core. Nothing if it names none.
pub fn core(seed: &[u8], printed: &str) -> Option<Vec<u8>> {
    let named = Tree::parse(printed.as_bytes()).ok()?;
    let symbols = named.nodes().filter_map(|node| named.symbol(node));
    let numbers = symbols.filter_map(|symbol| {
        let name = std::str::from_utf8(named.symbols.bytes(symbol)).ok()?;
        name.strip_prefix(NAME)?.parse().ok()
    });
    let kept: HashSet<usize> = numbers.collect();
    let script = Script::parse(seed).ok()?;
    (!kept.is_empty()).then(|| keep(&script, |number| kept.contains(&number)))?
}

/// The script without one of its assertions, by its number. Nothing if it has none of that number, or
/// no other.
pub fn without(script: &[u8], assertion: usize) -> Option<Vec<u8>> {
    let script = Script::parse(script).ok()?;
    let count = places(&script).count();
    (count > 1 && assertion < count).then(|| keep(&script, |number| number != assertion))?
}

/// The script with some of its assertions, by their numbers.
fn keep(script: &Script, is_kept: impl Fn(usize) -> bool) -> Option<Vec<u8>> {
    let mut patch = Patch::new();
    for (number, (command, _)) in places(script).enumerate() {
        if !is_kept(number) {
            patch.replace(&script.tree, command, &[]).ok()?;
        }
    }
    let mut out = Vec::new();
    patch.print(&script.tree, &mut out);
    Some(out)
}

/// How many assertions a script has.
pub fn assertions(script: &[u8]) -> usize {
    Script::parse(script).map_or(0, |script| places(&script).count())
}

/// The commands that assert something.
pub(super) fn commands(script: &Script) -> Vec<Vec<u8>> {
    let commands = places(script).map(|(command, _)| {
        let mut text = script.tree.source(command).to_vec();
        text.push(b'\n');
        text
    });
    commands.collect()
}

/// The places of assertions, each with that of its formula.
fn places(script: &Script) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
    script
        .commands
        .iter()
        .filter_map(|command| match command.kind {
            CommandKind::Assert(_) => {
                let formula = script.tree.children(command.node).nth(1)?;
                Some((command.node, formula))
            }
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_what_the_solver_names() {
        let seed = b"(declare-const p Bool)\n(assert p)\n(assert (or p p))\n(assert (not p))\n";
        let named = String::from_utf8(named(seed).unwrap()).unwrap();
        assert!(
            named.contains("(assert (! (or p p) :named nuthatch!core!1))"),
            "{named}"
        );
        let core = core(seed, "(nuthatch!core!0 |nuthatch!core!2|)").unwrap();
        let text = String::from_utf8(core.clone()).unwrap();
        assert_eq!(
            text,
            "(declare-const p Bool)\n(assert p)\n\n(assert (not p))\n"
        );
        assert_eq!(super::core(seed, "(error \"no core\")"), None);
        let less = String::from_utf8(without(&core, 1).unwrap()).unwrap();
        assert_eq!(less, "(declare-const p Bool)\n(assert p)\n\n\n");
        assert_eq!(without(less.as_bytes(), 0), None);
    }
}
