//! Formulas from nothing whose answer is known, approximations of such, and formulas of any answer on
//! which solvers are compared.

use super::approximation::{ApproximationOptions, Approximator, Member, ROUNDS, steps_of};
use super::{Ingredients, Material, Producer, Strategy, StrategyEntry, Worked};
use crate::case::{Derivation, Due, Generated, Made, Seed, Setting, TestCase};
use crate::engine::{CampaignError, Desk, Helper, Manner, Watched};
use crate::fingerprint::fingerprint;
use crate::schedule::{Cases, Corpus, Schedule, Sources, StepData, Unit, Work};
use mutate::generate::{Answer, Bits, Formula, Generator, GeneratorSettings, Theory, Workbench};
use mutate::mutator::{Favours, MutatorSettings};
use smt::Status;
use solve::Error;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "generate",
    about: "make formulas from nothing whose answer is known, and compare solvers on others",
    material: Material::Nothing,
    maker: None,
    build: |from| Ok(Some(Box::new(GenerationStrategy::new(from)?))),
};

/// How long a formula may take that was made from nothing, until it is known what they take: most are
/// small.
const TIME: Duration = Duration::from_millis(60);
/// How many approximations there are of a formula.
const MUTANTS_OF_FORMULA: u64 = 5;

/// What is generated together if nobody says what to generate.
const MIXTURES: [&[Theory]; 4] = [
    &[Theory::BitVectors, Theory::Floats],
    &[Theory::BitVectors, Theory::Arrays, Theory::Functions],
    &[Theory::Ints, Theory::Arrays, Theory::Functions],
    &[Theory::BitVectors, Theory::Quantifiers],
];

/// What is generated.
#[derive(Debug, Clone, Default)]
pub struct GenerationOptions {
    /// The theories, together; if there are none, each of them and mixtures.
    pub theories: Vec<Theory>,
    /// Whether to use what some solvers refuse, too.
    pub newest: bool,
    /// Whether formulas are approximated as well.
    pub approximated: bool,
}

/// Formulas from nothing, by recipes that take turns.
pub struct GenerationStrategy {
    recipes: Vec<Recipe>,
}

impl GenerationStrategy {
    /// Few bits, many and all kinds of them; sat, unsat and any.
    ///
    /// # Errors
    /// If the theories do not go together.
    pub fn new(from: &Ingredients<'_>) -> Result<Self, String> {
        let options = &from.generation;
        let single = Theory::ALL
            .iter()
            .map(|(theory, _)| std::slice::from_ref(theory));
        let quantifies = |theories: &[Theory]| theories == [Theory::Quantifiers];
        let all: Vec<&[Theory]> = match options.theories.is_empty() {
            // Quantifiers need something to quantify over.
            true => single.filter(|t| !quantifies(t)).chain(MIXTURES).collect(),
            false => vec![&options.theories],
        };
        let mut recipes = Vec::new();
        for theories in all {
            let has_bits = |theory: &Theory| matches!(theory, Theory::BitVectors | Theory::Floats);
            let sizes = match theories.iter().any(has_bits) {
                true => &[Bits::Few, Bits::Many, Bits::Mixed][..],
                false => &[Bits::Mixed],
            };
            let answers = [Answer::Sat, Answer::Unsat, Answer::Any];
            for (&bits, answer) in sizes.iter().flat_map(|b| answers.map(|answer| (b, answer))) {
                let settings = GeneratorSettings {
                    theories: theories.to_vec(),
                    answer,
                    bits,
                    newest: options.newest,
                    seed: from.random,
                    ..Default::default()
                };
                let recipe = |approximation| Recipe::new(settings.clone(), approximation);
                if options.approximated && answer != Answer::Any {
                    recipes.push(recipe(Some(&from.approximation))?);
                }
                // Only a comparison gives away what is wrong with an answer that nobody knows.
                if answer != Answer::Any || from.can_compare {
                    recipes.push(recipe(None)?);
                }
            }
        }
        Ok(Self { recipes })
    }
}

impl Strategy for GenerationStrategy {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn about(&self) -> String {
        format!("{} kinds of formulas from nothing", self.recipes.len())
    }

    fn identity(&self) -> String {
        let recipes = self.recipes.iter().map(Recipe::identity);
        let all: String = recipes.collect();
        let number = fingerprint(all.as_bytes());
        format!("{} recipes {number:016x}", self.recipes.len())
    }

    fn schedule(&self, guided: bool) -> Box<dyn Schedule> {
        let sources = Sources::alike(self.recipes.len());
        Corpus::schedule(sources, u64::MAX, guided)
    }

    fn work(&self, unit: &Unit, desk: &mut Desk<'_>) -> Result<Worked, CampaignError> {
        let Work::Cases(cases) = &unit.work else {
            return Ok(Worked::default());
        };
        let plan = desk.plan();
        let time = match cases.paces.of(unit.mode) {
            Some(usual) => plan.limit(usual),
            None => TIME.min(plan.timeout),
        };
        let manner = Manner {
            time,
            models: plan.models.in_unit(unit.number),
            watched: Watched::Counters,
            patient: false,
        };
        let Some(mut producer) = self.recipes[cases.source].producer(cases, &unit.favours) else {
            return Ok(Worked {
                complete: true,
                ..Worked::default()
            });
        };
        Ok(Worked {
            complete: desk.test(&mut *producer, &manner)?,
            ..Worked::default()
        })
    }
}

/// What formulas are made by.
struct Recipe {
    name: String,
    due: Due,
    generator: Generator,
    /// If it is their approximations that are tested, how they are made.
    approximation: Option<MutatorSettings>,
}

impl Recipe {
    fn new(
        settings: GeneratorSettings,
        approximation: Option<&ApproximationOptions>,
    ) -> Result<Self, String> {
        let due = match settings.answer {
            Answer::Sat => Due::Known(Status::Sat),
            Answer::Unsat => Due::Known(Status::Unsat),
            Answer::Any => Due::Compare,
        };
        let answer = due.status().map_or("any", Status::word);
        let theories: Vec<&str> = settings.theories.iter().map(|t| t.name()).collect();
        let bits = match settings.bits {
            Bits::Few => " few",
            Bits::Many => " many",
            Bits::Mixed => "",
        };
        Ok(Self {
            name: format!("generated {}{bits} {answer}", theories.join("+")),
            due,
            generator: Generator::new(settings).map_err(|error| error.to_string())?,
            approximation: due
                .status()
                .and_then(|due| Some(approximation?.for_answer(due))),
        })
    }

    fn identity(&self) -> String {
        format!("{:?} {:?}", self.generator.settings(), self.approximation)
    }

    /// What makes the test cases of a unit: formulas, their approximations, or those of a formula that
    /// made the solver do something new. Nothing if there is nothing to approximate in it.
    fn producer(&self, cases: &Cases, favours: &Arc<Favours>) -> Option<Box<dyn Producer + '_>> {
        let mut formulas = Formulas {
            recipe: self,
            workbench: self.generator.workbench(),
            made: Formula::default(),
            left: cases.range.clone(),
        };
        let favoured = |settings: &MutatorSettings| MutatorSettings {
            favours: favours.clone(),
            ..settings.clone()
        };
        let member = Member::of(cases);
        let due = self.due.status();
        Some(match (&self.approximation, due, member.formula) {
            (Some(settings), Some(due), Some(number)) => {
                let (seed, settings) = (formulas.formula(number), favoured(settings));
                let range = cases.range.clone();
                let approximator = Approximator::new(&seed, due, settings, &member, range)?;
                Box::new(OfMember {
                    number,
                    approximator,
                })
            }
            (_, _, Some(_)) => return None,
            (Some(settings), Some(due), None) => Box::new(Approximations {
                formulas,
                settings: favoured(settings),
                due,
                at_hand: None,
            }),
            _ => Box::new(formulas),
        })
    }
}

/// Approximations of a formula that made the solver do something new.
struct OfMember {
    number: u64,
    approximator: Approximator,
}

impl Producer for OfMember {
    fn next(&mut self, _: &mut Helper<'_>) -> Result<Option<TestCase>, Error> {
        Ok(self.approximator.next())
    }

    fn member(&self, case: &TestCase) -> Option<StepData> {
        member(self.number, case)
    }
}

/// What makes a test case again that was made from the formula of that number.
fn member(formula: u64, case: &TestCase) -> Option<StepData> {
    let member = Member {
        formula: Some(formula),
        steps: steps_of(case)?.to_vec(),
    };
    let of_seed = case.derivation.derived().source().text.len();
    member.data(case.script.len(), of_seed, ROUNDS)
}

struct Formulas<'r> {
    recipe: &'r Recipe,
    workbench: Workbench<'r>,
    made: Formula,
    left: Range<u64>,
}

impl Formulas<'_> {
    fn formula(&mut self, number: u64) -> Arc<Seed> {
        let Recipe {
            name,
            due,
            generator,
            ..
        } = self.recipe;
        generator.make(number, &mut self.workbench, &mut self.made);
        let status = due.status();
        let is_model = status == Some(Status::Sat);
        let why = || format!("({})", String::from_utf8_lossy(&self.made.why));
        Arc::new(Seed {
            name: format!("{name} {number}"),
            text: self.made.text.clone(),
            status,
            made: Some(Made {
                topic: format!("{name} {}", generator.deciding(number)),
                witness: is_model.then(why),
            }),
            ..Seed::default()
        })
    }
}

impl Producer for Formulas<'_> {
    fn next(&mut self, _: &mut Helper<'_>) -> Result<Option<TestCase>, Error> {
        let Some(number) = self.left.next() else {
            return Ok(None);
        };
        let formula = self.formula(number);
        Ok(Some(TestCase {
            script: formula.text.clone(),
            due: self.recipe.due,
            number,
            derivation: Derivation::Generated(Generated { formula }),
            setting: Setting::default(),
        }))
    }
}

struct Approximations<'r> {
    formulas: Formulas<'r>,
    settings: MutatorSettings,
    due: Status,
    /// Who approximates the formula at hand, unless nothing can be done to it.
    at_hand: Option<Approximator>,
}

impl Producer for Approximations<'_> {
    fn next(&mut self, _: &mut Helper<'_>) -> Result<Option<TestCase>, Error> {
        loop {
            if let Some(case) = self.at_hand.as_mut().and_then(Approximator::next) {
                return Ok(Some(case));
            }
            let Range { start, end } = self.formulas.left;
            if start >= end {
                return Ok(None);
            }
            // Numbers of mutants; the formula's own is the same for a few of them.
            let formula = start / MUTANTS_OF_FORMULA;
            let next = ((formula + 1) * MUTANTS_OF_FORMULA).min(end);
            self.formulas.left.start = next;
            let seed = self.formulas.formula(formula);
            let settings = self.settings.clone();
            let source = Member::default();
            self.at_hand = Approximator::new(&seed, self.due, settings, &source, start..next);
        }
    }

    fn member(&self, case: &TestCase) -> Option<StepData> {
        member(case.number / MUTANTS_OF_FORMULA, case)
    }
}
