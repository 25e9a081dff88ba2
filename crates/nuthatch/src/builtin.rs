//! Scripts that are part of the program, so that every command has something to work on.

/// The examples: names and texts.
pub const BUILTIN: &[(&str, &str)] = &[
    ("arrays", include_str!("../builtin/arrays.smt2")),
    ("bitvectors", include_str!("../builtin/bitvectors.smt2")),
    ("datatypes", include_str!("../builtin/datatypes.smt2")),
    ("horn-clauses", include_str!("../builtin/horn-clauses.smt2")),
    ("incremental", include_str!("../builtin/incremental.smt2")),
    (
        "linear-arithmetic",
        include_str!("../builtin/linear-arithmetic.smt2"),
    ),
    (
        "mixed-arithmetic",
        include_str!("../builtin/mixed-arithmetic.smt2"),
    ),
    ("parity", include_str!("../builtin/parity.smt2")),
    ("quantifiers", include_str!("../builtin/quantifiers.smt2")),
    ("rounding", include_str!("../builtin/rounding.smt2")),
    ("sequences", include_str!("../builtin/sequences.smt2")),
    ("sets", include_str!("../builtin/sets.smt2")),
    ("strings", include_str!("../builtin/strings.smt2")),
    (
        "uninterpreted-functions",
        include_str!("../builtin/uninterpreted-functions.smt2"),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_understood_and_printed_back() {
        for (name, text) in BUILTIN {
            let script = smt::Script::parse(text.as_bytes()).unwrap();
            assert!(script.assertions().count() > 0, "{name}");
            assert!(
                script.assertions().all(|a| script.is_sorted_formula(a)),
                "{name}"
            );
            let mut printed = Vec::new();
            script.write(&mut printed);
            assert!(smt::same_tokens(text.as_bytes(), &printed), "{name}");
        }
    }
}
