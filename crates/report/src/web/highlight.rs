//! SMT-LIB with colours.

use super::html::Html;
use smt::{AtomKind, Lexer, Token, TokenKind};

/// Longer than anybody reads in a browser.
const LONGEST: usize = 200_000;

/// Writes a script, which may be anything.
pub fn highlighted(script: &[u8], html: &mut Html) {
    let shown = &script[..script.len().min(LONGEST)];
    html.markup("<pre class=\"script\" tabindex=\"0\"><code>");
    let mut lexer = Lexer::new(shown);
    let (mut at, mut opened) = (0, false);
    while let Ok(Some(Token { kind, start, end })) = lexer.next_token() {
        between(&shown[at..start], html);
        let class = match kind {
            TokenKind::Open | TokenKind::Close => "",
            TokenKind::Atom(AtomKind::Symbol | AtomKind::Quoted) if opened => "head",
            TokenKind::Atom(AtomKind::Symbol | AtomKind::Quoted) => "",
            TokenKind::Atom(AtomKind::Keyword) => "keyword",
            TokenKind::Atom(AtomKind::String) => "string",
            TokenKind::Atom(_) => "number",
        };
        let text = String::from_utf8_lossy(&shown[start..end]);
        match class {
            "" => html.text(&text),
            class => html.element("span", &[("class", class)], &text),
        };
        opened = kind == TokenKind::Open;
        at = end;
    }
    between(&shown[at..], html);
    if shown.len() < script.len() {
        html.text(&format!(
            "\n... and {} more bytes",
            script.len() - shown.len()
        ));
    }
    html.markup("</code></pre>");
}

/// Spaces and comments.
fn between(text: &[u8], html: &mut Html) {
    let text = String::from_utf8_lossy(text);
    match text.contains(';') {
        true => html.element("span", &[("class", "comment")], &text),
        false => html.text(&text),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_there_and_nothing_is_markup() {
        let script = b"(assert (= |<b>| #x2A)) ; a <comment>\n(echo \"<i>\")\xff )))";
        let mut html = Html::default();
        highlighted(script, &mut html);
        let html = html.into_string();
        assert!(
            html.contains("<span class=\"head\">assert</span>"),
            "{html}"
        );
        assert!(
            html.contains("|&lt;b&gt;| <span class=\"number\">#x2A</span>"),
            "{html}"
        );
        assert!(
            html.contains("<span class=\"comment\"> ; a &lt;comment&gt;\n</span>"),
            "{html}"
        );
        assert!(
            html.contains("<span class=\"string\">&quot;&lt;i&gt;&quot;</span>"),
            "{html}"
        );
    }
}
