//! The sorts that snippets of a script are made of: a short list, closed under what the grammar
//! needs.

use super::material::{Material, NEVER};
use crate::logic::{Arithmetic, Logic};
use crate::rng::Rng;
use crate::values::{Manner, Need, write_shape};
use smt::shape::{Shape, rounding_mode};
use smt::{Script, SortId};
use std::ops::Range;

/// The most sorts of the script that are taken, the most frequent first.
const FROM_SCRIPT: usize = 20;
/// The most sorts altogether.
const LONGEST_LIST: usize = 40;
/// Longest text of a sort that a variable is declared with.
const LONGEST_TEXT: usize = 200;
/// Widest bit-vector that is of interest beside the script's own.
const WIDEST: u32 = 256;

/// A sort of the list. The ranges are of the leaves and productions of a `Snippets`.
#[derive(Debug, Clone)]
pub(super) struct Listed {
    /// Absent for a width that the script does not have.
    pub id: Option<SortId>,
    pub shape: Shape,
    /// From which node on it can be used.
    pub since: u32,
    /// How it is written.
    pub text: Range<u32>,
    /// Whether there are literals of it.
    pub literals_exist: bool,
    /// Whether its literals speak of symbols of the script.
    pub literals_name: bool,
    /// Constants that the script declares.
    pub constants: Range<u32>,
    /// Closed terms that occur in the script.
    pub subterms: Range<u32>,
    /// Literals that occur in the script.
    pub literals: Range<u32>,
    pub productions: Range<u32>,
    /// Of all productions together.
    pub weight: u32,
}

impl Listed {
    /// Whether variables of this sort can be declared: z3 and cvc5 differ on regular expressions.
    pub fn can_be_declared(&self) -> bool {
        self.shape != Shape::RegLan
    }
}

/// No place in the list.
pub(super) const UNLISTED: u16 = u16::MAX;
/// `Bool` is always the first.
pub(super) const BOOL: u16 = 0;

/// The list.
pub(super) struct SortList<'a> {
    script: &'a Script,
    logic: &'a Logic,
    material: &'a Material,
    pub listed: Vec<Listed>,
    /// The place of each sort of the script.
    pub places: Vec<u16>,
    /// The text of all of them.
    pub text: Vec<u8>,
}

impl<'a> SortList<'a> {
    pub fn new(script: &'a Script, logic: &'a Logic, material: &'a Material) -> Self {
        let mut list = Self {
            script,
            logic,
            material,
            listed: Vec::new(),
            places: vec![UNLISTED; script.sorts.len()],
            text: Vec::new(),
        };
        list.add(SortId::BOOL, 0);
        for sort in list.most_frequent() {
            list.add(sort, 0);
        }
        list.add_needed();
        list
    }

    fn most_frequent(&self) -> Vec<SortId> {
        let script = self.script;
        let mut times = vec![0u32; script.sorts.len()];
        for term in script.terms.all() {
            times[script.terms.sort(term).index()] += 1;
        }
        for declaration in script.declarations.all() {
            if self.material.of_declaration(declaration) != NEVER {
                for sort in script.declarations.parameters(declaration) {
                    times[sort.index()] += 2;
                }
                times[script.declarations.sort(declaration).index()] += 2;
            }
        }
        let mut seen: Vec<SortId> = Vec::new();
        let of_terms = script.terms.all().map(|term| script.terms.sort(term));
        let declarations = script.declarations.all();
        let of_declarations = declarations.flat_map(|d| {
            let parameters = script.declarations.parameters(d).iter().copied();
            parameters.chain([script.declarations.sort(d)])
        });
        let mut met = vec![false; times.len()];
        for sort in of_terms.chain(of_declarations) {
            if !std::mem::replace(&mut met[sort.index()], true) {
                seen.push(sort);
            }
        }
        seen.sort_by_key(|sort| (std::cmp::Reverse(times[sort.index()]), *sort));
        seen.truncate(FROM_SCRIPT);
        seen
    }

    /// Adds a sort and what it is made of, if it can be used at all.
    fn add(&mut self, sort: SortId, depth: u32) {
        /// Deeper sorts have parts that are not listed.
        const DEEPEST: u32 = 4;
        if self.places[sort.index()] != UNLISTED || self.listed.len() >= LONGEST_LIST {
            return;
        }
        let shape = Shape::of(self.script, sort);
        let since = self.material.of_sort(self.script, sort);
        let usable = match shape {
            Shape::Other => false,
            Shape::Set(_) => self.material.sets,
            _ => true,
        };
        if !usable || since == NEVER || !self.logic.allows(self.script, sort) {
            return;
        }
        let start = self.text.len();
        let symbols = &self.script.tree.symbols;
        if !(self.script.sorts).write(sort, symbols, LONGEST_TEXT, &mut self.text) {
            return self.text.truncate(start);
        }
        self.places[sort.index()] = self.listed.len() as u16;
        self.push(Some(sort), shape, since, start);
        if depth < DEEPEST {
            for part in self.script.sorts.arguments(sort) {
                self.add(part, depth + 1);
            }
        }
    }

    fn push(&mut self, id: Option<SortId>, shape: Shape, since: u32, start: usize) {
        let mut scratch = Vec::new();
        let sort = id.unwrap_or(SortId::UNKNOWN);
        let rng = &mut Rng::new(0, 0);
        let (sort, manner) = ((sort, shape), self.manner());
        let literals_exist = write_shape(self.script, sort, Need::Any, manner, rng, &mut scratch);
        self.listed.push(Listed {
            id,
            shape,
            since,
            text: start as u32..self.text.len() as u32,
            literals_exist,
            // Only sorts of the script have literals that are.
            literals_name: since > 0,
            constants: 0..0,
            subterms: 0..0,
            literals: 0..0,
            productions: 0..0,
            weight: 0,
        });
    }

    /// What literals of the script's logic are like.
    pub fn manner(&self) -> Manner {
        Manner {
            arrays: self.material.constant_arrays,
            operators: self.logic.arithmetic != Arithmetic::None,
        }
    }

    /// Adds the sorts without which the operators of others make no sense.
    fn add_needed(&mut self) {
        let shapes: Vec<Shape> = self.listed.iter().map(|listed| listed.shape).collect();
        let has = |wanted: fn(&Shape) -> bool| shapes.iter().any(wanted);
        if has(|s| matches!(s, Shape::String | Shape::Seq(_) | Shape::Set(_))) {
            self.add(SortId::INT, 0);
        }
        if has(|s| matches!(s, Shape::String)) {
            self.add(SortId::REG_LAN, 0);
        }
        if has(|s| matches!(s, Shape::Float(..)))
            && let Some(sort) = rounding_mode()
        {
            self.add(sort, 0);
        }
        // Widths near those of the script, so that there is something to extract and extend.
        let own = shapes.iter().filter_map(|shape| match shape {
            Shape::BitVec(width) => Some(*width),
            _ => None,
        });
        for width in own.take(2) {
            for near in [1, width / 2, width + 1] {
                self.add_width(near);
            }
        }
        for shape in shapes.iter().filter(|_| self.logic.bit_vectors) {
            if let Shape::Float(exponent, significand) = shape {
                self.add_width(exponent + significand);
            }
        }
    }

    fn add_width(&mut self, width: u32) {
        let shape = Shape::BitVec(width);
        let there = self.listed.iter().any(|listed| listed.shape == shape);
        if there || width == 0 || width > WIDEST || self.listed.len() >= LONGEST_LIST {
            return;
        }
        let start = self.text.len();
        self.text
            .extend_from_slice(format!("(_ BitVec {width})").as_bytes());
        self.push(None, shape, 0, start);
    }

    /// The place of a sort in the list.
    pub fn place(&self, sort: SortId) -> Option<u16> {
        let place = self.places[sort.index()];
        (place != UNLISTED).then_some(place)
    }

    /// From where on a sort of the list can be used.
    pub fn since(&self, place: u16) -> u32 {
        self.listed[place as usize].since
    }
}
