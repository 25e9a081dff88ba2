//! Rules that apply to any term of a sort, by what sorts look like.

use super::set::Applicable;
use super::sorts::{Family, SortPattern};
use super::{Claim, Pattern, Role, Rule};
use smt::{Script, SortId, Sym};

/// What a sort looks like from outside: enough to find the few rules that may apply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// One with an identity of its own.
    Known(SortId),
    /// One by its head, whatever it is applied to; what theories have is the same in every script.
    Head(Sym),
    /// A datatype.
    Datatype,
}

impl Shape {
    /// That of a sort; `None` if it is the script's own.
    fn of(script: &Script, sort: SortId) -> Option<Self> {
        match sort {
            SortId::BOOL | SortId::INT | SortId::REAL | SortId::STRING | SortId::REG_LAN => {
                Some(Self::Known(sort))
            }
            _ if script.datatypes.iter().any(|d| d.sort == sort) => Some(Self::Datatype),
            _ => script.sorts.head(sort).map(Self::Head),
        }
    }

    /// Whether rules for terms of any sort are for it: languages can be neither chosen nor compared
    /// in all solvers.
    fn is_any(self) -> bool {
        self != Self::Known(SortId::REG_LAN)
    }

    /// The shapes of a pattern's sorts; `None` if it is any.
    fn of_pattern(rule: &Rule, sort: &SortPattern) -> Option<Vec<Self>> {
        match sort {
            SortPattern::Known(known) => Some(vec![Self::Known(*known)]),
            SortPattern::Theory(head, _) => Some(vec![Self::Head(*head)]),
            SortPattern::Variable(0) => {
                let families = rule.sorts.iter().map(|family| match family {
                    Family::BitVec => Some(vec![Self::Head(Sym::BIT_VEC)]),
                    Family::Float => Some(vec![Self::Head(Sym::FLOATING_POINT)]),
                    Family::Datatype => Some(vec![Self::Datatype]),
                    Family::Any => None,
                    Family::One(sort) => Self::of_pattern(rule, sort),
                });
                let families: Option<Vec<Vec<Self>>> = families.collect();
                families.map(|families| families.concat())
            }
            SortPattern::Variable(_) => None,
        }
    }
}

/// Templates of rules whose pattern is a parameter of any sort, by the shape of that.
#[derive(Debug, Clone, Default)]
pub(super) struct ByShape {
    /// For sorts of any shape.
    any: Vec<Applicable>,
    /// For those shapes that there are rules of, those for any included.
    shapes: Vec<(Shape, Vec<Applicable>)>,
}

impl ByShape {
    /// Adds the equivalences of a rule.
    pub fn add(&mut self, rule: &Rule, place: usize) {
        let Pattern::Parameter(parameter) = rule.pattern else {
            return;
        };
        let Role::Term(sort) = &rule.parameters[parameter].role else {
            return;
        };
        let shapes = Shape::of_pattern(rule, sort);
        let is_equal = |template: &usize| rule.templates[*template].claim == Claim::Equal;
        for template in (0..rule.templates.len()).filter(is_equal) {
            let applicable = Applicable {
                rule: place,
                template,
            };
            match &shapes {
                None => {
                    self.any.push(applicable);
                    for (shape, found) in &mut self.shapes {
                        if shape.is_any() {
                            found.push(applicable);
                        }
                    }
                }
                Some(shapes) => {
                    for &shape in shapes {
                        self.of(shape).push(applicable);
                    }
                }
            }
        }
    }

    fn of(&mut self, shape: Shape) -> &mut Vec<Applicable> {
        let known = self.shapes.iter().position(|(other, _)| *other == shape);
        let place = known.unwrap_or_else(|| {
            let any = match shape.is_any() {
                true => self.any.clone(),
                false => Vec::new(),
            };
            self.shapes.push((shape, any));
            self.shapes.len() - 1
        });
        &mut self.shapes[place].1
    }

    /// What may apply to a term of a sort.
    pub fn get(&self, script: &Script, sort: SortId) -> &[Applicable] {
        let shape = Shape::of(script, sort);
        match self.shapes.iter().find(|(other, _)| Some(*other) == shape) {
            Some((_, found)) => found,
            None if shape.is_none_or(Shape::is_any) => &self.any,
            None => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rule::{Claim, RuleSet};
    use smt::Script;

    const RULES: &str = "(rule any (Any) ((x ?) (q Bool)) x :equal (ite q x x))
        (rule int () ((x Int)) x :equal (+ x 0))
        (rule bv (BitVec) ((x ?)) x :equal (bvnot (bvnot x)))
        (rule array () ((a (Array ?1 ?2)) (i ?1)) a :equal (store a i (select a i)))
        (rule re () ((r RegLan)) r :equal (re.union r r))
        (rule any-again (Any) ((x ?) (a ?)) x :equal (ite (= x a) a x))
        (rule formula () ((p Bool) (q Bool)) p :over (or p q))";

    #[track_caller]
    fn check(sort: &str, expected: &[&str]) {
        let rules = RuleSet::read([("user", RULES)]).unwrap();
        let text = format!(
            "(declare-datatypes ((D 0)) (((d)))) (declare-sort U 0) (declare-const x {sort}) (assert (= x x))"
        );
        let script = Script::parse(text.into_bytes()).unwrap();
        let x = script.declarations.all().last().unwrap();
        let found = rules.wrappers(&script, script.declarations.sort(x));
        let names: Vec<&str> = found.iter().map(|&a| &*rules.get(a).0.name).collect();
        assert_eq!(names, expected, "{sort}");
    }

    #[test]
    fn rules_for_any_term_are_found_by_its_sort() {
        check("Int", &["any", "int", "any-again"]);
        check("(_ BitVec 7)", &["any", "bv", "any-again"]);
        check("(Array Int Bool)", &["any", "array", "any-again"]);
        check("Real", &["any", "any-again"]);
        check("U", &["any", "any-again"]);
        check("D", &["any", "any-again"]);
        check("Bool", &["any", "any-again"]);
    }

    #[test]
    fn languages_have_rules_of_their_own_only() {
        check("RegLan", &["re"]);
    }

    #[test]
    fn what_is_for_formulas_is_no_rule_for_terms() {
        let rules = RuleSet::read([("user", RULES)]).unwrap();
        assert_eq!(rules.injections(Claim::Over).len(), 1);
        assert!(rules.injections(Claim::Equal).is_empty());
    }
}
