//! Every bit-vector operator on every input of 1 to 4 bits, against definitions that are written
//! with lists of bits and counting, and not with machine arithmetic.

mod common;

use common::{check_value, values};

/// Bits from the least significant up.
type Bits = Vec<bool>;

fn bits(width: usize, number: i64) -> Bits {
    (0..width).map(|n| number >> n & 1 == 1).collect()
}

fn unsigned(bits: &[bool]) -> i64 {
    bits.iter().rev().fold(0, |n, &b| 2 * n + i64::from(b))
}

fn signed(bits: &[bool]) -> i64 {
    let sign = bits.last().is_some_and(|&b| b);
    unsigned(bits) - if sign { 1 << bits.len() } else { 0 }
}

fn show(bits: &[bool]) -> String {
    if bits.len().is_multiple_of(4) {
        let digits = bits.len() / 4;
        return format!("#x{:0>digits$x}", unsigned(bits));
    }
    let digits: String = bits
        .iter()
        .rev()
        .map(|&b| if b { '1' } else { '0' })
        .collect();
    format!("#b{digits}")
}

fn literal(bits: &[bool]) -> String {
    let digits: String = bits
        .iter()
        .rev()
        .map(|&b| if b { '1' } else { '0' })
        .collect();
    format!("#b{digits}")
}

/// How often the divisor goes into the dividend, and what is left, by subtracting.
fn divide(mut dividend: i64, divisor: i64) -> (i64, i64) {
    let mut quotient = 0;
    while dividend >= divisor {
        dividend -= divisor;
        quotient += 1;
    }
    (quotient, dividend)
}

fn binary(name: &str, x: &[bool], y: &[bool]) -> String {
    let width = x.len();
    let zip =
        |f: fn(bool, bool) -> bool| -> Bits { x.iter().zip(y).map(|(&a, &b)| f(a, b)).collect() };
    let number = |n: i64| show(&bits(width, n));
    let truth = |b: bool| b.to_string();
    let fits = |n: i64| -(1 << (width - 1)) <= n && n < 1 << (width - 1);
    let (ux, uy, sx, sy) = (unsigned(x), unsigned(y), signed(x), signed(y));
    let by = (uy as usize).min(width);
    match name {
        "bvand" => show(&zip(|a, b| a && b)),
        "bvor" => show(&zip(|a, b| a || b)),
        "bvxor" => show(&zip(|a, b| a != b)),
        "bvnand" => show(&zip(|a, b| !(a && b))),
        "bvnor" => show(&zip(|a, b| !(a || b))),
        "bvxnor" => show(&zip(|a, b| a == b)),
        "bvadd" => number(ux + uy),
        "bvsub" => number(ux - uy),
        "bvmul" => number(ux * uy),
        "bvudiv" if uy == 0 => number(-1),
        "bvudiv" => number(divide(ux, uy).0),
        "bvurem" if uy == 0 => number(ux),
        "bvurem" => number(divide(ux, uy).1),
        // By the standard's definition with bvudiv and bvurem of absolute values.
        "bvsdiv" | "bvsrem" | "bvsmod" => {
            let (ax, ay) = (sx.abs(), sy.abs());
            let (quotient, remainder) = match ay {
                0 => ((1 << width) - 1, ax),
                _ => divide(ax, ay),
            };
            let sign_of_quotient = if (sx < 0) == (sy < 0) { 1 } else { -1 };
            let sign_of_remainder = if sx < 0 { -1 } else { 1 };
            match name {
                "bvsdiv" => number(sign_of_quotient * quotient),
                "bvsrem" => number(sign_of_remainder * remainder),
                _ if remainder == 0 || ay == 0 => number(sign_of_remainder * remainder),
                _ if (sx < 0) == (sy < 0) => number(sign_of_remainder * remainder),
                _ => number(sign_of_remainder * remainder + sy),
            }
        }
        "bvshl" => {
            let mut shifted = vec![false; by];
            shifted.extend(&x[..width - by]);
            show(&shifted)
        }
        "bvlshr" | "bvashr" => {
            let fill = name == "bvashr" && x[width - 1];
            let mut shifted = x[by..].to_vec();
            shifted.resize(width, fill);
            show(&shifted)
        }
        "ext_rotate_left" | "ext_rotate_right" => {
            let mut rotated = x.to_vec();
            let by = uy as usize % width;
            match name {
                "ext_rotate_left" => rotated.rotate_right(by),
                _ => rotated.rotate_left(by),
            }
            show(&rotated)
        }
        "concat" => show(&[y, x].concat()),
        "bvcomp" => show(&[x == y]),
        "bvult" => truth(ux < uy),
        "bvule" => truth(ux <= uy),
        "bvugt" => truth(ux > uy),
        "bvuge" => truth(ux >= uy),
        "bvslt" => truth(sx < sy),
        "bvsle" => truth(sx <= sy),
        "bvsgt" => truth(sx > sy),
        "bvsge" => truth(sx >= sy),
        "bvuaddo" => truth(ux + uy >= 1 << width),
        "bvsaddo" => truth(!fits(sx + sy)),
        "bvusubo" => truth(ux < uy),
        "bvssubo" => truth(!fits(sx - sy)),
        "bvumulo" => truth(ux * uy >= 1 << width),
        "bvsmulo" => truth(!fits(sx * sy)),
        "bvsdivo" => truth(sy == -1 && sx == -(1 << (width - 1))),
        "bvumul_noovfl" => truth(ux * uy < 1 << width),
        "bvsmul_noovfl" => truth(sx * sy < 1 << (width - 1)),
        "bvsmul_noudfl" => truth(sx * sy >= -(1 << (width - 1))),
        "=" => truth(x == y),
        "distinct" => truth(x != y),
        _ => unreachable!("{name}"),
    }
}

const BINARY: &[&str] = &[
    "bvand",
    "bvor",
    "bvxor",
    "bvnand",
    "bvnor",
    "bvxnor",
    "bvadd",
    "bvsub",
    "bvmul",
    "bvudiv",
    "bvurem",
    "bvsdiv",
    "bvsrem",
    "bvsmod",
    "bvshl",
    "bvlshr",
    "bvashr",
    "ext_rotate_left",
    "ext_rotate_right",
    "concat",
    "bvcomp",
    "bvult",
    "bvule",
    "bvugt",
    "bvuge",
    "bvslt",
    "bvsle",
    "bvsgt",
    "bvsge",
    "bvuaddo",
    "bvsaddo",
    "bvusubo",
    "bvssubo",
    "bvumulo",
    "bvsmulo",
    "bvsdivo",
    "bvumul_noovfl",
    "bvsmul_noovfl",
    "bvsmul_noudfl",
    "=",
    "distinct",
];

fn unary(name: &str, x: &[bool]) -> String {
    let width = x.len();
    let negated: Bits = x.iter().map(|b| !b).collect();
    match name {
        "bvnot" => show(&negated),
        "bvneg" => show(&bits(width, -unsigned(x))),
        "bvnego" => (signed(x) == -(1 << (width - 1))).to_string(),
        "bvredor" => show(&[x.contains(&true)]),
        "bvredand" => show(&[!x.contains(&false)]),
        "bvredxor" => show(&[x.iter().filter(|b| **b).count() % 2 == 1]),
        "ubv_to_int" | "bv2nat" => unsigned(x).to_string(),
        "sbv_to_int" if signed(x) < 0 => format!("(- {})", -signed(x)),
        "sbv_to_int" => signed(x).to_string(),
        "(_ zero_extend 2)" => show(&[x, &[false, false]].concat()),
        "(_ sign_extend 2)" => show(&[x, &[x[width - 1], x[width - 1]]].concat()),
        "(_ repeat 3)" => show(&[x, x, x].concat()),
        "(_ extract 0 0)" => show(&x[..1]),
        "(_ rotate_left 5)" => {
            let mut rotated = x.to_vec();
            rotated.rotate_right(5 % width);
            show(&rotated)
        }
        "(_ rotate_right 3)" => {
            let mut rotated = x.to_vec();
            rotated.rotate_left(3 % width);
            show(&rotated)
        }
        _ => unreachable!("{name}"),
    }
}

const UNARY: &[&str] = &[
    "bvnot",
    "bvneg",
    "bvnego",
    "bvredor",
    "bvredand",
    "bvredxor",
    "ubv_to_int",
    "bv2nat",
    "sbv_to_int",
    "(_ zero_extend 2)",
    "(_ sign_extend 2)",
    "(_ repeat 3)",
    "(_ extract 0 0)",
    "(_ rotate_left 5)",
    "(_ rotate_right 3)",
];

#[test]
fn all_binary_operators_on_all_small_inputs() {
    for width in 1..=4 {
        let (mut terms, mut expected) = (Vec::new(), Vec::new());
        for name in BINARY {
            for x in 0..1 << width {
                for y in 0..1 << width {
                    let (x, y) = (bits(width, x), bits(width, y));
                    terms.push(format!("({name} {} {})", literal(&x), literal(&y)));
                    expected.push(binary(name, &x, &y));
                }
            }
        }
        let found = values("", &terms);
        for ((term, found), expected) in terms.iter().zip(&found).zip(&expected) {
            assert_eq!(found, expected, "{term}");
        }
    }
}

#[test]
fn all_unary_operators_on_all_small_inputs() {
    for width in 1..=4 {
        let (mut terms, mut expected) = (Vec::new(), Vec::new());
        for name in UNARY {
            for x in 0..1 << width {
                let x = bits(width, x);
                terms.push(format!("({name} {})", literal(&x)));
                expected.push(unary(name, &x));
            }
        }
        let found = values("", &terms);
        for ((term, found), expected) in terms.iter().zip(&found).zip(&expected) {
            assert_eq!(found, expected, "{term}");
        }
    }
}

/// The same number wide and narrow: extended by 70 bits, the results must be the extended ones.
#[test]
fn wide_operators_agree_with_narrow_ones() {
    let exact = [
        "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvand", "bvor", "bvxor",
    ];
    let (mut terms, width) = (Vec::new(), 4);
    for name in exact.iter().chain(&["bvslt", "bvsle", "bvult", "bvuge"]) {
        for x in 0..1 << width {
            for y in 1..1 << width {
                let (x, y) = (literal(&bits(width, x)), literal(&bits(width, y)));
                let wide = |t: &str| format!("((_ sign_extend 70) {t})");
                let (s, t) = (wide(&x), wide(&y));
                // The quotient of the least number and -1 does not fit the narrow one.
                if *name == "bvsdiv" && x == "#b1000" && y == "#b1111" {
                    continue;
                }
                let unsigned = ["bvudiv", "bvurem"].contains(name);
                let zero = |t: &str| format!("((_ zero_extend 70) {t})");
                let (s, t) = if unsigned {
                    (zero(&x), zero(&y))
                } else {
                    (s, t)
                };
                let narrow = format!("({name} {x} {y})");
                let narrow = match *name {
                    "bvslt" | "bvsle" | "bvult" | "bvuge" => narrow,
                    _ if unsigned => zero(&narrow),
                    _ => wide(&narrow),
                };
                terms.push(format!("(= ({name} {s} {t}) {narrow})"));
            }
        }
    }
    for (term, found) in terms.iter().zip(values("", &terms)) {
        assert_eq!(found, "true", "{term}");
    }
}

#[test]
fn words_and_long_numbers() {
    check_value(
        "(bvadd #xffffffffffffffff #x0000000000000001)",
        "#x0000000000000000",
    );
    check_value(
        "(bvmul (_ bv18446744073709551615 128) (_ bv18446744073709551615 128))",
        "#xfffffffffffffffe0000000000000001",
    );
    check_value(
        "(bvsdiv #x8000000000000000 #xffffffffffffffff)",
        "#x8000000000000000",
    );
    check_value(
        "(bvsrem #x8000000000000000 #xffffffffffffffff)",
        "#x0000000000000000",
    );
    check_value(
        "(bvashr (_ bv1 65) (_ bv64 65))",
        &format!("#b{}", "0".repeat(65)),
    );
    check_value("((_ extract 69 66) (concat #xf (_ bv0 66)))", "#xf");
    check_value("((_ int_to_bv 8) (- 1))", "#xff");
    check_value("((_ int2bv 8) 257)", "#x01");
    check_value("(concat #b1 #b0 #b1)", "#b101");
    check_value("(bvadd #x1 #x2 #x3)", "#x6");
    check_value("((_ repeat 100000000) #x11111111)", "?");
}
