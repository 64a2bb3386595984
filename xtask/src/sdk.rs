//! The official client libraries against a running server.

use crate::server::{self, Server};
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Serves the bundled model on a free port and runs `tests/sdk/run.sh URL`, which installs the
/// pinned clients and prints `N passed, N failed`. Without a `binary` the release is built and
/// serves.
///
/// # Errors
/// A build or server that fails, or a client library that fails a test.
pub fn run(root: &Path, binary: Option<&Path>) -> Result<()> {
    let server = Server::start::<&str>(&server::binary(root, binary)?, &[])?;
    println!("serving at {}", server.url);
    let status = Command::new("bash")
        .current_dir(root.join("tests/sdk"))
        .args(["run.sh", &server.url])
        .status()
        .context("running tests/sdk/run.sh")?;
    if !status.success() {
        bail!("client libraries: {status}");
    }
    Ok(())
}
