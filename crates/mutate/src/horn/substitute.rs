//! Terms put for variables, without anything being captured.

use super::sorts::BINDERS;
use super::system::fresh_name;
use super::term::Term;
use hashbrown::{HashMap, HashSet};
use std::sync::Arc;

/// Where new names come from.
#[derive(Debug, Clone)]
pub(super) struct Names {
    next: u32,
}

impl Names {
    pub(super) fn new(next: u32) -> Self {
        Self { next }
    }

    pub(super) fn number(&mut self) -> u32 {
        let number = self.next;
        self.next = self.next.saturating_add(1);
        number
    }

    pub(super) fn name(&mut self) -> Arc<str> {
        fresh_name(self.number())
    }

    pub(super) fn next(&self) -> u32 {
        self.next
    }
}

/// Terms by the names of the variables that they are put for.
#[derive(Debug, Default, Clone)]
pub(super) struct Substitution {
    terms: HashMap<Arc<str>, Arc<str>>,
    /// What the terms speak of, which must not be captured.
    mentioned: HashSet<Arc<str>>,
}

impl Substitution {
    pub(super) fn insert(&mut self, variable: Arc<str>, term: &Term) {
        let atoms = term.atoms().map(Arc::from);
        self.mentioned.extend(atoms);
        self.terms.insert(variable, term.text().into());
    }

    pub(super) fn rename(&mut self, variable: Arc<str>, name: Arc<str>) {
        self.mentioned.insert(name.clone());
        self.terms.insert(variable, name);
    }

    pub(super) fn contains(&self, variable: &str) -> bool {
        self.terms.contains_key(variable)
    }
}

/// What is left to write of a term.
enum Task {
    Node(usize),
    Word(Arc<str>),
    Open,
    Close,
    /// From here on these names are bound, and written like that.
    Enter(Vec<(Arc<str>, Arc<str>)>),
    Leave(usize),
}

/// The term with terms put for its free variables.
pub(super) fn substitute(term: &Arc<Term>, by: &Substitution, names: &mut Names) -> Arc<Term> {
    let is_binder = |node: usize| term.is_list(node) && BINDERS.contains(&term.head(node));
    let (mut mentioned, mut binds) = (false, false);
    for node in 0..term.len() {
        match term.is_list(node) {
            true => binds |= is_binder(node),
            false => mentioned |= by.contains(term.source(node)),
        }
    }
    if !mentioned {
        return term.clone();
    }
    if !binds {
        return Term::parse(&copied(term, by)).unwrap_or_else(|| term.clone());
    }
    let mut writer = Writer {
        term,
        by,
        names,
        bound: Vec::new(),
        out: String::with_capacity(term.text().len() * 2),
        tasks: vec![Task::Node(0)],
    };
    writer.run();
    let text = std::mem::take(&mut writer.out);
    // It is balanced, since every list that is opened is closed; a term it stays.
    Term::parse(&text).unwrap_or_else(|| term.clone())
}

/// The text of a term that binds nothing, with terms put for its variables.
fn copied(term: &Term, by: &Substitution) -> String {
    let text = term.text();
    let mut out = String::with_capacity(text.len() * 2);
    let (mut node, mut done) = (0, 0);
    while node < term.len() {
        let range = term.range(node);
        // What an application starts with is no variable, and what stands in an index is none.
        let is_head = range.start > 0 && text.as_bytes().get(range.start - 1) == Some(&b'(');
        if term.is_list(node) {
            node = match term.head(node) {
                "_" | "as" => term.after(node),
                _ => node + 1,
            };
            continue;
        }
        if let (false, Some(put)) = (is_head, by.terms.get(term.source(node))) {
            out.push_str(text.get(done..range.start).unwrap_or_default());
            out.push_str(put);
            done = range.end;
        }
        node += 1;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

struct Writer<'a> {
    term: &'a Term,
    by: &'a Substitution,
    names: &'a mut Names,
    bound: Vec<(Arc<str>, Arc<str>)>,
    out: String,
    tasks: Vec<Task>,
}

impl Writer<'_> {
    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Node(node) if self.term.is_list(node) => self.list(node),
                Task::Node(node) => self.atom(node),
                Task::Word(word) => self.word(&word),
                Task::Open => {
                    self.space();
                    self.out.push('(');
                }
                Task::Close => self.out.push(')'),
                Task::Enter(names) => self.bound.extend(names),
                Task::Leave(names) => {
                    let left = self.bound.len().saturating_sub(names);
                    self.bound.truncate(left);
                }
            }
        }
    }

    fn space(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('(') {
            self.out.push(' ');
        }
    }

    fn word(&mut self, word: &str) {
        self.space();
        self.out.push_str(word);
    }

    fn atom(&mut self, node: usize) {
        let atom = self.term.source(node);
        let bound = self.bound.iter().rev().find(|(name, _)| &**name == atom);
        let word = match bound {
            Some((_, written)) => written.clone(),
            None => self.by.terms.get(atom).cloned().unwrap_or(atom.into()),
        };
        self.word(&word);
    }

    /// How a bound variable is written: as it is, unless it would capture something.
    fn written(&mut self, name: &str) -> (Arc<str>, Arc<str>) {
        let name: Arc<str> = name.into();
        match self.by.mentioned.contains(&name) {
            true => (name, self.names.name()),
            false => (name.clone(), name),
        }
    }

    fn list(&mut self, node: usize) {
        let term = self.term;
        let parts: Vec<usize> = term.children(node).collect();
        let mut tasks = vec![Task::Open];
        match (term.head(node), &parts[..]) {
            ("_" | "as", _) => tasks = vec![Task::Word(term.source(node).into())],
            ("forall" | "exists" | "lambda", [keyword, variables, bodies @ ..])
                if term.is_list(*variables) =>
            {
                tasks.extend([Task::Word(term.source(*keyword).into()), Task::Open]);
                let mut names = Vec::new();
                for variable in term.children(*variables) {
                    let pair = self.written(term.head(variable));
                    let sort = term.children(variable).nth(1).unwrap_or(variable);
                    let sort = Task::Word(term.source(sort).into());
                    tasks.extend([Task::Open, Task::Word(pair.1.clone()), sort, Task::Close]);
                    names.push(pair);
                }
                let count = names.len();
                tasks.extend([Task::Close, Task::Enter(names)]);
                tasks.extend(bodies.iter().map(|&body| Task::Node(body)));
                tasks.extend([Task::Leave(count), Task::Close]);
            }
            ("let", [keyword, bindings, bodies @ ..]) if term.is_list(*bindings) => {
                tasks.extend([Task::Word(term.source(*keyword).into()), Task::Open]);
                let mut names = Vec::new();
                for binding in term.children(*bindings) {
                    let pair = self.written(term.head(binding));
                    tasks.extend([Task::Open, Task::Word(pair.1.clone())]);
                    tasks.extend(term.arguments(binding).map(Task::Node));
                    tasks.push(Task::Close);
                    names.push(pair);
                }
                let count = names.len();
                tasks.extend([Task::Close, Task::Enter(names)]);
                tasks.extend(bodies.iter().map(|&body| Task::Node(body)));
                tasks.extend([Task::Leave(count), Task::Close]);
            }
            ("match", [keyword, matched, cases]) if term.is_list(*cases) => {
                tasks.extend([Task::Word(term.source(*keyword).into())]);
                tasks.extend([Task::Node(*matched), Task::Open]);
                for case in term.children(*cases) {
                    self.case(case, &mut tasks);
                }
                tasks.extend([Task::Close, Task::Close]);
            }
            (_, parts) => {
                for (place, &part) in parts.iter().enumerate() {
                    tasks.push(match place == 0 && !term.is_list(part) {
                        true => Task::Word(term.source(part).into()),
                        false => Task::Node(part),
                    });
                }
                tasks.push(Task::Close);
            }
        }
        self.tasks.extend(tasks.into_iter().rev());
    }

    /// One case of a `match`: a pattern and a term.
    fn case(&mut self, case: usize, tasks: &mut Vec<Task>) {
        let term = self.term;
        let parts: Vec<usize> = term.children(case).collect();
        let [pattern, bodies @ ..] = &parts[..] else {
            tasks.push(Task::Word(term.source(case).into()));
            return;
        };
        tasks.push(Task::Open);
        let mut names = Vec::new();
        match term.is_list(*pattern) {
            true => {
                let constructor = term.children(*pattern).next().unwrap_or(*pattern);
                tasks.extend([Task::Open, Task::Word(term.source(constructor).into())]);
                for variable in term.arguments(*pattern) {
                    let pair = self.written(term.source(variable));
                    tasks.push(Task::Word(pair.1.clone()));
                    names.push(pair);
                }
                tasks.push(Task::Close);
            }
            // A constructor, for which nothing is ever put: variables alone are refused when read.
            false => tasks.push(Task::Word(term.source(*pattern).into())),
        }
        let count = names.len();
        tasks.push(Task::Enter(names));
        tasks.extend(bodies.iter().map(|&body| Task::Node(body)));
        tasks.extend([Task::Leave(count), Task::Close]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(term: &str, put: &[(&str, &str)], expected: &str) {
        let mut by = Substitution::default();
        for (name, text) in put {
            by.insert((*name).into(), &Term::parse(text).unwrap());
        }
        let found = substitute(&Term::parse(term).unwrap(), &by, &mut Names::new(7));
        assert_eq!(found.text(), expected);
    }

    #[test]
    fn free_variables_are_replaced_and_bound_ones_are_not() {
        check("x", &[("x", "(f y)")], "(f y)");
        check("(+ x (x y) z)", &[("x", "1"), ("z", "x")], "(+ 1 (x y) x)");
        check(
            "(and (> x 0) (exists ((x Int)) (> x y)))",
            &[("x", "z"), ("y", "w")],
            "(and (> z 0) (exists ((x Int)) (> x w)))",
        );
        check("(let ((x x)) x)", &[("x", "y")], "(let ((x y)) x)");
        check(
            "((_ is x) (as x S) x)",
            &[("x", "y")],
            "((_ is x) (as x S) y)",
        );
    }

    #[test]
    fn nothing_is_captured() {
        check(
            "(exists ((y Int)) (> x y))",
            &[("x", "(+ y 1)")],
            "(exists ((nh!7 Int)) (> (+ y 1) nh!7))",
        );
        check(
            "(let ((y x) (z 1)) (+ x y z))",
            &[("x", "y")],
            "(let ((nh!7 y) (z 1)) (+ y nh!7 z))",
        );
        check(
            "(match x (((cons y t) (+ x y)) (nil x)))",
            &[("x", "y")],
            "(match y (((cons nh!7 t) (+ y nh!7)) (nil y)))",
        );
    }
}
