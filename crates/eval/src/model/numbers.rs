//! Algebraic numbers as z3 and cvc5 print them.

use crate::algebraic::Algebraic;
use crate::machine::decimal;
use crate::polynomial::Polynomial;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use smt::{NodeId, Tree};

/// Polynomials of a higher degree are not read.
const MAX_DEGREE: usize = 64;

/// z3's `(root-obj (+ (^ x 2) (- 2)) 1)`.
pub(super) fn root_obj(tree: &Tree, node: NodeId) -> Option<Algebraic> {
    let mut parts = tree.children(node).skip(1);
    let (polynomial, index) = (parts.next()?, parts.next()?);
    let index = usize::try_from(tree.symbols.number(tree.atom(index)?)?).ok()?;
    let coefficients = read_polynomial(tree, polynomial)?;
    Algebraic::nth_root(&Polynomial::from_rationals(&coefficients), index)
}

/// A polynomial in one variable, with `+`, `-`, `*`, `^` and `/`. What nests deeper than such
/// polynomials do is not read.
fn read_polynomial(tree: &Tree, root: NodeId) -> Option<Vec<BigRational>> {
    // Postorder with a stack: a list is done when the next node is behind it.
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    let mut values: Vec<Vec<BigRational>> = Vec::new();
    for node in tree.below(root) {
        while let Some(&(list, base)) = open.last()
            && tree.after(list) <= node
        {
            open.pop();
            combine(tree, list, base, &mut values)?;
        }
        match tree.atom(node) {
            None => open.push((node, values.len())),
            Some(atom) => {
                let text = tree.symbols.bytes(atom);
                if matches!(text, b"+" | b"-" | b"*" | b"^" | b"/") {
                    continue;
                }
                let (sign, digits) = match text.strip_prefix(b"-") {
                    Some(digits) => (-BigRational::one(), digits),
                    None => (BigRational::one(), text),
                };
                values.push(match decimal(digits).filter(|_| !digits.is_empty()) {
                    Some(number) => vec![sign * number],
                    None => vec![BigRational::zero(), BigRational::one()],
                });
            }
        }
    }
    while let Some((list, base)) = open.pop() {
        combine(tree, list, base, &mut values)?;
    }
    let result = values.pop()?;
    values.is_empty().then_some(result)
}

fn combine(
    tree: &Tree,
    list: NodeId,
    base: usize,
    values: &mut Vec<Vec<BigRational>>,
) -> Option<()> {
    let head = tree.children(list).next()?;
    let arguments = values.split_off(base.min(values.len()));
    let head = tree.symbols.bytes(tree.atom(head)?);
    let result = match (head, &arguments[..]) {
        (b"-", [x]) => x.iter().map(|c| -c).collect(),
        (b"+", [first, rest @ ..]) => rest.iter().fold(first.clone(), |x, y| add(&x, y, false)),
        (b"-", [first, rest @ ..]) => rest.iter().fold(first.clone(), |x, y| add(&x, y, true)),
        (b"*", [first, rest @ ..]) => {
            let mut product = first.clone();
            for factor in rest {
                product = multiply(&product, factor)?;
            }
            product
        }
        (b"/", [x, y]) => match &y[..] {
            [divisor] if !divisor.is_zero() => x.iter().map(|c| c / divisor).collect(),
            _ => return None,
        },
        (b"^", [x, y]) => {
            let [exponent] = &y[..] else { return None };
            let exponent = usize::try_from(exponent.to_integer()).ok()?;
            let mut power = vec![BigRational::one()];
            for _ in 0..exponent {
                power = multiply(&power, x)?;
            }
            power
        }
        _ => return None,
    };
    values.push(result);
    Some(())
}

fn add(x: &[BigRational], y: &[BigRational], minus: bool) -> Vec<BigRational> {
    let zero = BigRational::zero();
    (0..x.len().max(y.len()))
        .map(|n| {
            let (a, b) = (x.get(n).unwrap_or(&zero), y.get(n).unwrap_or(&zero));
            if minus { a - b } else { a + b }
        })
        .collect()
}

fn multiply(x: &[BigRational], y: &[BigRational]) -> Option<Vec<BigRational>> {
    if x.len() + y.len() > MAX_DEGREE + 2 {
        return None;
    }
    let mut product = vec![BigRational::zero(); (x.len() + y.len()).saturating_sub(1)];
    for (n, a) in x.iter().enumerate() {
        for (m, b) in y.iter().enumerate() {
            if let Some(c) = product.get_mut(n + m) {
                *c += a * b;
            }
        }
    }
    Some(product)
}

/// cvc5's `(_ real_algebraic_number <1*x^6 + (-8), (5/4, 3/2)>)`, given as text.
pub(super) fn real_algebraic_number(text: &[u8]) -> Option<Algebraic> {
    let text: String = String::from_utf8_lossy(text)
        .chars()
        .filter(|c| *c != ' ')
        .collect();
    let inner = text.split_once('<')?.1.rsplit_once('>')?.0;
    let (polynomial, interval) = inner.rsplit_once(",(")?;
    // The interval has a comma of its own.
    let (low, high) = interval.trim_end_matches(')').split_once(',')?;
    let mut coefficients: Vec<BigRational> = Vec::new();
    // Summands are `c*x^n`, `x^n`, `c*x`, `x` or `c`; negative ones are in parentheses or signed.
    let separated = polynomial.replace(['(', ')'], "").replace('-', "+-");
    for summand in separated.split('+').filter(|s| !s.is_empty() && *s != "-") {
        let (factor, power) = match summand.split_once('x') {
            None => (summand, 0),
            Some((factor, power)) => {
                let power = match power.strip_prefix('^') {
                    Some(digits) => digits.parse().ok()?,
                    None => 1,
                };
                (factor.trim_end_matches('*'), power)
            }
        };
        let factor = match factor {
            "" => BigRational::one(),
            "-" => -BigRational::one(),
            digits => fraction(digits)?,
        };
        if power > MAX_DEGREE {
            return None;
        }
        if coefficients.len() <= power {
            coefficients.resize(power + 1, BigRational::zero());
        }
        if let Some(c) = coefficients.get_mut(power) {
            *c += factor;
        }
    }
    let polynomial = Polynomial::from_rationals(&coefficients);
    Algebraic::root_in(&polynomial, fraction(low)?, fraction(high)?)
}

/// `-5/4`, `3`.
fn fraction(text: &str) -> Option<BigRational> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let denominator: BigInt = denominator.parse().ok()?;
    let numerator: BigInt = numerator.parse().ok()?;
    (!denominator.is_zero()).then(|| BigRational::new(numerator, denominator))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(coefficients: &[i64], index: usize) -> Algebraic {
        let coefficients = coefficients.iter().map(|&c| BigInt::from(c)).collect();
        Algebraic::nth_root(&Polynomial::new(coefficients), index).unwrap()
    }

    #[test]
    fn roots_of_z3() {
        for (text, expected) in [
            ("(root-obj (+ (^ x 2) (- 2)) 2)", root(&[-2, 0, 1], 2)),
            (
                "(root-obj (+ (* 3 (^ x 3)) (* (- 2) x) 5) 1)",
                root(&[5, -2, 0, 3], 1),
            ),
            ("(root-obj (+ (* 2 x) (- 5)) 1)", root(&[-5, 2], 1)),
        ] {
            let tree = Tree::parse(text.as_bytes()).unwrap();
            let node = tree.commands().next().unwrap();
            assert_eq!(root_obj(&tree, node), Some(expected), "{text}");
        }
        let tree = Tree::parse(*b"(root-obj (sin x) 1)").unwrap();
        assert!(root_obj(&tree, tree.commands().next().unwrap()).is_none());
    }

    #[test]
    fn numbers_of_cvc5() {
        for (text, expected) in [
            (
                "(_ real_algebraic_number <1*x^6 + (-8), (5/4, 3/2)>)",
                root(&[-8, 0, 0, 0, 0, 0, 1], 2),
            ),
            (
                "(_ real_algebraic_number <1*x^2 + (-2), (-3/2, -5/4)>)",
                root(&[-2, 0, 1], 1),
            ),
            (
                "(_ real_algebraic_number <2*x^3 + 1*x + (-7), (1, 2)>)",
                root(&[-7, 1, 0, 2], 1),
            ),
        ] {
            assert_eq!(
                real_algebraic_number(text.as_bytes()),
                Some(expected),
                "{text}"
            );
        }
    }
}
