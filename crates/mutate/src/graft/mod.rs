//! Terms of one script put into another: what is free in them becomes something of the other script that
//! has the same sort, or is declared.

mod site;
mod survey;
mod widen;

pub use site::{Site, Stock};
pub use survey::{Place, Survey};
pub use widen::{Fit, Widening, is_constant};

use crate::logic::{Arithmetic, Logic};
use crate::rng::Rng;
use crate::snippet::Fresh;
use hashbrown::{HashMap, HashSet};
use smt::shape::{Shape, all_parts};
use smt::{
    CommandKind, DeclKind, Function, Lexer, NodeId, ParseError, Script, SortId, Sym, TermId,
    TermKind, TokenKind,
};

/// The longest term that is taken, and the most atoms and other terms of a script.
const LONGEST: usize = 240;
const MOST: usize = 96;
/// The longest sort of what is declared.
const LONGEST_SORT: usize = 120;
/// In a text: what follows is the number of something that is filled in. No token has such a byte, or the
/// term is not taken.
const HOLE: u8 = 1;
const SORT_HOLE: u8 = 2;
/// The most of both in one term: their numbers are bytes.
const MOST_HOLES: usize = 64;

/// What is free in a term.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hole {
    /// The sorts of its arguments, with spaces between them; empty for a constant.
    parameters: Vec<u8>,
    /// Its sort.
    sort: Vec<u8>,
}

/// A term that can be put into other scripts.
#[derive(Debug, Clone)]
pub struct Graft {
    text: Vec<u8>,
    holes: Vec<Hole>,
    /// How many sorts are filled in.
    sorts: usize,
    /// What a logic must allow.
    pub needs: Logic,
    /// Whether it is a number that is written without variables.
    pub is_constant: bool,
}

/// What can be taken from a script.
#[derive(Debug, Default)]
pub struct Grafts {
    all: Vec<Graft>,
    /// The terms of each sort, as it is written.
    by_sort: HashMap<Vec<u8>, Vec<u32>>,
    /// The atoms of its formulas.
    atoms: Vec<u32>,
}

impl Grafts {
    /// Reads a script. What only one solver knows, and what a script's own datatypes are part of, is left.
    pub fn of(text: &[u8]) -> Result<Self, ParseError> {
        let script = Script::parse(text)?;
        let survey = Survey::of(&script);
        let mut grafts = Self::default();
        let mut seen: HashSet<Vec<u8>> = HashSet::new();
        let reader = Reader::new(&script);
        let wanted = |place: &&Place| {
            let is_term = script.terms.kind(place.term) == TermKind::Apply
                && script.terms.sort(place.term) != SortId::BOOL;
            (place.is_atom || is_term) && script.tree.range(place.node).len() <= LONGEST
        };
        let count = survey.places.iter().filter(wanted).count();
        // Evenly from all over the script.
        let every = count.div_ceil(2 * MOST).max(1);
        for place in survey.places.iter().filter(wanted).step_by(every) {
            let Some(graft) = reader.graft(place.node) else {
                continue;
            };
            let (mut sort, mut sorts) = (Vec::new(), Vec::new());
            let known = reader.sort(script.terms.sort(place.term), &mut sorts, &mut sort);
            // What is but a variable says nothing.
            if !known || graft.text.len() <= 2 || !seen.insert(graft.text.clone()) {
                continue;
            }
            let number = grafts.all.len() as u32;
            match place.is_atom {
                true => grafts.atoms.push(number),
                false if sorts.is_empty() => grafts.by_sort.entry(sort).or_default().push(number),
                false => continue,
            }
            grafts.all.push(graft);
        }
        Ok(grafts)
    }

    /// Whether nothing can be taken.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// One of its atoms.
    pub fn atom(&self, rng: &mut Rng) -> Option<&Graft> {
        rng.pick(&self.atoms)
            .map(|&number| &self.all[number as usize])
    }

    /// One of its terms of a sort, which is meant by how it is written; atoms are those of `Bool`.
    pub fn term(&self, sort: &[u8], rng: &mut Rng) -> Option<&Graft> {
        if sort == b"Bool" {
            return self.atom(rng);
        }
        let of_sort = self.by_sort.get(sort)?;
        rng.pick(of_sort).map(|&number| &self.all[number as usize])
    }
}

impl Graft {
    /// Appends the term as it can stand at a site, and to `declare` what has to be declared before it,
    /// but for the variables of `fresh`. False if there are too many: then what is appended is of no use.
    pub fn write(
        &self,
        site: &Site<'_>,
        rng: &mut Rng,
        fresh: &mut Fresh,
        declare: &mut Vec<u8>,
        out: &mut Vec<u8>,
    ) -> bool {
        let mut sorts: Vec<Vec<u8>> = Vec::with_capacity(self.sorts);
        for _ in 0..self.sorts {
            sorts.push(match site.sort(rng) {
                Some(name) => name.to_vec(),
                None => {
                    let mut name = Vec::new();
                    fresh.write_name(&mut name);
                    declare.extend_from_slice(b"(declare-sort ");
                    declare.extend_from_slice(&name);
                    declare.extend_from_slice(b" 0)\n");
                    name
                }
            });
        }
        let mut names: Vec<Vec<u8>> = Vec::with_capacity(self.holes.len());
        for hole in &self.holes {
            let sort = filled(&hole.sort, SORT_HOLE, &sorts);
            let parameters = filled(&hole.parameters, SORT_HOLE, &sorts);
            let mut name = Vec::new();
            let found = rng.chance(7, 8) && site.write_symbol(&parameters, &sort, rng, &mut name);
            if !found && parameters.is_empty() {
                if !fresh.write_variable(&sort, rng, &mut name) {
                    return false;
                }
            } else if !found {
                fresh.write_name(&mut name);
                for part in [
                    b"(declare-fun ",
                    &name[..],
                    b" (",
                    &parameters,
                    b") ",
                    &sort,
                    b")\n",
                ] {
                    declare.extend_from_slice(part);
                }
            }
            names.push(name);
        }
        out.extend_from_slice(&filled(&self.text, HOLE, &names));
        true
    }
}

/// A text with something in the place of its holes.
fn filled(text: &[u8], hole: u8, by: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 16);
    let mut bytes = text.iter();
    while let Some(&byte) = bytes.next() {
        match byte == hole {
            true => {
                let number = bytes.next().map_or(0, |&n| usize::from(n - HOLES_FROM));
                out.extend_from_slice(by.get(number).map_or(&[][..], Vec::as_slice));
            }
            false => out.push(byte),
        }
    }
    out
}

/// Numbers of holes start with a byte that is none of those with a meaning.
const HOLES_FROM: u8 = 16;

/// Reads terms of a script.
struct Reader<'a> {
    script: &'a Script,
    /// The sorts that it declares.
    sorts: Vec<Sym>,
    /// Whether it declares a sort that takes arguments, or twice the same.
    odd_sorts: bool,
}

/// A term in the making.
struct Reading {
    text: Vec<u8>,
    holes: Vec<Hole>,
    /// What each hole stands for.
    symbols: Vec<smt::DeclId>,
    sorts: Vec<Sym>,
    needs: Logic,
}

impl<'a> Reader<'a> {
    fn new(script: &'a Script) -> Self {
        let (mut sorts, mut odd_sorts) = (Vec::new(), false);
        for command in &script.commands {
            if let CommandKind::DeclareSort { name, arity } = command.kind {
                odd_sorts |= arity > 0 || sorts.contains(&name);
                sorts.push(name);
            }
        }
        Self {
            script,
            sorts,
            odd_sorts,
        }
    }

    fn graft(&self, node: NodeId) -> Option<Graft> {
        let mut reading = Reading {
            text: Vec::new(),
            holes: Vec::new(),
            symbols: Vec::new(),
            sorts: Vec::new(),
            needs: Logic::CORE,
        };
        enum Task {
            Node(NodeId),
            Close,
        }
        let tree = &self.script.tree;
        let mut tasks = vec![Task::Node(node)];
        while let Some(task) = tasks.pop() {
            let Task::Node(node) = task else {
                reading.text.push(b')');
                continue;
            };
            if !matches!(reading.text.last(), None | Some(b'(')) {
                reading.text.push(b' ');
            }
            let term = self.script.term_at(node)?;
            self.require(term, &mut reading)?;
            match (self.script.terms.kind(term), tree.is_list(node)) {
                (TermKind::Literal, _) => self.literal(term, node, &mut reading)?,
                (TermKind::Symbol, _) => self.head(term, node, &mut reading)?,
                (TermKind::Apply, true) => {
                    let mut parts = tree.children(node);
                    reading.text.push(b'(');
                    self.head(term, parts.next()?, &mut reading)?;
                    tasks.push(Task::Close);
                    let arguments: Vec<NodeId> = parts.collect();
                    tasks.extend(arguments.into_iter().rev().map(Task::Node));
                }
                _ => return None,
            }
        }
        let is_constant = reading.holes.is_empty();
        Some(Graft {
            text: reading.text,
            holes: reading.holes,
            sorts: reading.sorts.len(),
            needs: reading.needs,
            is_constant,
        })
    }

    /// What a logic must allow for a term; nothing if it is of a sort that cannot be taken.
    fn require(&self, term: TermId, reading: &mut Reading) -> Option<()> {
        let (script, terms) = (self.script, &self.script.terms);
        let needs = &mut reading.needs;
        let usable = all_parts(script, terms.sort(term), |part| {
            match Shape::of(script, part) {
                Shape::Bool => {}
                Shape::Int => needs.ints = true,
                Shape::Real => needs.reals = true,
                Shape::BitVec(_) => needs.bit_vectors = true,
                Shape::Float(..) | Shape::RoundingMode => needs.floats = true,
                Shape::String | Shape::RegLan | Shape::Seq(_) => needs.strings = true,
                Shape::Array(..) => needs.arrays = true,
                Shape::Uninterpreted => needs.uninterpreted = true,
                // Of one solver, or of the script alone.
                Shape::Set(_) | Shape::Field(_) | Shape::Datatype(_) | Shape::Other => {
                    return false;
                }
            }
            true
        });
        if !usable || !terms.is_sorted(term) {
            return None;
        }
        if let (TermKind::Apply, Function::Operator(operator)) =
            (terms.kind(term), terms.function(term))
        {
            let name = script.tree.symbols.name(operator.name());
            let constants: Vec<bool> = terms
                .arguments(term)
                .iter()
                .map(|&argument| is_constant(script, argument))
                .collect();
            let levels = [Arithmetic::None, Arithmetic::Difference, Arithmetic::Linear];
            let enough = |level: &Arithmetic| {
                let logic = Logic {
                    arithmetic: *level,
                    ..Logic::ALL
                };
                logic.allows_operator(&name, &constants)
            };
            let level = levels.into_iter().find(enough);
            needs.arithmetic = needs.arithmetic.max(level.unwrap_or(Arithmetic::Nonlinear));
            let tame = Logic {
                transcendentals: false,
                ..Logic::ALL
            };
            needs.transcendentals |= !tame.allows_operator(&name, &constants);
        }
        Some(())
    }

    fn literal(&self, term: TermId, node: NodeId, reading: &mut Reading) -> Option<()> {
        let start = reading.text.len();
        self.script.tree.write_tokens(node, &mut reading.text);
        let written = &reading.text[start..];
        // Escapes are read differently by different versions, and holes are marked by such bytes.
        if written
            .iter()
            .any(|b| *b < b' ' || *b == b'\\' || !b.is_ascii())
        {
            return None;
        }
        // A numeral of a logic of reals would be an integer elsewhere.
        let is_real = self.script.terms.sort(term) == SortId::REAL;
        if is_real && !written.contains(&b'.') {
            reading.text.extend_from_slice(b".0");
        }
        Some(())
    }

    /// What a term applies, or is.
    fn head(&self, term: TermId, node: NodeId, reading: &mut Reading) -> Option<()> {
        let (script, terms) = (self.script, &self.script.terms);
        match terms.function(term) {
            Function::Operator(operator) => {
                let parts = terms.ident(term).and_then(|ident| terms.parts(ident));
                let ascribed = parts.and_then(|parts| parts.ascribed);
                let plain = ascribed.is_none_or(|sort| {
                    all_parts(script, sort, |part| script.sorts.head(part).is_some())
                });
                if !operator.is_shared() || !plain || !eval::is_of_its_theory(script, term) {
                    return None;
                }
                script.tree.write_tokens(node, &mut reading.text);
                Some(())
            }
            Function::Declared(declaration) => {
                let is_free = matches!(
                    script.declarations.kind(declaration),
                    DeclKind::Function
                        | DeclKind::Defined
                        | DeclKind::Parameter
                        | DeclKind::Quantified
                        | DeclKind::LetBound
                        | DeclKind::Named
                        | DeclKind::PatternVariable
                );
                if !is_free || script.declarations.variables(declaration) > 0 {
                    return None;
                }
                self.hole(declaration, reading)
            }
            Function::Unknown => None,
        }
    }

    fn hole(&self, declaration: smt::DeclId, reading: &mut Reading) -> Option<()> {
        let declarations = &self.script.declarations;
        let known = reading.symbols.iter().position(|&d| d == declaration);
        let number = match known {
            Some(number) => number,
            None => {
                let (mut parameters, mut sort) = (Vec::new(), Vec::new());
                for &parameter in declarations.parameters(declaration) {
                    if !parameters.is_empty() {
                        parameters.push(b' ');
                    }
                    if !self.sort(parameter, &mut reading.sorts, &mut parameters) {
                        return None;
                    }
                    reading.needs.uninterpreted = true;
                }
                if !self.sort(
                    declarations.sort(declaration),
                    &mut reading.sorts,
                    &mut sort,
                ) {
                    return None;
                }
                // z3 and cvc5 differ on variables of this sort.
                if sort == b"RegLan" {
                    return None;
                }
                reading.symbols.push(declaration);
                reading.holes.push(Hole { parameters, sort });
                reading.holes.len() - 1
            }
        };
        if number >= MOST_HOLES {
            return None;
        }
        reading.text.extend([HOLE, HOLES_FROM + number as u8]);
        Some(())
    }

    /// Appends a sort, with holes for those that the script declares. False if it cannot be taken.
    fn sort(&self, sort: SortId, holes: &mut Vec<Sym>, out: &mut Vec<u8>) -> bool {
        let script = self.script;
        let symbols = &script.tree.symbols;
        let mut is_plain = true;
        let usable = all_parts(script, sort, |part| match Shape::of(script, part) {
            Shape::Uninterpreted => {
                is_plain = false;
                !self.odd_sorts
            }
            Shape::Set(_) | Shape::Field(_) | Shape::Datatype(_) | Shape::Other => false,
            _ => true,
        });
        let mut text = Vec::new();
        if !usable || !script.sorts.write(sort, symbols, LONGEST_SORT, &mut text) {
            return false;
        }
        if is_plain {
            out.extend_from_slice(&text);
            return true;
        }
        let mut lexer = Lexer::new(&text);
        let mut written = 0;
        while let Ok(Some(token)) = lexer.next_token() {
            out.extend_from_slice(&text[written..token.start]);
            written = token.end;
            let spelling = &text[token.start..token.end];
            let declared = match token.kind {
                TokenKind::Atom(_) => {
                    let mut declared = self.sorts.iter();
                    declared.find(|&&name| symbols.bytes(name) == spelling)
                }
                _ => None,
            };
            let Some(&name) = declared else {
                out.extend_from_slice(spelling);
                continue;
            };
            let known = holes.iter().position(|&hole| hole == name);
            let number = known.unwrap_or_else(|| {
                holes.push(name);
                holes.len() - 1
            });
            if number >= MOST_HOLES {
                return false;
            }
            out.extend([SORT_HOLE, HOLES_FROM + number as u8]);
        }
        out.extend_from_slice(&text[written..]);
        true
    }
}

#[cfg(test)]
mod tests;
