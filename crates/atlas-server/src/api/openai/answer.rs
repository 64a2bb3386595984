//! Answers in the form of chat completions.

use super::logprobs;
use super::types::response::{
    AssistantMessage, ChatChoice, ChatCompletion, ChatDelta, CompletionTokensDetails, FunctionCall,
    PromptTokensDetails, StopReason, ToolCall, UsageBody,
};
use crate::api::atlas::AtlasChoice;
use crate::generation::events::{End, StoppedBy, TokenOut};
use crate::generation::job::{ChoiceTokens, Job, TokenCounts};
use crate::generation::stream::Collected;
use crate::ids::Origin;
use atlas_text::{OutputEvent, Tokenizer};

/// A whole chat completion.
pub fn completion(
    job: &Job,
    collected: Vec<Collected>,
    tokenizer: Option<&Tokenizer>,
) -> ChatCompletion {
    let settings = &job.settings;
    let mut ends = Vec::with_capacity(collected.len());
    let mut prompt_logprobs = None;
    let mut choices = Vec::with_capacity(collected.len());
    for c in collected {
        ends.push(choice_tokens(c.index, &c.end));
        // All choices have the same prompt.
        if let (None, Some(k)) = (&prompt_logprobs, job.prompt_logprobs) {
            prompt_logprobs = Some(logprobs::prompt(&c.prompt_logprobs, k, tokenizer));
        }
        choices.push(ChatChoice {
            index: c.index,
            logprobs: logprobs::chat(&c.tokens, tokenizer),
            finish_reason: c.end.reason,
            stop_reason: stop_reason(&c.end),
            token_ids: settings.return_token_ids.then(|| ids_of(&c.tokens)),
            atlas: AtlasChoice::new(&c.end, settings.interventions),
            message: message(c.parts, job.origin, c.index),
        });
    }
    ChatCompletion {
        id: job.id.clone(),
        object: "chat.completion",
        created: job.origin.unix_seconds(),
        model: settings.model.clone(),
        choices,
        usage: job.token_counts(&ends).into(),
        prompt_logprobs,
        prompt_token_ids: prompt_ids(job),
    }
}

/// The message of choice `choice`.
pub fn message(parts: Vec<OutputEvent>, origin: Origin, choice: u32) -> AssistantMessage {
    let (mut content, mut reasoning) = (String::new(), String::new());
    let mut calls: Vec<ToolCall> = Vec::new();
    for part in parts {
        match part {
            OutputEvent::Text(text) => content.push_str(&text),
            OutputEvent::Reasoning(text) => reasoning.push_str(&text),
            OutputEvent::CallBegin { index, name } => {
                calls.push(call_begin(None, origin.call_id(choice, index), name));
            }
            OutputEvent::CallArguments { json, .. } => {
                if let Some(call) = calls.last_mut() {
                    call.function.arguments.push_str(&json);
                }
            }
            OutputEvent::CallEnd { .. } | OutputEvent::CallCut { .. } | OutputEvent::Note(_) => {}
        }
    }
    AssistantMessage {
        role: "assistant",
        content: (!content.is_empty() || calls.is_empty()).then_some(content),
        refusal: None,
        reasoning_content: (!reasoning.is_empty()).then_some(reasoning),
        tool_calls: (!calls.is_empty()).then_some(calls),
    }
}

/// The streamed form of a part; `None` for parts that have none.
pub fn delta(part: OutputEvent, origin: Origin, choice: u32) -> Option<ChatDelta> {
    let mut delta = ChatDelta::default();
    match part {
        OutputEvent::Text(text) => delta.content = Some(text),
        OutputEvent::Reasoning(text) => delta.reasoning_content = Some(text),
        OutputEvent::CallBegin { index, name } => {
            let id = origin.call_id(choice, index);
            delta.tool_calls = Some(vec![call_begin(Some(index), id, name)]);
        }
        OutputEvent::CallArguments { index, json } => {
            let function = FunctionCall { name: None, arguments: json };
            let call = ToolCall { index: Some(index), id: None, kind: None, function };
            delta.tool_calls = Some(vec![call]);
        }
        OutputEvent::CallEnd { .. } | OutputEvent::CallCut { .. } | OutputEvent::Note(_) => {
            return None;
        }
    }
    Some(delta)
}

/// A call without arguments so far.
fn call_begin(index: Option<usize>, id: String, name: String) -> ToolCall {
    ToolCall {
        index,
        id: Some(id),
        kind: Some("function"),
        function: FunctionCall { name: Some(name), arguments: String::new() },
    }
}

/// The ids of tokens.
pub fn ids_of(tokens: &[TokenOut]) -> Vec<u32> {
    tokens.iter().map(|t| t.token).collect()
}

/// The prompt's token ids, if the request asks for them and has one prompt.
pub fn prompt_ids(job: &Job) -> Option<Vec<u32>> {
    match &job.prompts[..] {
        [prompt] if job.settings.return_token_ids => Some(prompt.tokens.clone()),
        _ => None,
    }
}

/// The token counts of an ended choice.
pub fn choice_tokens(index: u32, end: &End) -> ChoiceTokens {
    ChoiceTokens {
        index,
        completion: end.completion_tokens,
        reasoning: end.reasoning_tokens,
        cached: end.cached_tokens,
    }
}

/// `stop_reason`: the stop string or stop token of the request that ended the choice.
pub fn stop_reason(end: &End) -> Option<StopReason> {
    match &end.stopped_by {
        None => None,
        Some(StoppedBy::Text(text)) => Some(StopReason::Text(text.clone())),
        Some(StoppedBy::Token(id)) => Some(StopReason::Token(*id)),
    }
}

impl From<TokenCounts> for UsageBody {
    fn from(counts: TokenCounts) -> Self {
        Self {
            prompt_tokens: counts.prompt,
            completion_tokens: counts.completion,
            total_tokens: counts.prompt + counts.completion,
            prompt_tokens_details: PromptTokensDetails { cached_tokens: counts.cached },
            completion_tokens_details: CompletionTokensDetails {
                reasoning_tokens: counts.reasoning,
            },
        }
    }
}
