//! From the text of a rule file to rules.

use super::index::IndexExpr;
use super::requirement::Requirement;
use super::sorts::{Family, SortPattern, VARIABLES};
use super::{Claim, Guard, Head, Op, Parameter, Pattern, Role, Rule, Template};
use crate::values::Need;
use smt::{AtomKind, NodeId, OperatorId, Script, SortId, Sym, Tree};

/// What is wrong with a rule file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}, line {line}: {message}")]
pub struct RuleError {
    /// The file's name.
    pub file: String,
    /// Where in it.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

pub(crate) type Read<T> = Result<T, (NodeId, String)>;

pub(crate) fn wrong<T>(node: NodeId, message: impl Into<String>) -> Read<T> {
    Err((node, message.into()))
}

/// Reads the rules of a file, which must have other names than those that there are.
pub(super) fn read(
    theory: &'static str,
    text: &str,
    others: &[Rule],
) -> Result<Vec<Rule>, RuleError> {
    let error = |line, message| RuleError {
        file: format!("{theory}.smt2"),
        line,
        message,
    };
    // As a script, so that the symbols of theories have the numbers they have in every script.
    let script = Script::parse(text.as_bytes()).map_err(|e| error(e.line, e.to_string()))?;
    let tree = &script.tree;
    let mut rules: Vec<Rule> = Vec::new();
    for node in tree.commands() {
        let rule = Reader::rule(theory, tree, node);
        let rule = rule.map_err(|(node, message)| error(tree.place(node).0, message))?;
        let mut all = others.iter().chain(&rules);
        if let Some(other) = all.find(|other| other.name == rule.name) {
            let message = format!(
                "there is another rule of the name {}, among the rules of {}",
                rule.name, other.theory
            );
            return Err(error(tree.place(node).0, message));
        }
        rules.push(rule);
    }
    Ok(rules)
}

/// Reads a rule, or a fusion: whatever has parameters.
pub(crate) struct Reader<'a> {
    pub tree: &'a Tree,
    pub parameters: Vec<Parameter>,
    /// Whether numerals are decimals where `?` is `Real`.
    pub has_sorts: bool,
}

/// The keyword parts of a rule, as they are met.
#[derive(Default)]
struct Parts {
    templates: Vec<(Claim, NodeId)>,
    guard: Option<NodeId>,
    index: Option<NodeId>,
}

impl<'a> Reader<'a> {
    fn rule(theory: &'static str, tree: &'a Tree, node: NodeId) -> Read<Rule> {
        let mut children = tree.children(node);
        let head = children.next().map(|head| tree.source(head));
        let (Some(b"rule"), Some(name), Some(sorts), Some(parameters), Some(pattern)) = (
            head,
            children.next(),
            children.next(),
            children.next(),
            children.next(),
        ) else {
            return wrong(
                node,
                "expected (rule NAME (SORT ..) (PARAMETER ..) PATTERN ..)",
            );
        };
        let parts = parts(tree, children)?;
        let mut reader = Self {
            tree,
            parameters: Vec::new(),
            has_sorts: false,
        };
        let mut parts_of_sorts: [Option<Family>; VARIABLES - 1] = Default::default();
        let mut families = Vec::new();
        for node in tree.children(sorts) {
            match reader.part(node)? {
                Some((place, family)) => parts_of_sorts[place] = Some(family),
                None => families.push(reader.family(node)?),
            }
        }
        reader.has_sorts = !families.is_empty();
        for parameter in tree.children(parameters) {
            let parameter = reader.parameter(parameter)?;
            reader.parameters.push(parameter);
        }
        for drawn in parts.index.iter().flat_map(|&list| tree.children(list)) {
            let drawn = reader.drawn(drawn)?;
            reader.parameters.push(drawn);
        }
        let pattern_node = pattern;
        let pattern = reader.pattern(pattern)?;
        if matches!(pattern, Pattern::Literal(_) | Pattern::BitVec { .. }) {
            return wrong(pattern_node, "a pattern that is a literal");
        }
        let pattern_source = one_line(tree, pattern_node);
        let is_same = |(_, node): &&(Claim, NodeId)| one_line(tree, *node) == pattern_source;
        if let Some((_, same)) = parts.templates.iter().find(is_same) {
            return wrong(*same, "a template that is the pattern");
        }
        let guard = parts.guard.map(|node| reader.guard(node)).transpose()?;
        let templates: Read<Vec<Template>> = parts
            .templates
            .iter()
            .map(|&(claim, node)| reader.template(claim, node, parts.guard))
            .collect();
        let templates = templates?;
        if templates.is_empty() {
            return wrong(node, "a rule without :over, :under or :equal");
        }
        reader.check_sorts(node)?;
        Ok(Rule {
            name: tree.show(name),
            theory,
            source: one_line(tree, node),
            sorts: families,
            parts: parts_of_sorts,
            parameters: reader.parameters,
            pattern,
            pattern_source,
            templates,
            guard,
        })
    }

    /// Every sort variable must be known from what the pattern matches.
    fn check_sorts(&self, node: NodeId) -> Read<()> {
        fn variables(sort: &SortPattern, found: &mut [bool; VARIABLES]) {
            match sort {
                SortPattern::Variable(place) => found[*place] = true,
                SortPattern::Known(_) => {}
                SortPattern::Theory(_, arguments) => {
                    arguments.iter().for_each(|a| variables(a, found));
                }
            }
        }
        let (mut matched, mut used) = ([false; VARIABLES], [false; VARIABLES]);
        for parameter in &self.parameters {
            if let Role::Term(sort) | Role::Constant(sort) | Role::List(sort) = &parameter.role {
                variables(
                    sort,
                    if parameter.in_pattern {
                        &mut matched
                    } else {
                        &mut used
                    },
                );
            }
        }
        match used
            .iter()
            .zip(matched)
            .any(|(used, matched)| *used && !matched)
        {
            true => wrong(node, "a sort that the pattern does not determine"),
            false => Ok(()),
        }
    }

    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.parameters
            .iter()
            .position(|parameter| parameter.name.as_bytes() == name)
    }

    pub fn family(&self, node: NodeId) -> Read<Family> {
        Ok(match self.tree.source(node) {
            b"BitVec" => Family::BitVec,
            b"Float" => Family::Float,
            b"Datatype" => Family::Datatype,
            b"Any" => Family::Any,
            _ => Family::One(self.sort(node)?),
        })
    }

    /// `(?1 BitVec)`: what a sort variable other than `?` stands for, by its place among those.
    fn part(&self, node: NodeId) -> Read<Option<(usize, Family)>> {
        let parts: Vec<NodeId> = self.tree.children(node).collect();
        let [variable, family] = parts[..] else {
            return Ok(None);
        };
        if !self.tree.source(variable).starts_with(b"?") {
            return Ok(None);
        }
        match self.sort(variable)? {
            SortPattern::Variable(place @ 1..) => Ok(Some((place - 1, self.family(family)?))),
            _ => wrong(node, "what ? stands for is said without it"),
        }
    }

    pub fn sort(&self, node: NodeId) -> Read<SortPattern> {
        let source = self.tree.source(node);
        if let Some(number) = source.strip_prefix(b"?") {
            let number = String::from_utf8_lossy(number);
            return match number.parse().or(match &*number {
                "" => Ok(0),
                _ => Err(()),
            }) {
                Ok(place) if place < VARIABLES => Ok(SortPattern::Variable(place)),
                _ => wrong(node, "sort variables are ?, ?1, ?2 and ?3"),
            };
        }
        let known = match source {
            b"Bool" => Some(SortId::BOOL),
            b"Int" => Some(SortId::INT),
            b"Real" => Some(SortId::REAL),
            b"String" => Some(SortId::STRING),
            b"RegLan" => Some(SortId::REG_LAN),
            _ => None,
        };
        if let Some(sort) = known {
            return Ok(SortPattern::Known(sort));
        }
        if let Some(head) = self.tree.symbol(node) {
            return Ok(SortPattern::Theory(head, Vec::new()));
        }
        let arguments: Read<Vec<_>> = self
            .tree
            .children(node)
            .skip(1)
            .map(|s| self.sort(s))
            .collect();
        match self.tree.head(node) {
            Some(Sym::INDEXED) | None => wrong(node, "not a sort that rules know"),
            Some(head) => Ok(SortPattern::Theory(head, arguments?)),
        }
    }

    fn parameter(&self, node: NodeId) -> Read<Parameter> {
        let parts: Vec<NodeId> = self.tree.children(node).collect();
        let texts: Vec<&[u8]> = parts.iter().map(|&p| self.tree.source(p)).collect();
        let named = |name: &[u8]| match self.find(name) {
            Some(place) => Ok(place),
            None => wrong(node, "no such parameter before this one"),
        };
        let role = match texts[..] {
            [_, b":constructor"] => Role::Constructor { not: None },
            [_, b":constructor", b":not", other] => Role::Constructor {
                not: Some(named(other)?),
            },
            [_, b":fields", constructor] => Role::Fields(named(constructor)?),
            [_, b":predicate"] => Role::Predicate,
            [_, b":arguments"] => Role::Arguments,
            [_, b":index"] => Role::Index(None),
            [_, _] => Role::Term(self.sort(parts[1])?),
            [_, _, b":constant"] => Role::Constant(self.sort(parts[1])?),
            [_, _, b":list"] => Role::List(self.sort(parts[1])?),
            _ => return wrong(node, "not a parameter"),
        };
        Ok(Parameter {
            name: String::from_utf8_lossy(texts[0]).into_owned(),
            role,
            in_pattern: false,
            need: Need::Any,
        })
    }

    fn drawn(&self, node: NodeId) -> Read<Parameter> {
        let parts: Vec<NodeId> = self.tree.children(node).collect();
        let [name, low, high] = parts[..] else {
            return wrong(node, "expected (NAME LOW HIGH)");
        };
        Ok(Parameter {
            name: self.tree.show(name),
            role: Role::Index(Some((self.index(low)?, self.index(high)?))),
            in_pattern: false,
            need: Need::Any,
        })
    }

    pub fn index(&self, node: NodeId) -> Read<IndexExpr> {
        let source = self.tree.source(node);
        if let Some(atom) = self.tree.atom(node) {
            if let Some(number) = self.tree.symbols.number(atom) {
                return Ok(IndexExpr::Number(number as i64));
            }
            if let Some(place) = self.find(source) {
                return Ok(IndexExpr::Parameter(place));
            }
            return match source {
                b"w" => Ok(IndexExpr::Width(0)),
                b"w1" => Ok(IndexExpr::Width(1)),
                b"w2" => Ok(IndexExpr::Width(2)),
                b"w3" => Ok(IndexExpr::Width(3)),
                b"eb" => Ok(IndexExpr::ExponentBits),
                b"sb" => Ok(IndexExpr::SignificandBits),
                _ => wrong(node, "not an index"),
            };
        }
        let parts: Vec<NodeId> = self.tree.children(node).collect();
        let [operator, left, right] = parts[..] else {
            return wrong(node, "an index is computed from two others");
        };
        let (left, right) = (Box::new(self.index(left)?), Box::new(self.index(right)?));
        match self.tree.source(operator) {
            b"+" => Ok(IndexExpr::Sum(left, right)),
            b"-" => Ok(IndexExpr::Difference(left, right)),
            b"*" => Ok(IndexExpr::Product(left, right)),
            _ => wrong(node, "indices are computed with +, - and *"),
        }
    }

    fn pattern(&mut self, node: NodeId) -> Read<Pattern> {
        if let Some(place) = self.find(self.tree.source(node)) {
            self.parameters[place].in_pattern = true;
            return Ok(match self.parameters[place].role {
                // Without fields around it, a constructor is a term.
                Role::Constructor { .. } => Pattern::Apply(Head::Constructor(place), Vec::new()),
                _ => Pattern::Parameter(place),
            });
        }
        if let Some(atom) = self.tree.atom(node) {
            return match self.tree.symbols.kind(atom) {
                AtomKind::Symbol => {
                    let name = self.tree.show(node);
                    match OperatorId::named(&name) {
                        Some(operator) => Ok(Pattern::Apply(
                            Head::Operator(operator, Vec::new()),
                            Vec::new(),
                        )),
                        None => wrong(node, format!("no parameter or operator {name}")),
                    }
                }
                AtomKind::Numeral => {
                    let numeral = self.tree.show(node);
                    let decimal = format!("{numeral}.0");
                    Ok(Pattern::Literal(vec![numeral, decimal]))
                }
                _ => Ok(Pattern::Literal(vec![self.tree.show(node)])),
            };
        }
        if let Some((value, width)) = self.bit_vector(node) {
            let width = self.index(width)?;
            return Ok(Pattern::BitVec { value, width });
        }
        let mut children = self.tree.children(node);
        let Some(head) = children.next() else {
            return wrong(node, "not a pattern");
        };
        let head = self.head(head)?;
        let arguments: Read<Vec<Pattern>> = children.map(|child| self.pattern(child)).collect();
        Ok(Pattern::Apply(head, arguments?))
    }

    /// The value and the width of `(_ bv5 w)`.
    fn bit_vector(&self, node: NodeId) -> Option<(u64, NodeId)> {
        let parts: Vec<NodeId> = self.tree.children(node).collect();
        let [_, value, width] = parts[..] else {
            return None;
        };
        let value = self.tree.show(value).strip_prefix("bv")?.parse().ok()?;
        (self.tree.head(node) == Some(Sym::INDEXED)).then_some((value, width))
    }

    fn head(&mut self, node: NodeId) -> Read<Head> {
        if let Some(place) = self.find(self.tree.source(node)) {
            self.parameters[place].in_pattern = true;
            return match self.parameters[place].role {
                Role::Constructor { .. } => Ok(Head::Constructor(place)),
                Role::Predicate => Ok(Head::Predicate(place)),
                _ => wrong(node, "this parameter cannot be applied"),
            };
        }
        let parts: Vec<NodeId> = self.tree.children(node).collect();
        if let (Some(Sym::AS), [_, name, sort]) = (self.tree.head(node), &parts[..]) {
            return match OperatorId::named(&self.tree.show(*name)) {
                Some(operator) => Ok(Head::Ascribed(operator, self.sort(*sort)?)),
                None => wrong(*name, "no such operator"),
            };
        }
        let (name, indices) = match parts.split_first() {
            Some((&underscore, [name, indices @ ..]))
                if self.tree.symbol(underscore) == Some(Sym::INDEXED) =>
            {
                (*name, indices)
            }
            _ => (node, &[][..]),
        };
        let mut bound = Vec::new();
        for &index in indices {
            let Some(place) = self.find(self.tree.source(index)) else {
                return wrong(index, "indices of a pattern are parameters");
            };
            self.parameters[place].in_pattern = true;
            bound.push(place);
        }
        if self.tree.symbol(name) == Some(Sym::IS) && bound.len() == 1 {
            return Ok(Head::Tester(bound[0]));
        }
        match OperatorId::named(&self.tree.show(name)) {
            Some(operator) => Ok(Head::Operator(operator, bound)),
            None => wrong(name, format!("no operator {}", self.tree.show(name))),
        }
    }

    fn template(&self, claim: Claim, node: NodeId, guard: Option<NodeId>) -> Read<Template> {
        let mut ops = Vec::new();
        self.ops(node, &mut ops)?;
        let uses = |place: usize| {
            let of_parameter = |op: &&Op| match op {
                Op::Parameter(used) => *used == place,
                Op::Construct { fields, .. } => *fields == Some(place),
                _ => false,
            };
            ops.iter().filter(of_parameter).count()
        };
        let holds_text = |parameter: &Parameter| {
            parameter.in_pattern
                && matches!(
                    parameter.role,
                    Role::Term(_)
                        | Role::Constant(_)
                        | Role::List(_)
                        | Role::Fields(_)
                        | Role::Arguments
                )
        };
        let linear = (0..self.parameters.len())
            .filter(|&place| holds_text(&self.parameters[place]))
            .all(|place| uses(place) == 1);
        let symbols = std::iter::once(node).chain(guard);
        let symbols = symbols.flat_map(|root| self.tree.below(root));
        let names_constructors = self.parameters.iter().any(|parameter| {
            let constructor = matches!(parameter.role, Role::Constructor { .. } | Role::Fields(_));
            constructor && !parameter.in_pattern
        }) || ops
            .iter()
            .any(|op| matches!(op, Op::Construct { .. } | Op::Tester(_)));
        Ok(Template {
            claim,
            operators: symbols
                .filter_map(|node| self.tree.symbol(node))
                .filter(|&symbol| self.find(self.tree.symbols.bytes(symbol)).is_none())
                .collect(),
            names_constructors,
            source: one_line(self.tree, node),
            requirement: Requirement::of(&self.parameters, self.tree, node),
            ops,
            linear,
        })
    }

    /// The pieces of a template. Rules are ours, so this may recurse.
    pub fn ops(&self, node: NodeId, ops: &mut Vec<Op>) -> Read<()> {
        let tree = self.tree;
        let source = tree.source(node);
        if let Some(place) = self.find(source) {
            ops.push(match self.parameters[place].role {
                Role::Constructor { .. } => Op::Construct {
                    constructor: place,
                    fields: None,
                },
                _ => Op::Parameter(place),
            });
            return Ok(());
        }
        if let Some(atom) = tree.atom(node) {
            let text = tree.show(node).into();
            if tree.symbols.kind(atom) == AtomKind::Symbol
                && OperatorId::named(&tree.show(node)).is_none()
            {
                return wrong(
                    node,
                    format!("no parameter or operator {}", tree.show(node)),
                );
            }
            ops.push(match tree.symbols.kind(atom) {
                AtomKind::Numeral if self.has_sorts => Op::Numeral(text),
                _ => Op::Text(text),
            });
            return Ok(());
        }
        let parts: Vec<NodeId> = tree.children(node).collect();
        match (tree.head(node), &parts[..]) {
            (Some(Sym::INDEXED), [_, name, rest @ ..]) => self.indexed(*name, rest, ops),
            (Some(Sym::AS), [_, name, sort]) => {
                ops.push(Op::Text(format!("(as {} ", tree.show(*name)).into()));
                ops.push(Op::Sort(self.sort(*sort)?));
                ops.push(Op::Text(")".into()));
                Ok(())
            }
            (_, [head, arguments @ ..]) => {
                let constructor = self.find(tree.source(*head)).filter(|&place| {
                    matches!(self.parameters[place].role, Role::Constructor { .. })
                });
                if let Some(constructor) = constructor {
                    let [fields] = arguments else {
                        return wrong(
                            node,
                            "a constructor is applied to a parameter of its fields",
                        );
                    };
                    let fields = self.find(tree.source(*fields));
                    ops.push(Op::Construct {
                        constructor,
                        fields,
                    });
                    return Ok(());
                }
                ops.push(Op::Text("(".into()));
                for (place, &part) in parts.iter().enumerate() {
                    if place > 0 {
                        ops.push(Op::Text(" ".into()));
                    }
                    self.ops(part, ops)?;
                }
                ops.push(Op::Text(")".into()));
                Ok(())
            }
            _ => wrong(node, "an empty list"),
        }
    }

    fn indexed(&self, name: NodeId, rest: &[NodeId], ops: &mut Vec<Op>) -> Read<()> {
        if let (Some(Sym::IS), [constructor]) = (self.tree.symbol(name), rest) {
            return match self.find(self.tree.source(*constructor)) {
                Some(place) => {
                    ops.push(Op::Tester(place));
                    Ok(())
                }
                None => wrong(*constructor, "no such constructor"),
            };
        }
        ops.push(Op::Text(format!("(_ {}", self.tree.show(name)).into()));
        // `(_ bv k w)` is a literal whose value is computed.
        let is_literal = self.tree.source(name) == b"bv";
        for (place, &index) in rest.iter().enumerate() {
            if place > 0 || !is_literal {
                ops.push(Op::Text(" ".into()));
            }
            ops.push(Op::Index(self.index(index)?));
        }
        ops.push(Op::Text(")".into()));
        Ok(())
    }

    fn guard(&mut self, node: NodeId) -> Read<Guard> {
        let mut ops = Vec::new();
        self.ops(node, &mut ops)?;
        let mut needs = Vec::new();
        let conjuncts: Vec<NodeId> = match self.tree.source(node).starts_with(b"(and ") {
            true => self.tree.children(node).skip(1).collect(),
            false => vec![node],
        };
        for conjunct in conjuncts {
            needs.push(self.need(conjunct));
        }
        let by_choice = needs.iter().all(|need| {
            // One condition a parameter: two would have to be met together.
            need.is_some_and(|(place, _)| {
                needs
                    .iter()
                    .flatten()
                    .filter(|(other, _)| *other == place)
                    .count()
                    == 1
            })
        });
        if by_choice {
            for (place, need) in needs.into_iter().flatten() {
                self.parameters[place].need = need;
            }
        }
        Ok(Guard {
            ops,
            source: one_line(self.tree, node),
            by_choice,
            requirement: Requirement::of(&self.parameters, self.tree, node),
        })
    }

    /// The parameter and what is needed of it, if a literal can be chosen for that.
    fn need(&self, node: NodeId) -> Option<(usize, Need)> {
        let parts: Vec<&[u8]> = self
            .tree
            .children(node)
            .map(|p| self.tree.source(p))
            .collect();
        let [operator, parameter, bound] = parts[..] else {
            return None;
        };
        let place = self.find(parameter)?;
        let fresh = &self.parameters[place];
        if fresh.in_pattern || !matches!(fresh.role, Role::Term(_) | Role::Constant(_)) {
            return None;
        }
        let need = match (operator, bound) {
            (b">", b"0" | b"0.0") => Need::Positive,
            (b">=", b"0" | b"0.0") => Need::NonNegative,
            (b"<", b"0" | b"0.0") => Need::Negative,
            (b"distinct", b"0" | b"0.0" | b"(_ bv0 w)") => Need::NonZero,
            (b"distinct", b"\"\"") => Need::NonEmpty,
            _ => return None,
        };
        Some((place, need))
    }
}

fn parts(tree: &Tree, children: impl Iterator<Item = NodeId>) -> Read<Parts> {
    let mut parts = Parts::default();
    let mut keyword: &[u8] = b"";
    for node in children {
        if tree.keyword(node).is_some() {
            keyword = tree.source(node);
            continue;
        }
        match keyword {
            b":over" => parts.templates.push((Claim::Over, node)),
            b":under" => parts.templates.push((Claim::Under, node)),
            b":equal" => parts.templates.push((Claim::Equal, node)),
            b":guard" if parts.guard.is_none() => parts.guard = Some(node),
            b":index" if parts.index.is_none() => parts.index = Some(node),
            _ => {
                return wrong(
                    node,
                    "expected :over, :under, :equal, :guard or :index before this",
                );
            }
        }
    }
    Ok(parts)
}

pub(crate) fn one_line(tree: &Tree, node: NodeId) -> String {
    let mut out = Vec::new();
    tree.write_tokens(node, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}
