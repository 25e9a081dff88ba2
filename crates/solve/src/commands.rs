//! The commands of SMT-LIB and of solvers, by what they mean to us.

/// The commands of SMT-LIB 2.7.
const STANDARD: &[&[u8]] = &[
    b"assert",
    b"check-sat",
    b"check-sat-assuming",
    b"declare-const",
    b"declare-datatype",
    b"declare-datatypes",
    b"declare-fun",
    b"declare-sort",
    b"declare-sort-parameter",
    b"define-const",
    b"define-fun",
    b"define-fun-rec",
    b"define-funs-rec",
    b"define-sort",
    b"echo",
    b"exit",
    b"get-assertions",
    b"get-assignment",
    b"get-info",
    b"get-model",
    b"get-option",
    b"get-proof",
    b"get-unsat-assumptions",
    b"get-unsat-core",
    b"get-value",
    b"pop",
    b"push",
    b"reset",
    b"reset-assertions",
    b"set-info",
    b"set-logic",
    b"set-option",
];

/// Commands beyond the standard's that a pop or a reset undoes, or that have nothing to undo.
const UNDONE_BY_POP: &[&[u8]] = &[
    b"check-sat-using",
    b"eval",
    b"simplify",
    b"display",
    b"define",
    b"declare-codatatypes",
    b"declare-codatatype",
    b"get-interpolant",
    b"get-interpolants",
    b"get-abduct",
    b"get-qe",
];

/// Commands that answer `sat`, `unsat` or `unknown`.
const CHECKS: &[&[u8]] = &[
    b"check-sat",
    b"check-sat-assuming",
    b"check-sat-using",
    b"query",
    b"check-sat-assuming-model",
];

/// Queries that are not called `get-..`.
const OTHER_QUERIES: &[&[u8]] = &[
    b"echo",
    b"eval",
    b"simplify",
    b"display",
    b"help",
    b"help-tactic",
    b"labels",
    b"apply",
];

/// Whether `head` is a command of the standard.
pub(crate) fn is_standard(head: &[u8]) -> bool {
    STANDARD.contains(&head)
}

/// Whether `head` is a command that answers `sat`, `unsat` or `unknown`.
pub(crate) fn is_check(head: &[u8]) -> bool {
    CHECKS.contains(&head)
}

/// Whether `head` only asks, so that an error in it harms nothing.
pub(crate) fn is_query(head: &[u8]) -> bool {
    head.starts_with(b"get-") || OTHER_QUERIES.contains(&head)
}

/// Whether a pop or a reset undoes all that `head` does.
pub(crate) fn is_undone_by_pop(head: &[u8]) -> bool {
    is_standard(head) || UNDONE_BY_POP.contains(&head)
}
