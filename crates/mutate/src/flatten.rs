//! What a seed is: one question of a script, without the rest of the script.
//!
//! A script may ask many things, print models in between, and write to files. A seed is flat:
//! settings, declarations and assertions that are in force at one check, and that check.

mod dialect;
mod in_force;
#[cfg(test)]
mod tests;

use crate::universe::speaks_of_universe;
use hashbrown::HashMap;
use in_force::{InForce, Lifetime, lifetime};
use smt::{Command, CommandKind, NodeId, Script, Status, Sym};
use std::hash::BuildHasher;

/// The most text that the seeds of one script have together. A script that asks after each of
/// its assertions has as many seeds as assertions, each as long as all before it.
const MOST_BYTES: usize = 64 << 20;

/// One question of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed {
    /// A flat script: a command a line, and one `(check-sat)` at its end.
    pub text: Vec<u8>,
    /// Which check of the script it is, counted from 0.
    pub check: usize,
    /// What `(set-info :status ..)` says of that check.
    pub status: Option<Status>,
}

/// Why a script gives no seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NotASeed {
    /// Rules and queries: only an engine for Horn clauses reads them as they are meant.
    #[error("it is made of Horn clauses")]
    Horn,
    /// It asks for a function.
    #[error("it is a problem of SyGuS")]
    Sygus,
    /// It speaks of the universe of a sort, and whatever is put into it may change what that is.
    #[error("it speaks of the universe of a sort, which depends on all else in it")]
    Universe,
    /// Nothing is asserted at any of its checks.
    #[error("nothing is asserted where it asks")]
    NoAssertions,
}

/// Whether a script is one of Horn clauses, by its logic or its commands.
pub fn is_horn(script: &Script) -> bool {
    let horn = |logic: Sym| script.tree.symbols.bytes(logic) == b"HORN";
    script.commands.iter().any(|command| match &command.kind {
        CommandKind::SetLogic(logic) => horn(*logic),
        CommandKind::DeclareRel(_) | CommandKind::Rule(_) | CommandKind::Query(_) => true,
        _ => false,
    })
}

/// The seeds of a script, one for each check that has assertions; each text once, and not more
/// than 64 MiB of them. A script that never asks gives one seed with what holds at its end.
pub fn seeds(script: &Script) -> Result<Vec<Seed>, NotASeed> {
    refuse(script)?;
    let mut flattener = Flattener::new(script);
    for number in 0..script.commands.len() {
        let command = &script.commands[number];
        match &command.kind {
            CommandKind::CheckSat | CommandKind::CheckSatUsing(_) => flattener.check(&[]),
            CommandKind::CheckSatAssuming(_) => flattener.check(&assumptions(script, command)),
            CommandKind::Exit => break,
            _ => match head(script, command) {
                b"exit" => break,
                b"check-sat-assuming-model" => flattener.check(&assumed_model(script, command)),
                _ => flattener.command(number),
            },
        }
    }
    if flattener.checks == 0 {
        flattener.check(&[]);
    }
    match flattener.seeds.is_empty() {
        true => Err(NotASeed::NoAssertions),
        false => Ok(flattener.seeds),
    }
}

/// A script with several checks as one seed, without what only prints. All that is asked is kept
/// as it was asked.
pub fn incremental(script: &Script) -> Option<Vec<u8>> {
    refuse(script).ok()?;
    let mut text = Vec::with_capacity(script.tree.text().len());
    let (mut checks, mut assertions) = (0, 0);
    let mut logics = script
        .commands
        .iter()
        .filter_map(|command| match command.kind {
            CommandKind::SetLogic(logic) => Some(logic),
            _ => None,
        });
    let first = logics.next();
    if logics.any(|logic| Some(logic) != first) {
        // What may be put where depends on which of them is in force there.
        return None;
    }
    for command in &script.commands {
        match &command.kind {
            CommandKind::CheckSat | CommandKind::CheckSatUsing(_) => checks += 1,
            CommandKind::CheckSatAssuming(assumptions) => {
                checks += 1;
                assertions += assumptions.len();
            }
            CommandKind::Assert(_) => assertions += 1,
            CommandKind::Push(_)
            | CommandKind::Pop(_)
            | CommandKind::Reset
            | CommandKind::ResetAssertions => {}
            CommandKind::Exit => break,
            CommandKind::Raw if head(script, command) == b"exit" => break,
            CommandKind::Raw if head(script, command) == b"check-sat-assuming-model" => {
                checks += 1;
            }
            _ if lifetime(script, command).is_none() => continue,
            _ => {}
        }
        text.extend_from_slice(script.tree.source(command.node));
        text.push(b'\n');
    }
    (checks > 1 && assertions > 0).then_some(text)
}

fn refuse(script: &Script) -> Result<(), NotASeed> {
    if is_horn(script) {
        return Err(NotASeed::Horn);
    }
    let sygus = |command: &Command| dialect::is_sygus(head(script, command));
    if script.commands.iter().any(sygus) {
        return Err(NotASeed::Sygus);
    }
    match speaks_of_universe(script) {
        true => Err(NotASeed::Universe),
        false => Ok(()),
    }
}

/// The name of a command; nothing for what is not a list that starts with one.
fn head<'a>(script: &'a Script, command: &Command) -> &'a [u8] {
    match script.tree.head(command.node) {
        Some(head) => script.tree.symbols.bytes(head),
        None => b"",
    }
}

/// The terms that a check assumes, where they stand.
fn assumptions(script: &Script, command: &Command) -> Vec<Assumption> {
    let tree = &script.tree;
    let parts = tree.children(command.node).skip(1);
    match tree.head(command.node) {
        // z3 takes them one by one after a plain check-sat.
        Some(Sym::CHECK_SAT) => parts.map(Assumption::Term).collect(),
        _ => {
            let terms = parts.take(1).flat_map(|list| tree.children(list));
            terms.map(Assumption::Term).collect()
        }
    }
}

/// What a check assumes to hold.
#[derive(Debug, Clone, Copy)]
enum Assumption {
    Term(NodeId),
    Equal(NodeId, NodeId),
}

/// yices: a check for the models in which some constants have given values.
fn assumed_model(script: &Script, command: &Command) -> Vec<Assumption> {
    let tree = &script.tree;
    let mut lists = tree.children(command.node).skip(1);
    match (lists.next(), lists.next()) {
        (Some(constants), Some(values)) => {
            let pairs = tree.children(constants).zip(tree.children(values));
            pairs.map(|(c, v)| Assumption::Equal(c, v)).collect()
        }
        _ => Vec::new(),
    }
}

struct Flattener<'a> {
    script: &'a Script,
    in_force: InForce,
    status: Option<Status>,
    /// Whether something is asserted that nobody can know.
    unpredictable: bool,
    checks: usize,
    seeds: Vec<Seed>,
    /// The texts given so far, by their hashes.
    given: HashMap<u64, Vec<usize>>,
    bytes: usize,
}

impl<'a> Flattener<'a> {
    fn new(script: &'a Script) -> Self {
        Self {
            script,
            in_force: InForce::default(),
            status: None,
            unpredictable: false,
            checks: 0,
            seeds: Vec::new(),
            given: HashMap::new(),
            bytes: 0,
        }
    }

    /// Takes note of a command that asks nothing.
    fn command(&mut self, number: usize) {
        let script = self.script;
        let command = &script.commands[number];
        match &command.kind {
            CommandKind::Push(levels) => return self.in_force.push(*levels),
            CommandKind::Pop(levels) => return self.in_force.pop(*levels),
            CommandKind::Reset => {
                self.in_force.reset();
                self.status = None;
                self.unpredictable = false;
                return;
            }
            CommandKind::ResetAssertions => {
                let of = |number: usize| lifetime(script, &script.commands[number]);
                return self
                    .in_force
                    .reset_assertions(script, |number| of(number).unwrap_or(Lifetime::Assertion));
            }
            CommandKind::SetInfo { keyword, value } => self.info(*keyword, *value),
            CommandKind::SetOption { keyword, value } => self.option(*keyword, *value),
            CommandKind::Raw => {
                self.unpredictable |= dialect::is_unpredictable(head(script, command));
            }
            _ => {}
        }
        let scope_option = match &command.kind {
            CommandKind::SetOption { keyword, .. } => {
                dialect::is_scope_option(script.tree.symbols.bytes(*keyword))
            }
            _ => false,
        };
        if let Some(lifetime) = lifetime(script, command)
            && !scope_option
        {
            self.in_force.add(script, number, lifetime);
        }
    }

    fn info(&mut self, keyword: Sym, value: Option<NodeId>) {
        let tree = &self.script.tree;
        if tree.symbols.bytes(keyword) == b":status" {
            self.status = match value.map(|value| tree.source(value)) {
                Some(b"sat") => Some(Status::Sat),
                Some(b"unsat") => Some(Status::Unsat),
                _ => None,
            };
        }
    }

    fn option(&mut self, keyword: Sym, value: Option<NodeId>) {
        let tree = &self.script.tree;
        if matches!(
            tree.symbols.bytes(keyword),
            b":global-declarations" | b":global-decls"
        ) {
            let value = value.and_then(|value| tree.atom(value));
            self.in_force.global_declarations = value == Some(Sym::TRUE);
        }
    }

    /// Makes the seed of a check, unless it is there already or there is nothing in it.
    fn check(&mut self, assumptions: &[Assumption]) {
        let check = self.checks;
        self.checks += 1;
        let tree = &self.script.tree;
        let (mut bytes, mut asserts) = (0, !assumptions.is_empty());
        for number in self.in_force.numbers() {
            let command = &self.script.commands[number];
            bytes += tree.range(command.node).len() + 1;
            asserts |= matches!(command.kind, CommandKind::Assert(_));
        }
        // What is said of one check is not said of the next.
        let status = self.status.take();
        if !asserts || (self.bytes + bytes > MOST_BYTES && !self.seeds.is_empty()) {
            return;
        }
        let mut text = Vec::with_capacity(bytes + 64);
        for number in self.in_force.numbers() {
            text.extend_from_slice(tree.source(self.script.commands[number].node));
            text.push(b'\n');
        }
        for &assumption in assumptions {
            let parts: [&[u8]; 5] = match assumption {
                Assumption::Term(term) => [b"(assert ", tree.source(term), b")", b"", b"\n"],
                Assumption::Equal(constant, value) => {
                    let (constant, value) = (tree.source(constant), tree.source(value));
                    [b"(assert (= ", constant, b" ", value, b"))\n"]
                }
            };
            parts.iter().for_each(|part| text.extend_from_slice(part));
        }
        text.extend_from_slice(b"(check-sat)\n");
        let status = status.filter(|_| !self.unpredictable);
        self.give(Seed {
            text,
            check,
            status,
        });
    }

    fn give(&mut self, seed: Seed) {
        let hash = self.given.hasher().hash_one(&seed.text);
        let same_hash = self.given.entry(hash).or_default();
        let same = same_hash
            .iter()
            .find(|&&place| self.seeds[place].text == seed.text);
        if let Some(&place) = same {
            // The same question: what is known of one is known of both.
            let known = &mut self.seeds[place].status;
            *known = known.or(seed.status);
            return;
        }
        same_hash.push(self.seeds.len());
        self.bytes += seed.text.len();
        self.seeds.push(seed);
    }
}
