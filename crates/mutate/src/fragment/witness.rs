//! Models of several seeds as one.

use smt::Tree;

/// What one of the models says, as a list of items; nothing if it cannot be read.
fn items(model: &str, out: &mut String) -> Option<()> {
    let tree = Tree::parse(model.as_bytes()).ok()?;
    for node in tree.commands().filter(|&node| tree.is_list(node)) {
        let first = tree.children(node).next();
        let word = first.and_then(|first| tree.atom(first));
        let items: Vec<_> = match word.map(|word| tree.symbols.bytes(word)) {
            Some(b"model") => tree.children(node).skip(1).collect(),
            Some(b"error") => return None,
            Some(_) => vec![node],
            None => tree.children(node).collect(),
        };
        for item in items {
            out.push_str(std::str::from_utf8(tree.source(item)).ok()?);
            out.push('\n');
        }
    }
    // cvc5 tells the elements of a sort in comments.
    for line in model.lines().map(str::trim) {
        if line.starts_with("; cardinality of ") || line.starts_with("; rep: ") {
            out.push_str(line);
            out.push('\n');
        }
    }
    Some(())
}

/// Whether a model has elements of sorts, whose names are the solver's own.
fn has_elements(model: &str) -> bool {
    model.contains("!val!") || model.contains('@')
}

/// The models of seeds that have no name in common, as one. Nothing if one cannot be read, or if their
/// elements may have names in common.
pub(super) fn join(models: &[&str]) -> Option<String> {
    if models.iter().filter(|model| has_elements(model)).count() > 1 {
        return None;
    }
    let mut joined = String::from("(\n");
    for model in models {
        items(model, &mut joined)?;
    }
    joined.push_str(")\n");
    Some(joined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_of_all_kinds_are_joined() {
        let models = [
            "(model (define-fun x () Int 1))",
            "(\n  (define-fun y () Int 2)\n)",
            "((z 3))",
            "(= w 4)",
        ];
        assert_eq!(
            join(&models).unwrap(),
            "(\n(define-fun x () Int 1)\n(define-fun y () Int 2)\n(z 3)\n(= w 4)\n)\n"
        );
        assert_eq!(join(&["(error \"no model\")"]), None);
        assert_eq!(join(&["(define-fun u () U U!val!0)"; 2]), None);
    }
}
