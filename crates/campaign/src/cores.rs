//! Cores of seeds that are unsat: asked for, and checked by asking about the core itself.

use crate::case::{Seed, SeedVerdict};
use crate::fingerprint::fingerprint;
use crate::models::{is_right, model_of, with_model};
use crate::oracle::{Query, with_queries};
use mutate::fragment::{assertions, core, named, without};
use smt::Status;
use solve::Outcome;
use std::sync::Arc;

/// Asks for the core of the last check.
const GET_CORE: Query = Query {
    option: Some(":produce-unsat-cores"),
    command: "(get-unsat-core)",
};

/// Assertions of a seed that the solver says cannot hold together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Core {
    /// The seed with no others: the solver says unsat to that, too.
    pub seed: Arc<Seed>,
    /// A model of all of them but one that we found right.
    pub model: Option<String>,
}

/// A core of a seed that is unsat, by whoever is asked, each time in a fresh process. Nothing if the solver
/// has none, or does not say unsat to what it says is one.
///
/// # Errors
/// If nobody can be asked.
pub fn core_of<E>(
    seed: &Seed,
    mut ask: impl FnMut(&[u8]) -> Result<Option<Outcome>, E>,
) -> Result<Option<Core>, E> {
    let mut asked = |script: &[u8]| -> Result<Option<(Status, Outcome)>, E> {
        let outcome = ask(script)?.filter(|outcome| outcome.asked == 1);
        Ok(outcome.and_then(|outcome| Some((SeedVerdict::of(&outcome).status()?, outcome))))
    };
    let Some(names) = named(&seed.text) else {
        return Ok(None);
    };
    let Some((Status::Unsat, outcome)) = asked(&with_queries(&names, &[GET_CORE]))? else {
        return Ok(None);
    };
    let Some(text) = core(&seed.text, &outcome.tail) else {
        return Ok(None);
    };
    let Some((Status::Unsat, _)) = asked(&text)? else {
        return Ok(None);
    };
    // Any of them will do; the same one each time.
    let count = assertions(&text).max(1);
    let left_out = (fingerprint(&text) % count as u64) as usize;
    let mut model = None;
    if let Some(rest) = without(&text, left_out)
        && let Some((Status::Sat, outcome)) = asked(&with_model(&rest))?
    {
        let given = model_of(&outcome).filter(|model| is_right(&rest, model));
        model = given.map(str::to_owned);
    }
    let core = Seed {
        name: format!("{}.core", seed.name),
        text,
        ..Seed::default()
    };
    Ok(Some(Core {
        seed: Arc::new(core),
        model,
    }))
}
