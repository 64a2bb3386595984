//! Routes for operators: health, metrics, version and the prefix cache.

pub mod prefix;
pub mod routes;
pub mod types;
