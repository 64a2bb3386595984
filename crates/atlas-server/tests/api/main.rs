//! The API over a fake engine.

mod admin;
mod anthropic;
mod generation;
mod http;
mod ollama;
mod openai;
mod recording;
mod responses;
mod support;
