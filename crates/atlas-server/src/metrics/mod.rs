//! Metrics at `/metrics`: recorded by the server, or read from the engine when they are scraped.
//!
//! A metric that vLLM also has appears under both names, with vLLM's labels, so that existing
//! dashboards and routers can read it.

mod counters;
mod edge;
mod engine;
pub(crate) mod prefix;
mod process;
mod requests;
mod text;

pub use counters::{FinishLabel, Metrics};
pub use edge::{Closed, EdgeCounts};
pub use text::prometheus_text;
