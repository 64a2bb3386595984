//! The bundled model still answers: every case of `models/atlas-mini/eval_subset.json` through a
//! served binary in f32, greedily, judged by the case's own check and by the text that the training
//! code generated, needles in a thousand and in 8,500 tokens among them.

#[path = "../support/mod.rs"]
mod support;

mod damage;
mod judge;
mod margins;

use damage::Fault;
use judge::{Reply, right};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use support::Served;

const SIDE_BY_SIDE: usize = 4;
/// Longest prompt, exclusive, that damaged checkpoints are asked.
const SHORT_PROMPT_TOKENS: u64 = 300;

fn mini() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/atlas-mini")
}

/// The cases, longest prompt first, so that the long ones do not run alone at the end.
fn cases() -> Vec<Value> {
    let text = std::fs::read_to_string(mini().join("eval_subset.json")).unwrap();
    let mut cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    cases.sort_by_key(|c| std::cmp::Reverse(c["prompt_tokens"].as_u64().unwrap()));
    cases
}

fn ask(served: &Served, case: &Value) -> Value {
    let mut body = json!({"max_tokens": case["max_tokens"], "temperature": 0});
    let path = if case["prompt"].is_string() {
        body["prompt"] = case["prompt"].clone();
        "/v1/completions"
    } else {
        body["messages"] = case["messages"].clone();
        let thinking = case["think"] == true;
        body["chat_template_kwargs"] = json!({"enable_thinking": thinking});
        if case["tools"].is_array() {
            body["tools"] = case["tools"].clone();
        }
        "/v1/chat/completions"
    };
    let (status, answer) = served.post(path, &body);
    assert_eq!(status, 200, "{answer}");
    answer
}

/// Faults of an answer, a line each; empty for a right one.
fn faults(case: &Value, answer: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let choice = &answer["choices"][0];
    let reply = Reply::from_choice(case, choice);
    let expected = Reply::from_raw(case, case["greedy_text"].as_str().unwrap());
    if !right(&case["check"], &reply) {
        faults.push(format!("fails {}: {reply:?}", case["check"]));
    }
    if reply != expected {
        faults.push(format!("expected {expected:?}, got {reply:?}"));
    }
    if !["stop", "tool_calls"].map(Value::from).contains(&choice["finish_reason"]) {
        faults.push(format!("finish_reason {}", choice["finish_reason"]));
    }
    if answer["usage"]["prompt_tokens"] != case["prompt_tokens"] {
        faults.push(format!(
            "{} prompt tokens, expected {}",
            answer["usage"]["prompt_tokens"], case["prompt_tokens"]
        ));
    }
    faults
}

/// Runs `judge` on each item, a few at a time, and gathers what it finds.
fn side_by_side(items: &[Value], judge: impl Fn(&Value) -> Option<String> + Sync) -> Vec<String> {
    let left = Mutex::new(items.iter());
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..SIDE_BY_SIDE {
            scope.spawn(|| {
                loop {
                    let next = left.lock().unwrap().next();
                    let Some(item) = next else { break };
                    if let Some(text) = judge(item) {
                        found.lock().unwrap().push(text);
                    }
                }
            });
        }
    });
    found.into_inner().unwrap()
}

/// Asks all cases: for each with faults, its skill and the faults.
fn failures(served: &Served, cases: &[Value]) -> Vec<String> {
    side_by_side(cases, |case| {
        let found = faults(case, &ask(served, case));
        (!found.is_empty()).then(|| format!("{}: {}", case["skill"], found.join("\n  ")))
    })
}

#[test]
fn the_bundled_model_answers_every_case_of_the_subset() {
    let cases = cases();
    let count = |skill: &str| cases.iter().filter(|c| c["skill"] == skill).count();
    for (skill, least) in [("facts", 8), ("tools", 3), ("needle_1k", 3), ("needle_8k5", 1)] {
        assert!(count(skill) >= least, "{} cases of {skill}", count(skill));
    }
    let served = Served::start(&["--dtype", "f32"]);
    let failed = failures(&served, &cases);
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

#[test]
fn the_greedy_answers_and_their_margins_are_those_of_transformers() {
    let prompts = margins::fixture();
    assert!(prompts.len() >= 20, "{} prompts", prompts.len());
    let different = margins::differences(&Served::start(&["--dtype", "f32"]), &prompts);
    assert!(
        different.is_empty(),
        "{}\n(after a change of the weights, tools/oracle/mini_greedy.py makes the fixture anew)",
        different.join("\n")
    );
}

#[test]
fn a_damaged_checkpoint_fails_the_subset() {
    let (_folder, served) = Fault::Zeroed("model.layers.3.self_attn.o_proj.weight").serve();
    let failed = failures(&served, &short(cases(), |c| c["prompt_tokens"].as_u64().unwrap()));
    assert!(!failed.is_empty());
}

#[test]
fn a_damaged_tensor_shows_in_the_margins() {
    let prompts = short(margins::fixture(), |p| p["prompt"].as_array().unwrap().len() as u64);
    for fault in [
        Fault::FirstTwoSwapped("model.layers.7.mlp.experts.down_proj"),
        Fault::Zeroed("model.layers.4.mlp.shared_expert.down_proj.weight"),
        Fault::Zeroed("model.layers.4.linear_attn.A_log"),
        Fault::Zeroed("model.layers.7.self_attn.k_norm.weight"),
    ] {
        let (_folder, served) = fault.serve();
        assert!(!margins::differences(&served, &prompts).is_empty(), "{fault:?} went unseen");
    }
}

/// Those whose prompts are short: damage shows at any length.
fn short(items: Vec<Value>, prompt_tokens: impl Fn(&Value) -> u64) -> Vec<Value> {
    items.into_iter().filter(|i| prompt_tokens(i) < SHORT_PROMPT_TOKENS).collect()
}
