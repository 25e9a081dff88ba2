//! Terms replaced by the simplest constants of their sorts.

use crate::current::{Current, constants};
use crate::edit::Edit;
use crate::pass::{Pass, Target, Use};
use smt::Sym;

/// Terms replaced by constants.
pub struct Constants;

impl Pass for Constants {
    fn name(&self) -> &'static str {
        "constants"
    }

    fn use_if(&self) -> Use {
        Use::Typed
    }

    fn targets(&self, current: &Current, min_bytes: usize) -> Vec<Target> {
        let terms = current.terms_from_the_top(min_bytes);
        terms
            .into_iter()
            .map(|(node, _)| Target::at(node))
            .collect()
    }

    fn variants_of_groups(&self) -> usize {
        2
    }

    fn step(&self, current: &Current, target: Target, variant: usize) -> Option<Vec<Edit>> {
        let script = current.script()?;
        let (tree, term) = (&script.tree, script.term_at(target.node)?);
        let mut texts = constants(script, script.terms.sort(term));
        // Asserting what is true is asserting nothing, and that was tried.
        if tree.head(current.parent(target.node)) == Some(Sym::ASSERT) {
            texts.retain(|text| text != b"true");
        }
        let source = tree.source(target.node);
        texts.retain(|text| (text.len(), text.as_slice()) < (source.len(), source));
        let text = texts.into_iter().nth(variant)?;
        Some(vec![Edit::replace(tree.range(target.node), text)])
    }
}
