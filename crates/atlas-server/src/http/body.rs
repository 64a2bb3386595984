//! Reading request bodies within their limits.

use super::body_budget::{Counted, FREE_BYTES};
use super::errors::ApiError;
use crate::served_model::ServedModel;
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, EXPECT};
use bytes::BytesMut;
use http_body_util::BodyExt;
use std::time::{Duration, Instant};

/// Most bytes of a refused body that are read and discarded. Without reading on, the client would
/// see a reset connection instead of the answer.
const DISCARD_BYTES_MAX: usize = 256 << 20;
const DISCARD_TIME_MAX: Duration = Duration::from_secs(10);
/// Bytes that count as progress of a body. Single bytes do not, or a client could hold a large
/// body's memory for as long as it likes.
const PROGRESS_BYTES: usize = 64 << 10;

/// Reads a body of at most `body_bytes_max` bytes.
///
/// # Errors
/// 413 if it is larger, 408 if it stalls, 400 if the connection breaks, 503 if the bodies of all
/// requests together are too large.
pub async fn read(
    headers: &HeaderMap,
    mut body: Body,
    model: &ServedModel,
) -> Result<Bytes, ApiError> {
    let config = model.config();
    let max = config.body_bytes_max;
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|v| v.to_str().ok())
        .and_then(|v| v.parse::<usize>().ok())
        .unwrap_or(0);
    // A client that sent `expect` does not send the body after a refusal.
    if announced > max && (headers.contains_key(EXPECT) || announced > DISCARD_BYTES_MAX) {
        return Err(ApiError::body_too_large(max));
    }
    let mut collected = BytesMut::with_capacity(announced.min(FREE_BYTES));
    let (mut total, mut share, mut refusal) = (0usize, None, None);
    let mut refused_at = Instant::now();
    let stall = config.body_stall_max;
    let (mut due, mut progress) = (tokio::time::Instant::now() + stall, 0);
    loop {
        let frame = tokio::time::timeout_at(due, body.frame()).await;
        let frame = frame.map_err(|_| ApiError::body_timeout(stall.as_secs()))?;
        let Some(frame) = frame else { break };
        let frame = frame.map_err(|_| ApiError::bad_request("The body could not be read"))?;
        let Ok(data) = frame.into_data() else { continue };
        total = total.saturating_add(data.len());
        progress += data.len();
        if progress >= PROGRESS_BYTES {
            (due, progress) = (tokio::time::Instant::now() + stall, 0);
        }
        if refusal.is_none() {
            if total > max {
                refusal = Some(ApiError::body_too_large(max));
            } else if !model.body_budget().extend(&mut share, total) {
                model.metrics().edge().body_refused();
                let message = "the bodies of requests in progress take all the memory for bodies";
                refusal = Some(ApiError::overloaded(message));
            } else {
                collected.extend_from_slice(&data);
                continue;
            }
            (collected, share) = (BytesMut::new(), None);
            refused_at = Instant::now();
        }
        if total > DISCARD_BYTES_MAX || refused_at.elapsed() > DISCARD_TIME_MAX {
            break;
        }
    }
    match (refusal, share) {
        (Some(refusal), _) => Err(refusal),
        (None, None) => Ok(collected.freeze()),
        (None, Some(share)) => Ok(Bytes::from_owner(Counted::new(collected.freeze(), share))),
    }
}
