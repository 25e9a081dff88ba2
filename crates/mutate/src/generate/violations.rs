//! The rules of mutation asserted violated: each is proved, so that is unsatisfiable.
//!
//! What has to be shown of a rule is a script over constants that must be unsat. It is so whatever
//! terms stand for the constants.

use super::catalogue::{Argument, Builder, Kind, NEWEST, NameNo, Op, SortNo, name_of};
use super::grove::NodeId;
use super::identities::tokens;
use super::maker::Maker;
use crate::rule::{Rule, RuleSet};
use smt::{DeclKind, Function, Script, TermKind};
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

/// A formula over parameters that is false, whatever they are.
#[derive(Debug, Clone)]
pub(crate) struct Violation {
    /// The rule.
    pub rule: &'static str,
    /// Names and sorts of the parameters.
    pub parameters: Vec<(String, SortNo)>,
    /// The sorts of all terms in it.
    pub sorts: Vec<SortNo>,
    pub text: String,
    /// Whether it has an operator that some solvers refuse.
    pub newest: bool,
    /// Whether it multiplies or divides.
    pub nonlinear: bool,
}

/// All violations that a catalogue allows.
#[derive(Debug, Clone, Default)]
pub(crate) struct Violations {
    all: Vec<Violation>,
    /// Those about each word that is in one of them, by their places.
    about: HashMap<String, Vec<u32>>,
}

impl Violations {
    /// The violations whose sorts and operators the catalogue has.
    pub fn new(builder: &Builder<'_>) -> Self {
        let mut this = Self::default();
        for rule in RULES.iter() {
            if !concerns(rule.rule.theory, builder) {
                continue;
            }
            let fitting = rule.prepared().iter();
            for violation in fitting.filter_map(|p| violation(builder, p)).take(CASES) {
                this.push(violation);
            }
        }
        this
    }

    fn push(&mut self, violation: Violation) {
        let place = self.all.len() as u32;
        for word in violation.text.split(NOT_WORDS) {
            let about = self.about.entry(word.to_owned()).or_default();
            if about.last() != Some(&place) {
                about.push(place);
            }
        }
        self.all.push(violation);
    }

    fn about(&self, operator: &str) -> impl Iterator<Item = &Violation> {
        let places = self.about.get(operator).into_iter().flatten();
        places.map(|&place| &self.all[place as usize])
    }
}

/// What words are separated by.
const NOT_WORDS: [char; 3] = [' ', '(', ')'];

/// At how many sorts a rule is used.
const CASES: usize = 4;

/// A violation before it is known which sorts there are.
struct Prepared {
    rule: &'static str,
    /// Names of the parameters and texts of their sorts.
    parameters: Vec<(String, String)>,
    /// The sorts of all terms in it.
    sorts: Vec<String>,
    applications: Vec<Application>,
    text: String,
}

/// An operator, and for each argument its sort and whether it is a literal.
struct Application {
    name: String,
    arguments: Vec<(String, bool)>,
}

/// A rule, and what has to be shown of it, once somebody needs that: it takes a while.
struct RuleToViolate {
    rule: &'static Rule,
    prepared: OnceLock<Vec<Prepared>>,
}

impl RuleToViolate {
    fn prepared(&self) -> &[Prepared] {
        self.prepared.get_or_init(|| {
            let obligations = self.rule.obligations_of_all_sizes().into_iter();
            obligations
                .filter_map(|obligation| prepare(&self.rule.name, obligation.sound))
                .collect()
        })
    }
}

static RULES: LazyLock<Vec<RuleToViolate>> = LazyLock::new(|| {
    let rules = RuleSet::builtin().rules().iter();
    rules
        .map(|rule| RuleToViolate {
            rule,
            prepared: OnceLock::new(),
        })
        .collect()
});

/// Whether rules of a theory can be about the sorts that there are.
fn concerns(theory: &str, builder: &Builder<'_>) -> bool {
    let has = |is: fn(Kind) -> bool| builder.sorts.iter().any(|sort| is(sort.kind));
    match theory {
        "arithmetic" => has(|kind| matches!(kind, Kind::Int | Kind::Real)),
        "integers" => has(|kind| kind == Kind::Int),
        "reals" => has(|kind| kind == Kind::Real),
        "bitvectors" => has(|kind| matches!(kind, Kind::BitVec(_))),
        "floats" => has(|kind| matches!(kind, Kind::Float(_))),
        "strings" | "regex" => has(|kind| kind == Kind::String),
        "sequences" => has(|kind| matches!(kind, Kind::Seq(_))),
        "arrays" => has(|kind| matches!(kind, Kind::Array(..))),
        "datatypes" => has(|kind| kind == Kind::Datatype),
        // No formulas are generated of the first; the second are about functions, not constants.
        "sets" | "uninterpreted" => false,
        _ => true,
    }
}

fn prepare(rule: &'static str, question: String) -> Option<Prepared> {
    let script = Script::parse(question.into_bytes()).ok()?;
    let mut parameters = Vec::new();
    for declaration in script.declarations.all() {
        if script.declarations.kind(declaration) != DeclKind::Function
            || !script.declarations.parameters(declaration).is_empty()
        {
            return None;
        }
        let name = script.declarations.name(declaration);
        let sort = script.show_sort(script.declarations.sort(declaration));
        parameters.push((script.tree.symbols.name(name).into_owned(), sort));
    }
    let mut sorts: Vec<smt::SortId> = script.terms.all().map(|t| script.terms.sort(t)).collect();
    sorts.sort_unstable();
    sorts.dedup();
    let applications = applications(&script);
    let mut text = String::new();
    let assertions: Vec<smt::TermId> = script.assertions().collect();
    for &assertion in &assertions {
        let mut written = Vec::new();
        script.write_term(assertion, &mut written);
        text.push(' ');
        text.push_str(&String::from_utf8(written).ok()?);
    }
    let text = match assertions.len() {
        1 => text.trim_start().to_owned(),
        _ => format!("(and{text})"),
    };
    let is_plain = !text.contains(['|', ';']) && !parameters.is_empty();
    is_plain.then_some(Prepared {
        rule,
        parameters,
        sorts: sorts
            .into_iter()
            .map(|sort| script.show_sort(sort))
            .collect(),
        applications,
        text,
    })
}

/// What operators of theories are applied to.
fn applications(script: &Script) -> Vec<Application> {
    let terms = &script.terms;
    let operators = terms.all().filter(|&term| match terms.kind(term) {
        TermKind::Apply => true,
        TermKind::Symbol => matches!(terms.function(term), Function::Operator(_)),
        _ => false,
    });
    operators
        .map(|term| {
            let arguments = terms.arguments(term).iter().map(|&argument| {
                let sort = script.show_sort(terms.sort(argument));
                (sort, terms.kind(argument) == TermKind::Literal)
            });
            let head = script.tree.symbols.name(terms.head(term));
            Application {
                name: name_of(&head).to_owned(),
                arguments: arguments.collect(),
            }
        })
        .collect()
}

/// Whether formulas of a catalogue may have an application: its operator is there, and has literals
/// where it takes nothing else.
fn is_allowed(builder: &Builder<'_>, application: &Application) -> bool {
    if ["true", "false"].contains(&application.name.as_str()) {
        return true;
    }
    let mut names = builder.names.iter();
    let Some(name) = names.find(|name| name.text == application.name) else {
        return false;
    };
    let of_sorts = |op: &&Op| {
        let known = op
            .arguments
            .iter()
            .map(|a| &builder.sorts[usize::from(a.sort.0)].text);
        known.eq(application.arguments.iter().map(|(sort, _)| sort))
    };
    let ops = name
        .ops
        .iter()
        .filter_map(|op| builder.ops.get(usize::from(op.0)));
    let same: Vec<&Op> = ops.filter(of_sorts).collect();
    // At other sorts or with more arguments it is the same operator.
    let fits = same.is_empty()
        || same.iter().any(|op| {
            let mut both = op.arguments.iter().zip(&application.arguments);
            both.all(|(wanted, (_, is_literal))| !wanted.literal || *is_literal)
        });
    name.weight > 0 && fits
}

fn violation(builder: &Builder<'_>, prepared: &Prepared) -> Option<Violation> {
    let place = |text: &String| builder.sorts.iter().position(|known| known.text == *text);
    let mut parameters = Vec::new();
    for (name, sort) in &prepared.parameters {
        let place = place(sort)?;
        if !builder.sorts.get(place)?.variables {
            return None;
        }
        parameters.push((name.clone(), SortNo(place as u16)));
    }
    // No operator leads out of the theories that are wanted.
    let mut sorts = Vec::new();
    for sort in &prepared.sorts {
        sorts.push(SortNo(place(sort)? as u16));
    }
    let mut applications = prepared.applications.iter();
    if !applications.all(|application| is_allowed(builder, application)) {
        return None;
    }
    let has = |names: &[&str]| {
        let mut words = prepared.text.split(NOT_WORDS);
        words.any(|word| names.contains(&word))
    };
    let (newest, nonlinear) = (has(&NEWEST), has(&["*", "/", "div", "mod"]));
    if (newest && !builder.settings.newest) || (nonlinear && builder.settings.linear) {
        return None;
    }
    Some(Violation {
        rule: prepared.rule,
        parameters,
        sorts,
        text: prepared.text.clone(),
        newest,
        nonlinear,
    })
}

impl Maker<'_, '_> {
    /// An assertion that a rule about an operator is violated; the rule. None if there is no such
    /// rule.
    pub fn violation(
        &mut self,
        name: NameNo,
        assertions: &mut Vec<NodeId>,
    ) -> Option<&'static str> {
        let catalogue = self.catalogue;
        let operator = catalogue.name(name).text.as_str();
        let about = catalogue.violations.about(operator);
        let fitting = about.filter(|violation| {
            let mut sorts = violation.parameters.iter().map(|(_, sort)| *sort);
            (!violation.newest || self.newest)
                && !(self.standard && sorts.any(|sort| catalogue.sort(sort).is_odd))
        });
        let fitting: Vec<&Violation> = fitting.collect();
        let violation = *self.rng.pick(&fitting)?;
        let mut filled: Vec<(&str, NodeId, Vec<u8>)> = Vec::new();
        for (parameter, sort) in &violation.parameters {
            self.variable(*sort, false);
            self.grow();
            let argument = Argument {
                sort: *sort,
                literal: false,
            };
            let node = self.child(argument, self.settings.depth)?;
            let mut text = Vec::new();
            self.write_plain(node, &mut text);
            filled.push((parameter, node, text));
        }
        let mut text = Vec::new();
        for (token, is_word) in tokens(&violation.text) {
            let term = filled.iter().find(|(name, ..)| is_word && *name == token);
            text.extend_from_slice(term.map_or(token.as_bytes(), |(.., text)| text));
        }
        let mut children: Vec<NodeId> = filled.iter().map(|(_, node, _)| *node).collect();
        for &sort in &violation.sorts {
            // So that the logic has the sort, though it is only made and taken apart.
            if !children
                .iter()
                .any(|&child| self.grove.node(child).sort == sort)
            {
                children.extend(self.literal(sort));
            }
        }
        assertions.push(self.grove.text(&text, &children, false));
        self.decided.push(name);
        self.nonlinear |= violation.nonlinear;
        Some(violation.rule)
    }
}
