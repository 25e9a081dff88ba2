//! Commands: what each declares, and which of its parts are terms.

use super::Elaborator;
use crate::command::{Command, CommandKind, Definition};
use crate::declare::{DeclKind, NewDecl};
use crate::scope::SortMeaning;
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
        let mut parts = std::mem::take(&mut self.parts);
        parts.clear();
        parts.extend(self.tree.children(node).skip(1));
        let kind = self.structured(node, &parts).unwrap_or(CommandKind::Raw);
        self.parts = parts;
        self.scope.keep_names(&mut self.declarations);
        self.commands.push(Command { node, kind });
    }

    fn structured(&mut self, node: NodeId, parts: &[NodeId]) -> Option<CommandKind> {
        use CommandKind as K;
        let head = self.tree.head(node)?;
        Some(match (head, parts) {
            (Sym::ASSERT, &[term]) => K::Assert(self.term(term)),
            (Sym::DECLARE_FUN, &[name, parameters, sort]) => {
                K::DeclareFun(self.declare_fun(name, parameters, Some(sort))?)
            }
            (Sym::DECLARE_CONST, &[name, sort]) => K::DeclareConst(self.declare_const(name, sort)?),
            (Sym::DECLARE_VAR, &[name, sort]) => K::DeclareVar(self.declare_const(name, sort)?),
            (Sym::DECLARE_REL, &[name, parameters, ..]) => {
                K::DeclareRel(self.declare_fun(name, parameters, None)?)
            }
            (Sym::DEFINE_FUN, _) => K::DefineFun(self.define_fun(parts, false)?),
            (Sym::DEFINE_FUN_REC, _) => K::DefineFunRec(self.define_fun(parts, true)?),
            (Sym::DEFINE_CONST, &[name, sort, body]) => {
                K::DefineConst(self.define_const(name, sort, body)?)
            }
            (Sym::DEFINE_FUNS_REC, &[signatures, bodies]) => {
                K::DefineFunsRec(self.define_funs_rec(signatures, bodies)?)
            }
            (Sym::DECLARE_SORT, &[name, ..]) => self.declare_sort(name, parts.get(1).copied())?,
            (Sym::DECLARE_SORT_PARAMETER, &[name]) => self.declare_sort_parameter(name)?,
            (Sym::DEFINE_SORT, &[name, parameters, sort]) => {
                self.define_sort(name, parameters, sort)?
            }
            (Sym::DECLARE_DATATYPES, _) => self.declare_datatypes(parts, false, false)?,
            (Sym::DECLARE_DATATYPE, _) => self.declare_datatypes(parts, true, false)?,
            (Sym::DECLARE_CODATATYPES, _) => self.declare_datatypes(parts, false, true)?,
            (Sym::DECLARE_CODATATYPE, _) => self.declare_datatypes(parts, true, true)?,

            (Sym::ASSERT_SOFT, &[term, ..]) => K::AssertSoft(self.term(term)),
            (Sym::MINIMIZE, &[term, ..]) => K::Minimize(self.term(term)),
            (Sym::MAXIMIZE, &[term, ..]) => K::Maximize(self.term(term)),
            (Sym::RULE, &[term, ..]) => K::Rule(self.term(term)),
            (Sym::QUERY, &[term, ..]) => K::Query(self.term(term)),
            (Sym::SIMPLIFY, &[term, ..]) => K::Simplify(self.term(term)),
            (Sym::GET_VALUE, &[terms, ..]) => K::GetValue(self.term_list(terms)?),
            (Sym::CHECK_SAT_ASSUMING, &[terms, ..]) => K::CheckSatAssuming(self.term_list(terms)?),
            (Sym::CHECK_SAT_USING, &[tactic, ..]) => K::CheckSatUsing(tactic),
            // z3 takes assumptions after a plain check-sat too.
            (Sym::CHECK_SAT, &[]) => K::CheckSat,
            (Sym::CHECK_SAT, terms) => {
                K::CheckSatAssuming(terms.iter().map(|&t| self.term(t)).collect())
            }

            (Sym::PUSH, _) => {
                let levels = self.levels(parts)?;
                self.scope.push(levels);
                K::Push(levels)
            }
            (Sym::POP, _) => {
                let levels = self.levels(parts)?;
                self.scope.pop(levels);
                K::Pop(levels)
            }
            (Sym::RESET, []) => {
                self.reset();
                K::Reset
            }
            (Sym::RESET_ASSERTIONS, []) => {
                // By the standard the declarations of the bottom level go too unless they are
                // global, but some solvers keep them and their tests rely on it.
                self.scope.pop(u64::MAX);
                K::ResetAssertions
            }
            (Sym::SET_LOGIC, &[logic]) => self.set_logic(self.tree.symbol(logic)?),
            (Sym::SET_OPTION, &[keyword, ..]) => self.set_option(keyword, parts.get(1).copied())?,
            (Sym::SET_INFO, &[keyword, ..]) => K::SetInfo {
                keyword: self.tree.keyword(keyword)?,
                value: parts.get(1).copied(),
            },
            (Sym::GET_INFO, &[keyword]) => K::GetInfo(self.tree.keyword(keyword)?),
            (Sym::GET_OPTION, &[keyword]) => K::GetOption(self.tree.keyword(keyword)?),
            (Sym::ECHO, &[text]) => K::Echo(self.tree.atom(text)?),
            (Sym::EXIT, []) => K::Exit,
            (Sym::GET_ASSERTIONS, []) => K::GetAssertions,
            (Sym::GET_ASSIGNMENT, []) => K::GetAssignment,
            (Sym::GET_MODEL, _) => K::GetModel,
            (Sym::GET_PROOF, []) => K::GetProof,
            (Sym::GET_UNSAT_ASSUMPTIONS, []) => K::GetUnsatAssumptions,
            (Sym::GET_UNSAT_CORE, []) => K::GetUnsatCore,
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
        Some(self.declare_function(DeclKind::Function, name, sorts, sort))
    }

    /// Declares a function, for all sorts if sort parameters occur in its signature.
    fn declare_function(
        &mut self,
        kind: DeclKind,
        name: Sym,
        mut parameters: Vec<SortId>,
        mut sort: SortId,
    ) -> DeclId {
        let mut variables = 0;
        if !self.sort_parameters.is_empty() {
            for part in parameters.iter_mut().chain([&mut sort]) {
                *part = self.sorts.generalise(*part, &self.sort_parameters);
                if self.sorts.has_variables(*part) {
                    variables = self.sort_parameters.len() as u32;
                }
            }
        }
        let new = NewDecl {
            kind,
            name,
            sort,
            variables,
        };
        self.declare(new, &parameters)
    }

    fn declare_const(&mut self, name: NodeId, sort: NodeId) -> Option<DeclId> {
        self.tree.symbol(name)?;
        let name = self.tree.atom(name)?;
        let sort = self.sort(sort);
        Some(self.declare_function(DeclKind::Function, name, Vec::new(), sort))
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
            if pair.next().is_some() {
                return None;
            }
            self.tree.symbol(name)?;
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
        let sorts = signature.parameters.iter().map(|(_, sort)| *sort).collect();
        self.declare_function(DeclKind::Defined, signature.name, sorts, signature.result)
    }

    /// Reads a body with the parameters in scope.
    fn body_of(
        &mut self,
        function: Option<DeclId>,
        signature: &Signature,
        body: NodeId,
    ) -> Definition {
        let mark = self.scope.enter();
        let parameters = self.declare_variables(|this| {
            for &(name, sort) in &signature.parameters {
                this.bind(DeclKind::Parameter, name, sort);
            }
        });
        let body = self.term(body);
        self.scope.leave(mark);
        // What is not recursive must not be in scope in its own body.
        let function = function.unwrap_or_else(|| self.declare_defined(signature));
        self.declarations.set_value(function, body);
        Definition {
            function,
            parameters,
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
        if !self.tree.is_list(heads) || !self.tree.is_list(bodies) {
            return None;
        }
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
        // Said twice, it is still the same sort: solvers ignore the second or refuse it.
        let count = u32::try_from(arity).ok()?;
        let known = self.scope.sort(name);
        if !matches!(known, SortMeaning::Declared { arity, .. } if arity == count) {
            self.new_sort(name, count);
        }
        Some(CommandKind::DeclareSort { name, arity })
    }

    fn declare_sort_parameter(&mut self, name: NodeId) -> Option<CommandKind> {
        let name = self.tree.symbol(name)?;
        // A sort of its own where it stands; signatures that speak of it are generalised.
        let number = self.new_sort(name, 0);
        let sort = self.sorts.make_declared(name, number, &[]);
        self.sort_parameters.push(sort);
        Some(CommandKind::DeclareSortParameter(name))
    }

    fn define_sort(
        &mut self,
        name: NodeId,
        parameters: NodeId,
        sort: NodeId,
    ) -> Option<CommandKind> {
        let name = self.tree.symbol(name)?;
        if !self.tree.is_list(parameters) {
            return None;
        }
        let nodes = self.tree.children(parameters);
        let names: Vec<Sym> = nodes.map(|n| self.tree.symbol(n)).collect::<Option<_>>()?;
        let count = names.len() as u32;
        let mark = self.scope.enter();
        for (parameter, sort) in names.into_iter().zip(self.sort_variables(count as usize)) {
            let parameters = 0;
            let meaning = SortMeaning::Abbreviation { parameters, sort };
            self.scope.bind_sort(parameter, meaning);
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
        let keyword = self.tree.keyword(keyword)?;
        if keyword == Sym::GLOBAL_DECLARATIONS {
            let value = value.and_then(|value| self.tree.atom(value));
            self.scope.global_declarations = value == Some(Sym::TRUE);
        }
        Some(CommandKind::SetOption { keyword, value })
    }

    fn reset(&mut self) {
        self.scope.reset();
        self.lambda_is_arrow = false;
        self.sort_parameters.clear();
        self.set_numeral_sort(SortId::INT);
    }

    fn set_logic(&mut self, logic: Sym) -> CommandKind {
        self.logic.get_or_insert(logic);
        let name = self.tree.symbols.name(logic).into_owned();
        self.lambda_is_arrow = name.starts_with("HO_");
        // In a logic of reals alone `1` is a real, unless the script goes on to use integers all
        // the same: see `make_sort`.
        let reals = ["LRA", "NRA", "RDL"].iter().any(|part| name.contains(part));
        self.set_numeral_sort(if reals { SortId::REAL } else { SortId::INT });
        CommandKind::SetLogic(logic)
    }

    pub(super) fn set_numeral_sort(&mut self, sort: SortId) {
        if self.numeral_sort != sort {
            self.numeral_sort = sort;
            self.scope.forget_literals();
        }
    }
}
