//! From what a solver prints to commands that SMT-LIB has.
//!
//! Each command that comes out has a role, in the same order. Bodies of definitions get names of
//! their own, so that the symbols in them mean what the script or the model declares, in whatever
//! order the model lists them.

use super::ModelError;
use crate::algebraic::Algebraic;
use hashbrown::{HashMap, HashSet};
use smt::{AtomKind, DeclId, DeclKind, NodeId, Script, Tree};

/// What a command is for.
#[derive(Debug, Clone)]
pub(super) enum Role {
    /// A symbol of the script that the definition of this number defines.
    Symbol(usize),
    /// A symbol that only the model has, with the number of its definition.
    Helper { number: usize, name: Box<[u8]> },
    /// An element of an uninterpreted sort.
    Element(Box<[u8]>),
    /// A constant that stands for a number, if that could be read.
    Number(Option<Algebraic>),
    /// A constant of an uninterpreted sort with these elements and no others.
    Universe(Vec<Box<[u8]>>),
    /// The body of the definition of this number.
    Body(usize),
    /// A term and its value.
    Point,
    /// A term that the user asks for.
    Asked,
}

pub(super) struct Reader<'a> {
    pub script: &'a Script,
    pub tree: Tree,
    pub roles: Vec<Role>,
    /// Declarations first, so that bodies may use all of them.
    pub declarations: Vec<u8>,
    pub definitions: Vec<u8>,
    pub approximate: bool,
    pub(super) body_roles: Vec<Role>,
    /// Names that mean something in what is written, without bars.
    pub(super) declared: HashSet<Vec<u8>>,
    /// The constant for each element, by its name and sort.
    pub(super) elements: HashMap<(Vec<u8>, Vec<u8>), Vec<u8>>,
    /// yices' tables, which are functions and may be used as arrays.
    pub(super) tables: HashSet<Vec<u8>>,
    pub(super) fresh: usize,
    functions: HashMap<Vec<u8>, DeclId>,
    /// What the model has defined so far.
    defined: HashSet<Vec<u8>>,
    text: &'a [u8],
    found: usize,
    errors: Vec<String>,
}

impl<'a> Reader<'a> {
    pub fn new(script: &'a Script, text: &'a [u8]) -> Result<Self, ModelError> {
        let tree = Tree::parse(text)?;
        let mut functions = HashMap::new();
        let mut declared = HashSet::new();
        let symbols = &script.tree.symbols;
        for declaration in script.declarations.all() {
            let kind = script.declarations.kind(declaration);
            let name = symbols.bytes(symbols.canonical(script.declarations.name(declaration)));
            match kind {
                DeclKind::Function => {
                    functions.insert(name.to_vec(), declaration);
                    declared.insert(name.to_vec());
                }
                DeclKind::Defined
                | DeclKind::Constructor
                | DeclKind::Selector
                | DeclKind::Tester
                | DeclKind::Named => {
                    declared.insert(name.to_vec());
                }
                _ => {}
            }
        }
        Ok(Self {
            script,
            tree,
            roles: Vec::new(),
            declarations: Vec::new(),
            definitions: Vec::new(),
            approximate: false,
            body_roles: Vec::new(),
            declared,
            elements: HashMap::new(),
            tables: HashSet::new(),
            fresh: 0,
            functions,
            defined: HashSet::new(),
            text,
            found: 0,
            errors: Vec::new(),
        })
    }

    pub fn read(&mut self) -> Result<(), ModelError> {
        let top: Vec<NodeId> = self.tree.commands().collect();
        let mut items: Vec<NodeId> = Vec::new();
        for node in top {
            self.collect(node, &mut items);
        }
        // All names before all bodies.
        for &item in &items {
            self.declare(item);
        }
        self.universes_in_comments();
        for &item in &items {
            self.define(item);
        }
        self.roles.append(&mut self.body_roles);
        if self.found == 0 && !self.is_empty_model() {
            let message = self.errors.first().cloned();
            return Err(ModelError::None(
                message.unwrap_or_else(|| "no definitions".to_owned()),
            ));
        }
        Ok(())
    }

    /// Whether there is a list that may be a model of a script without symbols.
    fn is_empty_model(&self) -> bool {
        self.errors.is_empty()
            && self.tree.commands().any(|node| {
                self.tree.is_list(node)
                    && (self.tree.children(node).next().is_none() || self.head(node) == b"model")
            })
    }

    /// The items of a list at the top: of a model, or the list itself.
    fn collect(&mut self, node: NodeId, items: &mut Vec<NodeId>) {
        if !self.tree.is_list(node) {
            return;
        }
        match self.head(node) {
            b"error" => self.errors.push(self.tree.show(node)),
            b"model" => items.extend(self.tree.children(node).skip(1)),
            b"define-fun" | b"define-fun-rec" | b"define-const" | b"declare-fun"
            | b"declare-const" | b"=" | b"function" | b"forall" | b"declare-sort"
            | b"declare-datatypes" | b"declare-datatype" => items.push(node),
            b"" => items.extend(self.tree.children(node)),
            _ => {}
        }
    }

    /// The symbol that a list starts with; nothing if it starts with a list.
    pub(super) fn head(&self, node: NodeId) -> &[u8] {
        let first = self.tree.children(node).next();
        let atom = first.and_then(|first| self.tree.atom(first));
        atom.map_or(b"", |atom| self.tree.symbols.bytes(atom))
    }

    pub(super) fn parts(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.children(node).collect()
    }

    /// The name at a node, without bars.
    pub(super) fn name(&self, node: NodeId) -> Option<Vec<u8>> {
        let symbol = self.tree.symbol(node)?;
        Some(self.tree.symbols.bytes(symbol).to_vec())
    }

    /// Declares what an item defines.
    fn declare(&mut self, item: NodeId) {
        let parts = self.parts(item);
        match (self.head(item), &parts[..]) {
            (b"declare-fun", &[_, name, parameters, sort])
                if self.tree.children(parameters).next().is_none() =>
            {
                self.declare_element(name, sort);
            }
            (b"declare-const", &[_, name, sort]) => self.declare_element(name, sort),
            (b"define-fun" | b"define-fun-rec", &[_, name, parameters, sort, _]) => {
                let sorts: Vec<NodeId> = self
                    .tree
                    .children(parameters)
                    .filter_map(|pair| self.tree.children(pair).nth(1))
                    .collect();
                self.declare_helper(item, name, &sorts, sort);
            }
            (b"define-const", &[_, name, sort, _]) => self.declare_helper(item, name, &[], sort),
            (b"function", &[_, name, typed, ..]) => {
                let Some(spelling) = self.name(name) else {
                    return;
                };
                self.tables.insert(spelling);
                // `(type (Array A B))`, `(type (FunType2 A B C))`
                let sorts = self.tree.children(typed).nth(1);
                let sorts: Vec<NodeId> =
                    sorts.map_or_else(Vec::new, |t| self.tree.children(t).skip(1).collect());
                if let Some((&result, parameters)) = sorts.split_last() {
                    self.declare_helper(item, name, parameters, result);
                }
            }
            (b"forall", &[_, variables, body]) => self.declare_universe(variables, body),
            _ => {}
        }
    }

    /// z3's `(declare-fun U!val!0 () U)`.
    fn declare_element(&mut self, name: NodeId, sort: NodeId) {
        let Some(spelling) = self.name(name) else {
            return;
        };
        if self.declared.contains(&spelling) {
            // An element and a symbol of one name: nobody can tell which is meant by it.
            self.approximate = true;
            return;
        }
        let sort = self.tree.source(sort).to_vec();
        self.found += 1;
        self.element(&spelling, &sort);
        // The name itself stands for the element too.
        self.declared.insert(spelling.clone());
        let text = self.tree.source(name).to_vec();
        self.command(
            &[b"(declare-fun ", &text, b" () ", &sort, b")"],
            Role::Element(spelling.into()),
        );
    }

    /// Declares a symbol that only the model has, or asks which one of the script is meant.
    fn declare_helper(&mut self, item: NodeId, name: NodeId, parameters: &[NodeId], sort: NodeId) {
        let Some(spelling) = self.name(name) else {
            return;
        };
        let text = self.tree.source(name).to_vec();
        let number = item.index();
        // One definition of two would have to be the one that is meant.
        self.approximate |= !self.defined.insert(spelling.clone());
        if self.declared.contains(&spelling) {
            if self.functions.contains_key(&spelling) {
                self.command(&[b"(simplify ", &text, b")"], Role::Symbol(number));
            }
            return;
        }
        self.declared.insert(spelling.clone());
        let mut sorts = Vec::new();
        for &parameter in parameters {
            sorts.push(b' ');
            sorts.extend_from_slice(self.tree.source(parameter));
        }
        let sort = self.tree.source(sort).to_vec();
        let role = Role::Helper {
            number,
            name: spelling.into(),
        };
        self.command(
            &[b"(declare-fun ", &text, b" (", &sorts, b") ", &sort, b")"],
            role,
        );
    }

    /// z3's `(forall ((x U)) (or (= x U!val!0) (= x U!val!1)))`.
    fn declare_universe(&mut self, variables: NodeId, body: NodeId) {
        let pair = self.tree.children(variables).next();
        let Some(sort) = pair.and_then(|pair| self.tree.children(pair).nth(1)) else {
            return;
        };
        let equations = match self.head(body) {
            b"or" => self.tree.children(body).skip(1).collect(),
            _ => vec![body],
        };
        let elements = equations.iter().map(|&equation| {
            let element = self.tree.children(equation).nth(2)?;
            Some(self.name(element)?.into())
        });
        let elements: Option<Vec<Box<[u8]>>> = elements.collect();
        let sort = self.tree.source(sort).to_vec();
        if let Some(elements) = elements {
            self.declare_elements(&sort, elements);
        }
    }

    fn declare_elements(&mut self, sort: &[u8], elements: Vec<Box<[u8]>>) {
        let name = self.fresh_name();
        let role = Role::Universe(elements);
        self.command(&[b"(declare-fun ", &name, b" () ", sort, b")"], role);
    }

    /// cvc5's `; cardinality of U is 2` with `; rep: (as @U_0 U)` for each.
    fn universes_in_comments(&mut self) {
        let mut sort: Option<Vec<u8>> = None;
        let mut elements: Vec<Box<[u8]>> = Vec::new();
        let text = self.text;
        for line in text.split(|&b| b == b'\n') {
            let line = line.trim_ascii();
            if let Some(rest) = line.strip_prefix(b"; cardinality of ") {
                if let Some(sort) = sort.take() {
                    self.declare_elements(&sort, std::mem::take(&mut elements));
                }
                let end = rest.windows(4).position(|w| w == b" is ");
                sort = end.and_then(|end| rest.get(..end)).map(<[u8]>::to_vec);
            } else if let Some(rest) = line.strip_prefix(b"; rep: ") {
                // `(as @U_0 U)`, or only the name
                let rest = rest.strip_prefix(b"(as ").unwrap_or(rest);
                let end = rest.iter().position(|&b| b == b' ' || b == b')');
                let name = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
                elements.push(name.trim_ascii().into());
            }
        }
        if let Some(sort) = sort
            && !elements.is_empty()
        {
            self.declare_elements(&sort, elements);
        }
    }

    /// Writes the body of what an item defines.
    fn define(&mut self, item: NodeId) {
        let parts = self.parts(item);
        match (self.head(item), &parts[..]) {
            (b"define-fun" | b"define-fun-rec", &[_, _, parameters, sort, body]) => {
                self.found += 1;
                let bound = self.tree.children(parameters);
                let bound = bound.filter_map(|pair| self.name(self.tree.children(pair).next()?));
                let bound: HashSet<Vec<u8>> = bound.collect();
                let parameters = self.tree.source(parameters).to_vec();
                let sort = self.tree.source(sort).to_vec();
                self.write_definition(item, &parameters, &sort, body, &bound);
            }
            (b"define-const", &[_, _, sort, body]) => {
                self.found += 1;
                let sort = self.tree.source(sort).to_vec();
                self.write_definition(item, b"()", &sort, body, &HashSet::new());
            }
            (b"function", &[_, name, _, ..]) => {
                self.found += 1;
                self.define_table(item, name, &parts);
            }
            (b"=", &[_, symbol, value]) => self.define_equation(symbol, value),
            // get-value's `(x 1)`
            (_, &[term, value]) => self.define_equation(term, value),
            _ => {}
        }
    }

    /// `(= x 1)` of yices or `(x 1)` of `get-value`.
    fn define_equation(&mut self, term: NodeId, value: NodeId) {
        self.found += 1;
        let spelling = self.name(term);
        let symbol = spelling
            .as_ref()
            .and_then(|s| self.functions.get(s))
            .copied();
        let Some(symbol) = symbol else {
            if spelling.is_none() && self.tree.is_list(term) {
                self.write_point(term, value);
            }
            return;
        };
        let declarations = &self.script.declarations;
        let (sorts, sort) = (declarations.parameters(symbol), declarations.sort(symbol));
        let sort = self.script.show_sort(sort).into_bytes();
        let text = self.tree.source(term).to_vec();
        let number = term.index();
        self.command(&[b"(simplify ", &text, b")"], Role::Symbol(number));
        if sorts.is_empty() {
            return self.write_definition_numbered(number, b"()", &sort, value, &HashSet::new());
        }
        // A function, whose value is the name of a table.
        let mut parameters = b"(".to_vec();
        let mut call = b"(".to_vec();
        call.extend_from_slice(self.tree.source(value));
        for (place, &sort) in sorts.iter().enumerate() {
            let shown = self.script.show_sort(sort);
            parameters.extend(format!("(y!{place} {shown})").bytes());
            call.extend(format!(" y!{place}").bytes());
        }
        parameters.push(b')');
        call.push(b')');
        self.write_body_text(number, &parameters, &sort, &call);
    }

    /// Terms that the user asks for.
    pub fn add_terms(&mut self, terms: &[&[u8]]) {
        for term in terms {
            self.definitions.extend_from_slice(b"(simplify ");
            self.definitions.extend_from_slice(term);
            self.definitions.extend_from_slice(b")\n");
            self.roles.push(Role::Asked);
        }
    }

    /// Adds a declaration.
    pub(super) fn command(&mut self, pieces: &[&[u8]], role: Role) {
        for piece in pieces {
            self.declarations.extend_from_slice(piece);
        }
        self.declarations.push(b'\n');
        self.roles.push(role);
    }

    pub(super) fn fresh_name(&mut self) -> Vec<u8> {
        self.fresh += 1;
        format!("|nuthatch {}|", self.fresh).into_bytes()
    }

    /// Whether an atom is what solvers call elements of sorts.
    pub(super) fn is_element_name(&mut self, spelling: &[u8], kind: AtomKind) -> bool {
        let looks_like_one = matches!(kind, AtomKind::Symbol | AtomKind::Quoted)
            && (spelling.starts_with(b"@") || spelling.windows(5).any(|w| w == b"!val!"));
        // The script has a symbol of that name, which may be what is meant.
        self.approximate |= looks_like_one && self.functions.contains_key(spelling);
        looks_like_one && !self.declared.contains(spelling)
    }
}
