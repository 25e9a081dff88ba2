//! Scripts for solvers, and what they say.

use crate::terms::{Term, Value};
use eval::sequence::Sequence;
use eval::strings::literal;
use num_bigint::BigInt;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

/// A command that runs a script.
pub struct Solver {
    words: Vec<String>,
    script: PathBuf,
}

/// What a solver says of a term.
pub enum Reply {
    Value(Value),
    Other(String),
}

impl Solver {
    /// The one that a variable of the environment names.
    pub fn from_environment(variable: &str) -> Option<Self> {
        let command = std::env::var(variable).ok()?;
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        let name = format!("nuthatch-{variable}-{}.smt2", std::process::id());
        let script = std::env::temp_dir().join(name);
        (!words.is_empty()).then_some(Self { words, script })
    }

    pub fn name(&self) -> String {
        self.words.join(" ")
    }

    fn run(&self, script: &str) -> String {
        std::fs::write(&self.script, script).unwrap();
        let mut command = Command::new(&self.words[0]);
        let output = command.args(&self.words[1..]).arg(&self.script).output();
        std::fs::remove_file(&self.script).unwrap();
        String::from_utf8_lossy(&output.unwrap().stdout).into_owned()
    }

    /// Whether the terms can have other values than those: "unsat", if they cannot.
    pub fn refute(&self, terms: &[&Term]) -> Vec<String> {
        let mut script = String::from("(set-option :incremental true)\n(set-logic ALL)\n");
        for Term { text, value } in terms {
            let value = value.text();
            writeln!(script, "(push 1)\n(assert (distinct {text} {value}))").unwrap();
            writeln!(script, "(check-sat)\n(pop 1)").unwrap();
        }
        let output = self.run(&script);
        // z3 knows no such option and needs none; any other error, and answers are out of step.
        let mut errors = output.lines().filter(|line| line.starts_with("(error"));
        let out_of_step = errors.any(|line| !line.contains("incremental"));
        let answers = output
            .lines()
            .filter(|line| ["sat", "unsat", "unknown"].contains(line));
        let mut answers: Vec<String> = answers.map(str::to_owned).collect();
        if out_of_step {
            answers.clear();
        }
        answers.resize(terms.len(), "nothing".to_owned());
        answers
    }

    /// The values of terms, each of them given a name and evaluated on its own.
    pub fn ask(&self, terms: &[Term]) -> Vec<Reply> {
        let mut script = String::from("(set-option :produce-models true)\n(set-logic ALL)\n");
        for (number, Term { text, value }) in terms.iter().enumerate() {
            writeln!(script, "(define-fun t{number} () {} {text})", value.sort()).unwrap();
        }
        script += "(check-sat)\n";
        for number in 0..terms.len() {
            writeln!(script, "(get-value (t{number}))").unwrap();
        }
        std::fs::write(&self.script, script).unwrap();
        let mut command = Command::new(&self.words[0]);
        let output = command
            .args(&self.words[1..])
            .arg(&self.script)
            .output()
            .unwrap();
        std::fs::remove_file(&self.script).unwrap();

        let output = String::from_utf8_lossy(&output.stdout);
        // No value has a line break in it but between words.
        let answers = output.split("\n((t").skip(1);
        let answers: HashMap<&str, &str> = answers
            .filter_map(|answer| answer.split_once(' '))
            .collect();
        let reply = |(number, term): (usize, &Term)| {
            let Some(answer) = answers.get(&*number.to_string()) else {
                let errors = output.lines().filter(|line| line.starts_with("(error"));
                return Reply::Other(errors.take(1).collect());
            };
            // An error may come behind it.
            let answer = match answer.split_once("))\n") {
                Some((answer, _)) => answer,
                None => answer.strip_suffix("))").unwrap_or(answer),
            };
            match parse(answer, &term.value) {
                Some(value) => Reply::Value(value),
                None => Reply::Other(answer.to_owned()),
            }
        };
        terms.iter().enumerate().map(reply).collect()
    }
}

/// A value of the same sort as one.
fn parse(text: &str, like: &Value) -> Option<Value> {
    match like {
        Value::Bool(_) => text.parse().ok().map(Value::Bool),
        Value::Int(_) => integer(text).map(Value::Int),
        Value::Str(_) => {
            let body = literal::unquote(text)?;
            literal::read(&body).ok().map(Value::Str)
        }
        Value::Seq(_) => sequence(text),
    }
}

fn integer(text: &str) -> Option<BigInt> {
    match text.strip_prefix("(- ") {
        Some(rest) => Some(-rest.strip_suffix(')')?.parse::<BigInt>().ok()?),
        None => text.parse().ok(),
    }
}

/// Of numbers from 0 on: `(as seq.empty (Seq Int))`, `(seq.unit 1)`, or `seq.++` of several.
fn sequence(text: &str) -> Option<Value> {
    if text == "(as seq.empty (Seq Int))" {
        return Some(Value::Seq(Sequence::empty()));
    }
    let mut numbers = Vec::new();
    for word in text
        .split([' ', '\n', '(', ')'])
        .filter(|word| !word.is_empty())
    {
        match word {
            "seq.++" | "seq.unit" => {}
            number => numbers.push(number.parse().ok()?),
        }
    }
    Some(Value::Seq(numbers.into()))
}
