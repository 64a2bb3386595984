//! A slow automaton for the grammars, and what the fuzzing needs: random forms, vocabularies,
//! walks. Shared by tests and by `examples/grammar_fuzz.rs`.
#![allow(dead_code)]

pub mod budgets;
pub mod formats;
pub mod fuzz;

pub mod least;
pub mod maker;
pub mod number;
pub mod regex;
pub mod rng;
pub mod schema;
pub mod term;
pub mod text;
pub mod tools;
pub mod vocab;
