//! Rate-limit headers in the names and units of OpenAI's and of Anthropic's API.

use super::accounts::{Caller, LimitStatus};
use super::limits::LimitKind;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;

/// Header names of one limit: `limit`, `remaining`, `reset`.
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

/// The headers of all limits.
pub const ALL: [[Names; 2]; 2] = [OPENAI, ANTHROPIC];

/// Writes the status of every limit of `caller`.
pub fn write(caller: &Caller, anthropic: bool, headers: &mut HeaderMap) {
    for status in caller.limit_statuses() {
        let names = if anthropic { ANTHROPIC } else { OPENAI };
        let [requests, tokens] = names;
        let [limit, remaining, reset] = match status.kind {
            LimitKind::Requests => requests,
            LimitKind::Tokens => tokens,
        };
        headers.insert(limit, HeaderValue::from(status.per_minute));
        headers.insert(remaining, HeaderValue::from(status.remaining));
        let at = if anthropic { reset_time(&status) } else { reset_span(status.full_in) };
        if let Ok(value) = HeaderValue::from_str(&at) {
            headers.insert(reset, value);
        }
    }
}

/// The time at which the bucket is full, as Anthropic's API writes it: rounded up to whole seconds.
fn reset_time(status: &LimitStatus) -> String {
    let at = SignedDuration::try_from(status.full_in)
        .ok()
        .and_then(|wait| Timestamp::now().checked_add(wait).ok())
        .unwrap_or(Timestamp::MAX);
    let whole = at.as_second().saturating_add(i64::from(at.subsec_nanosecond() > 0));
    Timestamp::from_second(whole).unwrap_or(Timestamp::MAX).to_string()
}

/// The time until the bucket is full, as OpenAI's API writes it: `20ms`, `1.5s`, `6m0s`.
fn reset_span(wait: Duration) -> String {
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
    fn openai_reset_spans_are_durations() {
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
            assert_eq!(reset_span(Duration::from_millis(ms)), text);
        }
        assert_eq!(reset_span(Duration::from_nanos(1)), "1ms");
    }

    #[test]
    fn anthropic_reset_times_are_rounded_up() {
        let status = LimitStatus {
            kind: LimitKind::Tokens,
            per_minute: 1,
            remaining: 0,
            full_in: Duration::from_millis(1500),
        };
        let earliest = Timestamp::now().as_millisecond() + 1500;
        let text = reset_time(&status);
        let at: Timestamp = text.parse().expect("RFC 3339");
        assert!(text.ends_with('Z') && !text.contains('.'), "{text}");
        assert!((earliest..earliest + 2500).contains(&at.as_millisecond()), "{text}");
    }
}
