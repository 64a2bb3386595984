//! A report as a page.

use super::bodies::PromptForm;
use super::load::Pace;
use super::report::{Report, RowReport};
use super::samples::{Distribution, Quantile};
use super::tables::load_name;
use crate::cli::EndpointChoice;
use crate::verbs::bench::page::{
    Headline, Level, Levels, Page, Panel, Plot, Series, Table, count, figure, percent, without_user,
};

/// The page of a run that `command` made on `host`.
pub fn page(report: &Report, command: String, host: String) -> Page {
    let mut notes = failures(report);
    notes.extend(report.notes.iter().cloned());
    if report.interrupted {
        let abandoned: u64 = report.rows.iter().map(|r| r.abandoned).sum();
        notes.push(format!(
            "The run was interrupted: {abandoned} requests in flight are not counted, and rows \
             may be missing."
        ));
    }
    Page {
        kind: "atlas bench serve".to_owned(),
        model: report.model.clone(),
        summary: summary(report),
        headlines: headlines(report),
        notes,
        panels: panels(report),
        tables: vec![rates(report), times(report)],
        conditions: conditions(report, command, host),
    }
}

fn summary(report: &Report) -> String {
    let lengths = match (&report.prompt_len, &report.output_len, &report.trace) {
        (Some(prompt), Some(output), None) => format!("{prompt} prompt and {output} output tokens"),
        (_, _, trace) => format!("lengths of {}", trace.as_deref().unwrap_or("a trace")),
    };
    let form = if report.stream { "streamed" } else { "whole answers" };
    format!("{} at {}: {lengths}, {form}", report.started, without_user(&report.url))
}

/// Figures above the plots: the best of each kind, with its load.
fn headlines(report: &Report) -> Vec<Headline> {
    let rows = || report.rows.iter().filter(|r| r.answered > 0);
    let fastest =
        rows().max_by(|a, b| a.output_tokens_per_second.total_cmp(&b.output_tokens_per_second));
    let mut out = Vec::new();
    if let Some(row) = fastest {
        out.push(Headline {
            name: "Highest throughput",
            value: format!("{} tokens/s", figure(Some(row.output_tokens_per_second))),
            detail: load_name(&row.load),
        });
    }
    let mut lowest = |name, of: fn(&RowReport) -> Option<&Distribution>| {
        let all = rows().filter_map(|r| Some((of(r)?.p50, r)));
        if let Some((p50, row)) = all.min_by(|a, b| a.0.total_cmp(&b.0)) {
            let (value, detail) = (format!("{} ms", figure(Some(p50))), load_name(&row.load));
            out.push(Headline { name, value, detail });
        }
    };
    lowest("Lowest TTFT, p50", |r| r.ttft_ms.as_ref());
    lowest("Lowest ITL, p50", |r| r.itl_ms.as_ref());
    let answered: u64 = report.rows.iter().map(|r| r.answered).sum();
    let failed: u64 = report.rows.iter().map(|r| r.failed).sum();
    out.push(Headline {
        name: "Answered",
        value: count(answered),
        detail: format!("{} failed", count(failed)),
    });
    out
}

fn failures(report: &Report) -> Vec<String> {
    let of = |row: &RowReport| {
        let name = load_name(&row.load);
        let said = move |f: &super::samples::FailureCount| {
            format!("{name}: {} failed, {}: {}", count(f.count), f.kind, f.message)
        };
        row.failures.iter().map(said).collect::<Vec<_>>()
    };
    report.rows.iter().flat_map(of).collect()
}

/// The rows as levels of a load.
fn levels(rows: &[RowReport]) -> Levels {
    let number = |pace: &Pace| match *pace {
        Pace::Closed { concurrency } => Some(f64::from(concurrency)),
        Pace::Open { rate, .. } => rate,
        Pace::Trace { .. } => None,
    };
    let title = match rows.first().map(|r| r.load) {
        Some(Pace::Closed { .. }) => "requests in flight",
        Some(Pace::Open { .. }) => "requests offered a second",
        _ => "load",
    };
    let level = |row: &RowReport| Level {
        name: load_name(&row.load),
        tick: number(&row.load).map_or_else(|| load_name(&row.load), |n| n.to_string()),
        number: number(&row.load),
    };
    Levels { title, list: rows.iter().map(level).collect() }
}

/// The plots, each with the reason that it is missing for.
fn panels(report: &Report) -> Vec<Panel> {
    let rows = &report.rows;
    let levels = levels(rows);
    let quantiles = |of: &dyn Fn(&RowReport) -> Option<&Distribution>| -> Vec<Series> {
        let series = |(name, at): (&str, Quantile)| Series {
            name: name.to_owned(),
            values: rows.iter().map(|r| of(r).map(at)).collect(),
        };
        Distribution::QUANTILES.into_iter().map(series).collect()
    };
    let panel = |heading: &'static str, unit, caption: &str, series| {
        let reason = match rows.iter().any(|r| r.answered > 0) {
            false => "No request was answered.",
            true => {
                "No answer of this run has this time: whole answers and answers of one chunk \
                     have none."
            }
        };
        let (caption, levels) = (caption.to_owned(), levels.clone());
        let plot = Plot { heading: heading.into(), caption, unit, levels, series, limit: None };
        Panel::of(heading, reason, plot)
    };
    let answered = |r: &RowReport| (r.answered > 0).then_some(r.output_tokens_per_second);
    let throughput =
        Series { name: "output tokens".into(), values: rows.iter().map(answered).collect() };
    let mut panels = vec![
        panel(
            "Output throughput",
            "tokens/s",
            "Output tokens of answered requests, from a row’s first send to its last byte.",
            vec![throughput],
        ),
        panel(
            "Request latency (E2E)",
            "ms",
            "First byte sent to last byte received.",
            quantiles(&|r| r.e2e_ms.as_ref()),
        ),
        panel(
            "Time to first token (TTFT)",
            "ms",
            "First byte sent to the first chunk with text, reasoning or tokens.",
            quantiles(&|r| r.ttft_ms.as_ref()),
        ),
        panel(
            "Inter-token latency (ITL)",
            "ms",
            "Time between consecutive chunks, over the tokens of a chunk.",
            quantiles(&|r| r.itl_ms.as_ref()),
        ),
    ];
    panels.push(shares(report, levels));
    panels
}

/// Speed of one answer over what its server can reach at most with one sequence.
fn shares(report: &Report, levels: Levels) -> Panel {
    let heading = "Share of the measured ceiling";
    let Some(ceiling) = &report.ceiling else {
        let reason = "Not measured: this server tells no ceiling of its device at /debug/engine \
                      (Atlas does on loopback, or with --debug-endpoints), and this client cannot \
                      measure it. atlas bench throughput measures it beside the model.";
        return Panel::Absent { heading, reason: reason.to_owned() };
    };
    let share = |r: &RowReport| {
        let tpot = r.tpot_ms.as_ref()?.p50;
        (tpot > 0.0).then(|| 1e5 / tpot / ceiling.tokens_per_second)
    };
    let values = report.rows.iter().map(share).collect();
    let plot = Plot {
        heading: heading.to_owned(),
        caption: format!(
            "Tokens a second of one answer (1 / TPOT, p50) over {} tokens/s, the most of one \
             sequence ({}).",
            figure(Some(ceiling.tokens_per_second)),
            ceiling.source
        ),
        unit: "%",
        levels,
        series: vec![Series { name: "one answer".to_owned(), values }],
        limit: Some((100.0, "measured ceiling")),
    };
    Panel::of(heading, "No answer of this run has a time per output token.", plot)
}

/// Counts and rates, a line a row.
fn rates(report: &Report) -> Table {
    let row = |r: &RowReport| {
        let cached = r.cached_tokens.zip(r.prompt_tokens);
        let goodput = r.goodput.as_ref();
        vec![
            load_name(&r.load),
            count(r.answered),
            count(r.failed),
            figure(Some(r.seconds)),
            figure(Some(r.requests_per_second)),
            figure(Some(r.output_tokens_per_second)),
            figure(r.total_tokens_per_second),
            count(r.output_tokens),
            r.prompt_tokens.map_or_else(|| figure(None), count),
            percent(cached.map(|(c, p)| c as f64 / p.max(1) as f64)),
            figure(goodput.map(|g| g.requests_per_second)),
            percent(goodput.map(|g| g.share)),
        ]
    };
    let header = [
        "load",
        "answered",
        "failed",
        "time, s",
        "requests/s",
        "output tokens/s",
        "all tokens/s",
        "output tokens",
        "prompt tokens",
        "cached",
        "goodput/s",
        "goodput",
    ];
    Table {
        caption: "Counts and rates".to_owned(),
        header: header.map(str::to_owned).to_vec(),
        rows: report.rows.iter().map(row).collect(),
    }
}

/// Distributions of the times, a line each.
fn times(report: &Report) -> Table {
    let mut rows = Vec::new();
    for r in &report.rows {
        let all =
            [("TTFT", &r.ttft_ms), ("ITL", &r.itl_ms), ("TPOT", &r.tpot_ms), ("E2E", &r.e2e_ms)];
        for (name, d) in all.into_iter().filter_map(|(name, d)| Some((name, d.as_ref()?))) {
            let mut cells = vec![load_name(&r.load), name.to_owned(), count(d.count as u64)];
            let figures = [d.mean, d.min, d.p50, d.p90, d.p95, d.p99, d.max];
            cells.extend(figures.map(|ms| figure(Some(ms))));
            rows.push(cells);
        }
    }
    let header = ["load", "time, ms", "samples", "mean", "min", "p50", "p90", "p95", "p99", "max"];
    Table {
        caption: "Distributions of the times".to_owned(),
        header: header.map(str::to_owned).to_vec(),
        rows,
    }
}

fn conditions(report: &Report, command: String, host: String) -> Vec<(&'static str, String)> {
    let ended = |r: &RowReport| count(r.answered + r.failed + r.abandoned);
    let requests: Vec<_> = report.rows.iter().map(ended).collect();
    let dataset = match (&report.trace, report.prompts) {
        (Some(trace), _) => format!("trace {trace}"),
        (None, PromptForm::Ids { vocab_size }) => format!("random token ids below {vocab_size}"),
        (None, PromptForm::Words(words)) => {
            format!("random words, {} tokens each", figure(Some(words.tokens_per_word)))
        }
    };
    let of_trace = || "those of the trace".to_owned();
    let route = match report.endpoint {
        EndpointChoice::Chat => "chat completions",
        EndpointChoice::Completions => "completions",
    };
    let form = if report.stream { "streamed" } else { "whole answers" };
    let ends = if report.ignore_eos { "full length (ignore_eos)" } else { "the model’s own" };
    let unknown = || "not reported by the server".to_owned();
    let mut out = vec![
        ("Command", command),
        ("Date", report.started.clone()),
        ("Client", format!("atlas {}", report.atlas_version)),
        ("Client host", host),
        ("Server", without_user(&report.url)),
        ("Server version", report.server_version.clone().unwrap_or_else(unknown)),
        ("Server device", unknown()),
        ("Model", report.model.clone()),
        ("Requests", format!("{}; {} before each row", requests.join(" + "), report.warm_up)),
        (
            "Input length",
            report.prompt_len.as_ref().map_or_else(of_trace, |l| format!("{l} tokens")),
        ),
        (
            "Output length",
            report.output_len.as_ref().map_or_else(of_trace, |l| format!("{l} tokens")),
        ),
        ("Ends of answers", ends.to_owned()),
        ("Dataset", dataset),
        ("Seed", report.seed.to_string()),
        ("Route", format!("{route}, {form}")),
        ("Temperature", report.temperature.to_string()),
    ];
    if report.shared_prefix > 0 {
        let (tokens, groups) = (report.shared_prefix, report.prefix_groups);
        out.push(("Shared prefix", format!("{tokens} tokens, groups: {groups}")));
    }
    if report.turns > 1 {
        let (turns, seconds) = (report.turns, report.think_time_seconds);
        out.push(("Conversations", format!("{turns} turns, {seconds} s between them")));
    }
    if let Some(Pace::Open { burstiness, .. }) = report.rows.first().map(|r| r.load) {
        out.push(("Burstiness", burstiness.to_string()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::bench::page::tests::check_self_contained;
    use crate::verbs::bench::serve::ceiling::Ceiling;
    use crate::verbs::bench::serve::report::tests::row;
    use crate::verbs::bench::serve::tests::args;

    fn report(rows: Vec<RowReport>) -> Report {
        let form = PromptForm::Ids { vocab_size: 1000 };
        let mut report = Report::new(&args(&[]).unwrap(), "http://h:1", "m<b>", form);
        report.rows = rows;
        report
    }

    fn html(report: &Report) -> String {
        page(report, "atlas bench '<i>'".into(), "a&b".into()).html()
    }

    fn rows() -> Vec<RowReport> {
        let with = |concurrency, tokens| {
            let load = Pace::Closed { concurrency };
            RowReport { load, output_tokens_per_second: tokens, ..row("e2e=1s") }
        };
        vec![with(1, 321.4), with(8, 1234.5), with(32, 4321.9)]
    }

    #[test]
    fn a_page_holds_every_figure_of_the_report() {
        let report = report(rows());
        let html = html(&report);
        check_self_contained(&html);
        for row in &report.rows {
            let times = [&row.ttft_ms, &row.itl_ms, &row.tpot_ms, &row.e2e_ms];
            for d in times.into_iter().flatten() {
                for value in [d.mean, d.min, d.p50, d.p90, d.p95, d.p99, d.max] {
                    assert!(html.contains(&format!("<td>{}</td>", figure(Some(value)))), "{value}");
                }
            }
            for value in [row.output_tokens_per_second, row.requests_per_second, row.seconds] {
                assert!(html.contains(&format!("<td>{}</td>", figure(Some(value)))), "{value}");
            }
            let goodput = row.goodput.as_ref().map(|g| g.share);
            assert!(html.contains(&format!("<td>{}</td>", percent(goodput))));
        }
        for part in [
            "32 at once: 4,322 tokens/s</title>",
            "p99, 8 at once: 1,495 ms</title>",
            "m&lt;b&gt;",
            "&lt;i&gt;",
            "a&amp;b",
            "1 failed, status 500: no",
            "3 + 3 + 3; 1 before each row",
            "1024 tokens",
            "random token ids below 1000",
            "Not measured",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert_eq!(html.matches("role=\"img\"").count(), 4);
    }

    #[test]
    fn the_speed_of_an_answer_is_drawn_over_the_ceiling_that_a_server_tells() {
        let mut report = report(rows());
        let tpot = report.rows[0].tpot_ms.as_ref().unwrap().p50;
        let (speed, source) = (4e3 / tpot, "<read>".to_owned());
        report.ceiling = Some(Ceiling { tokens_per_second: speed, source });
        let html = html(&report);
        check_self_contained(&html);
        for part in ["1 at once: 25.0 %</title>", "measured ceiling", "&lt;read&gt;"] {
            assert!(html.contains(part), "{part}: {html}");
        }
        assert!(!html.contains("Not measured"));
    }

    #[test]
    fn times_that_no_answer_has_are_said_to_be_missing() {
        let mut rows = rows();
        for row in &mut rows {
            (row.ttft_ms, row.itl_ms) = (None, None);
        }
        let html = html(&report(rows));
        assert_eq!(html.matches("role=\"img\"").count(), 2);
        assert_eq!(html.matches("whole answers and answers of one chunk").count(), 2);
    }

    #[test]
    fn a_run_without_rows_is_a_page_too() {
        let mut report = report(Vec::new());
        report.interrupted = true;
        let html = html(&report);
        check_self_contained(&html);
        assert!(html.contains("No request was answered") && html.contains("interrupted"));
        assert!(!html.contains("role=\"img\""));
    }

    #[test]
    fn loads_of_two_kinds_are_no_numbers() {
        let mut rows = rows();
        rows[1].load = Pace::Open { rate: None, burstiness: 1.0 };
        assert!(!levels(&rows).are_numbers());
        rows[1].load = Pace::Open { rate: Some(2.5), burstiness: 1.0 };
        let only = levels(&rows[1..2]);
        assert_eq!((only.title, only.list[0].tick.as_str()), ("requests offered a second", "2.5"));
    }
}
