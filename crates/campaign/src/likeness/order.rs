//! One order for what has none: forms are written so that two scripts that are the same give one text.
//!
//! Parts without an order are put into one by a hash of what is in them. Variables that are alike so far are
//! told apart by where they are, again and again, and get numbers in the order in which they are written.

use super::form::{Form, FormId, Forms};
use crate::fingerprint::fingerprint;
use smt::Sym;
use std::collections::{BTreeMap, HashMap, HashSet};

/// How often variables are told apart by where those are that are with them. What is left then that is
/// alike has the order of the script: scripts that are the same may not be seen to be, and no others.
const ROUNDS: usize = 16;

/// Whether variables are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// They have numbers, in the order in which they are written.
    Numbered,
    /// They have the sort that they are of, and no more.
    Anonymous,
}

impl Forms<'_> {
    /// Writes the commands, and what is asserted in an order of its own.
    pub(super) fn write(&self, rest: &[FormId], asserted: &[FormId], naming: Naming) -> String {
        let mut roots: Vec<(FormId, bool)> = rest.iter().map(|&form| (form, false)).collect();
        roots.extend(asserted.iter().map(|&form| (form, true)));
        let mut colours: BTreeMap<Sym, u64> = BTreeMap::new();
        for form in &self.forms {
            if let Form::Named(name, sort) = form {
                // Names that mean two things have what both have in common: none.
                colours.insert(*name, fingerprint(sort.as_bytes()));
            }
        }
        let mut hashes = self.hashes(&colours, naming);
        let mut different = 0;
        for _ in 0..ROUNDS {
            let now: HashSet<u64> = colours.values().copied().collect();
            if now.len() <= different || naming == Naming::Anonymous {
                break;
            }
            different = now.len();
            colours = self.refined(&roots, &hashes, &colours);
            hashes = self.hashes(&colours, naming);
        }
        roots[rest.len()..].sort_by_key(|(form, _)| hashes[*form]);
        let mut writer = Writer {
            naming,
            numbers: HashMap::new(),
            out: String::new(),
        };
        for (root, is_assertion) in roots {
            match is_assertion {
                true => writer.out.push_str("(assert "),
                false => writer.out.push(' '),
            }
            self.write_form(root, &hashes, &mut writer);
            if is_assertion {
                writer.out.push(')');
            }
        }
        writer.out.trim_start().to_owned()
    }

    fn write_form(&self, root: FormId, hashes: &[u64], writer: &mut Writer) {
        // A form, or the end of a list.
        let mut todo = vec![Some(root)];
        while let Some(next) = todo.pop() {
            let Some(form) = next else {
                writer.out.push(')');
                continue;
            };
            if !writer.out.ends_with(['(', ' ']) && !writer.out.is_empty() {
                writer.out.push(' ');
            }
            match &self.forms[form] {
                Form::List(parts, unordered) => {
                    writer.out.push('(');
                    todo.push(None);
                    let parts = in_order(parts, *unordered, hashes);
                    todo.extend(parts.into_iter().rev().map(Some));
                }
                leaf => writer.leaf(leaf),
            }
        }
    }

    /// A number for each form: equal for equal forms, if variables are as alike as their colours.
    fn hashes(&self, colours: &BTreeMap<Sym, u64>, naming: Naming) -> Vec<u64> {
        let mut hashes: Vec<u64> = Vec::with_capacity(self.forms.len());
        for form in &self.forms {
            let hash = match form {
                Form::Word(word) => stir("word", word.bytes().map(u64::from)),
                Form::Literal { sort, is_special } => {
                    let special = u64::from(*is_special && naming == Naming::Numbered);
                    stir("literal", sort.bytes().map(u64::from).chain([special]))
                }
                Form::Named(name, sort) => match naming {
                    Naming::Numbered => stir("named", [colours[name]]),
                    // Loosely, a variable is as good as a number.
                    Naming::Anonymous => stir("literal", sort.bytes().map(u64::from).chain([0])),
                },
                Form::List(parts, unordered) => {
                    let parts = in_order(parts, *unordered, &hashes);
                    stir("list", parts.into_iter().map(|part| hashes[part]))
                }
            };
            hashes.push(hash);
        }
        hashes
    }

    /// Colours by where each variable is: those that are told apart by it no longer have the same.
    fn refined(
        &self,
        roots: &[(FormId, bool)],
        hashes: &[u64],
        colours: &BTreeMap<Sym, u64>,
    ) -> BTreeMap<Sym, u64> {
        let mut contexts: Vec<Option<u64>> = vec![None; self.forms.len()];
        for (place, &(root, is_assertion)) in roots.iter().enumerate() {
            contexts[root] = Some(match is_assertion {
                true => stir("assertion", []),
                false => stir("command", [place as u64]),
            });
        }
        let mut seen: BTreeMap<Sym, Vec<u64>> = BTreeMap::new();
        for form in (0..self.forms.len()).rev() {
            let Some(context) = contexts[form] else {
                continue;
            };
            match &self.forms[form] {
                Form::Named(name, _) => seen.entry(*name).or_default().push(context),
                Form::List(parts, unordered) => {
                    for (place, &part) in parts.iter().enumerate() {
                        let ordered = unordered.is_none_or(|from| place < from);
                        let place = if ordered { place as u64 + 1 } else { 0 };
                        let here = [context, hashes[form], hashes[part], place];
                        contexts[part] = Some(stir("part", here));
                    }
                }
                Form::Word(_) | Form::Literal { .. } => {}
            }
        }
        let refine = |(name, colour): (&Sym, &u64)| {
            let mut places = seen.remove(name).unwrap_or_default();
            places.sort_unstable();
            (*name, stir("colour", [*colour].into_iter().chain(places)))
        };
        colours.iter().map(refine).collect()
    }
}

struct Writer {
    naming: Naming,
    /// The variables that have been written.
    numbers: HashMap<Sym, usize>,
    out: String,
}

impl Writer {
    fn leaf(&mut self, form: &Form) {
        match (form, self.naming) {
            (Form::Word(word), _) => self.out.push_str(word),
            (Form::Literal { sort, is_special }, Naming::Numbered) => {
                self.out.push_str(match (*is_special, sort.as_str()) {
                    (false, sort) => sort,
                    (true, "String") => "\"\"",
                    (true, _) => "0",
                });
            }
            (Form::Named(name, sort), Naming::Numbered) => {
                let next = self.numbers.len() + 1;
                let number = self.numbers.entry(*name).or_insert(next);
                self.out.push_str(&format!("{sort}.{number}"));
            }
            (Form::Literal { sort, .. } | Form::Named(_, sort), Naming::Anonymous) => {
                self.out.push_str(sort);
            }
            (Form::List(..), _) => {}
        }
    }
}

/// The parts of a list, with those in order that have none of their own.
fn in_order(parts: &[FormId], unordered: Option<usize>, hashes: &[u64]) -> Vec<FormId> {
    let mut parts = parts.to_vec();
    if let Some(from) = unordered {
        parts[from..].sort_by_key(|&part| hashes[part]);
    }
    parts
}

fn stir(what: &str, numbers: impl IntoIterator<Item = u64>) -> u64 {
    let mut bytes = what.as_bytes().to_vec();
    for number in numbers {
        bytes.extend(number.to_le_bytes());
    }
    fingerprint(&bytes)
}
