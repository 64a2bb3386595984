//! The browser page: files that are built from `web/` and embedded here.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH,
    REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use xxhash_rust::xxh3::xxh3_64;

/// Scripts and styles of this server alone, none inline, and no text that becomes HTML.
const POLICY: &str = include_str!("../../../assets/page/policy.txt");

/// A file of the page.
struct PageFile {
    content_type: &'static str,
    body: &'static [u8],
}

const INDEX: PageFile = PageFile {
    content_type: "text/html; charset=utf-8",
    body: include_bytes!("../../../assets/page/index.html"),
};
const SCRIPT: PageFile = PageFile {
    content_type: "text/javascript; charset=utf-8",
    body: include_bytes!("../../../assets/page/app.js"),
};
const STYLE: PageFile = PageFile {
    content_type: "text/css; charset=utf-8",
    body: include_bytes!("../../../assets/page/app.css"),
};

/// The page itself, which names the other two files.
pub fn index(request: &HeaderMap) -> Response {
    send(&INDEX, request)
}

/// `/page/app.js`.
pub async fn script(request: HeaderMap) -> Response {
    send(&SCRIPT, &request)
}

/// `/page/app.css`.
pub async fn style(request: HeaderMap) -> Response {
    send(&STYLE, &request)
}

/// The file, or 304 if the client has it. Names carry no hashes: a client asks each time.
fn send(file: &PageFile, request: &HeaderMap) -> Response {
    let tag = format!("\"{:016x}\"", xxh3_64(file.body));
    let headers: [(HeaderName, &str); 6] = [
        (CONTENT_TYPE, file.content_type),
        (CONTENT_SECURITY_POLICY, POLICY.trim_ascii_end()),
        (CACHE_CONTROL, "no-cache"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (ETAG, &tag),
    ];
    if has(request, &tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, file.body).into_response()
}

/// Whether `If-None-Match` lists the tag, weak or not.
fn has(request: &HeaderMap, tag: &str) -> bool {
    let values = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|given| {
        let given = given.trim();
        given == "*" || given.strip_prefix("W/").unwrap_or(given) == tag
    })
}
