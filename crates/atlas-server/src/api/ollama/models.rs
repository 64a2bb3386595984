//! `/api/version`, `/api/tags`, `/api/ps` and `/api/show`.

use super::types::request::ShowRequest;
use super::types::response::{Details, ErrorText, ListedModel, Models, Shown, Version};
use super::validate;
use crate::api::body::{checked, read_request};
use crate::api::fields::{Field, harmless, used};
use crate::config::ModelCard;
use crate::http::errors::ApiError;
use crate::served_model::ServedModel;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use jiff::Timestamp;
use serde_json::{Map, Value};

/// The version of Ollama whose API this is; clients look for a least one.
const API_VERSION: &str = "0.12.6";

/// The end of time, as Go writes it: the model stays loaded.
const NEVER: &str = "9999-12-31T23:59:59Z";

/// Fields of `/api/show`.
const SHOW: &[Field] =
    &[used("model"), used("name"), harmless("verbose"), harmless("system"), harmless("template")];

/// The version of Ollama's API that is spoken here.
#[utoipa::path(get, path = "/api/version", tag = "ollama",
    responses((status = 200, body = Version, description = "The version")))]
pub async fn version() -> Json<Version> {
    Json(Version { version: API_VERSION })
}

fn modified_at(model: &ServedModel) -> String {
    let seconds = i64::try_from(model.config().created_unix_seconds).unwrap_or_default();
    Timestamp::from_second(seconds).unwrap_or_default().to_string()
}

fn details(card: &ModelCard) -> Details {
    Details {
        parent_model: "",
        format: card.format.clone(),
        family: card.family.clone(),
        families: vec![card.family.clone()],
        parameter_size: card.parameters.replace(' ', ""),
        quantization_level: card.stored_type.clone(),
    }
}

fn listed(model: &ServedModel, running: bool) -> Json<Models> {
    let one = |name: &String| ListedModel {
        name: name.clone(),
        model: name.clone(),
        modified_at: modified_at(model),
        size: model.config().card.weight_bytes,
        digest: model.config().card.digest.clone(),
        details: details(&model.config().card),
        expires_at: running.then_some(NEVER),
        context_length: running.then_some(model.config().seq_len_max),
    };
    Json(Models { models: model.config().served_model_names.iter().map(one).collect() })
}

/// The names that the model is served under.
#[utoipa::path(get, path = "/api/tags", tag = "ollama",
    responses((status = 200, body = Models, description = "All served names")))]
pub async fn tags(State(model): State<ServedModel>) -> Json<Models> {
    listed(&model, false)
}

/// The loaded models: the same.
#[utoipa::path(get, path = "/api/ps", tag = "ollama",
    responses((status = 200, body = Models, description = "All served names")))]
pub async fn ps(State(model): State<ServedModel>) -> Json<Models> {
    listed(&model, true)
}

/// A served model.
#[utoipa::path(
    post,
    path = "/api/show",
    tag = "ollama",
    request_body = ShowRequest,
    responses(
        (status = 200, body = Shown, description = "The model"),
        (status = 400, body = ErrorText, description = "The request cannot be served"),
        (status = 404, body = ErrorText, description = "No such model")
    )
)]
pub async fn show(
    State(model): State<ServedModel>,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<Shown>, ApiError> {
    Ok(Json(read_request(&model, &headers, body, shown).await?))
}

fn shown(model: &ServedModel, bytes: &[u8]) -> Result<Shown, ApiError> {
    let request: ShowRequest = checked(model, bytes, &[SHOW])?.parse()?;
    let name = validate::model_name(request.model.or(request.name), model.config())?;
    let template = model.text("model").ok().and_then(|text| text.template());
    let template = template.and_then(|t| t.text_with_tools()).unwrap_or_default();
    let mut capabilities = vec!["completion"];
    if model.template_reads("tools") {
        capabilities.push("tools");
    }
    if model.config().output.reasoning.is_some() {
        capabilities.push("thinking");
    }
    let mut model_info = Map::new();
    let card = &model.config().card;
    model_info.insert("general.architecture".to_owned(), card.family.clone().into());
    model_info.insert("general.parameter_count".to_owned(), card.parameter_count.into());
    let context = Value::from(model.config().seq_len_max);
    model_info.insert(format!("{}.context_length", card.family), context);
    Ok(Shown {
        modelfile: format!("FROM {name}\n"),
        parameters: String::new(),
        template: template.to_owned(),
        details: details(card),
        model_info,
        capabilities,
        modified_at: modified_at(model),
    })
}
