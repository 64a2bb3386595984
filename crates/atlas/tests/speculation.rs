//! `--speculate` as a user starts it: the answers of every proposer are those without one.

mod support;

use serde_json::{Value, json};
use support::{Served, atlas, stderr};

const OWN: &str = concat!("draft:", env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini:3");
const BLOCKS: &str =
    concat!("dflash:", env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini-dflash");
const OTHER: &str = concat!(
    "draft:",
    env!("CARGO_MANIFEST_DIR"),
    "/../atlas-model/tests/fixtures/qwen3_5_moe_text"
);

const NO_DRAFTER: &str = concat!("dflash:", env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini");

/// The choices of a few requests: drawn, greedy, with a stop string and under a grammar.
fn answers(served: &Served, speculate: &Value) -> Vec<Value> {
    let ask = |text: &str| json!([{"role": "user", "content": text}]);
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"},
        "age": {"type": "integer"}}, "required": ["name", "age"]});
    let form = json!({"type": "json_schema", "json_schema": {"name": "p", "schema": schema}});
    let requests = [
        json!({"messages": ask("Tell me about the sea."), "n": 2, "temperature": 1.5, "seed": 7,
            "min_tokens": 24, "max_tokens": 24, "logprobs": true}),
        json!({"messages": ask("Count from one to twenty."), "temperature": 0, "max_tokens": 60,
            "frequency_penalty": 0.5, "stop": ["9"], "ignore_eos": true}),
        json!({"messages": ask("Name a person."), "seed": 3, "temperature": 1.0,
            "response_format": form, "max_tokens": 80}),
    ];
    let answer = |mut body: Value| {
        body["speculate"] = speculate.clone();
        let (status, answer) = served.post("/v1/chat/completions", &body);
        assert_eq!(status, 200, "{answer}");
        answer["choices"].clone()
    };
    requests.into_iter().map(answer).collect()
}

#[test]
fn answers_are_those_of_a_server_without_drafts() {
    let plain = answers(&Served::start(&[]), &json!("auto"));
    for speculate in ["mtp:2", "ngram:4", "self:2", "auto", OWN, BLOCKS] {
        let served = Served::start(&["--speculate", speculate]);
        assert_eq!(answers(&served, &json!("off")), plain, "{speculate}");
        assert!(served.metric("atlas_verified_spans_total") < 0.5, "off drafts nothing");
        assert_eq!(answers(&served, &json!("auto")), plain, "{speculate}");
        let count = |name: &str| served.metric(&format!("{name}{{place=\"1\"}}"));
        let (drafted, accepted) =
            (count("atlas_drafted_tokens_total"), count("atlas_accepted_tokens_total"));
        match speculate {
            // As many as pay may be none.
            "auto" => {}
            // The model itself: all drafts are right.
            OWN => assert!(drafted > 20.0 && accepted > 0.95 * drafted, "{accepted} of {drafted}"),
            _ => assert!(drafted > 0.0, "{speculate}"),
        }
    }
}

#[test]
fn a_proposer_that_cannot_draft_is_named_at_the_start() {
    for (speculate, error) in [
        (OTHER, "its vocabulary has 256 entries and that of the served model 4096"),
        ("draft:/no/such/folder", "no such folder"),
        ("draft:", "names no model"),
        ("dflash:/no/such/folder", "no such folder"),
        (NO_DRAFTER, "a checkpoint without DFlashDraftModel among its architectures"),
        ("mtp:16", "takes 1 to 15 drafts"),
        ("sometimes", "is no proposer of drafts"),
    ] {
        let output = atlas(&["plan", "--speculate", speculate]);
        assert!(!output.status.success(), "{speculate}");
        assert!(stderr(&output).contains(error), "{speculate}: {}", stderr(&output));
    }
}
