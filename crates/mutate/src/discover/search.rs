//! The search: sizes from small to large, and of each the candidates that nothing known implies.

use super::candidates::{Candidate, Form, Hunt, Pattern, main_sort, patterns};
use super::ground::{BOOL, Ground};
use super::grow::{Bounds, grow};
use super::laws::{KNOWN, Laws, Owner};
use super::read::laws;
use super::shape::{Law, Shape, Shaper, Sorted, is_formula};
use super::store::{Lit, Store};
use super::write::{Text, name_of, write};
use super::{Counts, Settings, Settled};
use crate::rule::{Claim, Rule, RuleSet};
use hashbrown::{HashMap, HashSet};
use std::collections::VecDeque;

/// A rule that is to be proved.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// By which it is known to the search.
    pub number: usize,
    /// Its name until it is proved.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A rule that was proved.
#[derive(Debug, Clone)]
pub struct Discovered {
    /// Its name.
    pub name: String,
    /// The operator that it is about, as rules name it.
    pub operator: String,
    /// Its text.
    pub text: String,
}

/// Looks for rules of one field.
pub struct Search<'m> {
    store: Store<'m>,
    laws: Laws,
    settings: Settings,
    patterns: Vec<Pattern>,
    /// What is left of this size, by pattern.
    queues: Vec<VecDeque<Candidate>>,
    /// Whose turn it is.
    turn: usize,
    size: usize,
    /// Whether there is a size yet.
    started: bool,
    /// What was proposed.
    proposed: Vec<(usize, Candidate, Text)>,
    /// The numbers and names of those that became rules, and of rules that others imply by now.
    kept: Vec<(usize, String)>,
    implied: HashSet<Owner>,
    /// By word: how often somebody decided about a rule with it, and how often nobody did.
    decided: HashMap<String, (u32, u32)>,
    names: HashSet<String>,
    numbers: HashMap<String, usize>,
    /// What became of all that was looked at.
    pub counts: Counts,
}

impl<'m> Search<'m> {
    /// On a ground, with what is known already. It is of no use if it was no longer wanted meanwhile.
    pub fn new(
        ground: &'m Ground,
        known: &[Rule],
        settings: Settings,
        is_wanted: &dyn Fn() -> bool,
    ) -> Self {
        let store = Store::new(ground, settings.assignments, settings.seed);
        let mut search = Self {
            store,
            laws: Laws::default(),
            settings,
            patterns: Vec::new(),
            queues: Vec::new(),
            turn: 0,
            size: 0,
            started: false,
            proposed: Vec::new(),
            kept: Vec::new(),
            implied: HashSet::new(),
            decided: HashMap::new(),
            names: known.iter().map(|rule| rule.name.clone()).collect(),
            numbers: HashMap::new(),
            counts: Counts {
                ill_sorted: ground.ill_sorted,
                ..Counts::default()
            },
        };
        for rule in known {
            for law in laws(ground, rule) {
                if !is_wanted() {
                    return search;
                }
                search.laws.add(&mut search.store, law, KNOWN);
            }
        }
        let mut patterns = patterns(&mut search.store);
        let before = patterns.len();
        patterns.retain(|pattern| search.is_read(pattern));
        search.counts.ill_sorted += (before - patterns.len()) as u64;
        // What follows from a weaker pattern follows from a stronger one, too.
        patterns.sort_by_key(|p| match search.store.class(p.lit).sort {
            BOOL => (0, u32::MAX - search.store.weight(p.lit), p.node),
            _ => (1, 0, p.node),
        });
        search.patterns = patterns;
        search
    }

    /// The theory that is searched.
    pub fn theory(&self) -> &'static str {
        self.store.ground.field.theory
    }

    /// The size of templates that is looked at.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether the reader of rules takes a pattern.
    fn is_read(&self, pattern: &Pattern) -> bool {
        let same = Candidate {
            claim: Claim::Equal,
            form: Form::Node(pattern.node),
        };
        let text = write(&self.store, pattern.node, &same).trial();
        RuleSet::read([("discovered", text.as_str())]).is_ok()
    }

    /// Goes on to the next size; false if there is none, or if it is no longer wanted.
    pub fn advance(&mut self, is_wanted: &dyn Fn() -> bool) -> bool {
        let next = if self.started { self.size + 1 } else { 0 };
        if self.settings.size.is_some_and(|most| next > most) {
            return false;
        }
        (self.size, self.started) = (next, true);
        let bounds = Bounds {
            each: self.settings.each,
            bytes: self.settings.bytes,
        };
        let before = self.counts.terms;
        if self.size > 0 {
            grow(
                &mut self.store,
                self.size,
                bounds,
                &mut self.counts,
                is_wanted,
            );
        }
        self.laws.catch_up(&self.store, true, is_wanted);
        self.internal();
        let literals = self.literals();
        let mut queues = Vec::new();
        for pattern in &self.patterns {
            if !is_wanted() {
                return false;
            }
            let mut hunt = Hunt {
                store: &self.store,
                counts: &mut self.counts,
                literals: &literals,
                size: self.size,
            };
            queues.push(VecDeque::from(hunt.of(pattern)));
        }
        let is_over = self.size > 1 && self.counts.terms == before;
        let is_empty = queues.iter().all(VecDeque::is_empty);
        self.queues = queues;
        self.turn = 0;
        // Nothing more can be made, nor put together of what there is.
        !(is_over && is_empty)
    }

    /// Formulas by the sizes that they have when they are written, with both signs.
    fn literals(&self) -> Vec<Vec<Lit>> {
        let mut all = vec![Vec::new(); self.size + 2];
        for size in 1..=self.size {
            for class in self.store.of_size(BOOL, size) {
                if self.store.classes[class as usize].is_constant {
                    continue;
                }
                for lit in [class << 1, class << 1 | 1] {
                    let size = usize::from(self.store.lit_size(lit));
                    if let Some(list) = all.get_mut(size) {
                        list.push(lit);
                    }
                }
            }
        }
        all
    }

    /// Terms that are a parameter after all, of a sort that the field is not about. These are no rules
    /// of the field, but they are laws: who knows them need not be told so of each operator.
    fn internal(&mut self) {
        let mut found = Vec::new();
        let main = main_sort(self.store.ground);
        for (place, node) in self.store.nodes.iter().enumerate() {
            let class = self.store.class(node.lit);
            let first = &self.store.nodes[class.first as usize];
            let is_parameter = self.store.ground.ops[usize::from(first.op)].is_parameter;
            let is_other = class.sort != main;
            if is_parameter && is_other && usize::from(node.size) == self.size && node.size > 0 {
                found.push((place as u32, class.first));
            }
        }
        for (node, first) in found {
            if !self.laws.are_joined(node, first) {
                self.learn_equation(node, first, KNOWN);
            }
        }
    }

    fn learn_equation(&mut self, a: u32, b: u32, owner: Owner) {
        let mut shaper = Shaper {
            store: &self.store,
            variables: Vec::new(),
        };
        let (left, mut right) = (shaper.node(a), shaper.node(b));
        right.is_negated = self.store.nodes[a as usize].lit != self.store.nodes[b as usize].lit;
        if let Some(sorts) = shaper.sorts() {
            let law = Law::Equal(left, right);
            self.laws.add(&mut self.store, Sorted { law, sorts }, owner);
        }
    }

    /// The next rules to be proved, so many at most: none if the size is done.
    pub fn propose(&mut self, most: usize) -> Vec<Proposal> {
        self.laws.catch_up(&self.store, false, &|| true);
        let mut proposals = Vec::new();
        let mut idle = 0;
        while proposals.len() < most && idle < self.queues.len() {
            let place = self.turn % self.queues.len();
            self.turn += 1;
            idle += 1;
            while let Some(candidate) = self.queues[place].pop_front() {
                if self.is_known(place, &candidate) {
                    self.counts.known += 1;
                    continue;
                }
                let text = write(&self.store, self.patterns[place].node, &candidate);
                if self.is_hopeless(&text) {
                    self.counts.given_up += 1;
                    continue;
                }
                let number = self.proposed.len();
                let name = format!("d-{}-{number}", self.theory());
                proposals.push(Proposal {
                    number,
                    text: text.rule(&name),
                    name,
                });
                self.proposed.push((place, candidate, text));
                idle = 0;
                break;
            }
        }
        proposals
    }

    /// Whether it has an operator that nobody has decided anything about, often as it was tried.
    fn is_hopeless(&self, text: &Text) -> bool {
        /// How often that must have been.
        const PATIENCE: u32 = 5;
        text.words().any(|word| {
            let tried = self.decided.get(word);
            tried.is_some_and(|(decided, undecided)| *decided == 0 && *undecided >= PATIENCE)
        })
    }

    /// Whether it follows from what is known.
    fn is_known(&mut self, place: usize, candidate: &Candidate) -> bool {
        let pattern = self.patterns[place];
        if let Form::Node(node) = candidate.form {
            return self.laws.are_joined(pattern.node, node);
        }
        self.are_implied(&clauses(pattern.lit, candidate), &HashSet::new())
    }

    fn are_implied(&self, clauses: &[Vec<Lit>], without: &HashSet<Owner>) -> bool {
        let mut clauses = clauses.iter();
        clauses.all(|clause| self.laws.implies(&self.store, clause, without))
    }

    /// Looks again whether rules follow from what was found after them, the last ones first: the names of
    /// those that are no longer needed.
    pub fn drop_implied(&mut self) -> Vec<String> {
        let mut dropped = Vec::new();
        for (number, name) in std::mem::take(&mut self.kept).into_iter().rev() {
            let (place, candidate, _) = &self.proposed[number];
            let pattern = self.patterns[*place];
            self.implied.insert(owner(number));
            let is_implied = match candidate.form {
                Form::Node(node) => self
                    .laws
                    .are_joined_without(pattern.node, node, &self.implied),
                _ => self.are_implied(&clauses(pattern.lit, candidate), &self.implied),
            };
            match is_implied {
                true => dropped.push(name),
                false => {
                    self.implied.remove(&owner(number));
                    self.kept.push((number, name));
                }
            }
        }
        self.kept.reverse();
        self.counts.proved -= dropped.len() as u64;
        self.counts.known += dropped.len() as u64;
        dropped
    }

    /// Says what became of a proposal. What is proved is known from then on; if it is implied by
    /// something that was proved meanwhile, it is not taken.
    pub fn settle(&mut self, number: usize, settled: Settled) -> Option<Discovered> {
        let (place, candidate) = {
            let (place, candidate, _) = self.proposed.get(number)?;
            (*place, *candidate)
        };
        if settled != Settled::IllSorted {
            for word in self.proposed[number].2.words() {
                let tried = self.decided.entry(word.to_owned()).or_default();
                match settled {
                    Settled::Undecided => tried.1 += 1,
                    _ => tried.0 += 1,
                }
            }
        }
        match settled {
            Settled::Proved if self.is_known(place, &candidate) => {
                self.counts.known += 1;
                return None;
            }
            Settled::Proved => self.counts.proved += 1,
            Settled::Refuted => {
                self.counts.refuted += 1;
                return None;
            }
            Settled::Equivalent => {
                // That is another rule, and a better one.
                self.queues[place].push_front(Candidate {
                    claim: Claim::Equal,
                    ..candidate
                });
                return None;
            }
            Settled::Undecided => {
                self.counts.undecided += 1;
                return None;
            }
            Settled::IllSorted => {
                self.counts.ill_sorted += 1;
                return None;
            }
        }
        self.learn(place, &candidate, owner(number));
        let pattern = &self.store.nodes[self.patterns[place].node as usize];
        let op = &self.store.ground.ops[usize::from(pattern.op)];
        let operator = match op.is_parameter {
            true => self.theory().to_owned(),
            // What several theories have is named after the theory, too.
            false if op.head.contains('.') => name_of(&op.head),
            false => format!("{}-{}", self.theory(), name_of(&op.head)),
        };
        let stem = format!("d-{operator}-{}", candidate.claim.keyword());
        let name = loop {
            let count = self.numbers.entry(stem.clone()).or_default();
            *count += 1;
            let name = format!("{stem}-{count}");
            if self.names.insert(name.clone()) {
                break name;
            }
        };
        let text = self.proposed[number].2.rule(&name);
        self.kept.push((number, name.clone()));
        Some(Discovered {
            name,
            operator,
            text,
        })
    }

    fn learn(&mut self, place: usize, candidate: &Candidate, owner: Owner) {
        let pattern = self.patterns[place];
        if let Form::Node(node) = candidate.form {
            self.learn_equation(pattern.node, node, owner);
            return;
        }
        for clause in clauses(pattern.lit, candidate) {
            let mut shaper = Shaper {
                store: &self.store,
                variables: Vec::new(),
            };
            // The pattern as it is matched, and not as its class is written.
            let is_pattern = |lit: Lit| lit >> 1 == pattern.lit >> 1;
            let shapes: Vec<Shape> = clause
                .iter()
                .map(|&lit| match is_pattern(lit) {
                    true => {
                        let mut shape = shaper.node(pattern.node);
                        shape.is_negated ^= lit != pattern.lit;
                        shape
                    }
                    false => shaper.literal(lit),
                })
                .collect();
            let Some(sorts) = shaper.sorts() else {
                continue;
            };
            debug_assert!(shapes.iter().all(|s| is_formula(&self.store, s, &sorts)));
            let law = match &shapes[..] {
                [a, b] => {
                    let mut from = a.clone();
                    from.is_negated ^= true;
                    Law::Arrow(from, b.clone())
                }
                _ => Law::Clause(shapes),
            };
            self.laws.add(&mut self.store, Sorted { law, sorts }, owner);
        }
    }
}

/// Who says what a proposal says.
fn owner(number: usize) -> Owner {
    KNOWN + 1 + number as Owner
}

/// What a candidate claims: of each of these, one literal is true.
fn clauses(pattern: Lit, candidate: &Candidate) -> Vec<Vec<Lit>> {
    // What the template says if it is true, and if it is false.
    let (is, is_not) = match candidate.form {
        Form::Node(_) => return Vec::new(),
        Form::Literal(a) => (vec![vec![a]], vec![vec![a ^ 1]]),
        Form::And(a, b) => (vec![vec![a], vec![b]], vec![vec![a ^ 1, b ^ 1]]),
        Form::Or(a, b) => (vec![vec![a, b]], vec![vec![a ^ 1], vec![b ^ 1]]),
        Form::Same(a, b) => (
            vec![vec![a ^ 1, b], vec![a, b ^ 1]],
            vec![vec![a, b], vec![a ^ 1, b ^ 1]],
        ),
    };
    let mut all = Vec::new();
    if candidate.claim != Claim::Under {
        all.extend(
            is.into_iter()
                .map(|clause| [vec![pattern ^ 1], clause].concat()),
        );
    }
    if candidate.claim != Claim::Over {
        all.extend(
            is_not
                .into_iter()
                .map(|clause| [vec![pattern], clause].concat()),
        );
    }
    all
}
