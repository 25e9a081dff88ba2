//! Logs and findings of format 1, as they were before events: read, never written.

use super::{Event, UnitReport};
use crate::case::{Approximation, Derivation, HornChain, Seed, SeedForm};
use crate::finding::{AnsweredScript, Finding, Opinion, Reduced, Reply, SolverInfo};
use crate::tally::Tally;
use mutate::horn::HornStep;
use mutate::rule::Direction;
use mutate::step::Step;
use serde::{Deserialize, Deserializer};
use solve::AnswerClass;
use std::sync::Arc;

/// A line of the log.
#[derive(Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
pub(super) enum OldRecord {
    Campaign {
        identity: String,
    },
    Unit {
        unit: u64,
        seed: String,
        #[serde(flatten)]
        tally: Tally,
    },
    Finding(Box<OldFinding>),
    Doubt(Box<OldFinding>),
    HornRound {
        tally: Tally,
    },
    Reduced {
        bucket: String,
        reduced: Box<Reduced>,
    },
}

impl From<OldRecord> for Event {
    fn from(old: OldRecord) -> Self {
        let unit = |unit, seed, tally| {
            // What it did counts; that it was done does not, since units had other numbers.
            Event::Unit(Box::new(UnitReport {
                strategy: "earlier version".to_owned(),
                unit,
                complete: true,
                seed,
                tally,
                ..UnitReport::default()
            }))
        };
        match old {
            OldRecord::Campaign { identity } => Event::Started {
                format: 1,
                version: String::new(),
                process: 0,
                identity,
            },
            OldRecord::Unit {
                unit: number,
                seed,
                tally,
            } => unit(number, seed, tally),
            OldRecord::HornRound { tally } => unit(0, String::new(), tally),
            OldRecord::Finding(old) => Event::Finding(Box::new((*old).into())),
            OldRecord::Doubt(old) => Event::Doubt(Box::new((*old).into())),
            OldRecord::Reduced { bucket, reduced } => Event::Reduced { bucket, reduced },
        }
    }
}

/// A finding of format 1.
#[derive(Deserialize)]
pub(crate) struct OldFinding {
    kind: String,
    bucket: String,
    title: String,
    solver: SolverInfo,
    seed_name: String,
    seed: AnsweredScript,
    mutant: Option<AnsweredScript>,
    direction: Option<Direction>,
    steps: Vec<Step>,
    #[serde(default)]
    chain: Vec<String>,
    #[serde(default)]
    found: usize,
    number: u64,
    random: u64,
    logic: String,
    opinions: Vec<OldOpinion>,
    verdict: String,
    #[serde(default)]
    evidence: Vec<String>,
    #[serde(default)]
    reduced: Option<Box<Reduced>>,
}

#[derive(Deserialize)]
struct OldOpinion {
    solver: SolverInfo,
    seed: AnswerClass,
    mutant: AnswerClass,
    claim: AnswerClass,
}

impl From<OldOpinion> for Opinion {
    fn from(old: OldOpinion) -> Self {
        Self {
            solver: old.solver,
            parents: vec![old.seed],
            witness: old.mutant,
            claim: Some(old.claim),
        }
    }
}

impl From<OldFinding> for Finding {
    fn from(old: OldFinding) -> Self {
        let is_horn = old.logic == "HORN";
        let seed = Arc::new(Seed {
            name: old.seed_name,
            text: old.seed.script.clone(),
            status: None,
            form: match is_horn {
                true => SeedForm::Horn,
                false => SeedForm::Flat,
            },
            ..Seed::default()
        });
        // All that is left of mutations of Horn systems is what was told of them.
        let told = |told: String| HornStep {
            mutation: told.into(),
            fresh: 0,
            numbers: Vec::new(),
            texts: Vec::new(),
        };
        let derivation = match is_horn {
            true => Derivation::Horn(HornChain {
                seed,
                steps: old.chain.into_iter().map(told).collect(),
            }),
            false => Derivation::Approximation(Approximation {
                seed,
                direction: old.direction.unwrap_or(Direction::Over),
                steps: old.steps,
            }),
        };
        let (parents, witness): (Vec<Reply>, _) = match old.mutant {
            Some(mutant) => (vec![old.seed.reply], mutant),
            None => (Vec::new(), old.seed),
        };
        let opinions = old.opinions.into_iter().map(|old| {
            let mut opinion = Opinion::from(old);
            opinion.parents.truncate(parents.len());
            opinion
        });
        Self {
            oracle: match (is_horn, old.kind.as_str()) {
                (true, "model") => "interpretation".to_owned(),
                _ => old.kind,
            },
            strategy: "earlier version".to_owned(),
            bucket: old.bucket,
            title: old.title,
            solver: old.solver,
            derivation,
            opinions: opinions.collect(),
            parents,
            witness,
            found: old.found,
            number: old.number,
            random: old.random,
            logic: old.logic,
            verdict: old.verdict,
            evidence: old.evidence,
            assignment: None,
            reduced: old.reduced,
            history: None,
            signature: None,
            mode: None,
            needs: None,
        }
    }
}

/// Reads a finding of either format.
pub(crate) fn finding(json: &[u8]) -> Result<Finding, serde_json::Error> {
    serde_json::from_slice::<Finding>(json).or_else(|now| {
        let old = serde_json::from_slice::<OldFinding>(json);
        // If it is neither, what is wrong with the present format is worth telling.
        old.map(Finding::from).map_err(|_| now)
    })
}

/// Opinions of either format.
pub(crate) fn opinions<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Opinion>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum AnyOpinion {
        Now(Opinion),
        Old(OldOpinion),
    }
    let all = Vec::<AnyOpinion>::deserialize(from)?;
    let all = all.into_iter().map(|any| match any {
        AnyOpinion::Now(opinion) => opinion,
        AnyOpinion::Old(old) => old.into(),
    });
    Ok(all.collect())
}
