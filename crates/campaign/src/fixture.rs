//! Findings for tests.

use crate::case::{Derivation, Seed};
use crate::finding::{AnsweredScript, Finding, Reduced, ReducedScript, Reply, SolverInfo};
use solve::AnswerClass;
use std::sync::Arc;

/// A script that is said to be unsat.
pub(crate) fn answered(script: &str) -> AnsweredScript {
    AnsweredScript {
        script: script.into(),
        reply: Reply {
            answer: AnswerClass::Unsat.into(),
            output: String::new(),
        },
    }
}

/// A finding on z3.
pub(crate) fn finding(oracle: &str, bucket: &str, script: &str, number: u64) -> Finding {
    let seed = Arc::new(Seed {
        name: String::new(),
        text: script.into(),
        ..Seed::default()
    });
    Finding {
        oracle: oracle.to_owned(),
        strategy: "toy".to_owned(),
        bucket: bucket.to_owned(),
        title: String::new(),
        solver: SolverInfo {
            name: "z3".to_owned(),
            version: String::new(),
            command: String::new(),
        },
        derivation: Derivation::of_seed(&seed),
        parents: Vec::new(),
        witness: answered(script),
        found: script.len(),
        number,
        random: 0,
        logic: String::new(),
        opinions: Vec::new(),
        verdict: String::new(),
        evidence: Vec::new(),
        assignment: None,
        reduced: None,
        history: None,
        signature: (oracle == "crash").then(|| format!("assertion {bucket}")),
        mode: None,
        needs: None,
    }
}

/// A script as all that is left.
pub(crate) fn reduced(script: &str) -> Reduced {
    Reduced {
        alone: Some(ReducedScript {
            script: answered(script),
            others: Vec::new(),
            grounds: Vec::new(),
            options: Vec::new(),
        }),
        ..Reduced::default()
    }
}
