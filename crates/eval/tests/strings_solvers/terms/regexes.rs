//! Random regular expressions, and terms with them.

use super::{Generator, Said, Value, budget, quoted};
use eval::regex::RegexId;
use eval::strings::Str;

impl Generator {
    /// A string over the letters that expressions have.
    fn word(&mut self) -> Said<Str> {
        if self.below(10) == 0 {
            return self.literal();
        }
        let length = self.below(7);
        let text: String = (0..length)
            .map(|_| self.pick(&["a", "b", "a", "b", "c"]))
            .collect();
        quoted(&text)
    }

    pub(super) fn membership(&mut self) -> Said<Value> {
        let ((s, string), (r, regex)) = (self.word(), self.regex());
        let found = self.regexes.matches(regex, &string, &mut budget()).unwrap();
        (format!("(str.in_re {s} {r})"), Value::Bool(found))
    }

    pub(super) fn replacement(&mut self) -> Said<Value> {
        let ((s, string), (r, regex)) = (self.word(), self.regex());
        let (t, by) = match self.below(3) {
            0 => self.word(),
            _ => quoted("X"),
        };
        let b = &mut budget();
        let (text, value) = match self.below(2) {
            0 => (
                format!("(str.replace_re {s} {r} {t})"),
                self.regexes.replace(&string, regex, &by, b),
            ),
            _ => (
                format!("(str.replace_re_all {s} {r} {t})"),
                self.regexes.replace_all(&string, regex, &by, b),
            ),
        };
        (text, Value::Str(value.unwrap()))
    }

    /// Laws that hold, and equations that hardly ever do.
    pub(super) fn equality(&mut self) -> Said<Value> {
        loop {
            let ((a, ra), (b, rb)) = (self.regex_of(2), self.regex_of(2));
            let r = &mut self.regexes;
            let (text, left, right) = match self.state >> 40 & 7 {
                0 => {
                    let (not_a, not_b) = (r.complement(ra), r.complement(rb));
                    let neither = r.inter(&[not_a, not_b]);
                    let right = format!("(re.comp (re.inter (re.comp {a}) (re.comp {b})))");
                    let left = format!("(re.union {a} {b})");
                    (
                        format!("(= {left} {right})"),
                        r.union(&[ra, rb]),
                        r.complement(neither),
                    )
                }
                1 => {
                    let either = r.union(&[ra, rb]);
                    let (stars_a, stars_b) = (r.star(ra), r.star(rb));
                    let both = r.concat(&[stars_a, stars_b]);
                    let right = format!("(re.* (re.++ (re.* {a}) (re.* {b})))");
                    let left = format!("(re.* (re.union {a} {b}))");
                    (format!("(= {left} {right})"), r.star(either), r.star(both))
                }
                2 => {
                    let plus = r.plus(ra);
                    let text = format!("(= (re.opt (re.+ {a})) (re.* {a}))");
                    (text, r.opt(plus), r.star(ra))
                }
                3 => {
                    let text = format!("(= (re.++ {a} {b}) (re.++ {b} {a}))");
                    (text, r.concat(&[ra, rb]), r.concat(&[rb, ra]))
                }
                4 => {
                    let text = format!("(= (re.diff {a} {b}) re.none)");
                    (text, r.difference(ra, &[rb]), RegexId::NONE)
                }
                5 => {
                    let text = format!("(= (re.inter {a} {b}) {a})");
                    (text, r.inter(&[ra, rb]), ra)
                }
                _ => (format!("(= {a} {b})"), ra, rb),
            };
            if let Ok(equal) = r.equal(left, right, &mut budget()) {
                return (text, Value::Bool(equal));
            }
        }
    }

    pub(super) fn regex(&mut self) -> Said<RegexId> {
        let depth = 1 + self.below(4);
        self.regex_of(depth)
    }

    fn regex_of(&mut self, depth: usize) -> Said<RegexId> {
        match depth {
            0 => self.simple_regex(),
            _ => match self.below(14) {
                0 => self.simple_regex(),
                1..=3 => self.several("re.++", depth),
                4 | 5 => self.several("re.union", depth),
                6 => self.several("re.inter", depth),
                7 => self.several("re.diff", depth),
                _ => self.repeated(depth),
            },
        }
    }

    fn simple_regex(&mut self) -> Said<RegexId> {
        match self.below(12) {
            0..=6 => {
                let (s, string) = match self.below(5) {
                    0 => self.word(),
                    _ => {
                        let text = self.pick(&["", "a", "b", "ab", "ba", "aa", "c"]);
                        quoted(text)
                    }
                };
                let regex = self.regexes.literal(&string, &mut budget()).unwrap();
                (format!("(str.to_re {s})"), regex)
            }
            7 | 8 => {
                let ends = ["a", "b", "c", "", "ab", "\u{0}", "\u{2FFFF}", "0", "z"];
                let (first, last) = (self.pick(&ends), self.pick(&ends));
                let ((s, first), (t, last)) = (quoted(first), quoted(last));
                let regex = self.regexes.range(&first, &last);
                (format!("(re.range {s} {t})"), regex)
            }
            9 => ("re.allchar".to_owned(), RegexId::ALL_CHAR),
            10 => ("re.all".to_owned(), RegexId::ALL),
            _ => ("re.none".to_owned(), RegexId::NONE),
        }
    }

    fn several(&mut self, operator: &str, depth: usize) -> Said<RegexId> {
        let count = self.pick(&[2, 2, 2, 3, 4]);
        let parts: Vec<_> = (0..count).map(|_| self.regex_of(depth - 1)).collect();
        let texts: Vec<&str> = parts.iter().map(|part| &*part.0).collect();
        let ids: Vec<RegexId> = parts.iter().map(|part| part.1).collect();
        let regex = match operator {
            "re.++" => self.regexes.concat(&ids),
            "re.union" => self.regexes.union(&ids),
            "re.inter" => self.regexes.inter(&ids),
            _ => self.regexes.difference(ids[0], &ids[1..]),
        };
        (format!("({operator} {})", texts.join(" ")), regex)
    }

    fn repeated(&mut self, depth: usize) -> Said<RegexId> {
        let (r, body) = self.regex_of(depth - 1);
        let (least, most) = (self.below(5) as u64, self.below(5) as u64);
        match self.below(7) {
            0 => (format!("(re.* {r})"), self.regexes.star(body)),
            1 => (format!("(re.+ {r})"), self.regexes.plus(body)),
            2 => (format!("(re.opt {r})"), self.regexes.opt(body)),
            3 | 4 => (format!("(re.comp {r})"), self.regexes.complement(body)),
            5 => (
                format!("((_ re.^ {least}) {r})"),
                self.regexes.repeat(body, least, Some(least)),
            ),
            _ => (
                format!("((_ re.loop {least} {most}) {r})"),
                self.regexes.repeat(body, least, Some(most)),
            ),
        }
    }
}
