//! Unsatisfiable because every assignment was tried.
//!
//! Variables are of small sorts, and a term has a value for each assignment. Each assertion is taken
//! the way around that leaves fewer assignments, or not more than half, until none is left.

use super::catalogue::{BOOL, Kind, NameNo, OpNo, SortNo};
use super::grove::{NodeId, What};
use super::maker::Maker;
use eval::Value;
use eval::float::Float;

/// How many assignments are tried, mostly.
const FEW: usize = 130;
/// How many are tried at most.
const MANY: usize = 800;

impl Maker<'_, '_> {
    /// All values of a sort in a fixed order, if they are at most so many.
    pub fn all_of(&mut self, sort: SortNo, most: usize) -> Option<Vec<Value>> {
        let all: Vec<Value> = match self.catalogue.sort(sort).kind {
            Kind::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Kind::BitVec(width) if width < 12 => {
                let bits = 0..1u64 << width;
                bits.map(|bits| Value::BitVec { width, bits }).collect()
            }
            Kind::Float(format) if format.width() < 10 => {
                let mut all = Vec::new();
                for bits in 0..1u128 << format.width() {
                    let float = Float::from_bits_u128(format, bits).ok()?;
                    let value = self.trials.values().float(float);
                    // There is one NaN, however it is spelled.
                    if !all.contains(&value) {
                        all.push(value);
                    }
                }
                all
            }
            Kind::RoundingMode => (0..5).map(Value::RoundingMode).collect(),
            Kind::Datatype => {
                let constructors = self.catalogue.constructors(sort);
                let mut all = Vec::new();
                for &constructor in constructors {
                    match self.catalogue.op(constructor).how {
                        super::catalogue::How::Constant(term) => all.push(self.trials.value(term)?),
                        _ => return None,
                    }
                }
                all
            }
            _ => return None,
        };
        (all.len() <= most).then_some(all)
    }

    /// Values to be tried of a sort: all, or those between bounds.
    fn domain(&mut self, sort: SortNo, most: usize) -> Option<(Vec<Value>, Option<i64>)> {
        match self.catalogue.sort(sort).kind {
            Kind::Int if most >= 4 => {
                let low = self.rng.below(7) as i64 - 4;
                let count = 3 + self.rng.below(2) as i64;
                Some(((low..low + count).map(Value::Int).collect(), Some(low)))
            }
            _ => Some((self.all_of(sort, most)?, None)),
        }
    }

    /// Unsatisfiable assertions about small sorts; none if the operator takes no such sorts.
    pub fn exhaust(&mut self, name: NameNo, assertions: &mut Vec<NodeId>) -> Option<usize> {
        let op = self.instance(name)?;
        let most = if self.rng.chance(1, 12) { MANY } else { FEW };
        let (domains, rows) = self.domains(op, most)?;
        self.grove.reset(self.catalogue.sorts.len(), rows, false);
        self.closed = true;
        let mut stride = 1;
        for (sort, values, low) in domains {
            let of_row =
                (0..rows).filter_map(|row| values.get(row / stride % values.len()).copied());
            let variable = self.grove.variable(sort, of_row);
            stride *= values.len();
            if let Some(low) = low {
                let number = self.grove.variables.len() - 1;
                let high = low + values.len() as i64 - 1;
                let show = |n: i64| match n < 0 {
                    true => format!("(- {})", n.unsigned_abs()),
                    false => n.to_string(),
                };
                let (low, high) = (show(low), show(high));
                let text = format!("(and (<= {low} v{number}) (<= v{number} {high}))");
                assertions.push(self.grove.text(text.as_bytes(), &[variable], true));
            }
        }
        for _ in 0..self.settings.terms {
            self.grow();
        }
        let mut left: Vec<usize> = (0..rows).collect();
        let mut about = self.on_top(op, None);
        while !left.is_empty() {
            let term = match about.take() {
                Some(term) => term,
                None => match self.grow() {
                    Some(term) => term,
                    None => self.leaf(BOOL)?,
                },
            };
            // The word `false` alone refutes everything and tests nothing.
            if self.grove.node(term).what == What::Literal {
                return None;
            }
            let mut formula = self.atom(term)?;
            for _ in 0..self.rng.below(2) {
                if let Some(larger) = self.surround(formula, false) {
                    formula = larger;
                }
            }
            self.narrow(formula, &mut left, assertions)?;
        }
        Some(rows)
    }

    /// Asserts a formula or its negation, whichever leaves fewer of the assignments.
    fn narrow(
        &mut self,
        formula: NodeId,
        left: &mut Vec<usize>,
        assertions: &mut Vec<NodeId>,
    ) -> Option<()> {
        let values = self.grove.values(formula);
        let is_true = |row: &usize| values.get(*row) == Some(&Value::Bool(true));
        let trues = left.iter().filter(|row| is_true(row)).count();
        let keep = trues * 2 <= left.len();
        left.retain(|row| is_true(row) == keep);
        assertions.push(match keep {
            true => formula,
            false => self.native(super::catalogue::Native::Not, &[formula])?,
        });
        if let What::Apply(op) = self.grove.node(formula).what {
            self.decided.push(self.catalogue.op(op).name);
        }
        Some(())
    }

    /// Sorts of variables and their values, those first that an operator takes.
    #[allow(clippy::type_complexity)]
    fn domains(
        &mut self,
        op: OpNo,
        most: usize,
    ) -> Option<(Vec<(SortNo, Vec<Value>, Option<i64>)>, usize)> {
        let mut domains = Vec::new();
        let mut rows = 1;
        let arguments = &self.catalogue.op(op).arguments;
        let wanted: Vec<SortNo> = arguments.iter().map(|a| a.sort).collect();
        let others: Vec<SortNo> = (0..2)
            .map(|_| SortNo(self.rng.below(self.catalogue.sorts.len()) as u16))
            .collect();
        for sort in wanted.into_iter().chain(others) {
            if domains.len() >= self.settings.variables || !self.catalogue.sort(sort).variables {
                continue;
            }
            if self.standard && self.catalogue.sort(sort).is_odd {
                continue;
            }
            if let Some((values, low)) = self.domain(sort, most / rows) {
                rows *= values.len();
                domains.push((sort, values, low));
            }
        }
        (rows > 1).then_some((domains, rows))
    }
}
