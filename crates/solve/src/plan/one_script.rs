//! What a process is sent for several scripts, as one script that any solver reads from a file.

use super::{Plan, StepKind};
use crate::config::Mode;
use crate::profile::Profile;

/// What a warm process is sent for scripts that follow each other, the last one at the end, without the
/// markers between them. It stands alone: read by a fresh process, the last check asks what the last
/// script asks, after all that the earlier ones may have left behind. Of these, checks stay and queries
/// go: nobody could tell their trouble from that of the last.
///
/// `None` if no warm process of this mode would have been given all of them, and in mode fresh, where
/// none is given two.
pub fn as_one_script(
    profile: &Profile,
    mode: Mode,
    earlier: &[impl AsRef<[u8]>],
    last: &[u8],
) -> Option<Vec<u8>> {
    let plan = |source: &[u8]| {
        let plan = Plan::new(source, mode, profile, false);
        (mode != Mode::Fresh && plan.trace.is_none()).then_some(plan)
    };
    let last = plan(last)?;
    let settings = last.settings.text();
    let mut text = Vec::new();
    if mode != Mode::Reset {
        text.extend_from_slice(&settings);
    }
    for source in earlier {
        let plan = plan(source.as_ref())?;
        if mode == Mode::Reset {
            text.extend_from_slice(&plan.settings.text());
            add_steps(&mut text, &plan, false);
            text.extend_from_slice(b"(reset)\n");
        } else if plan.settings == last.settings {
            text.extend_from_slice(b"(push 1)\n");
            add_steps(&mut text, &plan, false);
            let levels = plan.open_levels.saturating_add(1);
            text.extend_from_slice(format!("(pop {levels})\n").as_bytes());
        } else {
            return None;
        }
    }
    match mode {
        Mode::Reset => text.extend_from_slice(&settings),
        _ => text.extend_from_slice(b"(push 1)\n"),
    }
    add_steps(&mut text, &last, true);
    Some(text)
}

fn add_steps(text: &mut Vec<u8>, plan: &Plan, queries: bool) {
    let asked = |kind: StepKind| queries || kind != StepKind::Query;
    for step in plan.steps.iter().filter(|step| asked(step.kind)) {
        text.extend_from_slice(&step.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str =
        "(set-logic QF_BV)(set-info :source x)(push 2)(assert p)(check-sat)(get-model)(exit)";
    const LAST: &str = "(set-logic QF_BV)(assert q)(check-sat)(get-model)";

    fn written(mode: Mode, earlier: &[&str], last: &str) -> Option<String> {
        let z3 = Profile::named("z3").unwrap();
        let text = as_one_script(z3, mode, earlier, last.as_bytes())?;
        Some(String::from_utf8(text).unwrap().replace('\n', ""))
    }

    #[test]
    fn scripts_are_between_push_and_pop() {
        let alone = "(set-logic QF_BV)(push 1)(assert q)(check-sat)(get-model)";
        assert_eq!(written(Mode::Incremental, &[], LAST).unwrap(), alone);
        let after = "(set-logic QF_BV)(push 1)(push 2)(assert p)(check-sat)(pop 3)\
            (push 1)(assert q)(check-sat)(get-model)";
        assert_eq!(written(Mode::Incremental, &[FIRST], LAST).unwrap(), after);
        let tactic = after.replace("(check-sat)", "(check-sat-using qfbv)");
        assert_eq!(written(Mode::Tactic, &[FIRST], LAST).unwrap(), tactic);
    }

    #[test]
    fn a_reset_is_between_scripts_that_need_not_have_the_same_settings() {
        let other = "(set-logic QF_LIA)(assert p)(check-sat)";
        let after = format!("{other}(reset){LAST}");
        assert_eq!(written(Mode::Reset, &[other], LAST).unwrap(), after);
        assert_eq!(written(Mode::Incremental, &[other], LAST), None);
    }

    #[test]
    fn what_gets_a_process_of_its_own_follows_nothing() {
        assert_eq!(written(Mode::Fresh, &[], LAST), None);
        let clears = "(set-logic QF_BV)(assert p)(check-sat)(reset-assertions)";
        assert_eq!(written(Mode::Incremental, &[clears], LAST), None);
        assert_eq!(written(Mode::Incremental, &[], clears), None);
    }
}
