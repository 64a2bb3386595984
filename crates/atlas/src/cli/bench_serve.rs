//! Flags of `atlas bench serve`.

use super::load_values::{
    EndpointChoice, Lengths, PromptFormChoice, Rate, Slo, parse_object, parse_positive,
    parse_seconds,
};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug, Args)]
pub struct BenchServeArgs {
    /// Address of a server that speaks the OpenAI API over plain HTTP, with or without /v1.
    #[arg(long, default_value = "http://127.0.0.1:8888")]
    pub url: String,
    /// Model of the requests. Default: the first that the server lists at /v1/models.
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Key sent as `Authorization: Bearer`.
    #[arg(long, value_name = "KEY")]
    pub api_key: Option<String>,
    /// Route of the requests.
    #[arg(long, value_enum, default_value = "completions")]
    pub endpoint: EndpointChoice,
    /// Ask for whole answers. They have no time to first token and no inter-token latency.
    #[arg(long)]
    pub no_stream: bool,
    /// Requests in flight, or users with `--turns`: each sends the next request when the one before
    /// has ended. A list gives a row each. Also `--users`. Default: 1.
    #[arg(
        long,
        value_name = "N,N",
        visible_alias = "users",
        value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(1..=65536),
        conflicts_with_all = ["rate", "trace"],
    )]
    pub concurrency: Vec<u32>,
    /// Requests (with `--turns` conversations) that arrive a second, whatever has been answered, at
    /// random times (a Poisson process); inf sends all at once. A list gives a row each.
    #[arg(long, value_name = "R,R", value_delimiter = ',', conflicts_with = "trace")]
    pub rate: Vec<Rate>,
    /// Shape of the gamma distribution of the times between arrivals: 1 is a Poisson process, less
    /// comes in bursts, more is regular.
    #[arg(
        long,
        value_name = "SHAPE",
        default_value_t = 1.0,
        requires = "rate",
        value_parser = parse_positive,
    )]
    pub burstiness: f64,
    /// Requests of a row. Default: 4 for each one in flight and at least 8; with `--rate` those of
    /// 10 seconds and at least 8, 64 for inf; with `--turns` one conversation for each user; all of
    /// a trace; no bound where `--duration` is given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub requests: Option<u64>,
    /// Time after which a row sends no more; requests in flight end and count.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub duration: Option<Duration>,
    /// Tokens of each prompt: a number, or LOW..HIGH for a uniform choice. With `--turns` of what
    /// each turn adds.
    #[arg(long, value_name = "TOKENS", default_value = "1024", conflicts_with = "trace")]
    pub prompt_len: Lengths,
    /// Tokens of each answer: a number, or LOW..HIGH for a uniform choice.
    #[arg(long, value_name = "TOKENS", default_value = "128", conflicts_with = "trace")]
    pub output_len: Lengths,
    /// Form of the random prompts: ids (exact lengths; completions alone), words (their tokens are
    /// counted by two small requests before the run) or auto: ids if the route is completions and
    /// the server takes ids (with several turns, and returns those of answers), else words.
    #[arg(long, value_enum, default_value = "auto")]
    pub prompt_form: PromptFormChoice,
    /// Random ids are from 3 up to this, without it. The default fits every usual vocabulary.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        value_parser = clap::value_parser!(u32).range(16..),
    )]
    pub vocab_size: u32,
    /// Let each answer end where the model ends it. By default `ignore_eos` and `min_tokens` are
    /// sent, so that every answer has its full length.
    #[arg(long)]
    pub no_ignore_eos: bool,
    /// Sampling temperature of the requests; 0 is greedy.
    #[arg(long, default_value_t = 0.0)]
    pub temperature: f64,
    /// Fields to add to the body of every request.
    #[arg(long, value_name = "JSON", value_parser = parse_object)]
    pub extra_body: Option<serde_json::Map<String, serde_json::Value>>,
    /// Tokens at the beginning of every prompt that the requests of a group share.
    #[arg(long, value_name = "TOKENS", default_value_t = 0, conflicts_with = "trace")]
    pub shared_prefix: u32,
    /// Groups of `--shared-prefix`; requests take turns among them.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        requires = "shared_prefix",
        value_parser = clap::value_parser!(u32).range(1..),
    )]
    pub prefix_groups: u32,
    /// Turns of a conversation. Each holds the conversation so far, answers included.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        conflicts_with = "trace",
        value_parser = clap::value_parser!(u32).range(1..=1000),
    )]
    pub turns: u32,
    /// Time between an answer and the next turn of its conversation.
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = parse_seconds)]
    pub think_time: Duration,
    /// JSON lines with `timestamp` (ms), `input_length`, `output_length` and, if there, `hash_ids`
    /// (Mooncake's form: blocks of 512 tokens, alike where their ids are), sent at their own times.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Times faster than its own timestamps that a trace is sent.
    #[arg(
        long,
        value_name = "X",
        default_value_t = 1.0,
        requires = "trace",
        value_parser = parse_positive,
    )]
    pub trace_speed: f64,
    /// Requests before each row that do not count.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub warm_up: u32,
    /// Seed of prompts, lengths and arrivals. A server with a prefix cache knows the prompts of a
    /// seed after the first run: give each run its own.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Bounds of goodput, any of ttft, itl (the longest of a request), tpot and e2e: for instance
    /// ttft=500ms,itl=50ms,e2e=10s.
    #[arg(long, value_name = "BOUNDS")]
    pub slo: Option<Slo>,
    /// Time after which a request counts as failed.
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = parse_seconds)]
    pub timeout: Duration,
    /// Print JSON instead of tables, or write it to FILE beside them.
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    pub json: Option<PathBuf>,
    /// Exit with success although some requests failed. If all failed, the exit code is 1 anyway.
    #[arg(long)]
    pub allow_failures: bool,
}
