//! Metrics at `/metrics`: recorded by the server, or read from the engine when they are scraped.
//!
//! A metric that vLLM also has appears under both names, with vLLM's labels, so that existing
//! dashboards and routers can read it.

mod counters;
mod edge;
mod engine;
mod http;
pub(crate) mod kv_tier;
pub(crate) mod prefix;
mod process;
mod requests;
mod single;
mod text;
mod vllm;

pub use counters::{FinishLabel, Metrics};
pub use edge::{Closed, EdgeCounts};
pub use http::HttpCounts;
pub use text::prometheus_text;
