//! The router: all routes, and the middleware around them. It stands above the dialects.

use super::errors::ApiError;
use super::{auth, rate_limits, request_ids};
use crate::api::admin::{engine_events, home, page, routes as admin};
use crate::api::anthropic::{self, routes as messages};
use crate::api::ollama::{self, models as ollama_models, routes as ollama_answers};
use crate::api::openai::{completions, embeddings, models, routes as chat, tokenize};
use crate::api::openapi;
use crate::api::responses::routes as responses;
use crate::api::sessions::routes as sessions;
use crate::state::AppState;
use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Uri};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::any::Any;
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// All routes over `state`.
pub fn router(state: AppState) -> Router {
    let mut documented = api();
    if state.config().debug_endpoints {
        documented = documented.merge(debug());
    }
    let (routes, document) = documented.split_for_parts();
    let metrics = state.metrics().clone();
    for (path, item) in &document.paths.paths {
        let methods = [("GET", &item.get), ("POST", &item.post), ("DELETE", &item.delete)];
        for (method, _) in methods.into_iter().filter(|(_, operation)| operation.is_some()) {
            metrics.http().route(method, path);
        }
    }
    let paths: Arc<[String]> = document.paths.paths.keys().cloned().collect();
    let unknown_path = move |method: Method, uri: Uri| {
        let near = nearest(uri.path(), &paths);
        let error = ApiError::unknown_path(method.as_str(), uri.path(), near);
        async move { error }
    };
    let document = Bytes::from(openapi::json(document));
    let openapi = || async move { ([(CONTENT_TYPE, "application/json")], document) };
    let keys = Arc::new(state.config().api_keys.clone());
    // Layers added later run earlier: ids first, then the error form, keys and limits.
    routes
        .route("/", get(home::home))
        .route("/page/app.js", get(page::script))
        .route("/page/app.css", get(page::style))
        .route("/openapi.json", get(openapi))
        .route("/v1/models/{first}/{*rest}", get(models::get_model_with_slashes))
        // Clients take 404 for a feature that is missing, and go on without it.
        .route("/v1/responses/{id}", post(unknown_path.clone()))
        .fallback(unknown_path)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(state.limiter().clone(), rate_limits::apply))
        .layer(middleware::from_fn_with_state(keys, auth::check))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(anthropic::errors::rewrite_errors))
        .layer(middleware::from_fn(ollama::errors::rewrite_errors))
        .layer(middleware::from_fn_with_state(metrics, request_ids::identify))
        .with_state(state)
}

/// The routes that the OpenAPI document describes.
fn api() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(openapi::base())
        .routes(routes!(chat::chat_completions))
        .routes(routes!(completions::completions))
        .routes(routes!(responses::create_response))
        .routes(routes!(responses::get_response, responses::delete_response))
        .routes(routes!(responses::input_tokens))
        .routes(routes!(responses::compact))
        .routes(routes!(responses::cancel_response))
        .routes(routes!(responses::input_items))
        .routes(routes!(messages::messages))
        .routes(routes!(messages::count_tokens))
        .routes(routes!(ollama_answers::chat))
        .routes(routes!(ollama_answers::generate))
        .routes(routes!(ollama_models::version))
        .routes(routes!(ollama_models::tags))
        .routes(routes!(ollama_models::ps))
        .routes(routes!(ollama_models::show))
        .routes(routes!(sessions::list_sessions, sessions::save_session))
        .routes(routes!(sessions::get_session, sessions::delete_session))
        .routes(routes!(sessions::restore_session))
        .routes(routes!(embeddings::embeddings))
        .routes(routes!(models::list_models))
        .routes(routes!(models::get_model))
        .routes(routes!(tokenize::tokenize))
        .routes(routes!(tokenize::detokenize))
        .routes(routes!(tokenize::tokenizer_info))
        .routes(routes!(admin::health))
        .routes(routes!(admin::live))
        .routes(routes!(admin::metrics))
        .routes(routes!(admin::version))
}

/// The routes of `--debug-endpoints`, which are there on loopback too; elsewhere their paths are
/// unknown.
fn debug() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(admin::debug_prefix))
        .routes(routes!(admin::debug_model))
        .routes(routes!(engine_events::debug_engine))
}

/// The OpenAPI document, for tools that need it without a server.
pub fn openapi_document() -> String {
    openapi::json(api().merge(debug()).split_for_parts().1)
}

/// The route that an unknown path may mean: one that ends or begins like it, as where a base URL
/// has too little or too much of it, else one that differs in a few letters.
fn nearest<'a>(path: &str, known: &'a [String]) -> Option<&'a str> {
    let path = path.trim_end_matches('/');
    let is_part = |route: &&String| {
        let longer = path.strip_suffix(route.as_str()).is_some();
        longer || (path.len() > 1 && route.strip_suffix(path).is_some())
    };
    let closest = |route: &&String| route.len().abs_diff(path.len());
    if let Some(route) = known.iter().filter(is_part).min_by_key(closest) {
        return Some(route);
    }
    let scored = known.iter().map(|route| (strsim::damerau_levenshtein(path, route), route));
    let (edits, route) = scored.min_by_key(|(edits, _)| *edits)?;
    (edits <= route.len() / 6).then_some(route)
}

async fn method_not_allowed(method: Method, uri: Uri) -> ApiError {
    ApiError::method_not_allowed(method.as_str(), uri.path())
}

fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a handler panicked");
    ApiError::internal("the server failed on this request").into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_paths_get_the_nearest_route() {
        let known = ["/v1/chat/completions", "/v1/completions", "/v1/models", "/api/chat"];
        let known = known.map(str::to_owned);
        for (path, near) in [
            ("/chat/completions", Some("/v1/chat/completions")),
            ("/completions", Some("/v1/completions")),
            ("/v1/v1/chat/completions", Some("/v1/chat/completions")),
            ("/v1/chat/completions/", Some("/v1/chat/completions")),
            ("/v1/chat/completion", Some("/v1/chat/completions")),
            ("/openai/v1/models", Some("/v1/models")),
            ("/v1/model", Some("/v1/models")),
            ("/api/chats", Some("/api/chat")),
            ("/v1/files", None),
            ("/api/pull", None),
            ("/", None),
            ("", None),
        ] {
            assert_eq!(nearest(path, &known), near, "{path}");
        }
    }
}
