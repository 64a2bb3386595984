//! Routes for those who run the server.

pub mod prefix;
