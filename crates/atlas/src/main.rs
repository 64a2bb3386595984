//! The Atlas binary: flags and wiring.

mod answers;
mod checkpoint;
mod cli;
mod launch;
mod memory_needs;
mod network;
mod observer;
mod print;
mod profile;
mod recorded_setup;
mod settings;
mod verbs;

use anyhow::{Context, Result};
use clap::Parser;
use cli::{Cli, Verb};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {}", chain(&e));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<()> {
    log(&cli)?;
    match cli.verb {
        Verb::Serve(args) => verbs::serve::run(args),
        Verb::Chat(args) => verbs::chat::run(&args),
        Verb::Bench(args) => verbs::bench::run(&args.kind),
        Verb::Plan(args) => verbs::plan::run(&args),
        Verb::Explain(args) => verbs::explain::run(&args, &cli.log, cli.log_json),
        Verb::Kernels(args) => verbs::kernels::run(&args),
        Verb::Verify(args) => verbs::verify::run(&args),
        Verb::Doctor(args) => verbs::doctor::run(&args),
        Verb::Replay(args) => verbs::replay::run(&args),
        Verb::Reference { page } => {
            verbs::reference::run(page);
            Ok(())
        }
    }
}

/// An error and its causes. Many messages quote their cause; such a cause is not repeated.
fn chain(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(|e| e.to_string()) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}

/// Logs go to standard error; standard output is for what a verb prints. Verbs other than `serve`
/// are quiet below warnings unless asked.
fn log(cli: &Cli) -> Result<()> {
    use tracing_subscriber::EnvFilter;
    let quiet = !matches!(cli.verb, Verb::Serve(_)) && cli.log == "info";
    let filter = if quiet { "warn" } else { cli.log.as_str() };
    let filter = EnvFilter::try_new(filter).with_context(|| format!("--log {:?}", cli.log))?;
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if cli.log_json {
        builder.json().init()
    } else {
        builder.init()
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_shown_once() {
        let e = anyhow::anyhow!("gone").context("reading x: gone").context("loading");
        assert_eq!(chain(&e), "loading: reading x: gone");
        assert_eq!(chain(&anyhow::anyhow!("gone").context("reading x")), "reading x: gone");
    }
}
