//! A seed taken apart, so that it can become a part of a larger script.

use super::set::FusionSet;
use hashbrown::{HashMap, HashSet};
use smt::{AtomKind, CommandKind, DeclKind, Function, NodeId, Script, SortId, Sym, TermKind};

/// Why a seed cannot become a part of another script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Unfit {
    /// It cannot be read.
    #[error("it is no script")]
    NoScript,
    /// It has commands that are about more than one question, or that we don't know.
    #[error("it has commands that do not go together with those of others")]
    Command,
    /// It sets an option that changes what formulas mean.
    #[error("it sets an option that changes what formulas mean")]
    Option,
    /// Functions are values in it, which they are not in the logic of everything.
    #[error("its logic is of higher order")]
    Logic,
    /// Something in it is not understood.
    #[error("it has symbols or sorts that are not understood")]
    NotUnderstood,
    /// A name in it has two meanings.
    #[error("a name in it has two meanings")]
    Name,
}

/// Options under which a solver answers another question, or takes for granted what nobody has shown.
const TELLING_OPTIONS: &[&[u8]] = &[
    b":encoding",
    b":fmf-fun",
    b":fmf-fun-rlv",
    b":quant-fun-wd",
    b":strings-alpha-card",
];

/// Options that are for who asks.
const IDLE_OPTIONS: &[&[u8]] = &[
    b":check-models",
    b":check-proofs",
    b":check-unsat-cores",
    b":interactive-mode",
    b":model_validate",
    b":print-success",
    b":produce-assignments",
    b":produce-models",
    b":produce-proofs",
    b":produce-unsat-assumptions",
    b":produce-unsat-cores",
];

/// Options that let a solver read or try more, or by which it takes another way to the same answer.
const PERMISSIONS: &[&[u8]] = &[
    b":arrays-exp",
    b":bags-exp",
    b":datatypes-exp",
    b":fp-exp",
    b":incremental",
    b":random-seed",
    b":random_seed",
    b":sat.random_seed",
    b":seed",
    b":sets-exp",
    b":sets-ext",
    b":smt.random_seed",
    b":strings-exp",
];

/// Sorts that a script must not give a meaning of its own.
const SORTS: &[&[u8]] = &[
    b"Array",
    b"Bag",
    b"BitVec",
    b"Bool",
    b"Int",
    b"FloatingPoint",
    b"Real",
    b"RegLan",
    b"RoundingMode",
    b"Seq",
    b"Set",
    b"String",
    b"Tuple",
];

/// A seed taken apart.
#[derive(Debug, Clone)]
pub struct Part {
    pub(super) script: Script,
    /// What it declares, in order.
    pub(super) declarations: Vec<NodeId>,
    /// What it defines and asserts, in order.
    pub(super) body: Vec<Item>,
    /// Options that may matter.
    pub(super) options: Vec<Setting>,
    pub(super) logic: Option<Vec<u8>>,
    /// Which version of the standard it says it is written in.
    pub(super) version: Option<Vec<u8>>,
    /// What has a name everywhere in it.
    globals: Vec<Sym>,
    /// Testers `is-c` with their constructors.
    testers: Vec<(Sym, Sym)>,
    /// All symbols in it.
    symbols: HashSet<Box<[u8]>>,
    /// Numerals that are reals, since its logic has no integers.
    decimals: HashSet<NodeId>,
    /// Whether a formula refers to another by its name.
    pub(super) refers_to_names: bool,
}

/// An option that a script sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Setting {
    pub keyword: Vec<u8>,
    /// All of the command.
    pub command: Vec<u8>,
    /// Whether it lets a solver do more, and forbids nothing.
    pub is_permission: bool,
}

/// What a script is made of behind its declarations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// All of a command.
    Definition(NodeId),
    /// An asserted formula, with the name that it may be given and without.
    Assertion { named: NodeId, bare: NodeId },
}

/// Other names for some symbols.
pub(super) type Names = HashMap<Sym, Vec<u8>>;

impl Part {
    /// Takes a flat seed apart.
    ///
    /// # Errors
    /// If it cannot become a part of another script.
    pub fn new(text: &[u8]) -> Result<Self, Unfit> {
        let script = Script::parse(text).map_err(|_| Unfit::NoScript)?;
        let is_understood =
            script.unknown_symbols.is_empty() && script.unsorted_places().next().is_none();
        if !is_understood {
            return Err(Unfit::NotUnderstood);
        }
        let mut part = Self {
            declarations: Vec::new(),
            body: Vec::new(),
            options: Vec::new(),
            logic: None,
            version: None,
            globals: Vec::new(),
            testers: Vec::new(),
            symbols: HashSet::new(),
            decimals: HashSet::new(),
            refers_to_names: false,
            script,
        };
        part.sort_out_commands()?;
        part.sort_out_names()?;
        part.find_symbols()?;
        part.drop_names();
        Ok(part)
    }

    fn sort_out_commands(&mut self) -> Result<(), Unfit> {
        let tree = &self.script.tree;
        let mut checks = 0;
        for command in &self.script.commands {
            let node = command.node;
            match &command.kind {
                CommandKind::SetLogic(logic) => {
                    let logic = tree.symbols.bytes(*logic);
                    if logic.starts_with(b"HO_") {
                        return Err(Unfit::Logic);
                    }
                    self.logic = Some(logic.to_vec());
                }
                CommandKind::SetOption { keyword, .. } => {
                    let keyword = tree.symbols.bytes(*keyword);
                    if TELLING_OPTIONS.contains(&keyword) {
                        return Err(Unfit::Option);
                    }
                    if !IDLE_OPTIONS.contains(&keyword) {
                        self.options.push(Setting {
                            keyword: keyword.to_vec(),
                            command: tree.source(node).to_vec(),
                            is_permission: PERMISSIONS.contains(&keyword),
                        });
                    }
                }
                CommandKind::SetInfo { keyword, value } => {
                    if tree.symbols.bytes(*keyword) == b":smt-lib-version" {
                        self.version = value.map(|value| tree.source(value).to_vec());
                    }
                }
                CommandKind::DeclareSort { .. }
                | CommandKind::DefineSort { .. }
                | CommandKind::DeclareDatatypes { .. }
                | CommandKind::DeclareFun(_)
                | CommandKind::DeclareConst(_) => self.declarations.push(node),
                CommandKind::DefineFun(_)
                | CommandKind::DefineConst(_)
                | CommandKind::DefineFunRec(_)
                | CommandKind::DefineFunsRec(_) => self.body.push(Item::Definition(node)),
                CommandKind::Assert(_) => {
                    let formula = tree.children(node).nth(1).ok_or(Unfit::Command)?;
                    self.body.push(Item::Assertion {
                        named: formula,
                        bare: formula,
                    });
                }
                CommandKind::CheckSat => checks += 1,
                _ => return Err(Unfit::Command),
            }
        }
        match checks {
            1 => Ok(()),
            _ => Err(Unfit::Command),
        }
    }

    fn sort_out_names(&mut self) -> Result<(), Unfit> {
        let Script {
            tree,
            declarations,
            commands,
            datatypes,
            ..
        } = &self.script;
        let canonical = |name: Sym| tree.symbols.canonical(name);
        // Names of theories may be given another meaning, but not one beside their own.
        let terms = self
            .script
            .terms
            .all()
            .map(|term| self.script.terms.function(term));
        let of_theories: HashSet<Sym> = terms
            .filter_map(|function| match function {
                Function::Operator(operator) => Some(operator.name()),
                _ => None,
            })
            .collect();
        let mut functions: HashSet<Sym> = HashSet::new();
        for declaration in declarations.all() {
            let name = canonical(declarations.name(declaration));
            if of_theories.contains(&name) || FusionSet::speaks_of(tree.symbols.bytes(name)) {
                return Err(Unfit::Name);
            }
            match declarations.kind(declaration) {
                DeclKind::Function
                | DeclKind::Defined
                | DeclKind::Constructor
                | DeclKind::Selector
                | DeclKind::Named => {
                    if !functions.insert(name) {
                        return Err(Unfit::Name);
                    }
                    self.globals.push(name);
                }
                DeclKind::Tester => {
                    let tester = tree.symbols.bytes(name);
                    // `|is-a b|` has its bar before it, as `|a b|` has.
                    let constructor = match tester.strip_prefix(b"|is-") {
                        Some(rest) => [b"|", rest].concat(),
                        None => tester.strip_prefix(b"is-").unwrap_or_default().to_vec(),
                    };
                    if let Some(constructor) = tree.symbols.find(&constructor) {
                        self.testers.push((name, canonical(constructor)));
                    }
                }
                DeclKind::Parameter
                | DeclKind::Quantified
                | DeclKind::LetBound
                | DeclKind::PatternVariable => {}
            }
        }
        let sorts = commands.iter().filter_map(|command| match command.kind {
            CommandKind::DeclareSort { name, .. } | CommandKind::DefineSort { name, .. } => {
                Some(name)
            }
            _ => None,
        });
        for name in sorts.chain(datatypes.iter().map(|datatype| datatype.name)) {
            let name = canonical(name);
            if SORTS.contains(&tree.symbols.bytes(name)) {
                return Err(Unfit::Name);
            }
            self.globals.push(name);
        }
        Ok(())
    }

    fn find_symbols(&mut self) -> Result<(), Unfit> {
        let tree = &self.script.tree;
        let formulas = self.body.iter().map(|item| match *item {
            Item::Definition(node) | Item::Assertion { named: node, .. } => node,
        });
        let mut seen: HashSet<Sym> = HashSet::new();
        for node in self.declarations.iter().copied().chain(formulas) {
            for node in tree.below(node) {
                let Some(atom) = tree.atom(node) else {
                    continue;
                };
                match tree.symbols.kind(atom) {
                    AtomKind::Numeral => {
                        let term = self.script.term_at(node);
                        let is_real = |term| self.script.terms.sort(term) == SortId::REAL;
                        if term.is_some_and(is_real) {
                            self.decimals.insert(node);
                        }
                    }
                    AtomKind::Symbol => {
                        seen.insert(tree.symbols.canonical(atom));
                    }
                    _ => {}
                }
            }
        }
        // The standard keeps these for solvers.
        let mut own = seen.iter().map(|&symbol| tree.symbols.bytes(symbol));
        if own.any(|name| name.starts_with(b"@") || name.starts_with(b".")) {
            return Err(Unfit::NotUnderstood);
        }
        seen.extend(self.testers.iter().map(|(tester, _)| *tester));
        seen.extend(&self.globals);
        self.symbols = seen
            .iter()
            .map(|&symbol| tree.symbols.bytes(symbol).into())
            .collect();
        Ok(())
    }

    /// Finds the names of assertions that nobody refers to.
    fn drop_names(&mut self) {
        let Script {
            tree,
            terms,
            declarations,
            ..
        } = &self.script;
        let is_name = |d: &smt::DeclId| declarations.kind(*d) == DeclKind::Named;
        let mut names = declarations.all().filter(is_name).count();
        let mut uses: HashMap<Sym, usize> = HashMap::new();
        if names > 0 {
            for symbol in tree.nodes().filter_map(|node| tree.symbol(node)) {
                *uses.entry(symbol).or_default() += 1;
            }
        }
        for item in &mut self.body {
            let Item::Assertion { named, bare } = item else {
                continue;
            };
            let term = self.script.term_at(*named);
            if term.is_none_or(|term| terms.kind(term) != TermKind::Annotated) {
                continue;
            }
            let parts: Vec<NodeId> = tree.children(*named).collect();
            if let [_, formula, keyword, name] = parts[..]
                && tree.keyword(keyword) == Some(Sym::NAMED)
                && tree
                    .symbol(name)
                    .is_some_and(|name| uses.get(&name) == Some(&1))
            {
                *bare = formula;
                names -= 1;
            }
        }
        self.refers_to_names = names > 0;
    }

    /// The logic that a script of this and another one may have: what both have, if that is the same.
    pub fn common_logic(&self, other: &Part) -> Option<&[u8]> {
        let logic = self.logic.as_deref();
        logic.filter(|_| self.logic == other.logic)
    }

    /// Whether it defines functions by themselves, which need not be possible: then nobody knows
    /// whether there is anything of which its definitions hold.
    pub fn is_recursive(&self) -> bool {
        self.script.is_recursive()
    }

    /// Whether a symbol occurs in it.
    pub(super) fn has_symbol(&self, name: &[u8]) -> bool {
        self.symbols.contains(name)
    }

    /// Whether a symbol occurs in it that begins so.
    pub(super) fn has_prefix(&self, prefix: &[u8]) -> bool {
        let begins = |name: &[u8]| name.strip_prefix(b"|").unwrap_or(name).starts_with(prefix);
        self.symbols.iter().any(|name| begins(name))
    }

    /// Whether strings in it may be read in more than one way.
    pub(super) fn has_escapes(&self) -> bool {
        self.script.tree.text().contains(&b'\\')
    }

    /// Other names for what has a name everywhere in it that means something in another part or in a
    /// theory, so that no two of them are the same.
    pub(super) fn apart_from(&self, other: &Part, mark: &[u8]) -> Names {
        let symbols = &self.script.tree.symbols;
        let mut names = Names::new();
        for &global in &self.globals {
            let name = symbols.bytes(global);
            // In another logic, what is of a theory is no longer free to be declared.
            let clashes = other.has_symbol(name) || global.is_of_a_theory();
            if !clashes || names.contains_key(&global) {
                continue;
            }
            let mut marked = name.to_vec();
            while self.has_symbol(&marked) || other.has_symbol(&marked) {
                let end = marked.len() - usize::from(name.ends_with(b"|"));
                marked.splice(end..end, mark.iter().copied());
            }
            names.insert(global, marked);
        }
        for (tester, constructor) in &self.testers {
            if let Some(marked) = names.get(constructor) {
                let name = match marked.strip_prefix(b"|") {
                    Some(rest) => [b"|is-", rest].concat(),
                    None => [b"is-", &marked[..]].concat(),
                };
                names.insert(*tester, name);
            }
        }
        names
    }

    /// Appends the text of a node with other names.
    pub(super) fn write(&self, node: NodeId, names: &Names, out: &mut Vec<u8>) {
        let tree = &self.script.tree;
        let mut copied = tree.range(node).start;
        if !names.is_empty() || !self.decimals.is_empty() {
            for place in tree.below(node).filter(|&place| !tree.is_list(place)) {
                let range = tree.range(place);
                let name = tree.symbol(place).and_then(|symbol| names.get(&symbol));
                if let Some(name) = name {
                    out.extend_from_slice(&tree.text()[copied..range.start]);
                    out.extend_from_slice(name);
                    copied = range.end;
                } else if self.decimals.contains(&place) {
                    out.extend_from_slice(&tree.text()[copied..range.end]);
                    out.extend_from_slice(b".0");
                    copied = range.end;
                }
            }
        }
        out.extend_from_slice(&tree.text()[copied..tree.range(node).end]);
    }
}
