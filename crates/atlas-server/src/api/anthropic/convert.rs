//! From the body of `/v1/messages` to a chat request. Both routes convert here, so that they count
//! the same prompt.

use super::types::request::{MessagesRequest, Thinking, ThinkingDisplay, ThinkingKind};
use super::{conversation, tools, validate};
use crate::api::body::CheckedBody;
use crate::api::common::extend;
use crate::http::errors::ApiError;
use crate::request::chat::{ChatPrompt, ChatRequest};
use crate::request::form::AnswerForm;
use crate::request::options::GenerationOptions;
use crate::request::reasoning::Reasoning;

/// A converted body.
#[derive(Debug)]
pub struct ConvertedMessages {
    pub prompt: ChatPrompt,
    pub options: GenerationOptions,
    pub form: AnswerForm,
    thinking_budget: Option<i64>,
    /// Whether thinking blocks contain their text.
    pub show_thinking: bool,
}

impl ConvertedMessages {
    /// The request for an answer.
    ///
    /// # Errors
    /// 400 if `max_tokens` is missing.
    pub fn into_chat_request(self) -> Result<ChatRequest, ApiError> {
        if self.options.max_tokens.is_none() {
            return Err(ApiError::param("max_tokens", "`max_tokens` is required"));
        }
        Ok(ChatRequest {
            prompt: self.prompt,
            options: self.options,
            form: self.form,
            thinking_budget: self.thinking_budget.map(|n| ("thinking.budget_tokens", n)),
            logprobs: None,
        })
    }
}

/// Converts a checked body.
///
/// # Errors
/// 400 with the path of the field.
pub fn messages_request(body: &CheckedBody<'_>) -> Result<ConvertedMessages, ApiError> {
    let mut request: MessagesRequest = body.parse()?;
    let messages = request.messages.take();
    let messages = messages.ok_or_else(|| ApiError::param("messages", "`messages` is required"))?;
    let conversation = conversation::convert(request.system.as_ref(), &messages)?;
    let form = validate::answer_form(&request)?;
    let tools = tools::convert(&request.tools.take().unwrap_or_default())?;
    let thinking = request.thinking;
    let prompt = ChatPrompt {
        messages: Some(conversation.messages),
        integers: body.integers(),
        tools,
        template_variables: request.chat_template_kwargs.take(),
        reasoning: Reasoning {
            effort: None,
            enabled: thinking.map(|t| t.kind != ThinkingKind::Disabled),
        },
        add_generation_prompt: None,
        continue_final_message: conversation.continues_last,
    };
    Ok(ConvertedMessages {
        prompt,
        options: options(request),
        form,
        thinking_budget: thinking.and_then(budget),
        show_thinking: thinking.and_then(|t| t.display) != Some(ThinkingDisplay::Omitted),
    })
}

/// The budget of enabled thinking.
fn budget(thinking: Thinking) -> Option<i64> {
    let tokens = thinking.budget_tokens.filter(|_| thinking.kind == ThinkingKind::Enabled)?;
    Some(i64::try_from(tokens).unwrap_or(i64::MAX))
}

fn options(request: MessagesRequest) -> GenerationOptions {
    let options = GenerationOptions {
        model: request.model,
        stream: request.stream.unwrap_or(false),
        max_tokens: request.max_tokens,
        cut_to_room: true,
        temperature: request.temperature,
        top_k: request.top_k,
        top_p: request.top_p,
        min_p: request.min_p,
        presence_penalty: request.presence_penalty,
        frequency_penalty: request.frequency_penalty,
        repetition_penalty: request.repetition_penalty,
        seed: request.seed.map(|seed| seed.0),
        stop: request.stop_sequences.unwrap_or_default(),
        priority: request.priority,
        drafts: request.speculate.and_then(|speculate| speculate.0),
        cache_salt: request.cache_salt,
        ..GenerationOptions::default()
    };
    extend(options, request.repetition_detection, request.atlas)
}

/// Translates the field names of an error into those of this API.
pub fn own_field_names(mut error: ApiError) -> ApiError {
    let object = &mut *error.object;
    let Some(param) = object.param.as_deref() else { return error };
    if param == "stop" {
        object.param = Some("stop_sequences".to_owned());
        object.message = object.message.replace("`stop`", "`stop_sequences`");
    } else if param == "response_format" {
        object.param = Some("output_config.format".to_owned());
    } else if param == "continue_final_message" {
        let message = "`messages`: the chat template cannot leave the last message, the \
                       assistant's, open to be continued";
        return ApiError::param("messages", message);
    } else if param.starts_with("messages[") {
        // Indices of the converted messages differ from the client's.
        object.param = Some("messages".to_owned());
    }
    error
}
