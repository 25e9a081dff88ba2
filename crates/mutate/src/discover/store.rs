//! Terms with their values under all assignments. Terms that have the same values everywhere are one
//! class, and stand for one another: so of all ways to write something only the first is built upon.

use super::ground::{BOOL, Ground, Kind, MOST};
use super::world::{FALSE, OPEN, TRUE, World};
use crate::Rng;
use hashbrown::HashMap;
use std::hash::{BuildHasher, Hasher};

/// A class and, of formulas, whether they are negated: twice the class, plus one if they are.
pub(super) type Lit = u32;

/// In place of an argument that there is not.
pub(super) const NOTHING: Lit = u32::MAX;

/// Terms that have the same values.
pub(super) struct Class {
    pub sort: u8,
    /// How many operators are in the smallest of them.
    pub size: u16,
    /// The smallest of them.
    pub first: u32,
    pub nodes: Vec<u32>,
    /// Whether some of its values are left open: then it is the class of one term.
    pub is_open: bool,
    /// Whether it says nothing: always true, always false, or left open everywhere.
    pub is_constant: bool,
    /// Where its values are.
    at: usize,
}

/// An operator applied to classes.
pub(super) struct Node {
    pub op: u16,
    pub arguments: [Lit; MOST],
    pub lit: Lit,
    pub size: u16,
    /// The parameters in it.
    pub parameters: u64,
    /// How many constants are in it.
    pub constants: u16,
}

pub(super) struct Store<'m> {
    pub ground: &'m Ground,
    worlds: Vec<World<'m>>,
    /// How many assignments there are: a multiple of 64.
    pub total: usize,
    words: usize,
    pub classes: Vec<Class>,
    pub nodes: Vec<Node>,
    index: HashMap<(u16, [Lit; MOST]), u32>,
    /// By class and operator: the nodes, in the order in which they were made.
    by_op: HashMap<(u32, u16), Vec<u32>>,
    by_hash: HashMap<u64, Vec<u32>>,
    /// By class of formulas: where it is true, then where it is false.
    bits: Vec<u64>,
    /// By any other class: the numbers of its values.
    numbers: Vec<u32>,
    /// By sort and size: the classes.
    by_size: Vec<Vec<Vec<u32>>>,
    /// Operators that are not used: they never have a value, or are another one by another name.
    pub unused: Vec<bool>,
    scratch_bits: Vec<u64>,
    scratch_numbers: Vec<u32>,
    hasher: foldhash::fast::FixedState,
}

impl<'m> Store<'m> {
    /// With about so many assignments, the same for the same seed.
    pub fn new(ground: &'m Ground, assignments: usize, seed: u64) -> Self {
        let each = (assignments / ground.models.len().max(1)).next_multiple_of(64);
        let worlds: Vec<World<'m>> = (ground.models.iter().enumerate())
            .map(|(place, model)| World::new(model, place, each, Rng::new(seed, place as u64)))
            .collect();
        let total = worlds.iter().map(World::count).sum::<usize>();
        let mut store = Self {
            ground,
            total,
            words: total.div_ceil(64),
            worlds,
            classes: Vec::new(),
            nodes: Vec::new(),
            index: HashMap::new(),
            by_op: HashMap::new(),
            by_hash: HashMap::new(),
            bits: Vec::new(),
            numbers: Vec::new(),
            by_size: vec![Vec::new(); ground.sorts.len()],
            unused: vec![false; ground.ops.len()],
            scratch_bits: Vec::new(),
            scratch_numbers: Vec::new(),
            hasher: foldhash::fast::FixedState::with_seed(0),
        };
        for op in 0..ground.ops.len() as u16 {
            if ground.ops[usize::from(op)].kind == Kind::Leaf {
                store.intern(op, [NOTHING; MOST]);
            }
        }
        store.find_unused();
        store
    }

    /// Tries every operator once, on parameters if there are any of its sorts.
    fn find_unused(&mut self) {
        let ground = self.ground;
        for op in 0..ground.ops.len() as u16 {
            let operator = &ground.ops[usize::from(op)];
            if operator.kind == Kind::Leaf {
                continue;
            }
            let mut arguments = [NOTHING; MOST];
            for (place, sort) in operator.arguments.iter().enumerate() {
                let leaves = ground.ops.iter().enumerate();
                let leaves = leaves.filter(|(_, o)| o.kind == Kind::Leaf && o.result == *sort);
                let leaves: Vec<u16> = leaves.map(|(leaf, _)| leaf as u16).collect();
                let before = &operator.arguments[..place];
                let before = before.iter().filter(|other| *other == sort).count();
                let Some(leaf) = leaves.get(before).or(leaves.first()) else {
                    continue;
                };
                arguments[place] = self.intern(*leaf, [NOTHING; MOST]);
            }
            // Of conditions there may be no parameters, but there will be terms.
            if arguments[..operator.arguments.len()].contains(&NOTHING) {
                continue;
            }
            let lit = self.intern(op, arguments);
            let class = self.class(lit);
            let same = class.nodes.iter().map(|&node| &self.nodes[node as usize]);
            let is_alias = same
                .filter(|node| node.op < op && node.parameters != 0)
                .any(|node| node.arguments == self.ordered(op, arguments) && node.lit == lit);
            self.unused[usize::from(op)] = is_alias || self.is_open_everywhere(lit);
        }
    }

    fn is_open_everywhere(&self, lit: Lit) -> bool {
        let class = self.class(lit);
        match class.sort {
            BOOL => {
                let (is_true, is_false) = self.truth(lit);
                is_true.iter().chain(is_false).all(|word| *word == 0)
            }
            _ => {
                let numbers = &self.numbers[class.at..class.at + self.total];
                numbers.iter().all(|number| *number == OPEN)
            }
        }
    }

    /// About how much memory the values of terms take.
    pub fn bytes(&self) -> usize {
        self.bits.len() * 8 + self.numbers.len() * 4
    }

    pub fn class(&self, lit: Lit) -> &Class {
        &self.classes[(lit >> 1) as usize]
    }

    /// The smallest term of a class.
    pub fn first(&self, lit: Lit) -> &Node {
        &self.nodes[self.class(lit).first as usize]
    }

    /// The classes of a sort whose smallest term has that size.
    pub fn of_size(&self, sort: u8, size: usize) -> Vec<u32> {
        let listed = self.by_size[usize::from(sort)].get(size);
        let is_still = |class: &u32| usize::from(self.classes[*class as usize].size) == size;
        let listed = listed.into_iter().flatten().copied();
        listed.filter(is_still).collect()
    }

    /// The node of an application, if it was made.
    pub fn node(&self, op: u16, arguments: [Lit; MOST]) -> Option<u32> {
        self.index.get(&(op, self.ordered(op, arguments))).copied()
    }

    /// The terms of a class, or of its negation, that begin with an operator.
    pub fn of_op(&self, lit: Lit, op: u16) -> &[u32] {
        self.by_op.get(&(lit >> 1, op)).map_or(&[], Vec::as_slice)
    }

    /// The order in which an equation is written.
    fn ordered(&self, op: u16, mut arguments: [Lit; MOST]) -> [Lit; MOST] {
        if self.ground.ops[usize::from(op)].kind == Kind::Equal && arguments[0] > arguments[1] {
            arguments.swap(0, 1);
        }
        arguments
    }

    /// Where a formula is true, and where it is false.
    pub fn truth(&self, lit: Lit) -> (&[u64], &[u64]) {
        let at = self.class(lit).at;
        let both = &self.bits[at..at + 2 * self.words];
        let (is_true, is_false) = both.split_at(self.words);
        match lit & 1 {
            0 => (is_true, is_false),
            _ => (is_false, is_true),
        }
    }

    /// Whether one formula is true wherever another is or may be.
    pub fn follows(&self, from: Lit, what: Lit) -> bool {
        let (_, excluded) = self.truth(from);
        let (is_true, _) = self.truth(what);
        excluded.iter().zip(is_true).all(|(e, t)| !e & !t == 0)
    }

    /// How often a formula is true.
    pub fn weight(&self, lit: Lit) -> u32 {
        self.truth(lit).0.iter().map(|word| word.count_ones()).sum()
    }

    /// The parameters and the number of constants of an application.
    pub fn contents(&self, op: u16, arguments: &[Lit; MOST]) -> (u64, u16, u16) {
        let operator = &self.ground.ops[usize::from(op)];
        let is_leaf = operator.kind == Kind::Leaf;
        let is_constant = is_leaf && !operator.is_parameter && operator.parameters == 0;
        let mut contents = (
            operator.parameters,
            u16::from(is_constant),
            u16::from(!is_leaf),
        );
        for &argument in arguments.iter().take_while(|a| **a != NOTHING) {
            let first = self.first(argument);
            contents.0 |= first.parameters;
            contents.1 += first.constants;
            contents.2 += self.lit_size(argument);
        }
        contents
    }

    /// How many operators it takes to write a literal: a negated equation is as long as one.
    pub fn lit_size(&self, lit: Lit) -> u16 {
        let first = self.first(lit);
        let is_negated = first.lit != lit;
        let is_equation = self.ground.ops[usize::from(first.op)].kind == Kind::Equal;
        first.size + u16::from(is_negated && !is_equation)
    }

    /// The class of an application, new or not.
    pub fn intern(&mut self, op: u16, arguments: [Lit; MOST]) -> Lit {
        let arguments = self.ordered(op, arguments);
        if let Some(&node) = self.index.get(&(op, arguments)) {
            return self.nodes[node as usize].lit;
        }
        let sort = self.ground.ops[usize::from(op)].result;
        let (parameters, constants, size) = self.contents(op, &arguments);
        let node = self.nodes.len() as u32;
        let lit = match sort {
            BOOL => self.formula(op, &arguments),
            _ => self.term(op, &arguments),
        };
        let lit = match lit {
            Ok(known) => known,
            Err((sign, is_open, is_constant, hash)) => {
                let class = self.classes.len() as u32;
                if !is_open {
                    self.by_hash.entry(hash).or_default().push(class);
                }
                let at = match sort {
                    BOOL => {
                        let at = self.bits.len();
                        self.bits.extend_from_slice(&self.scratch_bits);
                        at
                    }
                    _ => {
                        let at = self.numbers.len();
                        self.numbers.extend_from_slice(&self.scratch_numbers);
                        at
                    }
                };
                self.classes.push(Class {
                    sort,
                    size: u16::MAX,
                    first: node,
                    nodes: Vec::new(),
                    is_open,
                    is_constant,
                    at,
                });
                class << 1 | sign
            }
        };
        self.nodes.push(Node {
            op,
            arguments,
            lit,
            size,
            parameters,
            constants,
        });
        self.index.insert((op, arguments), node);
        self.by_op.entry((lit >> 1, op)).or_default().push(node);
        let class = &mut self.classes[(lit >> 1) as usize];
        class.nodes.push(node);
        if size < class.size {
            (class.size, class.first) = (size, node);
            let lists = &mut self.by_size[usize::from(sort)];
            let needed = usize::from(size) + 1;
            if lists.len() < needed {
                lists.resize_with(needed, Vec::new);
            }
            lists[usize::from(size)].push(lit >> 1);
        }
        lit
    }

    /// The number of a literal's value under an assignment.
    fn number(&self, lit: Lit, assignment: usize) -> u32 {
        let class = self.class(lit);
        if class.sort != BOOL {
            return self.numbers[class.at + assignment];
        }
        let (is_true, is_false) = self.truth(lit);
        let bit = |words: &[u64]| words[assignment / 64] >> (assignment % 64) & 1 == 1;
        match (bit(is_true), bit(is_false)) {
            (true, _) => TRUE,
            (_, true) => FALSE,
            _ => OPEN,
        }
    }

    /// Computes the values of a term that is no formula: its class, or what is needed for a new one.
    fn term(&mut self, op: u16, arguments: &[Lit; MOST]) -> Result<Lit, (u32, bool, bool, u64)> {
        let mut out = std::mem::take(&mut self.scratch_numbers);
        out.clear();
        out.resize(self.total, OPEN);
        self.compute(op, arguments, &mut out);
        let is_open = out.contains(&OPEN);
        let is_nothing = out.iter().all(|number| *number == OPEN);
        let sort = self.ground.ops[usize::from(op)].result;
        let mut hasher = self.hasher.build_hasher();
        hasher.write_u8(sort);
        out.iter().for_each(|number| hasher.write_u32(*number));
        let hash = hasher.finish();
        // Two languages may be the same without being the same value, but not the other way.
        let same = |class: &&u32| {
            let class = &self.classes[**class as usize];
            class.sort == sort && self.numbers[class.at..class.at + self.total] == out[..]
        };
        let found = match is_open {
            true => None,
            false => self.by_hash.get(&hash).into_iter().flatten().find(same),
        };
        let found = found.copied();
        self.scratch_numbers = out;
        match found {
            Some(class) => Ok(class << 1),
            None => Err((0, is_open, is_nothing, hash)),
        }
    }

    /// The same of a formula.
    fn formula(&mut self, op: u16, arguments: &[Lit; MOST]) -> Result<Lit, (u32, bool, bool, u64)> {
        let words = self.words;
        let mut out = std::mem::take(&mut self.scratch_bits);
        out.clear();
        out.resize(2 * words, 0);
        let kind = self.ground.ops[usize::from(op)].kind;
        let is_connective = matches!(kind, Kind::And | Kind::Or | Kind::Xor | Kind::Implies)
            || kind == Kind::Equal && self.class(arguments[0]).sort == BOOL;
        if is_connective {
            let (at, af) = self.truth(arguments[0]);
            let (bt, bf) = self.truth(arguments[1]);
            for word in 0..words {
                let (at, af, bt, bf) = (at[word], af[word], bt[word], bf[word]);
                (out[word], out[words + word]) = match kind {
                    Kind::And => (at & bt, af | bf),
                    Kind::Or => (at | bt, af & bf),
                    Kind::Implies => (af | bt, at & bf),
                    Kind::Xor => (at & bf | af & bt, at & bt | af & bf),
                    _ => (at & bt | af & bf, at & bf | af & bt),
                };
            }
        } else {
            let mut numbers = std::mem::take(&mut self.scratch_numbers);
            numbers.clear();
            numbers.resize(self.total, OPEN);
            self.compute(op, arguments, &mut numbers);
            for (place, number) in numbers.iter().enumerate() {
                let (word, bit) = (place / 64, 1 << (place % 64));
                match *number {
                    TRUE => out[word] |= bit,
                    FALSE => out[words + word] |= bit,
                    _ => {}
                }
            }
            self.scratch_numbers = numbers;
        }
        let (is_true, is_false) = out.split_at_mut(words);
        // One of a formula and its negation stands for both: that which is false first.
        let first = (0..words).find(|&word| is_true[word] | is_false[word] != 0);
        let sign = first
            .is_some_and(|word| is_true[word].trailing_zeros() < is_false[word].trailing_zeros());
        if sign {
            is_true.swap_with_slice(is_false);
        }
        let known: u32 = out.iter().map(|word| word.count_ones()).sum();
        let is_open = (known as usize) < self.total;
        let is_constant = known == 0 || !is_open && out[..words].iter().all(|word| *word == 0);
        let mut hasher = self.hasher.build_hasher();
        out.iter().for_each(|word| hasher.write_u64(*word));
        let hash = hasher.finish();
        let same = |class: &&u32| {
            let class = &self.classes[**class as usize];
            class.sort == BOOL && self.bits[class.at..class.at + 2 * words] == out[..]
        };
        let found = match is_open {
            true => None,
            false => self.by_hash.get(&hash).into_iter().flatten().find(same),
        };
        let found = found.copied();
        self.scratch_bits = out;
        match found {
            Some(class) => Ok(class << 1 | u32::from(sign)),
            None => Err((u32::from(sign), is_open, is_constant, hash)),
        }
    }

    /// The numbers of an application's values.
    fn compute(&mut self, op: u16, arguments: &[Lit; MOST], out: &mut [u32]) {
        let ground = self.ground;
        let operator = &ground.ops[usize::from(op)];
        let count = operator.arguments.len();
        match operator.kind {
            Kind::Equal => {
                for (place, out) in out.iter_mut().enumerate() {
                    let (a, b) = (
                        self.number(arguments[0], place),
                        self.number(arguments[1], place),
                    );
                    *out = match a != OPEN && b != OPEN {
                        true => FALSE + u32::from(a == b),
                        false => OPEN,
                    };
                }
            }
            Kind::Ite => {
                for (place, out) in out.iter_mut().enumerate() {
                    *out = match self.number(arguments[0], place) {
                        TRUE => self.number(arguments[1], place),
                        FALSE => self.number(arguments[2], place),
                        _ => OPEN,
                    };
                }
            }
            Kind::Leaf => {
                let mut from = 0;
                for world in &mut self.worlds {
                    let to = from + world.count();
                    world.leaf(ground, op, &mut out[from..to]);
                    from = to;
                }
            }
            _ => {
                let mut worlds = std::mem::take(&mut self.worlds);
                let mut place = 0;
                for world in &mut worlds {
                    for _ in 0..world.count() {
                        let mut given = [OPEN; MOST];
                        for (given, lit) in given.iter_mut().zip(arguments).take(count) {
                            *given = self.number(*lit, place);
                        }
                        out[place] = world.apply(ground, op, &given[..count]);
                        place += 1;
                    }
                }
                self.worlds = worlds;
            }
        }
    }
}
