//! Verbs on GGUF files: settings, sums, answers, and files that are refused in words.

use crate::support::{Served, atlas, stderr, stdout};
use crate::tiny_gguf::{parts, recorded, tiny};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

fn put(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Value and source of a setting that `explain --json` printed.
fn setting(list: &Value, name: &str) -> (String, String) {
    let found = list.as_array().unwrap().iter().find(|s| s["name"] == name);
    let found = found.unwrap_or_else(|| panic!("no {name} in {list}"));
    let text = |key: &str| found[key].as_str().unwrap().to_owned();
    (text("value"), text("source"))
}

fn explain(args: &[&str]) -> Value {
    let output = atlas(&[&["explain", "--json"], args].concat());
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[test]
fn a_gguf_file_and_its_folder_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let path = put(folder.path(), "tiny-Q8_0.gguf", &tiny("qwen3").bytes());
    for model in [&path, folder.path().to_str().unwrap()] {
        let list = explain(&[model, "--device", "cpu"]);
        assert_eq!(setting(&list, "served_model_name").0, "tiny-Q8_0");
        assert_eq!(setting(&list, "format.model.layers.0.self_attn.q_proj").0, "q8_0");
        let heads = setting(&list, "config.num_attention_heads");
        let key = "tiny-Q8_0.gguf: qwen3.attention.head_count".to_owned();
        assert_eq!(heads, ("4".to_owned(), key));
        assert!(setting(&list, "kv_cache").0.starts_with("f32"), "most bytes are F16");
    }
    let split = tempfile::tempdir().unwrap();
    let all = parts("qwen3next");
    let count = all.len();
    let name = |i: usize| format!("big-{:05}-of-{count:05}.gguf", i + 1);
    for (i, part) in all.iter().enumerate() {
        put(split.path(), &name(i), part);
    }
    let second = split.path().join(name(1));
    let list = explain(&[second.to_str().unwrap(), "--served-model-name", "x"]);
    assert_eq!(setting(&list, "model").0, "big");
    assert_eq!(setting(&list, "served_model_name").0, "x");
    std::fs::remove_file(split.path().join(name(0))).unwrap();
    let output = atlas(&["explain", split.path().to_str().unwrap()]);
    let says = stderr(&output);
    assert!(says.contains(&name(0)) && says.contains("part of a split model is missing"), "{says}");
}

#[test]
fn cpu_activations_are_chosen_apart_from_the_cache() {
    let folder = tempfile::tempdir().unwrap();
    let path = put(folder.path(), "tiny.gguf", &tiny("qwen3").bytes());
    let of = |dtype: &str, args: &[&str]| {
        let list = explain(&[&[path.as_str(), "--device", "cpu", "--dtype", dtype], args].concat());
        let (inputs, source) = setting(&list, "cpu_activations");
        (inputs, source, setting(&list, "kv_cache").0.split(' ').next().unwrap().to_owned())
    };
    let three = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
    assert_eq!(of("bf16", &[]), three("int8", "default", "bf16"));
    assert_eq!(
        of("bf16", &["--cpu-activations", "int8"]),
        three("int8", "--cpu-activations", "bf16")
    );
    assert_eq!(
        of("bf16", &["--cpu-activations", "f32"]),
        three("f32", "--cpu-activations", "bf16")
    );
    assert_eq!(
        of("f32", &["--cpu-activations", "int8"]),
        three("int8", "--cpu-activations", "f32")
    );
    assert_eq!(of("f32", &[]), three("f32", "dtype", "f32"));
}

#[test]
fn files_that_are_no_model_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let mut number = 0;
    let mut refusal = |bytes: &[u8]| {
        number += 1;
        let path = put(folder.path(), &format!("{number}.gguf"), bytes);
        let output = atlas(&["explain", &path]);
        assert!(!output.status.success(), "{number}");
        let says = stderr(&output);
        assert!(says.contains(&format!("{number}.gguf")), "{says}");
        says
    };
    for (key, value, words) in [
        ("general.type", "mmproj", "multimodal projector"),
        ("general.architecture", "clip", "multimodal projector"),
        ("general.type", "adapter", "LoRA adapter"),
        ("general.type", "imatrix", "imatrix"),
        ("general.type", "vocab", "vocab"),
        ("general.architecture", "bert", "supported architectures are llama, "),
    ] {
        let mut raw = tiny("qwen3");
        raw.set_text(key, value);
        let says = refusal(&raw.bytes());
        assert!(says.contains(words) && says.contains("not supported"), "{value}: {says}");
    }
    let mut raw = tiny("qwen3");
    raw.version = 2;
    assert!(refusal(&raw.bytes()).contains("only version 3 is supported"));
    raw.version = 3u32.swap_bytes();
    assert!(refusal(&raw.bytes()).contains("big-endian"));
    let mut raw = tiny("qwen3");
    raw.tensor("blk.0.attn_q.weight").ty = 34;
    let says = refusal(&raw.bytes());
    assert!(says.contains("blk.0.attn_q.weight") && says.contains("TQ1_0"), "{says}");
    assert!(refusal(b"GGUF").contains("truncated"));
    let mut raw = tiny("qwen3");
    raw.set_text("qwen3.attention.novelty", "much");
    let path = put(folder.path(), "new.gguf", &raw.bytes());
    let says = stderr(&atlas(&["explain", &path]));
    assert!(says.contains("--allow-config-key qwen3.attention.novelty"), "{says}");
    explain(&[&path, "--allow-config-key", "qwen3.attention.novelty"]);
    let out = folder.path().join("out");
    let to = out.to_str().unwrap();
    let says = stderr(&atlas(&["quantize", &path, to, "--format", "fp8-row"]));
    assert!(says.contains("qwen3.attention.novelty"), "{says}");
    let path = put(folder.path(), "whole.gguf", &tiny("qwen3").bytes());
    let says = stderr(&atlas(&["quantize", &path, to, "--format", "fp8-row"]));
    assert!(says.contains("is a GGUF model, which is not quantised again"), "{says}");
}

#[test]
fn a_gguf_file_is_planned_checked_and_served() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = tiny("qwen3").bytes();
    let path = put(folder.path(), "tiny-Q8_0.gguf", &bytes);
    let plan = atlas(&["plan", &path, "--json"]);
    let plan: Value = serde_json::from_str(&stdout(&plan)).unwrap();
    assert!(plan["weights_bytes"].as_u64().is_some_and(|n| n > 10_000), "{plan}");
    let doctor = stdout(&atlas(&["doctor", &path, "--port", "0"]));
    assert!(doctor.contains("model: tiny-Q8_0 (qwen3), 2 layers"), "{doctor}");
    let says = stderr(&atlas(&["chat", &path, "--verify-checksums"]));
    assert!(says.contains("put tiny-Q8_0.gguf.sha256"), "{says}");
    put(folder.path(), "tiny-Q8_0.gguf.sha256", "0".repeat(64).as_bytes());
    let says = stderr(&atlas(&["chat", &path, "--verify-checksums"]));
    assert!(says.contains("tiny-Q8_0.gguf is damaged"), "{says}");
    let body = json!({"model": "tiny-Q8_0", "prompt": [3, 5, 7], "max_tokens": 4,
        "temperature": 0, "ignore_eos": true});
    for activations in ["int8", "f32"] {
        let record = folder.path().join(activations);
        let record = record.to_str().unwrap();
        let args = ["--cpu-activations", activations, "--device", "cpu", "--record", record];
        let mut server = Served::start(&[&[path.as_str()], &args[..]].concat());
        let (status, models) = server.get("/v1/models");
        assert!(status == 200 && models.contains("tiny-Q8_0"), "{models}");
        let (status, answer) = server.post("/v1/completions", &body);
        assert_eq!((status, &answer["usage"]["completion_tokens"]), (200, &json!(4)), "{answer}");
        let (_, tags) = server.get("/api/tags");
        assert!(tags.contains(r#""format":"gguf""#) && tags.contains(r#""Q8_0""#), "{tags}");
        let written = "atlas_recordings_total{result=\"written\"}";
        let start = Instant::now();
        while server.metric(written) < 1.0 && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(20));
        }
        server.signal("-TERM");
        assert_eq!(server.exit_code(Duration::from_secs(60)), Some(0));
        let replayed = atlas(&["replay", record, "--threads", "1"]);
        assert!(replayed.status.success(), "{}{}", stdout(&replayed), stderr(&replayed));
    }
}

/// Every verb that loads a model takes a GGUF file; its weights are exact where activations are.
#[test]
fn a_gguf_file_is_verified_and_measured() {
    let folder = tempfile::tempdir().unwrap();
    let (bytes, taps) = recorded("qwen35moe");
    let path = put(folder.path(), "mixed-Q4_K_M.gguf", &bytes);
    let run = |args: &[&str]| {
        let output = atlas(&[args, &["--device", "cpu", "--threads", "1"]].concat());
        assert!(output.status.success(), "{args:?}: {}{}", stdout(&output), stderr(&output));
        stdout(&output)
    };
    let verify = ["verify", &path, "--taps", taps.to_str().unwrap()];
    let report = run(&[&verify[..], &["--dtype", "f32"]].concat());
    assert!(report.contains("layers.1.mlp_out") && report.contains("taps are within"), "{report}");
    let rounded = atlas(&[&verify[..], &["--dtype", "bf16", "--device", "cpu"]].concat());
    let says = stderr(&rounded);
    assert!(says.contains("beyond its bound") && says.contains("--dtype f32"), "{says}");
    let kernels = run(&["kernels", &path, "--explain", "--wide"]);
    assert!(kernels.contains("moe_experts") && kernels.contains("gated_delta"), "{kernels}");
    for kind in ["latency", "throughput"] {
        let sizes = ["--prompt-len", "8", "--output-len", "4", "--concurrency", "2"];
        let args = [&["bench", kind, &path, "--json", "--repeats", "1"][..], &sizes].concat();
        let report: Value = serde_json::from_str(&run(&args)).unwrap();
        assert!(report["model"].as_str().is_some_and(|m| m == "mixed-Q4_K_M"), "{report}");
    }
}
