//! Whether a candidate is a special case: the same with a parameter in the place of a condition holds, too.

use super::candidates::{Candidate, FREE, Form, Pattern, free_of};
use super::ground::{BOOL, Kind, MOST};
use super::store::{Lit, NOTHING, Store};
use crate::rule::Claim;

/// Whether a template says of one condition what is true of any. Then that was a candidate before, since it
/// is smaller.
pub(super) fn is_special(store: &Store<'_>, pattern: &Pattern, candidate: &Candidate) -> bool {
    let (node, sign) = match candidate.form {
        Form::Node(node) => (node, 0),
        Form::Literal(lit) => {
            let first = store.class(lit).first;
            (first, lit ^ store.nodes[first as usize].lit)
        }
        _ => return false,
    };
    let used = pattern.parameters | store.nodes[node as usize].parameters;
    // Conditions are formulas: a parameter that is none of those in use may be any of them.
    let ops = store.ground.ops.iter().enumerate();
    let mut free =
        ops.filter(|(_, op)| op.is_parameter && op.result == BOOL && op.parameters & used == 0);
    let Some(any) = free
        .next()
        .and_then(|(place, _)| store.node(place as u16, [NOTHING; MOST]))
    else {
        return false;
    };
    let any = store.nodes[any as usize].lit;
    let Some(general) = generalised(store, node, any) else {
        return false;
    };
    let general = general ^ sign;
    let own = store.nodes[node as usize].lit;
    match (candidate.form, candidate.claim) {
        // What has no conditions is made anew as it was.
        _ if !has_condition(store, node) => false,
        _ if free_of(pattern, store.first(general).parameters) > FREE => false,
        (Form::Node(_), _) => general == own,
        (_, Claim::Under) => store.follows(general, pattern.lit),
        _ => store.follows(pattern.lit, general),
    }
}

/// Whether there is a condition in a term.
fn has_condition(store: &Store<'_>, node: u32) -> bool {
    let node = &store.nodes[node as usize];
    let mut arguments = node.arguments.iter().take_while(|a| **a != NOTHING);
    store.ground.ops[usize::from(node.op)].kind == Kind::Ite
        || arguments.any(|argument| has_condition(store, store.class(*argument).first))
}

/// A term with that parameter in the place of its conditions, if it has any and was made.
fn generalised(store: &Store<'_>, node: u32, any: Lit) -> Option<Lit> {
    let node = &store.nodes[node as usize];
    let op = &store.ground.ops[usize::from(node.op)];
    let mut arguments = node.arguments;
    for (place, argument) in arguments.iter_mut().enumerate() {
        if *argument == NOTHING {
            break;
        }
        if op.kind == Kind::Ite && place == 0 {
            *argument = any;
            continue;
        }
        let first = store.class(*argument).first;
        let sign = *argument ^ store.nodes[first as usize].lit;
        *argument = generalised(store, first, any)? ^ sign;
    }
    let made = store.node(node.op, arguments)?;
    Some(store.nodes[made as usize].lit)
}
