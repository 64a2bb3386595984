//! `/`: a page for browsers and an object for clients that say what runs and how to call it.

use crate::served_model::ServedModel;
use axum::Json;
use axum::extract::State;
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, VARY,
};
use axum::http::{HeaderMap, HeaderName};
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// The page loads nothing and runs no script.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// Routes that the page lists, each with its use.
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
    let common: [(HeaderName, &str); 2] = [(VARY, "accept"), (CACHE_CONTROL, "no-store")];
    let accepted = headers.get_all(ACCEPT).iter().filter_map(|v| v.to_str().ok());
    if accepted.into_iter().any(accepts_html) {
        let kind = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, POLICY)];
        let host = headers.get(HOST).and_then(|host| host.to_str().ok());
        let page = page(model.config().model_name(), host.unwrap_or("127.0.0.1:8888"));
        return (common, kind, page).into_response();
    }
    let endpoints: serde_json::Map<_, _> =
        ROUTES.iter().map(|(path, about)| ((*path).to_owned(), json!(about))).collect();
    let body = json!({
        "name": "atlas",
        "version": env!("CARGO_PKG_VERSION"),
        "model": model.config().model_name(),
        "endpoints": endpoints,
    });
    (common, Json(body)).into_response()
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

/// Text as it stands in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page of a model, called at `host`.
fn page(model: &str, host: &str) -> String {
    let rows: String = ROUTES
        .iter()
        .map(|(path, about)| format!("<tr><td><code>{path}</code></td><td>{about}</td></tr>\n"))
        .collect();
    // The name goes into JSON, that into a word of the shell, and that into HTML.
    let body = json!({"model": model, "messages": [{"role": "user", "content": "Hello"}]});
    let body = escaped(&body.to_string().replace('\'', "'\\''"));
    let (model, host, version) = (escaped(model), escaped(host), env!("CARGO_PKG_VERSION"));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Atlas: {model}</title>\n\
         <style>body{{font:16px/1.5 sans-serif;max-width:44em;margin:2em auto;padding:0 1em}}\
         pre{{background:#eee;color:#111;padding:1em;overflow:auto}}\
         td{{padding-right:1.5em}}</style>\n</head>\n<body>\n\
         <h1>Atlas {version}</h1>\n<p>This server runs <strong>{model}</strong>.</p>\n\
         <p>Ask it (with https if this page has it):</p>\n\
         <pre>curl http://{host}/v1/chat/completions \\\n  \
         -H 'content-type: application/json' \\\n  -d '{body}'</pre>\n\
         <p>Programs that speak OpenAI's API take <code>/v1</code> of this address as their base \
         URL, those of Anthropic's API the address itself.</p>\n\
         <table>\n{rows}</table>\n</body>\n</html>\n"
    )
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

    #[test]
    fn a_name_is_text_on_the_page() {
        let page = page("<script>'\"&", "<b>");
        assert!(!page.contains("<script>") && !page.contains("<b>"), "{page}");
    }
}
