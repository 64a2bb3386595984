//! Order of delivery: names first, strings as they come, nothing that may be markup.

use crate::corpus::{Case, Reasoning, tools};
use crate::events::render;
use atlas_text::{Dialect, OutputEvent, OutputParser, OutputSpec};

/// The events after each of the pieces.
fn steps(dialect: Dialect, pieces: &[&str]) -> Vec<Vec<OutputEvent>> {
    let case = Case::of(String::new(), dialect, Reasoning::Closed, "");
    let mut parser = OutputParser::new(case.spec());
    let mut steps = Vec::new();
    for piece in pieces {
        let mut out = Vec::new();
        parser.push(piece, &mut out);
        steps.push(out);
    }
    steps
}

fn begin(name: &str) -> OutputEvent {
    OutputEvent::CallBegin { index: 0, name: name.to_owned() }
}

fn json(json: &str) -> OutputEvent {
    OutputEvent::CallArguments { index: 0, json: json.to_owned() }
}

fn text(text: &str) -> OutputEvent {
    OutputEvent::Text(text.to_owned())
}

const END: OutputEvent = OutputEvent::CallEnd { index: 0 };

#[test]
fn strings_of_tagged_parameters_stream() {
    let pieces = [
        "<tool_call>\n<function=search>\n",
        "<parameter=",
        "query>\n",
        "a\"b",
        "c\n",
        "\nd",
        "</param",
        "eter>\n</function",
        ">",
    ];
    let want = [
        vec![],
        vec![begin("search")],
        vec![json("{\"query\": \"")],
        vec![json("a\\\"b")],
        vec![json("c")],
        vec![json("\\n\\nd")],
        vec![],
        vec![],
        vec![json("\"}"), END],
    ];
    assert_eq!(steps(Dialect::Qwen3Coder, &pieces), want);
}

#[test]
fn typed_values_come_whole() {
    let head = "<minimax:tool_call><invoke name=\"search\"><parameter name=\"limit\">";
    let pieces = [head, "1", "2", "</parameter>", "</invoke>"];
    let want = [vec![begin("search")], vec![], vec![], vec![], vec![json("{\"limit\": 12}"), END]];
    assert_eq!(steps(Dialect::MinimaxXml, &pieces), want);
}

#[test]
fn a_union_streams_once_it_can_only_be_a_string() {
    let head = "<tool_call><function=search><parameter=note>";
    let pieces = [head, "nu", "l", "lable", " x"];
    let want = [
        vec![begin("search")],
        vec![],
        vec![],
        vec![json("{\"note\": \"nullable")],
        vec![json(" x")],
    ];
    assert_eq!(steps(Dialect::Qwen3Coder, &pieces), want);
}

#[test]
fn json_arguments_stream() {
    let pieces = [
        "<tool_call>\n{\"name\": \"search\"",
        ", \"arguments\": ",
        "{\"qu",
        "ery\": \"a",
        "\\",
        "n\"}",
        "}",
    ];
    let want = [
        vec![],
        vec![],
        vec![begin("search"), json("{\"qu")],
        vec![json("ery\": \"a")],
        vec![],
        vec![json("\\n\"}")],
        vec![END],
    ];
    assert_eq!(steps(Dialect::Hermes, &pieces), want);
    let pieces = ["[TOOL_CALLS]search", "[ARGS]", "{\"limit\": 1", "2", "}"];
    let want = [
        vec![],
        vec![],
        vec![begin("search"), json("{\"limit\": 1")],
        vec![json("2")],
        vec![json("}"), END],
    ];
    assert_eq!(steps(Dialect::Mistral, &pieces), want);
    let head = "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>";
    let tail = ["{\"limit\": 1", "2", "}", "\n```", "<｜tool▁call▁end｜>"];
    for pieces in [
        [head, "search", "<｜tool▁sep｜>", ""],
        [head, "function<｜tool▁sep｜>", "search\n", "```json\n"],
    ] {
        let mut want = vec![vec![]; 4];
        want.extend([
            vec![begin("search"), json("{\"limit\": 1")],
            vec![json("2")],
            vec![json("}"), END],
            vec![],
            vec![],
        ]);
        // Without a fence around the arguments, three backticks after them are text.
        if pieces[3].is_empty() {
            want[7] = vec![text("```")];
            want[8] = vec![text("<｜tool▁call▁end｜>")];
        }
        let pieces = [&pieces[..], &tail].concat();
        assert_eq!(steps(Dialect::DeepseekV3, &pieces), want);
    }
}

#[test]
fn gemma_strings_stream() {
    let pieces = ["<|tool_call>call:search{", "query:<|\"|>a", " b<", "c", "<|\"|>", "}"];
    let want = [
        vec![begin("search"), json("{")],
        vec![json("\"query\": \"a")],
        vec![json(" b")],
        vec![json("<c")],
        vec![json("\"")],
        vec![json("}"), END],
    ];
    assert_eq!(steps(Dialect::Gemma, &pieces), want);
}

#[test]
fn text_waits_only_for_blanks_and_marks() {
    let pieces = ["Hello", " wor", "ld ", "<", "b> <too", "l", "s>", "\n"];
    let want = [
        vec![text("Hello")],
        vec![text(" wor")],
        vec![text("ld")],
        vec![],
        vec![text(" <b>")],
        vec![],
        vec![text(" <tools>")],
        vec![],
    ];
    assert_eq!(steps(Dialect::Hermes, &pieces), want);
}

#[test]
fn json_that_is_no_call_is_let_go_at_its_first_strange_key() {
    let pieces = ["{\"", "na", "me\": \"", "Bob\"", ", \"name", "\": {\"name\": \"ping\"", "}}"];
    let shown: Vec<_> = steps(Dialect::BareJson, &pieces).iter().map(|out| render(out)).collect();
    let want: [&[&str]; 7] = [
        &[],
        &[],
        &[],
        &["T:{\"name\": \"Bob\""],
        &["T:, \"name"],
        &["T:\": {\"name\": \"ping\""],
        &["T:}}"],
    ];
    assert_eq!(shown, want);
}

#[test]
fn pieces_are_joined_into_one_event_of_a_push() {
    let spec = OutputSpec { dialect: Dialect::Hermes, tools: tools(), reasoning: None };
    let mut parser = OutputParser::new(spec);
    let mut out = Vec::new();
    parser.push("a <b> c <tool d\n\ne { [ ``` <tool_call> x", &mut out);
    assert_eq!(out, [text("a <b> c <tool d\n\ne { [ ``` <tool_call> x")]);
}
