//! Many assignments of a script's constants, one after another, without reading anything again.
//!
//! The values of constants are put where the evaluator remembers the values of terms, so that an
//! assignment costs one write a constant. What depends on no constant is evaluated once.

use super::scopes::NEVER;
use super::{Evaluator, FOR_GOOD, OutOfBudget};
use crate::budget::Budget;
use crate::check::Search;
use crate::domain::datatype_of;
use crate::model::Model;
use crate::outcome::Outcome;
use crate::sequence;
use crate::unknown::Unknowns;
use crate::value::{Value, Values};
use hashbrown::HashMap;
use smt::{DeclId, DeclKind, Function, Script, SortId, TermId, TermKind};
use std::rc::Rc;

/// Evaluates terms of one script under one assignment after another.
pub struct Trials<'m> {
    evaluator: Evaluator<'m>,
    constants: Vec<Constant>,
    /// The number of the last reason for which something had no value.
    reason: Option<u32>,
}

/// A constant that is to be given values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    /// Its declaration.
    pub declaration: DeclId,
    /// Its sort.
    pub sort: SortId,
    /// The terms that it is: one, unless it is written in several ways.
    terms: Vec<TermId>,
}

/// Whether terms are true under an assignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// All are, however one reads the standard.
    True,
    /// All are under some interpretation of the functions without a definition and of what the
    /// standard leaves open, see [`Trials::chosen`].
    Possible,
    /// One is false, under every interpretation.
    False,
    /// No interpretation was found, but not all were tried.
    Undecided,
    /// Something cannot be evaluated, see [`Trials::reason`].
    Unsupported,
    /// It takes more than the budget.
    OutOfBudget,
}

impl Truth {
    /// Whether there is an interpretation that makes all of them true.
    pub fn is_satisfied(self) -> bool {
        matches!(self, Truth::True | Truth::Possible)
    }
}

impl<'m> Trials<'m> {
    /// For the terms of the model's script. Constants that the model gives a value keep it, and
    /// uninterpreted sorts are infinite unless it lists their elements. The budget is that of one
    /// assignment, save for memory, which is that of all.
    pub fn new(model: &'m Model, budget: Budget) -> Self {
        let mut evaluator = Evaluator::new(model, budget);
        let script = model.script();
        // An uninterpreted sort may be any set; with an infinite one there is one array of a kind.
        for sort in script.sorts.all() {
            let declared = script.sorts.is_known(sort)
                && script.sorts.head(sort).is_none()
                && script.sorts.name(sort).is_some();
            if declared
                && datatype_of(script, sort).is_none()
                && !evaluator.domains.universes.contains_key(&sort)
            {
                evaluator.domains.assume_infinite(sort);
            }
        }
        let mut constants: Vec<Constant> = Vec::new();
        for declaration in script.declarations.all() {
            if script.declarations.kind(declaration) == DeclKind::Function
                && script.declarations.parameters(declaration).is_empty()
                && model.meaning(declaration).is_none()
            {
                constants.push(Constant {
                    declaration,
                    sort: script.declarations.sort(declaration),
                    terms: Vec::new(),
                });
            }
        }
        let places: HashMap<DeclId, usize> = constants
            .iter()
            .enumerate()
            .map(|(place, constant)| (constant.declaration, place))
            .collect();
        // What has no function of the script in it is the same under every assignment.
        let mut fixed = vec![true; script.terms.len()];
        for term in script.terms.all() {
            let declared = match script.terms.function(term) {
                Function::Declared(declaration) => Some(declaration),
                _ => None,
            };
            let constant = declared
                .and_then(|declaration| places.get(&declaration))
                .and_then(|&place| constants.get_mut(place));
            if let (Some(constant), TermKind::Symbol) = (constant, script.terms.kind(term)) {
                constant.terms.push(term);
            }
            let binds = matches!(
                script.terms.kind(term),
                TermKind::Binder | TermKind::Match | TermKind::Let
            );
            let mut arguments = script.terms.arguments(term).iter();
            fixed[term.index()] =
                declared.is_none() && !binds && arguments.all(|a| fixed[a.index()]);
            if fixed[term.index()] {
                // Remembered for good if it has a value; if not, it is asked for again.
                let _ = evaluator.outcome(term);
            }
        }
        evaluator.unknowns = Unknowns::default();
        evaluator.next_trial();
        Self {
            evaluator,
            constants,
            reason: None,
        }
    }

    /// The constants that are to be given values.
    pub fn constants(&self) -> &[Constant] {
        &self.constants
    }

    /// The script that all terms are of.
    pub fn script(&self) -> &'m Script {
        self.evaluator.script
    }

    /// All values so far.
    pub fn values(&mut self) -> &mut Values {
        &mut self.evaluator.values
    }

    /// All values of a finite sort if they are at most so many; of arrays and sets there are none.
    pub fn all(&mut self, sort: SortId, limit: u64) -> Option<Rc<[Value]>> {
        let Evaluator {
            domains,
            script,
            values,
            ..
        } = &mut self.evaluator;
        domains.all(script, values, sort, limit)
    }

    /// Gives each of [`Trials::constants`] a value of its sort, in their order.
    pub fn assign(&mut self, assignment: &[Value]) {
        self.forget();
        let budget = self.evaluator.budget;
        self.evaluator.steps = 0;
        self.evaluator.values.work.set(0);
        self.evaluator.strings = sequence::Budget::new(budget.steps, budget.length);
        for (constant, &value) in self.constants.iter().zip(assignment) {
            for term in &constant.terms {
                self.evaluator.memo[term.index()] = Outcome::Known(value);
                self.evaluator.stamps[term.index()] = FOR_GOOD;
            }
        }
    }

    /// Forgets what came out, and every interpretation.
    fn forget(&mut self) {
        /// Stamps must never be used twice.
        const MANY: u32 = 1 << 31;
        let evaluator = &mut self.evaluator;
        if evaluator.last_epoch >= MANY {
            let stamps = evaluator.stamps.iter_mut();
            stamps.filter(|s| **s != FOR_GOOD).for_each(|s| *s = 0);
            evaluator.epochs = [0; NEVER as usize + 1];
            evaluator.last_epoch = FOR_GOOD + 1;
        }
        if evaluator.unknowns.len() > 0 {
            evaluator.unknowns = Unknowns::default();
        }
        evaluator.next_trial();
    }

    /// The value of a term without constants, or under the last assignment.
    pub fn value(&mut self, term: TermId) -> Option<Value> {
        self.evaluator.value(term).ok()
    }

    /// The value of a strict operator, a constructor or a selector for some arguments: that of an
    /// application of it if its own arguments had these values. None if the standard leaves it open,
    /// if we cannot say, or if it takes more than the budget.
    ///
    /// Connectives and `ite`, which need not look at all of their arguments, have none.
    pub fn apply(&mut self, application: TermId, arguments: &[Value]) -> Option<Value> {
        let evaluator = &mut self.evaluator;
        evaluator.steps = 0;
        evaluator.values.work.set(0);
        evaluator.strings = sequence::Budget::new(evaluator.budget.steps, evaluator.budget.length);
        let outcome = evaluator.outcome_of(application, arguments).ok();
        if evaluator.unknowns.len() > 0 {
            evaluator.unknowns = Unknowns::default();
        }
        outcome.and_then(Outcome::known)
    }

    /// About how much memory all values take.
    pub fn bytes(&self) -> usize {
        self.evaluator.values.bytes
    }

    /// Whether terms are true together under the last assignment.
    pub fn truth(&mut self, terms: &[TermId]) -> Truth {
        if self.evaluator.unknowns.len() > 0 {
            self.forget();
        }
        self.try_truth(terms).unwrap_or(Truth::OutOfBudget)
    }

    fn try_truth(&mut self, terms: &[TermId]) -> Result<Truth, OutOfBudget> {
        let (mut is_open, mut unsupported) = (false, None);
        for &term in terms {
            match self.evaluator.outcome(term)? {
                Outcome::Known(Value::Bool(true)) => {}
                Outcome::Known(_) => return Ok(Truth::False),
                Outcome::Unsupported(reason) => unsupported = Some(reason),
                Outcome::Unknown(_) | Outcome::Depends(_) => is_open = true,
            }
        }
        if !is_open {
            self.reason = unsupported.or(self.reason);
            return Ok(match unsupported {
                Some(_) => Truth::Unsupported,
                None => Truth::True,
            });
        }
        let numbered: Vec<(usize, TermId)> = terms.iter().copied().enumerate().collect();
        Ok(match self.evaluator.search(&numbered)?.0 {
            Search::Found => Truth::Possible,
            Search::Impossible => Truth::False,
            Search::GivenUp => Truth::Undecided,
            Search::Unsupported(reason) => {
                self.reason = Some(reason);
                Truth::Unsupported
            }
        })
    }

    /// The interpretation that was found by the last [`Trials::truth`], in words.
    pub fn chosen(&mut self) -> Vec<String> {
        self.evaluator.describe_unknowns(true)
    }

    /// What could not be evaluated, last.
    pub fn reason(&self) -> Option<&str> {
        self.reason.map(|reason| self.evaluator.reason(reason))
    }

    /// A value as SMT-LIB writes it.
    pub fn show(&self, value: Value, sort: SortId) -> String {
        self.evaluator
            .values
            .show(self.evaluator.script, value, sort)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(text: &str) -> Model {
        let script = Script::parse(text.as_bytes()).unwrap();
        Model::parse(&script, 0, b"()").unwrap()
    }

    #[test]
    fn every_assignment_has_its_own_truth() {
        let model = model(
            "(declare-const x (_ BitVec 4)) (declare-const y (_ BitVec 4))
             (assert (= (bvadd x #x1) y)) (check-sat)",
        );
        let mut trials = Trials::new(&model, Budget::default());
        let sort = trials.constants()[0].sort;
        let all = trials.all(sort, 100).unwrap();
        let (mut satisfied, assertions) = (0, model.assertions());
        for &x in all.iter() {
            for &y in all.iter() {
                trials.assign(&[x, y]);
                satisfied += usize::from(trials.truth(assertions) == Truth::True);
            }
        }
        assert_eq!(satisfied, 16);
    }

    #[test]
    fn what_is_left_open_is_the_same_within_a_trial_and_open_in_the_next() {
        let model = model(
            "(declare-const x Int) (declare-const y Int) (declare-fun p (Int) Bool)
             (assert (= (div x 0) 1)) (assert (= (div y 0) 2)) (assert (p x)) (assert (not (p y)))
             (check-sat)",
        );
        let mut trials = Trials::new(&model, Budget::default());
        let (assertions, n) = (model.assertions(), Value::Int);
        for (x, y, expected) in [
            (3, 3, Truth::False),
            (3, 4, Truth::Possible),
            (4, 3, Truth::Possible),
            (4, 4, Truth::False),
        ] {
            trials.assign(&[n(x), n(y)]);
            // A predicate has two values; of division there are too many to try.
            assert_eq!(trials.truth(&assertions[2..]), expected, "{x} {y}");
            let division = trials.truth(&assertions[..2]);
            assert_eq!(division.is_satisfied(), expected.is_satisfied(), "{x} {y}");
            assert_eq!(division != Truth::Undecided, expected.is_satisfied());
        }
    }

    #[test]
    fn an_operator_is_applied_to_other_arguments_than_its_own() {
        let model = model(
            "(declare-const x Int) (declare-const b (_ BitVec 8)) (declare-const r Real)
             (declare-datatypes ((List 0)) (((nil) (cons (head Int) (tail List)))))
             (declare-const l List) (declare-const a (Array Int Int))
             (assert (= (div x x) x)) (assert (= ((_ extract 6 3) b) ((_ extract 6 3) b)))
             (assert (= (/ r r) r)) (assert (= (cons x l) l)) (assert (= (head l) x))
             (assert (= (select (store a x x) x) x)) (check-sat)",
        );
        let mut trials = Trials::new(&model, Budget::default());
        let terms = &model.script().terms;
        let sides: Vec<TermId> = model
            .assertions()
            .iter()
            .map(|&a| terms.arguments(a)[0])
            .collect();
        let n = Value::Int;
        for _ in 0..2 {
            assert_eq!(trials.apply(sides[0], &[n(-7), n(2)]), Some(n(-4)));
            assert_eq!(trials.apply(sides[0], &[n(7), n(0)]), None);
            let bits = |width, bits| Value::BitVec { width, bits };
            let byte = bits(8, 0b0101_1000);
            assert_eq!(trials.apply(sides[1], &[byte]), Some(bits(4, 0b1011)));
            assert_eq!(trials.apply(sides[1], &[byte, byte]), None);
            let nil = model.script().declarations.all().find(|&d| {
                let name = model.script().declarations.name(d);
                model.script().tree.symbols.name(name) == "nil"
            });
            let nil = trials.values().datatype(nil.unwrap(), []);
            let list = trials.apply(sides[3], &[n(5), nil]).unwrap();
            assert_eq!(trials.apply(sides[4], &[list]), Some(n(5)));
            assert_eq!(trials.apply(sides[4], &[nil]), None, "the head of nothing");
            let zeros = trials.values().array(n(0), []);
            let store = terms.arguments(sides[5])[0];
            let array = trials.apply(store, &[zeros, n(3), n(4)]).unwrap();
            assert_eq!(trials.apply(sides[5], &[array, n(3)]), Some(n(4)));
            assert_eq!(trials.apply(sides[5], &[array, n(2)]), Some(n(0)));
        }
    }

    #[test]
    fn an_uninterpreted_sort_is_infinite() {
        let model = model(
            "(declare-sort U 0) (declare-const u U) (declare-const a (Array U Int))
             (declare-const b (Array U Int)) (assert (= a (store b u 1))) (check-sat)",
        );
        let mut trials = Trials::new(&model, Budget::default());
        let sort = trials.constants()[0].sort;
        let u = trials.values().element(sort, b"u");
        let n = Value::Int;
        let one = trials.values().array(n(1), []);
        let zero = trials.values().array(n(0), []);
        let mixed = trials.values().array(n(0), [(u, n(1))]);
        for (a, b, expected) in [
            (one, one, Truth::True),
            (one, zero, Truth::False),
            (mixed, zero, Truth::True),
            (mixed, one, Truth::False),
        ] {
            trials.assign(&[u, a, b]);
            assert_eq!(trials.truth(model.assertions()), expected);
        }
    }

    #[test]
    fn an_assignment_leaves_nothing_behind() {
        let model = model(
            "(declare-const x Int) (declare-const s String) (declare-fun f (Int) Int)
             (assert (= (str.len s) x)) (assert (= (f x) 7)) (assert (= (f 1) 8))
             (check-sat)",
        );
        let mut trials = Trials::new(&model, Budget::default());
        let s = crate::strings::verbatim("ab").unwrap();
        let s = trials.values().string(s);
        // The last assertions are about one application if x is 1.
        for x in [2, 1, 2, 0, 2] {
            trials.assign(&[Value::Int(x), s]);
            assert_eq!(trials.truth(model.assertions()).is_satisfied(), x == 2);
        }
        assert!(trials.show(s, SortId::STRING).contains("ab"));
    }
}
