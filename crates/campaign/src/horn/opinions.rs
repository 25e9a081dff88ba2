//! What other engines, versions and solvers say of a system.
//!
//! These are opinions: a solver of Horn clauses may be as wrong as the one that is tested. They tell
//! where to look. Campaigns do not ask for them yet: they ask the references, with their usual engine.

use solve::{Answer, Error, Mode, Session, SessionConfig, Solver};
use std::fmt;

/// What one of them says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// Who, and with which engine if it is not the usual one.
    pub who: String,
    /// What it says.
    pub answer: Answer,
}

impl fmt::Display for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} says {}", self.who, self.answer.class())
    }
}

/// A solver with each of its engines for Horn clauses beside the usual one, by the names of the engines.
pub fn engines(solver: &Solver) -> Vec<(String, Solver)> {
    let engines = solver.profile.horn_engines.iter();
    let with = engines.map(|(engine, args)| {
        let mut solver = solver.clone();
        solver.args.extend_from_slice(args);
        solver.name = format!("{} with engine {engine}", solver.name);
        (engine.clone(), solver)
    });
    with.collect()
}

/// Asks each solver, with its usual engine and with the others if `all_engines`, about a script in the
/// form of `(set-logic HORN)`, each in a process of its own.
///
/// # Errors
/// If one cannot be started.
pub fn opinions(
    script: &str,
    solvers: &[Solver],
    all_engines: bool,
    config: &dyn Fn(&Solver, Mode) -> SessionConfig,
) -> Result<Vec<Opinion>, Error> {
    let mut asked: Vec<Solver> = Vec::new();
    for solver in solvers.iter().filter(|s| s.profile.takes_logic("HORN")) {
        asked.push(solver.clone());
        if all_engines {
            asked.extend(engines(solver).into_iter().map(|(_, solver)| solver));
        }
    }
    let mut heard = Vec::new();
    for solver in asked {
        let outcome = Session::new(config(&solver, Mode::Fresh)).run(script.as_bytes())?;
        heard.push(Opinion {
            who: solver.name,
            answer: outcome.verdict(),
        });
    }
    Ok(heard)
}

/// Those of the opinions that contradict an answer.
pub fn against<'a>(opinions: &'a [Opinion], answer: &Answer) -> Vec<&'a Opinion> {
    let definite = opinions
        .iter()
        .filter(|opinion| opinion.answer.is_definite());
    let other = definite.filter(|opinion| answer.is_definite() && opinion.answer != *answer);
    other.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use solve::Profile;
    use std::path::Path;

    #[test]
    fn engines_are_options_of_the_profile() {
        let of = |name: &str| {
            let profile = Profile::named(name).unwrap();
            engines(&Solver::from_program(name, profile, Path::new(name)))
        };
        let z3 = of("z3");
        let bmc = z3.iter().find(|(engine, _)| engine == "bmc").unwrap();
        assert_eq!(bmc.1.command_line(), "z3 fp.engine=bmc");
        assert_eq!(bmc.1.name, "z3 with engine bmc");
        // It says sat to systems that are not.
        assert!(z3.iter().all(|(engine, _)| engine != "tab"));
        assert!(of("golem").len() >= 4 && !of("eldarica").is_empty());
        assert!(of("generic").is_empty());
    }

    #[test]
    fn only_definite_answers_contradict() {
        let opinion = |who: &str, answer| Opinion {
            who: who.into(),
            answer,
        };
        let all = [
            opinion("a", Answer::Sat),
            opinion("b", Answer::Unsat),
            opinion("c", Answer::Timeout),
        ];
        let who = |answer| -> Vec<&str> {
            let against = against(&all, &answer).into_iter();
            against.map(|opinion| opinion.who.as_str()).collect()
        };
        assert_eq!(who(Answer::Sat), ["b"]);
        assert_eq!(who(Answer::Unsat), ["a"]);
        assert!(who(Answer::Timeout).is_empty());
        assert_eq!(all[1].to_string(), "b says unsat");
    }
}
