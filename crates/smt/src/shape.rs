//! What a sort is, for code that treats the theories differently.

use crate::{Script, SortId, Sym};
use std::sync::LazyLock;

/// A sort taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // Each is the sort of its name.
pub enum Shape {
    Bool,
    Int,
    Real,
    /// Of that width.
    BitVec(u32),
    /// With that many bits of exponent and of significand, the hidden one included.
    Float(u32, u32),
    RoundingMode,
    String,
    RegLan,
    /// Of what.
    Seq(SortId),
    /// Of what; cvc5's.
    Set(SortId),
    /// From what to what.
    Array(SortId, SortId),
    /// Of that order.
    Field(u64),
    /// Its place in the script's list.
    Datatype(u32),
    /// A sort that the script declares without saying what is in it.
    Uninterpreted,
    /// Everything else: functions, tuples, bags, sort variables, what is not known.
    Other,
}

/// The sorts that have a place in every script but no name among the symbols of the code.
struct Known {
    rounding_mode: Sym,
    floating_point: Sym,
    rounding_mode_sort: Option<SortId>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let script = Script::parse(*b"(declare-const r RoundingMode)").expect("balanced");
    let find = |name: &[u8]| script.tree.symbols.find(name).expect("a theory's sort");
    Known {
        rounding_mode: find(b"RoundingMode"),
        floating_point: find(b"FloatingPoint"),
        // Only if it is among the sorts that every script starts with.
        rounding_mode_sort: Script::parse(*b"").ok().and_then(|empty| {
            let sort = script.declarations.sort(script.declarations.all().next()?);
            (sort.index() < empty.sorts.len()).then_some(sort)
        }),
    }
});

impl Shape {
    /// The shape of a sort of a script.
    pub fn of(script: &Script, sort: SortId) -> Self {
        match sort {
            SortId::BOOL => return Self::Bool,
            SortId::INT => return Self::Int,
            SortId::REAL => return Self::Real,
            SortId::STRING => return Self::String,
            SortId::REG_LAN => return Self::RegLan,
            _ => {}
        }
        let sorts = &script.sorts;
        if !sorts.is_known(sort) || sorts.name(sort).is_none() {
            return Self::Other;
        }
        let symbols = &script.tree.symbols;
        let Some(head) = sorts.head(sort) else {
            return Self::of_declared(script, sort);
        };
        let index = |place| symbols.number(sorts.indices(sort).nth(place)?);
        let small = |place| index(place).and_then(|n| u32::try_from(n).ok());
        let mut arguments = sorts.arguments(sort);
        let (first, second, third) = (arguments.next(), arguments.next(), arguments.next());
        let shape = match (head, first, second, third) {
            (Sym::BIT_VEC, None, ..) => small(0).filter(|&w| w > 0).map(Self::BitVec),
            (Sym::SEQ, Some(of), None, _) => Some(Self::Seq(of)),
            (Sym::SET, Some(of), None, _) => Some(Self::Set(of)),
            (Sym::ARRAY, Some(from), Some(to), None) => Some(Self::Array(from, to)),
            (Sym::FINITE_FIELD, None, ..) => index(0).filter(|&p| p > 1).map(Self::Field),
            (head, None, ..) if head == KNOWN.rounding_mode => Some(Self::RoundingMode),
            (head, None, ..) if head == KNOWN.floating_point => match (small(0), small(1)) {
                (Some(e), Some(s)) if e > 1 && s > 1 => Some(Self::Float(e, s)),
                _ => None,
            },
            _ => None,
        };
        shape.unwrap_or(Self::Other)
    }

    fn of_declared(script: &Script, sort: SortId) -> Self {
        let name = script.sorts.name(sort);
        let mut named = (script.datatypes.iter().enumerate()).filter(|(_, d)| Some(d.name) == name);
        match (named.next(), named.next()) {
            // Two of one name, between pushes and pops: which is it?
            (Some(_), Some(_)) => Self::Other,
            (Some((place, datatype)), None) => {
                let arguments = script.sorts.arguments(sort).count();
                match arguments == datatype.parameters as usize {
                    true => Self::Datatype(place as u32),
                    false => Self::Other,
                }
            }
            _ => Self::Uninterpreted,
        }
    }

    /// Whether it is `Int` or `Real`.
    pub fn is_number(self) -> bool {
        matches!(self, Self::Int | Self::Real)
    }
}

/// The sort `RoundingMode`, which has the same place in every script.
pub fn rounding_mode() -> Option<SortId> {
    KNOWN.rounding_mode_sort
}

/// The number of a sort variable, as in the signature of a parametric datatype's constructor.
pub fn variable_number(script: &Script, sort: SortId) -> Option<usize> {
    let nameless = script.sorts.name(sort).is_none() && script.sorts.is_known(sort);
    let number = nameless.then(|| script.sorts.indices(sort).next())?;
    number.map(Sym::index)
}

/// The most parts of a sort that are looked at. Parts can share parts, so that a short script can
/// have a sort with more of them than there is time for.
const MOST_PARTS: usize = 500;

/// Whether something holds of a sort and of all its parts; it does not if they are too many.
pub fn all_parts(script: &Script, sort: SortId, mut holds: impl FnMut(SortId) -> bool) -> bool {
    let mut todo = vec![sort];
    let mut left = MOST_PARTS;
    while let Some(sort) = todo.pop() {
        if left == 0 || !holds(sort) {
            return false;
        }
        left -= 1;
        // `String` is made of characters, which are no sort of SMT-LIB.
        if !matches!(sort, SortId::STRING | SortId::REG_LAN) {
            todo.extend(script.sorts.arguments(sort));
        }
    }
    true
}

/// Whether `sort` is what `pattern` becomes when its variables are replaced by `arguments`.
pub fn is_instance(script: &Script, pattern: SortId, arguments: &[SortId], sort: SortId) -> bool {
    let sorts = &script.sorts;
    let mut todo = vec![(pattern, sort)];
    let mut left = MOST_PARTS;
    while let Some((pattern, sort)) = todo.pop() {
        if left == 0 {
            return false;
        }
        left -= 1;
        if let Some(number) = variable_number(script, pattern) {
            if arguments.get(number) != Some(&sort) {
                return false;
            }
        } else if pattern != sort {
            let same_head = sorts.name(pattern) == sorts.name(sort)
                && sorts.head(pattern).is_some() == sorts.head(sort).is_some()
                && sorts.indices(pattern).eq(sorts.indices(sort));
            let count = sorts.arguments(pattern).count();
            // Two sorts of one name without arguments are two declarations.
            if !same_head || count == 0 || count != sorts.arguments(sort).count() {
                return false;
            }
            todo.extend(sorts.arguments(pattern).zip(sorts.arguments(sort)));
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_have_shapes() {
        let script = Script::parse(
            *b"(declare-sort U 0) (declare-datatype D ((c)))
               (declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
               (declare-const a U) (declare-const b D) (declare-const c2 (L Int))
               (declare-const d (_ BitVec 8)) (declare-const e Float32)
               (declare-const f RoundingMode) (declare-const g (Array Int Real))
               (declare-const h (Seq Int)) (declare-const i (-> Int Int))
               (declare-const j String) (declare-const k (_ FiniteField 7))",
        )
        .unwrap();
        let of = |name: &str| {
            let all = script.declarations.all();
            let symbols = &script.tree.symbols;
            let found = all
                .into_iter()
                .find(|&d| symbols.name(script.declarations.name(d)) == name);
            Shape::of(&script, script.declarations.sort(found.unwrap()))
        };
        assert_eq!(of("a"), Shape::Uninterpreted);
        assert_eq!(of("b"), Shape::Datatype(0));
        assert_eq!(of("c2"), Shape::Datatype(1));
        assert_eq!(of("d"), Shape::BitVec(8));
        assert_eq!(of("e"), Shape::Float(8, 24));
        assert_eq!(of("f"), Shape::RoundingMode);
        assert_eq!(of("g"), Shape::Array(SortId::INT, SortId::REAL));
        assert_eq!(of("h"), Shape::Seq(SortId::INT));
        assert_eq!(of("i"), Shape::Other);
        assert_eq!(of("j"), Shape::String);
        assert_eq!(of("k"), Shape::Field(7));
        assert_eq!(
            Shape::of(&script, rounding_mode().unwrap()),
            Shape::RoundingMode
        );
    }

    #[test]
    fn instances_are_recognised() {
        let script = Script::parse(
            *b"(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))
               (declare-const x (L Int)) (declare-const y (L (L Int)))",
        )
        .unwrap();
        let cons = script.datatypes[0].constructors[1].function;
        let fields = script.declarations.parameters(cons).to_vec();
        let sorts: Vec<SortId> = (script
            .declarations
            .all()
            .map(|d| script.declarations.sort(d)))
        .filter(|&s| {
            script.show_sort(s).ends_with("Int)") || script.show_sort(s).ends_with("Int))")
        })
        .collect();
        let [list, nested] = sorts[..] else {
            panic!("{sorts:?}")
        };
        assert!(is_instance(&script, fields[0], &[SortId::INT], SortId::INT));
        assert!(is_instance(&script, fields[1], &[SortId::INT], list));
        assert!(!is_instance(&script, fields[1], &[SortId::INT], nested));
        assert!(is_instance(&script, fields[1], &[list], nested));
    }
}
