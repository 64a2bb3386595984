//! Every flag of the binary. This is the one table of settings: `docs/reference/flags.md` is
//! printed from it and nothing else reads the environment.

mod auto_number;
mod bench;
mod bench_serve;
mod choices;
mod config_file;
mod connection_args;
mod foreign;
mod grammar;
mod headings;
mod kv_cache;
mod layers;
mod load_values;
mod names;
mod quantize;
mod sources;
mod speculate;
mod top;
mod values;

pub use auto_number::AutoNumber;
pub use bench::{BenchArgs, BenchKind, BenchRunArgs};
pub use bench_serve::BenchServeArgs;
pub use choices::{
    CpuActivations, DeviceChoice, DraftDtype, DtypeChoice, GraphsChoice, LoadFormatChoice,
    LogFormat, ReferencePage, Switch,
};
pub use connection_args::ConnectionArgs;
pub use grammar::GrammarArgs;
pub use kv_cache::{HighPrecisionLayers, KvCacheDtype};
pub use layers::LayerList;
pub use load_values::{EndpointChoice, Lengths, PromptFormChoice, Slo};
pub use quantize::QuantizeArgs;
pub use sources::{Origins, command, parse};
pub use speculate::Speculate;
pub use top::TopArgs;

use clap::{ArgAction, Args, Parser, Subcommand};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use std::path::PathBuf;
use values::{
    BindHost, parse_api_key, parse_gib, parse_host, parse_model_name, parse_positive_share,
    parse_share,
};

/// Serves open-weight language models over the OpenAI, Anthropic and Ollama APIs, from one binary.
#[derive(Debug, Parser)]
#[command(name = "atlas", version, max_term_width = 100)]
pub struct Cli {
    /// Log filter, for instance `info` or `atlas_engine=debug`. Logs hold no prompt text. Default:
    /// warnings, or what -v says.
    #[arg(long, global = true, value_name = "FILTER")]
    pub log: Option<String>,
    /// Log more: -v every setting, pool and request, -vv and -vvv details. `--log` goes before it.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    pub verbose: u8,
    /// Form of the log.
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub log_format: LogFormat,
    /// TOML file of flags by their names, such as `port = 9000`.
    #[arg(long, global = true, value_name = "FILE")]
    pub config_file: Option<PathBuf>,
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Serve a model over the OpenAI, Anthropic and Ollama APIs.
    Serve(ServeArgs),
    /// Talk to a model in the terminal.
    Chat(ChatArgs),
    /// Measure latency and throughput beside this machine's ceilings.
    Bench(BenchArgs),
    /// Watch the engine of a running server in the terminal.
    Top(TopArgs),
    /// Print every memory pool to the byte, without loading weights.
    Plan(PlanArgs),
    /// Print every effective setting and where it came from.
    Explain(ExplainArgs),
    /// List the kernels of this build, or those a model binds.
    Kernels(KernelsArgs),
    /// Compare a model's forward pass with recorded taps of a reference implementation.
    Verify(VerifyArgs),
    /// Check this machine and a model for problems before serving.
    Doctor(DoctorArgs),
    /// Run recorded requests again and say where the answers first differ.
    Replay(ReplayArgs),
    /// Write a checkpoint with quantised weights.
    Quantize(QuantizeArgs),
    /// Print the completions of a shell.
    Completions {
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program, or of a verb.
    Man {
        /// A verb, such as `serve` or `bench latency`.
        #[arg(value_name = "VERB")]
        verb: Vec<String>,
    },
    /// Print a generated reference page.
    #[command(hide = true)]
    Reference {
        #[arg(value_enum)]
        page: ReferencePage,
    },
}

/// The model, its device and its kernels.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelArgs {
    /// Folder of a Hugging Face checkpoint, a GGUF file, or a hub id such as Qwen/Qwen3-0.6B or
    /// Qwen/Qwen3-0.6B-GGUF:Q8_0 or its web address. Default: the bundled atlas-mini.
    #[arg(value_name = "PATH|HUB-ID")]
    pub model: Option<String>,
    /// Branch, tag or commit of a hub id.
    #[arg(long, default_value = "main")]
    pub revision: String,
    // The help shows groups in the order of their first flags: memory goes before speed.
    #[command(flatten)]
    pub limits: LimitArgs,
    /// auto, cpu, or cuda and cuda:N for a GPU. auto is the first GPU where there is one, else
    /// the CPU; `atlas explain` and the log say what was chosen and why.
    #[arg(long, default_value = "auto")]
    pub device: DeviceChoice,
    /// On a GPU: wait for every kernel, so that an error names the one that caused it, and compare
    /// each graph with the kernels that it stands for.
    #[arg(long)]
    #[serde(default)]
    pub debug_sync: bool,
    /// Of a model whose layers select the positions that they attend to: check every selection
    /// (the best scores, all of them, ties the lowest positions), end the step with an error that
    /// names the layer and the row where a rule is broken, and log thresholds and counts of every
    /// row (`--log atlas_model=debug`). Steps on a GPU are no graphs then.
    #[arg(long)]
    #[serde(default)]
    pub debug_index: bool,
    /// On a GPU: launch every kernel of a decode step on its own instead of all of them as one
    /// graph.
    #[arg(long)]
    #[serde(default)]
    pub no_graphs: bool,
    /// On a GPU: capture the graphs of decode steps of 1 up to so many sequences before the server
    /// is ready, so that the first steps are as fast as the others: auto (every number of
    /// sequences, as far as 200 ms reach), all, or a number; 0 captures each in the second
    /// step that wants it.
    #[arg(long, value_name = "auto|all|N", default_value = "auto")]
    #[serde(default)]
    pub graphs_at_start: GraphsChoice,
    /// On a GPU: let NVIDIA's cuBLASLt (libcublasLt.so.13, found when the server starts) compute
    /// linears of 65 rows and more instead of this program's own kernels.
    #[arg(long, conflicts_with = "batch_invariant")]
    #[serde(default)]
    pub allow_library_gemm: bool,
    /// Use only kernels that give a token's row the same bits in every batch and however a prompt
    /// is cut. On the CPU all do.
    #[arg(long)]
    #[serde(default)]
    pub batch_invariant: bool,
    #[arg(long, value_enum, default_value = "auto")]
    pub dtype: DtypeChoice,
    /// Activations that linears with weights of 4 to 8 bits read on the CPU: int8, with a scale for
    /// each 32 (auto, the default), or f32, which is slower and exact.
    #[arg(long, value_enum, value_name = "auto|int8|f32", default_value = "auto")]
    #[serde(default)]
    pub cpu_activations: CpuActivations,
    /// Compute threads, at most one per core, which is the default. Tokens do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// CPU kernel set: auto, avx512bf16, avx512vnni, avx512, avx2 or portable.
    #[arg(long, default_value = "auto")]
    pub isa: String,
    #[arg(long, value_enum, default_value = "auto")]
    pub load_format: LoadFormatChoice,
    /// Layers of a quantised checkpoint whose matrices are widened to bf16 when they are loaded,
    /// such as 0-3,10: for a few that suffer from quantisation.
    #[arg(long, value_name = "LAYERS", default_value = "", hide_default_value = true)]
    #[serde(default)]
    pub dequantize: LayerList,
    /// Weights of what drafts, the multi-token-prediction module or another model: as they are
    /// stored (auto), or widened to bf16 where they are quantised. Answers are the same.
    #[arg(long, value_enum, value_name = "auto|bf16", default_value = "auto")]
    #[serde(default)]
    pub draft_dtype: DraftDtype,
    /// Whether all quantised matrices are widened: of a model that drafts.
    #[arg(skip)]
    #[serde(skip)]
    pub widens_all: bool,
    /// Read every weights file whole before it is loaded and compare its SHA-256 with what is
    /// published beside it: FILE.sha256, SHA256SUMS, `metadata.sha256` of the index, or the
    /// checksums of the hub's cache and of its downloads into a folder. A file without any ends
    /// the start.
    #[arg(long)]
    #[serde(default)]
    pub verify_checksums: bool,
    /// config.json to build from with `--load-format dummy`.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Accept a key of config.json, or of a GGUF file's metadata, that this build does not know.
    /// Repeatable.
    #[arg(long, value_name = "KEY")]
    pub allow_config_key: Vec<String>,
    /// Jinja chat template to use instead of the checkpoint's.
    #[arg(long, value_name = "FILE")]
    pub chat_template: Option<PathBuf>,
    /// Presets, parsers, limits of reasoning and guards to use instead of the family's own: a file
    /// in the form of profiles/*.toml.
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
}

/// Bounds that size memory.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitArgs {
    /// Longest sequence, prompt and answer together. auto: the model's own length, or what the KV
    /// cache holds if that is less. May go past it as far as the model's rope scaling reaches.
    #[arg(
        long,
        value_name = "auto|TOKENS",
        default_value_t = AutoNumber::Auto,
        value_parser = AutoNumber::parser(2..=u32::MAX),
    )]
    pub max_seq_len: AutoNumber,
    /// Sequences that run at once. auto: on a GPU as many as its free memory holds the state and
    /// 1536 tokens of, up to 256; on the CPU 16 for each core, up to 64.
    #[arg(
        long,
        value_name = "auto|N",
        default_value_t = AutoNumber::Auto,
        value_parser = AutoNumber::parser(1..=4096),
    )]
    pub max_batch_size: AutoNumber,
    /// Token rows of one step, prompt chunks and generated tokens together. auto: on a GPU 8192, or
    /// fewer where their work space would take more than a quarter of its free memory; on the CPU
    /// 512.
    #[arg(
        long,
        value_name = "auto|TOKENS",
        default_value_t = AutoNumber::Auto,
        value_parser = AutoNumber::parser(1..=65536),
    )]
    pub max_num_batched_tokens: AutoNumber,
    /// While other requests generate, a step takes only so many prompt tokens that it is over after
    /// so many milliseconds, by the times of earlier steps. A sequence counts from its 32nd
    /// token on. 0: no limit. auto: 50 on a GPU, 250 on the CPU.
    #[arg(
        long,
        value_name = "auto|MS",
        default_value_t = AutoNumber::Auto,
        value_parser = AutoNumber::parser(0..=3_600_000),
    )]
    #[serde(default)]
    pub max_step_ms: AutoNumber,
    /// On a GPU: share of the memory that is free once the weights are there, for all pools
    /// together.
    #[arg(long, value_name = "SHARE", default_value_t = 0.9, value_parser = parse_positive_share)]
    #[serde(default = "utilization_default")]
    pub gpu_memory_utilization: f64,
    /// Longest prompt chunk of one sequence in one step. Default: the whole step.
    #[arg(long, value_name = "TOKENS", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_chunk_tokens: Option<u32>,
    /// Memory for the KV cache, in GiB. Default: on a GPU what `--gpu-memory-utilization` leaves
    /// beside the other pools; on the CPU a quarter of this machine's memory, or enough for every
    /// sequence at the longest length if that is less.
    #[arg(long, value_name = "GIB")]
    pub kv_cache_memory_gb: Option<f64>,
    /// Format of the KV cache: auto (that of the activations), bf16, fp8, nvfp4, turbo8, turbo4 or
    /// turbo3; for keys and values apart as k=fp8,v=turbo3. `atlas explain` prints that of each
    /// layer and `atlas plan` what it takes.
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    #[serde(default)]
    pub kv_cache_dtype: KvCacheDtype,
    /// Layers whose KV cache is bf16 whatever the others have: N for the first N and the last N
    /// that keep one, auto for two of each, max for all, or a list of layers such as 0-3,10.
    #[arg(long, value_name = "N|auto|max|LAYERS", default_value = "0")]
    #[serde(default)]
    pub kv_high_precision_layers: HighPrecisionLayers,
    /// Where drafts come from, tokens that a step verifies beside the next one: mtp:K (the
    /// checkpoint's multi-token-prediction module, K drafts a step), ngram:K (what followed the
    /// last tokens before), self:K (the first half of the model's layers), draft:PATH:K (another
    /// model with the same tokens), dflash:PATH (a DFlash drafter of the model), auto (the module,
    /// else n-grams, as many drafts as pay) or off. Answers are the same with each of them.
    #[arg(
        long,
        value_name = "auto|mtp:K|ngram:K|self:K|draft:PATH:K|dflash:PATH|off",
        default_value = "off"
    )]
    #[serde(default)]
    pub speculate: Speculate,
    /// Keep the state of prompts and answers, and let later prompts that begin alike go on from it.
    /// Answers are the same with it on and off.
    #[arg(long, value_name = "on|off", value_enum, default_value = "on")]
    #[serde(default)]
    pub prefix_cache: Switch,
    /// Memory for snapshots of recurrent state, in GiB, by which the prefix cache serves models
    /// that have such state. Default: 8 for each sequence that runs at once, at most an eighth
    /// of what a GPU has for all pools, on the CPU a sixteenth of this machine's memory.
    #[arg(long, value_name = "GIB")]
    #[serde(default)]
    pub state_snapshot_gb: Option<f64>,
    /// Memory of the host for cached state that the KV cache and the snapshots on a GPU give up, in
    /// GiB; 0 turns it off. On the CPU there is one memory: both grow by it and nothing is copied.
    /// Default: an eighth of this machine's memory, which the system gives when it is first used.
    #[arg(long, value_name = "GIB")]
    #[serde(default)]
    pub host_cache_gb: Option<f64>,
    /// Folder for a file of KV blocks that have no room in memory: contexts and cached prefixes may
    /// be larger than the KV cache. Attention reads them from there, step by step; answers are the
    /// same. It takes the place of `--host-cache-gb`. Default: all KV blocks are in memory.
    #[arg(long, value_name = "DIR", requires = "kv_tier_gb")]
    #[serde(default)]
    pub kv_tier: Option<PathBuf>,
    /// Size of that file, in GiB. It is allocated at the start.
    #[arg(long, value_name = "GIB", requires = "kv_tier")]
    #[serde(default)]
    pub kv_tier_gb: Option<f64>,
    /// Memory for KV blocks with `--kv-tier`, in GiB; some of it is for blocks on their way.
    /// Default: as for `--kv-cache-memory-gb`.
    #[arg(long, value_name = "GIB", requires = "kv_tier")]
    #[serde(default)]
    pub kv_resident_gb: Option<f64>,
    /// Share of cache hits, 0 to 1, whose state is computed once more while nothing else runs and
    /// compared bit by bit; what differs is taken out of the cache and counted.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = parse_share)]
    #[serde(default)]
    pub verify_hits: f64,
    /// Steps that are on the device at a time: with 2 a step is queued before the tokens of the one
    /// before it are on the host. Answers are the same. Default: 2 on a GPU, 1 on the CPU.
    #[arg(long, value_name = "1|2", value_parser = clap::value_parser!(u32).range(1..=2))]
    #[serde(default)]
    pub run_ahead: Option<u32>,
    /// Requests that may wait; one more is answered 429. A client (API key, or address without
    /// keys) below its equal share of them may queue beyond it, up to twice as many in all.
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub max_queue_len: u32,
    /// Times that a waiting request may be overtaken by later ones of its client and priority, and
    /// that a client whose request lacks memory may be passed by others.
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub max_overtakes: u32,
}

/// As recordings have it that were made before there was the flag.
fn utilization_default() -> f64 {
    0.9
}

#[derive(Clone, Debug, Args)]
pub struct ServeArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    /// Address to listen on, or a name that resolves to one, such as localhost.
    #[arg(long, default_value = "127.0.0.1", value_parser = parse_host)]
    pub host: BindHost,
    #[arg(long, default_value_t = 8888)]
    pub port: u16,
    #[command(flatten)]
    pub answers: AnswerArgs,
    /// Keys of which a request must carry one (`Authorization: Bearer` or `x-api-key`), but for the
    /// health, metrics, version and OpenAPI routes. Default: none is needed.
    #[arg(
        long,
        value_name = "KEY,KEY",
        value_delimiter = ',',
        value_parser = parse_api_key,
    )]
    pub api_key: Vec<String>,
    /// The tenant of each API key, in the order of the keys: keys of one tenant share cached
    /// prefixes. Default: each key is a tenant of its own.
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub api_tenant: Vec<String>,
    #[command(flatten)]
    pub edge: EdgeArgs,
    /// Longest time in seconds that running requests have after SIGTERM or Ctrl-C before they are
    /// aborted; 0 aborts at once. Default: as long as they take, or until a second signal.
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(..=86_400))]
    pub drain_timeout: Option<u32>,
    /// Folder for sessions: `POST /v1/sessions` saves the state of an answer there, and
    /// `POST /v1/sessions/NAME/restore` has this server or a later one go on from it. Default:
    /// there are none.
    #[arg(long, value_name = "DIR")]
    pub session_dir: Option<PathBuf>,
    /// Room for sessions, in GiB; one that does not fit is refused.
    #[arg(long, value_name = "GIB", default_value_t = 64.0, value_parser = parse_gib)]
    pub session_gb: f64,
    /// Write a recording of every request that the model answers into this folder, for `atlas
    /// replay`. Recordings hold the whole text of requests and answers. Default: none are written.
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// Room for recordings, in MiB; the oldest are removed for newer ones.
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 1024,
        value_parser = clap::value_parser!(u32).range(1..),
    )]
    pub record_max_mb: u32,
}

/// Flags beside the model that answers depend on.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerArgs {
    /// Names under which the model answers. Default: the name of the folder or file, or the hub id.
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = parse_model_name)]
    pub served_model_name: Vec<String>,
    /// Largest request body, in MiB.
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 32,
        value_parser = clap::value_parser!(u32).range(1..=4096),
    )]
    pub max_body_mb: u32,
    /// Refuse request fields that this server does not know.
    #[arg(long)]
    pub strict_requests: bool,
    #[command(flatten)]
    #[serde(default)]
    pub grammar: GrammarArgs,
    /// Form of tool calls in answers: auto (what the chat template writes, else the family's form),
    /// none (they stay text), qwen3_coder, hermes, bare_json, mistral,
    /// minimax_xml, llama, deepseek_dsml, gemma or deepseek_v3.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub tool_call_parser: String,
    /// Marks of reasoning in answers: auto, none (it stays text), think (`<think>`) or
    /// mistral (`[THINK]`).
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub reasoning_parser: String,
}

/// Limits of clients, and their connections.
#[derive(Clone, Debug, Args)]
pub struct EdgeArgs {
    #[command(flatten)]
    pub connections: ConnectionArgs,
    /// Serve /debug/engine, /debug/model and /debug/prefix, which show the engine at work, what the
    /// model runs with, and what is cached, beyond loopback too. With API keys a caller needs one,
    /// and sees the text of its own tenant's prefixes alone.
    #[arg(long)]
    pub debug_endpoints: bool,
    /// Requests a minute of each API key, or of each client address where no key is needed; one
    /// more is answered 429. Default: no limit.
    #[arg(long, value_name = "N")]
    pub rate_limit_requests: Option<NonZeroU32>,
    /// Tokens a minute of each API key or client address, prompts and answers together. Default:
    /// no limit.
    #[arg(long, value_name = "N")]
    pub rate_limit_tokens: Option<NonZeroU32>,
    /// Origin whose pages may use the API from a browser, such as https://app.example, or `*` for
    /// every one. Repeatable. Default: none.
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    pub cors_origin: Vec<String>,
    /// Hosts besides localhost that requests may name, such as that of a tunnel: a name, an
    /// address, or *.example.org; `*` for every one. Without keys a server on loopback refuses all
    /// others with 403, since a page of any site can reach it under a name of its own; with this
    /// flag every server does.
    #[arg(long, value_name = "HOST,HOST", value_delimiter = ',')]
    pub allowed_hosts: Vec<String>,
    /// Serve HTTPS with this certificate: PEM, the server's own first, then those that signed it.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// Private key of `--tls-cert`: PEM, not encrypted.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
}

#[derive(Clone, Debug, Args)]
pub struct ChatArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    /// System message.
    #[arg(long)]
    pub system: Option<String>,
    /// Longest answer.
    #[arg(long, default_value_t = 1024)]
    pub max_tokens: u32,
    /// 0 is greedy. Default: the model's profile.
    #[arg(long)]
    pub temperature: Option<f32>,
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Let the model think before it answers, if its template can.
    #[arg(long)]
    pub think: bool,
}

#[derive(Clone, Debug, Args)]
pub struct PlanArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// Do not wrap lines to the width of the terminal (100 columns where there is none).
    #[arg(long)]
    pub wide: bool,
}

#[derive(Clone, Debug, Args)]
pub struct ExplainArgs {
    #[command(flatten)]
    pub serve: ServeArgs,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// Do not wrap lines to the width of the terminal (100 columns where there is none).
    #[arg(long)]
    pub wide: bool,
}

#[derive(Clone, Debug, Args)]
pub struct KernelsArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    /// Bind this model's kernels and say which row each layer got and why others were rejected.
    #[arg(long)]
    pub explain: bool,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    /// Do not wrap lines to the width of the terminal (100 columns where there is none).
    #[arg(long)]
    pub wide: bool,
}

#[derive(Clone, Debug, Args)]
pub struct VerifyArgs {
    #[command(flatten)]
    pub model: ModelArgs,
    /// safetensors file with `input_ids` and the reference's taps.
    #[arg(long, value_name = "FILE")]
    pub taps: PathBuf,
}

#[derive(Clone, Debug, Args)]
pub struct DoctorArgs {
    #[command(flatten)]
    pub serve: ServeArgs,
}

/// Everything that is not named here is as it was when the recording was made.
#[derive(Clone, Debug, Args)]
pub struct ReplayArgs {
    /// A recording, or a folder of them.
    #[arg(value_name = "FILE|DIR")]
    pub path: PathBuf,
    /// Folder or hub id of the model to run instead of the recorded one.
    #[arg(long, value_name = "PATH|HUB-ID")]
    pub model: Option<String>,
    /// Compute type instead of the recorded one; the bits may then differ.
    #[arg(long, value_enum)]
    pub dtype: Option<DtypeChoice>,
    /// CPU kernel set instead of the recorded one; the bits may then differ.
    #[arg(long)]
    pub isa: Option<String>,
    /// Compute threads. Tokens do not depend on it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn served_names_are_never_empty() {
        let names = |list: &str| {
            let cli = Cli::try_parse_from(["atlas", "serve", "--served-model-name", list]);
            cli.map(|cli| match cli.verb {
                Verb::Serve(args) => args.answers.served_model_name,
                _ => Vec::new(),
            })
        };
        assert_eq!(names("a, b").ok(), Some(vec!["a".to_owned(), "b".to_owned()]));
        for bad in ["", ",", "a,", " "] {
            assert!(names(bad).is_err(), "{bad:?}");
        }
    }
}
