//! What a script offers at a place to what is put there from elsewhere.

use super::survey::{Place, Survey};
use crate::rng::Rng;
use crate::snippet::material::NEVER;
use hashbrown::HashMap;
use smt::{CommandKind, DeclKind, Script, SortId};

/// The longest sort whose variables are used.
const LONGEST_SORT: usize = 200;
/// The most variables of the scopes around a place that are considered, the innermost first.
const SCOPED: usize = 64;

/// The sorts of parameters and the sort of a symbol, as they are written.
type Rank = (Vec<u8>, Vec<u8>);

/// A symbol, and the node from which on it can be used.
type Usable = (u32, Vec<u8>);

/// The symbols of a script by what they are: how their sorts are written.
#[derive(Debug, Default)]
pub struct Stock {
    /// Constants and functions.
    symbols: HashMap<Rank, Vec<Usable>>,
    /// Sorts without arguments that the script declares.
    sorts: Vec<Usable>,
    /// How each sort is written that something is bound with; empty if it is too long.
    written: HashMap<SortId, Vec<u8>>,
}

impl Stock {
    /// What a script declares.
    pub fn of(script: &Script, survey: &Survey) -> Self {
        let mut stock = Self::default();
        let (all, symbols) = (&script.declarations, &script.tree.symbols);
        for declaration in all.all() {
            let sort = stock.written(script, all.sort(declaration));
            let since = survey.material.of_declaration(declaration);
            let is_symbol = matches!(
                all.kind(declaration),
                DeclKind::Function | DeclKind::Defined
            );
            if !is_symbol || since == NEVER || all.variables(declaration) > 0 || sort.is_empty() {
                continue;
            }
            let mut parameters = Vec::new();
            let mut usable = true;
            for &parameter in all.parameters(declaration) {
                if !parameters.is_empty() {
                    parameters.push(b' ');
                }
                let written = stock.written(script, parameter);
                usable &= !written.is_empty();
                parameters.extend_from_slice(&written);
            }
            let name = symbols.bytes(all.name(declaration)).to_vec();
            if usable {
                let of_rank = stock.symbols.entry((parameters, sort)).or_default();
                of_rank.push((since, name));
            }
        }
        for command in &script.commands {
            if let CommandKind::DeclareSort { name, arity: 0 } = command.kind {
                let since = script.tree.after(command.node).index() as u32;
                stock.sorts.push((since, symbols.bytes(name).to_vec()));
            }
        }
        stock
    }

    fn written(&mut self, script: &Script, sort: SortId) -> Vec<u8> {
        let symbols = &script.tree.symbols;
        let known = self.written.entry(sort).or_insert_with(|| {
            let mut text = Vec::new();
            let is_short = script.sorts.is_known(sort)
                && script.sorts.write(sort, symbols, LONGEST_SORT, &mut text);
            match is_short {
                true => text,
                false => Vec::new(),
            }
        });
        known.clone()
    }
}

/// A place of a script, and what is there.
pub struct Site<'a> {
    /// The script.
    pub script: &'a Script,
    /// Its places.
    pub survey: &'a Survey,
    /// Its symbols.
    pub stock: &'a Stock,
    /// The place.
    pub place: &'a Place,
}

impl Site<'_> {
    /// A sort that the script declares.
    pub fn sort(&self, rng: &mut Rng) -> Option<&[u8]> {
        let here = self.place.node.index() as u32;
        let (since, name) = rng.pick(&self.stock.sorts)?;
        let can_be_used = *since <= here && !self.survey.scopes.hides(self.place.scope);
        can_be_used.then_some(&name[..])
    }

    /// Appends the name of something with those parameters and that sort: a variable that is bound here,
    /// if it takes none, or else what the script declares. False if there is none.
    pub fn write_symbol(
        &self,
        parameters: &[u8],
        sort: &[u8],
        rng: &mut Rng,
        out: &mut Vec<u8>,
    ) -> bool {
        let Self {
            script,
            survey,
            stock,
            place,
        } = self;
        let hides = survey.scopes.hides(place.scope);
        if parameters.is_empty() {
            let outwards = std::iter::successors(Some(place.scope), |&scope| {
                survey.scopes.parent(scope).filter(|_| !hides)
            });
            let of_sort = |variable: &smt::DeclId| {
                let written = stock.written.get(&script.declarations.sort(*variable));
                written.is_some_and(|written| written == sort)
            };
            let scoped: Vec<smt::DeclId> = outwards
                .flat_map(|scope| survey.scopes.innermost(scope).iter().copied())
                .take(SCOPED)
                .filter(of_sort)
                .collect();
            if rng.chance(2, 3)
                && let Some(&variable) = rng.pick(&scoped)
            {
                let name = script.declarations.name(variable);
                out.extend_from_slice(script.tree.symbols.bytes(name));
                return true;
            }
        }
        if hides {
            return false;
        }
        let rank = (parameters.to_vec(), sort.to_vec());
        let here = place.node.index() as u32;
        let drawn = stock.symbols.get(&rank).and_then(|all| rng.pick(all));
        match drawn {
            Some((since, name)) if *since <= here => {
                out.extend_from_slice(name);
                true
            }
            _ => false,
        }
    }
}
