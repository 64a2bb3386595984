//! The OpenAI API, with the extensions that its clients know from other servers.

pub mod answer;
pub mod completions;
pub mod convert;
pub mod embeddings;
pub mod fields;
pub mod logprobs;
pub mod models;
pub mod routes;
pub mod stream;
pub mod thinking;
pub mod tokenize;
pub mod types;
pub mod validate;
