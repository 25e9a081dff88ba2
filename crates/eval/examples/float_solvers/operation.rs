//! All operators, as text and as our functions.

use eval::float::{Float, Format, MinMax, Rounding};
use num_bigint::BigInt;

use crate::value::{Expected, Sort, float, real};

type Text = Box<dyn Fn(&[String]) -> String>;
type Compute = Box<dyn Fn(&[u128]) -> Expected>;

/// One operator, rounding mode and all.
pub struct Operation {
    pub arguments: Vec<Sort>,
    pub result: Sort,
    pub text: Text,
    pub compute: Compute,
}

/// An operator with all its rounding modes or widths.
pub struct Operator {
    pub name: String,
    pub operations: Vec<Operation>,
}

/// All operators on floats of a format.
pub fn all(format: Format) -> Vec<Operator> {
    let mut operators = arithmetic(format);
    operators.extend(predicates(format));
    operators.extend(conversions(format));
    operators
}

fn operator(name: &str, operations: Vec<Operation>) -> Operator {
    let name = name.to_owned();
    Operator { name, operations }
}

/// Floats to a value of some sort.
fn on_floats(
    format: Format,
    count: usize,
    result: Sort,
    head: String,
    compute: impl Fn(&[Float]) -> Expected + 'static,
) -> Operation {
    Operation {
        arguments: vec![Sort::Float(format); count],
        result,
        text: Box::new(move |arguments| format!("({head} {})", arguments.join(" "))),
        compute: Box::new(move |bits| {
            let floats: Vec<Float> = bits.iter().map(|&bits| float(format, bits)).collect();
            compute(&floats)
        }),
    }
}

fn arithmetic(format: Format) -> Vec<Operator> {
    type Rounded = fn(Rounding, &[Float]) -> Float;
    let rounded: [(&str, usize, Rounded); 7] = [
        ("fp.add", 2, |m, x| x[0].add(m, &x[1]).expect("one format")),
        ("fp.sub", 2, |m, x| x[0].sub(m, &x[1]).expect("one format")),
        ("fp.mul", 2, |m, x| x[0].mul(m, &x[1]).expect("one format")),
        ("fp.div", 2, |m, x| x[0].div(m, &x[1]).expect("one format")),
        ("fp.fma", 3, |m, x| {
            x[0].fma(m, &x[1], &x[2]).expect("one format")
        }),
        ("fp.sqrt", 1, |m, x| x[0].sqrt(m)),
        ("fp.roundToIntegral", 1, |m, x| x[0].round_to_integral(m)),
    ];
    type Exact = fn(&[Float]) -> MinMax;
    let exact: [(&str, usize, Exact); 5] = [
        ("fp.abs", 1, |x| MinMax::Value(x[0].abs())),
        ("fp.neg", 1, |x| MinMax::Value(x[0].neg())),
        ("fp.rem", 2, |x| {
            MinMax::Value(x[0].rem(&x[1]).expect("one format"))
        }),
        ("fp.min", 2, |x| x[0].min(&x[1]).expect("one format")),
        ("fp.max", 2, |x| x[0].max(&x[1]).expect("one format")),
    ];
    let sort = Sort::Float(format);
    let mut operators = Vec::new();
    for (name, count, function) in rounded {
        let operations = Rounding::ALL.map(|mode| {
            let head = format!("{name} {mode}");
            on_floats(format, count, sort, head, move |x| {
                Expected::Float(function(mode, x))
            })
        });
        operators.push(operator(name, operations.into()));
    }
    for (name, count, function) in exact {
        let operation = on_floats(format, count, sort, name.into(), move |x| {
            match function(x) {
                MinMax::Value(value) => Expected::Float(value),
                MinMax::EitherZero => Expected::EitherZero,
            }
        });
        operators.push(operator(name, vec![operation]));
    }
    operators
}

fn predicates(format: Format) -> Vec<Operator> {
    type Predicate = fn(&[Float]) -> bool;
    let predicates: [(&str, usize, Predicate); 13] = [
        ("fp.leq", 2, |x| x[0].leq(&x[1]).expect("one format")),
        ("fp.lt", 2, |x| x[0].lt(&x[1]).expect("one format")),
        ("fp.geq", 2, |x| x[0].geq(&x[1]).expect("one format")),
        ("fp.gt", 2, |x| x[0].gt(&x[1]).expect("one format")),
        ("fp.eq", 2, |x| x[0].fp_eq(&x[1]).expect("one format")),
        ("=", 2, |x| x[0] == x[1]),
        ("fp.isNormal", 1, |x| x[0].is_normal()),
        ("fp.isSubnormal", 1, |x| x[0].is_subnormal()),
        ("fp.isZero", 1, |x| x[0].is_zero()),
        ("fp.isInfinite", 1, |x| x[0].is_infinite()),
        ("fp.isNaN", 1, |x| x[0].is_nan()),
        ("fp.isNegative", 1, |x| x[0].is_negative()),
        ("fp.isPositive", 1, |x| x[0].is_positive()),
    ];
    let predicates = predicates.into_iter().map(|(name, count, predicate)| {
        let compute = move |x: &[Float]| Expected::Bool(predicate(x));
        let operation = on_floats(format, count, Sort::Bool, name.into(), compute);
        operator(name, vec![operation])
    });
    predicates.collect()
}

/// Formats that short ones and long ones are converted to.
const OTHERS: [&[(u32, u32)]; 2] = [
    &[(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (4, 2), (5, 11)],
    &[(2, 2), (3, 5), (5, 11), (8, 24), (11, 53)],
];
/// Widths of bit-vectors for short formats and long ones.
const WIDTHS: [&[u32]; 2] = [&[1, 2, 3, 4, 5, 6], &[1, 8, 32, 64, 100]];

fn conversions(format: Format) -> Vec<Operator> {
    let (eb, sb) = (format.exponent_bits(), format.significand_bits());
    let long = usize::from(format.width() > 8);
    let mut to_float = Vec::new();
    let (mut to_ubv, mut to_sbv) = (Vec::new(), Vec::new());
    let (mut from_signed, mut from_unsigned) = (Vec::new(), Vec::new());
    let mut from_real = Vec::new();
    for mode in Rounding::ALL {
        for &(exponent, significand) in OTHERS[long] {
            let other = Format::new(exponent, significand).expect("a format");
            let head = format!("(_ to_fp {exponent} {significand}) {mode}");
            to_float.push(on_floats(format, 1, Sort::Float(other), head, move |x| {
                Expected::Float(x[0].to_format(other, mode))
            }));
        }
        for &width in WIDTHS[long] {
            let bits = Sort::Bits(width);
            let head = format!("(_ fp.to_ubv {width}) {mode}");
            to_ubv.push(on_floats(format, 1, bits, head, move |x| {
                Expected::specified(x[0].to_unsigned(mode, width), |number| {
                    Expected::Bits(u128::try_from(&number).expect("short"))
                })
            }));
            let head = format!("(_ fp.to_sbv {width}) {mode}");
            to_sbv.push(on_floats(format, 1, bits, head, move |x| {
                Expected::specified(x[0].to_signed(mode, width), |number| {
                    let number = i128::try_from(&number).expect("short");
                    Expected::Bits(number as u128 & ((1 << width) - 1))
                })
            }));
            let head = format!("(_ to_fp {eb} {sb}) {mode}");
            from_signed.push(to_float_from(bits, format, head, move |bits| {
                let signed = bits as i128 - ((bits >> (width - 1)) << width) as i128;
                Float::from_integer(format, mode, &BigInt::from(signed))
            }));
            let head = format!("(_ to_fp_unsigned {eb} {sb}) {mode}");
            from_unsigned.push(to_float_from(bits, format, head, move |bits| {
                Float::from_integer(format, mode, &BigInt::from(bits))
            }));
        }
        let head = format!("(_ to_fp {eb} {sb}) {mode}");
        from_real.push(to_float_from(Sort::Real, format, head, move |number| {
            Float::from_rational(format, mode, &real(number))
        }));
    }
    let to_real = on_floats(format, 1, Sort::Real, "fp.to_real".into(), |x| {
        let real = x[0].to_rational(1 << 20).expect("a small exponent");
        Expected::specified(real, Expected::Real)
    });
    let width = Sort::Bits(format.width());
    let to_ieee = on_floats(format, 1, width, "fp.to_ieee_bv".into(), |x| {
        Expected::specified(x[0].to_ieee_bits(), |bits| {
            Expected::Bits(u128::try_from(&bits).expect("short"))
        })
    });
    vec![
        operator("to_fp of a float", to_float),
        operator("to_fp of a signed number", from_signed),
        operator("to_fp_unsigned", from_unsigned),
        operator("to_fp of a real", from_real),
        operator("fp.to_ubv", to_ubv),
        operator("fp.to_sbv", to_sbv),
        operator("fp.to_real", vec![to_real]),
        operator("fp.to_ieee_bv", vec![to_ieee]),
    ]
}

fn to_float_from(
    argument: Sort,
    format: Format,
    head: String,
    compute: impl Fn(u128) -> Float + 'static,
) -> Operation {
    Operation {
        arguments: vec![argument],
        result: Sort::Float(format),
        text: Box::new(move |arguments| format!("({head} {})", arguments.join(" "))),
        compute: Box::new(move |values| Expected::Float(compute(values[0]))),
    }
}
