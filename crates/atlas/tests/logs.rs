//! A log that cannot be written costs its lines and nothing else.

mod support;

use std::fs::File;
use std::io::{Read, pipe};
use std::time::Duration;
use support::Served;

/// Sends requests that are logged; all are answered, and the server ends when it is told to.
fn flood(served: &mut Served, requests: usize) {
    for i in 0..requests {
        let (status, _) = served.get("/v1/models");
        assert_eq!(status, 200, "request {i}");
    }
    served.signal("-TERM");
    assert_eq!(served.exit_code(Duration::from_secs(20)), Some(0));
}

#[test]
fn a_full_disk_costs_the_log_alone() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut served = Served::start_logging(&[], &[], full);
    assert!(served.metric("atlas_log_lines_lost_total") > 0.0);
    flood(&mut served, 50);
}

#[test]
fn a_closed_pipe_costs_the_log_alone() {
    let (reader, log) = pipe().unwrap();
    let mut served = Served::start_logging(&["--log-format", "json"], &[], log);
    drop(reader);
    flood(&mut served, 50);
}

#[test]
fn a_reader_that_stalls_loses_lines_and_is_told_so() {
    let (mut reader, log) = pipe().unwrap();
    let mut served = Served::start_logging(&["--log", "trace"], &[], log);
    // More than the pipe and the queue hold.
    let mut requests = 0;
    while served.metric("atlas_log_lines_lost_total") == 0.0 {
        requests += 1;
        assert!(requests < 20_000, "no line is lost");
        assert_eq!(served.get("/v1/models").0, 200, "request {requests}");
    }
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        reader.read_to_string(&mut text).map(|_| text)
    });
    // The queue drains while these are answered.
    std::thread::sleep(Duration::from_millis(500));
    flood(&mut served, 20);
    let text = reading.join().unwrap().unwrap();
    assert!(text.contains("lines of the log were lost before this one"), "{} bytes", text.len());
}

#[test]
fn an_end_of_the_process_still_says_why() {
    let output = support::atlas(&["serve", "/nonexistent/model", "--port", "0"]);
    assert!(!output.status.success());
    assert!(support::stderr(&output).contains("error: "), "{}", support::stderr(&output));
}
