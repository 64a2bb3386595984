//! Clients that hold connections and bodies: limits of time and number.

use crate::support::client::{Server, config};
use crate::support::fake::FakeEngine;
use atlas_server::http::connections;
use atlas_server::{ConnectionLimits, EdgeCounts};
use serde_json::json;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const HEALTH: &str = "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n";

async fn serve(server: &Server, limits: ConnectionLimits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("bind");
    let address = listener.local_addr().expect("address");
    let (router, counts) = (server.router(), EdgeCounts::default());
    let stop = std::future::pending();
    tokio::spawn(connections::serve(listener, None, router, limits, counts, stop));
    address
}

fn limits() -> ConnectionLimits {
    ConnectionLimits {
        head_max: Duration::from_millis(400),
        idle_max: Duration::from_millis(1500),
        ..ConnectionLimits::default()
    }
}

async fn connect(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("connect");
    stream.write_all(text.as_bytes()).await.expect("send");
    stream
}

/// Time until the other side closes, and the bytes that came before.
async fn rest(stream: &mut TcpStream) -> (Duration, String) {
    let (begun, mut bytes) = (Instant::now(), Vec::new());
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes)).await;
    // A reset closes as well.
    let _ = read.expect("it is closed");
    (begun.elapsed(), String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads one answer with a length, and leaves the connection open.
async fn answer(stream: &mut TcpStream) -> String {
    let mut text = String::new();
    loop {
        let mut part = [0; 4096];
        let read = stream.read(&mut part);
        let n = tokio::time::timeout(Duration::from_secs(10), read).await;
        let n = n.expect("in time").expect("read");
        assert!(n > 0, "closed after {text:?}");
        text.push_str(&String::from_utf8_lossy(&part[..n]));
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.to_lowercase();
            let length = length.split("content-length: ").nth(1).expect("a length");
            let length = length.split("\r\n").next().expect("a line").parse::<usize>();
            if body.len() >= length.expect("a number") {
                return text;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_that_never_end_are_closed_however_they_drip() {
    let server = Server::new(FakeEngine::says("x"));
    let address = serve(&server, limits()).await;
    let mut silent = connect(address, "").await;
    let mut begun = connect(address, "GET /health HTTP/1.1\r\nx: ").await;
    let (mut reader, mut writer) = connect(address, "GET /").await.into_split();
    let drip = tokio::spawn(async move {
        let started = Instant::now();
        while writer.write_all(b"a").await.is_ok() && started.elapsed() < Duration::from_secs(9) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    for stream in [&mut silent, &mut begun] {
        let (took, text) = rest(stream).await;
        assert!(took < Duration::from_secs(5) && text.is_empty(), "{took:?} {text}");
    }
    let mut text = Vec::new();
    let _ = reader.read_to_end(&mut text).await;
    drip.await.expect("the drip ends");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_connections_outlast_the_time_for_heads_and_end_later() {
    let server = Server::new(FakeEngine::says("x"));
    let address = serve(&server, limits()).await;
    let mut stream = connect(address, HEALTH).await;
    for _ in 0..2 {
        assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"));
        tokio::time::sleep(Duration::from_millis(800)).await;
        stream.write_all(HEALTH.as_bytes()).await.expect("still open");
    }
    assert!(answer(&mut stream).await.starts_with("HTTP/1.1 200"));
    let (took, _) = rest(&mut stream).await;
    assert!(took > Duration::from_secs(1), "{took:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_answer_is_not_cut_by_the_limits_of_heads_and_idleness() {
    let server = Server::new(FakeEngine::says("Hello."));
    server.engine.set(|k| k.delay = Duration::from_millis(500));
    let address = serve(&server, limits()).await;
    for stream in [false, true] {
        let body = json!({"prompt": "a", "stream": stream}).to_string();
        let mut client = connect(
            address,
            &format!(
                "POST /v1/completions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                 content-length: {}\r\n\r\n{body}",
                body.len()
            ),
        )
        .await;
        let (took, text) = rest(&mut client).await;
        assert!(took > Duration::from_secs(2), "{took:?}: longer than both limits");
        assert!(text.contains(if stream { "[DONE]" } else { "Hello." }), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_connections_make_room_and_busy_ones_are_kept() {
    let server = Server::new(FakeEngine::babbles());
    server.engine.set(|k| k.delay = Duration::from_millis(20));
    let limits = ConnectionLimits { connections_max: 3, ..ConnectionLimits::default() };
    let address = serve(&server, limits).await;
    let mut idle = connect(address, HEALTH).await;
    answer(&mut idle).await;
    let _head = connect(address, "GET /").await;
    let body = json!({"prompt": "a", "max_tokens": 400, "stream": true}).to_string();
    let post = format!(
        "POST /v1/completions HTTP/1.1\r\nhost: localhost\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut busy = Vec::new();
    for n in 1..=3 {
        busy.push(connect(address, &post).await);
        let started = Instant::now();
        while server.engine.running() < n {
            assert!(started.elapsed() < Duration::from_secs(10), "request {n} does not run");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    let (took, _) = rest(&mut idle).await;
    assert!(took < Duration::from_secs(5), "the idle one made room: {took:?}");
    // All are busy: requests are told so in the form of their API, and probes are answered.
    for (path, status, kind) in [
        ("/v1/completions", "HTTP/1.1 503", "\"code\":\"overloaded\""),
        ("/v1/messages", "HTTP/1.1 529", "\"type\":\"overloaded_error\""),
    ] {
        let (_, text) =
            rest(&mut connect(address, &post.replace("/v1/completions", path)).await).await;
        assert!(text.starts_with(status) && text.contains(kind), "{text}");
        assert!(text.to_lowercase().contains("retry-after: "), "{text}");
    }
    assert!(rest(&mut connect(address, HEALTH).await).await.1.starts_with("HTTP/1.1 200"));
    assert_eq!(server.engine.running(), 3);
    drop(busy);
    server.settle().await;
    let mut again = connect(address, &post).await;
    let mut start = [0; 12];
    again.read_exact(&mut start).await.expect("an answer");
    assert_eq!(&start, b"HTTP/1.1 200");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_is_not_read_ends_its_connection() {
    let server = Server::new(FakeEngine::says("x"));
    let limits = ConnectionLimits {
        connections_max: 1,
        unread_max: Duration::from_millis(300),
        ..ConnectionLimits::default()
    };
    let address = serve(&server, limits).await;
    // Many answers are asked for and none is read, until no more can be sent.
    let requests = "GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(400);
    let (_reader, mut writer) = connect(address, "").await.into_split();
    let sending =
        tokio::spawn(async move { while writer.write_all(requests.as_bytes()).await.is_ok() {} });
    tokio::time::timeout(Duration::from_secs(20), sending).await.expect("closed").expect("ended");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bodies_have_a_budget_together_and_small_ones_are_free() {
    let mut config = config();
    config.bodies_bytes_max = 1 << 20;
    let server = Server::with_config(FakeEngine::says("x"), config);
    let address = serve(&server, ConnectionLimits::default()).await;
    let head = |path: &str, bytes: usize| {
        format!("POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {bytes}\r\n\r\n")
    };
    let size = 900 << 10;
    let mut first = connect(address, &head("/v1/completions", size)).await;
    first.write_all(&vec![b' '; size - 1]).await.expect("sent");
    tokio::time::sleep(Duration::from_millis(300)).await;
    for (path, status) in [("/v1/completions", "503"), ("/v1/messages", "529")] {
        let mut second = connect(address, &head(path, size)).await;
        second.write_all(&vec![b' '; size]).await.expect("sent");
        let text = answer(&mut second).await;
        assert!(text.starts_with(&format!("HTTP/1.1 {status}")), "{text}");
        assert!(text.to_lowercase().contains("retry-after: ") && text.contains("overloaded"));
    }
    assert_eq!(server.complete(&json!({"prompt": "a"})).await.status, 200);
    drop(first);
    let body = json!({"prompt": "a", "user": "u".repeat(size)});
    let started = Instant::now();
    while server.complete(&body).await.status != 200 {
        assert!(started.elapsed() < Duration::from_secs(5), "the room does not come back");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_that_drips_is_no_progress() {
    let mut config = config();
    config.body_stall_max = Duration::from_millis(400);
    let server = Server::with_config(FakeEngine::says("x"), config);
    let address = serve(&server, ConnectionLimits::default()).await;
    let head = "POST /v1/completions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                content-length: 100000\r\n\r\n";
    let (mut reader, mut writer) = connect(address, head).await.into_split();
    let drip = tokio::spawn(async move {
        let started = Instant::now();
        while writer.write_all(b" ").await.is_ok() && started.elapsed() < Duration::from_secs(9) {
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    });
    let mut text = vec![0; 12];
    let read = tokio::time::timeout(Duration::from_secs(5), reader.read_exact(&mut text)).await;
    read.expect("in time").expect("an answer");
    assert_eq!(text, b"HTTP/1.1 408");
    drop(reader);
    drip.await.expect("the drip ends");
}
