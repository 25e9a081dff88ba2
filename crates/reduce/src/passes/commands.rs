//! Commands removed.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target};
use smt::CommandKind;

/// Ranges of commands removed. Where sorts matter, declarations are left to those who look for what
/// nobody uses.
pub struct Commands;

/// Whether a command gives something a name.
pub fn is_declaration(kind: &CommandKind) -> bool {
    matches!(
        kind,
        CommandKind::DeclareSort { .. }
            | CommandKind::DeclareSortParameter(_)
            | CommandKind::DefineSort { .. }
            | CommandKind::DeclareDatatypes { .. }
            | CommandKind::DeclareFun(_)
            | CommandKind::DeclareConst(_)
            | CommandKind::DeclareVar(_)
            | CommandKind::DeclareRel(_)
            | CommandKind::DefineFun(_)
            | CommandKind::DefineConst(_)
            | CommandKind::DefineFunRec(_)
            | CommandKind::DefineFunsRec(_)
    )
}

impl Pass for Commands {
    fn name(&self) -> &'static str {
        "commands"
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        if !current.typed {
            // What comes last needs what comes before it, and goes first.
            let mut all: Vec<Target> = script.tree.commands().map(Target::at).collect();
            all.reverse();
            return all;
        }
        let commands = script.commands.iter();
        let free = commands.filter(|c| !is_declaration(&c.kind));
        free.map(|c| Target::at(c.node)).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        (variant == 0).then(|| vec![Edit::delete(tree.range(target.node))])
    }
}
