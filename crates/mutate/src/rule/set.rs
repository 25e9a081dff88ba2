//! All rules, and which of them to try at a place.

use super::read::{RuleError, read};
use super::shape::ByShape;
use super::{Claim, Head, Pattern, Rule, Template};
use smt::{OperatorId, Script, SortId};
use std::fmt;
use std::sync::LazyLock;

/// The rule files, one per theory for formulas and one for terms.
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
    ("core", include_str!("../../rules/terms/core.smt2")),
    (
        "arithmetic",
        include_str!("../../rules/terms/arithmetic.smt2"),
    ),
    ("integers", include_str!("../../rules/terms/integers.smt2")),
    ("reals", include_str!("../../rules/terms/reals.smt2")),
    (
        "bitvectors",
        include_str!("../../rules/terms/bitvectors.smt2"),
    ),
    ("floats", include_str!("../../rules/terms/floats.smt2")),
    ("strings", include_str!("../../rules/terms/strings.smt2")),
    ("regex", include_str!("../../rules/terms/regex.smt2")),
    (
        "sequences",
        include_str!("../../rules/terms/sequences.smt2"),
    ),
    ("arrays", include_str!("../../rules/terms/arrays.smt2")),
    (
        "datatypes",
        include_str!("../../rules/terms/datatypes.smt2"),
    ),
    ("sets", include_str!("../../rules/terms/sets.smt2")),
];

/// In place of a theory, for rules that are no part of the program.
pub const OF_USER: &str = "user";

/// A rule and one of its templates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Applicable {
    /// The rule, in [`RuleSet::rules`].
    pub rule: usize,
    /// The template, in [`Rule::templates`].
    pub template: usize,
}

/// By what is wanted: over, under, then equal.
type ByClaim = [Vec<Applicable>; 3];

/// Rules, with an index by what they match.
#[derive(Clone, Default)]
pub struct RuleSet {
    rules: Vec<Rule>,
    by_operator: Vec<ByClaim>,
    for_predicates: ByClaim,
    injections: ByClaim,
    /// Those whose pattern is any term of a sort.
    wrappers: ByShape,
    /// A hash of all their texts.
    identity: u64,
}

/// Short, and different for different rules: it becomes part of what tells campaigns apart.
impl fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rules {:016x}", self.rules.len(), self.identity)
    }
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
            set.add_file(theory, text)?;
        }
        Ok(set)
    }

    /// Adds the rules of a file, given by the name of its theory and its text: all, or none if there
    /// is anything wrong with one of them.
    pub fn add_file(&mut self, theory: &'static str, text: &str) -> Result<(), RuleError> {
        for rule in read(theory, text, &self.rules)? {
            self.add(rule);
        }
        Ok(())
    }

    /// Has it stay for as long as the program runs, so that steps of mutants can speak of its rules
    /// without copies of their names.
    pub fn keep(self) -> &'static Self {
        Box::leak(Box::new(self))
    }

    fn add(&mut self, rule: Rule) {
        let place = self.rules.len();
        let index = match &rule.pattern {
            Pattern::Parameter(_) if !rule.is_injection() => {
                self.wrappers.add(&rule, place);
                &mut ByClaim::default()
            }
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
            // Neither testers nor constructors have an operator of their own.
            Pattern::Apply(Head::Tester(_) | Head::Constructor(_), _) => &mut self.for_predicates,
        };
        for (template, Template { claim, .. }) in rule.templates.iter().enumerate() {
            let applicable = Applicable {
                rule: place,
                template,
            };
            for wanted in [Claim::Over, Claim::Under, Claim::Equal] {
                if claim.serves(wanted) {
                    index[wanted as usize].push(applicable);
                }
            }
        }
        // FNV-1a, with an end to each.
        for byte in rule.source.bytes().chain([0]) {
            self.identity = (self.identity ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
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
    pub fn for_operator(&self, operator: OperatorId, wanted: impl Into<Claim>) -> &[Applicable] {
        let index = self.by_operator.get(operator.index());
        index.map_or(&[], |index| &index[wanted.into() as usize])
    }

    /// What to try on an application of a function of the script, and on a tester.
    pub fn for_predicate(&self, wanted: impl Into<Claim>) -> &[Applicable] {
        &self.for_predicates[wanted.into() as usize]
    }

    /// What to try on any formula.
    pub fn injections(&self, wanted: impl Into<Claim>) -> &[Applicable] {
        &self.injections[wanted.into() as usize]
    }

    /// What to try on any term of a sort, formulas included: all of it makes terms that are equal.
    pub fn wrappers(&self, script: &Script, sort: SortId) -> &[Applicable] {
        self.wrappers.get(script, sort)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Direction;

    const RULE: &str = "(rule own-lt () ((x Int) (y Int)) (< x y) :over (<= x y))";

    fn with(text: &str) -> Result<RuleSet, RuleError> {
        let mut rules = RuleSet::builtin().clone();
        rules.add_file(OF_USER, text)?;
        Ok(rules)
    }

    #[test]
    fn rules_of_a_user_come_after_all_others() {
        let (builtin, all) = (RuleSet::builtin(), with(RULE).unwrap());
        let count = builtin.rules().len();
        let of_user: Vec<&str> = all.rules()[count..].iter().map(|r| r.theory).collect();
        assert_eq!(of_user, [OF_USER]);
        let was = builtin.injections(Direction::Over);
        assert_eq!(all.injections(Direction::Over), was);
    }

    #[test]
    fn names_are_used_once() {
        let name = &RuleSet::builtin().rules()[0].name;
        let error = with(&format!("{RULE}\n{}", RULE.replace("own-lt", name))).unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.message.contains("rules of injection"), "{error}");
        let error = with(&format!("{RULE}\n\n{RULE}")).unwrap_err();
        assert_eq!(error.line, 3);
        assert!(error.message.contains("the name own-lt"), "{error}");
    }

    #[test]
    fn other_rules_are_shown_as_others() {
        let shown = |text: &str| format!("{:?}", with(text).unwrap());
        assert_eq!(shown(RULE), shown(&format!("; a comment\n{RULE}")));
        assert_eq!(shown(""), format!("{:?}", RuleSet::builtin()));
        assert_ne!(shown(RULE), shown(""));
        assert_ne!(shown(RULE), shown(&RULE.replace("(<= x y)", "(<= y x)")));
        assert!(shown(RULE).len() < 40, "{}", shown(RULE));
    }
}
