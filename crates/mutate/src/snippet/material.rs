//! What of a script can be used where: the place from which on a declaration, a sort or a term
//! means what it means at the top of the script.

use smt::shape::all_parts;
use smt::{CommandKind, DeclId, DeclKind, Function, Script, SortId, Sym, TermId, TermKind};
use std::sync::LazyLock;

/// The place behind which nothing is: for what cannot be used at all.
pub(crate) const NEVER: u32 = u32::MAX;

/// How many symbols every script starts with: those of the theories.
static THEORY_SYMBOLS: LazyLock<usize> =
    LazyLock::new(|| Script::parse(*b"").map_or(0, |script| script.tree.symbols.len()));

/// What of a script can be used, and from which node on.
#[derive(Debug)]
pub(crate) struct Material {
    declarations: Vec<u32>,
    terms: Vec<u32>,
    /// Sorts that the script declares, by name.
    sorts: Vec<(Sym, u32)>,
    /// Operators that occur, by their symbol.
    used: Vec<bool>,
    /// Names of theories that the script gives another meaning somewhere.
    taken: Vec<Sym>,
    /// Whether the script has arrays that are constant.
    pub constant_arrays: bool,
    /// Whether there is a quantifier.
    pub quantified: bool,
    /// Whether an operator of cvc5's sets occurs; `(Set A)` alone can be z3's, an array.
    pub sets: bool,
}

impl Material {
    pub fn new(script: &Script) -> Self {
        let mut material = Self {
            declarations: vec![NEVER; script.declarations.len()],
            terms: Vec::with_capacity(script.terms.len()),
            sorts: Vec::new(),
            used: vec![false; *THEORY_SYMBOLS],
            taken: Vec::new(),
            constant_arrays: false,
            quantified: false,
            sets: false,
        };
        material.read_commands(script);
        material.drop_ambiguous(script);
        material.read_terms(script);
        material.constant_arrays = material.uses(script, "const");
        material
    }

    /// What is declared at the bottom level stays; what is declared further up goes with a `pop`,
    /// and a reset takes all.
    fn read_commands(&mut self, script: &Script) {
        let mut level = 0u64;
        for command in &script.commands {
            let behind = script.tree.after(command.node).index() as u32;
            match &command.kind {
                CommandKind::Push(levels) => level = level.saturating_add(*levels),
                CommandKind::Pop(levels) => level = level.saturating_sub(*levels),
                CommandKind::Reset | CommandKind::ResetAssertions => {
                    level = 0;
                    self.declarations.fill(NEVER);
                    self.sorts.iter_mut().for_each(|(_, since)| *since = NEVER);
                }
                _ if level > 0 => {}
                CommandKind::DeclareFun(function) | CommandKind::DeclareConst(function) => {
                    self.declarations[function.index()] = behind;
                }
                // Not recursive ones: solvers look at them where they are called, and what a
                // definition such as f(x) = f(x) + 1 does elsewhere is their own affair.
                CommandKind::DefineFun(definition) | CommandKind::DefineConst(definition) => {
                    self.declarations[definition.function.index()] = behind;
                }
                CommandKind::DeclareSort { name, .. } => self.add_sort(*name, behind),
                CommandKind::DeclareDatatypes { first, count, .. } => {
                    for datatype in &script.datatypes[*first..*first + *count] {
                        self.add_sort(datatype.name, behind);
                        for constructor in &datatype.constructors {
                            self.declarations[constructor.function.index()] = behind;
                            for selector in &constructor.selectors {
                                self.declarations[selector.index()] = behind;
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn add_sort(&mut self, name: Sym, since: u32) {
        match self.sorts.iter_mut().find(|(n, _)| *n == name) {
            // Said twice: which of them is meant depends on more than the place.
            Some((_, old)) => *old = NEVER,
            None => self.sorts.push((name, since)),
        }
    }

    /// A name that is declared twice means one or the other, depending on its arguments.
    fn drop_ambiguous(&mut self, script: &Script) {
        let symbols = &script.tree.symbols;
        let all = &script.declarations;
        let canonical = |d: DeclId| symbols.canonical(all.name(d));
        let mut times = vec![0u8; symbols.len()];
        for declaration in all.all() {
            let name = canonical(declaration);
            if name.index() < *THEORY_SYMBOLS && !self.taken.contains(&name) {
                self.taken.push(name);
            }
            let global = matches!(
                all.kind(declaration),
                DeclKind::Function
                    | DeclKind::Defined
                    | DeclKind::Constructor
                    | DeclKind::Selector
                    | DeclKind::Named
            );
            let times = &mut times[name.index()];
            *times = times.saturating_add(u8::from(global));
        }
        for declaration in all.all() {
            if times[canonical(declaration).index()] > 1 {
                self.declarations[declaration.index()] = NEVER;
            }
        }
    }

    fn read_terms(&mut self, script: &Script) {
        let (terms, symbols) = (&script.terms, &script.tree.symbols);
        for term in terms.all() {
            let mut since = match terms.kind(term) {
                TermKind::Literal => 0,
                TermKind::Symbol | TermKind::Apply => {
                    let parts = terms.ident(term).and_then(|ident| terms.parts(ident));
                    let name = parts.map_or_else(|| terms.head(term), |parts| parts.name);
                    let name = symbols.canonical(name);
                    let function = match terms.function(term) {
                        Function::Unknown => terms.target(term),
                        function => function,
                    };
                    let sort = parts.and_then(|parts| parts.ascribed);
                    let sort = sort.map_or(0, |sort| self.of_sort(script, sort));
                    match function {
                        Function::Operator(_) => {
                            if let Some(used) = self.used.get_mut(name.index())
                                && !std::mem::replace(used, true)
                            {
                                self.sets |= symbols.bytes(name).starts_with(b"set.");
                            }
                            sort
                        }
                        Function::Declared(d) => sort.max(self.of_declaration(d)),
                        Function::Unknown => NEVER,
                    }
                }
                TermKind::Binder => {
                    self.quantified |= matches!(terms.head(term), Sym::FORALL | Sym::EXISTS);
                    NEVER
                }
                _ => NEVER,
            };
            let arguments = terms.arguments(term).iter();
            since = arguments.fold(since, |since, a| since.max(self.terms[a.index()]));
            let known = terms.is_sorted(term);
            self.terms.push(if known { since } else { NEVER });
        }
    }

    /// From where on a declaration can be used.
    pub fn of_declaration(&self, declaration: DeclId) -> u32 {
        self.declarations[declaration.index()]
    }

    /// From where on a term can be used. Never, if there is a variable in it that is bound.
    pub fn of_term(&self, term: TermId) -> u32 {
        self.terms[term.index()]
    }

    /// From where on a sort can be used.
    pub fn of_sort(&self, script: &Script, sort: SortId) -> u32 {
        let mut since = 0;
        let usable = all_parts(script, sort, |part| {
            if script.sorts.head(part).is_none() {
                let name = script.sorts.name(part);
                let found = self.sorts.iter().find(|(n, _)| Some(*n) == name);
                since = since.max(found.map_or(NEVER, |(_, since)| *since));
            }
            since != NEVER
        });
        if usable { since } else { NEVER }
    }

    /// Whether an operator of a theory occurs.
    pub fn uses(&self, script: &Script, operator: &str) -> bool {
        let found = script.tree.symbols.find(operator.as_bytes());
        found.is_some_and(|name| self.used.get(name.index()) == Some(&true))
    }

    /// Whether the script gives an operator's name to something else.
    pub fn takes(&self, script: &Script, operator: &str) -> bool {
        let symbols = &script.tree.symbols;
        (self.taken.iter()).any(|&name| symbols.bytes(name) == operator.as_bytes())
    }
}
