//! From a suspicion to a finding: confirmed in fresh processes, with no more steps than it takes, and
//! with what others say of it.

mod minimise;
mod setting;

pub(crate) use minimise::minimise;

use crate::ask::Ask;
use crate::case::{Claims, SeedVerdict, Setting, TestCase};
use crate::finding::{AnsweredScript, Finding, Opinion, Reply, SolverInfo};
use crate::fingerprint::fingerprint;
use crate::horn::judges::Judges;
use crate::models::{Worth, ask_for_model, worth};
use crate::oracle::{Hearing, Observation, Oracle, Query, said, suspicion, with_queries};
use crate::posed::Posed;
use smt::Status;
use solve::{Answer, AnswerClass, Error, Outcome};
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// How long others may think about a claim: it is about a few literals, and most take no time.
const CLAIM: Duration = Duration::from_secs(2);
/// How often the solver is asked at most to find out which steps are needed, and for how long: more go
/// when it is reduced.
const ASKED_FOR_STEPS: usize = 80;
const TIME_FOR_STEPS: Duration = Duration::from_secs(2);

/// A test case whose answer an oracle found suspicious.
pub struct Suspicion<'a> {
    /// The test case, with the answer that is due.
    pub case: &'a TestCase,
    /// The oracle.
    pub oracle: &'a dyn Oracle,
    /// What was asked after its last check.
    pub queries: &'a [Query],
    /// In what setting it was seen.
    pub setting: &'a Setting,
    /// The strategy that made it.
    pub strategy: &'a str,
    /// Where random numbers started.
    pub random: u64,
}

/// What became of a suspicion.
#[derive(Debug)]
pub enum Triage {
    /// It is a finding.
    Confirmed(Box<Finding>),
    /// It went away: why.
    Gone(&'static str),
    /// Others speak against it: it is not shown as a finding.
    Doubtful(Box<Finding>),
}

/// Who is asked: the solver under test in fresh processes, and others.
pub struct Bench<'a> {
    /// All oracles: another one may suspect more.
    pub oracles: &'a [&'static dyn Oracle],
    /// The length that the witness of a bucket had when it was found, if there is such a bucket.
    pub known: &'a dyn Fn(&str) -> Option<usize>,
    /// The solver under test, in mode fresh.
    pub fresh: &'a mut dyn Ask,
    /// The same without its own check of models: it may break off there before it shows one.
    pub unchecked: &'a mut dyn Ask,
    /// Others, in mode fresh.
    pub references: &'a mut [Box<dyn Ask>],
    /// The other engines of these and of the solver under test, in mode fresh.
    pub engines: &'a mut [Box<dyn Ask>],
    /// Others, for plain formulas.
    pub judges: &'a mut Judges,
}

/// A test case and what came of asking about it again.
struct Shown {
    case: TestCase,
    /// Its script with queries, and what was sent in its setting.
    script: Vec<u8>,
    sent: Vec<u8>,
    outcome: Outcome,
    /// The oracle that it is of, which need not be the one that suspected it.
    oracle: &'static dyn Oracle,
    /// Whether it is refuted.
    refuted: bool,
    /// What the solver prints when it is asked in another way, if that shows more.
    printed: Option<Outcome>,
}

/// What others have to show for what they say of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Support {
    /// So many say it, and none of them with a model that we find wrong.
    Words(usize),
    /// A model that is right.
    Model,
}

impl Shown {
    /// Whether the solver checked its own model.
    fn is_own_checked(&self) -> bool {
        self.case.is_own_checked() && self.printed.is_none()
    }

    /// Whether the same is wrong with another one, as far as can be told without asking others. What
    /// breaks elsewhere is another crash.
    fn is_like(&self, other: &Self) -> bool {
        self.oracle.name() == other.oracle.name()
            && self.refuted == other.refuted
            && signature(&self.outcome) == signature(&other.outcome)
    }
}

/// The solver's command has these options, too.
fn add_options(solver: &mut SolverInfo, options: &[String]) {
    for option in options {
        solver.command.push(' ');
        solver.command.push_str(option);
    }
}

impl Bench<'_> {
    /// Looks into a suspicion.
    ///
    /// # Errors
    /// If somebody cannot be asked.
    pub fn triage(&mut self, suspicion: &Suspicion<'_>) -> Result<Triage, Error> {
        let case = suspicion.case;
        let derived = case.derivation.derived();
        if let Some(finding) = self.known_crash(suspicion)? {
            return Ok(Triage::Confirmed(Box::new(finding)));
        }
        let Some(at_first) = self.at_first(suspicion)? else {
            return Ok(Triage::Gone("it does not happen again in a fresh process"));
        };
        let case = &case.in_setting(at_first.case.setting.clone());
        let (oracle, found) = (at_first.oracle, at_first.script.len());
        if oracle.contradicts() && !self.parents_keep_their_answer(case)? {
            return Ok(Triage::Gone("the answer to the seed is no longer the same"));
        }
        // A contradiction takes at least one step; a crash or a wrong model may take none.
        let least = oracle.contradicts();
        let steps = self.needed(suspicion, (derived.steps(), least), &at_first, |steps| {
            case.rebuild(steps)
        })?;
        let shorter = match steps.len() == derived.steps() {
            true => Some(case.clone()),
            false => case.rebuild(&steps),
        };
        let shown = match shorter {
            Some(shorter) => self.confirmed(suspicion, &shorter)?,
            None => None,
        };
        let Some(shown) = shown.filter(|shown| shown.is_like(&at_first)) else {
            return Ok(Triage::Gone("it does not happen each time"));
        };
        let shown = self.plainly(suspicion, shown)?;
        let parents = self.of_parents(&shown.case)?;
        let mut finding = self.finding(suspicion, &shown, parents)?;
        finding.found = found;
        let complains = finding.witness.reply.answer.are(AnswerClass::InvalidModel);
        if !complains && shown.is_own_checked() && self.needs_own_check(&shown)? {
            let profile = self.fresh.solver().profile;
            add_options(&mut finding.solver, &profile.models.check);
        }
        finding.opinions = self.opinions(&shown, oracle.hearing(&shown.case))?;
        let seen = Observation {
            case: &shown.case,
            script: &shown.script,
            outcome: &shown.outcome,
        };
        let weighed = oracle.weigh(&finding, &seen, self)?;
        if let Some(oracle) = weighed.oracle {
            ascribe(&mut finding, oracle);
        }
        finding.verdict = weighed.verdict;
        finding.assignment = weighed.assignment;
        finding.evidence = weighed.evidence;
        finding.evidence.extend(self.said_by_itself(&shown)?);
        Ok(match weighed.believable {
            true => Triage::Confirmed(Box::new(finding)),
            false => Triage::Doubtful(Box::new(finding)),
        })
    }

    /// Which of some parts, by their places, are needed for the same to show, and whether there must be a
    /// least of one.
    fn needed(
        &mut self,
        suspicion: &Suspicion<'_>,
        (parts, least): (usize, bool),
        as_before: &Shown,
        rebuild: impl Fn(&[usize]) -> Option<TestCase>,
    ) -> Result<Vec<usize>, Error> {
        let start = Instant::now();
        let (mut error, mut support) = (None, None);
        let needed = minimise(parts, least, ASKED_FOR_STEPS, |places| {
            let goes_on = error.is_none() && start.elapsed() < TIME_FOR_STEPS;
            let fewer = goes_on.then(|| rebuild(places)).flatten();
            let shown = fewer.map(|fewer| {
                let shown = self.shows(suspicion, &fewer)?;
                let alike = shown.is_some_and(|shown| shown.is_like(as_before));
                Ok(alike && self.is_still_due(&fewer, as_before, &mut support)?)
            });
            match shown.transpose() {
                Ok(shown) => shown == Some(true),
                Err(failed) => {
                    error = Some(failed);
                    false
                }
            }
        });
        match error {
            Some(error) => Err(error),
            None => Ok(needed),
        }
    }

    /// Whether others still say what is due of a mutant whose answer nobody knows, and show as much for it:
    /// with other steps it may be another one. `before` is what they showed with all steps, once that is
    /// known.
    fn is_still_due(
        &mut self,
        case: &TestCase,
        shown: &Shown,
        before: &mut Option<Support>,
    ) -> Result<bool, Error> {
        let derived = case.derivation.derived();
        let has_no_ground = derived.parents().is_empty() && derived.status().is_none();
        let is_open = has_no_ground && derived.steps() > 0;
        let Some(due) = case.due.status().filter(|_| is_open) else {
            return Ok(true);
        };
        if !shown.oracle.contradicts() || case.script == shown.case.script {
            return Ok(true);
        }
        let least = match *before {
            Some(known) => known,
            None => *before.insert(self.support(&shown.case.script, due)?),
        };
        let support = self.support(&case.script, due)?;
        Ok(support >= least && support != Support::Words(0))
    }

    /// What others have to show for an answer.
    fn support(&mut self, script: &[u8], due: Status) -> Result<Support, Error> {
        let mut words = 0;
        for reference in self.references.iter_mut() {
            if reference.run(script)?.verdict().status() != Some(due) {
                continue;
            }
            let model = match due {
                Status::Sat => ask_for_model(&mut **reference, Posed::plainly(script))?,
                Status::Unsat => None,
            };
            match model.map(|model| worth(script, &model)) {
                Some(Worth::Right) => return Ok(Support::Model),
                Some(Worth::Wrong) => {}
                Some(Worth::Unclear) | None => words += 1,
            }
        }
        Ok(Support::Words(words))
    }

    /// One more of a crash that is known is counted: it takes one check.
    fn known_crash(&mut self, suspicion: &Suspicion<'_>) -> Result<Option<Finding>, Error> {
        if !suspicion.oracle.has_signature() {
            return Ok(None);
        }
        let Some(shown) = self.shows(suspicion, suspicion.case)? else {
            return Ok(None);
        };
        let found = shown.script.len();
        let mut finding = self.finding(suspicion, &shown, Vec::new())?;
        finding.found = found;
        let known = (self.known)(&finding.bucket);
        Ok(known.is_some_and(|best| best <= found).then_some(finding))
    }

    /// What the solver says of the parents of a test case.
    fn of_parents(&mut self, case: &TestCase) -> Result<Vec<Reply>, Error> {
        let mut parents = Vec::new();
        for parent in case.derivation.derived().parents() {
            let outcome = self.fresh.run(&parent.text)?;
            parents.push(Reply::new(said(&parent.text, &outcome), &outcome));
        }
        Ok(parents)
    }

    /// What the solver says of a test case in its setting, if that is what it is suspected of.
    fn shows(
        &mut self,
        suspicion: &Suspicion<'_>,
        case: &TestCase,
    ) -> Result<Option<Shown>, Error> {
        let script = with_queries(&case.script, suspicion.queries).into_owned();
        let profile = self.fresh.solver().profile;
        let Some(sent) = case.setting.sent(&script, profile).map(Cow::into_owned) else {
            return Ok(None);
        };
        let question = Posed {
            plain: &script,
            sent: &sent,
        };
        let Some(outcome) = question.ask(self.fresh, <[u8]>::to_vec)? else {
            return Ok(None);
        };
        let seen = Observation {
            case,
            script: &script,
            outcome: &outcome,
        };
        let found = self::suspicion(self.oracles, &seen, self.judges, true)?;
        let Some(found) = found.filter(|found| found.about() == suspicion.oracle.about()) else {
            return Ok(None);
        };
        let turned = found.settle(&seen, self)?;
        Ok(Some(Shown {
            case: case.clone(),
            oracle: turned.oracle.unwrap_or(found),
            refuted: turned.refuted,
            printed: turned.printed,
            script,
            sent,
            outcome,
        }))
    }

    /// As `shows`, twice.
    fn confirmed(
        &mut self,
        suspicion: &Suspicion<'_>,
        case: &TestCase,
    ) -> Result<Option<Shown>, Error> {
        let Some(first) = self.shows(suspicion, case)? else {
            return Ok(None);
        };
        let again = self.shows(suspicion, case)?;
        Ok(again.filter(|second| second.is_like(&first)))
    }

    /// Whether parents are still answered as they were, twice.
    fn parents_keep_their_answer(&mut self, case: &TestCase) -> Result<bool, Error> {
        for parent in case.derivation.derived().parents() {
            for _ in 0..2 {
                let verdict = SeedVerdict::of(&self.fresh.run(&parent.text)?);
                if verdict.status() != case.due.status() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether the solver says something else when it does not check its own models: to do so is an option
    /// like any other, and may change what it does.
    fn needs_own_check(&mut self, shown: &Shown) -> Result<bool, Error> {
        let question = Posed {
            plain: &shown.script,
            sent: &shown.sent,
        };
        let unchecked = question.ask(self.unchecked, <[u8]>::to_vec)?;
        let said = |outcome: &Outcome| said(&shown.script, outcome);
        Ok(unchecked.is_none_or(|outcome| said(&outcome) != said(&shown.outcome)))
    }

    /// A finding that has not been weighed yet.
    fn finding(
        &mut self,
        suspicion: &Suspicion<'_>,
        shown: &Shown,
        parents: Vec<Reply>,
    ) -> Result<Finding, Error> {
        let Shown {
            case,
            script,
            outcome,
            oracle,
            ..
        } = shown;
        let answer = oracle.said(script, outcome, self.judges)?;
        let mut solver = self.fresh.info();
        let profile = self.fresh.solver().profile;
        if answer.are(AnswerClass::InvalidModel) && shown.is_own_checked() {
            // Whoever runs it by hand wants to see what the solver's own check says.
            add_options(&mut solver, &profile.models.check);
        }
        let needs = case.setting.needs();
        if needs.is_some() {
            // Some take no push otherwise.
            add_options(&mut solver, &profile.input.incremental);
        }
        let mut finding = Finding {
            oracle: String::new(),
            strategy: suspicion.strategy.to_owned(),
            bucket: String::new(),
            title: String::new(),
            solver,
            derivation: case.derivation.clone(),
            parents,
            witness: AnsweredScript {
                script: shown.sent.clone(),
                reply: Reply::new(answer, shown.printed.as_ref().unwrap_or(outcome)),
            },
            found: 0,
            number: case.number,
            random: suspicion.random,
            logic: logic(script),
            opinions: Vec::new(),
            verdict: String::new(),
            evidence: Vec::new(),
            assignment: None,
            reduced: None,
            history: None,
            signature: telling_signature(outcome).filter(|_| oracle.has_signature()),
            mode: Some(suspicion.setting.mode),
            needs,
        };
        ascribe(&mut finding, *oracle);
        Ok(finding)
    }

    /// What others say of parents, witness and the claims between them.
    fn opinions(&mut self, shown: &Shown, hearing: Hearing) -> Result<Vec<Opinion>, Error> {
        let derived = shown.case.derivation.derived();
        let claims = match derived.claims() {
            // What breaks breaks whether or not the mutant is what it claims to be.
            Claims::Scripts(scripts) if hearing != Hearing::Short => scripts,
            _ => Vec::new(),
        };
        let engines = match hearing {
            Hearing::AllEngines => &mut *self.engines,
            Hearing::Short | Hearing::Full => &mut [],
        };
        let mut opinions = Vec::new();
        for other in self.references.iter_mut().chain(engines) {
            let time = other.time_limit();
            let mut parents = Vec::new();
            for parent in derived.parents() {
                parents.push(other.run(&parent.text)?.verdict().class());
            }
            let witness = other.run(&shown.script)?.verdict().class();
            other.limit_time(CLAIM);
            let claim = of_claims(&mut **other, &claims)?;
            opinions.push(Opinion {
                solver: other.info(),
                parents,
                witness,
                claim: claim.map(|answer| answer.class()),
            });
            other.limit_time(time);
        }
        Ok(opinions)
    }
}

/// What somebody says of claims: `unsat` if all are proved, nothing if there is none.
pub(crate) fn of_claims(who: &mut dyn Ask, claims: &[Vec<u8>]) -> Result<Option<Answer>, Error> {
    let mut all = None;
    for claim in claims {
        let answer = who.run(claim)?.verdict();
        let proved = answer == Answer::Unsat;
        all = Some(answer);
        if !proved {
            break;
        }
    }
    Ok(all)
}

/// What tells one crash from another, if it does so whatever the script.
fn telling_signature(outcome: &Outcome) -> Option<String> {
    match outcome.verdict() {
        Answer::Crash(crash) if crash.is_telling() => Some(crash.signature),
        _ => None,
    }
}

/// What tells one crash from another.
pub(crate) fn signature(outcome: &Outcome) -> Option<String> {
    match outcome.verdict() {
        Answer::Crash(crash) => Some(crash.signature),
        _ => None,
    }
}

fn logic(script: &[u8]) -> String {
    let script = smt::Script::parse(script).ok();
    let logic =
        script.and_then(|script| Some(script.tree.symbols.name(script.logic?).into_owned()));
    logic.unwrap_or_else(|| "no logic".to_owned())
}

/// Makes a finding one of an oracle: this is what decides its bucket and its title.
fn ascribe(finding: &mut Finding, oracle: &dyn Oracle) {
    finding.oracle = oracle.name().to_owned();
    finding.bucket = bucket(finding, oracle);
    finding.title = oracle.title(finding);
}

/// What findings have in common that are most likely the same bug: the oracle and the solver for
/// people, and a number for the rest.
fn bucket(finding: &Finding, oracle: &dyn Oracle) -> String {
    let solver = &finding.solver.name;
    let what = match &finding.signature {
        Some(signature) if oracle.has_signature() => signature.clone(),
        _ => {
            let (logic, answer) = (&finding.logic, &finding.witness.reply.answer);
            let key = finding.derivation.derived().key();
            match finding.needs {
                None => format!("{logic} {key} {answer}"),
                // What the script does by itself is another bug.
                Some(needs) => format!("{logic} {key} {answer} {}", needs.word()),
            }
        }
    };
    let kind = oracle.name();
    let number = fingerprint(format!("{kind} {solver} {what}").as_bytes());
    let plain = |c: char| match c.is_ascii_alphanumeric() || c == '.' {
        true => c,
        false => '-',
    };
    // Of a path, what it leads to.
    let solver = solver.rsplit('/').next().unwrap_or(solver);
    let solver: String = solver.chars().map(plain).collect();
    format!("{kind}-{}-{number:016x}", solver.trim_matches('-'))
}
