//! Boolean combinations of formulas whose truth is known, and their truth.

use crate::rng::Rng;

/// What puts formulas together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Connective {
    And,
    Or,
    Not,
    Implies,
    Xor,
    Ite,
    Equal,
    Distinct,
}

/// Each as often as it is to be drawn, with the least and the most of its arguments.
const DRAWN: [(Connective, usize, usize); 12] = [
    (Connective::And, 2, 3),
    (Connective::And, 2, 3),
    (Connective::Or, 2, 3),
    (Connective::Or, 2, 3),
    (Connective::Not, 1, 1),
    (Connective::Implies, 2, 3),
    (Connective::Implies, 2, 2),
    // More are in the standard, but not every solver takes them.
    (Connective::Xor, 2, 2),
    (Connective::Ite, 3, 3),
    (Connective::Ite, 3, 3),
    (Connective::Equal, 2, 3),
    (Connective::Distinct, 2, 2),
];

impl Connective {
    fn word(self) -> &'static [u8] {
        match self {
            Self::And => b"and",
            Self::Or => b"or",
            Self::Not => b"not",
            Self::Implies => b"=>",
            Self::Xor => b"xor",
            Self::Ite => b"ite",
            Self::Equal => b"=",
            Self::Distinct => b"distinct",
        }
    }

    /// Its value, if that is known of all arguments.
    fn of(self, arguments: &[bool]) -> bool {
        match (self, arguments) {
            (Self::And, all) => all.iter().all(|&a| a),
            (Self::Or, all) => all.iter().any(|&a| a),
            (Self::Not, all) => !all.iter().all(|&a| a),
            (Self::Xor, all) => all.iter().fold(false, |one, &other| one ^ other),
            (Self::Ite, &[condition, then, otherwise]) => {
                if condition {
                    then
                } else {
                    otherwise
                }
            }
            // To the right: it is false if all premises are true and the conclusion is not.
            (Self::Implies, [premises @ .., conclusion]) => {
                *conclusion || !premises.iter().all(|&a| a)
            }
            (Self::Equal, all) => all.windows(2).all(|two| two[0] == two[1]),
            (Self::Distinct, all) => match all {
                [one, other] => one != other,
                _ => all.len() < 2,
            },
            (Self::Ite | Self::Implies, _) => false,
        }
    }
}

/// A place in a combination, in the order of the text.
#[derive(Debug, Clone, Copy)]
enum Part {
    Leaf(usize),
    Node(Connective, usize),
}

/// The most formulas in a combination.
const MOST_LEAVES: usize = 12;

/// Working memory.
#[derive(Debug, Default)]
pub(super) struct Composer {
    parts: Vec<Part>,
    /// What is still to be drawn, by how deep it may be.
    left: Vec<usize>,
    values: Vec<bool>,
    /// The ends of lists, as how many parts are left in them.
    open: Vec<usize>,
    /// How many formulas the last combination has.
    pub leaves: usize,
}

impl Composer {
    /// Draws a combination that is at most so deep, of formulas that `pick` chooses.
    pub fn draw(&mut self, depth: usize, rng: &mut Rng, mut pick: impl FnMut(&mut Rng) -> usize) {
        self.parts.clear();
        self.left.clear();
        self.left.push(depth);
        self.leaves = 0;
        while let Some(depth) = self.left.pop() {
            let crowded = self.leaves + self.left.len() + 3 > MOST_LEAVES;
            // Not all branches are as deep as they may be.
            if depth == 0 || crowded || rng.chance(1, 6) && !self.parts.is_empty() {
                self.leaves += 1;
                self.parts.push(Part::Leaf(pick(rng)));
                continue;
            }
            let (connective, least, most) = DRAWN[rng.below(DRAWN.len())];
            let arguments = least + rng.below(most - least + 1);
            self.parts.push(Part::Node(connective, arguments));
            self.left.extend(std::iter::repeat_n(depth - 1, arguments));
        }
    }

    /// Whether it is true, given what is true of the formulas.
    pub fn truth(&mut self, of: impl Fn(usize) -> bool) -> bool {
        self.values.clear();
        // From the last to the first: the arguments are there, the first of them on top.
        for part in self.parts.iter().rev() {
            match *part {
                Part::Leaf(leaf) => self.values.push(of(leaf)),
                Part::Node(connective, arguments) => {
                    let from = self.values.len().saturating_sub(arguments);
                    self.values[from..].reverse();
                    let value = connective.of(&self.values[from..]);
                    self.values.truncate(from);
                    self.values.push(value);
                }
            }
        }
        self.values.pop().unwrap_or(true)
    }

    /// Appends its text.
    pub fn write<'t>(&mut self, of: impl Fn(usize) -> &'t [u8], out: &mut Vec<u8>) {
        self.open.clear();
        for part in &self.parts {
            if let Some(left) = self.open.last_mut() {
                *left -= 1;
                out.push(b' ');
            }
            match *part {
                Part::Leaf(leaf) => out.extend_from_slice(of(leaf)),
                Part::Node(connective, arguments) => {
                    out.push(b'(');
                    out.extend_from_slice(connective.word());
                    self.open.push(arguments);
                }
            }
            while self.open.last() == Some(&0) {
                self.open.pop();
                out.push(b')');
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::{Budget, Evaluator, Model, Value};
    use smt::Script;

    /// What a combination is worth is what the evaluator says it is.
    #[test]
    fn the_truth_of_a_combination_is_that_of_its_text() {
        let leaves: [(&[u8], bool); 4] = [
            (b"p", true),
            (b"q", false),
            (b"(not q)", true),
            (b"(and p q)", false),
        ];
        let mut composer = Composer::default();
        let mut truths = [0, 0];
        for number in 0..400 {
            let mut rng = Rng::new(5, number);
            let depth = rng.below(5);
            composer.draw(depth, &mut rng, |rng| rng.below(4));
            assert!(composer.leaves <= MOST_LEAVES, "{}", composer.leaves);
            let truth = composer.truth(|leaf| leaves[leaf].1);
            let mut text = b"(declare-const p Bool)(declare-const q Bool)(assert ".to_vec();
            composer.write(|leaf| leaves[leaf].0, &mut text);
            text.extend_from_slice(b")(check-sat)");
            let script = Script::parse(&text[..]).unwrap();
            let model = Model::parse(&script, 0, b"((p true) (q false))").unwrap();
            let assertion = model.assertions()[0];
            assert!(script.is_sorted_formula(assertion));
            let value = Evaluator::new(&model, Budget::default()).value(assertion);
            assert_eq!(
                value,
                Ok(Value::Bool(truth)),
                "{}",
                script.show_term(assertion)
            );
            truths[usize::from(truth)] += 1;
        }
        assert!(truths[0] > 50 && truths[1] > 50, "{truths:?}");
    }
}
