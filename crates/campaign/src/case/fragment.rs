//! Formulas of seeds put together anew: what an assignment makes true is sat, and what has all of a core
//! is unsat.

use super::{Claims, Derivation, Derived, Seed, ToldStep};
use crate::fingerprint::shape;
use mutate::claim::claim;
use mutate::flatten::seeds;
use mutate::fragment::{Line, write};
use mutate::rule::Direction;
use serde::{Deserialize, Serialize};
use smt::{Script, Status};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Formulas of seeds put together anew.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fragmented {
    /// The seeds that formulas were taken from.
    pub seeds: Vec<Arc<Seed>>,
    /// Settings and declarations.
    #[serde(with = "mutate::step::text")]
    pub frame: Vec<u8>,
    /// What comes after them.
    pub lines: Vec<Line>,
    /// Why the answer is known.
    pub because: Because,
}

/// Why the answer to what was put together is known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Because {
    /// This assignment makes all of it true.
    Witness(Arc<str>),
    /// It has all of this, which is unsat by itself.
    Core(Arc<Seed>),
}

impl Fragmented {
    /// The lines that can be left out.
    fn combinations(&self) -> impl Iterator<Item = (usize, &Line)> {
        let lines = self.lines.iter().enumerate();
        lines.filter(|(_, line)| line.combines.is_some())
    }

    fn script(&self) -> Vec<u8> {
        let mut script = Vec::new();
        write(&self.frame, self.lines.iter(), &mut script);
        script
    }
}

impl Derived for Fragmented {
    fn source(&self) -> &Arc<Seed> {
        // There is one; were there none, nothing could be told.
        static NONE: std::sync::LazyLock<Arc<Seed>> = std::sync::LazyLock::new(Arc::default);
        self.seeds.first().unwrap_or(&NONE)
    }

    fn parents(&self) -> Vec<&Arc<Seed>> {
        match &self.because {
            Because::Witness(_) => Vec::new(),
            Because::Core(core) => vec![core],
        }
    }

    fn status(&self) -> Option<Status> {
        match self.because {
            Because::Witness(_) => Some(Status::Sat),
            Because::Core(_) => None,
        }
    }

    fn witness(&self, _: &[Option<String>]) -> Option<String> {
        match &self.because {
            Because::Witness(witness) => Some(witness.to_string()),
            Because::Core(_) => None,
        }
    }

    fn steps(&self) -> usize {
        self.combinations().count()
    }

    fn rebuild(&self, steps: &[usize]) -> Option<(Derivation, Vec<u8>)> {
        let places: Vec<usize> = self.combinations().map(|(place, _)| place).collect();
        let kept = steps.iter().map(|&step| places.get(step).copied());
        let kept: Vec<usize> = kept.collect::<Option<_>>()?;
        let lines = self.lines.iter().enumerate();
        let lines = lines.filter(|(place, line)| line.combines.is_none() || kept.contains(place));
        let fewer = Self {
            lines: lines.map(|(_, line)| line.clone()).collect(),
            ..self.clone()
        };
        let script = fewer.script();
        Some((Derivation::Fragment(fewer), script))
    }

    fn claims(&self) -> Claims {
        match &self.because {
            Because::Witness(_) => Claims::Argument,
            Because::Core(core) => {
                // One for each check: what is in force there has all of the core.
                let script = Script::parse(self.script()).ok();
                let checks = script.and_then(|script| seeds(&script).ok());
                let checks = checks.into_iter().flatten();
                let claim = |check: &[u8]| claim(&core.text, check, Direction::Under).ok();
                Claims::Scripts(checks.filter_map(|check| claim(&check.text)).collect())
            }
        }
    }

    fn key(&self) -> String {
        let combined = self.combinations().map(|(_, line)| shape(&line.text));
        let shapes: BTreeSet<String> = combined.collect();
        format!("fragments {shapes:?}")
    }

    fn product(&self) -> &'static str {
        match self.because {
            Because::Witness(_) => "formulas of it",
            Because::Core(_) => "the same with more assertions",
        }
    }

    fn labels(&self) -> Vec<Cow<'_, str>> {
        vec![Cow::Borrowed("fragments")]
    }

    fn argument(&self) -> String {
        match &self.because {
            Because::Witness(_) => {
                "The assignment that it was made from makes every assertion true.".to_owned()
            }
            Because::Core(_) => {
                "The mutant asserts all that the seed asserts, and more.".to_owned()
            }
        }
    }

    fn told(&self) -> Vec<ToldStep> {
        let names: Vec<&str> = self.seeds.iter().map(|seed| &*seed.name).collect();
        let told = self.combinations().map(|(_, line)| ToldStep {
            what: format!(
                "{} formulas of {} in {}",
                line.combines.unwrap_or_default(),
                names.join(" and "),
                String::from_utf8_lossy(&line.text).trim_end()
            ),
            replaced: None,
        });
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fragmented(because: Because) -> Fragmented {
        let line = |text: &str, combines| Line {
            text: text.into(),
            combines,
        };
        Fragmented {
            seeds: vec![Arc::new(Seed {
                name: "a".to_owned(),
                ..Seed::default()
            })],
            frame: b"(declare-const p Bool)\n".to_vec(),
            lines: vec![
                line("(assert p)\n", None),
                line("(push 1)\n", None),
                line("(assert (or p p))\n", Some(2)),
                line("(check-sat)\n", None),
                line("(assert (= p p))\n", Some(2)),
                line("(check-sat)\n", None),
            ],
            because,
        }
    }

    #[test]
    fn each_combination_can_be_left_out() {
        let made = fragmented(Because::Witness("((p true))".into()));
        assert_eq!(made.steps(), 2);
        let (_, script) = made.rebuild(&[1]).unwrap();
        assert_eq!(
            String::from_utf8(script).unwrap(),
            "(declare-const p Bool)\n(assert p)\n(push 1)\n(check-sat)\n(assert (= p p))\n(check-sat)\n"
        );
        assert_eq!(made.rebuild(&[0, 1]).unwrap().1, made.script());
        assert!(made.rebuild(&[2]).is_none());
        assert_eq!(made.told()[1].what, "2 formulas of a in (assert (= p p))");
    }

    #[test]
    fn a_witness_needs_no_parents_and_a_core_is_one() {
        let witness = fragmented(Because::Witness("((p true))".into()));
        assert!(witness.parents().is_empty() && witness.status() == Some(Status::Sat));
        let core = Seed {
            text: b"(declare-const p Bool)\n(assert p)\n(check-sat)\n".to_vec(),
            ..Seed::default()
        };
        let of_core = fragmented(Because::Core(Arc::new(core)));
        assert_eq!(of_core.parents().len(), 1);
        let Claims::Scripts(claims) = of_core.claims() else {
            panic!("that is claimed by a script");
        };
        let claim = String::from_utf8_lossy(&claims[0]).into_owned();
        assert!(
            claim.contains("(assert (not (and true nuthatch!seed!0)))"),
            "{claim}"
        );
    }

    #[test]
    fn it_is_written_and_read() {
        let made = Derivation::Fragment(fragmented(Because::Witness("((p true))".into())));
        let json = serde_json::to_string(&made).unwrap();
        assert_eq!(serde_json::from_str::<Derivation>(&json).unwrap(), made);
    }
}
