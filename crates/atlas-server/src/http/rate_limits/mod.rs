//! Rate limits: requests and tokens that a caller may use in a minute.
//!
//! A caller is an API key or, on a server without keys, a client's address. Each caller has one
//! token bucket for requests and one for tokens; both refill evenly and hold one minute's worth.
//!
//! The tokens of the prompt and a share of the answer are reserved before the engine sees a
//! request. The reservation moves to the choices. When a choice is dropped, however it ended, the
//! unused part of its reservation returns to the bucket. An answer that outgrows its reservation is
//! charged token by token, below zero if necessary: later requests of the caller then wait longer,
//! and no running answer is cut.

mod accounts;
mod bucket;
mod headers;
mod layer;
mod limits;

pub use accounts::{Accounts, Caller, Meter, Reservation};
pub(crate) use headers::ALL as HEADERS;
pub use layer::{RateLimiter, apply};
pub use limits::{ANSWER_RESERVED_MAX, LimitKind, LimitReached, RateLimits};
