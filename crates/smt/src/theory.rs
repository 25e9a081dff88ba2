//! The theories: signature tables, read once from `theories/*.smt2`.
//!
//! The tables are data in the style of SMT-LIB's own theory declarations. Two things are added:
//! numeral variables, as in `(par (m) (bvnot (_ BitVec m) (_ BitVec m)))` with `+ - * div` over
//! them, and `:sort-by` for the few results that no pattern can express. `:shared` and `:single` say who knows
//! what follows: several solvers of different makers, or only some.

use crate::computed::{COMPUTED, ComputedSort};
use crate::pattern::IndexExpr;
use crate::sort::{SortId, Sorts};
use crate::symbol::{Sym, Symbols};
use crate::term::OperatorId;
use crate::tree::{NodeId, Tree};
use std::sync::LazyLock;

/// Every theory we know. To add one, write its file and name it here.
const FILES: &[(&str, &str)] = &[
    ("core", include_str!("../theories/core.smt2")),
    ("ints", include_str!("../theories/ints.smt2")),
    ("reals", include_str!("../theories/reals.smt2")),
    ("arrays", include_str!("../theories/arrays.smt2")),
    ("bitvectors", include_str!("../theories/bitvectors.smt2")),
    ("floats", include_str!("../theories/floats.smt2")),
    ("functions", include_str!("../theories/functions.smt2")),
    ("strings", include_str!("../theories/strings.smt2")),
    ("sets", include_str!("../theories/sets.smt2")),
    ("bags", include_str!("../theories/bags.smt2")),
    ("tuples", include_str!("../theories/tuples.smt2")),
    ("lists", include_str!("../theories/lists.smt2")),
    ("fields", include_str!("../theories/fields.smt2")),
    ("separation", include_str!("../theories/separation.smt2")),
    (
        "transcendentals",
        include_str!("../theories/transcendentals.smt2"),
    ),
    (
        "pseudobooleans",
        include_str!("../theories/pseudobooleans.smt2"),
    ),
    ("relations", include_str!("../theories/relations.smt2")),
];

/// A theory, by its place in the list of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TheoryId(pub(crate) u8);

impl TheoryId {
    /// The name the theory's file gives it.
    pub fn name(self) -> &'static str {
        &THEORIES.names[self.0 as usize]
    }
}

/// How a function of two arguments is applied to more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arity {
    Exact,
    LeftAssoc,
    RightAssoc,
    Chainable,
    Pairwise,
    /// The last parameter any number of times.
    Variadic,
}

/// One signature of an operator.
#[derive(Debug)]
pub(crate) struct Overload {
    pub theory: TheoryId,
    /// Whether it is `(_ f ..)`.
    pub indexed: bool,
    pub indices: Vec<u32>,
    pub more_indices: bool,
    pub parameters: Vec<SortId>,
    pub result: SortId,
    pub arity: Arity,
    /// Whether solvers of different makers know it.
    pub shared: bool,
    /// How many variables its `par` lists.
    pub variables: usize,
    /// Whether its variables stand for whole parameters only, so that `Int` and `Real` meet in
    /// `Real`: `(= 1 2.5)`, but not `(store a 1 2.5)`.
    pub widens: bool,
    pub computed: Option<ComputedSort>,
}

/// What a sort symbol of a theory means.
#[derive(Debug, Clone)]
pub(crate) enum TheorySort {
    /// The numbers of indices and of arguments it takes; `None` for any number.
    Constructor(Vec<(u32, Option<u32>)>),
    /// A whole sort: `Float32`, `String`.
    Abbreviation(SortId),
}

/// The tables: the starting point of every script.
#[derive(Debug, Default)]
pub(crate) struct Theories {
    pub symbols: Symbols,
    pub sorts: Sorts,
    pub names: Vec<String>,
    /// The overloads of each operator.
    pub operators: Vec<Vec<Overload>>,
    pub operator_names: Vec<Sym>,
    /// Indexed by symbol.
    pub operator_of: Vec<Option<u32>>,
    pub sort_of: Vec<Option<(TheorySort, TheoryId)>>,
}

/// Read on first use; each script clones the symbols and sorts, a few microseconds.
pub(crate) static THEORIES: LazyLock<Theories> = LazyLock::new(|| {
    load(FILES).unwrap_or_else(|error| panic!("the theory files are part of the program: {error}"))
});

fn load(files: &[(&str, &str)]) -> Result<Theories, String> {
    let mut theories = Theories::default();
    let mut trees = Vec::new();
    for (place, (file, text)) in files.iter().enumerate() {
        let symbols = std::mem::take(&mut theories.symbols);
        let mut tree = Tree::parse_with(text.as_bytes(), symbols)
            .map_err(|error| format!("{file}: {error}"))?;
        theories.symbols = std::mem::take(&mut tree.symbols);
        trees.push((*file, TheoryId(place as u8), tree));
    }
    // Each tree can look into the table that all of them have filled.
    for (_, _, tree) in &mut trees {
        tree.symbols = theories.symbols.clone();
    }
    // All sorts before all functions: theories speak of each other's sorts.
    for (file, theory, tree) in &trees {
        Loader::new(&mut theories, tree, *theory)
            .load_sorts()
            .map_err(|error| format!("{file}: {error}"))?;
    }
    for (file, theory, tree) in &trees {
        Loader::new(&mut theories, tree, *theory)
            .load_functions()
            .map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(theories)
}

/// Reads one file. It may recurse: the nesting of our own files is bounded.
struct Loader<'a> {
    theories: &'a mut Theories,
    tree: &'a Tree,
    theory: TheoryId,
    variables: Vec<Sym>,
    /// Whether what is read is known to solvers of different makers.
    shared: bool,
}

impl<'a> Loader<'a> {
    fn new(theories: &'a mut Theories, tree: &'a Tree, theory: TheoryId) -> Self {
        Self {
            theories,
            tree,
            theory,
            variables: Vec::new(),
            shared: false,
        }
    }

    fn error<T>(&self, node: NodeId, message: &str) -> Result<T, String> {
        let (line, _) = self.tree.place(node);
        Err(format!("line {line}: {message}: {}", self.tree.show(node)))
    }

    fn name(&self, node: NodeId) -> &[u8] {
        self.tree.source(node)
    }

    /// The list behind a keyword of the theory.
    fn section(&self, keyword: &[u8]) -> Vec<NodeId> {
        let tree = self.tree;
        let elements: Vec<_> = tree.commands().flat_map(|c| tree.children(c)).collect();
        let at = elements.iter().position(|&n| self.name(n) == keyword);
        let list = at.and_then(|at| elements.get(at + 1));
        list.map(|&n| tree.children(n).collect())
            .unwrap_or_default()
    }

    fn load_sorts(&mut self) -> Result<(), String> {
        let tree = self.tree;
        let name = tree
            .commands()
            .next()
            .and_then(|theory| tree.children(theory).nth(1))
            .map(|n| tree.show(n));
        self.theories.names.push(name.unwrap_or_default());
        for entry in self.section(b":sorts") {
            let parts: Vec<_> = tree.children(entry).collect();
            let [name, meaning] = parts[..] else {
                return self.error(entry, "a sort is (name arity) or (name sort)");
            };
            let mut indices = 0;
            let name = match tree.is_list(name) {
                true => {
                    indices = tree.children(name).count() as u32 - 2;
                    tree.children(name).nth(1).unwrap_or(name)
                }
                false => name,
            };
            let Some(symbol) = tree.atom(name) else {
                return self.error(entry, "a sort without a name");
            };
            let arity = tree
                .atom(meaning)
                .and_then(|a| self.theories.symbols.number(a));
            let any = tree.atom(meaning) == Some(Sym::ELLIPSIS);
            let sort = match arity {
                None if !any => TheorySort::Abbreviation(self.sort(meaning)?),
                arity => TheorySort::Constructor(vec![(indices, arity.map(|a| a as u32))]),
            };
            let table = &mut self.theories.sort_of;
            table.resize(table.len().max(symbol.index() + 1), None);
            // The same sort may be listed again, with another arity or in another theory.
            match (&mut table[symbol.index()], sort) {
                (Some((TheorySort::Constructor(old), _)), TheorySort::Constructor(new)) => {
                    old.extend(new);
                }
                (entry, sort) => *entry = Some((sort, self.theory)),
            }
        }
        Ok(())
    }

    fn load_functions(&mut self) -> Result<(), String> {
        let tree = self.tree;
        for entry in self.section(b":funs") {
            if let known @ (b":shared" | b":single") = self.name(entry) {
                self.shared = known == b":shared";
                continue;
            }
            let mut function = entry;
            self.variables.clear();
            if tree.head(entry) == Some(Sym::PAR) {
                let parts: Vec<_> = tree.children(entry).collect();
                let [_, variables, body] = parts[..] else {
                    return self.error(entry, "expected (par (variables..) function)");
                };
                self.variables = tree
                    .children(variables)
                    .filter_map(|n| tree.atom(n))
                    .collect();
                function = body;
            }
            let (name, overload) = self.overload(function)?;
            self.add(name, overload);
        }
        Ok(())
    }

    fn add(&mut self, name: Sym, overload: Overload) {
        let table = &mut self.theories.operator_of;
        table.resize(table.len().max(name.index() + 1), None);
        let operators = &mut self.theories.operators;
        let place = *table[name.index()].get_or_insert_with(|| {
            operators.push(Vec::new());
            self.theories.operator_names.push(name);
            operators.len() as u32 - 1
        });
        operators[place as usize].push(overload);
    }

    fn overload(&mut self, function: NodeId) -> Result<(Sym, Overload), String> {
        let tree = self.tree;
        let mut parts = tree.children(function).peekable();
        let Some(mut name) = parts.next() else {
            return self.error(function, "a function without a name");
        };
        let (mut indices, mut more_indices) = (Vec::new(), false);
        let indexed = tree.is_list(name);
        if indexed {
            let elements: Vec<_> = tree.children(name).skip(1).collect();
            name = *elements.first().unwrap_or(&name);
            for &index in elements.iter().skip(1) {
                if tree.atom(index) == Some(Sym::ELLIPSIS) {
                    more_indices = true;
                } else {
                    indices.push(self.index(index)?);
                }
            }
        }
        let (mut sorts, mut arity, mut computed) = (Vec::new(), Arity::Exact, None);
        while let Some(part) = parts.next() {
            match self.name(part) {
                b":left-assoc" => arity = Arity::LeftAssoc,
                b":right-assoc" => arity = Arity::RightAssoc,
                b":chainable" => arity = Arity::Chainable,
                b":pairwise" => arity = Arity::Pairwise,
                b":variadic" => arity = Arity::Variadic,
                b":sort-by" => {
                    let wanted = parts.next().map(|n| self.name(n));
                    computed = COMPUTED
                        .iter()
                        .find(|(name, _)| Some(name.as_bytes()) == wanted)
                        .map(|&(_, function)| function);
                    if computed.is_none() {
                        return self.error(function, "no such :sort-by function");
                    }
                }
                _ => sorts.push(self.sort(part)?),
            }
        }
        let result = match (sorts.pop(), computed) {
            (Some(result), _) => result,
            (None, Some(_)) => SortId::UNKNOWN,
            (None, None) => return self.error(function, "a function without a result"),
        };
        let two = !matches!(arity, Arity::Exact | Arity::Variadic);
        if two && sorts.len() != 2 || arity == Arity::Variadic && sorts.is_empty() {
            return self.error(function, "the attribute does not fit the parameters");
        }
        let Some(symbol) = tree.symbol(name) else {
            return self.error(function, "the name is not a symbol");
        };
        let all = &self.theories.sorts;
        let widens = sorts
            .iter()
            .all(|&p| !all.has_variables(p) || all.is_variable(p));
        let overload = Overload {
            theory: self.theory,
            indexed,
            indices,
            more_indices,
            shared: self.shared,
            parameters: sorts,
            result,
            arity,
            variables: self.variables.len(),
            widens,
            computed,
        };
        Ok((symbol, overload))
    }

    fn variable(&self, name: Sym) -> Option<u32> {
        let place = self.variables.iter().position(|&v| v == name);
        place.map(|p| p as u32)
    }

    fn sort(&mut self, node: NodeId) -> Result<SortId, String> {
        let tree = self.tree;
        if let Some(name) = tree.atom(node) {
            if let Some(variable) = self.variable(name) {
                return Ok(self.theories.sorts.variable(variable));
            }
            return match self
                .theories
                .sort_of
                .get(name.index())
                .and_then(Option::as_ref)
            {
                Some((TheorySort::Abbreviation(sort), _)) => Ok(*sort),
                Some(_) => Ok(self.theories.sorts.make(name, &[], &[])),
                None => self.error(node, "no such sort"),
            };
        }
        let mut parts = tree.children(node);
        let head = parts.next().and_then(|n| tree.atom(n));
        if head == Some(Sym::INDEXED) {
            let Some(name) = parts.next().and_then(|n| tree.atom(n)) else {
                return self.error(node, "an indexed sort without a name");
            };
            let indices: Vec<u32> = parts.map(|n| self.index(n)).collect::<Result<_, _>>()?;
            return Ok(self.theories.sorts.make_pattern(name, &indices, &[]));
        }
        let Some(head) = head else {
            return self.error(node, "no such sort");
        };
        let arguments: Vec<SortId> = parts.map(|n| self.sort(n)).collect::<Result<_, _>>()?;
        Ok(match (head, arguments.split_last()) {
            (Sym::ARROW, Some((&result, parameters))) => {
                self.theories.sorts.arrow(parameters, result)
            }
            _ => self.theories.sorts.make(head, &[], &arguments),
        })
    }

    fn index(&mut self, node: NodeId) -> Result<u32, String> {
        if let Some(atom) = self.tree.atom(node) {
            return Ok(match self.variable(atom) {
                Some(v) => self.theories.sorts.index_pattern(IndexExpr::Variable(v)),
                None => atom.0,
            });
        }
        let parts: Vec<_> = self.tree.children(node).collect();
        let [operator, left, right] = parts[..] else {
            return self.error(node, "an index is a numeral or a binary operation");
        };
        let (left, right) = (self.operand(left)?, self.operand(right)?);
        match self.tree.atom(operator) {
            Some(operator @ (Sym::PLUS | Sym::MINUS | Sym::TIMES | Sym::DIV)) => {
                let operation = IndexExpr::Operation(operator, left, right);
                Ok(self.theories.sorts.index_pattern(operation))
            }
            _ => self.error(node, "an index may use + - * div only"),
        }
    }

    /// An index inside an operation, where a numeral is a number and not a spelling.
    fn operand(&mut self, node: NodeId) -> Result<u32, String> {
        let number = self
            .tree
            .atom(node)
            .and_then(|a| self.theories.symbols.number(a));
        match number {
            Some(n) => Ok(self.theories.sorts.index_pattern(IndexExpr::Number(n))),
            None => self.index(node),
        }
    }
}

impl Sym {
    /// Whether it is the name of an operator of a theory, whatever else a script uses it for.
    pub fn is_of_a_theory(self) -> bool {
        THEORIES
            .operator_of
            .get(self.index())
            .is_some_and(Option::is_some)
    }
}

impl OperatorId {
    /// The operator with this name.
    pub fn named(name: &str) -> Option<Self> {
        let symbol = THEORIES.symbols.find(name.as_bytes())?;
        THEORIES.operator_of.get(symbol.index())?.map(OperatorId)
    }

    /// A number of its own, from 0 upwards, for tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether solvers of different makers know it, in some of its uses.
    pub fn is_shared(self) -> bool {
        THEORIES.operators[self.0 as usize].iter().any(|o| o.shared)
    }

    /// Its name, which is the same symbol in every script.
    pub fn name(self) -> Sym {
        THEORIES.operator_names[self.0 as usize]
    }
}

/// How an operator is applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The operator.
    pub operator: OperatorId,
    /// Its name.
    pub name: String,
    /// How many indices stand behind the name in `(_ f ..)`; none if it is written alone.
    pub indices: Option<usize>,
    /// How many arguments it takes, at least if it takes more; `None` if that is computed.
    pub arguments: Option<usize>,
}

/// The signatures of a theory, by the name of its file, in the order of the file. Those that differ
/// in nothing but sorts are one.
pub fn signatures(file: &str) -> Vec<Signature> {
    let theory = FILES.iter().position(|(name, _)| *name == file);
    let mut all: Vec<Signature> = Vec::new();
    for (place, overloads) in THEORIES.operators.iter().enumerate() {
        let own = overloads
            .iter()
            .filter(|o| Some(usize::from(o.theory.0)) == theory);
        for overload in own {
            let symbol = THEORIES.operator_names[place];
            let signature = Signature {
                operator: OperatorId(place as u32),
                name: THEORIES.symbols.name(symbol).into_owned(),
                indices: overload.indexed.then_some(overload.indices.len()),
                arguments: match overload.computed {
                    None => Some(overload.parameters.len()),
                    Some(_) => None,
                },
            };
            if !all.contains(&signature) {
                all.push(signature);
            }
        }
    }
    all
}

/// The names of all theories, in the order of their files.
pub fn theory_names() -> impl Iterator<Item = &'static str> {
    THEORIES.names.iter().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_say_how_operators_are_applied() {
        let floats = signatures("floats");
        let of = |name: &str| -> Vec<(Option<usize>, Option<usize>)> {
            let named = floats.iter().filter(|s| s.name == name);
            named.map(|s| (s.indices, s.arguments)).collect()
        };
        assert_eq!(of("fp.fma"), [(None, Some(4))]);
        assert_eq!(of("+oo"), [(Some(2), Some(0))]);
        assert!(of("to_fp").contains(&(Some(2), Some(2))));
        assert!(of("bvadd").is_empty(), "of another theory");
        let sets = signatures("sets");
        let insert = sets.iter().find(|s| s.name == "set.insert").unwrap();
        assert_eq!(insert.arguments, None);
        assert!(signatures("nothing").is_empty());
    }

    #[test]
    fn all_theory_files_load() {
        assert_eq!(THEORIES.names.len(), FILES.len());
        assert!(THEORIES.names.iter().all(|name| !name.is_empty()));
        for name in ["and", "select", "bvadd", "fp.fma", "to_real"] {
            let symbol = THEORIES.symbols.find(name.as_bytes()).unwrap();
            assert!(THEORIES.operator_of[symbol.index()].is_some(), "{name}");
        }
    }

    #[test]
    fn mistakes_in_a_file_are_named_with_their_line() {
        for (text, message) in [
            ("(theory T :funs ((f Nope)))", "no such sort: Nope"),
            ("(theory T :funs (\n((f))))", "line 2: "),
            (
                "(theory T :sorts ((B 0)) :funs ((f B :chainable)))",
                "does not fit",
            ),
            (
                "(theory T :funs ((f :sort-by nothing)))",
                "no such :sort-by",
            ),
        ] {
            let error = load(&[("t", text)]).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
