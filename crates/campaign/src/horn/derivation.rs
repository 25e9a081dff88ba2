//! Unsat systems shown to be so by a derivation.
//!
//! A system of Horn clauses is unsat if and only if one of its queries can be derived: a tree whose root is
//! a query, whose nodes are clauses with values for their variables, and whose children derive what the
//! body of a clause applies. That there is such a tree of at most a given height is a plain formula. So
//! any solver can say sat to it, and its model is the derivation.
//!
//! The tree is a fixed one, with as many children everywhere as the longest body needs. Each place in it
//! may derive any predicate by any clause: `r!3!p` says that place 3 derives predicate `p` of the
//! arguments `a!3!p!0`, `a!3!p!1` .. and follows from one of the clauses for `p` with the places below. In a
//! linear system the tree is a chain, so the formula grows with its height only as the system does.

use super::judges::{Judges, Sat, Shown};
use mutate::horn::{Clause, System};
use solve::Error;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// Heights that are tried, unless the formula gets too large.
const HEIGHTS: &[usize] = &[2, 4, 7, 12, 20, 40];

/// What a search may cost.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The greatest height of a tree.
    pub height: usize,
    /// The greatest length of a formula, in bytes.
    pub bytes: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            height: 20,
            bytes: 1 << 20,
        }
    }
}

/// A derivation of a query: the system is unsat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Derivation {
    /// The height of the tree at most.
    pub height: usize,
    /// That there is one.
    pub shown: Shown,
}

impl fmt::Display for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { height, shown } = self;
        write!(
            f,
            "a query is derived in a tree of height {height}, by {shown}"
        )
    }
}

/// What came of looking for a derivation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Search {
    /// There is one.
    Found(Box<Derivation>),
    /// There is none up to this height.
    None(usize),
    /// The search ended before the first height, or was not clear: why.
    Unclear(String),
}

/// Looks for a derivation of a query. The settings of the system do not matter to it.
///
/// # Errors
/// If a judge cannot be started.
pub fn search(system: &System, judges: &mut Judges, effort: Effort) -> Result<Search, Error> {
    let mut none = None;
    for &height in HEIGHTS.iter().filter(|height| **height <= effort.height) {
        let Some(script) = unrolled(system, height, effort.bytes) else {
            let why = || Search::Unclear("the formula is too large".into());
            return Ok(none.map_or_else(why, Search::None));
        };
        match judges.is_sat(&script)? {
            Sat::Yes(shown) => {
                let shown = *shown;
                return Ok(Search::Found(Box::new(Derivation { height, shown })));
            }
            Sat::No(_) => none = Some(height),
            Sat::Unclear(why) => return Ok(none.map_or(Search::Unclear(why), Search::None)),
        }
    }
    let why = || Search::Unclear("no height was tried".into());
    Ok(none.map_or_else(why, Search::None))
}

/// A script that is sat if and only if a query can be derived in a tree of at most this height. `None`
/// if it has more bytes than that.
pub fn unrolled(system: &System, height: usize, bytes: usize) -> Option<String> {
    let branches = system.clauses().iter().map(|c| c.applications().count());
    let branches = branches.max().unwrap_or(0);
    let mut tree = Unrolling {
        system,
        out: String::from("(set-logic ALL)\n"),
        assertions: String::new(),
        bytes,
    };
    tree.out.push_str(system.preamble());
    tree.define_clauses();
    let mut level = vec![0];
    let mut next = 1;
    let mut wanted: BTreeSet<usize> = BTreeSet::new();
    let queries = system.clauses().iter().enumerate();
    let queries: Vec<usize> = queries
        .filter(|(_, clause)| clause.head().is_none())
        .map(|(number, _)| number)
        .collect();
    // The root derives a query, which is no predicate; place 0 stands for it.
    for left in (0..height).rev() {
        let below = match left {
            0 => 0,
            _ => branches,
        };
        let mut children = Vec::new();
        let mut applied = BTreeSet::new();
        for &place in &level {
            let own: Vec<usize> = (0..below).map(|branch| next + branch).collect();
            next += own.len();
            if place == 0 {
                tree.place(place, None, &queries, &own, &mut applied)?;
            }
            for &predicate in wanted.iter().filter(|_| place != 0) {
                let clauses = tree.clauses_for(predicate);
                tree.place(place, Some(predicate), &clauses, &own, &mut applied)?;
            }
            children.extend(own);
        }
        if applied.is_empty() {
            break;
        }
        for &place in &children {
            tree.declare(place, &applied)?;
        }
        (level, wanted) = (children, applied);
    }
    tree.within()?;
    tree.out.push_str(&tree.assertions);
    tree.out.push_str("(check-sat)\n");
    Some(tree.out)
}

struct Unrolling<'a> {
    system: &'a System,
    /// Definitions and declarations.
    out: String,
    assertions: String,
    bytes: usize,
}

impl Unrolling<'_> {
    /// Each clause as a function of its variables, the arguments of its head and those of its body.
    fn define_clauses(&mut self) {
        for (number, clause) in self.system.clauses().iter().enumerate() {
            let (mut parameters, mut conjuncts) = (String::new(), String::new());
            for variable in clause.variables() {
                let _ = write!(parameters, "({} {}) ", variable.name, variable.sort);
            }
            let applied = clause.head().into_iter().chain(clause.applications());
            for (place, application) in applied.enumerate() {
                let predicate = self.system.predicate(&application.predicate);
                let sorts = predicate.map(|p| &p.sorts[..]).unwrap_or_default();
                for (at, (argument, sort)) in application.arguments.iter().zip(sorts).enumerate() {
                    let _ = write!(parameters, "(nh!h!{place}!{at} {sort}) ");
                    let _ = write!(conjuncts, " (= nh!h!{place}!{at} {})", argument.text());
                }
            }
            for constraint in clause.constraints() {
                let _ = write!(conjuncts, " {}", constraint.text());
            }
            let parameters = parameters.trim_end();
            let _ = writeln!(
                self.out,
                "(define-fun nh!c!{number} ({parameters}) Bool {})",
                junction("and", "true", &conjuncts)
            );
        }
    }

    fn number(&self, predicate: &str) -> Option<usize> {
        let all = self.system.predicates();
        all.iter().position(|p| &*p.name == predicate)
    }

    /// The clauses that conclude a predicate.
    fn clauses_for(&self, predicate: usize) -> Vec<usize> {
        let Some(predicate) = self.system.predicates().get(predicate) else {
            return Vec::new();
        };
        let all = self.system.clauses().iter().enumerate();
        all.filter(|(_, clause)| clause.head().is_some_and(|h| h.predicate == predicate.name))
            .map(|(number, _)| number)
            .collect()
    }

    /// Declares what a place may derive.
    fn declare(&mut self, place: usize, predicates: &BTreeSet<usize>) -> Option<()> {
        for &number in predicates {
            let predicate = self.system.predicates().get(number)?;
            let _ = writeln!(self.out, "(declare-const nh!r!{place}!{number} Bool)");
            for (at, sort) in predicate.sorts.iter().enumerate() {
                let _ = writeln!(
                    self.out,
                    "(declare-const nh!a!{place}!{number}!{at} {sort})"
                );
            }
        }
        self.within()
    }

    /// Says that what a place derives follows from one of these clauses; of the root, that it does
    /// derive something. Notes which predicates they apply.
    fn place(
        &mut self,
        place: usize,
        predicate: Option<usize>,
        clauses: &[usize],
        below: &[usize],
        applied: &mut BTreeSet<usize>,
    ) -> Option<()> {
        let mut ways = String::new();
        let mut declarations = String::new();
        for &number in clauses {
            let clause = self.system.clauses().get(number)?;
            if clause.applications().count() > below.len() {
                continue;
            }
            let way = self.way(place, predicate, (number, clause), below, &mut declarations)?;
            applied.extend(
                clause
                    .applications()
                    .filter_map(|application| self.number(&application.predicate)),
            );
            ways.push_str(&way);
        }
        self.out.push_str(&declarations);
        let premise = predicate.map(|predicate| format!("nh!r!{place}!{predicate}"));
        let premise = premise.as_deref().unwrap_or("true");
        let ways = junction("or", "false", &ways);
        let _ = writeln!(self.assertions, "(assert (=> {premise} {ways}))");
        self.within()
    }

    /// Whether there is room for more.
    fn within(&self) -> Option<()> {
        (self.out.len() + self.assertions.len() <= self.bytes).then_some(())
    }

    /// That a place follows from one clause with the places below.
    fn way(
        &self,
        place: usize,
        predicate: Option<usize>,
        (number, clause): (usize, &Clause),
        below: &[usize],
        declarations: &mut String,
    ) -> Option<String> {
        let (mut arguments, mut derived) = (String::new(), String::new());
        for (at, variable) in clause.variables().iter().enumerate() {
            let name = format!("nh!v!{place}!{number}!{at}");
            let _ = writeln!(declarations, "(declare-const {name} {})", variable.sort);
            let _ = write!(arguments, " {name}");
        }
        if let (Some(predicate), Some(head)) = (predicate, clause.head()) {
            for at in 0..head.arguments.len() {
                let _ = write!(arguments, " nh!a!{place}!{predicate}!{at}");
            }
        }
        for (application, child) in clause.applications().zip(below) {
            let applied = self.number(&application.predicate)?;
            for at in 0..application.arguments.len() {
                let _ = write!(arguments, " nh!a!{child}!{applied}!{at}");
            }
            let _ = write!(derived, " nh!r!{child}!{applied}");
        }
        let call = match arguments.is_empty() {
            true => format!("nh!c!{number}"),
            false => format!("(nh!c!{number}{arguments})"),
        };
        Some(format!(" (and true {call}{derived})"))
    }
}

/// Some formulas joined, or what joins none: the standard has no junction of fewer than two.
fn junction(operator: &str, none: &str, formulas: &str) -> String {
    match formulas.is_empty() {
        true => none.to_owned(),
        false => format!("({operator} {none}{formulas})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTER: &str = "(set-logic HORN)(declare-fun p (Int) Bool)(declare-fun done () Bool)
        (assert (p 0))
        (assert (forall ((x Int)) (=> (and (p x) (< x 9)) (p (+ x 1)))))
        (assert (forall ((x Int)) (=> (and (p x) (= x 3)) done)))
        (assert (=> done false))(check-sat)";

    fn parse(text: &str) -> smt::Script {
        smt::Script::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn unrollings_are_plain_formulas() {
        let tree = "(set-logic HORN)(declare-fun t (Int) Bool)(assert (t 1))
            (assert (forall ((x Int) (y Int)) (=> (and (t x) (t y)) (t (+ x y)))))
            (assert (forall ((x Int)) (=> (and (t x) (= x 3)) false)))(check-sat)";
        for text in [COUNTER, tree] {
            let system = System::read(text.as_bytes()).unwrap();
            for height in 1..5 {
                let script = unrolled(&system, height, 1 << 20).unwrap();
                let script = parse(&script);
                assert_eq!(script.unsorted_places().count(), 0);
                assert!(script.assertions().all(|a| script.is_sorted_formula(a)));
                assert!(crate::settled::is_settled(script.tree.text()));
            }
        }
    }

    #[test]
    fn chains_grow_slowly_and_trees_have_a_limit() {
        let system = System::read(COUNTER.as_bytes()).unwrap();
        let long = |height| unrolled(&system, height, 1 << 20).unwrap().len();
        assert!(long(40) < 5 * long(10));
        let tree = COUNTER.replace("(and (p x) (< x 9))", "(and (p x) (p x) (< x 9))");
        let system = System::read(tree.as_bytes()).unwrap();
        assert!(unrolled(&system, 3, 1 << 20).is_some());
        assert_eq!(unrolled(&system, 60, 1 << 20), None);
    }

    #[test]
    fn what_derives_nothing_is_false_at_once() {
        let system = "(set-logic HORN)(declare-fun p () Bool)(assert (=> p p))(check-sat)";
        let system = System::read(system.as_bytes()).unwrap();
        let script = unrolled(&system, 50, 1 << 20).unwrap();
        assert!(script.contains("(assert (=> true false))"), "{script}");
    }
}
