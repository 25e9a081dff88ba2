//! Every operator on strings, with the examples and the borderline cases of the standard's text.

use eval::sequence::{Budget, OutOfBudget};
use eval::strings::{self, CodePoint, Str, literal};
use num_bigint::BigInt;
use num_traits::Num;

fn s(body: &str) -> Str {
    literal::read(body).unwrap()
}

fn int(value: i64) -> BigInt {
    value.into()
}

fn plenty() -> Budget {
    Budget::new(1_000_000, 100_000)
}

/// Checks an operation on strings: all cases are rows of arguments and result.
macro_rules! check {
    ($($operation:expr => $result:expr;)*) => {
        $(assert_eq!($operation, $result, "{}", stringify!($operation));)*
    };
}

fn concat(parts: &[&str]) -> Str {
    let parts: Vec<Str> = parts.iter().map(|part| s(part)).collect();
    Str::concat(&parts, &mut plenty()).unwrap()
}

#[test]
fn concatenation_and_length() {
    check! {
        concat(&[]) => s("");
        concat(&["", ""]) => s("");
        concat(&["ab", "", "c"]) => s("abc");
        // The pieces of an escape do not become one.
        concat(&["\\", "u0041"]).length() => int(6);
        s("").length() => int(0);
        s(r"\u1234").length() => int(1);
        s(r"a\u{1F600}b").length() => int(3);
    }
}

#[test]
fn lexicographic_order() {
    let less = |a: &str, b: &str| strings::less(&s(a), &s(b), &mut plenty()).unwrap();
    let at_most = |a: &str, b: &str| strings::less_or_equal(&s(a), &s(b), &mut plenty()).unwrap();
    let words = [
        "",
        "a",
        "aardvark",
        "aardwolf",
        "zygomorphic",
        "zygotic",
        r"\u{80}",
        r"\u{2FFFF}",
    ];
    for (i, left) in words.iter().enumerate() {
        for (j, right) in words.iter().enumerate() {
            assert_eq!(less(left, right), i < j, "{left} {right}");
            assert_eq!(at_most(left, right), i <= j, "{left} {right}");
        }
    }
    // By code points, not by the units of some encoding.
    assert!(less(r"\u{FFFF}", r"\u{10000}"));
    assert!(less("Z", "a"));
}

#[test]
fn characters_by_position() {
    let at = |a: &str, i: i64| s(a).at(&int(i));
    check! {
        at("abc", 0) => s("a");
        at("abc", 2) => s("c");
        at("abc", 3) => s("");
        at("abc", -1) => s("");
        at("", 0) => s("");
        at(r"a\u1234T", 1) => s(r"\u{1234}");
        s("abc").at(&BigInt::from(u64::MAX).pow(3)) => s("");
    }
}

#[test]
fn substrings() {
    let substr = |a: &str, i: i64, n: i64| s(a).extract(&int(i), &int(n), &mut plenty()).unwrap();
    check! {
        substr("abcde", 1, 3) => s("bcd");
        substr("abcde", 0, 5) => s("abcde");
        substr("abcde", 3, 99) => s("de");
        substr("abcde", 4, 1) => s("e");
        substr("abcde", 5, 1) => s("");
        substr("abcde", 2, 0) => s("");
        substr("abcde", 2, -1) => s("");
        substr("abcde", -1, 3) => s("");
        substr("abcde", -1, -1) => s("");
        substr("", 0, 1) => s("");
    }
    let huge = BigInt::from(u64::MAX).pow(3);
    check! {
        s("abc").extract(&int(1), &huge, &mut plenty()).unwrap() => s("bc");
        s("abc").extract(&int(1), &-&huge, &mut plenty()).unwrap() => s("");
        s("abc").extract(&huge, &huge, &mut plenty()).unwrap() => s("");
    }
}

#[test]
fn prefixes_suffixes_and_parts() {
    let prefix = |a: &str, b: &str| s(a).is_prefix_of(&s(b), &mut plenty()).unwrap();
    let suffix = |a: &str, b: &str| s(a).is_suffix_of(&s(b), &mut plenty()).unwrap();
    let part = |a: &str, b: &str| s(a).contains_sequence(&s(b), &mut plenty()).unwrap();
    check! {
        prefix("", "") => true;
        prefix("", "a") => true;
        prefix("ab", "abc") => true;
        prefix("abc", "ab") => false;
        prefix("b", "abc") => false;
        suffix("", "a") => true;
        suffix("bc", "abc") => true;
        suffix("abcd", "abc") => false;
        suffix("b", "abc") => false;
        part("", "") => true;
        part("abc", "") => true;
        part("abc", "bc") => true;
        part("bc", "abc") => false;
        part("aabaabaaab", "aabaaab") => true;
        part("aabaabaab", "aabaaab") => false;
    }
}

#[test]
fn first_occurrences() {
    let index = |a: &str, b: &str, i: i64| s(a).index_of(&s(b), &int(i), &mut plenty()).unwrap();
    check! {
        index("abcabc", "bc", 0) => int(1);
        index("abcabc", "bc", 1) => int(1);
        index("abcabc", "bc", 2) => int(4);
        index("abcabc", "bc", 5) => int(-1);
        index("abcabc", "x", 0) => int(-1);
        index("abc", "abc", -1) => int(-1);
        index("abc", "", 0) => int(0);
        index("abc", "", 2) => int(2);
        index("abc", "", 3) => int(3);
        index("abc", "", 4) => int(-1);
        index("abc", "", -1) => int(-1);
        index("", "", 0) => int(0);
        index("", "", 1) => int(-1);
        index("", "a", 0) => int(-1);
        index("aaaa", "aa", 1) => int(1);
    }
}

#[test]
fn last_occurrences() {
    let index = |a: &str, b: &str| s(a).last_index_of(&s(b), &mut plenty()).unwrap();
    check! {
        index("abcabc", "bc") => int(4);
        index("aaaa", "aa") => int(2);
        index("abc", "") => int(3);
        index("", "") => int(0);
        index("abc", "x") => int(-1);
        index("a", "aa") => int(-1);
    }
}

#[test]
fn replacements() {
    let one = |a: &str, b: &str, c: &str| s(a).replace(&s(b), &s(c), &mut plenty()).unwrap();
    let all = |a: &str, b: &str, c: &str| s(a).replace_all(&s(b), &s(c), &mut plenty()).unwrap();
    check! {
        one("abab", "b", "xy") => s("axyab");
        one("abab", "", "x") => s("xabab");
        one("", "", "x") => s("x");
        one("", "a", "x") => s("");
        one("abab", "c", "x") => s("abab");
        one("abab", "abab", "") => s("");
        all("abab", "b", "xy") => s("axyaxy");
        all("abab", "", "x") => s("abab");
        all("", "", "x") => s("");
        all("aaaaa", "aa", "b") => s("bba");
        // What a replacement brings is not searched again.
        all("aab", "ab", "b") => s("ab");
        all("aa", "a", "aa") => s("aaaa");
        all("abc", "x", "y") => s("abc");
    }
}

#[test]
fn operators_of_cvc5() {
    let update = |a: &str, i: i64, b: &str| s(a).update(&int(i), &s(b), &mut plenty()).unwrap();
    check! {
        update("abcd", 1, "xy") => s("axyd");
        update("abcd", 3, "xy") => s("abcx");
        update("abcd", 0, "uvwxyz") => s("uvwx");
        update("abcd", 4, "x") => s("abcd");
        update("abcd", -1, "x") => s("abcd");
        update("abcd", 2, "") => s("abcd");
        update("", 0, "x") => s("");
        s("abc").reverse(&mut plenty()).unwrap() => s("cba");
        strings::to_lower(&s(r"AZaz[@\u{C0}"), &mut plenty()).unwrap() => s(r"azaz[@\u{C0}");
        strings::to_upper(&s(r"AZaz`{\u{E0}"), &mut plenty()).unwrap() => s(r"AZAZ`{\u{E0}");
    }
}

#[test]
fn codes_and_digits() {
    check! {
        strings::is_digit(&s("0")) => true;
        strings::is_digit(&s("9")) => true;
        strings::is_digit(&s("/")) => false;
        strings::is_digit(&s(":")) => false;
        strings::is_digit(&s("")) => false;
        strings::is_digit(&s("12")) => false;
        // A digit of another script.
        strings::is_digit(&s(r"\u{664}")) => false;
        strings::to_code(&s("A")) => int(65);
        strings::to_code(&s(r"\u{2FFFF}")) => int(196607);
        strings::to_code(&s("")) => int(-1);
        strings::to_code(&s("AB")) => int(-1);
        strings::from_code(&int(65)) => s("A");
        strings::from_code(&int(0)) => s(r"\u{0}");
        strings::from_code(&int(0xD800)) => s(r"\ud800");
        strings::from_code(&int(196607)) => s(r"\u{2FFFF}");
        strings::from_code(&int(196608)) => s("");
        strings::from_code(&int(-1)) => s("");
        strings::from_code(&BigInt::from(u64::MAX).pow(2)) => s("");
    }
}

#[test]
fn decimals() {
    let to = |text: &str| strings::to_int(&s(text), &mut plenty()).unwrap();
    let from = |number: &BigInt| strings::from_int(number, &mut plenty()).unwrap();
    check! {
        to("00123") => int(123);
        to("0") => int(0);
        to("000") => int(0);
        to("") => int(-1);
        to("-123") => int(-1);
        to("+1") => int(-1);
        to("1 ") => int(-1);
        to("1_0") => int(-1);
        to(r"\u{661}") => int(-1);
        from(&int(123)) => s("123");
        from(&int(0)) => s("0");
        from(&int(-123)) => s("");
    }
    let digits = "123456789012345678901234567890".repeat(100);
    let number = BigInt::from_str_radix(&digits, 10).unwrap();
    check! {
        to(&digits) => number.clone();
        to(&format!("000{digits}")) => number.clone();
        from(&number) => s(&digits);
    }
}

#[test]
fn long_results_are_refused_before_they_are_made() {
    let budget = || Budget::new(10_000_000, 1_000_000);
    let long: Str = std::iter::repeat_n(CodePoint::of_byte(b'a'), 500_000).collect();
    let a = s("a");
    let four = vec![long.clone(); 4];
    check! {
        Str::concat(&four, &mut budget()) => Err(OutOfBudget);
        Str::concat(&four[..2], &mut budget()).map(|s| s.len()) => Ok(1_000_000);
        long.replace_all(&a, &long, &mut budget()) => Err(OutOfBudget);
        long.replace(&a, &long, &mut budget()).map(|s| s.len()) => Ok(999_999);
        strings::from_int(&(BigInt::from(1) << 100_000_000u32), &mut budget()) => Err(OutOfBudget);
        long.contains_sequence(&a, &mut Budget::new(1, 9)).is_err() => true;
    }
    let digits: Str = std::iter::repeat_n(CodePoint::of_byte(b'7'), 500_000).collect();
    assert_eq!(strings::to_int(&digits, &mut budget()), Err(OutOfBudget));
}
