//! Judges models by hand: `judge SCRIPT MODEL [CHECK]` prints the verdict.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(script), Some(model)) = (arguments.first(), arguments.get(1)) else {
        eprintln!("judge SCRIPT MODEL [CHECK]");
        return ExitCode::from(2);
    };
    let number = arguments.get(2).and_then(|n| n.parse().ok()).unwrap_or(0);
    match judge(script, model, number) {
        Ok(verdict) => {
            println!("{verdict}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            println!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn judge(script: &str, model: &str, number: usize) -> Result<eval::Verdict, String> {
    let text = std::fs::read(script).map_err(|e| e.to_string())?;
    let script = smt::Script::parse(text).map_err(|e| e.to_string())?;
    let text = std::fs::read(model).map_err(|e| e.to_string())?;
    let model = eval::Model::parse(&script, number, &text).map_err(|e| e.to_string())?;
    Ok(eval::check(&model, eval::Budget::default()))
}
