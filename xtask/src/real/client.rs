//! Requests to a server, as the checks need them.

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;

/// Longest time for an answer; a debug build takes seconds.
const TIMEOUT: Duration = Duration::from_secs(300);

/// A client of one server.
pub struct Client {
    agent: ureq::Agent,
    url: String,
}

/// A generated answer.
pub struct Answer {
    pub ids: Vec<u32>,
    pub text: String,
    /// Prompt tokens that the prefix cache had.
    pub cached: usize,
}

/// A call in an answer.
#[derive(Deserialize)]
pub struct Call {
    pub name: String,
    /// JSON text.
    pub arguments: String,
}

impl Client {
    pub fn new(url: &str) -> Self {
        let config = ureq::Agent::config_builder().timeout_global(Some(TIMEOUT));
        let agent = config.http_status_as_error(false).build().new_agent();
        Self { agent, url: url.to_owned() }
    }

    /// Token ids of `body`, which has a `prompt` or `messages`.
    pub fn tokenize(&self, body: &Value) -> Result<Vec<u32>> {
        at(&self.post("/tokenize", body)?, "/tokens")
    }

    /// The `count` likeliest tokens after a prompt, each after the ones before it.
    pub fn complete(&self, prompt: &str, count: usize) -> Result<Answer> {
        let body = json!({
            "prompt": prompt, "max_tokens": count, "ignore_eos": true,
            "temperature": 0, "return_token_ids": true,
        });
        answer(&self.post("/v1/completions", &body)?, "/choices/0/text")
    }

    /// The greedy answer to a conversation, of at most `count` tokens.
    pub fn chat(&self, messages: &[Value], count: usize) -> Result<Answer> {
        let body = json!({
            "messages": messages, "max_tokens": count,
            "temperature": 0, "return_token_ids": true,
        });
        answer(&self.post("/v1/chat/completions", &body)?, "/choices/0/message/content")
    }

    /// The single call that the model must make of `function`.
    pub fn call(&self, question: &str, function: &Value) -> Result<Call> {
        let body = json!({
            "messages": [{"role": "user", "content": question}],
            "tools": [{"type": "function", "function": function}],
            "tool_choice": {"type": "function", "function": {"name": function["name"]}},
            "max_tokens": 200, "temperature": 0,
        });
        let answer = self.post("/v1/chat/completions", &body)?;
        let reason: String = at(&answer, "/choices/0/finish_reason")?;
        ensure!(reason == "tool_calls", "finish_reason is {reason:?}");
        let calls: Vec<Value> = at(&answer, "/choices/0/message/tool_calls")?;
        ensure!(calls.len() == 1, "{} calls", calls.len());
        at(&calls[0], "/function")
    }

    /// Log-probability of each token of a text but the first.
    pub fn score(&self, text: &str) -> Result<Vec<f64>> {
        let body = json!({ "prompt": text, "max_tokens": 0, "echo": true, "logprobs": 0 });
        let answer = self.post("/v1/completions", &body)?;
        let all: Vec<Option<f64>> = at(&answer, "/choices/0/logprobs/token_logprobs")?;
        // The first token follows nothing.
        all.into_iter().skip(1).map(|value| value.context("a token without a value")).collect()
    }

    /// Gap between the log-probability of each of `ids` after `prompt` and that of the likeliest
    /// other token; negative where the other one is likelier.
    pub fn margins(&self, prompt: &[u32], ids: &[u32]) -> Result<Vec<f64>> {
        let tokens = [prompt, ids].concat();
        let body = json!({
            "prompt": tokens, "max_tokens": 1, "temperature": 0,
            "prompt_logprobs": 2,
        });
        let answer = self.post("/v1/completions", &body)?;
        let all: Vec<Value> = at(&answer, "/choices/0/prompt_logprobs")?;
        ensure!(all.len() == prompt.len() + ids.len(), "{} log-probabilities", all.len());
        all[prompt.len()..].iter().zip(ids).map(|(position, id)| margin(position, *id)).collect()
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let mut answer = self.agent.post(format!("{}{path}", self.url)).send(body.to_string())?;
        let text = answer.body_mut().read_to_string()?;
        if !answer.status().is_success() {
            bail!("{path}: {} {text}", answer.status());
        }
        serde_json::from_str(&text).with_context(|| format!("{path} answers {text:?}"))
    }
}

/// The margin of a token from the entry of its position: log-probabilities by token id.
fn margin(position: &Value, id: u32) -> Result<f64> {
    let entries: HashMap<u32, Value> = at(position, "")?;
    let (mut own, mut other) = (None, f64::NEG_INFINITY);
    for (token, entry) in &entries {
        let value: f64 = at(entry, "/logprob")?;
        match *token == id {
            true => own = Some(value),
            false => other = other.max(value),
        }
    }
    ensure!(other.is_finite(), "no other token in {position}");
    Ok(own.with_context(|| format!("no token {id} in {position}"))? - other)
}

fn answer(body: &Value, text: &str) -> Result<Answer> {
    Ok(Answer {
        ids: at(body, "/choices/0/token_ids")?,
        text: at(body, text)?,
        cached: at(body, "/usage/prompt_tokens_details/cached_tokens")?,
    })
}

/// The value at a JSON pointer.
fn at<T: DeserializeOwned>(body: &Value, pointer: &str) -> Result<T> {
    let value = body.pointer(pointer).with_context(|| format!("no {pointer} in {body}"))?;
    T::deserialize(value).with_context(|| format!("{pointer} is {value}"))
}
