//! What is asserted where a script asks whether it can be satisfied.

use smt::{CommandKind, Script, TermId};

/// A place where a script asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The number of the command.
    pub command: usize,
    /// What is asserted there, then what is assumed.
    pub assertions: Vec<TermId>,
}

/// All checks of a script, in order.
pub fn checks(script: &Script) -> Vec<Check> {
    let mut found = Vec::new();
    each_check(script, |command, asserted, assumed| {
        found.push(Check {
            command,
            assertions: [asserted, assumed].concat(),
        });
        true
    });
    found
}

/// One check of a script, the first being number 0.
pub fn check(script: &Script, number: usize) -> Option<Check> {
    let (mut found, mut seen) = (None, 0);
    each_check(script, |command, asserted, assumed| {
        if seen == number {
            found = Some(Check {
                command,
                assertions: [asserted, assumed].concat(),
            });
        }
        seen += 1;
        found.is_none()
    });
    found
}

/// Calls a function at every check until it says to stop.
fn each_check(script: &Script, mut each: impl FnMut(usize, &[TermId], &[TermId]) -> bool) {
    let mut asserted: Vec<TermId> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    for (number, command) in script.commands.iter().enumerate() {
        let assumed: &[TermId] = match &command.kind {
            CommandKind::Assert(term) => {
                asserted.push(*term);
                continue;
            }
            CommandKind::Push(count) => {
                // A script that pushes more levels than it can pop by hand is not worth a vector.
                let count = usize::try_from(*count).unwrap_or(0).min(1 << 16);
                levels.extend(std::iter::repeat_n(asserted.len(), count));
                continue;
            }
            CommandKind::Pop(count) => {
                for _ in 0..(*count).min(levels.len() as u64) {
                    if let Some(length) = levels.pop() {
                        asserted.truncate(length);
                    }
                }
                continue;
            }
            CommandKind::Reset | CommandKind::ResetAssertions => {
                asserted.clear();
                levels.clear();
                continue;
            }
            CommandKind::Exit => return,
            CommandKind::CheckSat | CommandKind::CheckSatUsing(_) => &[],
            CommandKind::CheckSatAssuming(terms) => terms,
            _ => continue,
        };
        if !each(number, &asserted, assumed) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_popped_is_not_in_force() {
        let text = "(declare-const a Bool) (declare-const b Bool) (assert a) (check-sat)
            (push) (assert b) (check-sat-assuming ((not a))) (pop) (check-sat) (reset) (check-sat)";
        let script = Script::parse(text.as_bytes()).unwrap();
        let shown: Vec<Vec<String>> = checks(&script)
            .iter()
            .map(|c| c.assertions.iter().map(|&t| script.show_term(t)).collect())
            .collect();
        assert_eq!(
            shown,
            [vec!["a"], vec!["a", "b", "(not a)"], vec!["a"], vec![]]
        );
        assert_eq!(check(&script, 1), checks(&script).get(1).cloned());
        assert_eq!(check(&script, 4), None);
    }
}
