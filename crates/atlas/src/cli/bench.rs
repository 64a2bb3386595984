//! Flags of `atlas bench`.

use super::{BenchServeArgs, ModelArgs};
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub struct BenchArgs {
    /// Write a page to FILE at the end: plots of throughput, times and shares of the ceilings over
    /// the loads, their figures and the conditions of the run. It is one HTML file without scripts.
    #[arg(long, value_name = "FILE", global = true)]
    pub report: Option<PathBuf>,
    #[command(subcommand)]
    pub kind: BenchKind,
}

#[derive(Clone, Debug, Subcommand)]
pub enum BenchKind {
    /// One sequence: time to first token and time per output token.
    Latency(BenchRunArgs),
    /// Many sequences at once: tokens per second.
    Throughput(BenchRunArgs),
    /// Load on a running server of any make, over the OpenAI API: latencies and throughput.
    Serve(Box<BenchServeArgs>),
}

#[derive(Clone, Debug, Args)]
pub struct BenchRunArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    /// Prompt tokens of each request (random ids).
    #[arg(long, default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..))]
    pub prompt_len: u32,
    /// Tokens generated for each request.
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(2..))]
    pub output_len: u32,
    /// Requests in flight (throughput); a list gives a report each.
    #[arg(
        long,
        default_value = "8",
        value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(1..),
    )]
    pub concurrency: Vec<u32>,
    /// Timed repetitions; the median is reported.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeats: u32,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
}
