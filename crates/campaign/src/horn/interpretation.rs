//! What a solver printed after sat, in the place of declarations.

use smt::{NodeId, Tree};
use std::collections::{HashMap, HashSet};

/// A script of Horn clauses with an interpretation of its predicates.
#[derive(Debug)]
pub struct Interpretation {
    /// Sorts, datatypes and definitions of the script, then those of the interpretation, each after
    /// what it speaks of. What it does not define is declared.
    pub start: String,
    /// The assertions of the script.
    pub clauses: Vec<Clause>,
}

/// An assertion of a script.
#[derive(Debug)]
pub struct Clause {
    /// Its text.
    pub text: String,
    /// Commands that declare its variables and assert that it is false for them.
    pub violated: String,
    /// Whether it speaks of something that the interpretation does not define.
    pub open: bool,
}

/// Why there is no interpretation to speak of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoInterpretation {
    /// The script cannot be read.
    #[error("the script cannot be read")]
    Script,
    /// What was printed is no list of definitions.
    #[error("what was printed is no list of definitions")]
    Model,
    /// It has something in it that is no definition.
    #[error("it has a `{0}` in it, which is no definition")]
    NoDefinition(String),
    /// A function is defined by itself.
    #[error("`{0}` is defined by itself")]
    Circular(String),
    /// Nothing that the script declares is defined.
    #[error("it defines nothing that the script declares")]
    Nothing,
}

impl Interpretation {
    /// Puts what a solver printed into a script in the form of `(set-logic HORN)`.
    ///
    /// # Errors
    /// If either is not what it should be.
    pub fn read(script: &str, model: &str) -> Result<Self, NoInterpretation> {
        let script = Tree::parse(script.as_bytes()).map_err(|_| NoInterpretation::Script)?;
        let model = Tree::parse(model.trim().as_bytes()).map_err(|_| NoInterpretation::Model)?;
        let definitions = Definitions::read(&model)?;
        let mut start = String::from("(set-logic ALL)\n");
        let (mut missing, mut own) = (HashSet::new(), HashSet::new());
        let (mut declared, mut asserted) = (0, Vec::new());
        for command in script.commands() {
            let parts: Vec<NodeId> = script.children(command).collect();
            match (word(&script, command).as_str(), &parts[..]) {
                ("declare-fun" | "declare-const", [_, name, ..]) => {
                    let name = plain(&script, *name);
                    if definitions.by_name.contains_key(&name) {
                        declared += 1;
                        continue;
                    }
                    add(&mut start, &script, command);
                    own.insert(name.clone());
                    missing.insert(name);
                }
                ("assert", [_, formula]) => asserted.push(*formula),
                (
                    "set-logic" | "set-option" | "set-info" | "check-sat" | "get-model" | "exit"
                    | "get-info",
                    _,
                ) => {}
                _ => {
                    // Constructors, selectors and whatever else it may name.
                    own.extend(script.below(command).map(|node| plain(&script, node)));
                    add(&mut start, &script, command);
                }
            }
        }
        // A script without predicates needs no interpretation.
        if declared == 0 && !missing.is_empty() {
            return Err(NoInterpretation::Nothing);
        }
        for place in definitions.in_order()? {
            if let Some(node) = definitions.all.get(place) {
                add(&mut start, &model, *node);
            }
        }
        let names = |node| model.below(node).map(|inner| plain(&model, inner));
        let mut defined = definitions.all.iter().flat_map(|node| names(*node));
        let open = defined.any(|name| missing.contains(&name));
        own.extend(definitions.by_name.into_keys());
        let clauses = asserted.into_iter().map(|formula| {
            let mut inner = script.below(formula);
            Clause {
                text: script.show(formula),
                violated: violated(&script, formula, &own),
                open: open || inner.any(|node| missing.contains(&plain(&script, node))),
            }
        });
        Ok(Self {
            start,
            clauses: clauses.collect(),
        })
    }

    /// A script that is unsat if the clause of that number holds.
    pub fn question(&self, clause: usize) -> Option<String> {
        let clause = self.clauses.get(clause)?;
        Some(format!("{}{}(check-sat)\n", self.start, clause.violated))
    }

    /// One script that asks the same of every clause.
    pub fn questions(&self) -> String {
        let mut script = self.start.clone();
        for clause in &self.clauses {
            script.push_str("(push 1)\n");
            script.push_str(&clause.violated);
            script.push_str("(check-sat)\n(pop 1)\n");
        }
        script
    }
}

/// Commands that say that a formula is false. Variables of a quantifier around it become constants, so
/// that a model says for which values, unless their names mean something else already.
fn violated(script: &Tree, formula: NodeId, own: &HashSet<String>) -> String {
    let whole = || format!("(assert (not {}))\n", script.show(formula));
    let parts: Vec<NodeId> = script.children(formula).collect();
    let [_, bound, body] = parts[..] else {
        return whole();
    };
    if word(script, formula) != "forall" {
        return whole();
    }
    let mut out = String::new();
    let mut seen = HashSet::new();
    for variable in script.children(bound) {
        let parts: Vec<NodeId> = script.children(variable).collect();
        let [name, sort] = parts[..] else {
            return whole();
        };
        let plain = plain(script, name);
        if own.contains(&plain) || !seen.insert(plain) {
            return whole();
        }
        let (name, sort) = (script.show(name), script.show(sort));
        out.push_str(&format!("(declare-const {name} {sort})\n"));
    }
    out.push_str(&format!("(assert (not {}))\n", script.show(body)));
    out
}

fn add(out: &mut String, tree: &Tree, node: NodeId) {
    out.push_str(&tree.show(node));
    out.push('\n');
}

/// What a list starts with.
fn word(tree: &Tree, node: NodeId) -> String {
    let head = tree.children(node).next();
    head.map(|head| plain(tree, head)).unwrap_or_default()
}

/// A symbol without the bars it may be written with; nothing for a list.
fn plain(tree: &Tree, node: NodeId) -> String {
    if tree.is_list(node) {
        return String::new();
    }
    let name = tree.show(node);
    let inner = name.strip_prefix('|').and_then(|n| n.strip_suffix('|'));
    inner.unwrap_or(&name).to_owned()
}

/// The definitions in what was printed.
struct Definitions<'a> {
    model: &'a Tree,
    all: Vec<NodeId>,
    by_name: HashMap<String, usize>,
}

impl<'a> Definitions<'a> {
    fn read(model: &'a Tree) -> Result<Self, NoInterpretation> {
        // Most print a list of definitions, some of those begin it with a word, and some print the
        // definitions alone.
        let mut members: Vec<NodeId> = model.commands().collect();
        if let [list] = members[..]
            && word(model, list) != "define-fun"
        {
            members = model.children(list).collect();
        }
        let mut all = Vec::new();
        let mut by_name = HashMap::new();
        for (place, member) in members.into_iter().enumerate() {
            if place == 0 && plain(model, member) == "model" {
                continue;
            }
            let word = word(model, member);
            let name = model.children(member).nth(1);
            match (word.as_str(), name) {
                ("define-fun", Some(name)) => {
                    by_name.insert(plain(model, name), all.len());
                    all.push(member);
                }
                // It is the script's own.
                ("declare-datatype" | "declare-datatypes", _) => {}
                ("", _) => return Err(NoInterpretation::Model),
                _ => return Err(NoInterpretation::NoDefinition(word)),
            }
        }
        Ok(Self {
            model,
            all,
            by_name,
        })
    }

    /// The places of the definitions, each after those it speaks of.
    fn in_order(&self) -> Result<Vec<usize>, NoInterpretation> {
        let speaks_of = |place: usize| -> Vec<usize> {
            let Some(node) = self.all.get(place) else {
                return Vec::new();
            };
            let own = self.model.children(*node).nth(1);
            let inner = self.model.below(*node).filter(|inner| Some(*inner) != own);
            let names = inner.filter_map(|inner| self.by_name.get(&plain(self.model, inner)));
            names.copied().collect()
        };
        let needs: Vec<HashSet<usize>> = (0..self.all.len())
            .map(|place| speaks_of(place).into_iter().collect())
            .collect();
        let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); needs.len()];
        let mut open: Vec<usize> = needs.iter().map(HashSet::len).collect();
        for (place, needs) in needs.iter().enumerate() {
            for needed in needs {
                if let Some(by) = needed_by.get_mut(*needed) {
                    by.push(place);
                }
            }
        }
        let mut order: Vec<usize> = (0..open.len())
            .filter(|p| open.get(*p) == Some(&0))
            .collect();
        let mut next = 0;
        while let Some(done) = order.get(next).copied() {
            next += 1;
            for by in needed_by.get(done).into_iter().flatten() {
                if let Some(left) = open.get_mut(*by) {
                    *left -= 1;
                    if *left == 0 {
                        order.push(*by);
                    }
                }
            }
        }
        match open.iter().position(|left| *left > 0) {
            None => Ok(order),
            Some(place) => {
                let name = self.by_name.iter().find(|(_, at)| **at == place);
                let name = name.map(|(name, _)| name.clone()).unwrap_or_default();
                Err(NoInterpretation::Circular(name))
            }
        }
    }
}

#[cfg(test)]
mod tests;
