//! HTTP, SSE and JSON shapes of the served APIs.
//!
//! A request passes through [`body`] (bytes to fields), [`fields`] (the table of what becomes of
//! each field), [`openai`] (fields to prompts and sampling; [`anthropic`] and [`responses`] come
//! through it too), [`generate`] (prompts to running choices) and [`choice`] (tokens to text), and
//! leaves whole or through [`sse`].

pub mod anthropic;
pub mod auth;
pub mod body;
pub mod choice;
pub mod config;
pub mod cors;
mod document;
pub mod error;
pub mod fields;
pub mod generate;
pub mod guards;
pub mod health;
mod ids;
pub mod incoming;
pub mod limits;
pub mod metrics;
pub mod openai;
mod prefix_debug;
mod prefix_metrics;
pub mod record;
pub mod responses;
mod router;
pub mod sse;
pub mod startup;
pub mod state;
pub mod tls;

pub use auth::{ApiKeys, TenantCountError};
pub use config::{OutputDefaults, SamplingDefaults, ServerConfig};
pub use cors::CorsOrigins;
pub use error::ApiError;
pub use health::{Health, Readiness};
pub use incoming::ClientAddress;
pub use limits::RateLimits;
pub use metrics::Metrics;
pub use router::{openapi_document, router};
pub use startup::Startup;
pub use state::AppState;
pub use tls::{TlsListener, TlsSettings};
