use super::*;
use crate::rule::{Rule, RuleSet};

const FEW: Settings = Settings {
    size: 1,
    assignments: 384,
    seed: 0,
    each: 400,
    bytes: 1 << 26,
};

/// Everything that a search proposes, if all of it is proved.
fn all(theory: &str, known: &[Rule], settings: Settings) -> Vec<Discovered> {
    let ground = Ground::new(Field::of(theory).unwrap()).unwrap();
    let mut search = Search::new(&ground, known, settings);
    let mut found = Vec::new();
    while search.advance(&|| true) {
        loop {
            let proposals = search.propose(8);
            if proposals.is_empty() {
                break;
            }
            for proposal in proposals {
                found.extend(search.settle(proposal.number, Settled::Proved));
            }
        }
    }
    assert_eq!(search.counts.proved, found.len() as u64);
    found
}

fn has(found: &[Discovered], text: &str) -> bool {
    found.iter().any(|rule| rule.text.contains(text))
}

#[test]
fn every_field_has_rules_that_can_be_read() {
    let mut names = std::collections::HashSet::new();
    for field in FIELDS {
        let found = all(field.theory, &[], FEW);
        assert!(!found.is_empty(), "{}", field.theory);
        // One file may have the rules of all theories.
        for rule in &found {
            assert!(names.insert(rule.name.clone()), "{}", rule.name);
        }
        let text: String = found.iter().map(|rule| rule.text.as_str()).collect();
        let rules = RuleSet::read([("discovered", text.as_str())]);
        let rules = rules.unwrap_or_else(|error| panic!("{}: {error}\n{text}", field.theory));
        assert_eq!(rules.rules().len(), found.len());
    }
}

#[test]
fn laws_are_found_once_and_not_where_they_are_known() {
    let found = all("sets", &[], FEW);
    let turned = "(set.union s t)\n  :equal (set.union t s)";
    assert!(has(&found, turned), "{found:#?}");
    // The same from the other end, and with other names.
    let under = "(set.subset s t)\n  :under (= s t)";
    assert!(has(&found, under), "{found:#?}");
    assert!(!has(&found, "(= s t)\n  :over (set.subset"), "{found:#?}");
    let text = "(rule r () ((s (Set ?1)) (t (Set ?1))) (set.union s t) :equal (set.union t s))";
    let known = RuleSet::read([("user", text)]).unwrap();
    let found = all("sets", known.rules(), FEW);
    assert!(!has(&found, turned), "{found:#?}");
}

#[test]
fn what_is_wrong_for_some_values_is_not_proposed() {
    let many = Settings {
        assignments: 4096,
        ..FEW
    };
    let found = all("floats", &[], many);
    assert!(
        has(&found, "(fp.lt x y)\n  :over (fp.leq x y)"),
        "{found:#?}"
    );
    assert!(
        has(&found, "(fp.add m x y)\n  :equal (fp.add m y x)"),
        "{found:#?}"
    );
    // Of NaN, of two zeros, and of what is not written down.
    assert!(!has(&found, "(= x y)\n  :over (fp.eq x y)"), "{found:#?}");
    assert!(!has(&found, "(fp.eq x y)\n  :over (= x y)"), "{found:#?}");
    assert!(
        !has(&found, "(fp.min x y)\n  :equal (fp.min y x)"),
        "{found:#?}"
    );
}

#[test]
fn what_is_refuted_or_left_undecided_is_no_rule() {
    let ground = Ground::new(Field::of("sets").unwrap()).unwrap();
    let mut search = Search::new(&ground, &[], FEW);
    assert!(search.advance(&|| true) && search.advance(&|| true));
    let proposals = search.propose(3);
    let kinds = [Settled::Refuted, Settled::Undecided, Settled::IllSorted];
    for (proposal, settled) in proposals.iter().zip(kinds) {
        assert!(search.settle(proposal.number, settled).is_none());
    }
    let counts = search.counts;
    assert_eq!((counts.refuted, counts.undecided, counts.proved), (1, 1, 0));
    // They are not asked about again.
    let next = search.propose(3);
    let texts = |all: &[Proposal]| -> Vec<String> {
        let body = |p: &Proposal| p.text.replace(&p.name, "");
        all.iter().map(body).collect()
    };
    assert!(
        texts(&next)
            .iter()
            .all(|text| !texts(&proposals).contains(text))
    );
}

#[test]
fn a_search_is_the_same_again() {
    let texts = |theory| -> Vec<String> {
        all(theory, &[], FEW)
            .into_iter()
            .map(|rule| rule.text)
            .collect()
    };
    for theory in ["sets", "arrays", "datatypes"] {
        assert_eq!(texts(theory), texts(theory));
    }
}
