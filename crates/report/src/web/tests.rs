use super::*;
use crate::tests::finding;
use campaign::store::{Event, Folder, Store, UnitReport};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A campaign of one finding, in whose names and texts there is markup.
fn campaign_in(folder: &Path) -> (Folder, PathBuf) {
    let (mut store, _) = Folder::open(folder).unwrap();
    let started = Event::Started {
        format: 2,
        version: "<b>".to_owned(),
        process: 7,
        identity: String::new(),
    };
    store.append(started).unwrap();
    store.append(unit(10)).unwrap();
    let mut found = finding("(assert (= |<script>alert(1)</script>| \"'\"))");
    found.title = "z3 <img src=x onerror=alert(2)>".to_owned();
    found.evidence = vec!["<i>".to_owned()];
    store.append(Event::Finding(Box::new(found))).unwrap();
    (store, folder.join("ledger.jsonl"))
}

fn unit(mutants: u64) -> Event {
    let mut report = UnitReport {
        strategy: "swap".to_owned(),
        mode: "reset".to_owned(),
        chosen: "in <b>turn</b>".to_owned(),
        complete: true,
        ..UnitReport::default()
    };
    report.tally.mutants = mutants;
    Event::Unit(Box::new(report))
}

/// Serves a campaign while somebody asks.
fn served(address: &str, ask: impl FnOnce(&Server, SocketAddr, &mut Folder)) {
    let folder = tempfile::tempdir().unwrap();
    let (mut store, ledger) = campaign_in(folder.path());
    let campaigns = Campaigns::open(&[folder.path().to_owned()], &ledger).unwrap();
    let listener = TcpListener::bind(address).unwrap();
    let address = listener.local_addr().unwrap();
    let server = Server::new(campaigns, address, vec!["fuzzer.example".to_owned()]);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            server
                .run(&listener, &stop, &|error| panic!("{error}"))
                .unwrap()
        });
        // Whatever becomes of the test, the server must end.
        let asked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            ask(&server, address, &mut store);
        }));
        stop.store(true, Ordering::Relaxed);
        if let Err(panic) = asked {
            std::panic::resume_unwind(panic);
        }
    });
}

/// What comes back if this is sent.
fn said(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", address.port())).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8(answer).unwrap()
}

fn get(address: SocketAddr, path: &str) -> String {
    said(
        address,
        &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n"),
    )
}

/// Asks until there is that in it, as logs are read in the background.
fn awaited(address: SocketAddr, path: &str, part: &str) -> String {
    let start = Instant::now();
    loop {
        let page = get(address, path);
        if page.contains(part) {
            return page;
        }
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "no {part} in {page}"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn bug_of(address: SocketAddr) -> String {
    let page = awaited(address, "/findings.html", "<a href=\"bug-");
    let start = page.find("bug-").unwrap();
    let end = page[start..].find('"').unwrap();
    page[start..start + end].to_owned()
}

#[test]
fn nothing_that_a_solver_or_a_script_says_is_markup() {
    served("127.0.0.1:0", |_, address, _| {
        let bug = format!("/{}", bug_of(address));
        for path in ["/", "/findings.html", "/yields.html", &bug] {
            let page = get(address, path);
            assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{path}: {page}");
            for markup in ["<script>", "<img", "<i>", "<b>"] {
                assert!(!page.contains(markup), "{path} has {markup}: {page}");
            }
        }
        assert!(get(address, "/yields.html").contains("in &lt;b&gt;turn"));
        let page = get(address, &bug);
        for part in [
            "|&lt;script&gt;alert(1)&lt;/script&gt;|",
            "&lt;img src=x",
            "class=\"diff\"",
            "&lt;i&gt;",
        ] {
            assert!(page.contains(part), "no {part} in {page}");
        }
        assert!(page.contains(
            "Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self'"
        ));
    });
}

#[test]
fn who_is_not_meant_is_refused() {
    served("127.0.0.1:0", |_, address, _| {
        let port = address.port();
        let as_host =
            |host: &str| said(address, &format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n"));
        for ours in [
            format!("127.0.0.1:{port}"),
            format!("LocalHost:{port}"),
            format!("fuzzer.example:{port}"),
        ] {
            assert!(as_host(&ours).starts_with("HTTP/1.1 200"), "{ours}");
        }
        for theirs in [
            format!("evil.example:{port}"),
            "127.0.0.1:1".to_owned(),
            "localhost".to_owned(),
            String::new(),
        ] {
            assert!(as_host(&theirs).starts_with("HTTP/1.1 421"), "{theirs}");
        }
        assert!(said(address, "\r\n\r\n").starts_with("HTTP/1.1 400"));
        assert!(get(address, "/../ledger.jsonl").starts_with("HTTP/1.1 404"));
        assert!(get(address, "/bug-none.html").starts_with("HTTP/1.1 404"));
        let delete = format!("DELETE / HTTP/1.1\r\nHost: {address}\r\n\r\n");
        assert!(said(address, &delete).starts_with("HTTP/1.1 405"));
    });
}

#[test]
fn who_can_be_reached_from_elsewhere_wants_its_token() {
    served("0.0.0.0:0", |server, address, _| {
        let port = address.port();
        let host = format!("Host: 127.0.0.1:{port}\r\n");
        let ask = |path: &str, more: &str| {
            said(address, &format!("GET {path} HTTP/1.1\r\n{host}{more}\r\n"))
        };
        for path in ["/", "/style.css", "/events", "/?token=0"] {
            assert!(ask(path, "").starts_with("HTTP/1.1 403"), "{path}");
        }
        let url = server.url();
        let token = url.split("token=").nth(1).unwrap();
        let enter = ask(&format!("/?token={token}"), "");
        assert!(
            enter.starts_with("HTTP/1.1 303") && enter.contains("HttpOnly; SameSite=Strict"),
            "{enter}"
        );
        assert!(ask("/", &format!("Cookie: nuthatch={token}\r\n")).starts_with("HTTP/1.1 200"));
        assert!(ask("/", "Cookie: nuthatch=0\r\n").starts_with("HTTP/1.1 403"));
    });
}

#[test]
fn a_bug_is_marked_by_our_own_page_only() {
    served("127.0.0.1:0", |_, address, _| {
        let bug = bug_of(address);
        let page = get(address, &format!("/{bug}"));
        let value = |name: &str| {
            let start = page.find(&format!("name=\"{name}\" value=\"")).unwrap();
            page[start..].split('"').nth(3).unwrap().to_owned()
        };
        let (token, id) = (value("token"), value("bug"));
        let post = |origin: &str, token: &str, status: &str| {
            let body = format!(
                "token={token}&bug={id}&status={status}&url=javascript%3Aalert(1)&note=a+%3Cb%3E"
            );
            let head = format!(
                "POST /mark HTTP/1.1\r\nHost: {address}\r\n{origin}Content-Length: {}\r\n\r\n",
                body.len()
            );
            said(address, &(head + &body))
        };
        let ours = format!("Origin: http://{address}\r\n");
        for (origin, token, status, answer) in [
            ("", token.as_str(), "reported", "403"),
            ("Origin: http://evil.example\r\n", &token, "reported", "403"),
            (&ours, "guess", "reported", "403"),
            (&ours, &token, "nonsense", "400"),
            (&ours, &token, "reported", "303"),
        ] {
            let said = post(origin, token, status);
            assert!(said.starts_with(&format!("HTTP/1.1 {answer}")), "{said}");
        }
        let page = get(address, &format!("/{bug}"));
        assert!(
            page.contains("<dd>reported</dd>") && page.contains("a &lt;b&gt;"),
            "{page}"
        );
        assert!(!page.contains("href=\"javascript"), "{page}");
    });
}

#[test]
fn browsers_are_told_of_what_is_new_and_the_page_has_it() {
    served("127.0.0.1:0", |_, address, store| {
        awaited(address, "/", "<dd>10</dd>");
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET /events HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        let mut heard = String::new();
        let mut hear_until = |times: usize| {
            while heard.matches("data: ").count() < times {
                let mut part = [0; 1024];
                let read = stream.read(&mut part).unwrap();
                assert!(read > 0, "{heard}");
                heard.push_str(std::str::from_utf8(&part[..read]).unwrap());
            }
        };
        hear_until(1);
        store.append(unit(32)).unwrap();
        hear_until(2);
        assert!(get(address, "/").contains("<dd>42</dd>"));
    });
}

#[test]
fn pages_are_written_to_a_folder_and_lead_to_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, ledger) = campaign_in(folder.path());
    let mut campaigns = Campaigns::open(&[folder.path().to_owned()], &ledger).unwrap();
    campaigns.read_all().unwrap();
    let pages = folder.path().join("pages");
    assert_eq!(write_pages(&mut campaigns, &pages).unwrap(), 4);
    let read = |name: &str| std::fs::read_to_string(pages.join(name)).unwrap();
    let index = read("index.html");
    let mut links = index
        .split("href=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap());
    let is_there = |link: &str| {
        link.starts_with('#') || link.starts_with("data:") || pages.join(link).exists()
    };
    assert!(links.all(is_there), "{index}");
    assert!(!index.contains("<form method"));
    let text = report_markdown(&mut campaigns);
    assert!(
        text.contains("| 10 |") && text.contains("soundness, seen 1 times, new"),
        "{text}"
    );
}
