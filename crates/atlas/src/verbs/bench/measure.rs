//! One timed leg: a set of requests through the engine, and their times.

use super::disk::DiskReads;
use anyhow::{Context, Result, bail};
use atlas_core::{GenerateRequest, SamplingParams, TokenEngine, TokenEvent};
use serde::Serialize;
use std::sync::{Barrier, OnceLock};
use std::time::Instant;

/// Times of one request, in seconds.
#[derive(Clone, Debug, Serialize)]
pub struct RequestTimes {
    /// Submission to first token.
    pub ttft_seconds: f64,
    /// Time per output token after the first; absent with one token.
    pub tpot_seconds: Option<f64>,
    pub output_tokens: u32,
}

/// Times of a leg.
#[derive(Clone, Debug, Serialize)]
pub struct Leg {
    pub requests: Vec<RequestTimes>,
    pub wall_seconds: f64,
    /// First token of the last request to start until the first request ends: all were generating.
    pub steady_seconds: f64,
    pub steady_tokens: u32,
    /// Reads of KV blocks from the disk between the first and the last token of the first request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk: Option<DiskReads>,
}

/// Runs `count` requests at once, each `prompt_len` random ids and exactly `output_len` tokens,
/// greedy. Prompts differ between legs (`seed`), so nothing can be answered from a cache.
pub fn leg(
    engine: &dyn TokenEngine,
    vocab_size: u32,
    count: u32,
    prompt_len: u32,
    output_len: u32,
    seed: u64,
) -> Result<Leg> {
    // Readers wait for their tokens before the first request is sent: one that came late would find
    // several at once and give them the same time.
    let (all, started) = (Barrier::new(count as usize + 1), OnceLock::new());
    let disk = OnceLock::new();
    let read = |i: u32| -> Result<Vec<f64>> {
        let request = request(vocab_size, prompt_len, output_len, seed ^ (u64::from(i) << 32));
        all.wait();
        let start = *started.get_or_init(Instant::now);
        let mut stream =
            engine.submit(request).with_context(|| format!("submitting request {i}"))?;
        let mut first = None;
        let times = collect(&mut stream, start, || first = Some(engine.stats()))?;
        if let (0, Some(first), [from, .., to]) = (i, first, &times[..]) {
            let _ = disk.set(DiskReads::between(&first, &engine.stats(), to - from));
        }
        Ok(times)
    };
    let (times, start) = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..count).map(|i| scope.spawn(move || read(i))).collect();
        started.get_or_init(Instant::now);
        all.wait();
        let times: Result<Vec<Vec<f64>>> = handles
            .into_iter()
            .map(|h| h.join().map_err(|_| anyhow::anyhow!("a reader thread panicked"))?)
            .collect();
        (times, *started.get_or_init(Instant::now))
    });
    let times = times?;
    let leg = summarise(&times, output_len, start.elapsed().as_secs_f64())?;
    Ok(Leg { disk: disk.into_inner().flatten(), ..leg })
}

fn summarise(times: &[Vec<f64>], output_len: u32, wall_seconds: f64) -> Result<Leg> {
    let mut requests = Vec::new();
    let (mut from, mut to) = (0f64, f64::INFINITY);
    for t in times {
        let (Some(&first), Some(&last)) = (t.first(), t.last()) else { bail!("no token came") };
        if t.len() != output_len as usize {
            bail!("{} tokens came instead of {output_len}", t.len());
        }
        from = from.max(first);
        to = to.min(last);
        let tpot = (t.len() > 1).then(|| (last - first) / (t.len() - 1) as f64);
        requests.push(RequestTimes {
            ttft_seconds: first,
            tpot_seconds: tpot,
            output_tokens: t.len() as u32,
        });
    }
    let inside = |t: &f64| *t > from && *t <= to;
    let steady_tokens = times.iter().flatten().filter(|t| inside(t)).count() as u32;
    let steady_seconds = (to - from).max(0.0);
    Ok(Leg { requests, wall_seconds, steady_seconds, steady_tokens, disk: None })
}

fn request(vocab_size: u32, prompt_len: u32, output_len: u32, seed: u64) -> GenerateRequest {
    let mut state = seed;
    let prompt = (0..prompt_len.max(1))
        .map(|_| (split_mix(&mut state) % u64::from(vocab_size.max(1))) as u32)
        .collect();
    let mut sampling = SamplingParams::greedy(output_len);
    sampling.ignore_eos = true;
    GenerateRequest::new(prompt, sampling)
}

/// SplitMix64, Steele et al., "Fast splittable pseudorandom number generators" (2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Seconds from `start` at which each token came. Calls `first` behind the first of them.
fn collect(
    stream: &mut atlas_core::TokenStream,
    start: Instant,
    mut first: impl FnMut(),
) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    while let Some(event) = stream.blocking_next() {
        match event {
            TokenEvent::Token { .. } => {
                times.push(start.elapsed().as_secs_f64());
                if times.len() == 1 {
                    first();
                }
            }
            TokenEvent::Failed(e) => return Err(e.into()),
            TokenEvent::PromptLogprobs(_) | TokenEvent::Done(_) => {}
        }
    }
    Ok(times)
}

/// The middle value; the mean of the two middle ones for an even count; NaN for none.
pub fn median(values: &[f64]) -> f64 {
    let mut v = values.to_vec();
    v.sort_by(f64::total_cmp);
    match v.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => v[n / 2],
        n => (v[n / 2 - 1] + v[n / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0]), 2.5);
        assert!(median(&[]).is_nan());
    }

    #[test]
    fn the_steady_window_counts_only_when_all_generate() {
        let times = [vec![1.0, 2.0, 3.0], vec![1.5, 2.5, 3.5]];
        let leg = summarise(&times, 3, 4.0).unwrap();
        assert_eq!(leg.steady_tokens, 3); // 2.0, 2.5, 3.0 lie in (1.5, 3.0]
        assert_eq!(leg.steady_seconds, 1.5);
        assert!(summarise(&times, 4, 4.0).is_err());
    }

    #[test]
    fn prompts_differ_with_the_seed() {
        assert_ne!(request(1000, 32, 4, 1).prompt, request(1000, 32, 4, 2).prompt);
        assert!(request(7, 500, 4, 3).prompt.iter().all(|&t| t < 7));
    }
}
