//! Serves a script in place of a model, for clients whose own prompts a small model cannot follow:
//! `cargo run -p atlas --example scripted_server -- --script FILE --port 8888`.

mod script;
mod server;

use anyhow::{Context, Result};
use clap::Parser;
use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

#[derive(Parser)]
struct Args {
    /// File of the script, in TOML.
    #[arg(long)]
    script: PathBuf,
    /// 0 takes a free port.
    #[arg(long, default_value_t = 8888)]
    port: u16,
    /// Folder of the tokenizer and the template.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/atlas-mini"))]
    model: PathBuf,
    /// Names of the model.
    #[arg(long, value_delimiter = ',')]
    served_model_name: Vec<String>,
    /// Refuse fields that no API defines.
    #[arg(long)]
    strict_requests: bool,
    /// `KEY=VALUE`: what `{KEY}` stands for in the script.
    #[arg(long)]
    set: Vec<String>,
}

#[tokio::main]
async fn main() -> Result<()> {
    let args = Args::parse();
    let filter = tracing_subscriber::EnvFilter::from_default_env();
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let pair = |s: &String| {
        let (key, value) = s.split_once('=').with_context(|| format!("--set {s}: no `=`"))?;
        Ok((key.to_owned(), value.to_owned()))
    };
    let values = args.set.iter().map(pair).collect::<Result<HashMap<_, _>>>()?;
    let text =
        std::fs::read_to_string(&args.script).with_context(|| args.script.display().to_string())?;
    let script = script::Script::parse(&text, &values)?;
    let options = server::Options {
        names: args.served_model_name,
        strict: args.strict_requests,
        ..server::Options::default()
    };
    let scripted = server::start(&args.model, script, options)?;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", args.port)).await?;
    let address = listener.local_addr()?;
    let mut out = std::io::stdout();
    writeln!(out, "Serves a script at http://{address}").and_then(|()| out.flush())?;
    axum::serve(listener, atlas_server::router(scripted.state))
        .with_graceful_shutdown(async {
            // Without signals the server runs until it is killed.
            let _ = tokio::signal::ctrl_c().await;
        })
        .await?;
    scripted.engine.shutdown();
    Ok(())
}
