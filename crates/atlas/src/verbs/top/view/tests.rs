//! Frames of several sizes, servers and hostile texts.

use super::super::board::Board;
use super::super::feed::{News, Refusal};
use super::super::wire::Text;
use super::super::{plain, text_of};
use super::{Look, Theme, draw};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const STATES: [&str; 3] = ["prefill", "decode", "verify"];

const SIZES: [(u16, u16); 9] =
    [(1, 1), (2, 3), (20, 5), (40, 12), (79, 23), (80, 24), (100, 40), (200, 60), (500, 9)];

fn take(board: &mut Board, name: &str, data: Value) {
    let news = match name {
        "hello" => News::Hello(serde_json::from_value(data).unwrap()),
        _ => News::State(serde_json::from_value(data).unwrap()),
    };
    board.take(news, Instant::now());
}

fn hello() -> Value {
    json!({"version": "0.1.0", "model": "atlas-mini", "device": "cpu", "block_tokens": 16,
        "context": 32768, "ceiling": {"tokens_per_second": 4100.0, "source": "one sequence"}})
}

fn empty() -> Board {
    let mut board = Board::new("http://127.0.0.1:8888");
    take(&mut board, "hello", hello());
    take(&mut board, "state", json!({"time": 1000}));
    board
}

fn busy() -> Board {
    let mut board = empty();
    for second in 1..=120_u64 {
        let time = 1_000_000 + 1000 * second;
        let running: Vec<Value> = (0..30)
            .map(|i| {
                json!({"id": format!("chatcmpl-{i:04}"), "api": "chat", "slot": i,
                    "state": STATES[i % 3], "prompt": 812, "cached": 512,
                    "computed": 812, "generated": 40, "max": 256, "seconds": 1.25})
            })
            .collect();
        let waiting: Vec<Value> = (0..9)
            .map(|i| json!({"id": format!("msg_{i}"), "prompt": 99, "reason": "slots"}))
            .collect();
        let spans: Vec<Value> = (0..30)
            .map(|i| json!({"id": format!("chatcmpl-{i:04}"), "start": 812, "rows": 1}))
            .collect();
        take(
            &mut board,
            "state",
            json!({"time": time, "running": running, "waiting": waiting, "waiting_left_out": 3,
            "slots": {"used": 30, "total": 32}, "blocks": {"used": 1024, "cached": 40,
            "total": 2048}, "snapshots": {"used": 5, "total": 64},
            "tiers": [{"name": "host", "used": 536870912, "total": 1073741824}],
            "prefix": {"hit_tokens": 512, "computed_tokens": 300,
                "breaks": {"parted": 1, "end": 2}},
            "drafts": {"proposed": 100, "accepted": 71},
            "steps": [{"time": time - 10, "host_ms": 0.2, "forward_ms": 7.9, "sample_ms": 0.3,
                "rows": 33, "spans": spans}],
            "tokens_per_second": 20.5 * second as f64}),
        );
    }
    board
}

fn look(board: &Board) -> Look<'_> {
    let theme = Theme { colours: true };
    let now = Instant::now();
    Look { board, theme, scroll: 0, paused: false, help: false, once: false, tree: false, now }
}

/// The frame as text, and the largest scroll.
fn frame(look: &Look, (width, height): (u16, u16)) -> (String, usize) {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let mut most = 0;
    terminal.draw(|frame| most = draw(look, frame.area(), frame.buffer_mut())).unwrap();
    (text_of(terminal.backend().buffer()), most)
}

#[track_caller]
fn assert_shows(text: &str, all: &[&str]) {
    for one in all {
        assert!(text.contains(one), "{one:?} is missing in\n{text}");
    }
}

#[test]
fn every_size_is_drawn_for_every_server() {
    let (unknown, empty, busy) = (Board::new("http://h"), empty(), busy());
    for board in [&unknown, &empty, &busy] {
        for size in SIZES {
            for (help, paused) in [(false, false), (true, true)] {
                for (colours, tree) in [(false, false), (true, true)] {
                    let theme = Theme { colours };
                    let look = Look { help, paused, theme, tree, scroll: 1 << 40, ..look(board) };
                    frame(&look, size);
                }
            }
        }
        for width in [0, 1, 30, 300] {
            plain(board, width);
        }
    }
}

#[test]
fn an_empty_server_shows_its_facts_and_that_nothing_runs() {
    let (text, most) = frame(&look(&empty()), (80, 24));
    let shown = ["atlas-mini", "● live", "cpu · Atlas 0.1.0 · context 32,768", "0 running"];
    assert_shows(&text, &shown);
    assert_shows(&text, &["ceiling 4,100 tok/s, one sequence", "no steps yet", "none yet", "none"]);
    assert_eq!(most, 0);
}

#[test]
fn a_busy_server_shows_all_parts_in_80_by_24() {
    let (text, most) = frame(&look(&busy()), (80, 24));
    assert_shows(&text, &["2,460 tok/s", "60% of the ceiling", "30 running", "12 waiting"]);
    assert_shows(&text, &["63% prefix hit", "512 of 812", "71% drafts", "KV blocks", "50%"]);
    assert_shows(&text, &["1,024 / 2,048", "0.50 / 1.00 GiB", "8.40 ms a step", "Forward"]);
    assert_shows(&text, &["7.90 ms", "end 2 · parted 1", "most 2,460", "…atcmpl-0000", "40/256"]);
    assert_shows(&text, &["msg_0", "slots", "and 11 more", "q quit"]);
    assert!(most > 20, "{most}");
}

#[test]
fn a_large_terminal_has_titles_plots_and_spans() {
    let (text, _) = frame(&look(&busy()), (200, 60));
    assert_shows(&text, &["In use ─", "Time per step ─", "Prefix breaks ─", "Last 2 min"]);
    assert_shows(&text, &["█ prefill ▄ decode", "last 30 s", "··▄··▄", "msg_8", "and 3 more"]);
}

#[test]
fn blocks_on_the_disk_have_bars_and_a_line() {
    let mut board = empty();
    for (time, read) in [(2000_u64, 0_u64), (3000, 5 << 29)] {
        let disk = json!({"resident_blocks": 50, "resident_blocks_max": 51, "queue_depth": 7,
            "read_bytes": read, "written_bytes": 4096, "hit_share": 0.875});
        let state = json!({"time": time, "blocks": {"used": 3000, "cached": 200, "total": 4000},
            "tiers": [{"name": "disk", "used": 536870912, "total": 1073741824}], "disk": disk});
        take(&mut board, "state", state);
    }
    let (text, _) = frame(&look(&board), (80, 24));
    assert_shows(&text, &["KV in memory", "50 / 51", "KV pool", "3,000 / 4,000", "Tier disk"]);
    assert_shows(&text, &["0.50 / 1.00 GiB", "Disk reads   2.50 GiB/s, hit 88%, queue 7"]);
    let text = plain(&board, 100);
    assert_shows(&text, &["Disk reads   2.50 GiB/s, hit 88%, queue 7", "KV in memory"]);
    assert!(!text.contains("failed") && !text.contains("KV blocks"), "{text}");
    let disk = json!({"hit_share": -1e300, "failed_jobs": u64::MAX, "queue_depth": u64::MAX});
    take(&mut board, "state", json!({"time": 4000, "disk": disk}));
    assert_shows(&plain(&board, 200), &["hit 0%, queue 1.8e19, 1.8e19 failed"]);
    for size in SIZES {
        frame(&look(&board), size);
    }
}

#[test]
fn the_prefix_tree_stands_in_the_place_of_the_requests() {
    let mut board = busy();
    let node = |id: u64, parent: Option<u64>| {
        json!({"id": id, "parent": parent, "tokens": 64 * id, "blocks": 4 * id, "snapshot": id == 2,
            "tier": "device", "used": id == 1, "text": format!("text {id}\u{1b}[2J")})
    };
    let mut nodes = vec![node(1, None)];
    nodes.extend((2..60).map(|id| node(id, Some(1))));
    let tree = serde_json::from_value(json!({"nodes": nodes, "left_out": 7})).unwrap();
    board.take(News::Tree(Ok(tree)), Instant::now());
    let (text, most) = frame(&Look { tree: true, ..look(&board) }, (100, 40));
    assert_shows(&text, &["Prefix tree ─", "59 nodes, 7 left out", "  used  text 1[2J"]);
    assert_shows(&text, &["128       8  device  snapshot         text 2[2J", "KV blocks"]);
    assert!(!text.contains("chatcmpl") && !text.contains('\u{1b}') && most > 40, "{text}");
    let (text, _) = frame(&Look { tree: true, scroll: most, ..look(&board) }, (100, 40));
    assert_shows(&text, &["text 59"]);
    assert_shows(&plain(&board, 100), &["chatcmpl-0029", "Prefix tree ─", "text 1", "text 59"]);
    board.take(News::Tree(Err(Text::new("404: no"))), Instant::now());
    let (text, most) = frame(&Look { tree: true, ..look(&board) }, (80, 24));
    assert_shows(&text, &["404: no"]);
    assert_eq!(most, 0);
}

#[test]
fn scrolling_ends_with_the_last_request() {
    let busy = busy();
    let (text, most) = frame(&Look { scroll: usize::MAX, ..look(&busy) }, (80, 24));
    assert_shows(&text, &["…atcmpl-0029"]);
    let (same, _) = frame(&Look { scroll: most, ..look(&busy) }, (80, 24));
    assert_eq!(text, same);
}

#[test]
fn texts_of_the_server_do_nothing_to_the_terminal() {
    let mut board = empty();
    let bad = "\u{1b}[2J\u{1b}]0;x\u{7}\r\n\u{202e}漢字".repeat(20);
    let one = json!({"id": bad, "api": bad, "state": bad, "reason": bad, "seconds": -1.0,
        "generated": u64::MAX, "max": u64::MAX, "slot": u64::MAX});
    let state = json!({"time": 2000, "running": [one], "waiting": [one], "waiting_left_out": u64::MAX,
        "tiers": vec![json!({"name": bad, "used": u64::MAX, "total": 1}); 50],
        "prefix": {"hit_tokens": u64::MAX, "computed_tokens": u64::MAX, "breaks": {bad.clone(): 5}},
        "drafts": {"proposed": 1, "accepted": u64::MAX}, "tokens_per_second": 1e300,
        "steps": [{"time": 1, "host_ms": -5.0, "forward_ms": 1e308, "sample_ms": 1e308}]});
    take(&mut board, "hello", json!({"model": bad, "device": bad, "version": bad}));
    take(&mut board, "state", state);
    for size in SIZES {
        let (text, _) = frame(&look(&board), size);
        let bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!text.contains(bad), "{text:?}");
    }
    assert!(!plain(&board, 100).contains('\u{1b}'));
}

#[test]
fn a_lost_connection_says_when_it_is_tried_again_and_keeps_the_figures() {
    let mut board = busy();
    let why = Refusal { why: Text::new("the stream ended"), lasting: false };
    board.take(News::Lost { why, pause: Duration::from_secs(4) }, Instant::now());
    let (text, _) = frame(&look(&board), (80, 24));
    assert_shows(&text, &["lost, retrying in 4 s", "the stream ended", "2,460 tok/s"]);
    let mut board = busy();
    board.take(News::Ended(Text::new("draining")), Instant::now());
    let (text, _) = frame(&look(&board), (80, 24));
    assert_shows(&text, &["server stopped", "draining"]);
}

#[test]
fn a_printed_frame_has_every_request_and_no_keys() {
    let text = plain(&busy(), 100);
    assert_shows(&text, &["chatcmpl-0000", "chatcmpl-0029", "msg_8", "and 3 more", "In use ─"]);
    assert!(!text.contains("q quit"), "{text}");
    assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
}
