//! Development tasks, called as `cargo xtask <task>`.

mod docs;
mod tidy;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Development tasks of Atlas")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Check what the compiler does not: dependency direction, sizes, banned words, fresh docs.
    Tidy,
    /// Write the generated pages of docs/reference again.
    Docs,
}

fn main() -> Result<()> {
    match Cli::parse().task {
        Task::Tidy => tidy::run(&root()),
        Task::Docs => docs::write(&root()),
    }
}

/// The repository root: the parent of this package's folder.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map(PathBuf::from).unwrap_or_default()
}
