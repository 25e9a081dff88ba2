//! The solver says sat, and its own check complains of its model: that alone proves nothing, since such
//! checks have bugs of their own. So the model is looked at, by us and by others. If they find it wrong,
//! it is a finding of oracle `model`; if they find it right, a doubt; what is left is of this one.

use super::examined::{Examined, is_doubted_by_itself};
use super::model::{Model, is_ours};
use super::{Observation, Oracle, Query, Turned, Weighed, title};
use crate::case::TestCase;
use crate::finding::Finding;
use crate::horn::judges::Judges;
use crate::models::Models;
use crate::triage::Bench;
use solve::Error;

pub(super) struct SelfReported;

impl Oracle for SelfReported {
    fn name(&self) -> &'static str {
        "self-reported"
    }

    fn about(&self) -> &'static str {
        Model.name()
    }

    fn severity(&self) -> u8 {
        3
    }

    fn is_proved(&self) -> bool {
        false
    }

    fn queries(&self, case: &TestCase, models: Models) -> &'static [Query] {
        Model.queries(case, models)
    }

    fn inspect(&self, seen: &Observation<'_>, _: &mut Judges) -> Result<bool, Error> {
        Ok(is_ours(seen.case) && is_doubted_by_itself(seen.outcome))
    }

    fn settle(&self, seen: &Observation<'_>, bench: &mut Bench<'_>) -> Result<Turned, Error> {
        let sent = seen.sent(bench.unchecked.solver());
        let question = seen.question(&sent);
        let examined = Examined::by_us(bench.unchecked, question, seen.outcome)?;
        let is_wrong = examined.is_wrong_by_us();
        Ok(Turned {
            oracle: is_wrong.then_some(&Model),
            refuted: examined.is_right(),
            // What is wrong with it is there to be seen; a complaint needs the check that complains.
            printed: examined.printed.filter(|_| is_wrong),
        })
    }

    fn weigh(
        &self,
        finding: &Finding,
        seen: &Observation<'_>,
        bench: &mut Bench<'_>,
    ) -> Result<Weighed, Error> {
        Model.weigh(finding, seen, bench)
    }

    fn title(&self, finding: &Finding) -> String {
        title(finding, "doubts its own model of")
    }

    fn explanation(&self, _: &Finding) -> String {
        "The solver says sat, and its own check does not accept its model. Nobody else could judge that \
         model, so it may be the check that is mistaken."
            .to_owned()
    }
}
