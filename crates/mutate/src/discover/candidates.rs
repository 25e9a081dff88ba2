//! Candidates of one size: what the values of terms do not refute.

use super::Counts;
use super::general::is_special;
use super::ground::{BOOL, Ground, Kind, MOST};
use super::grow::every;
use super::store::{Lit, NOTHING, Store};
use crate::rule::Claim;
use hashbrown::HashMap;
use std::cmp::Reverse;

/// What a pattern may be replaced by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// A term of the same class.
    Node(u32),
    /// A formula.
    Literal(Lit),
    And(Lit, Lit),
    Or(Lit, Lit),
    /// Both are true or both are false.
    Same(Lit, Lit),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub claim: Claim,
    pub form: Form,
}

/// An operator applied to parameters, one of them twice or one of them a constant at most.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pattern {
    pub node: u32,
    pub lit: Lit,
    pub parameters: u64,
}

/// The most parameters of a template that the pattern does not have.
pub(super) const FREE: u32 = 2;
/// Of how many formulas pairs are tried.
const PAIRED: usize = 700;
/// The most candidates of one pattern in one size and direction: the strongest are kept.
const KEPT: usize = 60;

/// How many of these parameters the pattern does not have.
pub(super) fn free_of(pattern: &Pattern, parameters: u64) -> u32 {
    (parameters & !pattern.parameters).count_ones()
}

/// All patterns of a field.
pub(super) fn patterns(store: &mut Store<'_>) -> Vec<Pattern> {
    let ground = store.ground;
    let leaves = |sort: u8| -> Vec<u16> {
        let all = ground.ops.iter().enumerate();
        all.filter(|(_, op)| op.arguments.is_empty() && op.result == sort)
            .map(|(place, _)| place as u16)
            .collect()
    };
    let mut patterns: Vec<Pattern> = Vec::new();
    // Any term of the sort that the field is about.
    let main = main_sort(ground);
    if let Some(op) = ground
        .ops
        .iter()
        .position(|op| op.is_parameter && op.result == main)
        && main != BOOL
    {
        let lit = store.intern(op as u16, [NOTHING; MOST]);
        patterns.extend(store.node(op as u16, [NOTHING; MOST]).map(|node| Pattern {
            node,
            lit,
            parameters: ground.ops[op].parameters,
        }));
    }
    for op in 0..ground.ops.len() as u16 {
        let operator = &ground.ops[usize::from(op)];
        let is_leaf = operator.kind == Kind::Leaf;
        if is_leaf || store.unused[usize::from(op)] || !is_own(ground, op) {
            continue;
        }
        let columns: Vec<Vec<Lit>> = (operator.arguments.iter())
            .map(|&sort| {
                let leaves = leaves(sort).into_iter();
                leaves
                    .map(|leaf| store.intern(leaf, [NOTHING; MOST]))
                    .collect()
            })
            .collect();
        every(&columns, |arguments| {
            if is_pattern(store, op, arguments) {
                let lit = store.intern(op, *arguments);
                if let (Some(node), false) =
                    (store.node(op, *arguments), store.class(lit).is_constant)
                {
                    let parameters = store.nodes[node as usize].parameters;
                    if patterns.iter().any(|known| known.node == node) {
                        return true;
                    }
                    patterns.push(Pattern {
                        node,
                        lit,
                        parameters,
                    });
                }
            }
            true
        });
    }
    patterns
}

/// Whether rules about an operator are of the field, and not of a theory that it borrows from.
fn is_own(ground: &Ground, op: u16) -> bool {
    let operator = &ground.ops[usize::from(op)];
    match operator.kind {
        Kind::Equal => operator.arguments.first() == Some(&main_sort(ground)),
        Kind::Ite => operator.result == main_sort(ground),
        _ => !ground.field.also.contains(&operator.head.as_str()),
    }
}

/// The sort that the field is about.
pub(super) fn main_sort(ground: &Ground) -> u8 {
    let first = ground.ops.iter().find(|op| op.is_parameter);
    first.map_or(BOOL, |op| op.result)
}

fn is_pattern(store: &Store<'_>, op: u16, arguments: &[Lit; MOST]) -> bool {
    let ground = store.ground;
    let given: Vec<Lit> = arguments
        .iter()
        .copied()
        .take_while(|a| *a != NOTHING)
        .collect();
    let is_parameter = |lit: &&Lit| {
        let op = &ground.ops[usize::from(store.first(**lit).op)];
        op.is_parameter
    };
    let constants = given.iter().filter(|lit| !is_parameter(lit)).count();
    let twice = (1..given.len())
        .filter(|&place| given[..place].contains(&given[place]))
        .count();
    let is_equation = ground.ops[usize::from(op)].kind == Kind::Equal;
    // Which parameter comes first is all the same.
    let mut used = ground.ops[usize::from(op)].parameters;
    let in_order = given.iter().all(|lit| {
        used |= store.first(*lit).parameters;
        is_in_order(ground, used)
    });
    constants + twice <= 1 && in_order && !(is_equation && twice > 0) && constants < given.len()
}

/// Whether of every kind of parameters the first ones are used, with those that they speak of.
fn is_in_order(ground: &Ground, used: u64) -> bool {
    let parameters = ground.field.parameters;
    parameters.iter().enumerate().all(|(place, (_, role))| {
        let mut needed = parameters[..place]
            .iter()
            .enumerate()
            .filter(|(other, (name, r))| {
                r == role && *other < place || role.split(' ').any(|word| word == *name)
            });
        used >> place & 1 == 0 || needed.all(|(other, _)| used >> other & 1 == 1)
    })
}

/// Looks for candidates of a pattern.
pub(super) struct Hunt<'s, 'm> {
    pub store: &'s Store<'m>,
    pub counts: &'s mut Counts,
    /// The formulas of each size, with both signs.
    pub literals: &'s [Vec<Lit>],
    pub size: usize,
}

impl Hunt<'_, '_> {
    /// All candidates of a pattern whose template has the size, the strongest first.
    pub fn of(&mut self, pattern: &Pattern) -> Vec<Candidate> {
        let store = self.store;
        let mut found = Vec::new();
        let class = store.class(pattern.lit);
        // A pattern that is a parameter or a constant after all becomes that, and nothing else: what
        // else that is has nothing to do with the pattern.
        let is_leaf = class.size == 0 && class.first != pattern.node;
        for &node in &class.nodes {
            let other = &store.nodes[node as usize];
            let is_new = node != pattern.node && is_proper(store, node);
            if usize::from(other.size) == self.size && is_new && !(is_leaf && other.size > 0) {
                self.counts.candidates += 1;
                if self.is_named_well(pattern, other.parameters) {
                    found.push(Candidate {
                        claim: Claim::Equal,
                        form: Form::Node(node),
                    });
                }
            }
        }
        self.drop_special(pattern, &mut found);
        if class.sort == BOOL {
            for claim in [Claim::Over, Claim::Under] {
                let mut of_claim = self.approximations(pattern, claim);
                self.drop_special(pattern, &mut of_claim);
                of_claim.truncate(KEPT);
                found.extend(of_claim);
            }
        }
        // Of the general ones others are special cases.
        found.sort_by_key(|candidate| self.speciality(candidate.form));
        found
    }

    fn drop_special(&mut self, pattern: &Pattern, found: &mut Vec<Candidate>) {
        let before = found.len();
        found.retain(|candidate| !is_special(self.store, pattern, candidate));
        self.counts.known += (before - found.len()) as u64;
    }

    /// How much a template is about something special: constants, or one parameter in several places.
    fn speciality(&self, form: Form) -> (u16, Reverse<u32>) {
        let store = self.store;
        let (a, b) = match form {
            Form::Node(node) => (&store.nodes[node as usize], None),
            Form::Literal(lit) => (store.first(lit), None),
            Form::And(a, b) | Form::Or(a, b) | Form::Same(a, b) => {
                (store.first(a), Some(store.first(b)))
            }
        };
        let constants = a.constants + b.map_or(0, |b| b.constants);
        let parameters = a.parameters | b.map_or(0, |b| b.parameters);
        (constants, Reverse(parameters.count_ones()))
    }

    /// Whether the parameters are used in their order, and not too many of them are free.
    fn is_named_well(&mut self, pattern: &Pattern, parameters: u64) -> bool {
        let ground = self.store.ground;
        let all = pattern.parameters | parameters;
        let free = free_of(pattern, parameters);
        let in_order = is_in_order(ground, all);
        self.counts.renamings += u64::from(!in_order);
        // What says nothing of the pattern's parameters is true by itself, or by accident.
        in_order && free <= FREE && (parameters == 0 || parameters & pattern.parameters != 0)
    }

    fn approximations(&mut self, pattern: &Pattern, claim: Claim) -> Vec<Candidate> {
        let store = self.store;
        // What follows from the pattern, or from its negation: then its own negation is a template.
        let flip = u32::from(claim == Claim::Under);
        let premise = pattern.lit ^ flip;
        let mut found: Vec<(u32, Candidate)> = Vec::new();
        let single = |lit: Lit| Candidate {
            claim,
            form: Form::Literal(lit ^ flip),
        };
        let of_size = self.literals.get(self.size).map_or(&[][..], |l| &l[..]);
        for &template in of_size {
            let lit = template ^ flip;
            self.counts.candidates += 1;
            if lit >> 1 == premise >> 1 || !store.follows(premise, lit) {
                continue;
            }
            let parameters = store.first(lit).parameters;
            if self.is_named_well(pattern, parameters) {
                found.push((store.weight(lit), single(lit)));
            }
        }
        self.pairs(pattern, claim, &mut found);
        found.sort_by_key(|(weight, candidate)| (*weight, order(candidate.form)));
        found.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// Templates of two formulas.
    fn pairs(&mut self, pattern: &Pattern, claim: Claim, found: &mut Vec<(u32, Candidate)>) {
        let store = self.store;
        let flip = u32::from(claim == Claim::Under);
        let premise = pattern.lit ^ flip;
        let (_, excluded) = store.truth(premise);
        // By size of the template: literals that the premise neither proves nor refutes, and those
        // that it proves.
        let Some(most) = self.size.checked_sub(2) else {
            return;
        };
        let mut open: Vec<(usize, Lit)> = Vec::new();
        let mut proved: Vec<(usize, Lit)> = Vec::new();
        for size in 1..=most {
            for &template in self.literals.get(size).into_iter().flatten() {
                let lit = template ^ flip;
                let free = store.first(lit).parameters & !pattern.parameters;
                if lit >> 1 == premise >> 1 || free.count_ones() > FREE {
                    continue;
                }
                match (store.follows(premise, lit), store.follows(premise, lit ^ 1)) {
                    (true, _) if proved.len() < PAIRED => proved.push((size, lit)),
                    (false, false) if open.len() < PAIRED => open.push((size, lit)),
                    _ => {}
                }
            }
        }
        for (place, &(size, a)) in open.iter().enumerate() {
            let (a_true, a_false) = store.truth(a);
            for &(other, b) in &open[..place] {
                if size + other + 1 != self.size || a >> 1 == b >> 1 {
                    continue;
                }
                self.counts.candidates += 1;
                let (b_true, b_false) = store.truth(b);
                let words = excluded.iter().zip(a_true).zip(b_true);
                let mut words = words.map(|((e, a), b)| !e & !(a | b));
                if words.any(|word| word != 0) {
                    continue;
                }
                // What is always true is true after all.
                if a_false.iter().zip(b_false).all(|(a, b)| a & b == 0) {
                    continue;
                }
                let form = match claim {
                    Claim::Under => Form::And(b ^ 1, a ^ 1),
                    _ => Form::Or(b, a),
                };
                let weight: u32 = a_true
                    .iter()
                    .zip(b_true)
                    .map(|(a, b)| (a | b).count_ones())
                    .sum();
                self.keep(pattern, claim, form, weight, found);
            }
        }
        self.equivalences(pattern, claim, &proved, found);
        self.same(pattern, claim, &open, found);
    }

    fn keep(
        &mut self,
        pattern: &Pattern,
        claim: Claim,
        form: Form,
        weight: u32,
        found: &mut Vec<(u32, Candidate)>,
    ) {
        let (Form::And(a, b) | Form::Or(a, b) | Form::Same(a, b)) = form else {
            return;
        };
        let parameters = self.store.first(a).parameters | self.store.first(b).parameters;
        if self.is_named_well(pattern, parameters) {
            found.push((weight, Candidate { claim, form }));
        }
    }

    /// Two things that follow, and are together no weaker.
    fn equivalences(
        &mut self,
        pattern: &Pattern,
        claim: Claim,
        proved: &[(usize, Lit)],
        found: &mut Vec<(u32, Candidate)>,
    ) {
        let store = self.store;
        let premise = pattern.lit ^ u32::from(claim == Claim::Under);
        let (is_true, _) = store.truth(premise);
        for (place, &(size, a)) in proved.iter().enumerate() {
            let (_, a_false) = store.truth(a);
            for &(other, b) in &proved[..place] {
                if size + other + 1 != self.size || a >> 1 == b >> 1 {
                    continue;
                }
                self.counts.candidates += 1;
                let (_, b_false) = store.truth(b);
                let words = is_true.iter().zip(a_false).zip(b_false);
                let mut words = words.map(|((t, a), b)| !t & !(a | b));
                if words.any(|word| word != 0) {
                    continue;
                }
                let form = match claim {
                    Claim::Under => Form::Or(b ^ 1, a ^ 1),
                    _ => Form::And(b, a),
                };
                self.keep(pattern, Claim::Equal, form, 0, found);
            }
        }
    }

    /// Two formulas that are the same where the premise is true.
    fn same(
        &mut self,
        pattern: &Pattern,
        claim: Claim,
        open: &[(usize, Lit)],
        found: &mut Vec<(u32, Candidate)>,
    ) {
        let store = self.store;
        let premise = pattern.lit ^ u32::from(claim == Claim::Under);
        let (_, excluded) = store.truth(premise);
        let mut alike: HashMap<Vec<u64>, Vec<(usize, Lit)>> = HashMap::new();
        let mut keys: Vec<Vec<u64>> = Vec::new();
        for &(size, lit) in open {
            if store.class(lit).is_open {
                continue;
            }
            let restrict = |lit| -> Vec<u64> {
                let (is_true, _) = store.truth(lit);
                is_true.iter().zip(excluded).map(|(t, e)| t & !e).collect()
            };
            // Both signs are in the list: one of them is enough.
            let (own, other) = (restrict(lit), restrict(lit ^ 1));
            if own > other {
                continue;
            }
            let list = alike.entry(own.clone()).or_default();
            if list.is_empty() {
                keys.push(own);
            }
            list.push((size, lit));
        }
        for key in keys {
            let list = &alike[&key];
            for (place, &(size, a)) in list.iter().enumerate() {
                for &(other, b) in list[..place].iter().take(3) {
                    self.counts.candidates += 1;
                    if size + other + 1 != self.size || a >> 1 == b >> 1 {
                        continue;
                    }
                    let (a_true, b_true) = (store.truth(a).0, store.truth(b).0);
                    let weight = a_true
                        .iter()
                        .zip(b_true)
                        .map(|(a, b)| (!(a ^ b)).count_ones());
                    let weight: u32 = weight.sum();
                    // If they differ wherever the premise is false, they say just as much.
                    let premises = store.weight(premise);
                    let (claim, form) = match (weight == premises, claim) {
                        (true, Claim::Under) => (Claim::Equal, Form::Same(b, a ^ 1)),
                        (true, _) => (Claim::Equal, Form::Same(b, a)),
                        (false, Claim::Under) => (Claim::Under, Form::Same(b, a ^ 1)),
                        (false, _) => (claim, Form::Same(b, a)),
                    };
                    self.keep(pattern, claim, form, weight, found);
                }
            }
        }
    }
}

/// Whether a term is one that would be built, and not one that a known rule speaks of.
fn is_proper(store: &Store<'_>, node: u32) -> bool {
    let node = &store.nodes[node as usize];
    let mut arguments = node.arguments.iter().take_while(|a| **a != NOTHING);
    let is_choice = store.ground.ops[usize::from(node.op)].kind == Kind::Ite;
    let is_idle = is_choice && node.arguments[1] == node.arguments[2];
    let is_unused = store.unused[usize::from(node.op)];
    !is_idle && !is_unused && arguments.all(|argument| !store.class(*argument).is_constant)
}

/// An order in which candidates of the same strength are tried.
fn order(form: Form) -> (u8, u32, u32) {
    match form {
        Form::Node(node) => (0, node, 0),
        Form::Literal(lit) => (1, lit, 0),
        Form::And(a, b) => (2, a, b),
        Form::Or(a, b) => (3, a, b),
        Form::Same(a, b) => (4, a, b),
    }
}
