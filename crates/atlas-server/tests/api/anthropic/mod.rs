//! The Messages API.

mod answers;
mod errors;
mod input;
