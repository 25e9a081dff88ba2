//! What nobody uses, removed in one sweep.
//!
//! Every use of a name stands behind what binds it, so one walk from the end of the text to its
//! start knows of each binding, when it comes to it, whether it is used by anything that stays.

use crate::edit::{Edit, Edits};
use hashbrown::{HashMap, HashSet};
use smt::{CommandKind, DeclId, Function, NodeId, Script, Sym, TermKind};

/// A part of the script that is of use only if somebody uses what it binds.
struct Region {
    node: NodeId,
    binds: Binds,
}

enum Binds {
    Declaration(DeclId),
    /// Names that stand for sorts, constructors and the like.
    Names(Vec<Sym>),
}

/// The edits that remove what nobody uses, and that put what stands in the place of names for
/// nothing but another name or a literal.
pub fn edits(script: &Script) -> Edits {
    let inlined = inlined(script);
    let dead = dead(script, &inlined);
    let tree = &script.tree;
    let mut edits = Edits::default();
    for node in tree.nodes() {
        if let Some(term) = script.term_at(node)
            && script.terms.kind(term) == TermKind::Let
            && let Some((bindings, body)) = let_parts(script, node)
        {
            if !bindings.is_empty() && bindings.iter().all(|b| dead.contains(b)) {
                edits.add(Edit::keep_only(tree.range(node), tree.range(body)));
            } else {
                for binding in bindings.iter().filter(|b| dead.contains(*b)) {
                    edits.add(vec![Edit::delete(tree.range(*binding))]);
                }
            }
        }
    }
    for command in &script.commands {
        if dead.contains(&command.node) {
            edits.add(vec![Edit::delete(tree.range(command.node))]);
        }
    }
    if !inlined.is_empty() {
        for node in tree.nodes() {
            if let Some(declaration) = used_symbol(script, node)
                && let Some(value) = inlined.get(&declaration)
            {
                edits.add(vec![Edit::replace(tree.range(node), value.text.clone())]);
            }
        }
    }
    edits
}

/// The bindings of a `let` and its body.
pub fn let_parts(script: &Script, node: NodeId) -> Option<(Vec<NodeId>, NodeId)> {
    let mut children = script.tree.children(node).skip(1);
    let (bindings, body) = (children.next()?, children.next()?);
    Some((script.tree.children(bindings).collect(), body))
}

/// The declaration that a symbol refers to.
fn used_symbol(script: &Script, node: NodeId) -> Option<DeclId> {
    let term = script.term_at(node)?;
    match script.terms.function(term) {
        Function::Declared(declaration) if script.terms.kind(term) == TermKind::Symbol => {
            Some(declaration)
        }
        _ => None,
    }
}

/// What a `let` variable stands for.
#[derive(Clone)]
struct Value {
    text: Vec<u8>,
    /// What it refers to in turn: whoever uses the variable uses that.
    refers_to: Option<DeclId>,
}

/// The `let` variables that stand for an atom, and the atom.
fn inlined(script: &Script) -> HashMap<DeclId, Value> {
    let mut inlined: HashMap<DeclId, Value> = HashMap::new();
    let tree = &script.tree;
    for node in tree.nodes() {
        let Some(term) = script.term_at(node) else {
            continue;
        };
        if script.terms.kind(term) != TermKind::Let {
            continue;
        }
        let Some((bindings, _)) = let_parts(script, node) else {
            continue;
        };
        for (binding, variable) in bindings.iter().zip(script.terms.variables(term).iter()) {
            let Some(value) = tree.children(*binding).nth(1) else {
                continue;
            };
            let short = !tree.is_list(value) || tree.head(value) == Some(Sym::INDEXED);
            if short {
                let refers_to = used_symbol(script, value);
                let resolved = refers_to.and_then(|d| inlined.get(&d).cloned());
                let value = resolved.unwrap_or_else(|| Value {
                    text: tree.source(value).to_vec(),
                    refers_to,
                });
                inlined.insert(variable, value);
            }
        }
    }
    inlined
}

fn regions(script: &Script) -> Vec<Region> {
    let tree = &script.tree;
    let mut regions = Vec::new();
    for command in &script.commands {
        let binds = match &command.kind {
            &CommandKind::DeclareFun(d) | &CommandKind::DeclareConst(d) => Binds::Declaration(d),
            CommandKind::DefineFun(d)
            | CommandKind::DefineConst(d)
            | CommandKind::DefineFunRec(d) => Binds::Declaration(d.function),
            CommandKind::DeclareSort { .. } | CommandKind::DefineSort { .. } => {
                let name = tree.children(command.node).nth(1);
                Binds::Names(name.and_then(|n| tree.symbol(n)).into_iter().collect())
            }
            CommandKind::DeclareDatatypes { .. } => {
                let below = tree.below(command.node);
                let symbols = below.filter_map(|n| tree.symbol(n));
                let sorts = [Sym::INT, Sym::BOOL, Sym::REAL, Sym::DECLARE_DATATYPES];
                Binds::Names(symbols.filter(|s| !sorts.contains(s)).collect())
            }
            _ => continue,
        };
        regions.push(Region {
            node: command.node,
            binds,
        });
    }
    for node in tree.nodes() {
        let Some(term) = script.term_at(node) else {
            continue;
        };
        if script.terms.kind(term) == TermKind::Let
            && let Some((bindings, _)) = let_parts(script, node)
        {
            let variables = script.terms.variables(term).iter();
            regions.extend(bindings.iter().zip(variables).map(|(&node, d)| Region {
                node,
                binds: Binds::Declaration(d),
            }));
        }
    }
    // From the end of the text; of those that end together, the outermost first.
    regions.sort_by_key(|r| (std::cmp::Reverse(tree.after(r.node)), r.node));
    regions
}

/// The commands and bindings that nobody uses.
fn dead(script: &Script, inlined: &HashMap<DeclId, Value>) -> HashSet<NodeId> {
    let tree = &script.tree;
    let mut dead = HashSet::new();
    let mut used = vec![false; script.declarations.len()];
    let mut names: HashSet<Sym> = HashSet::new();
    // What commands we do not understand may speak of counts as used.
    let mut spoken_of: HashSet<Sym> = HashSet::new();
    for command in &script.commands {
        if command.kind == CommandKind::Raw {
            spoken_of.extend(tree.below(command.node).filter_map(|n| tree.symbol(n)));
        }
    }
    for term in script.terms.all() {
        if script.terms.kind(term) == TermKind::Opaque {
            return dead;
        }
    }
    let regions = regions(script);
    let mut next = regions.iter().peekable();
    let mut at = tree.len();
    'walk: for node in tree.nodes().rev() {
        if node.index() >= at {
            continue;
        }
        while let Some(region) = next.peek() {
            let end = tree.after(region.node).index();
            if end > at {
                // It lay in something dead.
                next.next();
                continue;
            }
            if end < at {
                break;
            }
            let region_is_used = match &region.binds {
                Binds::Declaration(d) => {
                    let name = script.declarations.name(*d);
                    let name = tree.symbols.canonical(name);
                    (used.get(d.index()).copied().unwrap_or(true) && !inlined.contains_key(d))
                        || spoken_of.contains(&name)
                }
                Binds::Names(all) => {
                    let spoken = |name: &Sym| names.contains(name) || spoken_of.contains(name);
                    all.is_empty() || all.iter().any(spoken)
                }
            };
            if !region_is_used {
                dead.insert(region.node);
                at = region.node.index();
                next.next();
                continue 'walk;
            }
            next.next();
        }
        at = node.index();
        if let Some(symbol) = tree.symbol(node) {
            names.insert(symbol);
        }
        if let Some(term) = script.term_at(node) {
            for function in [script.terms.function(term), script.terms.target(term)] {
                let Function::Declared(d) = function else {
                    continue;
                };
                let behind = inlined.get(&d).and_then(|value| value.refers_to);
                for d in [Some(d), behind].into_iter().flatten() {
                    if let Some(used) = used.get_mut(d.index()) {
                        *used = true;
                    }
                }
            }
        }
    }
    dead
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let mut text = text.as_bytes().to_vec();
        loop {
            let script = Script::parse(text.as_slice()).unwrap();
            let edits = edits(&script);
            if edits.is_empty() {
                break;
            }
            text = edits.apply(script.tree.text());
        }
        assert!(
            smt::same_tokens(&text, expected.as_bytes()),
            "{}",
            String::from_utf8_lossy(&text)
        );
    }

    #[test]
    fn what_is_used_only_by_the_unused_goes_with_it() {
        check(
            "(declare-sort S 0)(declare-const s S)(declare-const x Int)(define-fun f () S s)
             (assert (let ((a (+ x 1)) (b (- x))) (let ((c (* b b))) (> a 0))))",
            "(declare-const x Int)(assert (let ((a (+ x 1))) (> a 0)))",
        );
    }

    #[test]
    fn names_for_atoms_give_way() {
        check(
            "(declare-const x Int)(assert (let ((a x)) (let ((b a) (c 3)) (> b a c))))",
            "(declare-const x Int)(assert (> x x 3))",
        );
        check(
            "(declare-const x Int)(assert (let ((a x)) (let ((b (f a))) (> b b))))",
            "(declare-const x Int)(assert (let ((b (f x))) (> b b)))",
        );
    }

    #[test]
    fn what_is_used_stays() {
        for text in [
            "(declare-sort S 0)(declare-fun f (S) Int)(assert (exists ((s S)) (= (f s) 0)))",
            "(declare-datatype D ((c (s Int))))(declare-const d D)(assert ((_ is c) d))",
            "(declare-const x Int)(eval x)",
        ] {
            check(text, text);
        }
    }
}
