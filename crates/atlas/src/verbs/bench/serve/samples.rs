//! Measurements of a row: one sample an answer, failures by kind.

use super::answer::Answer;
use super::client::Failure;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// Largest count of tokens that is taken from a server.
const TOKENS_MAX: u64 = 1 << 40;

/// One figure of a distribution.
pub type Quantile = fn(&Distribution) -> f64;

/// Distribution of a time, in the unit of its name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Distribution {
    pub count: usize,
    pub mean: f64,
    pub min: f64,
    pub p50: f64,
    pub p90: f64,
    pub p95: f64,
    pub p99: f64,
    pub max: f64,
}

impl Distribution {
    /// The quantiles of plots, with their names.
    pub const QUANTILES: [(&str, Quantile); 4] =
        [("p50", |d| d.p50), ("p90", |d| d.p90), ("p95", |d| d.p95), ("p99", |d| d.p99)];

    /// Of all `values`; `None` for none. Percentiles between two values are interpolated.
    pub fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let (min, max) = (*values.first()?, *values.last()?);
        Some(Self {
            count: values.len(),
            mean: values.iter().sum::<f64>() / values.len() as f64,
            min,
            p50: percentile(&values, 50.0),
            p90: percentile(&values, 90.0),
            p95: percentile(&values, 95.0),
            p99: percentile(&values, 99.0),
            max,
        })
    }
}

/// The percentile of sorted values that are not empty, linear between neighbours.
fn percentile(sorted: &[f64], percent: f64) -> f64 {
    let at = percent / 100.0 * (sorted.len() - 1) as f64;
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    low + (high - low) * at.fract()
}

/// Times and counts of an answered request; times in seconds.
#[derive(Clone, Debug)]
pub struct Sample {
    pub sent: Instant,
    pub end: Instant,
    /// Time from the planned moment to the one in which it was sent; open loops alone.
    pub lag: f64,
    pub ttft: Option<f64>,
    /// Inter-token latencies: times between chunks, each divided by the tokens of its chunk, where
    /// the server sends their ids, else by the answer's mean tokens of a chunk.
    pub itl: Vec<f64>,
    pub tpot: Option<f64>,
    pub e2e: f64,
    pub chunks: u64,
    /// Tokens of the answer, as reported, else its chunks.
    pub output_tokens: u64,
    /// The server reported the tokens of the answer.
    pub counted: bool,
    pub prompt_tokens: Option<u64>,
    pub cached_tokens: Option<u64>,
    /// Tokens that were asked for.
    pub wanted_tokens: u32,
}

impl Sample {
    pub fn new(answer: &Answer, due: Option<Instant>, wanted_tokens: u32) -> Self {
        let usage = answer.usage.clone().unwrap_or_default();
        let plausible = |count: &u64| *count <= TOKENS_MAX;
        let counted = usage.completion_tokens.filter(plausible);
        let output_tokens = counted.unwrap_or(answer.chunks);
        let per_chunk = (output_tokens as f64 / answer.chunks.max(1) as f64).max(1.0);
        let since = |at: Instant| at.duration_since(answer.sent).as_secs_f64();
        let tpot = match (answer.first, answer.generated) {
            (Some(first), Some(end)) if output_tokens > 1 => {
                Some((end - first).as_secs_f64() / (output_tokens - 1) as f64)
            }
            _ => None,
        };
        let mut itl = Vec::new();
        for gap in &answer.gaps {
            match gap.tokens {
                Some(tokens) if tokens > 0 => {
                    itl.extend(vec![gap.seconds / tokens as f64; tokens]);
                }
                _ => itl.push(gap.seconds / per_chunk),
            }
        }
        Self {
            sent: answer.sent,
            end: answer.end,
            lag: due.map_or(0.0, |due| answer.sent.duration_since(due).as_secs_f64()),
            ttft: answer.first.map(since),
            itl,
            tpot,
            e2e: since(answer.end),
            chunks: answer.chunks,
            output_tokens,
            counted: counted.is_some(),
            prompt_tokens: usage.prompt_tokens.filter(plausible),
            cached_tokens: usage
                .prompt_tokens_details
                .and_then(|d| d.cached_tokens)
                .filter(plausible),
            wanted_tokens,
        }
    }
}

/// Failures of a kind, with the message of the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FailureCount {
    pub kind: String,
    pub count: u64,
    pub message: String,
}

/// Everything that came of a row. Failed requests have no sample.
#[derive(Default)]
pub struct Collected {
    pub samples: Vec<Sample>,
    failures: BTreeMap<String, FailureCount>,
    /// Requests that were in flight when the run was interrupted.
    pub abandoned: u64,
}

impl Collected {
    pub fn fail(&mut self, failure: &Failure) {
        let kind = failure.kind();
        let entry = self.failures.entry(kind.clone()).or_insert_with(|| FailureCount {
            kind,
            count: 0,
            message: failure.to_string(),
        });
        entry.count += 1;
    }

    pub fn failures(&self) -> Vec<FailureCount> {
        self.failures.values().cloned().collect()
    }

    pub fn failed(&self) -> u64 {
        self.failures.values().map(|f| f.count).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn percentiles_equal_a_naive_computation() {
        let mut random = fastrand::Rng::with_seed(3);
        for count in [1usize, 2, 3, 10, 101, 1000] {
            let values: Vec<f64> = (0..count).map(|_| random.f64()).collect();
            let of = Distribution::of(values.clone()).unwrap();
            for (percent, value) in [(50, of.p50), (90, of.p90), (95, of.p95), (99, of.p99)] {
                // The value at a fraction of the way from the k-th to the next smallest.
                let smallest = |k: usize| {
                    let below = |v: &&f64| values.iter().filter(|w| *w < *v).count() == k;
                    *values.iter().find(below).unwrap()
                };
                let hundredths = percent * (count - 1);
                let (k, part) = (hundredths / 100, (hundredths % 100) as f64 / 100.0);
                let next = smallest((k + 1).min(count - 1));
                let naive = smallest(k) * (1.0 - part) + next * part;
                assert!((value - naive).abs() < 1e-12, "{count} {percent}");
            }
            assert!(of.min <= of.p50 && of.p99 <= of.max && of.count == count);
        }
        assert_eq!(Distribution::of(Vec::new()), None);
    }

    #[test]
    fn gaps_are_divided_by_the_tokens_of_a_chunk() {
        let sent = Instant::now();
        let at = |ms| sent + Duration::from_millis(ms);
        let mut answer = Answer::new(sent);
        for (data, ms) in [
            (r#"{"choices":[{"text":"a b"}]}"#, 10),
            (r#"{"choices":[{"text":"c d"}]}"#, 30),
            (r#"{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":4}}"#, 40),
        ] {
            answer.event(data, at(ms)).unwrap();
        }
        answer.end = at(40);
        let sample = Sample::new(&answer, Some(sent), 4);
        assert_eq!((sample.ttft, sample.itl.as_slice()), (Some(0.01), &[0.01][..]));
        assert!((sample.tpot.unwrap() - 0.02 / 3.0).abs() < 1e-9 && sample.e2e == 0.04);
        assert_eq!((sample.output_tokens, sample.counted), (4, true));
        answer.usage = None;
        assert_eq!(Sample::new(&answer, None, 4).output_tokens, 2);
        answer.gaps[0].tokens = Some(4);
        assert_eq!(Sample::new(&answer, None, 4).itl, [0.005; 4]);
    }

    #[test]
    fn failures_are_counted_by_kind() {
        let mut collected = Collected::default();
        for failure in [
            Failure::Status(500, "first".into()),
            Failure::Status(500, "second".into()),
            Failure::Status(429, "slow".into()),
            Failure::CutStream("cut".into()),
        ] {
            collected.fail(&failure);
        }
        let shown: Vec<_> = collected
            .failures()
            .into_iter()
            .map(|f| format!("{} {} {}", f.kind, f.count, f.message))
            .collect();
        assert_eq!(shown, ["cut stream 1 cut", "status 429 1 slow", "status 500 2 first"]);
        assert_eq!((collected.failed(), collected.samples.len()), (4, 0));
    }
}
