//! What is known of each solver, as data.
//!
//! A profile is one file under `profiles/`, embedded into the binary and listed once in
//! [`PROFILES`]; adding a solver is one file and one line. No code elsewhere asks for a solver by
//! name: whatever differs between solvers is a field here.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::pattern::{Pattern, Patterns};

/// Every profile, in the order in which they are shown. The last one is the fallback.
const PROFILES: &[(&str, &str)] = &[
    ("z3", include_str!("../profiles/z3.toml")),
    ("cvc5", include_str!("../profiles/cvc5.toml")),
    ("cvc4", include_str!("../profiles/cvc4.toml")),
    ("bitwuzla", include_str!("../profiles/bitwuzla.toml")),
    ("boolector", include_str!("../profiles/boolector.toml")),
    ("yices", include_str!("../profiles/yices.toml")),
    ("opensmt", include_str!("../profiles/opensmt.toml")),
    ("mathsat", include_str!("../profiles/mathsat.toml")),
    ("smtinterpol", include_str!("../profiles/smtinterpol.toml")),
    ("princess", include_str!("../profiles/princess.toml")),
    ("eldarica", include_str!("../profiles/eldarica.toml")),
    ("golem", include_str!("../profiles/golem.toml")),
    ("generic", include_str!("../profiles/generic.toml")),
];

const COMMON_MESSAGES: &str = include_str!("../profiles/common.toml");

/// How to start one solver, talk to it and understand it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name users write.
    pub name: String,
    /// File names its executable goes by.
    pub binaries: Vec<String>,
    /// How to learn its version.
    pub version: VersionQuery,
    /// How it takes its input.
    pub input: Input,
    /// Which ways of keeping it warm work.
    pub modes: Modes,
    /// How to ask it to keep limits itself.
    #[serde(default)]
    pub limits: LimitOptions,
    /// How to have models, and to have them checked.
    #[serde(default)]
    pub models: Models,
    /// How to have it tell what it does while it solves.
    pub progress: Option<Progress>,
    /// How it tells what it counted, if it does.
    pub statistics: Option<Statistics>,
    /// Arguments that choose another engine for Horn clauses than the usual one, by the engine's name.
    #[serde(default)]
    pub horn_engines: BTreeMap<String, Vec<String>>,
    /// Which messages mean what.
    pub messages: Messages,
    /// Which logics and commands it takes.
    pub takes: Takes,
    /// Where its versions come from, if pip can fetch it.
    pub pip: Option<Pip>,
    /// Which of its releases matter most.
    #[serde(default)]
    pub releases: KeyReleases,
    /// Tactics by logic, for the mode that uses them.
    #[serde(default)]
    pub tactics: BTreeMap<String, String>,
}

/// How to learn a solver's version.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersionQuery {
    /// Arguments that make it print the version and end.
    pub args: Vec<String>,
    /// Its first group is the version.
    pub pattern: Pattern,
}

/// How a solver takes its input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Arguments that make it read SMT-LIB from standard input (or, with `file`, from a file).
    pub args: Vec<String>,
    /// Arguments needed for more than one check, or for push and pop.
    #[serde(default)]
    pub incremental: Vec<String>,
    /// Whether it answers a command before it has seen the end of its input.
    pub interactive: bool,
    /// Whether `(echo ..)` works, so that markers can be used.
    #[serde(default = "yes")]
    pub echo: bool,
    /// Whether it must be given a file instead of standard input.
    #[serde(default)]
    pub file: bool,
}

/// Which ways of keeping a solver warm work.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Modes {
    /// `(reset)` brings it back to the start.
    pub reset: bool,
    /// `(push 1)` and `(pop 1)` undo assertions and declarations.
    pub push_pop: bool,
    /// `(check-sat-using t)` works.
    #[serde(default)]
    pub tactic: bool,
    /// A harmless command that makes a reset process do now what it would put off until the next
    /// script, and what it prints.
    pub prepare: Option<Prepare>,
    /// Matches the logics that work in a warm process; all, if not said.
    pub warm_logics: Option<Pattern>,
    /// `(reset)` also undoes options.
    #[serde(default)]
    pub reset_restores_options: bool,
    /// Commands whose effect a pop does not undo whole: a process that has seen one is reset before it
    /// serves another script between push and pop, or ended.
    #[serde(default)]
    pub kept_by_pop: Vec<String>,
    /// Versions in which a pop does not undo definitions either.
    #[serde(default)]
    pub keeps_definitions: Vec<String>,
    /// It says `unsupported` of a logic it does not know, and answers all the same.
    #[serde(default)]
    pub goes_on_without_logic: bool,
    /// It goes on, sound in mind, after printing an error.
    pub survives_errors: bool,
    /// `(get-info :reason-unknown)` works after `unknown`.
    #[serde(default)]
    pub reason_unknown: bool,
    /// It writes files as a matter of course (the JVM does), so that must not be forbidden to it.
    #[serde(default)]
    pub writes_files: bool,
}

/// A command to be sent ahead of time.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prepare {
    /// The command.
    pub command: String,
    /// The line it prints.
    pub prints: String,
}

/// Arguments that ask for limits; `{ms}`, `{s}` and `{mb}` stand for the number.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitOptions {
    /// Wall-clock time per check.
    pub time: Option<String>,
    /// Memory of the process.
    pub memory: Option<String>,
}

/// How to have models, and to have them checked.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Models {
    /// Arguments that make models readable as SMT-LIB; `:produce-models` is set besides.
    #[serde(default)]
    pub args: Vec<String>,
    /// Arguments that make the solver check its own models.
    #[serde(default)]
    pub check: Vec<String>,
}

/// How to have a solver tell, on standard error, what it does while it solves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Arguments that make it tell.
    pub args: Vec<String>,
    /// What it tells, line by line. These are no messages, though a script's own words are in them.
    pub lines: Patterns,
}

/// Messages by meaning. Each list is extended by the common one.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Messages {
    /// The solver kept its time limit.
    #[serde(default)]
    pub timeout: Patterns,
    /// The solver kept its memory limit, or had no more to take.
    #[serde(default)]
    pub out_of_memory: Patterns,
    /// It does not take what the script asks for.
    #[serde(default)]
    pub unsupported: Patterns,
    /// What an error that tells of a limit, and of nothing else, starts with.
    #[serde(default)]
    pub limit_errors: Patterns,
    /// It came to a part that was never written; no crash, though it looks like one.
    #[serde(default)]
    pub unimplemented: Patterns,
    /// An assertion of its own failed.
    #[serde(default)]
    pub assertion: Patterns,
    /// An exception nobody caught.
    #[serde(default)]
    pub exception: Patterns,
    /// Its own handler tells of a segmentation fault.
    #[serde(default)]
    pub segfault: Patterns,
    /// A sanitizer's report.
    #[serde(default)]
    pub sanitizer: Patterns,
    /// It found its own model wrong.
    #[serde(default)]
    pub invalid_model: Patterns,
}

/// Which logics and commands a solver takes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Takes {
    /// Matches the logics it takes.
    pub logics: Pattern,
    /// Commands beyond the standard's.
    pub commands: Vec<String>,
    /// Commands of the standard, or of other solvers, that it does not take.
    pub lacks: Vec<String>,
}

/// How a solver tells what it counted: to who asks with `(get-info :all-statistics)`, or by itself.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statistics {
    /// Arguments that have it print, before or after each answer, lines such as `name::of::it = 7`. None if
    /// it does not, or if that is not better than to ask.
    #[serde(default)]
    pub printed: Vec<String>,
}

/// Where pip finds a solver.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pip {
    /// The package's name.
    pub package: String,
    /// What its wheels hold.
    pub holds: Holds,
    /// The executable, relative to the installed tree.
    pub executable: Option<String>,
    /// The script that makes a command line of the bindings.
    pub shim: Option<String>,
    /// The oldest version that can be used.
    pub oldest: Option<String>,
    /// Whether the shim answers command by command; as the executable does, if not said.
    pub interactive: Option<bool>,
}

/// Which releases of a solver matter most.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyReleases {
    /// Those that are asked first which of them has a bug; all if none is named.
    #[serde(default)]
    pub key: Vec<String>,
}

/// What a solver's wheels hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// A ready executable.
    Executable,
    /// Python bindings, run through a shim in a virtual environment.
    Bindings,
}

impl Profile {
    /// All profiles, in the order of the list.
    pub fn all() -> &'static [Profile] {
        static ALL: LazyLock<Vec<Profile>> = LazyLock::new(|| {
            let common: Messages = toml::from_str(COMMON_MESSAGES).expect("common.toml is tested");
            let read = |(name, text): &(&str, &str)| {
                let mut profile: Profile = toml::from_str(text)
                    .unwrap_or_else(|error| panic!("profile {name} is tested: {error}"));
                profile.messages.extend(&common);
                profile
            };
            PROFILES.iter().map(read).collect()
        });
        &ALL
    }

    /// The profile of that name.
    pub fn named(name: &str) -> Option<&'static Profile> {
        Profile::all().iter().find(|profile| profile.name == name)
    }

    /// The profile for an executable, judged by its file name: `z3`, `z3-4.8.9` and `z3.exe` are
    /// z3, anything unknown is generic.
    pub fn for_program(program: &Path) -> &'static Profile {
        let name = program
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let fits = |binary: &String| {
            name.strip_prefix(binary.as_str())
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        };
        let known = Profile::all()
            .iter()
            .find(|profile| profile.binaries.iter().any(fits));
        known.unwrap_or_else(Profile::generic)
    }

    /// The profile of a solver nothing is known about.
    pub fn generic() -> &'static Profile {
        Profile::all().last().expect("the list is not empty")
    }

    /// Whether the solver takes scripts of this logic.
    pub fn takes_logic(&self, logic: &str) -> bool {
        self.takes.logics.is_match(logic.as_bytes())
    }

    /// Whether the solver has this command, as far as is known.
    pub fn takes_command(&self, command: &str) -> bool {
        let listed = |list: &[String]| list.iter().any(|name| name == command);
        !listed(&self.takes.lacks)
            && (crate::commands::is_standard(command.as_bytes()) || listed(&self.takes.commands))
    }

    /// The tactic for a script of this logic.
    pub fn tactic_for(&self, logic: Option<&str>) -> &str {
        logic
            .and_then(|logic| self.tactics.get(logic))
            .map_or("default", String::as_str)
    }
}

impl Messages {
    fn extend(&mut self, common: &Messages) {
        self.timeout.extend(&common.timeout);
        self.out_of_memory.extend(&common.out_of_memory);
        self.unsupported.extend(&common.unsupported);
        self.limit_errors.extend(&common.limit_errors);
        self.unimplemented.extend(&common.unimplemented);
        self.assertion.extend(&common.assertion);
        self.exception.extend(&common.exception);
        self.segfault.extend(&common.segfault);
        self.sanitizer.extend(&common.sanitizer);
        self.invalid_model.extend(&common.invalid_model);
    }
}

fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests;
