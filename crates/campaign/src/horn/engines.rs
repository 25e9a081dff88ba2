//! The other engines that a solver has for Horn clauses.
//!
//! What they say of a system is an opinion: an engine may be as wrong as the one that is tested. All
//! engines of one solver are one voice.

use crate::finding::Opinion;
use solve::Solver;
use std::collections::BTreeSet;

/// Between the name of a solver and that of its engine.
const WITH: &str = " with engine ";

/// A solver with each of its engines for Horn clauses beside the usual one.
pub fn engines(solver: &Solver) -> impl Iterator<Item = Solver> {
    solver.profile.horn_engines.iter().map(|(engine, args)| {
        let mut solver = solver.clone();
        solver.args.extend_from_slice(args);
        solver.name = format!("{}{WITH}{engine}", solver.name);
        solver
    })
}

/// The name of a solver without that of its engine.
pub fn solver_of(name: &str) -> &str {
    name.split_once(WITH).map_or(name, |(solver, _)| solver)
}

/// How many solvers, whatever their engine, have an opinion of some kind; `tested` is not counted, since
/// it cannot speak for or against itself.
pub fn voices(opinions: &[Opinion], tested: &str, is: impl Fn(&Opinion) -> bool) -> usize {
    let of_that_kind = opinions.iter().filter(|opinion| is(opinion));
    let who = of_that_kind.map(|opinion| solver_of(&opinion.solver.name));
    let solvers: BTreeSet<&str> = who.filter(|name| *name != tested).collect();
    solvers.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::SolverInfo;
    use solve::AnswerClass::{self, Sat, Timeout, Unknown, Unsat};
    use solve::Profile;
    use std::path::Path;

    #[test]
    fn engines_are_options_of_the_profile() {
        let of = |name: &str| -> Vec<Solver> {
            let profile = Profile::named(name).unwrap();
            engines(&Solver::from_program(name, profile, Path::new(name))).collect()
        };
        let z3 = of("z3");
        let bmc = z3.iter().find(|s| s.name == "z3 with engine bmc").unwrap();
        assert_eq!(bmc.command_line(), "z3 fp.engine=bmc");
        // It says sat to systems that are not.
        assert!(z3.iter().all(|solver| !solver.name.ends_with(" tab")));
        assert!(of("golem").len() >= 4 && !of("eldarica").is_empty());
        assert!(of("generic").is_empty());
    }

    #[test]
    fn engines_of_a_solver_are_one_voice_and_the_tested_one_has_none() {
        let opinion = |name: &str, witness: AnswerClass| Opinion {
            solver: SolverInfo {
                name: name.into(),
                version: String::new(),
                command: String::new(),
            },
            parents: vec![Sat],
            witness,
            claim: None,
        };
        let all = [
            opinion("z3@newest", Timeout),
            opinion("z3@newest with engine bmc", Unsat),
            opinion("z3@newest with engine clp", Unsat),
            opinion("cvc5@newest", Sat),
            opinion("z3@4.8.12 with engine bmc", Unsat),
        ];
        let say = |answer| voices(&all, "z3@4.8.12", |o| o.witness == answer);
        assert_eq!((say(Unsat), say(Sat), say(Unknown)), (1, 1, 0));
    }
}
