//! Bodies as they are sent and received.

pub mod request;
pub mod response;
