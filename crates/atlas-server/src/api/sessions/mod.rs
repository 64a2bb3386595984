//! `/v1/sessions`: the state of an answer in files of `--session-dir`, for this process or a later
//! one.

mod folders;
pub mod routes;
mod types;

pub use folders::SessionFolder;
