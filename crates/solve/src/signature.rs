//! Signatures: the part of a crash report that is the same whenever the same bug strikes.
//!
//! Kept are the message and the names of the top frames. Addresses, numbers, paths and process ids
//! go, since they change from run to run, build to build or machine to machine. File names stay
//! without their folders: they tell bugs apart and survive a rebuild.

use std::sync::LazyLock;

use regex::Regex;

/// How many stack frames tell a bug apart. More would tell one bug from itself.
const FRAMES: usize = 3;

/// Signatures longer than this are cut; some assertions print whole formulas.
const LONGEST: usize = 300;

/// A signature for the telling lines of a report, `head` first.
pub(crate) fn of(head: &str, report: &str) -> String {
    let mut parts = vec![normalise(head)];
    parts.extend(frames(report).take(FRAMES).map(normalise));
    parts.retain(|part| !part.is_empty());
    parts.dedup();
    let mut signature = parts.join(" | ");
    if signature.len() > LONGEST {
        let cut = (0..=LONGEST)
            .rev()
            .find(|&at| signature.is_char_boundary(at))
            .unwrap_or(0);
        signature.truncate(cut);
    }
    signature
}

/// The function names of a stack trace: `#0 0x55d5 in name file:line` of sanitizers and gdb,
/// `at name(File.java:1)` of the JVM.
fn frames(report: &str) -> impl Iterator<Item = &str> {
    static FRAME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?m)^\s*(?:#\d+\s+(?:0x[0-9a-fA-F]+\s+)?(?:in\s+)?([^\s(]+)|at ([\w.$]+)\()")
            .expect("the pattern is tested")
    });
    FRAME
        .captures_iter(report)
        .filter_map(|frame| frame.get(1).or(frame.get(2)))
        .map(|name| name.as_str())
        // The frames of the runtime that reports say nothing about the bug.
        .filter(|name| !name.starts_with("__") && !matches!(*name, "abort" | "raise" | "gsignal"))
}

/// `text` on one line, without addresses, numbers and folders.
pub(crate) fn normalise(text: &str) -> String {
    static RULES: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
        [
            (r"==\d+==", ""),
            (r"0x[0-9a-fA-F]+", ""),
            // Folders, then the position that follows a file name.
            (r"(?:[A-Za-z]:)?(?:\.{0,2}/)?(?:[\w.+@~-]+/)+", ""),
            (r"(\.\w{1,4}):\d+(?::\d+)?", "$1"),
            (r"\b[Ll]ine:? ?\d+(,? col(umn)?:? ?\d+)?", ""),
            // Values: #b01, #xff, 3.14, -7. Digits inside names (int64, cvc5) stay.
            (r"#[bx][0-9a-fA-F]+", "N"),
            (r"\b\d+(?:\.\d+)*\b", "N"),
            (r"\s+", " "),
        ]
        .into_iter()
        .map(|(pattern, by)| (Regex::new(pattern).expect("the pattern is tested"), by))
        .collect()
    });
    let text = RULES.iter().fold(text.to_string(), |text, (rule, by)| {
        rule.replace_all(&text, *by).into_owned()
    });
    text.trim().trim_end_matches([':', ',']).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(report: &str, expected: &str) {
        assert_eq!(normalise(report), expected);
    }

    #[test]
    fn what_changes_between_runs_is_gone() {
        check(
            "Fatal failure within void cvc5::internal::TheoryEngine::check(bool) at \
             /project/src/theory/theory_engine.cpp:1914",
            "Fatal failure within void cvc5::internal::TheoryEngine::check(bool) at \
             theory_engine.cpp",
        );
        check(
            "z3: ../src/util/vector.h:412: T& vector::get(unsigned): Assertion `idx < 17' failed.",
            "z3: vector.h: T& vector::get(unsigned): Assertion `idx < N' failed.",
        );
        check(
            "ASSERTION VIOLATION\nFile: ../src/a b.cpp\nLine: 12\nx == 0x7f",
            "ASSERTION VIOLATION File: a b.cpp x ==",
        );
        check("int64_t x3 = 42; #b0011", "int64_t x3 = N; N");
    }

    #[test]
    fn equal_bugs_have_equal_signatures() {
        let report = |pid: u32, address: &str, folder: &str| {
            format!(
                "=={pid}==ERROR: AddressSanitizer: heap-use-after-free on address {address} at pc\n\
                 \x20   #0 {address} in smt::context::pop(unsigned) {folder}/smt_context.cpp:88:3\n\
                 \x20   #1 {address} in main {folder}/main.cpp:9\n"
            )
        };
        let signature = |report: String| of(report.lines().next().unwrap(), &report);
        let one = signature(report(17, "0x7fff0001", "/home/a/z3"));
        let two = signature(report(4242, "0x55550abc", "/build/src"));
        assert_eq!(one, two);
        assert_eq!(
            one,
            "ERROR: AddressSanitizer: heap-use-after-free on address at pc | \
             smt::context::pop | main"
        );
    }

    #[test]
    fn long_reports_are_cut_between_characters() {
        let signature = of(&"ä".repeat(1000), "");
        assert!(signature.len() <= LONGEST && signature.chars().all(|c| c == 'ä'));
    }
}
