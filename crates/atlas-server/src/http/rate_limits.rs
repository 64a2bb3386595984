//! Rate limits: how many requests and tokens a caller may use in a minute.
//!
//! A caller is an API key, or, where none is needed, a client's address. Each has a token bucket
//! for requests and one for tokens, filled evenly and holding one minute's worth. The prompt's
//! tokens and a share of the answer's are reserved before the engine sees a request; what was
//! reserved belongs to the choices and comes back, as far as it was not used, when they are
//! dropped, however they end. An answer that outgrows its share is charged token by token, if need
//! be below zero: who comes next waits longer, and nobody's answer is cut.

mod accounts;
mod bucket;
mod layer;

pub use accounts::{Accounts, Caller, Meter, Reservation};
pub(crate) use layer::HEADERS;
pub use layer::apply;

use super::errors::ApiError;
use std::num::NonZeroU32;
use std::time::Duration;

/// Most tokens of one answer that are reserved before it is written; callers rarely want all of
/// the `max_tokens` they ask for.
pub const ANSWER_RESERVED_MAX: u32 = 1024;

/// What each caller may use in a minute; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RateLimits {
    pub requests: Option<NonZeroU32>,
    /// Of prompts and answers together.
    pub tokens: Option<NonZeroU32>,
}

impl RateLimits {
    /// Whether there are none.
    pub fn is_unlimited(&self) -> bool {
        self.requests.is_none() && self.tokens.is_none()
    }
}

/// Which limit a request met.
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

/// A caller has used up a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitReached {
    pub kind: LimitKind,
    pub per_minute: u32,
    /// Until the request would be taken, if nothing else of the caller comes before it.
    pub wait: Duration,
}

impl From<LimitReached> for ApiError {
    fn from(reached: LimitReached) -> Self {
        // A client that comes back on the second must not be a fraction early.
        let seconds = reached.wait.as_secs_f64().ceil().clamp(1.0, f64::from(u32::MAX)) as u32;
        let message = format!(
            "The rate limit of {} {} a minute is reached; try again in {seconds} s",
            reached.per_minute,
            reached.kind.as_str()
        );
        ApiError::rate_limited(message, seconds)
    }
}
