//! Routes for operators: health, metrics, models, the OpenAPI document, the prefix cache, the page.

mod operations;
mod page;
mod prefix;
