//! Asks for arguments where an operator differs from a table of our results.

use std::collections::HashMap;
use std::fmt::Write;

use crate::operation::{Operation, Operator};
use crate::solver::Solver;
use crate::value::{Expected, Found, Sort};
use crate::{Settings, Tally};

/// The most bits that all arguments together may have: there is a table of all combinations.
const MAX_BITS: u32 = 18;

pub fn compare(operator: &Operator, settings: &Settings) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for operation in &operator.operations {
        if let Some(found) = search(operation, settings)? {
            tally.agree += found.agree;
            tally.differ += found.differ;
            tally.open += found.open;
        } else {
            return Err("not made of bits, or of too many".into());
        }
    }
    Ok(tally)
}

/// Tells where the operation differs from our table, as often as differences are shown.
fn search(operation: &Operation, settings: &Settings) -> Result<Option<Tally>, String> {
    let widths: Option<Vec<u32>> = operation
        .arguments
        .iter()
        .map(|sort| sort.width())
        .collect();
    let (Some(widths), Some(width)) = (widths, operation.result.width()) else {
        return Ok(None);
    };
    let total: u32 = widths.iter().sum();
    if total > MAX_BITS {
        return Ok(None);
    }
    // The arguments are parts of one bit-vector.
    let mut parts = Vec::new();
    let mut below = total;
    for (sort, part) in operation.arguments.iter().zip(&widths) {
        below -= part;
        let bits = format!("((_ extract {} {below}) x)", below + part - 1);
        parts.push((sort.of_bits(&bits), below, *part));
    }
    let split = |all: u128| -> Vec<u128> {
        let part = |&(_, below, width): &(_, u32, u32)| (all >> below) & ((1 << width) - 1);
        parts.iter().map(part).collect()
    };
    let expected: Vec<Expected> = (0..1u128 << total)
        .map(|all| (operation.compute)(&split(all)))
        .collect();
    let mut table = Table::new();
    let results = expected.iter().map(|expected| {
        let bits = expected.bits().unwrap_or(0);
        Sort::Bits(width).term(bits)
    });
    let result = table.add(width, results.collect());
    let closed = expected.iter().map(|expected| {
        let closed = u128::from(!expected.is_open());
        Sort::Bits(1).term(closed)
    });
    let closed = table.add(1, closed.collect());
    let arguments: Vec<String> = parts.iter().map(|(term, ..)| term.clone()).collect();
    let applied = (operation.text)(&arguments);

    let mut solver = Solver::start(&settings.command)?;
    solver.tell(&format!(
        "(declare-const x (_ BitVec {total}))\n{}",
        table.text
    ))?;
    let result = operation.result.of_bits(&result);
    solver.tell(&format!(
        "(assert (= {closed} #b1))\n(assert (not (= {applied} {result})))\n"
    ))?;
    let open = expected
        .iter()
        .filter(|expected| expected.is_open())
        .count();
    let mut tally = Tally {
        open,
        ..Tally::default()
    };
    loop {
        let answer = solver.ask("(check-sat)\n")?;
        if answer == Found::Word("unsat".into()) {
            tally.agree = expected.len() - open - tally.differ;
            return Ok(Some(tally));
        }
        if answer != Found::Word("sat".into()) {
            return Err(answer.text());
        }
        let answer = solver.ask("(get-value (x))\n")?;
        let Found::List(pairs) = &answer else {
            return Err(answer.text());
        };
        let Some(Found::List(pair)) = pairs.first() else {
            return Err(answer.text());
        };
        let x = pair.last().ok_or("an empty pair")?.text();
        let all = x.strip_prefix("#b").ok_or("not in binary")?;
        let all = u128::from_str_radix(all, 2).map_err(|error| error.to_string())?;
        let tuple = split(all);
        tally.differ += 1;
        println!(
            "  {} is not {:?}",
            crate::ground::term(operation, &tuple),
            (operation.compute)(&tuple)
        );
        if tally.differ >= settings.show {
            println!("  (there may be more)");
            return Ok(Some(tally));
        }
        solver.tell(&format!("(assert (not (= x {x})))\n"))?;
    }
}

/// Tables as decisions on the bits of `x`, the same ones made once only.
struct Table {
    text: String,
    names: HashMap<(usize, String, String), String>,
}

impl Table {
    fn new() -> Self {
        Self {
            text: String::new(),
            names: HashMap::new(),
        }
    }

    /// The name of a table with an entry for each value of `x`.
    fn add(&mut self, width: u32, mut entries: Vec<String>) -> String {
        let mut bit = 0;
        while entries.len() > 1 {
            let pairs = entries.chunks(2);
            entries = pairs.map(|pair| self.decide(width, bit, pair)).collect();
            bit += 1;
        }
        entries.pop().unwrap_or_default()
    }

    fn decide(&mut self, width: u32, bit: usize, pair: &[String]) -> String {
        let (Some(zero), Some(one)) = (pair.first(), pair.last()) else {
            return String::new();
        };
        if zero == one {
            return zero.clone();
        }
        let key = (bit, zero.clone(), one.clone());
        if let Some(name) = self.names.get(&key) {
            return name.clone();
        }
        let name = format!("t{}", self.names.len());
        let condition = format!("(= ((_ extract {bit} {bit}) x) #b1)");
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.text,
            "(define-fun {name} () (_ BitVec {width}) (ite {condition} {one} {zero}))"
        );
        self.names.insert(key, name.clone());
        name
    }
}
