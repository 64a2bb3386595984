//! The API over a fake engine.

mod anthropic;
mod anthropic_client;
mod anthropic_errors;
mod anthropic_input;
mod bad_input;
mod basics;
mod client;
mod cors;
mod fake;
mod guards;
mod keys;
mod limits;
mod logs;
mod network;
mod operations;
mod params;
mod random_bodies;
mod responses;
mod responses_refused;
mod responses_state;
mod stop;
mod streams;
mod thinking;
mod tls;
mod tools;
mod transcripts;
