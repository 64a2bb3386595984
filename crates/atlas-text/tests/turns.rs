//! Where prompts are marked as places to part from: what a rewritten last turn and an answer keep.

mod common;

use atlas_text::{ChatRequest, MemoryFiles, Prompt, TemplateSource, TextModel, TextOptions};
use common::{fixture, golden};
use serde_json::{Value, json};

fn model(tokenizer: &str, template: &str) -> TextModel {
    let config = golden(tokenizer)["config"].to_string();
    let tokenizer = fixture(&format!("tokenizers/{tokenizer}.tokenizer.json"));
    let template = String::from_utf8(fixture(&format!("templates/{template}.jinja"))).unwrap();
    let files = MemoryFiles(
        [
            ("tokenizer.json", tokenizer.as_slice()),
            ("tokenizer_config.json", config.as_bytes()),
            ("config.json", b"{}".as_slice()),
        ]
        .into_iter()
        .collect(),
    );
    let template = TemplateSource::from_text(template, "fixture");
    let options = TextOptions { chat_template: Some(template), ..TextOptions::default() };
    TextModel::load(&files, options).unwrap()
}

fn bundled() -> TextModel {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini");
    TextModel::from_dir(folder, TextOptions::default()).unwrap()
}

fn lower(model: &TextModel, messages: &[Value]) -> Prompt {
    let request: ChatRequest = serde_json::from_value(json!({"messages": messages})).unwrap();
    model.lower_chat(&request).unwrap()
}

fn said(role: &str, content: &str) -> Value {
    json!({"role": role, "content": content})
}

const LONG: &str = "A long text that has many words, so that the prompt is worth a look; it goes on and \
                    on, names 12 numbers, says nothing, and ends at last.";

fn same(a: &[u32], b: &[u32]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Checks that the marks cover all that a rewritten last turn keeps, up to the turn's header, and
/// nothing else; likewise for the same conversation without its generation prompt.
fn check(model: &TextModel, before: &[Value], turn: Value) {
    let mut messages = before.to_vec();
    messages.push(turn.clone());
    let prompt = lower(model, &messages);
    let marks: Vec<usize> = prompt.resume_at.iter().map(|at| *at as usize).collect();
    for words in ["Something else.", "!", "A longer text than was there before.", "ä 3"] {
        let mut rewritten = messages.clone();
        rewritten.last_mut().unwrap()["content"] = words.into();
        let other = lower(model, &rewritten).tokens;
        let kept = same(&prompt.tokens, &other);
        let near = |at: &usize| *at <= kept && kept - at <= 8;
        assert!(marks.iter().any(near), "{words}: {kept} kept, marked {marks:?}");
    }
    let answered = [messages.clone(), vec![said("assistant", "yes"), said("user", "and now?")]];
    let kept = same(&prompt.tokens, &lower(model, &answered.concat()).tokens);
    // The header of an answer is the same once more.
    let near = |at: &usize| *at <= kept && kept - at <= 16;
    // A template that writes how many turns there are keeps nothing from turn to turn.
    let counts = kept < 16;
    assert!(counts || marks.iter().any(near), "{kept} kept by the next turn, marked {marks:?}");
    assert!(marks.iter().all(|at| *at < prompt.tokens.len()));
}

#[test]
fn tokens_that_later_prompts_keep_are_marked() {
    let conversation = [
        said("system", LONG),
        said("user", LONG),
        said("assistant", LONG),
        said("user", "A short one."),
        said("assistant", "And its answer, which is longer. A."),
    ];
    let models = [
        model("chatml", "chatml"),
        model("headers", "headers"),
        model("chatml", "parts"),
        bundled(),
    ];
    for model in &models {
        check(model, &conversation, said("user", "A question like any other?"));
        check(model, &conversation, said("user", "Another turn"));
        check(model, &conversation[..1], said("user", LONG));
        check(model, &conversation[..3], said("user", LONG));
    }
}

/// In a loop of tools the turn is what follows the last answer; the user's message is marked too.
#[test]
fn results_of_tools_are_turns() {
    let call = json!({"id": "c1", "type": "function",
        "function": {"name": "look", "arguments": {"at": "x"}}});
    let calls = json!({"role": "assistant", "content": null, "tool_calls": [call]});
    let result = json!({"role": "tool", "tool_call_id": "c1", "content": LONG});
    for model in [model("chatml", "chatml"), bundled()] {
        let before = [said("system", LONG), said("user", LONG), calls.clone()];
        let prompt = lower(&model, &[before.to_vec(), vec![result.clone()]].concat());
        let asked = lower(&model, &before[..2]);
        let first = prompt.resume_at.first().copied().unwrap_or_default();
        assert_eq!(asked.resume_at.first(), Some(&first), "the user's turn");
        assert_eq!(prompt.resume_at.len(), 3, "{:?}", prompt.resume_at);
        check(&model, &before, result.clone());
    }
}

#[test]
fn short_prompts_and_tokens_that_do_not_spell_the_text_have_no_marks() {
    let short = lower(&model("chatml", "chatml"), &[said("user", "hi")]);
    assert!(short.resume_at.is_empty());
    // This tokenizer writes spaces otherwise than the text.
    let messages = [said("user", LONG), said("assistant", LONG), said("user", "Why?")];
    let prompt = lower(&model("metaspace", "inst"), &messages);
    assert!(prompt.tokens.len() >= 64);
    assert!(prompt.resume_at.iter().all(|at| (*at as usize) < prompt.tokens.len()));
}
