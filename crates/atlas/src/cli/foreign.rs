//! Flags of other servers, with the flag or the advice that this one has instead.

use clap::error::{ContextKind, ContextValue, ErrorKind};

const MODEL: &str = "the model stands without a flag: atlas serve OWNER/NAME or a folder";
const ONE_DEVICE: &str = "a model runs on one device; leave it out, or choose one with --device";
const STORED: &str = "weights are served as the checkpoint stores them; leave it out";
const CODE: &str = "code of a checkpoint is never run; leave it out";
const CALLS: &str = "tool calls are read without it; leave it out";
const TEMPLATE: &str = "chat templates are rendered without it; leave it out";

/// Flags by name; a text that begins with `--` is a flag of this server.
const FLAGS: &[(&str, &str)] = &[
    ("--model", MODEL),
    ("--model-path", MODEL),
    ("--model-id", MODEL),
    ("--hf-repo", MODEL),
    ("-m", MODEL),
    ("--max-model-len", "--max-seq-len"),
    ("--context-length", "--max-seq-len"),
    ("--ctx-size", "--max-seq-len"),
    ("-c", "--max-seq-len"),
    ("--max-total-tokens", "--max-seq-len"),
    ("--max-num-seqs", "--max-batch-size"),
    ("--max-running-requests", "--max-batch-size"),
    ("--max-concurrent-requests", "--max-batch-size"),
    ("--parallel", "--max-batch-size"),
    ("--max-prefill-tokens", "--max-num-batched-tokens"),
    ("--chunked-prefill-size", "--max-chunk-tokens"),
    ("--mem-fraction-static", "--gpu-memory-utilization"),
    ("--cuda-memory-fraction", "--gpu-memory-utilization"),
    ("--enable-prefix-caching", "--prefix-cache"),
    ("--no-enable-prefix-caching", "--prefix-cache"),
    ("--disable-radix-cache", "--prefix-cache"),
    ("--enforce-eager", "--no-graphs"),
    ("--disable-cuda-graph", "--no-graphs"),
    ("--alias", "--served-model-name"),
    ("--chat-template-file", "--chat-template"),
    ("--allowed-origins", "--cors-origin"),
    ("--ssl-certfile", "--tls-cert"),
    ("--ssl-cert-file", "--tls-cert"),
    ("--ssl-keyfile", "--tls-key"),
    ("--ssl-key-file", "--tls-key"),
    ("--log-level", "--log"),
    ("--uvicorn-log-level", "--log"),
    ("--tensor-parallel-size", ONE_DEVICE),
    ("--tp-size", ONE_DEVICE),
    ("--tp", ONE_DEVICE),
    ("--pipeline-parallel-size", ONE_DEVICE),
    ("--data-parallel-size", ONE_DEVICE),
    ("--num-shard", ONE_DEVICE),
    ("--n-gpu-layers", ONE_DEVICE),
    ("--gpu-layers", ONE_DEVICE),
    ("--quantization", STORED),
    ("--quantize", STORED),
    ("--trust-remote-code", CODE),
    ("--enable-auto-tool-choice", CALLS),
    ("--jinja", TEMPLATE),
];

/// `error` with the flag to give instead, if it is about a flag of another server.
pub fn advise(mut error: clap::Error) -> clap::Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let given = given.split('=').next().unwrap_or_default();
    let Some((_, instead)) = FLAGS.iter().find(|(name, _)| *name == given) else {
        return error;
    };
    error.remove(ContextKind::SuggestedArg);
    error.remove(ContextKind::Suggested);
    if instead.starts_with("--") {
        error.insert(ContextKind::SuggestedArg, ContextValue::String((*instead).to_owned()));
    } else {
        let advice = ContextValue::StyledStrs(vec![(*instead).into()]);
        error.insert(ContextKind::Suggested, advice);
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::sources::{command, parse_from};

    fn error(flag: &str) -> String {
        parse_from(["atlas", "serve", flag, "1"].map(Into::into).to_vec()).unwrap_err().to_string()
    }

    #[test]
    fn flags_of_other_servers_get_the_one_of_this_one() {
        let command = command();
        let serve = command.find_subcommand("serve").unwrap();
        // Global flags are those of the program until the command is built.
        let all = || command.get_arguments().chain(serve.get_arguments());
        let has = |name: &str| all().any(|arg| arg.get_long() == Some(name));
        for (flag, instead) in FLAGS {
            assert!(!has(flag.trim_start_matches("--")), "{flag} is one of this server's");
            let text = error(flag);
            assert!(text.contains(instead) && text.matches("tip:").count() == 1, "{text}");
            if let Some(name) = instead.strip_prefix("--") {
                assert!(has(name), "{name}");
            }
        }
        assert!(error("--max-model-len=4").contains("'--max-seq-len'"));
        assert!(error("--prot").contains("'--port'"));
    }
}
