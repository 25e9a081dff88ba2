//! From the text of a file to fusions.

use super::{Extra, Fusion, Written, X, Y, Z};
use crate::rule::read::{Read, Reader, one_line, wrong};
use crate::rule::{Family, Op, Parameter, Requirement, Role, RuleError, SortPattern};
use crate::values::Need;
use smt::{NodeId, Script, SortId, Sym, Tree};

/// Reads the fusions of a file, which must have other names than those that there are.
pub(super) fn read(
    theory: &'static str,
    text: &str,
    others: &[Fusion],
) -> Result<Vec<Fusion>, RuleError> {
    let error = |line, message| RuleError {
        file: format!("{theory}.smt2"),
        line,
        message,
    };
    let script = Script::parse(text.as_bytes()).map_err(|e| error(e.line, e.to_string()))?;
    let tree = &script.tree;
    let mut fusions: Vec<Fusion> = Vec::new();
    for node in tree.commands() {
        let fusion = fusion(theory, tree, node);
        let fusion = fusion.map_err(|(node, message)| error(tree.place(node).0, message))?;
        if others
            .iter()
            .chain(&fusions)
            .any(|other| other.name == fusion.name)
        {
            let message = format!("there is another fusion of the name {}", fusion.name);
            return Err(error(tree.place(node).0, message));
        }
        fusions.push(fusion);
    }
    Ok(fusions)
}

/// The keyword parts of a fusion.
#[derive(Default)]
struct Parts {
    with: Option<NodeId>,
    index: Option<NodeId>,
    datatype: Option<NodeId>,
    inverses: [Option<NodeId>; 2],
    guard: Option<NodeId>,
}

fn parts(tree: &Tree, mut children: impl Iterator<Item = NodeId>) -> Read<Parts> {
    let mut parts = Parts::default();
    while let Some(keyword) = children.next() {
        let slot = match tree.source(keyword) {
            b":with" => &mut parts.with,
            b":index" => &mut parts.index,
            b":datatype" => &mut parts.datatype,
            b":x" => &mut parts.inverses[X],
            b":y" => &mut parts.inverses[Y],
            b":guard" => &mut parts.guard,
            _ => {
                return wrong(
                    keyword,
                    "expected :with, :index, :datatype, :x, :y or :guard",
                );
            }
        };
        match children.next() {
            Some(part) if slot.is_none() => *slot = Some(part),
            _ => return wrong(keyword, "a part that is empty, or there twice"),
        }
    }
    Ok(parts)
}

fn fusion(theory: &'static str, tree: &Tree, node: NodeId) -> Read<Fusion> {
    let mut children = tree.children(node);
    let (Some(b"fusion"), Some(name), Some(sorts), Some(parameters), Some(sort), Some(value)) = (
        children.next().map(|head| tree.source(head)),
        children.next(),
        children.next(),
        children.next(),
        children.next(),
        children.next(),
    ) else {
        return wrong(
            node,
            "expected (fusion NAME (SORT ..) ((x S) (y S) ..) SORT TERM ..)",
        );
    };
    let parts = parts(tree, children)?;
    let mut reader = Reader {
        tree,
        parameters: Vec::new(),
        // Of any sort, numerals in it are those of something else.
        has_sorts: tree
            .children(sorts)
            .any(|sort| tree.source(sort) == b"Real"),
    };
    let families: Read<Vec<Family>> = tree.children(sorts).map(|s| reader.family(s)).collect();
    let others = parts.with.iter().flat_map(|&list| tree.children(list));
    let others: Read<Vec<Family>> = others.map(|s| reader.family(s)).collect();
    let mut listed = tree.children(parameters);
    let mut constant = |expected: &[u8]| match listed.next() {
        Some(node) => {
            let both: Vec<NodeId> = tree.children(node).collect();
            match both[..] {
                [name, sort] if tree.source(name) == expected => reader.sort(sort),
                _ => wrong(node, "the first parameters are (x S) and (y S)"),
            }
        }
        None => wrong(parameters, "the first parameters are (x S) and (y S)"),
    };
    let constants = [constant(b"x")?, constant(b"y")?];
    for name in ["x", "y", "z"] {
        reader.parameters.push(parameter(name.to_owned()));
    }
    let mut extras = Vec::new();
    for node in listed {
        let (name, extra) = extra(&reader, node)?;
        let mut parameter = parameter(name);
        if let Extra::Literal(sort, _) = &extra {
            parameter.role = Role::Constant(sort.clone());
        }
        reader.parameters.push(parameter);
        extras.push(extra);
    }
    for drawn in parts.index.iter().flat_map(|&list| tree.children(list)) {
        let three: Vec<NodeId> = tree.children(drawn).collect();
        let [name, low, high] = three[..] else {
            return wrong(drawn, "expected (NAME LOW HIGH)");
        };
        let bounds = (reader.index(low)?, reader.index(high)?);
        extras.push(Extra::Index(bounds.0.clone(), bounds.1.clone()));
        reader.parameters.push(Parameter {
            role: Role::Index(Some(bounds)),
            ..parameter(tree.show(name))
        });
    }
    let mut datatype = None;
    if let Some(constructors) = parts.datatype {
        // `((some (left ?) (right ?1)) (none))`: all names in it are new, and so is that of the sort.
        reader.parameters.push(parameter("Z".to_owned()));
        extras.push(Extra::Name);
        for constructor in tree.children(constructors) {
            for (place, part) in tree.children(constructor).enumerate() {
                let name = match place {
                    0 => Some(part),
                    _ => tree.children(part).next(),
                };
                let Some(name) = name else {
                    return wrong(part, "expected (CONSTRUCTOR (SELECTOR SORT) ..)");
                };
                reader.parameters.push(parameter(tree.show(name)));
                extras.push(Extra::Name);
            }
        }
        let mut ops = Vec::new();
        sort_ops(&reader, constructors, &mut ops)?;
        datatype = Some(ops);
    }
    let mut of_sort = Vec::new();
    sort_ops(&reader, sort, &mut of_sort)?;
    let written = |node: NodeId| -> Read<Written> {
        let mut ops = Vec::new();
        reader.ops(node, &mut ops)?;
        Ok(Written {
            ops: with_flat_sorts(tree, ops),
            source: one_line(tree, node),
        })
    };
    let inverse = |place: usize| parts.inverses[place].map(written).transpose();
    let inverses = [inverse(X)?, inverse(Y)?];
    if inverses.iter().all(Option::is_none) {
        return wrong(node, "a fusion without :x and :y");
    }
    let terms = [
        Some(value),
        parts.inverses[X],
        parts.inverses[Y],
        parts.guard,
    ];
    let terms: Vec<NodeId> = terms.into_iter().flatten().collect();
    let of_terms = terms
        .iter()
        .map(|&node| Requirement::of(&reader.parameters, tree, node));
    let symbols = terms.iter().chain([&sort]).chain(&parts.datatype);
    let symbols = symbols
        .flat_map(|&root| tree.below(root))
        .filter_map(|node| tree.symbol(node));
    let fusion = Fusion {
        name: tree.show(name),
        theory,
        source: one_line(tree, node),
        sorts: families?,
        others: others?,
        constants,
        sort: of_sort,
        datatype,
        value: written(value)?,
        inverses,
        guard: parts.guard.map(written).transpose()?,
        requirement: of_terms.fold(Requirement::default(), Requirement::and),
        operators: symbols
            .filter(|&symbol| reader.find(tree.symbols.bytes(symbol)).is_none())
            .map(|symbol| tree.symbols.name(symbol).into_owned())
            .collect(),
        names: reader
            .parameters
            .into_iter()
            .skip(Z + 1)
            .map(|p| p.name)
            .collect(),
        extras,
    };
    fusion.check(node)
}

fn parameter(name: String) -> Parameter {
    Parameter {
        name,
        // What they really are stands in `Fusion::extras`: terms of any sort are written alike.
        role: Role::Term(SortPattern::Variable(0)),
        in_pattern: false,
        need: Need::Any,
    }
}

/// A parameter behind `x` and `y`.
fn extra(reader: &Reader<'_>, node: NodeId) -> Read<(String, Extra)> {
    let tree = reader.tree;
    let parts: Vec<NodeId> = tree.children(node).collect();
    let texts: Vec<&[u8]> = parts.iter().map(|&part| tree.source(part)).collect();
    let literal = |need| Ok(Extra::Literal(reader.sort(parts[1])?, need));
    let extra = match texts[..] {
        [_, _] => {
            let mut ops = Vec::new();
            sort_ops(reader, parts[1], &mut ops)?;
            Extra::Fresh(ops)
        }
        [_, _, b":constant"] => literal(Need::Any)?,
        [_, _, b":constant", b":nonzero"] => literal(Need::NonZero)?,
        [_, _, b":constant", b":positive"] => literal(Need::Positive)?,
        [_, b"?", b":odd"] => Extra::Odd,
        [_, b"?", b":inverse", of] => match reader.find(of) {
            Some(place) if place > Z => Extra::InverseOf(place),
            _ => return wrong(node, "the inverse of what?"),
        },
        _ => return wrong(node, "not a parameter of a fusion"),
    };
    Ok((String::from_utf8_lossy(texts[0]).into_owned(), extra))
}

/// The pieces of a sort, or of the constructors of a datatype. Fusions are ours, so this may recurse.
fn sort_ops(reader: &Reader<'_>, node: NodeId, ops: &mut Vec<Op>) -> Read<()> {
    let tree = reader.tree;
    let source = tree.source(node);
    if source.starts_with(b"?") {
        ops.push(Op::Sort(reader.sort(node)?));
        return Ok(());
    }
    if let Some(place) = reader.find(source) {
        ops.push(Op::Parameter(place));
        return Ok(());
    }
    if !tree.is_list(node) {
        ops.push(Op::Text(tree.show(node).into()));
        return Ok(());
    }
    ops.push(Op::Text("(".into()));
    let is_indexed = tree.head(node) == Some(Sym::INDEXED);
    for (place, part) in tree.children(node).enumerate() {
        if place > 0 {
            ops.push(Op::Text(" ".into()));
        }
        match is_indexed && place > 1 {
            true => ops.push(Op::Index(reader.index(part)?)),
            false => sort_ops(reader, part, ops)?,
        }
    }
    ops.push(Op::Text(")".into()));
    Ok(())
}

/// Takes the sorts in a term apart, so that only variables are left to be filled in.
fn with_flat_sorts(tree: &Tree, ops: Vec<Op>) -> Vec<Op> {
    fn flat(tree: &Tree, sort: SortPattern, out: &mut Vec<Op>) {
        match sort {
            SortPattern::Variable(_) => out.push(Op::Sort(sort)),
            SortPattern::Known(known) => out.push(Op::Text(known_name(known).into())),
            SortPattern::Theory(head, arguments) => {
                let head = tree.symbols.name(head).into_owned();
                if arguments.is_empty() {
                    return out.push(Op::Text(head.into()));
                }
                out.push(Op::Text(format!("({head}").into()));
                for argument in arguments {
                    out.push(Op::Text(" ".into()));
                    flat(tree, argument, out);
                }
                out.push(Op::Text(")".into()));
            }
        }
    }
    let mut out = Vec::with_capacity(ops.len());
    for op in ops {
        match op {
            Op::Sort(sort) => flat(tree, sort, &mut out),
            other => out.push(other),
        }
    }
    out
}

/// How a sort is written that has an identity of its own.
pub(super) fn known_name(sort: SortId) -> &'static str {
    match sort {
        SortId::BOOL => "Bool",
        SortId::INT => "Int",
        SortId::REAL => "Real",
        SortId::STRING => "String",
        _ => "RegLan",
    }
}

impl Fusion {
    /// Whether what it says of its sorts can be used.
    fn check(self, node: NodeId) -> Read<Self> {
        fn uses(sort: &SortPattern, place: usize) -> bool {
            match sort {
                SortPattern::Variable(used) => *used == place,
                SortPattern::Known(_) => false,
                SortPattern::Theory(_, arguments) => arguments.iter().any(|a| uses(a, place)),
            }
        }
        let used = |place: usize| self.constants.iter().any(|sort| uses(sort, place));
        if used(0) == self.sorts.is_empty() {
            return wrong(node, "? has sorts if x or y is of one of them");
        }
        if !self.others.is_empty() && !used(1) {
            return wrong(node, "neither x nor y is of the sort ?1");
        }
        Ok(self)
    }
}
