//! Polynomials in one variable with integer coefficients, as far as algebraic numbers need them.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// Coefficients from the constant up; the last is not zero. No coefficients: zero.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Polynomial(Vec<BigInt>);

impl Polynomial {
    pub fn new(mut coefficients: Vec<BigInt>) -> Self {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Self(coefficients)
    }

    /// The polynomial with the same roots, its coefficients integers without a common factor.
    pub fn from_rationals(coefficients: &[BigRational]) -> Self {
        let common = coefficients
            .iter()
            .fold(BigInt::one(), |lcm, c| lcm.lcm(c.denom()));
        let scaled = coefficients
            .iter()
            .map(|c| c.numer() * (&common / c.denom()));
        Self::new(scaled.collect()).primitive()
    }

    pub fn coefficients(&self) -> &[BigInt] {
        &self.0
    }

    pub fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub fn leading(&self) -> BigInt {
        self.0.last().cloned().unwrap_or_default()
    }

    /// Without common factors of the coefficients, and with a positive leading coefficient.
    pub fn primitive(mut self) -> Self {
        let mut content = self.0.iter().fold(BigInt::zero(), |g, c| g.gcd(c));
        if content.is_zero() || content.is_one() && !self.leading().is_negative() {
            return self;
        }
        if self.leading().is_negative() {
            content = -content;
        }
        self.0.iter_mut().for_each(|c| *c /= &content);
        self
    }

    pub fn at(&self, x: &BigRational) -> BigRational {
        let mut sum = BigRational::zero();
        for c in self.0.iter().rev() {
            sum = sum * x + BigRational::from_integer(c.clone());
        }
        sum
    }

    pub fn derivative(&self) -> Self {
        let terms = self.0.iter().enumerate().skip(1);
        Self::new(terms.map(|(n, c)| c * BigInt::from(n)).collect())
    }

    /// The remainder of a division by another, times a positive number.
    fn remainder(&self, other: &Self) -> Self {
        let (mut rest, lead) = (self.0.clone(), other.leading());
        if lead.is_zero() {
            return self.clone();
        }
        let scale = lead.abs();
        while rest.len() >= other.0.len() {
            let top = rest.last().cloned().unwrap_or_default();
            let shift = rest.len() - other.0.len();
            let factor = if lead.is_negative() { -top } else { top };
            for (place, c) in rest.iter_mut().enumerate() {
                *c *= &scale;
                if let Some(d) = place.checked_sub(shift).and_then(|n| other.0.get(n)) {
                    *c -= &factor * d;
                }
            }
            rest = Self::new(rest).0;
        }
        // The sign matters to Sturm, so only a positive factor may go.
        let content = rest.iter().fold(BigInt::zero(), |g, c| g.gcd(c));
        if !content.is_zero() {
            rest.iter_mut().for_each(|c| *c /= &content);
        }
        Self::new(rest)
    }

    pub fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let rest = a.remainder(&b);
            a = std::mem::replace(&mut b, rest);
        }
        a.primitive()
    }

    /// The quotient by a divisor, up to a constant factor.
    fn quotient(&self, divisor: &Self) -> Self {
        let rational = |c: &BigInt| BigRational::from_integer(c.clone());
        let mut rest: Vec<BigRational> = self.0.iter().map(rational).collect();
        let lead = rational(&divisor.leading());
        let Some(length) = (rest.len() + 1).checked_sub(divisor.0.len()) else {
            return self.clone();
        };
        let mut quotient = vec![BigRational::zero(); length];
        for (place, slot) in quotient.iter_mut().enumerate().rev() {
            let top = rest.pop().unwrap_or_default() / &lead;
            for (n, d) in divisor.0.iter().enumerate() {
                if let Some(c) = rest.get_mut(place + n) {
                    *c -= &top * rational(d);
                }
            }
            *slot = top;
        }
        Self::from_rationals(&quotient)
    }

    /// The polynomial with the same roots, each once.
    pub fn square_free(&self) -> Self {
        let common = self.gcd(&self.derivative());
        match common.degree() {
            0 => self.clone().primitive(),
            _ => self.quotient(&common).primitive(),
        }
    }

    /// With every root 0 removed.
    pub fn without_zero_roots(self) -> Self {
        Self(self.0.into_iter().skip_while(Zero::is_zero).collect())
    }

    /// The chain whose changes of sign count roots.
    pub fn sturm(&self) -> Sturm {
        let mut chain = vec![self.clone(), self.derivative()];
        while let [.., a, b] = &chain[..]
            && !b.is_zero()
        {
            let rest = a.remainder(b);
            let negated = Self(rest.0.into_iter().map(|c| -c).collect());
            chain.push(negated);
        }
        chain.retain(|p| !p.is_zero());
        Sturm(chain)
    }

    /// More than the absolute value of every root.
    pub fn root_bound(&self) -> BigRational {
        let most = self.0.iter().map(|c| c.abs()).max().unwrap_or_default();
        let lead = self.leading().abs();
        match lead.is_zero() {
            true => BigRational::one(),
            false => BigRational::new(most, lead) + BigRational::from_integer(2.into()),
        }
    }

    /// The resultant with another.
    pub fn resultant(&self, other: &Self) -> BigRational {
        let rational = |p: &Self| -> Vec<BigRational> {
            let whole = |c: &BigInt| BigRational::from_integer(c.clone());
            p.0.iter().map(whole).collect()
        };
        let (mut a, mut b) = (rational(self), rational(other));
        let mut result = BigRational::one();
        loop {
            if a.is_empty() || b.is_empty() {
                return BigRational::zero();
            }
            if b.len() == 1 {
                return result * num_traits::pow(b.swap_remove(0), a.len() - 1);
            }
            if a.len() < b.len() {
                if (a.len() - 1) % 2 == 1 && (b.len() - 1) % 2 == 1 {
                    result = -result;
                }
                std::mem::swap(&mut a, &mut b);
                continue;
            }
            let (degree, lead) = (a.len() - 1, b[b.len() - 1].clone());
            while a.len() >= b.len() {
                let top = a.pop().unwrap_or_default() / &lead;
                let shift = a.len() + 1 - b.len();
                for (c, d) in a.iter_mut().skip(shift).zip(&b) {
                    *c -= &top * d;
                }
                while a.last().is_some_and(Zero::is_zero) {
                    a.pop();
                }
            }
            // res(a, b) is lead(b)^(deg a - deg r) * (-1)^(deg a * deg b) * res(b, r) up to order.
            if degree % 2 == 1 && (b.len() - 1) % 2 == 1 {
                result = -result;
            }
            if a.is_empty() {
                return BigRational::zero();
            }
            result *= num_traits::pow(lead, degree - (a.len() - 1));
            std::mem::swap(&mut a, &mut b);
        }
    }

    /// The polynomial of at most the given degree through its values at 0, 1, 2, ...
    pub fn through(values: &[BigRational]) -> Self {
        // Newton's divided differences.
        let mut differences = values.to_vec();
        for level in 1..values.len() {
            for place in (level..values.len()).rev() {
                let lower = differences[place - 1].clone();
                let step = BigRational::from_integer(BigInt::from(level));
                differences[place] = (&differences[place] - lower) / step;
            }
        }
        let mut sum: Vec<BigRational> = Vec::new();
        for (place, difference) in differences.iter().enumerate().rev() {
            // sum = sum * (x - place) + difference
            let node = BigRational::from_integer(BigInt::from(place));
            sum.insert(0, BigRational::zero());
            for n in 1..sum.len() {
                let upper = sum[n].clone();
                sum[n - 1] -= upper * &node;
            }
            sum[0] += difference;
        }
        Self::from_rationals(&sum)
    }
}

/// A chain of Sturm.
#[derive(Debug, Clone)]
pub(crate) struct Sturm(Vec<Polynomial>);

impl Sturm {
    fn changes(&self, x: &BigRational) -> usize {
        let signs = self.0.iter().map(|p| p.at(x)).filter(|v| !v.is_zero());
        let signs: Vec<bool> = signs.map(|v| v.is_negative()).collect();
        signs.windows(2).filter(|w| w[0] != w[1]).count()
    }

    /// How many different roots there are between two numbers that are no roots.
    pub fn roots_between(&self, low: &BigRational, high: &BigRational) -> usize {
        self.changes(low).saturating_sub(self.changes(high))
    }
}
