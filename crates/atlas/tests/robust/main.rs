//! The server under malformed and unusual requests: each is answered or refused in the API's own
//! words, and none leaves a slot or memory in use. Answers that are known are in
//! `tests/data/requests.jsonl`.
//!
//! `ATLAS_ROBUST_LONG=1` sends all of them instead of a sample; `ATLAS_ROBUST_SEED` picks another
//! sample.

mod bodies;
mod cases;
mod client;
mod document;
mod fields;
mod queries;
#[path = "../support/mod.rs"]
mod support;
mod tools;

use std::time::{Duration, Instant};
use support::Served;

/// Short sequences: a request that lost its limit ends soon.
const LIMITS: [&str; 6] =
    ["--max-seq-len", "1024", "--max-batch-size", "4", "--kv-cache-memory-gb", "0.05"];

fn seed() -> u64 {
    let seed = std::env::var("ATLAS_ROBUST_SEED").ok();
    seed.map_or(20_261_121, |s| s.parse().expect("ATLAS_ROBUST_SEED must be a number"))
}

fn long() -> bool {
    std::env::var_os("ATLAS_ROBUST_LONG").is_some()
}

/// Waits until no request is left in the engine, and checks that nothing else is.
fn settled(served: &Served) {
    let start = Instant::now();
    let used = [
        "atlas_requests_running",
        "atlas_requests_waiting",
        "atlas_slots_used",
        "atlas_kv_blocks_used",
    ];
    loop {
        let left: Vec<_> = used.iter().filter(|name| served.metric(name) > 0.0).collect();
        if left.is_empty() {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(10), "left behind: {left:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn wrong_types_in_every_field_are_refused_by_name() {
    let served = Served::start(&LIMITS);
    fields::every_field(&served, seed(), long());
    settled(&served);
}

/// Paths and queries that hold anything.
#[test]
fn ids_and_queries_of_any_form_are_answered_in_the_apis_words() {
    let served = Served::start(&LIMITS);
    queries::all(&served);
}

#[test]
fn malformed_tools_and_calls_are_refused_or_answered() {
    let served = Served::start(&LIMITS);
    tools::all(&served);
    settled(&served);
}

/// The requests of `tests/data/requests.jsonl`, whole and streamed.
#[test]
fn requests_get_the_answers_written_beside_them() {
    let served = Served::start(&["--max-seq-len", "4096", "--kv-cache-memory-gb", "0.1"]);
    cases::run(&served, &cases::lines());
    settled(&served);
}

#[test]
fn heavy_requests_end_in_time_and_hold_up_no_other() {
    // A thread for each request under way: none is refused because the others take long.
    let flags = ["--grammar-timeout", "3", "--grammar-threads", "4", "--max-seq-len", "8192"];
    let served = Served::start(&flags);
    let bystander = cases::Bystander::start(&served.address);
    cases::run(&served, &cases::heavy::cases());
    bystander.end();
    settled(&served);
}
