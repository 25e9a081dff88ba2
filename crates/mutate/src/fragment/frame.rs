//! What comes before the assertions of a mutant: options, logic and declarations of its seeds, which
//! have no name in common.

use hashbrown::HashSet;
use smt::{AtomKind, CommandKind, DeclKind, Script, Sym, Tree};

/// What comes before the assertions of a seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame {
    options: Vec<Vec<u8>>,
    logic: Option<Vec<u8>>,
    declarations: Vec<u8>,
    /// What is declared.
    names: HashSet<Vec<u8>>,
    /// What of that a theory has, too.
    redeclared: HashSet<Vec<u8>>,
}

impl Frame {
    /// Of a script, all of whose declarations are in force at its end. Nothing if it has commands that
    /// we do not know, or declares a name twice.
    pub fn of(script: &Script) -> Option<Self> {
        let names = names(script)?;
        let symbols = &script.tree.symbols;
        let is_of_a_theory = |name: &Vec<u8>| symbols.find(name).is_some_and(Sym::is_of_a_theory);
        let mut frame = Self {
            options: Vec::new(),
            logic: None,
            declarations: Vec::new(),
            redeclared: names
                .iter()
                .filter(|n| is_of_a_theory(n))
                .cloned()
                .collect(),
            names,
        };
        for command in &script.commands {
            let source = script.tree.source(command.node);
            match &command.kind {
                CommandKind::SetOption { .. } => frame.options.push(source.to_vec()),
                CommandKind::SetLogic(logic) => {
                    let logic = script.tree.symbols.bytes(*logic).to_vec();
                    frame.logic.get_or_insert(logic);
                }
                CommandKind::DeclareSort { .. }
                | CommandKind::DeclareSortParameter(_)
                | CommandKind::DefineSort { .. }
                | CommandKind::DeclareDatatypes { .. }
                | CommandKind::DeclareFun(_)
                | CommandKind::DeclareConst(_)
                | CommandKind::DefineFun(_)
                | CommandKind::DefineConst(_)
                | CommandKind::DefineFunRec(_)
                | CommandKind::DefineFunsRec(_) => {
                    frame.declarations.extend_from_slice(source);
                    frame.declarations.push(b'\n');
                }
                CommandKind::Raw
                | CommandKind::DeclareVar(_)
                | CommandKind::DeclareRel(_)
                | CommandKind::Rule(_)
                | CommandKind::Query(_)
                | CommandKind::Reset => return None,
                _ => {}
            }
        }
        Some(frame)
    }

    /// Takes in what another seed declares. Not if they need different options, have names in common or
    /// if there is no logic in which both mean what they do.
    #[must_use]
    pub fn join(&mut self, other: &Self) -> bool {
        let differ = self.logic != other.logic;
        let apart = self.names.is_disjoint(&other.names);
        let is_bound = self.is_bound_to_its_logic() || other.is_bound_to_its_logic();
        if !apart || self.options != other.options || differ && is_bound {
            return false;
        }
        if differ {
            self.logic = Some(b"ALL".to_vec());
        }
        self.declarations.extend_from_slice(&other.declarations);
        self.names.extend(other.names.iter().cloned());
        self.redeclared.extend(other.redeclared.iter().cloned());
        true
    }

    /// Whether a text has something of a theory that means something else here.
    pub fn misreads(&self, text: &[u8]) -> bool {
        !self.redeclared.is_empty()
            && Tree::parse(text).map_or(true, |tree| {
                let mut atoms = tree.nodes().filter_map(|node| tree.atom(node));
                atoms.any(|atom| self.redeclared.contains(plain(tree.symbols.bytes(atom))))
            })
    }

    /// Whether it means something else in a logic that has everything: numerals are reals in some, functions
    /// are values in others, and solvers have sorts of their own in all that do not keep them from it.
    fn is_bound_to_its_logic(&self) -> bool {
        const SORTS: [&[u8]; 8] = [
            b"Set",
            b"Seq",
            b"Bag",
            b"List",
            b"Pair",
            b"Option",
            b"Relation",
            b"Tuple",
        ];
        let logic = self.logic.as_deref().unwrap_or_default();
        let of_reals = logic.ends_with(b"RA") || logic.ends_with(b"RDL");
        of_reals && !logic.contains(&b'I')
            || logic.starts_with(b"HO_")
            || SORTS.iter().any(|sort| self.names.contains(*sort))
    }

    /// Which names another seed has in common with this one.
    pub fn clashes<'n>(&self, other: &'n Self) -> HashSet<&'n [u8]> {
        let common = other.names.iter().filter(|name| self.names.contains(*name));
        common.map(Vec::as_slice).collect()
    }

    /// Its commands.
    pub fn text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        for option in &self.options {
            text.extend_from_slice(option);
            text.push(b'\n');
        }
        if let Some(logic) = &self.logic {
            text.extend_from_slice(b"(set-logic ");
            text.extend_from_slice(logic);
            text.extend_from_slice(b")\n");
        }
        text.extend_from_slice(&self.declarations);
        text
    }
}

/// What a script declares, without bars. Nothing if it declares a name twice: what it means depends on
/// where it stands.
fn names(script: &Script) -> Option<HashSet<Vec<u8>>> {
    let symbols = &script.tree.symbols;
    let declarations = &script.declarations;
    let is_global = |kind: DeclKind| {
        matches!(
            kind,
            DeclKind::Function
                | DeclKind::Defined
                | DeclKind::Constructor
                | DeclKind::Selector
                | DeclKind::Tester
                | DeclKind::Named
        )
    };
    let functions = declarations
        .all()
        .filter(|&d| is_global(declarations.kind(d)));
    let functions = functions.map(|function| declarations.name(function));
    let sorts = script
        .commands
        .iter()
        .filter_map(|command| match command.kind {
            CommandKind::DeclareSort { name, .. }
            | CommandKind::DefineSort { name, .. }
            | CommandKind::DeclareSortParameter(name) => Some(name),
            _ => None,
        });
    let datatypes = script.datatypes.iter().map(|datatype| datatype.name);
    let mut names = HashSet::new();
    for name in functions.chain(sorts).chain(datatypes) {
        if !names.insert(plain(symbols.bytes(name)).to_vec()) {
            return None;
        }
    }
    Some(names)
}

/// A name without bars.
fn plain(name: &[u8]) -> &[u8] {
    let inner = name
        .strip_prefix(b"|")
        .and_then(|name| name.strip_suffix(b"|"));
    inner.unwrap_or(name)
}

/// A text in which some names have a mark behind them, wherever they stand but for settings. Nothing if
/// it has such a name already, or cannot be read.
pub(super) fn renamed(text: &[u8], names: &HashSet<&[u8]>, mark: &str) -> Option<Vec<u8>> {
    let tree = Tree::parse(text).ok()?;
    let symbols = &tree.symbols;
    let mut out = Vec::with_capacity(text.len() + 64);
    let mut copied = 0;
    for command in tree.commands() {
        let head = tree.head(command).map(|head| symbols.bytes(head));
        if matches!(head, Some(b"set-option" | b"set-logic" | b"set-info")) {
            continue;
        }
        for node in tree.below(command) {
            let Some(symbol) = tree.atom(node) else {
                continue;
            };
            let is_symbol = matches!(symbols.kind(symbol), AtomKind::Symbol | AtomKind::Quoted);
            let name = plain(symbols.bytes(symbol));
            if is_symbol && name.ends_with(mark.as_bytes()) {
                return None;
            }
            if !is_symbol || !names.contains(name) {
                continue;
            }
            let range = tree.range(node);
            // Before the bar that ends it.
            let end = match symbols.kind(symbol) {
                AtomKind::Quoted => range.end - 1,
                _ => range.end,
            };
            out.extend_from_slice(text.get(copied..end)?);
            out.extend_from_slice(mark.as_bytes());
            copied = end;
        }
    }
    out.extend_from_slice(text.get(copied..)?);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(text: &str) -> Option<Frame> {
        Frame::of(&Script::parse(text.as_bytes()).unwrap())
    }

    #[test]
    fn assertions_and_questions_are_no_part_of_it() {
        let text = "(set-info :status sat)(set-option :seed 1)(set-logic QF_UF)(declare-sort U 0)
            (assert true)(declare-const u U)(push 1)(assert false)(check-sat)(pop 1)(get-model)";
        assert_eq!(
            String::from_utf8(frame(text).unwrap().text()).unwrap(),
            "(set-option :seed 1)\n(set-logic QF_UF)\n(declare-sort U 0)\n(declare-const u U)\n"
        );
        assert_eq!(frame("(declare-heap (Int Int))"), None);
        assert_eq!(frame("(declare-const x Int)(declare-const x Bool)"), None);
    }

    #[test]
    fn what_is_redeclared_is_not_taken_for_what_a_theory_has() {
        let frame = frame("(declare-fun select (Int) Int)").unwrap();
        assert!(frame.misreads(b"(assert (= (select a 1) 2))"));
        assert!(!frame.misreads(b"(assert (= (store a 1 2) a))"));
    }

    #[test]
    fn frames_with_common_names_are_joined_when_these_are_renamed() {
        let first = "(set-logic QF_LIA)(declare-const x Int)(declare-const |y z| Int)";
        let other = "(set-logic QF_UFLIA)(declare-fun |x| () Int)(declare-const |y z| Int)(declare-fun f (Int) Bool)
            (assert (let ((x 1)) (f |x|)))";
        let mut joined = frame(first).unwrap();
        let clashing = frame(other).unwrap();
        assert!(!joined.clone().join(&clashing));
        let clashes = joined.clashes(&clashing);
        let renamed = renamed(other.as_bytes(), &clashes, "!2").unwrap();
        let renamed = String::from_utf8(renamed).unwrap();
        assert!(
            renamed.ends_with("(assert (let ((x!2 1)) (f |x!2|)))"),
            "{renamed}"
        );
        assert!(joined.join(&frame(&renamed).unwrap()));
        assert_eq!(
            String::from_utf8(joined.text()).unwrap(),
            "(set-logic ALL)\n(declare-const x Int)(declare-const |y z| Int)\n\
             (declare-fun |x!2| () Int)\n(declare-const |y z!2| Int)\n(declare-fun f (Int) Bool)\n"
                .replace(")(d", ")\n(d")
        );
    }

    #[test]
    fn reals_are_not_mixed_with_what_reads_numerals_otherwise() {
        let mut reals = frame("(set-logic QF_LRA)(declare-const r Real)").unwrap();
        let ints = frame("(set-logic QF_LIA)(declare-const i Int)").unwrap();
        assert!(!reals.join(&ints));
        assert!(reals.join(&frame("(set-logic QF_LRA)(declare-const s Real)").unwrap()));
        let mut sets = frame("(set-logic QF_UF)(declare-sort Set 0)").unwrap();
        assert!(!sets.join(&ints), "a logic of all has sets of its own");
    }
}
