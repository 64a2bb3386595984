//! Prints what planning and committing one decode step costs, without any model.
//!
//! `cargo run --release -p atlas-sched --example step_cost`

use atlas_core::{ClientId, Limits, Priority, RequestId, SpanResult, StepResult};
use atlas_sched::{Event, SchedOptions, SchedRequest, Scheduler};
use std::time::{Duration, Instant};

const PROMPT_LEN: u32 = 16;
const SEQ_LEN_MAX: u32 = 2048;

/// Median nanoseconds of `step` plus `commit` with `batch` sequences that decode.
fn step_ns(batch: u32) -> Result<u128, Box<dyn std::error::Error>> {
    let limits = Limits {
        slot_count: batch,
        step_tokens_max: 2048,
        drafts_max: 0,
        seq_len_max: SEQ_LEN_MAX,
        kv_block_tokens: 32,
        kv_block_count: batch * SEQ_LEN_MAX.div_ceil(32),
        chunk_tokens_max: 512,
        queue_len_max: batch,
        overtake_max: 4,
        snapshot_count: 0,
        host: atlas_core::HostPlaces::default(),
    };
    let mut sched = Scheduler::new(limits, true, SchedOptions::default())?;
    for id in 0..batch {
        sched.push(Event::Submit(SchedRequest {
            id: RequestId(u64::from(id)),
            prompt_len: PROMPT_LEN,
            len_max: SEQ_LEN_MAX,
            priority: Priority(0),
            client: ClientId::default(),
            call: None,
            prompt_rows: false,
            drafts: 0,
            group: None,
            prefix: None,
        }))?;
    }
    let mut times = Vec::new();
    while !sched.is_idle() {
        let begin = Instant::now();
        let plan = sched.step();
        let mut spent = begin.elapsed();
        let spans = plan.spans.iter().map(|s| SpanResult {
            slot: s.slot,
            epoch: s.epoch,
            accepted: s.len,
            sampled: u32::from(s.sample),
            tokens: Vec::new(),
            ended: false,
        });
        let result =
            StepResult { step: plan.step, spans: spans.collect(), ..StepResult::default() };
        if !plan.spans.is_empty() {
            let begin = Instant::now();
            sched.commit(&result);
            spent += begin.elapsed();
            times.push(spent);
        }
    }
    times.sort_unstable();
    Ok(times.get(times.len() / 2).map_or(0, Duration::as_nanos))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for batch in [1, 8, 64, 256] {
        println!("batch {batch}: {} ns a step (step + commit, median)", step_ns(batch)?);
    }
    Ok(())
}
