//! Sizes and times of whole requests, under vLLM's names.

use atlas_core::{Finished, RequestTimes};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// From 10 us to 10 minutes. Dashboards of vLLM offer targets that must be bounds: 0.075, 0.15,
/// 0.2, 0.3 and 0.75 are there for them.
const SECONDS_BUCKETS: [f64; 29] = [
    1e-5, 2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 0.01, 0.025, 0.05, 0.075, 0.1,
    0.15, 0.2, 0.25, 0.3, 0.5, 0.75, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0,
];
/// Tokens of a prompt or an answer.
const TOKENS_BUCKETS: [f64; 19] = [
    1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5,
    5e5, 1e6,
];
const CHOICES_BUCKETS: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];

/// An empty histogram of seconds.
pub(super) fn seconds() -> Histogram {
    Histogram::new(SECONDS_BUCKETS)
}

/// Histograms of finished requests.
pub struct RequestSizes {
    prompt_tokens: Histogram,
    computed_tokens: Histogram,
    generated_tokens: Histogram,
    max_tokens: Histogram,
    choices: Histogram,
    prefill: Histogram,
    decode: Histogram,
    inference: Histogram,
    token: Histogram,
}

impl Default for RequestSizes {
    fn default() -> Self {
        let tokens = || Histogram::new(TOKENS_BUCKETS);
        Self {
            prompt_tokens: tokens(),
            computed_tokens: tokens(),
            generated_tokens: tokens(),
            max_tokens: tokens(),
            choices: Histogram::new(CHOICES_BUCKETS),
            prefill: seconds(),
            decode: seconds(),
            inference: seconds(),
            token: seconds(),
        }
    }
}

impl RequestSizes {
    /// Counts a request that the engine took.
    pub fn submitted(&self, choices: u32, max_tokens: u32) {
        self.choices.observe(choices.into());
        self.max_tokens.observe(max_tokens.into());
    }

    /// Counts a request that ended in the engine.
    pub fn finished(&self, finished: &Finished, times: &RequestTimes) {
        let generated = finished.usage.completion_tokens;
        self.prompt_tokens.observe(finished.usage.prompt_tokens.into());
        let computed = finished.usage.prompt_tokens.saturating_sub(finished.usage.cached_tokens);
        self.computed_tokens.observe(computed.into());
        self.generated_tokens.observe(generated.into());
        let (Some(prefill), Some(decode)) = (times.prefill_seconds, times.decode_seconds) else {
            return;
        };
        self.prefill.observe(prefill);
        self.decode.observe(decode);
        self.inference.observe(prefill + decode);
        if generated > 1 {
            self.token.observe(decode / f64::from(generated - 1));
        }
    }

    /// Adds the histograms to a registry with vLLM's labels.
    pub fn register(&self, r: &mut Registry) {
        for (name, help, histogram) in [
            ("prompt_tokens", "Tokens of a request's prompt", &self.prompt_tokens),
            (
                "prefill_kv_computed_tokens",
                "Tokens of a request's prompt that were computed, cached ones left out",
                &self.computed_tokens,
            ),
            ("generation_tokens", "Tokens generated for a request", &self.generated_tokens),
            (
                "max_num_generation_tokens",
                "Tokens of the longest answer of a request: each choice counts as one",
                &self.generated_tokens,
            ),
            ("params_max_tokens", "Most tokens that a request asked for", &self.max_tokens),
            ("params_n", "Choices that a request asked for", &self.choices),
            (
                "prefill_time_seconds",
                "Seconds from the first step of a request to its first token",
                &self.prefill,
            ),
            (
                "decode_time_seconds",
                "Seconds from the first token of a request to its last",
                &self.decode,
            ),
            (
                "inference_time_seconds",
                "Seconds from the first step of a request to its last token",
                &self.inference,
            ),
            (
                "time_per_output_token_seconds",
                "Seconds of a token of a request, on average after its first",
                &self.token,
            ),
        ] {
            r.register(format!("vllm:request_{name}"), help, histogram.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::metrics::{Metrics, prometheus_text};
    use atlas_core::EngineStats;
    use std::collections::BTreeMap;

    /// The rules of `promtool check metrics`, but for the colon in vLLM's names and the end of one
    /// of them.
    #[test]
    fn names_follow_the_rules_of_prometheus() {
        let metrics = Metrics::new("m");
        let text = prometheus_text(&metrics.render(&EngineStats::default()).expect("render"));
        let mut kinds = BTreeMap::new();
        for line in text.lines().filter_map(|l| l.strip_prefix("# TYPE ")) {
            let (name, kind) = line.split_once(' ').expect("a name and a type");
            assert!(kinds.insert(name, kind).is_none(), "{name} twice");
            assert!(text.contains(&format!("# HELP {name} ")), "{name} has no help");
            // vLLM calls a histogram so.
            let total = name.ends_with("_total") && name != "vllm:iteration_tokens_total";
            assert_eq!(kind == "counter", total, "{name} is a {kind}");
            let parts: Vec<&str> = name.trim_start_matches("vllm:").split('_').collect();
            let units = ["s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "m", "h", "d"];
            let kinds = ["counter", "gauge", "histogram", "summary", "count", "sum", "bucket"];
            for part in parts {
                assert!(!units.contains(&part) && !kinds.contains(&part), "{name}: {part}");
                assert!(part.chars().all(|c| !c.is_ascii_uppercase()), "{name}");
            }
        }
        for name in [
            "vllm:request_prompt_tokens",
            "vllm:request_generation_tokens",
            "vllm:request_max_num_generation_tokens",
            "vllm:request_params_max_tokens",
            "vllm:request_params_n",
            "vllm:request_prefill_time_seconds",
            "vllm:request_decode_time_seconds",
            "vllm:request_inference_time_seconds",
            "vllm:request_time_per_output_token_seconds",
            "vllm:time_per_output_token_seconds",
        ] {
            assert_eq!(kinds.get(name), Some(&"histogram"), "{name}");
        }
        assert!(text.contains("atlas_build_info{version=\""), "{text}");
        for name in ["resident_memory_bytes", "cpu_seconds_total", "start_time_seconds", "open_fds"]
        {
            assert!(text.contains(&format!("\nprocess_{name} ")), "{name}");
        }
    }
}
