//! From the body of `/v1/chat/completions` to a chat request.

use super::types::request::{ChatFields, ChatPromptFields};
use super::validate;
use crate::api::body::CheckedBody;
use crate::api::common::{CommonFields, FormFields};
use crate::api::form::answer_form;
use crate::http::errors::ApiError;
use crate::request::chat::{ChatPrompt, ChatRequest};
use crate::request::form::AnswerForm;
use crate::request::options::GenerationOptions;
use crate::request::reasoning::{self, Reasoning};

/// Converts a checked body.
///
/// # Errors
/// 400 naming the field.
pub fn chat_request(body: &CheckedBody<'_>) -> Result<ChatRequest, ApiError> {
    let chat: ChatFields = body.parse()?;
    let form = answer_form(&body.parse::<FormFields>()?)?;
    let form = AnswerForm {
        form: form.form,
        field: form.field,
        one_call: chat.parallel_tool_calls == Some(false),
        ..validate::tool_choice(chat.tool_choice.as_ref())?
    };
    let prompt: ChatPromptFields = body.parse()?;
    reasoning::check_effort("reasoning_effort", chat.reasoning_effort.as_deref())?;
    let options = body.parse::<CommonFields>()?.into_options()?;
    let max_tokens_field = chat.max_completion_tokens.map(|_| "max_completion_tokens");
    let options = GenerationOptions {
        max_tokens: chat.max_completion_tokens.or(options.max_tokens),
        max_tokens_field,
        ..options
    };
    let logprobs = validate::top_logprobs(chat.logprobs, chat.top_logprobs)?;
    Ok(ChatRequest {
        prompt: ChatPrompt {
            reasoning: Reasoning { effort: chat.reasoning_effort, enabled: None },
            ..chat_prompt(prompt)
        },
        options,
        form,
        thinking_budget: chat.thinking_token_budget.map(|n| ("thinking_token_budget", n)),
        logprobs: logprobs.map(|count| ("top_logprobs", count)),
    })
}

/// The prompt of a conversation.
pub fn chat_prompt(fields: ChatPromptFields) -> ChatPrompt {
    ChatPrompt {
        messages: fields.messages,
        tools: fields.tools.unwrap_or_default(),
        template_variables: fields.chat_template_kwargs,
        reasoning: Reasoning::default(),
        add_generation_prompt: fields.add_generation_prompt,
        continue_final_message: fields.continue_final_message.unwrap_or(false),
    }
}
