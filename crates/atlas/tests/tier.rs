//! `--kv-tier` over HTTP: contexts larger than the memory of KV blocks have the answers of a server
//! that holds them, also after the process was killed, and refusals name what is wrong.

mod support;

use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};
use support::{Served, atlas, stderr};

/// A long text with a fact at `at` of its lines, and a question about it.
fn needle(lines: usize, at: usize) -> String {
    let mut text = String::from("Read the notes.\n");
    for line in 0..lines {
        match line == at {
            true => text += "The word of the day is heron.\n",
            false => {
                text += &format!("Note {line}: the {}th box holds {} nails.\n", line, line * 7)
            }
        }
    }
    text + "What is the word of the day?"
}

fn body(text: &str) -> Value {
    json!({"messages": [{"role": "user", "content": text}], "temperature": 0, "max_tokens": 24,
        "ignore_eos": true, "logprobs": true})
}

/// The choices of prompts that are sent at once.
fn answers(served: &Served, prompts: &[String]) -> Vec<Value> {
    std::thread::scope(|scope| {
        let ask = |prompt: &String| {
            let body = body(prompt);
            scope.spawn(move || served.post("/v1/chat/completions", &body))
        };
        let asked: Vec<_> = prompts.iter().map(ask).collect();
        let answer = |thread: std::thread::ScopedJoinHandle<'_, (u16, Value)>| {
            let (status, answer) = thread.join().unwrap();
            assert_eq!(status, 200, "{answer}");
            answer
        };
        asked.into_iter().map(answer).collect()
    })
}

fn choices(answers: &[Value]) -> Vec<Value> {
    answers.iter().map(|answer| answer["choices"].clone()).collect()
}

/// Flags by which memory holds a small part of one prompt.
fn flags(folder: &Path) -> Vec<String> {
    let folder = folder.to_str().unwrap();
    let flags = ["--max-batch-size", "8", "--max-num-batched-tokens", "128", "--kv-tier", folder];
    let sizes = ["--kv-tier-gb", "0.25", "--kv-resident-gb", "0.003"];
    flags.into_iter().chain(sizes).map(str::to_owned).collect()
}

fn start(flags: &[String], more: &[&str]) -> Served {
    let flags: Vec<&str> = flags.iter().map(String::as_str).chain(more.iter().copied()).collect();
    Served::start(&flags)
}

#[test]
fn contexts_larger_than_memory_have_the_answers_of_memory() {
    let folder = tempfile::tempdir().unwrap();
    let prompts: Vec<String> = [3, 60, 119].map(|at| needle(120, at)).into();
    let small = ["--max-batch-size".to_owned(), "8".to_owned()];
    let plain = start(&small, &["--max-num-batched-tokens", "128"]);
    let expected = choices(&answers(&plain, &prompts));
    drop(plain);
    for more in [&[][..], &["--speculate", "mtp:2"], &["--speculate", "ngram:3"]] {
        let folder = folder.path().join(more.len().to_string() + more.last().unwrap_or(&""));
        let served = start(&flags(&folder), more);
        assert_eq!(choices(&answers(&served, &prompts[..1])), expected[..1], "{more:?}, one");
        assert_eq!(choices(&answers(&served, &prompts)), expected, "{more:?}, three");
        assert!(served.metric("atlas_kv_tier_read_bytes_total") > 1e6, "it was of use");
        assert!(served.metric("atlas_kv_tier_hit_share") < 1.0);
        assert_eq!(served.metric("atlas_kv_tier_failed_jobs_total"), 0.0);
    }
}

#[test]
fn a_killed_server_leaves_its_prompts_to_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let flags = flags(folder.path());
    let prompt = needle(120, 40);
    let served = start(&flags, &[]);
    let first = answers(&served, std::slice::from_ref(&prompt)).remove(0);
    // Cached blocks go to the disk while nothing runs.
    let begun = Instant::now();
    let written = || served.metric("atlas_kv_tier_stored_blocks");
    while written() < 60.0 && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(50));
        answers(&served, &["A short one, so that the counts are published.".to_owned()]);
    }
    // In the middle of another answer.
    let other = needle(200, 150);
    let stream = served.open("POST", "/v1/chat/completions", &body(&other).to_string());
    std::thread::sleep(Duration::from_millis(300));
    served.signal("-KILL");
    drop(stream);
    drop(served);
    let served = start(&flags, &[]);
    let second = answers(&served, std::slice::from_ref(&prompt)).remove(0);
    assert_eq!(first["choices"], second["choices"]);
    let usage = &second["usage"];
    let cached = usage["prompt_tokens_details"]["cached_tokens"].as_f64().unwrap();
    assert!(cached > 0.8 * usage["prompt_tokens"].as_f64().unwrap(), "{usage}");
    // The folder has one server at a time.
    let folder = folder.path().to_str().unwrap();
    let two = ["serve", "--port", "0", "--kv-tier", folder, "--kv-tier-gb", "0.25"];
    let two = stderr(&atlas(&[&two[..], &["--kv-resident-gb", "0.02"]].concat()));
    assert!(two.contains("another process uses it"), "{two}");
}

#[test]
fn flags_that_cannot_be_served_are_named_before_the_start() {
    let why = |args: &[&str]| stderr(&atlas(&[&["plan"], args].concat()));
    let tier = ["--kv-tier", "/tmp/atlas-no-such-folder/kv"];
    let of = |more: &[&str]| why(&[&tier[..], more].concat());
    assert!(of(&[]).contains("--kv-tier-gb"));
    assert!(why(&["--kv-tier-gb", "1"]).contains("--kv-tier"));
    assert!(of(&["--kv-tier-gb", "0"]).contains("must be above 0"));
    let few = of(&["--kv-tier-gb", "1", "--kv-resident-gb", "0.001"]);
    assert!(few.contains("raise --kv-resident-gb"), "{few}");
    let large = of(&["--kv-tier-gb", "900000"]);
    assert!(large.contains("lower --kv-tier-gb"), "{large}");
    let host = of(&["--kv-tier-gb", "1", "--host-cache-gb", "1"]);
    assert!(host.contains("--host-cache-gb"), "{host}");
}
