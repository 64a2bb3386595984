//! One answer: its chunks, their times and the usage that the server reports.

use serde::Deserialize;
use serde_json::Value;
use std::time::Instant;

/// Token counts of an answer, as the server reports them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Usage {
    pub prompt_tokens: Option<u64>,
    pub completion_tokens: Option<u64>,
    pub prompt_tokens_details: Option<PromptDetails>,
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct PromptDetails {
    pub cached_tokens: Option<u64>,
}

/// A chunk of a stream, or a whole answer; fields that are not measured are left out.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Body {
    choices: Option<Vec<Choice>>,
    usage: Option<Usage>,
    error: Option<Value>,
    object: Option<String>,
    message: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Choice {
    text: Option<String>,
    token_ids: Option<Vec<u32>>,
    delta: Option<Message>,
    message: Option<Message>,
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Message {
    content: Option<String>,
    reasoning_content: Option<String>,
    reasoning: Option<String>,
    tool_calls: Option<Vec<Value>>,
}

impl Choice {
    /// Whether it holds generated text or tokens; a chunk with the role alone does not.
    fn has_tokens(&self) -> bool {
        let said = |text: &Option<String>| text.as_ref().is_some_and(|t| !t.is_empty());
        let in_message = |m: &Message| {
            said(&m.content)
                || said(&m.reasoning_content)
                || said(&m.reasoning)
                || m.tool_calls.as_ref().is_some_and(|calls| !calls.is_empty())
        };
        said(&self.text)
            || self.token_ids.as_ref().is_some_and(|ids| !ids.is_empty())
            || self.delta.as_ref().is_some_and(in_message)
            || self.message.as_ref().is_some_and(in_message)
    }

    /// Text of the answer, without reasoning.
    fn answer_text(&self) -> &str {
        let message = self.delta.as_ref().or(self.message.as_ref());
        let content = message.and_then(|m| m.content.as_deref());
        self.text.as_deref().or(content).unwrap_or_default()
    }
}

/// Time before a chunk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    pub seconds: f64,
    /// Tokens of the chunk, where the server sends their ids.
    pub tokens: Option<usize>,
}

/// An answer while it arrives.
#[derive(Debug)]
pub struct Answer {
    pub sent: Instant,
    /// Arrival of the first chunk with text or tokens.
    pub first: Option<Instant>,
    /// Arrival of the last one.
    pub last: Option<Instant>,
    /// Arrival of the finish reason, or the last chunk with text or tokens: the end of generation.
    pub generated: Option<Instant>,
    /// Arrival of the last byte.
    pub end: Instant,
    /// Times between consecutive chunks with text or tokens.
    pub gaps: Vec<Gap>,
    /// Chunks with text or tokens.
    pub chunks: u64,
    pub text: String,
    /// Ids of its tokens, where the server sends them.
    pub ids: Vec<u32>,
    pub usage: Option<Usage>,
    /// `[DONE]` or a finish reason has come.
    pub finished: bool,
}

impl Answer {
    pub fn new(sent: Instant) -> Self {
        Self {
            sent,
            first: None,
            last: None,
            generated: None,
            end: sent,
            gaps: Vec::new(),
            chunks: 0,
            text: String::new(),
            ids: Vec::new(),
            usage: None,
            finished: false,
        }
    }

    /// Takes the data of an event that arrived `at`.
    ///
    /// # Errors
    /// The error that the event holds, or why it cannot be read.
    pub fn event(&mut self, data: &str, at: Instant) -> Result<(), String> {
        if data.trim() == "[DONE]" {
            self.finished = true;
            return Ok(());
        }
        let choices = self.read(data)?;
        if choices.iter().any(Choice::has_tokens) {
            match self.last {
                Some(last) => self.gaps.push(Gap {
                    seconds: (at - last).as_secs_f64(),
                    tokens: choices.iter().map(|c| Some(c.token_ids.as_ref()?.len())).sum(),
                }),
                None => self.first = Some(at),
            }
            self.last = Some(at);
            self.generated = Some(at);
            self.chunks += 1;
        }
        if choices.iter().any(|c| c.finish_reason.is_some()) {
            self.generated = Some(at);
        }
        Ok(())
    }

    /// Takes a whole answer, which has no times of tokens.
    ///
    /// # Errors
    /// As [`Self::event`].
    pub fn whole(&mut self, body: &str) -> Result<(), String> {
        self.read(body).map(|_| ())
    }

    /// Reads a body, and returns its choices.
    fn read(&mut self, text: &str) -> Result<Vec<Choice>, String> {
        let body: Body = serde_json::from_str(text)
            .map_err(|e| format!("unreadable answer: {e}: {}", excerpt(text)))?;
        if let Some(error) = body.error.filter(|e| !e.is_null()) {
            return Err(error_text(&error));
        }
        if body.object.as_deref() == Some("error") {
            return Err(body.message.unwrap_or_else(|| excerpt(text)));
        }
        let choices = body.choices.unwrap_or_default();
        self.finished |= choices.iter().any(|c| c.finish_reason.is_some());
        self.text.extend(choices.iter().map(Choice::answer_text));
        self.ids.extend(choices.iter().flat_map(|c| c.token_ids.iter().flatten()));
        self.usage = body.usage.or(self.usage.take());
        Ok(choices)
    }
}

/// Message of an error body: OpenAI's `error.message`, FastAPI's `detail`, or the beginning of it.
pub fn error_message(body: &str) -> String {
    match serde_json::from_str::<Value>(body) {
        Ok(value) => {
            let inner = ["error", "detail", "message"].iter().find_map(|key| value.get(key));
            inner.map_or_else(|| excerpt(body), error_text)
        }
        Err(_) => excerpt(body),
    }
}

fn error_text(error: &Value) -> String {
    match error.get("message").unwrap_or(error) {
        Value::String(text) => excerpt(text),
        other => excerpt(&other.to_string()),
    }
}

/// The first 300 characters, in one line.
fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(300) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None if line.is_empty() => "an empty body".to_owned(),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_first_chunk_with_text_and_not_the_role_is_the_first_token() {
        let sent = Instant::now();
        let at = |ms| sent + Duration::from_millis(ms);
        let mut answer = Answer::new(sent);
        for (data, ms) in [
            (r#"{"choices":[{"delta":{"role":"assistant","content":""}}],"usage":null}"#, 1),
            (r#"{"choices":[{"delta":{"reasoning_content":"hm"}}]}"#, 5),
            (r#"{"choices":[{"delta":{"content":"a"}}]}"#, 8),
            (r#"{"choices":[{"delta":{"content":"b"},"finish_reason":"length"}]}"#, 12),
            (r#"{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}}"#, 20),
        ] {
            answer.event(data, at(ms)).unwrap();
        }
        assert_eq!((answer.first, answer.last), (Some(at(5)), Some(at(12))));
        assert_eq!(answer.gaps.iter().map(|g| g.seconds).collect::<Vec<_>>(), [0.003, 0.004]);
        assert_eq!((answer.chunks, answer.text.as_str(), answer.finished), (3, "ab", true));
        assert_eq!(answer.usage.unwrap().completion_tokens, Some(3));
    }

    #[test]
    fn tokens_without_text_last_until_the_finish_reason() {
        let sent = Instant::now();
        let at = |ms| sent + Duration::from_millis(ms);
        let mut answer = Answer::new(sent);
        for (data, ms) in [
            (r#"{"choices":[{"text":"a","token_ids":[9]}]}"#, 1),
            (r#"{"choices":[{"text":"","token_ids":[0,0]}]}"#, 5),
            (r#"{"choices":[{"text":"","token_ids":[],"finish_reason":"length"}]}"#, 9),
        ] {
            answer.event(data, at(ms)).unwrap();
        }
        assert_eq!(answer.ids, [9, 0, 0]);
        assert_eq!(answer.gaps, [Gap { seconds: 0.004, tokens: Some(2) }]);
        assert_eq!((answer.last, answer.generated), (Some(at(5)), Some(at(9))));
    }

    #[test]
    fn errors_within_a_stream_are_failures() {
        let mut answer = Answer::new(Instant::now());
        let mut read = |data: &str| answer.event(data, Instant::now());
        assert_eq!(read(r#"{"error":{"message":"no room"}}"#), Err("no room".to_owned()));
        assert_eq!(read(r#"{"object":"error","message":"bad"}"#), Err("bad".to_owned()));
        assert!(read("<html>").unwrap_err().contains("unreadable"));
        assert_eq!(read("[DONE]"), Ok(()));
    }

    #[test]
    fn messages_of_error_bodies_are_found() {
        assert_eq!(error_message(r#"{"error":{"message":"x"}}"#), "x");
        assert_eq!(error_message(r#"{"error":"x"}"#), "x");
        assert_eq!(error_message(r#"{"detail":[{"loc":1}]}"#), r#"[{"loc":1}]"#);
        assert_eq!(error_message("bad\n gateway"), "bad gateway");
        assert_eq!(error_message(""), "an empty body");
        assert_eq!(error_message(&"ü".repeat(301)).chars().count(), 303);
    }
}
