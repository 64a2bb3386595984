//! Connections, and the middleware around every route.
//!
//! [`router`], [`startup`], [`hosts`] and [`connections`] stand above the dialects of
//! [`crate::api`]; everything else here stands below them.

pub mod auth;
pub mod body;
pub mod body_budget;
pub mod client_address;
pub mod connections;
pub mod cors;
pub mod errors;
mod held_body;
pub mod hosts;
pub mod incoming;
pub mod path;
pub mod rate_limits;
pub mod request_ids;
pub mod router;
pub mod sse;
pub mod startup;
pub mod tls;
