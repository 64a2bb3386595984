//! The binary as a user runs it: the bundled model over HTTP.

mod support;

use serde_json::{Value, json};
use std::io::Read;
use std::time::{Duration, Instant};
use support::{Served, atlas, events, stderr};

fn chat(content: &str) -> Value {
    json!({"model": "atlas-mini", "messages": [{"role": "user", "content": content}], "temperature": 0})
}

fn text(answer: &Value) -> &str {
    answer["choices"][0]["message"]["content"].as_str().unwrap()
}

#[test]
fn answers_chat_and_completions_and_streams_the_same_text() {
    let served = Served::start(&[]);
    let (status, answer) =
        served.post("/v1/chat/completions", &chat("What is the capital of France?"));
    assert_eq!(status, 200, "{answer}");
    assert!(text(&answer).contains("Paris"), "{answer}");
    assert_eq!(answer["choices"][0]["finish_reason"], "stop");

    let mut streaming = chat("What is the capital of France?");
    streaming["stream"] = true.into();
    streaming["stream_options"] = json!({"include_usage": true});
    let (status, body) = served.request("POST", "/v1/chat/completions", &streaming.to_string());
    assert_eq!(status, 200);
    let events = events(&body);
    let joined: String =
        events.iter().filter_map(|e| e["choices"][0]["delta"]["content"].as_str()).collect();
    assert_eq!(joined, text(&answer));
    assert_eq!(events.last().unwrap()["usage"], answer["usage"]);

    let (status, plain) = served.post(
        "/v1/completions",
        &json!({"prompt": "The capital of France is", "temperature": 0, "max_tokens": 8}),
    );
    assert_eq!(status, 200, "{plain}");
    assert!(plain["choices"][0]["text"].as_str().unwrap().contains("Paris"), "{plain}");

    let (status, models) = served.get("/v1/models");
    assert_eq!(status, 200);
    assert!(models.contains("atlas-mini"));
    assert_eq!(served.get("/health").0, 200);
}

#[test]
fn the_same_seed_gives_the_same_answer_whatever_runs_beside_it() {
    let served = Served::start(&[]);
    let mut body = chat("Tell me about the sea.");
    body["temperature"] = json!(1.2);
    body["seed"] = json!(7);
    body["max_tokens"] = json!(24);
    body["ignore_eos"] = json!(true);
    let alone = served.post("/v1/chat/completions", &body).1;
    let crowd: Vec<Value> = std::thread::scope(|scope| {
        let same = scope.spawn(|| served.post("/v1/chat/completions", &body).1);
        let others: Vec<_> = (0..6)
            .map(|i| {
                let mut other = body.clone();
                other["seed"] = json!(100 + i);
                let served = &served;
                scope.spawn(move || served.post("/v1/chat/completions", &other).1)
            })
            .collect();
        let mut all = vec![same.join().unwrap()];
        all.extend(others.into_iter().map(|h| h.join().unwrap()));
        all
    });
    assert_eq!(text(&crowd[0]), text(&alone));
    assert!(crowd[1..].iter().any(|a| text(a) != text(&alone)), "seeds must matter");
}

#[test]
fn a_client_that_leaves_frees_its_slot_and_blocks() {
    let served = Served::start(&[]);
    let mut body = chat("Count for me.");
    body["stream"] = true.into();
    body["ignore_eos"] = true.into();
    body["max_tokens"] = json!(20_000);
    let mut streams: Vec<_> =
        (0..3).map(|_| served.open("POST", "/v1/chat/completions", &body.to_string())).collect();
    for s in &mut streams {
        let mut first = [0u8; 256];
        assert!(s.read(&mut first).unwrap() > 0);
    }
    // The head of an answer may come before the engine has assigned a slot to its request.
    let start = Instant::now();
    while served.metric("atlas_requests_running") < 1.0 {
        assert!(start.elapsed() < Duration::from_secs(10), "no request runs");
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(streams);
    let start = Instant::now();
    while served.metric("atlas_requests_running") > 0.0 {
        assert!(start.elapsed() < Duration::from_secs(10), "requests of gone clients still run");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(served.metric("atlas_kv_blocks_used"), 0.0);
    assert_eq!(served.metric("atlas_slots_used"), 0.0);
}

#[test]
fn sigterm_drains_and_a_second_one_aborts() {
    let mut served = Served::start(&[]);
    let mut body = chat("Count for me.");
    body["ignore_eos"] = true.into();
    body["max_tokens"] = json!(300);
    let mut running = served.open("POST", "/v1/chat/completions", &body.to_string());
    while served.metric("atlas_requests_running") < 1.0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    served.signal("-TERM");
    let mut answer = String::new();
    running.read_to_string(&mut answer).unwrap();
    assert!(answer.contains("\"completion_tokens\":300"), "{answer}");
    assert_eq!(served.exit_code(Duration::from_secs(10)), Some(0));

    let mut served = Served::start(&[]);
    body["max_tokens"] = json!(30_000);
    let _running = served.open("POST", "/v1/chat/completions", &body.to_string());
    while served.metric("atlas_requests_running") < 1.0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    served.signal("-TERM");
    std::thread::sleep(Duration::from_millis(300));
    assert!(served.exit_code(Duration::from_millis(1)).is_none(), "it must drain first");
    served.signal("-TERM");
    assert_eq!(served.exit_code(Duration::from_secs(10)), Some(0));
}

#[test]
fn a_killed_server_does_not_stop_the_next_start() {
    let mut served = Served::start(&[]);
    served.signal("-KILL");
    assert!(served.exit_code(Duration::from_secs(5)).is_some());
    let port = served.address.rsplit(':').next().unwrap().to_owned();
    let again = Served::start(&["--port", &port]);
    assert_eq!(again.get("/health").0, 200);
    let taken = atlas(&["serve", "--port", &port]);
    assert!(!taken.status.success());
    assert!(stderr(&taken).contains("is another server running there?"), "{}", stderr(&taken));
}

/// Token ids in and out: stop tokens come from the checkpoint's files, and logprobs keep every id.
#[test]
fn a_checkpoint_without_a_tokenizer_stops_and_tells_tokens_apart() {
    let fixture =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../atlas-model/tests/fixtures/qwen3_tied_f32");
    let prompt = json!({"prompt": [20, 30, 40], "temperature": 0, "max_tokens": 4,
        "logprobs": 3, "return_token_ids": true});
    let folder = tempfile::tempdir().unwrap();
    for file in ["config.json", "model.safetensors"] {
        let from = std::path::Path::new(fixture).join(file);
        std::fs::copy(from, folder.path().join(file)).unwrap();
    }
    let path = folder.path().to_str().unwrap().to_owned();
    let answer = Served::start(&[&path]).post("/v1/completions", &prompt).1;
    let choice = &answer["choices"][0];
    let ids: Vec<u64> =
        choice["token_ids"].as_array().unwrap().iter().map(|t| t.as_u64().unwrap()).collect();
    assert_eq!(ids.len(), 4, "{answer}");
    let top = choice["logprobs"]["top_logprobs"][0].as_object().unwrap();
    assert_eq!(top.len(), 3, "{answer}");
    assert!(top.contains_key(&format!("token_id:{}", ids[0])), "{answer}");

    let last = ids[3];
    let end = 1 + ids.iter().position(|t| *t == last).unwrap();
    let generation = json!({ "eos_token_id": [last] }).to_string();
    std::fs::write(folder.path().join("generation_config.json"), generation).unwrap();
    let mut longer = prompt;
    longer["max_tokens"] = json!(64);
    let answer = Served::start(&[&path]).post("/v1/completions", &longer).1;
    let choice = &answer["choices"][0];
    assert_eq!(choice["finish_reason"], "stop", "{answer}");
    assert_eq!(choice["token_ids"].as_array().unwrap().len(), end, "{answer}");
}
