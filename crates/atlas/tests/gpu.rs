//! Serving on a GPU. With the folder of an emulated device in `ATLAS_EMULATED_DEVICE` all of it
//! runs there; without one, and without a driver, there is only the error to be seen.
#![cfg(feature = "cuda")]

mod support;

use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{Served, stderr};

/// The loader's variable for the emulated driver, if there is one.
fn driver() -> Option<(&'static str, String)> {
    let folder = std::env::var("ATLAS_EMULATED_DEVICE").ok()?;
    Some(("LD_LIBRARY_PATH", folder))
}

/// Sizes for a device that is computed on a CPU.
const SMALL: [&str; 6] =
    ["--max-batch-size", "8", "--max-num-batched-tokens", "512", "--kv-cache-memory-gb", "0.25"];

fn chat(content: &str, tokens: u32) -> Value {
    json!({
        "model": "atlas-mini", "messages": [{"role": "user", "content": content}],
        "temperature": 0, "max_tokens": tokens,
    })
}

/// Longer than a block of the cache.
const CAPITAL: &str =
    "Here is a list of fruit: apple, pear, plum, cherry, lemon. What is the capital of France?";

fn text(answer: &Value) -> &str {
    answer["choices"][0]["message"]["content"].as_str().unwrap_or_default()
}

#[test]
fn without_a_driver_the_error_says_so() {
    if driver().is_some() || std::path::Path::new("/dev/nvidiactl").exists() {
        return;
    }
    let output = support::atlas(&["serve", "--device", "cuda", "--port", "0"]);
    assert!(!output.status.success());
    let text = stderr(&output);
    assert!(text.contains("--device cuda:0: no NVIDIA driver on this machine"), "{text}");
}

#[test]
fn auto_takes_the_gpu_and_says_so() {
    let Some((name, folder)) = driver() else { return };
    let mut explain = Command::new(env!("CARGO_BIN_EXE_atlas"));
    let output = explain.args(["explain", "--device", "auto"]).env(name, folder).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("--device auto: the first GPU, "), "{text}");
}

#[test]
fn two_servers_on_one_gpu_answer_as_the_cpu_does() {
    let Some((name, folder)) = driver() else { return };
    let on_cpu = Served::start(&["--device", "cpu", "--dtype", "f32"]);
    let gpu = [&["--device", "cuda", "--dtype", "f32"][..], &SMALL].concat();
    let servers = [(); 2].map(|()| Served::start_with(&gpu, &[(name, &folder)]));
    let expected = on_cpu.post("/v1/chat/completions", &chat(CAPITAL, 12)).1;
    assert!(text(&expected).contains("Paris"), "{expected}");
    std::thread::scope(|scope| {
        for served in &servers {
            let expected = &expected;
            scope.spawn(move || {
                let (status, answer) = served.post("/v1/chat/completions", &chat(CAPITAL, 12));
                assert_eq!((status, text(&answer)), (200, text(expected)), "{answer}");
                // Once more, from the cache.
                let (_, again) = served.post("/v1/chat/completions", &chat(CAPITAL, 12));
                assert_eq!(text(&again), text(expected), "{again}");
                let cached = &again["usage"]["prompt_tokens_details"]["cached_tokens"];
                assert!(cached.as_u64().unwrap_or(0) > 0, "{again}");
            });
        }
    });
}

#[test]
fn graphs_are_captured_before_the_server_is_ready_and_change_no_answer() {
    let Some((name, folder)) = driver() else { return };
    let answer = |graphs: &[&str], captured: f64| {
        let flags = ["--device", "cuda", "--dtype", "f32", "--max-batch-size", "3"];
        let flags = [&flags[..], &SMALL[2..], graphs].concat();
        let served = Served::start_with(&flags, &[(name, &folder)]);
        assert_eq!(served.metric("atlas_graphs_at_start "), captured, "{graphs:?}");
        let seconds = served.metric("atlas_graphs_at_start_seconds ");
        assert_eq!(seconds > 0.0, captured > 0.0, "{seconds} s for {graphs:?}");
        let (status, answer) = served.post("/v1/chat/completions", &chat(CAPITAL, 12));
        assert_eq!(status, 200, "{answer}");
        text(&answer).to_owned()
    };
    // One of the forward pass and one of picking for each number of sequences.
    let expected = answer(&["--graphs-at-start", "0"], 0.0);
    assert!(expected.contains("Paris"), "{expected}");
    assert_eq!(answer(&["--graphs-at-start", "all"], 6.0), expected);
    assert_eq!(answer(&["--graphs-at-start", "2"], 4.0), expected);
    assert_eq!(answer(&["--no-graphs"], 0.0), expected);
}

#[test]
fn a_library_computes_linears_of_many_rows_where_it_is_allowed() {
    let Some((name, folder)) = driver() else { return };
    let atlas = |flags: &[&str], folder: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
        command.args(["kernels", "--explain", "--wide", "--device", "cuda"]).args(flags);
        let output = command.env(name, folder).output().expect("the binary runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.success(), text + &String::from_utf8_lossy(&output.stderr))
    };
    let (_, without) = atlas(&[], &folder);
    assert!(without.contains("serves with --allow-library-gemm only"), "{without}");
    let (_, with) = atlas(&["--allow-library-gemm"], &folder);
    assert!(!with.contains("serves with --allow-library-gemm only"), "{with}");
    let (ok, both) = atlas(&["--allow-library-gemm", "--batch-invariant"], &folder);
    assert!(!ok && both.contains("cannot be used with"), "{both}");

    // A driver and no library beside it.
    let alone = tempfile::tempdir().expect("a folder");
    let driver = std::path::Path::new(&folder).join("libcuda.so.1");
    std::fs::copy(driver, alone.path().join("libcuda.so.1")).expect("a copy");
    let missing = alone.path().to_string_lossy();
    let (ok, said) = atlas(&["--allow-library-gemm"], &missing);
    assert!(!ok && said.contains("libcublasLt.so.13"), "{said}");
    assert!(said.contains("leave the flag out"), "{said}");

    let flags = ["--device", "cuda", "--dtype", "bf16", "--allow-library-gemm"];
    let flags = [&flags[..], &SMALL].concat();
    let served = Served::start_with(&flags, &[(name, &folder)]);
    let fruit = "apple, pear, plum, cherry, lemon, melon, grape, ".repeat(6);
    let question = format!("Here is a list of fruit: {fruit}fig. What is the capital of France?");
    let (status, answer) = served.post("/v1/chat/completions", &chat(&question, 12));
    assert_eq!(status, 200, "{answer}");
    assert!(answer["usage"]["prompt_tokens"].as_u64() > Some(65), "{answer}");
    assert!(text(&answer).contains("Paris"), "{answer}");
}

#[test]
fn a_kernel_that_fails_ends_its_requests_and_then_the_server() {
    let Some((name, folder)) = driver() else { return };
    let failing = [(name, folder.as_str()), ("ATLAS_EMULATOR_FAILING_LAUNCH", "700")];
    let flags = [&["--device", "cuda", "--dtype", "f32"][..], &SMALL].concat();
    let mut served = Served::start_with(&flags, &failing);
    let start = Instant::now();
    // A forward pass of atlas-mini is some 150 launches.
    let (status, answer) = served.post("/v1/chat/completions", &chat(CAPITAL, 64));
    assert_eq!(status, 500, "{answer}");
    let message = answer["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("CUDA_ERROR_LAUNCH_FAILED"), "{answer}");
    while served.get("/health").0 == 200 {
        assert!(start.elapsed() < Duration::from_secs(60), "the server says that it is well");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(served.post("/v1/chat/completions", &chat(CAPITAL, 4)).0, 503);
    assert_eq!(served.exit_code(Duration::from_secs(30)), Some(1));
}

#[test]
fn too_little_memory_ends_the_start_with_what_it_was_for() {
    let Some((name, folder)) = driver() else { return };
    let run = |megabytes: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_atlas"))
            .args(["serve", "--device", "cuda", "--port", "0"])
            .args(SMALL)
            .env(name, &folder)
            .env("ATLAS_EMULATOR_MEMORY_MB", megabytes)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(!output.status.success());
        stderr(&output)
    };
    let weights = run("8");
    assert!(weights.contains("has no memory for") && weights.contains("are free"), "{weights}");
    // Room for the weights, and for little more.
    let pools = run("24");
    assert!(pools.contains("could not be allocated") && pools.contains("--max-seq-len"), "{pools}");
}

#[test]
fn plan_says_what_lies_on_the_gpu_and_fails_where_it_does_not_fit() {
    let Some((name, folder)) = driver() else { return };
    let plan = |megabytes: &str, more: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_atlas"))
            .args(["plan", "--json", "--device", "cuda", "--max-seq-len", "2048"])
            .args(["--max-batch-size", "8", "--max-num-batched-tokens", "512"])
            .args(["--kv-cache-memory-gb", "1"])
            .args(more)
            .env(name, &folder)
            .env("ATLAS_EMULATOR_MEMORY_MB", megabytes)
            .output()
            .unwrap()
    };
    let output = plan("4096", &[]);
    assert!(output.status.success(), "{}", stderr(&output));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let bytes = |field: &str| said[field].as_u64().unwrap();
    let pools = said["pools"].as_array().unwrap().iter();
    let host: u64 = pools
        .filter(|pool| pool["name"] == "host cache" || pool["name"] == "slot tables")
        .map(|pool| pool["bytes"].as_u64().unwrap())
        .sum();
    assert!(host > 0);
    assert_eq!(bytes("device_bytes") + host, bytes("total_bytes"));
    assert!(bytes("device_bytes") < bytes("device_free_bytes"));
    // A library of products has the kernel workspace, and makes it as large as it needs.
    let by = |said: &Value, name: &str| {
        let pools = said["pools"].as_array().unwrap();
        pools.iter().find(|pool| pool["name"] == name).unwrap()["bytes"].as_u64().unwrap()
    };
    let output = plan("4096", &["--allow-library-gemm"]);
    let with: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(with["device_free_bytes"], said["device_free_bytes"], "taken beside the plan");
    let (before, after) = (by(&said, "kernel workspace"), by(&with, "kernel workspace"));
    assert!(after >= 32 << 20, "{after}");
    let more = with["device_bytes"].as_u64().unwrap() - bytes("device_bytes");
    assert_eq!(more, after - before);
    let output = plan("24", &[]);
    assert!(!output.status.success());
    let text = stderr(&output);
    assert!(text.contains("MiB and the GPU has free") && text.contains("--max-seq-len"), "{text}");
}

/// Without flags the pools take nine tenths of what is free, whatever that is, and no more.
#[test]
fn limits_follow_from_the_memory_that_is_free() {
    let Some((name, folder)) = driver() else { return };
    let plan = |megabytes: &str| -> Value {
        let output = Command::new(env!("CARGO_BIN_EXE_atlas"))
            .args(["plan", "--json", "--device", "cuda"])
            .env(name, &folder)
            .env("ATLAS_EMULATOR_MEMORY_MB", megabytes)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let mut slots = 0;
    for megabytes in ["256", "512", "8192"] {
        let said = plan(megabytes);
        let bytes = |field: &str| said[field].as_u64().unwrap();
        let free = bytes("device_free_bytes") - bytes("weights_bytes");
        let pools = bytes("device_bytes") - bytes("weights_bytes");
        assert!(pools * 10 <= free * 9, "{pools} of {free}");
        let settings = said["settings"].as_array().unwrap();
        let found = settings.iter().find(|s| s["name"] == "max_batch_size").unwrap();
        let now: u32 = found["value"].as_str().unwrap().parse().unwrap();
        assert!(now > slots, "{now} sequences in {megabytes} MB, {slots} in less");
        slots = now;
    }
    assert_eq!(slots, 256);
}
