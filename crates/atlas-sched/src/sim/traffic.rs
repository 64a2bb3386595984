//! Random limits, options and requests; all of it follows from the seed.

use crate::fault::{Fault, FaultPlan};
use crate::rng::{SplitMix64, mix};
use crate::types::{Chaos, SchedOptions, SchedRequest};
use atlas_core::{Limits, Priority, RequestId, TokenId};

/// Limits in which memory and slots are short.
pub fn limits(rng: &mut SplitMix64) -> Limits {
    let slot_count = rng.between(2, 6);
    let chunk_tokens_max = rng.between(1, 16);
    let kv_block_tokens = rng.between(1, 8);
    let seq_len_max = rng.between(24, 96);
    let longest = seq_len_max.div_ceil(kv_block_tokens);
    Limits {
        slot_count,
        step_tokens_max: slot_count.max(chunk_tokens_max) + rng.below(16),
        seq_len_max,
        kv_block_tokens,
        // Less than two long sequences need, so that preemption also happens without being forced.
        kv_block_count: longest + rng.below(longest.div_ceil(2)),
        chunk_tokens_max,
        queue_len_max: rng.between(4, 24),
        overtake_max: rng.below(5),
    }
}

/// Options of a run: two seeds in three with random preemption, half of those with random chunks.
pub fn options(rng: &mut SplitMix64, depth: u32, fault: Option<Fault>) -> SchedOptions {
    let chaos = Chaos {
        seed: rng.next_u64(),
        preempt_per_mille: rng.between(1, 30),
        random_chunks: rng.chance(500),
    };
    let chaos = rng.chance(667).then_some(chaos);
    let every = rng.between(1, 16);
    let fault = fault.map_or_else(FaultPlan::default, |f| FaultPlan::plant(f, every));
    SchedOptions { depth, chaos, fault }
}

/// The `index`-th request of a run: the same at every depth and with every timing.
pub fn request(seed: u64, index: u64, limits: &Limits) -> (SchedRequest, Vec<TokenId>) {
    let mut rng = SplitMix64::new(mix(seed ^ mix(index)));
    let longest = limits.seq_len_max;
    // Mostly short, now and then as long as allowed, so that some lack blocks where others fit.
    let bound = if rng.chance(250) { longest - 1 } else { (longest / 4).max(1) };
    let prompt_len = rng.between(1, bound);
    let answer_max = rng.between(1, 40);
    let request = SchedRequest {
        id: RequestId(index),
        prompt_len,
        len_max: (prompt_len + answer_max).min(longest),
        priority: Priority(if rng.chance(200) { rng.below(3) as i32 - 1 } else { 0 }),
        prompt_rows: rng.chance(200),
    };
    let prompt = (0..prompt_len).map(|_| rng.below(1 << 20)).collect();
    (request, prompt)
}
