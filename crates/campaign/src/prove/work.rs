//! A template under proof: its cases, what was said of them, and what follows.

use super::{Conclusion, OURS, Proof, Prover};
use crate::semantics::Tried;
use mutate::rule::{Claim, Obligation, Provable, Statement};
use solve::Answer;
use std::collections::BTreeSet;

/// A template and its cases.
pub(super) struct Work<'a> {
    pub rule: &'a dyn Provable,
    pub statement: Statement,
    pub cases: Vec<ProofCase>,
    pub semantics: Tried,
    pub applicable: bool,
    pub strict: bool,
}

pub(super) struct ProofCase {
    pub obligation: Obligation,
    /// What each solver says.
    pub answers: Vec<Option<Answer>>,
    pub tested: usize,
    pub refuted: Option<(usize, String)>,
}

impl ProofCase {
    fn says(&self, wanted: &Answer) -> Option<usize> {
        let is_wanted = |answer: &Option<Answer>| answer.as_ref() == Some(wanted);
        self.answers.iter().position(is_wanted)
    }

    pub fn is_open(&self) -> bool {
        self.says(&Answer::Unsat).is_none() && self.says(&Answer::Sat).is_none()
    }
}

impl<'a> Work<'a> {
    pub fn of(rule: &'a dyn Provable, semantics: Vec<Tried>) -> Vec<Self> {
        let mut work: Vec<Self> = rule
            .statements()
            .into_iter()
            .zip(semantics)
            .map(|(statement, semantics)| Self {
                rule,
                // An equivalence is asked for no more.
                strict: statement.claim == Claim::Equal,
                statement,
                cases: Vec::new(),
                semantics,
                applicable: false,
            })
            .collect();
        for obligation in rule.obligations() {
            work[obligation.template].cases.push(ProofCase {
                obligation,
                answers: Vec::new(),
                tested: 0,
                refuted: None,
            });
        }
        work
    }

    /// Whether there is a counterexample, so that nothing else matters.
    pub fn is_refuted(&self) -> bool {
        let by_solver =
            |case: &ProofCase| case.says(&Answer::Sat).is_some() || case.refuted.is_some();
        self.semantics.refuted.is_some() || self.cases.iter().any(by_solver)
    }

    fn verdict(&self, prover: &Prover) -> Conclusion {
        for case in &self.cases {
            let by_proof = case
                .says(&Answer::Sat)
                .map(|c| (c, case.obligation.sound.clone()));
            if let Some((config, script)) = by_proof.or(case.refuted.clone()) {
                let by = prover.name(config);
                return Conclusion::Refuted { by, script };
            }
        }
        if let Some(refuted) = &self.semantics.refuted {
            return Conclusion::Refuted {
                by: OURS.to_owned(),
                script: format!("; {}\n{}", refuted.assignment, refuted.script),
            };
        }
        let open = || self.cases.iter().filter(|case| case.is_open());
        // What was not tested at all is not even tested.
        if let Some(case) = open().find(|case| case.tested < prover.instances.max(1)) {
            let said = case
                .answers
                .iter()
                .enumerate()
                .map(|(config, answer)| match answer {
                    Some(answer) => format!("{}: {answer}", prover.name(config)),
                    None => format!("{}: could not be asked", prover.name(config)),
                });
            let reason = said.collect::<Vec<_>>().join("; ");
            return Conclusion::Undecided { reason };
        }
        match (self.applicable, self.strict) {
            (false, _) => Conclusion::Inapplicable,
            (_, false) => Conclusion::NotStrict,
            _ => match open().map(|case| case.tested).min() {
                Some(instances) => Conclusion::Tested { instances },
                None => Conclusion::Proved,
            },
        }
    }

    pub fn conclude(self, prover: &Prover) -> Proof {
        let provers: BTreeSet<usize> = self
            .cases
            .iter()
            .flat_map(|case| case.answers.iter().enumerate())
            .filter(|(_, answer)| **answer == Some(Answer::Unsat))
            .map(|(config, _)| config)
            .collect();
        let mut sorts: Vec<String> = Vec::new();
        for case in &self.cases {
            if !sorts.contains(&case.obligation.sort) {
                sorts.push(case.obligation.sort.clone());
            }
        }
        let proved = |case: &&ProofCase| case.says(&Answer::Unsat).is_some();
        Proof {
            rule: self.rule.name().to_owned(),
            theory: self.rule.theory(),
            claim: self.statement.claim.keyword(),
            pattern: self.statement.pattern.clone(),
            template: self.statement.template.clone(),
            guard: self.rule.guard_source().to_owned(),
            sorts,
            cases: self.cases.len(),
            proved: self.cases.iter().filter(proved).count(),
            by: provers
                .into_iter()
                .map(|config| prover.name(config))
                .collect(),
            verdict: self.verdict(prover),
            semantics: self.semantics,
        }
    }
}
