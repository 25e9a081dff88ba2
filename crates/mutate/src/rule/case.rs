//! The cases in which a rule is tried: its sort variables at a few sorts, its lists at a few
//! lengths, its choices made in a few ways; and its pattern in such a case.

use super::index::IndexValues;
use super::matching::shares;
use super::sorts::{Family, SortPattern, VARIABLES};
use super::{Head, Pattern, Role, Rule};
use smt::{Script, SortId, Sym};
use std::fmt::Write;

/// The sorts and datatypes that cases may use, by name.
pub(crate) const SORTS: &[(&str, &str)] = &[
    ("U", "(declare-sort U 0)\n"),
    (
        "Colour",
        "(declare-datatypes ((Colour 0)) (((red) (green) (blue))))\n",
    ),
    (
        "Pair",
        "(declare-datatypes ((Pair 0)) (((pair (first Int) (second Bool)))))\n",
    ),
    (
        "IntList",
        "(declare-datatypes ((IntList 0)) (((nil) (cons (head Int) (tail IntList)))))\n",
    ),
];
const DATATYPES: &[(&str, &[&str])] = &[
    ("Colour", &["red", "green", "blue"]),
    ("Pair", &["pair"]),
    ("IntList", &["nil", "cons"]),
];
/// The sorts that stand for many.
#[derive(Debug)]
pub(crate) struct Scale {
    widths: &'static [&'static str],
    formats: &'static [&'static str],
    pub(crate) any: &'static [&'static str],
    /// What `?1`, `?2` and `?3` are.
    pub(crate) parts: &'static [[&'static str; VARIABLES - 1]],
}

/// The sorts at which solvers are asked.
pub(crate) const USUAL: Scale = Scale {
    widths: &[
        "(_ BitVec 1)",
        "(_ BitVec 3)",
        "(_ BitVec 8)",
        "(_ BitVec 16)",
    ],
    formats: &["(_ FloatingPoint 3 5)", "(_ FloatingPoint 5 11)"],
    any: &["Int", "U", "Bool", "(_ BitVec 4)", "IntList"],
    parts: &[["Int", "(_ BitVec 4)", "U"], ["U", "Int", "Bool"]],
};

/// Sorts so small that all of their values can be tried.
pub(crate) const SMALL: Scale = Scale {
    widths: &[
        "(_ BitVec 1)",
        "(_ BitVec 2)",
        "(_ BitVec 3)",
        "(_ BitVec 4)",
    ],
    formats: &[
        "(_ FloatingPoint 2 2)",
        "(_ FloatingPoint 2 3)",
        "(_ FloatingPoint 3 3)",
    ],
    any: &["Bool", "(_ BitVec 2)", "Colour"],
    parts: &[
        ["Bool", "(_ BitVec 1)", "Bool"],
        ["(_ BitVec 2)", "Bool", "Bool"],
    ],
};

/// What the indices of a pattern are: the first, and all others.
const INDICES: &[[i64; 2]] = &[
    [1, 1],
    [2, 2],
    [3, 3],
    [6, 6],
    [2, 1],
    [6, 3],
    [5, 0],
    [0, 2],
    [1, 3],
];
const LENGTHS: &[usize] = &[1, 2, 3];

/// A sort for each variable, a length for lists, and which of several choices to make.
#[derive(Debug, Clone)]
pub(super) struct RuleCase<'a> {
    /// `?`, `?1`, ..
    pub sorts: [&'a str; VARIABLES],
    pub length: usize,
    pub index: [i64; 2],
    /// Which constructor of the datatype that `?` is.
    pub constructor: usize,
    /// Which of the numbers that may be drawn.
    pub draw: usize,
    pub choice: usize,
}

/// How many of the numbers that may be drawn are tried.
const DRAWS: usize = 5;

impl Rule {
    fn takes_many(&self, pattern: &Pattern) -> bool {
        let role = match pattern {
            Pattern::Parameter(place) => &self.parameters[*place].role,
            _ => return false,
        };
        matches!(role, Role::List(_) | Role::Fields(_) | Role::Arguments)
    }

    fn uses(&self, what: impl Fn(&Role) -> bool) -> bool {
        self.parameters
            .iter()
            .any(|parameter| what(&parameter.role))
    }

    pub(super) fn has_parts(&self) -> bool {
        self.uses(|role| match role {
            Role::Term(sort) | Role::Constant(sort) | Role::List(sort) => sort.has_parts(),
            _ => false,
        })
    }

    /// The cases in which it has to be right.
    pub(super) fn cases(&self, scale: &Scale) -> Vec<RuleCase<'static>> {
        let first: Vec<&'static str> = match self.sorts.is_empty() {
            true => vec![""],
            false => self
                .sorts
                .iter()
                .flat_map(|family| family.samples(scale))
                .collect(),
        };
        let mut parts = match self.has_parts() {
            true => scale.parts.to_vec(),
            false => scale.parts.get(..1).unwrap_or_default().to_vec(),
        };
        for (row, sorts) in parts.iter_mut().enumerate() {
            for (place, (sort, family)) in sorts.iter_mut().zip(&self.parts).enumerate() {
                // Not all the same, and not the smallest.
                let samples = family.iter().flat_map(|family| family.samples(scale));
                if let Some(sample) = samples.cycle().nth(1 + row + place) {
                    *sort = sample;
                }
            }
        }
        let has_list = self.uses(|role| matches!(role, Role::List(_) | Role::Arguments));
        let lengths = &LENGTHS[..if has_list { LENGTHS.len() } else { 1 }];
        let is_index = |role: &&Role| matches!(role, Role::Index(None));
        let roles = self.parameters.iter().map(|parameter| &parameter.role);
        let indices = match roles.filter(is_index).count() {
            0 => &INDICES[..1],
            // Those that are the same in both places.
            1 => &INDICES[..4],
            _ => INDICES,
        };
        let draws = match self.uses(|role| {
            matches!(
                role,
                Role::Index(Some(_)) | Role::Constructor { .. } | Role::Arguments
            )
        }) {
            true => DRAWS,
            false => 1,
        };
        let mut cases = Vec::new();
        for &sort in &first {
            let constructors = match self.uses(|role| matches!(role, Role::Constructor { .. })) {
                true => DATATYPES
                    .iter()
                    .find(|d| d.0 == sort)
                    .map_or(0, |d| d.1.len()),
                false => 1,
            };
            for &[one, two, three] in &parts {
                for (&length, &index) in lengths
                    .iter()
                    .flat_map(|l| indices.iter().map(move |i| (l, i)))
                {
                    for (constructor, draw) in
                        (0..constructors).flat_map(|c| (0..draws).map(move |d| (c, d)))
                    {
                        cases.push(RuleCase {
                            sorts: [sort, one, two, three],
                            length,
                            index,
                            constructor,
                            draw,
                            choice: draw,
                        });
                    }
                }
            }
        }
        cases
    }

    /// Writes the pattern with constants for its parameters, which are declared.
    pub(super) fn write_pattern(
        &self,
        pattern: &Pattern,
        case: &RuleCase<'_>,
        declarations: &mut String,
        out: &mut String,
    ) -> Option<()> {
        let mut declare = |name: &str, sort: &str| {
            let line = format!("(declare-fun {name} () {sort})\n");
            if !declarations.contains(&line) {
                declarations.push_str(&line);
            }
        };
        match pattern {
            // A numeral's second spelling is that of a real.
            Pattern::Literal(spellings) => out.push_str(match case.sorts[0] {
                "Real" => spellings.last()?,
                _ => spellings.first()?,
            }),
            Pattern::Parameter(place) => {
                let parameter = &self.parameters[*place];
                let name = format!("v_{}", parameter.name);
                match &parameter.role {
                    Role::Term(sort) => {
                        declare(&name, &sort.sample(case));
                        out.push_str(&name);
                    }
                    Role::List(sort) => {
                        for i in 0..case.length {
                            declare(&format!("{name}_{i}"), &sort.sample(case));
                            write!(out, "{}{name}_{i}", if i == 0 { "" } else { " " }).ok()?;
                        }
                    }
                    Role::Constant(sort) => {
                        declare(&name, &sort.sample(case));
                        out.push_str(&placeholder(*place, &sort.sample(case))?);
                    }
                    _ => return None,
                }
            }
            Pattern::BitVec { value, width } => {
                let width = width.value(case)?;
                write!(out, "(_ bv{value} {width})").ok()?;
            }
            Pattern::Apply(head, arguments) => {
                return self.write_application(head, arguments, case, declarations, out);
            }
        }
        Some(())
    }

    /// The sort of a term that a pattern matches.
    fn pattern_sort(&self, pattern: &Pattern, case: &RuleCase<'_>) -> Option<String> {
        match pattern {
            Pattern::Parameter(place) => match &self.parameters[*place].role {
                Role::Term(sort) | Role::Constant(sort) => Some(sort.sample(case)),
                _ => None,
            },
            // Of all operators that rules look for in arguments, only `ite` has any sort.
            Pattern::Apply(_, arguments) => self.pattern_sort(arguments.last()?, case),
            Pattern::Literal(_) | Pattern::BitVec { .. } => None,
        }
    }

    fn write_application(
        &self,
        head: &Head,
        arguments: &[Pattern],
        case: &RuleCase<'_>,
        declarations: &mut String,
        out: &mut String,
    ) -> Option<()> {
        let constructor = || {
            let datatype = DATATYPES.iter().find(|d| d.0 == case.sorts[0])?;
            datatype.1.get(case.constructor).copied()
        };
        let head = match head {
            Head::Operator(operator, indices) => {
                let name = text_of(operator.name());
                match indices.len() {
                    0 => name,
                    n => {
                        let [first, other] = case.index;
                        let others = format!(" {other}").repeat(n - 1);
                        format!("(_ {name} {first}{others})")
                    }
                }
            }
            Head::Ascribed(operator, sort) => {
                format!("(as {} {})", text_of(operator.name()), sort.sample(case))
            }
            Head::Tester(_) => format!("(_ is {})", constructor()?),
            Head::Constructor(_) => {
                let fields: &[(&str, &str)] = match constructor()? {
                    "pair" => &[("v_first", "Int"), ("v_second", "Bool")],
                    "cons" => &[("v_head", "Int"), ("v_tail", "IntList")],
                    _ => &[],
                };
                if arguments.is_empty() || fields.is_empty() {
                    out.push_str(constructor()?);
                    return fields.is_empty().then_some(());
                }
                write!(out, "({}", constructor()?).ok()?;
                // The same constructor can occur twice with other fields.
                let copy = out.matches("(pair ").count() + out.matches("(cons ").count();
                for (name, sort) in fields {
                    writeln!(declarations, "(declare-fun {name}_{copy} () {sort})").ok()?;
                    write!(out, " {name}_{copy}").ok()?;
                }
                out.push(')');
                return Some(());
            }
            Head::Predicate(_) => {
                out.push_str("(v_p");
                let lists = arguments.iter().filter(|a| self.takes_many(a)).count();
                let mut shares = shares(lists, case.length - 1, case.choice);
                let mut sorts = Vec::new();
                for argument in arguments {
                    if !self.takes_many(argument) {
                        sorts.push(self.pattern_sort(argument, case)?);
                        out.push(' ');
                        self.write_pattern(argument, case, declarations, out)?;
                        continue;
                    }
                    for _ in 0..shares.next()? {
                        let name = format!("v_argument_{}", sorts.len());
                        writeln!(declarations, "(declare-fun {name} () Int)").ok()?;
                        write!(out, " {name}").ok()?;
                        sorts.push("Int".to_owned());
                    }
                }
                out.push(')');
                writeln!(declarations, "(declare-fun v_p ({}) Bool)", sorts.join(" ")).ok()?;
                return Some(());
            }
        };
        if arguments.is_empty() {
            out.push_str(&head);
            return Some(());
        }
        write!(out, "({head}").ok()?;
        for argument in arguments {
            out.push(' ');
            self.write_pattern(argument, case, declarations, out)?;
        }
        out.push(')');
        Some(())
    }
}

impl IndexValues for RuleCase<'_> {
    fn parameter(&self, _: usize) -> Option<i64> {
        None
    }

    fn sort_index(&self, variable: usize, place: usize) -> Option<i64> {
        let digits = |c: char| !c.is_ascii_digit();
        let mut numbers = self.sorts[variable]
            .split(digits)
            .filter(|word| !word.is_empty());
        numbers.nth(place)?.parse().ok()
    }
}

impl Family {
    pub(crate) fn samples(&self, scale: &Scale) -> Vec<&'static str> {
        match self {
            Family::BitVec => scale.widths.to_vec(),
            Family::Float => scale.formats.to_vec(),
            Family::Datatype => DATATYPES.iter().map(|d| d.0).collect(),
            Family::Any => scale.any.to_vec(),
            Family::One(SortPattern::Known(SortId::BOOL)) => vec!["Bool"],
            Family::One(SortPattern::Known(SortId::INT)) => vec!["Int"],
            Family::One(SortPattern::Known(SortId::REAL)) => vec!["Real"],
            Family::One(SortPattern::Known(SortId::STRING)) => vec!["String"],
            Family::One(SortPattern::Known(SortId::REG_LAN)) => vec!["RegLan"],
            Family::One(_) => vec!["RoundingMode"],
        }
    }
}

impl SortPattern {
    fn has_parts(&self) -> bool {
        match self {
            Self::Variable(place) => *place > 0,
            Self::Known(_) => false,
            Self::Theory(_, arguments) => arguments.iter().any(Self::has_parts),
        }
    }

    /// The sort that it is in a case.
    pub(super) fn sample(&self, case: &RuleCase<'_>) -> String {
        match self {
            Self::Variable(place) => case.sorts[*place].to_owned(),
            Self::Known(_) => Family::One(self.clone()).samples(&USUAL)[0].to_owned(),
            Self::Theory(head, arguments) => {
                let head = text_of(*head);
                let arguments: Vec<String> = arguments.iter().map(|a| a.sample(case)).collect();
                match arguments.is_empty() {
                    true => head,
                    false => format!("({head} {})", arguments.join(" ")),
                }
            }
        }
    }
}

/// A literal that occurs nowhere else, to stand for a parameter that matches literals only. Once
/// the rule has matched, a constant takes its place: what holds for that holds for all literals.
pub(super) fn placeholder(parameter: usize, sort: &str) -> Option<String> {
    match sort {
        "Int" => Some(format!("7919{parameter:03}")),
        "Real" => Some(format!("7919{parameter:03}.0")),
        "String" => Some(format!("\"7919{parameter:03}\"")),
        _ => {
            // In binary, which no rule is written in. Narrow ones have few.
            let width = sort.strip_prefix("(_ BitVec ")?.strip_suffix(')')?;
            let width: usize = width.parse().ok()?;
            let digits = format!("{parameter:0width$b}");
            (digits.len() == width).then(|| format!("#b{digits}"))
        }
    }
}

/// A script with every occurrence of a literal replaced, but not where it is the beginning of another.
pub(super) fn replace_literal(text: &str, literal: &str, by: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(literal) {
        let (before, after) = (&rest[..at], &rest[at + literal.len()..]);
        let is_whole = !after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '.');
        out.push_str(before);
        out.push_str(if is_whole { by } else { literal });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The spelling of a theory's symbol, which is the same symbol in every script.
pub(crate) fn text_of(symbol: Sym) -> String {
    let empty = Script::parse(*b"").expect("nothing is balanced");
    String::from_utf8_lossy(empty.tree.symbols.bytes(symbol)).into_owned()
}
