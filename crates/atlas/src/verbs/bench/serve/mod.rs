//! `atlas bench serve`: load on a running server, over the OpenAI API.

mod answer;
mod arrivals;
mod bodies;
mod client;
mod events;
mod load;
mod prompts;
mod report;
mod samples;
mod trace;
mod workload;

use crate::cli::{BenchServeArgs, EndpointChoice, PromptFormChoice};
use crate::print::{self, say};
use anyhow::{Context, Result, bail};
use bodies::{Bodies, PromptForm};
use client::{Failure, Target};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use load::{Driver, Pace, Row};
use prompts::{Piece, WordTokens};
use report::{Report, load_name};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch;
use workload::Workload;

/// Requests of a row in which all are sent at once, unless given.
const BURST_REQUESTS: u64 = 64;

/// Least number of requests of a row, unless given.
const REQUESTS_MIN: u64 = 8;

/// Seconds that a row with a rate lasts, unless given.
const RATE_SECONDS: f64 = 10.0;

/// Exit status of a program that Ctrl-C ends, as shells report it.
const INTERRUPTED: i32 = 130;

/// Sends the load and prints the figures.
///
/// # Errors
/// Flags that contradict each other, a server that does not answer, a request that failed (unless
/// failures are allowed), or every request failed.
pub fn run(args: &BenchServeArgs) -> Result<()> {
    let trace = args.trace.as_deref().map(trace::read).transpose()?;
    let workload = Workload::new(args, trace)?;
    let rows = rows(args, &workload)?;
    if args.endpoint == EndpointChoice::Chat && args.prompt_form == PromptFormChoice::Ids {
        bail!("--prompt-form ids: chat messages hold text; use words, or --endpoint completions");
    }
    if args.turns > 1 && args.prompt_form == PromptFormChoice::Ids {
        bail!("--prompt-form ids: --turns adds the text of answers to prompts; use words");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(measure(args, workload, &rows))?;
    print_report(args, &report)?;
    verdict(&report, args.allow_failures)
}

/// The rows of the run, in the order of the flags.
///
/// # Errors
/// A rate without end.
fn rows(args: &BenchServeArgs, workload: &Workload) -> Result<Vec<Row>> {
    let requests = |default: u64| match (args.requests, args.duration) {
        (Some(n), _) => Some(n),
        (None, Some(_)) => None,
        (None, None) => Some(default),
    };
    let turns = u64::from(args.turns);
    let mut out: Vec<(Pace, Option<u64>)> = Vec::new();
    if let Some(lines) = &workload.trace {
        let all = lines.len() as u64;
        let count = args.requests.map_or(all, |n| n.min(all));
        out.push((Pace::Trace { speed: args.trace_speed }, Some(count)));
    } else if args.rate.is_empty() {
        let one = [1];
        let all = if args.concurrency.is_empty() { &one } else { &args.concurrency[..] };
        for &concurrency in all {
            let users = u64::from(concurrency);
            let default = if turns > 1 { users * turns } else { (4 * users).max(REQUESTS_MIN) };
            out.push((Pace::Closed { concurrency }, requests(default)));
        }
    }
    for rate in args.rate.iter().map(|r| r.0) {
        let burstiness = args.burstiness;
        if rate.is_infinite() && args.requests.is_none() && args.duration.is_some() {
            bail!("--rate inf sends all requests at once, without end: give --requests N");
        }
        let (rate, default) = match rate.is_finite() {
            true => (Some(rate), ((rate * RATE_SECONDS).ceil() as u64).max(REQUESTS_MIN)),
            false => (None, BURST_REQUESTS),
        };
        out.push((Pace::Open { rate, burstiness }, requests(default.saturating_mul(turns))));
    }
    let row = |(i, (pace, requests))| Row { number: i as u64, pace, requests };
    Ok(out.into_iter().enumerate().map(row).collect())
}

/// Sends all rows.
async fn measure(args: &BenchServeArgs, workload: Workload, rows: &[Row]) -> Result<Report> {
    let stop = watch_interrupts();
    let target = Target::new(&args.url, args.api_key.as_deref(), args.timeout)?;
    let model = match &args.model {
        Some(name) => name.clone(),
        None => target.first_model().await?,
    };
    let form = prompt_form(args, &target, &model).await?;
    let mut report = Report::new(args, target.base(), &model, form);
    let shares = workload.shares_prompts();
    let driver = Arc::new(Driver {
        target,
        bodies: Bodies::new(args, model, form),
        workload,
        seed: args.seed,
        think_time: args.think_time,
        duration: args.duration,
        stop: stop.clone(),
    });
    for row in rows {
        driver.warm_up(row, args.warm_up).await?;
        if *stop.borrow() {
            break;
        }
        let bar = progress(row)?;
        let collected = driver.run(row, &bar).await;
        bar.finish_and_clear();
        let figures = report::summarise(row, &collected, args.slo);
        let full = !args.no_ignore_eos;
        report.notes.extend(report::notes(&figures, !args.no_stream, full, shares));
        report.rows.push(figures);
    }
    report.interrupted = *stop.borrow();
    Ok(report)
}

/// The first Ctrl-C sets the flag, the second one ends the program.
fn watch_interrupts() -> watch::Receiver<bool> {
    let (set, stop) = watch::channel(false);
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            let _ = set.send(true);
        }
        if tokio::signal::ctrl_c().await.is_ok() {
            std::process::exit(INTERRUPTED);
        }
    });
    stop
}

/// The form of the prompts: as asked for, or by a request that shows whether the server takes ids.
///
/// # Errors
/// The server does not answer the requests that measure the tokens of words.
async fn prompt_form(args: &BenchServeArgs, target: &Target, model: &str) -> Result<PromptForm> {
    let ids = PromptForm::Ids { vocab_size: args.vocab_size };
    match args.prompt_form {
        PromptFormChoice::Ids => return Ok(ids),
        PromptFormChoice::Auto
            if args.endpoint == EndpointChoice::Completions && args.turns == 1 =>
        {
            let probe = bodies::probe(args.endpoint, model, json!([5, 6, 7, 8]));
            match target.ask("/v1/completions", probe, false).await {
                Ok(_) => return Ok(ids),
                Err(Failure::Status(400 | 422 | 500, _)) => {}
                Err(failure) => bail!("{}: {failure}", failure.kind()),
            }
        }
        PromptFormChoice::Auto | PromptFormChoice::Words => {}
    }
    let mut counts = Vec::new();
    for words in [32, 96] {
        let piece = Piece { key: prompts::key(&[args.seed, u64::from(words)]), tokens: words };
        let text = prompts::words(&[piece], WordTokens::UNKNOWN, true);
        let probe = bodies::probe(args.endpoint, model, json!(text));
        let route = match args.endpoint {
            EndpointChoice::Chat => "/v1/chat/completions",
            EndpointChoice::Completions => "/v1/completions",
        };
        match target.ask(route, probe, false).await {
            Ok(answer) => counts.push((words, answer.usage.and_then(|u| u.prompt_tokens))),
            Err(e) => bail!("measuring the tokens of words: {}: {e}", e.kind()),
        }
    }
    Ok(PromptForm::Words(match counts[..] {
        [(few, Some(few_tokens)), (many, Some(many_tokens))] => {
            WordTokens::of((few, few_tokens), (many, many_tokens))
        }
        _ => WordTokens::UNKNOWN,
    }))
}

/// A bar on a terminal; elsewhere nothing.
fn progress(row: &Row) -> Result<ProgressBar> {
    let (bar, template) = match row.requests {
        Some(count) => (ProgressBar::new(count), "{msg} {bar:30} {pos}/{len} {elapsed}"),
        None => (ProgressBar::no_length(), "{msg} {spinner} {pos} {elapsed}"),
    };
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.set_style(ProgressStyle::with_template(template).context("progress style")?);
    bar.set_message(load_name(&row.pace));
    Ok(bar)
}

/// Prints the report, as JSON where it is asked for without a file.
fn print_report(args: &BenchServeArgs, report: &Report) -> Result<()> {
    let json = args
        .json
        .as_ref()
        .map(|path| serde_json::to_string_pretty(report).map(|text| (path.as_path(), text)));
    match json.transpose()? {
        Some((path, text)) if path == Path::new("-") => say!("{text}"),
        Some((path, text)) => {
            print::write(format_args!("{}", report::text(report)));
            let written = std::fs::write(path, text + "\n");
            written.with_context(|| format!("--json: writing {}", path.display()))?;
        }
        None => print::write(format_args!("{}", report::text(report))),
    }
    Ok(())
}

/// # Errors
/// Requests failed.
fn verdict(report: &Report, allow_failures: bool) -> Result<()> {
    let answered: u64 = report.rows.iter().map(|r| r.answered).sum();
    let failed: u64 = report.rows.iter().map(|r| r.failed).sum();
    let first = report.rows.iter().flat_map(|r| &r.failures).next();
    match first {
        Some(f) if answered == 0 => {
            bail!("every request failed: {}: {}", f.kind, f.message)
        }
        Some(f) if !allow_failures => bail!(
            "{failed} of {} requests failed (first: {}: {}): --allow-failures accepts that",
            answered + failed,
            f.kind,
            f.message
        ),
        None if answered == 0 && !report.interrupted => {
            bail!("no request was sent: --duration is too short")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{BenchKind, Cli, Verb};
    use clap::Parser;

    fn args(flags: &[&str]) -> Result<BenchServeArgs, String> {
        let all = ["atlas", "bench", "serve"].iter().chain(flags);
        let cli = Cli::try_parse_from(all).map_err(|e| e.to_string())?;
        match cli.verb {
            Verb::Bench(bench) => match bench.kind {
                BenchKind::Serve(args) => Ok(*args),
                _ => Err("another kind".into()),
            },
            _ => Err("another verb".into()),
        }
    }

    fn counts(flags: &[&str]) -> Vec<Option<u64>> {
        let args = args(flags).unwrap();
        let workload = Workload::new(&args, None).unwrap();
        rows(&args, &workload).unwrap().iter().map(|r| r.requests).collect()
    }

    #[test]
    fn rows_have_the_requests_of_their_load() {
        assert_eq!(counts(&[]), [Some(8)]);
        assert_eq!(counts(&["--concurrency", "1,4"]), [Some(8), Some(16)]);
        assert_eq!(counts(&["--users", "3", "--turns", "5"]), [Some(15)]);
        assert_eq!(counts(&["--rate", "2,inf"]), [Some(20), Some(64)]);
        assert_eq!(counts(&["--rate", "2", "--duration", "1"]), [None]);
        assert_eq!(counts(&["--requests", "3", "--duration", "1"]), [Some(3)]);
        let endless = args(&["--rate", "inf", "--duration", "1"]).unwrap();
        assert!(rows(&endless, &Workload::new(&endless, None).unwrap()).is_err());
    }

    #[test]
    fn loads_exclude_each_other() {
        for bad in [
            &["--rate", "1", "--concurrency", "2"][..],
            &["--trace", "f", "--rate", "1"],
            &["--trace", "f", "--turns", "2"],
            &["--trace-speed", "2"],
            &["--burstiness", "2"],
            &["--rate", "0"],
            &["--slo", "foo"],
            &["--concurrency", "0"],
            &["--extra-body", "[]"],
        ] {
            assert!(args(bad).is_err(), "{bad:?}");
        }
        let long = args(&["--shared-prefix", "8", "--prompt-len", "8..9"]).unwrap();
        assert!(Workload::new(&long, None).is_err());
    }
}
