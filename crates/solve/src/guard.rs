//! Commands that never reach a solver.
//!
//! A fuzzer feeds solvers scripts nobody has read. One that redirects output would take the answers
//! away from us, and one that writes files could write anywhere the user can. Such commands are
//! recognised by what they set, not by solver: an option unknown to a solver today may be known to
//! its next version.

use crate::script::{self, Command};

/// Parts of option names (between `.`, `-`, `_` and `:`) that mean files, logs or other channels.
const TELLTALE_PARTS: &[&[u8]] = &[
    b"aig",
    b"channel",
    b"console",
    b"dump",
    b"err",
    b"file",
    b"filename",
    b"files",
    b"in",
    b"json",
    b"log",
    b"out",
    b"output",
    b"save",
    b"trace",
    b"write",
];

/// The same, anywhere in a part: `axioms2files`, `lemmas2console`.
const TELLTALE_ENDINGS: &[&[u8]] = &[b"2console", b"2file", b"2files", b"filename"];

/// Options that print or write without a telltale part in their name.
const TELLTALE_OPTIONS: &[&[u8]] = &[
    b":verbose",
    b":verbosity",
    b":interactive-mode.echo",
    b":stats",
    b":statistics",
];

/// Options that look telltale and only print a response to a check, to where answers go anyway.
/// They switch on whole parts of cvc5 that have had bugs of their own.
const HARMLESS_OPTIONS: &[&[u8]] = &[
    b":dump-difficulty",
    b":dump-instantiations",
    b":dump-proofs",
    b":dump-unsat-cores",
];

/// Commands that write files or open logs, whichever solver has them.
const TELLTALE_COMMANDS: &[&[u8]] = &[
    b"export-to-dimacs",
    b"include",
    b"get-proof-graph",
    b"open-log",
    b"append-log",
    b"close-log",
    b"dump-context",
    b"save-model",
    b"write-model",
    b"timeit",
];

/// What to do with a command before a solver sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Admission {
    /// Pass it on.
    Pass,
    /// Leave it out; it says nothing about the problem.
    Omit,
    /// Leave it out and tell the user.
    Withhold,
}

/// Judges one command.
pub(crate) fn judge(command: &Command, source: &[u8]) -> Admission {
    let head = command.head(source);
    // `|set-option|` is `set-option` to a solver.
    let unquoted = head
        .strip_prefix(b"|")
        .and_then(|head| head.strip_suffix(b"|"));
    let head = unquoted.unwrap_or(head);
    if TELLTALE_COMMANDS.contains(&head) {
        return Admission::Withhold;
    }
    let name = || {
        script::words(command.arguments(source))
            .first()
            .copied()
            .unwrap_or_default()
    };
    match head {
        b"set-option" => judge_option(name()),
        // z3 prints an error and cvc5 aborts if its answer is not the one noted in the script. The
        // comparison is ours to make.
        b"set-info" if name() == b":status" => Admission::Omit,
        _ => Admission::Pass,
    }
}

/// An option as z3 reads it: in lower case, with `-` for `_`.
pub(crate) fn plain_option(name: &[u8]) -> Vec<u8> {
    let plain = |byte: &u8| match byte {
        b'_' => b'-',
        byte => byte.to_ascii_lowercase(),
    };
    name.iter().map(plain).collect()
}

fn judge_option(name: &[u8]) -> Admission {
    let name = &plain_option(name)[..];
    // Our answers are found with or without `success` between them, and it costs a line per command.
    if name == b":print-success" {
        return Admission::Omit;
    }
    let mut parts = name.split(|byte| matches!(byte, b'.' | b'-' | b'_' | b':'));
    if HARMLESS_OPTIONS.contains(&name) {
        return Admission::Pass;
    }
    let telltale = |part: &[u8]| {
        TELLTALE_PARTS.contains(&part) || TELLTALE_ENDINGS.iter().any(|end| part.ends_with(end))
    };
    if TELLTALE_OPTIONS.contains(&name) || parts.any(telltale) {
        return Admission::Withhold;
    }
    Admission::Pass
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(source: &str) -> Admission {
        let source = source.as_bytes();
        judge(&script::commands(source)[0], source)
    }

    #[test]
    fn channels_traces_and_files_are_withheld() {
        for source in [
            "(set-option :regular-output-channel \"/tmp/x\")",
            "(set-option :diagnostic-output-channel \"stdout\")",
            "(set-option :trace true)",
            "(set-option :trace_file_name \"x\")",
            "(set-option :trace-file-name \"x\")",
            "(set-option :dump_models true)",
            "(set-option :dump-models true)",
            "(set-option :opt.dump_benchmarks true)",
            "(set-option :sat.drat.file \"x\")",
            "(set-option :solver.smtlib2_log \"x\")",
            "(set-option :solver.proof.log \"x\")",
            "(set-option :dot_proof_file \"x\")",
            "(set-option ; why\n :output inst)",
            "(set-option :write-cnf \"x\")",
            "(get-proof-graph \"x\")",
            "(export-to-dimacs \"x\")",
            "(set-option :err x)",
            "(set-option :TRACE-FILE-NAME \"x\")",
            "(set-option :SOLVER.SMTLIB2-LOG \"x\")",
            "(set-option :fp.spacer.print_json x)",
            "(set-option :fp.print_aig x)",
            "(set-option :solver.axioms2files true)",
            "(|set-option| :regular-output-channel \"x\")",
            "(include \"x\")",
        ] {
            assert_eq!(verdict(source), Admission::Withhold, "{source}");
        }
    }

    #[test]
    fn ordinary_commands_pass() {
        for source in [
            "(set-option :produce-models true)",
            "(set-option :produce-proofs true)",
            "(set-option :dump-difficulty true)",
            "(set-option :smt.arith.solver 2)",
            "(set-option :smt.qi.profile true)",
            "(set-option :timeout 100)",
            "(set-info :source |a file|)",
            "(assert (= file trace))",
            "(echo \"set-option :trace\")",
        ] {
            assert_eq!(verdict(source), Admission::Pass, "{source}");
        }
    }

    #[test]
    fn what_only_disturbs_is_omitted() {
        assert_eq!(verdict("(set-info :status unsat)"), Admission::Omit);
        assert_eq!(verdict("(set-option :print-success true)"), Admission::Omit);
    }
}
