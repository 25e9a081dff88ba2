//! A seed and its mutant in one script, so that both can be made smaller together.
//!
//! Where they differ, the script has what the seed has and what the mutant has side by side, as the
//! arguments of a function of our own. The script is well sorted, and whatever is done to it, it
//! can be taken apart again.

use crate::step::{ReplayError, Step};
use smt::{CommandKind, NodeId, Patch, Piece, Script, Tree};

/// What stands where seed and mutant differ.
const PAIR: &[u8] = b"nuthatch!pair";
const DEFINITION: &[u8] =
    b"(define-fun nuthatch!pair ((nuthatch!seed Bool) (nuthatch!mutant Bool)) Bool nuthatch!seed)\n";

/// Puts a text and what the steps of one round make of it into one script.
pub fn join(from: &[u8], steps: &[Step]) -> Result<Vec<u8>, ReplayError> {
    let script = Script::parse(from)?;
    let tree = &script.tree;
    let mut patch = Patch::new();
    let settings = |kind: &CommandKind| {
        matches!(
            kind,
            CommandKind::SetLogic(_) | CommandKind::SetOption { .. } | CommandKind::SetInfo { .. }
        )
    };
    let first = script.commands.iter().find(|c| !settings(&c.kind));
    if let Some(first) = first {
        let inserted = patch.insert_before(tree, first.node, &[Piece::Text(DEFINITION)]);
        inserted.map_err(|_| ReplayError::NoSuchPlace(0))?;
    }
    for (number, step) in steps.iter().enumerate() {
        let wrong = || ReplayError::NoSuchPlace(number);
        let node = tree.nodes().nth(step.node).ok_or_else(wrong)?;
        let around = script.commands.partition_point(|c| c.node <= node);
        let command = around.checked_sub(1).ok_or_else(wrong)?;
        let pieces = [
            Piece::Text(b"(nuthatch!pair"),
            Piece::Node(node),
            Piece::Text(&step.put),
            Piece::Text(b")"),
        ];
        patch.replace(tree, node, &pieces).map_err(|_| wrong())?;
        let before = script.commands.get(command).ok_or_else(wrong)?.node;
        let declared = patch.insert_before(tree, before, &[Piece::Text(&step.declare)]);
        declared.map_err(|_| wrong())?;
    }
    let mut out = Vec::new();
    patch.print(tree, &mut out);
    Ok(out)
}

/// What a pair holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Apart {
    /// The seed.
    pub seed: Vec<u8>,
    /// The mutant.
    pub mutant: Vec<u8>,
    /// What the seed has where the mutant has something else, and what that is.
    pub differences: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Takes a pair apart. `None` if it is none any more, or there is no difference left.
pub fn split(pair: &[u8]) -> Option<Apart> {
    let tree = Tree::parse(pair).ok()?;
    let name = tree.symbols.find(PAIR)?;
    let mut sides = [Patch::new(), Patch::new()];
    let mut differences = Vec::new();
    for command in tree.commands() {
        let mut children = tree.children(command).skip(1);
        if children.next().and_then(|child| tree.symbol(child)) == Some(name) {
            for side in &mut sides {
                side.replace(&tree, command, &[]).ok()?;
            }
        }
    }
    for node in tree.nodes() {
        if !tree.is_list(node) || tree.head(node) != Some(name) {
            continue;
        }
        let both: Vec<NodeId> = tree.children(node).skip(1).collect();
        let &[seed, mutant] = &both[..] else {
            return None;
        };
        for (side, child) in sides.iter_mut().zip([seed, mutant]) {
            side.replace(&tree, node, &[Piece::Node(child)]).ok()?;
        }
        differences.push((tree.source(seed).to_vec(), tree.source(mutant).to_vec()));
    }
    if differences.is_empty() {
        return None;
    }
    let [seed, mutant] = sides.map(|side| {
        let mut out = Vec::new();
        side.print(&tree, &mut out);
        without_unused(out)
    });
    Some(Apart {
        seed: seed?,
        mutant: mutant?,
        differences,
    })
}

/// A script without the constants that only the other side uses.
fn without_unused(text: Vec<u8>) -> Option<Vec<u8>> {
    let script = Script::parse(text).ok()?;
    let tree = &script.tree;
    let mut patch = Patch::new();
    for command in &script.commands {
        let (CommandKind::DeclareConst(_) | CommandKind::DeclareFun(_)) = command.kind else {
            continue;
        };
        let name = tree.children(command.node).nth(1)?;
        let symbol = tree.symbol(name)?;
        let is_used = tree
            .nodes()
            .any(|node| node != name && tree.symbol(node) == Some(symbol));
        if !is_used {
            patch.replace(tree, command.node, &[]).ok()?;
        }
    }
    let mut out = Vec::new();
    patch.print(tree, &mut out);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::{Form, replay};

    const SEED: &[u8] =
        b"(set-logic QF_LIA)\n(declare-const x Int)\n(assert (and (< x 3) (> x 0)))\n(check-sat)\n";

    fn step() -> Step {
        let script = Script::parse(SEED).unwrap();
        let is_wanted = |node: &NodeId| script.tree.source(*node) == b"(< x 3)";
        Step {
            round: 0,
            form: Form::Polarity,
            rule: "rule".into(),
            template: 0,
            node: script.tree.nodes().position(|n| is_wanted(&n)).unwrap(),
            was: b"(< x 3)".to_vec(),
            put: b"(< x (+ 3 (* y y)))".to_vec(),
            declare: b"(declare-const y Int)\n".to_vec(),
            equal: false,
        }
    }

    #[test]
    fn what_is_joined_is_split_again() {
        let pair = join(SEED, &[step()]).unwrap();
        assert_eq!(
            Script::parse(&pair[..]).unwrap().unsorted_places().count(),
            0
        );
        let apart = split(&pair).unwrap();
        let rounds = replay(SEED, &[step()]).unwrap();
        assert!(smt::same_tokens(&apart.seed, SEED));
        assert!(smt::same_tokens(&apart.mutant, &rounds[0].to));
        let difference = (b"(< x 3)".to_vec(), b"(< x (+ 3 (* y y)))".to_vec());
        assert_eq!(apart.differences, [difference]);
    }

    #[test]
    fn what_is_no_pair_is_not_split() {
        assert_eq!(split(SEED), None);
        let pair = join(SEED, &[step()]).unwrap();
        let text = String::from_utf8(pair).unwrap();
        let broken = text.replace("(< x 3)", "");
        assert_ne!(broken, text);
        assert_eq!(split(broken.as_bytes()), None);
        let nested = text.replace("(> x 0)", "(nuthatch!pair true (nuthatch!pair true false))");
        assert_ne!(nested, text);
        assert_eq!(split(nested.as_bytes()), None);
    }
}
