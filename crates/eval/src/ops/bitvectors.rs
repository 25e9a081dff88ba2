//! Bit-vectors: machine words up to 64 bits, long numbers beyond.

mod arithmetic;

pub(super) use arithmetic::signed_big;

use super::{Context, Line, fold_left, ints::integer, mismatch};
use crate::outcome::{Computed, Fault};
use crate::value::Value;
use arithmetic::{
    ashr, lshr, mask, ones, power, sdiv, shl, signed_small, small_ashr, small_lshr, small_sdiv,
    small_shl, small_smod, small_srem, small_udiv, small_urem, smod, srem, udiv, urem, wrap,
};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};

pub(crate) const OPERATORS: &[Line] = &[
    ("concat", |c, a| fold_left(c, a, concat)),
    ("extract", extract),
    ("repeat", repeat),
    ("zero_extend", |c, a| extend(c, a, false)),
    ("sign_extend", |c, a| extend(c, a, true)),
    ("rotate_left", |c, a| rotate(c, a, false)),
    ("rotate_right", |c, a| rotate(c, a, true)),
    ("ext_rotate_left", |c, a| rotate(c, a, false)),
    ("ext_rotate_right", |c, a| rotate(c, a, true)),
    ("bvrol", |c, a| rotate(c, a, false)),
    ("bvror", |c, a| rotate(c, a, true)),
    ("bvnot", |c, a| unary(c, a, |_, x| !x, |w, x| ones(w) ^ x)),
    ("bvneg", |c, a| {
        unary(c, a, |_, x| x.wrapping_neg(), |w, x| power(w) - x)
    }),
    ("bvinc", |c, a| {
        unary(c, a, |_, x| x.wrapping_add(1), |_, x| x + 1u32)
    }),
    ("bvdec", |c, a| {
        unary(c, a, |_, x| x.wrapping_sub(1), |w, x| x + ones(w))
    }),
    ("bvand", |c, a| {
        binary(c, a, |_, x, y| x & y, |_, x, y| x & y)
    }),
    ("bvor", |c, a| {
        binary(c, a, |_, x, y| x | y, |_, x, y| x | y)
    }),
    ("bvxor", |c, a| {
        binary(c, a, |_, x, y| x ^ y, |_, x, y| x ^ y)
    }),
    ("bvnand", |c, a| {
        binary(c, a, |_, x, y| !(x & y), |w, x, y| ones(w) ^ (x & y))
    }),
    ("bvnor", |c, a| {
        binary(c, a, |_, x, y| !(x | y), |w, x, y| ones(w) ^ (x | y))
    }),
    ("bvxnor", |c, a| {
        binary(c, a, |_, x, y| !(x ^ y), |w, x, y| ones(w) ^ x ^ y)
    }),
    ("bvadd", |c, a| {
        binary(c, a, |_, x, y| x.wrapping_add(y), |_, x, y| x + y)
    }),
    ("bvsub", |c, a| {
        binary(
            c,
            a,
            |_, x, y| x.wrapping_sub(y),
            |w, x, y| x + power(w) - y,
        )
    }),
    ("bvmul", |c, a| {
        binary(c, a, |_, x, y| x.wrapping_mul(y), |_, x, y| x * y)
    }),
    ("bvudiv", |c, a| binary(c, a, small_udiv, udiv)),
    ("bvudiv_i", |c, a| binary(c, a, small_udiv, udiv)),
    ("bvurem", |c, a| binary(c, a, small_urem, urem)),
    ("bvurem_i", |c, a| binary(c, a, small_urem, urem)),
    ("bvsdiv", |c, a| binary(c, a, small_sdiv, sdiv)),
    ("bvsdiv_i", |c, a| binary(c, a, small_sdiv, sdiv)),
    ("bvsrem", |c, a| binary(c, a, small_srem, srem)),
    ("bvsrem_i", |c, a| binary(c, a, small_srem, srem)),
    ("bvsmod", |c, a| binary(c, a, small_smod, smod)),
    ("bvsmod_i", |c, a| binary(c, a, small_smod, smod)),
    ("bvshl", |c, a| binary(c, a, small_shl, shl)),
    ("bvlshr", |c, a| binary(c, a, small_lshr, lshr)),
    ("bvashr", |c, a| binary(c, a, small_ashr, ashr)),
    ("bvcomp", |c, a| {
        bit_of(c, a, |c, x, y| Ok(x == y && c.values.width(x).is_some()))
    }),
    ("bvultbv", |c, a| {
        bit_of(c, a, |c, x, y| unsigned(c, x, y, |o| o.is_lt()))
    }),
    ("bvsltbv", |c, a| {
        bit_of(c, a, |c, x, y| signed(c, x, y, |o| o.is_lt()))
    }),
    ("bvult", |c, a| {
        pair(c, a, |c, x, y| unsigned(c, x, y, |o| o.is_lt()))
    }),
    ("bvule", |c, a| {
        pair(c, a, |c, x, y| unsigned(c, x, y, |o| o.is_le()))
    }),
    ("bvugt", |c, a| {
        pair(c, a, |c, x, y| unsigned(c, x, y, |o| o.is_gt()))
    }),
    ("bvuge", |c, a| {
        pair(c, a, |c, x, y| unsigned(c, x, y, |o| o.is_ge()))
    }),
    ("bvslt", |c, a| {
        pair(c, a, |c, x, y| signed(c, x, y, |o| o.is_lt()))
    }),
    ("bvsle", |c, a| {
        pair(c, a, |c, x, y| signed(c, x, y, |o| o.is_le()))
    }),
    ("bvsgt", |c, a| {
        pair(c, a, |c, x, y| signed(c, x, y, |o| o.is_gt()))
    }),
    ("bvsge", |c, a| {
        pair(c, a, |c, x, y| signed(c, x, y, |o| o.is_ge()))
    }),
    ("bvnego", |c, a| {
        let (width, bits) = bits(c, a, 0)?;
        Ok(Value::Bool(
            width > 0 && bits == BigUint::one() << (width - 1),
        ))
    }),
    ("bvuaddo", |c, a| overflow(c, a, false, |x, y| Some(x + y))),
    ("bvsaddo", |c, a| overflow(c, a, true, |x, y| Some(x + y))),
    ("bvusubo", |c, a| overflow(c, a, false, |x, y| Some(x - y))),
    ("bvssubo", |c, a| overflow(c, a, true, |x, y| Some(x - y))),
    ("bvumulo", |c, a| overflow(c, a, false, |x, y| Some(x * y))),
    ("bvsmulo", |c, a| overflow(c, a, true, |x, y| Some(x * y))),
    // Division by zero does not overflow.
    ("bvsdivo", |c, a| {
        overflow(c, a, true, |x, y| (!y.is_zero()).then(|| x / y))
    }),
    ("bvumul_noovfl", |c, a| {
        negated(overflow(c, a, false, |x, y| Some(x * y)))
    }),
    ("bvsmul_noovfl", |c, a| {
        let product = signed_product(c, a)?;
        Ok(Value::Bool(product.1 < BigInt::one() << (product.0 - 1)))
    }),
    ("bvsmul_noudfl", |c, a| {
        let product = signed_product(c, a)?;
        Ok(Value::Bool(
            product.1 >= -(BigInt::one() << (product.0 - 1)),
        ))
    }),
    ("ubv_to_int", |c, a| unsigned_int(c, a)),
    ("bv2nat", |c, a| unsigned_int(c, a)),
    ("bv2int", |c, a| unsigned_int(c, a)),
    ("ubv2int", |c, a| unsigned_int(c, a)),
    ("sbv_to_int", |c, a| signed_int(c, a)),
    ("sbv2int", |c, a| signed_int(c, a)),
    ("int_to_bv", int_to_bv),
    ("int2bv", int_to_bv),
    ("nat2bv", int_to_bv),
    ("bvredor", |c, a| reduce(c, a, |_, x| !x.is_zero())),
    ("bvredand", |c, a| reduce(c, a, |w, x| *x == ones(w))),
    ("bvredxor", |c, a| {
        reduce(c, a, |_, x| x.count_ones() % 2 == 1)
    }),
    ("bvite", |_, a| match *a {
        [Value::BitVec { width: 1, bits }, x, y] => Ok(if bits == 1 { x } else { y }),
        _ => Err(mismatch()),
    }),
    ("@bit", bit),
    ("bit", bit),
    ("bitOf", bit),
    ("bit2bool", bit),
    ("@bv", |c, _| {
        let index = *c.indices().first().ok_or_else(mismatch)?;
        let value = BigUint::parse_bytes(c.script.tree.symbols.bytes(index), 10);
        let width = width(c, 1)?;
        Ok(c.values.bit_vec(width, value.ok_or_else(mismatch)?))
    }),
    ("@bvsize", |c, a| {
        let (width, _) = bits(c, a, 0)?;
        Ok(Value::Int(width.into()))
    }),
    // The least significant bit comes first.
    ("@from_bools", |c, a| from_bools(c, a.iter().rev())),
    // z3's has the most significant bit first.
    ("mkbv", |c, a| from_bools(c, a.iter())),
    ("bit0", |_, _| Ok(Value::BitVec { width: 1, bits: 0 })),
    ("bit1", |_, _| Ok(Value::BitVec { width: 1, bits: 1 })),
];

/// An argument as a long number, with its width.
pub(crate) fn bits(c: &Context<'_>, a: &[Value], place: usize) -> Result<(u32, BigUint), Fault> {
    let value = *a.get(place).ok_or_else(mismatch)?;
    c.values.to_bits(value).ok_or_else(mismatch)
}

/// An index that is a width.
fn width(c: &Context<'_>, place: usize) -> Result<u32, Fault> {
    let width = c.index(place)?;
    c.afford_bits(width)?;
    u32::try_from(width).map_err(|_| Fault::OutOfBudget)
}

fn unary(
    c: &mut Context<'_>,
    a: &[Value],
    small: impl Fn(u32, u64) -> u64,
    wide: impl Fn(u32, BigUint) -> BigUint,
) -> Computed {
    if let &[Value::BitVec { width, bits }] = a {
        let bits = small(width, bits) & mask(width);
        return Ok(Value::BitVec { width, bits });
    }
    let (width, x) = bits(c, a, 0)?;
    Ok(c.values.bit_vec(width, wide(width, x)))
}

/// A binary operation, from left to right.
fn binary(
    c: &mut Context<'_>,
    a: &[Value],
    small: impl Fn(u32, u64, u64) -> u64,
    wide: impl Fn(u32, BigUint, BigUint) -> BigUint,
) -> Computed {
    fold_left(c, a, |c, x, y| {
        if let (
            Value::BitVec { width, bits: x },
            Value::BitVec {
                width: other,
                bits: y,
            },
        ) = (x, y)
            && width == other
        {
            let bits = small(width, x, y) & mask(width);
            return Ok(Value::BitVec { width, bits });
        }
        let ((width, x), (other, y)) = (bits(c, &[x], 0)?, bits(c, &[y], 0)?);
        if width != other {
            return Err(mismatch());
        }
        c.afford_bits(width.into())?;
        Ok(c.values.bit_vec(width, wide(width, x, y)))
    })
}

fn pair(
    c: &mut Context<'_>,
    a: &[Value],
    holds: impl Fn(&mut Context<'_>, Value, Value) -> Result<bool, Fault>,
) -> Computed {
    match *a {
        [x, y] => Ok(Value::Bool(holds(c, x, y)?)),
        _ => Err(mismatch()),
    }
}

/// A comparison whose result is a bit.
fn bit_of(
    c: &mut Context<'_>,
    a: &[Value],
    holds: impl Fn(&mut Context<'_>, Value, Value) -> Result<bool, Fault>,
) -> Computed {
    match pair(c, a, holds)? {
        Value::Bool(b) => Ok(Value::BitVec {
            width: 1,
            bits: b.into(),
        }),
        _ => Err(mismatch()),
    }
}

fn unsigned(
    c: &mut Context<'_>,
    x: Value,
    y: Value,
    holds: impl Fn(std::cmp::Ordering) -> bool,
) -> Result<bool, Fault> {
    if let (Value::BitVec { bits: x, .. }, Value::BitVec { bits: y, .. }) = (x, y) {
        return Ok(holds(x.cmp(&y)));
    }
    let ((_, x), (_, y)) = (bits(c, &[x], 0)?, bits(c, &[y], 0)?);
    Ok(holds(x.cmp(&y)))
}

fn signed(
    c: &mut Context<'_>,
    x: Value,
    y: Value,
    holds: impl Fn(std::cmp::Ordering) -> bool,
) -> Result<bool, Fault> {
    if let (Value::BitVec { width, bits: x }, Value::BitVec { bits: y, .. }) = (x, y) {
        return Ok(holds(signed_small(width, x).cmp(&signed_small(width, y))));
    }
    let ((width, x), (_, y)) = (bits(c, &[x], 0)?, bits(c, &[y], 0)?);
    Ok(holds(signed_big(width, &x).cmp(&signed_big(width, &y))))
}

fn concat(c: &mut Context<'_>, x: Value, y: Value) -> Computed {
    if let (Value::BitVec { width: w, bits: x }, Value::BitVec { width: v, bits: y }) = (x, y)
        && w + v <= 64
        && v < 64
    {
        return Ok(Value::BitVec {
            width: w + v,
            bits: x << v | y,
        });
    }
    let ((w, x), (v, y)) = (bits(c, &[x], 0)?, bits(c, &[y], 0)?);
    c.afford_bits(u64::from(w) + u64::from(v))?;
    Ok(c.values.bit_vec(w + v, x << v | y))
}

fn extract(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let (high, low) = (c.index(0)?, c.index(1)?);
    let value = *a.first().ok_or_else(mismatch)?;
    let whole = c.values.width(value).ok_or_else(mismatch)?;
    if low > high || high >= u64::from(whole) {
        return Err(Fault::unsupported("an extract of bits that are not there"));
    }
    let width = (high - low + 1) as u32;
    if let Value::BitVec { bits, .. } = value {
        let bits = bits >> low & mask(width);
        return Ok(Value::BitVec { width, bits });
    }
    let (_, x) = bits(c, a, 0)?;
    Ok(c.values.bit_vec(width, x >> low))
}

fn repeat(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let times = c.index(0)?;
    if times == 0 {
        return Err(Fault::unsupported("a bit-vector without bits"));
    }
    let (width, x) = bits(c, a, 0)?;
    let total = times.saturating_mul(u64::from(width));
    c.afford_bits(total)?;
    let mut result = BigUint::zero();
    for _ in 0..times {
        result = (result << width) | &x;
    }
    Ok(c.values.bit_vec(total as u32, result))
}

fn extend(c: &mut Context<'_>, a: &[Value], with_sign: bool) -> Computed {
    let more = width(c, 0)?;
    if let &[Value::BitVec { width, bits }] = a
        && width + more <= 64
    {
        let extended = match with_sign {
            true => signed_small(width, bits) as u64,
            false => bits,
        };
        let width = width + more;
        return Ok(Value::BitVec {
            width,
            bits: extended & mask(width),
        });
    }
    let (old, x) = bits(c, a, 0)?;
    let new = old + more;
    c.afford_bits(new.into())?;
    let x = match with_sign {
        true => wrap(new, &signed_big(old, &x)),
        false => x,
    };
    Ok(c.values.bit_vec(new, x))
}

/// By an index, or by a second argument.
fn rotate(c: &mut Context<'_>, a: &[Value], right: bool) -> Computed {
    let (width, x) = bits(c, a, 0)?;
    if width == 0 {
        return Err(mismatch());
    }
    let by = match a {
        [_] => {
            let index = *c.indices().first().ok_or_else(mismatch)?;
            let text = c.script.tree.symbols.bytes(index);
            BigUint::parse_bytes(text, 10).ok_or_else(mismatch)?
        }
        _ => bits(c, a, 1)?.1,
    };
    let by = (by % width).to_u32().unwrap_or(0);
    let left = if right { width - by } else { by };
    let rotated = (&x << left) | (x >> (width - left));
    Ok(c.values.bit_vec(width, rotated))
}

/// Whether a result does not fit.
fn overflow(
    c: &mut Context<'_>,
    a: &[Value],
    with_sign: bool,
    result: impl Fn(BigInt, BigInt) -> Option<BigInt>,
) -> Computed {
    let ((width, x), (_, y)) = (bits(c, a, 0)?, bits(c, a, 1)?);
    let (x, y) = match with_sign {
        true => (signed_big(width, &x), signed_big(width, &y)),
        false => (x.into(), y.into()),
    };
    let Some(result) = result(x, y) else {
        return Ok(Value::Bool(false));
    };
    let whole: BigInt = BigInt::one() << width;
    let half: BigInt = &whole >> 1u32;
    let (low, high) = match with_sign {
        true => (-half.clone(), half),
        false => (BigInt::zero(), whole),
    };
    Ok(Value::Bool(result < low || result >= high))
}

fn negated(computed: Computed) -> Computed {
    match computed? {
        Value::Bool(b) => Ok(Value::Bool(!b)),
        other => Ok(other),
    }
}

fn signed_product(c: &Context<'_>, a: &[Value]) -> Result<(u32, BigInt), Fault> {
    let ((width, x), (_, y)) = (bits(c, a, 0)?, bits(c, a, 1)?);
    if width == 0 {
        return Err(mismatch());
    }
    Ok((width, signed_big(width, &x) * signed_big(width, &y)))
}

fn unsigned_int(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let (_, x) = bits(c, a, 0)?;
    Ok(c.values.int(BigInt::from_biguint(Sign::Plus, x)))
}

fn signed_int(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let (width, x) = bits(c, a, 0)?;
    Ok(c.values.int(signed_big(width, &x)))
}

fn int_to_bv(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let width = width(c, 0)?;
    let number = integer(c, a, 0)?;
    Ok(c.values.bit_vec(width, wrap(width, &number)))
}

fn reduce(c: &mut Context<'_>, a: &[Value], holds: impl Fn(u32, &BigUint) -> bool) -> Computed {
    let (width, x) = bits(c, a, 0)?;
    Ok(Value::BitVec {
        width: 1,
        bits: holds(width, &x).into(),
    })
}

fn bit(c: &mut Context<'_>, a: &[Value]) -> Computed {
    let (width, x) = bits(c, a, 0)?;
    let index = c.index(0)?;
    match index < u64::from(width) {
        true => Ok(Value::Bool(x.bit(index))),
        false => Err(mismatch()),
    }
}

fn from_bools<'a>(c: &mut Context<'_>, bools: impl Iterator<Item = &'a Value>) -> Computed {
    let (mut bits, mut width) = (BigUint::zero(), 0);
    for bool in bools {
        match bool {
            Value::Bool(b) => bits = (bits << 1) | BigUint::from(u32::from(*b)),
            _ => return Err(mismatch()),
        }
        width += 1;
    }
    Ok(c.values.bit_vec(width, bits))
}
