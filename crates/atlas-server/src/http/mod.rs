//! Connections, and what surrounds every route.

pub mod auth;
pub mod body;
pub mod cors;
pub mod errors;
pub mod incoming;
pub mod rate_limits;
pub mod router;
pub mod sse;
pub mod startup;
pub mod tls;
