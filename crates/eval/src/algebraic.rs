//! Real algebraic numbers: a polynomial and an interval that has one of its roots.

use crate::polynomial::{Polynomial, Sturm};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;

/// The highest degree that sums and products may have.
const MAX_DEGREE: usize = 48;
/// The longest coefficient, in bits, times the square of the degree. What is done with a polynomial takes
/// more than in proportion to that: with ten times as much, one product may take a minute.
const MAX_SIZE: u64 = 100_000;
/// How often an interval is halved before we give up.
const MAX_HALVINGS: usize = 1_000;

/// A real algebraic number.
#[derive(Debug, Clone)]
pub(crate) enum Algebraic {
    Rational(BigRational),
    /// The only root between the two bounds, which are no roots. It is irrational.
    Root {
        polynomial: Polynomial,
        low: BigRational,
        high: BigRational,
    },
}

use Algebraic::{Rational, Root};

impl Algebraic {
    pub fn rational(number: BigRational) -> Self {
        Rational(number)
    }

    pub fn as_rational(&self) -> Option<BigRational> {
        match self {
            Rational(number) => Some(number.clone()),
            Root { .. } => None,
        }
    }

    /// About how much memory it takes.
    pub fn size(&self) -> usize {
        match self {
            Rational(_) => 64,
            Root { polynomial, .. } => {
                let bits = polynomial.coefficients().iter().map(BigInt::bits);
                128 + bits.sum::<u64>() as usize / 8 + 32 * polynomial.degree()
            }
        }
    }

    /// The root number `index` of a polynomial, counted from 1 and upwards.
    pub fn nth_root(polynomial: &Polynomial, index: usize) -> Option<Self> {
        if polynomial.degree() == 0 || index == 0 || !is_affordable(polynomial) {
            return None;
        }
        let polynomial = polynomial.square_free();
        let sturm = polynomial.sturm();
        let bound = polynomial.root_bound();
        let (mut low, mut high) = (-bound.clone(), bound);
        let mut before = 0;
        if sturm.roots_between(&low, &high) < index {
            return None;
        }
        for _ in 0..MAX_HALVINGS {
            if before + 1 == index && sturm.roots_between(&low, &high) == 1 {
                return Self::root(polynomial, low, high);
            }
            let middle = split(&polynomial, &low, &high);
            let left = sturm.roots_between(&low, &middle);
            if before + left >= index {
                high = middle;
            } else {
                before += left;
                low = middle;
            }
        }
        None
    }

    /// The only root of a polynomial in an interval; `None` if there are several, or none.
    pub fn root_in(polynomial: &Polynomial, low: BigRational, high: BigRational) -> Option<Self> {
        if polynomial.degree() == 0 || !is_affordable(polynomial) {
            return None;
        }
        let polynomial = polynomial.square_free();
        if polynomial.at(&low).is_zero() || polynomial.at(&high).is_zero() {
            // Of cvc5 the interval is open, so a root at its end is another one. Narrowing would
            // be a guess, so only the plain case is taken.
            return (low == high).then_some(Rational(low));
        }
        match polynomial.sturm().roots_between(&low, &high) {
            1 => Self::root(polynomial, low, high),
            _ => None,
        }
    }

    /// The root between two bounds, rational if it is.
    fn root(polynomial: Polynomial, mut low: BigRational, mut high: BigRational) -> Option<Self> {
        // If it is rational, then it is an integer over the leading coefficient.
        let lead = BigRational::from_integer(polynomial.leading());
        for _ in 0..MAX_HALVINGS {
            if (&high - &low) * &lead < BigRational::one() {
                let candidate = (&low * &lead).ceil() / &lead;
                let hit = candidate > low && candidate < high;
                if hit && polynomial.at(&candidate).is_zero() {
                    return Some(Rational(candidate));
                }
                return Some(Root {
                    polynomial,
                    low,
                    high,
                });
            }
            if let Some(exact) = halve(&polynomial, &mut low, &mut high) {
                return Some(Rational(exact));
            }
        }
        None
    }

    /// Halves the interval.
    fn refine(&mut self) {
        if let Root {
            polynomial,
            low,
            high,
        } = self
            && let Some(exact) = halve(polynomial, low, high)
        {
            *self = Rational(exact);
        }
    }

    /// Bounds, equal for a rational number.
    fn bounds(&self) -> (&BigRational, &BigRational) {
        match self {
            Rational(number) => (number, number),
            Root { low, high, .. } => (low, high),
        }
    }

    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        if self == other {
            return Some(Ordering::Equal);
        }
        let (mut left, mut right) = (self.clone(), other.clone());
        for _ in 0..MAX_HALVINGS {
            if left.bounds().1 <= right.bounds().0 {
                return Some(Ordering::Less);
            }
            if right.bounds().1 <= left.bounds().0 {
                return Some(Ordering::Greater);
            }
            left.refine();
            right.refine();
        }
        None
    }

    pub fn negate(&self) -> Self {
        match self {
            Rational(number) => Rational(-number),
            Root {
                polynomial,
                low,
                high,
            } => {
                let signed = polynomial.coefficients().iter().enumerate();
                let flipped = signed.map(|(n, c)| if n % 2 == 1 { -c } else { c.clone() });
                Root {
                    polynomial: Polynomial::new(flipped.collect()).primitive(),
                    low: -high,
                    high: -low,
                }
            }
        }
    }

    /// One over it; not for zero.
    pub fn invert(&self) -> Option<Self> {
        match self {
            Rational(number) if number.is_zero() => None,
            Rational(number) => Some(Rational(number.recip())),
            Root { .. } => {
                let mut number = self.clone();
                for _ in 0..MAX_HALVINGS {
                    let Root {
                        polynomial,
                        low,
                        high,
                    } = &number
                    else {
                        return number.invert();
                    };
                    if low.is_positive() || high.is_negative() {
                        let reversed = polynomial.coefficients().iter().rev().cloned();
                        return Some(Root {
                            polynomial: Polynomial::new(reversed.collect()).primitive(),
                            low: high.recip(),
                            high: low.recip(),
                        });
                    }
                    number.refine();
                }
                None
            }
        }
    }

    pub fn add(&self, other: &Self) -> Option<Self> {
        self.combine(other, Combination::Sum)
    }

    pub fn multiply(&self, other: &Self) -> Option<Self> {
        self.combine(other, Combination::Product)
    }

    fn combine(&self, other: &Self, how: Combination) -> Option<Self> {
        let (a, b) = match (self, other) {
            (Rational(a), Rational(b)) => return Some(Rational(how.of(a, b))),
            (Root { .. }, Rational(number)) => return self.shift_or_scale(number, how),
            (Rational(number), Root { .. }) => return other.shift_or_scale(number, how),
            (Root { polynomial: a, .. }, Root { polynomial: b, .. }) => (a, b),
        };
        let degree = a.degree() * b.degree();
        if degree > MAX_DEGREE {
            return None;
        }
        let (a, b) = (
            a.clone().without_zero_roots(),
            b.clone().without_zero_roots(),
        );
        let points: Vec<BigRational> = (0..=degree)
            .map(|x| a.resultant(&how.partner(&b, &BigInt::from(x))))
            .collect();
        let result = Polynomial::through(&points);
        if result.degree() == 0 || !is_affordable(&result) {
            return None;
        }
        let polynomial = result.square_free();
        let sturm = polynomial.sturm();
        let (mut left, mut right) = (self.clone(), other.clone());
        for _ in 0..MAX_HALVINGS {
            let (low, high) = how.interval(left.bounds(), right.bounds());
            if isolates(&polynomial, &sturm, &low, &high) {
                return Self::root(polynomial, low, high);
            }
            left.refine();
            right.refine();
            if let (Rational(_), _) | (_, Rational(_)) = (&left, &right) {
                return left.combine(&right, how);
            }
        }
        None
    }

    fn shift_or_scale(&self, number: &BigRational, how: Combination) -> Option<Self> {
        let Root {
            polynomial,
            low,
            high,
        } = self
        else {
            return None;
        };
        let rational = |c: &BigInt| BigRational::from_integer(c.clone());
        let mut coefficients: Vec<BigRational> =
            polynomial.coefficients().iter().map(rational).collect();
        match how {
            Combination::Product if number.is_zero() => return Some(Rational(BigRational::zero())),
            Combination::Product => {
                let mut power = BigRational::one();
                for c in &mut coefficients {
                    *c /= &power;
                    power *= number;
                }
            }
            Combination::Sum => {
                // p(x - number), by Horner's scheme.
                let mut shifted: Vec<BigRational> = Vec::new();
                for c in coefficients.iter().rev() {
                    shifted.insert(0, BigRational::zero());
                    for n in 1..shifted.len() {
                        let upper = shifted[n].clone();
                        shifted[n - 1] -= upper * number;
                    }
                    shifted[0] += c;
                }
                coefficients = shifted;
            }
        }
        let polynomial = Polynomial::from_rationals(&coefficients);
        let (low, high) = how.interval((low, high), (number, number));
        is_affordable(&polynomial).then_some(Root {
            polynomial,
            low,
            high,
        })
    }

    /// The greatest integer that is not greater.
    pub fn floor(&self) -> Option<BigInt> {
        let mut number = self.clone();
        for _ in 0..MAX_HALVINGS {
            let (low, high) = number.bounds();
            let (below, above) = (low.floor(), high.floor());
            // An irrational number below an integer bound has the floor of what is below.
            if below == above
                || (high.is_integer() && &below + BigRational::one() == *high && low != high)
            {
                return Some(below.to_integer());
            }
            number.refine();
        }
        None
    }

    /// The polynomial and the number of the root among its roots.
    pub fn as_nth_root(&self) -> Option<(Polynomial, usize)> {
        let Root {
            polynomial, high, ..
        } = self
        else {
            return None;
        };
        let bound = -polynomial.root_bound();
        let index = polynomial.sturm().roots_between(&bound, high);
        Some((polynomial.clone(), index))
    }
}

impl PartialEq for Algebraic {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Rational(a), Rational(b)) => a == b,
            (
                Root {
                    polynomial: a,
                    low,
                    high,
                },
                Root {
                    polynomial: b,
                    low: other_low,
                    high: other_high,
                },
            ) => {
                let (low, high) = (low.max(other_low), high.min(other_high));
                let common = a.gcd(b);
                low < high && common.degree() > 0 && common.sturm().roots_between(low, high) == 1
            }
            _ => false,
        }
    }
}

#[derive(Clone, Copy)]
enum Combination {
    Sum,
    Product,
}

impl Combination {
    fn of(self, a: &BigRational, b: &BigRational) -> BigRational {
        match self {
            Combination::Sum => a + b,
            Combination::Product => a * b,
        }
    }

    /// The polynomial in `y` whose roots `y` make `x` a combination of `y` and a root of `b`.
    fn partner(self, b: &Polynomial, x: &BigInt) -> Polynomial {
        let coefficients = b.coefficients();
        match self {
            Combination::Sum => {
                // b(x - y), by Horner's scheme.
                let mut sum: Vec<BigInt> = Vec::new();
                for c in coefficients.iter().rev() {
                    sum.insert(0, BigInt::zero());
                    for n in 1..sum.len() {
                        let upper = sum[n].clone();
                        sum[n - 1] += &upper * x;
                        sum[n] = -upper;
                    }
                    sum[0] += c;
                }
                Polynomial::new(sum)
            }
            Combination::Product => {
                let mut power = BigInt::one();
                let mut scaled = Vec::new();
                for c in coefficients {
                    scaled.push(c * &power);
                    power *= x;
                }
                scaled.reverse();
                Polynomial::new(scaled)
            }
        }
    }

    fn interval(
        self,
        (a, b): (&BigRational, &BigRational),
        (c, d): (&BigRational, &BigRational),
    ) -> (BigRational, BigRational) {
        let corners = [self.of(a, c), self.of(a, d), self.of(b, c), self.of(b, d)];
        let low = corners.iter().min().cloned().unwrap_or_default();
        let high = corners.into_iter().max().unwrap_or_default();
        (low, high)
    }
}

fn is_affordable(polynomial: &Polynomial) -> bool {
    let (degree, coefficients) = (polynomial.degree(), polynomial.coefficients());
    let bits = coefficients.iter().map(BigInt::bits).max().unwrap_or(0);
    degree <= MAX_DEGREE && bits.saturating_mul((degree * degree) as u64) <= MAX_SIZE
}

fn isolates(p: &Polynomial, sturm: &Sturm, low: &BigRational, high: &BigRational) -> bool {
    !p.at(low).is_zero() && !p.at(high).is_zero() && sturm.roots_between(low, high) == 1
}

/// A point between two bounds that is no root.
fn split(polynomial: &Polynomial, low: &BigRational, high: &BigRational) -> BigRational {
    let mut parts = BigInt::from(2);
    loop {
        let point = low + (high - low) / BigRational::from_integer(parts.clone());
        if !polynomial.at(&point).is_zero() {
            return point;
        }
        // There are only so many roots.
        parts += 1;
    }
}

/// Halves an interval around a root; the root itself if it is in the middle.
fn halve(
    polynomial: &Polynomial,
    low: &mut BigRational,
    high: &mut BigRational,
) -> Option<BigRational> {
    let middle = (&*low + &*high) / BigRational::from_integer(2.into());
    let here = polynomial.at(&middle);
    if here.is_zero() {
        return Some(middle);
    }
    match here.is_negative() == polynomial.at(low).is_negative() {
        true => *low = middle,
        false => *high = middle,
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(coefficients: &[i64], index: usize) -> Algebraic {
        let coefficients = coefficients.iter().map(|&c| BigInt::from(c)).collect();
        Algebraic::nth_root(&Polynomial::new(coefficients), index).unwrap()
    }

    fn whole(number: i64) -> Algebraic {
        Rational(BigRational::from_integer(number.into()))
    }

    #[test]
    fn roots_are_counted_upwards() {
        let (minus, plus) = (root(&[-2, 0, 1], 1), root(&[-2, 0, 1], 2));
        assert_eq!(minus.compare(&plus), Some(Ordering::Less));
        assert_eq!(minus.compare(&whole(-1)), Some(Ordering::Less));
        assert_eq!(plus.floor(), Some(1.into()));
        assert_eq!(minus.floor(), Some((-2).into()));
        assert_eq!(minus.negate(), plus);
        assert_eq!(root(&[-4, 0, 1], 2), whole(2));
        assert_eq!(root(&[0, -1, 0, 1], 2), whole(0));
        assert!(
            Algebraic::nth_root(&Polynomial::new(vec![1.into(), 0.into(), 1.into()]), 1).is_none()
        );
    }

    #[test]
    fn sums_and_products_are_exact() {
        let (two, three) = (root(&[-2, 0, 1], 2), root(&[-3, 0, 1], 2));
        assert_eq!(two.multiply(&two), Some(whole(2)));
        assert_eq!(two.add(&two.negate()), Some(whole(0)));
        assert_eq!(two.multiply(&three), Some(root(&[-6, 0, 1], 2)));
        // The sum of the square roots of 2 and 3 is a root of x^4 - 10 x^2 + 1.
        assert_eq!(two.add(&three), Some(root(&[1, 0, -10, 0, 1], 4)));
        assert_eq!(
            two.add(&whole(1)).unwrap().add(&whole(-1)),
            Some(two.clone())
        );
        assert_eq!(two.multiply(&whole(3)), Some(root(&[-18, 0, 1], 2)));
        assert_eq!(two.multiply(&two.invert().unwrap()), Some(whole(1)));
        let cube = root(&[-2, 0, 0, 1], 1);
        assert_eq!(
            cube.multiply(&cube).and_then(|s| s.multiply(&cube)),
            Some(whole(2))
        );
        let sum = cube.add(&two).unwrap();
        assert_eq!(sum.add(&cube.negate()), Some(two));
    }

    #[test]
    fn equal_numbers_of_different_polynomials() {
        // x^6 - 8 has the square root of 2 too.
        let other = root(&[-8, 0, 0, 0, 0, 0, 1], 2);
        assert_eq!(other, root(&[-2, 0, 1], 2));
        assert_ne!(other, root(&[-3, 0, 1], 2));
    }
}
