//! A finding: what a solver got wrong, and all that proves it.

use crate::case::{Derivation, Seed};
use crate::history::{History, checks};
use crate::likeness::Likeness;
use crate::oracle;
use crate::store::legacy;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use smt::Status;
use solve::{Answer, AnswerClass, Mode, Outcome, Profile, SolverSpec, Source};
use std::fmt;
use std::path::Path;

/// A solver as it was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverInfo {
    /// What the user calls it.
    pub name: String,
    /// What it calls itself.
    pub version: String,
    /// How it was started, but for limits.
    pub command: String,
}

impl SolverInfo {
    /// What all versions of it are called: `z3` for `z3@4.8.9`, `/opt/z3` and `z3=./run.sh`.
    pub fn family(&self) -> String {
        let Ok(spec) = self.name.parse::<SolverSpec>() else {
            return self.name.clone();
        };
        let profile = spec.judged_profile();
        let program = match &spec.source {
            Source::Path(name) => Path::new(name).file_name(),
            Source::File(path) => path.file_name(),
            Source::Version(_) => None,
        };
        match (profile.name == Profile::generic().name, program) {
            // Of whom nothing is known there may be several.
            (true, Some(name)) => name.to_string_lossy().into_owned(),
            _ => profile.name.clone(),
        }
    }
}

/// What a solver said to the checks of a script; written as words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answers(pub Vec<AnswerClass>);

impl Answers {
    /// Whether this is the one answer.
    pub fn are(&self, class: AnswerClass) -> bool {
        self.0 == [class]
    }

    /// Whether an answer is among them. A wrong model is one of a script that is said to be sat.
    pub fn claim(&self, status: Status) -> bool {
        let says = |class: &AnswerClass| match class {
            AnswerClass::InvalidModel => status == Status::Sat,
            other => other.status() == Some(status),
        };
        self.0.iter().any(says)
    }
}

impl From<AnswerClass> for Answers {
    fn from(class: AnswerClass) -> Self {
        Self(vec![class])
    }
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.0.iter().map(|class| class.word()).collect();
        f.write_str(&words.join(" "))
    }
}

impl Serialize for Answers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Answers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = String::deserialize(deserializer)?;
        let classes = words.split_whitespace().map(|word| {
            let unknown = || de::Error::custom(format!("`{word}` is no answer"));
            AnswerClass::from_word(word).ok_or_else(unknown)
        });
        classes.collect::<Result<_, _>>().map(Self)
    }
}

/// What the solver said of a script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Its answers.
    pub answer: Answers,
    /// What it printed, or its message.
    pub output: String,
}

impl Reply {
    /// More than anyone reads.
    const LONGEST: usize = 20_000;

    /// What is kept of an outcome, with the answers as they were judged.
    pub fn new(answer: Answers, outcome: &Outcome) -> Self {
        let printed = outcome.checks.iter().map(|check| check.output.as_str());
        let mut output: String = printed.chain([outcome.tail.as_str()]).collect();
        let verdict = outcome.verdict();
        // What is said on standard error, as a solver does that breaks, belongs to it.
        let said = match &verdict {
            Answer::Crash(crash) if crash.is_telling() => crash.report.clone(),
            Answer::Crash(crash) => format!("(ended by {})", crash.signature),
            other => other.detail().to_owned(),
        };
        if !output.contains(&said) {
            if !output.is_empty() && !output.ends_with('\n') {
                output.push('\n');
            }
            output.push_str(&said);
        }
        output.truncate(output.floor_char_boundary(Self::LONGEST));
        Self { answer, output }
    }
}

/// A script and what the solver said of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnsweredScript {
    /// The script.
    #[serde(with = "mutate::step::text")]
    pub script: Vec<u8>,
    /// What the solver said.
    #[serde(flatten)]
    pub reply: Reply,
}

/// What another solver says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opinion {
    /// Who says it.
    pub solver: SolverInfo,
    /// Of the parents.
    pub parents: Vec<AnswerClass>,
    /// Of the script that shows the finding.
    pub witness: AnswerClass,
    /// Of the claims that would prove the answer, if there are any: `unsat` if all are proved.
    pub claim: Option<AnswerClass>,
}

impl Opinion {
    /// Whether it says this of all parents, of which there are some.
    pub fn parents_are(&self, status: Status) -> bool {
        let is = |class: &AnswerClass| class.status() == Some(status);
        !self.parents.is_empty() && self.parents.iter().all(is)
    }

    /// Whether it says this of one of the parents.
    pub fn some_parent_is(&self, status: Status) -> bool {
        self.parents
            .iter()
            .any(|class| class.status() == Some(status))
    }

    /// Whether it says this of the script that shows the finding.
    pub fn witness_is(&self, status: Status) -> bool {
        self.witness.status() == Some(status)
    }
}

/// What it takes to see a finding, besides the script that it is about. All of it is in the witness, and
/// the finding is about the last check of that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Needs {
    /// A `(push 1)`.
    Push,
    /// A push, and a tactic to check with.
    Tactic,
    /// Other checks in the same process.
    Others,
}

impl Needs {
    /// One word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Push => "push",
            Self::Tactic => "tactic",
            Self::Others => "others",
        }
    }
}

/// What a solver got wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The name of the oracle that it is of: what kind of wrong.
    pub oracle: String,
    /// The name of the strategy that led to it.
    pub strategy: String,
    /// Findings with the same bucket are most likely the same bug.
    pub bucket: String,
    /// One line for people.
    pub title: String,
    /// Which solver.
    pub solver: SolverInfo,
    /// Where the script comes from, with no more steps than it takes.
    pub derivation: Derivation,
    /// What the solver says of the script's parents, in their order; none if it shows it by itself.
    pub parents: Vec<Reply>,
    /// The script that shows it.
    pub witness: AnsweredScript,
    /// The length of the script as it was found, before steps were left out.
    pub found: usize,
    /// The script's number among those of its parents.
    pub number: u64,
    /// Where random numbers started.
    pub random: u64,
    /// The logic.
    pub logic: String,
    /// What others say.
    pub opinions: Vec<Opinion>,
    /// Which answer is wrong, as far as others can tell.
    pub verdict: String,
    /// What that rests on besides what others say.
    pub evidence: Vec<String>,
    /// The assignment that the script was made from, if it satisfies it by our own evaluation. Older versions
    /// did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assignment: Option<String>,
    /// What is left of it when all that can go is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<Box<Reduced>>,
    /// Which releases have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<Box<History>>,
    /// What tells it from others of its oracle whatever the script, if anything does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    /// The mode that it was seen in first. Older versions did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// What it takes besides the script, if that does not show it by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs: Option<Needs>,
}

/// What is left of a finding when all that can go is gone.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reduced {
    /// Seed and mutant together, if it is a contradiction between the two.
    pub pair: Option<ReducedPair>,
    /// The one script that is wrong, by itself.
    pub alone: Option<ReducedScript>,
    /// Whether no step of any kind makes it smaller.
    pub minimal: bool,
    /// How many candidates were tried.
    pub checks: u64,
    /// How many milliseconds that took.
    #[serde(default)]
    pub milliseconds: u64,
}

/// A seed and its mutant, made small together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReducedPair {
    /// What is left of the seed.
    pub seed: AnsweredScript,
    /// What is left of the mutant.
    pub mutant: AnsweredScript,
    /// What the one has in the place of what.
    pub differences: Vec<Difference>,
    /// What others say.
    #[serde(deserialize_with = "crate::store::legacy::opinions")]
    pub opinions: Vec<Opinion>,
}

/// What a mutant has in the place of something of its seed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// What the seed has.
    #[serde(with = "mutate::step::text")]
    pub was: Vec<u8>,
    /// What the mutant has.
    #[serde(with = "mutate::step::text")]
    pub put: Vec<u8>,
}

/// A script that shows a finding by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReducedScript {
    /// The script, and the answer to it.
    pub script: AnsweredScript,
    /// What others say, by their names.
    pub others: Vec<(String, Answers)>,
    /// Why the answer is wrong, whatever others say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grounds: Vec<Ground>,
    /// Options that it takes to show it, besides the solver's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

/// Something that shows by itself that an answer is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "ground", rename_all = "kebab-case")]
pub enum Ground {
    /// The script is called unsat, and by our own evaluation this is a model.
    Model {
        /// Who gave it.
        whose: String,
        /// As it was printed.
        model: String,
    },
    /// By our own evaluation the solver's model is none.
    NoModel {
        /// Which assertion it violates, and how.
        explanation: String,
        /// As it was printed.
        model: String,
    },
}

impl Reduced {
    /// The scripts that are left, by what they are called.
    pub fn scripts(&self) -> impl Iterator<Item = (&'static str, &AnsweredScript)> {
        let pair = self.pair.iter();
        let pair = pair.flat_map(|p| [("reduced seed", &p.seed), ("reduced mutant", &p.mutant)]);
        let alone = self.alone.iter().map(|a| ("reduced script", &a.script));
        pair.chain(alone)
    }

    /// How long it is: the one script, or both.
    pub fn bytes(&self) -> usize {
        match (&self.alone, &self.pair) {
            (Some(alone), _) => alone.script.script.len(),
            (None, Some(pair)) => pair.seed.script.len() + pair.mutant.script.len(),
            (None, None) => 0,
        }
    }
}

impl Finding {
    /// Reads a finding of this format or of the one before.
    ///
    /// # Errors
    /// If it is of neither.
    pub fn from_json(json: &[u8]) -> Result<Self, serde_json::Error> {
        legacy::finding(json)
    }

    /// What the source of the script is called.
    pub fn source_name(&self) -> &str {
        &self.derivation.derived().source().name
    }

    /// The parents of the script with what the solver says of each.
    pub fn parents(&self) -> impl Iterator<Item = (&Seed, &Reply)> {
        let seeds = self.derivation.derived().parents().into_iter();
        seeds.map(|seed| &**seed).zip(&self.parents)
    }

    /// All scripts with what they are called and what the solver says of each, the witness last.
    pub fn scripts(&self) -> Vec<(String, &[u8], &Reply)> {
        let several = self.parents.len() > 1;
        let parents = self.parents().enumerate().map(|(place, (seed, reply))| {
            let name = match several {
                true => format!("seed {}", place + 1),
                false => "seed".to_owned(),
            };
            (name, &seed.text[..], reply)
        });
        let mut all: Vec<(String, &[u8], &Reply)> = parents.collect();
        // A mutant need have no parents: nothing may follow from the answers to what it was made of.
        let name = match all.is_empty() && self.derivation.derived().steps() == 0 {
            true => "seed",
            false => "mutant",
        };
        let witness = &self.witness;
        all.push((name.to_owned(), &witness.script, &witness.reply));
        all
    }

    /// In what setting it shows, in one sentence, if that matters: as the smallest script has it.
    pub fn setting(&self) -> Option<String> {
        self.needs?;
        let script = self.smallest_script();
        let has = |command: &[u8]| script.windows(command.len()).any(|text| text == command);
        Some(match checks(script).saturating_sub(1) {
            0 if has(b"(check-sat-using") => "It shows only with `check-sat-using`.".to_owned(),
            0 if has(b"(push") => "It shows only after `(push 1)`.".to_owned(),
            // It may be the answer to the seed that is wrong, which takes nothing.
            0 => return None,
            1 => "It shows only after another check in the same process, at the last check.".into(),
            n => format!(
                "It shows only after {n} other checks in the same process, at the last check."
            ),
        })
    }

    /// The smallest script that shows it, by itself or with its seed.
    pub fn smallest_script(&self) -> &[u8] {
        let reduced = self.reduced.as_ref().and_then(|reduced| {
            let pair = reduced.pair.as_ref().map(|pair| &pair.mutant);
            reduced.alone.as_ref().map(|alone| &alone.script).or(pair)
        });
        &reduced.unwrap_or(&self.witness).script
    }

    /// What makes one witness better than another: shorter, and if equal, the same one each time.
    pub fn rank(&self) -> (usize, &[u8]) {
        let script = &self.witness.script;
        match oracle::named(&self.oracle).is_some_and(|oracle| oracle.has_signature()) {
            // Steps are not left out of every one, so they are compared as they were found.
            true => (self.found, script),
            false => (script.len(), script),
        }
    }

    /// The script that it is reduced to, and what the solver says of it, if there is one.
    pub fn reduced_script(&self) -> Option<&AnsweredScript> {
        Some(&self.reduced.as_ref()?.alone.as_ref()?.script)
    }

    /// What the solver says of the smallest script that shows it.
    pub fn answer(&self) -> &Answers {
        let script = self.reduced_script().unwrap_or(&self.witness);
        &script.reply.answer
    }

    /// What it has in common with others that are most likely the same bug, if it was reduced to one
    /// script. What is printed says more than the script where there is a signature.
    pub(crate) fn likeness(&self) -> Option<Likeness> {
        if self.signature.is_some() {
            return None;
        }
        Likeness::of(&self.reduced_script()?.script)
    }

    /// What tells it from all others, so that it is counted once. A seed and its first mutant have one
    /// number, and most often not one length.
    pub fn key(&self) -> String {
        let Self {
            oracle,
            solver,
            number,
            found,
            ..
        } = self;
        format!(
            "{oracle} {} {} {number} {found}",
            solver.name,
            self.source_name()
        )
    }
}
