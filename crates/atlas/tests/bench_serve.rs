//! `atlas bench serve` against the served binary, and against a server that fails.

mod support;

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use support::{Served, atlas, stderr, stdout};

fn bench(address: &str, flags: &[&str]) -> Output {
    let url = format!("http://{address}");
    let mut all = vec!["bench", "serve", "--url", &url];
    all.extend(flags);
    atlas(&all)
}

/// The JSON report of a run that succeeds.
fn report(address: &str, flags: &[&str]) -> Value {
    // Tokens of the tiny model are often special ones, which are no text.
    let mut all = vec!["--json", "--extra-body", r#"{"skip_special_tokens": false}"#];
    all.extend(flags);
    let output = bench(address, &all);
    assert!(output.status.success(), "{flags:?}: {}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

/// Checks figures that every row of answered requests has.
fn check_row(row: &Value, requests: u64, output_tokens: u64) {
    assert_eq!((&row["answered"], &row["failed"]), (&requests.into(), &0.into()), "{row}");
    assert_eq!(row["output_tokens"], output_tokens, "{row}");
    assert_eq!(row["output_tokens_from"], "usage");
    assert_eq!(row["short_answers"], 0);
    for time in ["ttft_ms", "itl_ms", "tpot_ms", "e2e_ms"] {
        let of = |name: &str| row[time][name].as_f64().unwrap_or_else(|| panic!("{time}: {row}"));
        assert!(of("min") <= of("p50") && of("p50") <= of("p99") && of("p99") <= of("max"));
    }
    assert!(row["ttft_ms"]["p50"].as_f64() <= row["e2e_ms"]["p50"].as_f64());
    assert!(row["output_tokens_per_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn loads_of_every_kind_are_measured() {
    let served = Served::start(&["--device", "cpu"]);
    let address = &served.address;
    let short = ["--prompt-len", "24", "--output-len", "6"];

    // Closed loop: ids, so the prompts have exactly their length.
    let slo = ["--concurrency", "1,3", "--requests", "6", "--slo", "ttft=60s,e2e=60s"];
    let closed = report(address, &[&short[..], &slo].concat());
    assert_eq!(
        (&closed["model"], &closed["prompts"]["form"]),
        (&"atlas-mini".into(), &"ids".into())
    );
    assert_eq!(closed["rows"].as_array().unwrap().len(), 2);
    for row in closed["rows"].as_array().unwrap() {
        check_row(row, 6, 36);
        assert_eq!((&row["prompt_tokens"], &row["goodput"]["share"]), (&144.into(), &1.0.into()));
    }

    // Open loop, with chat and a range of lengths.
    let open = ["--endpoint", "chat", "--prompt-len", "60..80", "--output-len", "4"];
    let open = report(address, &[&open[..], &["--rate", "40", "--requests", "5"]].concat());
    check_row(&open["rows"][0], 5, 20);
    let mean = open["rows"][0]["prompt_tokens"].as_f64().unwrap() / 5.0;
    assert!((50.0..90.0).contains(&mean), "words must come near to the wanted tokens: {mean}");
    assert!(open["rows"][0]["send_lag_ms_max"].as_f64().is_some());

    // Conversations: each turn finds the ones before in the prefix cache.
    let turns = ["--endpoint", "chat", "--users", "2", "--turns", "3", "--prompt-len", "60"];
    let turns = report(address, &[&turns[..], &["--output-len", "4"]].concat());
    check_row(&turns["rows"][0], 6, 24);
    assert!(turns["rows"][0]["cached_tokens"].as_u64().unwrap() > 0, "{turns}");

    // Shared prefixes, and whole answers.
    let shared = ["--prompt-len", "80", "--output-len", "2", "--shared-prefix", "64"];
    let shared = report(address, &[&shared[..], &["--no-stream", "--requests", "4"]].concat());
    let row = &shared["rows"][0];
    assert_eq!((&row["ttft_ms"], &row["output_tokens"]), (&Value::Null, &8.into()), "{row}");
    assert!(row["cached_tokens"].as_u64().unwrap() >= 3 * 32, "{row}");
}

#[test]
fn a_run_is_written_as_one_page() {
    let served = Served::start(&["--device", "cpu"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.html");
    let path = path.to_str().unwrap();
    let flags = ["--concurrency", "1,2", "--requests", "3", "--prompt-len", "16", "--seed", "77"];
    let more = ["--output-len", "6", "--api-key", "a-secret", "--report", path];
    let report = report(&served.address, &[&flags[..], &more].concat());
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""));
    for refused in ["<script", "<link", "<img", "src=", "href=", "url(", "@import", "a-secret"] {
        assert!(!page.contains(refused), "{refused}");
    }
    // With the ceiling, which the server tells on loopback.
    assert_eq!(page.matches("role=\"img\"").count(), 5, "{page}");
    assert!(report["ceiling"]["tokens_per_second"].as_f64().unwrap() > 0.0);
    let started = report["started"].as_str().unwrap();
    let version = report["server_version"].as_str().unwrap();
    for part in [
        "--concurrency 1,2",
        "--api-key ***",
        "<td>atlas-mini</td>",
        "<td>77</td>",
        "<td>16 tokens</td>",
        "<td>3 + 3; 1 before each row</td>",
        "measured ceiling",
        started,
        version,
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // Figures of about a hundred milliseconds and more are shown without digits after the point.
    for row in report["rows"].as_array().unwrap() {
        check_row(row, 3, 18);
        let time = row["ttft_ms"]["p99"].as_f64().unwrap();
        let shown = match time {
            t if t < 9.995 => format!("{t:.2}"),
            t if t < 99.95 => format!("{t:.1}"),
            t => format!("{t:.0}"),
        };
        assert!(page.contains(&format!(" at once: {shown} ms</title>")), "{shown}: {page}");
    }
    let names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(names.len(), 1, "a file of the writing is left: {names:?}");
}

#[test]
fn a_trace_is_sent_at_its_times() {
    let served = Served::start(&["--device", "cpu"]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trace.jsonl");
    let lines = [
        r#"{"timestamp": 0, "input_length": 600, "output_length": 3, "hash_ids": [4, 5]}"#,
        r#"{"timestamp": 1000, "input_length": 530, "output_length": 3, "hash_ids": [4, 6]}"#,
        r#"{"timestamp": 2000, "input_length": 520, "output_length": 3, "hash_ids": [4, 7]}"#,
        r#"{"timestamp": 4000, "input_length": 9, "output_length": 3}"#,
    ];
    std::fs::write(&path, lines.join("\n")).unwrap();
    let trace = path.to_str().unwrap();
    let of = report(&served.address, &["--trace", trace, "--trace-speed", "4"]);
    let row = &of["rows"][0];
    check_row(row, 4, 12);
    assert_eq!(row["prompt_tokens"], 1659);
    // The times are a second apart, less what the first request was sent too late.
    assert!(row["seconds"].as_f64().unwrap() >= 0.8, "{row}");

    std::fs::write(&path, "{\"timestamp\": 0}\n").unwrap();
    let bad = bench(&served.address, &["--trace", trace]);
    assert!(!bad.status.success());
    assert!(stderr(&bad).contains("line 1") && stderr(&bad).contains(trace), "{}", stderr(&bad));
}

#[test]
fn an_interrupted_run_reports_the_answers_so_far() {
    let served = Served::start(&["--device", "cpu"]);
    let url = format!("http://{}", served.address);
    let flags = ["--duration", "60", "--prompt-len", "8", "--output-len", "4", "--json"];
    let child = Command::new(env!("CARGO_BIN_EXE_atlas"))
        .args([&["bench", "serve", "--url", &url][..], &flags].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while served.metric("atlas_generated_tokens") < 40.0 {
        assert!(start.elapsed() < Duration::from_secs(20), "nothing is generated");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["interrupted"], true);
    assert!(report["rows"][0]["answered"].as_u64().unwrap() > 0);
    assert!(start.elapsed() < Duration::from_secs(30));
}

/// A server that answers requests in turn: well, with a failure, with a stream that is cut.
fn failing_server(cut: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        let count = Arc::new(AtomicU64::new(0));
        for stream in listener.incoming() {
            let Ok(stream) = stream else { return };
            let count = count.clone();
            std::thread::spawn(move || answer(stream, &count, cut));
        }
    });
    address
}

/// Answers the one request of a connection.
fn answer(mut stream: TcpStream, count: &AtomicU64, cut: bool) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if line.trim().is_empty() {
            break;
        }
        head.push_str(&line);
    }
    reader.read_exact(&mut vec![0; length]).ok()?;
    let text = "data: {\"choices\":[{\"text\":\"a\"}]}\n\n".repeat(3);
    let (status, body) = if head.starts_with("GET") {
        ("200 OK", r#"{"data": [{"id": "stub"}]}"#.to_owned())
    } else if count.fetch_add(1, Ordering::SeqCst).is_multiple_of(2) {
        ("200 OK", format!("{text}data: [DONE]\n\n"))
    } else if cut {
        ("200 OK", text)
    } else {
        let error = r#"{"error": {"message": "unknown field \"min_tokens\""}}"#;
        ("400 Bad Request", error.to_owned())
    };
    write!(stream, "HTTP/1.1 {status}\r\nconnection: close\r\n\r\n{body}").ok()
}

#[test]
fn failed_requests_are_counted_and_never_timed() {
    let flags = ["--prompt-form", "ids", "--requests", "7", "--prompt-len", "4", "--json"];
    let of = |address: &str, more: &[&str]| {
        let output = bench(address, &[&flags[..], more].concat());
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
        (output.status.success(), report["rows"][0].clone(), stderr(&output))
    };
    // The warm-up request is answered, so every other one from the first on fails.
    let (success, row, error) = of(&failing_server(false), &[]);
    assert!(!success && error.contains("4 of 7 requests failed"), "{error}");
    assert!(error.contains("--no-ignore-eos") && error.contains("--allow-failures"), "{error}");
    assert_eq!((&row["answered"], &row["failed"]), (&3.into(), &4.into()), "{row}");
    assert_eq!(
        (&row["failures"][0]["kind"], &row["e2e_ms"]["count"]),
        (&"status 400".into(), &3.into())
    );
    assert_eq!((&row["output_tokens"], &row["output_tokens_from"]), (&9.into(), &"chunks".into()));
}

#[test]
fn cut_streams_fail_and_may_be_allowed() {
    let address = failing_server(true);
    let flags = ["--prompt-form", "ids", "--requests", "7", "--prompt-len", "4", "--warm-up", "0"];
    let output = bench(&address, &[&flags[..], &["--allow-failures"]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("x cut stream: the stream ended without [DONE]"), "{text}");
    assert!(text.contains("does not report output tokens"), "{text}");
}

#[test]
fn inputs_that_cannot_work_are_named() {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let refused = bench(&free, &[]);
    assert!(!refused.status.success());
    assert!(stderr(&refused).contains(&format!("no server answers at http://{free}")));
    for (flags, says) in [
        (&["--slo", "foo"][..], "ttft=500ms"),
        (&["--rate", "0"], "--rate"),
        (&["--trace", "nowhere.jsonl"], "nowhere.jsonl"),
        (&["--endpoint", "chat", "--prompt-form", "ids"], "use words"),
        (&["--shared-prefix", "2000"], "shorter than the prompts"),
        (&["--concurrency", "1", "--rate", "1"], "cannot be used with"),
        (&["--report", "missing/run.html"], "--report: missing/run.html cannot be written"),
    ] {
        let output = bench(&free, flags);
        let error = stderr(&output);
        assert!(!output.status.success() && error.contains(says), "{flags:?}: {error}");
        assert!(!error.contains("panicked"), "{flags:?}: {error}");
    }
}
