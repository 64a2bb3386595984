//! Events in a form that does not depend on how they were cut.

use atlas_text::{OutputEvent, OutputParser, OutputSpec};
use serde_json::Value;

/// Runs the machine over the pieces and joins neighbours of one kind.
pub fn parse(spec: &OutputSpec, pieces: &[&str]) -> Vec<OutputEvent> {
    let mut parser = OutputParser::new(spec.clone());
    let mut joined = Vec::new();
    let mut out = Vec::new();
    for piece in pieces {
        parser.push(piece, &mut out);
        out.drain(..).for_each(|event| join(&mut joined, event));
    }
    parser.finish(&mut out);
    out.drain(..).for_each(|event| join(&mut joined, event));
    joined
}

fn join(events: &mut Vec<OutputEvent>, event: OutputEvent) {
    use OutputEvent::*;
    match &event {
        Text(s) | Reasoning(s) | CallArguments { json: s, .. } => {
            assert!(!s.is_empty(), "an empty piece");
        }
        _ => {}
    }
    match (events.last_mut(), &event) {
        (Some(Text(last)), Text(new)) | (Some(Reasoning(last)), Reasoning(new)) => {
            last.push_str(new);
        }
        (Some(CallArguments { index: a, json: last }), CallArguments { index: b, json: new })
            if a == b =>
        {
            last.push_str(new)
        }
        _ => events.push(event),
    }
}

/// One line an event: `R:` reasoning, `T:` text, `N:` a note, `C:name:json` a call that ended,
/// `X:name:json` one that was cut.
pub fn render(events: &[OutputEvent]) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut call, mut arguments) = (String::new(), String::new());
    for event in events {
        match event {
            OutputEvent::Reasoning(text) => lines.push(format!("R:{text}")),
            OutputEvent::Text(text) => lines.push(format!("T:{text}")),
            OutputEvent::Note(note) => lines.push(format!("N:{note:?}")),
            OutputEvent::CallBegin { name, .. } => {
                call.clone_from(name);
                arguments.clear();
            }
            OutputEvent::CallArguments { json, .. } => arguments.push_str(json),
            OutputEvent::CallEnd { .. } => lines.push(format!("C:{call}:{arguments}")),
            OutputEvent::CallCut { .. } => lines.push(format!("X:{call}:{arguments}")),
        }
    }
    lines
}

/// An answer as its reader sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    Reasoning(String),
    Text(String),
    Call(String, Value),
}

/// The events without notes; every call must be complete.
pub fn content(events: &[OutputEvent]) -> Vec<Content> {
    let mut content = Vec::new();
    for line in render(events) {
        let (kind, rest) = line.split_at(2);
        match kind {
            "R:" => content.push(Content::Reasoning(rest.to_owned())),
            "T:" => content.push(Content::Text(rest.to_owned())),
            "N:" => {}
            "C:" => {
                let (name, json) = rest.split_once(':').unwrap();
                let value = serde_json::from_str(json).unwrap_or_else(|e| panic!("{json}: {e}"));
                content.push(Content::Call(name.to_owned(), value));
            }
            _ => panic!("{line}"),
        }
    }
    content
}

/// The calls alone.
pub fn calls(events: &[OutputEvent]) -> Vec<(String, Value)> {
    let calls = content(events).into_iter();
    calls
        .filter_map(|c| match c {
            Content::Call(name, value) => Some((name, value)),
            _ => None,
        })
        .collect()
}

/// Checks the events of an answer: calls are numbered and closed, complete arguments are an
/// object, reasoning comes before text, and both are stretches of the answer in its order, all of
/// it if there are neither calls nor reasoning.
pub fn check_sound(events: &[OutputEvent], input: &str) {
    let mut open: Option<(usize, String)> = None;
    let mut next = 0;
    let mut text_seen = false;
    let mut rest = input;
    let mut follow = |text: &str| {
        let at = rest.find(text).unwrap_or_else(|| panic!("{text:?} of {input:?}"));
        rest = &rest[at + text.len()..];
    };
    if let [OutputEvent::Text(text)] = events
        && !input.contains("think>")
    {
        assert_eq!(text, input);
    }
    for event in events {
        match event {
            OutputEvent::CallBegin { index, .. } => {
                assert!(open.is_none() && *index == next, "{input:?}");
                open = Some((*index, String::new()));
                next += 1;
                text_seen = true;
            }
            OutputEvent::CallArguments { index, json } => {
                let (at, arguments) = open.as_mut().unwrap();
                assert_eq!(at, index);
                arguments.push_str(json);
            }
            OutputEvent::CallEnd { index } => {
                let (at, arguments) = open.take().unwrap();
                assert_eq!(at, *index);
                let value = serde_json::from_str::<Value>(&arguments);
                assert!(value.is_ok_and(|v| v.is_object()), "{arguments} of {input:?}");
            }
            OutputEvent::CallCut { index } => {
                let (at, arguments) = open.take().unwrap();
                assert_eq!(at, *index);
                assert!(arguments.is_empty() || arguments.starts_with('{'));
            }
            OutputEvent::Text(text) => {
                assert!(open.is_none());
                text_seen = true;
                follow(text);
            }
            OutputEvent::Reasoning(text) => {
                assert!(open.is_none() && !text_seen, "{input:?}");
                follow(text);
            }
            OutputEvent::Note(_) => {}
        }
    }
    assert!(open.is_none(), "{input:?}");
}
