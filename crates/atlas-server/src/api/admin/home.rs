//! `/`: the page for browsers, and for other clients an object that says what runs and how to call
//! it.

use super::page;
use crate::served_model::ServedModel;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CACHE_CONTROL, VARY};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Routes that the object lists, each with its use.
const ROUTES: &[(&str, &str)] = &[
    ("/v1/chat/completions", "OpenAI's chat completions"),
    ("/v1/completions", "OpenAI's completions"),
    ("/v1/responses", "OpenAI's responses"),
    ("/v1/messages", "Anthropic's messages"),
    ("/api/chat", "Ollama's chat"),
    ("/v1/models", "the models that are served"),
    ("/health", "whether requests are taken"),
    ("/metrics", "figures for Prometheus"),
    ("/openapi.json", "all routes and fields"),
];

/// The page if the client accepts HTML, else the object.
pub async fn home(State(model): State<ServedModel>, headers: HeaderMap) -> Response {
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|v| v.to_str().ok());
    if accepted.into_iter().any(accepts_html) {
        return ([(VARY, "accept")], page::index(&headers)).into_response();
    }
    let endpoints: serde_json::Map<_, _> =
        ROUTES.iter().map(|(path, about)| ((*path).to_owned(), json!(about))).collect();
    let body = json!({
        "name": "atlas",
        "version": env!("CARGO_PKG_VERSION"),
        "model": model.config().model_name(),
        "endpoints": endpoints,
    });
    ([(VARY, "accept"), (CACHE_CONTROL, "no-store")], Json(body)).into_response()
}

/// Whether an `Accept` header names HTML and does not exclude it.
fn accepts_html(accept: &str) -> bool {
    accept.split(',').any(|range| {
        let mut parts = range.split(';').map(str::trim);
        let is_html = parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case("text/html"));
        let quality = parts.find_map(|part| part.strip_prefix("q="));
        is_html && quality.and_then(|q| q.parse().ok()).unwrap_or(1.0) > 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_sent_to_those_who_accept_it() {
        for yes in ["text/html", "application/xhtml+xml, Text/HTML;q=0.9", "*/*;q=0.1,text/html"] {
            assert!(accepts_html(yes), "{yes}");
        }
        for no in ["", "*/*", "application/json", "text/html;q=0", "text/html5", "text/*"] {
            assert!(!accepts_html(no), "{no}");
        }
    }
}
