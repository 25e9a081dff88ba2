//! In what setting a test case is asked: some bugs show only after a push, with a tactic, or after other
//! scripts in the same process.

use crate::finding::Needs;
use solve::{Mode, Profile, as_one_script};
use std::borrow::Cow;
use std::sync::Arc;

/// How a solver is asked, and what the same process was asked before. By default a script is asked by
/// itself, in a fresh process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Setting {
    /// How the process is used.
    pub mode: Mode,
    /// The scripts that it was given before, oldest first, as far as they are remembered.
    pub earlier: Vec<Arc<[u8]>>,
}

impl Setting {
    /// Whether a script is asked by itself.
    pub fn is_plain(&self) -> bool {
        self.mode == Mode::Fresh
    }

    /// What is sent to a fresh process to ask about a script in this setting: one script, of which the
    /// last check is that of the script. Nothing if the solver cannot be asked so.
    pub fn sent<'s>(&self, script: &'s [u8], profile: &Profile) -> Option<Cow<'s, [u8]>> {
        match self.is_plain() {
            true => Some(script.into()),
            false => as_one_script(profile, self.mode, &self.earlier, script).map(Cow::Owned),
        }
    }

    /// What it takes besides the script; nothing if that shows it by itself.
    pub fn needs(&self) -> Option<Needs> {
        match self.mode {
            Mode::Fresh => None,
            _ if !self.earlier.is_empty() => Some(Needs::Others),
            Mode::Tactic => Some(Needs::Tactic),
            Mode::Incremental => Some(Needs::Push),
            // Without others it is as good as a new process.
            Mode::Reset => None,
        }
    }

    /// The same without the earlier scripts, if that is not the script by itself.
    pub(crate) fn without_others(&self) -> Option<Self> {
        let alone = Self {
            mode: self.mode,
            earlier: Vec::new(),
        };
        (!matches!(self.mode, Mode::Fresh | Mode::Reset)).then_some(alone)
    }

    /// The same with some of the earlier scripts, by their places.
    pub(crate) fn with_earlier(&self, places: &[usize]) -> Self {
        let earlier = places.iter().filter_map(|&place| self.earlier.get(place));
        Self {
            mode: self.mode,
            earlier: earlier.cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &[u8] = b"(set-logic QF_LIA)\n(assert true)\n(check-sat)\n";

    fn setting(mode: Mode, earlier: usize) -> Setting {
        Setting {
            mode,
            earlier: vec![SCRIPT.into(); earlier],
        }
    }

    #[test]
    fn what_is_sent_is_one_script() {
        let z3 = Profile::named("z3").unwrap();
        let sent = |setting: Setting| setting.sent(SCRIPT, z3).unwrap().into_owned();
        assert_eq!(sent(setting(Mode::Fresh, 0)), SCRIPT);
        let pushed = String::from_utf8(sent(setting(Mode::Incremental, 1))).unwrap();
        assert_eq!(pushed.matches("(check-sat)").count(), 2);
        assert!(pushed.starts_with("(set-logic QF_LIA)\n(push 1)"));
        assert!(pushed.contains("(pop 1)\n(push 1)\n"));
        let generic = Profile::named("generic").unwrap();
        assert_eq!(setting(Mode::Incremental, 0).sent(SCRIPT, generic), None);
    }

    #[test]
    fn what_it_takes_is_known() {
        assert_eq!(setting(Mode::Fresh, 0).needs(), None);
        assert_eq!(setting(Mode::Incremental, 0).needs(), Some(Needs::Push));
        assert_eq!(setting(Mode::Tactic, 0).needs(), Some(Needs::Tactic));
        assert_eq!(setting(Mode::Reset, 2).needs(), Some(Needs::Others));
        assert_eq!(setting(Mode::Reset, 2).without_others(), None);
        let fewer = setting(Mode::Tactic, 3).with_earlier(&[0, 2]);
        assert_eq!(fewer, setting(Mode::Tactic, 2));
    }
}
