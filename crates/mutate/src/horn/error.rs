//! Why a script is no system of constrained Horn clauses.

/// Why a script is no system of constrained Horn clauses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotHorn {
    /// It is no script at all.
    #[error("{0}")]
    Unreadable(String),
    /// It is of another logic.
    #[error("its logic is {0}, not HORN")]
    Logic(String),
    /// A command that systems do not have, or not there.
    #[error("the command `{0}` has no place in a system of Horn clauses")]
    Command(String),
    /// It asks nothing, or more than one thing.
    #[error("it asks {0} questions, not one")]
    Questions(usize),
    /// It declares a function whose result is not `Bool`.
    #[error("it declares `{0}`, which is no predicate")]
    Function(String),
    /// A predicate is declared twice.
    #[error("it declares `{0}` twice")]
    DeclaredTwice(String),
    /// A definition speaks of predicates.
    #[error("the definition of `{0}` speaks of predicates")]
    Definition(String),
    /// A predicate has too few or too many arguments.
    #[error("`{0}` has another number of arguments than declared")]
    Arity(String),
    /// A clause concludes two things.
    #[error("a clause has two heads, `{0}` and `{1}`")]
    TwoHeads(String, String),
    /// A predicate stands where it must not.
    #[error("a predicate stands under `{0}`")]
    PredicateUnder(String),
    /// A predicate stands in an argument of a predicate.
    #[error("a predicate stands in an argument of `{0}`")]
    InArgument(String),
    /// A variable has the name of a predicate.
    #[error("the predicate `{0}` is bound as a variable")]
    Shadowed(String),
    /// A case of a `match` is for a variable, or for nothing that is known.
    #[error("the pattern `{0}` of a `match` is no constructor")]
    Pattern(String),
    /// A part of a formula has a name, which others might use.
    #[error("a part of a clause is named")]
    Named,
    /// A formula is not built as formulas are.
    #[error("`{0}` is no formula")]
    Malformed(String),
    /// It is more than is sensible to take apart.
    #[error("its clauses are too many, or too large, to be taken apart")]
    TooLarge,
    /// It could be written as a clause, but it is not.
    #[error("an assertion is not of the form that all Horn solvers take: {0}")]
    Shape(&'static str),
}
