//! Reading request bodies within their limits.

use super::errors::ApiError;
use crate::served_model::ServedModel;
use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, EXPECT};
use bytes::BytesMut;
use http_body_util::BodyExt;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Most bytes of a refused body that are read and discarded. Without reading on, the client would
/// see a reset connection instead of the answer.
const DISCARD_BYTES_MAX: usize = 256 << 20;
const DISCARD_TIME_MAX: Duration = Duration::from_secs(10);
/// Bytes that count as progress of a body. Single bytes do not, or a client could hold a large
/// body's memory for as long as it likes.
const PROGRESS_BYTES: usize = 64 << 10;
/// Bytes of each body that are not counted, so that small requests are served beside large ones.
const FREE_BYTES: usize = 16 << 10;
/// Bytes of one permit of the budget.
const UNIT_BYTES: usize = 16 << 10;

/// Memory for the bodies of all requests together. A body holds its share until it is dropped.
#[derive(Clone, Debug)]
pub struct BodyBudget(Arc<Semaphore>);

impl BodyBudget {
    /// A budget of `bytes`.
    pub fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new((bytes / UNIT_BYTES).clamp(1, Semaphore::MAX_PERMITS))))
    }

    /// Extends `share` to a body of `bytes`; false if there is no room.
    fn extend(&self, share: &mut Option<OwnedSemaphorePermit>, bytes: usize) -> bool {
        let units = bytes.saturating_sub(FREE_BYTES).div_ceil(UNIT_BYTES);
        let held = share.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let Ok(more) = u32::try_from(units.saturating_sub(held)) else { return false };
        if more == 0 {
            return true;
        }
        let Ok(more) = self.0.clone().try_acquire_many_owned(more) else { return false };
        match share {
            Some(share) => share.merge(more),
            None => *share = Some(more),
        }
        true
    }
}

/// A body with its share of the budget.
struct Counted {
    bytes: Bytes,
    _share: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

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
        (None, Some(share)) => {
            Ok(Bytes::from_owner(Counted { bytes: collected.freeze(), _share: share }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_grows_with_its_body_and_comes_back() {
        let budget = BodyBudget::new(10 * UNIT_BYTES);
        let (mut large, mut small) = (None, None);
        assert!(budget.extend(&mut large, FREE_BYTES) && large.is_none());
        assert!(budget.extend(&mut large, FREE_BYTES + 9 * UNIT_BYTES));
        assert!(budget.extend(&mut small, FREE_BYTES + 1));
        assert!(!budget.extend(&mut large, FREE_BYTES + 9 * UNIT_BYTES + 1));
        assert!(budget.extend(&mut None, FREE_BYTES));
        drop(small);
        assert!(budget.extend(&mut large, FREE_BYTES + 10 * UNIT_BYTES));
        drop(large);
        assert!(budget.extend(&mut None, FREE_BYTES + 10 * UNIT_BYTES));
    }
}
