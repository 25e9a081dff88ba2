//! Where assertions and checks of a mutant stand: one check at the end, or several on a stack.

use crate::rng::Rng;
use smt::{CommandKind, Script};

/// A command of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Assertion,
    Push,
    Pop,
    Check,
}

/// More than that and a mutant takes longer than it is worth.
const LONGEST: usize = 40;

/// Whether a script asks once, about all that it asserts and nothing else.
pub(super) fn is_plain(script: &Script) -> bool {
    let mut checks = 0;
    script.commands.iter().all(|command| {
        match command.kind {
            CommandKind::CheckSat | CommandKind::CheckSatUsing(_) => checks += 1,
            CommandKind::Assert(_) if checks > 0 => return false,
            CommandKind::CheckSatAssuming(_)
            | CommandKind::Push(_)
            | CommandKind::Pop(_)
            | CommandKind::Reset
            | CommandKind::ResetAssertions
            | CommandKind::Exit => return false,
            _ => {}
        }
        true
    }) && checks == 1
}

/// How a script with several checks is laid out; nothing if it has only one, or if that is long.
pub(super) fn of(script: &Script) -> Option<Vec<Slot>> {
    let (mut slots, mut level) = (Vec::new(), 0);
    for command in &script.commands {
        match command.kind {
            CommandKind::Assert(_) => slots.push(Slot::Assertion),
            CommandKind::CheckSat
            | CommandKind::CheckSatUsing(_)
            | CommandKind::CheckSatAssuming(_) => slots.push(Slot::Check),
            CommandKind::Push(count) => {
                for _ in 0..count.min(LONGEST as u64) {
                    level += 1;
                    slots.push(Slot::Push);
                }
            }
            CommandKind::Pop(count) => {
                for _ in 0..count.min(level) {
                    level -= 1;
                    slots.push(Slot::Pop);
                }
            }
            CommandKind::ResetAssertions | CommandKind::Reset => return None,
            CommandKind::Exit => break,
            _ => {}
        }
    }
    // What comes after the last check is never asked.
    let last = slots.iter().rposition(|slot| *slot == Slot::Check)?;
    slots.truncate(last + 1);
    let checks = slots.iter().filter(|slot| **slot == Slot::Check).count();
    let asserts = slots.contains(&Slot::Assertion);
    (checks > 1 && asserts && slots.len() <= LONGEST).then_some(slots)
}

/// So many assertions, and one check.
pub(super) fn flat(assertions: usize, slots: &mut Vec<Slot>) {
    slots.clear();
    slots.extend(std::iter::repeat_n(Slot::Assertion, assertions));
    slots.push(Slot::Check);
}

/// So many assertions on a stack of a few levels, with checks in between.
pub(super) fn stack(assertions: usize, rng: &mut Rng, slots: &mut Vec<Slot>) {
    slots.clear();
    let (mut left, mut level) = (assertions, 0);
    while left > 0 {
        match rng.below(6) {
            0 | 1 => {
                slots.push(Slot::Push);
                level += 1;
                slots.push(Slot::Assertion);
                left -= 1;
            }
            2 if level > 0 => {
                // What is popped without having been asked about was never there.
                slots.extend([Slot::Check, Slot::Pop]);
                level -= 1;
            }
            3 if slots.last() == Some(&Slot::Assertion) => slots.push(Slot::Check),
            _ => {
                slots.push(Slot::Assertion);
                left -= 1;
            }
        }
    }
    slots.push(Slot::Check);
    if level > 0 && rng.chance(1, 2) {
        slots.extend([Slot::Pop, Slot::Check]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_have_all_assertions_and_end_with_a_check() {
        let mut slots = Vec::new();
        let mut several = 0;
        for number in 0..200 {
            let mut rng = Rng::new(3, number);
            stack(5, &mut rng, &mut slots);
            let count = |slot: Slot| slots.iter().filter(|s| **s == slot).count();
            assert_eq!(count(Slot::Assertion), 5);
            assert_eq!(slots.last(), Some(&Slot::Check));
            several += usize::from(count(Slot::Check) > 1);
            let mut level = 0i32;
            for slot in &slots {
                level += i32::from(*slot == Slot::Push) - i32::from(*slot == Slot::Pop);
                assert!(level >= 0);
            }
        }
        assert!(several > 100, "{several}");
    }

    #[test]
    fn what_asks_more_or_less_than_all_it_asserts_is_not_plain() {
        let plain = |commands: &str| {
            let text = format!("(declare-const p Bool)(assert p){commands}");
            is_plain(&Script::parse(text.into_bytes()).unwrap())
        };
        assert!(plain("(check-sat)"));
        assert!(plain("(check-sat-using smt)"));
        for other in [
            "",
            "(check-sat)(check-sat)",
            "(check-sat-assuming (p))",
            "(check-sat p)",
            "(check-sat)(assert p)",
            "(push 1)(assert p)(check-sat)",
            "(pop 1)(check-sat)",
            "(reset-assertions)(check-sat)",
            "(reset)(check-sat)",
            "(exit)(check-sat)",
        ] {
            assert!(!plain(other), "{other}");
        }
    }

    #[test]
    fn a_script_with_several_checks_has_a_layout() {
        let parse = |text: &str| Script::parse(text.as_bytes()).unwrap();
        let script = parse(
            "(declare-const p Bool)(assert p)(check-sat)(push 2)(assert (not p))
             (check-sat-assuming (p))(pop 2)(exit)(check-sat)",
        );
        use Slot::{Assertion, Check, Push};
        assert_eq!(
            of(&script).unwrap(),
            [Assertion, Check, Push, Push, Assertion, Check]
        );
        assert_eq!(of(&parse("(assert true)(check-sat)")), None);
    }
}
