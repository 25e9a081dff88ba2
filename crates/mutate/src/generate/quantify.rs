//! Formulas about all values of a small sort.

use super::catalogue::{BOOL, Kind, SortNo};
use super::grove::{Grove, Mention, NodeId, What};
use super::maker::Maker;
use eval::Value;
use std::io::Write;

/// The largest sort that is quantified over, in values.
const LARGEST: usize = 8;

impl<'g> Maker<'_, 'g> {
    /// A quantified Boolean over the variables that there are, with its truth: its body is evaluated
    /// for each value of the bound variable.
    pub fn quantified(&mut self, inner: &mut Grove) -> Option<NodeId> {
        let sort = self.bound_sort()?;
        let domain = self.all_of(sort, LARGEST)?;
        let blind = self.grove.blind;
        let rows = if blind { 1 } else { domain.len() };
        inner.reset(self.catalogue.sorts.len(), rows, blind);
        inner.open = self.grove.open;
        let outside = self.grove.variables.clone();
        for &variable in &outside {
            let value = self.grove.value(variable);
            let values = std::iter::repeat_n(value, rows);
            inner.variable(self.grove.node(variable).sort, values);
        }
        let bound = inner.variable(sort, domain.iter().copied());
        let mut maker = Maker {
            catalogue: self.catalogue,
            settings: self.settings,
            trials: self.trials,
            grove: inner,
            rng: self.rng.clone(),
            newest: self.newest,
            standard: self.standard,
            closed: true,
            pinnable: self.pinnable,
            nonlinear: false,
            class: self.class,
            decided: Vec::new(),
            definitions: Vec::new(),
        };
        let (body, number) = maker.body(bound)?;
        let mut text = Vec::new();
        maker.write_plain(body, &mut text);
        let reached = maker.grove.reach(&[body]);
        let (mut sorts, ops) = maker.grove.vocabulary(&reached);
        sorts.push(sort);
        let truths: Vec<bool> = maker
            .grove
            .values(body)
            .iter()
            .map(|v| *v == Value::Bool(true))
            .collect();
        self.rng = maker.rng.clone();
        let for_all = self.rng.chance(1, 2);
        let value = match for_all {
            true => truths.iter().all(|&truth| truth),
            false => truths.iter().any(|&truth| truth),
        };
        let mut whole = Vec::new();
        let word = if for_all { "forall" } else { "exists" };
        let _ = write!(
            whole,
            "({word} ((v{number} {})) ",
            self.catalogue.sort(sort).text
        );
        whole.extend_from_slice(&text);
        whole.push(b')');
        // Those of the outer grove that occur: they were entered in the same order.
        let used = outside.iter().zip(inner.variables.iter());
        let used: Vec<NodeId> = used
            .filter(|(_, copy)| reached.get(copy.index()).copied().unwrap_or(false))
            .map(|(&variable, _)| variable)
            .collect();
        let text = self.grove.text(&whole, &used, value);
        self.grove.mentions.push(Mention { text, sorts, ops });
        Some(text)
    }

    fn bound_sort(&mut self) -> Option<SortNo> {
        let fits = |sort: &SortNo| {
            matches!(
                self.catalogue.sort(*sort).kind,
                Kind::Bool | Kind::BitVec(1..=3)
            )
        };
        let all = (0..self.catalogue.sorts.len()).map(|place| SortNo(place as u16));
        let fitting: Vec<SortNo> = all.filter(fits).collect();
        self.rng.pick(&fitting).copied()
    }

    /// A Boolean about the bound variable, and the number of that variable.
    fn body(&mut self, bound: NodeId) -> Option<(NodeId, u32)> {
        let What::Variable(number) = self.grove.node(bound).what else {
            return None;
        };
        let takers = self.catalogue.takers(self.grove.node(bound).sort);
        let mut about = bound;
        for _ in 0..3 {
            if let Some(op) = self.pick_op(takers)
                && let Some(grown) = self.on_top(op, Some(bound))
            {
                about = grown;
                break;
            }
        }
        for _ in 0..self.rng.below(self.settings.terms) {
            self.grow();
        }
        let mut formula = self.atom(about)?;
        for _ in 0..self.rng.below(2) {
            if let Some(larger) = self.surround(formula, false) {
                formula = larger;
            }
        }
        (self.grove.node(formula).sort == BOOL).then_some((formula, number))
    }
}
