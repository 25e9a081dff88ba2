use super::*;

/// What a logic has, in letters: Quantifiers, Uninterpreted, Arrays, Bit-vectors, Floats,
/// Datatypes, Strings, sEts, fIelds, iNts, Reals, arithmetic as a digit, Transcendentals, Higher.
fn letters(name: &str) -> String {
    let l = Logic::named(name);
    let flags = [
        (l.quantifiers, 'Q'),
        (l.uninterpreted, 'U'),
        (l.arrays, 'A'),
        (l.bit_vectors, 'B'),
        (l.floats, 'F'),
        (l.datatypes, 'D'),
        (l.strings, 'S'),
        (l.sets, 'E'),
        (l.fields, 'I'),
        (l.ints, 'N'),
        (l.reals, 'R'),
        (l.transcendentals, 'T'),
        (l.higher_order, 'H'),
    ];
    let mut shown: String = flags
        .iter()
        .filter(|(on, _)| *on)
        .map(|(_, c)| *c)
        .collect();
    shown.push(char::from(b'0' + l.arithmetic as u8));
    shown
}

#[test]
fn names_are_read_by_pieces() {
    for (name, expected) in [
        ("QF_UF", "U0"),
        ("QF_LIA", "N2"),
        ("QF_LRA", "R2"),
        ("QF_NIA", "N3"),
        ("QF_NRA", "R3"),
        ("QF_NIRA", "NR3"),
        ("QF_LIRA", "NR2"),
        ("LIA", "QN2"),
        ("LRA", "QR2"),
        ("UFLRA", "QUR2"),
        ("AUFLIA", "QUAN2"),
        ("AUFLIRA", "QUANR2"),
        ("AUFNIRA", "QUANR3"),
        ("QF_AX", "UA0"),
        ("QF_ALIA", "AN2"),
        ("QF_AUFLIA", "UAN2"),
        ("QF_ABV", "AB0"),
        ("QF_AUFBV", "UAB0"),
        ("QF_AUFBVLIA", "UABN2"),
        ("QF_BV", "B0"),
        ("BV", "QB0"),
        ("UFBV", "QUB0"),
        ("QF_UFBV", "UB0"),
        ("QF_BVFP", "BF0"),
        ("QF_FP", "F0"),
        ("QF_ABVFP", "ABF0"),
        ("QF_ABVFPLRA", "ABFR2"),
        ("QF_FPLRA", "FR2"),
        ("QF_IDL", "N1"),
        ("QF_RDL", "R1"),
        ("QF_UFIDL", "UN1"),
        ("QF_S", "SN0"),
        ("QF_SLIA", "SN2"),
        ("QF_SNIA", "SN3"),
        ("QF_DT", "D0"),
        ("UFDT", "QUD0"),
        ("UFDTLIA", "QUDN2"),
        ("QF_UFDTNIA", "UDN3"),
        ("QF_UFLIAFS", "UEN2"),
        ("QF_FF", "I0"),
        ("QF_UFNRAT", "URT3"),
        ("HO_UF", "QUH0"),
        ("HO_QF_UFLIA", "UNH2"),
        ("UFC", "QU0"),
    ] {
        assert_eq!(letters(name), expected, "{name}");
    }
}

#[test]
fn what_cannot_be_read_allows_everything() {
    for name in [
        "ALL",
        "HO_ALL",
        "HORN",
        "ALL_SUPPORTED",
        "CSP",
        "",
        "nonsense",
    ] {
        assert_eq!(Logic::named(name), Logic::ALL, "{name}");
    }
    for name in ["QF_ALL", "QF_ALL_SUPPORTED", "QF_HORN"] {
        let logic = Logic::named(name);
        assert!(!logic.quantifiers && logic.strings && logic.sets, "{name}");
    }
    assert_eq!(Logic::of(&Script::parse(*b"").unwrap()), Logic::ALL);
}

#[test]
fn sorts_are_allowed_with_all_their_parts() {
    let script = Script::parse(
        *b"(set-logic QF_ALIA) (declare-const a (Array Int Int)) (declare-const b (Array Int Real))
           (declare-const c String) (declare-const d (-> Int Int))",
    )
    .unwrap();
    let logic = Logic::of(&script);
    let sorts = script
        .declarations
        .all()
        .map(|d| script.declarations.sort(d));
    let allowed: Vec<bool> = sorts.map(|sort| logic.allows(&script, sort)).collect();
    assert_eq!(allowed, [true, false, false, false]);
    assert!(Logic::ALL.allows(&script, SortId::REG_LAN));
    assert!(!Logic::ALL.allows(&script, SortId::UNKNOWN));
}

#[test]
fn operators_are_allowed_by_what_they_are_applied_to() {
    let asked = |logic: &str, name: &str, constants: &[bool]| {
        Logic::named(logic).allows_operator(name, constants)
    };
    assert!(asked("QF_NIA", "*", &[false, false]));
    assert!(!asked("QF_LIA", "*", &[false, false]));
    assert!(asked("QF_LIA", "*", &[true, false]));
    assert!(!asked("QF_IDL", "*", &[true, false]));
    assert!(!asked("QF_IDL", "+", &[false, false]));
    assert!(asked("QF_IDL", "-", &[false, false]));
    assert!(asked("QF_IDL", "-", &[true]));
    assert!(!asked("QF_IDL", "-", &[false, true]));
    assert!(asked("QF_LIA", "div", &[false, true]));
    assert!(!asked("QF_LIA", "div", &[false, false]));
    assert!(!asked("QF_LRA", "mod", &[false, true]));
    assert!(asked("QF_LRA", "/", &[false, true]));
    assert!(!asked("QF_LIA", "to_real", &[false]));
    assert!(asked("AUFLIRA", "to_real", &[false]));
    assert!(!asked("QF_BV", "ubv_to_int", &[false]));
    assert!(asked("QF_BV", "bvadd", &[false, false]));
    assert!(!asked("QF_LIA", "bvadd", &[false, false]));
    assert!(!asked("QF_LIA", "forall", &[false]));
    assert!(asked("QF_LIA", "and", &[false, false]));
    assert!(!asked("QF_FP", "fp.to_real", &[false]));
    assert!(!asked("QF_NRA", "sin", &[false]));
}
