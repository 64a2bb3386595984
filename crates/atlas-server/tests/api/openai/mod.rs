//! Chat completions and completions.

mod bad_input;
mod basics;
mod foreign;
mod params;
mod tools;
mod transcripts;
