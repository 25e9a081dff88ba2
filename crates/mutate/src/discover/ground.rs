//! What terms of a field are made of: the operators that take its sorts, in all of its worlds.
//!
//! Which these are is not written down. Every operator of the field's tables is applied to every
//! choice of its sorts, and what is well sorted in all worlds alike is an operator of the field.

use super::field::{Field, Scene};
use crate::Rng;
use crate::assignment::languages;
use eval::{Model, is_of_its_theory};
use smt::{Script, Signature, SortId, TermId, signatures};
use std::fmt::Write;

/// The most arguments of an operator.
pub(super) const MOST: usize = 4;

/// How the value of an application is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A parameter or a constant.
    Leaf,
    Equal,
    Ite,
    And,
    Or,
    Xor,
    Implies,
    /// By crate `eval`.
    Eval,
}

/// An operator at some sorts, or a term that stands alone.
#[derive(Debug)]
pub(super) struct Op {
    /// What is written before the arguments.
    pub head: String,
    /// By their places among the sorts of the ground.
    pub arguments: Vec<u8>,
    pub result: u8,
    pub kind: Kind,
    /// The parameters of the rule that are named in the head.
    pub parameters: u64,
    /// The parameter that it is.
    pub is_parameter: bool,
    /// Its application in each world.
    pub terms: Vec<TermId>,
}

/// A field with its operators and a model for each of its worlds.
pub struct Ground {
    pub(super) field: &'static Field,
    /// `Bool` is the first.
    pub(super) sorts: Vec<String>,
    pub(super) ops: Vec<Op>,
    pub(super) models: Vec<Model>,
    /// Applications that are not well sorted.
    pub(super) ill_sorted: u64,
}

pub(super) const BOOL: u8 = 0;

/// Why there is no ground to look on.
#[derive(Debug, thiserror::Error)]
#[error("the operators of {theory} cannot be read: {reason}")]
pub struct GroundError {
    theory: &'static str,
    reason: String,
}

/// An application that might be one of the field's.
struct Trial {
    head: String,
    arguments: Vec<u8>,
    kind: Kind,
}

impl Ground {
    /// Finds the operators of a field.
    pub fn new(field: &'static Field) -> Result<Self, GroundError> {
        let mut sorts = vec!["Bool".to_owned()];
        let of_parameters = field
            .parameters
            .iter()
            .filter_map(|(_, role)| sort_of(role));
        for sort in of_parameters.chain(field.leaves.iter().map(|(_, sort)| *sort)) {
            if !sorts.iter().any(|known| known == sort) {
                sorts.push(sort.to_owned());
            }
        }
        // What lengths and sizes are.
        if field.also.contains(&"<") && !sorts.iter().any(|sort| sort == "Int" || sort == "Real") {
            sorts.push("Int".to_owned());
        }
        let trials = trials(field, &sorts);
        let mut ground = Self {
            field,
            sorts,
            ops: Vec::new(),
            models: Vec::new(),
            ill_sorted: 0,
        };
        let error = |reason: String| GroundError {
            theory: field.theory,
            reason,
        };
        // By world and trial: the term, and which of the sorts it has.
        let mut found: Vec<Vec<(TermId, Vec<u8>)>> = Vec::new();
        for scene in field.worlds {
            let text = ground.script(scene, &trials);
            let script = Script::parse(text.into_bytes()).map_err(|e| error(e.to_string()))?;
            // What languages are drawn from must be terms of the script.
            let texts = languages(&script, &mut Rng::new(0, 0));
            let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
            let model = Model::parse_with(&script, 0, b"()", &texts);
            let model = model.map_err(|e| error(e.to_string()))?;
            found.push(
                ground
                    .sorted(&model, trials.len())
                    .ok_or_else(|| error("not every operator has its application".to_owned()))?,
            );
            ground.models.push(model);
        }
        for (place, trial) in trials.into_iter().enumerate() {
            let fits = |sort: &u8| found.iter().all(|world| world[place].1.contains(sort));
            let Some(result) = (0..ground.sorts.len() as u8).find(|sort| fits(sort)) else {
                ground.ill_sorted += 1;
                continue;
            };
            // Connectives are how formulas are put together; terms of them only bury them.
            let of_formulas = trial.arguments.last() == Some(&BOOL);
            let is_connective = matches!(trial.kind, Kind::Equal | Kind::Ite) && of_formulas;
            if is_connective && field.theory != "core" {
                continue;
            }
            // Two languages can be the same without being the same value.
            if trial.kind == Kind::Equal
                && ground.sorts[usize::from(trial.arguments[0])] == "RegLan"
            {
                continue;
            }
            let is_parameter = field.parameters.iter().any(|(name, _)| *name == trial.head);
            ground.ops.push(Op {
                parameters: ground.named(&trial.head),
                head: trial.head,
                arguments: trial.arguments,
                result,
                kind: trial.kind,
                is_parameter,
                terms: found.iter().map(|world| world[place].0).collect(),
            });
        }
        Ok(ground)
    }

    /// The parameters that a text names.
    pub(super) fn named(&self, text: &str) -> u64 {
        let words = text.split([' ', '(', ')']);
        let place = |word| {
            self.field
                .parameters
                .iter()
                .position(|(name, _)| *name == word)
        };
        words
            .filter_map(place)
            .fold(0, |all, place| all | 1 << place)
    }

    /// A script with every application that might be one.
    fn script(&self, scene: &Scene, trials: &[Trial]) -> String {
        let mut text = scene.preamble.to_owned();
        for (name, role) in self.field.parameters {
            if let Some(sort) = sort_of(role) {
                let _ = writeln!(text, "(declare-const {name} {})", scene.text(sort));
            }
        }
        for (place, sort) in self.sorts.iter().enumerate() {
            let _ = writeln!(text, "(declare-fun of!{place} (Int) {})", scene.text(sort));
        }
        // The sorts themselves come first.
        for place in 0..self.sorts.len() {
            let _ = writeln!(text, "(assert (= (of!{place} 0) (of!{place} 0)))");
        }
        for trial in trials {
            let mut term = scene.text(&trial.head);
            if !trial.arguments.is_empty() {
                for argument in &trial.arguments {
                    let _ = write!(term, " (of!{argument} 0)");
                }
                term = format!("({term})");
            }
            let _ = writeln!(text, "(assert (= {term} {term}))");
        }
        text.push_str("(check-sat)\n");
        text
    }

    /// Each application in a world, and which of the sorts it has.
    fn sorted(&self, model: &Model, trials: usize) -> Option<Vec<(TermId, Vec<u8>)>> {
        let script = model.script();
        let sides: Option<Vec<TermId>> = (model.assertions().iter())
            .map(|&assertion| script.terms.arguments(assertion).first().copied())
            .collect();
        let sides = sides.filter(|sides| sides.len() == self.sorts.len() + trials)?;
        let (samples, applications) = sides.split_at(self.sorts.len());
        let sorts: Vec<SortId> = samples.iter().map(|&t| script.terms.sort(t)).collect();
        let of = |&term: &TermId| {
            let sort = script.terms.sort(term);
            let is_known = script.terms.is_sorted(term) && is_of_its_theory(script, term);
            let same = |place: &u8| is_known && sorts[usize::from(*place)] == sort;
            (term, (0..sorts.len() as u8).filter(same).collect())
        };
        Some(applications.iter().map(of).collect())
    }
}

/// The sort in what stands behind the name of a parameter.
pub(super) fn sort_of(role: &'static str) -> Option<&'static str> {
    let role = role.strip_suffix(" :constant").unwrap_or(role);
    (!role.starts_with(':')).then_some(role)
}

/// What connects formulas, or is defined for every sort.
fn kind(name: &str) -> Kind {
    match name {
        "=" => Kind::Equal,
        "ite" => Kind::Ite,
        "and" => Kind::And,
        "or" => Kind::Or,
        "xor" => Kind::Xor,
        "=>" => Kind::Implies,
        _ => Kind::Eval,
    }
}

/// Whether solvers have it for themselves.
fn is_internal(name: &str) -> bool {
    let ends = ["_i", "_u", "_I", "_total"];
    name.starts_with('@') || ends.iter().any(|end| name.ends_with(end))
}

/// Whether it is an operator with fewer arguments than it has elsewhere: only some solvers take that.
fn is_short(all: &[Signature], signature: &Signature) -> bool {
    let is_longer =
        |other: &Signature| other.name == signature.name && other.arguments > signature.arguments;
    signature.name.contains('.') && all.iter().any(is_longer)
}

fn trials(field: &'static Field, sorts: &[String]) -> Vec<Trial> {
    let mut trials: Vec<Trial> = Vec::new();
    let mut add = |head: String, arguments: Vec<u8>, kind: Kind| {
        let is_new = |t: &Trial| t.head != head || t.arguments != arguments;
        if trials.iter().all(is_new) {
            trials.push(Trial {
                head,
                arguments,
                kind,
            });
        }
    };
    for (name, role) in field.parameters {
        if sort_of(role).is_some() {
            add((*name).to_owned(), Vec::new(), Kind::Leaf);
        }
    }
    for (text, _) in field.leaves {
        add((*text).to_owned(), Vec::new(), Kind::Leaf);
    }
    let place = |sort: &str| sorts.iter().position(|s| s == sort).unwrap_or(0) as u8;
    for (head, arguments) in field.heads {
        let arguments = arguments.iter().map(|sort| place(sort)).collect();
        add((*head).to_owned(), arguments, Kind::Eval);
    }
    let own = field.tables.iter().flat_map(|table| {
        let all = signatures(table);
        let of_field = all.iter().filter(|s| {
            let is_other = |prefix: &&str| s.name.starts_with(prefix);
            !field.without.iter().any(is_other) && !is_internal(&s.name) && !is_short(&all, s)
        });
        of_field.cloned().collect::<Vec<_>>()
    });
    let also = ["core", "ints", "reals", "strings"];
    let also = also.iter().flat_map(|table| signatures(table));
    let also = also.filter(|s| field.also.contains(&s.name.as_str()));
    let equal = signatures("core").into_iter();
    let equal = equal.filter(|s| matches!(s.name.as_str(), "=" | "ite"));
    for signature in own.chain(also).chain(equal) {
        // Negations are signs of literals, and truth values are no operators.
        if matches!(
            signature.name.as_str(),
            "not" | "distinct" | "true" | "false"
        ) {
            continue;
        }
        let indices: Vec<&str> = match signature.indices {
            None => vec![""],
            Some(count) => (field.indices.iter())
                .filter(|(indices, _)| *indices == count)
                .map(|(_, text)| *text)
                .collect(),
        };
        let counts = match signature.arguments {
            Some(count) => count..=count,
            None => 1..=2,
        };
        for index in indices {
            let name = &signature.name;
            let head = match index {
                "" => name.clone(),
                _ => format!("(_ {name} {index})"),
            };
            for count in counts.clone().filter(|count| *count <= MOST) {
                for number in 0..sorts.len().pow(count as u32) {
                    let digit = |place: u32| number / sorts.len().pow(place) % sorts.len();
                    let arguments = (0..count as u32).map(|place| digit(place) as u8).collect();
                    let kind = match count {
                        0 => Kind::Leaf,
                        _ => kind(name),
                    };
                    add(head.clone(), arguments, kind);
                }
            }
        }
    }
    trials
}

#[cfg(test)]
mod tests {
    use super::super::field::FIELDS;
    use super::*;

    #[test]
    fn operators_are_those_that_are_sorted_in_every_world() {
        for field in FIELDS {
            let ground = Ground::new(field).unwrap();
            assert!(ground.ops.len() > 5, "{}", field.theory);
            for (name, role) in field.parameters {
                let of_sort = sort_of(role).is_some();
                let is_there = ground.ops.iter().any(|op| op.head == *name);
                assert_eq!(is_there, of_sort, "{name} of {}", field.theory);
            }
            assert_eq!(ground.models.len(), field.worlds.len());
        }
    }

    #[test]
    fn operators_have_the_sorts_of_their_signatures() {
        let ground = Ground::new(Field::of("floats").unwrap()).unwrap();
        let shown = |head: &str| -> Vec<String> {
            let named = ground.ops.iter().filter(|op| op.head == head);
            let sort = |place: &u8| ground.sorts[usize::from(*place)].as_str();
            named
                .map(|op| {
                    let arguments: Vec<&str> = op.arguments.iter().map(sort).collect();
                    format!("{} -> {}", arguments.join(" "), sort(&op.result))
                })
                .collect()
        };
        assert_eq!(shown("fp.add"), ["RoundingMode ? ? -> ?"]);
        assert_eq!(shown("fp.isNaN"), ["? -> Bool"]);
        assert_eq!(shown("(_ NaN eb sb)"), [" -> ?"]);
        assert!(shown("bvadd").is_empty());
        assert!(ground.ill_sorted > 100, "{}", ground.ill_sorted);
    }
}
