use super::*;

fn grafts(text: &str) -> Vec<String> {
    let grafts = Grafts::of(text.as_bytes()).unwrap();
    let text = |graft: &Graft| {
        let names: Vec<Vec<u8>> = (0..9).map(|n| format!("?{n}").into_bytes()).collect();
        String::from_utf8(filled(&graft.text, HOLE, &names)).unwrap()
    };
    let mut all: Vec<String> = grafts.all.iter().map(text).collect();
    all.sort();
    all
}

#[test]
fn what_is_free_becomes_a_hole() {
    let all = grafts(
        "(set-logic UFLRA)(declare-fun f (Real) Real)(declare-const x Real)\n\
         (assert (forall ((y Real)) (or (< (f x) y) (= x 1))))",
    );
    assert_eq!(all, ["(< (?0 ?1) ?2)", "(= ?0 1.0)", "(?0 ?1)"]);
}

#[test]
fn what_other_scripts_do_not_have_is_left() {
    let declared = "(declare-datatypes ((L 0)) (((nil) (cons (head Int)))))\n\
                    (declare-const l L)(declare-const x Int)(declare-const s String)";
    for atom in [
        "(= l nil)",
        "((_ is cons) l)",
        "(= (head l) 1)",
        "(= x (mod_total x 2))",
        "(= x (no-such-function x))",
        "(= s \"\\u{41}\")",
    ] {
        let all = grafts(&format!("{declared}(assert {atom})"));
        assert!(
            !all.iter()
                .any(|text| text.starts_with("(=") || text.contains("is")),
            "{all:?}"
        );
    }
}

#[test]
fn what_a_logic_must_allow_is_what_is_used() {
    let text = b"(declare-const x Int)(declare-const b (_ BitVec 4))(declare-fun f (Int) Int)\n\
        (assert (< (* 2 x) 3))(assert (< (* x x) 3))(assert (bvult b b))(assert (= (f x) 1))";
    let grafts = Grafts::of(text).unwrap();
    let needs = |start: &[u8]| {
        let mut all = grafts.all.iter();
        all.find(|graft| graft.text.starts_with(start))
            .unwrap()
            .needs
    };
    let linear = needs(b"(< (* 2");
    assert!(linear.ints && linear.arithmetic == Arithmetic::Linear && !linear.bit_vectors);
    assert!(Logic::named("QF_LIA").includes(&linear));
    assert!(!Logic::named("QF_LIA").includes(&needs(b"(< (* \x01")));
    assert!(needs(b"(bvult").bit_vectors && !needs(b"(bvult").ints);
    assert!(needs(b"(= (\x01").uninterpreted);
}
