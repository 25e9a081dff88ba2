//! Bit-vectors and floating-point numbers that hurt.

use super::Need;
use super::numbers::write_number;
use crate::rng::Rng;

/// Widest bit-vector that is written bit by bit.
const WIDEST: u32 = 1024;

/// A pattern of bits.
#[derive(Debug, Clone, Copy)]
enum Bits {
    Zeros,
    Ones,
    /// All zeros but this bit, counted from the right.
    Single(u32),
    /// All ones but this bit.
    Hole(u32),
    /// Each drawn from this number in turn.
    Random(u64),
    /// A small number.
    Number(u64),
}

impl Bits {
    fn bit(self, place: u32) -> bool {
        match self {
            Self::Zeros => false,
            Self::Ones => true,
            Self::Single(one) => place == one,
            Self::Hole(zero) => place != zero,
            // Repeats after 61 bits: no width of interest is a multiple of that.
            Self::Random(bits) => bits >> (place % 61) & 1 == 1,
            Self::Number(number) => place < 64 && number >> place & 1 == 1,
        }
    }

    fn draw(width: u32, rng: &mut Rng) -> Self {
        match rng.below(8) {
            0 => Self::Zeros,
            1 => Self::Number(1),
            2 => Self::Ones,
            3 => Self::Single(width - 1),
            4 => Self::Hole(width - 1),
            5 => Self::Single(rng.below(width as usize) as u32),
            6 => Self::Number(rng.below(17) as u64),
            _ => Self::Random(rng.next_u64()),
        }
    }

    fn is_zero(self, width: u32) -> bool {
        match self {
            Self::Single(_) => false,
            Self::Hole(_) => width == 1,
            // What is drawn repeats, so no bit behind the 64th is the only one.
            _ => !(0..width.min(64)).any(|place| self.bit(place)),
        }
    }

    fn write_binary(self, width: u32, out: &mut Vec<u8>) {
        out.extend_from_slice(b"#b");
        out.extend(
            (0..width)
                .rev()
                .map(|place| b'0' + u8::from(self.bit(place))),
        );
    }

    fn write_hexadecimal(self, width: u32, out: &mut Vec<u8>) {
        out.extend_from_slice(b"#x");
        for digit in (0..width / 4).rev() {
            let value = (0..4).map(|bit| usize::from(self.bit(4 * digit + bit)) << bit);
            out.push(b"0123456789abcdef"[value.sum::<usize>()]);
        }
    }

    /// As `(_ bv5 8)`.
    fn write_decimal(self, width: u32, out: &mut Vec<u8>) {
        let bits = (0..width.min(128)).map(|place| u128::from(self.bit(place)) << place);
        out.extend_from_slice(b"(_ bv");
        write_number(bits.sum(), out);
        out.push(b' ');
        write_number(u128::from(width), out);
        out.push(b')');
    }
}

/// Appends a bit-vector in one of the three spellings.
pub(super) fn write_bit_vector(width: u32, need: Need, rng: &mut Rng, out: &mut Vec<u8>) {
    let mut bits = match need {
        Need::Negative => match rng.below(3) {
            0 => Bits::Ones,
            1 => Bits::Single(width - 1),
            _ => Bits::Hole(rng.below(width.max(2) as usize - 1) as u32),
        },
        _ => Bits::draw(width, rng),
    };
    if width == 1 && need == Need::Negative {
        bits = Bits::Ones;
    }
    if matches!(need, Need::Positive | Need::NonZero) && bits.is_zero(width) {
        bits = Bits::Number(1);
    }
    match rng.below(4) {
        _ if width > WIDEST => match bits {
            Bits::Number(_) => bits.write_decimal(width, out),
            // All of it must be written, whatever it takes.
            _ if need == Need::Negative => bits.write_binary(width, out),
            _ => Bits::Number(1).write_decimal(width, out),
        },
        0 if width <= 128 => bits.write_decimal(width, out),
        1 if width <= 16 => bits.write_binary(width, out),
        _ if width.is_multiple_of(4) => bits.write_hexadecimal(width, out),
        _ => bits.write_binary(width, out),
    }
}

/// Appends a floating-point number: a special one by its name or any by its bits.
pub(super) fn write_float(
    exponent: u32,
    significand: u32,
    rng: &mut Rng,
    out: &mut Vec<u8>,
) -> bool {
    let named = ["NaN", "+oo", "-oo", "+zero", "-zero"];
    let choice = rng.below(named.len() + 8);
    if choice < named.len() || exponent + significand > WIDEST {
        out.extend_from_slice(b"(_ ");
        out.extend_from_slice(named[choice % named.len()].as_bytes());
        for number in [exponent, significand] {
            out.push(b' ');
            write_number(u128::from(number), out);
        }
        out.push(b')');
        return true;
    }
    let fraction = significand - 1;
    // The exponent of 1, of the largest numbers, and that of the one after.
    let (bias, largest) = (Bits::Hole(exponent - 1), Bits::Hole(0));
    let (exponent_bits, fraction_bits) = match choice - named.len() {
        0 => (Bits::Zeros, Bits::Number(1)), // Smallest subnormal.
        1 => (Bits::Zeros, Bits::Ones),      // Largest subnormal.
        2 => (Bits::Number(1), Bits::Zeros), // Smallest normal.
        3 => (largest, Bits::Ones),          // Largest normal.
        4 => (bias, Bits::Zeros),            // One.
        5 => (bias, Bits::draw(fraction, rng)),
        6 => (Bits::draw(exponent, rng), Bits::draw(fraction, rng)),
        _ => (Bits::Random(rng.next_u64()), Bits::Random(rng.next_u64())),
    };
    let sign = if rng.chance(1, 3) {
        Bits::Ones
    } else {
        Bits::Zeros
    };
    out.extend_from_slice(b"(fp ");
    sign.write_binary(1, out);
    out.push(b' ');
    exponent_bits.write_binary(exponent, out);
    out.push(b' ');
    fraction_bits.write_binary(fraction, out);
    out.push(b')');
    true
}
