//! What must be known of a whole script before its first clause is written.

use super::{Shape, syntactic_shape};
use hashbrown::{HashMap, HashSet};
use smt::{CommandKind, DeclId, DeclKind, Function, NodeId, Script, SortId, Sym, TermId, TermKind};

/// The longest sort that is written in a definition.
const LONGEST_SORT: usize = 500;

/// What becomes of a variable or a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It stays what it is.
    AsWritten,
    /// A variable of a `let` that is gone: atoms use a definition with a name of ours.
    Variable,
    /// A name that an annotation gave that is gone: a definition takes its place.
    Name,
}

/// What is known of a script.
pub(super) struct Survey {
    /// Of each declaration.
    roles: Vec<Role>,
    /// A place of each term.
    places: Vec<Option<NodeId>>,
    /// Of each command, whether it is an assertion that can be taken apart.
    taken_apart: Vec<bool>,
    /// The command and the name of each annotation that a definition takes the place of.
    names_given: Vec<(usize, DeclId)>,
    names_at: HashMap<NodeId, DeclId>,
    /// No symbol of the script starts with it.
    pub prefix: Vec<u8>,
}

impl Survey {
    pub fn new(script: &Script) -> Self {
        let mut survey = Self {
            roles: vec![Role::AsWritten; script.declarations.len()],
            places: vec![None; script.terms.len()],
            taken_apart: vec![false; script.commands.len()],
            names_given: Vec::new(),
            names_at: HashMap::new(),
            prefix: Vec::new(),
        };
        let mut has_variables = vec![false; script.commands.len()];
        for (number, command) in script.commands.iter().enumerate() {
            if let CommandKind::Assert(term) = command.kind {
                let (found, sorted) = survey.free_variables(script, term);
                has_variables[number] = found;
                survey.taken_apart[number] = sorted;
            }
        }
        let mut scan = Scan::new(script);
        scan.run(&mut survey);
        for number in scan.mentions_by_index {
            survey.taken_apart[number] = false;
        }
        // What is not understood may speak of a variable that would be gone.
        for number in scan.opaque {
            survey.taken_apart[number] &= !has_variables[number];
        }
        let used: Vec<Named> = scan.named;
        let used = || used.iter().filter(|named| scan.used.contains(&named.name));
        for named in used() {
            let sort = script.declarations.sort(named.name);
            if named.is_local || !is_writable(script, sort) {
                survey.taken_apart[named.command] = false;
            }
        }
        for named in used().filter(|named| survey.taken_apart[named.command]) {
            survey.roles[named.name.index()] = Role::Name;
            survey.names_given.push((named.command, named.name));
            survey.names_at.insert(named.place, named.name);
        }
        survey.prefix = free_prefix(&scan.prefixes);
        survey
    }

    /// Marks the variables of every `let` that is not inside of an atom. Gives back whether there
    /// are any, and whether the sorts of all of them can be written.
    fn free_variables(&mut self, script: &Script, root: TermId) -> (bool, bool) {
        let (mut found, mut sorted) = (false, true);
        let mut todo = vec![root];
        while let Some(term) = todo.pop() {
            let arguments = script.terms.arguments(term);
            if script.terms.kind(term) == TermKind::Let {
                for variable in script.terms.variables(term).iter() {
                    found = true;
                    sorted &= is_writable(script, script.declarations.sort(variable));
                    self.roles[variable.index()] = Role::Variable;
                }
            } else if syntactic_shape(script, term) == Shape::Atom {
                continue;
            }
            todo.extend_from_slice(arguments);
        }
        (found, sorted)
    }

    /// How a term is made of others.
    pub fn shape(&self, script: &Script, term: TermId) -> Shape {
        let shape = syntactic_shape(script, term);
        if shape == Shape::Atom
            && script.terms.kind(term) == TermKind::Symbol
            && let Function::Declared(declaration) = script.terms.function(term)
            && self.role(declaration) != Role::AsWritten
            && let Some(value) = script.declarations.value(declaration)
        {
            return Shape::Named(value);
        }
        shape
    }

    pub fn role(&self, declaration: DeclId) -> Role {
        self.roles[declaration.index()]
    }

    /// Whether the variables of a `let` are gone.
    pub fn is_gone(&self, script: &Script, term: TermId) -> bool {
        let first = script.terms.variables(term).iter().next();
        first.is_some_and(|variable| self.role(variable) == Role::Variable)
    }

    /// A place where a term stands.
    pub fn place(&self, term: TermId) -> Option<NodeId> {
        self.places[term.index()]
    }

    /// Whether a command is an assertion that can be taken apart.
    pub fn is_taken_apart(&self, command: usize) -> bool {
        self.taken_apart[command]
    }

    /// The names given by a command that are used and must be defined.
    pub fn names_given(&self, command: usize) -> impl Iterator<Item = DeclId> + '_ {
        let start = self.names_given.partition_point(|(c, _)| *c < command);
        let of_command = self.names_given[start..]
            .iter()
            .take_while(move |(c, _)| *c == command);
        of_command.map(|(_, name)| *name)
    }

    /// The name that stands for an annotated term.
    pub fn name_at(&self, place: NodeId) -> Option<DeclId> {
        self.names_at.get(&place).copied()
    }
}

/// Appends a sort if that is possible.
pub(super) fn write_sort(script: &Script, sort: SortId, out: &mut Vec<u8>) -> bool {
    let start = out.len();
    script.sorts.is_known(sort)
        && script
            .sorts
            .write(sort, &script.tree.symbols, LONGEST_SORT, out)
        // A sort variable is written with a question mark.
        && !out[start..].contains(&b'?')
}

fn is_writable(script: &Script, sort: SortId) -> bool {
    write_sort(script, sort, &mut Vec::new())
}

/// `nh_`, `nh1_`, `nh2_`..: the first that no symbol starts with.
fn free_prefix(taken: &HashSet<u64>) -> Vec<u8> {
    match (0..).find(|number| !taken.contains(number)) {
        None | Some(0) => b"nh_".to_vec(),
        Some(number) => format!("nh{number}_").into_bytes(),
    }
}

/// The number of a prefix of ours that a symbol starts with; 0 if it has none.
fn prefix_number(symbol: &[u8]) -> Option<u64> {
    let symbol = symbol.strip_prefix(b"|").unwrap_or(symbol);
    let rest = symbol.strip_prefix(b"nh")?;
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    match (digits, rest.get(digits)) {
        (0, Some(b'_')) => Some(0),
        (_, Some(b'_')) => std::str::from_utf8(&rest[..digits]).ok()?.parse().ok(),
        _ => None,
    }
}

/// An annotation that gives a name.
struct Named {
    command: usize,
    place: NodeId,
    name: DeclId,
    /// Whether it stands where variables are bound that a definition could not use.
    is_local: bool,
}

/// One pass over all nodes of a script.
struct Scan<'a> {
    script: &'a Script,
    /// All names, by spelling and by what they name.
    names: HashMap<(Sym, TermId), DeclId>,
    spellings: HashMap<Sym, Vec<DeclId>>,
    named: Vec<Named>,
    /// Names that are used as terms.
    used: HashSet<DeclId>,
    /// Commands with something that is not understood.
    opaque: Vec<usize>,
    /// Commands that use a variable or a name in some other way than as a plain symbol.
    mentions_by_index: Vec<usize>,
    prefixes: HashSet<u64>,
}

impl<'a> Scan<'a> {
    fn new(script: &'a Script) -> Self {
        let mut names = HashMap::new();
        let mut spellings: HashMap<Sym, Vec<DeclId>> = HashMap::new();
        for declaration in script.declarations.all() {
            if script.declarations.kind(declaration) == DeclKind::Named
                && let Some(value) = script.declarations.value(declaration)
            {
                let spelling = script
                    .tree
                    .symbols
                    .canonical(script.declarations.name(declaration));
                names.insert((spelling, value), declaration);
                spellings.entry(spelling).or_default().push(declaration);
            }
        }
        Self {
            script,
            names,
            spellings,
            named: Vec::new(),
            used: HashSet::new(),
            opaque: Vec::new(),
            mentions_by_index: Vec::new(),
            prefixes: HashSet::new(),
        }
    }

    fn run(&mut self, survey: &mut Survey) {
        let (script, tree) = (self.script, &self.script.tree);
        let (mut command, mut command_end) = (0, None);
        // Nodes before these are bound somewhere, or are not understood.
        let (mut local_end, mut opaque_end) = (None, None);
        for node in tree.nodes() {
            if command_end == Some(node) {
                command += 1;
            }
            if script.commands[command].node == node {
                command_end = Some(tree.after(node));
                (local_end, opaque_end) = (None, None);
                if script.commands[command].kind == CommandKind::Raw {
                    opaque_end = command_end;
                }
            }
            if let Some(symbol) = tree.symbol(node) {
                self.prefixes
                    .extend(prefix_number(tree.symbols.bytes(symbol)));
                if opaque_end > Some(node)
                    && let Some(names) = self.spellings.get(&symbol)
                {
                    self.used.extend(names);
                }
            }
            let Some(term) = script.term_at(node) else {
                continue;
            };
            survey.places[term.index()].get_or_insert(node);
            match script.terms.kind(term) {
                TermKind::Opaque => {
                    self.opaque.push(command);
                    opaque_end = opaque_end.max(Some(tree.after(node)));
                }
                TermKind::Binder | TermKind::Match => {
                    local_end = local_end.max(Some(tree.after(node)));
                }
                TermKind::Let if !survey.is_gone(script, term) => {
                    local_end = local_end.max(Some(tree.after(node)));
                }
                TermKind::Annotated => self.annotation(command, node, local_end > Some(node)),
                TermKind::Symbol | TermKind::Apply => self.mention(command, term),
                _ => {}
            }
        }
    }

    fn annotation(&mut self, command: usize, place: NodeId, is_local: bool) {
        let tree = &self.script.tree;
        let mut parts = tree.children(place).skip(1);
        let Some(value) = parts.next().and_then(|body| self.script.term_at(body)) else {
            return;
        };
        while let Some(part) = parts.next() {
            if tree.atom(part) != Some(Sym::NAMED) {
                continue;
            }
            let spelling = parts.next().and_then(|name| tree.atom(name));
            let spelling = spelling.map(|spelling| tree.symbols.canonical(spelling));
            let name = spelling.and_then(|spelling| self.names.get(&(spelling, value)));
            if let Some(&name) = name {
                self.named.push(Named {
                    command,
                    place,
                    name,
                    is_local,
                });
            }
        }
    }

    fn mention(&mut self, command: usize, term: TermId) {
        let terms = &self.script.terms;
        let (function, by_index) = match terms.function(term) {
            Function::Unknown => (terms.target(term), true),
            function => {
                let complex = terms.ident(term).and_then(|ident| terms.parts(ident));
                (function, complex.is_some())
            }
        };
        let Function::Declared(declaration) = function else {
            return;
        };
        let kind = self.script.declarations.kind(declaration);
        if kind == DeclKind::Named {
            self.used.insert(declaration);
        }
        if by_index && matches!(kind, DeclKind::Named | DeclKind::LetBound) {
            self.mentions_by_index.push(command);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_is_one_that_no_symbol_has() {
        for (text, prefix) in [
            ("(declare-const x Int)", "nh_"),
            ("(declare-const nh Int)", "nh_"),
            ("(declare-const nh_ Int)", "nh1_"),
            ("(declare-const |nh_1 x| Int) (foo (nh2_3))", "nh1_"),
            ("(declare-const nh1_ Int) (assert (nh_ nh02_))", "nh3_"),
        ] {
            let script = Script::parse(text.as_bytes()).unwrap();
            let found = Survey::new(&script).prefix;
            assert_eq!(String::from_utf8(found).unwrap(), prefix, "{text}");
        }
    }
}
