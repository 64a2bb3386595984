//! Clients that leave and clients that stop reading, over a real port.

use crate::support::client::{Server, config};
use crate::support::fake::FakeEngine;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

async fn serve(server: &Server) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("bind");
    let address = listener.local_addr().expect("address");
    let router = server.router();
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

fn post(path: &str, body: &Value) -> Vec<u8> {
    let body = body.to_string();
    let length = body.len();
    format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {length}\r\n\r\n{body}")
        .into()
}

async fn wait_until(what: &str, condition: impl Fn() -> bool) -> Duration {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(20), "{what} did not happen");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    started.elapsed()
}

async fn abort_count(server: &Server) -> String {
    let metrics = server.get("/metrics").await;
    let line = metrics
        .text()
        .lines()
        .find(|l| l.starts_with("atlas_requests_finished_total{finished_reason=\"abort\"}"));
    line.expect("abort count").rsplit(' ').next().expect("value").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_leaves_aborts_its_request() {
    for stream in [true, false] {
        let server = Server::new(FakeEngine::babbles());
        server.engine.set(|k| k.delay = Duration::from_millis(10));
        let address = serve(&server).await;
        let mut client = TcpStream::connect(address).await.expect("connect");
        let body = json!({"prompt": "a", "max_tokens": 500, "n": 3, "stream": stream});
        client.write_all(&post("/v1/completions", &body)).await.expect("send");
        wait_until("the start", || server.engine.generated() >= 6).await;
        if stream {
            let mut buffer = [0; 100];
            assert!(client.read(&mut buffer).await.expect("read") > 0);
        }
        assert_eq!(server.engine.running(), 3);
        drop(client);
        let took = wait_until("the abort", || server.engine.running() == 0).await;
        assert!(took < Duration::from_secs(10), "{took:?}");
        assert_eq!(server.engine.aborted(), 3);
        assert!(server.engine.generated() < 1000);
        assert_eq!(abort_count(&server).await, "3");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_stops_reading_is_given_up() {
    // Chunks with log-probabilities of 20 alternatives outgrow every buffer on the way.
    let mut config = config();
    config.client_stall_max = Duration::from_millis(200);
    config.seq_len_max = 1_000_000;
    let server = Server::with_config(FakeEngine::babbles(), config);
    server.engine.set(|k| k.delay = Duration::from_micros(20));
    let address = serve(&server).await;
    let socket = TcpSocket::new_v4().expect("socket");
    socket.set_recv_buffer_size(4096).expect("small buffer");
    let mut client = socket.connect(address).await.expect("connect");
    let body = json!({"prompt": "a", "max_tokens": 200_000, "logprobs": 20, "stream": true});
    client.write_all(&post("/v1/completions", &body)).await.expect("send");
    wait_until("the start", || server.engine.running() == 1).await;
    wait_until("the abort", || server.engine.running() == 0).await;
    assert_eq!(server.engine.aborted(), 1);
    assert_eq!(abort_count(&server).await, "1");
    // Bytes under way can still be read, and are visibly cut: no end of the chunked body.
    let mut rest = Vec::new();
    // Megabytes through a window of 4 KiB: slow where the cores are busy.
    let read = tokio::time::timeout(Duration::from_secs(120), client.read_to_end(&mut rest)).await;
    assert!(read.is_ok(), "the connection stays open");
    assert!(!rest.windows(6).any(|w| w == b"[DONE]"));
    assert!(!rest.ends_with(b"0\r\n\r\n"));
    // The server goes on.
    assert_eq!(server.get("/health").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_streams_are_kept_open() {
    let mut config = config();
    config.keep_alive = Duration::from_millis(30);
    let server = Server::with_config(FakeEngine::says("ab"), config);
    server.engine.set(|k| k.delay = Duration::from_millis(150));
    let body = json!({"prompt": "a", "stream": true});
    let answer = server.complete(&body).await;
    assert!(answer.text().matches(": keep-alive\n\n").count() >= 4, "{}", answer.text());
    assert_eq!(crate::support::client::streamed(&answer.events(), 0).0, "ab");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_gets_to_read_why_its_body_was_refused() {
    let server = Server::new(FakeEngine::says("x"));
    let address = serve(&server).await;
    for expect in [false, true] {
        let mut client = TcpStream::connect(address).await.expect("connect");
        let bytes = 20 << 20;
        let expectation = if expect { "expect: 100-continue\r\n" } else { "" };
        let head = format!(
            "POST /v1/completions HTTP/1.1\r\nhost: localhost\r\n{expectation}content-length: {bytes}\r\nconnection: close\r\n\r\n"
        );
        client.write_all(head.as_bytes()).await.expect("send");
        if !expect {
            client.write_all(&vec![b' '; bytes]).await.expect("the whole body is taken");
        }
        let mut answer = String::new();
        client.read_to_string(&mut answer).await.expect("read");
        assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
        assert!(answer.contains("request_too_large"));
    }
}
