//! Oracles: what makes an answer suspicious, and all that is their own of the way from a suspicion to a
//! reduced finding.
//!
//! To add an oracle, write a file with a struct that implements [`Oracle`] and add it to [`ORACLES`].

mod crash;
mod examined;
mod interpretation;
mod model;
mod self_reported;
mod soundness;

pub(crate) use examined::{Examined, is_doubted_by_itself};
pub(crate) use model::is_wrong_by_us;

use crate::case::TestCase;
use crate::finding::{Answers, Finding, ReducedPair};
use crate::history::Question;
use crate::horn::judges::Judges;
use crate::models::Models;
use crate::posed::Posed;
use crate::reduction::{Bug, Reducer};
use crate::triage::Bench;
use solve::{AnswerClass, Error, Outcome, Solver};
use std::borrow::Cow;

/// Something that is asked after the last check of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Query {
    /// The option that it takes, if it takes one.
    pub option: Option<&'static str>,
    /// The command.
    pub command: &'static str,
}

/// The script with queries after its last check, and before it the options that they take and that it
/// does not have.
pub fn with_queries<'s>(script: &'s [u8], queries: &[Query]) -> Cow<'s, [u8]> {
    if queries.is_empty() {
        return script.into();
    }
    let mut asking = Vec::with_capacity(script.len() + 64);
    for option in queries.iter().filter_map(|query| query.option) {
        let finder = option.as_bytes();
        if !script.windows(finder.len()).any(|window| window == finder) {
            asking.extend_from_slice(format!("(set-option {option} true)\n").as_bytes());
        }
    }
    asking.extend_from_slice(script);
    for query in queries {
        asking.extend_from_slice(query.command.as_bytes());
        asking.push(b'\n');
    }
    asking.into()
}

/// A test case, and what a solver said of it.
#[derive(Debug, Clone, Copy)]
pub struct Observation<'a> {
    /// The test case.
    pub case: &'a TestCase,
    /// Its script with queries. What the solver was sent is the same but for the test case's setting.
    pub script: &'a [u8],
    /// What the solver said to it; not to what came before it in its setting.
    pub outcome: &'a Outcome,
}

impl<'a> Observation<'a> {
    /// What the solver was sent. A setting that it cannot be asked in is none that it was asked in.
    pub(crate) fn sent(&self, solver: &Solver) -> Cow<'a, [u8]> {
        let sent = self.case.setting.sent(self.script, solver.profile);
        sent.unwrap_or(self.script.into())
    }

    /// The script as a question that is sent so.
    pub(crate) fn question<'q>(&self, sent: &'q [u8]) -> Posed<'q>
    where
        'a: 'q,
    {
        Posed {
            plain: self.script,
            sent,
        }
    }
}

/// What a suspicion turns out to be when it is looked into.
#[derive(Default)]
pub struct Turned {
    /// The oracle that it is of, if it is not the one that suspected it.
    pub oracle: Option<&'static dyn Oracle>,
    /// Whether it is refuted: it cannot become a finding.
    pub refuted: bool,
    /// What the solver prints when it is asked in another way, if that shows more.
    pub printed: Option<Outcome>,
}

/// What all the evidence comes to.
#[derive(Default)]
pub struct Weighed {
    /// Which answer is wrong, in words.
    pub verdict: String,
    /// What that rests on besides what others say, in words.
    pub evidence: Vec<String>,
    /// The assignment that the script was made from, if it satisfies it by our own evaluation.
    pub assignment: Option<String>,
    /// Whether the finding can be shown.
    pub believable: bool,
    /// The oracle that it is of after all, if more is known now.
    pub oracle: Option<&'static dyn Oracle>,
}

/// What is made as small as it gets, and what must stay.
#[derive(Debug)]
pub struct ToReduce {
    /// The script.
    pub script: Vec<u8>,
    /// What is wrong with the solver.
    pub bug: Bug,
    /// Who does it right, or judges it.
    pub references: Vec<Solver>,
    /// What all of them answer, if that is what matters.
    pub reference_answer: Option<AnswerClass>,
    /// An assignment that satisfies the script, if that is what shows that the answer is wrong.
    pub witness: Option<String>,
}

impl ToReduce {
    /// The script whose model is wrong.
    fn wrong_model(finding: &Finding, reducer: &Reducer<'_>) -> Self {
        Self {
            script: finding.witness.script.clone(),
            bug: Bug::InvalidModel,
            references: reducer.references.to_vec(),
            reference_answer: None,
            witness: None,
        }
    }
}

/// How much time others have for a script that a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hearing {
    /// They need not be asked, but are for a moment: what they say proves nothing.
    Short,
    /// They are asked.
    Full,
    /// They are asked with every engine that they have.
    AllEngines,
}

/// Judges answers.
pub trait Oracle: Sync {
    /// What kind of finding it is after, in one word.
    fn name(&self) -> &'static str;

    /// What its suspicions are about: those about the same may turn out to be of one oracle or another
    /// when they are looked into.
    fn about(&self) -> &'static str {
        self.name()
    }

    /// How grave its findings are; 0 is gravest.
    fn severity(&self) -> u8;

    /// Whether anybody but the solver itself stands behind its findings; the others are listed apart.
    fn is_proved(&self) -> bool {
        true
    }

    /// What it asks after the last check of a test case.
    fn queries(&self, _case: &TestCase, _models: Models) -> &'static [Query] {
        &[]
    }

    /// Whether it asks others before it knows: then a sample of test cases is enough.
    fn is_costly(&self) -> bool {
        false
    }

    /// Whether what a solver said gives it away. Must not suspect what cannot be told: `unknown`, a
    /// timeout, what the standard leaves open.
    ///
    /// # Errors
    /// If a judge cannot be asked.
    fn inspect(&self, seen: &Observation<'_>, judges: &mut Judges) -> Result<bool, Error>;

    /// What one of its suspicions turns out to be, as far as can be told without asking others.
    ///
    /// # Errors
    /// If the solver cannot be asked.
    fn settle(&self, _: &Observation<'_>, _: &mut Bench<'_>) -> Result<Turned, Error> {
        Ok(Turned::default())
    }

    /// Whether it is about an answer that contradicts those of the parents, or of others: then the
    /// parents must keep theirs, and a test case without parents needs others who say otherwise.
    fn contradicts(&self) -> bool {
        false
    }

    /// Whether findings are told apart by what is printed, which says more than the script.
    fn has_signature(&self) -> bool {
        false
    }

    /// How much others are asked.
    fn hearing(&self, _case: &TestCase) -> Hearing {
        Hearing::Full
    }

    /// Weighs what speaks for a finding and against it.
    ///
    /// # Errors
    /// If somebody cannot be asked.
    fn weigh(
        &self,
        finding: &Finding,
        seen: &Observation<'_>,
        bench: &mut Bench<'_>,
    ) -> Result<Weighed, Error>;

    /// What a solver said, in the words that are written down.
    ///
    /// # Errors
    /// If a judge cannot be asked.
    fn said(&self, script: &[u8], outcome: &Outcome, _: &mut Judges) -> Result<Answers, Error> {
        Ok(said(script, outcome))
    }

    /// One line for people.
    fn title(&self, finding: &Finding) -> String;

    /// What is wrong, in one sentence.
    fn explanation(&self, finding: &Finding) -> String;

    /// What is to be reduced of a finding, whose pair of seed and mutant may have been reduced already;
    /// nothing if no script shows it by itself.
    fn to_reduce(
        &self,
        finding: &Finding,
        _pair: Option<&ReducedPair>,
        reducer: &Reducer<'_>,
    ) -> Option<ToReduce> {
        Some(ToReduce::wrong_model(finding, reducer))
    }

    /// What releases are asked, to learn which of them have a finding; nothing if no script tells.
    fn question(&self, finding: &Finding) -> Option<Question> {
        Some(Question::wrong_model(finding))
    }
}

/// All oracles. The first that suspects something is believed: one test case is one suspicion at most.
/// What costs most comes last.
pub const ORACLES: &[&dyn Oracle] = &[
    &crash::Crash,
    &soundness::Soundness,
    &model::Model,
    &self_reported::SelfReported,
    &interpretation::Interpretation,
];

/// The oracle of a name.
pub fn named(name: &str) -> Option<&'static dyn Oracle> {
    ORACLES.iter().copied().find(|oracle| oracle.name() == name)
}

/// The names of all oracles, the gravest first.
pub fn names() -> Vec<&'static str> {
    let mut all: Vec<(u8, &'static str)> =
        ORACLES.iter().map(|o| (o.severity(), o.name())).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|(_, name)| name).collect()
}

/// What some oracles ask after a test case, each thing once.
pub fn queries(oracles: &[&dyn Oracle], case: &TestCase, models: Models) -> Vec<Query> {
    let mut all: Vec<Query> = Vec::new();
    for query in oracles.iter().flat_map(|o| o.queries(case, models)) {
        if !all.contains(query) {
            all.push(*query);
        }
    }
    all
}

/// The suspicion that an outcome raises. Those that ask others are left out unless it is `worth` it.
///
/// # Errors
/// If a judge cannot be asked.
pub fn suspicion<'o>(
    oracles: &[&'o dyn Oracle],
    seen: &Observation<'_>,
    judges: &mut Judges,
    worth: bool,
) -> Result<Option<&'o dyn Oracle>, Error> {
    for oracle in oracles.iter().filter(|o| worth || !o.is_costly()) {
        if oracle.inspect(seen, judges)? {
            return Ok(Some(*oracle));
        }
    }
    Ok(None)
}

/// What a solver said to the checks of a script, with its model judged if it was asked for.
pub fn said(script: &[u8], outcome: &Outcome) -> Answers {
    let verdict = outcome.verdict();
    if !verdict.is_definite() {
        return verdict.class().into();
    }
    match is_wrong_by_us(script, outcome) {
        true => AnswerClass::InvalidModel.into(),
        false => Answers(outcome.answers().map(|answer| answer.class()).collect()),
    }
}

/// The title that most findings have: what the solver does, of what, and how that was made.
fn title(finding: &Finding, does: &str) -> String {
    let derived = finding.derivation.derived();
    let labels = derived.labels();
    let by = match labels.is_empty() {
        true => String::new(),
        false => format!(" by {}", labels.join(", ")),
    };
    let (solver, source) = (&finding.solver.name, finding.source_name());
    format!("{solver} {does} {source} ({}){by}", finding.logic)
}
