//! The verbs that look and do not serve, and arguments that cannot work.

#[path = "verbs/first_minute.rs"]
mod first_minute;
#[path = "verbs/gguf.rs"]
mod gguf;
#[path = "verbs/guides.rs"]
mod guides;
#[path = "verbs/integers.rs"]
mod integers;
#[path = "verbs/latents.rs"]
mod latents;
#[path = "verbs/quantize.rs"]
mod quantize;
mod support;
#[path = "support/gguf.rs"]
mod tiny_gguf;

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};
use support::{atlas, stderr, stdout};

fn explain(args: &[&str]) -> Vec<(String, String, String)> {
    let mut all = vec!["explain", "--json"];
    all.extend(args);
    let output = atlas(&all);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    let list: Vec<Value> = serde_json::from_str(&stdout(&output)).unwrap();
    let field = |v: &Value, k: &str| v[k].as_str().unwrap().to_owned();
    list.iter().map(|v| (field(v, "name"), field(v, "value"), field(v, "source"))).collect()
}

// Long: a table of flags and a table of wrong values, which read best in one place.
#[test]
fn every_flag_shows_in_explain_or_the_start_fails() {
    let dir = tempfile::tempdir().unwrap();
    let template = dir.path().join("t.jinja");
    std::fs::write(&template, "{{ messages[0].content }}").unwrap();
    let template = template.to_str().unwrap();
    let profile = dir.path().join("p.toml");
    std::fs::write(&profile, "source = \"a test\"\n[guards]\ntool_body = 100\n").unwrap();
    let profile = profile.to_str().unwrap();
    let (cert, key) = support::certificate(dir.path(), "server");
    let base = explain(&[]);
    let cases: &[(&[&str], &str)] = &[
        (&["--host", "127.0.0.2"], "host"),
        (&["--port", "9999"], "port"),
        (&["--device", "cpu"], "device"),
        (&["--dtype", "f32"], "dtype"),
        (&["--cpu-activations", "f32"], "cpu_activations"),
        (&["--threads", "1"], "threads"),
        (&["--isa", "portable"], "isa"),
        (&["--max-seq-len", "2048"], "max_seq_len"),
        (&["--max-batch-size", "3"], "max_batch_size"),
        (&["--max-num-batched-tokens", "128"], "max_num_batched_tokens"),
        (&["--max-chunk-tokens", "64"], "max_chunk_tokens"),
        (&["--kv-cache-memory-gb", "0.5"], "kv_block_count"),
        (&["--max-queue-len", "5"], "max_queue_len"),
        (&["--max-overtakes", "2"], "max_overtakes"),
        (&["--prefix-cache", "off"], "prefix_cache"),
        (&["--state-snapshot-gb", "0.001"], "state_snapshot_count"),
        (&["--host-cache-gb", "0.001"], "host_cache_blocks"),
        (&["--host-cache-gb", "0.001"], "host_cache_snapshots"),
        (&["--verify-hits", "0.25"], "verify_hits"),
        (&["--run-ahead", "2"], "run_ahead"),
        (&["--graphs-at-start", "3"], "graphs_at_start"),
        (&["--served-model-name", "a,b"], "served_model_name"),
        (&["--chat-template", template], "chat_template"),
        (&["--profile", profile], "guard.tool_body"),
        (&["--max-body-mb", "1"], "max_body_mb"),
        (&["--strict-requests"], "strict_requests"),
        (&["--api-key", "a,b"], "api_keys"),
        (&["--api-key", "a,b", "--api-tenant", "t,t"], "api_tenants"),
        (&["--rate-limit-requests", "5"], "rate_limit_requests"),
        (&["--rate-limit-tokens", "5000"], "rate_limit_tokens"),
        (&["--cors-origin", "https://app.example"], "cors_origins"),
        (&["--debug-endpoints"], "debug_endpoints"),
        (&["--max-connections", "50"], "max_connections"),
        (&["--head-timeout-s", "5"], "head_timeout_s"),
        (&["--body-timeout-s", "5"], "body_timeout_s"),
        (&["--idle-timeout-s", "5"], "idle_timeout_s"),
        (&["--handshake-timeout-s", "5"], "handshake_timeout_s"),
        (&["--max-bodies-mb", "64"], "max_bodies_mb"),
        (&["--allowed-hosts", "box.example"], "allowed_hosts"),
        (&["--tls-cert", &cert, "--tls-key", &key], "tls_cert"),
        (&["--tls-cert", &cert, "--tls-key", &key], "tls_key"),
        (&["--record", "somewhere"], "record"),
        (&["--record-max-mb", "5"], "record_max_mb"),
        (&["--tool-call-parser", "hermes"], "tool_call_parser"),
        (&["--reasoning-parser", "none"], "reasoning_parser"),
        (&["--allow-config-key", "foo"], "allow_config_key"),
        (&["--revision", "dev"], "revision"),
        (&["--log", "warn"], "log"),
        (&["-v"], "log"),
        (&["--log-format", "json"], "log_format"),
        (&["--drain-timeout", "5"], "drain_timeout"),
    ];
    for (args, name) in cases {
        let changed = explain(args);
        let of = |list: &[(String, String, String)]| {
            list.iter().find(|s| s.0 == *name).unwrap_or_else(|| panic!("{name}")).clone()
        };
        assert_ne!(of(&changed), of(&base), "{args:?} left `{name}` as it was");
    }
    for args in [
        &["--isa", "mmx"][..],
        &["--dtype", "f16"],
        &["--device", "cuda"],
        &["--threads", "0"],
        &["--tool-call-parser", "xml"],
        &["--api-key", ""],
        &["--rate-limit-requests", "0"],
        &["--rate-limit-tokens", "-1"],
        &["--cors-origin", "app.example/path"],
        &["--cors-origin", "*,https://app.example"],
        &["--allowed-hosts", "http://box.example"],
        &["--max-connections", "0"],
        &["--head-timeout-s", "0"],
        &["--tls-cert", &cert],
        &["--tls-key", &key],
        &["--tls-cert", &cert, "--tls-key", "nowhere.pem"],
        &["--reasoning-parser", "loud"],
        &["--max-seq-len", "99999999"],
        &["--kv-cache-memory-gb", "nan"],
        &["--config", "nowhere.json"],
        &["--load-format", "gguf"],
        &["--graphs-at-start", "many"],
        &["--chat-template", "nowhere.jinja"],
        &["--profile", "nowhere.toml"],
        &["./no-such-folder"],
    ] {
        let mut all = vec!["explain"];
        all.extend(args);
        let output = atlas(&all);
        assert!(!output.status.success(), "{args:?} must fail");
        assert!(!stderr(&output).contains("panicked"), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn stop_tokens_show_without_a_tokenizer() {
    let fixture =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../atlas-model/tests/fixtures/qwen3_tied_f32");
    let stops: Vec<String> =
        explain(&[fixture]).into_iter().filter(|s| s.0 == "stop_token").map(|s| s.1).collect();
    assert_eq!(stops, ["2", "5"]);
}

#[test]
fn plan_counts_to_the_byte() {
    let output = atlas(&["plan", "--json", "--max-seq-len", "2048", "--max-batch-size", "2"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let plan: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let pools: u64 =
        plan["pools"].as_array().unwrap().iter().map(|p| p["bytes"].as_u64().unwrap()).sum();
    assert_eq!(
        pools + plan["weights_bytes"].as_u64().unwrap(),
        plan["total_bytes"].as_u64().unwrap()
    );
}

#[test]
fn kernels_and_doctor_print_what_they_found() {
    assert!(stdout(&atlas(&["kernels"])).contains("linear"));
    let bound = atlas(&["kernels", "--explain"]);
    assert!(stdout(&bound).contains("gated_delta"), "{}", stderr(&bound));
    let doctor = atlas(&["doctor", "--port", "0"]);
    assert!(doctor.status.success(), "{}{}", stdout(&doctor), stderr(&doctor));
    assert!(stdout(&doctor).contains("ok    model"));
}

#[test]
fn a_reader_that_ends_first_ends_what_is_printed() {
    for verb in ["plan", "explain", "kernels", "doctor"] {
        // A pipe whose reader has left before anything is written.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
        let output = command.arg(verb).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(141), "{verb}");
        assert!(!stderr(&output).contains("panicked"), "{verb}: {}", stderr(&output));
    }
}

#[test]
fn chat_answers_and_keeps_the_history() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_atlas"))
        .args(["chat", "--max-tokens", "64"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"What is the capital of France?\n/reset\n/exit\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("Paris") && text.contains("forgotten"), "{text}");
}

#[test]
fn dummy_weights_need_a_config_only() {
    let config = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../atlas-model/tests/fixtures/qwen3_tied_f32/config.json"
    );
    let output = atlas(&[
        "bench",
        "latency",
        "--load-format",
        "dummy",
        "--config",
        config,
        "--prompt-len",
        "20",
        "--output-len",
        "4",
        "--repeats",
        "1",
        "--json",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert!(report["summary"]["tpot_ms"].as_f64().unwrap() > 0.0);
    assert!(report["summary"]["read_gb_per_second"].as_f64().unwrap() > 0.0);
}
