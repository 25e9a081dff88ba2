//! What the commands and options of solvers' dialects mean to a seed, by name.

/// Commands that print, write, read files, or change nothing that a check depends on.
/// `get-..` and `dbg-..` are not listed: all of them are of this kind.
const SILENCED: &[&[u8]] = &[
    b"apply",
    b"block-model",
    b"block-model-values",
    b"display",
    b"display-dimacs",
    b"display-tactics",
    b"dump-context",
    b"echo",
    b"euf-project",
    b"eval",
    b"eval-const",
    b"exit",
    b"export-context",
    b"help",
    b"help-simplifier",
    b"help-tactic",
    b"include",
    b"include-benchmark",
    b"infer",
    b"labels",
    b"mbi",
    b"mbp",
    b"model-add",
    b"model-del",
    b"poly",
    b"pop",
    b"push",
    b"qe-lite",
    b"reset",
    b"reset-assertions",
    b"reset-stats",
    b"set-initial-value",
    b"show-implicant",
    b"show-model",
    b"show-stats",
    b"show-statistics",
    b"simplify",
    b"write-smt2",
];

/// Commands that assert something only the solver knows, such as "not this model again".
const UNPREDICTABLE: &[&[u8]] = &[b"block-model", b"block-model-values", b"include"];

/// Commands of SyGuS: such a script asks for a function and not for satisfiability.
const SYGUS: &[&[u8]] = &[
    b"assume",
    b"check-synth",
    b"check-synth-next",
    b"constraint",
    b"declare-grammar",
    b"find-synth",
    b"find-synth-next",
    b"inv-constraint",
    b"oracle-assume",
    b"oracle-constraint",
    b"synth-fun",
    b"synth-inv",
];

/// Options that make a solver print, write files or stop, or that belong to commands which seeds
/// do not have. `:print-..`, `:dump-..` and `:split-..` are not listed: all of them do.
const SILENCED_OPTIONS: &[&[u8]] = &[
    b":certify-interpolants",
    b":diagnostic-output-channel",
    // It asks the opposite of what the script says.
    b":global-negate",
    b":interactive-mode",
    b":nlsat.log_lemmas",
    b":output",
    b":output-dir",
    b":output-lang",
    b":output-language",
    b":preprocess-only",
    b":produce-abducts",
    b":produce-assertions",
    b":produce-interpolants",
    b":produce-unsat-model-interpolants",
    b":quiet",
    b":regular-output-channel",
    b":reproducible-resource-limit",
    b":rlimit",
    b":sat_split_test_cube_and_conquer",
    b":stats",
    b":test_cube_and_conquer",
    b":time-queries",
    b":timeout",
    b":tlimit",
    b":tlimit-per",
    b":trace",
    b":verbose",
    b":verbosity",
];

/// Options about `push` and `pop`, which a flat script has not.
const SCOPE_OPTIONS: &[&[u8]] = &[b":global-declarations", b":global-decls", b":incremental"];

/// Whether a command is left out of every seed.
pub(super) fn is_silenced(head: &[u8]) -> bool {
    head.starts_with(b"get-") || head.starts_with(b"dbg-") || SILENCED.contains(&head)
}

/// Whether nobody can say what is asserted behind a command.
pub(super) fn is_unpredictable(head: &[u8]) -> bool {
    UNPREDICTABLE.contains(&head)
}

/// Whether a command makes a script one of SyGuS.
pub(super) fn is_sygus(head: &[u8]) -> bool {
    SYGUS.contains(&head)
}

/// Whether an option is left out of every seed.
pub(super) fn is_silenced_option(keyword: &[u8]) -> bool {
    changes_meaning(keyword)
        || [&b":print-"[..], b":dump-", b":split-"]
            .iter()
            .any(|start| keyword.starts_with(start))
        || SILENCED_OPTIONS.contains(&keyword)
}

/// Whether an option is about `push` and `pop`.
pub(super) fn is_scope_option(keyword: &[u8]) -> bool {
    SCOPE_OPTIONS.contains(&keyword)
}

/// Options under which operators mean something else than SMT-LIB says, so that no rule holds:
/// division by zero that is anything, reals that are integers, another alphabet. By the end of
/// their names, because z3 has them in several modules.
const OTHER_MEANINGS: &[&[u8]] = &[
    b"hi_div0",
    b"hi-div0",
    b"bv-div-zero-const",
    b"real-as-int",
    b"int-as-bv",
    b"alpha-card",
    b"encoding",
    b"unicode",
    b"arith-no-partial-fun",
];

fn changes_meaning(option: &[u8]) -> bool {
    OTHER_MEANINGS.iter().any(|end| option.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_prints_is_silenced_and_what_declares_is_not() {
        for head in ["get-model", "dbg-sort", "labels", "display", "include"] {
            assert!(is_silenced(head.as_bytes()), "{head}");
        }
        for head in ["declare-map", "declare-heap", "assert-not", "define"] {
            assert!(!is_silenced(head.as_bytes()), "{head}");
        }
    }

    #[test]
    fn what_decides_how_to_solve_stays() {
        for option in [":smt.arith.solver", ":produce-models", ":fmf-bound"] {
            assert!(!is_silenced_option(option.as_bytes()), "{option}");
        }
        for option in [
            ":print-success",
            ":dump-proofs",
            ":rewriter.hi-div0",
            ":hi_div0",
        ] {
            assert!(is_silenced_option(option.as_bytes()), "{option}");
        }
    }
}
