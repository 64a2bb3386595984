//! The routes of `/v1/sessions`.

use super::folders::{SessionFolder, is_name, names};
use super::types::{DeletedSession, SAVE, SaveRequest, SessionList, SessionObject};
use crate::api::body::{checked, read_request};
use crate::http::auth::{KeyIndex, Tenant};
use crate::http::errors::{ApiError, ErrorBody};
use crate::http::path::PathParams;
use crate::ids;
use crate::served_model::ServedModel;
use crate::work;
use atlas_core::{
    EndedRequest, SessionDone, SessionError, SessionHead, SessionRestore, SessionSave,
};
use axum::Json;
use axum::body::Body;
use axum::extract::{FromRef, FromRequestParts, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use std::path::PathBuf;

/// The sender of a request, and where its sessions are.
pub struct Owner {
    tenant: Tenant,
    sessions: SessionFolder,
    folder: PathBuf,
}

impl<S> FromRequestParts<S> for Owner
where
    S: Send + Sync,
    ServedModel: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let model = ServedModel::from_ref(state);
        let config = model.config();
        let Some(sessions) = config.sessions.clone() else {
            let advice = "start it with `--session-dir DIR`";
            let (method, path) = (parts.method.as_str(), parts.uri.path());
            return Err(ApiError::missing_feature(method, path, advice));
        };
        let key = parts.extensions.get::<KeyIndex>().map(|KeyIndex(index)| *index);
        let tenant = key.map(|index| config.api_keys.tenant_of(index)).unwrap_or_default();
        let folder = sessions.of(key.and_then(|index| config.api_keys.owner_of(index)));
        Ok(Self { tenant, sessions, folder })
    }
}

impl Owner {
    /// The folder of a session.
    fn path(&self, name: &str, param: &str) -> Result<PathBuf, ApiError> {
        match is_name(name) {
            true => Ok(self.folder.join(name)),
            false => Err(ApiError::param(
                param,
                "the name of a session has 1 to 64 letters, digits, `-`, `_` and `.`, and begins \
                 with no `.`",
            )),
        }
    }
}

/// Save the state of an answer.
///
/// The session keeps the tokens of its prompt and answer, the state behind them, and the seed. What
/// of the state is not cached any more is computed again. A session of the same name is replaced
/// when the new one is complete.
#[utoipa::path(
    post,
    path = "/v1/sessions",
    tag = "sessions",
    request_body = SaveRequest,
    responses(
        (status = 200, body = SessionObject, description = "It is on the disk"),
        (status = 400, body = ErrorBody,
         description = "The request cannot be served; `param` names the field"),
        (status = 404, body = ErrorBody,
         description = "No such answer of this caller, or sessions are off"),
        (status = 409, body = ErrorBody, description = "The answer has not ended"),
        (status = 507, body = ErrorBody, description = "No room for it")
    )
)]
pub async fn save_session(
    State(model): State<ServedModel>,
    owner: Owner,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<SessionObject>, ApiError> {
    let request: SaveRequest = read_request(&model, &headers, body, |model, bytes| {
        checked(model, bytes, &[SAVE])?.parse()
    })
    .await?;
    let required =
        |name: &'static str| move || ApiError::param(name, format!("`{name}` is required"));
    let name = request.name.ok_or_else(required("name"))?;
    let answer = request.answer.ok_or_else(required("answer"))?;
    let path = owner.path(&name, "name")?;
    let ended = ended_answer(&model, &owner, (&answer, request.choice))?;
    // One at a time, so that each sees the room that those before it have left.
    let _turn = model.session_turn().await;
    let (sessions, replaced) = (owner.sessions.clone(), path.clone());
    let bytes_max = work::run(None, move || Ok(sessions.room_for(&replaced))).await?;
    let label = ended.salt.get(Tenant::SALT_BYTES..).unwrap_or_default();
    let save = SessionSave {
        folder: path,
        head: SessionHead {
            tokens: ended.tokens.to_vec(),
            prompt_len: ended.prompt_len,
            seed: ended.seed,
            label: String::from_utf8_lossy(label).into_owned(),
            created: ids::unix_seconds(),
        },
        salt: ended.salt,
        adapter: ended.adapter,
        bytes_max,
        client: owner.tenant.client().unwrap_or_default(),
    };
    let done = done(&name, model.engine().save_session(save).await)?;
    Ok(Json(SessionObject::new(name, done)))
}

/// The tokens of an answer that has ended.
fn ended_answer(
    model: &ServedModel,
    owner: &Owner,
    (answer, choice): (&str, u32),
) -> Result<EndedRequest, ApiError> {
    let choices = model.recent_answers().get(answer, owner.tenant);
    let choices = choices.ok_or_else(|| {
        let message =
            format!("there is no answer `{answer}`: it is not this caller's, or too long ago");
        let mut error = ApiError::not_found(message);
        error.object.param = Some("answer".to_owned());
        error
    })?;
    let choice = choices.get(choice as usize).ok_or_else(|| {
        ApiError::param("choice", format!("the answer has {} choices", choices.len()))
    })?;
    model.engine().ended(*choice).ok_or_else(|| {
        ApiError::conflict("the answer has not ended, or its tokens are no longer known")
            .with_code("answer_not_ended")
    })
}

/// Read a session into the prefix cache: requests that begin with its tokens go on from its state.
#[utoipa::path(
    post,
    path = "/v1/sessions/{id}/restore",
    tag = "sessions",
    params(("id" = String, Path, description = "Name of a session")),
    responses(
        (status = 200, body = SessionObject, description = "Its state is cached"),
        (status = 404, body = ErrorBody, description = "No such session of this caller"),
        (status = 409, body = ErrorBody,
         description = "It is of another model, format or version, which is named"),
        (status = 500, body = ErrorBody, description = "Its files are damaged"),
        (status = 503, body = ErrorBody, description = "Running requests hold all memory")
    )
)]
pub async fn restore_session(
    State(model): State<ServedModel>,
    owner: Owner,
    PathParams(id): PathParams<String>,
) -> Result<Json<SessionObject>, ApiError> {
    let folder = owner.path(&id, "id")?;
    let session = session(&model, &id, folder.clone()).await?;
    // One at a time: each has memory for what is on its way.
    let _turn = model.session_turn().await;
    let salt = Some(session.head.label.as_str()).filter(|label| !label.is_empty());
    let restore = SessionRestore { folder, salt: owner.tenant.salt(salt).into(), adapter: 0 };
    let done = done(&id, model.engine().restore_session(restore).await)?;
    Ok(Json(SessionObject::new(id, done)))
}

/// Sessions of the caller, by name.
#[utoipa::path(
    get,
    path = "/v1/sessions",
    tag = "sessions",
    responses(
        (status = 200, body = SessionList, description = "The sessions"),
        (status = 404, body = ErrorBody, description = "Sessions are off")
    )
)]
pub async fn list_sessions(
    State(model): State<ServedModel>,
    owner: Owner,
) -> Result<Json<SessionList>, ApiError> {
    let read = move || {
        // One that cannot be read is none that could be restored.
        let object = |name: String| {
            let session = model.engine().session(&owner.folder.join(&name)).ok()?;
            Some(SessionObject::new(name, session))
        };
        Ok(names(&owner.folder).into_iter().filter_map(object).collect())
    };
    Ok(Json(SessionList { object: "list", data: work::run(None, read).await? }))
}

/// A session, with all its tokens.
#[utoipa::path(
    get,
    path = "/v1/sessions/{id}",
    tag = "sessions",
    params(("id" = String, Path, description = "Name of a session")),
    responses(
        (status = 200, body = SessionObject, description = "The session"),
        (status = 404, body = ErrorBody, description = "No such session of this caller")
    )
)]
pub async fn get_session(
    State(model): State<ServedModel>,
    owner: Owner,
    PathParams(id): PathParams<String>,
) -> Result<Json<SessionObject>, ApiError> {
    let folder = owner.path(&id, "id")?;
    let session = session(&model, &id, folder).await?;
    let token_ids = Some(session.head.tokens.clone());
    Ok(Json(SessionObject { token_ids, ..SessionObject::new(id, session) }))
}

/// Remove a session.
#[utoipa::path(
    delete,
    path = "/v1/sessions/{id}",
    tag = "sessions",
    params(("id" = String, Path, description = "Name of a session")),
    responses(
        (status = 200, body = DeletedSession, description = "It is gone"),
        (status = 404, body = ErrorBody, description = "No such session of this caller")
    )
)]
pub async fn delete_session(
    State(model): State<ServedModel>,
    owner: Owner,
    PathParams(id): PathParams<String>,
) -> Result<Json<DeletedSession>, ApiError> {
    let folder = owner.path(&id, "id")?;
    let _turn = model.session_turn().await;
    let name = id.clone();
    let remove = move || {
        std::fs::remove_dir_all(&folder).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => refused(&name, SessionError::Missing),
            _ => refused(&name, SessionError::Disk(error.to_string())),
        })
    };
    work::run(None, remove).await?;
    Ok(Json(DeletedSession { id, object: "session", deleted: true }))
}

async fn session(
    model: &ServedModel,
    name: &str,
    folder: PathBuf,
) -> Result<SessionDone, ApiError> {
    let (model, name) = (model.clone(), name.to_owned());
    let read = move || model.engine().session(&folder).map_err(|e| refused(&name, e));
    work::run(None, read).await
}

/// The end of a session's way, or why there is none.
fn done<Gone>(
    name: &str,
    result: Result<Result<SessionDone, SessionError>, Gone>,
) -> Result<SessionDone, ApiError> {
    match result {
        Ok(result) => result.map_err(|error| refused(name, error)),
        Err(_) => Err(ApiError::unavailable("the server is shutting down")),
    }
}

fn refused(name: &str, error: SessionError) -> ApiError {
    let message = format!("session `{name}`: {error}");
    match error {
        SessionError::Missing => {
            ApiError::not_found(format!("there is no session `{name}` of this caller"))
                .with_code("session_not_found")
        }
        SessionError::Foreign(_) => ApiError::conflict(message).with_code("session_foreign"),
        SessionError::NotCached => ApiError::conflict(message).with_code("session_not_cached"),
        SessionError::Damaged(_) => ApiError::internal(message).with_code("session_damaged"),
        SessionError::TooLarge { .. } => {
            ApiError::no_storage(format!("{message}: remove others, or raise --session-gb"))
        }
        SessionError::TooLong { .. } => ApiError::conflict(message).with_code("session_too_long"),
        SessionError::Refused(error) => ApiError::from_submit(error, "answer"),
        SessionError::NoRoom => ApiError::overloaded(message),
        SessionError::Unserved(_) => ApiError::bad_request(message),
        SessionError::Full { .. } => ApiError::no_storage(message),
        // Its words name files of the server.
        SessionError::Disk(error) => {
            tracing::error!(name, %error, "the files of a session");
            let message = format!("session `{name}`: its files failed; the server's log says how");
            ApiError::internal(message).with_code("session_files")
        }
    }
}
