use super::*;
use crate::rule::{Rule, RuleSet};

const FEW: Settings = Settings {
    size: Some(1),
    assignments: 384,
    seed: 0,
    each: 400,
    bytes: 1 << 26,
};

/// Everything that a search proposes, if all of it is proved.
fn all(theory: &str, known: &[Rule], settings: Settings) -> Vec<Discovered> {
    let ground = Ground::new(Field::of(theory).unwrap()).unwrap();
    let mut search = Search::new(&ground, known, settings, &|| true);
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
        let dropped = search.drop_implied();
        found.retain(|rule| !dropped.contains(&rule.name));
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
    // From whichever end.
    assert!(
        has(&found, "(fp.lt x y)\n  :over (fp.leq x y)")
            || has(&found, "(fp.leq x y)\n  :under (fp.lt x y)"),
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
    let mut search = Search::new(&ground, &[], FEW, &|| true);
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
fn what_is_no_approximation_is_proposed_as_an_equivalence() {
    let ground = Ground::new(Field::of("sets").unwrap()).unwrap();
    let mut search = Search::new(&ground, &[], FEW, &|| true);
    assert!(search.advance(&|| true) && search.advance(&|| true));
    let all = search.propose(1000);
    let over = all.iter().find(|p| p.text.contains(":over")).unwrap();
    assert!(search.settle(over.number, Settled::Equivalent).is_none());
    assert_eq!(search.counts.refuted, 0);
    let body = |p: &Proposal| p.text.replace(&p.name, "");
    let equal = body(over).replace(":over", ":equal");
    assert!(search.propose(1000).iter().any(|p| body(p) == equal));
}

#[test]
fn what_a_later_rule_implies_is_dropped() {
    let ground = Ground::new(Field::of("sets").unwrap()).unwrap();
    let larger = Settings {
        size: Some(2),
        ..FEW
    };
    let mut search = Search::new(&ground, &[], larger, &|| true);
    // The special ones first, though that is not the order in which they are proposed.
    let mut found = Vec::new();
    while search.advance(&|| true) && search.size() < 2 {}
    for proposal in search.propose(1000).iter().rev() {
        found.extend(search.settle(proposal.number, Settled::Proved));
    }
    let before = search.counts;
    let dropped = search.drop_implied();
    assert!(!dropped.is_empty(), "{found:#?}");
    found.retain(|rule| !dropped.contains(&rule.name));
    assert_eq!(search.counts.proved, found.len() as u64);
    assert_eq!(search.counts.known, before.known + dropped.len() as u64);
    // What is left is needed.
    assert!(!found.is_empty() && search.drop_implied().is_empty());
}

#[test]
fn one_law_is_not_found_at_several_conditions() {
    let larger = Settings {
        size: Some(2),
        ..FEW
    };
    let found = all("sets", &[], larger);
    let chosen = |rule: &&Discovered| {
        let text = &rule.text;
        text.contains("(set.member v s)\n  :under (set.member v (ite ")
    };
    let chosen: Vec<&Discovered> = found.iter().filter(chosen).collect();
    assert!(chosen.len() <= 2, "{chosen:#?}");
    assert!(chosen.iter().all(|rule| rule.text.contains("(ite q ")));
    // Nor where known rules imply the general one.
    let found = all("datatypes", RuleSet::builtin().rules(), larger);
    assert!(!has(&found, "(ite (= y z)"), "{found:#?}");
}

#[test]
fn larger_templates_are_looked_at_until_nothing_is_left() {
    let unbounded = Settings {
        size: None,
        each: 16,
        bytes: 1 << 20,
        ..FEW
    };
    let ground = Ground::new(Field::of("arrays").unwrap()).unwrap();
    let mut search = Search::new(&ground, &[], unbounded, &|| true);
    let mut sizes = 0;
    while search.advance(&|| true) {
        sizes += 1;
        assert!(sizes < 100, "it has no end");
    }
    assert!(sizes > 4, "{sizes}");
    // It ends at once if it is not wanted.
    let mut search = Search::new(&ground, &[], unbounded, &|| false);
    assert!(!search.advance(&|| false) || search.propose(1).is_empty());
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
