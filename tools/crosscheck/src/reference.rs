//! The reference side: what yaspar-ir says the sort of every term is.
//!
//! yaspar parses into an untyped tree that knows where in the text each term stands, and checking
//! turns that into a typed tree of the same shape. Walking both side by side thus gives every
//! term's place and sort. The two trees differ in one respect only: where a function wants a `Real`
//! and is given an `Int`, checking wraps the argument in `to_real`. The text has no such term, so
//! the walk looks through that wrapping and reports the argument's own sort.

use std::collections::HashMap;
use std::ops::Range;

use yaspar_ir::ast::alg::Index;
use yaspar_ir::ast::{ACommand, ATerm, Command, Context, FetchSort, Sort, Term, Typecheck, u};
use yaspar_ir::traits::{Contains, MetaData, Repr};

use crate::commands::{self, Sieve};
use crate::spelling;

/// One term of the text: the bytes it takes up and its sort, as an index into a table of sorts.
#[derive(Clone, Debug)]
pub struct SortedTerm {
    /// Where the term stands.
    pub bytes: Range<usize>,
    /// Its sort in [`Checked::sorts`].
    pub sort: usize,
}

/// How much of a file yaspar accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The file as it stands.
    Whole,
    /// The file without those of its commands that yaspar rejects; the first reason is kept.
    Partly {
        /// Commands left out.
        left_out: usize,
        /// Why the file as a whole was rejected.
        reason: String,
    },
}

/// What yaspar says of a file.
#[derive(Clone, Debug)]
pub struct Checked {
    /// How much of the file this covers.
    pub extent: Extent,
    /// Every term of every accepted command, outer terms before the ones inside them.
    pub terms: Vec<SortedTerm>,
    /// The sorts that occur, as SMT-LIB text with abbreviations expanded.
    pub sorts: Vec<String>,
}

/// Parses and checks a file: as a whole if yaspar takes it, command by command otherwise.
pub fn check(text: &str) -> Result<Checked, String> {
    match check_whole(text) {
        Ok(checked) => Ok(checked),
        Err(reason) => check_partly(text, reason),
    }
}

fn check_whole(text: &str) -> Result<Checked, String> {
    let untyped = u::UntypedAst
        .parse_script_str(text)
        .map_err(|error| error.to_string())?;
    let mut context = Context::new();
    let mut collector = Collector::new(text);
    for command in &untyped {
        let typed = command.type_check(&mut context)?;
        collector.command(command, &typed, 0, &mut context)?;
        // Both trees are freed recursively; a deep one is cheaper to leak than to give a stack.
        std::mem::forget(typed);
    }
    std::mem::forget(untyped);
    std::mem::forget(context);
    Ok(collector.finish(Extent::Whole))
}

/// Leaves out the commands yaspar rejects, as far as the remaining ones keep their meaning.
fn check_partly(text: &str, reason: String) -> Result<Checked, String> {
    let Some(commands) = commands::split(text.as_bytes()) else {
        return Err(reason);
    };
    if commands::contradicts_its_logic(text.as_bytes()) {
        return Err(reason);
    }
    let mut context = Context::new();
    let mut collector = Collector::new(text);
    let mut sieve = Sieve::default();
    let mut left_out = 0;
    for command_bytes in commands {
        let command_text = &text[command_bytes.clone()];
        let checked = if sieve.uses_lost_name(command_text.as_bytes()) {
            None
        } else {
            check_command(command_text, &mut context)
        };
        if let Some((untyped, typed)) = checked {
            let first_char = collector.char_at(command_bytes.start);
            collector.command(&untyped, &typed, first_char, &mut context)?;
            std::mem::forget((untyped, typed));
        } else {
            left_out += 1;
            let logic_is_set = context.check_logic().is_ok();
            if !sieve.leave_out(command_text.as_bytes(), logic_is_set) {
                break;
            }
        }
    }
    std::mem::forget(context);
    if collector.terms.is_empty() {
        return Err(reason);
    }
    Ok(collector.finish(Extent::Partly { left_out, reason }))
}

fn check_command(text: &str, context: &mut Context) -> Option<(u::Command, Command)> {
    let untyped = u::UntypedAst.parse_command_str(text).ok()?;
    let typed = untyped.type_check(context).ok()?;
    Some((untyped, typed))
}

/// Gathers places and sorts.
struct Collector {
    /// Byte offset of each character of the text, and of its end: yaspar counts characters.
    byte_of_char: Vec<usize>,
    terms: Vec<SortedTerm>,
    sorts: Vec<String>,
    index_of_sort: HashMap<Sort, usize>,
}

impl Collector {
    fn new(text: &str) -> Self {
        let mut byte_of_char: Vec<usize> = text.char_indices().map(|(byte, _)| byte).collect();
        byte_of_char.push(text.len());
        Collector {
            byte_of_char,
            terms: Vec::new(),
            sorts: Vec::new(),
            index_of_sort: HashMap::new(),
        }
    }

    fn finish(self, extent: Extent) -> Checked {
        Checked {
            extent,
            terms: self.terms,
            sorts: self.sorts,
        }
    }

    /// The character that begins at a byte.
    fn char_at(&self, byte: usize) -> usize {
        self.byte_of_char.partition_point(|&start| start < byte)
    }

    /// Collects the terms of a command that was parsed from the text from `first_char` on.
    fn command(
        &mut self,
        untyped: &u::Command,
        typed: &Command,
        first_char: usize,
        context: &mut Context,
    ) -> Result<(), String> {
        let (written, checked) = (terms_of(untyped.repr()), terms_of(typed.repr()));
        if written.len() != checked.len() {
            return Err(format!("a command lost terms: {}", untyped.meta_data()));
        }
        for (untyped, typed) in written.into_iter().zip(checked) {
            self.term(untyped, typed, first_char, context)?;
        }
        Ok(())
    }

    fn term(
        &mut self,
        untyped: &u::Term,
        typed: &Term,
        first_char: usize,
        context: &mut Context,
    ) -> Result<(), String> {
        let mut stack = vec![(untyped, typed)];
        while let Some((untyped, typed)) = stack.pop() {
            let typed = without_coercion(untyped, typed);
            let place = untyped.meta_data();
            let byte = |char_num: usize| self.byte_of_char.get(first_char + char_num).copied();
            let (Some(start), Some(end)) = (byte(place.start.char_num), byte(place.end.char_num))
            else {
                return Err(format!("a term stands outside the text: {place}"));
            };
            let sort = typed
                .maybe_sort(context)
                .ok_or_else(|| format!("a checked term has no sort: {place}"))?;
            let sort = self.sort(sort);
            self.terms.push(SortedTerm {
                bytes: start..end,
                sort,
            });

            let inner: Vec<&u::Term> = untyped.repr().sub_terms().collect();
            let inner_typed: Vec<&Term> = typed.repr().sub_terms().collect();
            if inner.len() != inner_typed.len() {
                return Err(format!("the two trees differ in shape: {place}"));
            }
            stack.extend(inner.into_iter().zip(inner_typed).rev());
        }
        Ok(())
    }

    fn sort(&mut self, sort: Sort) -> usize {
        if let Some(&index) = self.index_of_sort.get(&sort) {
            return index;
        }
        let index = self.sorts.len();
        let mut text = String::new();
        print_sort(&sort, &mut text);
        self.sorts.push(text);
        self.index_of_sort.insert(sort, index);
        index
    }
}

/// The outermost terms of a command, in order. A `define-funs-rec` of one function becomes a
/// `define-fun-rec` by checking, which makes no difference here.
fn terms_of<Name, Of, T>(command: &ACommand<Name, Of, T>) -> Vec<&T> {
    match command {
        ACommand::Assert(term) | ACommand::DefineConst(_, _, term) => vec![term],
        ACommand::DefineFun(function) | ACommand::DefineFunRec(function) => vec![&function.body],
        ACommand::DefineFunsRec(functions) => functions.iter().map(|f| &f.body).collect(),
        ACommand::CheckSatAssuming(terms) | ACommand::GetValue(terms) => terms.iter().collect(),
        _ => Vec::new(),
    }
}

/// Looks through the `to_real` that checking put around a term.
fn without_coercion<'a>(untyped: &u::Term, typed: &'a Term) -> &'a Term {
    if let ATerm::App(name, arguments, _) = typed.repr()
        && let [argument] = arguments.as_slice()
        && name.0.symbol.inner() == "to_real"
        && !is_to_real(untyped)
    {
        argument
    } else {
        typed
    }
}

fn is_to_real(untyped: &u::Term) -> bool {
    matches!(untyped.repr(), ATerm::App(name, _, _) if name.0.symbol.inner() == "to_real")
}

/// Prints a sort on one line; yaspar has expanded its abbreviations while checking.
fn print_sort(sort: &Sort, text: &mut String) {
    let parts = sort.repr();
    if !parts.1.is_empty() {
        text.push('(');
    }
    if parts.0.indices.is_empty() {
        text.push_str(&spelling::symbol(parts.0.symbol.inner()));
    } else {
        text.push_str("(_ ");
        text.push_str(&spelling::symbol(parts.0.symbol.inner()));
        for index in &parts.0.indices {
            text.push(' ');
            match index {
                Index::Symbol(name) => text.push_str(&spelling::symbol(name.inner())),
                other => text.push_str(&other.to_string()),
            }
        }
        text.push(')');
    }
    for argument in &parts.1 {
        text.push(' ');
        print_sort(argument, text);
    }
    if !parts.1.is_empty() {
        text.push(')');
    }
}

#[cfg(test)]
mod tests;
