//! Bodies of definitions, with what is no SMT-LIB replaced by constants.

use super::numbers::{real_algebraic_number, root_obj};
use super::read::{Reader, Role};
use hashbrown::HashSet;
use smt::{AtomKind, NodeId};

impl Reader<'_> {
    pub(super) fn write_definition(
        &mut self,
        item: NodeId,
        parameters: &[u8],
        sort: &[u8],
        body: NodeId,
        bound: &HashSet<Vec<u8>>,
    ) {
        self.write_definition_numbered(item.index(), parameters, sort, body, bound);
    }

    pub(super) fn write_definition_numbered(
        &mut self,
        number: usize,
        parameters: &[u8],
        sort: &[u8],
        body: NodeId,
        bound: &HashSet<Vec<u8>>,
    ) {
        let mut text = Vec::new();
        self.value(body, Some(sort), bound, &mut text);
        self.write_body_text(number, parameters, sort, &text);
    }

    pub(super) fn write_body_text(
        &mut self,
        number: usize,
        parameters: &[u8],
        sort: &[u8],
        body: &[u8],
    ) {
        let name = self.fresh_name();
        for piece in [
            &b"(define-fun "[..],
            &name,
            b" ",
            parameters,
            b" ",
            sort,
            b" ",
            body,
            b")\n",
        ] {
            self.definitions.extend_from_slice(piece);
        }
        self.body_roles.push(Role::Body(number));
    }

    /// A term and its value, of `get-value`.
    pub(super) fn write_point(&mut self, term: NodeId, value: NodeId) {
        let mut text = b"(get-value (".to_vec();
        text.extend_from_slice(self.tree.source(term));
        text.push(b' ');
        self.value(value, None, &HashSet::new(), &mut text);
        text.extend_from_slice(b"))\n");
        self.definitions.extend_from_slice(&text);
        self.body_roles.push(Role::Point);
    }

    /// yices' `(function @fun_7 (type ..) (= (@fun_7 1 2) 3) (default 0))` as nested `ite`s.
    pub(super) fn define_table(&mut self, item: NodeId, name: NodeId, parts: &[NodeId]) {
        let typed = parts
            .get(2)
            .and_then(|&typed| self.tree.children(typed).nth(1));
        let sorts: Vec<Vec<u8>> = typed.map_or_else(Vec::new, |typed| {
            let sorts = self.tree.children(typed).skip(1);
            sorts.map(|s| self.tree.source(s).to_vec()).collect()
        });
        let Some((result, parameters)) = sorts.split_last() else {
            return;
        };
        let none = HashSet::new();
        let mut body = Vec::new();
        let mut entries = 0;
        let mut default = None;
        for &part in parts.get(3..).unwrap_or_default() {
            let entry = self.parts(part);
            match (self.head(part), &entry[..]) {
                (b"default", &[_, value]) => default = Some(value),
                (b"=", &[_, application, value]) => {
                    let arguments = self.parts(application);
                    body.extend_from_slice(b"(ite (and true");
                    for (place, argument) in arguments.iter().skip(1).enumerate() {
                        body.extend(format!(" (= y!{place} ").bytes());
                        let sort = parameters.get(place).map(Vec::as_slice);
                        self.value(*argument, sort, &none, &mut body);
                        body.push(b')');
                    }
                    body.extend_from_slice(b") ");
                    self.value(value, Some(result), &none, &mut body);
                    body.push(b' ');
                    entries += 1;
                }
                _ => {}
            }
        }
        let Some(default) = default else {
            let _ = name;
            return;
        };
        self.value(default, Some(result), &none, &mut body);
        body.extend(std::iter::repeat_n(b')', entries));
        let mut bindings = b"(".to_vec();
        for (place, sort) in parameters.iter().enumerate() {
            bindings.extend(format!("(y!{place} ").bytes());
            bindings.extend_from_slice(sort);
            bindings.push(b')');
        }
        bindings.push(b')');
        self.write_body_text(item.index(), &bindings, result, &body);
    }

    /// The constant for an element of a sort, declared if it is new.
    pub(super) fn element(&mut self, name: &[u8], sort: &[u8]) -> Vec<u8> {
        let key = (name.to_vec(), sort.to_vec());
        if let Some(known) = self.elements.get(&key) {
            return known.clone();
        }
        let constant = self.fresh_name();
        self.elements.insert(key, constant.clone());
        let role = Role::Element(name.into());
        self.command(&[b"(declare-fun ", &constant, b" () ", sort, b")"], role);
        constant
    }

    fn number(&mut self, number: Option<crate::algebraic::Algebraic>) -> Vec<u8> {
        let constant = self.fresh_name();
        let role = Role::Number(number);
        self.command(&[b"(declare-fun ", &constant, b" () Real)"], role);
        constant
    }

    /// Appends a value or a body. `sort` is the sort of the whole, if it is known.
    fn value(
        &mut self,
        root: NodeId,
        sort: Option<&[u8]>,
        bound: &HashSet<Vec<u8>>,
        out: &mut Vec<u8>,
    ) {
        let mut ends: Vec<NodeId> = Vec::new();
        let end = self.tree.after(root);
        let nodes: Vec<NodeId> = self.tree.below(root).collect();
        let mut skip_to = root;
        let mut space = false;
        for node in nodes {
            if node < skip_to {
                continue;
            }
            if space {
                out.push(b' ');
            }
            space = true;
            match self.replacement(node, (node == root).then_some(sort).flatten(), bound) {
                Some(text) => {
                    out.extend_from_slice(&text);
                    skip_to = self.tree.after(node);
                }
                None if self.tree.is_list(node) => {
                    out.push(b'(');
                    ends.push(self.tree.after(node));
                    space = false;
                    skip_to = node;
                }
                None => {
                    out.extend_from_slice(self.tree.source(node));
                    skip_to = self.tree.after(node);
                }
            }
            let here = if space {
                skip_to
            } else {
                next(node, &self.tree)
            };
            while ends.last().is_some_and(|&e| e == here) {
                ends.pop();
                out.push(b')');
                space = true;
            }
        }
        debug_assert!(ends.is_empty() || end == root);
    }

    /// What is written for a node, if not the node itself.
    fn replacement(
        &mut self,
        node: NodeId,
        sort: Option<&[u8]>,
        bound: &HashSet<Vec<u8>>,
    ) -> Option<Vec<u8>> {
        if let Some(atom) = self.tree.atom(node) {
            let spelling = self.tree.symbols.bytes(atom).to_vec();
            return self.atom_replacement(&spelling, self.tree.symbols.kind(atom), sort, bound);
        }
        let parts = self.parts(node);
        match (self.head(node), &parts[..]) {
            (b"root-obj", _) => {
                let number = root_obj(&self.tree, node);
                Some(self.number(number))
            }
            (b"as", &[_, name, sort]) => {
                let spelling = self.name(name)?;
                let kind = self.tree.symbols.kind(self.tree.atom(name)?);
                if !self.is_element_name(&spelling, kind) {
                    return None;
                }
                let mut text = Vec::new();
                self.tree.write_tokens(sort, &mut text);
                Some(self.element(&spelling, &text))
            }
            (b"_", &[_, name, ..]) if self.tree.source(name) == b"real_algebraic_number" => {
                let number = real_algebraic_number(self.tree.source(node));
                Some(self.number(number))
            }
            (b"as-array", &[_, function]) => {
                let function = self.tree.source(function);
                Some([b"(_ as-array ", function, b")"].concat())
            }
            _ => None,
        }
    }

    fn atom_replacement(
        &mut self,
        spelling: &[u8],
        kind: AtomKind,
        sort: Option<&[u8]>,
        bound: &HashSet<Vec<u8>>,
    ) -> Option<Vec<u8>> {
        match kind {
            // Solvers print exact fractions as quotients, and exact integers as `1.0`: a decimal
            // with other digits behind the point is rounded. yices prints `-1500.000000`.
            _ if is_decimal(spelling) => {
                let dot = spelling.iter().position(|&b| b == b'.')?;
                if !matches!(spelling.get(dot + 1..), None | Some(b"0" | b"")) {
                    self.approximate = true;
                }
                None
            }
            AtomKind::Symbol if spelling.ends_with(b"?") => {
                let digits = spelling.strip_suffix(b"?")?;
                let plain = digits.strip_prefix(b"-").unwrap_or(digits);
                if plain.first().is_some_and(u8::is_ascii_digit)
                    && crate::machine::decimal(plain).is_some()
                {
                    self.approximate = true;
                    return Some(match digits.starts_with(b"-") {
                        true => [b"(- ", plain, b")"].concat(),
                        false => plain.to_vec(),
                    });
                }
                None
            }
            // yices' and old solvers' fractions, whose signs are in front.
            AtomKind::Symbol
                if fraction(spelling).is_some() && !self.declared.contains(spelling) =>
            {
                let (sign, numerator, denominator) = fraction(spelling)?;
                Some(match sign {
                    true => [b"(- (/ ", numerator, b" ", denominator, b"))"].concat(),
                    false => [b"(/ ", numerator, b" ", denominator, b")"].concat(),
                })
            }
            _ if self.tables.contains(spelling) => Some([b"(_ as-array ", spelling, b")"].concat()),
            _ if !bound.contains(spelling) && self.is_element_name(spelling, kind) => {
                let inferred = match element_sort(spelling) {
                    Some(inferred) => inferred.to_vec(),
                    None => sort?.to_vec(),
                };
                Some(self.element(spelling, &inferred))
            }
            _ => None,
        }
    }
}

/// The sort that the name of an element tells: `U!val!0` of z3, `@uc_U_0` of CVC4.
fn element_sort(name: &[u8]) -> Option<&[u8]> {
    if let Some(at) = name.windows(5).position(|w| w == b"!val!") {
        return name.get(..at);
    }
    let rest = name.strip_prefix(b"@uc_")?;
    let end = rest.iter().rposition(|&b| b == b'_')?;
    rest.get(..end)
}

/// `1/2` and `-1/2`: whether there is a sign, and both numbers.
fn fraction(spelling: &[u8]) -> Option<(bool, &[u8], &[u8])> {
    let is_number = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let plain = spelling.strip_prefix(b"-").unwrap_or(spelling);
    let slash = plain.iter().position(|&b| b == b'/')?;
    let (numerator, denominator) = (plain.get(..slash)?, plain.get(slash + 1..)?);
    let is_fraction = is_number(numerator) && is_number(denominator);
    is_fraction.then_some((plain.len() < spelling.len(), numerator, denominator))
}

/// `1.50`, `-1.5`
fn is_decimal(spelling: &[u8]) -> bool {
    let digits = spelling.strip_prefix(b"-").unwrap_or(spelling);
    digits.first().is_some_and(u8::is_ascii_digit)
        && digits.contains(&b'.')
        && crate::machine::decimal(digits).is_some()
}

/// The node behind the opening of a list, or behind an atom.
fn next(node: NodeId, tree: &smt::Tree) -> NodeId {
    tree.children(node)
        .next()
        .unwrap_or_else(|| tree.after(node))
}
