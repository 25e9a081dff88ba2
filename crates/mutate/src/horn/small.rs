//! Small random systems whose answers are found by brute force or by any solver at once: what mutations
//! are tried on.

use super::System;
use crate::rng::Rng;

/// The random system of some number: of integers between 0 and 3 if it is odd, else of Booleans and
/// bit-vectors of two bits.
pub fn small_system(number: u64) -> System {
    let mut rng = Rng::new(42, number);
    let integers = number % 2 == 1;
    let sorts: &[&str] = match integers {
        true => &["Int"],
        false => &["Bool", "(_ BitVec 2)"],
    };
    let mut text = String::from("(set-logic HORN)");
    let mut predicates: Vec<Vec<&str>> = Vec::new();
    for name in 0..2 + rng.below(2) {
        let sorts: Vec<&str> = (0..rng.below(3))
            .map(|_| *rng.pick(sorts).unwrap())
            .collect();
        text += &format!("(declare-fun P{name} ({}) Bool)", sorts.join(" "));
        predicates.push(sorts);
    }
    let clauses = 4 + rng.below(3);
    for clause in 0..clauses {
        let count = 1 + rng.below(3);
        let variables: Vec<&str> = (0..count).map(|_| *rng.pick(sorts).unwrap()).collect();
        let mut body: Vec<String> = Vec::new();
        let apply = |rng: &mut Rng| -> String {
            let name = rng.below(predicates.len());
            let arguments = predicates[name].iter().map(|sort| {
                let fitting = (0..count).filter(|&v| variables[v] == *sort);
                let fitting: Vec<usize> = fitting.collect();
                match rng.pick(&fitting) {
                    Some(variable) => format!("v{variable}"),
                    None if *sort == "Bool" => "true".to_owned(),
                    None => "#b10".to_owned(),
                }
            });
            let arguments: Vec<String> = arguments.collect();
            match arguments.is_empty() {
                true => format!("P{name}"),
                false => format!("(P{name} {})", arguments.join(" ")),
            }
        };
        for _ in 0..(clause > 1) as usize * (1 + rng.below(2)) {
            body.push(apply(&mut rng));
        }
        for _ in 0..1 + rng.below(2) {
            body.push(constraint(&variables, &mut rng));
        }
        if integers {
            for variable in 0..count {
                body.push(format!("(<= 0 v{variable})"));
                body.push(format!("(<= v{variable} 3)"));
            }
        }
        let head = match clause + 1 == clauses || clause > 2 && rng.chance(1, 4) {
            true => "false".to_owned(),
            false => apply(&mut rng),
        };
        let bound = variables.iter().enumerate();
        let bound: Vec<String> = bound.map(|(v, sort)| format!("(v{v} {sort})")).collect();
        text += &format!(
            "(assert (forall ({}) (=> (and {}) {head})))",
            bound.join(" "),
            body.join(" ")
        );
    }
    text += "(check-sat)";
    System::read(text.as_bytes()).expect("what is written above is a system")
}

fn constraint(variables: &[&str], rng: &mut Rng) -> String {
    if rng.chance(1, 3) {
        let operator = *rng.pick(&["and", "or", "or"]).unwrap();
        let parts: Vec<String> = (0..2 + rng.below(2))
            .map(|_| atom(variables, rng))
            .collect();
        return format!("({operator} {})", parts.join(" "));
    }
    match rng.chance(1, 5) {
        true => format!("(not {})", atom(variables, rng)),
        false => atom(variables, rng),
    }
}

fn atom(variables: &[&str], rng: &mut Rng) -> String {
    let first = rng.below(variables.len());
    let same = (0..variables.len()).filter(|&v| variables[v] == variables[first]);
    let second = *rng.pick(&same.collect::<Vec<_>>()).unwrap();
    let number = rng.below(4);
    let templates: &[&str] = match variables[first] {
        "Int" => &[
            "(< a b)",
            "(<= a n)",
            "(= a (+ b 1))",
            "(>= a n)",
            "(= a n)",
            "(> (+ a b) n)",
        ],
        "Bool" => &["a", "(not a)", "(= a b)", "(xor a b)", "(=> a b)"],
        _ => &[
            "(bvult a b)",
            "(= a n)",
            "(= a (bvadd b #b01))",
            "(bvsle b a)",
            "(= (bvand a b) n)",
        ],
    };
    let number = match variables[first] {
        "Int" => number.to_string(),
        _ => format!("#b{number:02b}"),
    };
    let template = *rng.pick(templates).unwrap();
    let mut out = String::new();
    for part in template.split_inclusive([' ', ')', '(']) {
        let (word, end) = part.split_at(part.trim_end_matches([' ', ')', '(']).len());
        out += match word {
            "a" => format!("v{first}"),
            "b" => format!("v{second}"),
            "n" => number.clone(),
            word => word.to_owned(),
        }
        .as_str();
        out += end;
    }
    out
}
