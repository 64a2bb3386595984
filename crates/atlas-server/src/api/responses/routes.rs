//! The routes of `/v1/responses`.

use super::background;
use super::convert;
use super::state::ResponsesState;
use super::store::Owner;
use super::stream::ResponseWriter;
use super::types::items::Item;
use super::types::request::CreateResponseRequest;
use super::types::response::{DeletedResponse, InputTokens, ItemList, ResponseBody};
use crate::api::answer::{OpenKeywords, log_end, whole_bytes};
use crate::api::{body, stream};
use crate::generation::stream::collect;
use crate::generation::submit;
use crate::http::body as http_body;
use crate::http::errors::{ApiError, ErrorBody};
use crate::http::incoming::Incoming;
use crate::http::path::PathParams;
use crate::http::sse::StreamLimits;
use crate::ids::Origin;
use crate::served_model::ServedModel;
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::collections::HashMap;
use std::time::Instant;

/// Most items of a page.
const PAGE_MAX: usize = 100;
/// Items of a page unless the request says otherwise.
const PAGE_DEFAULT: usize = 20;

/// Generate a response.
#[utoipa::path(
    post,
    path = "/v1/responses",
    tag = "responses",
    request_body = CreateResponseRequest,
    responses(
        (status = 200, body = ResponseBody,
         description = "The response; with `stream` a sequence of named `ResponseEvent` events"),
        (status = 400, body = ErrorBody,
         description = "The request cannot be served; `param` names the field"),
        (status = 404, body = ErrorBody, description = "No such model or item"),
        (status = 413, body = ErrorBody, description = "The body is too large"),
        (status = 429, body = ErrorBody,
         description = "The queue is full or a rate limit is reached; see `Retry-After`"),
        (status = 503, body = ErrorBody, description = "Loading, draining, or the engine is dead"),
    )
)]
pub async fn create_response(
    State(state): State<ResponsesState>,
    owner: Owner,
    incoming: Incoming,
) -> Result<Response, ApiError> {
    let started = Instant::now();
    let (bytes, caller, trace) = incoming.read(state.model()).await?;
    let (origin, heavy) = (trace.origin, refers(&bytes));
    let own = state.clone();
    let prepare = move |_: &ServedModel, bytes: &[u8]| convert::prepare(&own, bytes, origin, owner);
    let prepared = body::parsed(state.model(), bytes, heavy, prepare).await?;
    let choices = submit::submit(&prepared.job, state.model(), &caller, &trace).await?;
    let open = OpenKeywords::of(&prepared.job);
    trace.prior(|| prepared.prior());
    let writer = ResponseWriter::new(prepared, state.store().clone(), trace.clone());
    let on_end = log_end(writer.job(), started);
    // A replay waits for the answer, also of a background response.
    if writer.queued().background && !trace.is_replay() {
        let queued = writer.queued();
        background::start(choices, writer, owner, trace, state.running(), on_end)?;
        return Ok(Json(queued).into_response());
    }
    if writer.job().settings.stream {
        let limits = StreamLimits::new(state.model().config());
        return Ok(open.tell(stream::respond(choices, writer, limits, trace, on_end)));
    }
    let mut collected = collect(choices).await.map_err(|e| trace.failed_whole(e))?;
    on_end(true);
    let Some(answer) = collected.pop() else {
        return Err(ApiError::internal("the answer is missing"));
    };
    Ok(open.tell(whole_bytes(&trace, writer.whole(answer.parts, &answer.end)?)))
}

/// Count the tokens of the prompt that `/v1/responses` makes of the same body.
#[utoipa::path(
    post,
    path = "/v1/responses/input_tokens",
    tag = "responses",
    request_body = CreateResponseRequest,
    responses(
        (status = 200, body = InputTokens, description = "The count"),
        (status = 400, body = ErrorBody,
         description = "The request cannot be served; `param` names the field"),
        (status = 404, body = ErrorBody, description = "No such model or item"),
        (status = 413, body = ErrorBody, description = "The body is too large"),
    )
)]
pub async fn input_tokens(
    State(state): State<ResponsesState>,
    owner: Owner,
    headers: HeaderMap,
    body: Body,
) -> Result<Json<InputTokens>, ApiError> {
    let bytes = http_body::read(&headers, body, state.model()).await?;
    let (own, heavy) = (state.clone(), refers(&bytes));
    let count =
        move |_: &ServedModel, bytes: &[u8]| convert::count(&own, bytes, Origin::fresh(), owner);
    let input_tokens = body::parsed(state.model(), bytes, heavy, count).await?;
    Ok(Json(InputTokens { object: "response.input_tokens", input_tokens }))
}

/// Not there: a conversation is not compacted by this server.
#[utoipa::path(
    post,
    path = "/v1/responses/compact",
    tag = "responses",
    responses(
        (status = 404, body = ErrorBody, description = "Always: the message says what to do"),
    )
)]
pub async fn compact() -> ApiError {
    let advice = "ask for a summary with POST /v1/responses and send it, with the latest messages, \
                  as the input of the next request";
    ApiError::missing_feature("POST", "/v1/responses/compact", advice)
}

/// Whether a body may refer to stored items, which are rendered with it.
fn refers(body: &[u8]) -> bool {
    ["previous_response_id", "item_reference"]
        .iter()
        .any(|name| body.windows(name.len()).any(|w| w == name.as_bytes()))
}

/// Whether a stored response was generated in the background.
fn in_background(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Kind {
        background: bool,
    }
    serde_json::from_slice::<Kind>(body).is_ok_and(|kind| kind.background)
}

fn json(body: Bytes) -> Response {
    ([(CONTENT_TYPE, "application/json")], body).into_response()
}

fn not_found(id: &str) -> ApiError {
    ApiError::not_found(format!("Response with id '{id}' not found."))
}

/// The parameters of the query; each may occur once.
fn query(uri: &Uri) -> Result<HashMap<String, String>, ApiError> {
    Query::try_from_uri(uri)
        .map(|Query(pairs)| pairs)
        .map_err(|_| ApiError::bad_request("The query cannot be read"))
}

/// A stored response.
#[utoipa::path(
    get,
    path = "/v1/responses/{id}",
    tag = "responses",
    params(("id" = String, Path, description = "Id of a stored response")),
    responses(
        (status = 200, body = ResponseBody, description = "The response"),
        (status = 404, body = ErrorBody, description = "Not stored, or not any more")
    )
)]
pub async fn get_response(
    State(state): State<ResponsesState>,
    owner: Owner,
    PathParams(id): PathParams<String>,
    uri: Uri,
) -> Result<Response, ApiError> {
    let body = state.running().body(owner, &id);
    let body = body.or_else(|| state.store().of(owner).body(&id));
    let body = body.ok_or_else(|| not_found(&id))?;
    if query(&uri)?.get("stream").is_some_and(|v| v == "true") {
        let message = "a response cannot be streamed again";
        return Err(ApiError::unsupported("stream", message));
    }
    Ok(json(body))
}

/// Forget a stored response; one that is being generated ends. Responses that went on from it stay
/// whole.
#[utoipa::path(
    delete,
    path = "/v1/responses/{id}",
    tag = "responses",
    params(("id" = String, Path, description = "Id of a stored response")),
    responses(
        (status = 200, body = DeletedResponse, description = "It is gone"),
        (status = 404, body = ErrorBody, description = "Not stored, or not any more")
    )
)]
pub async fn delete_response(
    State(state): State<ResponsesState>,
    owner: Owner,
    PathParams(id): PathParams<String>,
) -> Result<Json<DeletedResponse>, ApiError> {
    state.running().cancel(owner, &id).await;
    if !state.store().of(owner).remove(&id) {
        return Err(not_found(&id));
    }
    Ok(Json(DeletedResponse { id, object: "response", deleted: true }))
}

/// Cancel a background response; one that has ended comes back as it is.
#[utoipa::path(
    post,
    path = "/v1/responses/{id}/cancel",
    tag = "responses",
    params(("id" = String, Path, description = "Id of a stored response")),
    responses(
        (status = 200, body = ResponseBody, description = "The response, which has ended"),
        (status = 400, body = ErrorBody, description = "It was not generated in the background"),
        (status = 404, body = ErrorBody, description = "Not stored, or not any more")
    )
)]
pub async fn cancel_response(
    State(state): State<ResponsesState>,
    owner: Owner,
    PathParams(id): PathParams<String>,
) -> Result<Response, ApiError> {
    state.running().cancel(owner, &id).await;
    let body = state.store().of(owner).body(&id).ok_or_else(|| not_found(&id))?;
    if in_background(&body) {
        return Ok(json(body));
    }
    Err(ApiError::bad_request("Cannot cancel a synchronous response."))
}

/// The items a response was generated from, those of earlier responses included.
#[utoipa::path(
    get,
    path = "/v1/responses/{id}/input_items",
    tag = "responses",
    params(
        ("id" = String, Path, description = "Id of a stored response"),
        ("limit" = Option<u32>, Query, description = "1 to 100, 20 unless given"),
        ("order" = Option<String>, Query, description = "`desc`, the latest first, or `asc`"),
        ("after" = Option<String>, Query, description = "Id of the item before the page")
    ),
    responses(
        (status = 200, body = ItemList, description = "A page of items"),
        (status = 400, body = ErrorBody, description = "A parameter is wrong"),
        (status = 404, body = ErrorBody, description = "Not stored, or not any more")
    )
)]
pub async fn input_items(
    State(state): State<ResponsesState>,
    owner: Owner,
    PathParams(id): PathParams<String>,
    uri: Uri,
) -> Result<Json<ItemList>, ApiError> {
    let running = state.running().input(owner, &id);
    let stored = || Some((state.store().of(owner).input(&id)?, Vec::new()));
    let (history, own) = running.or_else(stored).ok_or_else(|| not_found(&id))?;
    let query = query(&uri)?;
    let limit = match query.get("limit") {
        None => PAGE_DEFAULT,
        Some(text) => {
            text.parse().ok().filter(|n| (1..=PAGE_MAX).contains(n)).ok_or_else(|| {
                let message = format!("`limit` must be between 1 and {PAGE_MAX}");
                ApiError::param("limit", message)
            })?
        }
    };
    let mut items: Vec<&Item> =
        history.iter().flat_map(|segment| &segment.items).chain(&own).collect();
    match query.get("order").map(String::as_str) {
        None | Some("desc") => items.reverse(),
        Some("asc") => {}
        Some(_) => return Err(ApiError::param("order", "`order` must be `asc` or `desc`")),
    }
    let start = match query.get("after") {
        None => 0,
        Some(after) => {
            let at = items.iter().position(|item| item.id() == after);
            at.ok_or_else(|| ApiError::param("after", "no item of this response has that id"))? + 1
        }
    };
    let data: Vec<Item> = items[start..].iter().take(limit).map(|item| (*item).clone()).collect();
    Ok(Json(ItemList {
        object: "list",
        first_id: data.first().map(|item| item.id().to_owned()),
        last_id: data.last().map(|item| item.id().to_owned()),
        has_more: items.len() - start > data.len(),
        data,
    }))
}
