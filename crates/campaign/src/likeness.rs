//! What scripts have in common that show the same bug: a normal form in which it does not matter what
//! things are called, which numbers and widths there are, and which way round things are written.
//!
//! Two scripts with the same form are the same script but for that: variables that are one in the one
//! are one in the other. The [`Likeness::loose`] form forgets even that, and is no reason by itself.

mod form;
mod heart;
mod order;

pub use heart::heart;

use form::Forms;
use order::Naming;
use smt::{CommandKind, NodeId, Script};

/// Two forms of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Likeness {
    /// Which variable is where matters: whoever has the same form shows the same bug.
    pub strict: String,
    /// Every variable is like every other of its sort: whoever has the same form may show the same bug.
    pub loose: String,
}

impl Likeness {
    /// Of a script. Nothing is like a script in which nothing tells it from others.
    pub fn of(text: &[u8]) -> Option<Self> {
        let script = Script::parse(text).ok()?;
        let mut forms = Forms::new(&script);
        // What is asserted before the one check has no order.
        let is_flat = is_flat(&script);
        let (mut rest, mut asserted) = (Vec::new(), Vec::new());
        for command in &script.commands {
            let telling = match command.kind {
                CommandKind::CheckSat => !is_flat,
                CommandKind::SetOption { keyword, .. } => {
                    script.tree.symbols.name(keyword) != MODELS
                }
                ref kind => tells_bugs_apart(kind),
            };
            if !telling {
                continue;
            }
            let body = asserted_by(&script, &command.kind, command.node).filter(|_| is_flat);
            match body {
                Some(body) => asserted.extend(forms.conjuncts(body)),
                None => rest.push(forms.of(command.node)),
            }
        }
        if rest.is_empty() && asserted.is_empty() {
            return None;
        }
        let strict = forms.write(&rest, &asserted, Naming::Numbered);
        let loose = forms.write(&rest, &asserted, Naming::Anonymous);
        Some(Self { strict, loose })
    }
}

/// An option that whoever asks for a model needs.
const MODELS: &str = ":produce-models";

/// What an `assert` asserts.
fn asserted_by(script: &Script, kind: &CommandKind, node: NodeId) -> Option<NodeId> {
    let is_assertion = matches!(kind, CommandKind::Assert(_));
    let mut children = script.tree.children(node);
    is_assertion.then(|| children.nth(1)).flatten()
}

/// Whether a script has one check at most, of all that is asserted.
fn is_flat(script: &Script) -> bool {
    use CommandKind::*;
    let mut checks = 0;
    for command in &script.commands {
        match command.kind {
            CheckSat | CheckSatAssuming(_) | CheckSatUsing(_) => checks += 1,
            Assert(_) if checks > 0 => return false,
            Push(_) | Pop(_) | Reset | ResetAssertions | Raw => return false,
            _ => {}
        }
    }
    checks <= 1
}

/// Whether a command has to do with the bug: what it is about, and not only what it is written with.
fn tells_bugs_apart(command: &CommandKind) -> bool {
    use CommandKind::*;
    !matches!(
        command,
        SetLogic(_)
            | SetInfo { .. }
            | GetInfo(_)
            | GetOption(_)
            | DeclareSort { .. }
            | DeclareFun(_)
            | DeclareConst(_)
            | CheckSat
            | Exit
            | GetModel
            | Echo(_)
    )
}

#[cfg(test)]
mod tests;
