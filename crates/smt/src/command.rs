//! Structured commands.

use crate::sort::SortId;
use crate::symbol::Sym;
use crate::term::{DeclId, TermId, Variables};
use crate::tree::NodeId;

/// A command of a script and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Its place.
    pub node: NodeId,
    /// What it does.
    pub kind: CommandKind,
}

/// What a command does, with its parts. Everything else that a list at the top can be is
/// [`CommandKind::Raw`]: kept, printed, and never an error.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // Each is the SMT-LIB command of its name.
pub enum CommandKind {
    SetLogic(Sym),
    SetOption {
        keyword: Sym,
        value: Option<NodeId>,
    },
    SetInfo {
        keyword: Sym,
        value: Option<NodeId>,
    },
    GetInfo(Sym),
    GetOption(Sym),

    DeclareSort {
        name: Sym,
        arity: u64,
    },
    DeclareSortParameter(Sym),
    DefineSort {
        name: Sym,
        parameters: u32,
        sort: SortId,
    },
    /// `declare-datatypes` in both syntaxes, `declare-datatype`, and their `co` forms: the
    /// datatypes are this one and those that follow in the script's list.
    DeclareDatatypes {
        first: usize,
        count: usize,
        codata: bool,
    },

    DeclareFun(DeclId),
    DeclareConst(DeclId),
    /// z3's fixed-point engine, and SyGuS.
    DeclareVar(DeclId),
    DeclareRel(DeclId),
    DefineFun(Definition),
    DefineConst(Definition),
    DefineFunRec(Definition),
    DefineFunsRec(Box<[Definition]>),

    Assert(TermId),
    AssertSoft(TermId),
    Minimize(TermId),
    Maximize(TermId),
    Rule(TermId),
    Query(TermId),

    CheckSat,
    CheckSatAssuming(Box<[TermId]>),
    /// With a tactic, which is kept as it is.
    CheckSatUsing(NodeId),

    Push(u64),
    Pop(u64),
    Reset,
    ResetAssertions,
    Exit,

    GetAssertions,
    GetAssignment,
    GetModel,
    GetProof,
    GetUnsatAssumptions,
    GetUnsatCore,
    GetValue(Box<[TermId]>),
    Echo(Sym),
    Simplify(TermId),

    Raw,
}

/// A function with its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// What is defined.
    pub function: DeclId,
    /// Its parameters.
    pub parameters: Variables,
    /// Its body.
    pub body: TermId,
}

/// A datatype, with its constructors in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Datatype {
    /// Its name.
    pub name: Sym,
    /// Its sort; with parameters, one that has sort variables.
    pub sort: SortId,
    /// How many parameters it has.
    pub parameters: u32,
    /// Whether its values may be infinite.
    pub codata: bool,
    /// Its constructors.
    pub constructors: Vec<Constructor>,
}

/// A constructor and its selectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constructor {
    /// The constructor itself.
    pub function: DeclId,
    /// One for each argument.
    pub selectors: Vec<DeclId>,
}
