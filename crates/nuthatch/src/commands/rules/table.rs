//! Proofs of rules as a table and in a few words.

use crate::proving::verdict;
use campaign::prove::{Conclusion, Proof};
use report::Table;
use std::io::Write;

/// All of them.
pub fn table(proofs: &[Proof]) -> Table {
    let mut table = Table::new(&[
        "rule",
        "sorts",
        "atom",
        "",
        "becomes",
        "if",
        "proved",
        "by",
        "our semantics",
        "verdict",
    ]);
    for proof in proofs {
        table.row(row(proof));
    }
    table
}

fn row(proof: &Proof) -> [String; 10] {
    let by: Vec<&str> = proof
        .by
        .iter()
        .map(|s| s.split('@').next().unwrap_or(s))
        .collect();
    [
        proof.rule.clone(),
        proof.sorts.join(", "),
        proof.pattern.clone(),
        proof.claim.to_owned(),
        proof.template.clone(),
        proof.guard.clone(),
        format!("{}/{}", proof.proved, proof.cases),
        by.join(" "),
        proof.semantics.to_string(),
        verdict(proof),
    ]
}

/// How many there are of what, and the counterexamples.
pub fn summary(rules: usize, proofs: &[Proof], out: &mut impl Write) -> std::io::Result<()> {
    let count = |is: &dyn Fn(&Conclusion) -> bool| proofs.iter().filter(|p| is(&p.verdict)).count();
    let proved = count(&|v| *v == Conclusion::Proved);
    let tested = count(&|v| matches!(v, Conclusion::Tested { .. }));
    let wrong = count(&|v| !v.is_right());
    let cases: usize = proofs.iter().map(|p| p.cases).sum();
    writeln!(
        out,
        "\n{} rules and fusions, {} templates, {cases} cases: {proved} templates proved, {tested} proved in part and tested, {wrong} wrong",
        rules,
        proofs.len()
    )?;
    let sum = |of: &dyn Fn(&Proof) -> u64| proofs.iter().map(of).sum::<u64>();
    let untested = proofs.iter().filter(|p| !p.semantics.is_tested()).count();
    writeln!(
        out,
        "Our semantics: {} assignments of cases tried in full, {} drawn ({} with a true premise), {} not evaluated; {untested} templates with no true premise",
        sum(&|p| p.semantics.exhaustive),
        sum(&|p| p.semantics.drawn),
        sum(&|p| p.semantics.premise),
        sum(&|p| p.semantics.skipped)
    )?;
    for proof in proofs {
        if let Conclusion::Refuted { by, script } = &proof.verdict {
            writeln!(
                out,
                "\n{} is refuted: {by} finds this sat\n{script}",
                proof.rule
            )?;
        }
    }
    Ok(())
}
