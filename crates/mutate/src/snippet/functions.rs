//! The script's own functions, constructors, selectors and testers as productions.

use super::build::{Builder, Piece, UNIT};
use super::grammar::Filling;
use super::material::NEVER;
use super::sorts::BOOL;
use crate::logic::Arithmetic;
use crate::values::needs_sort;
use smt::shape::{Shape, is_instance};
use smt::{Constructor, DeclId, DeclKind, SortId};

/// The most functions of the script that are used.
const FUNCTIONS: usize = 400;
/// The most constructors of one datatype that are used.
const CONSTRUCTORS: usize = 16;

impl Builder<'_, '_> {
    /// Appends the name of a declaration to the text.
    fn name(&mut self, open: &str, declaration: DeclId, close: &str) -> Piece {
        let start = self.list.text.len() as u32;
        let name = self.script.declarations.name(declaration);
        self.list.text.extend_from_slice(open.as_bytes());
        self.list
            .text
            .extend_from_slice(self.script.tree.symbols.bytes(name));
        self.list.text.extend_from_slice(close.as_bytes());
        Piece::Text(start, self.list.text.len() as u32)
    }

    /// Adds `(head a b)` with a term for each sort.
    fn apply(&mut self, head: Piece, sorts: &[u16], result: u16, weight: u32, since: u32) {
        let start = self.pieces.len();
        let mut since = since.max(self.list.since(result));
        self.pieces.push(head);
        for &sort in sorts {
            since = since.max(self.list.since(sort));
            self.pieces.push(Piece::Fixed(" "));
            self.pieces.push(Piece::Hole(sort, Filling::Term));
        }
        self.pieces.push(Piece::Fixed(")"));
        self.draft(result, weight, since, true, start);
    }

    /// The functions of the script.
    pub fn add_functions(&mut self) {
        /// All functions of one sort together.
        const WEIGHT: u32 = 12;
        let all = &self.script.declarations;
        let first = self.drafts.len();
        for function in all.all() {
            let since = self.material.of_declaration(function);
            let is_function = matches!(all.kind(function), DeclKind::Function | DeclKind::Defined);
            let parameters = all.parameters(function);
            if since == NEVER
                || !is_function
                || parameters.is_empty()
                || all.variables(function) > 0
            {
                continue;
            }
            let sorts: Option<Vec<u16>> = parameters.iter().map(|&s| self.list.place(s)).collect();
            if let (Some(sorts), Some(result)) = (sorts, self.list.place(all.sort(function))) {
                let banned = self.list.listed[result as usize].shape.is_number()
                    && self.logic.arithmetic == Arithmetic::Difference
                    && all.kind(function) == DeclKind::Defined;
                if !banned {
                    let head = self.name("(", function, "");
                    self.apply(head, &sorts, result, 0, since);
                }
            }
            if self.drafts.len() - first >= FUNCTIONS {
                break;
            }
        }
        let mut counts = vec![0u32; self.list.listed.len()];
        for draft in &self.drafts[first..] {
            counts[draft.result as usize] += 1;
        }
        for draft in &mut self.drafts[first..] {
            draft.weight = (WEIGHT * UNIT / counts[draft.result as usize]).max(1);
        }
    }

    /// Constructors, selectors and testers, in each instance of their datatype.
    pub fn add_datatypes(&mut self) {
        for sort in 0..self.list.listed.len() as u16 {
            let listed = &self.list.listed[sort as usize];
            if let (Shape::Datatype(datatype), Some(instance)) = (listed.shape, listed.id) {
                let constructors = &self.script.datatypes[datatype as usize].constructors;
                for constructor in constructors.iter().take(CONSTRUCTORS) {
                    self.add_constructor(constructor, sort, instance);
                }
            }
        }
    }

    fn add_constructor(&mut self, constructor: &Constructor, sort: u16, instance: SortId) {
        let script = self.script;
        let since = self.material.of_declaration(constructor.function);
        if since == NEVER {
            return;
        }
        // Of a datatype with two instances, z3 wants to know whose constructor it is.
        let shape = self.list.listed[sort as usize].shape;
        let instances = self
            .list
            .listed
            .iter()
            .filter(|listed| listed.shape == shape);
        if instances.count() == 1 {
            let tester = self.name("((_ is ", constructor.function, ")");
            self.apply(tester, &[sort], BOOL, UNIT, since);
        }
        let arguments: Vec<SortId> = script.sorts.arguments(instance).collect();
        let fields = script.declarations.parameters(constructor.function);
        let places: Vec<Option<u16>> = (fields.iter())
            .map(|&field| {
                let listed = self.list.listed.iter();
                let mut places = listed
                    .enumerate()
                    .filter_map(|(place, l)| Some((place, l.id?)));
                let found = places.find(|&(_, id)| is_instance(script, field, &arguments, id));
                found.map(|(place, _)| place as u16)
            })
            .collect();
        for (&selector, place) in constructor.selectors.iter().zip(&places) {
            let since = self.material.of_declaration(selector);
            if let (Some(place), true) = (place, since != NEVER) {
                let head = self.name("(", selector, "");
                self.apply(head, &[sort], *place, 3 * UNIT, since);
            }
        }
        let places: Option<Vec<u16>> = places.into_iter().collect();
        if let Some(places) = places.filter(|places| !places.is_empty()) {
            let head = match needs_sort(script, constructor) {
                true => {
                    let start = self.list.text.len() as u32;
                    self.name("((as ", constructor.function, " ");
                    let of = self.list.listed[sort as usize].text.clone();
                    self.list
                        .text
                        .extend_from_within(of.start as usize..of.end as usize);
                    self.list.text.push(b')');
                    Piece::Text(start, self.list.text.len() as u32)
                }
                false => self.name("(", constructor.function, ""),
            };
            self.apply(head, &places, sort, 4 * UNIT, since);
        }
    }
}
