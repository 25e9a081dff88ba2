//! A solver that is ready to be run: an executable, its arguments, and the profile that fits.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::config::{Mode, SessionConfig};
use crate::process::{Bounds, Family, Process, Start};
use crate::profile::{Holds, Profile};
use crate::session::Session;
use crate::statistics;
use crate::version::Version;

/// A script that every solver takes, but those without bit-vectors.
const SIMPLE: &str =
    "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 2))\n(assert (= x #b01))\n(check-sat)\n";

/// A version query that takes longer than this has failed.
const VERSION_LIMIT: Duration = Duration::from_secs(20);

/// A solver that is ready to be run.
#[derive(Debug, Clone)]
pub struct Solver {
    /// What the user called it.
    pub name: String,
    /// What is known of it.
    pub profile: &'static Profile,
    /// The executable.
    pub program: PathBuf,
    /// Arguments that are part of the command: a shim, then the user's options.
    pub args: Vec<String>,
    /// Its version, where it is known from the install.
    pub version: Option<String>,
    /// Whether it answers before the end of its input.
    pub interactive: bool,
    /// Whether starting it takes so long that it must not count as solving time.
    pub slow_start: bool,
    /// Whether it takes the options that have it check its own models, as far as is known.
    pub checks_models: bool,
    /// Whether it prints what it counted, with the options for that.
    pub prints_statistics: bool,
}

impl Solver {
    /// A solver from an executable and the user's options for it.
    pub fn from_program(name: &str, profile: &'static Profile, program: &Path) -> Solver {
        Solver {
            name: name.into(),
            profile,
            program: program.into(),
            args: Vec::new(),
            version: None,
            interactive: profile.input.interactive,
            slow_start: profile.modes.writes_files,
            checks_models: true,
            prints_statistics: false,
        }
    }

    /// A solver that pip installed into `folder`.
    pub(crate) fn from_install(
        name: &str,
        profile: &'static Profile,
        command: (PathBuf, Vec<String>),
        version: &str,
    ) -> Solver {
        let pip = profile.pip.as_ref();
        let bindings = pip.is_some_and(|pip| pip.holds == Holds::Bindings);
        let interactive = pip.and_then(|pip| pip.interactive);
        Solver {
            args: command.1,
            version: Some(version.into()),
            interactive: interactive.unwrap_or(profile.input.interactive),
            slow_start: bindings || profile.modes.writes_files,
            ..Solver::from_program(name, profile, &command.0)
        }
    }

    /// The command as one would type it, without what a session adds.
    pub fn command_line(&self) -> String {
        let program = self.program.to_string_lossy();
        let words = std::iter::once(program.as_ref()).chain(self.args.iter().map(String::as_str));
        words.map(quoted).collect::<Vec<_>>().join(" ")
    }

    /// Asks the solver for its version; `None` if it does not tell.
    pub fn ask_version(&self) -> Option<String> {
        self.profile
            .version
            .pattern
            .capture(&self.run_version_query()?)
    }

    /// Whether a pop leaves definitions behind, as far as is known.
    pub(crate) fn keeps_definitions(&self) -> bool {
        let own = self.version.as_deref().map(Version::new);
        let mut versions = self.profile.modes.keeps_definitions.iter();
        own.is_some_and(|own| versions.any(|version| Version::new(version).means(&own)))
    }

    /// Finds out which options it takes that not all versions do.
    pub fn try_options(&mut self) {
        self.try_model_check();
        self.try_statistics();
    }

    /// Finds out whether it takes the options that have it check its own models: some versions do not,
    /// and would reject every script.
    fn try_model_check(&mut self) {
        if self.profile.models.check.is_empty() {
            return;
        }
        let answers = |check_models: bool| {
            let mut config = SessionConfig::new(self.clone(), Mode::Fresh);
            config.check_models = check_models;
            let outcome = Session::new(config).run(SIMPLE.as_bytes());
            outcome.is_ok_and(|outcome| outcome.verdict().is_definite())
        };
        // If it takes neither, that is not the reason.
        self.checks_models = answers(true) || !answers(false);
    }

    /// Finds out whether it prints what it counted: bindings do not, and versions have different options.
    fn try_statistics(&mut self) {
        let printed = self.profile.statistics.as_ref();
        if printed.is_none_or(|statistics| statistics.printed.is_empty()) {
            return;
        }
        self.prints_statistics = true;
        let mut config = SessionConfig::new(self.clone(), Mode::Fresh);
        config.statistics = true;
        let outcome = Session::new(config).run(SIMPLE.as_bytes());
        self.prints_statistics = outcome.is_ok_and(|outcome| {
            outcome.verdict().is_definite() && outcome.tail.starts_with(statistics::BEGIN)
        });
    }

    /// What it prints when asked for its version; `None` if it cannot be started.
    pub(crate) fn run_version_query(&self) -> Option<Vec<u8>> {
        let args = [&self.args[..], &self.profile.version.args].concat();
        let start = Start {
            program: &self.program,
            args: &args,
            last_arg: None,
            working_folder: None,
            may_write_files: self.profile.modes.writes_files,
            background: false,
            variables: &[],
            family: &Family::new(),
        };
        let mut process = Process::start(&start).ok()?;
        let bounds = Bounds {
            deadline: Instant::now() + VERSION_LIMIT,
            memory: None,
            output: 1 << 20,
            stop: None,
        };
        let heard = process.converse(None, true, &bounds);
        Some([heard.stdout, heard.stderr].concat())
    }

    /// All arguments for a session's process.
    pub(crate) fn arguments(&self, config: &SessionConfig, incremental: bool) -> Vec<String> {
        let profile = self.profile;
        let mut args = self.args.clone();
        args.extend_from_slice(&profile.input.args);
        if incremental {
            args.extend_from_slice(&profile.input.incremental);
        }
        let limits = &config.limits;
        if let Some(option) = profile.limits.time.as_ref().filter(|_| config.limits.told) {
            let ms = limits.time.as_millis().max(1);
            let filled = option
                .replace("{ms}", &ms.to_string())
                .replace("{s}", &ms.div_ceil(1000).to_string());
            args.extend(filled.split(' ').map(String::from));
        }
        if let (Some(option), Some(bytes)) = (&profile.limits.memory, limits.memory) {
            args.push(option.replace("{mb}", &(bytes >> 20).max(1).to_string()));
        }
        if config.models {
            args.extend_from_slice(&profile.models.args);
        }
        if config.check_models && self.checks_models {
            args.extend_from_slice(&profile.models.check);
        }
        if let Some(progress) = profile.progress.as_ref().filter(|_| config.progress) {
            args.extend_from_slice(&progress.args);
        }
        if let Some(statistics) = &profile.statistics
            && config.has_statistics_printed()
        {
            args.extend_from_slice(&statistics.printed);
        }
        args
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,@+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Mode;

    #[test]
    fn limits_are_asked_of_the_solver() {
        let arguments = |name: &str, time, incremental| {
            let profile = Profile::named(name).unwrap();
            let solver = Solver::from_program(name, profile, Path::new(name));
            let mut config = SessionConfig::new(solver.clone(), Mode::Fresh);
            config.limits.time = time;
            config.limits.memory = Some(512 << 20);
            solver.arguments(&config, incremental).join(" ")
        };
        let half = Duration::from_millis(1500);
        assert_eq!(arguments("z3", half, true), "-in -t:1500 -memory:512");
        let cvc5 = "--lang=smt2 --quiet --incremental --tlimit-per=1500";
        assert_eq!(arguments("cvc5", half, true), cvc5);
        assert_eq!(arguments("yices", half, false), "--timeout=2");
        assert_eq!(arguments("generic", half, false), "");
    }

    #[test]
    fn options_that_a_solver_does_not_know_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("old");
        let script =
            "#!/bin/sh\ncase \"$*\" in *chk-model*) echo '(error \"no\")';; esac\necho sat\n";
        std::fs::write(&program, script).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).unwrap();
        let profile = Profile::named("boolector").unwrap();
        let mut solver = Solver::from_program("old", profile, &program);
        solver.try_model_check();
        assert!(!solver.checks_models);
        let mut none = Solver::from_program("none", profile, Path::new("/nowhere"));
        none.try_model_check();
        assert!(none.checks_models);
    }

    #[test]
    fn others_go_before_what_is_done_in_the_background() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("nice");
        // It has something to read before it tells how important it is.
        std::fs::write(&program, "#!/bin/sh\nread line\necho sat\nnice\n").unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(&program, mode).unwrap();
        let profile = Profile::named("boolector").unwrap();
        let priority = |background: bool| {
            let solver = Solver::from_program("nice", profile, &program);
            let mut config = SessionConfig::new(solver, Mode::Fresh);
            config.background = background;
            let outcome = Session::new(config).run(SIMPLE.as_bytes()).unwrap();
            let printed = outcome.checks[0].output.clone() + &outcome.tail;
            let line = printed.lines().find_map(|line| line.trim().parse().ok());
            line.unwrap_or_else(|| panic!("{outcome:?}"))
        };
        let (usual, low): (i32, i32) = (priority(false), priority(true));
        assert!(low > usual, "{low} {usual}");
    }

    #[test]
    fn progress_is_asked_of_those_who_tell() {
        let arguments = |name: &str| {
            let profile = Profile::named(name).unwrap();
            let solver = Solver::from_program(name, profile, Path::new(name));
            let mut config = SessionConfig::new(solver.clone(), Mode::Fresh);
            config.progress = true;
            config.limits.told = false;
            config.limits.memory = None;
            solver.arguments(&config, false).join(" ")
        };
        assert_eq!(arguments("z3"), "-in -v:1");
        assert_eq!(arguments("generic"), "");
    }

    #[test]
    fn commands_are_printed_as_a_shell_takes_them() {
        let mut solver = Solver::from_program("z3", Profile::generic(), Path::new("/a b/z3"));
        solver.args = vec!["smt.arith.solver=2".into(), "it's".into()];
        assert_eq!(
            solver.command_line(),
            r"'/a b/z3' smt.arith.solver=2 'it'\''s'"
        );
    }
}
