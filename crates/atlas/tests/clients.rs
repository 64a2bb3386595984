//! Clients beside each other: queues, long prompts and priorities of one hold no other one up.

mod support;

use serde_json::{Value, json};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use support::{Served, exchange, open};

const PATH: &str = "/v1/chat/completions";
const BOUND: Duration = Duration::from_secs(30);

fn body(content: &str, fields: &Value) -> String {
    let mut body = json!({"messages": [{"role": "user", "content": content}], "ignore_eos": true});
    let fields = fields.as_object().expect("an object");
    body.as_object_mut().expect("an object").extend(fields.clone());
    body.to_string()
}

fn key(name: &str) -> String {
    format!("Bearer {name}")
}

fn send(served: &Served, by: &str, body: &str) -> TcpStream {
    open(&served.address, "POST", PATH, &[("authorization", &key(by))], body)
}

fn ask(served: &Served, by: &str, body: &str) -> (u16, String) {
    exchange(&served.address, "POST", PATH, &[("authorization", &key(by))], body)
}

fn live(served: &Served) -> f64 {
    served.metric("atlas_requests_waiting") + served.metric("atlas_requests_running")
}

fn wait_for(served: &Served, requests: f64) {
    let start = Instant::now();
    while live(served) < requests {
        assert!(start.elapsed() < BOUND, "{} requests", live(served));
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn one_answer_does_not_wait_for_the_queue_of_another_client() {
    let served = Served::start(&["--api-key", "one,two", "--max-batch-size", "2"]);
    // Answers that alone would take minutes hold both slots.
    let long = body("Hi", &json!({"max_tokens": 1500, "priority": 1000}));
    let _held: Vec<_> = (0..60).map(|_| send(&served, "one", &long)).collect();
    wait_for(&served, 60.0);
    let start = Instant::now();
    let (status, answer) = ask(&served, "two", &body("Hi", &json!({"max_tokens": 1})));
    assert_eq!(status, 200, "{answer}");
    assert!(start.elapsed() < BOUND && live(&served) >= 59.0, "{:?}", start.elapsed());
}

#[test]
fn a_full_queue_takes_another_client() {
    let args = ["--api-key", "one,two", "--max-batch-size", "1", "--max-queue-len", "4"];
    let served = Served::start(&args);
    let long = body("Hi", &json!({"max_tokens": 1500}));
    let _held: Vec<_> = (0..5).map(|_| send(&served, "one", &long)).collect();
    wait_for(&served, 5.0);
    assert_eq!(ask(&served, "one", &long).0, 429);
    let _other = send(&served, "two", &long);
    wait_for(&served, 6.0);
}

#[test]
fn a_low_priority_is_served_beside_a_stream_of_high_ones() {
    let served = Served::start(&["--max-batch-size", "1"]);
    let done = std::sync::atomic::AtomicBool::new(false);
    let high = body("Hi", &json!({"max_tokens": 4, "priority": i32::MAX}));
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    served.request("POST", PATH, &high);
                }
            });
        }
        wait_for(&served, 4.0);
        let low = body("Hi", &json!({"max_tokens": 1, "priority": -5}));
        let start = Instant::now();
        let (status, answer) = served.request("POST", PATH, &low);
        done.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(status, 200, "{answer}");
        assert!(start.elapsed() < BOUND, "{:?}", start.elapsed());
    });
}

/// A file that another process cuts ends the server with words, not by a signal.
#[cfg(unix)]
#[test]
fn weights_that_are_cut_while_served_end_the_server_with_the_name_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let mini = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini");
    for entry in std::fs::read_dir(mini).unwrap().map(Result::unwrap) {
        if entry.path().is_file() {
            std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
        }
    }
    let mut served = Served::start(&[folder.path().to_str().unwrap()]);
    let weights = folder.path().join("model.safetensors");
    std::fs::File::options().write(true).open(&weights).unwrap().set_len(1 << 16).unwrap();
    let _lost = served.open("POST", PATH, &body("Hi", &json!({"max_tokens": 8})));
    assert_eq!(served.exit_code(BOUND), Some(74));
}

#[test]
fn checksums_are_verified_before_the_start() {
    let mini = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini");
    let output = support::atlas(&["serve", mini, "--port", "0", "--verify-checksums"]);
    let words = support::stderr(&output);
    assert!(!output.status.success() && words.contains("model.safetensors.sha256"), "{words}");
}

#[test]
fn choices_of_one_call_hold_up_no_other_request_of_the_same_client() {
    let served = Served::start(&["--max-batch-size", "8"]);
    // All slots are taken for minutes, and most choices wait.
    let many = body("Hi", &json!({"max_tokens": 1500, "n": 60}));
    let _held = send(&served, "one", &many);
    wait_for(&served, 60.0);
    let start = Instant::now();
    let (status, answer) = ask(&served, "one", &body("Hi", &json!({"max_tokens": 1})));
    assert_eq!(status, 200, "{answer}");
    assert!(start.elapsed() < BOUND && live(&served) >= 59.0, "{:?}", start.elapsed());
}
