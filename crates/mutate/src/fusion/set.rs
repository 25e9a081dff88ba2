//! All fusions.

use super::Fusion;
use super::read::read;
use crate::rule::RuleError;
use hashbrown::HashSet;
use std::fmt;
use std::sync::LazyLock;

/// The files, one per theory.
const FILES: &[(&str, &str)] = &[
    ("core", include_str!("../../fusions/core.smt2")),
    ("arithmetic", include_str!("../../fusions/arithmetic.smt2")),
    ("bitvectors", include_str!("../../fusions/bitvectors.smt2")),
    ("floats", include_str!("../../fusions/floats.smt2")),
    ("strings", include_str!("../../fusions/strings.smt2")),
    ("sequences", include_str!("../../fusions/sequences.smt2")),
    ("arrays", include_str!("../../fusions/arrays.smt2")),
    ("datatypes", include_str!("../../fusions/datatypes.smt2")),
    ("sets", include_str!("../../fusions/sets.smt2")),
];

/// Fusions, in the order of their files.
#[derive(Clone, Default)]
pub struct FusionSet {
    fusions: Vec<Fusion>,
    /// A hash of all their texts.
    identity: u64,
}

/// Short, and different for different fusions: it becomes part of what tells campaigns apart.
impl fmt::Debug for FusionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} fusions {:016x}", self.fusions.len(), self.identity)
    }
}

impl FusionSet {
    /// The fusions that are part of the program.
    pub fn builtin() -> &'static Self {
        static FUSIONS: LazyLock<FusionSet> = LazyLock::new(|| {
            FusionSet::read(FILES.iter().copied()).expect("the files are read by a test")
        });
        &FUSIONS
    }

    /// Whether one of the fusions that are part of the program uses a symbol: then no script that is
    /// fused may give it another meaning.
    pub(super) fn speaks_of(symbol: &[u8]) -> bool {
        static SYMBOLS: LazyLock<HashSet<&[u8]>> = LazyLock::new(|| {
            let fusions = FusionSet::builtin().fusions.iter();
            let symbols = fusions.flat_map(|fusion| &fusion.operators);
            symbols.map(|symbol| symbol.as_bytes()).collect()
        });
        SYMBOLS.contains(symbol)
    }

    /// Reads fusions from files, given by the names of their theories and their texts.
    pub fn read<'a>(
        files: impl IntoIterator<Item = (&'static str, &'a str)>,
    ) -> Result<Self, RuleError> {
        let mut set = Self::default();
        for (theory, text) in files {
            let fusions = read(theory, text, &set.fusions)?;
            for fusion in fusions {
                // FNV-1a, with an end to each.
                for byte in fusion.source.bytes().chain([0]) {
                    set.identity = (set.identity ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
                set.fusions.push(fusion);
            }
        }
        Ok(set)
    }

    /// All of them.
    pub fn fusions(&self) -> &[Fusion] {
        &self.fusions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::RuleSet;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_have_a_name_and_no_rule_has_it_too() {
        let fusions = FusionSet::builtin().fusions();
        let names: BTreeSet<&str> = fusions.iter().map(|fusion| &*fusion.name).collect();
        assert_eq!(names.len(), fusions.len());
        assert!(fusions.len() >= 60, "{}", fusions.len());
        let rules = RuleSet::builtin().rules();
        assert!(rules.iter().all(|rule| !names.contains(&*rule.name)));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let error = |text: &str| FusionSet::read([("own", text)]).unwrap_err();
        let twice = "(fusion a () ((x Int) (y Int)) Int (+ x y) :x (- z y))";
        assert_eq!(error(&format!("{twice}\n{twice}")).line, 2);
        for wrong in [
            "(fusion a () ((x Int) (y Int)) Int (+ x y))",
            "(fusion a () ((y Int) (x Int)) Int (+ x y) :x (- z y))",
            "(fusion a () ((x ?) (y Int)) Int (+ x y) :x (- z y))",
            "(fusion a (Int) ((x Int) (y Int)) Int (+ x y) :x (- z y))",
            "(fusion a () ((x Int) (y Int)) Int (+ x q) :x (- z y))",
            "(fusion a () ((x Int) (y Int)) Int (+ x y) :x (- z y) :x (- z y))",
        ] {
            assert_eq!(error(wrong).line, 1, "{wrong}");
        }
    }
}
