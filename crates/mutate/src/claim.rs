//! The claim of a mutant, as a script that must not be sat: that the seed holds and the mutant
//! does not, or the other way round.
//!
//! Seed and mutant stand side by side in one script. What both declare is declared once; what is
//! defined, and so may have been mutated, has another name in the mutant. Assertions become
//! definitions at their places, and are put together at the end.

use crate::rule::Direction;
use hashbrown::HashSet;
use smt::{CommandKind, DeclId, DeclKind, Function, NodeId, ParseError, Script, TermKind};

/// What is put behind the names that the mutant defines. A script that has such names itself gets a
/// claim that solvers reject, which is no answer.
const MARK: &[u8] = b"!nuthatch!mutant";

/// What the assertions of the seed and of the mutant are called.
const SEED: &[u8] = b"nuthatch!seed";
const MUTANT: &[u8] = b"nuthatch!mutant";

/// A script that is unsat if `mutant` approximates `seed` as claimed. Both are flat, and the
/// mutant is the seed with some formulas replaced and some constants more.
pub fn claim(seed: &[u8], mutant: &[u8], direction: Direction) -> Result<Vec<u8>, ParseError> {
    let (seed, mutant) = (Script::parse(seed)?, Script::parse(mutant)?);
    let mut out = Vec::new();
    let mut shared: HashSet<&[u8]> = HashSet::new();
    let mut parts = [0, 0];
    let no_names = HashSet::new();
    // A script has one logic, which comes before all that is declared: that of the mutant, which may have more.
    let logic = |script: &Script| {
        let mut commands = script.commands.iter();
        let found = commands.find(|command| matches!(command.kind, CommandKind::SetLogic(_)));
        found.map(|command| command.node)
    };
    let of_mutant = logic(&mutant).map(|node| mutant.tree.source(node));
    if let (None, Some(of_mutant)) = (logic(&seed), of_mutant) {
        out.extend_from_slice(of_mutant);
        out.push(b'\n');
    }
    for command in &seed.commands {
        let source = match command.kind {
            CommandKind::SetLogic(_) => of_mutant.unwrap_or(seed.tree.source(command.node)),
            _ => seed.tree.source(command.node),
        };
        if is_question(&command.kind) {
            continue;
        }
        match command.kind {
            CommandKind::Assert(_) => {
                assertion(&seed, command.node, SEED, parts[0], &no_names, &mut out);
                parts[0] += 1;
            }
            _ => {
                out.extend_from_slice(source);
                out.push(b'\n');
                shared.insert(source);
            }
        }
    }
    let renamed: HashSet<DeclId> = defined(&mutant).collect();
    for command in &mutant.commands {
        if is_question(&command.kind) {
            continue;
        }
        match command.kind {
            CommandKind::Assert(_) => {
                assertion(&mutant, command.node, MUTANT, parts[1], &renamed, &mut out);
                parts[1] += 1;
            }
            CommandKind::DefineFun(_) | CommandKind::DefineConst(_) => {
                write_renamed(&mutant, command.node, &renamed, &mut out);
                out.push(b'\n');
            }
            CommandKind::SetLogic(_) => {}
            _ if shared.contains(mutant.tree.source(command.node)) => {}
            _ => {
                out.extend_from_slice(mutant.tree.source(command.node));
                out.push(b'\n');
            }
        }
    }
    let (holds, fails) = match direction {
        Direction::Over => ((SEED, parts[0]), (MUTANT, parts[1])),
        Direction::Under => ((MUTANT, parts[1]), (SEED, parts[0])),
    };
    out.extend_from_slice(b"(assert (and true");
    write_parts(holds, &mut out);
    out.extend_from_slice(b"))\n(assert (not (and true");
    write_parts(fails, &mut out);
    out.extend_from_slice(b")))\n(check-sat)\n");
    Ok(out)
}

/// What asks or only matters to who asks.
fn is_question(kind: &CommandKind) -> bool {
    matches!(
        kind,
        CommandKind::CheckSat
            | CommandKind::CheckSatAssuming(_)
            | CommandKind::CheckSatUsing(_)
            | CommandKind::Minimize(_)
            | CommandKind::Maximize(_)
            | CommandKind::AssertSoft(_)
            | CommandKind::SetInfo { .. }
            | CommandKind::Exit
    )
}

fn write_parts((name, count): (&[u8], usize), out: &mut Vec<u8>) {
    for part in 0..count {
        out.push(b' ');
        out.extend_from_slice(name);
        out.extend_from_slice(format!("!{part}").as_bytes());
    }
}

/// What a script defines, apart from recursive functions, which are never mutated.
fn defined(script: &Script) -> impl Iterator<Item = DeclId> + '_ {
    let names = script
        .declarations
        .all()
        .filter(|&d| script.declarations.kind(d) == DeclKind::Named);
    let functions = script
        .commands
        .iter()
        .filter_map(|command| match &command.kind {
            CommandKind::DefineFun(definition) | CommandKind::DefineConst(definition) => {
                Some(definition.function)
            }
            _ => None,
        });
    names.chain(functions)
}

/// Makes an assertion a definition. A name that it is given stands for it all the same.
fn assertion(
    script: &Script,
    command: NodeId,
    prefix: &[u8],
    number: usize,
    renamed: &HashSet<DeclId>,
    out: &mut Vec<u8>,
) {
    let tree = &script.tree;
    let Some(mut formula) = tree.children(command).nth(1) else {
        return;
    };
    let annotated = script
        .term_at(formula)
        .is_some_and(|term| script.terms.kind(term) == TermKind::Annotated);
    let mut given = None;
    if annotated {
        let mut parts = tree.children(formula).skip(1);
        let inner = parts.next();
        let mut attributes = parts;
        while let Some(attribute) = attributes.next() {
            if tree.source(attribute) == b":named" {
                given = attributes.next();
            }
        }
        if let (Some(_), Some(inner)) = (given, inner) {
            formula = inner;
        }
    }
    out.extend_from_slice(b"(define-fun ");
    out.extend_from_slice(prefix);
    out.extend_from_slice(format!("!{number} () Bool ").as_bytes());
    write_renamed(script, formula, renamed, out);
    out.extend_from_slice(b")\n");
    if let Some(name) = given {
        out.extend_from_slice(b"(define-fun ");
        match renamed.is_empty() {
            true => out.extend_from_slice(tree.source(name)),
            false => write_marked(tree.source(name), out),
        }
        out.push(b' ');
        out.extend_from_slice(b"() Bool ");
        out.extend_from_slice(prefix);
        out.extend_from_slice(format!("!{number})\n").as_bytes());
    }
}

/// Appends the text of a node with other names for what is renamed.
fn write_renamed(script: &Script, node: NodeId, renamed: &HashSet<DeclId>, out: &mut Vec<u8>) {
    let tree = &script.tree;
    let mut places: Vec<NodeId> = Vec::new();
    let is_definition = script.term_at(node).is_none();
    if is_definition {
        // `(define-fun NAME ..)`
        places.extend(tree.children(node).nth(1));
    }
    for place in tree.below(node).filter(|_| !renamed.is_empty()) {
        if tree.keyword(place).is_some_and(|k| k == smt::Sym::NAMED) {
            places.push(tree.after(place));
        }
        let Some(term) = script.term_at(place) else {
            continue;
        };
        let refers = [script.terms.function(term), script.terms.target(term)]
            .into_iter()
            .any(|function| matches!(function, Function::Declared(d) if renamed.contains(&d)));
        if refers {
            places.push(name_of(script, place));
        }
    }
    places.sort();
    places.dedup();
    let mut copied = tree.range(node).start;
    for place in places {
        let range = tree.range(place);
        out.extend_from_slice(&tree.text()[copied..range.start]);
        write_marked(tree.source(place), out);
        copied = range.end;
    }
    out.extend_from_slice(&tree.text()[copied..tree.range(node).end]);
}

/// The atom by which a term names its function: `f` in `f`, `(f x)`, `(as f S)` and `((_ map f) a)`.
fn name_of(script: &Script, mut node: NodeId) -> NodeId {
    let tree = &script.tree;
    while tree.is_list(node) {
        let indexed = matches!(tree.head(node), Some(smt::Sym::INDEXED | smt::Sym::AS));
        let next = match (indexed, tree.head(node)) {
            (true, Some(smt::Sym::AS)) => tree.children(node).nth(1),
            (true, _) => tree.children(node).nth(2),
            _ => tree.children(node).next(),
        };
        match next {
            Some(next) => node = next,
            None => break,
        }
    }
    node
}

fn write_marked(name: &[u8], out: &mut Vec<u8>) {
    match name.strip_suffix(b"|") {
        Some(open) => {
            out.extend_from_slice(open);
            out.extend_from_slice(MARK);
            out.push(b'|');
        }
        None => {
            out.extend_from_slice(name);
            out.extend_from_slice(MARK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(seed: &str, mutant: &str, direction: Direction, expected: &str) {
        let made = claim(seed.as_bytes(), mutant.as_bytes(), direction).unwrap();
        assert_eq!(String::from_utf8(made).unwrap(), expected);
    }

    #[test]
    fn seed_and_mutant_stand_side_by_side() {
        check(
            "(declare-const x Int)\n(assert (< x 1))\n(assert (> x 0))\n(check-sat)",
            "(declare-const x Int)\n(declare-fun y () Int)\n(assert (<= x 1))\n(assert (or (= y x) (> x 0)))\n(check-sat)",
            Direction::Over,
            "(declare-const x Int)\n\
             (define-fun nuthatch!seed!0 () Bool (< x 1))\n\
             (define-fun nuthatch!seed!1 () Bool (> x 0))\n\
             (declare-fun y () Int)\n\
             (define-fun nuthatch!mutant!0 () Bool (<= x 1))\n\
             (define-fun nuthatch!mutant!1 () Bool (or (= y x) (> x 0)))\n\
             (assert (and true nuthatch!seed!0 nuthatch!seed!1))\n\
             (assert (not (and true nuthatch!mutant!0 nuthatch!mutant!1)))\n\
             (check-sat)\n",
        );
    }

    #[test]
    fn there_is_one_logic() {
        let (p, p_is_true) = ("(declare-const p Bool)", "(assert p)");
        let claimed = |first: &str, second: &str| {
            let script = |logic: &str| format!("{logic}{p}{p_is_true}(check-sat)").into_bytes();
            let made = claim(&script(first), &script(second), Direction::Under).unwrap();
            String::from_utf8(made).unwrap()
        };
        let (small, large) = ("(set-logic QF_UF)", "(set-logic ALL)");
        for (first, second, logic) in [
            (small, large, large),
            (small, small, small),
            (small, "", small),
            ("", large, large),
        ] {
            let made = claimed(first, second);
            assert!(made.starts_with(&format!("{logic}\n{p}\n")), "{made}");
            assert_eq!(made.matches("(set-logic").count(), 1, "{made}");
        }
        assert!(!claimed("", "").contains("set-logic"));
    }

    #[test]
    fn what_the_mutant_defines_has_a_name_of_its_own() {
        check(
            "(define-fun f ((x Int)) Bool (< x 1)) (define-fun |g h| () Bool (f 1)) (assert (! (f 2) :named n)) (assert (or n |g h|))",
            "(define-fun f ((x Int)) Bool (<= x 1)) (define-fun |g h| () Bool (f 1)) (assert (! (f 2) :named n)) (assert (or n |g h|))",
            Direction::Under,
            "(define-fun f ((x Int)) Bool (< x 1))\n\
             (define-fun |g h| () Bool (f 1))\n\
             (define-fun nuthatch!seed!0 () Bool (f 2))\n\
             (define-fun n () Bool nuthatch!seed!0)\n\
             (define-fun nuthatch!seed!1 () Bool (or n |g h|))\n\
             (define-fun f!nuthatch!mutant ((x Int)) Bool (<= x 1))\n\
             (define-fun |g h!nuthatch!mutant| () Bool (f!nuthatch!mutant 1))\n\
             (define-fun nuthatch!mutant!0 () Bool (f!nuthatch!mutant 2))\n\
             (define-fun n!nuthatch!mutant () Bool nuthatch!mutant!0)\n\
             (define-fun nuthatch!mutant!1 () Bool (or n!nuthatch!mutant |g h!nuthatch!mutant|))\n\
             (assert (and true nuthatch!mutant!0 nuthatch!mutant!1))\n\
             (assert (not (and true nuthatch!seed!0 nuthatch!seed!1)))\n\
             (check-sat)\n",
        );
    }
}
