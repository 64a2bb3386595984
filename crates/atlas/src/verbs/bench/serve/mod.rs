//! `atlas bench serve`: load on a running server, over the OpenAI API.

mod answer;
mod arrivals;
mod bodies;
mod ceiling;
pub mod client;
pub mod events;
mod load;
mod notes;
mod page;
mod probe;
mod prompts;
mod report;
mod rows;
mod samples;
mod tables;
mod trace;
mod warm_up;
mod workload;

use crate::cli::{BenchServeArgs, EndpointChoice, PromptFormChoice};
use crate::print::{self, say};
use crate::verbs::bench::page::{Destination, command, host};
use anyhow::{Context, Result, bail};
use bodies::Bodies;
use client::Target;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use load::{Driver, Row};
use probe::prompt_form;
use report::Report;
use rows::rows;
pub use samples::{Distribution, Quantile};
use std::path::Path;
use std::sync::Arc;
use tables::load_name;
use tokio::sync::watch;
use workload::Workload;

/// Exit status of a program that Ctrl-C ends, as shells report it.
const INTERRUPTED: i32 = 130;

/// Sends the load, prints the figures and writes the page to the file `page`.
///
/// # Errors
/// Flags that contradict each other, a file that cannot be written, a server that does not answer,
/// a request that failed (unless failures are allowed), or every request failed.
pub fn run(args: &BenchServeArgs, page: Option<&Path>) -> Result<()> {
    let destination = page.map(Destination::check).transpose()?;
    let trace = args.trace.as_deref().map(trace::read).transpose()?;
    let workload = Workload::new(args, trace)?;
    let rows = rows(args, &workload)?;
    if args.endpoint == EndpointChoice::Chat && args.prompt_form == PromptFormChoice::Ids {
        bail!("--prompt-form ids: chat messages hold text; use words, or --endpoint completions");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let report = runtime.block_on(measure(args, workload, &rows))?;
    print_report(args, &report)?;
    if let Some(destination) = destination {
        let page = page::page(&report, command(args.api_key.as_deref()), host());
        destination.write(&page.html())?;
    }
    verdict(&report, args.allow_failures)
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
    report.server_version = target.version().await;
    report.ceiling = ceiling::of(&target).await;
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
        warm_up::warm_up(&driver, row, args.warm_up).await?;
        if *stop.borrow() {
            break;
        }
        let bar = progress(row)?;
        let collected = driver.run(row, &bar).await;
        bar.finish_and_clear();
        let figures = report::summarise(row, &collected, args.slo);
        let full = !args.no_ignore_eos;
        report.notes.extend(notes::notes(&figures, !args.no_stream, full, shares));
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
            crate::log::exit(INTERRUPTED);
        }
    });
    stop
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
            print::write(format_args!("{}", tables::text(report)));
            let written = std::fs::write(path, text + "\n");
            written.with_context(|| format!("--json: writing {}", path.display()))?;
        }
        None => print::write(format_args!("{}", tables::text(report))),
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
            bail!("no request was sent: raise --duration or --rate")
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::cli::{BenchKind, Cli, Verb};
    use clap::Parser;

    pub fn args(flags: &[&str]) -> Result<BenchServeArgs, String> {
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
