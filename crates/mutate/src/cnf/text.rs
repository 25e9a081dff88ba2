//! The text of atoms and of the definitions they need.

use super::survey::{Role, Survey, write_sort};
use smt::{Children, DeclId, Function, NodeId, Script, Sym, TermKind};
use std::ops::Range;

/// Writes atoms, and what they speak of before them.
pub(super) struct Texts<'a> {
    script: &'a Script,
    survey: &'a Survey,
    /// The atoms written so far, to be read again.
    written: Vec<u8>,
    /// The number of each variable's definition; 0 if it has none.
    numbers: Vec<u32>,
    /// Whether the definition of a variable or a name is on its way.
    defined: Vec<bool>,
    last_number: u32,
}

/// The elements of a list that are still to be written.
enum Elements<'a> {
    All(Children<'a>),
    Some(std::vec::IntoIter<NodeId>),
}

impl Elements<'_> {
    fn next(&mut self) -> Option<NodeId> {
        match self {
            Elements::All(children) => children.next(),
            Elements::Some(nodes) => nodes.next(),
        }
    }
}

/// A definition that waits for those it needs.
struct Definition {
    of: DeclId,
    text: Range<usize>,
    needs: Vec<DeclId>,
}

impl<'a> Texts<'a> {
    pub fn new(script: &'a Script, survey: &'a Survey) -> Self {
        Self {
            script,
            survey,
            written: Vec::new(),
            numbers: vec![0; script.declarations.len()],
            defined: vec![false; script.declarations.len()],
            last_number: 0,
        }
    }

    /// A text that was written before.
    pub fn read(&self, text: Range<usize>) -> &[u8] {
        &self.written[text]
    }

    /// Declares a Boolean constant of ours.
    pub fn declare_constant(&mut self, out: &mut Vec<u8>) -> u32 {
        self.last_number += 1;
        let number = self.last_number;
        out.extend_from_slice(b"(declare-fun ");
        self.write_name(number, out);
        out.extend_from_slice(b" () Bool)\n");
        number
    }

    /// Appends a name of ours.
    pub fn write_name(&self, number: u32, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.survey.prefix);
        out.extend_from_slice(number.to_string().as_bytes());
    }

    /// Writes an atom, to be read with [`Texts::read`], and appends the definitions it needs to
    /// `out`.
    pub fn write(&mut self, atom: NodeId, out: &mut Vec<u8>) -> Range<usize> {
        let mut needs = Vec::new();
        let text = self.print(atom, &mut needs);
        for need in needs {
            self.define(need, out);
        }
        text
    }

    /// Appends the definition of a variable or a name, and before it all that it needs.
    pub fn define(&mut self, root: DeclId, out: &mut Vec<u8>) {
        let mut open: Vec<Definition> = Vec::new();
        open.extend(self.open(root));
        while let Some(definition) = open.last_mut() {
            if let Some(need) = definition.needs.pop() {
                open.extend(self.open(need));
                continue;
            }
            let (of, text) = (definition.of, definition.text.clone());
            open.pop();
            out.extend_from_slice(b"(define-fun ");
            self.refer(of, out);
            out.extend_from_slice(b" () ");
            write_sort(self.script, self.script.declarations.sort(of), out);
            out.push(b' ');
            out.extend_from_slice(&self.written[text.clone()]);
            out.extend_from_slice(b")\n");
            // Nobody reads it again, and what it needed was written behind it and is gone.
            self.written.truncate(text.start);
        }
    }

    /// Starts a definition, unless it is there.
    fn open(&mut self, of: DeclId) -> Option<Definition> {
        if std::mem::replace(&mut self.defined[of.index()], true) {
            return None;
        }
        let value = self.script.declarations.value(of)?;
        let mut needs = Vec::new();
        let text = self.print(self.survey.place(value)?, &mut needs);
        Some(Definition { of, text, needs })
    }

    /// Appends what a variable or a name is called in the result.
    fn refer(&mut self, declaration: DeclId, out: &mut Vec<u8>) {
        if self.survey.role(declaration) == Role::Name {
            let name = self.script.declarations.name(declaration);
            return out.extend_from_slice(self.script.tree.symbols.bytes(name));
        }
        if self.numbers[declaration.index()] == 0 {
            self.last_number += 1;
            self.numbers[declaration.index()] = self.last_number;
        }
        self.write_name(self.numbers[declaration.index()], out);
    }

    /// Writes a node without the `let`s and names that are gone, and notes what must be defined.
    fn print(&mut self, root: NodeId, needs: &mut Vec<DeclId>) -> Range<usize> {
        let mut out = std::mem::take(&mut self.written);
        let start = out.len();
        let mut open: Vec<Elements<'a>> = Vec::new();
        open.extend(self.print_node(root, needs, &mut out));
        while let Some(elements) = open.last_mut() {
            match elements.next() {
                Some(node) => {
                    if out.last() != Some(&b'(') {
                        out.push(b' ');
                    }
                    open.extend(self.print_node(node, needs, &mut out));
                }
                None => {
                    open.pop();
                    out.push(b')');
                }
            }
        }
        self.written = out;
        start..self.written.len()
    }

    /// Writes an atom of the syntax, or the start of a list whose elements are given back.
    fn print_node(
        &mut self,
        mut node: NodeId,
        needs: &mut Vec<DeclId>,
        out: &mut Vec<u8>,
    ) -> Option<Elements<'a>> {
        let (script, tree) = (self.script, &self.script.tree);
        let mut skip_head = false;
        while let Some(term) = script.term_at(node) {
            match script.terms.kind(term) {
                TermKind::Let if self.survey.is_gone(script, term) => {
                    node = tree.children(node).nth(2)?;
                }
                TermKind::Annotated => {
                    if let Some(name) = self.survey.name_at(node) {
                        self.mention(name, needs, out);
                        return None;
                    }
                    let kept = without_names(script, node);
                    match *kept {
                        [_, body] => node = body,
                        _ => {
                            out.push(b'(');
                            return Some(Elements::Some(kept.into_iter()));
                        }
                    }
                }
                TermKind::Symbol | TermKind::Apply => {
                    if let Function::Declared(declaration) = script.terms.function(term)
                        && self.survey.role(declaration) != Role::AsWritten
                    {
                        let applied = tree.is_list(node);
                        if applied {
                            out.push(b'(');
                        }
                        self.mention(declaration, needs, out);
                        if !applied {
                            return None;
                        }
                        skip_head = true;
                    }
                    break;
                }
                _ => break,
            }
        }
        if !tree.is_list(node) {
            out.extend_from_slice(tree.source(node));
            return None;
        }
        let mut children = tree.children(node);
        match skip_head {
            true => drop(children.next()),
            false => out.push(b'('),
        }
        Some(Elements::All(children))
    }

    fn mention(&mut self, declaration: DeclId, needs: &mut Vec<DeclId>, out: &mut Vec<u8>) {
        self.refer(declaration, out);
        if !self.defined[declaration.index()] {
            needs.push(declaration);
        }
    }
}

/// The parts of an annotation except the names it gives: those that are used are defined, and an
/// atom may be written more than once.
fn without_names(script: &Script, annotation: NodeId) -> Vec<NodeId> {
    let tree = &script.tree;
    let mut parts = tree.children(annotation);
    let mut kept = Vec::new();
    while let Some(part) = parts.next() {
        match tree.atom(part) {
            Some(Sym::NAMED) => drop(parts.next()),
            _ => kept.push(part),
        }
    }
    kept
}
