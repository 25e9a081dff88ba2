//! How many float operations there are in a second: at `Float32` and `Float64`, which machine
//! integers are enough for, and at a format that nobody's hardware has.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use eval::float::{Float, Format, Rounding};
use num_bigint::BigUint;
use num_rational::BigRational;

/// Operations per iteration, on as many different arguments.
const OPERATIONS: usize = 1024;

/// Numbers of any sign and of exponents near to each other's, as formulas have them.
fn numbers(format: Format) -> Vec<Float> {
    let mut state = 1u64;
    let mut roll = move || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(11);
        state >> 20
    };
    let bias = (BigUint::from(1u8) << (format.exponent_bits() - 1)) - 1u8;
    let stored = format.significand_bits() - 1;
    let mask = (BigUint::from(1u8) << stored) - 1u8;
    let number = |_| {
        let exponent = &bias + (roll() % 24) - 12u8;
        let words = (0..stored.div_ceil(32)).map(|_| roll() as u32).collect();
        let fraction = BigUint::new(words) & &mask;
        Float::from_fields(format, roll() % 2 == 1, &exponent, &fraction).ok()
    };
    (0..=OPERATIONS + 1).filter_map(number).collect()
}

/// Computes it for nothing.
fn ignore<T>(result: T) {
    black_box(result);
}

fn operations(criterion: &mut Criterion) {
    let odd = Format::new(19, 237).expect("a format");
    for format in [Format::FLOAT32, Format::FLOAT64, odd] {
        let numbers = numbers(format);
        assert_eq!(numbers.len(), OPERATIONS + 2);
        let (eb, sb) = (format.exponent_bits(), format.significand_bits());
        let mut group = criterion.benchmark_group(format!("float {eb} {sb}"));
        group.throughput(Throughput::Elements(OPERATIONS as u64));
        group.sample_size(20);
        group.warm_up_time(Duration::from_millis(300));
        group.measurement_time(Duration::from_secs(1));
        let mut bench = |name: &str, operation: &dyn Fn(&Float, &Float, &Float)| {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    for window in black_box(&numbers).windows(3) {
                        if let [x, y, z] = window {
                            operation(x, y, z);
                        }
                    }
                });
            });
        };
        let mode = black_box(Rounding::Rne);
        bench("add", &|x, y, _| ignore(x.add(mode, y)));
        bench("sub", &|x, y, _| ignore(x.sub(mode, y)));
        bench("mul", &|x, y, _| ignore(x.mul(mode, y)));
        bench("div", &|x, y, _| ignore(x.div(mode, y)));
        bench("fma", &|x, y, z| ignore(x.fma(mode, y, z)));
        bench("sqrt", &|x, _, _| ignore(x.abs().sqrt(mode)));
        bench("rem", &|x, y, _| ignore(x.rem(y)));
        bench("roundToIntegral", &|x, _, _| {
            ignore(x.round_to_integral(mode));
        });
        bench("lt", &|x, y, _| ignore(x.lt(y)));
        bench("min", &|x, y, _| ignore(x.min(y)));
        bench("to Float16", &|x, _, _| {
            ignore(x.to_format(Format::FLOAT16, mode));
        });
        bench("to signed 32", &|x, _, _| ignore(x.to_signed(mode, 32)));
        bench("from bits", &|x, _, _| {
            // As the evaluator gets them from a bit-vector.
            ignore(Float::from_bits_u128(x.format(), black_box(1)));
        });
        let third = BigRational::new(1.into(), 3.into());
        bench("from rational", &|x, _, _| {
            ignore(Float::from_rational(x.format(), mode, &third));
        });
    }
}

/// Exponents so far apart that the quotient has more bits than there is memory for.
fn far_apart(criterion: &mut Criterion) {
    let format = Format::new(60, 64).expect("a format");
    let largest = Float::largest(format, false);
    let small = Float::from_i128(format, Rounding::Rne, 12_345_677);
    criterion.bench_function("float 60 64/rem of huge quotient", |bencher| {
        bencher.iter(|| black_box(&largest).rem(black_box(&small)));
    });
}

criterion_group!(benches, operations, far_apart);
criterion_main!(benches);
