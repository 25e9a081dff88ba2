//! Datatypes as a whole: without parameters, left out of their groups, or nothing but sorts.

use super::constructors::without_nested;
use crate::current::Current;
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::{CommandKind, NodeId, Script, Sym, Tree};

/// Datatypes that become sorts of which nothing is known.
pub struct ToSorts;

/// One of many datatypes left out of its command; of one alone, the shorter command.
pub struct Single;

/// Parameters given the sorts that they are used with.
pub struct Plain;

/// A datatype as it is written.
pub struct Declared {
    command: NodeId,
    name: NodeId,
    /// Its place in the script's list.
    pub number: usize,
    /// How many there are in its command.
    siblings: usize,
    codata: bool,
    parameters: Vec<NodeId>,
    /// In the order of the script's list.
    pub constructors: Vec<NodeId>,
    /// Its constructors with the parameters around them; not in the older syntax.
    body: Option<NodeId>,
    /// The places that it has in a group.
    parts: Vec<NodeId>,
    /// How the parameters go.
    without_parameters: Vec<Edit>,
}

/// All datatypes of a script.
pub fn datatypes(script: &Script) -> Vec<Declared> {
    let mut all = Vec::new();
    for command in &script.commands {
        if let CommandKind::DeclareDatatypes { first, codata, .. } = command.kind {
            let mut of_command = of_command(&script.tree, command.node);
            for (place, datatype) in of_command.iter_mut().enumerate() {
                datatype.number = first + place;
                datatype.codata = codata;
            }
            all.extend(of_command);
        }
    }
    all
}

fn of_command(tree: &Tree, command: NodeId) -> Vec<Declared> {
    let mut parts = tree.children(command).skip(1);
    let (Some(names), Some(bodies)) = (parts.next(), parts.next()) else {
        return Vec::new();
    };
    if !tree.is_list(names) {
        return vec![with_body(tree, command, names, bodies, 1)];
    }
    let bodies: Vec<NodeId> = tree.children(bodies).collect();
    let count = bodies.len();
    let headers: Vec<NodeId> = tree.children(names).collect();
    let is_old = headers.first().is_none_or(|&n| !tree.is_list(n));
    let mut found = Vec::new();
    if is_old {
        for body in bodies {
            let Some(name) = tree.children(body).next() else {
                return Vec::new();
            };
            found.push(Declared {
                parameters: headers.clone(),
                constructors: tree.children(body).skip(1).collect(),
                body: None,
                parts: vec![body],
                // The others of the group have the same ones.
                without_parameters: match count {
                    1 => vec![Edit::replace(tree.range(names), *b"()")],
                    _ => Vec::new(),
                },
                ..with_body(tree, command, name, body, count)
            });
        }
        return found;
    }
    for (header, body) in headers.into_iter().zip(bodies) {
        let mut header_parts = tree.children(header);
        let (Some(name), arity) = (header_parts.next(), header_parts.next()) else {
            return Vec::new();
        };
        let mut datatype = with_body(tree, command, name, body, count);
        datatype.parts = vec![header, body];
        let arity = arity.map(|a| Edit::replace(tree.range(a), *b"0"));
        datatype.without_parameters.extend(arity);
        found.push(datatype);
    }
    found
}

/// A datatype whose constructors are the list `body`, or stand in it behind `par`.
fn with_body(
    tree: &Tree,
    command: NodeId,
    name: NodeId,
    body: NodeId,
    siblings: usize,
) -> Declared {
    let parts: Vec<NodeId> = tree.children(body).collect();
    let (parameters, constructors, without_parameters) = match *parts.as_slice() {
        [par, parameters, constructors] if tree.symbol(par) == Some(Sym::PAR) => (
            tree.children(parameters).collect(),
            tree.children(constructors).collect(),
            Edit::keep_only(tree.range(body), tree.range(constructors)),
        ),
        _ => (Vec::new(), parts, Vec::new()),
    };
    Declared {
        command,
        name,
        number: 0,
        siblings,
        codata: false,
        parameters,
        constructors,
        body: Some(body),
        parts: Vec::new(),
        without_parameters,
    }
}

/// A target for each datatype that has something.
fn targets(current: &Current, has: &dyn Fn(&Declared) -> bool) -> Vec<Target> {
    let Some(script) = current.script() else {
        return Vec::new();
    };
    let all = datatypes(script).into_iter().filter(has);
    all.map(|d| Target::pair(d.name, d.command)).collect()
}

fn find(script: &Script, target: Target) -> Option<Declared> {
    let mut all = datatypes(script).into_iter();
    all.find(|d| d.name == target.node)
}

impl Pass for ToSorts {
    fn name(&self) -> &'static str {
        "datatypes"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        targets(current, &|_| true)
    }

    fn largest_group(&self) -> usize {
        1
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let tree = &script.tree;
        let datatype = find(script, target)?;
        let name = tree.source(datatype.name);
        let arity = datatype.parameters.len().to_string();
        let sort = [b"(declare-sort ", name, b" ", arity.as_bytes(), b")\n"].concat();
        let functions = match variant {
            0 => Vec::new(),
            1 if datatype.parameters.is_empty() => functions(tree, &datatype)?,
            _ => return None,
        };
        let whole = tree.range(datatype.command);
        if datatype.siblings == 1 {
            return Some(vec![Edit::replace(whole, [sort, functions].concat())]);
        }
        let mut edits = vec![Edit::replace(whole.start..whole.start, sort)];
        edits.extend(datatype.parts.iter().map(|p| Edit::delete(tree.range(*p))));
        edits.push(Edit::replace(whole.end..whole.end, functions));
        Some(edits)
    }
}

/// What a datatype has, as functions of which nothing is known.
fn functions(tree: &Tree, datatype: &Declared) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let own = tree.source(datatype.name);
    for &constructor in &datatype.constructors {
        let parts: Vec<NodeId> = tree.children(constructor).collect();
        let name = *parts.first().unwrap_or(&constructor);
        let mut sorts = Vec::new();
        for &field in parts.get(1..).unwrap_or(&[]) {
            let field: Vec<NodeId> = tree.children(field).collect();
            let &[selector, sort] = field.as_slice() else {
                return None;
            };
            let (selector, sort) = (tree.source(selector), tree.source(sort));
            out.extend([b"(declare-fun ", selector, b" (", own, b") ", sort, b")\n"].concat());
            sorts.push(sort);
        }
        let (name, sorts) = (tree.source(name), sorts.join(&b" "[..]));
        out.extend([b"(declare-fun ", name, b" (", &sorts, b") ", own, b")\n"].concat());
    }
    Some(out)
}

impl Pass for Single {
    fn name(&self) -> &'static str {
        "groups of datatypes"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        targets(current, &|datatype| !datatype.parts.is_empty())
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let tree = &script.tree;
        let datatype = find(script, target)?;
        if variant > 0 {
            return None;
        }
        if datatype.siblings > 1 {
            let parts = datatype.parts.iter();
            return Some(parts.map(|p| Edit::delete(tree.range(*p))).collect());
        }
        let body = match datatype.body {
            _ if datatype.codata => return None,
            Some(body) => tree.source(body).to_vec(),
            None if datatype.parameters.is_empty() => constructors_in_lists(tree, &datatype),
            None => return None,
        };
        let name = tree.source(datatype.name);
        let text = [b"(declare-datatype ", name, b" ", &body, b")"].concat();
        Some(vec![Edit::replace(tree.range(datatype.command), text)])
    }
}

/// The constructors as the newer syntax has them.
fn constructors_in_lists(tree: &Tree, datatype: &Declared) -> Vec<u8> {
    let mut out = b"(".to_vec();
    for &constructor in &datatype.constructors {
        match (tree.is_list(constructor), tree.source(constructor)) {
            (true, source) => out.extend_from_slice(source),
            (false, source) => out.extend([b"(", source, b")"].concat()),
        }
    }
    out.push(b')');
    out
}

impl Pass for Plain {
    fn name(&self) -> &'static str {
        "parameters of datatypes"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, _: usize) -> Vec<Target> {
        let plain = |d: &Declared| d.parameters.is_empty() || d.without_parameters.is_empty();
        targets(current, &|datatype| !plain(datatype))
    }

    fn largest_group(&self) -> usize {
        1
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let tree = &script.tree;
        let datatype = find(script, target)?;
        let name = tree.symbol(datatype.name)?;
        let command = tree.range(datatype.command);
        let count = datatype.parameters.len();
        let uses = tree.nodes().filter(|&n| {
            tree.head(n) == Some(name)
                && script.term_at(n).is_none()
                && !datatype.parts.contains(&n)
                && tree.children(n).count() == count + 1
        });
        let uses: Vec<NodeId> = uses.collect();
        let outside = |n: &&NodeId| !command.contains(&tree.range(**n).start);
        let sorts: Vec<&[u8]> = match (variant, uses.iter().find(outside)) {
            (0, Some(&used)) => tree
                .children(used)
                .skip(1)
                .map(|n| tree.source(n))
                .collect(),
            (0, None) | (1, Some(_)) => vec![b"Int"; count],
            _ => return None,
        };
        let mut edits = datatype.without_parameters.clone();
        let whole = |n: &NodeId| Edit::replace(tree.range(*n), tree.source(datatype.name));
        edits.extend(uses.iter().map(whole));
        for &constructor in &datatype.constructors {
            for node in tree.below(constructor) {
                let is_node = |p: &NodeId| tree.symbol(*p) == tree.symbol(node);
                let place = tree
                    .symbol(node)
                    .and_then(|_| datatype.parameters.iter().position(is_node));
                if let Some(sort) = place.and_then(|place| sorts.get(place)) {
                    edits.push(Edit::replace(tree.range(node), *sort));
                }
            }
        }
        Some(without_nested(edits))
    }
}
