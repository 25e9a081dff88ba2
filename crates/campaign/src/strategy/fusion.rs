//! Semantic fusion, as in Winterer et al., "Validating SMT Solvers via Semantic Fusion" (PLDI 2020): two
//! seeds in one script, with some of their constants tied together.

use super::{
    Known, Maker, MakerEntry, MakerOptions, MakerStrategy, Material, Needs, StrategyEntry,
};
use crate::case::{Derivation, Due, FusedSeeds, Setting, TestCase};
use crate::fingerprint::fingerprint;
use crate::settled::is_settled;
use mutate::Rng;
use mutate::fusion::{Fused, Fuser, FuserSettings, Part, Shape};
use smt::Status;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "fusion",
    about: "put two seeds into one script and tie their constants together",
    material: Material::Flat,
    maker: Some(&MAKER),
    build: |from| Ok(MakerStrategy::build(ENTRY.name, &MAKER, from)),
};

const MAKER: MakerEntry = MakerEntry {
    needs: Needs::Answer,
    others: 3,
    prepare: |options, seed, others| {
        let fusions = FusionMaker::new(options, seed, others)?;
        Some(Box::new(fusions))
    },
};

/// Fuses a seed with others.
struct FusionMaker {
    options: MakerOptions,
    seed: Prepared,
    others: Vec<Prepared>,
    /// For each of the others, and each way in which they go together.
    fusers: Vec<Prototype>,
    fused: Fused,
}

struct Prepared {
    known: Known,
    answer: Status,
    part: Part,
    /// Whether every solver means the same by it.
    is_settled: bool,
}

/// What all test cases of two seeds have in common, and what makes them.
struct Prototype {
    derivation: FusedSeeds,
    fuser: Fuser,
}

impl Prepared {
    fn new(known: &Known) -> Option<Self> {
        Some(Self {
            answer: known.answer?,
            part: Part::new(&known.seed.text).ok()?,
            is_settled: is_settled(&known.seed.text),
            known: known.clone(),
        })
    }
}

impl FusionMaker {
    /// Nothing if the seed cannot be fused with any other. With none beside it, it is fused with
    /// itself.
    fn new(options: &MakerOptions, seed: &Known, others: &[Known]) -> Option<Self> {
        let prepared = Prepared::new(seed)?;
        let others = match others.is_empty() {
            true => vec![Prepared::new(seed)?],
            false => others.iter().filter_map(Prepared::new).collect(),
        };
        let mut maker = Self {
            options: options.clone(),
            seed: prepared,
            others,
            fusers: Vec::new(),
            fused: Fused::default(),
        };
        for other in 0..maker.others.len() {
            for turned in [false, true] {
                let prototype = maker.prototype(&maker.others[other], turned);
                maker.fusers.extend(prototype);
            }
        }
        (!maker.fusers.is_empty()).then_some(maker)
    }

    /// There are two ways for two seeds to become one, and one is the other turned round.
    fn prototype(&self, other: &Prepared, turned: bool) -> Option<Prototype> {
        let texts = [&self.seed.known.seed.text[..], &other.known.seed.text].concat();
        let mut rng = Rng::new(self.options.random, fingerprint(&texts));
        let mut pair = [&self.seed, other];
        if rng.chance(1, 2) != turned {
            pair.swap(0, 1);
        }
        let (shape, due) = combined(pair, rng.chance(1, 2) != turned)?;
        let keeps_logic = [rng.chance(2, 3), rng.chance(2, 3)][usize::from(turned)];
        let settings = FuserSettings {
            most_pairs: self.options.most_steps,
            seed: self.options.random ^ fingerprint(&texts),
            ..FuserSettings::default()
        };
        let parts = (&pair[0].part, &pair[1].part);
        let fuser = Fuser::new(parts, shape, due, keeps_logic, settings).ok()?;
        let derivation = FusedSeeds {
            first: pair[0].known.seed.clone(),
            second: pair[1].known.seed.clone(),
            shape,
            due,
            answers: pair.map(|seed| Some(seed.answer)),
            keeps_logic,
            steps: Vec::new(),
        };
        Some(Prototype { derivation, fuser })
    }
}

/// How two seeds become one, and the answer that is due then; `choice` decides where there is one.
fn combined(pair: [&Prepared; 2], choice: bool) -> Option<(Shape, Status)> {
    use Status::{Sat, Unsat};
    // A seed of which nobody cares whether it holds must leave it possible that others do.
    let can_be_idle = |seed: &Prepared| !seed.part.is_recursive();
    match pair.map(|seed| seed.answer) {
        // One may need `(/ 1 0)` to be 2 and the other 3.
        [Sat, Sat] if pair.iter().any(|seed| seed.is_settled) => Some((Shape::Both, Sat)),
        [Sat, Sat] => can_be_idle(pair[1]).then_some((Shape::Either, Sat)),
        [Unsat, Unsat] => Some((Shape::Either, Unsat)),
        [of_first, _] => {
            let unsat = if of_first == Unsat { pair[0] } else { pair[1] };
            match choice && can_be_idle(unsat) {
                true => Some((Shape::Either, Sat)),
                false => Some((Shape::Both, Unsat)),
            }
        }
    }
}

impl Maker for FusionMaker {
    fn make(&mut self, number: u64) -> Option<TestCase> {
        let turn = number % self.fusers.len().max(1) as u64;
        let Prototype { derivation, fuser } = self.fusers.get_mut(turn as usize)?;
        if !fuser.make(number, &mut self.fused) {
            return None;
        }
        let derivation = FusedSeeds {
            steps: std::mem::take(&mut self.fused.steps),
            ..derivation.clone()
        };
        Some(TestCase {
            script: self.fused.text.clone(),
            due: Due::Known(derivation.due),
            number,
            derivation: Derivation::Fusion(derivation),
            setting: Setting::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Claims, Derived, Seed};
    use crate::models::judge;
    use Status::{Sat, Unsat};
    use std::sync::Arc;

    const MODEL: &str = "((define-fun x () Int 5) (define-fun b () Bool true))";

    /// A model of a mutant from those of the seeds above.
    fn witness(fused: &FusedSeeds) -> Option<String> {
        let models = fused.answers.map(|answer| {
            let model = || MODEL.to_owned();
            (answer == Some(Sat)).then(model)
        });
        fused.witness(&models)
    }

    fn known(name: &str, text: &str, answer: Status) -> Known {
        Known {
            seed: Arc::new(Seed {
                name: name.to_owned(),
                text: text.as_bytes().to_vec(),
                ..Seed::default()
            }),
            answer: Some(answer),
            model: None,
            core: None,
        }
    }

    fn sat(name: &str) -> Known {
        known(
            name,
            "(set-logic QF_LIA)\n(declare-const x Int)\n(declare-const b Bool)\n\
             (assert (= b (> x 3)))\n(assert (or b (< x 9)))\n(check-sat)\n",
            Sat,
        )
    }

    fn unsat(name: &str) -> Known {
        known(
            name,
            "(declare-fun x () Int)\n(assert (< x 3))\n(assert (> x 3))\n(check-sat)\n",
            Unsat,
        )
    }

    fn open(answer: Status, rest: &str) -> Known {
        let text = format!("(declare-fun y () Int){rest}(assert (= (div y 0) 3))\n(check-sat)\n");
        known("open", &text, answer)
    }

    fn made(seed: &Known, others: &[Known]) -> Vec<FusedSeeds> {
        let options = MakerOptions {
            random: 7,
            most_steps: 3,
            atoms: Vec::new(),
        };
        let mut maker = FusionMaker::new(&options, seed, others).unwrap();
        let cases: Vec<TestCase> = (0..40).filter_map(|n| maker.make(n)).collect();
        assert!(cases.len() > 30);
        let fused = cases.into_iter().map(|case| {
            let steps: Vec<usize> = (0..case.derivation.derived().steps()).collect();
            assert_eq!(case.rebuild(&steps).as_ref(), Some(&case));
            let json = serde_json::to_string(&case.derivation).unwrap();
            assert_eq!(
                serde_json::from_str::<Derivation>(&json).unwrap(),
                case.derivation
            );
            let Derivation::Fusion(fused) = case.derivation else {
                panic!("another derivation");
            };
            assert_eq!(case.due, Due::Known(fused.due));
            if fused.due == Sat {
                let witness = witness(&fused).unwrap();
                let shown = || format!("{}{witness}", String::from_utf8_lossy(&case.script));
                let verdict = judge(&case.script, &witness);
                assert!(
                    matches!(verdict, Some(eval::Verdict::Valid { .. })),
                    "{verdict:?} {}",
                    shown()
                );
            }
            fused
        });
        fused.collect()
    }

    #[test]
    fn what_decides_is_a_parent() {
        let (a, b) = (sat("a"), sat("b"));
        let (c, d) = (unsat("c"), unsat("d"));
        let names = |fused: &FusedSeeds| -> Vec<String> {
            let parents = fused.parents().into_iter();
            let mut names: Vec<String> = parents.map(|seed| seed.name.clone()).collect();
            names.sort();
            names
        };
        for fused in made(&a, &[b]) {
            assert_eq!((fused.shape, fused.due), (Shape::Both, Sat));
            assert_eq!(names(&fused), ["a", "b"]);
        }
        for fused in made(&c, &[d]) {
            assert_eq!((fused.shape, fused.due), (Shape::Either, Unsat));
            assert_eq!(names(&fused), ["c", "d"]);
        }
        let mixed = made(&a, &[c, unsat("e"), unsat("f")]);
        for fused in &mixed {
            match fused.due {
                Sat => assert_eq!(
                    (fused.shape, &*names(fused)),
                    (Shape::Either, &["a".to_owned()][..])
                ),
                Unsat => {
                    assert_eq!(fused.shape, Shape::Both);
                    assert_ne!(names(fused), ["a"]);
                }
            }
            assert_eq!(fused.source(), fused.parents()[0]);
        }
    }

    #[test]
    fn the_ways_of_a_pair_differ() {
        let mixed = made(&sat("a"), &[unsat("c")]);
        let both: Vec<Shape> = mixed.iter().take(2).map(|fused| fused.shape).collect();
        assert!(both.contains(&Shape::Both) && both.contains(&Shape::Either));
        let alike = made(&sat("a"), &[sat("b")]);
        let firsts: Vec<&str> = alike.iter().map(|fused| &*fused.first.name).collect();
        assert!(firsts.contains(&"a") && firsts.contains(&"b"));
    }

    #[test]
    fn what_is_left_open_is_not_put_together() {
        let shape = |first: &Known, second: &Known| {
            let pair = [first, second].map(|known| Prepared::new(known).unwrap());
            combined([&pair[0], &pair[1]], true)
        };
        let plain = open(Sat, "");
        assert_eq!(shape(&plain, &plain), Some((Shape::Either, Sat)));
        assert_eq!(shape(&plain, &sat("a")), Some((Shape::Both, Sat)));
        let impossible = "(define-fun-rec f ((n Int)) Int (+ 1 (f n)))";
        assert_eq!(shape(&plain, &open(Sat, impossible)), None);
        // Its definitions may be what makes it unsat, and they are there whether or not it holds.
        let recursive = open(Unsat, impossible);
        assert_eq!(shape(&sat("a"), &recursive), Some((Shape::Both, Unsat)));
        assert_eq!(shape(&sat("a"), &unsat("c")), Some((Shape::Either, Sat)));
    }

    #[test]
    fn claims_speak_of_seed_and_mutant() {
        for fused in made(&sat("a"), &[sat("b"), unsat("c")]) {
            let Claims::Scripts(claims) = fused.claims() else {
                panic!("no claims");
            };
            assert_eq!(claims.len(), 1);
            let script = smt::Script::parse(&claims[0][..]).unwrap();
            assert_eq!(script.unsorted_places().count(), 0);
            let symbols: Vec<String> = script.assertions().map(|a| script.show_term(a)).collect();
            let [holds, fails] = &symbols[..] else {
                panic!("{symbols:?}");
            };
            let (of_seed, of_mutant) = ("nuthatch!seed!0", "nuthatch!mutant!0");
            let (premise, conclusion) = match fused.due {
                Sat => (of_seed, of_mutant),
                Unsat => (of_mutant, of_seed),
            };
            assert!(
                holds.contains(premise) && fails.contains(conclusion),
                "{symbols:?}"
            );
            assert!(fails.starts_with("(not "), "{symbols:?}");
        }
    }
}
