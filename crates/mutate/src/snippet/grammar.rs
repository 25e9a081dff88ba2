//! The grammar of snippets, read once from `snippets/*.smt2`; see the README there.
//!
//! The reader may recurse: the nesting of our own files is bounded.

use smt::Shape;
use smt::{NodeId, Tree};
use std::sync::LazyLock;

/// Every file of the grammar. To add one, write it and name it here.
const FILES: &[(&str, &str)] = &[
    ("core", include_str!("../../snippets/core.smt2")),
    ("numbers", include_str!("../../snippets/numbers.smt2")),
    ("bitvectors", include_str!("../../snippets/bitvectors.smt2")),
    ("floats", include_str!("../../snippets/floats.smt2")),
    ("strings", include_str!("../../snippets/strings.smt2")),
    ("sequences", include_str!("../../snippets/sequences.smt2")),
    ("arrays", include_str!("../../snippets/arrays.smt2")),
    ("sets", include_str!("../../snippets/sets.smt2")),
    ("fields", include_str!("../../snippets/fields.smt2")),
];

/// The most variables of either kind in one rule.
pub(super) const VARIABLES: usize = 4;

/// A sort with variables.
#[derive(Debug, Clone)]
pub(super) enum Pattern {
    Exact(Shape),
    BitVec(Expr),
    Float(Expr, Expr),
    Field(Expr),
    Array(u8, u8),
    Seq(u8),
    Set(u8),
    /// Any sort but `RegLan`.
    Any(u8),
}

/// A number with variables.
#[derive(Debug, Clone)]
pub(super) enum Expr {
    Number(i64),
    Variable(u8),
    Apply(Arithmetic, Box<(Expr, Expr)>),
}

/// What numbers are computed with.
#[derive(Debug, Clone, Copy)]
pub(super) enum Arithmetic {
    Plus,
    Minus,
    Times,
    /// Without rest.
    Over,
}

/// What may stand in a hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filling {
    Term,
    Constant,
    NonZero,
}

/// A part of a template.
#[derive(Debug, Clone)]
pub(super) enum RulePiece {
    Text(String),
    Hole(Pattern, Filling),
    Number(Expr),
}

/// An operator of a template, and which of its arguments are literals.
#[derive(Debug, Clone)]
pub(super) struct Operator {
    pub name: String,
    pub constants: Vec<bool>,
}

/// A number to be drawn.
#[derive(Debug, Clone)]
pub(super) struct Draw {
    pub variable: u8,
    pub low: Expr,
    pub high: Expr,
}

/// One line of the grammar.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub result: Pattern,
    pub weight: u32,
    /// Only if the script uses its operators.
    pub used: bool,
    /// Only in difference logics.
    pub difference: bool,
    pub draws: Vec<Draw>,
    pub operators: Vec<Operator>,
    pub pieces: Vec<RulePiece>,
}

/// Read on first use.
pub(super) static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let read = FILES
        .iter()
        .map(|(file, text)| read(text).map_err(|e| format!("{file}: {e}")));
    let rules: Result<Vec<Vec<Rule>>, String> = read.collect();
    let rules = rules.unwrap_or_else(|e| panic!("the grammar is part of the program: {e}"));
    rules.into_iter().flatten().collect()
});

fn read(text: &str) -> Result<Vec<Rule>, String> {
    let tree = Tree::parse(text.as_bytes()).map_err(|e| e.to_string())?;
    let rule = |node| {
        let mut reader = Reader {
            tree: &tree,
            sorts: Vec::new(),
            numbers: Vec::new(),
            operators: Vec::new(),
            pieces: Vec::new(),
        };
        reader
            .rule(node)
            .ok_or_else(|| format!("cannot read {}", tree.show(node)))
    };
    tree.commands().map(rule).collect()
}

struct Reader<'a> {
    tree: &'a Tree,
    sorts: Vec<String>,
    numbers: Vec<String>,
    operators: Vec<Operator>,
    pieces: Vec<RulePiece>,
}

impl Reader<'_> {
    fn parts(&self, node: NodeId) -> Vec<NodeId> {
        self.tree.children(node).collect()
    }

    fn rule(&mut self, node: NodeId) -> Option<Rule> {
        let parts = self.parts(node);
        let (&[grow, result, weight], rest) = parts.split_first_chunk()?;
        let (&template, mut options) = rest.split_last()?;
        if self.tree.source(grow) != b"grow" {
            return None;
        }
        let result = self.pattern(result)?;
        let (mut used, mut difference, mut draws) = (false, false, Vec::new());
        while let Some((&option, behind)) = options.split_first() {
            options = behind;
            match self.tree.source(option) {
                b":used" => used = true,
                b":difference" => difference = true,
                b":index" => {
                    let (&list, behind) = options.split_first()?;
                    options = behind;
                    for draw in self.parts(list) {
                        let &[name, low, high] = &self.parts(draw)[..] else {
                            return None;
                        };
                        let (low, high) = (self.expression(low)?, self.expression(high)?);
                        let variable = self.number(&self.tree.show(name))?;
                        draws.push(Draw {
                            variable,
                            low,
                            high,
                        });
                    }
                }
                _ => return None,
            }
        }
        self.template(template)?;
        Some(Rule {
            result,
            weight: self.tree.show(weight).parse().ok()?,
            used,
            difference,
            draws,
            operators: std::mem::take(&mut self.operators),
            pieces: std::mem::take(&mut self.pieces),
        })
    }

    fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(RulePiece::Text(before)) => before.push_str(text),
            _ => self.pieces.push(RulePiece::Text(text.to_owned())),
        }
    }

    fn template(&mut self, node: NodeId) -> Option<()> {
        if let Some((pattern, filling)) = self.hole(node) {
            self.pieces.push(RulePiece::Hole(pattern, filling));
            return Some(());
        }
        if !self.tree.is_list(node) {
            let text = self.tree.show(node);
            self.text(&text);
            return Some(());
        }
        let parts = self.parts(node);
        let (&head, arguments) = parts.split_first()?;
        self.text("(");
        let name = match self.tree.is_list(head) {
            true => self.indexed(head)?,
            false => {
                let name = self.tree.show(head);
                self.text(&name);
                name
            }
        };
        let constant = |&argument: &NodeId| {
            let head = self.tree.children(argument).next();
            let is_hole = self.tree.is_list(argument);
            let marks: [&[u8]; 2] = [b"constant", b"nonzero"];
            is_hole && head.is_some_and(|head| marks.contains(&self.tree.source(head)))
        };
        let constants = arguments.iter().map(constant).collect();
        self.operators.push(Operator { name, constants });
        for &argument in arguments {
            self.text(" ");
            self.template(argument)?;
        }
        self.text(")");
        Some(())
    }

    /// `(_ extract (+ i 1) i)`
    fn indexed(&mut self, node: NodeId) -> Option<String> {
        let parts = self.parts(node);
        let (&[_, name], indices) = parts.split_first_chunk()?;
        let name = self.tree.show(name);
        self.text("(_ ");
        self.text(&name);
        for &index in indices {
            self.text(" ");
            let index = self.expression(index)?;
            self.pieces.push(RulePiece::Number(index));
        }
        self.text(")");
        Some(name)
    }

    fn hole(&mut self, node: NodeId) -> Option<(Pattern, Filling)> {
        let parts = self.parts(node);
        let filling = parts.first().map(|&head| self.tree.source(head));
        let filling = match filling {
            Some(b"constant") => Filling::Constant,
            Some(b"nonzero") => Filling::NonZero,
            _ => return Some((self.pattern(node)?, Filling::Term)),
        };
        Some((self.pattern(*parts.get(1)?)?, filling))
    }

    fn pattern(&mut self, node: NodeId) -> Option<Pattern> {
        if !self.tree.is_list(node) {
            return Some(match self.tree.source(node) {
                b"Bool" => Pattern::Exact(Shape::Bool),
                b"Int" => Pattern::Exact(Shape::Int),
                b"Real" => Pattern::Exact(Shape::Real),
                b"String" => Pattern::Exact(Shape::String),
                b"RegLan" => Pattern::Exact(Shape::RegLan),
                b"RoundingMode" => Pattern::Exact(Shape::RoundingMode),
                [letter] if letter.is_ascii_uppercase() => Pattern::Any(self.sort(node)?),
                _ => return None,
            });
        }
        let parts = self.parts(node);
        let (&head, arguments) = parts.split_first()?;
        Some(match (self.tree.source(head), arguments) {
            (b"BitVec", &[width]) => Pattern::BitVec(self.expression(width)?),
            (b"Float", &[e, s]) => Pattern::Float(self.expression(e)?, self.expression(s)?),
            (b"Field", &[order]) => Pattern::Field(self.expression(order)?),
            (b"Array", &[from, to]) => Pattern::Array(self.sort(from)?, self.sort(to)?),
            (b"Seq", &[of]) => Pattern::Seq(self.sort(of)?),
            (b"Set", &[of]) => Pattern::Set(self.sort(of)?),
            _ => return None,
        })
    }

    fn sort(&mut self, node: NodeId) -> Option<u8> {
        place(&mut self.sorts, &self.tree.show(node))
    }

    fn number(&mut self, name: &str) -> Option<u8> {
        place(&mut self.numbers, name)
    }

    fn expression(&mut self, node: NodeId) -> Option<Expr> {
        if !self.tree.is_list(node) {
            let text = self.tree.show(node);
            return match text.parse() {
                Ok(number) => Some(Expr::Number(number)),
                Err(_) => Some(Expr::Variable(self.number(&text)?)),
            };
        }
        let &[operator, left, right] = &self.parts(node)[..] else {
            return None;
        };
        let operator = match self.tree.source(operator) {
            b"+" => Arithmetic::Plus,
            b"-" => Arithmetic::Minus,
            b"*" => Arithmetic::Times,
            b"/" => Arithmetic::Over,
            _ => return None,
        };
        let sides = (self.expression(left)?, self.expression(right)?);
        Some(Expr::Apply(operator, Box::new(sides)))
    }
}

/// The place of a name among those of a rule, new or old.
fn place(names: &mut Vec<String>, name: &str) -> Option<u8> {
    let found = names.iter().position(|n| n == name);
    let place = found.unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    (place < VARIABLES).then_some(place as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_read() {
        assert!(RULES.len() > 150);
        assert!(
            RULES
                .iter()
                .all(|rule| rule.weight > 0 && !rule.operators.is_empty())
        );
    }

    #[test]
    fn operators_know_their_constants() {
        let rules = read("(grow Int 4 (* (constant Int) Int))").unwrap();
        assert_eq!(rules[0].operators[0].name, "*");
        assert_eq!(rules[0].operators[0].constants, [true, false]);
        assert!(matches!(
            rules[0].pieces[1],
            RulePiece::Hole(_, Filling::Constant)
        ));
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for text in [
            "(grow Int)",
            "(grow Int x (+ Int Int))",
            "(grow Nat 1 (f Int))",
            "(grew Int 1 Int)",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
