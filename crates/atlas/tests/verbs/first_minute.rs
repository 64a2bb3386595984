//! The first things that a user sees: the start of a server, the help, the settings' sources.

use crate::support::{Served, atlas, on_terminal, stderr, stdout};
use serde_json::{Value, json};
use std::io::{Read, pipe};
use std::os::unix::net::UnixDatagram;
use std::process::Command;
use std::time::{Duration, Instant};

/// All that a server writes until it is ready and told to end.
fn log_of(args: &[&str], variables: &[(&str, &str)]) -> String {
    let (mut reader, log) = pipe().unwrap();
    let mut served = Served::start_logging(args, variables, log);
    served.signal("-TERM");
    assert_eq!(served.exit_code(Duration::from_secs(20)), Some(0));
    drop(served);
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_start_takes_at_most_twelve_lines_and_no_colours_in_a_file() {
    let text = log_of(&[], &[]);
    // One more is on standard output.
    assert!(text.lines().count() <= 11, "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
    for topic in ["Atlas", "model", "device", "memory", "context", "endpoints"] {
        assert!(text.lines().any(|line| line.starts_with(topic)), "{topic}: {text}");
    }
    assert!(text.contains("atlas-mini") && text.contains("7.84 M parameters"), "{text}");
    let more = log_of(&["-v"], &[]);
    assert!(more.contains("setting") && more.lines().count() > 20, "{more}");
    assert!(!more.contains('\u{1b}'), "{more}");
}

#[test]
fn a_log_in_json_is_json_line_by_line() {
    let text = log_of(&["--log-format", "json"], &[]);
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().any(|line| line["fields"]["topic"] == "model"), "{text}");
    assert!(lines.len() <= 11, "{text}");
    assert!(!atlas(&["plan", "--log-json"]).status.success(), "the old spelling is gone");
}

#[test]
fn the_command_line_goes_before_the_environment_and_that_before_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.toml");
    std::fs::write(&file, "port = 9001\nmax-batch-size = 3\nhost = \"127.0.0.3\"\n").unwrap();
    let run = |variables: &[(&str, &str)], args: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_atlas"))
            .args(["explain", "--json", "--config-file"])
            .arg(&file)
            .args(args)
            .envs(variables.iter().copied())
            .output()
            .unwrap()
    };
    let variables =
        [("ATLAS_PORT", "9002"), ("ATLAS_MAX_BATCH_SIZE", "4"), ("ATLAS_STRICT_REQUESTS", "1")];
    let output = run(&variables, &["--port", "9003"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let list: Vec<Value> = serde_json::from_str(&stdout(&output)).unwrap();
    let of = |name: &str| {
        let found = list.iter().find(|s| s["name"] == name).unwrap();
        (found["value"].as_str().unwrap().to_owned(), found["source"].as_str().unwrap().to_owned())
    };
    assert_eq!(of("port"), ("9003".into(), "--port".into()));
    assert_eq!(of("max_batch_size"), ("4".into(), "ATLAS_MAX_BATCH_SIZE".into()));
    assert_eq!(of("strict_requests"), ("true".into(), "ATLAS_STRICT_REQUESTS".into()));
    assert_eq!(of("host"), ("127.0.0.3".into(), format!("host in {}", file.display())));

    let wrong = run(&[("ATLAS_PORT", "many")], &[]);
    assert!(!wrong.status.success() && stderr(&wrong).contains("--port"), "{}", stderr(&wrong));
    let slip = run(&[("ATLAS_API_KEYS", "secret")], &[]);
    assert!(stderr(&slip).contains("did you mean ATLAS_API_KEY?"), "{}", stderr(&slip));
    assert!(!stderr(&slip).contains("secret"), "{}", stderr(&slip));
    std::fs::write(&file, "prot = 1\n").unwrap();
    let unknown = run(&[], &[]);
    assert_eq!(unknown.status.code(), Some(2));
    let said = stderr(&unknown);
    assert!(said.contains("atlas.toml: unknown key `prot`; did you mean `port`?"), "{said}");
}

#[test]
fn tables_fit_a_hundred_columns_and_have_json() {
    for args in [&["explain"][..], &["plan"], &["kernels"], &["kernels", "--explain"]] {
        let output = atlas(args);
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
        let long = stdout(&output).lines().find(|l| l.chars().count() > 100).map(str::to_owned);
        assert_eq!(long, None, "{args:?}");
        let wide = atlas(&[args, &["--wide"]].concat());
        assert!(wide.status.success(), "{args:?}");
        assert!(stdout(&wide).lines().count() <= stdout(&output).lines().count(), "{args:?}");
        let read = atlas(&[args, &["--json"]].concat());
        assert!(serde_json::from_str::<Value>(&stdout(&read)).is_ok(), "{args:?}");
    }
}

#[test]
fn the_help_begins_with_examples_and_groups_the_flags() {
    let help = stdout(&atlas(&["--help"]));
    assert!(help.starts_with("Serves open-weight language models"), "{help}");
    assert!(help.find("Examples:") < help.find("Commands:"), "{help}");
    let help = stdout(&atlas(&["serve", "--help"]));
    assert!(help.find("Examples:") < help.find("Usage:"), "{help}");
    let groups = ["Model", "Memory", "Speed", "API", "Security", "Logging"];
    let places = groups.map(|group| help.find(&format!("\n{group}:\n")));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}: {help}");
    assert!(help.find("--device <") < help.find("--threads <"), "{help}");
    let long = help.lines().find(|line| line.chars().count() > 100);
    assert_eq!(long, None);
}

#[test]
fn completions_and_manual_pages_come_from_the_flags() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(stdout(&atlas(&["completions", shell])).contains("max-seq-len"), "{shell}");
    }
    assert!(stdout(&atlas(&["man"])).contains(".TH ATLAS 1"));
    let page = stdout(&atlas(&["man", "serve"]));
    assert!(page.contains(".TH ATLAS-SERVE 1") && page.contains("drain"), "{page}");
    assert!(stderr(&atlas(&["man", "sevre"])).contains("no such verb"));
}

#[test]
fn a_service_manager_hears_of_the_start_the_life_and_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let variables = [("NOTIFY_SOCKET", path.to_str().unwrap()), ("WATCHDOG_USEC", "400000")];
    let mut served = Served::start_with(&[], &variables);
    let heard = |wanted: &str| {
        let mut message = [0; 256];
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(20) {
            let size = socket.recv(&mut message).unwrap();
            if String::from_utf8_lossy(&message[..size]).contains(wanted) {
                return;
            }
        }
        panic!("no {wanted}");
    };
    heard("READY=1");
    heard("WATCHDOG=1");
    served.signal("-TERM");
    heard("STOPPING=1");
    assert_eq!(served.exit_code(Duration::from_secs(10)), Some(0));
}

#[test]
fn a_drain_that_takes_too_long_is_cut_off() {
    let mut served = Served::start(&["--drain-timeout", "1"]);
    let body = json!({"prompt": "Count for me.", "ignore_eos": true, "max_tokens": 30_000});
    let _running = served.open("POST", "/v1/completions", &body.to_string());
    while served.metric("atlas_requests_running") < 1.0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let asked = Instant::now();
    served.signal("-TERM");
    assert_eq!(served.exit_code(Duration::from_secs(30)), Some(0));
    // A busy machine makes this longer, never shorter.
    assert!(asked.elapsed() >= Duration::from_secs(1), "it must drain first");
}

/// Weights are loaded behind a bar, which a file gets nothing of.
#[test]
fn a_terminal_gets_a_bar_of_the_load_and_a_file_none() {
    let args = ["bench", "latency", "--prompt-len", "1", "--output-len", "2", "--repeats", "1"];
    let filed = atlas(&args);
    let text = stderr(&filed) + &stdout(&filed);
    assert!(filed.status.success() && !text.contains(['\r', '\u{1b}']), "{text:?}");
    assert!(!text.contains("loading"), "{text}");
    let Some(shown) = on_terminal(&args, &[]) else { return };
    assert!(shown.status.success(), "{}", stdout(&shown));
    let text = stdout(&shown);
    assert!(text.contains("loading █") && text.contains("MiB/14.96 MiB"), "{text:?}");
    // It is gone when the load is done.
    let end = text.rfind("loading").and_then(|at| text.get(at..)).unwrap_or_default();
    assert!(end.contains("\u{1b}[2K"), "{end:?}");
}

#[test]
fn a_terminal_gets_colours_unless_they_are_not_wanted() {
    let run = |no_colour: &str| {
        let variables = [("NO_COLOR", no_colour), ("TERM", "xterm")];
        let output = on_terminal(&["explain", "./nowhere", "-v", "--help"], &variables);
        output.filter(|output| output.status.success())
    };
    let (Some(plain), Some(coloured)) = (run("1"), run("")) else { return };
    assert!(!stdout(&plain).contains('\u{1b}'), "{}", stdout(&plain));
    assert!(stdout(&coloured).contains('\u{1b}'), "{}", stdout(&coloured));
}
