//! Reports of the engine, without a network, as a page.

use super::measure::RequestTimes;
use super::page::{
    Headline, Level, Levels, Page, Panel, Plot, Series, Table, count, figure, percent,
};
use super::report::Report;
use super::serve::{Distribution, Quantile};
use crate::cli::BenchRunArgs;

/// A run, beside its reports.
pub struct Run<'a> {
    pub args: &'a BenchRunArgs,
    /// Start, UTC.
    pub started: String,
    pub command: String,
    pub host: String,
}

/// The page of a run; a level for each of `reports`.
pub fn page(run: Run<'_>, reports: &[Report]) -> Page {
    let first = reports.first();
    let name = |of: fn(&Report) -> String| first.map(of).unwrap_or_default();
    let device = name(|r| r.device.clone().unwrap_or_else(|| format!("CPU, {} kernels", r.isa)));
    let (prompt, output) = (run.args.prompt_len, run.args.output_len);
    Page {
        kind: format!("atlas bench {}", first.map_or("latency", |r| r.kind)),
        model: name(|r| r.model.clone()),
        summary: format!("{} on {device}: {prompt} prompt and {output} output tokens", run.started),
        headlines: headlines(reports),
        notes: reports.iter().filter_map(short).collect(),
        panels: panels(reports),
        tables: vec![summaries(reports)],
        conditions: conditions(run, first, device),
    }
}

/// A name of a report's load.
fn load(report: &Report) -> String {
    format!("{} at once", report.work.concurrency)
}

/// The remark that a report's decode figures mean nothing.
fn short(report: &Report) -> Option<String> {
    let milliseconds = report.summary.steady_ms;
    report.is_short().then(|| {
        format!(
            "{}: all sequences generated for {milliseconds:.1} ms only, so the decode figures mean \
             nothing: raise --output-len",
            load(report)
        )
    })
}

fn headlines(reports: &[Report]) -> Vec<Headline> {
    let mut out = Vec::new();
    let mut add = |name, report: Option<&Report>, of: &dyn Fn(&Report) -> String| {
        if let Some(report) = report {
            out.push(Headline { name, value: of(report), detail: load(report) });
        }
    };
    let most = |of: fn(&Report) -> f64| reports.iter().max_by(|a, b| of(a).total_cmp(&of(b)));
    let least = |of: fn(&Report) -> f64| reports.iter().min_by(|a, b| of(a).total_cmp(&of(b)));
    add("Highest decode throughput", most(|r| r.summary.decode_tokens_per_second), &|r| {
        format!("{} tokens/s", figure(Some(r.summary.decode_tokens_per_second)))
    });
    add("Highest prefill throughput", most(|r| r.summary.prefill_tokens_per_second), &|r| {
        format!("{} tokens/s", figure(Some(r.summary.prefill_tokens_per_second)))
    });
    add("Lowest TTFT, median", least(|r| r.summary.ttft_ms), &|r| {
        format!("{} ms", figure(Some(r.summary.ttft_ms)))
    });
    add("Most of the read bandwidth", most(|r| r.summary.decode_share_of_read), &|r| {
        percent(Some(r.summary.decode_share_of_read))
    });
    out
}

/// Quantiles over all requests of all repetitions, in ms.
fn quantiles(reports: &[Report], of: fn(&RequestTimes) -> Option<f64>) -> Vec<Series> {
    let times = |r: &Report| {
        let requests = r.repeats.iter().flat_map(|r| &r.leg.requests);
        Distribution::of(requests.filter_map(of).map(|seconds| seconds * 1e3).collect())
    };
    let all: Vec<Option<Distribution>> = reports.iter().map(times).collect();
    let series = |(name, at): (&str, Quantile)| Series {
        name: name.to_owned(),
        values: all.iter().map(|d| d.as_ref().map(at)).collect(),
    };
    Distribution::QUANTILES.into_iter().map(series).collect()
}

fn panels(reports: &[Report]) -> Vec<Panel> {
    let level = |r: &Report| Level {
        name: load(r),
        tick: r.work.concurrency.to_string(),
        number: Some(f64::from(r.work.concurrency)),
    };
    let list = reports.iter().map(level).collect();
    let levels = Levels { title: "requests in flight", list };
    let over = |name: &str, of: &dyn Fn(&Report) -> Option<f64>| Series {
        name: name.to_owned(),
        values: reports.iter().map(of).collect(),
    };
    let plot = |heading: &str, unit, caption: &str, series| Plot {
        heading: heading.to_owned(),
        caption: caption.to_owned(),
        unit,
        levels: levels.clone(),
        series,
        limit: None,
    };
    let none = "No request was measured.";
    let ceilings = Plot {
        limit: Some((100.0, "measured ceiling")),
        ..plot(
            "Share of measured ceilings",
            "%",
            "Bytes that decode reads, of the bandwidth measured around the same repetition; \
             arithmetic of prefill, of the best matrix product measured there.",
            vec![
                over("decode, of read bandwidth", &|r| {
                    Some(r.summary.decode_share_of_read * 100.0)
                }),
                over("prefill, of matrix product", &|r| {
                    r.summary.prefill_share_of_gemm.map(|share| share * 100.0)
                }),
            ],
        )
    };
    let decode = over("decode", &|r| Some(r.summary.decode_tokens_per_second));
    let prefill = over("prefill", &|r| Some(r.summary.prefill_tokens_per_second));
    [
        plot("Decode throughput", "tokens/s", "Output tokens while all generate.", vec![decode]),
        plot(
            "Prefill throughput",
            "tokens/s",
            "Prompt tokens to the last of the first tokens.",
            vec![prefill],
        ),
        plot(
            "Time to first token (TTFT)",
            "ms",
            "Submission to first token, over the requests of all repetitions.",
            quantiles(reports, |q| Some(q.ttft_seconds)),
        ),
        plot(
            "Time per output token (TPOT)",
            "ms",
            "Mean time between the tokens of a request, over the requests of all repetitions.",
            quantiles(reports, |q| q.tpot_seconds),
        ),
        ceilings,
    ]
    .into_iter()
    .map(|plot| Panel::of("Plot", none, plot))
    .collect()
}

/// Medians, a row a load.
fn summaries(reports: &[Report]) -> Table {
    let row = |r: &Report| {
        let s = &r.summary;
        vec![
            load(r),
            figure(Some(s.ttft_ms)),
            figure(Some(s.tpot_ms)),
            figure(Some(s.prefill_tokens_per_second)),
            figure(Some(s.decode_tokens_per_second)),
            figure(Some(s.decode_gb_per_second)),
            figure(Some(s.read_gb_per_second)),
            percent(Some(s.decode_share_of_read)),
            figure(Some(s.prefill_gflop_per_second)),
            figure(s.gemm_gflop_per_second),
            percent(s.prefill_share_of_gemm),
            figure(s.between_us),
        ]
    };
    let header = [
        "load",
        "TTFT, ms",
        "TPOT, ms",
        "prefill tokens/s",
        "decode tokens/s",
        "decode GB/s",
        "ceiling, GB/s",
        "share",
        "prefill GFLOP/s",
        "ceiling, GFLOP/s",
        "share",
        "between steps, µs",
    ];
    Table {
        caption: "Medians over the repetitions".to_owned(),
        header: header.map(str::to_owned).to_vec(),
        rows: reports.iter().map(row).collect(),
    }
}

fn conditions(run: Run<'_>, first: Option<&Report>, device: String) -> Vec<(&'static str, String)> {
    let args = run.args;
    let gemm = first.is_some_and(|r| r.summary.gemm_gflop_per_second.is_some());
    let mut out = vec![
        ("Command", run.command),
        ("Date", run.started),
        ("Version", format!("atlas {}", env!("CARGO_PKG_VERSION"))),
        ("Host", run.host),
        ("Device", device),
    ];
    if let Some(r) = first {
        out.push(("Model", r.model.clone()));
        out.push(("Activations", r.dtype.clone()));
        out.push(("Threads", r.threads.to_string()));
        let work = &r.work;
        let megabytes = |bytes: u64| figure(Some(bytes as f64 / 1e6));
        let weights = format!("{} MB, {}", megabytes(work.weight_bytes), load(r));
        out.push(("Weights a step", weights));
        out.push(("State a token", format!("{} MB", megabytes(work.state_bytes))));
    }
    out.extend([
        ("Repetitions", format!("{} of each level, one more before them", args.repeats)),
        ("Input length", format!("{} tokens", count(args.prompt_len.into()))),
        ("Output length", format!("{} tokens", count(args.output_len.into()))),
        ("Dataset", "random token ids".to_owned()),
        ("Seed", args.seed.to_string()),
    ]);
    if !gemm {
        out.push(("Matrix product", "its ceiling is not measured on this device".to_owned()));
    }
    out
}
