//! The bundled model against transformers: greedy tokens, and how sure it was of each.
//!
//! Text alone hides damage: a trained model's first choice survives a lost expert. The gap between
//! its two best tokens does not. `tools/oracle/mini_greedy.py` writes the fixture.

use super::{Served, side_by_side};
use serde_json::{Value, json};
use std::path::Path;

/// Largest difference of a top-2 gap from transformers' own, both in f32.
const MARGIN_ERROR_MAX: f64 = 1e-3;

pub fn fixture() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mini_eval/transformers.json");
    let mut file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let Value::Array(prompts) = file["prompts"].take() else { panic!("no prompts") };
    prompts
}

/// The gaps between the two best log-probabilities of each token, from a completion's `logprobs`.
fn gaps(choice: &Value) -> Vec<f64> {
    let tops = choice["logprobs"]["top_logprobs"].as_array().unwrap();
    let gap = |top: &Value| {
        let mut values: Vec<f64> =
            top.as_object().unwrap().values().map(|v| v.as_f64().unwrap()).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        // Two tokens of the same text share a key: there is then nothing to compare.
        values.get(1).map_or(f64::NAN, |second| values[0] - second)
    };
    tops.iter().map(gap).collect()
}

fn fault(served: &Served, prompt: &Value) -> Option<String> {
    let answer = prompt["answer"].as_array().unwrap();
    let body = json!({
        "prompt": prompt["prompt"], "max_tokens": answer.len(), "temperature": 0,
        "return_token_ids": true, "logprobs": 2,
    });
    let (status, reply) = served.post("/v1/completions", &body);
    assert_eq!(status, 200, "{reply}");
    let choice = &reply["choices"][0];
    if choice["token_ids"] != prompt["answer"] {
        return Some(format!("{}: tokens {}", prompt["row"], choice["token_ids"]));
    }
    let margins = prompt["margins"].as_array().unwrap().iter().map(|m| m.as_f64().unwrap());
    let gaps = gaps(choice);
    assert_eq!(gaps.len(), margins.len());
    assert!(gaps.iter().any(|gap| gap.is_finite()), "{}: no gap to compare", prompt["row"]);
    let error = gaps.iter().zip(margins).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    (error > MARGIN_ERROR_MAX).then(|| format!("{}: a top-2 gap is off by {error}", prompt["row"]))
}

/// Differences from transformers, a line a prompt.
pub fn differences(served: &Served, prompts: &[Value]) -> Vec<String> {
    side_by_side(prompts, |prompt| fault(served, prompt))
}
