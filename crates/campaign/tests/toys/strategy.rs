//! A toy strategy: says that a number is itself, over and over.

use campaign::case::{Derivation, Due, Generated, Seed, Setting, TestCase};
use campaign::engine::{CampaignError, Desk, Helper, Manner, Watched};
use campaign::models::Models;
use campaign::schedule::{Schedule, Unit, Units, Work};
use campaign::strategy::{Producer, Strategy, Worked};
use smt::Status;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

pub struct Tautologies;

impl Strategy for Tautologies {
    fn name(&self) -> &'static str {
        "tautologies"
    }

    fn about(&self) -> String {
        "tautologies".to_owned()
    }

    fn identity(&self) -> String {
        "tautologies".to_owned()
    }

    fn schedule(&self, _guided: bool) -> Box<dyn Schedule> {
        Box::new(Units::doubling(2, 30))
    }

    fn work(&self, unit: &Unit, desk: &mut Desk<'_>) -> Result<Worked, CampaignError> {
        let Work::Cases(cases) = &unit.work else {
            return Ok(Worked::default());
        };
        let manner = Manner {
            time: Duration::from_secs(1),
            models: Models::Off,
            watched: Watched::Nothing,
            patient: false,
        };
        let mut numbers = Numbers(cases.source, cases.range.clone());
        Ok(Worked {
            complete: desk.test(&mut numbers, &manner)?,
            ..Worked::default()
        })
    }
}

struct Numbers(usize, Range<u64>);

impl Producer for Numbers {
    fn next(&mut self, _: &mut Helper<'_>) -> Result<Option<TestCase>, solve::Error> {
        let Some(number) = self.1.next() else {
            return Ok(None);
        };
        let text = format!("(assert (= {number} {number}))\n(check-sat)\n");
        let formula = Arc::new(Seed {
            name: format!("tautology {} {number}", self.0),
            text: text.clone().into_bytes(),
            status: Some(Status::Sat),
            ..Seed::default()
        });
        Ok(Some(TestCase {
            script: text.into_bytes(),
            due: Due::Known(Status::Sat),
            number,
            derivation: Derivation::Generated(Generated { formula }),
            setting: Setting::default(),
        }))
    }
}
