//! Reading request bodies within their limits.

use super::errors::ApiError;
use crate::config::ServerConfig;
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, EXPECT};
use bytes::BytesMut;
use http_body_util::BodyExt;
use std::time::{Duration, Instant};

/// Most bytes of an oversized body that are read and discarded. Without reading on, the client
/// would see a reset connection instead of the answer.
const DISCARD_BYTES_MAX: usize = 256 << 20;
const DISCARD_TIME_MAX: Duration = Duration::from_secs(10);

/// Reads a body of at most `config.body_bytes_max` bytes.
///
/// # Errors
/// 413 if it is larger, 408 if it stalls, 400 if the connection breaks.
pub async fn read(
    headers: &HeaderMap,
    mut body: Body,
    config: &ServerConfig,
) -> Result<Bytes, ApiError> {
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
    let mut collected = BytesMut::with_capacity(announced.min(64 << 10));
    let mut total = 0usize;
    let started = Instant::now();
    loop {
        let frame = tokio::time::timeout(config.body_stall_max, body.frame()).await;
        let frame = frame.map_err(|_| ApiError::body_timeout(config.body_stall_max.as_secs()))?;
        let Some(frame) = frame else { break };
        let frame = frame.map_err(|_| ApiError::bad_request("The body could not be read"))?;
        let Ok(data) = frame.into_data() else { continue };
        total = total.saturating_add(data.len());
        if total <= max {
            collected.extend_from_slice(&data);
        } else {
            collected = BytesMut::new();
            if total > DISCARD_BYTES_MAX || started.elapsed() > DISCARD_TIME_MAX {
                break;
            }
        }
    }
    if total > max { Err(ApiError::body_too_large(max)) } else { Ok(collected.freeze()) }
}
