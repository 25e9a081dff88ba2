//! What is known already: laws, and whether a candidate follows from them.
//!
//! An equation between terms joins the nodes of the terms that it makes equal. A law "if A then B"
//! is an arrow between literals, and one "if A then B or C" a clause. A candidate follows if its two
//! nodes are joined, if there is a way of arrows, or if a clause that is known says as much.

use super::ground::{Kind, MOST};
use super::shape::{Choice, Law, Matcher, Shape, Sorted, VARIABLES, What, build, find, root};
use super::store::{Lit, NOTHING, Store};
use hashbrown::{HashMap, HashSet};

/// Who says a law: what is known from the start, or a rule that was found, by its number.
pub(super) type Owner = u32;

/// What is known from the start.
pub(super) const KNOWN: Owner = 0;

/// What is said of a node or a literal, and by whom.
type Said<T> = HashMap<u32, Vec<(T, Owner)>>;

#[derive(Default)]
pub(super) struct Laws {
    laws: Vec<(Sorted, Owner)>,
    /// By operator: the laws with a side that begins with it, and which side.
    by_op: HashMap<u16, Vec<(u32, bool)>>,
    /// Nodes that are joined: the next one on the way to the node that stands for all.
    joined: Vec<u32>,
    /// The same one by one, with who says so.
    equal: Said<u32>,
    arrows: Said<Lit>,
    /// By literal: what follows from it, one of several each.
    clauses: Said<Box<[Lit]>>,
    /// How many nodes have been looked at.
    seen: usize,
    /// How many there were when all were looked at again.
    redone: usize,
}

/// The most instances of a clause.
const INSTANCES: usize = 400;
/// After how many nodes it is asked whether more is wanted.
const NOW_AND_THEN: usize = 256;

impl Laws {
    /// Adds a law, with what it says of all terms so far.
    pub fn add(&mut self, store: &mut Store<'_>, law: Sorted, owner: Owner) {
        let place = self.laws.len() as u32;
        let mut ops = Vec::new();
        match &law.law {
            Law::Equal(a, b) | Law::Arrow(a, b) => {
                for (side, shape) in [(false, a), (true, b)] {
                    if let What::Apply(op, _) = shape.what {
                        self.by_op.entry(op).or_default().push((place, side));
                        ops.push((op, side));
                    }
                }
            }
            Law::Clause(literals) => self.add_clause(store, literals, &law.sorts, owner),
        }
        self.laws.push((law, owner));
        for node in 0..self.seen as u32 {
            for (op, side) in &ops {
                if store.nodes[node as usize].op == *op {
                    self.use_at(store, place, *side, node);
                }
            }
        }
    }

    /// Uses all laws on the terms that are new. With `again`, also on those before them of which a part
    /// can be written in a way that was not there the last time. Ends early if it is no longer wanted.
    pub fn catch_up(&mut self, store: &Store<'_>, again: bool, is_wanted: &dyn Fn() -> bool) {
        let from = if again { 0 } else { self.seen };
        for node in from..store.nodes.len() {
            if node.is_multiple_of(NOW_AND_THEN) && !is_wanted() {
                return;
            }
            let Some(count) = self.by_op.get(&store.nodes[node].op).map(Vec::len) else {
                continue;
            };
            for place in 0..count {
                let (law, side) = self.by_op[&store.nodes[node].op][place];
                if node >= self.seen || self.is_due(store, law, side, node) {
                    self.use_at(store, law, side, node as u32);
                }
            }
        }
        self.seen = store.nodes.len();
        if again {
            self.redone = self.seen;
        }
    }

    /// Whether a part that a law looks for has been made since all was looked at.
    fn is_due(&self, store: &Store<'_>, law: u32, side: bool, node: usize) -> bool {
        let (Law::Equal(a, b) | Law::Arrow(a, b)) = &self.laws[law as usize].0.law else {
            return false;
        };
        let What::Apply(op, parts) = &(if side { b } else { a }).what else {
            return false;
        };
        let arguments = &store.nodes[node].arguments;
        let is_equation = store.ground.ops[usize::from(*op)].kind == Kind::Equal;
        parts.iter().enumerate().any(|(place, part)| {
            let What::Apply(inner, deeper) = &part.what else {
                return false;
            };
            let is_deep = deeper.iter().any(|d| matches!(d.what, What::Apply(..)));
            let is_new = |argument: Lit| match store.of_op(argument, *inner).last() {
                Some(last) => is_deep || *last as usize >= self.redone,
                None => false,
            };
            is_new(arguments[place]) || is_equation && is_new(arguments[1 - place])
        })
    }

    fn use_at(&mut self, store: &Store<'_>, law: u32, side: bool, node: u32) {
        let (Sorted { law, sorts }, owner) = &self.laws[law as usize];
        let (Law::Equal(a, b) | Law::Arrow(a, b)) = law else {
            return;
        };
        let is_equation = matches!(law, Law::Equal(..));
        let (here, there) = if side { (b, a) } else { (a, b) };
        let lit = store.nodes[node as usize].lit ^ u32::from(here.is_negated);
        let owner = *owner;
        let mut joins = Vec::new();
        let mut arrows = Vec::new();
        for choice in Matcher::new(store, sorts).at_node(here, node) {
            match is_equation {
                true => joins.extend(root(store, there, &choice)),
                false => {
                    let Some(other) = find(store, there, &choice) else {
                        continue;
                    };
                    arrows.push(if side { (other, lit) } else { (lit, other) });
                }
            }
        }
        for other in joins {
            self.join(node, other, owner);
        }
        for (from, to) in arrows {
            self.arrow(from, to, owner);
        }
    }

    fn arrow(&mut self, from: Lit, to: Lit, owner: Owner) {
        for (from, to) in [(from, to), (to ^ 1, from ^ 1)] {
            put(self.arrows.entry(from).or_default(), to, owner);
        }
    }

    /// A clause at all choices of leaves for its variables, no more than one of them a constant.
    fn add_clause(
        &mut self,
        store: &mut Store<'_>,
        literals: &[Shape],
        sorts: &[u8],
        owner: Owner,
    ) {
        let ground = store.ground;
        let mut choices: Vec<(Choice, usize)> = vec![([NOTHING; VARIABLES], 0)];
        for (variable, &sort) in sorts.iter().enumerate() {
            let mut longer = Vec::new();
            for op in 0..ground.ops.len() as u16 {
                let leaf = &ground.ops[usize::from(op)];
                if leaf.result != sort || !leaf.arguments.is_empty() {
                    continue;
                }
                let lit = store.intern(op, [NOTHING; MOST]);
                for (choice, constants) in &choices {
                    let constants = constants + usize::from(!leaf.is_parameter);
                    if constants <= 1 {
                        let mut choice = *choice;
                        choice[variable] = lit;
                        longer.push((choice, constants));
                    }
                }
            }
            choices = longer;
        }
        choices.sort_by_key(|(_, constants)| *constants);
        for (choice, _) in choices.into_iter().take(INSTANCES) {
            let made: Option<Vec<Lit>> = literals
                .iter()
                .map(|shape| build(store, shape, &choice))
                .collect();
            if let Some(made) = made {
                self.clause(store, &made, owner);
            }
        }
    }

    fn clause(&mut self, store: &Store<'_>, literals: &[Lit], owner: Owner) {
        let mut literals = literals.to_vec();
        literals.sort_unstable();
        literals.dedup();
        // What is always false says nothing, what is always true says all.
        let total = store.total as u32;
        if literals.iter().any(|lit| store.weight(*lit) == total) {
            return;
        }
        literals.retain(|lit| !(store.class(*lit).is_constant));
        match literals[..] {
            [] | [_] => {}
            [a, b] => self.arrow(a ^ 1, b, owner),
            _ => {
                for &literal in &literals {
                    let others: Box<[Lit]> =
                        literals.iter().copied().filter(|l| *l != literal).collect();
                    put(self.clauses.entry(literal ^ 1).or_default(), others, owner);
                }
            }
        }
    }

    fn top(&mut self, node: u32) -> u32 {
        let mut at = node;
        while self.joined.len() <= at as usize {
            self.joined.push(self.joined.len() as u32);
        }
        while self.joined[at as usize] != at {
            let next = self.joined[at as usize];
            self.joined[at as usize] = self.joined[next as usize];
            at = next;
        }
        at
    }

    fn join(&mut self, a: u32, b: u32, owner: Owner) {
        if a == b {
            return;
        }
        for (a, b) in [(a, b), (b, a)] {
            put(self.equal.entry(a).or_default(), b, owner);
        }
        let (a, b) = (self.top(a), self.top(b));
        self.joined[a.max(b) as usize] = a.min(b);
    }

    /// Whether two nodes are known to be equal.
    pub fn are_joined(&mut self, a: u32, b: u32) -> bool {
        self.top(a) == self.top(b)
    }

    /// Whether two nodes are known to be equal by others than these.
    pub fn are_joined_without(&self, a: u32, b: u32, without: &HashSet<Owner>) -> bool {
        reach(&self.equal, a, without).contains(&b)
    }

    /// Whether it is known, by others than these, that one of these literals is true.
    pub fn implies(&self, store: &Store<'_>, literals: &[Lit], without: &HashSet<Owner>) -> bool {
        literals.iter().any(|&literal| {
            let reached = reach(&self.arrows, literal ^ 1, without);
            let others = literals.iter().filter(|l| **l != literal);
            if others.clone().any(|other| reached.contains(other)) {
                return true;
            }
            let is_covered = |known: &Lit| {
                others.clone().any(|other| store.follows(*known, *other))
                    || store.follows(*known, literal)
            };
            let says_as_much = |known: &[Lit]| known.iter().all(is_covered);
            let clauses = reached.iter().filter_map(|lit| self.clauses.get(lit));
            let mut clauses = clauses.flatten().filter(|(_, by)| !without.contains(by));
            clauses.any(|(known, _)| says_as_much(known))
        })
    }
}

/// Adds what somebody says, once.
fn put<T: PartialEq>(list: &mut Vec<(T, Owner)>, what: T, owner: Owner) {
    // What is known from the start stays known, whoever else says so.
    let is_said = |(said, by): &(T, Owner)| *said == what && (*by == owner || *by == KNOWN);
    if !list.iter().any(is_said) {
        list.push((what, owner));
    }
}

/// All that there is a way to, itself included, by what others than these say.
fn reach(ways: &Said<u32>, from: u32, without: &HashSet<Owner>) -> HashSet<u32> {
    let mut found = HashSet::from([from]);
    let mut todo = vec![from];
    while let Some(at) = todo.pop() {
        for (next, by) in ways.get(&at).into_iter().flatten() {
            if !without.contains(by) && found.insert(*next) {
                todo.push(*next);
            }
        }
    }
    found
}
