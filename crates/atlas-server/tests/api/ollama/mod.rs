//! Ollama's API.

mod answers;
