//! Serves pages that follow their campaigns.
//!
//! A thread reads the logs, and a thread answers each request. Pages are made from what is known when they
//! are asked for; browsers are told, at most a few times a second, that there is something new, and then ask.

use super::campaigns::{Campaigns, MarkError};
use super::http::{Request, Response, field, head};
use super::pages::{OVERVIEW, Served, bug_page, page};
use super::{SCRIPT, STYLE};
use campaign::bugs::STATUSES;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// How often logs are looked at, and how often browsers are told at most.
const LOOK: Duration = Duration::from_millis(200);
const TELL: Duration = Duration::from_millis(400);
/// After how long a browser is told that there is nothing, so that one that is gone is noticed.
const SIGN_OF_LIFE: Duration = Duration::from_secs(10);
/// How many connections there may be at a time.
const CONNECTIONS: usize = 64;
/// The cookie with the token.
const COOKIE: &str = "nuthatch";
/// What somebody may write in a note, or as an address.
const LONGEST: usize = 2_000;

/// A dashboard.
pub struct Server {
    campaigns: Mutex<Campaigns>,
    changed: Condvar,
    /// What a request must know that changes something, and any request if others can reach us.
    token: String,
    address: SocketAddr,
    /// Names that we may be called by, besides our address and `localhost`.
    names: Vec<String>,
    connections: AtomicUsize,
}

impl Server {
    /// A dashboard of these campaigns at that address.
    pub fn new(campaigns: Campaigns, address: SocketAddr, names: Vec<String>) -> Self {
        Self {
            campaigns: Mutex::new(campaigns),
            changed: Condvar::new(),
            token: token(),
            address,
            names,
            connections: AtomicUsize::new(0),
        }
    }

    /// Whether everybody must show the token.
    fn is_guarded(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Where to look.
    pub fn url(&self) -> String {
        match self.is_guarded() {
            true => format!("http://{}/?token={}", self.address, self.token),
            false => format!("http://{}/", self.address),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Campaigns> {
        self.campaigns
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Serves until it is told to stop. `complain` hears of logs that cannot be read any more.
    ///
    /// # Errors
    /// If nobody can be listened to.
    pub fn run(
        &self,
        listener: &TcpListener,
        stop: &AtomicBool,
        complain: &(dyn Fn(&str) + Sync),
    ) -> io::Result<()> {
        listener.set_nonblocking(true)?;
        std::thread::scope(|scope| {
            scope.spawn(|| self.follow(stop, complain));
            while !stop.load(Ordering::Relaxed) {
                match listener.accept() {
                    Ok((stream, _)) => self.take(scope, stream, stop),
                    // Nobody there, or one who is gone again, or no more files: wait, and listen on.
                    Err(_) => std::thread::sleep(Duration::from_millis(20)),
                }
            }
            self.changed.notify_all();
        });
        Ok(())
    }

    fn take<'s>(
        &'s self,
        scope: &'s std::thread::Scope<'s, '_>,
        stream: TcpStream,
        stop: &'s AtomicBool,
    ) {
        if self.connections.fetch_add(1, Ordering::Relaxed) >= CONNECTIONS {
            self.connections.fetch_sub(1, Ordering::Relaxed);
            let busy = Response::refused("503 Service Unavailable", "too many at a time");
            let _ = busy.send(&stream, false);
            return;
        }
        let answer = move || {
            // Who goes away in the middle is no failure of ours.
            let _ = self.answer(&stream, stop);
            self.connections.fetch_sub(1, Ordering::Relaxed);
        };
        if std::thread::Builder::new()
            .spawn_scoped(scope, answer)
            .is_err()
        {
            self.connections.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn follow(&self, stop: &AtomicBool, complain: &(dyn Fn(&str) + Sync)) {
        let mut told = String::new();
        while !stop.load(Ordering::Relaxed) {
            let mut campaigns = self.lock();
            let before = campaigns.version;
            let more = campaigns.follow();
            let is_new = campaigns.version != before;
            drop(campaigns);
            if is_new {
                self.changed.notify_all();
            }
            match more {
                Ok(true) => std::thread::yield_now(),
                Ok(false) => std::thread::sleep(LOOK),
                Err(error) => {
                    let error = error.to_string();
                    if error != told {
                        complain(&error);
                        told = error;
                    }
                    std::thread::sleep(SIGN_OF_LIFE);
                }
            }
        }
    }

    fn answer(&self, stream: &TcpStream, stop: &AtomicBool) -> io::Result<()> {
        stream.set_nonblocking(false)?;
        let Some(request) = Request::read(stream)? else {
            return Response::refused("400 Bad Request", "that is no request").send(stream, false);
        };
        let head_only = request.method == "HEAD";
        if request.path == "/events" && request.method == "GET" && self.refusal(&request).is_none()
        {
            return self.tell(stream, stop);
        }
        self.respond(&request).send(stream, head_only)
    }

    /// Why a request is refused, whatever it wants.
    fn refusal(&self, request: &Request) -> Option<Response> {
        let host = request.header("host").unwrap_or_default();
        if !self.is_ours(host) {
            // A page from elsewhere whose name was made to lead here.
            let why =
                "this host is not known here: call it by its address, or start it with --name";
            return Some(Response::refused("421 Misdirected Request", why));
        }
        if self.is_guarded()
            && !request
                .cookie(COOKIE)
                .is_some_and(|token| self.is_token(token))
        {
            let why = "open the address that nuthatch serve has printed, with its token";
            return Some(Response::refused("403 Forbidden", why));
        }
        None
    }

    /// Whether we may be called so: a name from elsewhere could be made to lead here, an address cannot.
    fn is_ours(&self, host: &str) -> bool {
        if let Ok(address) = host.parse::<SocketAddr>() {
            return address.port() == self.address.port();
        }
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        if bare.parse::<IpAddr>().is_ok() {
            return self.address.port() == 80;
        }
        let (name, port) = host.rsplit_once(':').unwrap_or((host, "80"));
        let is_name = |known: &str| known.eq_ignore_ascii_case(name);
        port == self.address.port().to_string()
            && (is_name("localhost") || self.names.iter().any(|known| is_name(known)))
    }

    /// Takes the same time whatever is wrong with it.
    fn is_token(&self, given: &str) -> bool {
        let (a, b) = (self.token.as_bytes(), given.as_bytes());
        a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)) == 0
    }

    fn respond(&self, request: &Request) -> Response {
        let given = field(&request.query, "token");
        if let Some(given) = given.filter(|_| request.path == "/" && self.is_guarded())
            && self.is_ours(request.header("host").unwrap_or_default())
            && self.is_token(&given)
        {
            let mut response = Response::see("/");
            let cookie = format!("{COOKIE}={given}; HttpOnly; SameSite=Strict; Path=/");
            response.headers.push(("Set-Cookie", cookie));
            return response;
        }
        if let Some(refusal) = self.refusal(request) {
            return refusal;
        }
        match (request.method.as_str(), request.path.as_str()) {
            ("POST", "/mark") => self.mark(request),
            ("GET" | "HEAD", "/style.css") => Response::ok("text/css; charset=utf-8", STYLE),
            ("GET" | "HEAD", "/live.js") => Response::ok("text/javascript; charset=utf-8", SCRIPT),
            ("GET" | "HEAD", path) => {
                let name = match path.trim_start_matches('/') {
                    "" => OVERVIEW,
                    name => name,
                };
                let served = Served::Live { token: &self.token };
                match page(&mut self.lock(), name, served) {
                    Some(page) => Response::ok("text/html; charset=utf-8", page),
                    None => Response::refused("404 Not Found", "there is no such page"),
                }
            }
            _ => Response::refused("405 Method Not Allowed", "that cannot be done here"),
        }
    }

    fn mark(&self, request: &Request) -> Response {
        let host = request.header("host").unwrap_or_default();
        let origin = request.header("origin");
        let is_same = origin.is_some_and(|origin| origin.strip_prefix("http://") == Some(host));
        let field = |name: &str| request.field(name).filter(|value| !value.is_empty());
        if !is_same || !field("token").is_some_and(|token| self.is_token(&token)) {
            let why = "only our own pages may change something: load the page again";
            return Response::refused("403 Forbidden", why);
        }
        let named =
            field("status").and_then(|name| STATUSES.iter().find(|(known, ..)| *known == name));
        let (Some(id), Some((_, status, _))) = (field("bug"), named) else {
            return Response::refused("400 Bad Request", "which bug, and what became of it?");
        };
        let (url, note) = (field("url"), field("note"));
        let is_long =
            |text: &Option<String>| text.as_ref().is_some_and(|text| text.len() > LONGEST);
        if is_long(&url) || is_long(&note) {
            return Response::refused("400 Bad Request", "that is too long");
        }
        let marked = self.lock().mark(&id, *status, url, note);
        match marked {
            Ok(()) => {
                self.changed.notify_all();
                Response::see(&format!("/{}", bug_page(&id)))
            }
            Err(MarkError::Unknown) => Response::refused("404 Not Found", "there is no such bug"),
            Err(error) => Response::refused("500 Internal Server Error", &error.to_string()),
        }
    }

    /// Tells a browser of every change, until it is gone.
    fn tell(&self, mut stream: &TcpStream, stop: &AtomicBool) -> io::Result<()> {
        stream.write_all(head("200 OK", "text/event-stream").as_bytes())?;
        stream.write_all(b"\r\n")?;
        let mut told = None;
        while !stop.load(Ordering::Relaxed) {
            let campaigns = self.lock();
            let unchanged = |campaigns: &mut Campaigns| {
                Some(campaigns.version) == told && !stop.load(Ordering::Relaxed)
            };
            let waited = self
                .changed
                .wait_timeout_while(campaigns, SIGN_OF_LIFE, unchanged);
            let campaigns = waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
            let now = campaigns.version;
            drop(campaigns);
            match Some(now) == told {
                true => stream.write_all(b": still here\n\n")?,
                false => stream.write_all(format!("data: {now}\n\n").as_bytes())?,
            }
            stream.flush()?;
            told = Some(now);
            std::thread::sleep(TELL);
        }
        Ok(())
    }
}

/// 128 bits that nobody can guess: the standard library's hashes are keyed by the system's random numbers.
fn token() -> String {
    let word = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", word(), word())
}
