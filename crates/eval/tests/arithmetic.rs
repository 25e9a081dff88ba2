//! Integers and reals.

mod common;

use common::{check_value, values};

/// `(- 5)` for -5.
fn show(number: i64) -> String {
    match number < 0 {
        true => format!("(- {})", -number),
        false => number.to_string(),
    }
}

#[test]
fn division_and_modulo_of_all_signs() {
    let (mut terms, mut expected) = (Vec::new(), Vec::new());
    for x in -9i64..=9 {
        for y in (-4i64..=4).filter(|y| *y != 0) {
            // The definition: x = y * q + r with 0 <= r < |y|.
            let modulus = (0..y.abs()).find(|r| (x - r) % y == 0).unwrap();
            let quotient = (-10..=10).find(|q| y * q + modulus == x).unwrap();
            terms.push(format!("(div {} {})", show(x), show(y)));
            expected.push(show(quotient));
            terms.push(format!("(mod {} {})", show(x), show(y)));
            expected.push(show(modulus));
            // The same beyond 64 bits: a multiple of the divisor more changes the quotient only.
            let far = "36893488147419103232";
            terms.push(format!(
                "(= (mod (+ {} (* {} {far})) {}) {})",
                show(x),
                show(y),
                show(y),
                show(modulus)
            ));
            expected.push("true".to_owned());
            terms.push(format!(
                "(= (div (+ {} (* {} {far})) {}) (+ {far} {}))",
                show(x),
                show(y),
                show(y),
                show(quotient)
            ));
            expected.push("true".to_owned());
        }
    }
    for ((term, found), expected) in terms.iter().zip(values("", &terms)).zip(&expected) {
        assert_eq!(&found, expected, "{term}");
    }
}

#[test]
fn integers_of_any_size() {
    check_value("(+ 9223372036854775807 1)", "9223372036854775808");
    check_value("(- (- 9223372036854775807) 1)", "(- 9223372036854775808)");
    check_value(
        "(* 4294967296 4294967296 4294967296)",
        "79228162514264337593543950336",
    );
    check_value(
        "(- 79228162514264337593543950336 79228162514264337593543950335)",
        "1",
    );
    check_value("(abs (- 9223372036854775808))", "9223372036854775808");
    check_value("(div (- 9223372036854775808) (- 1))", "9223372036854775808");
    check_value("(< 1 2 3)", "true");
    check_value("(< 1 3 2)", "false");
    check_value("((_ divisible 3) (- 9))", "true");
    check_value("(^ 2 100)", "1267650600228229401496703205376");
    check_value("(^ 2 100000000000)", "?");
    check_value("(div 7 0)", "?");
    check_value("(= (div 7 0) (div 7 0))", "true");
    check_value("(- 5)", "(- 5)");
    check_value("(- 10 3 2)", "5");
}

#[test]
fn reals_are_exact() {
    check_value("(/ 1 3)", "(/ 1.0 3.0)");
    check_value("(+ (/ 1.0 3.0) (/ 1.0 6.0))", "(/ 1.0 2.0)");
    check_value("(* 1.5 (- 2.0))", "(- 3.0)");
    check_value("(/ 12 2 3)", "2.0");
    check_value("(to_int (- 1.5))", "(- 2)");
    check_value("(to_int 1.5)", "1");
    check_value("(is_int 2.0)", "true");
    check_value("(is_int 2.5)", "false");
    check_value("(= 1 1.0)", "true");
    check_value("(ite true 1 2.5)", "1.0");
    check_value("(< 1 1.5 2)", "true");
    check_value(
        "(/ 4294967296.0 (* 4294967297.0 4294967297.0))",
        "(/ 4294967296.0 18446744082299486209.0)",
    );
}
