//! A question as it is judged, and as it is put to a solver.
//!
//! A bug that shows only after a push or after other checks is shown by a script with all of that in it.
//! But what is asked at its last check is what the plain script asks, so that is what models are judged
//! by and what others are asked: they need not be able to do what the solver under test does, and
//! nothing that came before can be mistaken for part of the question.

use crate::ask::Ask;
use smt::{CommandKind, Script};
use solve::{Error, Outcome};

/// A question: the script that asks it by itself, and the script that is sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Posed<'a> {
    /// What the last check is about, and nothing else.
    pub plain: &'a [u8],
    /// What is sent. Its last check asks the same.
    pub sent: &'a [u8],
}

impl<'a> Posed<'a> {
    /// A question that is sent as it is.
    pub fn plainly(script: &'a [u8]) -> Self {
        Self {
            plain: script,
            sent: script,
        }
    }

    /// Whether it is sent as it is.
    pub fn is_plain(self) -> bool {
        self.plain == self.sent
    }

    /// Puts the question to somebody, with a change to what is sent that does not change the question.
    /// Nothing comes of it if he does not get as far as that.
    pub fn ask(
        self,
        who: &mut dyn Ask,
        change: impl Fn(&[u8]) -> Vec<u8>,
    ) -> Result<Option<Outcome>, Error> {
        let outcome = who.run(&change(self.sent))?;
        Ok(match self.is_plain() {
            true => Some(outcome),
            false => of_last_check(outcome),
        })
    }
}

/// What was said to the last check alone, after all that was printed before; nothing if it was not
/// reached.
pub fn of_last_check(mut outcome: Outcome) -> Option<Outcome> {
    if outcome.asked == 0 || outcome.checks.len() < outcome.asked {
        return None;
    }
    let mut last = outcome.checks.pop()?;
    let printed: String = outcome.checks.drain(..).map(|check| check.output).collect();
    last.output.insert_str(0, &printed);
    outcome.checks.push(last);
    outcome.asked = 1;
    Some(outcome)
}

/// What a script asks at its last check, as a script that asks nothing else: without what was popped or
/// reset before. What comes after that check stays. Nothing if there is no check, or if it is not known
/// what all of its commands do.
pub fn last_check(text: &[u8]) -> Option<Vec<u8>> {
    use CommandKind as K;
    let script = Script::parse(text).ok()?;
    let is_check = |kind: &K| matches!(kind, K::CheckSat | K::CheckSatUsing(_));
    let mut commands = script.commands.iter();
    let last = commands.rposition(|command| is_check(&command.kind))?;
    // In force at the place at hand, and how many of them were at each push.
    let mut kept: Vec<&[u8]> = Vec::new();
    let mut levels: Vec<usize> = Vec::new();
    // Settings outlive a pop.
    let mut settings: Vec<&[u8]> = Vec::new();
    for (place, command) in script.commands.iter().enumerate() {
        let own = script.tree.source(command.node);
        match &command.kind {
            _ if place == last => kept.push(b"(check-sat)"),
            kind if is_check(kind) => {}
            K::SetOption { keyword, .. } => {
                let name = script.tree.symbols.name(*keyword).to_lowercase();
                if name.contains(GLOBAL) {
                    return None;
                }
                settings.push(own);
            }
            K::SetLogic(_) => settings.push(own),
            K::Push(count) if place < last => {
                let count = usize::try_from(*count).ok().filter(|count| *count < DEEP)?;
                levels.extend(std::iter::repeat_n(kept.len(), count));
            }
            K::Pop(count) if place < last => {
                let count = usize::try_from(*count).ok()?;
                let left = levels.len().checked_sub(count)?;
                kept.truncate(*levels.get(left).unwrap_or(&kept.len()));
                levels.truncate(left);
            }
            K::Reset if place < last => {
                kept.clear();
                levels.clear();
                settings.clear();
            }
            K::Assert(_)
            | K::DeclareSort { .. }
            | K::DefineSort { .. }
            | K::DeclareDatatypes { .. }
            | K::DeclareFun(_)
            | K::DeclareConst(_)
            | K::DefineFun(_)
            | K::DefineConst(_)
            | K::DefineFunRec(_)
            | K::DefineFunsRec(_) => kept.push(own),
            K::GetModel | K::GetValue(_) | K::GetUnsatCore | K::GetInfo(_) if place > last => {
                kept.push(own);
            }
            K::SetInfo { .. } | K::GetModel | K::GetValue(_) | K::GetInfo(_) | K::GetUnsatCore => {}
            K::Exit if place > last => break,
            _ => return None,
        }
    }
    settings.extend(kept);
    let mut flat = settings.join(&b'\n');
    flat.push(b'\n');
    Some(flat)
}

/// What the option is called that lets declarations outlive a pop, in all its spellings.
const GLOBAL: &str = "global";
/// More levels than anybody pushes.
const DEEP: usize = 1 << 16;

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(text: &str) -> Option<String> {
        let flat = last_check(text.as_bytes())?;
        Some(String::from_utf8(flat).unwrap().replace('\n', ""))
    }

    #[test]
    fn what_was_popped_or_reset_is_not_asked() {
        let one = "(declare-const x Bool)(assert x)(check-sat)(get-model)";
        assert_eq!(flat(one).unwrap(), one);
        let other = "(declare-const x Int)(assert (< x 0))(check-sat)";
        let pushed = format!("(set-logic ALL)(push 1){other}(pop 1)(push 1){one}");
        assert_eq!(flat(&pushed).unwrap(), format!("(set-logic ALL){one}"));
        let reset = format!("(set-logic QF_LIA){other}(reset)(set-logic ALL){one}");
        assert_eq!(flat(&reset).unwrap(), format!("(set-logic ALL){one}"));
        let nested =
            "(assert true)(push 2)(assert false)(pop)(assert (= 1 1))(check-sat-using smt)";
        let left = "(assert true)(assert (= 1 1))(check-sat)";
        assert_eq!(flat(nested).unwrap(), left);
    }

    #[test]
    fn what_is_not_understood_is_not_flattened() {
        for text in [
            "(assert true)",
            "(set-option :GLOBAL_DECLS true)(check-sat)",
            "(pop 1)(check-sat)",
            "(set-option :global-declarations true)(assert true)(check-sat)",
            "(assert true)(check-sat-assuming (true))",
            "(no-such-command)(check-sat)",
        ] {
            assert_eq!(flat(text), None, "{text}");
        }
    }
}
