//! The output machine: what it makes of an answer, and that the cuts of the answer do not matter.

mod corpus;
mod events;
mod generator;
mod naive;
mod reader;
mod robust;
mod streaming;

use atlas_text::{Dialect, OutputParser, OutputSpec, ReasoningTags, ToolSet};
use corpus::{Case, all_cases, tools};
use events::{parse, render};
use generator::Rng;

/// Every two-way split, character by character, and `random` random cuts give the same events.
fn check_splits(case: &Case, random: u32, rng: &mut Rng) {
    let whole = parse(&case.spec(), &[&case.input]);
    let splits = case.input.char_indices().map(|(at, _)| at).skip(1);
    for at in splits {
        let (a, b) = case.input.split_at(at);
        assert_eq!(parse(&case.spec(), &[a, b]), whole, "{}: cut at {at}", case.name);
    }
    let chars: Vec<&str> = generator::chars(&case.input);
    assert_eq!(parse(&case.spec(), &chars), whole, "{}: character by character", case.name);
    for _ in 0..random {
        let pieces = rng.cuts(&case.input);
        assert_eq!(parse(&case.spec(), &pieces), whole, "{}: {pieces:?}", case.name);
    }
}

#[test]
fn the_corpus_gives_the_events_written_beside_it() {
    let cases = all_cases();
    assert!(cases.len() >= 300, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let events = render(&parse(&case.spec(), &[&case.input]));
        if events != case.events {
            wrong.push(format!("{}\n  want {:?}\n  got  {events:?}", case.name, case.events));
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_corpus_gives_the_same_events_for_every_split() {
    let mut rng = Rng::new(1);
    for case in all_cases() {
        check_splits(&case, 20, &mut rng);
    }
}

#[test]
fn a_million_random_cuts_of_the_corpus_change_nothing() {
    let cases = all_cases();
    let each = 1_000_000usize.div_ceil(cases.len());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let cut = |case: &Case, seed: u64| {
        let mut rng = Rng::new(seed);
        let (spec, whole) = (case.spec(), parse(&case.spec(), &[&case.input]));
        for _ in 0..each {
            let pieces = rng.cuts(&case.input);
            assert_eq!(parse(&spec, &pieces), whole, "{}: {pieces:?}", case.name);
        }
    };
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let (cases, cut) = (&cases, &cut);
            scope.spawn(move || {
                for (i, case) in cases.iter().enumerate().skip(thread).step_by(threads) {
                    cut(case, 1000 + i as u64);
                }
            });
        }
    });
}

/// Answers made from a plan: the events are known from the plan.
#[test]
fn generated_answers_give_their_plan_for_every_split() {
    let mut rng = Rng::new(2);
    for dialect in Dialect::ALL {
        for i in 0..12 {
            let plan = generator::plan(&mut rng, dialect);
            let case = Case::of(format!("{dialect} {i}"), dialect, plan.reasoning, &plan.text);
            let events = parse(&case.spec(), &[&case.input]);
            assert_eq!(events::content(&events), plan.content, "{}: {:?}", case.name, case.input);
            check_splits(&case, 10, &mut rng);
        }
    }
}

/// The streamed arguments against a reader that sees the whole answer and shares no code.
#[test]
fn streamed_calls_equal_a_reading_of_the_whole() {
    let mut rng = Rng::new(3);
    for dialect in Dialect::ALL {
        let mut calls = 0;
        for _ in 0..100 {
            let plan = generator::plan(&mut rng, dialect);
            let case = Case::of(dialect.to_string(), dialect, plan.reasoning, &plan.text);
            let streamed = parse(&case.spec(), &generator::chars(&case.input));
            let streamed = events::calls(&streamed);
            assert_eq!(streamed, reader::calls(dialect, &case.input), "{:?}", case.input);
            calls += streamed.len();
        }
        assert!(calls > 100, "{dialect}: {calls} calls");
    }
}

/// Answers cut short, with pieces lost, doubled, moved or put in.
#[test]
fn damaged_answers_give_the_same_events_for_every_split() {
    let mut rng = Rng::new(4);
    for dialect in Dialect::ALL {
        for i in 0..20 {
            let plan = generator::plan(&mut rng, dialect);
            let text = generator::damage(&mut rng, dialect, &plan.text);
            let case = Case::of(format!("{dialect} {i}"), dialect, plan.reasoning, &text);
            events::check_sound(&parse(&case.spec(), &[&case.input]), &case.input);
            check_splits(&case, 5, &mut rng);
        }
    }
}

#[test]
fn a_naive_parser_fails_the_split_test() {
    let fails = |case: &&Case| {
        let whole = naive::parse(&[&case.input]);
        case.input.char_indices().skip(1).any(|(at, _)| {
            let (a, b) = case.input.split_at(at);
            naive::parse(&[a, b]) != whole
        })
    };
    let cases = all_cases();
    let cases = cases.iter().filter(|case| case.dialect == Dialect::Hermes);
    let plain =
        cases.filter(|case| case.name == "hermes: plain" || case.name.ends_with("two calls"));
    assert_eq!(plain.filter(fails).count(), 2);
}

#[test]
fn without_tools_and_reasoning_text_passes_through() {
    for case in all_cases() {
        let spec =
            OutputSpec { dialect: case.dialect, tools: ToolSet::default().into(), reasoning: None };
        let mut parser = OutputParser::new(spec);
        for piece in generator::chars(&case.input) {
            let mut out = Vec::new();
            parser.push(piece, &mut out);
            assert_eq!(render(&out), [format!("T:{piece}")], "at once");
        }
        let mut out = Vec::new();
        parser.finish(&mut out);
        assert_eq!(out, []);
    }
}

/// With tools or reasoning, what has no known markup in it loses nothing.
#[test]
fn text_without_calls_is_kept_byte_for_byte() {
    let mut rng = Rng::new(5);
    for dialect in Dialect::ALL {
        for _ in 0..200 {
            let text = generator::noise(&mut rng, dialect);
            let spec = OutputSpec {
                dialect,
                tools: ToolSet::new(&[serde_json::json!({"name": "not_in_the_text"})])
                    .unwrap()
                    .into(),
                reasoning: None,
            };
            let events = render(&parse(&spec, &[&text]));
            assert_eq!(events, [format!("T:{text}")]);
        }
    }
}

#[test]
fn names_of_dialects() {
    for dialect in Dialect::ALL {
        assert_eq!(dialect.name().parse(), Ok(dialect));
    }
    let error = "qwen".parse::<Dialect>().unwrap_err().to_string();
    assert!(error.contains("qwen3_coder, hermes, bare_json, mistral"), "{error}");
}

#[test]
fn bad_tool_lists_are_refused() {
    let list = |text: &str| serde_json::from_str::<Vec<serde_json::Value>>(text).unwrap();
    for (text, why) in [
        (r#"[{"type": "function"}]"#, "tools[0]: a tool needs a function with a name"),
        (r#"[{"function": {"name": ""}}]"#, "tools[0]: a tool needs a function with a name"),
        (
            r#"[{"name": "a"}, {"function": {"name": "a"}}]"#,
            "tools[1]: the name `a` is taken by an earlier tool",
        ),
    ] {
        assert_eq!(ToolSet::new(&list(text)).unwrap_err().to_string(), why);
    }
    assert_eq!(tools().names().count(), 5);
}

#[test]
fn other_reasoning_tags() {
    for (open, close) in [("[THINK]", "[/THINK]"), ("<<a>>", "<<b>>"), ("<|c>t\n", "<c|>")] {
        for dialect in Dialect::ALL {
            let (open, close) = (open.to_owned(), close.to_owned());
            for middle in ["[x]\n", "[", "<", "<<", "[TOOL_CALLS]", "[TOOL_CALLS][", "<tool_call>["]
            {
                let input = format!("{open}a{middle}{close}\nb");
                let tags =
                    ReasoningTags { open: open.clone(), close: close.clone(), starts_open: false };
                let spec = OutputSpec { dialect, tools: tools(), reasoning: Some(tags) };
                let whole = parse(&spec, &[&input]);
                assert_eq!(parse(&spec, &generator::chars(&input)), whole);
                let want = [format!("R:a{}", middle.trim_end()), "T:b".to_owned()];
                assert_eq!(render(&whole), want, "{dialect} {input:?}");
            }
        }
    }
}

#[test]
fn reasoning_without_an_opening_tag() {
    for tools in [ToolSet::default().into(), tools()] {
        let tags = ReasoningTags { open: String::new(), ..ReasoningTags::think(true) };
        let spec = OutputSpec { dialect: Dialect::Hermes, tools, reasoning: Some(tags) };
        assert_eq!(render(&parse(&spec, &["a</think>b"])), ["R:a", "T:b"]);
        let tags = ReasoningTags { open: String::new(), close: String::new(), starts_open: true };
        let spec = OutputSpec { reasoning: Some(tags), ..spec };
        assert_eq!(render(&parse(&spec, &["a</think>b"])), ["R:a</think>b"]);
    }
}
