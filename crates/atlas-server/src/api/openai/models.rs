//! `/v1/models`.

use crate::http::errors::{ApiError, ErrorBody};
use crate::http::path::PathParams;
use crate::request::settings::check_model;
use crate::served_model::ServedModel;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

/// A served model.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct Model {
    pub id: String,
    pub object: &'static str,
    pub created: u64,
    pub owned_by: &'static str,
    /// Longest sequence, prompt and answer together, in tokens.
    pub max_model_len: u32,
}

/// All served models.
#[derive(Clone, Debug, Serialize, PartialEq, Eq, ToSchema)]
pub struct ModelList {
    pub object: &'static str,
    pub data: Vec<Model>,
}

fn model(served: &ServedModel, name: &str) -> Model {
    Model {
        id: name.to_owned(),
        object: "model",
        created: served.config().created_unix_seconds,
        owned_by: "atlas",
        max_model_len: served.config().seq_len_max,
    }
}

/// List the names the model is served under.
#[utoipa::path(get, path = "/v1/models", tag = "models",
    responses((status = 200, body = ModelList, description = "All served names")))]
pub async fn list_models(State(served): State<ServedModel>) -> Json<ModelList> {
    let data = served.config().served_model_names.iter().map(|name| model(&served, name)).collect();
    Json(ModelList { object: "list", data })
}

/// One served model. The name may contain slashes.
#[utoipa::path(
    get,
    path = "/v1/models/{id}",
    tag = "models",
    params(("id" = String, Path, description = "A served name")),
    responses(
        (status = 200, body = Model, description = "The model"),
        (status = 404, body = ErrorBody, description = "No such model")
    )
)]
pub async fn get_model(
    State(served): State<ServedModel>,
    PathParams(id): PathParams<String>,
) -> Result<Json<Model>, ApiError> {
    check_model(Some(id.clone()), served.config())?;
    Ok(Json(model(&served, &id)))
}

/// Like [`get_model`], for names with slashes, which a path template cannot describe.
pub async fn get_model_with_slashes(
    served: State<ServedModel>,
    PathParams((first, rest)): PathParams<(String, String)>,
) -> Result<Json<Model>, ApiError> {
    get_model(served, PathParams(format!("{first}/{rest}"))).await
}
