//! Regular expressions: the standard's cases, and random ones against sets of words.

mod reference;

use eval::regex::{RegexId, Regexes};
use eval::sequence::{Budget, OutOfBudget};
use eval::strings::{CodePoint, Str, literal};
use num_bigint::BigInt;

fn s(body: &str) -> Str {
    literal::read(body).unwrap()
}

fn plenty() -> Budget {
    Budget::new(1_000_000, 100_000)
}

fn text(regexes: &mut Regexes, body: &str) -> RegexId {
    regexes.literal(&s(body), &mut plenty()).unwrap()
}

/// The words that are in a language, and some that are not.
fn check(regexes: &mut Regexes, regex: RegexId, inside: &[&str], outside: &[&str]) {
    for word in inside {
        assert_eq!(
            regexes.matches(regex, &s(word), &mut plenty()),
            Ok(true),
            "{word}"
        );
    }
    for word in outside {
        assert_eq!(
            regexes.matches(regex, &s(word), &mut plenty()),
            Ok(false),
            "{word}"
        );
    }
}

#[test]
fn constants_and_literals() {
    let r = &mut Regexes::new();
    check(r, RegexId::NONE, &[], &["", "a"]);
    check(r, RegexId::EMPTY, &[""], &["a"]);
    check(r, RegexId::ALL, &["", "a", r"\u{0}\u{2FFFF}"], &[]);
    check(
        r,
        RegexId::ALL_CHAR,
        &["a", r"\u{0}", r"\u{2FFFF}"],
        &["", "aa"],
    );
    let abc = text(r, "abc");
    check(r, abc, &["abc"], &["", "ab", "abcd", "abd"]);
    assert_eq!(text(r, ""), RegexId::EMPTY);
}

#[test]
fn ranges_need_single_characters() {
    let r = &mut Regexes::new();
    let range = r.range(&s("b"), &s("d"));
    check(r, range, &["b", "c", "d"], &["", "a", "e", "bb"]);
    let single = r.range(&s("b"), &s("b"));
    check(r, single, &["b"], &["a", "c"]);
    for (first, last) in [
        ("ab", "c"),
        ("a", "bc"),
        ("c", "a"),
        ("", "a"),
        ("a", ""),
        ("", ""),
    ] {
        assert_eq!(
            r.range(&s(first), &s(last)),
            RegexId::NONE,
            "{first} {last}"
        );
    }
}

#[test]
fn loops() {
    let r = &mut Regexes::new();
    let ab = text(r, "ab");
    let star = r.star(ab);
    check(r, star, &["", "ab", "abab"], &["a", "aba", "ba"]);
    let plus = r.plus(ab);
    check(r, plus, &["ab", "abab"], &["", "a"]);
    let opt = r.opt(ab);
    check(r, opt, &["", "ab"], &["abab"]);
    let power = r.repeat(ab, 2, Some(2));
    check(r, power, &["abab"], &["", "ab", "ababab"]);
    assert_eq!(r.repeat(ab, 0, Some(0)), RegexId::EMPTY);
    assert_eq!(r.repeat(RegexId::NONE, 0, Some(0)), RegexId::EMPTY);
    assert_eq!(r.repeat(ab, 1, Some(1)), ab);
    assert_eq!(r.repeat(ab, 2, Some(1)), RegexId::NONE);
    assert_eq!(r.repeat(ab, 1, Some(0)), RegexId::NONE);
    let few = r.repeat(ab, 1, Some(3));
    check(r, few, &["ab", "abab", "ababab"], &["", "abababab"]);
    let many = r.repeat(ab, 2, None);
    check(r, many, &["abab", "abababab"], &["", "ab"]);
    // Rounds that may be empty.
    let of_opt = r.repeat(opt, 3, Some(4));
    check(r, of_opt, &["", "ab", "abababab"], &["ababababab"]);
}

/// Loops that are joined or flattened have the numbers of rounds they should: all pairs of small
/// bounds, one beside, behind and inside of the other.
#[test]
fn numbers_of_rounds() {
    let ends = |least: u64| (least..5).map(Some).chain([None]);
    let bounds: Vec<(u64, Option<u64>)> = (0..5)
        .flat_map(|least| ends(least).map(move |most| (least, most)))
        .collect();
    let has = |(least, most): (u64, Option<u64>), n: u64| least <= n && most.is_none_or(|m| n <= m);
    const END: u64 = 12;
    for &one in &bounds {
        let r = &mut Regexes::new();
        let (a, b) = (text(r, "a"), text(r, "b"));
        for &two in &bounds {
            let first = r.repeat(a, one.0, one.1);
            let second = r.repeat(a, two.0, two.1);
            let either = r.union(&[first, second]);
            let both = r.concat(&[first, second]);
            let nested = r.repeat(first, two.0, two.1);
            // Which numbers can be written as so many of the first.
            let mut sums = vec![vec![true]];
            for round in 1..=END {
                let before = &sums[round as usize - 1];
                let reached = |n: u64| {
                    (0..=n).any(|k| has(one, k) && before.get((n - k) as usize) == Some(&true))
                };
                let reached = (0..END).map(reached).collect();
                sums.push(reached);
            }
            for n in 0..END {
                let word = s(&format!("{}b", "a".repeat(n as usize)));
                let in_both = (0..=n).any(|k| has(one, k) && has(two, n - k));
                let rounds =
                    |k: &u64| has(two, *k) && sums[*k as usize].get(n as usize) == Some(&true);
                let in_nested = (0..=END).any(|k| rounds(&k));
                for (regex, expected) in [
                    (either, has(one, n) || has(two, n)),
                    (both, in_both),
                    (nested, in_nested),
                ] {
                    let regex = r.concat(&[regex, b]);
                    let found = r.matches(regex, &word, &mut plenty());
                    assert_eq!(found, Ok(expected), "{one:?} {two:?} {n}");
                }
            }
        }
    }
}

#[test]
fn boolean_operations() {
    let r = &mut Regexes::new();
    let (a, b) = (text(r, "a"), text(r, "b"));
    let not_a = r.complement(a);
    check(r, not_a, &["", "b", "aa"], &["a"]);
    let other_char = r.difference(RegexId::ALL_CHAR, &[a, b]);
    check(r, other_char, &["c", r"\u{2FFFF}"], &["", "a", "b", "cc"]);
    let contains_a = r.concat(&[RegexId::ALL, a, RegexId::ALL]);
    let contains_b = r.concat(&[RegexId::ALL, b, RegexId::ALL]);
    let both = r.inter(&[contains_a, contains_b]);
    check(r, both, &["ab", "xbya"], &["", "a", "b", "xx"]);
    let only_a = r.difference(contains_a, &[contains_b]);
    check(r, only_a, &["a", "xa"], &["", "ab"]);
    assert_eq!(r.union(&[]), RegexId::NONE);
    assert_eq!(r.inter(&[]), RegexId::ALL);
    assert_eq!(r.union(&[a, not_a]), RegexId::ALL);
    assert_eq!(r.inter(&[a, not_a]), RegexId::NONE);
}

fn replace(regex: impl Fn(&mut Regexes) -> RegexId, word: &str, by: &str) -> (Str, Str) {
    let r = &mut Regexes::new();
    let regex = regex(r);
    let one = r.replace(&s(word), regex, &s(by), &mut plenty()).unwrap();
    let all = r
        .replace_all(&s(word), regex, &s(by), &mut plenty())
        .unwrap();
    (one, all)
}

/// The leftmost match is replaced, and of several there the shortest; an empty one only by
/// `str.replace_re`.
#[test]
fn replacement_of_matches() {
    let star = |r: &mut Regexes| {
        let b = text(r, "b");
        r.star(b)
    };
    assert_eq!(replace(star, "abbc", "X"), (s("Xabbc"), s("aXXc")));
    assert_eq!(replace(star, "", "X"), (s("X"), s("")));
    let plus = |r: &mut Regexes| {
        let b = text(r, "b");
        r.plus(b)
    };
    assert_eq!(replace(plus, "abbc", "X"), (s("aXbc"), s("aXXc")));
    assert_eq!(replace(plus, "ac", "X"), (s("ac"), s("ac")));
    // The match that ends first is not the one that begins first.
    let long_or_short = |r: &mut Regexes| {
        let (abc, b) = (text(r, "abc"), text(r, "b"));
        r.union(&[abc, b])
    };
    assert_eq!(
        replace(long_or_short, "abcabd", "X"),
        (s("Xabd"), s("XaXd"))
    );
    assert_eq!(replace(|_| RegexId::NONE, "ab", "X"), (s("ab"), s("ab")));
    assert_eq!(replace(|_| RegexId::EMPTY, "ab", "X"), (s("Xab"), s("ab")));
    assert_eq!(replace(|_| RegexId::ALL, "ab", "X"), (s("Xab"), s("XX")));
    // Replaced text is not searched, but what is around it is not joined either.
    let ab = |r: &mut Regexes| text(r, "ab");
    assert_eq!(replace(ab, "aabb", ""), (s("ab"), s("ab")));
}

#[test]
fn positions_of_matches() {
    let r = &mut Regexes::new();
    let c = text(r, "c");
    let index = |r: &mut Regexes, regex, from: i64| {
        r.index_of(&s("abcabc"), regex, &from.into(), &mut plenty())
            .unwrap()
    };
    for (regex, from, expected) in [
        (c, 0, 2),
        (c, 3, 5),
        (c, 6, -1),
        (c, -1, -1),
        (RegexId::EMPTY, 0, 0),
        (RegexId::EMPTY, 6, 6),
        (RegexId::EMPTY, 7, -1),
        (RegexId::ALL, -1, -1),
        (RegexId::NONE, 0, -1),
    ] {
        assert_eq!(
            index(r, regex, from),
            BigInt::from(expected),
            "{regex:?} {from}"
        );
    }
}

#[test]
fn equal_languages() {
    let r = &mut Regexes::new();
    let budget = &mut plenty();
    let (a, b) = (text(r, "a"), text(r, "b"));
    let (a_star, b_star) = (r.star(a), r.star(b));
    // (a|b)* = (a* b*)*
    let either = r.union(&[a, b]);
    let left = r.star(either);
    let both = r.concat(&[a_star, b_star]);
    let right = r.star(both);
    assert_eq!(r.equal(left, right, budget), Ok(true));
    // No more than one a, in two ways.
    let two = r.concat(&[RegexId::ALL, a, RegexId::ALL, a, RegexId::ALL]);
    let not_two = r.complement(two);
    let other = r.difference(RegexId::ALL_CHAR, &[a]);
    let others = r.star(other);
    let maybe = r.opt(a);
    let at_most_one = r.concat(&[others, maybe, others]);
    assert_eq!(r.equal(not_two, at_most_one, budget), Ok(true));
    // Told apart by the shortest word possible.
    let word = r.tell_apart(not_two, RegexId::ALL, budget).unwrap();
    assert_eq!(word, Some(s("aa")));
    let difference = r.tell_apart(two, RegexId::NONE, budget).unwrap();
    assert_eq!(difference, Some(s("aa")));
    // Empty, but not to be seen at a glance.
    let shared = r.inter(&[two, at_most_one]);
    assert_ne!(shared, RegexId::NONE);
    assert_eq!(r.equal(shared, RegexId::NONE, budget), Ok(true));
    assert_eq!(r.equal(left, a_star, budget), Ok(false));
}

#[test]
fn large_counts_are_not_unrolled() {
    let r = &mut Regexes::new();
    let budget = &mut plenty();
    let (a, b) = (text(r, "a"), text(r, "b"));
    let million = r.repeat(a, 0, Some(1_000_000));
    let exact = r.repeat(a, u64::MAX - 1, Some(u64::MAX));
    let tail = r.concat(&[RegexId::ALL, million, b]);
    let word: Str = std::iter::repeat_n(CodePoint::of_byte(b'a'), 1000).collect();
    assert_eq!(r.matches(million, &word, budget), Ok(true));
    assert_eq!(r.matches(exact, &word, budget), Ok(false));
    // From every position on, a loop may have begun.
    assert_eq!(r.matches(tail, &word, budget), Ok(false));
    let nested = r.repeat(million, 7, Some(1_000_000));
    let nested = r.concat(&[nested, b]);
    assert_eq!(r.matches(nested, &word, budget), Ok(false));
    // Counts that are too large to be added up.
    let twice = r.concat(&[exact, exact, exact]);
    assert_eq!(r.matches(twice, &word, budget), Ok(false));
    assert_eq!(r.equal(twice, exact, &mut plenty()), Err(OutOfBudget));
}

#[test]
fn work_is_limited() {
    let r = &mut Regexes::new();
    let (a, b) = (text(r, "a"), text(r, "b"));
    let either = r.union(&[a, b]);
    // Twenty characters from the end: as many states as there are sets of those positions.
    let rest = r.repeat(either, 20, Some(20));
    let pattern = r.concat(&[RegexId::ALL, a, rest]);
    let same = r.complement(pattern);
    let same = r.complement(same);
    assert_eq!(r.equal(pattern, same, &mut plenty()), Ok(true));
    let less = r.repeat(either, 19, Some(19));
    let stricter = r.concat(&[RegexId::ALL, a, a, less]);
    let mixed = r.union(&[pattern, stricter]);
    assert_eq!(r.equal(pattern, mixed, &mut plenty()), Err(OutOfBudget));
    assert_eq!(
        r.literal(&s("abcdef"), &mut Budget::new(5, 99)),
        Err(OutOfBudget)
    );
    let by = s("xxxxxxxxxx");
    let short = &mut Budget::new(1000, 20);
    assert_eq!(r.replace_all(&s("aaa"), a, &by, short), Err(OutOfBudget));
}

#[test]
fn deep_nesting_is_no_problem() {
    let r = &mut Regexes::new();
    let budget = &mut Budget::new(1_000_000_000, 10_000_000);
    let (a, b, c) = (text(r, "a"), text(r, "b"), text(r, "c"));
    let mut regex = a;
    for _ in 0..250_000 {
        let complement = r.complement(regex);
        let concat = r.concat(&[complement, b]);
        let opt = r.opt(concat);
        regex = r.repeat(opt, 0, Some(2));
    }
    assert_eq!(r.matches(regex, &s(""), budget), Ok(true));
    assert!(r.matches(regex, &s("b"), budget).is_ok());
    // Chains that hang to the left.
    let (mut unions, mut concats) = (a, a);
    for i in 0..90_000 {
        let point = CodePoint::new(2 * i).unwrap();
        let char = r.range(&Str::unit(point), &Str::unit(point));
        let word = r.concat(&[c, char]);
        unions = r.union(&[unions, word]);
        concats = r.concat(&[concats, b]);
    }
    assert_eq!(r.matches(unions, &s("cd"), budget), Ok(true));
    assert_eq!(r.matches(unions, &s("cc"), budget), Ok(false));
    let word: Str = std::iter::repeat_n(CodePoint::of_byte(b'b'), 90_000).collect();
    let word = Str::concat(&[s("a"), word], budget).unwrap();
    assert_eq!(r.matches(concats, &word, budget), Ok(true));
}
