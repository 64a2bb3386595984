//! Chat completions and completions.

mod bad_input;
mod basics;
mod params;
mod tools;
mod transcripts;
