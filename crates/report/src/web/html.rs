//! Markup that text can never become part of: what is written is either a constant of this program, or
//! escaped. There is no way to write anything else.

/// A piece of a page.
#[derive(Debug, Clone, Default)]
pub struct Html(String);

impl Html {
    /// Markup that is part of this program.
    pub fn markup(&mut self, constant: &'static str) -> &mut Self {
        self.0.push_str(constant);
        self
    }

    /// Text, whatever is in it.
    pub fn text(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                // Not allowed in a page, not even escaped.
                '\0'..='\x08' | '\x0b' | '\x0c' | '\x0e'..='\x1f' | '\x7f'..='\u{9f}' => {
                    self.0.push('\u{fffd}');
                }
                // What turns the direction of writing would have a script look like another.
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => self.0.push('\u{fffd}'),
                c => self.0.push(c),
            }
        }
        self
    }

    /// The start of an element with attributes.
    pub fn open(&mut self, tag: &'static str, attributes: &[(&'static str, &str)]) -> &mut Self {
        self.0.push('<');
        self.0.push_str(tag);
        for (name, value) in attributes {
            self.0.push(' ');
            self.0.push_str(name);
            self.0.push_str("=\"");
            self.text(value);
            self.0.push('"');
        }
        self.0.push('>');
        self
    }

    /// The end of an element.
    pub fn close(&mut self, tag: &'static str) -> &mut Self {
        self.0.push_str("</");
        self.0.push_str(tag);
        self.0.push('>');
        self
    }

    /// An element with nothing but text in it.
    pub fn element(
        &mut self,
        tag: &'static str,
        attributes: &[(&'static str, &str)],
        text: &str,
    ) -> &mut Self {
        self.open(tag, attributes).text(text).close(tag)
    }

    /// Another piece.
    pub fn append(&mut self, other: &Self) -> &mut Self {
        self.0.push_str(&other.0);
        self
    }

    /// What a browser is given.
    pub fn into_string(self) -> String {
        self.0
    }
}

/// An address that may be linked to, and not `javascript:` or the like.
pub fn is_address(text: &str) -> bool {
    let has = |scheme: &str| {
        text.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    has("http://") || has("https://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_never_becomes_markup() {
        let mut html = Html::default();
        html.element(
            "p",
            &[("title", "\"><script>")],
            "<script>alert('&')</script>\0\u{202e}",
        );
        assert_eq!(
            html.into_string(),
            "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;\u{fffd}\u{fffd}</p>"
        );
        assert!(
            is_address("HTTPS://a.b") && !is_address("javascript:alert(1)") && !is_address("é")
        );
    }
}
