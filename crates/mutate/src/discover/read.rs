//! Rules that are known as laws of a field, as far as they speak of its operators.

use super::ground::{BOOL, Ground, Kind};
use super::shape::{Law, Shape, Sorted, VARIABLES, What};
use crate::rule::Rule;
use smt::{NodeId, Tree};

/// What a rule says in a field. Rules with guards say less than what is asked for, and are left out;
/// so is what has operators that the field does not have.
pub(super) fn laws(ground: &Ground, rule: &Rule) -> Vec<Sorted> {
    let Ok(tree) = Tree::parse(rule.source.as_bytes()) else {
        return Vec::new();
    };
    let Some(command) = tree.commands().next() else {
        return Vec::new();
    };
    let parts: Vec<NodeId> = tree.children(command).collect();
    let [_, _, families, parameters, pattern, rest @ ..] = &parts[..] else {
        return Vec::new();
    };
    if rest.iter().any(|part| tree.source(*part) == b":guard") {
        return Vec::new();
    }
    let families: Vec<String> = tree.children(*families).map(|f| tree.show(f)).collect();
    let mut laws = Vec::new();
    for own in choices(ground, &families) {
        let mut reader = Reader {
            ground,
            tree: &tree,
            names: Vec::new(),
            sorts: Vec::new(),
            others: Vec::new(),
        };
        let read = tree
            .children(*parameters)
            .all(|p| reader.parameter(p, &own).is_some());
        if !read || reader.sorts.len() > VARIABLES {
            continue;
        }
        let Some((pattern, sort)) = reader.shape(*pattern) else {
            continue;
        };
        let mut keyword = "";
        for part in rest {
            match tree.source(*part) {
                b":over" => keyword = "over",
                b":under" => keyword = "under",
                b":equal" => keyword = "equal",
                b":index" => keyword = "",
                _ if keyword.is_empty() => {}
                _ => reader.template(&pattern, sort, keyword, *part, &mut laws),
            }
        }
    }
    laws
}

/// What `?` may be: the texts of sorts of the field.
fn choices(ground: &Ground, families: &[String]) -> Vec<String> {
    if families.is_empty() {
        return vec![String::new()];
    }
    let mut all = Vec::new();
    for family in families {
        let heading = ground.field.heading;
        match family.as_str() {
            "Any" => all.extend(ground.sorts.iter().cloned()),
            _ if heading.contains(family.as_str()) => all.push("?".to_owned()),
            _ => all.extend(ground.sorts.iter().filter(|sort| *sort == family).cloned()),
        }
    }
    all.dedup();
    all
}

struct Reader<'a> {
    ground: &'a Ground,
    tree: &'a Tree,
    /// Variables and their sorts.
    names: Vec<String>,
    sorts: Vec<u8>,
    /// Parameters that are no terms.
    others: Vec<String>,
}

impl Reader<'_> {
    fn parameter(&mut self, node: NodeId, own: &str) -> Option<()> {
        let mut parts = self.tree.children(node).map(|part| self.tree.show(part));
        let (name, sort) = (parts.next()?, parts.next()?);
        let more: Vec<String> = parts.collect();
        if sort.starts_with(':') {
            // The same under the same name, or nothing that is known here.
            let role = [vec![sort], more].concat().join(" ");
            let field = self.ground.field;
            let same = |(n, r): &&(&str, &str)| *n == name && *r == role;
            field.parameters.iter().find(same)?;
            self.others.push(name);
            return Some(());
        }
        if more.iter().any(|word| word == ":list") {
            return None;
        }
        let sort = match sort.as_str() {
            "?" => own.to_owned(),
            _ => sort,
        };
        let place = self.ground.sorts.iter().position(|known| *known == sort)?;
        self.names.push(name);
        self.sorts.push(place as u8);
        Some(())
    }

    fn variable(&self, text: &str) -> Option<usize> {
        self.names.iter().position(|name| name == text)
    }

    /// A term of the rule, with its sort.
    fn shape(&self, node: NodeId) -> Option<(Shape, u8)> {
        let plain = |what| Shape {
            is_negated: false,
            what,
        };
        let text = self.tree.show(node);
        if let Some(place) = self.variable(&text) {
            return Some((plain(What::Variable(place as u8)), self.sorts[place]));
        }
        let ops = || self.ground.ops.iter().enumerate();
        let is_shadowed = |op: &super::ground::Op| op.is_parameter;
        if let Some((place, op)) =
            ops().find(|(_, op)| op.arguments.is_empty() && op.head == text && !is_shadowed(op))
        {
            return Some((plain(What::Apply(place as u16, Vec::new())), op.result));
        }
        let mut children = self.tree.children(node);
        let head = self.tree.show(children.next()?);
        let parts: Option<Vec<(Shape, u8)>> = children.map(|child| self.shape(child)).collect();
        let parts = parts?;
        match (head.as_str(), &parts[..]) {
            ("not", [(inner, BOOL)]) => {
                let mut inner = inner.clone();
                inner.is_negated ^= true;
                return Some((inner, BOOL));
            }
            ("distinct", [_, _]) => {
                let (mut equal, sort) = self.apply("=", parts)?;
                equal.is_negated ^= true;
                return Some((equal, sort));
            }
            _ => {}
        }
        self.apply(&head, parts)
    }

    fn apply(&self, head: &str, parts: Vec<(Shape, u8)>) -> Option<(Shape, u8)> {
        let sorts: Vec<u8> = parts.iter().map(|(_, sort)| *sort).collect();
        let mut ops = self.ground.ops.iter().enumerate();
        let (place, op) = ops.find(|(_, op)| op.head == head && op.arguments == sorts)?;
        let shapes = parts.into_iter().map(|(shape, _)| shape).collect();
        let shape = Shape {
            is_negated: false,
            what: What::Apply(place as u16, shapes),
        };
        Some((shape, op.result))
    }

    fn template(
        &self,
        pattern: &Shape,
        sort: u8,
        keyword: &str,
        node: NodeId,
        laws: &mut Vec<Sorted>,
    ) {
        let mut add = |law| {
            laws.push(Sorted {
                law,
                sorts: self.sorts.clone(),
            });
        };
        if keyword == "equal"
            && let Some((template, same)) = self.shape(node)
            && same == sort
        {
            add(Law::Equal(pattern.clone(), template));
        }
        if sort != BOOL {
            return;
        }
        let negated = Shape {
            is_negated: !pattern.is_negated,
            what: pattern.what.clone(),
        };
        let directions = [
            (keyword != "under", &negated, false),
            (keyword != "over", pattern, true),
        ];
        for (_, premise, is_negated) in directions.into_iter().filter(|(wanted, ..)| *wanted) {
            for mut clause in self.clauses(node, is_negated) {
                clause.push(premise.clone());
                match &clause[..] {
                    [a, b] => {
                        let mut from = b.clone();
                        from.is_negated ^= true;
                        add(Law::Arrow(from, a.clone()));
                    }
                    _ => add(Law::Clause(clause)),
                }
            }
        }
    }

    /// A formula, or its negation, as clauses: none of what is not understood.
    fn clauses(&self, node: NodeId, is_negated: bool) -> Vec<Vec<Shape>> {
        let mut children = self.tree.children(node);
        let head = children.next().map(|head| self.tree.show(head));
        let parts: Vec<NodeId> = children.collect();
        let has_connectives = self.ground.ops.iter().any(|op| op.kind == Kind::And);
        match (head.as_deref(), &parts[..]) {
            _ if has_connectives => {}
            (Some("not"), [inner]) => return self.clauses(*inner, !is_negated),
            (Some("and"), _) if !is_negated => {
                return parts
                    .iter()
                    .flat_map(|part| self.clauses(*part, false))
                    .collect();
            }
            (Some("or"), _) if is_negated => {
                return parts
                    .iter()
                    .flat_map(|part| self.clauses(*part, true))
                    .collect();
            }
            (Some("and" | "or"), _) => {
                return self.joined(parts.iter().map(|part| (*part, is_negated)));
            }
            (Some("=>"), [from, to]) if !is_negated => {
                return self.joined([(*from, true), (*to, false)].into_iter());
            }
            (Some("=>"), [from, to]) => {
                return [self.clauses(*from, false), self.clauses(*to, true)].concat();
            }
            (Some(word @ ("=" | "xor")), [a, b]) if self.is_formula(*a) => {
                let same = (word == "=") != is_negated;
                let one = self.joined([(*a, true), (*b, !same)].into_iter());
                let other = self.joined([(*a, false), (*b, same)].into_iter());
                return [one, other].concat();
            }
            (Some(name), [first, .., _]) if parts.len() > 2 && self.chains(name, *first) => {
                // Each with the next; if that is to be false, one of them must be.
                let links: Option<Vec<Shape>> = (parts.windows(2))
                    .map(|pair| {
                        let two = pair.iter().map(|part| self.shape(*part));
                        let mut link = self.apply(name, two.collect::<Option<_>>()?)?.0;
                        link.is_negated ^= is_negated;
                        Some(link)
                    })
                    .collect();
                let links = links.unwrap_or_default();
                return match is_negated {
                    _ if links.is_empty() => Vec::new(),
                    true => vec![links],
                    false => links.into_iter().map(|link| vec![link]).collect(),
                };
            }
            _ => {}
        }
        let Some((mut shape, BOOL)) = self.shape(node) else {
            return Vec::new();
        };
        shape.is_negated ^= is_negated;
        vec![vec![shape]]
    }

    /// One of several: each must be one clause itself.
    fn joined(&self, parts: impl Iterator<Item = (NodeId, bool)>) -> Vec<Vec<Shape>> {
        let mut all = Vec::new();
        for (part, is_negated) in parts {
            match &self.clauses(part, is_negated)[..] {
                [clause] => all.extend(clause.iter().cloned()),
                _ => return Vec::new(),
            }
        }
        vec![all]
    }

    fn is_formula(&self, node: NodeId) -> bool {
        let words = ["and", "or", "not", "=>", "xor", "distinct"];
        let mut children = self.tree.children(node);
        let head = children.next().map(|head| self.tree.show(head));
        let is_connected = head.is_some_and(|head| words.contains(&head.as_str()));
        is_connected || matches!(self.shape(node), Some((_, BOOL)))
    }

    fn chains(&self, name: &str, first: NodeId) -> bool {
        let Some((_, sort)) = self.shape(first) else {
            return false;
        };
        let is_chain = |op: &super::ground::Op| {
            op.head == name && op.result == BOOL && op.arguments == [sort, sort]
        };
        sort != BOOL && self.ground.ops.iter().any(is_chain)
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::Field;
    use super::*;
    use crate::rule::RuleSet;

    fn of(theory: &str, text: &str) -> Vec<Sorted> {
        let ground = Ground::new(Field::of(theory).unwrap()).unwrap();
        let rules = RuleSet::read([("user", text)]).unwrap();
        laws(&ground, &rules.rules()[0])
    }

    #[test]
    fn approximations_are_arrows_and_clauses() {
        let over = "(rule r (Float) ((x ?) (y ?) (a ?)) (fp.lt x y)
          :over (fp.leq x y) (=> (fp.leq a x) (fp.lt a y)) (and (fp.leq x y) (not (fp.eq x y))))";
        let kinds: Vec<&str> = of("floats", over)
            .iter()
            .map(|sorted| match &sorted.law {
                Law::Equal(..) => "equal",
                Law::Arrow(..) => "arrow",
                Law::Clause(clause) if clause.len() == 3 => "clause",
                Law::Clause(_) => "other",
            })
            .collect();
        assert_eq!(kinds, ["arrow", "clause", "arrow", "arrow"]);
    }

    #[test]
    fn equivalences_are_equations_and_hold_both_ways() {
        let equal = "(rule r () ((s (Set ?1)) (t (Set ?1))) (set.subset s t)
          :equal (= (set.union s t) t))";
        let laws = of("sets", equal);
        let arrows = laws.iter().filter(|l| matches!(l.law, Law::Arrow(..)));
        assert_eq!((laws.len(), arrows.count()), (3, 2));
    }

    #[test]
    fn what_is_of_another_theory_says_nothing() {
        let rule = "(rule r (BitVec) ((x ?) (y ?)) (bvult x y) :over (bvule x y))";
        assert!(of("sets", rule).is_empty());
        let any = "(rule r (Any) ((x ?) (y ?)) (= x y) :equal (= y x))";
        assert!(!of("sets", any).is_empty());
    }
}
