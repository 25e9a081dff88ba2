//! Constraints rewritten by the simplifier of z3: puts the question of [`mutate::horn::rewrite_query`].

use mutate::horn::{REWRITING, Step, System, absorb, pick_constraint, rewrite_query};
use mutate::rng::Rng;
use solve::{Error, Session};

/// The system with some constraint rewritten, plainly or with one of the simplifier's parameters;
/// nothing if the solver has no simplifier, or leaves it as it is.
pub fn rewrite(
    system: &System,
    rng: &mut Rng,
    simplifier: &mut Session,
) -> Result<Option<(System, Step)>, Error> {
    let Some((clause, literal)) = pick_constraint(system, rng) else {
        return Ok(None);
    };
    // One more for none of them.
    let parameter = REWRITING.get(rng.below(REWRITING.len() + 1));
    let Some(query) = rewrite_query(system, clause, literal, parameter) else {
        return Ok(None);
    };
    // What is printed after a check is kept.
    let Some(place) = query.rfind("(simplify ") else {
        return Ok(None);
    };
    let script = [&query[..place], "(check-sat)\n", &query[place..]].concat();
    let outcome = simplifier.run(script.as_bytes())?;
    if !outcome.verdict().is_definite() || outcome.afterwards.is_some() {
        return Ok(None);
    }
    let answer = outcome.tail.trim();
    let Ok((mutant, step)) = absorb(system, clause, literal, parameter, answer) else {
        return Ok(None);
    };
    let changed = mutant.write_horn() != system.write_horn();
    Ok(changed.then_some((mutant, step)))
}
