//! From the body of `/v1/chat/completions` to a chat request.

use super::types::request::{ChatFields, ChatPromptFields};
use super::{thinking, validate};
use crate::api::body::CheckedBody;
use crate::api::common::{CommonFields, FormFields};
use crate::api::form::answer_form;
use crate::http::errors::ApiError;
use crate::request::chat::{ChatPrompt, ChatRequest};
use crate::request::form::AnswerForm;
use crate::request::options::GenerationOptions;
use crate::request::reasoning::Reasoning;
use atlas_text::ExactIntegers;

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
    let (reasoning, thinking_budget) = thinking::requested(&chat)?;
    let options = body.parse::<CommonFields>()?.into_options()?;
    let options = match chat.max_completion_tokens {
        None => options,
        given => GenerationOptions {
            max_tokens: given,
            max_tokens_field: Some("max_completion_tokens"),
            cut_to_room: false,
            ..options
        },
    };
    let logprobs = validate::top_logprobs(chat.logprobs, chat.top_logprobs)?;
    Ok(ChatRequest {
        prompt: ChatPrompt { reasoning, ..chat_prompt(prompt, body.integers()) },
        options,
        form,
        thinking_budget,
        logprobs: logprobs.map(|count| ("top_logprobs", count)),
    })
}

/// The prompt of a conversation. `integers`: those of the body beyond 64 bits.
pub fn chat_prompt(fields: ChatPromptFields, integers: ExactIntegers) -> ChatPrompt {
    ChatPrompt {
        messages: fields.messages,
        tools: fields.tools.unwrap_or_default(),
        template_variables: fields.chat_template_kwargs,
        reasoning: Reasoning::default(),
        add_generation_prompt: fields.add_generation_prompt,
        continue_final_message: fields.continue_final_message.unwrap_or(false),
        integers,
    }
}
