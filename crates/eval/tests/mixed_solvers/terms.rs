//! Random terms.

mod vectors;

/// What terms may use.
pub const DECLARATIONS: &str = "
(declare-datatypes ((Color 0) (List 0) (Pair 2)) (
  ((red) (green) (blue))
  ((nil) (cons (head Int) (tail List)))
  (par (X Y) ((pair (first X) (second Y))))))
(define-fun f ((x Int) (y Int)) Int (ite (< x y) (- x (* 2 y)) (+ (div x 3) y)))
(define-fun g ((x (_ BitVec 4))) (_ BitVec 4) (bvxor (bvmul x #x3) (bvlshr x #x1)))
(define-fun p ((b Bool) (c Color)) Bool (=> b (= c green)))
(define-fun second-of ((l List)) Int
  (match l ((nil 0) ((cons x m) (match m ((nil x) ((cons y n) y)))))))
(define-fun swap ((q (Pair Int Bool))) (Pair Int Bool)
  (pair (ite (second q) (first q) (- (first q))) (not (second q))))
";

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sort {
    Bool,
    Int,
    Real,
    BitVec(u32),
    Array(Box<Sort>, Box<Sort>),
    Color,
    List,
    Pair,
}

pub const WIDTHS: [u32; 9] = [1, 2, 4, 8, 32, 63, 64, 65, 128];

impl Sort {
    pub fn shown(&self) -> String {
        match self {
            Sort::BitVec(width) => format!("(_ BitVec {width})"),
            Sort::Array(index, element) => {
                format!("(Array {} {})", index.shown(), element.shown())
            }
            Sort::Pair => "(Pair Int Bool)".to_owned(),
            other => format!("{other:?}"),
        }
    }
}

pub struct Generator {
    state: u64,
    /// Bound variables, the innermost last.
    bound: Vec<(String, Sort)>,
}

impl Generator {
    pub fn new(seed: u64) -> Self {
        let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66;
        let bound = Vec::new();
        Self { state, bound }
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    pub fn any_term(&mut self) -> String {
        let depth = 2 + self.below(4);
        let sort = self.sort();
        self.term(&sort, depth)
    }

    fn sort(&mut self) -> Sort {
        match self.below(9) {
            0 | 1 => Sort::Bool,
            2 => Sort::Int,
            3 => Sort::Real,
            4 => Sort::BitVec(self.pick(&WIDTHS)),
            5 => self.array_sort(),
            6 => Sort::Color,
            7 => Sort::List,
            _ => Sort::Pair,
        }
    }

    fn array_sort(&mut self) -> Sort {
        let indices = [Sort::Int, Sort::BitVec(2), Sort::Bool, Sort::Color];
        let elements = [Sort::Int, Sort::Bool, Sort::BitVec(4), Sort::List];
        let nested = Sort::Array(Box::new(Sort::Bool), Box::new(Sort::BitVec(2)));
        let element = match self.below(5) {
            0 => nested,
            _ => self.pick(&elements),
        };
        Sort::Array(Box::new(self.pick(&indices)), Box::new(element))
    }

    /// A term of a sort, with at most that many applications in each other.
    pub fn term(&mut self, sort: &Sort, depth: usize) -> String {
        let variables: Vec<String> = self.variables(sort);
        if !variables.is_empty() && self.below(3) == 0 {
            return self.pick(&variables);
        }
        if depth == 0 {
            return self.literal(sort);
        }
        match self.below(12) {
            0 => self.choice(sort, depth),
            1 => self.abbreviation(sort, depth),
            2 => self.case_distinction(sort, depth),
            3 => {
                let index = self.pick(&[Sort::Int, Sort::BitVec(2), Sort::Bool, Sort::Color]);
                let array = Sort::Array(Box::new(index.clone()), Box::new(sort.clone()));
                let nests =
                    matches!(sort, Sort::Array(_, element) if matches!(**element, Sort::Array(..)));
                match nests {
                    true => self.literal(sort),
                    false => self.apply("select", &[array, index], depth),
                }
            }
            _ => self.own(sort, depth),
        }
    }

    /// The bound variables of a sort that are not hidden by others.
    fn variables(&self, sort: &Sort) -> Vec<String> {
        let visible = self.bound.iter().enumerate().filter(|(place, (name, _))| {
            let inner = &self.bound[place + 1..];
            inner.iter().all(|(other, _)| other != name)
        });
        let of_sort = visible.filter(|(_, (_, s))| s == sort);
        of_sort.map(|(_, (name, _))| name.clone()).collect()
    }

    pub fn apply(&mut self, name: &str, sorts: &[Sort], depth: usize) -> String {
        let mut shown = format!("({name}");
        for sort in sorts {
            shown.push(' ');
            shown.push_str(&self.term(sort, depth - 1));
        }
        shown.push(')');
        shown
    }

    /// Two or three arguments of a sort.
    fn several(&mut self, name: &str, sort: &Sort, depth: usize) -> String {
        let count = 2 + self.below(2);
        self.apply(name, &vec![sort.clone(); count], depth)
    }

    fn choice(&mut self, sort: &Sort, depth: usize) -> String {
        self.apply("ite", &[Sort::Bool, sort.clone(), sort.clone()], depth)
    }

    /// A `let` of one or two variables at once; names are few, so they hide each other.
    fn abbreviation(&mut self, sort: &Sort, depth: usize) -> String {
        let count = 1 + self.below(2);
        let first = self.below(3);
        let mut bindings = Vec::new();
        let mut variables = Vec::new();
        for place in 0..count {
            let name = format!("v{}", first + place);
            let of = self.sort();
            bindings.push(format!("({name} {})", self.term(&of, depth - 1)));
            variables.push((name, of));
        }
        let body = self.under(variables, sort, depth);
        format!("(let ({}) {body})", bindings.join(" "))
    }

    fn under(&mut self, variables: Vec<(String, Sort)>, sort: &Sort, depth: usize) -> String {
        let before = self.bound.len();
        self.bound.extend(variables);
        let body = self.term(sort, depth - 1);
        self.bound.truncate(before);
        body
    }

    fn case_distinction(&mut self, sort: &Sort, depth: usize) -> String {
        let variable = |n: usize, of: Sort| (format!("v{n}"), of);
        match self.below(3) {
            0 => {
                let subject = self.term(&Sort::List, depth - 1);
                let empty = self.term(sort, depth - 1);
                let n = self.below(3);
                let bound = vec![variable(n, Sort::Int), variable(n + 1, Sort::List)];
                let full = self.under(bound, sort, depth);
                let m = n + 1;
                format!("(match {subject} ((nil {empty}) ((cons v{n} v{m}) {full})))")
            }
            1 => {
                let subject = self.term(&Sort::Color, depth - 1);
                let green = self.term(sort, depth - 1);
                let n = self.below(3);
                let rest = self.under(vec![variable(n, Sort::Color)], sort, depth);
                format!("(match {subject} ((green {green}) (v{n} {rest})))")
            }
            _ => {
                let subject = self.term(&Sort::Pair, depth - 1);
                let n = self.below(3);
                let bound = vec![variable(n, Sort::Int), variable(n + 1, Sort::Bool)];
                let body = self.under(bound, sort, depth);
                format!("(match {subject} (((pair v{n} v{}) {body})))", n + 1)
            }
        }
    }

    fn own(&mut self, sort: &Sort, depth: usize) -> String {
        match sort {
            Sort::Bool => self.truth(depth),
            Sort::Int => self.integer(depth),
            Sort::Real => self.real(depth),
            Sort::BitVec(width) => self.vector(*width, depth),
            Sort::Array(index, element) => {
                let sorts = [sort.clone(), (**index).clone(), (**element).clone()];
                self.apply("store", &sorts, depth)
            }
            Sort::Color => self.literal(sort),
            Sort::List => match self.below(3) {
                0 => {
                    // Only where the standard says what the selector is.
                    let list = self.term(&Sort::List, depth - 1);
                    format!("(ite ((_ is cons) {list}) (tail {list}) {list})")
                }
                _ => self.apply("cons", &[Sort::Int, Sort::List], depth),
            },
            Sort::Pair => match self.below(3) {
                0 => self.apply("swap", &[Sort::Pair], depth),
                _ => self.apply("pair", &[Sort::Int, Sort::Bool], depth),
            },
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        match self.below(12) {
            0 | 1 => {
                let name = self.pick(&["and", "or", "xor", "=>", "=", "not"]);
                match name {
                    "not" => self.apply("not", &[Sort::Bool], depth),
                    _ => self.several(name, &Sort::Bool, depth),
                }
            }
            2 | 3 => {
                let sort = self.sort();
                let name = self.pick(&["=", "distinct"]);
                self.several(name, &sort, depth)
            }
            4 => {
                let sort = self.pick(&[Sort::Int, Sort::Real]);
                let name = self.pick(&["<", "<=", ">", ">="]);
                self.several(name, &sort, depth)
            }
            5 => self.comparison(depth),
            6 | 7 => self.quantified(depth),
            8 => {
                let tester = self.pick(&["(_ is nil)", "(_ is cons)"]);
                self.apply(tester, &[Sort::List], depth)
            }
            9 => {
                let tester = self.pick(&["(_ is red)", "(_ is blue)"]);
                self.apply(tester, &[Sort::Color], depth)
            }
            10 => self.apply("p", &[Sort::Bool, Sort::Color], depth),
            _ => match self.below(2) {
                0 => self.apply("is_int", &[Sort::Real], depth),
                _ => self.apply("second", &[Sort::Pair], depth),
            },
        }
    }

    /// Over one or two variables of small sorts.
    fn quantified(&mut self, depth: usize) -> String {
        let count = 1 + self.below(2);
        let first = self.below(3);
        let mut variables = Vec::new();
        for place in 0..count {
            let sort = self.pick(&[Sort::Bool, Sort::BitVec(2)]);
            variables.push((format!("v{}", first + place), sort));
        }
        let shown: Vec<String> = variables
            .iter()
            .map(|(name, sort)| format!("({name} {})", sort.shown()))
            .collect();
        let name = self.pick(&["forall", "exists"]);
        let body = self.under(variables, &Sort::Bool, depth);
        format!("({name} ({}) {body})", shown.join(" "))
    }

    fn integer(&mut self, depth: usize) -> String {
        match self.below(11) {
            0 | 1 => {
                let name = self.pick(&["+", "-", "*"]);
                self.several(name, &Sort::Int, depth)
            }
            2 => {
                let name = self.pick(&["-", "abs"]);
                self.apply(name, &[Sort::Int], depth)
            }
            3 | 4 => {
                let name = self.pick(&["div", "mod"]);
                let dividend = self.term(&Sort::Int, depth - 1);
                let divisor = self.pick(&["1", "(- 1)", "2", "(- 3)", "7", "(- 4294967296)"]);
                format!("({name} {dividend} {divisor})")
            }
            5 => self.apply("to_int", &[Sort::Real], depth),
            6 => {
                let name = self.pick(&["ubv_to_int", "sbv_to_int"]);
                let sort = Sort::BitVec(self.pick(&WIDTHS));
                self.apply(name, &[sort], depth)
            }
            7 => self.apply("f", &[Sort::Int, Sort::Int], depth),
            8 => self.apply("second-of", &[Sort::List], depth),
            9 => self.apply("first", &[Sort::Pair], depth),
            _ => {
                let list = self.term(&Sort::List, depth - 1);
                let other = self.term(&Sort::Int, depth - 1);
                format!("(ite ((_ is cons) {list}) (head {list}) {other})")
            }
        }
    }

    fn real(&mut self, depth: usize) -> String {
        match self.below(5) {
            0 | 1 => {
                let name = self.pick(&["+", "-", "*"]);
                self.several(name, &Sort::Real, depth)
            }
            2 => self.apply("-", &[Sort::Real], depth),
            3 => {
                let dividend = self.term(&Sort::Real, depth - 1);
                let divisors = ["3.0", "(- 0.5)", "(/ 7.0 4294967296.0)", "1.0"];
                format!("(/ {dividend} {})", self.pick(&divisors))
            }
            _ => self.apply("to_real", &[Sort::Int], depth),
        }
    }

    pub fn literal(&mut self, sort: &Sort) -> String {
        match sort {
            Sort::Bool => self.pick(&["true", "false"]).to_owned(),
            Sort::Int => match self.below(5) {
                0 => self
                    .pick(&[
                        "9223372036854775807",
                        "(- 9223372036854775808)",
                        "18446744073709551616",
                        "(- 4294967296)",
                        "2147483648",
                    ])
                    .to_owned(),
                1 => format!("(- {})", 1 + self.below(9)),
                _ => self.below(9).to_string(),
            },
            Sort::Real => match self.below(4) {
                0 => format!("(/ (- {}.0) {}.0)", 1 + self.below(20), 1 + self.below(9)),
                1 => format!("{}.0", self.below(5)),
                2 => self
                    .pick(&["4294967295.5", "(/ (- 9223372036854775807.0) 4.0)", "0.125"])
                    .to_owned(),
                _ => format!("{}.{}", self.below(9), self.below(1000)),
            },
            Sort::BitVec(width) => self.vector_literal(*width),
            Sort::Array(_, element) => {
                // cvc5 takes neither `(- 1)` nor `(/ 1.0 2.0)` for a value.
                let default = match **element {
                    Sort::Int => self.below(3).to_string(),
                    Sort::Real => format!("{}.0", self.below(3)),
                    Sort::Pair => "(pair 4 true)".to_owned(),
                    Sort::List => "(cons 7 nil)".to_owned(),
                    _ => self.literal(element),
                };
                format!("((as const {}) {default})", sort.shown())
            }
            Sort::Color => self.pick(&["red", "green", "blue"]).to_owned(),
            Sort::List => match self.below(2) {
                0 => "nil".to_owned(),
                _ => format!("(cons {} nil)", self.literal(&Sort::Int)),
            },
            Sort::Pair => {
                let number = self.literal(&Sort::Int);
                format!("(pair {number} {})", self.literal(&Sort::Bool))
            }
        }
    }
}
