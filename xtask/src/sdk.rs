//! The official client libraries against a running server.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A server process that ends with this value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // Already gone is as good as killed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Serves the bundled model on a free port and runs `tests/sdk/run.sh URL`, which installs the
/// pinned clients and prints `N passed, N failed`. Without a `binary` the release is built and
/// serves.
///
/// # Errors
/// A build or server that fails, or a client library that fails a test.
pub fn run(root: &Path, binary: Option<&Path>) -> Result<()> {
    let binary = match binary {
        Some(binary) => std::path::absolute(binary)?,
        None => release(root)?,
    };
    let mut child = Command::new(&binary)
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("starting {}", binary.display()))?;
    let stdout = child.stdout.take().context("the server has no output")?;
    let _server = Server(child);
    let url = wait_for_url(BufReader::new(stdout))?;
    println!("serving at {url}");
    let status = Command::new("bash")
        .current_dir(root.join("tests/sdk"))
        .args(["run.sh", &url])
        .status()
        .context("running tests/sdk/run.sh")?;
    if !status.success() {
        bail!("client libraries: {status}");
    }
    Ok(())
}

/// Builds the release binary.
fn release(root: &Path) -> Result<PathBuf> {
    let built = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["build", "--release", "--quiet"])
        .status()?;
    if !built.success() {
        bail!("building the release binary failed");
    }
    Ok(root.join("target/release/atlas"))
}

/// The first `http://` address that the server prints; it prints it when it is ready. The rest of
/// its output is read to the end on a thread, so that the pipe never fills.
fn wait_for_url(mut lines: BufReader<std::process::ChildStdout>) -> Result<String> {
    let mut line = String::new();
    loop {
        line.clear();
        if lines.read_line(&mut line)? == 0 {
            bail!("the server ended before it was ready");
        }
        if let Some(at) = line.find("http://") {
            let url = line[at..].split_whitespace().next().unwrap_or_default().to_owned();
            std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
            return Ok(url);
        }
    }
}
