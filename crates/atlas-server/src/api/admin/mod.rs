//! Routes for operators: health, metrics, version and the prefix cache.

mod answer;
pub mod home;
pub mod page;
pub mod routes;
pub mod types;
mod validate;
