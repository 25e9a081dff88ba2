//! Whether a rule's pattern matches at a place, and what its parameters are there.

use super::index::IndexValues;
use super::sorts::{SortValues, VARIABLES};
use super::{Head, Pattern, Role, Rule};
use smt::{DeclKind, Function, Ident, NodeId, Script, SortId, Sym, TermId, TermKind};

/// What a parameter stands for in a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// Nothing yet.
    Nothing,
    /// The text of a node; `to_real` if it is an `Int` where a `Real` is wanted.
    Node {
        /// Where it stands.
        node: NodeId,
        /// Whether it needs `to_real` elsewhere.
        to_real: bool,
    },
    /// Several nodes, in [`Binding::nodes`].
    Nodes {
        /// The first.
        start: usize,
        /// Behind the last.
        end: usize,
        /// Whether they need `to_real` elsewhere.
        to_real: bool,
    },
    /// A constructor of a datatype of the script.
    Constructor {
        /// The datatype.
        datatype: usize,
        /// Its constructor.
        constructor: usize,
    },
    /// A number.
    Number(i64),
    /// New text, in [`Binding::text`].
    Text {
        /// Its start.
        start: usize,
        /// Its end.
        end: usize,
    },
}

/// What the parameters of a rule are at a place. One is used again and again, to allocate once.
#[derive(Debug, Clone, Default)]
pub struct Binding {
    /// What `?`, `?1`, .. are.
    pub sorts: SortValues,
    /// What the parameters are.
    pub bound: Vec<Bound>,
    /// The arguments of all applications that were matched.
    pub nodes: Vec<NodeId>,
    /// Text that was made for parameters.
    pub text: Vec<u8>,
    sort_indices: [[Option<i64>; 2]; VARIABLES],
}

impl IndexValues for Binding {
    fn parameter(&self, place: usize) -> Option<i64> {
        match self.bound[place] {
            Bound::Number(number) => Some(number),
            _ => None,
        }
    }

    fn sort_index(&self, variable: usize, place: usize) -> Option<i64> {
        self.sort_indices[variable][place]
    }
}

impl Binding {
    /// Matches a rule at a node. Where several arguments would do, `choice` says which.
    pub fn matches(&mut self, rule: &Rule, script: &Script, node: NodeId, choice: usize) -> bool {
        self.sorts = SortValues::default();
        self.bound.clear();
        self.bound.resize(rule.parameters.len(), Bound::Nothing);
        self.nodes.clear();
        self.text.clear();
        let matcher = Matcher {
            rule,
            script,
            choice,
        };
        if !matcher.pattern(self, &rule.pattern, node, false) {
            return false;
        }
        let fits = match self.sorts[0] {
            Some(sort) => rule
                .sorts
                .iter()
                .any(|family| family.contains(script, sort)),
            None => rule.sorts.is_empty(),
        };
        let mut parts = rule.parts.iter().zip(&self.sorts[1..]);
        let parts_fit = parts.all(|(family, sort)| match (family, sort) {
            (Some(family), Some(sort)) => family.contains(script, *sort),
            _ => true,
        });
        self.sort_indices = Default::default();
        for (slots, sort) in self.sort_indices.iter_mut().zip(self.sorts) {
            let Some(sort) = sort else {
                continue;
            };
            let numbers = script
                .sorts
                .indices(sort)
                .map(|index| script.tree.symbols.number(index));
            for (slot, number) in slots.iter_mut().zip(numbers) {
                *slot = number.and_then(|n| i64::try_from(n).ok());
            }
        }
        fits && parts_fit
    }
}

struct Matcher<'a> {
    rule: &'a Rule,
    script: &'a Script,
    choice: usize,
}

impl Matcher<'_> {
    fn role(&self, pattern: &Pattern) -> Option<(usize, &Role)> {
        match *pattern {
            Pattern::Parameter(place) => Some((place, &self.rule.parameters[place].role)),
            _ => None,
        }
    }

    /// Patterns are ours, so this may recurse over them.
    fn pattern(
        &self,
        binding: &mut Binding,
        pattern: &Pattern,
        node: NodeId,
        to_real: bool,
    ) -> bool {
        let Some(term) = self.script.term_at(node) else {
            return false;
        };
        match pattern {
            Pattern::Parameter(place) => self.parameter(binding, *place, node, term, to_real),
            Pattern::Literal(spellings) => {
                let source = self.script.tree.source(node);
                spellings.iter().any(|text| text.as_bytes() == source)
            }
            Pattern::BitVec { value, .. } => {
                bit_vector_value(self.script.tree.source(node)) == Some(*value)
            }
            // What is converted as a whole cannot be taken apart.
            Pattern::Apply(..) if to_real => false,
            Pattern::Apply(head, arguments) => {
                self.head(binding, head, node, term)
                    && self.arguments(binding, arguments, node, term)
            }
        }
    }

    fn parameter(
        &self,
        binding: &mut Binding,
        place: usize,
        node: NodeId,
        term: TermId,
        to_real: bool,
    ) -> bool {
        let terms = &self.script.terms;
        let pattern = match &self.rule.parameters[place].role {
            Role::Term(sort) => sort,
            Role::Constant(sort) if terms.kind(term) == TermKind::Literal => sort,
            _ => return false,
        };
        if !self.has_sort(binding, pattern, term, to_real) {
            return false;
        }
        match binding.bound[place] {
            Bound::Node {
                node: other,
                to_real: converted,
            } => self.script.term_at(other) == Some(term) && converted == to_real,
            _ => {
                binding.bound[place] = Bound::Node { node, to_real };
                true
            }
        }
    }

    fn has_sort(
        &self,
        binding: &mut Binding,
        pattern: &super::SortPattern,
        term: TermId,
        to_real: bool,
    ) -> bool {
        let sort = match to_real {
            true => SortId::REAL,
            false => self.script.terms.sort(term),
        };
        self.script.terms.is_sorted(term) && pattern.matches(self.script, sort, &mut binding.sorts)
    }

    fn head(&self, binding: &mut Binding, head: &Head, node: NodeId, term: TermId) -> bool {
        let terms = &self.script.terms;
        if !matches!(terms.kind(term), TermKind::Apply | TermKind::Symbol) {
            return false;
        }
        match *head {
            Head::Operator(operator, ref indices) => {
                terms.function(term) == Function::Operator(operator)
                    && self.indices(binding, indices, terms.ident(term))
            }
            Head::Ascribed(operator, _) => terms.function(term) == Function::Operator(operator),
            Head::Tester(place) => {
                let is_tester = terms
                    .ident(term)
                    .and_then(|ident| terms.parts(ident))
                    .is_some_and(|parts| parts.name == Sym::IS);
                is_tester && self.constructor(binding, place, terms.target(term))
            }
            Head::Constructor(place) => self.constructor(binding, place, terms.function(term)),
            Head::Predicate(place) => {
                let Function::Declared(function) = terms.function(term) else {
                    return false;
                };
                let Some(head) = self.script.tree.children(node).next() else {
                    return false;
                };
                binding.bound[place] = Bound::Node {
                    node: head,
                    to_real: false,
                };
                // What is defined may be recursive: then new arguments are not for us to choose.
                self.script.declarations.kind(function) == DeclKind::Function
            }
        }
    }

    fn indices(&self, binding: &mut Binding, places: &[usize], ident: Option<Ident>) -> bool {
        if places.is_empty() {
            return true;
        }
        let terms = &self.script.terms;
        let Some(parts) = ident.and_then(|ident| terms.parts(ident)) else {
            return false;
        };
        parts.indices.len() == places.len()
            && places.iter().zip(&parts.indices).all(|(&place, &index)| {
                let number = self.script.tree.symbols.number(index);
                let number = number.and_then(|n| i64::try_from(n).ok());
                binding.bound[place] = number.map_or(Bound::Nothing, Bound::Number);
                number.is_some()
            })
    }

    fn constructor(&self, binding: &mut Binding, place: usize, function: Function) -> bool {
        let Function::Declared(function) = function else {
            return false;
        };
        let found = self
            .script
            .datatypes
            .iter()
            .enumerate()
            .find_map(|(datatype, d)| {
                let of_name = |c: &smt::Constructor| c.function == function;
                let constructor = d.constructors.iter().position(of_name)?;
                Some(Bound::Constructor {
                    datatype,
                    constructor,
                })
            });
        match (found, binding.bound[place]) {
            (Some(found), Bound::Nothing) => {
                binding.bound[place] = found;
                true
            }
            (found, before) => found == Some(before),
        }
    }

    fn arguments(
        &self,
        binding: &mut Binding,
        patterns: &[Pattern],
        node: NodeId,
        term: TermId,
    ) -> bool {
        let start = binding.nodes.len();
        binding
            .nodes
            .extend(self.script.tree.children(node).skip(1));
        let count = binding.nodes.len() - start;
        // In order, and hardly ever any.
        let coerced: Vec<usize> = self.script.terms.coerced_arguments(term).collect();
        let converted = |place: usize| coerced.binary_search(&place).is_ok();
        let takes_many = |pattern: &Pattern| {
            let role = self.role(pattern);
            matches!(
                role,
                Some((_, Role::List(_) | Role::Fields(_) | Role::Arguments))
            )
        };
        let lists = patterns.iter().filter(|p| takes_many(p)).count();
        let single = patterns.len() - lists;
        if count < single || (lists == 0 && count != single) {
            return false;
        }
        let mut shares = shares(lists, count - single, self.choice);
        let mut next = 0;
        for pattern in patterns {
            if takes_many(pattern) {
                let first = next;
                next += shares.next().unwrap_or(0);
                let last = next;
                let Some((place, role)) = self.role(pattern) else {
                    return false;
                };
                // `Int`s and `Real`s in one list have no text in common.
                let to_real = (first..last).any(converted);
                if to_real && !(first..last).all(converted) {
                    return false;
                }
                if let Role::List(sort) = role {
                    let terms = binding.nodes[start + first..start + last].to_vec();
                    let fits = terms.into_iter().all(|node| {
                        self.script
                            .term_at(node)
                            .is_some_and(|term| self.has_sort(binding, sort, term, to_real))
                    });
                    if !fits || first == last {
                        return false;
                    }
                }
                binding.bound[place] = Bound::Nodes {
                    start: start + first,
                    end: start + last,
                    to_real,
                };
            } else {
                let node = binding.nodes[start + next];
                if !self.pattern(binding, pattern, node, converted(next)) {
                    return false;
                }
                next += 1;
            }
        }
        true
    }
}

/// How `spare` arguments are shared out to lists. The last one gets what is left over, those
/// before it as many as was chosen.
pub(super) fn shares(lists: usize, spare: usize, choice: usize) -> impl Iterator<Item = usize> {
    let (mut spare, mut choice) = (spare, choice);
    (1..=lists).map(move |list| {
        let share = match list == lists {
            true => spare,
            false => choice % (spare + 1),
        };
        choice /= spare + 1;
        spare -= share;
        share
    })
}

/// The value of a bit-vector, if it is a literal and fits.
fn bit_vector_value(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    if let Some(digits) = text.strip_prefix("#b") {
        return u64::from_str_radix(digits, 2).ok();
    }
    if let Some(digits) = text.strip_prefix("#x") {
        return u64::from_str_radix(digits, 16).ok();
    }
    let words = text.strip_prefix("(_ bv")?;
    words.split_ascii_whitespace().next()?.parse().ok()
}
