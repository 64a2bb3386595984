//! Recorded by a running server, run again by `atlas replay`: the same to the last bit, or told
//! where it is not.

mod support;

use serde_json::{Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::{Served, atlas, stderr, stdout};

fn recordings(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn replay(path: &Path, more: &[&str]) -> (bool, String) {
    let mut args = vec!["replay", path.to_str().unwrap()];
    args.extend(more);
    let output = atlas(&args);
    assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    (output.status.success(), stdout(&output) + &stderr(&output))
}

fn function() -> Value {
    json!({"name": "get_weather", "description": "Weather of a place.", "parameters": {
        "type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}})
}

/// Requests of the three APIs: drawn and greedy, with tools, forms, stop strings and choices.
fn requests(stream: bool) -> Vec<(&'static str, Value)> {
    let ask = |text: &str| json!([{"role": "user", "content": text}]);
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"},
        "age": {"type": "integer"}}, "required": ["name", "age"]});
    let form = json!({"type": "json_schema", "json_schema": {"name": "p", "schema": schema}});
    let weather = ask("What is the weather in Paris?");
    let own = function()["parameters"].clone();
    vec![
        (
            "/v1/chat/completions",
            json!({"messages": ask("Tell me about the sea."), "n": 3,
            "temperature": 2.0, "seed": 7, "min_tokens": 24, "max_tokens": 24, "stream": stream}),
        ),
        (
            "/v1/chat/completions",
            json!({"messages": weather, "max_tokens": 200, "stream": stream,
            "tools": [{"type": "function", "function": function()}], "tool_choice": "required"}),
        ),
        (
            "/v1/chat/completions",
            json!({"messages": ask("Name a person."), "stream": stream,
            "response_format": form, "max_tokens": 80, "temperature": 1.0}),
        ),
        (
            "/v1/completions",
            json!({"prompt": ["The capital of France is", "One, two,"],
            "stop": [" is", ","], "logprobs": 2, "max_tokens": 20, "stream": stream}),
        ),
        (
            "/v1/messages",
            json!({"messages": weather, "max_tokens": 120, "stream": stream,
            "tools": [{"name": "get_weather", "input_schema": own}]}),
        ),
        (
            "/v1/responses",
            json!({"input": "Tell me about the sea.", "max_output_tokens": 20,
            "stream": stream}),
        ),
    ]
}

#[test]
fn a_servers_day_is_the_same_again_and_planted_faults_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let day = folder.path().join("day");
    let mut served = Served::start(&["--record", day.to_str().unwrap(), "--max-batch-size", "4"]);
    for stream in [false, true] {
        // Beside each other, so that they share batches that a replay does not have.
        std::thread::scope(|scope| {
            for (path, body) in requests(stream) {
                let served = &served;
                scope.spawn(move || {
                    let (status, text) = served.request("POST", path, &body.to_string());
                    assert_eq!(status, 200, "{path}: {text}");
                });
            }
        });
    }
    // One whose client leaves.
    let body =
        json!({"prompt": "Count:", "ignore_eos": true, "max_tokens": 20_000, "stream": true});
    let mut leaving = served.open("POST", "/v1/completions", &body.to_string());
    let mut some = [0u8; 2000];
    leaving.read_exact(&mut some).unwrap();
    drop(leaving);
    let started = Instant::now();
    while served.metric("atlas_recordings_total{result=\"written\"}") < 13.0 {
        assert!(started.elapsed() < Duration::from_secs(120), "not written");
        std::thread::sleep(Duration::from_millis(20));
    }
    served.signal("-TERM");
    assert_eq!(served.exit_code(Duration::from_secs(60)), Some(0));
    let files = recordings(&day);
    assert_eq!(files.len(), 13);
    let (same, text) = replay(&day, &["--threads", "1"]);
    assert!(same, "{text}");
    assert!(text.contains("13 of 13 recordings are the same to the last bit"), "{text}");
    assert_eq!(text.lines().filter(|l| l.starts_with("ok ")).count(), 13, "{text}");
    assert!(text.contains("cancelled, 1 choices"), "{text}");

    // One token of one choice altered: told with its place, ids and texts.
    let drawn = files.iter().find(|f| read(f)["choices"].as_array().unwrap().len() == 3).unwrap();
    let mut recording = read(drawn);
    let was = recording["choices"][2]["tokens"][11].as_u64().unwrap();
    recording["choices"][2]["tokens"][11] = json!(was ^ 1);
    let planted = folder.path().join("planted.atlas.json");
    std::fs::write(&planted, recording.to_string()).unwrap();
    let (same, text) = replay(&planted, &[]);
    assert!(!same, "{text}");
    let place = format!("choice 2, token 11: recorded {} \"", was ^ 1);
    assert!(text.contains(&place) && text.contains(&format!(", now {was} \"")), "{text}");
    let told = text.lines().filter(|line| line.starts_with("        ")).count();
    assert_eq!(told, 1, "nothing else differs: {text}");

    // Another seed in the request: the seed itself, and where the answers part.
    let mut recording = read(drawn);
    recording["request"]["seed"] = json!(4242);
    std::fs::write(&planted, recording.to_string()).unwrap();
    let (same, text) = replay(&planted, &[]);
    assert!(!same && text.contains("choice 0, seed: recorded "), "{text}");
    assert!(text.contains("choice 0, token ") && text.contains("choice 1, token "), "{text}");

    // Another compute type is noted; what it changes is told as any other difference.
    let (_, text) = replay(drawn, &["--dtype", "f32"]);
    assert!(text.contains("note  dtype: recorded bf16, now f32"), "{text}");
}

#[test]
fn recordings_that_cannot_be_replayed_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (same, text) = replay(folder.path(), &[]);
    assert!(!same && text.contains("no recordings"), "{text}");
    let (same, text) = replay(&folder.path().join("nowhere"), &[]);
    assert!(!same && text.contains("nowhere"), "{text}");
    let broken = folder.path().join("broken.atlas.json");
    std::fs::write(&broken, "{").unwrap();
    let (same, text) = replay(folder.path(), &[]);
    assert!(!same && text.contains("FAIL  broken.atlas.json: is no recording"), "{text}");
    // A folder that cannot be written to ends the start.
    let output = atlas(&["serve", "--port", "0", "--record", broken.to_str().unwrap()]);
    assert!(!output.status.success());
    assert!(stderr(&output).contains("--record"), "{}", stderr(&output));
}

/// A prompt in a quantised KV cache answers alike whether its prefix was cached, and a replay knows
/// the formats, layer by layer, from the recording.
#[test]
fn formats_of_the_kv_cache_are_carried() {
    let folder = tempfile::tempdir().unwrap();
    let day = folder.path().join("day");
    let flags = ["--kv-cache-dtype", "k=fp8,v=turbo3", "--kv-high-precision-layers", "1"];
    let record = ["--record", day.to_str().unwrap()];
    let mut served = Served::start(&[&flags[..], &record[..]].concat());
    let prompt = "The sea is wide, and the ships that cross it are small. ".repeat(12);
    let body = json!({"prompt": prompt, "temperature": 1.0, "seed": 3, "max_tokens": 24,
        "ignore_eos": true, "logprobs": 1});
    let answers = [(); 2].map(|()| served.post("/v1/completions", &body));
    for (status, answer) in &answers {
        assert_eq!(*status, 200, "{answer}");
    }
    let [first, second] = answers.map(|(_, answer)| answer);
    assert!(second["usage"]["prompt_tokens_details"]["cached_tokens"].as_u64() > Some(0));
    assert_eq!(first["choices"], second["choices"]);
    served.signal("-TERM");
    assert_eq!(served.exit_code(Duration::from_secs(60)), Some(0));
    let (same, text) = replay(&day, &["--threads", "1"]);
    assert!(same && text.contains("2 of 2 recordings are the same"), "{text}");
    // The same requests in a cache of 16 bits are others.
    let plain = Served::start(&[]);
    let (_, other) = plain.post("/v1/completions", &body);
    assert_ne!(first["choices"][0]["logprobs"], other["choices"][0]["logprobs"]);
}

/// Models of latent attention and of Mamba-2, without a tokenizer: token ids in batches, choices,
/// drawn and greedy, the same prompts again from the prefix cache, and with drafts
/// of their modules.
#[test]
fn latents_and_mamba_are_the_same_again() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../atlas-model/tests/fixtures");
    for (case, speculate) in
        [("deepseek_v3", "mtp:2"), ("mistral4", "off"), ("nemotron_h", "mtp:2")]
    {
        let folder = tempfile::tempdir().unwrap();
        let day = folder.path().join("day");
        let model = fixtures.join(case);
        let mut served = Served::start(&[
            model.to_str().unwrap(),
            "--record",
            day.to_str().unwrap(),
            "--max-batch-size",
            "4",
            "--speculate",
            speculate,
        ]);
        for temperature in [0.0, 1.0] {
            std::thread::scope(|scope| {
                for at in 0..4u32 {
                    let served = &served;
                    scope.spawn(move || {
                        let prompt: Vec<u32> =
                            (0..70 + 10 * at).map(|i| 16 + i * (7 + at) % 220).collect();
                        let body = json!({"prompt": prompt, "n": 2, "seed": at, "max_tokens": 20,
                            "temperature": temperature, "ignore_eos": true});
                        let (status, answer) = served.post("/v1/completions", &body);
                        assert_eq!(status, 200, "{case}: {answer}");
                    });
                }
            });
        }
        served.signal("-TERM");
        assert_eq!(served.exit_code(Duration::from_secs(60)), Some(0));
        let (same, text) = replay(&day, &["--threads", "1"]);
        assert!(same && text.contains("8 of 8 recordings are the same"), "{case}: {text}");
    }
}
