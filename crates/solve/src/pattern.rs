//! Regular expressions as profiles hold them: compiled when read, matched line by line.

use regex::bytes::{Regex, RegexSet};
use serde::Deserialize;

/// One regular expression, read from a string and matched line by line.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct Pattern(Regex);

impl Pattern {
    /// Whether it matches anywhere.
    pub fn is_match(&self, text: &[u8]) -> bool {
        self.0.is_match(text)
    }

    /// The first group of the first match.
    pub fn capture(&self, text: &[u8]) -> Option<String> {
        let group = self.0.captures(text)?.get(1)?;
        Some(String::from_utf8_lossy(group.as_bytes()).into_owned())
    }
}

impl TryFrom<String> for Pattern {
    type Error = regex::Error;

    fn try_from(source: String) -> Result<Pattern, regex::Error> {
        Regex::new(&format!("(?m){source}")).map(Pattern)
    }
}

/// A list of regular expressions, matched line by line.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct Patterns(RegexSet);

impl Default for Patterns {
    fn default() -> Self {
        Patterns(RegexSet::empty())
    }
}

impl Patterns {
    /// Whether any of them matches anywhere.
    pub fn is_match(&self, text: &[u8]) -> bool {
        self.0.is_match(text)
    }

    /// The first line that any of them matches.
    pub fn first_line<'a>(&self, text: &'a [u8]) -> Option<&'a [u8]> {
        if !self.is_match(text) {
            return None;
        }
        text.split(|&byte| byte == b'\n')
            .find(|line| self.is_match(line))
    }

    /// Adds the expressions of another list.
    pub(crate) fn extend(&mut self, more: &Patterns) {
        let patterns = self.0.patterns().iter().chain(more.0.patterns());
        self.0 = RegexSet::new(patterns).expect("each compiled before");
    }
}

impl TryFrom<Vec<String>> for Patterns {
    type Error = regex::Error;

    fn try_from(sources: Vec<String>) -> Result<Patterns, regex::Error> {
        RegexSet::new(sources.iter().map(|source| format!("(?m){source}"))).map(Patterns)
    }
}
