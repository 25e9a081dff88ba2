//! A small formula, and mutants of it.

use smt::{Function, NodeId, OperatorId, Patch, Piece, Script};

/// A formula of 50 literals: 25 clauses of two.
pub struct FiftyLiterals {
    script: Script,
    /// The literals that are inequalities.
    inequalities: Vec<NodeId>,
}

impl FiftyLiterals {
    pub fn new() -> Self {
        let mut text = String::from("(declare-const x Int)\n(declare-const y Int)\n");
        for n in 0..25 {
            text.push_str(&format!(
                "(assert (or (< (+ x {n}) y) (not (= (* 3 y) (- x {n})))))\n"
            ));
        }
        text.push_str("(check-sat)\n");
        let script = Script::parse(text.into_bytes()).expect("it is balanced");
        let less = OperatorId::named("<").map(Function::Operator);
        let is_inequality = |&node: &NodeId| {
            let term = script.term_at(node);
            script.tree.is_list(node)
                && term.is_some_and(|term| Some(script.terms.function(term)) == less)
        };
        let inequalities = script.tree.nodes().filter(is_inequality).collect();
        Self {
            script,
            inequalities,
        }
    }

    /// Makes and prints a mutant in which every fifth inequality leaves a gap.
    pub fn mutate(&self, patch: &mut Patch, out: &mut Vec<u8>) {
        let tree = &self.script.tree;
        patch.clear();
        out.clear();
        for &literal in self.inequalities.iter().step_by(5) {
            let mut arguments = tree.children(literal).skip(1);
            let (Some(x), Some(y)) = (arguments.next(), arguments.next()) else {
                continue;
            };
            let pieces = [
                Piece::Text(b"(<= (+"),
                Piece::Node(x),
                Piece::Text(b"1)"),
                Piece::Node(y),
                Piece::Text(b")"),
            ];
            let replaced = patch.replace(tree, literal, &pieces);
            replaced.expect("literals do not overlap");
        }
        patch.print(tree, out);
    }
}
