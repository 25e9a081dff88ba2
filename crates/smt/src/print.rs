//! Terms and scripts back to text: the same tokens in the same order as they were read.

use crate::script::Script;
use crate::term::{TermId, TermKind};
use crate::tree::NodeId;

impl Script {
    /// Appends the whole script, a command a line. Terms are printed from their meaning, not
    /// copied from the source, so that this shows what we understood.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.reserve(self.tree.text().len());
        let mut printer = Printer::new(self);
        for command in &self.commands {
            printer.command(command.node, out);
            out.push(b'\n');
        }
    }

    /// Appends one command.
    pub fn write_command(&self, command: NodeId, out: &mut Vec<u8>) {
        Printer::new(self).command(command, out);
    }

    /// Appends one term.
    pub fn write_term(&self, term: TermId, out: &mut Vec<u8>) {
        Printer::new(self).term(term, out);
    }
}

/// Prints with a stack of its own. A term shared by many is printed at each of its places, as it
/// was read: sharing that the text expresses with `let` stays a `let`.
struct Printer<'a> {
    script: &'a Script,
    /// Terms that are open, each with the number of its next argument.
    stack: Vec<(TermId, usize)>,
    /// Where the lists of a command that are not terms end.
    ends: Vec<NodeId>,
}

impl<'a> Printer<'a> {
    fn new(script: &'a Script) -> Self {
        Self {
            script,
            stack: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn command(&mut self, node: NodeId, out: &mut Vec<u8>) {
        let tree = &self.script.tree;
        let last = tree.after(node);
        let (mut at, mut space) = (node, false);
        while at < last {
            if space {
                out.push(b' ');
            }
            space = true;
            if let Some(term) = self.script.term_at(at) {
                self.term(term, out);
                at = tree.after(at);
            } else if let Some(atom) = tree.atom(at) {
                out.extend_from_slice(tree.symbols.bytes(atom));
                at = tree.after(at);
            } else {
                out.push(b'(');
                self.ends.push(tree.after(at));
                at = NodeId(at.0 + 1);
                space = false;
            }
            while self.ends.last() == Some(&at) {
                self.ends.pop();
                out.push(b')');
                space = true;
            }
        }
    }

    fn term(&mut self, root: TermId, out: &mut Vec<u8>) {
        let terms = &self.script.terms;
        self.open(root, out);
        while let Some((term, next)) = self.stack.last_mut() {
            let (term, place) = (*term, *next);
            *next += 1;
            let arguments = terms.arguments(term);
            if place == arguments.len() {
                self.stack.pop();
                self.close(term, out);
                continue;
            }
            match terms.kind(term) {
                TermKind::Apply => out.push(b' '),
                _ => self.before(term, place, out),
            }
            self.open(arguments[place], out);
        }
    }

    /// Prints a leaf, or what stands before the first argument of a term.
    #[inline]
    fn open(&mut self, term: TermId, out: &mut Vec<u8>) {
        let (terms, symbols) = (&self.script.terms, &self.script.tree.symbols);
        match terms.kind(term) {
            TermKind::Literal | TermKind::Symbol | TermKind::Opaque => {
                out.extend_from_slice(symbols.bytes(terms.head(term)));
                return;
            }
            TermKind::Apply => {
                out.push(b'(');
                out.extend_from_slice(symbols.bytes(terms.head(term)));
            }
            TermKind::ApplyTerm => out.push(b'('),
            TermKind::Let => out.extend_from_slice(b"(let ("),
            TermKind::Binder => self.open_binder(term, out),
            TermKind::Annotated => out.extend_from_slice(b"(! "),
            TermKind::Match => out.extend_from_slice(b"(match "),
        }
        self.stack.push((term, 0));
    }

    fn open_binder(&self, term: TermId, out: &mut Vec<u8>) {
        let script = self.script;
        let symbols = &script.tree.symbols;
        out.push(b'(');
        out.extend_from_slice(symbols.bytes(script.terms.head(term)));
        out.extend_from_slice(b" (");
        for (place, variable) in script.terms.variables(term).iter().enumerate() {
            out.extend_from_slice(if place == 0 { b"(" } else { b" (" });
            out.extend_from_slice(symbols.bytes(script.declarations.name(variable)));
            out.push(b' ');
            if let Some(written) = script.declarations.written_sort(variable) {
                out.extend_from_slice(symbols.bytes(written));
            }
            out.push(b')');
        }
        out.push(b')');
    }

    /// Prints what stands before an argument of anything but an application.
    fn before(&self, term: TermId, place: usize, out: &mut Vec<u8>) {
        let script = self.script;
        let (terms, symbols) = (&script.terms, &script.tree.symbols);
        match terms.kind(term) {
            TermKind::Let => {
                let last = place + 1 == terms.arguments(term).len();
                if place > 0 {
                    out.push(b')');
                }
                if last {
                    out.extend_from_slice(b") ");
                } else if let Some(variable) = terms.variables(term).iter().nth(place) {
                    out.extend_from_slice(if place == 0 { b"(" } else { b" (" });
                    out.extend_from_slice(symbols.bytes(script.declarations.name(variable)));
                    out.push(b' ');
                }
            }
            TermKind::Match if place > 0 => {
                out.extend_from_slice(if place == 1 { b" ((" } else { b") (" });
                out.extend_from_slice(symbols.bytes(terms.cases(term)[place - 1].pattern));
                out.push(b' ');
            }
            TermKind::Binder => out.push(b' '),
            TermKind::ApplyTerm if place > 0 => out.push(b' '),
            _ => {}
        }
    }

    fn close(&self, term: TermId, out: &mut Vec<u8>) {
        let terms = &self.script.terms;
        match terms.kind(term) {
            TermKind::Annotated => {
                let tree = &self.script.tree;
                let parts = terms
                    .annotation(term)
                    .into_iter()
                    .flat_map(|n| tree.children(n));
                for attribute in parts.skip(2) {
                    out.push(b' ');
                    tree.write_tokens(attribute, out);
                }
            }
            TermKind::Match => match terms.arguments(term).len() {
                1 => out.extend_from_slice(b" ()"),
                _ => out.extend_from_slice(b"))"),
            },
            _ => {}
        }
        out.push(b')');
    }
}
