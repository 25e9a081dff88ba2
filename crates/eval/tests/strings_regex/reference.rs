//! Random expressions against a reference that knows nothing of derivatives: the set of all words
//! up to a length. All operators on such sets are exact if words that are cut off cannot come back,
//! and none of them makes a word of a longer one.

use super::*;

/// The longest words looked at.
const LONGEST: usize = 4;

/// All words over two letters, each a number below that of all words: shorter ones first.
fn words() -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..LONGEST {
        last = last
            .iter()
            .flat_map(|w| b"ab".map(|c| [w.as_slice(), &[c]].concat()))
            .collect();
        all.extend_from_slice(&last);
    }
    all
}

/// A set of words, a bit for each.
type Set = u32;

/// The reference.
struct Naive {
    words: Vec<Vec<u8>>,
    /// For two words, the number of both together, unless that is too long.
    joined: Vec<Vec<Option<usize>>>,
}

impl Naive {
    fn new() -> Self {
        let words = words();
        let number = |word: Vec<u8>| words.iter().position(|w| *w == word);
        let joined = words
            .iter()
            .map(|v| {
                words
                    .iter()
                    .map(|w| number([v.as_slice(), w].concat()))
                    .collect()
            })
            .collect();
        Self { words, joined }
    }

    fn all(&self) -> Set {
        (1 << self.words.len()) - 1
    }

    fn only(&self, keep: impl Fn(&[u8]) -> bool) -> Set {
        let members = self.words.iter().enumerate().filter(|(_, word)| keep(word));
        members.fold(0, |set, (number, _)| set | 1 << number)
    }

    fn concat(&self, left: Set, right: Set) -> Set {
        let mut set = 0;
        for (v, joined) in self.joined.iter().enumerate() {
            for (w, &whole) in joined.iter().enumerate() {
                if let Some(whole) = whole.filter(|_| left >> v & 1 == 1 && right >> w & 1 == 1) {
                    set |= 1 << whole;
                }
            }
        }
        set
    }

    /// Powers one by one; after some more than the longest word has letters, nothing is new.
    fn repeat(&self, body: Set, least: u64, most: Option<u64>) -> Set {
        let last = most.unwrap_or(least + LONGEST as u64 + 1);
        let mut power = 1;
        let mut set = 0;
        for rounds in 0..=last {
            if rounds >= least {
                set |= power;
            }
            power = self.concat(power, body);
        }
        set
    }
}

/// Numbers that look random and are always the same.
struct Rng(u64);

impl Rng {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        (self.0 >> 33) % end
    }
}

/// A random expression and its words. Built from the inside out: a few ready ones, each made of
/// some before it.
fn random(rng: &mut Rng, regexes: &mut Regexes, naive: &Naive) -> (RegexId, Set) {
    let letter = |rng: &mut Rng| ["a", "b", "", "aa", "ab", "c", "é"][rng.below(7) as usize];
    let mut made: Vec<(RegexId, Set)> = Vec::new();
    let size = 3 + rng.below(12);
    for _ in 0..size {
        let last = made.len().saturating_sub(4) as u64;
        let choice = if made.len() < 2 {
            rng.below(5)
        } else {
            rng.below(17)
        };
        let pick = |rng: &mut Rng| {
            let at = last + rng.below(made.len() as u64 - last);
            made[at as usize]
        };
        let new = match choice {
            0 | 1 => {
                let word = letter(rng);
                let string = eval::strings::verbatim(word).unwrap();
                let regex = regexes.literal(&string, &mut plenty()).unwrap();
                (regex, naive.only(|w| w == word.as_bytes()))
            }
            2 => (RegexId::ALL_CHAR, naive.only(|w| w.len() == 1)),
            3 => {
                let (first, last) = (letter(rng), letter(rng));
                let string = |word| eval::strings::verbatim(word).unwrap();
                let regex = regexes.range(&string(first), &string(last));
                let single = |word: &str| word.chars().count() == 1;
                let inside = |w: &[u8]| {
                    let within = first.as_bytes() <= w && w <= last.as_bytes();
                    w.len() == 1 && single(first) && single(last) && within
                };
                (regex, naive.only(inside))
            }
            4 => [(RegexId::NONE, 0), (RegexId::ALL, naive.all())][rng.below(2) as usize],
            5..=7 => {
                let (l, r) = (pick(rng), pick(rng));
                (regexes.concat(&[l.0, r.0]), naive.concat(l.1, r.1))
            }
            8 | 9 => {
                let (l, m, r) = (pick(rng), pick(rng), pick(rng));
                (regexes.union(&[l.0, m.0, r.0]), l.1 | m.1 | r.1)
            }
            10 => {
                let (l, r) = (pick(rng), pick(rng));
                (regexes.inter(&[l.0, r.0]), l.1 & r.1)
            }
            11 => {
                let (l, r) = (pick(rng), pick(rng));
                (regexes.difference(l.0, &[r.0]), l.1 & !r.1)
            }
            12 => {
                let (body, set) = pick(rng);
                (regexes.complement(body), naive.all() & !set)
            }
            13 => {
                let (body, set) = pick(rng);
                (regexes.star(body), naive.repeat(set, 0, None))
            }
            14 => {
                let (body, set) = pick(rng);
                match rng.below(2) {
                    0 => (regexes.plus(body), naive.repeat(set, 1, None)),
                    _ => (regexes.opt(body), set | 1),
                }
            }
            _ => {
                let (body, set) = pick(rng);
                let (least, most) = (rng.below(6), rng.below(7));
                let most = Some(most).filter(|&most| most < 6);
                (
                    regexes.repeat(body, least, most),
                    naive.repeat(set, least, most),
                )
            }
        };
        made.push(new);
    }
    made[made.len() - 1]
}

/// The first match at or behind a position, by trying all: leftmost, then shortest.
fn first_match(
    naive: &Naive,
    set: Set,
    word: &[u8],
    from: usize,
    least: usize,
) -> Option<(usize, usize)> {
    let places = (from..=word.len())
        .flat_map(|start| (start + least..=word.len()).map(move |end| (start, end)));
    let is_member = |&(start, end): &(usize, usize)| {
        let part = naive.words.iter().position(|w| w == &word[start..end]);
        part.is_some_and(|part| set >> part & 1 == 1)
    };
    places.into_iter().find(is_member)
}

/// Replacements and positions of matches in one word.
fn check_search(naive: &Naive, regexes: &mut Regexes, regex: RegexId, set: Set, number: usize) {
    let word = naive.words[number].as_slice();
    let string = |bytes: &[u8]| -> Str { bytes.iter().map(|&b| CodePoint::of_byte(b)).collect() };
    for from in 0..=word.len() {
        let expected = first_match(naive, set, word, from, 0).map_or(-1, |(start, _)| start as i64);
        let found = regexes.index_of(&string(word), regex, &from.into(), &mut plenty());
        assert_eq!(found, Ok(expected.into()), "{word:?} {from}");
    }
    let one = match first_match(naive, set, word, 0, 0) {
        Some((start, end)) => [&word[..start], b"xy", &word[end..]].concat(),
        None => word.to_vec(),
    };
    let found = regexes.replace(&string(word), regex, &string(b"xy"), &mut plenty());
    assert_eq!(found, Ok(string(&one)), "{word:?}");
    let (mut all, mut done) = (Vec::new(), 0);
    while let Some((start, end)) = first_match(naive, set, word, done, 1) {
        all.extend_from_slice(&word[done..start]);
        all.extend_from_slice(b"xy");
        done = end;
    }
    all.extend_from_slice(&word[done..]);
    let found = regexes.replace_all(&string(word), regex, &string(b"xy"), &mut plenty());
    assert_eq!(found, Ok(string(&all)), "{word:?}");
}

#[test]
fn random_languages_have_the_words_they_should() {
    let naive = Naive::new();
    let words: Vec<Str> = naive
        .words
        .iter()
        .map(|word| word.iter().map(|&byte| CodePoint::of_byte(byte)).collect())
        .collect();
    let mut rng = Rng(1);
    let mut regexes = Regexes::new();
    let (mut compared, mut equal) = (0, 0);
    let mut earlier: Option<(RegexId, Set)> = None;
    for round in 0..10_000 {
        if round % 100 == 0 {
            regexes = Regexes::new();
            earlier = None;
        }
        let (regex, set) = random(&mut rng, &mut regexes, &naive);
        for (number, word) in words.iter().enumerate() {
            let expected = set >> number & 1 == 1;
            let found = regexes.matches(regex, word, &mut plenty());
            assert_eq!(found, Ok(expected), "{round}: {:?}", naive.words[number]);
        }
        for _ in 0..4 {
            let number = rng.below(words.len() as u64) as usize;
            check_search(&naive, &mut regexes, regex, set, number);
        }
        // Languages that are said to be different are, and equal ones agree on these words.
        if let Some((other, other_set)) = earlier {
            let apart = regexes.tell_apart(regex, other, &mut plenty());
            match apart {
                Ok(Some(word)) => {
                    let here = regexes.matches(regex, &word, &mut plenty());
                    let there = regexes.matches(other, &word, &mut plenty());
                    assert_ne!(here, there, "{round}: {word:?}");
                }
                Ok(None) => {
                    assert_eq!(set, other_set, "{round}");
                    equal += 1;
                }
                Err(OutOfBudget) => continue,
            }
            compared += 1;
        }
        earlier = Some((regex, set));
    }
    assert!(compared > 9_000 && equal > 10, "{compared} {equal}");
}
