//! HTTP server of Atlas: the served APIs, in front of any engine.
//!
//! A request passes through [`http`] (connection, key, rate limits), a dialect of [`api`] (body to
//! chat request), [`request`] (limits checked, defaults resolved) and [`generation`] (prompts to
//! choices, tokens to output events). The dialect's `answer` or `stream` writes the events.
//! [`recording`] keeps requests for replay, [`metrics`] counts. [`state`] and [`http::router`] wire
//! all of it.

pub mod api;
pub mod config;
pub mod facts;
mod generation;
pub mod health;
pub mod http;
mod ids;
pub mod metrics;
pub mod recording;
pub mod request;
pub mod served_model;
pub mod state;
mod work;

pub use api::sessions::SessionFolder;
pub use config::{ModelCard, OutputDefaults, SamplingDefaults, ServerConfig};
pub use facts::{Ceiling, ServerFacts};
pub use health::{Health, Readiness};
pub use http::auth::{ApiKeys, TenantCountError};
pub use http::client_address::ClientAddress;
pub use http::connections::ConnectionLimits;
pub use http::cors::CorsOrigins;
pub use http::errors::ApiError;
pub use http::hosts::{AllowedHosts, HostCheck};
pub use http::rate_limits::RateLimits;
pub use http::router::{openapi_document, router};
pub use http::startup::Startup;
pub use http::tls::TlsSettings;
pub use metrics::{EdgeCounts, Metrics};
pub use state::AppState;
