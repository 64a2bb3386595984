//! Request ids: every request gets one, which its answer and its log lines carry.

use super::held_body::HeldBody;
use crate::metrics::Metrics;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;
use std::time::Instant;
use tracing::Instrument;
use uuid::Uuid;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Longest `x-request-id` accepted from a client.
const REQUEST_ID_BYTES_MAX: usize = 128;

/// The id of a request, in its extensions.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

/// The time of a request, which ends with the body of its answer.
struct Timed {
    metrics: Arc<Metrics>,
    method: &'static str,
    route: String,
    started: Instant,
}

impl Drop for Timed {
    fn drop(&mut self) {
        let seconds = self.started.elapsed().as_secs_f64();
        self.metrics.http().ended(self.method, &self.route, seconds);
    }
}

/// Returns the client's request id if it is short and printable, otherwise a fresh one.
fn request_id(from_client: Option<&str>) -> String {
    match from_client {
        Some(id)
            if (1..=REQUEST_ID_BYTES_MAX).contains(&id.len())
                && id.bytes().all(|b| b.is_ascii_graphic()) =>
        {
            id.to_owned()
        }
        _ => Uuid::now_v7().simple().to_string(),
    }
}

/// Middleware that assigns the id, counts the request and logs its end. Bodies are never logged.
pub async fn identify(
    State(metrics): State<Arc<Metrics>>,
    mut request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let given = request.headers().get(REQUEST_ID).and_then(|v| v.to_str().ok());
    let request_id = request_id(given);
    request.extensions_mut().insert(RequestId(request_id.clone()));
    let method = method_label(request.method());
    let route =
        request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let span = tracing::info_span!("request", id = request_id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let status = response.status().as_u16();
    metrics.http().began(method, &route, status);
    let seconds = started.elapsed().as_secs_f64();
    span.in_scope(|| tracing::info!(method, route, status, seconds, "answered"));
    if let Ok(value) = HeaderValue::from_str(&request_id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response.map(|body| HeldBody::body(body, Timed { metrics, method, route, started }))
}

/// The method as a metric label. Clients choose methods freely; only the usual ones get a label of
/// their own.
fn method_label(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "HEAD" => "HEAD",
        "OPTIONS" => "OPTIONS",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        "PATCH" => "PATCH",
        _ => "other",
    }
}
