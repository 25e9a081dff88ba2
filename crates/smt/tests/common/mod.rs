//! What the integration tests share. Every script that is read is also printed and compared.

#![allow(dead_code)] // Each test file uses some of it.

use smt::{CommandKind, Script, TermId, Tree, same_tokens};

/// Reads a script, and makes sure that it prints the tokens it was read from.
pub fn parse(text: &str) -> Script {
    let script = Script::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut printed = Vec::new();
    script.write(&mut printed);
    let shown = String::from_utf8_lossy(&printed);
    assert!(
        same_tokens(text.as_bytes(), &printed),
        "{text}\nbecame\n{shown}"
    );
    script
}

/// The terms of all `simplify` and `get-value` commands, in order.
pub fn shown_terms(script: &Script) -> Vec<TermId> {
    let terms = script.commands.iter().map(|command| match &command.kind {
        CommandKind::Simplify(term) => std::slice::from_ref(term),
        CommandKind::GetValue(terms) => terms,
        _ => &[],
    });
    terms.flatten().copied().collect()
}

/// The sort of a term, which must be known all the way down unless it is `Unknown` itself.
fn sort_of(script: &Script, term: TermId) -> String {
    let sort = script.show_sort(script.terms.sort(term));
    let known = script.terms.is_sorted(term);
    if known == sort.contains("Unknown") {
        return format!("{sort} with something unknown below it");
    }
    sort
}

/// Each line of the table is `sort : terms`.
#[track_caller]
pub fn check_sorts(declarations: &str, table: &str) {
    for line in table.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (expected, terms) = line.split_once(" : ").expect(line);
        let script = parse(&format!("{declarations} (get-value ({terms}))"));
        let terms = shown_terms(&script);
        assert!(!terms.is_empty(), "{line}");
        for term in terms {
            let shown = script.show_term(term);
            assert_eq!(sort_of(&script, term), expected, "the sort of {shown}");
        }
    }
}

/// The sorts of what a script asks to `simplify`, in order.
#[track_caller]
pub fn check_simplified(text: &str, expected: &[&str]) {
    let script = parse(text);
    let sorts: Vec<String> = shown_terms(&script)
        .into_iter()
        .map(|term| sort_of(&script, term))
        .collect();
    assert_eq!(sorts, expected, "{text}");
}

/// The S-expressions of a text, each as it is written.
pub fn pieces(text: &str) -> Vec<String> {
    let tree = Tree::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    tree.commands().map(|piece| tree.show(piece)).collect()
}

/// `(op arguments)` for each of some operators.
pub fn each(operators: &str, arguments: &str) -> String {
    let applied = operators
        .split_whitespace()
        .map(|op| format!("({op} {arguments})"));
    applied.collect::<Vec<_>>().join(" ")
}
