//! Flags of compiling the forms of answers.

use atlas_text::grammar::CompileLimits;
use clap::Args;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Limits of compiling the forms of answers: JSON schemas, expressions, grammars, tools.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GrammarArgs {
    /// Threads that compile forms. Default: one for every four cores, at least 2.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub grammar_threads: Option<u32>,
    /// Stack of each of them, in MiB. Only what is used is taken.
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(8..=4096),
    )]
    pub grammar_stack_mb: u32,
    /// Longest time to compile a form, in seconds; a request whose form takes longer is answered
    /// 400.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = parse_seconds)]
    pub grammar_timeout: f32,
    /// Memory for compiled forms that later requests may ask for again, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    pub grammar_cache_mb: u32,
}

impl Default for GrammarArgs {
    fn default() -> Self {
        Self {
            grammar_threads: None,
            grammar_stack_mb: 256,
            grammar_timeout: 5.0,
            grammar_cache_mb: 256,
        }
    }
}

impl GrammarArgs {
    /// The limits that the flags say.
    pub fn limits(&self) -> CompileLimits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        CompileLimits {
            threads: self.grammar_threads.map_or((cores / 4).max(2), |n| n as usize),
            stack_bytes: (self.grammar_stack_mb as usize) << 20,
            time: Duration::from_secs_f32(self.grammar_timeout),
            cache_bytes: (self.grammar_cache_mb as usize) << 20,
        }
    }
}

/// A time in seconds above 0, at most an hour.
fn parse_seconds(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 3600.0 => Ok(seconds),
        _ => Err("must be a number of seconds above 0, at most 3600".to_owned()),
    }
}
