//! Any text is read, in time that grows with its length.

use crate::corpus::{Case, Reasoning};
use crate::events::{check_sound, parse};
use crate::generator::{Rng, chars, noise};
use atlas_text::{Dialect, OutputEvent, OutputParser};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rustix::time::{ClockId, clock_gettime};

const REASONING: [Reasoning; 3] = [Reasoning::None, Reasoning::Closed, Reasoning::Open];

#[test]
fn random_text_is_read_the_same_for_every_split() {
    let config = Config { cases: 400, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    TestRunner::new_with_rng(config, rng)
        .run(&bytes, |bytes| {
            let text = String::from_utf8_lossy(&bytes);
            for dialect in Dialect::ALL {
                let case = Case::of(String::new(), dialect, Reasoning::Closed, &text);
                let whole = parse(&case.spec(), &[&text]);
                check_sound(&whole, &text);
                prop_assert_eq!(&parse(&case.spec(), &chars(&text)), &whole);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn markup_in_no_order_is_read_the_same_for_every_split() {
    let mut rng = Rng::new(6);
    for _ in 0..300 {
        for dialect in Dialect::ALL {
            let text = noise(&mut rng, dialect);
            let reasoning = REASONING[rng.below(3)];
            let case = Case::of(String::new(), dialect, reasoning, &text);
            let whole = parse(&case.spec(), &[&text]);
            check_sound(&whole, &text);
            assert_eq!(parse(&case.spec(), &chars(&text)), whole, "{dialect} {text:?}");
            let pieces = rng.cuts(&text);
            assert_eq!(parse(&case.spec(), &pieces), whole, "{dialect} {pieces:?}");
        }
    }
}

#[test]
fn nesting_is_bounded() {
    for (dialect, begin, unit) in [
        (Dialect::Hermes, "<tool_call>{\"name\":\"search\",\"arguments\":{\"filter\":", "{\"a\":"),
        (Dialect::Gemma, "<|tool_call>call:search{filter:", "{a:"),
    ] {
        for (depth, complete) in [(100, true), (200, false)] {
            let text = format!("{begin}{}1{}", unit.repeat(depth), "}".repeat(depth + 2));
            let case = Case::of(String::new(), dialect, Reasoning::None, &text);
            let events = parse(&case.spec(), &[&text]);
            check_sound(&events, &text);
            let ended = events.iter().any(|e| matches!(e, OutputEvent::CallEnd { .. }));
            assert_eq!(ended, complete, "{dialect} {depth}");
        }
    }
}

/// Texts that repeat what makes a parser wait or look back.
const UNITS: &[&str] = &[
    "<",
    "<tool_call>",
    "<tool_call>\n",
    " ",
    "\n",
    "{",
    "[",
    "[{",
    "{\"arguments\":",
    "{\"arguments\":{\"a\":",
    "</parameter>",
    "</parameter>\n",
    "</think",
    "[TOOL_CALLS]",
    "[TOOL_CALLS][",
    "```",
    "<|tool_call>call:",
    "<|",
    "\\",
    "9",
    "a",
    "<invoke name=",
    "<｜DSML｜",
    "<｜tool▁call▁begin｜>",
    "<｜tool▁call▁begin｜>function<｜tool▁sep｜>search\n```",
    "{\"name\":\"search\",\"arguments\":\"{",
    ",",
    "<function=ping>",
    "\\ud83d",
];
const BEGINNINGS: &[(Dialect, &str)] = &[
    (Dialect::Qwen3Coder, "<tool_call>\n<function=search>\n<parameter=query>\n"),
    (Dialect::Qwen3Coder, "<tool_call>\n<function=search>\n<parameter=mixed>\n"),
    (Dialect::Qwen3Coder, "<tool_call>\n<function=search>\n<parameter="),
    (Dialect::Hermes, "<tool_call>{\"name\":\"search\",\"arguments\":{\"query\":\""),
    (Dialect::Hermes, "<tool_call>{\"arguments\":{\"query\":\""),
    (Dialect::BareJson, "{\"name\":\"search\",\"arguments\":{\"query\":"),
    (Dialect::Gemma, "<|tool_call>call:search{query:<|\"|>"),
    (Dialect::Gemma, "<|tool_call>call:search{query:"),
    (Dialect::MinimaxXml, "<invoke name=\"search\"><parameter name=\"query\">"),
    (Dialect::DeepseekV3, "<｜tool▁call▁begin｜>search<｜tool▁sep｜>{\"query\":\""),
    (Dialect::DeepseekV3, "<｜tool▁call▁begin｜>ping<｜tool▁sep｜>```json\n{}\n"),
];

/// Nanoseconds that this thread has run: other work on the machine does not count.
fn thread_nanoseconds() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Nanoseconds a byte over a text of `len` bytes.
fn cost(dialect: Dialect, reasoning: Reasoning, begin: &str, unit: &str, len: usize) -> f64 {
    let text = begin.to_owned() + &unit.repeat(len / unit.len() + 1);
    let pieces = chars(&text);
    let case = Case::of(String::new(), dialect, reasoning, "");
    let mut parser = OutputParser::new(case.spec());
    let mut out = Vec::new();
    let start = thread_nanoseconds();
    for piece in &pieces {
        parser.push(piece, &mut out);
        out.clear();
    }
    parser.finish(&mut out);
    (thread_nanoseconds() - start) / text.len() as f64
}

/// Quadratic time would make the long text sixteen times as dear a byte as the short one.
#[test]
fn time_is_linear_whatever_the_text() {
    let plain = Dialect::ALL.map(|dialect| (dialect, ""));
    for (dialect, begin) in plain.iter().chain(BEGINNINGS) {
        for (i, unit) in UNITS.iter().enumerate() {
            let reasoning = if i % 2 == 0 { Reasoning::None } else { Reasoning::Open };
            let costs = |len| cost(*dialect, reasoning, begin, unit, len);
            // Further looks at what a shared core may have slowed all the same.
            let linear = |_| costs(16_000) < 6.0 * costs(1_000).max(40.0);
            assert!((0..8).any(linear), "{dialect} {begin:?} {unit:?}");
        }
    }
}
