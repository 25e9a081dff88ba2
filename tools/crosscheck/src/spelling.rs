//! One spelling for sorts, so that they can be compared as text.

/// Spells a symbol, given without bars: with bars only if it needs them.
pub fn symbol(name: &str) -> String {
    if is_simple(name) {
        name.to_owned()
    } else {
        format!("|{name}|")
    }
}

/// Whether a symbol can stand without bars.
fn is_simple(name: &str) -> bool {
    let starts_with_digit = name.starts_with(|c: char| c.is_ascii_digit());
    !name.is_empty()
        && !starts_with_digit
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c))
}

/// Respells a sort: single spaces between its parts, and bars only where they are needed.
pub fn sort(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let token_len = match first {
            '(' | ')' => 1,
            '|' => rest[1..].find('|').map_or(rest.len(), |end| end + 2),
            _ => rest
                .find(|c: char| c.is_whitespace() || "()|".contains(c))
                .unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(token_len);
        if token != ")" && !out.is_empty() && !out.ends_with('(') {
            out.push(' ');
        }
        match token
            .strip_prefix('|')
            .and_then(|inner| inner.strip_suffix('|'))
        {
            Some(name) => out.push_str(&symbol(name)),
            None => out.push_str(token),
        }
        rest = after.trim_start();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{sort, symbol};

    #[test]
    fn sorts_get_one_spelling() {
        assert_eq!(
            sort("( Array  |Int| (_ BitVec 8) )"),
            "(Array Int (_ BitVec 8))"
        );
        assert_eq!(sort("(Array |a b| |0|)"), "(Array |a b| |0|)");
        assert_eq!(sort("|A|"), "A");
    }

    #[test]
    fn symbols_get_bars_where_needed() {
        assert_eq!(symbol("x!1"), "x!1");
        assert_eq!(symbol(""), "||");
        assert_eq!(symbol("1x"), "|1x|");
        assert_eq!(symbol("a b"), "|a b|");
    }
}
