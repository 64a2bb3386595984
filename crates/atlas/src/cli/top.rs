//! Flags of `atlas top`.

use clap::Args;

#[derive(Clone, Debug, Args)]
pub struct TopArgs {
    /// Address of an Atlas server that speaks plain HTTP, with or without /v1.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:8888")]
    pub url: String,
    /// Key sent as `Authorization: Bearer`.
    #[arg(long, value_name = "KEY")]
    pub api_key: Option<String>,
    /// Look for a second, print one frame as plain text and exit; so it is too where standard
    /// output is no terminal.
    #[arg(long)]
    pub once: bool,
}
