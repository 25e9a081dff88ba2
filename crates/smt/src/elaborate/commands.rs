//! Commands: what each declares, and which of its parts are terms.

use super::Elaborator;
use crate::command::{Command, CommandKind, Definition};
use crate::declare::{DeclKind, NewDecl, SortMeaning};
use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{DeclId, TermId};
use crate::tree::NodeId;

/// The head of a function before its body.
struct Signature {
    name: Sym,
    parameters: Vec<(Sym, SortId)>,
    result: SortId,
}

impl Elaborator {
    /// Reads one command. A command whose parts are not as they should be is raw.
    pub(super) fn command(&mut self, node: NodeId) {
        let kind = self.structured(node).unwrap_or(CommandKind::Raw);
        self.scope.keep_names();
        self.commands.push(Command { node, kind });
    }

    fn structured(&mut self, node: NodeId) -> Option<CommandKind> {
        use CommandKind as K;
        let head = self.tree.head(node)?;
        // The two commands most files consist of, without a list of their parts.
        let first = self.tree.children(node).nth(1);
        let name = self.tree.symbols.bytes(head);
        if name == b"assert" {
            return Some(K::Assert(self.term(first?)));
        }
        let name = name.to_vec();
        let parts: Vec<NodeId> = self.tree.children(node).skip(1).collect();
        Some(match (&name[..], &parts[..]) {
            (b"declare-fun", &[name, parameters, sort]) => {
                K::DeclareFun(self.declare_fun(name, parameters, Some(sort))?)
            }
            (b"declare-const", &[name, sort]) => K::DeclareConst(self.declare_const(name, sort)?),
            (b"declare-var", &[name, sort]) => K::DeclareVar(self.declare_const(name, sort)?),
            (b"declare-rel", &[name, parameters, ..]) => {
                K::DeclareRel(self.declare_fun(name, parameters, None)?)
            }
            (b"define-fun", _) => K::DefineFun(self.define_fun(&parts, false)?),
            (b"define-fun-rec", _) => K::DefineFunRec(self.define_fun(&parts, true)?),
            (b"define-const", &[name, sort, body]) => {
                K::DefineConst(self.define_const(name, sort, body)?)
            }
            (b"define-funs-rec", &[signatures, bodies]) => {
                K::DefineFunsRec(self.define_funs_rec(signatures, bodies)?)
            }
            (b"declare-sort", &[name, ..]) => self.declare_sort(name, parts.get(1).copied())?,
            (b"declare-sort-parameter", &[name]) => self.declare_sort_parameter(name)?,
            (b"define-sort", &[name, parameters, sort]) => {
                self.define_sort(name, parameters, sort)?
            }
            (b"declare-datatypes", _) => self.declare_datatypes(&parts, false, false)?,
            (b"declare-datatype", _) => self.declare_datatypes(&parts, true, false)?,
            (b"declare-codatatypes", _) => self.declare_datatypes(&parts, false, true)?,
            (b"declare-codatatype", _) => self.declare_datatypes(&parts, true, true)?,

            (b"assert-soft", &[term, ..]) => K::AssertSoft(self.term(term)),
            (b"minimize", &[term, ..]) => K::Minimize(self.term(term)),
            (b"maximize", &[term, ..]) => K::Maximize(self.term(term)),
            (b"rule", &[term, ..]) => K::Rule(self.term(term)),
            (b"query", &[term, ..]) => K::Query(self.term(term)),
            (b"simplify", &[term, ..]) => K::Simplify(self.term(term)),
            (b"get-value", &[terms, ..]) => K::GetValue(self.term_list(terms)?),
            (b"check-sat-assuming", &[terms, ..]) => K::CheckSatAssuming(self.term_list(terms)?),
            (b"check-sat-using", &[tactic, ..]) => K::CheckSatUsing(tactic),
            // z3 takes assumptions after a plain check-sat too.
            (b"check-sat", &[]) => K::CheckSat,
            (b"check-sat", terms) => {
                K::CheckSatAssuming(terms.iter().map(|&t| self.term(t)).collect())
            }

            (b"push", _) => {
                let levels = self.levels(&parts)?;
                self.scope.push(levels);
                K::Push(levels)
            }
            (b"pop", _) => {
                let levels = self.levels(&parts)?;
                self.scope.pop(levels);
                K::Pop(levels)
            }
            (b"reset", []) => {
                self.reset();
                K::Reset
            }
            (b"reset-assertions", []) => {
                self.scope.pop(u64::MAX);
                K::ResetAssertions
            }
            (b"set-logic", &[logic]) => self.set_logic(self.tree.symbol(logic)?),
            (b"set-option", &[keyword, ..]) => self.set_option(keyword, parts.get(1).copied())?,
            (b"set-info", &[keyword, ..]) => K::SetInfo {
                keyword: self.tree.atom(keyword)?,
                value: parts.get(1).copied(),
            },
            (b"get-info", &[keyword]) => K::GetInfo(self.tree.atom(keyword)?),
            (b"get-option", &[keyword]) => K::GetOption(self.tree.atom(keyword)?),
            (b"echo", &[text]) => K::Echo(self.tree.atom(text)?),
            (b"exit", []) => K::Exit,
            (b"get-assertions", []) => K::GetAssertions,
            (b"get-assignment", []) => K::GetAssignment,
            (b"get-model", _) => K::GetModel,
            (b"get-proof", []) => K::GetProof,
            (b"get-unsat-assumptions", []) => K::GetUnsatAssumptions,
            (b"get-unsat-core", []) => K::GetUnsatCore,
            _ => return None,
        })
    }

    /// Declares a function or a constant by its name.
    pub(super) fn declare(&mut self, new: NewDecl, parameters: &[SortId]) -> DeclId {
        let declaration = self.declarations.add(new, parameters);
        let canonical = self.tree.symbols.canonical(new.name);
        self.scope
            .declare(&mut self.declarations, canonical, declaration);
        declaration
    }

    fn declare_fun(
        &mut self,
        name: NodeId,
        parameters: NodeId,
        sort: Option<NodeId>,
    ) -> Option<DeclId> {
        self.tree.symbol(name)?;
        let name = self.tree.atom(name)?;
        if !self.tree.is_list(parameters) {
            return None;
        }
        let mut sorts = Vec::new();
        let (mut parameter, end) = (NodeId(parameters.0 + 1), self.tree.after(parameters));
        while parameter < end {
            sorts.push(self.sort(parameter));
            parameter = self.tree.after(parameter);
        }
        let sort = sort.map_or(SortId::BOOL, |sort| self.sort(sort));
        let variables = self.sort_parameters(sorts.iter().copied().chain([sort]));
        let kind = DeclKind::Function;
        let new = NewDecl {
            kind,
            name,
            sort,
            variables,
        };
        Some(self.declare(new, &sorts))
    }

    /// How many sort parameters the sorts of a signature may speak of.
    fn sort_parameters(&self, mut sorts: impl Iterator<Item = SortId>) -> u32 {
        match sorts.any(|sort| self.sorts.has_variables(sort)) {
            true => self.declared_sort_parameters,
            false => 0,
        }
    }

    fn declare_const(&mut self, name: NodeId, sort: NodeId) -> Option<DeclId> {
        self.tree.symbol(name)?;
        let name = self.tree.atom(name)?;
        let sort = self.sort(sort);
        let new = NewDecl {
            kind: DeclKind::Function,
            name,
            sort,
            variables: self.sort_parameters([sort].into_iter()),
        };
        Some(self.declare(new, &[]))
    }

    /// `name ((x Int) ..) Int`
    fn signature(&mut self, parts: &[NodeId]) -> Option<Signature> {
        let &[name, parameters, sort] = parts else {
            return None;
        };
        self.tree.symbol(name)?;
        if !self.tree.is_list(parameters) {
            return None;
        }
        let mut found = Vec::new();
        for pair in self.children(parameters) {
            let mut pair = self.tree.children(pair);
            let (name, sort) = (pair.next()?, pair.next()?);
            let (name, sort) = (self.tree.atom(name)?, self.sort(sort));
            found.push((name, sort));
        }
        Some(Signature {
            name: self.tree.atom(name)?,
            parameters: found,
            result: self.sort(sort),
        })
    }

    fn declare_defined(&mut self, signature: &Signature) -> DeclId {
        let sorts: Vec<SortId> = signature.parameters.iter().map(|(_, sort)| *sort).collect();
        let all = sorts.iter().copied().chain([signature.result]);
        let new = NewDecl {
            kind: DeclKind::Defined,
            name: signature.name,
            sort: signature.result,
            variables: self.sort_parameters(all),
        };
        self.declare(new, &sorts)
    }

    /// Reads a body with the parameters in scope.
    fn body_of(
        &mut self,
        function: Option<DeclId>,
        signature: &Signature,
        body: NodeId,
    ) -> Definition {
        let mark = self.scope.enter();
        let first_parameter = DeclId(self.declarations.len() as u32);
        for &(name, sort) in &signature.parameters {
            self.bind(DeclKind::Parameter, name, sort);
        }
        let body = self.term(body);
        self.scope.leave(mark);
        // What is not recursive must not be in scope in its own body.
        let function = function.unwrap_or_else(|| self.declare_defined(signature));
        self.declarations.set_value(function, body);
        Definition {
            function,
            first_parameter,
            body,
        }
    }

    fn define_fun(&mut self, parts: &[NodeId], recursive: bool) -> Option<Definition> {
        let (&body, head) = parts.split_last()?;
        let signature = self.signature(head)?;
        let function = recursive.then(|| self.declare_defined(&signature));
        Some(self.body_of(function, &signature, body))
    }

    fn define_const(&mut self, name: NodeId, sort: NodeId, body: NodeId) -> Option<Definition> {
        self.tree.symbol(name)?;
        let signature = Signature {
            name: self.tree.atom(name)?,
            parameters: Vec::new(),
            result: self.sort(sort),
        };
        Some(self.body_of(None, &signature, body))
    }

    fn define_funs_rec(&mut self, heads: NodeId, bodies: NodeId) -> Option<Box<[Definition]>> {
        let bodies = self.children(bodies);
        let mut signatures = Vec::new();
        for head in self.children(heads) {
            let parts = self.children(head);
            signatures.push(self.signature(&parts)?);
        }
        if signatures.len() != bodies.len() {
            return None;
        }
        let functions: Vec<DeclId> = signatures.iter().map(|s| self.declare_defined(s)).collect();
        let all = functions.iter().zip(&signatures).zip(bodies);
        Some(
            all.map(|((&f, s), body)| self.body_of(Some(f), s, body))
                .collect(),
        )
    }

    fn declare_sort(&mut self, name: NodeId, arity: Option<NodeId>) -> Option<CommandKind> {
        let name = self.tree.symbol(name)?;
        let arity = match arity {
            Some(arity) => self.tree.symbols.number(self.tree.atom(arity)?)?,
            None => 0,
        };
        self.scope.declare_sort(name, SortMeaning::Constructor);
        Some(CommandKind::DeclareSort { name, arity })
    }

    fn declare_sort_parameter(&mut self, name: NodeId) -> Option<CommandKind> {
        let name = self.tree.symbol(name)?;
        let sort = self.sorts.variable(self.declared_sort_parameters);
        self.declared_sort_parameters += 1;
        let parameters = 0;
        let meaning = SortMeaning::Abbreviation { parameters, sort };
        self.scope.declare_sort(name, meaning);
        Some(CommandKind::DeclareSortParameter(name))
    }

    fn define_sort(
        &mut self,
        name: NodeId,
        parameters: NodeId,
        sort: NodeId,
    ) -> Option<CommandKind> {
        let name = self.tree.symbol(name)?;
        let mark = self.scope.enter();
        let mut count = 0;
        for parameter in self.children(parameters) {
            let variable = self.sorts.variable(count);
            let meaning = SortMeaning::Abbreviation {
                parameters: 0,
                sort: variable,
            };
            if let Some(parameter) = self.tree.symbol(parameter) {
                self.scope.bind_sort(parameter, meaning);
            }
            count += 1;
        }
        let sort = self.sort(sort);
        self.scope.leave(mark);
        let meaning = SortMeaning::Abbreviation {
            parameters: count,
            sort,
        };
        self.scope.declare_sort(name, meaning);
        Some(CommandKind::DefineSort {
            name,
            parameters: count,
            sort,
        })
    }

    fn term_list(&mut self, list: NodeId) -> Option<Box<[TermId]>> {
        if !self.tree.is_list(list) {
            return None;
        }
        let terms = self.children(list);
        Some(terms.into_iter().map(|t| self.term(t)).collect())
    }

    /// The number of `(push n)`; 1 if there is none.
    fn levels(&self, parts: &[NodeId]) -> Option<u64> {
        match *parts {
            [] => Some(1),
            [number] => self.tree.symbols.number(self.tree.atom(number)?),
            _ => None,
        }
    }

    fn set_option(&mut self, keyword: NodeId, value: Option<NodeId>) -> Option<CommandKind> {
        let is_true = |node: NodeId| self.tree.source(node) == b"true";
        if self.tree.source(keyword) == b":global-declarations" {
            self.scope.global_declarations = value.is_some_and(is_true);
        }
        Some(CommandKind::SetOption {
            keyword: self.tree.atom(keyword)?,
            value,
        })
    }

    fn reset(&mut self) {
        self.scope.reset();
        self.lambda_is_arrow = false;
        self.set_numeral_sort(SortId::INT);
    }

    fn set_logic(&mut self, logic: Sym) -> CommandKind {
        self.logic.get_or_insert(logic);
        let name = self.tree.symbols.name(logic).into_owned();
        self.lambda_is_arrow = name.starts_with("HO_");
        let reals = ["LRA", "NRA", "RDL"].iter().any(|part| name.contains(part));
        // In a logic of reals alone, `1` is a real; but if a script of such a logic speaks of
        // integers all the same, so may its numerals.
        let speaks_of_int = || {
            let mut nodes = self.tree.nodes();
            nodes.any(|node| self.tree.atom(node) == Some(Sym::INT))
        };
        let sort = match reals && !speaks_of_int() {
            true => SortId::REAL,
            false => SortId::INT,
        };
        self.set_numeral_sort(sort);
        CommandKind::SetLogic(logic)
    }

    fn set_numeral_sort(&mut self, sort: SortId) {
        if self.numeral_sort != sort {
            self.numeral_sort = sort;
            self.scope.forget_leaves(self.tree.symbols.numerals());
        }
    }
}
