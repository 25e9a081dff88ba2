//! Suspicions that the script by itself does not show: it is asked again as it was asked when they
//! arose, after a push or with a tactic, and after the scripts that the same process was given before.

use super::{Bench, Shown, Suspicion};
use crate::case::{SeedForm, Setting, TestCase};
use crate::history::checks;
use crate::oracle::said;
use solve::Error;

/// Whether a test case can be asked otherwise than by itself. A Horn system is asked in one way only, and
/// of several checks nobody could tell which one is meant.
fn has_other_settings(case: &TestCase) -> bool {
    case.derivation.derived().source().form != SeedForm::Horn && checks(&case.script) == 1
}

impl Bench<'_> {
    /// What is suspected, confirmed in the first setting that shows it: by itself, then as its mode asks
    /// it, then after no more of the earlier scripts than it takes.
    pub(super) fn at_first(&mut self, suspicion: &Suspicion<'_>) -> Result<Option<Shown>, Error> {
        let Suspicion { case, setting, .. } = suspicion;
        let shown = self.confirmed(suspicion, case)?;
        if shown.is_some() || setting.is_plain() || !has_other_settings(case) {
            return Ok(shown);
        }
        if let Some(alone) = setting.without_others() {
            let shown = self.confirmed(suspicion, &case.in_setting(alone))?;
            if shown.is_some() {
                return Ok(shown);
            }
        }
        if setting.earlier.is_empty() {
            return Ok(None);
        }
        let all = case.in_setting((*setting).clone());
        let Some(shown) = self.confirmed(suspicion, &all)? else {
            return Ok(None);
        };
        let after = |places: &[usize]| case.in_setting(setting.with_earlier(places));
        let parts = (setting.earlier.len(), true);
        let needed = self.needed(suspicion, parts, &shown, |places| Some(after(places)))?;
        let again = self.confirmed(suspicion, &after(&needed))?;
        Ok(again.filter(|again| again.is_like(&shown)))
    }

    /// The same by itself, if that shows it now that steps were left out: then nothing else is needed.
    pub(super) fn plainly(
        &mut self,
        suspicion: &Suspicion<'_>,
        shown: Shown,
    ) -> Result<Shown, Error> {
        if shown.case.setting.is_plain() {
            return Ok(shown);
        }
        let plain = shown.case.in_setting(Setting::default());
        let plain = self.confirmed(suspicion, &plain)?;
        Ok(plain.filter(|plain| plain.is_like(&shown)).unwrap_or(shown))
    }

    /// What the solver says of a script by itself that shows a bug only in its setting.
    pub(super) fn said_by_itself(&mut self, shown: &Shown) -> Result<Option<String>, Error> {
        if shown.case.setting.is_plain() {
            return Ok(None);
        }
        let outcome = self.fresh.run(&shown.script)?;
        let said = said(&shown.script, &outcome);
        Ok(Some(format!(
            "asked about the last check by itself, in a fresh process, the solver says {said}"
        )))
    }
}
