//! Formats of strings, from their definitions (RFC 3339, RFC 4122, dotted quads).

use super::regex::Rx;
use super::term::{Spelling, Term, Terms};

/// Formats of the automaton.
pub const KNOWN: &[&str] = &["date", "time", "date-time", "uuid", "ipv4"];

/// The language of `name`, between the quotes.
pub fn format(terms: &mut Terms, name: &str) -> Term {
    let rx = match name {
        "date" => date(),
        "time" => time(),
        "date-time" => Rx::Seq(vec![date(), one("T"), time()]),
        "uuid" => uuid(),
        "ipv4" => ipv4(),
        other => panic!("format {other}"),
    };
    rx.term(terms, Spelling::Json(true))
}

fn one(chars: &str) -> Rx {
    Rx::Set(chars.chars().map(|c| (c as u32, c as u32)).collect())
}

fn text(text: impl Into<String>) -> Rx {
    Rx::Text(text.into())
}

fn digits(n: u32) -> Rx {
    Rx::Rep(Box::new(Rx::Set(vec![(48, 57)])), n, n)
}

/// The whole numbers of a range with a fixed count of digits.
fn numbers(from: usize, to: usize, width: usize) -> Rx {
    Rx::Alt((from..=to).map(|n| text(format!("{n:0width$}"))).collect())
}

fn date() -> Rx {
    let days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let month = |m: usize| Rx::Seq(vec![text(format!("{:02}-", m + 1)), numbers(1, days[m], 2)]);
    let usual = Rx::Seq(vec![year(), text("-"), Rx::Alt((0..12).map(month).collect())]);
    let fours = || Rx::Alt((1..25).map(|n| text(format!("{:02}", 4 * n))).collect());
    let leap = Rx::Alt(vec![
        Rx::Seq(vec![digits(2), fours(), text("-02-29")]),
        Rx::Seq(vec![fours(), text("00-02-29")]),
    ]);
    Rx::Alt(vec![usual, leap])
}

/// Any year but 0000.
fn year() -> Rx {
    let from = |zeros: u32| {
        let first = Rx::Set(vec![(49, 57)]);
        Rx::Seq(vec![text("0".repeat(zeros as usize)), first, digits(3 - zeros)])
    };
    Rx::Alt((0..4).map(from).collect())
}

fn time() -> Rx {
    let clock = || vec![numbers(0, 23, 2), text(":"), numbers(0, 59, 2)];
    let fraction = Rx::Seq(vec![text("."), Rx::Rep(Box::new(Rx::Set(vec![(48, 57)])), 1, 9)]);
    let mut offset = vec![one("+-")];
    offset.extend(clock());
    let mut parts = clock();
    parts.extend([
        text(":"),
        numbers(0, 59, 2),
        Rx::Rep(Box::new(fraction), 0, 1),
        Rx::Alt(vec![one("Z"), Rx::Seq(offset)]),
    ]);
    Rx::Seq(parts)
}

fn uuid() -> Rx {
    let hex = |n: u32| Rx::Rep(Box::new(Rx::Set(vec![(48, 57), (65, 70), (97, 102)])), n, n);
    Rx::Seq(vec![
        hex(8),
        text("-"),
        hex(4),
        text("-"),
        hex(4),
        text("-"),
        hex(4),
        text("-"),
        hex(12),
    ])
}

fn ipv4() -> Rx {
    let byte = || numbers(0, 255, 1);
    let dot = || text(".");
    Rx::Seq(vec![byte(), dot(), byte(), dot(), byte(), dot(), byte()])
}
