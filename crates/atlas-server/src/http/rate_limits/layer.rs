//! Limits on the way in, and where the caller stands on the way out.

use super::LimitKind;
use super::accounts::{Caller, Standing};
use crate::api::anthropic;
use crate::http::auth::KeyIndex;
use crate::http::errors::ApiError;
use crate::http::incoming::client_address;
use crate::state::AppState;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;

/// Paths whose POSTs count: all that make the server read, render or generate.
const COUNTED: [&str; 8] = [
    "/v1/chat/completions",
    "/v1/completions",
    "/v1/embeddings",
    "/v1/messages",
    "/v1/messages/count_tokens",
    "/v1/responses",
    "/tokenize",
    "/detokenize",
];

/// The headers of one limit: `limit`, `remaining`, `reset`.
type Names = [HeaderName; 3];

const fn names(limit: &'static str, remaining: &'static str, reset: &'static str) -> Names {
    [
        HeaderName::from_static(limit),
        HeaderName::from_static(remaining),
        HeaderName::from_static(reset),
    ]
}

const OPENAI: [Names; 2] = [
    names(
        "x-ratelimit-limit-requests",
        "x-ratelimit-remaining-requests",
        "x-ratelimit-reset-requests",
    ),
    names("x-ratelimit-limit-tokens", "x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
];
const ANTHROPIC: [Names; 2] = [
    names(
        "anthropic-ratelimit-requests-limit",
        "anthropic-ratelimit-requests-remaining",
        "anthropic-ratelimit-requests-reset",
    ),
    names(
        "anthropic-ratelimit-tokens-limit",
        "anthropic-ratelimit-tokens-remaining",
        "anthropic-ratelimit-tokens-reset",
    ),
];

/// All headers that tell of limits.
pub(crate) const HEADERS: [[Names; 2]; 2] = [OPENAI, ANTHROPIC];

/// Counts a request against its caller, or refuses it. Runs after the key has been checked.
pub async fn apply(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if state.config().rate_limits.is_unlimited()
        || request.method() != Method::POST
        || !COUNTED.contains(&path)
    {
        return next.run(request).await;
    }
    let in_anthropics_form = anthropic::serves(path);
    let caller = match request.extensions().get::<KeyIndex>() {
        Some(KeyIndex(index)) => state.accounts().of_key(*index),
        None => state.accounts().of_address(client_address(&request).map(|a| a.0.ip())),
    };
    let mut response = match caller.take_request() {
        Ok(()) => {
            request.extensions_mut().insert(caller.clone());
            next.run(request).await
        }
        Err(reached) => {
            state.metrics().rate_limited(reached.kind);
            ApiError::from(reached).into_response()
        }
    };
    tell(&caller, in_anthropics_form, response.headers_mut());
    response
}

/// Writes where the caller stands.
fn tell(caller: &Caller, in_anthropics_form: bool, headers: &mut HeaderMap) {
    for standing in caller.standings() {
        let names = if in_anthropics_form { ANTHROPIC } else { OPENAI };
        let [requests, tokens] = names;
        let [limit, remaining, reset] = match standing.kind {
            LimitKind::Requests => requests,
            LimitKind::Tokens => tokens,
        };
        headers.insert(limit, HeaderValue::from(standing.per_minute));
        headers.insert(remaining, HeaderValue::from(standing.remaining));
        let at = if in_anthropics_form { moment(&standing) } else { span(standing.full_in) };
        if let Ok(value) = HeaderValue::from_str(&at) {
            headers.insert(reset, value);
        }
    }
}

/// The time when all is there again, as Anthropic's API writes it: in whole seconds, not before.
fn moment(standing: &Standing) -> String {
    let at = SignedDuration::try_from(standing.full_in)
        .ok()
        .and_then(|wait| Timestamp::now().checked_add(wait).ok())
        .unwrap_or(Timestamp::MAX);
    let whole = at.as_second().saturating_add(i64::from(at.subsec_nanosecond() > 0));
    Timestamp::from_second(whole).unwrap_or(Timestamp::MAX).to_string()
}

/// The time until then, as OpenAI's API writes it: `20ms`, `1.5s`, `6m0s`.
fn span(wait: Duration) -> String {
    let ms = wait.as_nanos().div_ceil(1_000_000);
    if ms < 1000 {
        return if ms == 0 { "0s".to_owned() } else { format!("{ms}ms") };
    }
    let (minutes, rest) = (ms / 60_000, ms % 60_000);
    let seconds = format!("{}.{:03}", rest / 1000, rest % 1000);
    let seconds = seconds.trim_end_matches('0').trim_end_matches('.');
    if minutes == 0 { format!("{seconds}s") } else { format!("{minutes}m{seconds}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_written_as_openai_writes_them() {
        for (ms, text) in [
            (0, "0s"),
            (20, "20ms"),
            (999, "999ms"),
            (1000, "1s"),
            (1500, "1.5s"),
            (59_999, "59.999s"),
            (60_000, "1m0s"),
            (360_000, "6m0s"),
            (70_040, "1m10.04s"),
        ] {
            assert_eq!(span(Duration::from_millis(ms)), text);
        }
        assert_eq!(span(Duration::from_nanos(1)), "1ms");
    }

    #[test]
    fn moments_are_whole_seconds_and_not_early() {
        let standing = Standing {
            kind: LimitKind::Tokens,
            per_minute: 1,
            remaining: 0,
            full_in: Duration::from_millis(1500),
        };
        let earliest = Timestamp::now().as_millisecond() + 1500;
        let text = moment(&standing);
        let at: Timestamp = text.parse().expect("RFC 3339");
        assert!(text.ends_with('Z') && !text.contains('.'), "{text}");
        assert!((earliest..earliest + 2500).contains(&at.as_millisecond()), "{text}");
    }
}
