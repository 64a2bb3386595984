//! Metrics that the server records itself.

use super::edge::EdgeCounts;
use super::http::HttpCounts;
use super::requests::{RequestSizes, seconds};
use super::{engine, process, vllm};
use crate::generation::note::Note;
use crate::http::rate_limits::LimitKind;
use crate::recording::RecordResult;
use atlas_core::{EngineStats, Finished, RequestTimes};
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::sync::Mutex;

/// Most names of ignored fields that get a label of their own, since clients choose the names.
const IGNORED_NAMES_MAX: usize = 64;
const IGNORED_NAME_BYTES_MAX: usize = 48;

const ROWS_BUCKETS: [f64; 14] =
    [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0, 4096.0, 8192.0];
const FREED_BUCKETS: [f64; 6] = [0.0, 1.0, 2.0, 3.0, 4.0, 8.0];

/// [`FinishLabel`] with the spelling of the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
#[allow(non_camel_case_types)]
enum Reason {
    stop,
    length,
    abort,
    error,
}

/// The reason for the end of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinishLabel {
    Stop,
    Length,
    /// The client left.
    Abort,
    Error,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FinishLabels {
    finished_reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct LimitLabels {
    limit: Cow<'static, str>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RecordLabels {
    result: Cow<'static, str>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FieldLabels {
    field: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct InterventionLabels {
    kind: &'static str,
}

/// The metrics of a server. Share it in an `Arc`.
pub struct Metrics {
    model_name: String,
    registry: Registry,
    queue: Histogram,
    first_token: Histogram,
    inter_token: Histogram,
    end_to_end: Histogram,
    step_host: Histogram,
    step_forward: Histogram,
    step_rows: Histogram,
    freed_steps: Histogram,
    freed_seconds: Histogram,
    finished: Family<FinishLabels, Counter>,
    interventions: Family<InterventionLabels, Counter>,
    limited: Family<LimitLabels, Counter>,
    recordings: Family<RecordLabels, Counter>,
    ignored: Family<FieldLabels, Counter>,
    http: HttpCounts,
    requests: RequestSizes,
    edge: EdgeCounts,
    ignored_names: Mutex<HashSet<String>>,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").field("model_name", &self.model_name).finish_non_exhaustive()
    }
}

impl Metrics {
    /// `model_name` is the label that vLLM's metrics have.
    pub fn new(model_name: impl Into<String>) -> Self {
        Self::with_edge(model_name, EdgeCounts::default())
    }

    /// As [`Self::new`], with the counters that connections and the log already use.
    pub fn with_edge(model_name: impl Into<String>, edge: EdgeCounts) -> Self {
        let mut metrics = Self {
            model_name: model_name.into(),
            registry: Registry::default(),
            queue: seconds(),
            first_token: seconds(),
            inter_token: seconds(),
            end_to_end: seconds(),
            step_host: seconds(),
            step_forward: seconds(),
            step_rows: Histogram::new(ROWS_BUCKETS),
            freed_steps: Histogram::new(FREED_BUCKETS),
            freed_seconds: seconds(),
            finished: Family::default(),
            interventions: Family::default(),
            limited: Family::default(),
            recordings: Family::default(),
            ignored: Family::default(),
            http: HttpCounts::default(),
            requests: RequestSizes::default(),
            edge,
            ignored_names: Mutex::default(),
        };
        for finished_reason in [Reason::stop, Reason::length, Reason::abort, Reason::error] {
            // Present from the start, so that rates include the first event.
            drop(metrics.finished.get_or_create(&FinishLabels { finished_reason }));
        }
        for kind in Note::KINDS {
            drop(metrics.interventions.get_or_create(&InterventionLabels { kind }));
        }
        for kind in [LimitKind::Requests, LimitKind::Tokens] {
            drop(metrics.limited.get_or_create(&LimitLabels { limit: kind.as_str().into() }));
        }
        for result in RecordResult::ALL {
            drop(
                metrics.recordings.get_or_create(&RecordLabels { result: result.as_str().into() }),
            );
        }
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let queue_help = "Seconds from submission to the first step of a request";
        let first_help = "Seconds from submission to the first token";
        let inter_help = "Seconds between tokens of a request";
        let e2e_help = "Seconds from submission to the end of a request";
        let finished_help = "Choices that ended, by reason";
        let r = &mut self.registry;
        r.register("atlas_request_queue_seconds", queue_help, self.queue.clone());
        r.register("atlas_time_to_first_token_seconds", first_help, self.first_token.clone());
        r.register("atlas_inter_token_latency_seconds", inter_help, self.inter_token.clone());
        r.register("atlas_request_e2e_seconds", e2e_help, self.end_to_end.clone());
        r.register(
            "atlas_step_host_seconds",
            "Seconds of an engine step outside the forward pass",
            self.step_host.clone(),
        );
        r.register(
            "atlas_step_forward_seconds",
            "Seconds of forward pass and sampling of an engine step",
            self.step_forward.clone(),
        );
        r.register("atlas_step_rows", "Token rows of an engine step", self.step_rows.clone());
        r.register(
            "atlas_disconnect_free_steps",
            "Engine steps from a client's departure to its slot being free",
            self.freed_steps.clone(),
        );
        r.register(
            "atlas_disconnect_free_seconds",
            "Seconds from a client's departure to its slot being free",
            self.freed_seconds.clone(),
        );
        r.register("atlas_requests_finished", finished_help, self.finished.clone());
        r.register(
            "atlas_interventions",
            "Where the server did other than pass an answer on, by kind",
            self.interventions.clone(),
        );
        r.register(
            "atlas_rate_limited",
            "Requests refused because their caller had used up a limit, by limit",
            self.limited.clone(),
        );
        r.register(
            "atlas_recordings",
            "Recordings of requests, by what became of them",
            self.recordings.clone(),
        );
        r.register(
            "atlas_ignored_fields",
            "Request fields that no API defines, by name",
            self.ignored.clone(),
        );
        self.http.register(r);
        self.edge.register(r);
        let r = r.sub_registry_with_labels(vllm::vllm_labels(&self.model_name).into_iter());
        r.register("vllm:request_queue_time_seconds", queue_help, self.queue.clone());
        r.register("vllm:time_to_first_token_seconds", first_help, self.first_token.clone());
        r.register("vllm:inter_token_latency_seconds", inter_help, self.inter_token.clone());
        // Its name in dashboards of older versions.
        r.register("vllm:time_per_output_token_seconds", inter_help, self.inter_token.clone());
        r.register("vllm:e2e_request_latency_seconds", e2e_help, self.end_to_end.clone());
        // A histogram in spite of its name.
        let rows_help = "Token rows of an engine step";
        r.register("vllm:iteration_tokens_total", rows_help, self.step_rows.clone());
        r.register("vllm:request_success", finished_help, self.finished.clone());
        self.requests.register(r);
    }

    /// Counters of connections, bodies and the log.
    pub fn edge(&self) -> &EdgeCounts {
        &self.edge
    }

    /// Counts an engine step: seconds outside and inside the forward pass, rows and spans.
    pub fn step(&self, host_seconds: f64, forward_seconds: f64, rows: usize, _spans: usize) {
        self.step_host.observe(host_seconds);
        self.step_forward.observe(forward_seconds);
        self.step_rows.observe(rows as f64);
    }

    /// Counts the release of the slot of a request whose client has left.
    pub fn slot_freed(&self, steps: u64, seconds: f64) {
        self.freed_steps.observe(steps as f64);
        self.freed_seconds.observe(seconds);
    }

    /// Counts the seconds from submission to a request's first token.
    pub fn first_token(&self, seconds: f64) {
        self.first_token.observe(seconds);
    }

    /// Counts the seconds between two tokens of a request.
    pub fn inter_token(&self, seconds: f64) {
        self.inter_token.observe(seconds);
    }

    /// Counts the seconds from submission to a request's first step.
    pub fn queue(&self, seconds: f64) {
        self.queue.observe(seconds);
    }

    /// Counts the end of a request in the engine. [`Self::choice_finished`]
    /// counts the reasons, since an answer that ends at a stop string is an abort to the engine.
    pub fn finished(&self, finished: &Finished, times: &RequestTimes) {
        self.end_to_end.observe(times.e2e_seconds);
        self.requests.finished(finished, times);
    }

    /// Counts a request that the engine took: its choices and the length that each may have.
    pub fn submitted(&self, choices: u32, max_tokens: u32) {
        self.requests.submitted(choices, max_tokens);
    }

    /// Counts the end of a choice.
    pub fn choice_finished(&self, label: FinishLabel) {
        let finished_reason = match label {
            FinishLabel::Stop => Reason::stop,
            FinishLabel::Length => Reason::length,
            FinishLabel::Abort => Reason::abort,
            FinishLabel::Error => Reason::error,
        };
        self.finished.get_or_create(&FinishLabels { finished_reason }).inc();
    }

    /// Counts an intervention; see [`Note::kind`].
    pub fn intervention(&self, kind: &'static str) {
        self.interventions.get_or_create(&InterventionLabels { kind }).inc();
    }

    /// Counts a request that is refused at a rate limit.
    pub fn rate_limited(&self, kind: LimitKind) {
        self.limited.get_or_create(&LimitLabels { limit: kind.as_str().into() }).inc();
    }

    /// Counts the fate of a recording.
    pub fn recorded(&self, result: RecordResult) {
        self.recordings.get_or_create(&RecordLabels { result: result.as_str().into() }).inc();
    }

    /// Counts an unknown field; returns true the first time its name occurs. Names beyond a limit
    /// count as `other`.
    pub fn ignored_field(&self, name: &str) -> bool {
        let plain = name.len() <= IGNORED_NAME_BYTES_MAX
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.-".contains(&b));
        let mut field = if plain { name } else { "other" };
        let mut first = false;
        // A thread that panicked while holding the lock left a usable set behind.
        let mut names = self.ignored_names.lock().unwrap_or_else(|e| e.into_inner());
        if !names.contains(field) {
            if names.len() < IGNORED_NAMES_MAX {
                first = names.insert(field.to_owned());
            } else {
                field = "other";
            }
        }
        drop(names);
        self.ignored.get_or_create(&FieldLabels { field: field.to_owned() }).inc();
        first
    }

    /// Counts of HTTP requests.
    pub fn http(&self) -> &HttpCounts {
        &self.http
    }

    /// All metrics in OpenMetrics text form.
    ///
    /// # Errors
    /// None in practice, since it writes to a string.
    pub fn render(&self, stats: &EngineStats) -> Result<String, fmt::Error> {
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)?;
        let mut process = Registry::default();
        process::register(&mut process);
        encode_registry(&mut text, &process)?;
        encode_registry(&mut text, &engine::registry(stats))?;
        encode_registry(&mut text, &vllm::registry(&self.model_name, stats))?;
        encode_eof(&mut text)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::prometheus_text;
    use atlas_core::PrefixCounts;

    #[test]
    fn metrics_have_the_names_of_atlas_and_of_vllm() {
        let metrics = Metrics::new("m\"1");
        metrics.first_token(0.02);
        metrics.choice_finished(FinishLabel::Stop);
        let stats = EngineStats {
            running: 3,
            kv_blocks_used: 1,
            kv_blocks_total: 4,
            kv_block_tokens: 32,
            preemptions: 7,
            prompt_tokens: 10,
            cached_prompt_tokens: 6,
            prefix: PrefixCounts { host_prompt_tokens: 2, ..PrefixCounts::default() },
            graphs_at_start: 16,
            graphs_at_start_seconds: 0.25,
            ..EngineStats::default()
        };
        let text = metrics.render(&stats).expect("render");
        let labels = r#"model_name="m\"1",engine="0""#;
        for line in [
            "atlas_requests_running 3.0".to_owned(),
            "atlas_preemptions_total 7".to_owned(),
            "atlas_graphs_at_start 16.0".to_owned(),
            "atlas_graphs_at_start_seconds 0.25".to_owned(),
            format!("vllm:num_requests_running{{{labels}}} 3.0"),
            format!("vllm:num_requests_waiting{{{labels}}} 0.0"),
            format!("vllm:kv_cache_usage_perc{{{labels}}} 0.25"),
            format!("vllm:num_preemptions_total{{{labels}}} 7"),
            format!("vllm:prompt_tokens_total{{{labels}}} 10"),
            format!("vllm:prompt_tokens_by_source_total{{{labels},source=\"local_compute\"}} 4"),
            format!("vllm:prompt_tokens_by_source_total{{{labels},source=\"local_cache_hit\"}} 6"),
            format!("vllm:prompt_tokens_cached_by_source_total{{{labels},source=\"device\"}} 4"),
            format!("vllm:prompt_tokens_cached_by_source_total{{{labels},source=\"host\"}} 2"),
            format!("vllm:generation_tokens_total{{{labels}}} 0"),
            format!("vllm:time_to_first_token_seconds_count{{{labels}}} 1"),
            format!("vllm:inter_token_latency_seconds_count{{{labels}}} 0"),
            format!("vllm:e2e_request_latency_seconds_count{{{labels}}} 0"),
            format!("vllm:request_queue_time_seconds_count{{{labels}}} 0"),
        ] {
            assert!(text.lines().any(|l| l == line), "{line} not in\n{text}");
        }
        assert!(text.contains(r#"finished_reason="stop"} 1"#), "{text}");
        assert!(text.contains(r#"block_size="32",num_gpu_blocks="4"} 1"#), "{text}");
        assert!(text.ends_with("# EOF\n"));
        let older = prometheus_text(&text);
        assert!(older.contains("# TYPE vllm:prompt_tokens_total counter\n"), "{older}");
        assert!(older.contains("# HELP atlas_preemptions_total Requests taken"), "{older}");
        assert!(older.contains("# TYPE vllm:kv_cache_usage_perc gauge\n"), "{older}");
        let samples = |text: &str| -> Vec<String> {
            text.lines().filter(|l| !l.starts_with('#')).map(str::to_owned).collect()
        };
        assert_eq!(samples(&older), samples(&text));
    }

    #[test]
    fn labels_of_ignored_fields_are_bounded() {
        let metrics = Metrics::new("m");
        assert!(metrics.ignored_field("wibble"));
        assert!(!metrics.ignored_field("wibble"));
        assert!(metrics.ignored_field("a\nb"));
        for i in 0..1000 {
            metrics.ignored_field(&format!("f{i}"));
        }
        let text = metrics.render(&EngineStats::default()).expect("render");
        let lines = text.lines().filter(|l| l.starts_with("atlas_ignored_fields_total{")).count();
        assert!(lines <= IGNORED_NAMES_MAX + 1, "{lines}");
        assert!(text.contains(r#"field="wibble"} 2"#));
    }
}
