//! Datatypes, in the syntax of SMT-LIB 2.6 and in the older one.

use super::Elaborator;
use crate::command::{CommandKind, Constructor, Datatype};
use crate::declare::{DeclKind, NewDecl, SortMeaning};
use crate::lexer::AtomKind;
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::NO_FUNCTION;
use crate::tree::NodeId;

/// A datatype before its constructors are read.
struct Header {
    name: Sym,
    /// Names of the sort parameters.
    parameters: Vec<Sym>,
    constructors: Vec<NodeId>,
}

impl Elaborator {
    /// `(declare-datatypes ((L 1)) ((par (T) (..))))`, `(declare-datatypes (T) ((L ..)))` or
    /// `(declare-datatype L ..)`.
    pub(super) fn declare_datatypes(
        &mut self,
        parts: &[NodeId],
        single: bool,
        codata: bool,
    ) -> Option<CommandKind> {
        let headers = match (parts, single) {
            (&[name, body, ..], true) => vec![self.body(self.tree.symbol(name)?, body)],
            (&[names, bodies], false) => self.headers(names, bodies)?,
            _ => return None,
        };
        let first = self.datatypes.len();
        // All names before all constructors: datatypes may speak of each other.
        for header in &headers {
            self.scope
                .declare_sort(header.name, SortMeaning::Constructor);
        }
        let count = headers.len();
        for header in headers {
            let datatype = self.datatype(header);
            self.datatypes.push(datatype);
        }
        if let (&[name, _, keyword, relation, ..], true) = (parts, single)
            && self.tree.source(keyword) == b":subterm"
        {
            self.declare_subterm(name, relation);
        }
        Some(CommandKind::DeclareDatatypes {
            first,
            count,
            codata,
        })
    }

    fn headers(&mut self, names: NodeId, bodies: NodeId) -> Option<Vec<Header>> {
        let bodies = self.children(bodies);
        let names = self.children(names);
        // The older syntax has sort parameters (or nothing) where the newer has names with
        // arities.
        if names.first().is_none_or(|&n| !self.tree.is_list(n)) {
            let parameters: Vec<Sym> = names.iter().filter_map(|&n| self.tree.symbol(n)).collect();
            return bodies
                .iter()
                .map(|&body| {
                    Some(Header {
                        name: self.tree.head(body)?,
                        parameters: parameters.clone(),
                        constructors: self.tree.children(body).skip(1).collect(),
                    })
                })
                .collect();
        }
        if names.len() != bodies.len() {
            return None;
        }
        let pairs = names.iter().zip(&bodies);
        pairs
            .map(|(&name, &body)| Some(self.body(self.tree.head(name)?, body)))
            .collect()
    }

    /// `((nil) (cons ..))`, or `(par (T) ((nil) (cons ..)))`.
    fn body(&self, name: Sym, body: NodeId) -> Header {
        let parts = self.children(body);
        match (self.tree.head(body), &parts[..]) {
            (Some(Sym::PAR), &[_, parameters, constructors]) => Header {
                name,
                parameters: self
                    .tree
                    .children(parameters)
                    .filter_map(|n| self.tree.symbol(n))
                    .collect(),
                constructors: self.children(constructors),
            },
            _ => Header {
                name,
                parameters: Vec::new(),
                constructors: parts,
            },
        }
    }

    fn datatype(&mut self, header: Header) -> Datatype {
        let mark = self.scope.enter();
        let mut variables = Vec::new();
        for (place, &parameter) in header.parameters.iter().enumerate() {
            let sort = self.sorts.variable(place as u32);
            variables.push(sort);
            let parameters = 0;
            let meaning = SortMeaning::Abbreviation { parameters, sort };
            self.scope.bind_sort(parameter, meaning);
        }
        let sort = self.sorts.make(header.name, &[], &variables);
        if !variables.is_empty() {
            // In the older syntax `L` alone stands for `(L T)` inside of its own declaration.
            let meaning = SortMeaning::Abbreviation {
                parameters: 0,
                sort,
            };
            self.scope.bind_sort(header.name, meaning);
        }
        let constructors: Vec<Vec<(Sym, Option<SortId>)>> = header
            .constructors
            .iter()
            .filter_map(|&node| self.constructor_parts(node))
            .collect();
        self.scope.leave(mark);
        let parameters = variables.len() as u32;
        Datatype {
            name: header.name,
            sort,
            parameters,
            constructors: constructors
                .into_iter()
                .map(|parts| self.constructor(&parts, sort, parameters))
                .collect(),
        }
    }

    /// The name of a constructor, then its selectors with their sorts.
    fn constructor_parts(&mut self, node: NodeId) -> Option<Vec<(Sym, Option<SortId>)>> {
        if let Some(name) = self.tree.atom(node) {
            return Some(vec![(name, None)]);
        }
        let mut parts = self.children(node).into_iter();
        let mut found = vec![(self.tree.atom(parts.next()?)?, None)];
        for selector in parts {
            let mut pair = self.tree.children(selector);
            let (name, sort) = (pair.next()?, pair.next()?);
            let (name, sort) = (self.tree.atom(name)?, self.sort(sort));
            found.push((name, Some(sort)));
        }
        Some(found)
    }

    fn constructor(
        &mut self,
        parts: &[(Sym, Option<SortId>)],
        datatype: SortId,
        variables: u32,
    ) -> Constructor {
        let sorts: Vec<SortId> = parts.iter().filter_map(|(_, sort)| *sort).collect();
        let name = parts[0].0;
        let new = |kind, name, sort| NewDecl {
            kind,
            name,
            sort,
            variables,
        };
        let function = self.declare(new(DeclKind::Constructor, name, datatype), &sorts);
        let mut selectors = Vec::new();
        for &(name, sort) in &parts[1..] {
            let sort = sort.unwrap_or(SortId::UNKNOWN);
            selectors.push(self.declare(new(DeclKind::Selector, name, sort), &[datatype]));
        }
        self.declare_testers(name, datatype, variables);
        Constructor {
            function,
            selectors,
        }
    }

    /// `is-c`, and older z3's `is_c`, unless the script has another use for that name.
    fn declare_testers(&mut self, constructor: Sym, datatype: SortId, variables: u32) {
        let canonical = self.tree.symbols.canonical(constructor);
        for prefix in [&b"is-"[..], b"is_"] {
            let (tester, kind) = match self.tree.symbols.bytes(canonical) {
                [b'|', inner @ ..] => ([b"|", prefix, inner].concat(), AtomKind::Quoted),
                plain => ([prefix, plain].concat(), AtomKind::Symbol),
            };
            let name = self.tree.symbols.intern(&tester, kind);
            if prefix == b"is_" && self.scope.function(name) != NO_FUNCTION {
                continue;
            }
            let tester = NewDecl {
                kind: DeclKind::Tester,
                name,
                sort: SortId::BOOL,
                variables,
            };
            self.declare(tester, &[datatype]);
        }
    }

    /// z3's `(declare-datatype T (..) :subterm less)` declares an order too.
    fn declare_subterm(&mut self, datatype: NodeId, relation: NodeId) {
        if let (sort, Some(name)) = (self.sort(datatype), self.tree.atom(relation)) {
            let new = NewDecl {
                kind: DeclKind::Function,
                name,
                sort: SortId::BOOL,
                variables: 0,
            };
            self.declare(new, &[sort, sort]);
        }
    }
}
