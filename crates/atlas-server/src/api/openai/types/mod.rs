//! Bodies as they are sent: of requests, of answers, and in the OpenAPI document.

pub mod prompt;
pub mod request;
pub mod response;
pub mod schema;
