//! `nuthatch serve` and `nuthatch report --html` in a real browser, which is fetched from Debian if need be.
//! It is driven by WebDriver, which is JSON over HTTP.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What ends with the test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn is_there(program: &str) -> bool {
    let run = Command::new(program).arg("--version").output();
    run.is_ok_and(|output| output.status.success())
}

/// Whether there is a browser with its driver, now.
fn browser_is_there() -> bool {
    if !is_there("chromedriver") {
        let run = |arguments: &[&str]| {
            let mut apt = Command::new("apt-get");
            apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
            apt.output().is_ok_and(|output| output.status.success())
        };
        let packages = [
            "install",
            "-y",
            "--no-install-recommends",
            "chromium",
            "chromium-driver",
        ];
        let _ = run(&packages) || (run(&["update"]) && run(&packages));
    }
    is_there("chromedriver")
}

struct Browser {
    port: u16,
    session: String,
    _driver: Process,
}

impl Browser {
    fn start() -> Self {
        let mut driver = Command::new("chromedriver");
        driver
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut driver = Process(driver.spawn().unwrap());
        let out = driver.0.stdout.take().unwrap();
        let mut lines = BufReader::new(out).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let rest = line.split("successfully on port ").nth(1)?;
            rest.trim_end_matches('.').parse().ok()
        });
        let mut browser = Self {
            port: port.expect("chromedriver says its port"),
            session: String::new(),
            _driver: driver,
        };
        // What it goes on to print must not fill a pipe that nobody reads.
        std::thread::spawn(move || lines.for_each(drop));
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
        ];
        let wanted =
            json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}}});
        let session = browser.ask("POST", "/session", &wanted);
        browser.session = session["sessionId"].as_str().unwrap().to_owned();
        browser
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        let body = body.to_string();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )
        .unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut text = vec![0; length];
        reader.read_exact(&mut text).unwrap();
        let answer: Value = serde_json::from_slice(&text).unwrap();
        assert!(answer["value"]["error"].is_null(), "{path}: {answer}");
        answer["value"].clone()
    }

    fn go(&self, url: &str) {
        self.ask(
            "POST",
            &format!("/session/{}/url", self.session),
            &json!({ "url": url }),
        );
    }

    /// What a piece of JavaScript returns.
    fn eval(&self, script: &str) -> Value {
        let path = format!("/session/{}/execute/sync", self.session);
        self.ask("POST", &path, &json!({"script": script, "args": []}))
    }

    /// Waits until it returns true.
    fn until(&self, condition: &str) {
        let start = Instant::now();
        while self.eval(&format!("return Boolean({condition})")) != json!(true) {
            let page = self.eval("return document.body.innerText");
            assert!(
                start.elapsed() < Duration::from_secs(20),
                "not {condition}: {page}"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Without that the browser outlives its driver.
        let path = format!("/session/{}", self.session);
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            let _ = write!(
                stream,
                "DELETE {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
            );
            let _ = stream.read_to_end(&mut Vec::new());
        }
    }
}

/// The log of a campaign: one finding that was reduced, of which another can be made.
const LOG: &str = include_str!("format1/journal.jsonl");

/// Another finding, with markup wherever there is text, and no reduction.
fn wicked() -> String {
    let line = LOG
        .lines()
        .find(|line| line.contains("\"record\":\"finding\""))
        .unwrap();
    let mut finding: Value = serde_json::from_str(line).unwrap();
    finding["bucket"] = json!("crash-wicked-1");
    finding["kind"] = json!("crash");
    finding["title"] = json!("wicked <script>document.title='broken'</script> \"quoted\"");
    finding["mutant"]["script"] =
        json!("(declare-const |<script>document.title='broken'</script>| Int)\n(check-sat)\n");
    finding.to_string()
}

fn append(folder: &Path, line: &str) {
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(folder.join("journal.jsonl"))
        .unwrap();
    writeln!(file, "{line}").unwrap();
}

#[test]
fn pages_live_and_from_disk() {
    if !browser_is_there() {
        eprintln!("SKIPPED: there is no chromedriver, and apt-get cannot fetch it");
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let campaign = place.path().join("campaign");
    std::fs::create_dir(&campaign).unwrap();
    std::fs::write(campaign.join("journal.jsonl"), LOG).unwrap();
    let nuthatch = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nuthatch"));
        command.current_dir(place.path()).args(arguments);
        command
    };
    let mut serve = nuthatch(&["serve", "campaign", "--port", "0"]);
    let mut server = Process(serve.stdout(Stdio::piped()).spawn().unwrap());
    let mut url = String::new();
    BufReader::new(server.0.stdout.take().unwrap())
        .read_line(&mut url)
        .unwrap();
    let url = url.trim_end();
    let browser = Browser::start();

    // It follows what happens.
    browser.go(url);
    browser.until("document.body.innerText.includes('live')");
    browser.until("[...document.querySelectorAll('dd')].some((dd) => dd.textContent === '12')");
    let unit = r#"{"record":"unit","unit":2,"seed":"","mutants":30,"answers":{"sat":30},"generation":{"count":0,"sum":0.0,"squares":0.0,"min":0.0,"max":0.0},"solver_seconds":0.1,"seconds":0.1,"unconfirmed":0,"further":0}"#;
    append(&campaign, unit);
    browser.until("[...document.querySelectorAll('dd')].some((dd) => dd.textContent === '42')");

    // The list has what is new, can be filtered and sorted, and none of it is markup.
    browser.go(&format!("{url}findings.html"));
    browser.until("document.querySelectorAll('#bugs tbody tr').length === 1");
    append(&campaign, &wicked());
    browser.until("document.querySelectorAll('#bugs tbody tr').length === 2");
    browser.until(
        "[...document.querySelectorAll('[name=oracle] option')].some((o) => o.value === 'crash')",
    );
    browser.eval("const s = document.querySelector('[name=oracle]'); s.value = 'crash'; s.dispatchEvent(new Event('input', {bubbles: true}))");
    browser.until("document.getElementById('count').textContent === '1 bug'");
    let shown = browser.eval("return [...document.querySelectorAll('#bugs tbody tr')].filter((r) => !r.hidden).map((r) => r.querySelector('a').textContent).join('')");
    assert!(
        shown.as_str().unwrap().contains("<script>document.title"),
        "{shown}"
    );
    browser.eval("document.querySelector('[name=oracle]').value = ''; document.querySelectorAll('#bugs thead button')[1].click()");
    assert_eq!(
        browser.eval(
            "return document.querySelectorAll('#bugs thead th')[1].getAttribute('aria-sort')"
        ),
        "ascending"
    );
    assert_eq!(
        browser.eval("return document.querySelector('#bugs tbody tr').dataset.oracle"),
        "crash"
    );

    // One bug: its script is text. It is marked by the form.
    let page = browser.eval("return document.querySelector('#bugs tbody tr a').href");
    browser.go(page.as_str().unwrap());
    let script = browser.eval("return [...document.querySelectorAll('pre.script')].map((pre) => pre.textContent).join('')");
    assert!(
        script
            .as_str()
            .unwrap()
            .contains("|<script>document.title='broken'</script>|"),
        "{script}"
    );
    assert_eq!(
        browser.eval("return document.querySelectorAll('main script, main img').length"),
        0
    );
    assert!(
        !browser
            .eval("return document.title")
            .as_str()
            .unwrap()
            .starts_with("broken")
    );
    browser.eval("document.querySelector('[name=status]').value = 'confirmed'; document.querySelector('form.mark button').click()");
    browser.until(
        "[...document.querySelectorAll('.facts dd')].some((dd) => dd.textContent === 'confirmed')",
    );
    let ledger = std::fs::read_to_string(place.path().join("nuthatch-ledger.jsonl")).unwrap();
    assert!(ledger.contains("confirmed"), "{ledger}");

    // The same from disk.
    assert!(
        nuthatch(&["report", "campaign", "--html", "pages"])
            .status()
            .unwrap()
            .success()
    );
    let index = place.path().join("pages/findings.html");
    browser.go(&format!("file://{}", index.display()));
    browser.until("document.querySelectorAll('#bugs tbody tr').length === 2");
    browser.eval("const s = document.querySelector('[name=status]'); s.value = 'confirmed'; s.dispatchEvent(new Event('input', {bubbles: true}))");
    browser.until("document.getElementById('count').textContent === '1 bug'");
    let colour =
        browser.eval("return getComputedStyle(document.querySelector('.badge')).borderTopStyle");
    assert_eq!(colour, "solid", "the style sheet is not there");
    browser.eval("document.querySelector('#bugs tbody tr:not([hidden]) a').click()");
    browser.until("document.querySelector('pre.script')");
    assert_eq!(
        browser.eval("return document.querySelectorAll('form').length"),
        0
    );
}
