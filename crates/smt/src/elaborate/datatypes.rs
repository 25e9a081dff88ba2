//! Datatypes, in the syntax of SMT-LIB 2.6 and in the older one.

use super::Elaborator;
use crate::command::{CommandKind, Constructor, Datatype};
use crate::declare::{DeclKind, NewDecl};
use crate::lexer::AtomKind;
use crate::scope::SortMeaning;
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::NO_FUNCTION;
use crate::tree::NodeId;
use std::rc::Rc;

/// A datatype before its constructors are read.
struct Header {
    name: Sym,
    /// Names of the sort parameters; in the older syntax all datatypes share them.
    parameters: Rc<[Sym]>,
    constructors: Vec<NodeId>,
}

/// A header with its sort.
struct Declared {
    header: Header,
    number: u32,
    sort: SortId,
}

/// The name of a constructor, then its selectors with their sorts.
type ConstructorParts = Vec<(Sym, Option<SortId>)>;

/// The datatypes of a command, and whether it is in the older syntax.
type Headers = (Vec<Header>, bool);

impl Elaborator {
    /// `(declare-datatypes ((L 1)) ((par (T) (..))))`, `(declare-datatypes (T) ((L ..)))` or
    /// `(declare-datatype L ..)`.
    pub(super) fn declare_datatypes(
        &mut self,
        parts: &[NodeId],
        single: bool,
        codata: bool,
    ) -> Option<CommandKind> {
        let (headers, old_syntax) = match (parts, single) {
            (&[name, body, ..], true) => (vec![self.body(self.tree.symbol(name)?, body)?], false),
            (&[names, bodies], false) => self.headers(names, bodies)?,
            _ => return None,
        };
        let first = self.datatypes.len();
        // All names before all constructors: datatypes may speak of each other.
        let mut declared = Vec::new();
        for header in headers {
            let number = self.new_sort(header.name, header.parameters.len() as u32);
            let variables = self.sort_variables(header.parameters.len());
            let sort = self.sorts.make_declared(header.name, number, &variables);
            declared.push(Declared {
                header,
                number,
                sort,
            });
        }
        let mark = self.scope.enter();
        if old_syntax {
            for datatype in &declared {
                let meaning = SortMeaning::Itself {
                    number: datatype.number,
                    sort: datatype.sort,
                    arity: datatype.header.parameters.len() as u32,
                };
                self.scope.bind_sort(datatype.header.name, meaning);
            }
        }
        let constructors: Option<Vec<Vec<ConstructorParts>>> = declared
            .iter()
            .map(|datatype| self.constructors(datatype))
            .collect();
        self.scope.leave(mark);
        let count = declared.len();
        for (Declared { header, sort, .. }, constructors) in declared.into_iter().zip(constructors?)
        {
            let parameters = header.parameters.len() as u32;
            let constructors = constructors
                .into_iter()
                .map(|parts| self.constructor(&parts, sort, parameters))
                .collect();
            self.datatypes.push(Datatype {
                name: header.name,
                sort,
                parameters,
                codata,
                constructors,
            });
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

    fn headers(&self, names: NodeId, bodies: NodeId) -> Option<Headers> {
        if !self.tree.is_list(names) || !self.tree.is_list(bodies) {
            return None;
        }
        let bodies = self.children(bodies);
        let names = self.children(names);
        // The older syntax has sort parameters (or nothing) where the newer has names with
        // arities.
        if names.first().is_none_or(|&n| !self.tree.is_list(n)) {
            let parameters: Option<Rc<[Sym]>> =
                names.iter().map(|&n| self.tree.symbol(n)).collect();
            let parameters = parameters?;
            let header = |&body: &NodeId| {
                Some(Header {
                    name: self.tree.head(body)?,
                    parameters: Rc::clone(&parameters),
                    constructors: self.tree.children(body).skip(1).collect(),
                })
            };
            return Some((bodies.iter().map(header).collect::<Option<_>>()?, true));
        }
        if names.len() != bodies.len() {
            return None;
        }
        let pairs = names.iter().zip(&bodies);
        let headers = pairs.map(|(&name, &body)| self.body(self.tree.head(name)?, body));
        Some((headers.collect::<Option<_>>()?, false))
    }

    /// `((nil) (cons ..))`, or `(par (T) ((nil) (cons ..)))`.
    fn body(&self, name: Sym, body: NodeId) -> Option<Header> {
        if !self.tree.is_list(body) {
            return None;
        }
        let parts = self.children(body);
        Some(match (self.tree.head(body), &parts[..]) {
            (Some(Sym::PAR), &[_, parameters, constructors]) => Header {
                name,
                parameters: self
                    .tree
                    .children(parameters)
                    .map(|n| self.tree.symbol(n))
                    .collect::<Option<_>>()?,
                constructors: self.children(constructors),
            },
            _ => Header {
                name,
                parameters: Rc::new([]),
                constructors: parts,
            },
        })
    }

    /// The first variables of a signature.
    pub(super) fn sort_variables(&mut self, count: usize) -> Vec<SortId> {
        (0..count as u32).map(|n| self.sorts.variable(n)).collect()
    }

    /// The constructors of a datatype, with its parameters in scope.
    fn constructors(&mut self, datatype: &Declared) -> Option<Vec<ConstructorParts>> {
        let mark = self.scope.enter();
        for (place, &parameter) in datatype.header.parameters.iter().enumerate() {
            let sort = self.sorts.variable(place as u32);
            let parameters = 0;
            let meaning = SortMeaning::Abbreviation { parameters, sort };
            self.scope.bind_sort(parameter, meaning);
        }
        let nodes = datatype.header.constructors.iter();
        let constructors = nodes.map(|&node| self.constructor_parts(node)).collect();
        self.scope.leave(mark);
        constructors
    }

    fn constructor_parts(&mut self, node: NodeId) -> Option<ConstructorParts> {
        if self.tree.symbol(node).is_some() {
            return Some(vec![(self.tree.atom(node)?, None)]);
        }
        let mut parts = self.children(node).into_iter();
        let name = parts.next()?;
        self.tree.symbol(name)?;
        let mut found = vec![(self.tree.atom(name)?, None)];
        for selector in parts {
            let mut pair = self.tree.children(selector);
            let (name, sort) = (pair.next()?, pair.next()?);
            self.tree.symbol(name)?;
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
