//! Routes for operators: health, metrics, models, the OpenAPI document, the prefix cache.

mod operations;
mod prefix;
