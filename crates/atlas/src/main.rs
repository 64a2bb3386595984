//! The Atlas binary: flags and wiring.

mod answers;
mod checkpoint;
mod cli;
mod connections;
mod launch;
mod log;
mod memory_needs;
mod network;
mod observer;
mod print;
mod profile;
mod recorded_setup;
mod settings;
mod verbs;

use anyhow::Result;
use atlas_server::EdgeCounts;
use clap::Parser;
use cli::{Cli, Verb};
use std::process::ExitCode;

fn main() -> ExitCode {
    let ended = run(Cli::parse());
    if let Err(e) = &ended {
        log::last_words(&format!("error: {}", chain(e)));
    }
    log::flush();
    if ended.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(cli: Cli) -> Result<()> {
    let counts = EdgeCounts::default();
    log::start(&cli, counts.clone())?;
    match cli.verb {
        Verb::Serve(args) => verbs::serve::run(args, counts),
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
