//! The checks of a served model against the reference. Each returns a sentence for the report.

use super::client::{Answer, Client};
use super::reference::{Completion, Perplexity, Tokens, Turn};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

/// Largest relative difference of the perplexity.
const PERPLEXITY_TOLERANCE: f64 = 0.005;
/// Longest answer in the conversation: that of `reference.py`.
const CHAT_TOKENS: usize = 40;
/// Fewest tokens of the long prompt.
const LONG_PROMPT_TOKENS: usize = 1800;

/// Token ids of every text.
pub fn tokens(client: &Client, texts: &[Tokens]) -> Result<String> {
    for Tokens { text, ids } in texts {
        let found = client.tokenize(&json!({ "prompt": text }))?;
        ensure!(found == *ids, "{text:?} has the ids {found:?}, expected {ids:?}");
    }
    Ok(format!("{} texts", texts.len()))
}

/// Token ids of the conversation before its last answer, as the chat template writes it.
pub fn template(client: &Client, turns: &[Turn]) -> Result<String> {
    let last = turns.last().context("the reference has no conversation")?;
    let found = client.tokenize(&json!({ "messages": history(turns) }))?;
    ensure!(found == last.prompt_ids, "ids {found:?}, expected {:?}", last.prompt_ids);
    Ok(format!("{} tokens", found.len()))
}

/// Questions and recorded answers up to the last question.
fn history(turns: &[Turn]) -> Vec<Value> {
    let mut messages: Vec<Value> = turns.iter().flat_map(Turn::messages).collect();
    messages.pop();
    messages
}

impl Turn {
    fn messages(&self) -> [Value; 2] {
        [("user", &self.question), ("assistant", &self.text)]
            .map(|(role, content)| json!({ "role": role, "content": content }))
    }
}

/// The recorded tokens before the first whose margin is at most `floor` logits: from there on a
/// small difference may choose another token.
fn certain(completion: &Completion, floor: f64) -> &[u32] {
    let count = completion.margins.iter().take_while(|margin| **margin > floor).count();
    &completion.ids[..count]
}

/// Greedy continuations as far as they are certain.
pub fn greedy(client: &Client, completions: &[Completion], floor: f64) -> Result<String> {
    let (mut compared, mut all) = (0, 0);
    for completion in completions {
        let expected = certain(completion, floor);
        all += completion.ids.len();
        if expected.is_empty() {
            continue;
        }
        let start: String = completion.prompt.chars().take(60).collect();
        let found = client.complete(&completion.prompt, expected.len())?.ids;
        ensure!(found == expected, "{found:?} after {start:?}, expected {expected:?}");
        compared += expected.len();
    }
    ensure!(compared > 0, "no token is certain");
    Ok(format!("{compared} of {all} tokens"))
}

/// Margins of all recorded tokens, each after the recorded ones before it. `shift` is the largest
/// change by one way to round to 8 bits; another way may move a margin by as much again.
pub fn margins(client: &Client, completions: &[Completion], shift: f64) -> Result<String> {
    let mut found = Vec::new();
    for Completion { prompt, ids, .. } in completions {
        let prompt = client.tokenize(&json!({ "prompt": prompt }))?;
        found.extend(client.margins(&prompt, ids)?);
    }
    let expected: Vec<f64> = completions.iter().flat_map(|c| c.margins.clone()).collect();
    close(&found, &expected, 2.0 * shift)
}

fn close(found: &[f64], expected: &[f64], most: f64) -> Result<String> {
    let count = found.len();
    ensure!(count == expected.len() && count > 0, "{count} margins for {}", expected.len());
    let mut largest = 0.0_f64;
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        let change = (found - expected).abs();
        // A comparison with NaN is false.
        ensure!(change <= most, "margin {at} is {found:.4}, expected {expected:.4}");
        largest = largest.max(change);
    }
    Ok(format!("{count} tokens, largest change {largest:.4} of at most {most:.4}"))
}

/// The continuation of the long prompt.
pub fn long(client: &Client, long: &Completion, floor: f64) -> Result<String> {
    let length = client.tokenize(&json!({ "prompt": long.prompt }))?.len();
    ensure!(length >= LONG_PROMPT_TOKENS, "the prompt has {length} tokens");
    let compared = greedy(client, std::slice::from_ref(long), floor)?;
    Ok(format!("{compared} after {length}"))
}

/// Answers of the conversation; the history holds the server's own answers.
pub fn conversation(client: &Client, turns: &[Turn]) -> Result<Vec<Answer>> {
    let (mut messages, mut answers) = (Vec::new(), Vec::new());
    for turn in turns {
        messages.push(json!({ "role": "user", "content": turn.question }));
        let answer = client.chat(&messages, CHAT_TOKENS)?;
        messages.push(json!({ "role": "assistant", "content": answer.text }));
        answers.push(answer);
    }
    Ok(answers)
}

/// The same answers with the prefix cache on and off, where it served all turns but the first.
pub fn cache_changes_nothing(on: &[Answer], off: &[Answer]) -> Result<String> {
    ensure!(on.len() == off.len() && !on.is_empty(), "{} and {} answers", on.len(), off.len());
    for (turn, (on, off)) in on.iter().zip(off).enumerate() {
        ensure!(on.ids == off.ids, "turn {turn}: {:?}, without the cache {:?}", on.ids, off.ids);
        ensure!(off.cached == 0, "turn {turn}: {} cached tokens without a cache", off.cached);
        ensure!(turn == 0 || on.cached > 0, "turn {turn}: no cached token");
    }
    let cached: usize = on.iter().map(|answer| answer.cached).sum();
    Ok(format!("{} turns, {cached} cached tokens", on.len()))
}

/// The recorded answers of the conversation, in full.
pub fn recorded_turns(answers: &[Answer], turns: &[Turn]) -> Result<String> {
    ensure!(answers.len() == turns.len(), "{} answers", answers.len());
    for (at, (answer, turn)) in answers.iter().zip(turns).enumerate() {
        ensure!(answer.ids == turn.ids, "turn {at}: {:?}, expected {:?}", answer.ids, turn.ids);
    }
    Ok(format!("{} tokens", turns.iter().map(|turn| turn.ids.len()).sum::<usize>()))
}

/// A call that must come, with arguments that the schema of its tool allows.
pub fn forced_call(client: &Client) -> Result<String> {
    let schema = json!({
        "type": "object",
        "properties": {
            "city": {"type": "string", "minLength": 1, "maxLength": 40},
            "days": {"type": "integer", "minimum": 1, "maximum": 7},
            "unit": {"enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city", "days", "unit"],
        "additionalProperties": false,
    });
    let function = json!({
        "name": "get_weather", "description": "The weather of the next days.",
        "parameters": schema,
    });
    let call = client.call("What will the weather in Paris be for the next 3 days?", &function)?;
    ensure!(call.name == "get_weather", "the call is of {:?}", call.name);
    let arguments: Value = serde_json::from_str(&call.arguments)
        .with_context(|| format!("arguments {:?}", call.arguments))?;
    if let Err(error) = jsonschema::validate(&schema, &arguments) {
        bail!("arguments {arguments}: {error}");
    }
    Ok(arguments.to_string())
}

/// Perplexity of the text.
pub fn perplexity(client: &Client, text: &str, expected: &Perplexity) -> Result<String> {
    let scores = client.score(text)?;
    within(&scores, expected)
}

fn within(scores: &[f64], expected: &Perplexity) -> Result<String> {
    let tokens = scores.len() + 1;
    ensure!(tokens == expected.tokens, "{tokens} tokens, expected {}", expected.tokens);
    let found = (-scores.iter().sum::<f64>() / scores.len() as f64).exp();
    let expected = expected.nll.exp();
    let change = found / expected - 1.0;
    let line = format!("{found:.4}, expected {expected:.4} ({:+.3} %)", 100.0 * change);
    // A comparison with NaN is false.
    ensure!(change.abs() <= PERPLEXITY_TOLERANCE, "perplexity {line}");
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_certain_up_to_the_first_small_margin() {
        let margins = vec![3.0, 0.5, 2.0];
        let completion = Completion { prompt: String::new(), ids: vec![7, 8, 9], margins };
        let counts = [0.0, 0.4, 0.5, 3.0].map(|floor| certain(&completion, floor).len());
        assert_eq!(counts, [3, 3, 1, 0]);
    }

    #[test]
    fn another_answer_than_the_recorded_one_is_an_error() {
        let turn = |id| Turn {
            question: String::new(),
            prompt_ids: Vec::new(),
            ids: vec![1, id],
            text: String::new(),
        };
        let answer = |ids| Answer { ids, text: String::new(), cached: 0 };
        assert!(recorded_turns(&[answer(vec![1, 2])], &[turn(2)]).is_ok());
        assert!(recorded_turns(&[answer(vec![1, 2])], &[turn(3)]).is_err());
        assert!(recorded_turns(&[answer(vec![1, 2, 2])], &[turn(2)]).is_err());
        assert!(recorded_turns(&[], &[turn(2)]).is_err());
    }

    #[test]
    fn a_margin_that_moves_too_far_is_an_error() {
        assert!(close(&[1.0, 2.5], &[1.2, 2.0], 0.5).is_ok());
        assert!(close(&[1.0, 2.5], &[1.2, 1.9], 0.5).is_err());
        assert!(close(&[1.0, -2.0], &[1.2, 2.0], 0.5).is_err());
        assert!(close(&[f64::NAN], &[1.2], 0.5).is_err());
        assert!(close(&[1.2], &[1.2, 2.0], 0.5).is_err());
        assert!(close(&[], &[], 0.5).is_err());
    }

    #[test]
    fn a_perplexity_out_of_bounds_or_of_other_tokens_is_an_error() {
        let expected = Perplexity { tokens: 3, nll: 2.0 };
        let scores = |shift: f64| [-1.0 - shift, -3.0 - shift];
        assert!(within(&scores(0.0049), &expected).is_ok());
        assert!(within(&scores(0.0051), &expected).is_err());
        assert!(within(&scores(-0.0051), &expected).is_err());
        assert!(within(&scores(f64::NAN), &expected).is_err());
        assert!(within(&scores(0.0)[..1], &expected).is_err());
    }

    #[test]
    fn a_cache_that_changes_or_serves_nothing_is_an_error() {
        let answers = |list: &[(u32, usize)]| -> Vec<Answer> {
            let one = |&(id, cached)| Answer { ids: vec![id], text: String::new(), cached };
            list.iter().map(one).collect()
        };
        let off = answers(&[(1, 0), (2, 0)]);
        assert!(cache_changes_nothing(&answers(&[(1, 0), (2, 9)]), &off).is_ok());
        assert!(cache_changes_nothing(&answers(&[(1, 0), (3, 9)]), &off).is_err());
        assert!(cache_changes_nothing(&answers(&[(1, 0), (2, 0)]), &off).is_err());
        assert!(cache_changes_nothing(&answers(&[(1, 0)]), &off).is_err());
        assert!(cache_changes_nothing(&off, &answers(&[(1, 0), (2, 9)])).is_err());
        assert!(cache_changes_nothing(&[], &[]).is_err());
    }
}
