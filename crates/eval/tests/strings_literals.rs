//! String literals: what is an escape and what is not, in the standard and in old solvers.

use eval::strings::literal::{self, BadLiteral};
use eval::strings::{CodePoint, Str, verbatim};
use std::borrow::Cow;

fn codes(string: &Str) -> Vec<u32> {
    string.iter().map(|point| point.code()).collect()
}

/// What is inside of the quotes, and the codes it stands for.
fn check(body: &str, expected: &[u32]) {
    assert_eq!(
        literal::read(body).map(|s| codes(&s)),
        Ok(expected.to_vec()),
        "{body}"
    );
}

/// None of it is an escape.
fn check_plain(body: &str) {
    assert_eq!(literal::read(body).ok(), verbatim(body), "{body}");
}

#[test]
fn escapes_of_the_standard() {
    check("", &[]);
    check("m", &[0x6D]);
    check(r"\u003A", &[0x3A]);
    check(r"\u{3A}", &[0x3A]);
    check(r"\u{3a}", &[0x3A]);
    check(r"\u{A}", &[0xA]);
    check(r"\u{123}", &[0x123]);
    check(r"\u{27E8}", &[0x27E8]);
    check(r"\u{1BC3D}", &[0x1BC3D]);
    check(r"\u{0003A}", &[0x3A]);
    check(r"\u{00000}", &[0]);
    check(r"\u{2FFFF}", &[0x2FFFF]);
    check(r"\ud800", &[0xD800]);
    check(r"a\u02C1", &[0x61, 0x2C1]);
    check(r"\u02C1a", &[0x2C1, 0x61]);
    check(r"\u{2C}1a", &[0x2C, 0x31, 0x61]);
    check(r"\u00411", &[0x41, 0x31]);
    check(r"\\u0041", &[0x5C, 0x41]);
    check(r"\u\u0041", &[0x5C, 0x75, 0x41]);
    check(r"\u{\u{41}", &[0x5C, 0x75, 0x7B, 0x41]);
    // An escape is read once: what it stands for begins no other.
    check(r"\u{5c}u0041", &[0x5C, 0x75, 0x30, 0x30, 0x34, 0x31]);
}

#[test]
fn what_is_no_escape_is_text() {
    for body in [
        r"\",
        r"\\",
        r"\u",
        r"\u{",
        r"\u{}",
        r"\u2CA",
        r"\u2CXA",
        r"\u{ACG}A",
        r"\u{30000}",
        r"\u{FFFFF}",
        r"\u{000041}",
        r"\u{110000}",
        r"\u{41",
        r"\u{4 }",
        r"\u{+4}",
        r"\u+041",
        r"\u{-1}",
        r"\n",
        r"\x41",
        r"\U0041",
        r"\101",
    ] {
        check_plain(body);
    }
}

#[test]
fn only_printable_ascii_is_in_literals() {
    for (body, code) in [("a\tb", 9), ("\n", 10), ("\u{7F}", 0x7F), ("\u{E9}", 0xE9)] {
        assert_eq!(literal::read(body), Err(BadLiteral::Unprintable(code)));
    }
    assert_eq!(
        literal::read_leniently("a\t\u{7F}").map(|s| codes(&s)),
        Ok(vec![0x61, 9, 0x7F])
    );
    assert_eq!(
        literal::read_leniently("\u{E9}"),
        Err(BadLiteral::Unprintable(0xE9))
    );
    // Not even in what would be an escape with it.
    assert_eq!(literal::read("\\u{4\t}"), Err(BadLiteral::Unprintable(9)));
}

#[test]
fn quotes() {
    assert_eq!(literal::unquote("\"ab\""), Some(Cow::Borrowed("ab")));
    assert_eq!(literal::unquote("\"\""), Some(Cow::Borrowed("")));
    assert_eq!(literal::unquote("\"a\"\"b\"").as_deref(), Some("a\"b"));
    assert_eq!(literal::unquote("\"\"\"\"").as_deref(), Some("\""));
    for text in [
        "",
        "\"",
        "ab",
        "\"ab",
        "ab\"",
        "\"\"\"",
        "\"a\"b\"",
        "\"a\"\"\"b\"",
    ] {
        assert_eq!(literal::unquote(text), None, "{text}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let hostile = r##" !"#$%&'()*+,-./\u{41}~\u0041\"##;
    let mut strings = vec![verbatim(hostile).unwrap(), verbatim("").unwrap()];
    strings.extend(
        (0..=0x2FFFF)
            .step_by(7)
            .filter_map(CodePoint::new)
            .map(Str::unit),
    );
    strings.push((0..0x200).filter_map(CodePoint::new).collect());
    for string in strings {
        let written = literal::write(&string);
        assert!(
            written.bytes().all(|byte| matches!(byte, b' '..=b'~')),
            "{written}"
        );
        let body = literal::unquote(&written).expect("quotes are doubled");
        assert_eq!(literal::read(&body), Ok(string), "{written}");
    }
    let quoted = verbatim("a\"\\u{41}\n").unwrap();
    assert_eq!(literal::write(&quoted), r#""a""\u{5c}u{41}\u{a}""#);
}

#[test]
fn character_constants() {
    assert_eq!(
        literal::char_constant("A").map(|s| codes(&s)),
        Some(vec![10])
    );
    assert_eq!(
        literal::char_constant("0002b").map(|s| codes(&s)),
        Some(vec![0x2B])
    );
    assert_eq!(
        literal::char_constant("2FFFF").map(|s| codes(&s)),
        Some(vec![0x2FFFF])
    );
    for digits in ["", "30000", "00002b", "+1", "g"] {
        assert_eq!(literal::char_constant(digits), None, "{digits}");
    }
}

#[test]
fn escapes_of_old_solvers() {
    let read = |body: &str| literal::read_c_escapes(body).map(|s| codes(&s));
    for (body, expected) in [
        ("ab", vec![0x61, 0x62]),
        (r"\x41\x00\xfF4", vec![0x41, 0, 0xFF, 0x34]),
        (r"\a\b\t\n\v\f\r", (7..14).collect()),
        (r"\\n\\x41", vec![0x5C, 0x6E, 0x5C, 0x78, 0x34, 0x31]),
        (r"\0\12\1234\377", vec![0, 0xA, 0x53, 0x34, 0xFF]),
        ("\"", vec![0x22]),
    ] {
        assert_eq!(read(body), Ok(expected), "{body}");
    }
    for body in [r"\q", r"\e", r"\u{41}", r"\x4", r"\x+1", r"\777", r"\8"] {
        assert!(matches!(read(body), Err(BadLiteral::Escape(_))), "{body}");
    }
    assert_eq!(read(r"a\"), Err(BadLiteral::LoneBackslash));
    assert_eq!(read("\u{E9}"), Err(BadLiteral::Unprintable(0xE9)));
}

#[test]
fn long_hostile_texts_are_read_in_no_time() {
    let body = r"\u{".repeat(300_000);
    assert_eq!(literal::read(&body).map(|s| s.len()), Ok(900_000));
}
