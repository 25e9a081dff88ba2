//! The fields in which rules are looked for, one per theory: the parameters that a rule may have, and
//! the worlds in which it is tried. The operators are those of the signature tables.

/// What is looked at in a theory.
#[derive(Debug)]
pub struct Field {
    /// The theory, by the name of its rule file.
    pub theory: &'static str,
    /// What `?` stands for in its rules.
    pub heading: &'static str,
    /// The signature tables whose operators are used, by the names of their files.
    pub tables: &'static [&'static str],
    /// Operators of other tables.
    pub also: &'static [&'static str],
    /// Operators of these tables that begin so are of another theory.
    pub without: &'static [&'static str],
    /// What indices may be, by how many an operator has.
    pub indices: &'static [(usize, &'static str)],
    /// The parameters of rules: names, and what stands behind the name in a rule. Those of one sort
    /// are used in this order.
    pub parameters: &'static [(&'static str, &'static str)],
    /// Literals and other terms that stand alone, with their sorts.
    pub leaves: &'static [(&'static str, &'static str)],
    /// Heads that no signature table has, with the sorts of what they are applied to.
    pub heads: &'static [(&'static str, &'static [&'static str])],
    /// How many literals and constants a term may have.
    pub constants: usize,
    /// The sorts and values at which candidates are tried.
    pub worlds: &'static [Scene],
}

/// One choice of sorts for what a rule leaves open.
#[derive(Debug)]
pub struct Scene {
    /// Declarations.
    pub preamble: &'static str,
    /// What whole terms, or words in terms and sorts, become.
    pub given: &'static [(&'static str, &'static str)],
}

const fn scene(given: &'static [(&'static str, &'static str)]) -> Scene {
    Scene {
        preamble: "",
        given,
    }
}

const DATATYPE: &str = "(declare-datatypes ((D 0)) (((no) (one (f1 Bool)) (two (f2 Int) (f3 D)))))
(declare-const y1 Bool) (declare-const y2 Int) (declare-const y3 D)
(declare-const u1 Bool) (declare-const u2 Int) (declare-const u3 D)
(declare-const z1 Bool) (declare-const z2 Int) (declare-const z3 D)\n";

/// All fields. A theory that is not here has no field, as functions of a script have no values to try.
pub const FIELDS: &[Field] = &[
    Field {
        theory: "core",
        heading: "(Any)",
        tables: &["core"],
        also: &[],
        without: &[],
        indices: &[],
        parameters: &[
            ("p", "Bool"),
            ("q", "Bool"),
            ("r", "Bool"),
            ("x", "?"),
            ("y", "?"),
            ("z", "?"),
        ],
        leaves: &[],
        heads: &[],
        constants: 1,
        worlds: &[
            scene(&[("?", "Int")]),
            scene(&[("?", "(_ BitVec 1)")]),
            scene(&[("?", "(_ BitVec 2)")]),
        ],
    },
    Field {
        theory: "arithmetic",
        heading: "(Int Real)",
        tables: &["ints"],
        also: &[],
        without: &["div", "mod", "abs"],
        indices: &[],
        parameters: &[("x", "?"), ("y", "?"), ("a", "?")],
        leaves: &[("0", "?"), ("1", "?")],
        heads: &[],
        constants: 1,
        worlds: &[
            scene(&[("?", "Int")]),
            scene(&[("?", "Real"), ("0", "0.0"), ("1", "1.0")]),
        ],
    },
    Field {
        theory: "integers",
        heading: "()",
        tables: &["ints"],
        also: &[],
        without: &[],
        indices: &[(1, "2")],
        parameters: &[("x", "Int"), ("y", "Int"), ("a", "Int")],
        leaves: &[("0", "Int"), ("1", "Int"), ("2", "Int")],
        heads: &[],
        constants: 1,
        worlds: &[scene(&[])],
    },
    Field {
        theory: "reals",
        heading: "()",
        tables: &["reals"],
        also: &["+", "-", "*", "<", "<="],
        without: &[],
        indices: &[],
        parameters: &[("x", "Real"), ("y", "Real"), ("a", "Real")],
        leaves: &[("0.0", "Real"), ("1.0", "Real"), ("2.0", "Real")],
        heads: &[],
        constants: 1,
        worlds: &[scene(&[])],
    },
    Field {
        theory: "bitvectors",
        heading: "(BitVec)",
        tables: &["bitvectors"],
        also: &[],
        without: &[],
        indices: &[(1, "1"), (1, "0")],
        parameters: &[("x", "?"), ("y", "?"), ("a", "?")],
        leaves: &[("(_ bv0 w)", "?"), ("(_ bv1 w)", "?")],
        heads: &[],
        constants: 1,
        worlds: &[
            scene(&[("?", "(_ BitVec 1)"), ("w", "1")]),
            scene(&[("?", "(_ BitVec 2)"), ("w", "2")]),
            scene(&[("?", "(_ BitVec 3)"), ("w", "3")]),
            scene(&[("?", "(_ BitVec 5)"), ("w", "5")]),
            scene(&[("?", "(_ BitVec 16)"), ("w", "16")]),
        ],
    },
    Field {
        theory: "floats",
        heading: "(Float)",
        tables: &["floats"],
        also: &[],
        // Rounding modes have two names each.
        without: &["round"],
        indices: &[(2, "eb sb")],
        parameters: &[
            ("x", "?"),
            ("y", "?"),
            ("a", "?"),
            ("m", "RoundingMode"),
            ("q", "Bool"),
        ],
        leaves: &[],
        heads: &[],
        constants: 1,
        worlds: &[
            scene(&[("?", "(_ FloatingPoint 2 3)"), ("eb", "2"), ("sb", "3")]),
            scene(&[("?", "(_ FloatingPoint 3 3)"), ("eb", "3"), ("sb", "3")]),
            scene(&[("?", "(_ FloatingPoint 3 5)"), ("eb", "3"), ("sb", "5")]),
            scene(&[("?", "(_ FloatingPoint 5 11)"), ("eb", "5"), ("sb", "11")]),
        ],
    },
    Field {
        theory: "strings",
        heading: "()",
        tables: &["strings"],
        also: &["+", "-", "<", "<="],
        without: &["seq.", "re.", "int.", "str.to.", "str.from-"],
        indices: &[],
        parameters: &[
            ("x", "String"),
            ("y", "String"),
            ("a", "String"),
            ("n", "Int"),
            ("m", "Int"),
        ],
        leaves: &[("\"\"", "String"), ("0", "Int"), ("1", "Int")],
        heads: &[],
        constants: 2,
        worlds: &[scene(&[])],
    },
    Field {
        theory: "regex",
        heading: "()",
        tables: &["strings"],
        also: &["str.++", "str.len"],
        without: &["seq.", "int.", "str."],
        indices: &[(1, "2"), (2, "1 2")],
        parameters: &[
            ("x", "String"),
            ("y", "String"),
            ("r", "RegLan"),
            ("s", "RegLan"),
            ("t", "RegLan"),
        ],
        leaves: &[("\"\"", "String")],
        heads: &[("str.in_re", &["String", "RegLan"])],
        constants: 1,
        worlds: &[scene(&[])],
    },
    Field {
        theory: "sequences",
        heading: "()",
        tables: &["strings"],
        also: &["+", "-", "<", "<="],
        // Not all solvers have the last one.
        without: &["str.", "re.", "int.", "char", "seq.last_indexof"],
        indices: &[],
        parameters: &[
            ("x", "(Seq ?1)"),
            ("y", "(Seq ?1)"),
            ("a", "(Seq ?1)"),
            ("v", "?1"),
            ("u", "?1"),
            ("n", "Int"),
            ("m", "Int"),
            ("q", "Bool"),
        ],
        leaves: &[
            ("(as seq.empty (Seq ?1))", "(Seq ?1)"),
            ("0", "Int"),
            ("1", "Int"),
        ],
        heads: &[],
        constants: 2,
        worlds: &[
            scene(&[("?1", "(_ BitVec 1)")]),
            scene(&[("?1", "Bool")]),
            scene(&[("?1", "(_ BitVec 2)")]),
            scene(&[("?1", "Int")]),
        ],
    },
    Field {
        theory: "arrays",
        heading: "()",
        tables: &["arrays"],
        also: &[],
        without: &[],
        indices: &[],
        parameters: &[
            ("a", "(Array ?1 ?2)"),
            ("b", "(Array ?1 ?2)"),
            ("c", "(Array ?1 ?2)"),
            ("i", "?1"),
            ("j", "?1"),
            ("u", "?2"),
            ("v", "?2"),
            ("k", "?2 :constant"),
            ("q", "Bool"),
        ],
        leaves: &[("((as const (Array ?1 ?2)) k)", "(Array ?1 ?2)")],
        heads: &[],
        constants: 1,
        worlds: &[
            scene(&[("?1", "(_ BitVec 1)"), ("?2", "Bool")]),
            scene(&[("?1", "(_ BitVec 2)"), ("?2", "(_ BitVec 1)")]),
            scene(&[("?1", "Bool"), ("?2", "(_ BitVec 2)")]),
            scene(&[("?1", "Int"), ("?2", "(_ BitVec 4)")]),
        ],
    },
    Field {
        theory: "datatypes",
        heading: "(Datatype)",
        tables: &[],
        also: &[],
        without: &[],
        indices: &[],
        parameters: &[
            ("x", "?"),
            ("y", "?"),
            ("z", "?"),
            ("q", "Bool"),
            ("c", ":constructor"),
            ("ys", ":fields c"),
            ("us", ":fields c"),
            ("d", ":constructor :not c"),
            ("zs", ":fields d"),
        ],
        leaves: &[("(c ys)", "?"), ("(c us)", "?"), ("(d zs)", "?")],
        heads: &[("(_ is c)", &["?"]), ("(_ is d)", &["?"])],
        constants: 2,
        worlds: &[
            Scene {
                preamble: DATATYPE,
                given: &[
                    ("?", "D"),
                    ("(c ys)", "(two y2 y3)"),
                    ("(c us)", "(two u2 u3)"),
                    ("(d zs)", "(one z1)"),
                    ("c", "two"),
                    ("d", "one"),
                ],
            },
            Scene {
                preamble: DATATYPE,
                given: &[
                    ("?", "D"),
                    ("(c ys)", "(one y1)"),
                    ("(c us)", "(one u1)"),
                    ("(d zs)", "no"),
                    ("c", "one"),
                    ("d", "no"),
                ],
            },
            Scene {
                preamble: DATATYPE,
                given: &[
                    ("?", "D"),
                    ("(c ys)", "no"),
                    ("(c us)", "no"),
                    ("(d zs)", "(two z2 z3)"),
                    ("c", "no"),
                    ("d", "two"),
                ],
            },
            Scene {
                preamble: "(declare-datatypes ((T 0)) (((red) (green))))\n",
                given: &[
                    ("?", "T"),
                    ("(c ys)", "red"),
                    ("(c us)", "red"),
                    ("(d zs)", "green"),
                    ("c", "red"),
                    ("d", "green"),
                ],
            },
        ],
    },
    Field {
        theory: "sets",
        heading: "()",
        tables: &["sets"],
        also: &["+", "-", "<", "<="],
        // The names of older versions, and those of sets that are arrays.
        without: &[
            "set.universe",
            "set.complement",
            "set.choose",
            "rel.",
            "union",
            "inter",
            "setminus",
            "singleton",
            "insert",
            "member",
            "in",
            "subset",
            "card",
            "is_singleton",
        ],
        indices: &[],
        parameters: &[
            ("s", "(Set ?1)"),
            ("t", "(Set ?1)"),
            ("r", "(Set ?1)"),
            ("v", "?1"),
            ("u", "?1"),
            ("q", "Bool"),
        ],
        leaves: &[
            ("(as set.empty (Set ?1))", "(Set ?1)"),
            ("0", "Int"),
            ("1", "Int"),
        ],
        heads: &[],
        constants: 1,
        worlds: &[
            scene(&[("?1", "(_ BitVec 2)")]),
            scene(&[("?1", "(_ BitVec 3)")]),
            scene(&[("?1", "Int")]),
        ],
    },
];

impl Field {
    /// That of a theory, by the name of its rule file.
    pub fn of(theory: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.theory == theory)
    }
}

impl Scene {
    /// A term or sort of a rule as it is here.
    pub fn text(&self, term: &str) -> String {
        let whole = |text: &str| self.given.iter().find(|(from, _)| *from == text);
        if let Some((_, to)) = whole(term) {
            return (*to).to_owned();
        }
        let mut out = String::new();
        let mut word = String::new();
        for c in term.chars().chain([' ']) {
            if !matches!(c, ' ' | '(' | ')') {
                word.push(c);
                continue;
            }
            out.push_str(whole(&word).map_or(&word, |(_, to)| *to));
            word.clear();
            out.push(c);
        }
        out.pop();
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_whole_terms_are_replaced() {
        let floats = &Field::of("floats").unwrap().worlds[0];
        assert_eq!(floats.text("?"), "(_ FloatingPoint 2 3)");
        assert_eq!(floats.text("(_ NaN eb sb)"), "(_ NaN 2 3)");
        let datatypes = &Field::of("datatypes").unwrap().worlds[1];
        assert_eq!(datatypes.text("(c ys)"), "(one y1)");
        assert_eq!(datatypes.text("(_ is c)"), "(_ is one)");
        let arrays = &Field::of("arrays").unwrap().worlds[0];
        let constant = arrays.text("((as const (Array ?1 ?2)) k)");
        assert_eq!(constant, "((as const (Array (_ BitVec 1) Bool)) k)");
    }
}
