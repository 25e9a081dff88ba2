//! Inequalities joined with weaker ones.

use super::super::mutation::{Choose, HornStep, Mutation};
use super::super::sorts::{Number, number};
use super::super::system::{Clause, Literal};
use super::super::term::Term;
use super::{in_some_clause, replaced};

/// An inequality becomes the conjunction of itself and one that follows from it, which is equivalent.
pub const ADD_INEQ: Mutation = Mutation {
    name: "add-ineq",
    keeps: "an inequality and what follows from it are together equivalent to it",
    choose: Choose::Step(|system, _, rng| {
        in_some_clause(system, rng, |clause, rng| {
            let mut places = Vec::new();
            for (literal, term) in clause.body().iter().enumerate() {
                let Some(term) = term.constraint() else {
                    continue;
                };
                let nodes =
                    (0..term.len()).filter(|&n| term.is_list(n) && is_inequality(term.head(n)));
                places.extend(nodes.map(|node| (literal, node)));
            }
            let (literal, node) = *rng.pick(&places)?;
            let step = HornStep::new("add-ineq", system);
            let place = [clause.id() as usize, literal, node];
            Some(
                step.numbers(place)
                    .numbers([rng.below(3), 1 + rng.below(3)]),
            )
        })
    }),
    apply: |system, step| {
        let (place, clause) = system.clause(step.id()?)?;
        let (literal, node) = (step.number(1)?, step.number(2)?);
        let mut body = clause.body().to_vec();
        let changed = body.get_mut(literal)?;
        let term = changed.constraint()?;
        let weaker = weaker(clause, term, node, step.number(3)?, step.number(4)?)?;
        let (text, first) = (term.source(node), step.number(3)? == 2);
        let text = match first {
            true => format!("(and {weaker} {text})"),
            false => format!("(and {text} {weaker})"),
        };
        *changed = Literal::Constraint(term.replaced(node, &text)?);
        Some(replaced(system, place, [clause.with_body(body)]))
    },
};

fn is_inequality(operator: &str) -> bool {
    let numbers = ["<", "<=", ">", ">="];
    numbers.contains(&operator) || STRICT.iter().any(|(a, b)| operator == *a || operator == *b)
}

/// Strict comparisons of bit-vectors, and what follows from them.
const STRICT: &[(&str, &str)] = &[
    ("bvult", "bvule"),
    ("bvugt", "bvuge"),
    ("bvslt", "bvsle"),
    ("bvsgt", "bvsge"),
];

/// An inequality that follows from the one at a node.
fn weaker(clause: &Clause, term: &Term, node: usize, variant: usize, by: usize) -> Option<String> {
    let arguments: Vec<usize> = term.arguments(node).collect();
    let &[left, right] = &arguments[..] else {
        return None;
    };
    let operator = term.head(node);
    let (a, b) = (term.source(left), term.source(right));
    if let Some((strict, lax)) = STRICT
        .iter()
        .find(|(s, l)| *s == operator || *l == operator)
    {
        return Some(match operator == *strict && variant != 1 {
            true => format!("({lax} {a} {b})"),
            false => format!("(or ({strict} {a} {b}) (= {a} {b}))"),
        });
    }
    let sort = number(clause, term, left).or_else(|| number(clause, term, right))?;
    let by = match sort {
        Number::Int => by.to_string(),
        Number::Real => format!("{by}.0"),
    };
    let (strict, lax, sign) = match operator {
        "<" | "<=" => ("<", "<=", "+"),
        ">" | ">=" => (">", ">=", "-"),
        _ => return None,
    };
    Some(match (variant, operator == strict) {
        (0, _) => format!("({operator} {a} ({sign} {b} {by}))"),
        (1, true) => format!("({lax} {a} {b})"),
        (1, false) => format!("({strict} {a} ({sign} {b} {by}))"),
        _ => format!("({lax} {a} ({sign} {b} {by}))"),
    })
}
