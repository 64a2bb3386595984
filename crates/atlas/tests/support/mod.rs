//! A served binary and a plain HTTP client for it.
#![allow(dead_code)] // Each test file uses its own part.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

pub const READY_SECONDS_MAX: u64 = 60;

/// Runs a verb to its end.
pub fn atlas(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_atlas")).args(args).stdin(Stdio::null()).output().unwrap()
}

/// A fresh self-signed certificate for localhost and its key, as files in `folder`.
pub fn certificate(folder: &Path, name: &str) -> (String, String) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let write = |kind: &str, text: String| {
        let path = folder.join(format!("{name}-{kind}.pem"));
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    (write("cert", made.cert.pem()), write("key", made.signing_key.serialize_pem()))
}

/// Runs the binary on a terminal that `script` makes; `None` without that program. Both outputs are
/// the first one.
pub fn on_terminal(args: &[&str], variables: &[(&str, &str)]) -> Option<Output> {
    let line = format!("{} {}", env!("CARGO_BIN_EXE_atlas"), args.join(" "));
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).envs(variables.iter().copied());
    command.stdin(Stdio::null()).output().ok()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A server on a free port; killed when dropped.
pub struct Served {
    pub child: Child,
    pub address: String,
}

impl Served {
    pub fn start(args: &[&str]) -> Self {
        Self::start_with(args, &[])
    }

    /// As [`Self::start`], with variables of the environment.
    pub fn start_with(args: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::start_logging(args, variables, Stdio::null())
    }

    /// As [`Self::start_with`]; the log goes to `log`.
    pub fn start_logging(args: &[&str], variables: &[(&str, &str)], log: impl Into<Stdio>) -> Self {
        let free: &[&str] = if args.contains(&"--port") { &[] } else { &["--port", "0"] };
        // Idle workers spin between regions, on the cores that servers of other tests compute on.
        let single: &[&str] = if args.contains(&"--threads") { &[] } else { &["--threads", "1"] };
        let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
        command.arg("serve").args(free).args(single).args(args);
        command.envs(variables.iter().copied()).stderr(log);
        Self::of(command)
    }

    /// The server that a command starts.
    pub fn of(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        let start = Instant::now();
        while !line.contains("://") {
            line.clear();
            assert!(
                lines.read_line(&mut line).unwrap() > 0,
                "the server ended before it was ready"
            );
            assert!(start.elapsed() < Duration::from_secs(READY_SECONDS_MAX));
        }
        let at = line.find("://").unwrap() + "://".len();
        let address = line[at..].split_whitespace().next().unwrap().to_owned();
        std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
        Self { child, address }
    }

    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &pid]).status().unwrap().success());
    }

    /// Waits for the process to end by itself.
    pub fn exit_code(&mut self, within: Duration) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < within {
            if let Some(status) = self.child.try_wait().unwrap() {
                return Some(status.code().unwrap_or(-1));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }

    pub fn get(&self, path: &str) -> (u16, String) {
        self.request("GET", path, "")
    }

    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, text) = self.request("POST", path, &body.to_string());
        let value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        (status, value)
    }

    pub fn request(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        exchange(&self.address, method, path, &[], body)
    }

    /// Sends a request and leaves the answer to the caller.
    pub fn open(&self, method: &str, path: &str, body: &str) -> TcpStream {
        open(&self.address, method, path, &[], body)
    }

    /// A value of /metrics, by its name with labels.
    pub fn metric(&self, name: &str) -> f64 {
        let (_, text) = self.get("/metrics");
        let line = text.lines().find(|l| l.starts_with(name)).unwrap_or_else(|| panic!("{name}"));
        line.rsplit(' ').next().unwrap().parse().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // Already ended is as good as killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A whole exchange with a server: status and body of its answer.
pub fn exchange(
    address: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> (u16, String) {
    let mut stream = open(address, method, path, headers, body);
    let mut text = Vec::new();
    stream.read_to_end(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let (head, rest) = text.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let chunked = head.to_lowercase().contains("transfer-encoding: chunked");
    (status, if chunked { dechunk(rest) } else { rest.to_owned() })
}

pub fn open(
    address: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let headers: String = headers.iter().map(|(k, v)| format!("{k}: {v}\r\n")).collect();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    stream
}

fn dechunk(mut rest: &str) -> String {
    let mut out = String::new();
    while let Some((size, tail)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        if size == 0 {
            break;
        }
        out.push_str(&tail[..size]);
        rest = &tail[size + 2..];
    }
    out
}

/// The `data:` payloads of an SSE body, `[DONE]` left out but required.
pub fn events(body: &str) -> Vec<Value> {
    let mut data: Vec<&str> = body.lines().filter_map(|l| l.strip_prefix("data: ")).collect();
    assert_eq!(data.pop(), Some("[DONE]"), "{body}");
    data.into_iter().map(|d| serde_json::from_str(d).unwrap()).collect()
}
