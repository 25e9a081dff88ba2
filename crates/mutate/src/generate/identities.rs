//! Equivalences that hold whatever their variables are: asserting that the sides differ is
//! unsatisfiable. They are tried by crate `eval`, under all assignments of small sorts, in the tests.

use super::catalogue::{Argument, BOOL, How, Kind, NEWEST, NameNo, SortNo};
use super::grove::NodeId;
use super::maker::Maker;
use std::collections::HashMap;
use std::sync::LazyLock;

/// What sort `x`, `y` and `z` of an equivalence are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum On {
    /// Any sort that has equality.
    Any,
    BitVec,
    Float,
    Int,
    Real,
    /// Reals where there are integers too.
    Mixed,
    String,
    Seq,
    Array,
    /// The datatype of that name.
    Datatype(&'static str),
    /// Any that is the argument of a function `f`.
    Function,
}

/// Two sides. Besides `x`, `y`, `z` they may have `p` and `q` (Booleans), `m` (a rounding mode), `n`
/// (an integer), `i`, `j` and `d`, `e` (indices and elements of the sort), and in indices `#w`, `#t`
/// (the width and one less), `#e` and `#s` (the bits of a format).
pub(crate) type Identity = (On, &'static str, &'static str);

pub(crate) const IDENTITIES: &[Identity] = {
    use On::{Any, Array, BitVec, Datatype, Float, Function, Int, Mixed, Real, Seq, String};
    &[
        (Any, "(= x y)", "(not (distinct x y))"),
        (Any, "(= x y)", "(= y x)"),
        (Any, "(ite p x y)", "(ite (not p) y x)"),
        (
            Any,
            "(distinct x y z)",
            "(and (distinct x y) (distinct y z) (distinct x z))",
        ),
        (Any, "(and p q)", "(not (or (not p) (not q)))"),
        (Any, "(or p q)", "(=> (not p) q)"),
        (Any, "(xor p q)", "(distinct p q)"),
        (Any, "(=> p q)", "(ite p q true)"),
        (BitVec, "(bvadd x y)", "(bvadd y x)"),
        (BitVec, "(bvsub x y)", "(bvadd x (bvneg y))"),
        (BitVec, "(bvsub x y)", "(bvnot (bvadd (bvnot x) y))"),
        (BitVec, "(bvneg x)", "(bvadd (bvnot x) (_ bv1 #w))"),
        (BitVec, "(bvnot (bvand x y))", "(bvor (bvnot x) (bvnot y))"),
        (
            BitVec,
            "(bvadd x y)",
            "(bvadd (bvxor x y) (bvshl (bvand x y) (_ bv1 #w)))",
        ),
        (BitVec, "(bvadd x y)", "(bvadd (bvor x y) (bvand x y))"),
        (BitVec, "(bvnand x y)", "(bvnot (bvand x y))"),
        (BitVec, "(bvnor x y)", "(bvand (bvnot x) (bvnot y))"),
        (BitVec, "(bvxnor x y)", "(bvxor (bvnot x) y)"),
        (
            BitVec,
            "(bvxor x y)",
            "(bvor (bvand x (bvnot y)) (bvand (bvnot x) y))",
        ),
        (
            BitVec,
            "(bvmul x (bvadd y z))",
            "(bvadd (bvmul x y) (bvmul x z))",
        ),
        (BitVec, "(bvmul x (bvneg y))", "(bvneg (bvmul y x))"),
        (BitVec, "(bvadd (bvmul (bvudiv x y) y) (bvurem x y))", "x"),
        (
            BitVec,
            "(bvudiv x y)",
            "(ite (= y (_ bv0 #w)) (bvnot y) (bvudiv x y))",
        ),
        (BitVec, "(bvurem x y)", "(bvsub x (bvmul y (bvudiv x y)))"),
        (
            BitVec,
            "(bvsdiv x y)",
            "(ite (bvslt x (_ bv0 #w)) (ite (bvslt y (_ bv0 #w)) (bvudiv (bvneg x) (bvneg y)) (bvneg (bvudiv (bvneg x) y))) (ite (bvslt y (_ bv0 #w)) (bvneg (bvudiv x (bvneg y))) (bvudiv x y)))",
        ),
        (BitVec, "(bvsrem x y)", "(bvsub x (bvmul y (bvsdiv x y)))"),
        (
            BitVec,
            "(bvsmod x y)",
            "(ite (or (= (bvsrem x y) (_ bv0 #w)) (= (bvslt x (_ bv0 #w)) (bvslt y (_ bv0 #w)))) (bvsrem x y) (bvadd (bvsrem x y) y))",
        ),
        (BitVec, "(bvshl x y)", "(bvmul x (bvshl (_ bv1 #w) y))"),
        (
            BitVec,
            "(bvlshr x y)",
            "(ite (= (bvshl (_ bv1 #w) y) (_ bv0 #w)) (_ bv0 #w) (bvudiv x (bvshl (_ bv1 #w) y)))",
        ),
        (
            BitVec,
            "(bvashr x y)",
            "(ite (bvslt x (_ bv0 #w)) (bvnot (bvlshr (bvnot x) y)) (bvlshr x y))",
        ),
        (BitVec, "(bvult x y)", "(not (bvule y x))"),
        (BitVec, "(bvugt x y)", "(bvult y x)"),
        (BitVec, "(bvuge x y)", "(or (bvugt x y) (= x y))"),
        (BitVec, "(bvule x y)", "(not (bvugt x y))"),
        (BitVec, "(bvslt x y)", "(not (bvsge x y))"),
        (BitVec, "(bvsle x y)", "(bvsge y x)"),
        (BitVec, "(bvsgt x y)", "(bvslt (bvnot x) (bvnot y))"),
        (
            BitVec,
            "(bvsge x y)",
            "(ite (= (bvslt x (_ bv0 #w)) (bvslt y (_ bv0 #w))) (bvuge x y) (bvslt y (_ bv0 #w)))",
        ),
        (BitVec, "(bvcomp x y)", "(ite (= x y) #b1 #b0)"),
        (BitVec, "(bvuaddo x y)", "(bvult (bvadd x y) x)"),
        (BitVec, "(bvusubo x y)", "(bvult x y)"),
        (
            BitVec,
            "(bvnego x)",
            "(and (= x (bvneg x)) (distinct x (_ bv0 #w)))",
        ),
        (
            BitVec,
            "(bvsaddo x y)",
            "(and (= (bvslt x (_ bv0 #w)) (bvslt y (_ bv0 #w))) (distinct (bvslt x (_ bv0 #w)) (bvslt (bvadd x y) (_ bv0 #w))))",
        ),
        (
            BitVec,
            "(bvsdivo x y)",
            "(and (bvnego x) (= y (bvnot (_ bv0 #w))))",
        ),
        (BitVec, "((_ extract #t 0) ((_ sign_extend 3) x))", "x"),
        (BitVec, "((_ zero_extend 2) x)", "(concat #b00 x)"),
        (
            BitVec,
            "((_ sign_extend 1) x)",
            "(concat ((_ extract #t #t) x) x)",
        ),
        (BitVec, "((_ repeat 2) x)", "(concat x x)"),
        (BitVec, "((_ rotate_left 1) ((_ rotate_right 1) x))", "x"),
        (BitVec, "((_ rotate_left #t) x)", "((_ rotate_right 1) x)"),
        (Float, "(fp.sub m x y)", "(fp.add m x (fp.neg y))"),
        (Float, "(fp.abs x)", "(ite (fp.isNegative x) (fp.neg x) x)"),
        (Float, "(fp.neg (fp.neg x))", "x"),
        (Float, "(fp.add m x y)", "(fp.add m y x)"),
        (Float, "(fp.mul m x y)", "(fp.mul m (fp.neg y) (fp.neg x))"),
        (Float, "(fp.div m x y)", "(fp.div m (fp.neg x) (fp.neg y))"),
        (Float, "(fp.fma m x y z)", "(fp.fma m y x z)"),
        (
            Float,
            "(fp.fma m x ((_ to_fp #e #s) RNE 1.0) y)",
            "(fp.add m x y)",
        ),
        (
            Float,
            "(fp.sqrt m x)",
            "(ite (and (fp.isNegative x) (not (fp.isZero x))) (_ NaN #e #s) (fp.sqrt m x))",
        ),
        (
            Float,
            "(fp.roundToIntegral m (fp.roundToIntegral m x))",
            "(fp.roundToIntegral m x)",
        ),
        (Float, "(fp.rem x y)", "(fp.rem x (fp.neg y))"),
        (
            Float,
            "(fp.min x y)",
            "(ite (fp.isNaN x) y (ite (or (fp.isNaN y) (fp.lt x y)) x (ite (fp.lt y x) y (fp.min x y))))",
        ),
        (
            Float,
            "(fp.max x y)",
            "(ite (fp.isNaN x) y (ite (or (fp.isNaN y) (fp.gt x y)) x (ite (fp.gt y x) y (fp.max x y))))",
        ),
        (Float, "(fp.leq x y)", "(or (fp.lt x y) (fp.eq x y))"),
        (Float, "(fp.lt x y)", "(fp.gt y x)"),
        (Float, "(fp.geq x y)", "(fp.leq (fp.neg x) (fp.neg y))"),
        (Float, "(fp.eq x y)", "(and (fp.leq x y) (fp.geq x y))"),
        (Float, "(fp.isNaN x)", "(not (fp.eq x x))"),
        (Float, "(fp.isZero x)", "(fp.eq x (_ -zero #e #s))"),
        (
            Float,
            "(fp.isInfinite x)",
            "(or (= x (_ +oo #e #s)) (= x (_ -oo #e #s)))",
        ),
        (
            Float,
            "(fp.isNegative x)",
            "(and (not (fp.isNaN x)) (distinct x (fp.abs x)))",
        ),
        (
            Float,
            "(fp.isPositive x)",
            "(and (not (fp.isNaN x)) (= x (fp.abs x)))",
        ),
        (
            Float,
            "(fp.isNormal x)",
            "(not (or (fp.isNaN x) (fp.isInfinite x) (fp.isZero x) (fp.isSubnormal x)))",
        ),
        (Float, "((_ to_fp #e #s) m x)", "x"),
        (Int, "(+ x y)", "(+ y x)"),
        (Int, "(- x y)", "(+ x (- y))"),
        (Int, "(> x y)", "(>= x (+ y 1))"),
        (Int, "(< x y)", "(not (>= x y))"),
        (Int, "(abs x)", "(ite (< x 0) (- x) x)"),
        (Int, "(+ (* 3 (div x 3)) (mod x 3))", "x"),
        (Int, "(+ (* (- 2) (div x (- 2))) (mod x (- 2)))", "x"),
        (Int, "((_ divisible 3) x)", "(= (mod x 3) 0)"),
        (Int, "(* 2 (+ x y))", "(+ (* 2 y) (* x 2))"),
        (Int, "(<= x y z)", "(and (<= x y) (>= z y))"),
        (Real, "(+ x y)", "(+ y x)"),
        (Real, "(- x y)", "(- (- y x))"),
        (Real, "(/ x 2.0)", "(* 0.5 x)"),
        (Real, "(> x y)", "(< y x)"),
        (Real, "(<= x y)", "(>= (- x) (- y))"),
        (Mixed, "(is_int x)", "(= x (to_real (to_int x)))"),
        (Mixed, "(to_int (+ x 1.0))", "(+ (to_int x) 1)"),
        (
            String,
            "(str.len (str.++ x y))",
            "(+ (str.len x) (str.len y))",
        ),
        (String, "(str.prefixof x (str.++ x y))", "true"),
        (String, "(str.suffixof y (str.++ x y))", "true"),
        (String, "(str.contains (str.++ x y z) y)", "true"),
        (String, "(str.at x n)", "(str.substr x n 1)"),
        (
            String,
            "(str.prefixof x y)",
            "(= x (str.substr y 0 (str.len x)))",
        ),
        (String, "(str.replace x y y)", "x"),
        (String, "(str.replace_all x y y)", "x"),
        (String, "(str.<= x y)", "(or (= x y) (str.< x y))"),
        (String, "(str.< x y)", "(not (str.<= y x))"),
        (
            String,
            "(str.is_digit x)",
            "(and (= (str.len x) 1) (str.<= \"0\" x) (str.<= x \"9\"))",
        ),
        (
            String,
            "(str.from_code (str.to_code x))",
            "(ite (= (str.len x) 1) x \"\")",
        ),
        (String, "(str.contains x y)", "(>= (str.indexof x y 0) 0)"),
        (String, "(>= (str.to_int x) (- 1))", "true"),
        (String, "(str.in_re x re.all)", "true"),
        (String, "(str.in_re x re.none)", "false"),
        (
            String,
            "(str.in_re x (re.comp (re.* (str.to_re \"ab\"))))",
            "(not (str.in_re x (re.* (str.to_re \"ab\"))))",
        ),
        (
            String,
            "(str.in_re x (re.+ re.allchar))",
            "(distinct x \"\")",
        ),
        (String, "(str.in_re x re.allchar)", "(= (str.len x) 1)"),
        (Seq, "(seq.len (seq.++ x y))", "(+ (seq.len x) (seq.len y))"),
        (Seq, "(seq.prefixof x (seq.++ x y))", "true"),
        (Seq, "(seq.suffixof y (seq.++ x y))", "true"),
        (Seq, "(seq.contains (seq.++ x y z) y)", "true"),
        (Seq, "(seq.at x n)", "(seq.extract x n 1)"),
        (Seq, "(seq.nth (seq.unit e) 0)", "e"),
        (Seq, "(seq.nth (seq.++ (seq.unit d) x) 0)", "d"),
        (Seq, "(seq.contains x y)", "(>= (seq.indexof x y 0) 0)"),
        (Seq, "(seq.replace x y y)", "x"),
        (Array, "(select (store x i e) i)", "e"),
        (
            Array,
            "(select (store x i e) j)",
            "(ite (= i j) e (select x j))",
        ),
        (Array, "(store x i (select x i))", "x"),
        (Array, "(store (store x i e) i d)", "(store x i d)"),
        (Array, "(= (store x i e) (store x i d))", "(= d e)"),
        (Datatype("List"), "(tail (cons red x))", "x"),
        (Datatype("List"), "((_ is cons) x)", "(not (= x nil))"),
        (
            Datatype("List"),
            "(= (cons green x) (cons green y))",
            "(= x y)",
        ),
        (Datatype("List"), "(= x (cons blue x))", "false"),
        (
            Datatype("Colour"),
            "((_ is red) x)",
            "(not (or (= x green) (= x blue)))",
        ),
        (Datatype("Colour"), "(head (cons x nil))", "x"),
        (Datatype("Tree"), "(left (node x y))", "x"),
        (Datatype("Tree"), "(right (node x y))", "y"),
        (Datatype("Tree"), "(= x (node y x))", "false"),
        (Function, "(=> (= x y) (= (f x) (f y)))", "true"),
        (Function, "(ite (= x y) (f x) (f y))", "(f y)"),
    ]
};

/// A text taken apart: words, and what is between them. String literals are no words.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let (length, is_word) = match first {
            '"' => (
                rest.get(1..)?.find('"').map_or(rest.len(), |at| at + 2),
                false,
            ),
            '(' | ')' | ' ' => (1, false),
            _ => (rest.find(['(', ')', ' ']).unwrap_or(rest.len()), true),
        };
        let (token, behind) = rest.split_at_checked(length)?;
        rest = behind;
        Some((token, is_word))
    })
}

/// The words of a side.
fn words(side: &str) -> impl Iterator<Item = &str> {
    side.split([' ', '(', ')'])
}

/// The equivalences about each word that is in one of them, in their order.
static ABOUT: LazyLock<HashMap<&str, Vec<&Identity>>> = LazyLock::new(|| {
    let mut about: HashMap<&str, Vec<&Identity>> = HashMap::new();
    for identity in IDENTITIES {
        let (_, left, right) = identity;
        for word in [*left, *right].into_iter().flat_map(words) {
            let identities = about.entry(word).or_default();
            if identities.last() != Some(&identity) {
                identities.push(identity);
            }
        }
    }
    about
});

/// The equivalences about an operator.
fn about(operator: &str) -> &'static [&'static Identity] {
    ABOUT.get(operator).map_or(&[], Vec::as_slice)
}

/// Those about functions.
static ABOUT_FUNCTIONS: LazyLock<Vec<&Identity>> = LazyLock::new(|| {
    let all = IDENTITIES.iter();
    all.filter(|identity| identity.0 == On::Function).collect()
});

impl Maker<'_, '_> {
    /// Assertions that two equivalent terms differ; the equivalence. None if there is none about
    /// the operator.
    pub fn identity(&mut self, name: NameNo, assertions: &mut Vec<NodeId>) -> Option<String> {
        let operator = self.catalogue.name(name).text.clone();
        let candidates = match operator.starts_with("f!") {
            true => &ABOUT_FUNCTIONS[..],
            false => about(&operator),
        };
        let fitting: Vec<(&Identity, SortNo)> = candidates
            .iter()
            .filter_map(|identity| Some((*identity, self.sort_for(identity)?)))
            .collect();
        let &(identity, sort) = self.rng.pick(&fitting)?;
        let (core, children) = self.violated(identity, sort)?;
        // The core may hide behind another one, or behind what is no matter.
        let (text, children) = match self.rng.below(4) {
            0 => {
                let other = self.rng.pick(&fitting).copied()?;
                let (second, more) = self.violated(other.0, other.1)?;
                let condition = self.bool_child()?;
                let mut text = b"(ite ".to_vec();
                self.write_plain(condition, &mut text);
                for core in [&core, &second] {
                    text.push(b' ');
                    text.extend_from_slice(core);
                }
                text.push(b')');
                let all = children.into_iter().chain(more).chain([condition]);
                (text, all.collect())
            }
            1 => {
                let company = self.bool_child()?;
                let mut text = b"(not (=> ".to_vec();
                self.write_plain(company, &mut text);
                text.extend_from_slice(b" (not ");
                text.extend_from_slice(&core);
                text.extend_from_slice(b")))");
                (text, children.into_iter().chain([company]).collect())
            }
            _ => (core, children),
        };
        let children: Vec<NodeId> = children;
        assertions.push(self.grove.text(&text, &children, false));
        self.decided.push(name);
        Some(format!("{} is {}", identity.1, identity.2))
    }

    /// A sort that an equivalence is about.
    fn sort_for(&mut self, identity: &Identity) -> Option<SortNo> {
        if !self.newest && NEWEST.iter().any(|op| about(op).contains(&identity)) {
            return None;
        }
        let catalogue = self.catalogue;
        let mut words = [identity.1, identity.2].into_iter().flat_map(words);
        if words.any(|word| catalogue.is_banned(word)) {
            return None;
        }
        let sorts = (0..catalogue.sorts.len()).map(|place| SortNo(place as u16));
        let has = |kind: Kind| catalogue.sorts.iter().any(|sort| sort.kind == kind);
        let fitting: Vec<SortNo> = sorts
            .filter(|&sort| catalogue.sort(sort).variables)
            .filter(|&sort| !(self.standard && catalogue.sort(sort).is_odd))
            .filter(|&sort| match (identity.0, catalogue.sort(sort).kind) {
                (On::Any, Kind::Bool) => false,
                (On::Any, _)
                | (On::BitVec, Kind::BitVec(_))
                | (On::Float, Kind::Float(_))
                | (On::Int, Kind::Int)
                | (On::Real, Kind::Real)
                | (On::String, Kind::String)
                | (On::Seq, Kind::Seq(_))
                | (On::Array, Kind::Array(..)) => true,
                (On::Mixed, Kind::Real) => has(Kind::Int),
                (On::Datatype(name), Kind::Datatype) => catalogue.sort(sort).text == name,
                (On::Function, _) => self.function_on(sort).is_some(),
                _ => false,
            })
            .collect();
        self.rng.pick(&fitting).copied()
    }

    fn function_on(&self, sort: SortNo) -> Option<&str> {
        let ops = self.catalogue.ops.iter();
        let found = ops
            .filter(|op| self.catalogue.name(op.name).weight > 0)
            .find(|op| op.how == How::Function && matches!(*op.arguments, [a] if a.sort == sort));
        found.map(|op| op.head.as_str())
    }

    /// The datatype whose constructor or selector is called so.
    fn datatype_of(&self, word: &str) -> Option<SortNo> {
        let op = self.catalogue.ops.iter().find(|op| op.head == word)?;
        let sorts = op.arguments.iter().map(|argument| argument.sort);
        let is_datatype = |sort: &SortNo| self.catalogue.sort(*sort).kind == Kind::Datatype;
        match is_datatype(&op.result) && !matches!(*op.arguments, [a] if is_datatype(&a.sort)) {
            true => Some(op.result),
            false => sorts.into_iter().find(is_datatype),
        }
    }

    /// The two sides of an equivalence said to differ, and the terms in it.
    fn violated(&mut self, identity: &Identity, sort: SortNo) -> Option<(Vec<u8>, Vec<NodeId>)> {
        let (_, left, right) = identity;
        // There is something to choose from.
        self.variable(sort, false);
        for _ in 0..self.rng.below(self.settings.terms) {
            self.grow();
        }
        let mut terms: Vec<(u8, NodeId, Vec<u8>)> = Vec::new();
        let mut text = match self.rng.chance(1, 2) {
            true => b"(distinct ".to_vec(),
            false => b"(not (= ".to_vec(),
        };
        let close: &[u8] = if text.starts_with(b"(n") { b"))" } else { b")" };
        for (place, side) in [left, right].into_iter().enumerate() {
            if place > 0 {
                text.push(b' ');
            }
            self.fill(side, sort, &mut terms, &mut text)?;
        }
        text.extend_from_slice(close);
        let mut children: Vec<NodeId> = terms.into_iter().map(|(_, node, _)| node).collect();
        if !children
            .iter()
            .any(|&child| self.grove.node(child).sort == sort)
        {
            // So that the logic has the sort, though it is only made and taken apart.
            children.extend(self.literal(sort));
        }
        for word in [*left, *right].into_iter().flat_map(words) {
            // So that every datatype is declared of which there is something.
            if let Some(datatype) = self.datatype_of(word)
                && !children
                    .iter()
                    .any(|&child| self.grove.node(child).sort == datatype)
            {
                children.extend(self.literal(datatype));
            }
        }
        if identity.0 == On::Mixed {
            // So that it is a logic of integers too.
            let places = self.catalogue.sorts.iter();
            let place = places.clone().position(|sort| sort.kind == Kind::Int)?;
            let int = SortNo(place as u16);
            children.push(self.literal(int)?);
        }
        if identity.0 == On::Function {
            // So that it is declared.
            let head = self.function_on(sort)?.to_owned();
            let op = self.catalogue.find(&head, &[sort])?;
            let child = children.first().copied()?;
            children.push(self.apply(op, &[child])?);
        }
        Some((text, children))
    }

    /// Appends a side with terms for its variables.
    fn fill(
        &mut self,
        side: &str,
        sort: SortNo,
        terms: &mut Vec<(u8, NodeId, Vec<u8>)>,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        for (token, is_word) in tokens(side) {
            match is_word {
                true => self.word(token, sort, terms, out)?,
                false => out.extend_from_slice(token.as_bytes()),
            }
        }
        Some(())
    }

    fn word(
        &mut self,
        word: &str,
        sort: SortNo,
        terms: &mut Vec<(u8, NodeId, Vec<u8>)>,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        let kind = self.catalogue.sort(sort).kind;
        let number = match (word, kind) {
            ("#w", Kind::BitVec(width)) => Some(width),
            ("#t", Kind::BitVec(width)) => Some(width - 1),
            ("#e", Kind::Float(format)) => Some(format.exponent_bits()),
            ("#s", Kind::Float(format)) => Some(format.significand_bits()),
            _ => None,
        };
        if let Some(number) = number {
            out.extend_from_slice(number.to_string().as_bytes());
            return Some(());
        }
        let named = |kind: Kind| {
            let place = self.catalogue.sorts.iter().position(|s| s.kind == kind);
            place.map(|place| SortNo(place as u16))
        };
        let wanted = match (word, kind) {
            ("x" | "y" | "z", _) => sort,
            ("p" | "q", _) => BOOL,
            ("m", _) => named(Kind::RoundingMode)?,
            ("n", _) => named(Kind::Int)?,
            ("i" | "j", Kind::Array(from, _)) => from,
            ("d" | "e", Kind::Array(_, to)) => to,
            ("d" | "e", Kind::Seq(of)) => of,
            ("f", _) => {
                let head = self.function_on(sort)?.to_owned();
                out.extend_from_slice(head.as_bytes());
                return Some(());
            }
            _ => {
                out.extend_from_slice(word.as_bytes());
                return Some(());
            }
        };
        let letter = *word.as_bytes().first()?;
        if let Some((.., text)) = terms.iter().find(|(known, ..)| *known == letter) {
            out.extend_from_slice(text);
            return Some(());
        }
        let argument = Argument {
            sort: wanted,
            literal: false,
        };
        let node = self.child(argument, self.settings.depth)?;
        let mut text = Vec::new();
        self.write_plain(node, &mut text);
        out.extend_from_slice(&text);
        terms.push((letter, node, text));
        Some(())
    }
}
