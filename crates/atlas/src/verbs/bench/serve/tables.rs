//! A report as text.

use super::bodies::PromptForm;
use super::load::Pace;
use super::report::Report;
use crate::print;
use std::fmt::Write as _;

/// A short name of a row's load.
pub fn load_name(pace: &Pace) -> String {
    match pace {
        Pace::Closed { concurrency } => format!("{concurrency} at once"),
        Pace::Open { rate: Some(rate), .. } => format!("{rate}/s"),
        Pace::Open { rate: None, .. } => "all at once".to_owned(),
        Pace::Trace { speed } => format!("trace x{speed}"),
    }
}

/// The report as text.
pub fn text(report: &Report) -> String {
    let lengths = match (&report.prompt_len, &report.output_len, &report.trace) {
        (Some(prompt), Some(output), None) => format!("{prompt} prompt + {output} output tokens"),
        (_, _, trace) => format!("lengths of {}", trace.as_deref().unwrap_or("a trace")),
    };
    let form = match report.prompts {
        PromptForm::Ids { .. } => "token ids".to_owned(),
        PromptForm::Words(words) => format!("words ({:.2} tokens each)", words.tokens_per_word),
    };
    let mut out = format!(
        "serve {} at {}: {lengths}, prompts of {form}, {}{}, seed {}, {}\n",
        report.model,
        report.url,
        if report.stream { "streamed" } else { "whole answers" },
        if report.turns > 1 { format!(", {} turns", report.turns) } else { String::new() },
        report.seed,
        report.started,
    );
    let _ = writeln!(out, "\n{}", rates(report));
    let _ = writeln!(out, "\n{}", times(report));
    for row in &report.rows {
        for f in &row.failures {
            let name = load_name(&row.load);
            let _ = writeln!(out, "failed: {name}: {} x {}: {}", f.count, f.kind, f.message);
        }
    }
    for note in &report.notes {
        let _ = writeln!(out, "note: {note}");
    }
    if report.interrupted {
        let abandoned: u64 = report.rows.iter().map(|r| r.abandoned).sum();
        let _ = writeln!(out, "interrupted: {abandoned} requests in flight are not counted");
    }
    out
}

/// Counts and rates, a line a row.
fn rates(report: &Report) -> comfy_table::Table {
    let header = [
        "load",
        "answered",
        "failed",
        "s",
        "req/s",
        "out tok/s",
        "all tok/s",
        "prompt tok",
        "cached",
        "goodput",
    ];
    let mut table = print::table(header, true);
    let absent = || "–".to_owned();
    for r in &report.rows {
        let answered = r.answered.max(1) as f64;
        let cached = r.cached_tokens.zip(r.prompt_tokens);
        table.add_row([
            load_name(&r.load),
            r.answered.to_string(),
            r.failed.to_string(),
            format!("{:.2}", r.seconds),
            format!("{:.2}", r.requests_per_second),
            format!("{:.1}", r.output_tokens_per_second),
            r.total_tokens_per_second.map_or_else(absent, |t| format!("{t:.1}")),
            r.prompt_tokens.map_or_else(absent, |p| format!("{:.0}", p as f64 / answered)),
            cached.map_or_else(absent, |(c, p)| {
                format!("{:.0} %", 100.0 * c as f64 / p.max(1) as f64)
            }),
            r.goodput.as_ref().map_or_else(absent, |g| {
                format!("{:.2}/s, {:.0} %", g.requests_per_second, 100.0 * g.share)
            }),
        ]);
    }
    table
}

/// Distributions of the times, a line each.
fn times(report: &Report) -> comfy_table::Table {
    let mut table =
        print::table(["load", "ms", "mean", "p50", "p90", "p95", "p99", "min", "max"], true);
    for r in &report.rows {
        let all =
            [("TTFT", &r.ttft_ms), ("ITL", &r.itl_ms), ("TPOT", &r.tpot_ms), ("E2E", &r.e2e_ms)];
        for (name, d) in all.into_iter().filter_map(|(name, d)| Some((name, d.as_ref()?))) {
            let mut cells = vec![load_name(&r.load), name.to_owned()];
            let figures = [d.mean, d.p50, d.p90, d.p95, d.p99, d.min, d.max];
            cells.extend(figures.map(|ms| format!("{ms:.2}")));
            table.add_row(cells);
        }
    }
    table
}
