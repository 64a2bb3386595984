//! Routes for operators: health, metrics, version and the prefix cache.

mod answer;
pub mod engine_events;
mod engine_state;
pub mod home;
pub mod page;
mod prefix_tree;
pub mod routes;
pub mod types;
mod validate;
