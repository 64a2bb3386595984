//! The Atlas binary: flags and wiring.

mod cli;
mod hub;
mod profile;
mod source;

fn main() {}
