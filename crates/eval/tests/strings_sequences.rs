//! Sequences of things that are no characters.

use eval::sequence::{Budget, Sequence};
use num_bigint::BigInt;

fn seq(elements: &[i32]) -> Sequence<i32> {
    elements.to_vec().into()
}

fn int(value: i64) -> BigInt {
    value.into()
}

#[test]
fn the_operators_of_z3_and_cvc5() {
    let budget = &mut Budget::new(10_000, 100);
    let whole = seq(&[1, 2, 3, 1, 2]);
    let part = seq(&[1, 2]);
    let empty = Sequence::empty();
    assert_eq!(Sequence::unit(7), seq(&[7]));
    assert_eq!(
        Sequence::concat(&[part.clone(), seq(&[3]), part.clone()], budget),
        Ok(whole.clone())
    );
    assert_eq!(whole.length(), int(5));
    assert_eq!(whole.at(&int(2)), seq(&[3]));
    assert_eq!(whole.at(&int(7)), empty);
    assert_eq!(whole.extract(&int(3), &int(9), budget), Ok(part.clone()));
    assert_eq!(whole.index_of(&part, &int(1), budget), Ok(int(3)));
    assert_eq!(whole.index_of(&empty, &int(5), budget), Ok(int(5)));
    assert_eq!(whole.index_of(&empty, &int(6), budget), Ok(int(-1)));
    assert_eq!(whole.last_index_of(&part, budget), Ok(int(3)));
    assert_eq!(whole.last_index_of(&empty, budget), Ok(int(5)));
    assert_eq!(part.is_prefix_of(&whole, budget), Ok(true));
    assert_eq!(part.is_suffix_of(&whole, budget), Ok(true));
    assert_eq!(whole.contains_sequence(&seq(&[2, 1]), budget), Ok(false));
    assert_eq!(
        whole.replace(&empty, &part, budget),
        Ok(seq(&[1, 2, 1, 2, 3, 1, 2]))
    );
    assert_eq!(whole.replace(&part, &empty, budget), Ok(seq(&[3, 1, 2])));
    assert_eq!(whole.replace_all(&part, &empty, budget), Ok(seq(&[3])));
    assert_eq!(whole.replace_all(&empty, &part, budget), Ok(whole.clone()));
    assert_eq!(
        whole.update(&int(1), &seq(&[1, 2, 1, 2, 1, 2]), budget),
        Ok(seq(&[1, 1, 2, 1, 2]))
    );
    assert_eq!(whole.update(&int(5), &part, budget), Ok(whole.clone()));
    assert_eq!(whole.reverse(budget), Ok(seq(&[2, 1, 3, 2, 1])));
}

#[test]
fn an_element_out_of_range_is_left_open() {
    let whole = seq(&[4, 5]);
    assert_eq!(whole.nth(&int(1)), Some(&5));
    for index in [int(-1), int(2), BigInt::from(u64::MAX) * 4] {
        assert_eq!(whole.nth(&index), None);
    }
}

/// All sequences of two elements up to a length.
fn small(longest: usize) -> Vec<Vec<i32>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|s| [0, 1].map(|e| [s.as_slice(), &[e]].concat()))
            .collect();
        all.extend_from_slice(&last);
    }
    all
}

/// Searches do what trying every position does.
#[test]
fn searches_find_what_is_there() {
    let budget = &mut Budget::new(u64::MAX, 100);
    for whole in small(7) {
        for part in small(4) {
            let (whole, part) = (seq(&whole), seq(&part));
            let found = |at: &usize| whole[*at..].starts_with(&part);
            let index = |at: Option<usize>| at.map_or(int(-1), BigInt::from);
            for from in 0..=whole.len() {
                let expected = index((from..=whole.len()).find(found));
                assert_eq!(whole.index_of(&part, &from.into(), budget), Ok(expected));
            }
            let last = index((0..=whole.len()).rev().find(found));
            assert_eq!(whole.last_index_of(&part, budget), Ok(last));
            assert_eq!(
                whole.contains_sequence(&part, budget),
                Ok((0..=whole.len()).any(|at| found(&at)))
            );

            let mut expected = Vec::new();
            let mut at = 0;
            while at < whole.len() {
                if found(&at) && !part.is_empty() {
                    expected.push(9);
                    at += part.len();
                } else {
                    expected.push(whole[at]);
                    at += 1;
                }
            }
            let replaced = whole.replace_all(&part, &Sequence::unit(9), budget);
            assert_eq!(replaced, Ok(expected.into()), "{whole:?} {part:?}");
        }
    }
}
