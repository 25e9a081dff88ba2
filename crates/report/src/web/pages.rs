//! The pages. The same are served and written to disk: what only a server can do is left out there.

use super::campaigns::{Campaigns, Listed, Watched};
use super::chart::{chart, number, span};
use super::highlight::highlighted;
use super::html::{Html, is_address};
use crate::guidance::answered;
use crate::issue::issue;
use campaign::bugs::STATUSES;
use campaign::finding::{Finding, Opinion, Reply};
use campaign::history::History;
use campaign::oracle;
use campaign::schedule::Success;
use campaign::totals::{Bucket, YieldTotals};
use solve::AnswerClass;
use std::collections::{BTreeMap, BTreeSet};

/// What a page may offer beyond what is on it.
#[derive(Debug, Clone, Copy)]
pub enum Served<'a> {
    /// It is a file.
    No,
    /// It is served: it changes as the campaign goes on, and what is sent back needs this word.
    Live {
        /// The word.
        token: &'a str,
    },
}

/// The page that comes first.
pub const OVERVIEW: &str = "index.html";
/// The page with all bugs.
pub const FINDINGS: &str = "findings.html";
/// The page with what strategies, modes and rules have brought.
pub const YIELDS: &str = "yields.html";

const STATIC: [(&str, &str); 3] = [
    (OVERVIEW, "Overview"),
    (FINDINGS, "Findings"),
    (YIELDS, "Strategies and rules"),
];

/// The file with the page of a bug. Ids are made by us, and still nothing but letters, digits and dashes
/// becomes part of a name.
pub fn bug_page(id: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.' || c == '_';
    let plain: String = id
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    format!("bug-{plain}.html")
}

/// The page of that name, if there is one.
pub fn page(campaigns: &mut Campaigns, name: &str, served: Served<'_>) -> Option<String> {
    let (title, body) = match name {
        OVERVIEW => ("Overview".to_owned(), overview(campaigns)),
        FINDINGS => ("Findings".to_owned(), findings(campaigns)),
        YIELDS => ("Strategies and rules".to_owned(), yields(campaigns)),
        other => {
            let listed = campaigns.listed().iter();
            let id = listed
                .map(|bug| bug.line.id.clone())
                .find(|id| bug_page(id) == other)?;
            let (listed, bucket) = campaigns.bug(&id)?;
            (listed.line.title.clone(), bug(listed, bucket, served))
        }
    };
    let mut html = Html::default();
    html.markup(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <link rel=\"stylesheet\" href=\"style.css\"><link rel=\"icon\" href=\"data:,\">\
         <script src=\"live.js\" defer></script>",
    );
    html.element("title", &[], &format!("{title} - nuthatch"));
    let live = if matches!(served, Served::Live { .. }) {
        "yes"
    } else {
        "no"
    };
    html.markup("</head>")
        .open("body", &[("data-served", live)]);
    html.markup("<a class=\"skip\" href=\"#main\">Skip to content</a><header><p class=\"name\">nuthatch</p><nav aria-label=\"Pages\"><ul>");
    for (file, title) in STATIC {
        html.markup("<li>");
        match file == name {
            true => html.element("a", &[("href", file), ("aria-current", "page")], title),
            false => html.element("a", &[("href", file)], title),
        };
        html.markup("</li>");
    }
    html.markup("</ul></nav><p id=\"state\" role=\"status\" aria-live=\"polite\"></p></header><main id=\"main\">");
    html.append(&body).markup("</main></body></html>\n");
    Some(html.into_string())
}

/// All pages that there are.
pub fn names(campaigns: &mut Campaigns) -> Vec<String> {
    let bugs = campaigns.listed().iter().map(|bug| bug_page(&bug.line.id));
    let bugs: Vec<String> = bugs.collect();
    STATIC
        .iter()
        .map(|(file, _)| (*file).to_owned())
        .chain(bugs)
        .collect()
}

fn overview(campaigns: &mut Campaigns) -> Html {
    let mut html = Html::default();
    html.markup("<h1>Overview</h1>");
    for (place, watched) in campaigns.all.iter().enumerate() {
        let id = format!("campaign-{place}");
        html.open("section", &[("id", &id), ("data-live", "")]);
        html.element("h2", &[], &watched.name);
        of_campaign(watched, &mut html);
        html.markup("</section>");
    }
    let listed = campaigns.listed();
    html.markup("<section id=\"gravest\" data-live><h2>Gravest findings</h2>");
    match listed.is_empty() {
        true => html.markup("<p>Nothing was found so far.</p>"),
        false => {
            html.markup("<ol class=\"gravest\">");
            for bug in listed.iter().take(10) {
                html.markup("<li>");
                oracle_badge(&bug.line.oracle, &mut html);
                html.markup(" ");
                html.element("a", &[("href", &bug_page(&bug.line.id))], &bug.line.title);
                html.markup("</li>");
            }
            html.markup("</ol>")
                .markup("<p><a href=\"findings.html\">All findings</a></p>")
        }
    };
    html.markup("</section>");
    html
}

fn of_campaign(watched: &Watched, html: &mut Html) {
    let totals = &watched.totals;
    let tally = totals.tally();
    let seconds = totals.seconds.max(1e-3);
    let answers = answered(&tally);
    let timeouts = tally.answered(AnswerClass::Timeout);
    let share = 100.0 * timeouts as f64 / tally.mutants.max(1) as f64;
    let behaviours = totals
        .guidance
        .behaviours
        .last()
        .map_or(0, |(_, count)| *count);
    let figures = [
        ("time", span(seconds)),
        ("mutants", number(tally.mutants as f64)),
        (
            "answered a second",
            format!("{:.1}", answers as f64 / seconds),
        ),
        ("timeouts", format!("{share:.1} %")),
        ("behaviours", number(behaviours as f64)),
        ("distinct findings", number(totals.buckets.len() as f64)),
        ("doubts", number(totals.doubts as f64)),
    ];
    html.markup("<dl class=\"figures\">");
    for (what, figure) in figures {
        html.markup("<div>")
            .element("dt", &[], what)
            .element("dd", &[], &figure)
            .markup("</div>");
    }
    html.markup("</dl><div class=\"charts\">");
    for (title, series) in [
        ("Mutants", &watched.mutants),
        ("Behaviours of the solver", &watched.behaviours),
        ("Distinct findings", &watched.findings),
    ] {
        chart(title, series, html);
    }
    html.markup("</div>");
    let all: f64 = tally.spent.values().sum::<f64>() + totals.reduction_seconds;
    let spent = tally.spent.iter().map(|(purpose, s)| (purpose.name(), *s));
    html.markup("<h3>Where the solvers' time went</h3><ul class=\"bars\">");
    for (name, seconds) in spent.chain([("reduction", totals.reduction_seconds)]) {
        let share = 100.0 * seconds / all.max(1e-9);
        html.markup("<li>")
            .element("span", &[("class", "what")], name);
        let value = format!("{share:.1}");
        html.open(
            "meter",
            &[
                ("min", "0"),
                ("max", "100"),
                ("value", &value),
                ("aria-label", name),
            ],
        )
        .close("meter");
        html.element("span", &[], &format!("{} ({share:.1} %)", span(seconds)))
            .markup("</li>");
    }
    html.markup("</ul><h3>Workers</h3><div class=\"wide\"><table><thead><tr><th scope=\"col\">process</th><th scope=\"col\">nuthatch</th><th scope=\"col\">state</th></tr></thead><tbody>");
    let last = watched.workers.len().saturating_sub(1);
    for (place, worker) in watched.workers.iter().enumerate() {
        let state = match &worker.ended {
            Some(why) => why.as_str(),
            None if place < last => "ended without a word",
            None => "at work, or killed",
        };
        html.markup("<tr>");
        for text in [&worker.process.to_string(), &worker.version, state] {
            html.element("td", &[], text);
        }
        html.markup("</tr>");
    }
    html.markup("</tbody></table></div>");
    if watched.skipped() > 0 {
        let told = format!(
            "{} lines of its log are not known to this version.",
            watched.skipped()
        );
        html.element("p", &[], &told);
    }
}

fn oracle_badge(name: &str, html: &mut Html) {
    let severity = oracle::named(name).map_or(9, |oracle| oracle.severity());
    let class = if severity == 0 {
        "badge grave"
    } else {
        "badge"
    };
    html.element("span", &[("class", class)], name);
}

/// Columns of the table of bugs, and whether they are numbers.
const COLUMNS: [(&str, &str); 8] = [
    ("bug", "text"),
    ("oracle", "text"),
    ("solver", "text"),
    ("theories", "text"),
    ("bytes", "number"),
    ("last bad", "text"),
    ("status", "text"),
    ("seen", "number"),
];

fn findings(campaigns: &mut Campaigns) -> Html {
    let listed = campaigns.listed();
    let mut html = Html::default();
    html.markup("<h1>Findings</h1><form id=\"filter\" class=\"filter\" aria-label=\"Filter\">");
    let of = |all: &mut dyn Iterator<Item = &str>| -> BTreeSet<String> {
        all.map(str::to_owned).collect()
    };
    let solvers = of(&mut listed.iter().map(|bug| bug.line.solver.as_str()));
    let oracles = of(&mut listed.iter().map(|bug| bug.line.oracle.as_str()));
    let theories = of(&mut listed
        .iter()
        .flat_map(|bug| bug.line.theories.iter().copied()));
    let statuses = of(&mut listed.iter().map(|bug| bug.line.status.unwrap_or("new")));
    for (name, values) in [
        ("solver", solvers),
        ("oracle", oracles),
        ("theory", theories),
        ("status", statuses),
    ] {
        html.markup("<label>").text(name).markup(" ");
        html.open("select", &[("name", name)])
            .markup("<option value=\"\">all</option>");
        for value in &values {
            html.element("option", &[("value", value)], value);
        }
        html.markup("</select></label>");
    }
    html.markup("<label>words <input type=\"search\" name=\"words\"></label></form>");
    html.markup("<p id=\"count\" role=\"status\" aria-live=\"polite\">");
    html.text(&format!("{} bugs", listed.len())).markup("</p>");
    html.markup("<div class=\"wide\"><table id=\"bugs\"><thead><tr>");
    for (name, kind) in COLUMNS {
        html.open("th", &[("scope", "col"), ("data-kind", kind)]);
        html.element("button", &[("type", "button")], name)
            .markup("</th>");
    }
    html.markup("</tr></thead><tbody id=\"rows\" data-live>");
    for bug in listed {
        row(bug, &mut html);
    }
    html.markup("</tbody></table></div>");
    html
}

fn row(bug: &Listed, html: &mut Html) {
    let line = &bug.line;
    let theories = line.theories.join(" ");
    let status = line.status.unwrap_or("new");
    html.open(
        "tr",
        &[
            ("data-solver", &line.solver),
            ("data-oracle", &line.oracle),
            ("data-theory", &theories),
            ("data-status", status),
        ],
    );
    html.markup("<th scope=\"row\">")
        .element("a", &[("href", &bug_page(&line.id))], &line.title)
        .markup("</th><td>");
    oracle_badge(&line.oracle, html);
    html.markup("</td>");
    let solvers: Vec<&str> = line.solvers.iter().map(String::as_str).collect();
    let bytes = line
        .reduced_bytes
        .map_or("-".to_owned(), |bytes| bytes.to_string());
    let last_bad = line.last_bad.clone().unwrap_or_else(|| "-".to_owned());
    for text in [
        &solvers.join(" "),
        &theories,
        &bytes,
        &last_bad,
        status,
        &line.seen.to_string(),
    ] {
        html.element("td", &[], text);
    }
    html.markup("</tr>");
}

fn yields(campaigns: &mut Campaigns) -> Html {
    let mut html = Html::default();
    html.markup("<h1>Strategies and rules</h1>");
    for (place, watched) in campaigns.all.iter().enumerate() {
        let id = format!("yields-{place}");
        html.open("section", &[("id", &id), ("data-live", "")])
            .element("h2", &[], &watched.name);
        html.markup(
            "<h3>Strategies and modes</h3><div class=\"wide\"><table><thead><tr><th scope=\"col\">strategy</th>\
             <th scope=\"col\">mode</th><th scope=\"col\">units</th><th scope=\"col\">mutants</th>\
             <th scope=\"col\">answered a second</th><th scope=\"col\">timeouts</th>\
             <th scope=\"col\">did something rare</th><th scope=\"col\">time</th></tr></thead><tbody>",
        );
        for ((strategy, mode), brought) in &watched.totals.modes {
            let tally = &brought.tally;
            html.markup("<tr>")
                .element("th", &[("scope", "row")], strategy);
            let rate = answered(tally) as f64 / tally.seconds.max(1e-9);
            for text in [
                mode.clone(),
                number(brought.units as f64),
                number(tally.mutants as f64),
                format!("{rate:.1}"),
                number(tally.answered(AnswerClass::Timeout) as f64),
                number(brought.sightings as f64),
                span(tally.seconds),
            ] {
                html.element("td", &[], &text);
            }
            html.markup("</tr>");
        }
        html.markup("</tbody></table></div>");
        ways(&watched.totals.ways, &mut html);
        html.markup("<h3>Findings by strategy</h3><ul>");
        for (strategy, count) in &watched.totals.found_by {
            html.element("li", &[], &format!("{strategy}: {count}"));
        }
        html.markup("</ul>");
        let guidance = &watched.totals.guidance;
        successes("Rules", "did something rare", &guidance.rules, &mut html);
        successes(
            "Mutations of Horn systems",
            "new traces",
            &guidance.mutations,
            &mut html,
        );
        html.markup("</section>");
    }
    html
}

fn ways(all: &BTreeMap<String, YieldTotals>, html: &mut Html) {
    if all.is_empty() {
        return;
    }
    html.markup(
        "<h3>How seeds and mutants were chosen</h3><div class=\"wide\"><table><thead><tr>\
         <th scope=\"col\">what is mutated</th><th scope=\"col\">units</th><th scope=\"col\">mutants</th>\
         <th scope=\"col\">did something rare</th><th scope=\"col\">new buckets</th>\
         <th scope=\"col\">time</th></tr></thead><tbody>",
    );
    for (way, brought) in all {
        html.markup("<tr>").element("th", &[("scope", "row")], way);
        for text in [
            number(brought.units as f64),
            number(brought.tally.mutants as f64),
            number(brought.sightings as f64),
            number(brought.found as f64),
            span(brought.tally.seconds),
        ] {
            html.element("td", &[], &text);
        }
        html.markup("</tr>");
    }
    html.markup("</tbody></table></div>");
}

fn successes(title: &'static str, what: &str, all: &BTreeMap<String, Success>, html: &mut Html) {
    if all.is_empty() {
        return;
    }
    html.element("h3", &[], title);
    html.markup("<div class=\"wide\"><table><thead><tr><th scope=\"col\">name</th><th scope=\"col\">tried</th>");
    html.element("th", &[("scope", "col")], what)
        .markup("</tr></thead><tbody>");
    let mut all: Vec<(&String, &Success)> = all.iter().collect();
    all.sort_by(|(_, a), (_, b)| b.new.cmp(&a.new).then(b.tried.cmp(&a.tried)));
    for (name, success) in all {
        html.markup("<tr>").element("th", &[("scope", "row")], name);
        html.element("td", &[], &number(success.tried as f64));
        html.element("td", &[], &number(success.new as f64))
            .markup("</tr>");
    }
    html.markup("</tbody></table></div>");
}

fn bug(listed: &Listed, bucket: &Bucket, served: Served<'_>) -> Html {
    let (line, finding) = (&listed.line, &bucket.best);
    let mut html = Html::default();
    html.element("h1", &[], &line.title);
    html.markup("<p class=\"lead\">");
    oracle_badge(&line.oracle, &mut html);
    if let Some(oracle) = oracle::named(&line.oracle) {
        html.text(" ").text(&oracle.explanation(finding));
    }
    html.text(" ").text(&sentence(&finding.verdict));
    if let Some(setting) = finding.setting() {
        html.text(" ").text(&setting);
    }
    html.markup("</p>");
    facts(listed, bucket, &mut html);
    if let Some(history) = &finding.history {
        releases(history, &mut html);
    }
    scripts(finding, &mut html);
    steps(finding, &mut html);
    if !finding.evidence.is_empty() || !finding.opinions.is_empty() {
        html.markup("<section><h2>What this rests on</h2><ul>");
        for evidence in &finding.evidence {
            html.element("li", &[], evidence);
        }
        for opinion in &finding.opinions {
            html.element("li", &[], &told(opinion));
        }
        html.markup("</ul></section>");
    }
    if listed.witnesses.len() > 1 || !bucket.merged.is_empty() {
        html.markup("<section><h2>Findings that are the same bug</h2><ul>");
        let paths = line.witnesses.iter().map(|path| path.display().to_string());
        let merged = bucket
            .merged
            .iter()
            .map(|(name, why)| format!("{name}: {why}"));
        for text in paths.chain(line.why.iter().cloned()).chain(merged) {
            html.element("li", &[], &text);
        }
        html.markup("</ul></section>");
    }
    html.markup("<section><h2>To report it</h2><p><button type=\"button\" data-copy=\"issue\">Copy issue.md</button></p>");
    html.element(
        "pre",
        &[("id", "issue"), ("tabindex", "0")],
        &issue(finding),
    )
    .markup("</section>");
    if let Served::Live { token } = served {
        mark_form(&line.id, line.status, token, &mut html);
    }
    html
}

/// Pages are shown to others, whom it does not concern where somebody lives.
fn without_home(text: &str) -> String {
    let home = std::env::home_dir().map(|home| home.display().to_string());
    match home.filter(|home| home.len() > 1) {
        Some(home) => text.replace(&home, "~"),
        None => text.to_owned(),
    }
}

/// With a capital letter, and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}

fn facts(listed: &Listed, bucket: &Bucket, html: &mut Html) {
    let (line, finding) = (&listed.line, &bucket.best);
    let found = format!("{} by {}", finding.source_name(), finding.strategy);
    let mode = finding.mode.map_or("-", |mode| mode.name());
    let bytes = line
        .reduced_bytes
        .map_or("not reduced".to_owned(), |bytes| format!("{bytes} bytes"));
    let status = line.status.unwrap_or("new");
    html.markup("<dl class=\"facts\">");
    for (what, fact) in [
        ("bug", line.id.as_str()),
        (
            "solver",
            &format!("{} {}", finding.solver.name, finding.solver.version),
        ),
        ("command", &without_home(&finding.solver.command)),
        ("logic", &finding.logic),
        ("from", &found),
        ("mode", mode),
        ("smallest script", &bytes),
        ("times seen", &line.seen.to_string()),
        ("status", status),
    ] {
        html.markup("<div>")
            .element("dt", &[], what)
            .element("dd", &[], fact)
            .markup("</div>");
    }
    if let Some(url) = &line.url {
        html.markup("<div><dt>reported</dt><dd>");
        match is_address(url) {
            true => html.element("a", &[("href", url), ("rel", "noopener noreferrer")], url),
            false => html.text(url),
        };
        html.markup("</dd></div>");
    }
    if let Some(note) = &line.note {
        html.markup("<div><dt>note</dt>")
            .element("dd", &[], note)
            .markup("</div>");
    }
    for refused in &line.refused {
        html.markup("<div><dt>not wanted</dt>")
            .element("dd", &[], refused)
            .markup("</div>");
    }
    html.markup("</dl>");
}

fn releases(history: &History, html: &mut Html) {
    html.markup("<section><h2>Releases</h2><ol class=\"strip\">");
    for release in &history.releases {
        let (class, word) = match release.shows {
            Some(true) => ("bad", "has it"),
            Some(false) => ("good", "without it"),
            None => ("unknown", "cannot tell"),
        };
        let told = format!(
            "{} {}: {} ({word})",
            history.solver, release.version, release.answer
        );
        html.open("li", &[("class", class), ("title", &told)]);
        html.element("span", &[("class", "version")], &release.version);
        html.element("span", &[("class", "hidden")], &format!(" {word}"))
            .markup("</li>");
    }
    html.markup("</ol><ul>");
    for sentence in history.told(&[]) {
        html.element("li", &[], &sentence);
    }
    html.markup("</ul></section>");
}

fn scripts(finding: &Finding, html: &mut Html) {
    let reduced = finding.reduced.iter().flat_map(|reduced| reduced.scripts());
    let reduced: Vec<_> = reduced
        .map(|(name, left)| (name.to_owned(), &left.script[..], &left.reply))
        .collect();
    let has_reduced = !reduced.is_empty();
    for (name, text, reply) in &reduced {
        script(name, text, reply, html);
    }
    match has_reduced {
        true => html.markup("<details><summary>As it was found</summary>"),
        false => html,
    };
    for (name, text, reply) in finding.scripts() {
        script(&name, text, reply, html);
    }
    if has_reduced {
        html.markup("</details>");
    }
}

fn script(name: &str, text: &[u8], reply: &Reply, html: &mut Html) {
    html.markup("<section>")
        .element("h2", &[], &format!("The {name}: {}", reply.answer));
    highlighted(text, html);
    let output = reply.output.trim();
    if !output.is_empty() && output != reply.answer.to_string() {
        html.markup("<details><summary>What the solver prints</summary>");
        html.element("pre", &[("tabindex", "0")], output)
            .markup("</details>");
    }
    html.markup("</section>");
}

fn steps(finding: &Finding, html: &mut Html) {
    let derived = finding.derivation.derived();
    if derived.steps() == 0 {
        return;
    }
    html.markup("<section><h2>From seed to mutant</h2>");
    html.element("p", &[], &derived.argument());
    for step in derived.told() {
        html.element("p", &[], &step.what);
        let Some(replaced) = step.replaced else {
            continue;
        };
        let (put, declared) = replaced.put.split_last().unwrap_or((&replaced.was, &[]));
        html.markup("<pre class=\"diff\" tabindex=\"0\">");
        let declared = declared.iter().map(|text| ("ins", "+ ", text));
        for (tag, mark, text) in declared.chain([("del", "- ", &replaced.was), ("ins", "+ ", put)])
        {
            for line in String::from_utf8_lossy(text).lines() {
                html.element(tag, &[], &format!("{mark}{line}")).text("\n");
            }
        }
        html.markup("</pre>");
    }
    html.markup("</section>");
}

fn told(opinion: &Opinion) -> String {
    let parents: Vec<&str> = opinion.parents.iter().map(|class| class.word()).collect();
    let of_parents = match parents.is_empty() {
        true => String::new(),
        false => format!(" and of the seed {}", parents.join(", ")),
    };
    let solver = &opinion.solver;
    format!(
        "{} {} says {} of the script{of_parents}",
        solver.name, solver.version, opinion.witness
    )
}

fn mark_form(id: &str, status: Option<&str>, token: &str, html: &mut Html) {
    html.markup(
        "<section><h2>What became of it</h2><form method=\"post\" action=\"mark\" class=\"mark\">",
    );
    html.open(
        "input",
        &[("type", "hidden"), ("name", "token"), ("value", token)],
    );
    html.open(
        "input",
        &[("type", "hidden"), ("name", "bug"), ("value", id)],
    );
    html.markup("<label>status <select name=\"status\">");
    for (name, _, meaning) in STATUSES {
        let text = format!("{name}: {meaning}");
        match status == Some(name) {
            true => html.element("option", &[("value", name), ("selected", "")], &text),
            false => html.element("option", &[("value", name)], &text),
        };
    }
    html.markup(
        "</select></label><label>address <input name=\"url\" type=\"url\"></label>\
         <label>note <input name=\"note\"></label><button type=\"submit\">Mark</button></form></section>",
    );
}
