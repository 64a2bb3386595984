//! HTTP server of Atlas: the served APIs, the requests they make and the answers they write.
//!
//! A request passes through [`http::body`] (bytes to fields), [`api::fields`] (the rule of each
//! field), a dialect of [`api`] (fields to a request of no dialect), [`request`] (limits checked,
//! defaults resolved) and [`generation`] (prompts to choices, tokens to text), and leaves whole or
//! through [`http::sse`].

pub mod api;
pub mod config;
pub mod generation;
pub mod health;
pub mod http;
mod ids;
pub mod metrics;
pub mod recording;
pub mod request;
pub mod state;

pub use config::{OutputDefaults, SamplingDefaults, ServerConfig};
pub use health::{Health, Readiness};
pub use http::auth::{ApiKeys, TenantCountError};
pub use http::cors::CorsOrigins;
pub use http::errors::ApiError;
pub use http::incoming::ClientAddress;
pub use http::rate_limits::RateLimits;
pub use http::router::{openapi_document, router};
pub use http::startup::Startup;
pub use http::tls::{TlsListener, TlsSettings};
pub use metrics::Metrics;
pub use state::AppState;
