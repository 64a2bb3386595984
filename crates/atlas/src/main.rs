//! The Atlas binary: flags and wiring.

mod bench;
mod bundled;
mod chat;
mod cli;
mod device;
mod edge;
mod graphs;
mod hub;
mod inspect;
mod launch;
mod listen;
mod observer;
mod output;
mod profile;
mod reference;
mod replay;
mod say;
mod serve;
mod settings;
mod setup;
mod source;
mod talk;

use anyhow::{Context, Result};
use clap::Parser;
use cli::{Cli, ReferencePage, Verb};
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
        Verb::Serve(args) => serve::run(args),
        Verb::Chat(args) => talk::run(&args),
        Verb::Bench(args) => bench::run(&args.kind),
        Verb::Plan(args) => inspect::plan(&args),
        Verb::Explain(args) => inspect::explain(&args, &cli.log, cli.log_json),
        Verb::Kernels(args) => inspect::kernels(&args),
        Verb::Verify(args) => inspect::verify(&args),
        Verb::Doctor(args) => inspect::doctor(&args),
        Verb::Replay(args) => replay::run(&args),
        Verb::Reference { page } => {
            let text = match page {
                ReferencePage::Flags => reference::flags(),
                ReferencePage::Ops => reference::ops(),
                ReferencePage::Metrics => reference::metrics(),
            };
            crate::say::write(format_args!("{text}"));
            Ok(())
        }
    }
}

/// An error and its causes. Many messages quote their cause; such a cause is not told twice.
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
    fn a_cause_is_told_once() {
        let e = anyhow::anyhow!("gone").context("reading x: gone").context("loading");
        assert_eq!(chain(&e), "loading: reading x: gone");
        assert_eq!(chain(&anyhow::anyhow!("gone").context("reading x")), "reading x: gone");
    }
}
