//! Regular expressions as profiles hold them: compiled when first used, matched line by line.
//!
//! There are hundreds in all profiles together, and a run needs those of one or two. That each of
//! them compiles is tested, not checked at run time.

use std::sync::OnceLock;

use regex::bytes::{Regex, RegexSet};
use serde::Deserialize;

/// One regular expression, read from a string and matched line by line.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "String")]
pub struct Pattern {
    source: String,
    compiled: OnceLock<Regex>,
}

impl Pattern {
    /// Whether it matches anywhere.
    pub fn is_match(&self, text: &[u8]) -> bool {
        self.compiled().is_match(text)
    }

    /// The first group of the first match.
    pub fn capture(&self, text: &[u8]) -> Option<String> {
        let group = self.compiled().captures(text)?.get(1)?;
        Some(String::from_utf8_lossy(group.as_bytes()).into_owned())
    }

    fn compiled(&self) -> &Regex {
        let compile = || Regex::new(&by_line(&self.source)).expect("the profiles are tested");
        self.compiled.get_or_init(compile)
    }
}

impl From<String> for Pattern {
    fn from(source: String) -> Pattern {
        Pattern {
            source,
            compiled: OnceLock::new(),
        }
    }
}

/// A list of regular expressions, matched line by line.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(from = "Vec<String>")]
pub struct Patterns {
    sources: Vec<String>,
    compiled: OnceLock<RegexSet>,
}

impl Patterns {
    /// Whether any of them matches anywhere.
    pub fn is_match(&self, text: &[u8]) -> bool {
        let sources = || self.sources.iter().map(|source| by_line(source));
        let compile = || RegexSet::new(sources()).expect("the profiles are tested");
        self.compiled.get_or_init(compile).is_match(text)
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
        self.sources.extend_from_slice(&more.sources);
        self.compiled = OnceLock::new();
    }
}

impl From<Vec<String>> for Patterns {
    fn from(sources: Vec<String>) -> Patterns {
        Patterns {
            sources,
            compiled: OnceLock::new(),
        }
    }
}

fn by_line(source: &str) -> String {
    format!("(?m){source}")
}
