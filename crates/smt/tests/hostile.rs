//! Whatever the bytes are, reading gives a script or an error: never a panic.

use proptest::prelude::*;
use smt::{Census, Script, same_tokens};

/// Everything that can be done with a script, if the bytes are one.
fn use_up(text: &[u8]) -> Result<(), TestCaseError> {
    let Ok(script) = Script::parse(text) else {
        return Ok(());
    };
    let mut printed = Vec::new();
    script.write(&mut printed);
    prop_assert!(
        same_tokens(text, &printed),
        "{:?}",
        String::from_utf8_lossy(&printed)
    );
    let again = Script::parse(printed).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(Census::of(&script), Census::of(&again));
    for node in script.tree.nodes() {
        if let Some(term) = script.term_at(node) {
            script.show_sort(script.terms.sort(term));
            script.terms.coerced_arguments(term).count();
        }
    }
    script.unsorted_places().count();
    Ok(())
}

/// Words that make up scripts, well-formed and not.
const WORDS: &[&str] = &[
    "(",
    "(",
    "(",
    "(",
    ")",
    ")",
    ")",
    ")",
    "assert",
    "declare-fun",
    "declare-const",
    "define-fun",
    "define-fun-rec",
    "define-funs-rec",
    "declare-datatypes",
    "declare-datatype",
    "declare-sort",
    "define-sort",
    "declare-sort-parameter",
    "push",
    "pop",
    "reset",
    "reset-assertions",
    "set-logic",
    "set-option",
    ":global-declarations",
    "check-sat",
    "check-sat-assuming",
    "get-value",
    "rule",
    "let",
    "forall",
    "exists",
    "lambda",
    "match",
    "!",
    "_",
    "as",
    "choice",
    "par",
    ":named",
    ":pattern",
    "x",
    "y",
    "f",
    "|x|",
    "||",
    "Int",
    "Real",
    "Bool",
    "BitVec",
    "Array",
    "Set",
    "Tuple",
    "Seq",
    "String",
    "->",
    "List",
    "nil",
    "cons",
    "is",
    "is-cons",
    "update",
    "map",
    "as-array",
    "const",
    "extract",
    "concat",
    "repeat",
    "bv5",
    "ff3",
    "FiniteField",
    "to_fp",
    "RNE",
    "+",
    "-",
    "*",
    "/",
    "=",
    "and",
    "or",
    "not",
    "=>",
    "ite",
    "distinct",
    "select",
    "store",
    "tuple",
    "tuple.select",
    "tuple.project",
    "rel.join",
    "set.insert",
    "seq.nth",
    "str.++",
    "re.loop",
    "0",
    "1",
    "7",
    "99999999999999999999",
    "1.5",
    "#b01",
    "#xff",
    "\"s\"",
    "true",
    "false",
    "-1",
    "QF_LRA",
    "HO_ALL",
    "; c\n",
    "@",
    "default",
    "pble",
    "...",
];

fn token_soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS), 0..120).prop_map(|words| words.join(" "))
}

/// A soup whose parentheses match, so that it reaches beyond the tree.
fn balanced_soup() -> impl Strategy<Value = String> {
    token_soup().prop_map(|soup| {
        let mut out = String::new();
        let mut depth = 0;
        for word in soup.split(' ') {
            match word {
                "(" => depth += 1,
                ")" if depth == 0 => continue,
                ")" => depth -= 1,
                _ => {}
            }
            out.push_str(word);
            out.push(' ');
        }
        out.push_str(&")".repeat(depth));
        out
    })
}

/// A script with a bit of everything, to be damaged.
const REAL: &str = r#"
(set-logic QF_LRA) (set-option :global-declarations true) (set-info :note |a b|)
(declare-datatypes ((List 1) (P 0)) ((par (T) ((nil) (cons (head T) (tail (List T))))) ((p (q Int)))))
(declare-datatypes (T) ((Old old (new (field T) (rest Old)))))
(define-sort Pair (A) (Array Int (Array A A)))
(declare-fun f (Int (Pair Bool)) (_ BitVec 8)) (declare-const l (List Int)) (declare-const r Real)
(define-fun-rec len ((x (List Int))) Int (match x ((nil 0) ((cons h t) (+ 1 (len t))))))
(push 1)
(assert (! (let ((a (len l)) (b 2)) (forall ((i Int) (j (Pair Bool))) (! (=> (< a i) (= (f i j)
  ((_ extract 7 0) (concat (f b j) #x0f)))) :pattern ((f i j))))) :named top))
(assert (and top ((_ is cons) l) (is-cons l) (= ((as const (Array Int Real)) 1.0) ((_ map +) (lambda ((k Int)) r)))))
(assert (str.in_re "a""b" (re.* (re.range "a" "z")))) (assert-soft (> r 1) :weight 2)
(assert (fp.lt ((_ to_fp 8 24) RNE r) (_ +oo 8 24)))
(pop 1) (check-sat-assuming (top (not top))) (get-value (l r)) (exit)
"#;

fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let edits = prop::collection::vec((0..REAL.len(), any::<u8>(), 0..4u8), 1..12);
    edits.prop_map(|edits| {
        let mut text = REAL.as_bytes().to_vec();
        for (place, byte, kind) in edits {
            let place = place % text.len();
            match kind {
                0 => text[place] = byte,
                1 => text.insert(place, byte),
                2 => {
                    text.remove(place);
                }
                _ => {
                    let end = (place + usize::from(byte)).min(text.len());
                    let piece = text[place..end].to_vec();
                    text.splice(place..place, piece);
                }
            }
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_bytes(text in prop::collection::vec(any::<u8>(), 0..300)) {
        use_up(&text)?;
    }

    #[test]
    fn any_tokens(text in token_soup()) {
        use_up(text.as_bytes())?;
    }

    #[test]
    fn any_balanced_tokens(text in balanced_soup()) {
        use_up(text.as_bytes())?;
    }

    #[test]
    fn damaged_scripts(text in damaged()) {
        use_up(&text)?;
    }
}

#[test]
fn the_script_to_be_damaged_is_understood() {
    let script = Script::parse(REAL.as_bytes()).unwrap();
    assert_eq!(Census::of(&script).unknown_symbols, Vec::<String>::new());
    assert_eq!(script.unsorted_places().count(), 0);
    use_up(REAL.as_bytes()).unwrap();
}

#[test]
fn real_files_if_they_are_there() {
    // Not part of the project: where there is no such folder there is nothing to try.
    let beside = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/corpora/cvc5/regress0/parser"
    );
    let mut read = 0;
    for entry in std::fs::read_dir(beside).into_iter().flatten().flatten() {
        let text = std::fs::read(entry.path()).unwrap();
        use_up(&text).unwrap();
        read += 1;
        for end in (0..text.len()).step_by(7) {
            use_up(&text[..end]).unwrap();
        }
    }
    println!("{read} real files read");
}

/// Sorts and the terms of them that the generator below makes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Bool,
    Int,
    Real,
    Bits,
    Array,
}

fn sort_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Bool => "Bool",
        Kind::Int => "Int",
        Kind::Real => "Real",
        Kind::Bits => "(_ BitVec 8)",
        Kind::Array => "(Array Int Real)",
    }
}

/// A term of the given sort, made by consuming random numbers.
fn well_sorted(kind: Kind, depth: u32, numbers: &mut impl Iterator<Item = u32>) -> String {
    use Kind::*;
    let mut next = |bound: u32| numbers.next().unwrap_or(0) % bound;
    let choice = if depth == 0 { next(2) } else { next(8) };
    let other = [Bool, Int, Real, Bits, Array][next(5) as usize];
    let mut t = |kind| well_sorted(kind, depth.saturating_sub(1), numbers);
    let (open, close) = ("(let ((b ", ")) ");
    match (choice, kind) {
        (0, Bool) => "true".into(),
        (0, Int) => "42".into(),
        (0, Real) => "1.5".into(),
        (0, Bits) => "#x2a".into(),
        (1, Bool) => "b".into(),
        (1, Int) => "|i|".into(),
        (1, Real) => "r".into(),
        (1, Bits) => "v".into(),
        (0 | 1, Array) => "a".into(),
        (2, _) => format!("(ite {} {} {})", t(Bool), t(kind), t(kind)),
        (3, _) => format!("{open}{}{close}{})", t(Bool), t(kind)),
        (4, _) => format!("(! {} :note (x {choice}))", t(kind)),
        (5, Bool) => format!("(= {} {} {})", t(other), t(other), t(other)),
        (6, Bool) => format!("(forall ((i Int) (v (_ BitVec 8))) {})", t(Bool)),
        (_, Bool) => format!("(<= {} {})", t(Int), t(Real)),
        (5, Int) => format!("(- {})", t(Int)),
        (_, Int) => format!("(+ {} {} {})", t(Int), t(Int), t(Int)),
        (5, Real) => format!("(select {} {})", t(Array), t(Int)),
        (_, Real) => format!("(/ {} {})", t(Int), t(Real)),
        (5, Bits) => format!("((_ extract 9 2) (concat {} #b11))", t(Bits)),
        (_, Bits) => format!("(bvadd {} {} {})", t(Bits), t(Bits), t(Bits)),
        (5, Array) => format!("((as const (Array Int Real)) {})", t(Real)),
        (_, Array) => format!("(store {} {} {})", t(Array), t(Int), t(Real)),
    }
}

proptest! {
    #[test]
    fn well_sorted_terms_survive(numbers in prop::collection::vec(any::<u32>(), 1..200), kind in 0..5usize) {
        let kind = [Kind::Bool, Kind::Int, Kind::Real, Kind::Bits, Kind::Array][kind];
        let term = well_sorted(kind, 6, &mut numbers.into_iter());
        let text = format!(
            "(declare-const b Bool)(declare-const i Int)(declare-const r Real)\
             (declare-const v (_ BitVec 8))(declare-const a (Array Int Real))(simplify {term})"
        );
        let script = Script::parse(text.as_bytes()).unwrap();
        let last = script.commands.last().unwrap();
        let smt::CommandKind::Simplify(read) = last.kind else {
            return Err(TestCaseError::fail("not read as a term"));
        };
        prop_assert!(script.terms.is_sorted(read), "{}", term);
        prop_assert_eq!(script.show_sort(script.terms.sort(read)), sort_name(kind));
        prop_assert_eq!(script.show_term(read), term);
        use_up(text.as_bytes())?;
    }
}
