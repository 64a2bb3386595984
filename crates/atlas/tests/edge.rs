//! The binary's edge: HTTPS, rate limits and other origins, as flags set them.

mod support;

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;
use support::{Served, atlas, certificate, stderr};
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

type Secured = StreamOwned<ClientConnection, TcpStream>;

/// Sends a request over TLS, trusting the certificate in the file `trusted` alone.
fn open(served: &Served, trusted: &str, method: &str, path: &str, body: &str) -> Secured {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(trusted).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("localhost").unwrap();
    let connection = ClientConnection::new(Arc::new(config), name).unwrap();
    let tcp = TcpStream::connect(&served.address).unwrap();
    let mut stream = StreamOwned::new(connection, tcp);
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    stream
}

fn answer(mut stream: Secured) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn https_answers_streams_and_drains() {
    let folder = tempfile::tempdir().unwrap();
    let (cert, key) = certificate(folder.path(), "server");
    let mut served = Served::start(&["--tls-cert", &cert, "--tls-key", &key]);
    let metrics = answer(open(&served, &cert, "GET", "/metrics", ""));
    assert!(metrics.starts_with("HTTP/1.1 200"), "{metrics}");
    let body = json!({
        "messages": [{"role": "user", "content": "Count for me."}],
        "ignore_eos": true, "max_tokens": 200, "stream": true,
    });
    let mut running = open(&served, &cert, "POST", "/v1/chat/completions", &body.to_string());
    let mut first = [0u8; 64];
    assert!(running.read(&mut first).unwrap() > 0);
    served.signal("-TERM");
    let rest = answer(running);
    assert!(rest.contains("data: [DONE]"), "the running answer is finished: {rest}");
    assert_eq!(served.exit_code(Duration::from_secs(60)), Some(0));
}

#[test]
fn files_that_cannot_be_used_end_the_start_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (cert, key) = certificate(folder.path(), "one");
    let (_, other) = certificate(folder.path(), "two");
    let missing = folder.path().join("missing.pem");
    let missing = missing.to_str().unwrap();
    for (cert, key, expected) in [
        (missing, key.as_str(), "--tls-cert: "),
        (cert.as_str(), missing, "--tls-key: "),
        (&cert, &cert, "holds no private key"),
        (&key, &key, "holds no certificate"),
        (&cert, &other, "is not that of the certificate in"),
    ] {
        let output = atlas(&["serve", "--port", "0", "--tls-cert", cert, "--tls-key", key]);
        assert!(!output.status.success());
        let text = stderr(&output);
        assert!(text.contains(expected) && text.contains(".pem"), "{text}");
    }
}

#[test]
fn limits_and_origins_come_from_flags() {
    let served = Served::start(&[
        "--rate-limit-requests",
        "2",
        "--rate-limit-tokens",
        "100000",
        "--cors-origin",
        "https://app.example",
    ]);
    let body = json!({"prompt": "The capital of France is", "max_tokens": 4});
    for expected in [200, 200, 429] {
        let (status, answer): (u16, Value) = served.post("/v1/completions", &body);
        assert_eq!(status, expected, "{answer}");
    }
    assert_eq!(served.metric("atlas_rate_limited_total{limit=\"requests\"}"), 1.0);
    let mut stream = TcpStream::connect(&served.address).unwrap();
    write!(
        stream,
        "OPTIONS /v1/completions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         origin: https://app.example\r\naccess-control-request-method: POST\r\n\r\n"
    )
    .unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    assert!(text.contains("access-control-allow-origin: https://app.example"), "{text}");
}

/// The status and body of a request with a `Host` of its own, and other headers.
fn named(served: &Served, host: &str, headers: &str, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(&served.address).unwrap();
    let body = r#"{"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1}"#;
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nhost: {host}\r\n{headers}connection: close\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

#[test]
fn pages_of_other_sites_are_refused_in_the_form_of_the_api() {
    let chat = "/v1/chat/completions";
    let served = Served::start(&["--allowed-hosts", "tunnel.example"]);
    let port = served.address.rsplit(':').next().unwrap();
    for host in [&format!("localhost:{port}"), "127.0.0.1", "[::1]:1", "tunnel.example"] {
        assert_eq!(named(&served, host, "", chat).0, 200, "{host}");
    }
    for host in ["evil.example", &format!("evil.example:{port}"), "127.0.0.1.evil.example"] {
        let (status, body) = named(&served, host, "", chat);
        assert_eq!(status, 403, "{host}");
        let error: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(error["error"]["code"], "forbidden_host");
        assert!(body.contains("--allowed-hosts"), "{body}");
    }
    let (status, body) = named(&served, "localhost", "origin: https://evil.example\r\n", chat);
    assert!(status == 403 && body.contains("--cors-origin"), "{status} {body}");
    let (status, body) = named(&served, "evil.example", "", "/v1/messages");
    let error: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &error["error"]["type"]), (403, &json!("permission_error")));
}

#[test]
fn a_server_with_keys_answers_to_every_name() {
    let served = Served::start(&["--api-key", "k"]);
    let key = "authorization: Bearer k\r\n";
    assert_eq!(named(&served, "any.example", key, "/v1/chat/completions").0, 200);
}

#[test]
fn file_descriptors_that_run_out_keep_no_client_away() {
    // The shell lowers the limit for itself and the server that it becomes.
    let mut command = std::process::Command::new("sh");
    let binary = env!("CARGO_BIN_EXE_atlas");
    command.args(["-c", &format!("ulimit -n 200; exec {binary} serve --port 0 2>/dev/null")]);
    let served = Served::of(command);
    let silent: Vec<_> = (0..400).map(|_| TcpStream::connect(&served.address).unwrap()).collect();
    for _ in 0..3 {
        let begun = std::time::Instant::now();
        assert_eq!(served.get("/health").0, 200);
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
    }
    assert!(served.metric("atlas_connections_closed_total{reason=\"displaced\"}") >= 200.0);
    drop(silent);
}

#[test]
fn times_of_connections_come_from_flags() {
    let served = Served::start(&["--head-timeout-s", "1", "--max-connections", "20"]);
    let mut slow = TcpStream::connect(&served.address).unwrap();
    write!(slow, "GET /health HTTP/1.1\r\nx: ").unwrap();
    slow.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    assert_eq!(slow.read(&mut [0; 16]).unwrap(), 0, "closed");
    assert_eq!(served.metric("atlas_connections_closed_total{reason=\"head\"}"), 1.0);
}
