//! API keys: who may use the model.

use crate::error::ApiError;
use crate::state::AppState;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::fmt;
use subtle::{ConditionallySelectable, ConstantTimeEq};

/// Paths that need no key: whether the server lives, and what it is.
const OPEN: [&str; 5] = ["/health", "/health/live", "/metrics", "/openapi.json", "/version"];

/// The keys of which a request must carry one; with none, every request is served.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ApiKeys(Vec<String>);

impl ApiKeys {
    pub fn new(keys: Vec<String>) -> Self {
        Self(keys)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Which of the keys `given` is. Takes as long for a wrong key as for a right one of the same
    /// length, wherever they differ.
    pub fn find(&self, given: &[u8]) -> Option<usize> {
        const NONE: u64 = u64::MAX;
        let mut found = NONE;
        for (index, key) in (0u64..).zip(&self.0) {
            found.conditional_assign(&index, key.as_bytes().ct_eq(given));
        }
        (found != NONE).then_some(found as usize)
    }
}

/// Keys are never printed.
impl fmt::Debug for ApiKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} keys", self.0.len())
    }
}

/// Which key a request carries, in its extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeyIndex(pub usize);

/// Refuses requests without a key, where there are keys.
pub async fn check(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let keys = &state.config().api_keys;
    if keys.is_empty() || OPEN.contains(&request.uri().path()) {
        return next.run(request).await;
    }
    let given = key(request.headers());
    match given.map(|given| keys.find(given)) {
        Some(Some(index)) => {
            request.extensions_mut().insert(KeyIndex(index));
            next.run(request).await
        }
        refused => {
            let message = match refused {
                Some(_) => "the API key is not one of this server's",
                None => {
                    "this server wants an API key: `Authorization: Bearer KEY` or `x-api-key: KEY`"
                }
            };
            let mut response = ApiError::unauthorized(message).into_response();
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            response
        }
    }
}

/// The key of a request, as OpenAI's clients and as Anthropic's send it.
fn key(headers: &HeaderMap) -> Option<&[u8]> {
    let bearer = headers.get(AUTHORIZATION).and_then(|value| {
        let (scheme, key) = value.as_bytes().split_at_checked(7)?;
        scheme.eq_ignore_ascii_case(b"bearer ").then(|| key.trim_ascii())
    });
    bearer.or_else(|| headers.get("x-api-key").map(HeaderValue::as_bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_keys_are_admitted() {
        let keys = ApiKeys::new(vec!["sk-one".to_owned(), "sk-other".to_owned()]);
        assert_eq!((keys.find(b"sk-one"), keys.find(b"sk-other")), (Some(0), Some(1)));
        for wrong in ["", "sk-", "sk-onE", "sk-one ", "sk-othe", "sk-onesk-other"] {
            assert_eq!(keys.find(wrong.as_bytes()), None, "{wrong}");
        }
        assert_eq!(format!("{keys:?}"), "2 keys");
    }
}
