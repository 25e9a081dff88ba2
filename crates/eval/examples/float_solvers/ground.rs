//! Asks for the values of ground terms.

use crate::float_common::Dice;
use crate::operation::{Operation, Operator};
use crate::solver::Solver;
use crate::value::{Found, Sort};
use crate::{Settings, Tally};

/// How many terms are asked for at once.
const AT_ONCE: usize = 250;

pub fn compare(operator: &Operator, settings: &Settings) -> Result<Tally, String> {
    let mut solver = Solver::start(&settings.command)?;
    let answer = solver.ask("(check-sat)\n")?;
    if answer != Found::Word("sat".into()) {
        return Err(format!("{} without assertions", answer.text()));
    }
    let mut tally = Tally::default();
    for operation in &operator.operations {
        let tuples = match settings.sample {
            Some(number) => sample(operation, number),
            None => tuples(operation),
        };
        for some in tuples.chunks(AT_ONCE) {
            ask(&mut solver, operation, some, settings, &mut tally)?;
        }
    }
    Ok(tally)
}

/// Some combinations of arguments.
fn sample(operation: &Operation, number: usize) -> Vec<Vec<u128>> {
    let mut dice = Dice::new(1);
    let mut tuple = || {
        let mut tuple: Vec<u128> = Vec::new();
        for sort in &operation.arguments {
            tuple.push(match sort {
                Sort::Float(format) => dice.bits(*format, tuple.last().copied()),
                Sort::Bits(width) => dice.pattern(*width),
                Sort::Bool | Sort::Real => {
                    let values = sort.values();
                    values[dice.below(values.len() as u64) as usize]
                }
            });
        }
        tuple
    };
    (0..number).map(|_| tuple()).collect()
}

/// All combinations of arguments.
fn tuples(operation: &Operation) -> Vec<Vec<u128>> {
    let mut tuples = vec![Vec::new()];
    for sort in &operation.arguments {
        let values = sort.values();
        let extended = tuples.iter().flat_map(|tuple: &Vec<u128>| {
            values.iter().map(move |&value| {
                let mut longer = tuple.clone();
                longer.push(value);
                longer
            })
        });
        tuples = extended.collect();
    }
    tuples
}

/// An application to values.
pub fn term(operation: &Operation, tuple: &[u128]) -> String {
    let arguments = operation.arguments.iter().zip(tuple);
    let arguments: Vec<String> = arguments.map(|(sort, &value)| sort.term(value)).collect();
    (operation.text)(&arguments)
}

fn ask(
    solver: &mut Solver,
    operation: &Operation,
    tuples: &[Vec<u128>],
    settings: &Settings,
    tally: &mut Tally,
) -> Result<(), String> {
    let terms: Vec<String> = tuples.iter().map(|tuple| term(operation, tuple)).collect();
    let answer = solver.ask(&format!("(get-value ({}))\n", terms.join(" ")))?;
    let Found::List(pairs) = answer else {
        return Err(answer.text());
    };
    if pairs.len() != terms.len() {
        return Err(format!("{} values of {}", pairs.len(), terms.len()));
    }
    for ((tuple, term), pair) in tuples.iter().zip(&terms).zip(&pairs) {
        let expected = (operation.compute)(tuple);
        let Found::List(pair) = pair else {
            return Err(pair.text());
        };
        let found = pair.last().ok_or("an empty pair")?;
        match expected.admits(found, operation.result) {
            Some(true) | None if expected.is_open() => tally.open += 1,
            Some(true) => tally.agree += 1,
            None if *found == pair[0] => tally.unanswered += 1,
            _ => {
                tally.differ += 1;
                if tally.differ <= settings.show {
                    println!("  {term} is {}, not {expected:?}", found.text());
                }
            }
        }
    }
    Ok(())
}
