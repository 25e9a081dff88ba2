//! What campaigns are made from, and what is seen of them.

use campaign::ask::scripted::{Reply, Scripted};
use campaign::audience::Consumer;
use campaign::case::Seed;
use campaign::engine::Campaign;
use campaign::finding::Finding;
use campaign::plan::Plan;
use campaign::schedule::Order;
use campaign::seed_cache::SeedCache;
use campaign::store::{Dropped, Entry, Event, Memory, Store, UnitReport};
use campaign::strategy::{
    ApproximationOptions, ApproximationStrategy, GenerationOptions, GenerationStrategy,
    HornOptions, HornStrategy, Ingredients, MakerOptions, STRATEGIES, SeedsStrategy, Strategy,
};
use campaign::totals::{Change, Totals};
use mutate::generate::Theory;
use mutate::horn::Mutation;
use mutate::mutator::MutatorSettings;
use mutate::rule::Direction;
use solve::AnswerClass;
use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

/// A small seed that is sat.
pub const SEED: &str = "(set-logic QF_LIA)
(declare-const x Int)
(declare-const y Int)
(assert (< x y))
(assert (< y 10))
(check-sat)
";

/// A small Horn system that is sat.
pub const HORN: &str = "(set-logic HORN)
(declare-fun counts (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (counts x))))
(assert (forall ((x Int) (y Int)) (=> (and (counts x) (< x 10) (= y (+ x 1))) (counts y))))
(assert (forall ((x Int)) (=> (and (counts x) (< x 0)) false)))
(check-sat)
";

/// The flat seeds of a text.
pub fn flat(name: &str, text: &str) -> Vec<Arc<Seed>> {
    let seeds = Seed::flat(name, text.as_bytes()).unwrap();
    seeds.into_iter().map(Arc::new).collect()
}

/// A text as a Horn system.
pub fn horn_seed(text: &str) -> Arc<Seed> {
    Arc::new(Seed::horn("system", text.as_bytes()).unwrap())
}

/// What strategies are made from if nobody says otherwise.
pub fn ingredients(seeds: &[Arc<Seed>]) -> Ingredients<'_> {
    let named = |name: &&str| Mutation::named(name).unwrap();
    let mutations = ["parameter", "dup-and", "duplicate-clause", "add-ineq"];
    Ingredients {
        seeds,
        random: 0,
        can_compare: true,
        approximation: ApproximationOptions {
            settings: MutatorSettings::new(Direction::Over),
            mutants_per_seed: 100,
        },
        generation: GenerationOptions {
            theories: vec![Theory::BitVectors],
            newest: false,
            approximated: false,
        },
        horn: HornOptions {
            mutations: mutations.iter().map(named).collect(),
            order: Order::default(),
        },
        making: MakerOptions {
            random: 0,
            most_steps: 5,
            atoms: Vec::new(),
        },
    }
}

/// Approximation of a seed, 100 mutants of it.
pub fn approximation(text: &str) -> Vec<Box<dyn Strategy>> {
    vec![Box::new(ApproximationStrategy::new(&ingredients(&flat(
        "seed", text,
    ))))]
}

/// The strategy of a name with some seeds.
pub fn strategy(name: &str, seeds: &[Arc<Seed>]) -> Vec<Box<dyn Strategy>> {
    let entry = STRATEGIES.iter().find(|entry| entry.name == name);
    let strategy = (entry.unwrap().build)(&ingredients(seeds));
    vec![strategy.unwrap().unwrap()]
}

/// A seed as it is.
pub fn seeds_alone(text: &str) -> Vec<Box<dyn Strategy>> {
    vec![Box::new(SeedsStrategy::new(&ingredients(&flat(
        "seed", text,
    ))))]
}

/// Formulas of a theory.
pub fn generation(theory: Theory) -> Vec<Box<dyn Strategy>> {
    let mut from = ingredients(&[]);
    from.generation.theories = vec![theory];
    vec![Box::new(GenerationStrategy::new(&from).unwrap())]
}

/// Chains of mutants of a Horn system.
pub fn horn(text: &str) -> Vec<Box<dyn Strategy>> {
    vec![Box::new(HornStrategy::new(&ingredients(&[horn_seed(
        text,
    )])))]
}

/// Whether a script is [`SEED`], whatever is asked besides.
pub fn is_seed(script: &str) -> bool {
    let asserted = SEED.lines().filter(|line| line.starts_with("(assert"));
    let asserted: Vec<&str> = asserted.collect();
    let lines = script.lines().filter(|line| line.starts_with("(assert"));
    lines.eq(asserted)
}

/// Says unsat to whatever has a `distinct` in it.
pub fn no_distinct(_: &str, script: &str) -> Reply {
    match script.contains("distinct") {
        true => Reply::unsat(),
        false => Reply::sat(),
    }
}

/// Of `tested` what `no_distinct` says; others prove every claim, and know that all else is sat.
pub fn no_distinct_and_its_judge(name: &str, script: &str) -> Reply {
    match name {
        "tested" => no_distinct(name, script),
        _ if script.contains("nuthatch!seed") => Reply::unsat(),
        _ => Reply::sat(),
    }
}

/// Who was asked what, in order.
#[derive(Clone, Default)]
pub struct Asked(Arc<Mutex<Vec<(String, String)>>>);

impl Asked {
    /// The same solvers, and what they are asked is written down here.
    pub fn of(
        &self,
        says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
    ) -> impl Fn(&str, &str) -> Reply + Send + Sync + 'static {
        let asked = self.clone();
        move |name, script| {
            let mut asked = asked.0.lock().unwrap();
            asked.push((name.to_owned(), script.to_owned()));
            drop(asked);
            says(name, script)
        }
    }

    /// The scripts that somebody was asked.
    pub fn scripts(&self, who: &str) -> Vec<String> {
        let asked = self.0.lock().unwrap();
        let scripts = asked.iter().filter(|(name, _)| name == who);
        scripts.map(|(_, script)| script.clone()).collect()
    }
}

/// Counts how often each script was seen before.
#[derive(Default)]
pub struct Times(Mutex<BTreeMap<String, usize>>);

impl Times {
    /// How often it was seen before.
    pub fn before(&self, script: &str) -> usize {
        let mut times = self.0.lock().unwrap();
        let count = times.entry(script.to_owned()).or_default();
        *count += 1;
        *count - 1
    }
}

/// The log of a campaign.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<Entry>>>);

/// Keeps events where they can be seen afterwards.
struct Kept(Memory, Log);

impl Store for Kept {
    fn append(&mut self, event: Event) -> io::Result<Entry> {
        let entry = self.0.append(event)?;
        self.1.0.lock().unwrap().push(entry.clone());
        Ok(entry)
    }
}

/// What the events of a campaign changed.
#[derive(Clone, Default)]
struct Diary(Arc<Mutex<Vec<Change>>>);

impl Consumer for Diary {
    fn event(&mut self, _: &Entry, change: &Change, _: &Totals) -> io::Result<()> {
        self.0.lock().unwrap().push(change.clone());
        Ok(())
    }
}

/// What came of a campaign.
pub struct Watched {
    pub totals: Totals,
    pub entries: Vec<Entry>,
    pub changes: Vec<Change>,
}

/// Runs a campaign to its end and keeps all that happens.
pub fn watch(plan: &Plan) -> Watched {
    resume(plan, &[])
}

/// Goes on with the campaign that the events are of.
pub fn resume(plan: &Plan, earlier: &[Entry]) -> Watched {
    let (log, diary) = (Log::default(), Diary::default());
    let store = Box::new(Kept(Memory::default(), log.clone()));
    let campaign = Campaign::new(plan, store, earlier.to_vec(), SeedCache::default());
    let totals = campaign
        .unwrap()
        .run(vec![Box::new(diary.clone())])
        .unwrap();
    let entries = std::mem::take(&mut *log.0.lock().unwrap());
    let changes = std::mem::take(&mut *diary.0.lock().unwrap());
    Watched {
        totals,
        entries,
        changes,
    }
}

impl Watched {
    fn of<'w, T: 'w>(&'w self, which: impl Fn(&'w Event) -> Option<T>) -> Vec<T> {
        let events = self.entries.iter().map(|entry| &entry.event);
        events.filter_map(which).collect()
    }

    pub fn findings(&self) -> Vec<&Finding> {
        self.of(|event| match event {
            Event::Finding(finding) => Some(&**finding),
            _ => None,
        })
    }

    pub fn doubts(&self) -> Vec<&Finding> {
        self.of(|event| match event {
            Event::Doubt(finding) => Some(&**finding),
            _ => None,
        })
    }

    pub fn dropped(&self) -> Vec<&Dropped> {
        self.of(|event| match event {
            Event::Dropped(dropped) => Some(dropped),
            _ => None,
        })
    }

    pub fn units(&self) -> Vec<&UnitReport> {
        self.of(|event| match event {
            Event::Unit(report) => Some(&**report),
            _ => None,
        })
    }

    /// That nothing at all was suspicious.
    pub fn assert_innocent(&self) {
        let suspicions = (self.findings().len(), self.doubts().len());
        assert_eq!((suspicions, self.dropped().len()), ((0, 0), 0));
    }

    /// What it comes to.
    pub fn sum(&self) -> Sum {
        Sum::of(&self.totals)
    }
}

/// All that must not depend on the number of workers, nor on where a campaign was cut off.
#[derive(Debug, PartialEq)]
pub struct Sum {
    /// How many findings a bucket has, and the best witness.
    buckets: BTreeMap<String, (usize, String)>,
    /// How the test cases of each strategy were answered.
    answers: BTreeMap<String, BTreeMap<AnswerClass, u64>>,
    found_by: BTreeMap<String, usize>,
    seeds: BTreeMap<String, u64>,
    doubts: usize,
}

impl Sum {
    pub fn of(totals: &Totals) -> Self {
        let buckets = totals.buckets.iter().map(|(name, bucket)| {
            let script = String::from_utf8_lossy(&bucket.best.witness.script).into_owned();
            (name.clone(), (bucket.count, script))
        });
        let answers = totals.strategies().into_iter();
        Self {
            buckets: buckets.collect(),
            answers: answers.map(|(name, tally)| (name, tally.answers)).collect(),
            found_by: totals.found_by.clone(),
            seeds: totals.seeds.clone(),
            doubts: totals.doubts,
        }
    }
}

/// Where scripted solvers come from, for what is no campaign.
pub fn open(
    says: impl Fn(&str, &str) -> Reply + Send + Sync + 'static,
) -> Box<campaign::ask::Open> {
    Box::new(Scripted::open(says))
}
