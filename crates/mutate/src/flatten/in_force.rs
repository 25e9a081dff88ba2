//! What is in force at a place of a script, as `push`, `pop` and the resets leave it.

use super::{dialect, head};
use hashbrown::HashSet;
use smt::{Command, CommandKind, DeclId, Script, Sym};

/// How long a command holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lifetime {
    /// Until a reset: settings.
    Script,
    /// Until a `pop`, or until a reset if `:global-declarations` says so.
    Declaration,
    /// Until a `pop` or a reset.
    Assertion,
}

/// How long a command holds; `None` for one that seeds do without.
pub(super) fn lifetime(script: &Script, command: &Command) -> Option<Lifetime> {
    use CommandKind as K;
    let symbols = &script.tree.symbols;
    match &command.kind {
        K::SetLogic(_) => Some(Lifetime::Script),
        K::SetInfo { keyword, .. } => {
            (symbols.bytes(*keyword) != b":status").then_some(Lifetime::Script)
        }
        K::SetOption { keyword, .. } => {
            (!dialect::is_silenced_option(symbols.bytes(*keyword))).then_some(Lifetime::Script)
        }
        K::DeclareSort { .. }
        | K::DeclareSortParameter(_)
        | K::DefineSort { .. }
        | K::DeclareDatatypes { .. }
        | K::DeclareFun(_)
        | K::DeclareConst(_)
        | K::DeclareVar(_)
        | K::DeclareRel(_)
        | K::DefineFun(_)
        | K::DefineConst(_)
        | K::DefineFunRec(_)
        | K::DefineFunsRec(_) => Some(Lifetime::Declaration),
        K::Assert(_) | K::AssertSoft(_) | K::Minimize(_) | K::Maximize(_) => {
            Some(Lifetime::Assertion)
        }
        K::Raw => match head(script, command) {
            b"" => None,
            head if dialect::is_silenced(head) || head.starts_with(b"check-") => None,
            head if head.starts_with(b"declare-") || head.starts_with(b"define") => {
                Some(Lifetime::Declaration)
            }
            head if head.starts_with(b"set-") => Some(Lifetime::Script),
            _ => Some(Lifetime::Assertion),
        },
        _ => None,
    }
}

/// The commands in force, by their numbers. Both lists are in the order of the script.
#[derive(Debug, Default)]
pub(super) struct InForce {
    /// What no `pop` takes back.
    lasting: Vec<usize>,
    scoped: Vec<usize>,
    /// The length of `scoped` at each `push`, and how many levels that opened.
    levels: Vec<(usize, u64)>,
    /// How many of `scoped` are declarations that a `reset-assertions` has spared.
    spared: usize,
    /// The names they declare.
    spared_names: HashSet<(bool, Sym)>,
    /// `:global-declarations`
    pub global_declarations: bool,
}

impl InForce {
    pub fn add(&mut self, script: &Script, number: usize, lifetime: Lifetime) {
        if lifetime == Lifetime::Declaration && self.spared > 0 {
            self.forget_spared(script, number);
        }
        let lasts = match lifetime {
            Lifetime::Script => true,
            Lifetime::Declaration => self.global_declarations,
            Lifetime::Assertion => false,
        };
        match lasts {
            true => self.lasting.push(number),
            false => self.scoped.push(number),
        }
    }

    pub fn push(&mut self, levels: u64) {
        if levels > 0 {
            self.levels.push((self.scoped.len(), levels));
        }
    }

    /// Goes back some levels, or to the bottom if there are not as many.
    pub fn pop(&mut self, mut levels: u64) {
        while levels > 0
            && let Some((mark, count)) = self.levels.pop()
        {
            self.scoped.truncate(mark);
            if count > levels {
                self.levels.push((mark, count - levels));
            }
            levels = levels.saturating_sub(count);
        }
    }

    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// By the standard the declarations of the bottom level go too, but some solvers keep them
    /// and their tests rely on it: they stay until one of them is declared again.
    pub fn reset_assertions(&mut self, script: &Script, lifetime: impl Fn(usize) -> Lifetime) {
        self.pop(u64::MAX);
        self.scoped
            .retain(|&number| lifetime(number) == Lifetime::Declaration);
        self.spared = self.scoped.len();
        self.spared_names.clear();
        for &number in &self.scoped {
            declared(script, number, |name| {
                self.spared_names.insert(name);
            });
        }
    }

    fn forget_spared(&mut self, script: &Script, number: usize) {
        let mut again = false;
        declared(script, number, |name| {
            again |= self.spared_names.contains(&name);
        });
        if again {
            self.scoped.drain(..self.spared);
            for (mark, _) in &mut self.levels {
                *mark -= self.spared;
            }
            self.spared = 0;
        }
    }

    /// All of them in the order of the script.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        let (mut lasting, mut scoped) = (&self.lasting[..], &self.scoped[..]);
        std::iter::from_fn(move || {
            let from = match (lasting.first(), scoped.first()) {
                (Some(a), Some(b)) if a < b => &mut lasting,
                (_, Some(_)) => &mut scoped,
                _ => &mut lasting,
            };
            let (&first, rest) = from.split_first()?;
            *from = rest;
            Some(first)
        })
    }
}

/// Calls back with each name that a command declares, and whether it is that of a sort.
fn declared(script: &Script, number: usize, mut each: impl FnMut((bool, Sym))) {
    let symbols = &script.tree.symbols;
    let function = |decl: DeclId| (false, symbols.canonical(script.declarations.name(decl)));
    let sort = |name: Sym| (true, symbols.canonical(name));
    match &script.commands[number].kind {
        CommandKind::DeclareFun(decl)
        | CommandKind::DeclareConst(decl)
        | CommandKind::DeclareVar(decl)
        | CommandKind::DeclareRel(decl) => each(function(*decl)),
        CommandKind::DefineFun(definition)
        | CommandKind::DefineConst(definition)
        | CommandKind::DefineFunRec(definition) => each(function(definition.function)),
        CommandKind::DefineFunsRec(definitions) => {
            definitions.iter().for_each(|d| each(function(d.function)));
        }
        CommandKind::DeclareSort { name, .. }
        | CommandKind::DefineSort { name, .. }
        | CommandKind::DeclareSortParameter(name) => each(sort(*name)),
        CommandKind::DeclareDatatypes { first, count, .. } => {
            for datatype in &script.datatypes[*first..*first + *count] {
                each(sort(datatype.name));
                for constructor in &datatype.constructors {
                    each(function(constructor.function));
                    constructor
                        .selectors
                        .iter()
                        .for_each(|&s| each(function(s)));
                }
            }
        }
        _ => {}
    }
}
