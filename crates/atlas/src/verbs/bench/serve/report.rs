//! Figures of a run, as they are written to JSON.

use super::bodies::PromptForm;
use super::ceiling::Ceiling;
use super::load::{Pace, Row};
use super::samples::{Collected, Distribution, FailureCount, Sample};
use crate::cli::{BenchServeArgs, EndpointChoice, Slo};
use crate::verbs::bench::page::now;
use serde::Serialize;

/// Everything, as printed with `--json`.
#[derive(Debug, Serialize)]
pub struct Report {
    pub kind: &'static str,
    pub atlas_version: &'static str,
    /// Start of the run, UTC.
    pub started: String,
    pub url: String,
    /// Version that the server reports at `/version`.
    pub server_version: Option<String>,
    /// Most tokens a second of one sequence, as the server measured it.
    pub ceiling: Option<Ceiling>,
    pub model: String,
    pub endpoint: EndpointChoice,
    pub stream: bool,
    pub ignore_eos: bool,
    pub temperature: f64,
    pub prompts: PromptForm,
    /// Tokens asked for; absent with a trace.
    pub prompt_len: Option<String>,
    pub output_len: Option<String>,
    pub shared_prefix: u32,
    pub prefix_groups: u32,
    pub turns: u32,
    pub think_time_seconds: f64,
    pub trace: Option<String>,
    pub warm_up: u32,
    pub seed: u64,
    pub rows: Vec<RowReport>,
    /// The run was ended by Ctrl-C.
    pub interrupted: bool,
    pub notes: Vec<String>,
}

impl Report {
    /// A report without rows.
    pub fn new(args: &BenchServeArgs, url: &str, model: &str, prompts: PromptForm) -> Self {
        let trace = args.trace.as_ref().map(|path| path.display().to_string());
        let length = |of: String| trace.is_none().then_some(of);
        Self {
            kind: "serve",
            atlas_version: env!("CARGO_PKG_VERSION"),
            started: now(),
            url: url.to_owned(),
            server_version: None,
            ceiling: None,
            model: model.to_owned(),
            endpoint: args.endpoint,
            stream: !args.no_stream,
            ignore_eos: !args.no_ignore_eos,
            temperature: args.temperature,
            prompts,
            prompt_len: length(args.prompt_len.to_string()),
            output_len: length(args.output_len.to_string()),
            shared_prefix: args.shared_prefix,
            prefix_groups: args.prefix_groups,
            turns: args.turns,
            think_time_seconds: args.think_time.as_secs_f64(),
            trace,
            warm_up: args.warm_up,
            seed: args.seed,
            rows: Vec::new(),
            interrupted: false,
            notes: Vec::new(),
        }
    }
}

/// Requests that kept every bound.
#[derive(Clone, Debug, Serialize)]
pub struct Goodput {
    /// Bounds, seconds.
    pub bounds: Slo,
    pub requests: u64,
    /// Share of the requests that ended, failed ones included.
    pub share: f64,
    pub requests_per_second: f64,
}

/// Figures of a row. Failed requests are in no time and no rate.
#[derive(Clone, Debug, Serialize)]
pub struct RowReport {
    pub load: Pace,
    pub answered: u64,
    pub failed: u64,
    /// In flight when the run was interrupted.
    pub abandoned: u64,
    pub failures: Vec<FailureCount>,
    /// First send to last byte of the answered requests, seconds.
    pub seconds: f64,
    pub requests_per_second: f64,
    pub output_tokens_per_second: f64,
    /// Prompt and output tokens; absent if the server reports no prompt tokens.
    pub total_tokens_per_second: Option<f64>,
    pub output_tokens: u64,
    /// `usage`, or `chunks` where the server did not report the tokens of every answer.
    pub output_tokens_from: &'static str,
    pub prompt_tokens: Option<u64>,
    /// Prompt tokens that the server took from its prefix cache.
    pub cached_tokens: Option<u64>,
    /// Output tokens of a chunk of the stream. Times between chunks are divided by it, for each
    /// request its own, to give inter-token latencies.
    pub tokens_per_chunk: Option<f64>,
    /// Answers with fewer tokens than were asked for.
    pub short_answers: u64,
    /// Streamed answers none of whose chunks had text: they have no time to first token.
    pub silent_answers: u64,
    pub ttft_ms: Option<Distribution>,
    pub itl_ms: Option<Distribution>,
    pub tpot_ms: Option<Distribution>,
    pub e2e_ms: Option<Distribution>,
    pub goodput: Option<Goodput>,
    /// Latest send after its planned time, ms; open loops alone. Large values mean that the client
    /// was too slow.
    pub send_lag_ms_max: Option<f64>,
}

/// Figures of a row from its samples.
pub fn summarise(row: &Row, collected: &Collected, slo: Option<Slo>) -> RowReport {
    let samples = &collected.samples;
    let begin = samples.iter().map(|s| s.sent).min();
    let end = samples.iter().map(|s| s.end).max();
    let seconds = begin.zip(end).map_or(0.0, |(b, e)| e.duration_since(b).as_secs_f64());
    let rate = |count: f64| if seconds > 0.0 { count / seconds } else { 0.0 };
    let output_tokens: u64 = samples.iter().map(|s| s.output_tokens).sum();
    let sum = |of: &dyn Fn(&Sample) -> Option<u64>| samples.iter().map(of).sum::<Option<u64>>();
    let prompt_tokens = sum(&|s| s.prompt_tokens).filter(|_| !samples.is_empty());
    let cached: Vec<u64> = samples.iter().filter_map(|s| s.cached_tokens).collect();
    let chunks: u64 = samples.iter().map(|s| s.chunks).sum();
    let streamed: u64 = samples.iter().filter(|s| s.chunks > 0).map(|s| s.output_tokens).sum();
    let ms = |of: &dyn Fn(&Sample) -> Option<f64>| {
        Distribution::of(samples.iter().filter_map(of).map(|s| s * 1e3).collect())
    };
    let gaps = samples.iter().flat_map(|s| &s.itl).map(|gap| gap * 1e3).collect();
    let failed = collected.failed();
    let answered = samples.len() as u64;
    let open = !matches!(row.pace, Pace::Closed { .. }) && !samples.is_empty();
    let counted = samples.iter().all(|s| s.counted);
    RowReport {
        load: row.pace,
        answered,
        failed,
        abandoned: collected.abandoned,
        failures: collected.failures(),
        seconds,
        requests_per_second: rate(answered as f64),
        output_tokens_per_second: rate(output_tokens as f64),
        total_tokens_per_second: prompt_tokens.map(|p| rate((p + output_tokens) as f64)),
        output_tokens,
        output_tokens_from: if counted { "usage" } else { "chunks" },
        prompt_tokens,
        cached_tokens: (!cached.is_empty()).then(|| cached.iter().sum()),
        tokens_per_chunk: (chunks > 0).then(|| streamed as f64 / chunks as f64),
        short_answers: samples
            .iter()
            .filter(|s| s.counted && s.output_tokens < u64::from(s.wanted_tokens))
            .count() as u64,
        silent_answers: samples.iter().filter(|s| s.chunks == 0).count() as u64,
        ttft_ms: ms(&|s| s.ttft),
        itl_ms: Distribution::of(gaps),
        tpot_ms: ms(&|s| s.tpot),
        e2e_ms: ms(&|s| Some(s.e2e)),
        goodput: slo.map(|bounds| {
            let good = samples.iter().filter(|s| keeps(s, &bounds)).count() as u64;
            let ended = (answered + failed).max(1);
            Goodput {
                bounds,
                requests: good,
                share: good as f64 / ended as f64,
                requests_per_second: rate(good as f64),
            }
        }),
        send_lag_ms_max: open.then(|| samples.iter().map(|s| s.lag * 1e3).fold(0.0, f64::max)),
    }
}

/// Whether a request kept all bounds. A time that it lacks breaks its bound, but for the times
/// between tokens of an answer that came at once.
fn keeps(sample: &Sample, slo: &Slo) -> bool {
    let within = |time: Option<f64>, bound: Option<f64>| match (time, bound) {
        (_, None) => true,
        (Some(time), Some(bound)) => time <= bound,
        (None, Some(_)) => false,
    };
    // Zero for one chunk, absent for none.
    let at_once = (sample.chunks == 1).then_some(0.0);
    within(sample.ttft, slo.ttft)
        && within(sample.itl.iter().copied().reduce(f64::max).or(at_once), slo.itl)
        && within(sample.tpot.or(at_once), slo.tpot)
        && within(Some(sample.e2e), slo.e2e)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::verbs::bench::serve::client::Failure;
    use std::time::{Duration, Instant};

    fn collected() -> Collected {
        let begin = Instant::now();
        let sample = |sent: u64, e2e: u64, ttft: f64| Sample {
            sent: begin + Duration::from_millis(sent),
            end: begin + Duration::from_millis(sent + e2e),
            lag: 0.0,
            ttft: Some(ttft),
            itl: vec![0.1, 0.3],
            tpot: Some(0.2),
            e2e: e2e as f64 / 1e3,
            chunks: 3,
            output_tokens: 3,
            counted: true,
            prompt_tokens: Some(10),
            cached_tokens: Some(1),
            wanted_tokens: 4,
        };
        let mut collected = Collected::default();
        collected.samples = vec![sample(0, 1000, 0.5), sample(500, 1500, 0.6)];
        collected.fail(&Failure::Status(500, "no".into()));
        collected
    }

    pub fn row(slo: &str) -> RowReport {
        let row = Row { number: 0, pace: Pace::Closed { concurrency: 2 }, requests: Some(3) };
        summarise(&row, &collected(), Some(slo.parse().unwrap()))
    }

    #[test]
    fn rates_count_from_the_first_send_to_the_last_byte() {
        let row = row("ttft=500ms");
        assert_eq!((row.seconds, row.answered, row.failed), (2.0, 2, 1));
        assert_eq!((row.requests_per_second, row.output_tokens_per_second), (1.0, 3.0));
        assert_eq!((row.total_tokens_per_second, row.cached_tokens), (Some(13.0), Some(2)));
        assert_eq!((row.short_answers, row.output_tokens_from), (2, "usage"));
        assert_eq!(row.itl_ms.as_ref().map(|d| d.count), Some(4));
    }

    #[test]
    fn goodput_counts_failures_and_needs_every_bound() {
        let share = |slo: &str| row(slo).goodput.unwrap().share;
        assert!((share("ttft=500ms") - 1.0 / 3.0).abs() < 1e-12);
        assert!((share("ttft=1s,e2e=2s") - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!((share("itl=299ms"), share("ttft=1s,tpot=199ms")), (0.0, 0.0));
    }
}
