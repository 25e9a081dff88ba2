use super::*;

const SORTS: &str = "(declare-sort U 0)
    (declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
    (declare-datatypes ((E 2)) ((par (S T) ((left (l S)) (right (r T))))))
    (declare-datatype T ((leaf) (node (a T) (n Int) (b T))))
    (declare-datatype R ((mk (x (_ BitVec 3)) (y (Seq String)))))
    (declare-datatype V ((v (u U))))
    (declare-datatypes ((A 0) (B 0)) (((same)) ((same) (other))))";

const WRITABLE: &[&str] = &[
    "Bool",
    "Int",
    "Real",
    "(_ BitVec 1)",
    "(_ BitVec 2)",
    "(_ BitVec 8)",
    "(_ BitVec 33)",
    "(_ BitVec 64)",
    "(_ BitVec 129)",
    "(_ BitVec 5000)",
    "Float16",
    "Float64",
    "(_ FloatingPoint 2 2)",
    "RoundingMode",
    "String",
    "RegLan",
    "(Seq Int)",
    "(Seq U)",
    "(Set (Set Int))",
    "(_ FiniteField 7)",
    "(L Int)",
    "(L U)",
    "(E Int (L Bool))",
    "T",
    "R",
    "B",
];

/// Literals of a sort, each for another number, and the script that declares the sort.
fn literals(sort: &str, need: Need) -> (Script, Vec<Option<String>>) {
    let script = Script::parse(format!("{SORTS} (declare-const c {sort})").into_bytes()).unwrap();
    let declared = script.declarations.all().last().unwrap();
    let sort = script.declarations.sort(declared);
    let literal = |n| {
        let (mut rng, mut out) = (Rng::new(3, n), b"before".to_vec());
        let written = write_literal(&script, sort, need, &mut rng, &mut out);
        let text = String::from_utf8(out)
            .unwrap()
            .strip_prefix("before")
            .unwrap()
            .to_owned();
        assert!(written || text.is_empty(), "{text}");
        written.then_some(text)
    };
    let all = (0..300).map(literal).collect();
    (script, all)
}

#[test]
fn literals_have_their_sort() {
    for sort in WRITABLE {
        let (_, all) = literals(sort, Need::Any);
        for literal in all {
            let literal = literal.unwrap_or_else(|| panic!("none of {sort}"));
            let text = format!("{SORTS} (declare-const c {sort}) (assert (= c {literal}))");
            let script = Script::parse(text.clone().into_bytes()).unwrap();
            let formula = script.assertions().next().unwrap();
            assert!(script.is_sorted_formula(formula), "{text}");
            // Not by way of an integer that is used as a real.
            let arguments = script.terms.arguments(formula);
            let [left, right] = [0, 1].map(|place| script.terms.sort(arguments[place]));
            assert_eq!(left, right, "{text}");
        }
    }
}

#[test]
fn constant_arrays_are_values() {
    let text = *b"(declare-const a (Array Int (Array Bool Real)))";
    let script = Script::parse(text).unwrap();
    let sort = script
        .declarations
        .sort(script.declarations.all().next().unwrap());
    for n in 0..100 {
        let (mut rng, mut out) = (Rng::new(1, n), Vec::new());
        let shape = Shape::of(&script, sort);
        let [arrays, operators] = [true, true];
        let manner = Manner { arrays, operators };
        assert!(write_shape(
            &script,
            (sort, shape),
            Need::Any,
            manner,
            &mut rng,
            &mut out
        ));
        let literal = String::from_utf8(out).unwrap();
        let element = literal
            .strip_prefix(
                "((as const (Array Int (Array Bool Real))) ((as const (Array Bool Real)) ",
            )
            .and_then(|rest| rest.strip_suffix("))"))
            .unwrap_or_else(|| panic!("{literal}"));
        assert!(element.parse::<f64>().is_ok(), "{element}");
    }
}

#[test]
fn some_sorts_have_none() {
    for sort in ["U", "V", "A", "(-> Int Int)", "(Array Int Int)"] {
        let (_, all) = literals(sort, Need::Any);
        assert!(all.iter().all(Option::is_none), "{sort}");
    }
    let (_, all) = literals("(Seq U)", Need::NonEmpty);
    assert!(all.iter().all(Option::is_none));
}

#[test]
fn needs_are_met() {
    let all = |sort, need| -> Vec<String> {
        let (_, all) = literals(sort, need);
        all.into_iter().map(Option::unwrap).collect()
    };
    for sort in ["Int", "Real"] {
        for literal in all(sort, Need::Positive) {
            assert!(!literal.starts_with("(-") && literal != "0" && literal != "0.0");
        }
        assert!(
            all(sort, Need::Negative)
                .iter()
                .all(|l| l.starts_with("(- "))
        );
        assert!(
            all(sort, Need::NonNegative)
                .iter()
                .all(|l| !l.starts_with("(- "))
        );
        let not_zero = all(sort, Need::NonZero);
        assert!(not_zero.iter().all(|l| l != "0" && l != "0.0"));
        assert!(not_zero.iter().any(|l| l.starts_with("(- ")));
        assert!(all(sort, Need::Any).iter().any(|l| l == "0" || l == "0.0"));
    }
    for sort in [
        "(_ BitVec 1)",
        "(_ BitVec 8)",
        "(_ BitVec 67)",
        "(_ BitVec 2000)",
    ] {
        for need in [Need::Positive, Need::NonZero, Need::Negative] {
            for literal in all(sort, need) {
                let digits = match literal.strip_prefix("(_ bv") {
                    Some(rest) => rest.split(' ').next().unwrap(),
                    None => &literal[2..],
                };
                assert!(digits.bytes().any(|b| b != b'0'), "{literal}");
            }
        }
    }
    assert!(all("String", Need::NonEmpty).iter().all(|l| l != "\"\""));
    assert!(all("String", Need::Any).iter().any(|l| l == "\"\""));
    assert!(
        all("(Seq Int)", Need::NonEmpty)
            .iter()
            .all(|l| !l.contains("empty"))
    );
}
