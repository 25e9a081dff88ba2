//! What can be applied instead of what is applied: operators of the theories and functions of the script
//! that take the same arguments and give the same sort.

use crate::graft::{Place, Survey};
use crate::mutator::redeclared;
use crate::snippet::material::NEVER;
use hashbrown::HashMap;
use smt::{
    DeclKind, Function, OperatorId, Rank, Ranks, Script, Shape, SortId, Sym, TermId, TermKind,
};
use std::rc::Rc;

/// What can be applied.
#[derive(Debug)]
pub struct Choice {
    /// How it is written.
    pub head: Vec<u8>,
    /// Its name, for those that are of a theory.
    pub operator: Option<OperatorId>,
    /// The node from which on it can be used.
    pub since: u32,
}

/// The choices for a script, found when they are first asked for.
#[derive(Debug)]
pub struct Operators {
    ranks: Ranks,
    /// Operators of single solvers that the script has itself.
    used: Vec<OperatorId>,
    /// Names that mean something else in the script than in its theories.
    redeclared: Vec<Sym>,
    found: HashMap<(Rank, Vec<Sym>), Rc<[Choice]>>,
}

impl Operators {
    /// For a script.
    pub fn of(script: &Script) -> Self {
        let terms = &script.terms;
        let mut used: Vec<OperatorId> = terms
            .all()
            .filter_map(|term| match terms.function(term) {
                Function::Operator(operator) if !operator.is_shared() => Some(operator),
                _ => None,
            })
            .collect();
        used.sort_unstable();
        used.dedup();
        Self {
            ranks: Ranks::new(script),
            used,
            redeclared: redeclared(script),
            found: HashMap::new(),
        }
    }

    /// Whether something could be applied instead of what a term applies.
    pub fn is_open(script: &Script, place: &Place) -> bool {
        let (terms, term) = (&script.terms, place.term);
        let applies = match terms.kind(term) {
            TermKind::Apply => true,
            TermKind::Symbol => matches!(terms.function(term), Function::Operator(_)),
            _ => false,
        };
        let parts = terms.ident(term).and_then(|ident| terms.parts(ident));
        applies
            && terms.function(term) != Function::Unknown
            && parts.is_none_or(|parts| parts.ascribed.is_none() && !parts.names_function)
            && script.sorts.is_known(terms.sort(term))
    }

    /// All that can be applied to the arguments of a term.
    pub fn choices(&mut self, script: &Script, survey: &Survey, term: TermId) -> Rc<[Choice]> {
        let terms = &script.terms;
        let rank = Rank {
            arguments: terms
                .arguments(term)
                .iter()
                .map(|&argument| terms.sort(argument))
                .collect(),
            result: terms.sort(term),
        };
        let parts = terms.ident(term).and_then(|ident| terms.parts(ident));
        let indices = parts.map_or_else(Vec::new, |parts| parts.indices.to_vec());
        let key = (rank, indices);
        if let Some(known) = self.found.get(&key) {
            return known.clone();
        }
        let (rank, indices) = &key;
        let strings = strings(script, rank);
        let operators = self.ranks.operators(rank, indices).into_iter();
        let mut all: Vec<Choice> = operators
            .filter(|found| found.shared || self.used.contains(&found.operator))
            .filter(|found| !self.redeclared.contains(&found.operator.name()))
            .filter(|found| is_meant_for(strings, script.tree.symbols.bytes(found.operator.name())))
            .map(|found| Choice {
                head: found.head,
                operator: Some(found.operator),
                since: 0,
            })
            .collect();
        all.extend(functions(script, survey, rank));
        let all: Rc<[Choice]> = all.into();
        self.found.insert(key, all.clone());
        all
    }
}

/// The functions of a script that have a rank.
fn functions(script: &Script, survey: &Survey, rank: &Rank) -> Vec<Choice> {
    let all = &script.declarations;
    let usable = all.all().filter(|&declaration| {
        let is_function = matches!(
            all.kind(declaration),
            DeclKind::Function | DeclKind::Defined | DeclKind::Constructor | DeclKind::Selector
        );
        is_function
            && !rank.arguments.is_empty()
            && all.variables(declaration) == 0
            && all.sort(declaration) == rank.result
            && all.parameters(declaration) == rank.arguments
            && survey.material.of_declaration(declaration) != NEVER
    });
    let choice = |declaration| Choice {
        head: script.tree.symbols.bytes(all.name(declaration)).to_vec(),
        operator: None,
        since: survey.material.of_declaration(declaration),
    };
    usable.map(choice).collect()
}

/// Whether there are strings, and whether there are other sequences, in a rank.
fn strings(script: &Script, rank: &Rank) -> (bool, bool) {
    let all = || rank.arguments.iter().copied().chain([rank.result]);
    let is_string = |sort: SortId| matches!(sort, SortId::STRING | SortId::REG_LAN);
    let is_sequence = |sort| matches!(Shape::of(script, sort), Shape::Seq(_));
    (all().any(is_string), all().any(is_sequence))
}

/// In the tables a string is a sequence like others; but solvers have names for strings and names for
/// sequences, and not all take one for the other.
fn is_meant_for((strings, sequences): (bool, bool), name: &[u8]) -> bool {
    !(strings && name.starts_with(b"seq.") || sequences && name.starts_with(b"str."))
}
