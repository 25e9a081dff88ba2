//! Version numbers, as solvers and pip write them.

use std::cmp::Ordering;
use std::fmt;

/// A version: dot-separated parts, numbers compared as numbers.
#[derive(Debug, Clone)]
pub struct Version {
    text: String,
    parts: Vec<Part>,
}

/// A letter part (`post1`, `rc2`) is its word, then its number.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    word: String,
    number: u64,
}

impl Version {
    /// Reads a version. Any text is one; what is not a number is compared as a word.
    pub fn new(text: &str) -> Version {
        let part = |text: &str| {
            let split = text
                .find(|c: char| c.is_ascii_digit())
                .unwrap_or(text.len());
            let (word, number) = text.split_at(split);
            let digits = number
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(number.len());
            Part {
                word: word.into(),
                number: number[..digits].parse().unwrap_or(0),
            }
        };
        Version {
            text: text.into(),
            parts: text.split(['.', '-', '+']).map(part).collect(),
        }
    }

    /// The text it was read from.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What its makers call the release: packages have parts of their own after the first three, as in
    /// 4.8.9.0 and 2.6.5.post24.
    pub fn release(&self) -> String {
        let end = self.text.match_indices('.').nth(2);
        self.text[..end.map_or(self.text.len(), |(at, _)| at)].to_owned()
    }

    /// Whether `self`, as a user writes it, means `other`: `4.8.9` means `4.8.9.0` and
    /// `4.8.9.0.post1`, and `4.8` means every 4.8.
    pub fn means(&self, other: &Version) -> bool {
        other.parts.starts_with(&self.parts)
    }

    /// The one of `available` that `self` means: itself, or the newest it can stand for.
    pub fn choose<'a>(&self, available: &'a [Version]) -> Option<&'a Version> {
        let same = available.iter().find(|version| version.text == self.text);
        same.or_else(|| available.iter().filter(|version| self.means(version)).max())
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Version) -> Ordering {
        let longest = self.parts.len().max(other.parts.len());
        let none = Part {
            word: String::new(),
            number: 0,
        };
        let part = |version: &Version, at: usize| version.parts.get(at).unwrap_or(&none).clone();
        // Release candidates come before nothing, numbers and posts after it.
        let rank = |part: &Part| match part.word.as_str() {
            "dev" => -3,
            "a" | "alpha" | "b" | "beta" | "rc" => -1,
            "" => 0,
            _ => 1,
        };
        (0..longest)
            .map(|at| (part(self, at), part(other, at)))
            .map(|(a, b)| {
                let by_rank = rank(&a).cmp(&rank(&b));
                by_rank
                    .then(a.word.cmp(&b.word))
                    .then(a.number.cmp(&b.number))
            })
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Version) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Version) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Version {}

#[cfg(test)]
mod tests {
    use super::*;

    fn versions(texts: &[&str]) -> Vec<Version> {
        texts.iter().map(|text| Version::new(text)).collect()
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        let mut found = versions(&[
            "4.8.9.0",
            "4.8.17.0",
            "4.8.0.0.post1",
            "4.8.0.0",
            "5.0",
            "1.0.rc1",
        ]);
        found.sort();
        let found: Vec<_> = found.iter().map(Version::as_str).collect();
        assert_eq!(
            found,
            [
                "1.0.rc1",
                "4.8.0.0",
                "4.8.0.0.post1",
                "4.8.9.0",
                "4.8.17.0",
                "5.0"
            ]
        );
        assert_eq!(Version::new("4.8"), Version::new("4.8.0.0"));
    }

    #[test]
    fn users_leave_parts_out() {
        let z3 = versions(&["5.4.0.0", "4.8.17.0", "4.8.9.0", "4.8.7.0", "4.8.0.0.post1"]);
        let chosen = |text: &str| {
            Version::new(text)
                .choose(&z3)
                .map(|version| version.to_string())
        };
        assert_eq!(chosen("4.8.9").as_deref(), Some("4.8.9.0"));
        assert_eq!(chosen("4.8.9.0").as_deref(), Some("4.8.9.0"));
        assert_eq!(chosen("4.8").as_deref(), Some("4.8.17.0"));
        assert_eq!(chosen("4.8.0").as_deref(), Some("4.8.0.0.post1"));
        assert_eq!(chosen("4.8.1"), None, "not 4.8.17");
        let yices = versions(&["2.6.5.post24", "2.6.4.post23"]);
        assert_eq!(
            Version::new("2.6.5").choose(&yices).unwrap().as_str(),
            "2.6.5.post24"
        );
    }

    #[test]
    fn makers_write_three_parts() {
        for (package, makers) in [
            ("4.8.9.0", "4.8.9"),
            ("4.8.0.0.post1", "4.8.0"),
            ("2.6.5.post24", "2.6.5"),
            ("1.4.2", "1.4.2"),
            ("1.8", "1.8"),
            ("", ""),
        ] {
            assert_eq!(Version::new(package).release(), makers);
        }
    }

    #[test]
    fn any_text_is_a_version() {
        for text in ["", ".", "x", "99999999999999999999999", "1..2", "é"] {
            assert_eq!(Version::new(text).to_string(), text);
        }
    }
}
