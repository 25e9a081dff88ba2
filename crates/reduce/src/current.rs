//! The script as far as it is reduced, with what passes want to know of it.

use smt::Shape;
use smt::{CommandKind, Function, NodeId, Script, SortId, TermId, TermKind};

/// How well a script is understood: a candidate must not be understood less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    unsorted: usize,
    unknown: usize,
    raw: usize,
    not_bool: usize,
}

impl Standing {
    /// Counts what is not understood.
    pub fn of(script: &Script) -> Self {
        let mut standing = Self {
            unsorted: script.unsorted_places().count(),
            unknown: script.unknown_symbols.len(),
            ..Self::default()
        };
        let is_bool = |term: TermId| script.terms.sort(term) == SortId::BOOL;
        for command in &script.commands {
            match &command.kind {
                CommandKind::Raw => standing.raw += 1,
                &CommandKind::Assert(term) if !is_bool(term) => standing.not_bool += 1,
                CommandKind::DefineFun(d) | CommandKind::DefineConst(d)
                    if script.terms.sort(d.body) != script.declarations.sort(d.function) =>
                {
                    standing.not_bool += 1;
                }
                _ => {}
            }
        }
        let matches = script
            .terms
            .all()
            .filter(|&term| script.terms.kind(term) == TermKind::Match);
        for case in matches.flat_map(|term| script.terms.cases(term)) {
            // A pattern with parts speaks of a constructor; alone it may be a variable.
            let has_parts = script.tree.symbols.bytes(case.pattern).starts_with(b"(");
            standing.unknown += usize::from(has_parts && case.constructor == Function::Unknown);
        }
        standing
    }

    /// Whether nothing more is misunderstood than in `before`, commands aside if `loose`.
    pub fn is_no_worse_than(&self, before: &Self, loose: bool) -> bool {
        self.unsorted <= before.unsorted
            && self.unknown <= before.unknown
            && (loose || self.raw <= before.raw)
            && self.not_bool <= before.not_bool
    }
}

/// A script, or bytes that are none.
#[derive(Debug)]
pub struct Current {
    bytes: Vec<u8>,
    script: Option<Script>,
    /// The list around each node; of a command, itself.
    parents: Vec<NodeId>,
    depths: Vec<u32>,
    /// Whether steps must keep sorts.
    pub typed: bool,
}

impl Current {
    /// Reads a text; what is not balanced is only bytes.
    pub fn new(bytes: Vec<u8>, typed: bool) -> Self {
        let script = Script::parse(bytes.as_slice()).ok();
        let (parents, depths) = script.as_ref().map(family).unwrap_or_default();
        Self {
            bytes,
            script,
            parents,
            depths,
            typed,
        }
    }

    /// The text.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The script, unless the text is only bytes.
    pub fn script(&self) -> Option<&Script> {
        self.script.as_ref()
    }

    /// The list around a node; of a command, the command.
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.parents.get(node.index()).copied().unwrap_or(node)
    }

    /// The command that a node is in.
    pub fn command_of(&self, mut node: NodeId) -> NodeId {
        while self.parent(node) != node {
            node = self.parent(node);
        }
        node
    }

    /// The terms of at least that many bytes whose sort is known, those nearest to the top first.
    pub fn terms_from_the_top(&self, min_bytes: usize) -> Vec<(NodeId, TermId)> {
        let Some(script) = &self.script else {
            return Vec::new();
        };
        let known = |&node: &NodeId| {
            let term = script.term_at(node)?;
            (script.sorts.is_known(script.terms.sort(term))
                && script.tree.range(node).len() >= min_bytes)
                .then_some((node, term))
        };
        let mut terms: Vec<_> = script.tree.nodes().filter_map(|n| known(&n)).collect();
        terms.sort_by_key(|(node, _)| self.depths.get(node.index()).copied().unwrap_or(0));
        terms
    }

    /// The nodes of at least that many bytes, those nearest to the top first.
    pub fn nodes_from_the_top(&self, min_bytes: usize) -> Vec<NodeId> {
        let Some(script) = &self.script else {
            return Vec::new();
        };
        let large = |n: &NodeId| script.tree.range(*n).len() >= min_bytes;
        let mut nodes: Vec<_> = script.tree.nodes().filter(large).collect();
        nodes.sort_by_key(|node| self.depths.get(node.index()).copied().unwrap_or(0));
        nodes
    }
}

fn family(script: &Script) -> (Vec<NodeId>, Vec<u32>) {
    let tree = &script.tree;
    let mut parents = Vec::with_capacity(tree.len());
    let mut depths = Vec::with_capacity(tree.len());
    let mut open: Vec<NodeId> = Vec::new();
    for node in tree.nodes() {
        while open.last().is_some_and(|&list| tree.after(list) <= node) {
            open.pop();
        }
        parents.push(open.last().copied().unwrap_or(node));
        depths.push(open.len() as u32);
        if tree.is_list(node) {
            open.push(node);
        }
    }
    (parents, depths)
}

/// The simplest constants of a sort, those first that say least.
pub fn constants(script: &Script, sort: SortId) -> Vec<Vec<u8>> {
    let written = || {
        let mut out = Vec::new();
        let whole = script
            .sorts
            .write(sort, &script.tree.symbols, 200, &mut out);
        whole.then(|| String::from_utf8_lossy(&out).into_owned())
    };
    let texts: Vec<String> = match Shape::of(script, sort) {
        Shape::Bool => vec!["true".into(), "false".into()],
        Shape::Int => vec!["0".into(), "1".into()],
        Shape::Real => vec!["0.0".into(), "1.0".into()],
        Shape::BitVec(width) => vec![bits(width, false), bits(width, true)],
        Shape::Float(e, s) => vec![format!("(_ +zero {e} {s})"), format!("(_ NaN {e} {s})")],
        Shape::RoundingMode => vec!["RTZ".into()],
        Shape::String => vec!["\"\"".into()],
        Shape::RegLan => vec!["re.all".into(), "re.none".into()],
        Shape::Seq(_) => match written() {
            Some(sort) => vec![format!("(as seq.empty {sort})")],
            None => vec![],
        },
        Shape::Datatype(place) => {
            let Some(datatype) = script.datatypes.get(place as usize) else {
                return Vec::new();
            };
            let mut plain = datatype.constructors.iter();
            let plain = plain.find(|c| c.selectors.is_empty());
            let name = plain.map(|c| script.declarations.name(c.function));
            match (name, datatype.parameters) {
                (Some(name), 0) => vec![script.tree.symbols.name(name).into_owned()],
                _ => vec![],
            }
        }
        _ => vec![],
    };
    texts.into_iter().map(String::into_bytes).collect()
}

/// The shortest spelling of zero or one.
fn bits(width: u32, one: bool) -> String {
    let value = u8::from(one);
    let indexed = format!("(_ bv{value} {width})");
    let digits = match width % 4 {
        0 => width as usize / 4,
        _ => width as usize,
    };
    if digits + 2 > indexed.len() {
        return indexed;
    }
    let prefix = if width.is_multiple_of(4) { "#x" } else { "#b" };
    format!("{prefix}{value:0digits$}")
}
