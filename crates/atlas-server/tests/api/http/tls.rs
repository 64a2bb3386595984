//! HTTPS: the files it needs, and clients that do not speak it.

use crate::support::client::Server;
use crate::support::fake::FakeEngine;
use atlas_server::http::connections;
use atlas_server::{ConnectionLimits, EdgeCounts, TlsSettings};
use rcgen::CertifiedKey;
use serde_json::json;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

struct Files {
    folder: tempfile::TempDir,
    made: CertifiedKey<rcgen::KeyPair>,
}

impl Files {
    fn new() -> Self {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("made");
        let files = Self { folder: tempfile::tempdir().expect("folder"), made };
        files.write("cert.pem", &files.made.cert.pem());
        files.write("key.pem", &files.made.signing_key.serialize_pem());
        files
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        std::fs::write(self.path(name), text).expect("write");
        self.path(name)
    }

    fn settings(&self) -> TlsSettings {
        TlsSettings::read(&self.path("cert.pem"), &self.path("key.pem")).expect("good files")
    }

    /// A client that trusts this certificate alone.
    fn connector(&self) -> TlsConnector {
        let mut roots = RootCertStore::empty();
        roots.add(self.made.cert.der().clone()).expect("a root");
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        TlsConnector::from(Arc::new(config))
    }
}

async fn serve(files: &Files) -> (SocketAddr, Server) {
    let server = Server::new(FakeEngine::says("Hello."));
    let tcp = TcpListener::bind("127.0.0.1:0").await.expect("bind");
    let address = tcp.local_addr().expect("address");
    let limits = ConnectionLimits { handshakes_max: 50, ..ConnectionLimits::default() };
    let counts = EdgeCounts::default();
    let stop = std::future::pending();
    let tls = Some(files.settings());
    tokio::spawn(connections::serve(tcp, tls, server.router(), limits, counts, stop));
    (address, server)
}

async fn exchange(files: &Files, address: SocketAddr) -> std::io::Result<String> {
    let tcp = TcpStream::connect(address).await?;
    let name = ServerName::try_from("localhost").expect("a name");
    let mut stream = files.connector().connect(name, tcp).await?;
    let body = json!({"prompt": "a", "stream": true}).to_string();
    let head = format!(
        "POST /v1/completions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_over_tls_whatever_others_do() {
    let files = Files::new();
    let (address, _server) = serve(&files).await;
    // More than may be in a handshake at a time.
    let mut silent = Vec::new();
    for _ in 0..150 {
        silent.push(TcpStream::connect(address).await.expect("connect"));
    }
    // One that speaks plain HTTP, and one that trusts another certificate.
    let mut plain = TcpStream::connect(address).await.expect("connect");
    plain.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await.expect("send");
    let mut rest = Vec::new();
    let _ = plain.read_to_end(&mut rest).await;
    assert!(!rest.starts_with(b"HTTP"), "no answer in the clear");
    assert!(exchange(&Files::new(), address).await.is_err(), "another certificate");
    let started = Instant::now();
    let answer = exchange(&files, address).await.expect("an answer");
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("data: [DONE]"), "{answer}");
}

#[test]
fn errors_in_files_name_the_file() {
    let (files, other) = (Files::new(), Files::new());
    let wrong = |certificate: &Path, key: &Path| {
        TlsSettings::read(certificate, key).expect_err("must fail").to_string()
    };
    let (cert, key) = (files.path("cert.pem"), files.path("key.pem"));
    let garbage = files.write("garbage.pem", "not PEM at all");
    let broken =
        files.write("broken.pem", "-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----\n");
    let invalid = files
        .write("invalid.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    let invalid_key = files
        .write("invalid-key.pem", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    let locked = files.write(
        "locked.pem",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
    );
    for (certificate, key, expected) in [
        (files.path("none.pem"), key.clone(), "none.pem: No such file"),
        (cert.clone(), files.path("none.pem"), "none.pem: No such file"),
        (garbage.clone(), key.clone(), "garbage.pem: holds no certificate"),
        (key.clone(), key.clone(), "key.pem: holds no certificate"),
        (cert.clone(), garbage, "garbage.pem: holds no private key"),
        (cert.clone(), cert.clone(), "cert.pem: holds no private key"),
        (broken, key.clone(), "broken.pem: is not PEM"),
        (invalid, key.clone(), "invalid.pem: the certificate cannot be used"),
        (cert.clone(), invalid_key, "invalid-key.pem: the private key cannot be used"),
        (
            cert.clone(),
            locked,
            "locked.pem: holds no private key in PEM form that is not encrypted",
        ),
        (cert.clone(), files.folder.path().to_owned(), "Is a directory"),
    ] {
        let message = wrong(&certificate, &key);
        assert!(message.contains(expected), "{message:?} for {expected:?}");
    }
    let message = wrong(&cert, &other.path("key.pem"));
    assert!(message.contains("is not that of the certificate in"), "{message}");
    assert!(message.contains("cert.pem") && message.contains("key.pem"), "{message}");
    assert!(!format!("{:?}", files.settings()).contains("BEGIN"));
}
