//! Many streams, slow ones, idle ones, and clients that leave: all three APIs over real sockets.
//!
//! `ATLAS_STREAMS_LONG=1` measures more of each; figures are printed with `--nocapture`.

mod client;
#[path = "../support/mod.rs"]
mod support;

use client::{
    APIS, CHAT, MESSAGES, finish, first_words, last_words, open, question, read_until, send,
};
use rustix::process::{Resource, getrlimit, setrlimit};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use support::Served;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

const STREAMS: usize = 1000;
/// Other work may run on the same cores.
const PATIENCE: Duration = Duration::from_secs(600);

fn long() -> bool {
    std::env::var_os("ATLAS_STREAMS_LONG").is_some()
}

/// One test at a time: each fills the cores, and memory and times are measured.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets this process and the servers that it starts open enough sockets.
fn raise_file_limit() {
    let wanted = 4 * STREAMS as u64;
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current.is_some_and(|now| now < wanted) {
        limit.current = Some(limit.maximum.map_or(wanted, |most| wanted.min(most)));
        setrlimit(Resource::Nofile, limit).expect("a limit that is allowed");
    }
    let now = getrlimit(Resource::Nofile).current;
    assert!(now.is_none_or(|n| n >= wanted), "only {now:?} files can be open");
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// Polls `/metrics` until `done` says so.
fn wait(served: &Served, what: &str, done: impl Fn(&Served) -> bool) {
    let start = Instant::now();
    while !done(served) {
        assert!(start.elapsed() < PATIENCE, "{what} did not come");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn settled(served: &Served) {
    wait(served, "the end of all requests", |s| {
        let gauges = ["atlas_requests_running", "atlas_requests_waiting", "atlas_slots_used"];
        gauges.iter().chain(&["atlas_kv_blocks_used"]).all(|name| s.metric(name) == 0.0)
    });
}

/// A small generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Opens `count` streams at once and reads each to its end: status and text.
async fn all_at_once(address: &str, count: usize, tokens: u32) -> Vec<(&'static str, u16, String)> {
    let one = async |i: usize| {
        let path = APIS[i % APIS.len()];
        let mut stream = open(address, path, &question(path, true, tokens)).await.expect("open");
        let (status, text) = finish(&mut stream).await.expect("an answer");
        (path, status, text)
    };
    let tasks: Vec<_> = (0..count).map(one).collect();
    let all = futures_util::future::join_all(tasks);
    tokio::time::timeout(PATIENCE, all).await.expect("all streams end")
}

#[test]
fn a_thousand_streams_at_once_all_finish() {
    let _alone = alone();
    raise_file_limit();
    let served = Served::start(&["--max-queue-len", "1000", "--max-seq-len", "256"]);
    let start = Instant::now();
    let answers = runtime().block_on(all_at_once(&served.address, STREAMS, 4));
    println!("{STREAMS} streams of 4 tokens: {:.1} s", start.elapsed().as_secs_f64());
    let first = |path: &str| answers.iter().find(|a| a.0 == path).map(|a| words(&a.2));
    for (path, status, text) in &answers {
        assert_eq!(*status, 200, "{text}");
        assert!(text.contains(last_words(path)), "{path}: {text}");
        assert!(!words(text).is_empty(), "{text}");
        assert_eq!(Some(words(text)), first(path), "the same question, the same answer");
    }
    settled(&served);
}

/// The text of a stream of any API.
fn words(text: &str) -> String {
    let data = text.lines().filter_map(|l| l.strip_prefix("data: "));
    let events = data.filter_map(|d| serde_json::from_str::<serde_json::Value>(d).ok());
    let delta = |e: serde_json::Value| {
        let places = ["/choices/0/delta/content", "/delta/text", "/delta"];
        places.iter().find_map(|p| e.pointer(p)?.as_str().map(str::to_owned))
    };
    events.filter_map(delta).collect()
}

#[test]
fn a_short_queue_refuses_the_rest_and_loses_no_request() {
    let _alone = alone();
    raise_file_limit();
    let served = Served::start(&["--max-queue-len", "8", "--max-seq-len", "256"]);
    let answers = runtime().block_on(all_at_once(&served.address, 200, 32));
    let (mut finished, mut refused) = (0, 0);
    for (path, status, text) in &answers {
        match status {
            200 => {
                assert!(text.contains(last_words(path)), "{text}");
                finished += 1;
            }
            429 => {
                assert!(text.contains("\r\nretry-after: "), "{text}");
                assert!(text.contains("rate_limit_error"), "{text}");
                refused += 1;
            }
            other => panic!("{other}: {text}"),
        }
    }
    println!("200 at once, 8 slots, a queue of 8: {finished} finished, {refused} refused");
    assert!(finished >= 16 && refused > 0, "{finished} finished, {refused} refused");
    settled(&served);
}

/// Readers that take nothing delay no other stream, and get everything in the end.
#[test]
fn slow_readers_delay_no_other_stream() {
    let _alone = alone();
    let served = Served::start(&["--max-seq-len", "4096"]);
    let tokens = 2500;
    runtime().block_on(async {
        let mut slow = Vec::new();
        for i in 0..6 {
            let path = [CHAT, client::RESPONSES][i % 2];
            let stream = open(&served.address, path, &question(path, true, tokens)).await;
            slow.push((path, stream.expect("open")));
        }
        let start = Instant::now();
        for path in APIS {
            let mut quick = open(&served.address, path, &question(path, false, 8)).await.unwrap();
            assert_eq!(finish(&mut quick).await.unwrap().0, 200);
        }
        println!("three answers beside six readers that take nothing: {:?}", start.elapsed());
        // One byte at a time for a while, then all the rest.
        for (path, mut stream) in slow {
            for _ in 0..200 {
                stream.read_u8().await.unwrap();
            }
            let mut rest = Vec::new();
            let end = async {
                while !rest.ends_with(b"\r\n0\r\n\r\n") {
                    assert!(stream.read_buf(&mut rest).await.unwrap() > 0, "cut");
                }
            };
            tokio::time::timeout(PATIENCE, end).await.expect("the stream ends");
            let text = String::from_utf8_lossy(&rest);
            assert!(text.contains(last_words(path)), "{text}");
            let body = question(path, true, tokens);
            let mut quick = open(&served.address, path, &body).await.unwrap();
            let (_, whole) = finish(&mut quick).await.unwrap();
            let events = |text: &str| text.matches("data: ").count();
            assert!(words(&whole).ends_with(&words(&text)) && !words(&text).is_empty());
            // The first events went by byte by byte.
            assert!(events(&text) + 4 > events(&whole), "{} events", events(&text));
        }
    });
    settled(&served);
}

/// Leaves at a random moment after the request was sent.
#[test]
fn clients_that_leave_at_any_moment_leave_nothing() {
    let _alone = alone();
    raise_file_limit();
    let served = Served::start(&["--max-seq-len", "4096", "--max-queue-len", "1000"]);
    let mut random = Random(20_261_121);
    let count = if long() { 3000 } else { 300 };
    runtime().block_on(async {
        let leave = async |path: &'static str, stream: bool, after: Duration| {
            let connection = open(&served.address, path, &question(path, stream, 2000)).await;
            let mut connection = connection.expect("open");
            let mut sink = [0u8; 1024];
            let read = async { while connection.read(&mut sink).await.is_ok_and(|n| n > 0) {} };
            // Everything sent until then is read, as clients do.
            let _ = tokio::time::timeout(after, read).await;
        };
        let mut tasks = Vec::new();
        for i in 0..count {
            let after = Duration::from_micros(random.below(400_000));
            tasks.push(leave(APIS[i % APIS.len()], random.below(4) > 0, after));
        }
        futures_util::future::join_all(tasks).await;
    });
    settled(&served);
    let within = |steps: &str| {
        served.metric(&format!("atlas_disconnect_free_steps_bucket{{le=\"{steps}\"}}"))
    };
    let (two, all) = (within("2.0"), served.metric("atlas_disconnect_free_steps_count"));
    println!(
        "{count} left: {all} held a slot; free within 1 step {}, within 2 {two}",
        within("1.0")
    );
    assert!(all >= 8.0, "too few held a slot: {all}");
    assert_eq!(two, all, "a slot was held for more than two steps");
}

/// From the client's close to the slot being free, as `/metrics` shows it.
#[test]
fn a_slot_is_free_within_two_steps_of_the_clients_close() {
    let _alone = alone();
    let served = Served::start(&["--max-seq-len", "8192"]);
    let rounds = if long() { 1000 } else { 60 };
    let mut random = Random(7);
    let mut times = Vec::new();
    runtime().block_on(async {
        // Company, so that steps go on.
        let mut company = open(&served.address, CHAT, &question(CHAT, true, 8000)).await.unwrap();
        read_until(&mut company, first_words(CHAT)).await.unwrap();
        let mut metrics = TcpStream::connect(&served.address).await.unwrap();
        metrics.set_nodelay(true).unwrap();
        for i in 0..rounds {
            let path = APIS[i % APIS.len()];
            let mut one = open(&served.address, path, &question(path, true, 2000)).await.unwrap();
            read_until(&mut one, first_words(path)).await.unwrap();
            tokio::time::sleep(Duration::from_micros(random.below(8000))).await;
            let before = freed(&mut metrics).await;
            let start = Instant::now();
            drop(one);
            while freed(&mut metrics).await == before {
                assert!(start.elapsed() < PATIENCE, "the slot is not freed");
            }
            times.push(start.elapsed());
            if i % 100 == 99 {
                drop(company);
                company = open(&served.address, CHAT, &question(CHAT, true, 8000)).await.unwrap();
                read_until(&mut company, first_words(CHAT)).await.unwrap();
            }
        }
    });
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{rounds} closes to a free slot: p50 {:?}, p99 {:?}, worst {:?}",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    settled(&served);
    let two = served.metric("atlas_disconnect_free_steps_bucket{le=\"2.0\"}");
    let one = served.metric("atlas_disconnect_free_steps_bucket{le=\"1.0\"}");
    let all = served.metric("atlas_disconnect_free_steps_count");
    let seconds = served.metric("atlas_disconnect_free_seconds_sum") / all;
    println!(
        "of {all}: {one} within 1 step, {two} within 2; mean {:.2} ms in the server",
        seconds * 1e3
    );
    assert_eq!(two, all);
    assert!(all >= f64::from(rounds as u32), "{all} of {rounds}");
}

/// Slots of clients that left, freed so far.
async fn freed(metrics: &mut TcpStream) -> f64 {
    send(metrics, "GET", "/metrics", "").await.unwrap();
    let (_, text) = finish(metrics).await.unwrap();
    let line = text.lines().find(|l| l.starts_with("atlas_disconnect_free_steps_count"));
    line.and_then(|l| l.rsplit(' ').next()?.parse().ok()).expect("the count")
}

/// Resident memory of the server in bytes.
fn resident(served: &Served) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", served.child.id())).unwrap();
    let line = status.lines().find_map(|l| l.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

/// The optimised build takes 27 MB at most; up to 6 MB of it are KV cache that the running answer
/// touches meanwhile.
const IDLE_BYTES_MAX: u64 = 30_000_000;

/// Memory that `STREAMS` of something cost a fresh server.
async fn idle_cost(served: &Served, path: Option<&'static str>) -> u64 {
    let address = &served.address;
    // The code paths once, and the pools' pages.
    for path in APIS {
        let mut one = open(address, path, &question(path, true, 8)).await.unwrap();
        finish(&mut one).await.unwrap();
    }
    // With one slot, every other request is queued while this one is answered.
    let mut busy = open(address, CHAT, &question(CHAT, true, 8000)).await.unwrap();
    read_until(&mut busy, first_words(CHAT)).await.unwrap();
    let reader = tokio::spawn(async move {
        let mut sink = [0u8; 4096];
        while busy.read(&mut sink).await.is_ok_and(|n| n > 0) {}
    });
    let before = resident(served);
    let mut idle = Vec::new();
    for _ in 0..STREAMS {
        let mut one = match path {
            Some(path) => open(address, path, &question(path, true, 8)).await.unwrap(),
            None => {
                let mut one = TcpStream::connect(address).await.unwrap();
                send(&mut one, "GET", "/health", "").await.unwrap();
                one
            }
        };
        // The answer's head comes at once: the request has been accepted.
        read_until(&mut one, "\r\n\r\n").await.unwrap();
        idle.push(one);
    }
    if path.is_some() {
        let start = Instant::now();
        // The engine counts a request when its turn takes it in.
        loop {
            let waiting = served.metric("atlas_requests_waiting");
            if waiting >= STREAMS as f64 {
                break;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "{waiting} wait");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let grown = resident(served).saturating_sub(before);
    reader.abort();
    grown
}

#[test]
fn a_thousand_idle_streams_cost_little() {
    let _alone = alone();
    raise_file_limit();
    for path in [None, Some(CHAT), Some(MESSAGES), Some(client::RESPONSES)] {
        let served = Served::start(&[
            "--max-queue-len",
            "1100",
            "--max-batch-size",
            "1",
            "--max-seq-len",
            "8192",
        ]);
        let bytes = runtime().block_on(idle_cost(&served, path));
        let what = path.unwrap_or("connections kept alive");
        println!("{STREAMS} idle, {what}: {:.1} MB", bytes as f64 / 1e6);
        assert!(bytes < IDLE_BYTES_MAX, "{what}: {bytes} bytes");
        settled(&served);
    }
}
