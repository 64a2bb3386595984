//! The help: flags in groups, examples first.

use clap::{Arg, Command};

/// Groups of the flags of a server, by what they are about, each in the order of the help.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "Model",
        &[
            "model",
            "revision",
            "dtype",
            "cpu-activations",
            "load-format",
            "dequantize",
            "draft-dtype",
            "verify-checksums",
            "config",
            "allow-config-key",
            "chat-template",
            "profile",
            "tool-call-parser",
            "reasoning-parser",
            "served-model-name",
        ],
    ),
    (
        "Memory",
        &[
            "max-seq-len",
            "max-batch-size",
            "max-num-batched-tokens",
            "gpu-memory-utilization",
            "kv-cache-memory-gb",
            "kv-cache-dtype",
            "kv-high-precision-layers",
            "prefix-cache",
            "state-snapshot-gb",
            "host-cache-gb",
            "verify-hits",
            "grammar-cache-mb",
            "grammar-stack-mb",
            "max-bodies-mb",
        ],
    ),
    (
        "Speed",
        &[
            "device",
            "threads",
            "isa",
            "no-graphs",
            "graphs-at-start",
            "allow-library-gemm",
            "batch-invariant",
            "debug-sync",
            "debug-index",
            "max-step-ms",
            "max-chunk-tokens",
            "run-ahead",
            "speculate",
            "grammar-threads",
            "grammar-timeout",
        ],
    ),
    (
        "API",
        &[
            "host",
            "port",
            "max-body-mb",
            "strict-requests",
            "max-queue-len",
            "max-overtakes",
            "drain-timeout",
            "max-connections",
            "head-timeout-s",
            "body-timeout-s",
            "idle-timeout-s",
            "handshake-timeout-s",
        ],
    ),
    (
        "Security",
        &[
            "api-key",
            "api-tenant",
            "rate-limit-requests",
            "rate-limit-tokens",
            "cors-origin",
            "allowed-hosts",
            "tls-cert",
            "tls-key",
            "debug-endpoints",
        ],
    ),
    ("Logging", &["log", "log-format", "verbose", "record", "record-max-mb"]),
];

/// Help of the program and of its verbs that have examples.
const EXAMPLES: &[(&str, &str)] = &[
    (
        "",
        "Examples:\n  atlas serve                      a small bundled model on \
         http://127.0.0.1:8888\n  atlas serve Qwen/Qwen3-0.6B      a model of the hub, downloaded \
         once\n  atlas serve path/to/checkpoint   a folder with config.json and *.safetensors\n  \
         atlas serve path/to/model.gguf   a GGUF file, or org/name-GGUF:Q4_K_M of the hub\n  \
         atlas plan Qwen/Qwen3-0.6B       the memory that it takes, before it is loaded\n  atlas \
         chat                       talk to a model in the terminal",
    ),
    (
        "serve",
        "Examples:\n  atlas serve Qwen/Qwen3-0.6B\n  atlas serve path/to/checkpoint --port 9000 \
         --max-seq-len 32768\n  ATLAS_API_KEY=secret atlas serve --host 0.0.0.0\n  atlas serve \
         --config-file atlas.toml",
    ),
];

const SOURCES: &str = "Every flag can also be set as the environment variable ATLAS_<FLAG> \
     (ATLAS_MAX_SEQ_LEN=4096)\nand, by its name, in the file of --config-file (max-seq-len = \
     4096). The command line goes before\nthe environment, the environment before the file.";

const TEMPLATE: &str =
    "{about-with-newline}\n{before-help}{usage-heading} {usage}\n\n{all-args}{after-help}";

/// Puts the flags of every verb into groups, and the examples into the help.
pub fn arrange(command: Command) -> Command {
    let command = with_help(command, "").after_help(SOURCES);
    command.mut_args(grouped).mut_subcommands(|verb| {
        let name = verb.get_name().to_owned();
        with_help(verb, &name).mut_args(grouped).mut_subcommands(|kind| kind.mut_args(grouped))
    })
}

fn with_help(command: Command, verb: &str) -> Command {
    match EXAMPLES.iter().find(|(name, _)| *name == verb) {
        Some((_, text)) => command.before_help(*text).help_template(TEMPLATE),
        None => command,
    }
}

fn grouped(arg: Arg) -> Arg {
    let name = arg.get_long().unwrap_or_else(|| arg.get_id().as_str());
    let group = GROUPS.iter().find_map(|(heading, names)| {
        names.iter().position(|known| *known == name).map(|place| (*heading, place))
    });
    match group {
        // An argument without a flag is listed with the usage.
        Some((heading, place)) if arg.get_long().is_some() => {
            arg.help_heading(heading).display_order(place)
        }
        _ => arg,
    }
}
