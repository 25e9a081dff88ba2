//! What projects want to be told and what they refuse, as data: one file per solver under `policies/`.
//! A maintainer who is sent what was refused before reads the next report less kindly.

use campaign::finding::Finding;
use regex::Regex;
use serde::Deserialize;
use smt::{Census, Script, Shape};
use solve::SolverSpec;
use std::sync::LazyLock;

/// Every policy. To add one, write its file and name it here.
const POLICIES: &[&str] = &[
    include_str!("../policies/z3.toml"),
    include_str!("../policies/cvc5.toml"),
    include_str!("../policies/bitwuzla.toml"),
    include_str!("../policies/yices.toml"),
];

static ALL: LazyLock<Vec<Policy>> = LazyLock::new(|| {
    let read = |text: &&str| toml::from_str(text).expect("policies are part of the program");
    POLICIES.iter().map(read).collect()
});

/// What a project says about reports.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// The solver's profile.
    pub solver: String,
    /// How the project writes its name.
    pub name: String,
    /// Where reports go.
    pub tracker: String,
    /// How many reports a week are welcome at most.
    pub per_week: Option<u32>,
    /// What it asks of reporters, a sentence each.
    #[serde(default)]
    pub asks: Vec<String>,
    /// Where it said so.
    #[serde(default)]
    pub links: Vec<String>,
    /// What it does not want to be told.
    #[serde(default)]
    pub refused: Vec<Refusal>,
}

/// Something that a project does not want to be told. If any of the conditions holds, it is that.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// In words.
    pub what: String,
    /// Where it said so.
    #[serde(default)]
    pub links: Vec<String>,
    /// A float sort has other sizes than these.
    float_formats_besides: Option<Vec<(u32, u32)>>,
    /// A declared symbol has one of these sorts.
    #[serde(default)]
    declares: Vec<String>,
    /// One of these theories occurs.
    #[serde(default)]
    theories: Vec<String>,
    /// One of these operators occurs.
    #[serde(default)]
    operators: Vec<String>,
    /// One of these commands occurs.
    #[serde(default)]
    commands: Vec<String>,
    /// An option of the command line, or of the script, matches.
    #[serde(default, deserialize_with = "expression")]
    options: Option<Regex>,
    /// The logic matches.
    #[serde(default, deserialize_with = "expression")]
    logics: Option<Regex>,
    /// The text matches.
    #[serde(default, deserialize_with = "expression")]
    text: Option<Regex>,
}

fn expression<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Regex>, D::Error> {
    let text = String::deserialize(from)?;
    Regex::new(&text)
        .map(Some)
        .map_err(serde::de::Error::custom)
}

impl Policy {
    /// The policy of a solver, by the name of its profile.
    pub fn of(profile: &str) -> Option<&'static Self> {
        ALL.iter().find(|policy| policy.solver == profile)
    }

    /// The policy of the solver that a finding is about.
    pub fn of_finding(finding: &Finding) -> Option<&'static Self> {
        let spec: SolverSpec = finding.solver.name.parse().ok()?;
        Self::of(&spec.judged_profile().name)
    }

    /// What of a script, put to the solver with these options, is refused.
    pub fn refusals(&self, script: &[u8], options: &[String]) -> Vec<&Refusal> {
        let Ok(parsed) = Script::parse(script) else {
            return Vec::new();
        };
        let text = String::from_utf8_lossy(script);
        let seen = Seen {
            census: Census::of(&parsed),
            script: &parsed,
            text: &text,
            options,
        };
        let refused = self.refused.iter();
        refused.filter(|refusal| seen.is(refusal)).collect()
    }
}

/// What a project refuses of a finding: of the smallest script that shows it.
pub fn refusals(finding: &Finding) -> Vec<&'static Refusal> {
    let Some(policy) = Policy::of_finding(finding) else {
        return Vec::new();
    };
    let options = finding.solver.name.parse::<SolverSpec>();
    let options = options.map(|spec| spec.options).unwrap_or_default();
    policy.refusals(finding.smallest_script(), &options)
}

/// A script, and what is in it.
struct Seen<'a> {
    script: &'a Script,
    census: Census,
    text: &'a str,
    options: &'a [String],
}

impl Seen<'_> {
    fn is(&self, refusal: &Refusal) -> bool {
        let census = &self.census;
        let has = |wanted: &[String], found: &dyn Fn(&str) -> bool| {
            wanted.iter().any(|name| found(name.as_str()))
        };
        let matches = |expression: &Option<Regex>, text: &str| {
            expression.as_ref().is_some_and(|e| e.is_match(text))
        };
        let logic = self
            .script
            .logic
            .map(|logic| self.script.tree.symbols.name(logic));
        has(&refusal.theories, &|name| census.theories.contains(&name))
            || has(&refusal.operators, &|name| {
                census.operators.contains_key(name)
            })
            || has(&refusal.commands, &|name| {
                census.commands.contains_key(name)
            })
            || has(&refusal.declares, &|name| self.declares(name))
            || self.has_other_floats(refusal)
            || self
                .all_options()
                .any(|option| matches(&refusal.options, &option))
            || matches(&refusal.logics, &logic.unwrap_or_default())
            || matches(&refusal.text, self.text)
    }

    fn declares(&self, sort: &str) -> bool {
        let declarations = &self.script.declarations;
        let mut sorts = declarations
            .all()
            .map(|declared| declarations.sort(declared));
        sorts.any(|found| self.script.show_sort(found) == sort)
    }

    fn has_other_floats(&self, refusal: &Refusal) -> bool {
        let Some(usual) = &refusal.float_formats_besides else {
            return false;
        };
        let (terms, declarations) = (&self.script.terms, &self.script.declarations);
        let declared = declarations.all().map(|d| declarations.sort(d));
        let mut sorts = terms.all().map(|term| terms.sort(term)).chain(declared);
        sorts.any(|sort| match Shape::of(self.script, sort) {
            Shape::Float(exponent, significand) => !usual.contains(&(exponent, significand)),
            _ => false,
        })
    }

    /// Options of the command line, and of the script as they would stand there.
    fn all_options(&self) -> impl Iterator<Item = String> {
        let set = self.text.split("(set-option :").skip(1).filter_map(|rest| {
            let (option, _) = rest.split_once(')')?;
            Some(option.trim().replacen(' ', "=", 1))
        });
        self.options.iter().cloned().chain(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(solver: &str, script: &str, options: &[&str]) -> Vec<String> {
        let options: Vec<String> = options.iter().map(ToString::to_string).collect();
        let policy = Policy::of(solver).unwrap();
        let refusals = policy.refusals(script.as_bytes(), &options);
        refusals
            .iter()
            .map(|refusal| refusal.what.clone())
            .collect()
    }

    #[test]
    fn every_policy_is_of_a_profile_and_names_its_sources() {
        for policy in ALL.iter() {
            let profile = solve::Profile::named(&policy.solver);
            assert!(profile.is_some(), "{}", policy.solver);
            for link in policy
                .links
                .iter()
                .chain(policy.refused.iter().flat_map(|r| &r.links))
            {
                assert!(link.starts_with("https://"), "{link}");
            }
        }
    }

    #[test]
    fn experimental_formats_are_refused_and_usual_ones_are_not() {
        let of = |format: &str| format!("(declare-const x {format})(assert (fp.isNaN x))");
        assert_eq!(refused("cvc5", &of("Float32"), &[]), [""; 0]);
        assert_eq!(refused("cvc5", &of("Float64"), &[]), [""; 0]);
        assert_eq!(refused("cvc5", &of("Float16"), &[]).len(), 1);
        assert_eq!(refused("bitwuzla", &of("Float16"), &[]), [""; 0]);
        assert_eq!(
            refused("bitwuzla", &of("(_ FloatingPoint 3 5)"), &[]).len(),
            1
        );
        assert_eq!(refused("z3", &of("(_ FloatingPoint 3 5)"), &[]), [""; 0]);
    }

    #[test]
    fn options_theories_commands_and_sorts_are_refused() {
        let plain = "(declare-const x Int)(assert (> x 0))(check-sat)";
        assert_eq!(refused("cvc5", plain, &["--incremental"]), [""; 0]);
        assert_eq!(refused("cvc5", plain, &["--fp-exp"]).len(), 1);
        assert_eq!(refused("z3", plain, &["rewriter.flat=false"]).len(), 1);
        assert_eq!(
            refused(
                "z3",
                &format!("(set-option :rewriter.flat false){plain}"),
                &[]
            )
            .len(),
            1
        );
        assert_eq!(
            refused("cvc5", "(declare-const r RegLan)(assert (= r r))", &[]).len(),
            1
        );
        assert_eq!(
            refused("cvc5", &format!("(set-logic HO_ALL){plain}"), &[]).len(),
            1
        );
        assert_eq!(
            refused("cvc5", "(declare-const b (Bag Int))(assert (= b b))", &[]).len(),
            1
        );
        assert_eq!(
            refused("z3", "(declare-const x Real)(assert (= x (/ x 0.0)))", &[]).len(),
            1
        );
        assert_eq!(
            refused("z3", "(declare-const x Real)(assert (= x (/ x 2.0)))", &[]),
            [""; 0]
        );
        assert_eq!(
            refused("z3", "(check-sat-using (then fm smt))", &[]).len(),
            1
        );
        assert_eq!(refused("z3", "(check-sat-using smt)", &[]), [""; 0]);
    }
}
