//! Whether a script means the same to every solver.
//!
//! A mutant follows from its seed whatever the operators mean, so a solver can contradict only
//! itself. But when solvers are compared with each other on one script, they must mean the same by
//! it: no operator that the standard leaves open for some arguments, none that it does not have, and
//! none that it came to define only after some solvers had. Nor do they agree about functions that are defined
//! by themselves in a way that none can be: some look at such a definition only where it is used.

use eval::is_of_its_theory;
use smt::{DeclKind, Function, Script, TermId, TermKind};

/// The operators of the standard that are defined for all arguments.
#[rustfmt::skip]
const SETTLED: &[&str] = &[
    // Core
    "true", "false", "not", "=>", "and", "or", "xor", "=", "distinct", "ite",
    // Ints, Reals
    "+", "-", "*", "<=", "<", ">=", ">", "abs", "to_real", "to_int", "is_int", "divisible",
    // Arrays
    "select", "store", "const",
    // Bit-vectors
    "concat", "extract", "repeat", "zero_extend", "sign_extend", "rotate_left", "rotate_right",
    "bvnot", "bvneg", "bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvsub",
    "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", "bvshl", "bvlshr", "bvashr",
    "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge", "bvcomp",
    // Floating point
    "fp", "+oo", "-oo", "+zero", "-zero", "NaN", "RNE", "RNA", "RTP", "RTN", "RTZ",
    "roundNearestTiesToEven", "roundNearestTiesToAway", "roundTowardPositive",
    "roundTowardNegative", "roundTowardZero", "fp.abs", "fp.neg", "fp.add", "fp.sub", "fp.mul",
    "fp.div", "fp.fma", "fp.sqrt", "fp.rem", "fp.roundToIntegral", "fp.leq", "fp.lt", "fp.geq",
    "fp.gt", "fp.eq", "fp.isNormal", "fp.isSubnormal", "fp.isZero", "fp.isInfinite", "fp.isNaN",
    "fp.isNegative", "fp.isPositive", "to_fp", "to_fp_unsigned",
    // Strings
    "str.++", "str.len", "str.<", "str.<=", "str.at", "str.substr", "str.prefixof",
    "str.suffixof", "str.contains", "str.indexof", "str.replace", "str.replace_all", "str.to_int",
    "str.from_int", "str.in_re", "str.to_re", "str.is_digit", "re.none", "re.all", "re.allchar",
    "re.++", "re.union", "re.inter", "re.*", "re.+", "re.opt", "re.comp", "re.diff", "re.range",
    "re.^", "re.loop",
];

/// Operators that are defined unless one of their later arguments is zero.
const DIVISIONS: &[&str] = &["/", "div", "mod"];

/// Whether every solver that follows the standard means the same by a script.
pub fn is_settled(script: &[u8]) -> bool {
    Script::parse(script).is_ok_and(|script| {
        let mut terms = script.terms.all();
        !script.is_recursive() && terms.all(|term| is_settled_term(&script, term))
    })
}

/// Whether strings may be read in more than one way: escapes were not always those of the standard,
/// neither in scripts nor in models. No symbol has a backslash.
pub fn has_escapes(text: &[u8]) -> bool {
    text.contains(&b'\\')
}

fn is_settled_term(script: &Script, term: TermId) -> bool {
    let terms = &script.terms;
    if !is_of_its_theory(script, term) || is_divisible_by_zero(script, term) {
        return false;
    }
    match terms.kind(term) {
        TermKind::Opaque | TermKind::ApplyTerm => false,
        TermKind::Literal => {
            let text = script.tree.symbols.bytes(terms.head(term));
            // Nor does the standard say what other bytes are.
            !has_escapes(text) && text.is_ascii()
        }
        TermKind::Let | TermKind::Binder | TermKind::Annotated | TermKind::Match => true,
        TermKind::Symbol | TermKind::Apply => match terms.function(term) {
            Function::Declared(declared) => {
                script.declarations.kind(declared) != DeclKind::Selector
            }
            Function::Operator(operator) => {
                let name = script.tree.symbols.name(operator.name());
                SETTLED.contains(&&*name)
                    || (DIVISIONS.contains(&&*name) && divides_by_literals(script, term))
            }
            Function::Unknown => match terms.target(term) {
                Function::Declared(declared) => {
                    script.declarations.kind(declared) == DeclKind::Constructor
                }
                _ => is_bit_vector(script, term),
            },
        },
    }
}

fn divides_by_literals(script: &Script, term: TermId) -> bool {
    let is_not_zero = |&divisor: &TermId| {
        let text = script.tree.symbols.name(script.terms.head(divisor));
        script.terms.kind(divisor) == TermKind::Literal
            && text.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
    };
    script.terms.arguments(term).iter().skip(1).all(is_not_zero)
}

/// Whether a term applies `(_ divisible 0)`, which the standard does not have.
fn is_divisible_by_zero(script: &Script, term: TermId) -> bool {
    let terms = &script.terms;
    let symbols = &script.tree.symbols;
    let parts = terms.ident(term).and_then(|ident| terms.parts(ident));
    parts.is_some_and(|parts| {
        let zero = parts
            .indices
            .first()
            .and_then(|&index| symbols.number(index))
            == Some(0);
        zero && symbols.bytes(parts.name) == b"divisible"
    })
}

/// Whether a term is `(_ bv7 8)`.
fn is_bit_vector(script: &Script, term: TermId) -> bool {
    let text = script.tree.symbols.name(script.terms.head(term));
    let digits = text.trim_start_matches("(_").trim_start();
    digits
        .strip_prefix("bv")
        .is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(assertion: &str) -> bool {
        let script = format!(
            "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))\n\
             (declare-const l L)(declare-const x Int)(declare-const r Real)(declare-const s String)\n\
             (declare-const b (_ BitVec 8))(declare-const f Float32)(declare-fun g (Int) Int)\n\
             (assert {assertion})\n(check-sat)\n"
        );
        is_settled(script.as_bytes())
    }

    #[test]
    fn what_the_standard_defines_is_settled() {
        for assertion in [
            "(> (g x) (mod x 3))",
            "(= r (/ r 2.5))",
            "(forall ((y Int)) (let ((z (+ x y))) (! (> z y) :named n)))",
            "(= b (bvudiv b (_ bv3 8)) ((_ rotate_left 2) b) #x0f)",
            "((_ is cons) l)",
            "(= l (cons 1 nil))",
            "(fp.leq (fp.add RNE f ((_ to_fp 8 24) RTZ r)) (_ +zero 8 24))",
            "(str.in_re s ((_ re.loop 1 3) (re.range \"a\" \"z\")))",
            "(= ((as const (Array Int Int)) 0) (store ((as const (Array Int Int)) 1) x 2))",
        ] {
            assert!(settled(assertion), "{assertion}");
        }
    }

    #[test]
    fn what_it_leaves_open_is_not() {
        for assertion in [
            "(= x (div x x))",
            "(= r (/ r 0.0))",
            "(= x (^ x 0))",
            "(= (head l) 1)",
            "(= f (fp.min f f))",
            "(= b ((_ fp.to_ubv 8) RNE f))",
            "(= s \"\\u{41}\")",
            "(= (str.to_code s) 5)",
            "(= x (no-such-function x))",
            "(= s \"é\")",
        ] {
            assert!(!settled(assertion), "{assertion}");
        }
    }

    #[test]
    fn what_is_defined_by_itself_is_not() {
        let script = "(define-fun-rec f ((n Int)) Int (+ 1 (f n)))(assert true)(check-sat)";
        assert!(!is_settled(script.as_bytes()));
    }

    #[test]
    fn what_the_universe_has_to_do_with_is_not() {
        for assertion in [
            "(= 1 (set.card (as set.universe (Set Int))))",
            "(= 1 (card (complement (singleton x))))",
        ] {
            assert!(!settled(assertion), "{assertion}");
        }
    }

    /// Each is taken by some solver.
    #[test]
    fn what_it_does_not_have_is_not_settled() {
        for assertion in [
            "(and)",
            "(or (> x 1))",
            "(xor (> x 1))",
            "(=> (> x 1))",
            "(= x)",
            "(distinct x)",
            "(< x)",
            "(= x (+ x))",
            "(= x (* x))",
            "(= x (div x))",
            "(= r (/ r))",
            "(= b (bvxnor b))",
            "(= b (bvxnor b b b))",
            "(= b (bvnand b b b))",
            "(= b (bvnor b b b))",
            "(= b (bvsub b b b))",
            "(= b (bvudiv b b b))",
            "(= #b1 (bvcomp b b b))",
            "(bvult b b b)",
            "(= b (bvadd b))",
            "(= b (bvand b))",
            "(= b (concat b))",
            "(= s (str.++ s))",
            "(str.in_re s (re.++ re.all))",
            "(str.in_re s (re.union re.all))",
            "((_ divisible 0) x)",
            "(fp.eq f)",
            "(= b ((_ extract 8 0) b))",
        ] {
            assert!(!settled(assertion), "{assertion}");
        }
        for assertion in [
            "(and (> x 1) (> x 2) (> x 3))",
            "(=> (> x 1) (> x 2) (> x 3))",
            "(= x (- x) (- x 1 2) (+ x 1 2))",
            "(distinct x 1 2)",
            "(= b (bvadd b b b) (bvxor b b b) (bvor b b b))",
            "(= (concat b b b) (concat b (concat b b)))",
            "((_ divisible 3) x)",
        ] {
            assert!(settled(assertion), "{assertion}");
        }
    }
}
