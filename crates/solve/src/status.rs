//! What a script says its own answers should be.

use crate::answer::Answer;
use crate::commands;
use crate::script;

/// The answers a script expects, one per check: `(set-info :status ..)` speaks of the checks after
/// it, up to the next one. `None` where it says nothing, or `unknown`.
pub fn expected_statuses(source: &[u8]) -> Vec<Option<Answer>> {
    let mut statuses = Vec::new();
    let mut current = None;
    for command in script::commands(source) {
        let head = command.head(source);
        if head == b"set-info" {
            match script::words(command.arguments(source))[..] {
                [b":status", b"sat", ..] => current = Some(Answer::Sat),
                [b":status", b"unsat", ..] => current = Some(Answer::Unsat),
                [b":status", ..] => current = None,
                _ => {}
            }
        } else if commands::is_check(head) && command.complete {
            statuses.push(current.clone());
        } else if matches!(head, b"exit") {
            break;
        }
    }
    statuses
}

/// Whether a definite answer contradicts what the script expects.
pub fn contradicts(answer: &Answer, expected: &Option<Answer>) -> bool {
    answer.is_definite() && expected.as_ref().is_some_and(|expected| expected != answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_speaks_of_the_checks_after_it() {
        let source = b"(check-sat)(set-info :status sat)(check-sat)(check-sat-assuming (p))\
            (set-info :status unknown)(check-sat)(set-info :status unsat)(check-sat)(exit)(check-sat)";
        let sat = Some(Answer::Sat);
        let expected = [None, sat.clone(), sat, None, Some(Answer::Unsat)];
        assert_eq!(expected_statuses(source), expected);
    }

    #[test]
    fn only_definite_answers_contradict() {
        assert!(contradicts(&Answer::Sat, &Some(Answer::Unsat)));
        assert!(!contradicts(&Answer::Sat, &Some(Answer::Sat)));
        assert!(!contradicts(&Answer::Sat, &None));
        assert!(!contradicts(&Answer::Timeout, &Some(Answer::Unsat)));
    }
}
