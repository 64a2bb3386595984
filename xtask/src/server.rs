//! A server process of the `atlas` binary, for checks that call it over HTTP.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A running server; dropping it ends the process.
pub struct Server {
    child: Child,
    /// Address such as `http://127.0.0.1:40213`, without a path.
    pub url: String,
}

impl Server {
    /// Starts `binary serve ARGUMENTS` on a free port of loopback and blocks until it is ready.
    ///
    /// # Errors
    /// A binary that cannot run, or one that ends before it is ready.
    pub fn start<A: AsRef<OsStr>>(binary: &Path, arguments: &[A]) -> Result<Self> {
        let mut child = Command::new(binary)
            .args(["serve", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("starting {}", binary.display()))?;
        let stdout = child.stdout.take();
        // The process has its owner before anything else can fail.
        let mut server = Self { child, url: String::new() };
        let stdout = stdout.context("the server has no output")?;
        server.url = wait_for_url(BufReader::new(stdout))?;
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Already gone is as good as killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The given binary, or the release, which is built.
///
/// # Errors
/// A build that fails.
pub fn binary(root: &Path, given: Option<&Path>) -> Result<PathBuf> {
    if let Some(binary) = given {
        return Ok(std::path::absolute(binary)?);
    }
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
fn wait_for_url(mut lines: BufReader<ChildStdout>) -> Result<String> {
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
