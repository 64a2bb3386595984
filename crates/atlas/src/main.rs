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
mod server_facts;
mod settings;
mod verbs;

use anyhow::Result;
use atlas_server::EdgeCounts;
use cli::{Cli, Origins, Verb};
use std::process::ExitCode;

fn main() -> ExitCode {
    let (cli, origins) = cli::parse();
    let ended = run(cli, &origins);
    if let Err(e) = &ended {
        log::last_words(&format!("error: {}", chain(e)));
    }
    log::flush();
    if ended.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(cli: Cli, origins: &Origins) -> Result<()> {
    let counts = EdgeCounts::default();
    log::start(&cli, counts.clone())?;
    match cli.verb {
        Verb::Serve(args) => verbs::serve::run(args, origins.clone(), cli.log_format, counts),
        Verb::Chat(args) => verbs::chat::run(&args),
        Verb::Bench(args) => verbs::bench::run(&args),
        Verb::Top(args) => verbs::top::run(&args),
        Verb::Plan(args) => verbs::plan::run(&args),
        Verb::Explain(args) => {
            let log = verbs::explain::log_settings(cli.log, cli.verbose, cli.log_format);
            verbs::explain::run(&args, log, origins)
        }
        Verb::Kernels(args) => verbs::kernels::run(&args),
        Verb::Verify(args) => verbs::verify::run(&args),
        Verb::Doctor(args) => verbs::doctor::run(&args),
        Verb::Replay(args) => verbs::replay::run(&args),
        Verb::Quantize(args) => verbs::quantize::run(&args),
        Verb::Completions { shell } => {
            verbs::manual::completions(shell);
            Ok(())
        }
        Verb::Man { verb } => verbs::manual::page(&verb),
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
