//! The limits themselves, and the error of a caller that has reached one.

use crate::http::errors::ApiError;
use std::num::NonZeroU32;
use std::time::Duration;

/// Most tokens of one answer that are reserved before it is generated. Clients rarely use all of
/// the `max_tokens` they ask for.
pub const ANSWER_RESERVED_MAX: u32 = 1024;

/// Requests and tokens of one caller per minute; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RateLimits {
    pub requests: Option<NonZeroU32>,
    /// Tokens of prompts and answers together.
    pub tokens: Option<NonZeroU32>,
}

impl RateLimits {
    /// Whether there are none.
    pub fn is_unlimited(&self) -> bool {
        self.requests.is_none() && self.tokens.is_none()
    }
}

/// The two kinds of limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    Requests,
    Tokens,
}

impl LimitKind {
    /// The word for it in messages and metrics.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Requests => "requests",
            Self::Tokens => "tokens",
        }
    }
}

/// A limit that a caller has used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitReached {
    pub kind: LimitKind,
    pub per_minute: u32,
    /// Time until the request would be accepted, if the caller sends no other before it.
    pub wait: Duration,
}

impl From<LimitReached> for ApiError {
    fn from(reached: LimitReached) -> Self {
        // Rounded up: a client that retries on the second must not be a fraction early.
        let seconds = reached.wait.as_secs_f64().ceil().clamp(1.0, f64::from(u32::MAX)) as u32;
        let message = format!(
            "The rate limit of {} {} a minute is reached; try again in {seconds} s",
            reached.per_minute,
            reached.kind.as_str()
        );
        ApiError::rate_limited(message, seconds)
    }
}
