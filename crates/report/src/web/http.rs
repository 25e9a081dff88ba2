//! As much of HTTP as a dashboard needs: one request a connection, read within limits.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// How long a browser may take to say what it wants, or to take an answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the lines of a request may be in all, and what is sent with it.
const HEAD: u64 = 16 << 10;
const BODY: usize = 64 << 10;

/// What somebody wants.
#[derive(Debug, Default)]
pub struct Request {
    pub method: String,
    /// Without what follows a question mark.
    pub path: String,
    pub query: String,
    /// Names are in small letters.
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    /// Reads one; `None` if it is none.
    pub fn read(stream: &TcpStream) -> io::Result<Option<Self>> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        Self::parse(BufReader::new(stream))
    }

    fn parse(from: impl BufRead) -> io::Result<Option<Self>> {
        let mut from = from.take(HEAD);
        let mut line = || -> io::Result<Option<String>> {
            let mut line = Vec::new();
            from.read_until(b'\n', &mut line)?;
            let whole = line.ends_with(b"\n");
            let text = String::from_utf8(line).ok().filter(|_| whole);
            Ok(text.map(|text| text.trim_end().to_owned()))
        };
        let Some(first) = line()? else {
            return Ok(None);
        };
        let mut words = first.split(' ');
        let (Some(method), Some(target), Some(version)) =
            (words.next(), words.next(), words.next())
        else {
            return Ok(None);
        };
        if !version.starts_with("HTTP/1.") || !target.starts_with('/') || words.next().is_some() {
            return Ok(None);
        }
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut request = Self {
            method: method.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            ..Self::default()
        };
        loop {
            let Some(line) = line()? else {
                return Ok(None);
            };
            if line.is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(':') else {
                return Ok(None);
            };
            let header = (name.to_ascii_lowercase(), value.trim().to_owned());
            request.headers.push(header);
        }
        let length = request.header("content-length").map(str::parse::<usize>);
        match length {
            None => {}
            Some(Ok(length)) if length <= BODY => {
                from.set_limit(length as u64);
                from.read_to_end(&mut request.body)?;
                if request.body.len() < length {
                    return Ok(None);
                }
            }
            Some(_) => return Ok(None),
        }
        Ok(Some(request))
    }

    /// The value of a header that is there once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut all = self.headers.iter().filter(|(n, _)| n == name);
        let (_, value) = all.next()?;
        all.next().is_none().then_some(value)
    }

    /// The cookie of that name.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let mut all = self.header("cookie")?.split(';');
        all.find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
    }

    /// A field of what was filled in.
    pub fn field(&self, name: &str) -> Option<String> {
        field(std::str::from_utf8(&self.body).ok()?, name)
    }
}

/// A field of `a=b&c=d`.
pub fn field(form: &str, name: &str) -> Option<String> {
    let pairs = form.split('&').filter_map(|pair| pair.split_once('='));
    let mut pairs = pairs.filter(|(key, _)| *key == name);
    pairs.next().map(|(_, value)| decoded(value))
}

fn decoded(text: &str) -> String {
    let (mut out, mut bytes) = (Vec::new(), text.bytes());
    while let Some(byte) = bytes.next() {
        let decoded = match byte {
            b'+' => Some(b' '),
            b'%' => {
                let mut rest = bytes.clone();
                let mut digit = || rest.next().and_then(|digit| (digit as char).to_digit(16));
                let value = digit()
                    .zip(digit())
                    .map(|(high, low)| (high * 16 + low) as u8);
                if value.is_some() {
                    bytes = rest;
                }
                value
            }
            _ => None,
        };
        out.push(decoded.unwrap_or(byte));
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// What is sent back.
#[derive(Debug)]
pub struct Response {
    pub status: &'static str,
    pub kind: &'static str,
    pub body: Vec<u8>,
    /// Further headers; values are ours.
    pub headers: Vec<(&'static str, String)>,
}

impl Response {
    /// A page or a file.
    pub fn ok(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status: "200 OK",
            kind,
            body: body.into(),
            headers: Vec::new(),
        }
    }

    /// A sentence that says why not.
    pub fn refused(status: &'static str, why: &str) -> Self {
        Self {
            status,
            kind: "text/plain; charset=utf-8",
            body: format!("{why}\n").into_bytes(),
            headers: Vec::new(),
        }
    }

    /// Look there.
    pub fn see(place: &str) -> Self {
        let mut response = Self::refused("303 See Other", "look there");
        response.headers.push(("Location", place.to_owned()));
        response
    }

    /// Sends it; without what it is about if only the head was asked for.
    pub fn send(&self, mut to: impl Write, head_only: bool) -> io::Result<()> {
        let mut text = head(self.status, self.kind);
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str(&format!("Content-Length: {}\r\n\r\n", self.body.len()));
        to.write_all(text.as_bytes())?;
        if !head_only {
            to.write_all(&self.body)?;
        }
        to.flush()
    }
}

/// The first lines of an answer: nothing comes from elsewhere, nothing is run that is not ours, and nobody
/// shows our pages in theirs. Without any referrer, browsers would not say either where a form comes from.
pub fn head(status: &str, kind: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nConnection: close\r\nCache-Control: no-store\r\n\
         Content-Security-Policy: default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; \
         img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: same-origin\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<Request> {
        Request::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn what_is_no_request_is_told_from_one() {
        let request = parse("POST /mark?x=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nCookie: b=c; nuthatch=d\r\n\r\na=%3Cb%2+rest").unwrap();
        assert_eq!(
            (request.path.as_str(), request.query.as_str()),
            ("/mark", "x=1")
        );
        assert_eq!(request.cookie("nuthatch"), Some("d"));
        assert_eq!(request.field("a").as_deref(), Some("<b%2 "));
        for wrong in [
            "",
            "GET / HTTP/1.1\r\nHost: a\r\n",
            "GET /\r\n\r\n",
            "GET http://else.where/ HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nno colon\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nshort",
            "POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        ] {
            assert!(parse(wrong).is_none(), "{wrong}");
        }
        let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "y".repeat(20_000));
        assert!(parse(&long).is_none());
        // Twice is never.
        let twice = parse("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n").unwrap();
        assert_eq!(twice.header("host"), None);
    }
}
