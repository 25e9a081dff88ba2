//! A toy oracle: asks for the weather, and is after solvers that find it bad.

use campaign::case::TestCase;
use campaign::finding::{Finding, ReducedPair};
use campaign::horn::judges::Judges;
use campaign::models::Models;
use campaign::oracle::{Observation, Oracle, Query, ToReduce, Weighed};
use campaign::reduction::Reducer;
use campaign::triage::Bench;
use solve::Error;

pub struct Weather;

const GET_WEATHER: Query = Query {
    option: None,
    command: "(get-info :weather)",
};

impl Oracle for Weather {
    fn name(&self) -> &'static str {
        "weather"
    }

    fn severity(&self) -> u8 {
        9
    }

    fn queries(&self, _: &TestCase, _: Models) -> &'static [Query] {
        &[GET_WEATHER]
    }

    fn inspect(&self, seen: &Observation<'_>, _: &mut Judges) -> Result<bool, Error> {
        Ok(seen.outcome.tail.contains("bad"))
    }

    fn weigh(
        &self,
        _: &Finding,
        seen: &Observation<'_>,
        _: &mut Bench<'_>,
    ) -> Result<Weighed, Error> {
        Ok(Weighed {
            verdict: "the weather is not bad".to_owned(),
            evidence: vec![seen.outcome.tail.clone()],
            believable: true,
            ..Weighed::default()
        })
    }

    fn title(&self, finding: &Finding) -> String {
        format!("{} complains of the weather", finding.solver.name)
    }

    fn explanation(&self, _: &Finding) -> String {
        "The solver complains of the weather.".to_owned()
    }

    fn to_reduce(&self, _: &Finding, _: Option<&ReducedPair>, _: &Reducer<'_>) -> Option<ToReduce> {
        None
    }
}
