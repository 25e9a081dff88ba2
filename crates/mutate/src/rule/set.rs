//! All rules, and which of them to try at a place.

use super::read::{RuleError, read};
use super::{Direction, Head, Pattern, Rule, Template};
use smt::OperatorId;
use std::sync::LazyLock;

/// The rule files, one per theory.
const FILES: &[(&str, &str)] = &[
    ("injection", include_str!("../../rules/injection.smt2")),
    ("core", include_str!("../../rules/core.smt2")),
    ("arithmetic", include_str!("../../rules/arithmetic.smt2")),
    ("integers", include_str!("../../rules/integers.smt2")),
    ("reals", include_str!("../../rules/reals.smt2")),
    ("bitvectors", include_str!("../../rules/bitvectors.smt2")),
    ("floats", include_str!("../../rules/floats.smt2")),
    ("strings", include_str!("../../rules/strings.smt2")),
    ("regex", include_str!("../../rules/regex.smt2")),
    ("sequences", include_str!("../../rules/sequences.smt2")),
    ("arrays", include_str!("../../rules/arrays.smt2")),
    ("datatypes", include_str!("../../rules/datatypes.smt2")),
    ("sets", include_str!("../../rules/sets.smt2")),
    (
        "uninterpreted",
        include_str!("../../rules/uninterpreted.smt2"),
    ),
];

/// A rule and one of its templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Applicable {
    /// The rule, in [`RuleSet::rules`].
    pub rule: usize,
    /// The template, in [`Rule::templates`].
    pub template: usize,
}

/// By direction: over, then under.
type ByDirection = [Vec<Applicable>; 2];

/// Rules, with an index by what they match.
#[derive(Debug, Clone, Default)]
pub struct RuleSet {
    rules: Vec<Rule>,
    by_operator: Vec<ByDirection>,
    for_predicates: ByDirection,
    injections: ByDirection,
}

impl RuleSet {
    /// The rules that are part of the program.
    pub fn builtin() -> &'static Self {
        static RULES: LazyLock<RuleSet> = LazyLock::new(|| {
            let files = FILES.iter().map(|&(theory, text)| (theory, text));
            RuleSet::read(files).expect("the rule files are read by a test")
        });
        &RULES
    }

    /// Reads rules from files, given by the names of their theories and their texts.
    pub fn read<'a>(
        files: impl IntoIterator<Item = (&'static str, &'a str)>,
    ) -> Result<Self, RuleError> {
        let mut set = Self::default();
        for (theory, text) in files {
            for rule in read(theory, text)? {
                set.add(rule);
            }
        }
        Ok(set)
    }

    fn add(&mut self, rule: Rule) {
        let place = self.rules.len();
        let index = match &rule.pattern {
            Pattern::Parameter(_) | Pattern::Literal(_) | Pattern::BitVec { .. } => {
                &mut self.injections
            }
            Pattern::Apply(Head::Predicate(_), _) => &mut self.for_predicates,
            Pattern::Apply(Head::Operator(operator, _) | Head::Ascribed(operator, _), _) => {
                let needed = operator.index() + 1;
                if self.by_operator.len() < needed {
                    self.by_operator.resize_with(needed, Default::default);
                }
                &mut self.by_operator[operator.index()]
            }
            // Testers have no operator of their own; constructors make no formulas.
            Pattern::Apply(Head::Tester(_) | Head::Constructor(_), _) => &mut self.for_predicates,
        };
        for (template, Template { claim, .. }) in rule.templates.iter().enumerate() {
            let applicable = Applicable {
                rule: place,
                template,
            };
            for direction in [Direction::Over, Direction::Under] {
                if claim.serves(direction) {
                    index[direction as usize].push(applicable);
                }
            }
        }
        self.rules.push(rule);
    }

    /// All rules in the order of the files.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The rule and template of a choice.
    pub fn get(&self, applicable: Applicable) -> (&Rule, &Template) {
        let rule = &self.rules[applicable.rule];
        (rule, &rule.templates[applicable.template])
    }

    /// What to try on an application of an operator.
    pub fn for_operator(&self, operator: OperatorId, direction: Direction) -> &[Applicable] {
        let index = self.by_operator.get(operator.index());
        index.map_or(&[], |index| &index[direction as usize])
    }

    /// What to try on an application of a function of the script, and on a tester.
    pub fn for_predicate(&self, direction: Direction) -> &[Applicable] {
        &self.for_predicates[direction as usize]
    }

    /// What to try on any formula.
    pub fn injections(&self, direction: Direction) -> &[Applicable] {
        &self.injections[direction as usize]
    }
}
