//! Has a solver solve Horn systems and checks what it prints: interpretations clause by clause, unsat
//! answers by derivations.
//!
//!     horn_clauses SOLVER SECONDS FILE...
//!
//! Prints a line per file and a summary. The judges are the newest cvc5 and the newest z3.

use campaign::ask::sessions;
use campaign::horn::clauses::{Checked, check};
use campaign::horn::derivation::{Effort, Search, search};
use campaign::horn::judges::Judges;
use campaign::models::{model_of, with_model};
use mutate::horn::System;
use solve::{Answer, Depot, Mode, Session, SessionConfig};
use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let tested = arguments.next().ok_or("which solver?")?;
    let seconds: f64 = arguments.next().ok_or("how many seconds?")?.parse()?;
    let depot = Depot::of_user()?;
    let config = |name: &str| -> Result<SessionConfig, Box<dyn Error>> {
        let mut config = SessionConfig::new(depot.resolve(&name.parse()?)?, Mode::Reset);
        config.limits.time = Duration::from_secs_f64(seconds);
        Ok(config)
    };
    let mut session = Session::new(config(&tested)?);
    let mut judges = Judges::new(vec![
        sessions(config("cvc5@newest")?),
        sessions(config("z3@newest")?),
    ]);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut checking = Duration::ZERO;
    for file in arguments {
        let Ok(system) = System::read(&std::fs::read(&file)?) else {
            *counts.entry("no system".into()).or_default() += 1;
            continue;
        };
        let script = system.write_horn();
        let outcome = session.run(&with_model(script.as_bytes()))?;
        let answer = outcome.checks.first().map(|check| check.answer.clone());
        let start = Instant::now();
        let (word, why) = match (&answer, model_of(&outcome)) {
            (Some(Answer::Sat), Some(model)) => {
                let checked = check(&script, model, &mut judges)?;
                if let Checked::Invalid(violation) = &checked {
                    println!("{}\n{}", violation.text, violation.shown.script);
                }
                (format!("sat, {}", checked.word()), checked.to_string())
            }
            (Some(Answer::Unsat), _) => match search(&system, &mut judges, Effort::default())? {
                Search::Found(found) => ("unsat, derived".into(), found.to_string()),
                Search::None(height) => ("unsat, not derived".into(), height.to_string()),
                Search::Unclear(why) => ("unsat, unclear".into(), why),
            },
            (Some(answer), _) => (answer.class().to_string(), answer.detail().to_owned()),
            (None, _) => ("nothing".into(), String::new()),
        };
        checking += start.elapsed();
        println!("{file}: {word}: {why}");
        *counts.entry(word).or_default() += 1;
    }
    println!("{tested}: {counts:?}, checking took {checking:.1?}");
    Ok(())
}
