//! What has to be shown of a rule: scripts that a solver must find unsat, or sat.
//!
//! A rule is turned into a small script that asserts its pattern over fresh constants, and is
//! then matched and written by the same code that makes mutants: so what is proved is what is
//! used. Sorts that stand for many are tried at a few: bit-vectors of several widths, lists of
//! several lengths, every constructor.

use super::case::{RuleCase, SMALL, SORTS, Scale, USUAL, placeholder, replace_literal};
use super::matching::Binding;
use super::write::{Filler, Instance};
use super::{Claim, Role, Rule};
use crate::values::Need;
use smt::{Script, SortId};

/// One case of a template: a sort, a length of lists, a choice of numbers.
#[derive(Debug, Clone)]
pub struct Obligation {
    /// Which of the rule's templates.
    pub template: usize,
    /// The sort that `?` is here, for people.
    pub sort: String,
    /// Unsat if the rule is right. The last assertion is `(and A (not B))` or `(xor A B)`, where A
    /// is what `applicable` asserts last, or `(distinct A B)` if A and B are no formulas; those
    /// before it are the guard.
    pub sound: String,
    /// Sat if the rule can be used.
    pub applicable: String,
    /// Sat if it changes anything.
    pub strict: String,
}

impl Rule {
    /// Everything that has to be shown of it.
    pub fn obligations(&self) -> Vec<Obligation> {
        self.obligations_at(&USUAL)
    }

    /// The same, after those at sorts so small that all of their values can be tried.
    pub fn obligations_of_all_sizes(&self) -> Vec<Obligation> {
        let usual = self.obligations();
        let mut all = self.obligations_at(&SMALL);
        let same = |a: &Obligation, b: &Obligation| a.template == b.template && a.sound == b.sound;
        all.retain(|a| !usual.iter().any(|b| same(a, b)));
        all.extend(usual);
        all
    }

    fn obligations_at(&self, scale: &Scale) -> Vec<Obligation> {
        let mut all = Vec::new();
        for case in self.cases(scale) {
            for template in 0..self.templates.len() {
                all.extend(self.obligation(&case, template));
            }
        }
        // Numbers are drawn from ranges that can be small, so some cases are the same.
        all.sort_by(|a, b| (a.template, &a.sound).cmp(&(b.template, &b.sound)));
        all.dedup_by(|a, b| a.template == b.template && a.sound == b.sound);
        all
    }

    fn obligation(&self, case: &RuleCase<'_>, template: usize) -> Option<Obligation> {
        // Only what is used: a solver that has seen a datatype is slower to forget.
        let used = |name| case.sorts[0] == name || (self.has_parts() && case.sorts.contains(&name));
        let mut declarations: String = SORTS
            .iter()
            .filter(|(name, _)| used(*name))
            .map(|(_, declaration)| *declaration)
            .collect();
        let mut pattern = String::new();
        self.write_pattern(&self.pattern, case, &mut declarations, &mut pattern)?;
        let script =
            Script::parse(format!("{declarations}(assert {pattern})").into_bytes()).ok()?;
        let assertion = script.tree.commands().last()?;
        let node = script.tree.children(assertion).nth(1)?;
        // Sorts are put together without a look at what operators take.
        let term = script
            .term_at(node)
            .filter(|&t| script.terms.is_sorted(t))?;
        let asked = Asked::of(script.terms.sort(term));
        let mut binding = Binding::default();
        if !binding.matches(self, &script, node, case.choice) {
            return None;
        }
        let instance = Instance {
            rule: self,
            script: &script,
        };
        let mut names = Names {
            script: &script,
            declarations,
            count: 0,
            draw: case.draw,
        };
        if !instance.fill(&mut binding, &mut names, false) {
            return None;
        }
        let declarations = names.declarations + asked.declaration();
        let mut text = Vec::new();
        let template_ = &self.templates[template];
        if !instance.write(&binding, template_, &mut text) {
            return None;
        }
        let made = String::from_utf8(text).ok()?;
        let mut guard = Vec::new();
        let guard = match &self.guard {
            Some(_) if !instance.write_guard(&binding, &mut guard) => return None,
            Some(_) => format!("(assert {})\n", String::from_utf8(guard).ok()?),
            None => String::new(),
        };
        let ask = |formula: String| {
            let asserted = self.with_constants(case, format!("{guard}(assert {formula})\n"));
            format!("(set-logic ALL)\n{declarations}{asserted}(check-sat)\n")
        };
        let (pattern, made) = (asked.side(pattern), asked.side(made));
        let (stronger, weaker) = match template_.claim {
            Claim::Over | Claim::Equal => (&pattern, &made),
            Claim::Under => (&made, &pattern),
        };
        let (sound, applicable) = match (template_.claim, asked) {
            (Claim::Equal, Asked::Truth) => (format!("(xor {pattern} {made})"), stronger.clone()),
            (Claim::Equal, Asked::Member) => (
                format!("(xor {pattern} {made})"),
                format!("(= {pattern} {pattern})"),
            ),
            (Claim::Equal, Asked::Value) => (
                format!("(distinct {pattern} {made})"),
                format!("(= {pattern} {pattern})"),
            ),
            (_, Asked::Truth) => (format!("(and {stronger} (not {weaker}))"), stronger.clone()),
            // Only formulas follow from one another.
            _ => return None,
        };
        Some(Obligation {
            template,
            sort: self.case_name(case),
            sound: ask(sound),
            applicable: ask(applicable),
            strict: ask(format!("(and {weaker} (not {stronger}))")),
        })
    }

    /// Puts constants in the place of literals that stand for any.
    fn with_constants(&self, case: &RuleCase<'_>, mut text: String) -> String {
        for (place, parameter) in self.parameters.iter().enumerate() {
            let Role::Constant(sort) = &parameter.role else {
                continue;
            };
            if let Some(literal) = placeholder(place, &sort.sample(case)) {
                text = replace_literal(&text, &literal, &format!("v_{}", parameter.name));
            }
        }
        text
    }

    fn case_name(&self, case: &RuleCase<'_>) -> String {
        match case.sorts[0] {
            "" => "-".to_owned(),
            sort => sort.to_owned(),
        }
    }
}

/// What is asked of both sides, by their sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// Formulas: whether they hold.
    Truth,
    /// Terms: what they are.
    Value,
    /// Languages, which not every solver compares: whether any one string is in them.
    Member,
}

impl Asked {
    fn of(sort: SortId) -> Self {
        match sort {
            SortId::BOOL => Self::Truth,
            SortId::REG_LAN => Self::Member,
            _ => Self::Value,
        }
    }

    /// What a side needs beside what is in it.
    fn declaration(self) -> &'static str {
        match self {
            Self::Member => "(declare-fun f_member () String)\n",
            Self::Truth | Self::Value => "",
        }
    }

    fn side(self, text: String) -> String {
        match self {
            Self::Member => format!("(str.in_re f_member {text})"),
            Self::Truth | Self::Value => text,
        }
    }
}

/// Fills parameters with constants of their own.
struct Names<'a> {
    script: &'a Script,
    declarations: String,
    count: usize,
    draw: usize,
}

impl Filler for Names<'_> {
    fn term(&mut self, _: usize, sort: SortId, out: &mut Vec<u8>) -> bool {
        let name = format!("f_{}", self.count);
        self.count += 1;
        let sort = self.script.show_sort(sort);
        self.declarations
            .push_str(&format!("(declare-fun {name} () {sort})\n"));
        out.extend_from_slice(name.as_bytes());
        true
    }

    fn literal(&mut self, parameter: usize, sort: SortId, _: Need, out: &mut Vec<u8>) -> bool {
        // Whatever holds for any term holds for a literal.
        self.term(parameter, sort, out)
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        // Both ends first, then what is beside them.
        let offset = (self.draw / 2) as i64;
        match self.draw % 2 {
            0 => (low + offset).min(high),
            _ => (high - offset).max(low),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::rule::RuleSet;

    /// The last assertion of what is to be unsat and of what is to be sat, of the first case.
    fn asked(rule: &str) -> Option<(String, String)> {
        let rules = RuleSet::read([("user", rule)]).unwrap();
        let obligations = rules.rules()[0].obligations();
        let last = |script: &str| script.lines().rev().nth(1).unwrap().to_owned();
        let first = obligations.first()?;
        Some((last(&first.sound), last(&first.applicable)))
    }

    #[track_caller]
    fn check(rule: &str, sound: &str, applicable: &str) {
        let expected = Some((sound.to_owned(), applicable.to_owned()));
        assert_eq!(asked(rule), expected, "{rule}");
    }

    #[test]
    fn every_family_of_a_heading_has_a_case() {
        for rule in RuleSet::builtin().rules() {
            let asked: Vec<String> = rule.obligations().into_iter().map(|o| o.sort).collect();
            for family in &rule.sorts {
                let samples = family.samples(&super::USUAL);
                let has_case = samples
                    .iter()
                    .any(|sample| asked.iter().any(|s| s == sample));
                assert!(has_case, "{}: {asked:?}", rule.name);
            }
            assert!(!asked.is_empty(), "{}", rule.name);
        }
    }

    #[test]
    fn literals_of_bit_vectors_are_any() {
        check(
            "(rule r (BitVec) ((x ?) (a ? :constant)) (bvult x a) :over (bvule x a))",
            "(assert (and (bvult v_x v_a) (not (bvule v_x v_a))))",
            "(assert (bvult v_x v_a))",
        );
        // At all widths.
        let rule = "(rule r (BitVec) ((x ?) (a ? :constant)) (bvult x a) :over (bvule x a))";
        let rules = RuleSet::read([("user", rule)]).unwrap();
        assert_eq!(rules.rules()[0].obligations().len(), 4);
        let text = "(f #b1 #b10 #b1)";
        let replaced = crate::rule::case::replace_literal(text, "#b1", "v");
        assert_eq!(replaced, "(f v #b10 v)");
    }

    #[test]
    fn what_says_nothing_is_no_rule() {
        for rule in [
            "(rule r () ((x Int) (y Int)) (< x y) :equal (<  x y))",
            "(rule r () ((x Int)) 5 :equal (- 6 1))",
            "(rule r (BitVec) ((x ?)) (_ bv0 w) :equal (bvsub x x))",
        ] {
            assert!(RuleSet::read([("user", rule)]).is_err(), "{rule}");
        }
    }

    #[test]
    fn formulas_hold_or_not() {
        check(
            "(rule r () ((x Int) (y Int)) (< x y) :equal (> y x))",
            "(assert (xor (< v_x v_y) (> v_y v_x)))",
            "(assert (< v_x v_y))",
        );
        check(
            "(rule r () ((x Int) (y Int)) (< x y) :under (= (+ x 1) y))",
            "(assert (and (= (+ v_x 1) v_y) (not (< v_x v_y))))",
            "(assert (= (+ v_x 1) v_y))",
        );
    }

    #[test]
    fn terms_are_equal() {
        check(
            "(rule r () ((x String) (y String)) (str.len (str.++ x y)) :equal (+ (str.len x) (str.len y)))",
            "(assert (distinct (str.len (str.++ v_x v_y)) (+ (str.len v_x) (str.len v_y))))",
            "(assert (= (str.len (str.++ v_x v_y)) (str.len (str.++ v_x v_y))))",
        );
        check(
            "(rule r () ((x Int) (a Int)) x :equal (- (+ x a) a))",
            "(assert (distinct v_x (- (+ v_x f_0) f_0)))",
            "(assert (= v_x v_x))",
        );
    }

    #[test]
    fn languages_have_the_same_members() {
        check(
            "(rule r () ((r RegLan)) (re.opt r) :equal (re.union r (str.to_re \"\")))",
            "(assert (xor (str.in_re f_member (re.opt v_r)) (str.in_re f_member (re.union v_r (str.to_re \"\")))))",
            "(assert (= (str.in_re f_member (re.opt v_r)) (str.in_re f_member (re.opt v_r))))",
        );
    }

    #[test]
    fn no_term_follows_from_another() {
        let rule = "(rule r () ((x Int)) (abs x) :over x)";
        assert_eq!(asked(rule), None);
    }

    #[test]
    fn what_has_no_sort_is_not_asked() {
        let rule = "(rule r (Int BitVec) ((x ?) (y ?)) (bvadd x y) :equal (bvadd y x))";
        let rules = RuleSet::read([("user", rule)]).unwrap();
        let obligations = rules.rules()[0].obligations();
        let sorts: Vec<&str> = obligations.iter().map(|o| &*o.sort).collect();
        assert_eq!(sorts.len(), 4);
        assert!(sorts.iter().all(|sort| sort.contains("BitVec")));
    }
}
