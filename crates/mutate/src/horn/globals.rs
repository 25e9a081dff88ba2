//! What a script defines besides predicates: functions, and the constructors and selectors of datatypes.
//!
//! No variable of a clause has the name of any of these. So clauses can be put together, and quantifiers
//! moved outwards, without a variable hiding what another part of the clause speaks of.

use super::term::{Term, canonical};
use hashbrown::HashSet;
use smt::{NodeId, OperatorId, Tree};
use std::sync::Arc;

#[derive(Debug, Default)]
pub(super) struct Globals {
    names: HashSet<Arc<str>>,
    constructors: HashSet<Arc<str>>,
}

impl Globals {
    /// Takes note of what a command defines, if it defines anything.
    pub(super) fn add(&mut self, tree: &Tree, command: NodeId) {
        let parts: Vec<NodeId> = tree.children(command).collect();
        let [keyword, defined, rest @ ..] = &parts[..] else {
            return;
        };
        match text(tree, *keyword) {
            "define-fun" | "define-fun-rec" | "define-const" => {
                self.names.insert(text(tree, *defined).into());
            }
            "define-funs-rec" => {
                let signatures = tree.children(*defined);
                let names = signatures.filter_map(|signature| tree.children(signature).next());
                self.names.extend(names.map(|name| text(tree, name).into()));
            }
            "declare-datatype" => {
                self.datatypes(tree, command);
                rest.iter()
                    .for_each(|&datatype| self.constructors(tree, datatype));
            }
            "declare-datatypes" => {
                self.datatypes(tree, command);
                // z3 once had the parameters first, and then each name with its constructors.
                let is_old = tree.children(*defined).all(|part| !tree.is_list(part));
                let lists = rest.iter().flat_map(|&list| tree.children(list));
                for datatype in lists {
                    match is_old {
                        true => self.each(tree, tree.children(datatype).skip(1)),
                        false => self.constructors(tree, datatype),
                    }
                }
            }
            _ => {}
        }
    }

    /// All names in a declaration of datatypes. Those of sorts are among them, which does no harm.
    fn datatypes(&mut self, tree: &Tree, command: NodeId) {
        let names = tree.below(command).filter(|&node| !tree.is_list(node));
        for name in names.map(|node| text(tree, node)) {
            self.names.insert(name.into());
            // z3 has a tester of that name for every constructor.
            self.names.insert(format!("is-{name}").into());
        }
    }

    /// The constructors of one datatype, maybe with parameters of its sort before them.
    fn constructors(&mut self, tree: &Tree, datatype: NodeId) {
        let mut parts = tree.children(datatype);
        match parts.clone().next().map(|first| text(tree, first)) {
            Some("par") => {
                let list = parts.nth(2);
                let list = list.into_iter().flat_map(|list| tree.children(list));
                self.each(tree, list);
            }
            _ => self.each(tree, parts),
        }
    }

    fn each(&mut self, tree: &Tree, constructors: impl Iterator<Item = NodeId>) {
        for constructor in constructors {
            let name = match tree.is_list(constructor) {
                true => tree.children(constructor).next(),
                false => Some(constructor),
            };
            let name = name.map(|name| text(tree, name).into());
            self.constructors.extend(name);
        }
    }

    /// Whether a name means something wherever no variable has it.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.names.contains(name) || OperatorId::named(name).is_some()
    }

    /// A pattern of a `match` that is no constructor, applied to names or alone, nor `_`.
    pub(super) fn strange_pattern<'t>(&self, term: &'t Term) -> Option<&'t str> {
        let matches = (0..term.len()).filter(|&n| term.is_list(n) && term.head(n) == "match");
        let cases = matches.flat_map(|node| term.arguments(node).skip(1));
        let mut patterns = cases
            .flat_map(|cases| term.children(cases))
            .filter_map(|case| term.children(case).next());
        let is_plain = |pattern: usize| match term.is_list(pattern) {
            true => {
                self.constructors.contains(term.head(pattern))
                    && term.children(pattern).all(|part| !term.is_list(part))
            }
            false => {
                let name = term.source(pattern);
                name == "_" || self.constructors.contains(name)
            }
        };
        let found = patterns.find(|&pattern| !is_plain(pattern));
        found.map(|pattern| term.source(pattern))
    }
}

/// The text of an atom in our spelling; nothing for a list.
fn text(tree: &Tree, node: NodeId) -> &str {
    match tree.is_list(node) {
        true => "",
        false => canonical(std::str::from_utf8(tree.source(node)).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn globals(script: &str) -> Globals {
        let tree = Tree::parse(script.as_bytes()).unwrap();
        let mut globals = Globals::default();
        for command in tree.commands() {
            globals.add(&tree, command);
        }
        globals
    }

    #[test]
    fn what_is_defined_is_known() {
        let found = globals(
            "(define-fun |f| ((x Int)) Int x)(define-const c Int 1)
            (define-funs-rec ((g ((y Int)) Int) (h () Int)) (y 1))
            (declare-datatype D ((one) (two (part Int))))(declare-sort S 0)",
        );
        for name in [
            "f", "c", "g", "h", "one", "two", "part", "is-one", "true", "+",
        ] {
            assert!(found.contains(name), "{name}");
        }
        for name in ["x", "y", "S", "is-f", ""] {
            assert!(!found.contains(name), "{name}");
        }
    }

    #[test]
    fn constructors_are_told_from_variables() {
        for datatypes in [
            "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))",
            "(declare-datatypes ((L 0)) ((nil (cons (hd Int) (tl L)))))",
            "(declare-datatypes () ((L nil (cons (hd Int) (tl L)))))",
            "(declare-datatypes (T) ((L nil (cons (hd T) (tl L)))))",
            "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))",
            "(declare-datatype L ((nil) (cons (hd Int) (tl L))))",
            "(declare-datatype L (par (T) ((nil) (cons (hd T) (tl (L T))))))",
        ] {
            let found = globals(datatypes);
            let check = |term: &str, expected: Option<&str>| {
                let term = Term::parse(term).unwrap();
                assert_eq!(found.strange_pattern(&term), expected, "{datatypes}");
            };
            check("(match l ((nil a) ((cons h t) b)))", None);
            check("(match l ((|nil| a) (_ b)))", None);
            check("(and a (match l ((nil a) (y b))))", Some("y"));
            check("(match l ((hd a)))", Some("hd"));
            check("(match l ((L a)))", Some("L"));
            check("(match l (((as nil L) a)))", Some("(as nil L)"));
            check("(match l (((cons (f h) t) a)))", Some("(cons (f h) t)"));
        }
    }
}
