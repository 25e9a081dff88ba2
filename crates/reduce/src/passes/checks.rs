//! `check-sat-assuming` and `check-sat-using` as `check-sat`.

use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target};
use smt::CommandKind;

/// Checks that ask for nothing special.
pub struct PlainChecks;

impl Pass for PlainChecks {
    fn name(&self) -> &'static str {
        "checks"
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let Some(script) = current.script() else {
            return Vec::new();
        };
        let special = |kind: &CommandKind| {
            matches!(
                kind,
                CommandKind::CheckSatAssuming(_) | CommandKind::CheckSatUsing(_)
            )
        };
        let commands = script.commands.iter().filter(|c| special(&c.kind));
        commands.map(|c| Target::at(c.node)).collect()
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let tree = &current.script()?.tree;
        let place = tree.range(target.node);
        (variant == 0).then(|| vec![Edit::replace(place, *b"(check-sat)")])
    }
}
