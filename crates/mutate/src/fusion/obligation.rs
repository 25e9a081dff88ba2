//! What has to be shown of a fusion: that its inverses have the values of `x` and `y`, as scripts that
//! a solver must find unsat. They are written by the code that makes mutants.

use super::filling::{Fill, Filling};
use super::{Extra, Fusion, X, Y, Z};
use crate::rule::case::{SMALL, SORTS, Scale, USUAL};
use crate::rule::{Claim, Obligation, Provable, SortPattern, Statement};
use crate::values::Need;

/// How many of the numbers that may be drawn are tried.
const DRAWS: usize = 5;
const NAMES: [&str; 3] = ["x", "y", "z"];

impl Provable for Fusion {
    fn name(&self) -> &str {
        &self.name
    }

    fn theory(&self) -> &'static str {
        self.theory
    }

    fn guard_source(&self) -> &str {
        self.guard()
    }

    fn statements(&self) -> Vec<Statement> {
        let inverses = [X, Y].into_iter().zip(self.inverses());
        let inverses = inverses.filter_map(|(place, inverse)| Some((place, inverse?)));
        let statements = inverses.map(|(place, inverse)| Statement {
            claim: Claim::Equal,
            pattern: format!("{inverse} where z is {}", self.value()),
            template: NAMES[place].to_owned(),
        });
        statements.collect()
    }

    fn obligations(&self) -> Vec<Obligation> {
        self.obligations_at(&USUAL)
    }

    fn obligations_of_all_sizes(&self) -> Vec<Obligation> {
        let usual = self.obligations();
        let mut all = self.obligations_at(&SMALL);
        all.retain(|a| !usual.iter().any(|b| a.sound == b.sound));
        all.extend(usual);
        all
    }
}

impl Fusion {
    fn obligations_at(&self, scale: &Scale) -> Vec<Obligation> {
        let draws = match self.extras.iter().any(|e| matches!(e, Extra::Index(..))) {
            true => DRAWS,
            false => 1,
        };
        let mut all = Vec::new();
        for sorts in self.cases(scale) {
            for draw in 0..draws {
                let places = [X, Y].into_iter().filter(|&p| self.inverses[p].is_some());
                for (template, place) in places.enumerate() {
                    all.extend(self.obligation(sorts, draw, template, place));
                }
            }
        }
        all.sort_by(|a, b| (a.template, &a.sound).cmp(&(b.template, &b.sound)));
        all.dedup_by(|a, b| a.template == b.template && a.sound == b.sound);
        all
    }

    /// The sorts that `?`, `?1`, .. are tried at.
    fn cases(&self, scale: &Scale) -> Vec<[&'static str; 4]> {
        let uses = |place: usize| self.constants.iter().any(|sort| uses(sort, place));
        let of_families = |families: &[crate::rule::Family]| -> Vec<&'static str> {
            families.iter().flat_map(|f| f.samples(scale)).collect()
        };
        let first = match self.sorts.is_empty() {
            true => vec![""],
            false => of_families(&self.sorts),
        };
        let parts = match (1..4).any(uses) {
            true => scale.parts,
            false => scale.parts.get(..1).unwrap_or_default(),
        };
        let mut cases = Vec::new();
        for &sort in &first {
            for &[one, two, three] in parts {
                let others = match (self.others.is_empty(), uses(1)) {
                    (true, true) => vec![one],
                    (true, false) => vec![""],
                    (false, _) => of_families(&self.others),
                };
                for other in others {
                    let part = |place: usize, sort| if uses(place) { sort } else { "" };
                    cases.push([sort, other, part(2, two), part(3, three)]);
                }
            }
        }
        cases.sort_unstable();
        cases.dedup();
        cases
    }

    fn obligation(
        &self,
        sorts: [&str; 4],
        draw: usize,
        template: usize,
        place: usize,
    ) -> Option<Obligation> {
        let mut filling = Filling::default();
        filling.begin(sorts.map(str::as_bytes), NAMES.map(str::as_bytes));
        let mut names = Constants {
            sorts,
            draw,
            declarations: String::new(),
            premises: String::new(),
        };
        if !self.fill(&mut filling, &mut names) {
            return None;
        }
        let written = |write: &dyn Fn(&mut Vec<u8>) -> bool| -> Option<String> {
            let mut out = Vec::new();
            write(&mut out).then_some(())?;
            String::from_utf8(out).ok()
        };
        // Only what is used: a solver that has seen a datatype is slower to forget.
        let all = sorts.join(" ");
        let is_used = |name: &str| all.split(|c: char| !c.is_alphanumeric()).any(|w| w == name);
        let mut declarations: String = SORTS
            .iter()
            .filter(|(name, _)| is_used(name))
            .map(|(_, declaration)| *declaration)
            .collect();
        for (name, sort) in NAMES.iter().zip(&self.constants) {
            let sort = sample(sort, &sorts);
            declarations.push_str(&format!("(declare-fun {name} () {sort})\n"));
        }
        let own = written(&|out| self.write_declarations(&filling, out))?;
        // `z` is bound instead, so that it is never anything else.
        let own = own
            .lines()
            .filter(|line| !line.starts_with("(declare-fun z ()"));
        let own: String = own.map(|line| format!("{line}\n")).collect();
        declarations.push_str(&own);
        declarations.push_str(&names.declarations);
        let guard = match self.guard {
            Some(_) => written(&|out| self.write_guard(&filling, out))
                .map(|guard| format!("(assert {guard})\n"))?,
            None => String::new(),
        };
        let value = written(&|out| filling.write(&self.value.ops, out))?;
        let inverse = written(&|out| self.write_inverse(&filling, place, false, out))?;
        let ask = |formula: &str| {
            let premises = &names.premises;
            format!(
                "(set-logic ALL)\n{declarations}{premises}{guard}(assert {formula})\n(check-sat)\n"
            )
        };
        let name = NAMES[place];
        let shown: Vec<&str> = sorts.into_iter().filter(|sort| !sort.is_empty()).collect();
        Some(Obligation {
            template,
            sort: match shown.is_empty() {
                true => "-".to_owned(),
                false => shown.join(" "),
            },
            sound: ask(&format!(
                "(and true (not (let ((z {value})) (= {inverse} {name}))))"
            )),
            applicable: ask("true"),
            // An equivalence is asked for no more.
            strict: ask("true"),
        })
    }
}

fn uses(sort: &SortPattern, place: usize) -> bool {
    match sort {
        SortPattern::Variable(used) => *used == place,
        SortPattern::Known(_) => false,
        SortPattern::Theory(_, arguments) => arguments.iter().any(|a| uses(a, place)),
    }
}

/// The sort that it is in a case.
fn sample(sort: &SortPattern, sorts: &[&str; 4]) -> String {
    match sort {
        SortPattern::Variable(place) => sorts[*place].to_owned(),
        SortPattern::Known(known) => super::read::known_name(*known).to_owned(),
        SortPattern::Theory(head, arguments) => {
            let head = crate::rule::case::text_of(*head);
            let arguments = arguments.iter().map(|a| sample(a, sorts));
            let parts: Vec<String> = std::iter::once(head).chain(arguments).collect();
            match parts.len() {
                1 => parts.concat(),
                _ => format!("({})", parts.join(" ")),
            }
        }
    }
}

/// Fills parameters with constants of their own, which stand for all literals of which the premises
/// hold.
struct Constants<'a> {
    sorts: [&'a str; 4],
    draw: usize,
    declarations: String,
    premises: String,
}

impl Constants<'_> {
    fn declare(&mut self, name: &str, sort: &str, out: &mut Vec<u8>) {
        let line = format!("(declare-fun c_{name} () {sort})\n");
        self.declarations.push_str(&line);
        out.extend_from_slice(format!("c_{name}").as_bytes());
    }
}

impl Fill for Constants<'_> {
    fn literal(&mut self, name: &str, sort: &SortPattern, need: Need, out: &mut Vec<u8>) -> bool {
        let sort = sample(sort, &self.sorts);
        let zero = if sort == "Real" { "0.0" } else { "0" };
        let premise = match need {
            Need::NonZero => format!("(assert (distinct c_{name} {zero}))\n"),
            Need::Positive => format!("(assert (> c_{name} {zero}))\n"),
            _ => String::new(),
        };
        self.premises.push_str(&premise);
        self.declare(name, &sort, out);
        true
    }

    fn odd(
        &mut self,
        name: &str,
        width: i64,
        inverse_of: Option<&[u8]>,
        out: &mut Vec<u8>,
    ) -> bool {
        if let Some(of) = inverse_of {
            let of = String::from_utf8_lossy(of);
            let premise = format!("(assert (= (bvmul {of} c_{name}) (_ bv1 {width})))\n");
            self.premises.push_str(&premise);
        }
        self.declare(name, &format!("(_ BitVec {width})"), out);
        true
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        // Both ends first, then what is beside them.
        let offset = (self.draw / 2) as i64;
        match self.draw % 2 {
            0 => (low + offset).min(high),
            _ => (high - offset).max(low),
        }
    }
}

/// `z` is the last of the names that every fusion has.
const _: () = assert!(Z + 1 == NAMES.len());
