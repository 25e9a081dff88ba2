//! Candidates as rules one can read.

use super::candidates::{Candidate, Form};
use super::ground::{Ground, Kind};
use super::store::{Lit, NOTHING, Store};
use crate::rule::Claim;

/// A rule without its name.
pub(super) struct Text {
    heading: String,
    parameters: String,
    pattern: String,
    template: String,
    guard: Option<String>,
    claim: Claim,
}

impl Text {
    /// The words of the pattern and the template.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let separators = [' ', '(', ')'];
        let texts = [&self.pattern, &self.template].into_iter();
        let words = texts.flat_map(move |text| text.split(separators));
        words.filter(|word| word.len() > 1)
    }

    /// A rule with this pattern that says nothing, for the reader.
    pub fn trial(&self) -> String {
        let Self {
            heading,
            parameters,
            pattern,
            ..
        } = self;
        format!("(rule d {heading} ({parameters}) {pattern} :equal (ite true {pattern} {pattern}))")
    }

    /// All of it.
    pub fn rule(&self, name: &str) -> String {
        let Self {
            heading,
            parameters,
            pattern,
            template,
            ..
        } = self;
        let claim = self.claim.keyword();
        let guard = self.guard.as_ref();
        let guard = guard.map_or_else(String::new, |guard| format!("\n  :guard {guard}"));
        format!("(rule {name} {heading} ({parameters}) {pattern}\n  :{claim} {template}{guard})\n")
    }
}

/// Writes a candidate.
pub(super) fn write(store: &Store<'_>, pattern: u32, candidate: &Candidate) -> Text {
    let guard = guard(store, pattern, candidate);
    let template = match (&guard, candidate.form) {
        (Some((_, left)), _) => literal(store, *left),
        (None, Form::Node(found)) => {
            let is_negated = store.nodes[found as usize].lit != store.nodes[pattern as usize].lit;
            negated(store, found, is_negated)
        }
        (None, Form::Literal(lit)) => literal(store, lit),
        (None, Form::And(a, b)) => format!("(and {} {})", literal(store, a), literal(store, b)),
        (None, Form::Same(a, b)) => match (is_turned(store, a), is_turned(store, b)) {
            (false, true) => format!("(xor {} {})", literal(store, a), literal(store, b ^ 1)),
            (true, false) => format!("(xor {} {})", literal(store, a ^ 1), literal(store, b)),
            (true, true) => format!("(= {} {})", literal(store, a ^ 1), literal(store, b ^ 1)),
            (false, false) => format!("(= {} {})", literal(store, a), literal(store, b)),
        },
        (None, Form::Or(a, b)) => {
            let (a, b) = if is_negated(store, b) { (b, a) } else { (a, b) };
            match is_negated(store, a) {
                true => format!("(=> {} {})", literal(store, a ^ 1), literal(store, b)),
                false => format!("(or {} {})", literal(store, a), literal(store, b)),
            }
        }
    };
    let ground = store.ground;
    let pattern = negated(store, pattern, false);
    let used = ground.named(&pattern) | ground.named(&template);
    let used = used | guard.as_ref().map_or(0, |(guard, _)| ground.named(guard));
    let parameters = used_parameters(ground, used);
    let speaks_of_own = parameters
        .iter()
        .any(|(_, role)| *role == "?" || role.starts_with("? ") || role.starts_with(':'));
    let parameters: Vec<String> = parameters
        .iter()
        .map(|(name, role)| format!("({name} {role})"))
        .collect();
    Text {
        heading: match speaks_of_own {
            true => ground.field.heading.to_owned(),
            false => "()".to_owned(),
        },
        parameters: parameters.join(" "),
        pattern,
        template,
        guard: guard.map(|(guard, _)| guard),
        claim: candidate.claim,
    }
}

/// The parameters of a set, in their order.
fn used_parameters(ground: &Ground, used: u64) -> Vec<&'static (&'static str, &'static str)> {
    let all = ground.field.parameters.iter().enumerate();
    all.filter(|(place, _)| used >> place & 1 == 1)
        .map(|(_, parameter)| parameter)
        .collect()
}

/// A candidate with a condition on a parameter that is not in the pattern, if literals can be chosen
/// for it: the condition, and what is left.
fn guard(store: &Store<'_>, pattern: u32, candidate: &Candidate) -> Option<(String, Lit)> {
    let (a, b) = match (candidate.claim, candidate.form) {
        (Claim::Over, Form::Or(a, b)) => (a ^ 1, b),
        (Claim::Under, Form::And(a, b)) => (a, b),
        _ => return None,
    };
    let over = u32::from(candidate.claim == Claim::Over);
    // Either may be the condition.
    let both = [(a, b), (b ^ over, a ^ over)];
    let own = store.nodes[pattern as usize].parameters;
    both.into_iter().find_map(|(condition, left)| {
        let nodes = &store.class(condition).nodes;
        let texts = nodes.iter().map(|&node| {
            let is_negated = store.nodes[node as usize].lit != condition;
            (
                store.nodes[node as usize].parameters,
                negated(store, node, is_negated),
            )
        });
        let mut texts =
            texts.filter(|(parameters, _)| parameters.count_ones() == 1 && parameters & own == 0);
        let text = texts.find(|(_, text)| is_by_choice(text))?.1;
        Some((text, left))
    })
}

/// Whether the reader of rules chooses literals so that this holds.
fn is_by_choice(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) else {
        return false;
    };
    let mut words = inner.splitn(3, ' ');
    let (operator, parameter, bound) = (words.next(), words.next(), words.next());
    let is_name = parameter.is_some_and(|p| p.chars().all(|c| c.is_ascii_alphabetic()));
    let is_bound = match operator {
        Some(">" | ">=" | "<") => matches!(bound, Some("0" | "0.0")),
        Some("distinct") => matches!(bound, Some("0" | "0.0" | "(_ bv0 w)" | "\"\"")),
        _ => false,
    };
    is_name && is_bound
}

/// Whether a literal is the negation of its smallest term.
fn is_turned(store: &Store<'_>, lit: Lit) -> bool {
    store.first(lit).lit != lit
}

/// Whether a literal is written with `not`.
fn is_negated(store: &Store<'_>, lit: Lit) -> bool {
    let first = store.first(lit);
    is_turned(store, lit) && store.ground.ops[usize::from(first.op)].kind != Kind::Equal
}

/// A literal's smallest term.
pub(super) fn literal(store: &Store<'_>, lit: Lit) -> String {
    let first = store.class(lit).first;
    negated(store, first, store.nodes[first as usize].lit != lit)
}

/// A node, or its negation. Terms are as deep as they are large, which is not much.
fn negated(store: &Store<'_>, node: u32, is_negated: bool) -> String {
    let node = &store.nodes[node as usize];
    let op = &store.ground.ops[usize::from(node.op)];
    let mut parts = Vec::new();
    // Parameters before constants, as people write equations.
    let arguments = node.arguments.iter().take_while(|a| **a != NOTHING);
    let mut arguments: Vec<Lit> = arguments.copied().collect();
    if op.kind == Kind::Equal && store.first(arguments[0]).parameters == 0 {
        arguments.reverse();
    }
    for argument in arguments {
        parts.push(literal(store, argument));
    }
    let head = match (op.kind, is_negated) {
        (Kind::Equal, true) => "distinct",
        _ => op.head.as_str(),
    };
    let text = match parts.is_empty() {
        true => head.to_owned(),
        false => format!("({head} {})", parts.join(" ")),
    };
    match is_negated && op.kind != Kind::Equal {
        true => format!("(not {text})"),
        false => text,
    }
}

/// What an operator is called in the name of a rule.
pub(super) fn name_of(head: &str) -> String {
    let word = match head.strip_prefix('(') {
        Some(indexed) => indexed.split([' ', ')']).nth(1).unwrap_or(head),
        None => head,
    };
    let spelled = match word {
        "=" => "equal",
        "=>" => "implies",
        "<" => "lt",
        "<=" => "le",
        ">" => "gt",
        ">=" => "ge",
        "+" => "add",
        "-" => "sub",
        "*" => "mul",
        "/" => "div",
        "^" => "pow",
        word => word,
    };
    let spelled = spelled.replace("++", "concat").replace("<=", "le");
    let spelled = spelled
        .replace('<', "lt")
        .replace('*', "star")
        .replace('+', "plus");
    spelled
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_have_names_without_signs() {
        assert_eq!(name_of("fp.lt"), "fp-lt");
        assert_eq!(name_of("seq.++"), "seq-concat");
        assert_eq!(name_of("(_ is c)"), "is");
        assert_eq!(name_of("str.<="), "str-le");
        assert_eq!(name_of("^"), "pow");
    }

    #[test]
    fn conditions_that_literals_are_chosen_for_are_known() {
        for text in ["(> a 0)", "(distinct a \"\")", "(distinct a (_ bv0 w))"] {
            assert!(is_by_choice(text), "{text}");
        }
        for text in ["(> a 1)", "(> (+ a a) 0)", "(= a 0)", "a"] {
            assert!(!is_by_choice(text), "{text}");
        }
    }
}
