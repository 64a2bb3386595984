//! `/tokenize` and `/detokenize`, with vLLM's fields.

use super::convert::chat_prompt;
use super::fields::{DETOKENIZE, TOKENIZE};
use super::types::request::ChatPromptFields;
use super::types::schema::OptionalChatFields;
use crate::api::body::{checked, read_request};
use crate::generation::prepare;
use crate::http::errors::{ApiError, ErrorBody};
use crate::request::settings::check_model;
use crate::served_model::ServedModel;
use atlas_core::TokenId;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Fields of `/tokenize` beside those that decide a chat prompt.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct TokenizeFields {
    pub model: Option<String>,
    /// The text; or send `messages`.
    pub prompt: Option<String>,
    /// Whether the tokenizer adds its own special tokens (default: true for `prompt`, false for
    /// `messages`).
    pub add_special_tokens: Option<bool>,
    /// Also return each token's spelling in the vocabulary.
    pub return_token_strs: Option<bool>,
}

/// Body of `/tokenize`.
#[derive(ToSchema)]
pub struct TokenizeRequest {
    #[serde(flatten)]
    pub tokenize: TokenizeFields,
    #[serde(flatten)]
    pub chat: OptionalChatFields,
}

/// Answer of `/tokenize`.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct TokenizeResponse {
    pub count: usize,
    /// Longest sequence the server takes.
    pub max_model_len: u32,
    pub tokens: Vec<TokenId>,
    pub token_strs: Option<Vec<String>>,
}

/// Body of `/detokenize`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct DetokenizeRequest {
    pub model: Option<String>,
    pub tokens: Option<Vec<TokenId>>,
    /// Leave special tokens out of the text (default false).
    pub skip_special_tokens: Option<bool>,
}

/// Answer of `/detokenize`.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct DetokenizeResponse {
    pub prompt: String,
}

/// The token ids of a text or a conversation.
#[utoipa::path(
    post,
    path = "/tokenize",
    tag = "tokens",
    request_body = TokenizeRequest,
    responses(
        (status = 200, body = TokenizeResponse, description = "The token ids"),
        (status = 400, body = ErrorBody,
         description = "The request cannot be served; `param` names the field")
    )
)]
pub async fn tokenize(
    State(model): State<ServedModel>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<TokenizeResponse>, ApiError> {
    Ok(Json(read_request(&model, &headers, body, tokenize_body).await?))
}

fn tokenize_body(model: &ServedModel, bytes: &[u8]) -> Result<TokenizeResponse, ApiError> {
    let body = checked(model, bytes, &[TOKENIZE])?;
    let fields: TokenizeFields = body.parse()?;
    let chat: ChatPromptFields = body.parse()?;
    check_model(fields.model, model.config())?;
    let tokens = match (fields.prompt, chat.messages.is_some()) {
        (Some(_), true) => {
            return Err(ApiError::param("messages", "send `prompt` or `messages`, not both"));
        }
        (Some(text), false) => {
            let add_special = fields.add_special_tokens.unwrap_or(true);
            prepare::encode(model, &text, add_special, "prompt")?
        }
        (None, true) => {
            let add_special = fields.add_special_tokens.unwrap_or(false);
            prepare::render(model, chat_prompt(chat, body.integers()), true, add_special, None)?
                .tokens
        }
        (None, false) => {
            return Err(ApiError::param("prompt", "`prompt` or `messages` is required"));
        }
    };
    let spell = |id: &TokenId| {
        let token = model.tokenizer().and_then(|t| t.id_to_token(*id));
        token.unwrap_or_default().to_owned()
    };
    let with_strings = fields.return_token_strs.unwrap_or(false);
    Ok(TokenizeResponse {
        count: tokens.len(),
        max_model_len: model.config().seq_len_max,
        token_strs: with_strings.then(|| tokens.iter().map(spell).collect()),
        tokens,
    })
}

/// The text of token ids.
#[utoipa::path(
    post,
    path = "/detokenize",
    tag = "tokens",
    request_body = DetokenizeRequest,
    responses(
        (status = 200, body = DetokenizeResponse, description = "The text"),
        (status = 400, body = ErrorBody,
         description = "The request cannot be served; `param` names the field")
    )
)]
pub async fn detokenize(
    State(model): State<ServedModel>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<DetokenizeResponse>, ApiError> {
    Ok(Json(read_request(&model, &headers, body, detokenize_body).await?))
}

fn detokenize_body(model: &ServedModel, bytes: &[u8]) -> Result<DetokenizeResponse, ApiError> {
    let fields: DetokenizeRequest = checked(model, bytes, &[DETOKENIZE])?.parse()?;
    check_model(fields.model, model.config())?;
    let tokens = fields.tokens.ok_or_else(|| ApiError::param("tokens", "`tokens` is required"))?;
    let tokenizer = model.text("tokens")?.tokenizer();
    let vocab_size = tokenizer.vocab_size();
    if let Some(i) = tokens.iter().position(|id| *id as usize >= vocab_size) {
        let message = format!("token id {} is outside the vocabulary of {vocab_size}", tokens[i]);
        return Err(ApiError::param(format!("tokens[{i}]"), message));
    }
    let skip_special = fields.skip_special_tokens.unwrap_or(false);
    Ok(DetokenizeResponse { prompt: tokenizer.decode(&tokens, skip_special) })
}

/// The tokenizer's configuration, with its special tokens as texts and the chat template in use.
#[utoipa::path(
    get,
    path = "/tokenizer_info",
    tag = "tokens",
    responses(
        (status = 200, body = Object, description = "The fields of tokenizer_config.json"),
        (status = 400, body = ErrorBody, description = "The model has no tokenizer"),
    )
)]
pub async fn tokenizer_info(State(model): State<ServedModel>) -> Result<Json<Value>, ApiError> {
    let text = model.text("model")?;
    let mut info = text.tokenizer_config().as_object().cloned().unwrap_or_default();
    let special = text.tokenizer().special_tokens();
    info.extend(special.iter().map(|(name, token)| (name.clone(), token.clone())));
    if let Some(template) = text.template().and_then(|t| t.text_with_tools()) {
        info.insert("chat_template".to_owned(), template.into());
    }
    Ok(Json(Value::Object(info)))
}
