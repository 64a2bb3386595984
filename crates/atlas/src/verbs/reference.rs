//! Generated reference pages, printed by the hidden verb `reference`.

use crate::cli::{ReferencePage, command};
use crate::print;
use atlas_core::{EngineStats, KvTierCounts};
use atlas_server::Metrics;
use atlas_tensor::WeightFormat;
use atlas_tensor::weights::pairs::{DeviceKind, LEGAL_PAIRS};
use clap::Command;
use std::fmt::Write as _;

/// Prints a page.
pub fn run(page: ReferencePage) {
    let text = match page {
        ReferencePage::Flags => flags(),
        ReferencePage::Ops => ops(),
        ReferencePage::Metrics => metrics(),
        ReferencePage::JsonSchema => json_schema(),
        ReferencePage::Weights => weights(),
    };
    print::write(format_args!("{text}"));
}

/// docs/reference/flags.md: every verb and flag, from the same table that parses them.
fn flags() -> String {
    let mut out = String::from(
        "# Flags\n\nPrinted by the binary (`cargo xtask docs`); do not edit. Every flag is \
         also the environment variable `ATLAS_<FLAG>` (`--max-seq-len`: `ATLAS_MAX_SEQ_LEN`; \
         the model: `ATLAS_MODEL`) and, by its name, a key of the TOML file that \
         `--config-file` names (`max-seq-len = 4096`, `strict-requests = true`, `api-key = \
         [\"a\", \"b\"]`). The command line goes before the environment, the environment \
         before the file, the file before the default. An unknown key, a value of another \
         type or a misspelled variable ends the start. A file may hold flags of several \
         verbs; each verb takes its own. Other variables that are read: for downloads the hub \
         client's own (`HF_HOME`, `HF_HUB_CACHE`, `HF_HUB_OFFLINE`, `HF_TOKEN`, \
         `HF_ENDPOINT`), for colours `NO_COLOR` and \
         `TERM`, and systemd's (`NOTIFY_SOCKET`, `WATCHDOG_USEC`).\n",
    );
    let mut root = command();
    root.build();
    verb(&mut out, &root, "atlas");
    out
}

fn verb(out: &mut String, command: &Command, path: &str) {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let _ = write!(out, "\n## `{path}`\n{about}\n");
    let args: Vec<_> = command
        .get_arguments()
        .filter(|a| !a.is_hide_set() && !["help", "version"].contains(&a.get_id().as_str()))
        .collect();
    if !args.is_empty() {
        out.push_str("\n| flag | default | meaning |\n|---|---|---|\n");
    }
    for arg in args {
        let value = arg
            .get_value_names()
            .filter(|_| arg.get_action().takes_values())
            .map(|n| {
                format!(" {}", n.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            })
            .unwrap_or_default();
        let name = match arg.get_long() {
            Some(long) => format!("--{long}{value}"),
            None => value.trim().to_owned(),
        };
        let default = arg
            .get_default_values()
            .iter()
            .map(|v| v.to_string_lossy().into_owned())
            .collect::<Vec<_>>()
            .join(",");
        let mut help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let choices: Vec<String> =
            arg.get_possible_values().iter().map(|v| v.get_name().to_owned()).collect();
        if arg.get_action().takes_values() && !choices.is_empty() {
            let _ = write!(help, " One of: {}.", choices.join(", "));
        }
        let cell = |s: &str| s.replace('|', "\\|").replace('\n', " ");
        let _ = writeln!(out, "| `{}` | {} | {} |", cell(&name), cell(&default), cell(help.trim()));
    }
    for sub in command.get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help") {
        verb(out, sub, &format!("{path} {}", sub.get_name()));
    }
}

/// docs/reference/ops.md: every kernel row of this build.
fn ops() -> String {
    let mut out = String::from(
        "# Ops and their kernel rows\n\nPrinted by the binary (`cargo xtask docs`); do not edit. \
         `docs/contracts/ops.md` says what each op means. A row serves a layer if this CPU has its \
         instructions and the row serves the layer's formats; the first such row is bound at \
         load.\n\n\
         | op | row | needs | row contract |\n|---|---|---|---|\n",
    );
    for row in atlas_tensor::cpu::all_rows() {
        let contract = if row.width_invariant { "kept" } else { "not kept" };
        let _ = writeln!(
            out,
            "| `{}` | `{}` | {} | {contract} |",
            row.op,
            row.name,
            row.runs_on.name()
        );
    }
    out
}

/// docs/reference/weights.md: activations that weights are multiplied with, by format and device.
fn weights() -> String {
    let devices = [DeviceKind::Cpu, DeviceKind::Cuda];
    let mut out = String::from(
        "# Weight formats and activations\n\nPrinted by the binary (`cargo xtask docs`); do not \
         edit. For each format of weights, the types of activations that kernels of linears and \
         experts multiply it with. It is the table in \
         `crates/atlas-tensor/src/weights/pairs.rs`: a kernel of another pair does not compile \
         (`crates/atlas-tensor/tests/compile_fail`). The CPU rounds activations to bf16 where the \
         server computes in bf16, also for kernels that multiply in f32; a kernel of bf16 \
         activations serves no other. `int8` is signed bytes with a scale for 32 of them, which it \
         rounds to for blocks of ggml (`q4_0` and on) and integers in groups (`int4`, `int8`). \
         Scales are beside the weights.\n\n| weights |",
    );
    for device in devices {
        let _ = write!(out, " {} |", device.name());
    }
    out.push_str(" block scales | f32 scales |\n|---|---|---|---|---|\n");
    for format in WeightFormat::ALL {
        let _ = write!(out, "| `{}` |", format.name());
        for device in devices {
            let pairs = LEGAL_PAIRS.iter().filter(|p| (p.format(), p.device()) == (format, device));
            let names: Vec<_> = pairs.map(|pair| pair.activation().name()).collect();
            let _ = write!(out, " {} |", names.join(", "));
        }
        let (blocks, scales) = match format {
            WeightFormat::Bf16 | WeightFormat::F16 | WeightFormat::F32 => ("", ""),
            WeightFormat::Fp8Row => ("", "for a row, or for the matrix"),
            WeightFormat::Fp8Block => ("", "for 128 rows by 128 elements"),
            WeightFormat::Nvfp4 => ("E4M3 for 16 elements", "for a row, or for the matrix"),
            WeightFormat::Mxfp4 => ("E8M0 for 32 elements", ""),
            WeightFormat::Int4 { .. } | WeightFormat::Int8 { .. } => {
                ("a scale and a zero for a group", "")
            }
            WeightFormat::Ggml(_) => ("among the codes", ""),
        };
        let _ = writeln!(out, " {blocks} | {scales} |");
    }
    out
}

/// docs/reference/metrics.md: every metric family that `/metrics` writes.
fn metrics() -> String {
    let mut out = String::from(
        "# Metrics\n\nPrinted by the binary (`cargo xtask docs`); do not edit. `/metrics` writes \
         these in Prometheus form; the `vllm:` names are the same values under the names that \
         existing dashboards and routers read. Those of `atlas_kv_tier_*` are there with \
         `--kv-tier` alone.\n\n| name | type | meaning |\n|---|---|---|\n",
    );
    let metrics = Metrics::new("model");
    // Families whose labels come from requests are written once they have one.
    metrics.http().began("GET", "/", 200);
    metrics.http().ended("GET", "/", 0.0);
    metrics.ignored_field("x");
    let stats = EngineStats { tier: Some(KvTierCounts::default()), ..EngineStats::default() };
    let text = metrics.render(&stats).unwrap_or_default();
    let mut help = std::collections::BTreeMap::new();
    for line in text.lines() {
        if let Some((name, words)) = line.strip_prefix("# HELP ").and_then(|l| l.split_once(' ')) {
            help.insert(name, words);
        }
        if let Some((name, kind)) = line.strip_prefix("# TYPE ").and_then(|l| l.split_once(' ')) {
            let meaning = help.get(name).copied().unwrap_or_default();
            let _ = writeln!(out, "| `{name}` | {kind} | {meaning} |");
        }
    }
    out
}

/// docs/reference/json-schema.md: every keyword, from the table that the schemas of requests are
/// read by.
fn json_schema() -> String {
    let mut out = String::from(
        "# JSON Schema\n\nPrinted by the binary (`cargo xtask docs`); do not edit. The \
         keywords of a schema in `response_format` (or `text.format`, `guided_json`, \
         `structured_outputs`) and in the parameters of tools. A schema in `response_format` \
         that says what cannot be enforced is refused with 400, which names the keyword by \
         its JSON pointer. In a tool that keyword is left open, named in the log and in the \
         header `x-atlas-schema-open` as `TOOL#POINTER`. All drafts are read alike; a keyword \
         with the value null counts as absent, an unknown one says nothing. \
         `json-schema-suite.md` has the results of the public test suite.\n\n| keyword | \
         treatment | note |\n|---|---|---|\n",
    );
    for row in atlas_text::schema_keywords::KEYWORDS {
        let _ = writeln!(out, "| `{}` | {} | {} |", row.name, row.kept.name(), row.note);
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_documented_flag_is_there() {
        let page = super::flags();
        for flag in [
            "--host",
            "--port",
            "--device",
            "--dtype",
            "--max-seq-len",
            "--max-batch-size",
            "--max-num-batched-tokens",
            "--kv-cache-memory-gb",
            "--prefix-cache",
            "--state-snapshot-gb",
            "--host-cache-gb",
            "--verify-hits",
            "--run-ahead",
            "--served-model-name",
            "--chat-template",
            "--threads",
            "--max-body-mb",
            "--load-format",
            "--strict-requests",
            "--allow-config-key",
            "--taps",
            "--isa",
        ] {
            assert!(page.contains(&format!("`{flag}")), "{flag}");
        }
        assert!(page.contains("## `atlas bench latency`"));
    }
}
