//! Sequences, and operators that only one solver has.

use super::{Generator, Said, Value, budget, sequence_text};
use eval::sequence::Sequence;
use eval::strings;

impl Generator {
    fn sequence(&mut self) -> Said<Sequence<i64>> {
        let length = self.pick(&[0, 1, 1, 2, 2, 3, 4, 5]);
        let elements: Vec<i64> = (0..length).map(|_| self.below(3) as i64).collect();
        (sequence_text(&elements), elements.into())
    }

    pub(super) fn sequence_operation(&mut self) -> Said<Value> {
        let b = &mut budget();
        let ((s, whole), (t, part), (u, by)) = (self.sequence(), self.sequence(), self.sequence());
        let ((i, index), (n, length)) = (self.integer(), self.integer());
        match self.below(12) {
            0 => (
                format!("(seq.++ {s} {t} {u})"),
                Value::Seq(Sequence::concat(&[whole, part, by], b).unwrap()),
            ),
            1 => (format!("(seq.len {s})"), Value::Int(whole.length())),
            2 => (format!("(seq.at {s} {i})"), Value::Seq(whole.at(&index))),
            3 => (
                format!("(seq.extract {s} {i} {n})"),
                Value::Seq(whole.extract(&index, &length, b).unwrap()),
            ),
            4 => (
                format!("(seq.prefixof {t} {s})"),
                Value::Bool(part.is_prefix_of(&whole, b).unwrap()),
            ),
            5 => (
                format!("(seq.suffixof {t} {s})"),
                Value::Bool(part.is_suffix_of(&whole, b).unwrap()),
            ),
            6 => (
                format!("(seq.contains {s} {t})"),
                Value::Bool(whole.contains_sequence(&part, b).unwrap()),
            ),
            7 => (
                format!("(seq.indexof {s} {t} {i})"),
                Value::Int(whole.index_of(&part, &index, b).unwrap()),
            ),
            8 => (
                format!("(seq.replace {s} {t} {u})"),
                Value::Seq(whole.replace(&part, &by, b).unwrap()),
            ),
            9 => (
                format!("(seq.replace_all {s} {t} {u})"),
                Value::Seq(whole.replace_all(&part, &by, b).unwrap()),
            ),
            // Out of range, any answer would do.
            _ => match whole.nth(&index) {
                Some(&element) => (format!("(seq.nth {s} {i})"), Value::Int(element.into())),
                None => (format!("(seq.len {s})"), Value::Int(whole.length())),
            },
        }
    }

    pub(super) fn z3_operation(&mut self) -> Said<Value> {
        let b = &mut budget();
        if self.below(2) == 0 {
            let ((s, whole), (t, part)) = (self.sequence(), self.sequence());
            let index = whole.last_index_of(&part, b).unwrap();
            return (format!("(seq.last_indexof {s} {t})"), Value::Int(index));
        }
        let (s, whole) = self.string();
        let (t, part) = self.part_of(&whole);
        let index = whole.index_of(&part, &0.into(), b).unwrap();
        (format!("(str.indexof {s} {t})"), Value::Int(index))
    }

    pub(super) fn cvc5_operation(&mut self) -> Said<Value> {
        let b = &mut budget();
        let ((s, string), (t, by), (i, index)) = (self.string(), self.string(), self.integer());
        let (text, value) = match self.below(7) {
            0 => (format!("(str.rev {s})"), string.reverse(b)),
            1 => (
                format!("(str.update {s} {i} {t})"),
                string.update(&index, &by, b),
            ),
            2 => (format!("(str.to_lower {s})"), strings::to_lower(&string, b)),
            3 => (format!("(str.to_upper {s})"), strings::to_upper(&string, b)),
            4 => {
                let (r, regex) = self.regex();
                let found = self.regexes.index_of(&string, regex, &index, b).unwrap();
                return (format!("(str.indexof_re {s} {r} {i})"), Value::Int(found));
            }
            5 => {
                let ((s, whole), (t, by)) = (self.sequence(), self.sequence());
                let updated = whole.update(&index, &by, b).unwrap();
                return (format!("(seq.update {s} {i} {t})"), Value::Seq(updated));
            }
            _ => {
                let (s, whole) = self.sequence();
                return (
                    format!("(seq.rev {s})"),
                    Value::Seq(whole.reverse(b).unwrap()),
                );
            }
        };
        (text, Value::Str(value.unwrap()))
    }
}
