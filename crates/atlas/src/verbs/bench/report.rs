//! Reports of a benchmark, as JSON and as text.

use super::disk::DiskReads;
use super::measure::{Leg, median};
use serde::Serialize;

/// Ceilings measured on this machine in the same run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ceilings {
    /// Streaming read bandwidth over the run's threads, GB/s; on a GPU what a copy reads and
    /// writes.
    pub read_gb_per_second: f64,
    /// Own best matrix product in the model's weight format, GFLOP/s; not measured on a GPU.
    pub gemm_gflop_per_second: Option<f64>,
}

/// One timed repetition, between two measurements of the ceilings.
#[derive(Clone, Debug, Serialize)]
pub struct Repeat {
    pub before: Ceilings,
    pub leg: Leg,
    pub after: Ceilings,
    /// GB/s of the file of KV blocks, read in order behind the leg.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk_gb_per_second: Option<f64>,
}

impl Repeat {
    /// GB/s of KV blocks that were read while sequences generated, and what the disk gives.
    fn disk(&self) -> Option<[f64; 2]> {
        self.leg.disk.as_ref().map(DiskReads::rate).zip(self.disk_gb_per_second).map(Into::into)
    }
}

/// Bytes that the model moves and FLOP that it computes.
#[derive(Clone, Debug, Serialize)]
pub struct Work {
    pub prompt_len: u32,
    pub output_len: u32,
    pub concurrency: u32,
    /// Experts that a layer's tokens chose, mean over layers and decode steps; absent without
    /// experts.
    pub distinct_experts: Option<f64>,
    /// Weight bytes read by one decode step of all sequences, each expert that was chosen once.
    pub weight_bytes: u64,
    /// KV and recurrent bytes read per decoded token, at the middle of the answer.
    pub state_bytes: u64,
    /// FLOP of one token's linears.
    pub flop_per_token: f64,
    /// FLOP of the head, which only the last token of a prompt passes.
    pub head_flop_per_token: f64,
}

impl Work {
    /// FLOP of the linears of one prompt.
    fn prompt_flop(&self) -> f64 {
        let body = self.flop_per_token - self.head_flop_per_token;
        body * f64::from(self.prompt_len) + self.head_flop_per_token
    }
}

/// Medians over the repetitions.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub ttft_ms: f64,
    pub prefill_tokens_per_second: f64,
    pub prefill_gflop_per_second: f64,
    /// Share of the matrix product measured around the same leg.
    pub prefill_share_of_gemm: Option<f64>,
    pub tpot_ms: f64,
    /// Time for which all sequences generated at once; decode figures of less than
    /// [`STEADY_MS_MIN`] mean
    /// nothing.
    pub steady_ms: f64,
    pub decode_tokens_per_second: f64,
    pub decode_gb_per_second: f64,
    /// Share of the read bandwidth measured around the same leg.
    pub decode_share_of_read: f64,
    pub read_gb_per_second: f64,
    pub gemm_gflop_per_second: Option<f64>,
    /// From the results of a decode step to the end of the next one's launch, where steps are
    /// queued on a device.
    pub between_us: Option<f64>,
}

/// Everything, as printed with `--json`.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub kind: &'static str,
    pub model: String,
    pub isa: String,
    /// The device, where it is not the CPU.
    pub device: Option<String>,
    pub dtype: String,
    pub threads: usize,
    pub work: Work,
    pub summary: Summary,
    pub repeats: Vec<Repeat>,
}

impl Report {
    /// Whether all sequences generated at once too shortly for the decode figures.
    pub fn is_short(&self) -> bool {
        self.summary.steady_ms < STEADY_MS_MIN
    }
}

/// Medians of the per-repetition figures: a share is taken within its own repetition first.
pub fn summarise(work: &Work, repeats: &[Repeat], between_us: Option<f64>) -> Summary {
    let over = |f: &dyn Fn(&Repeat) -> f64| median(&repeats.iter().map(f).collect::<Vec<_>>());
    let read = |r: &Repeat| (r.before.read_gb_per_second + r.after.read_gb_per_second) / 2.0;
    let gemm = |r: &Repeat| match (r.before.gemm_gflop_per_second, r.after.gemm_gflop_per_second) {
        (Some(before), Some(after)) => (before + after) / 2.0,
        _ => f64::NAN,
    };
    let known = |value: f64| (!value.is_nan()).then_some(value);
    // With several sequences the first tokens come after all prompts share the steps; the last
    // first token bounds the prefill of all of them.
    let prefill_seconds =
        |r: &Repeat| r.leg.requests.iter().map(|q| q.ttft_seconds).fold(0.0, f64::max);
    let prompt_tokens = f64::from(work.prompt_len) * f64::from(work.concurrency);
    let prefill_rate = |r: &Repeat| prompt_tokens / prefill_seconds(r);
    let prompts_flop = work.prompt_flop() * f64::from(work.concurrency);
    let prefill_flops = |r: &Repeat| prompts_flop / prefill_seconds(r) / 1e9;
    let rate = |r: &Repeat| f64::from(r.leg.steady_tokens) / r.leg.steady_seconds;
    // Weights are read once a step for all sequences, state once for each.
    let bytes = (work.weight_bytes as f64) / f64::from(work.concurrency) + work.state_bytes as f64;
    let decode_gb = |r: &Repeat| rate(r) * bytes / 1e9;
    Summary {
        ttft_ms: over(&|r| {
            median(&r.leg.requests.iter().map(|q| q.ttft_seconds * 1e3).collect::<Vec<_>>())
        }),
        prefill_tokens_per_second: over(&prefill_rate),
        prefill_gflop_per_second: over(&prefill_flops),
        prefill_share_of_gemm: known(over(&|r| prefill_flops(r) / gemm(r))),
        tpot_ms: over(&|r| {
            let all: Vec<f64> = r.leg.requests.iter().filter_map(|q| q.tpot_seconds).collect();
            median(&all) * 1e3
        }),
        steady_ms: over(&|r| r.leg.steady_seconds * 1e3),
        decode_tokens_per_second: over(&rate),
        decode_gb_per_second: over(&decode_gb),
        decode_share_of_read: over(&|r| decode_gb(r) / read(r)),
        read_gb_per_second: over(&read),
        gemm_gflop_per_second: known(over(&gemm)),
        between_us,
    }
}

/// The peer's figures for the 0.6B shape, printed beside ours (llama.cpp, ggml 0.26.0, Q8_0, two
/// threads of a Zen 4 server, 2026-11-21).
const PEER: &str = "llama.cpp Q8_0, 0.6B shape, 2 threads of another (Zen 4) machine, 2026-11-21: \
                    decode 25.7 tok/s = 16.3 GB/s, prefill 512 about 170 GOP/s, batch 8 95 tok/s";

/// Least time for which all sequences must generate: a reader thread that is not
/// scheduled gets several tokens at once and gives them one time.
const STEADY_MS_MIN: f64 = 50.0;

/// The report as text.
pub fn text(r: &Report) -> String {
    // Long: one line of the report after another.
    let s = &r.summary;
    let w = &r.work;
    let gemm = match (s.prefill_share_of_gemm, s.gemm_gflop_per_second) {
        (Some(share), Some(best)) => {
            format!(" = {:.0} % of the best GEMM here ({best:.0} GFLOP/s)", share * 100.0)
        }
        _ => String::new(),
    };
    let experts = match w.distinct_experts {
        Some(count) => format!(" ({count:.1} experts of a layer)"),
        None => String::new(),
    };
    let (on, ceiling, peer) = match &r.device {
        Some(device) => (device.clone(), "what a copy reads and writes", String::new()),
        None => (format!("{} isa", r.isa), "streaming read", format!("peer     {PEER}\n")),
    };
    let short = match r.is_short() {
        true => format!(
            "short    all sequences generated for {:.1} ms only: the decode line means nothing, \
             raise --output-len\n",
            s.steady_ms
        ),
        false => String::new(),
    };
    let between = match s.between_us {
        Some(us) => {
            format!("host     {us:.0} us between steps: results there, next step launched\n")
        }
        None => String::new(),
    };
    let disk = disk_line(&r.repeats);
    format!(
        "{} {}: {on}, {}, {} threads; {} prompt + {} output tokens, {} at once, median of {}\n\
         prefill  TTFT {:.1} ms, {:.0} tok/s, {:.0} GFLOP/s{}\n\
         decode   TPOT {:.2} ms, {:.1} tok/s, {:.1} GB/s = {:.1} % of {ceiling} here ({:.1} GB/s)\n\
         {short}{between}{disk}\
         work     {:.1} MB weights a step{}, {:.2} MB state a token, {:.3} GFLOP a token\n\
         {peer}",
        r.kind,
        r.model,
        r.dtype,
        r.threads,
        w.prompt_len,
        w.output_len,
        w.concurrency,
        r.repeats.len(),
        s.ttft_ms,
        s.prefill_tokens_per_second,
        s.prefill_gflop_per_second,
        gemm,
        s.tpot_ms,
        s.decode_tokens_per_second,
        s.decode_gb_per_second,
        s.decode_share_of_read * 100.0,
        s.read_gb_per_second,
        w.weight_bytes as f64 / 1e6,
        experts,
        w.state_bytes as f64 / 1e6,
        w.flop_per_token / 1e9,
    )
}

/// The line of the disk, where KV blocks lie on one.
fn disk_line(repeats: &[Repeat]) -> String {
    let found: Vec<[f64; 2]> = repeats.iter().filter_map(Repeat::disk).collect();
    if found.is_empty() {
        return String::new();
    }
    let of = |f: &dyn Fn(&[f64; 2]) -> f64| median(&found.iter().map(f).collect::<Vec<_>>());
    format!(
        "disk     {:.2} GB/s of KV blocks while generating = {:.0} % of reading its file in order \
         ({:.2} GB/s)\n",
        of(&|[read, _]| *read),
        of(&|[read, most]| read / most * 100.0),
        of(&|[_, most]| *most),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::bench::measure::RequestTimes;

    #[test]
    fn shares_are_taken_within_a_repetition() {
        let ceil =
            |read: f64| Ceilings { read_gb_per_second: read, gemm_gflop_per_second: Some(100.0) };
        let request =
            RequestTimes { ttft_seconds: 0.5, tpot_seconds: Some(0.1), output_tokens: 11 };
        let leg = Leg {
            requests: vec![request],
            wall_seconds: 1.5,
            steady_seconds: 1.0,
            steady_tokens: 10,
            disk: Some(DiskReads { bytes: 3_000_000_000, seconds: 2.0 }),
        };
        let work = Work {
            prompt_len: 100,
            output_len: 11,
            concurrency: 1,
            distinct_experts: None,
            weight_bytes: 900_000_000,
            state_bytes: 100_000_000,
            flop_per_token: 1e8,
            head_flop_per_token: 2e7,
        };
        let repeats = vec![Repeat {
            before: ceil(10.0),
            leg,
            after: ceil(30.0),
            disk_gb_per_second: Some(2.0),
        }];
        let s = summarise(&work, &repeats, None);
        assert_eq!((s.decode_gb_per_second, s.steady_ms), (10.0, 1000.0));
        assert_eq!(s.decode_share_of_read, 0.5);
        assert_eq!(s.prefill_tokens_per_second, 200.0);
        // 100 tokens of 0.08 GFLOP and one head of 0.02, in half a second, of 100 GFLOP/s.
        assert!((s.prefill_share_of_gemm.unwrap() - 8.02 / 50.0).abs() < 1e-9);
        let mut report = Report {
            kind: "latency",
            model: String::new(),
            isa: String::new(),
            device: None,
            dtype: String::new(),
            threads: 1,
            work,
            summary: s,
            repeats,
        };
        assert!(!text(&report).contains("raise --output-len"));
        assert!(text(&report).contains("peer "));
        (report.summary.steady_ms, report.device) = (49.0, Some("cuda:0".into()));
        assert!(!text(&report).contains("peer "), "a peer of another kind of machine");
        assert!(!text(&report).contains("\nhost "));
        let disk = "disk     1.50 GB/s of KV blocks while generating = 75 % of reading its file";
        assert!(text(&report).contains(disk));
        report.repeats[0].leg.disk = None;
        assert!(!text(&report).contains("disk "));
        report.summary.between_us = Some(12.4);
        assert!(text(&report).contains("\nhost     12 us between"));
        assert!(text(&report).contains("\nshort    all sequences generated for 49.0 ms only"));
    }
}
