//! Random limits, options and requests; all of it follows from the seed.

use super::model;
use crate::faults::{Fault, FaultPlan};
use crate::rng::{SplitMix64, mix};
use crate::types::{Chaos, PrefixOptions, PrefixPrompt, SchedOptions, SchedRequest};
use atlas_cache::Namespace;
use atlas_core::{ClientId, HostPlaces, Limits, Priority, RequestId, TokenId};

/// Limits in which memory and slots are short.
pub fn limits(rng: &mut SplitMix64, seed: u64) -> Limits {
    let slot_count = rng.between(2, 6);
    let chunk_tokens_max = rng.between(1, 16);
    let kv_block_tokens = rng.between(1, 8);
    let seq_len_max = rng.between(24, 96);
    let longest = seq_len_max.div_ceil(kv_block_tokens);
    Limits {
        slot_count,
        step_tokens_max: slot_count.max(chunk_tokens_max) + rng.below(16),
        // In half of the runs none.
        drafts_max: SplitMix64::new(mix(seed ^ 0xd4af7)).below(10).saturating_sub(4),
        seq_len_max,
        kv_block_tokens,
        // Less than two long sequences need, so that preemption also happens without being forced.
        kv_block_count: longest + rng.below(longest.div_ceil(2)),
        chunk_tokens_max,
        queue_len_max: rng.between(4, 24),
        overtake_max: rng.below(5),
        // Mostly few, now and then none.
        snapshot_count: SplitMix64::new(mix(seed ^ 0x5407)).below(12),
        host: HostPlaces::default(),
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
    // Forks are rare, and what happens on the host too; so is an end that a step is planned behind,
    // which then does not run.
    let rare = [Fault::ForkSharesBlock, Fault::ForkForgetsBlock, Fault::SurplusPublished].map(Some);
    let is_rare = rare.contains(&fault);
    let of_host = fault.is_some_and(|f| Fault::OF_THE_HOST.contains(&f));
    let every = if is_rare || of_host { 1 } else { every };
    let fault = fault.map_or_else(FaultPlan::default, |f| FaultPlan::plant(f, every));
    let call_width = rng.between(1, 3);
    SchedOptions { depth, chaos, fault, call_width, ..SchedOptions::default() }
}

/// Whether the model of a run has a recurrent layer: in three of four.
pub fn is_recurrent(seed: u64) -> bool {
    SplitMix64::new(mix(seed ^ 0x5eed)).chance(750)
}

/// Positions that a row sees, in half of the runs not all of them: one alone, less than a
/// block, whole blocks and parts of them, more than any sequence has. `always`: few, so that much
/// is given back.
pub fn window(seed: u64, limits: &Limits, always: bool) -> Option<u32> {
    let mut rng = SplitMix64::new(mix(seed ^ 0x31d0));
    if always {
        return Some(rng.between(2, 16));
    }
    if !rng.chance(500) {
        return None;
    }
    let block = limits.kv_block_tokens;
    Some(match rng.below(8) {
        0 => 1,
        1 => rng.between(1, block),
        2 => block * rng.between(1, 4),
        3 => limits.seq_len_max + rng.below(2),
        4 => rng.between(1, limits.seq_len_max),
        _ => rng.between(2, 24),
    })
}

/// The tier on the host: in three of four runs, and small.
pub fn host(seed: u64, always: bool) -> HostPlaces {
    let mut rng = SplitMix64::new(mix(seed ^ 0x8057));
    if !rng.chance(750) && !always {
        return HostPlaces::default();
    }
    let (blocks, snapshots) = (rng.between(1, 40), rng.below(8));
    // Enough for every fault to show.
    let more = u32::from(always);
    HostPlaces { blocks: blocks + 20 * more, snapshots: snapshots % 4 + 2 * more }
}

/// The prefix cache of a run.
pub fn prefix(seed: u64, needs_snapshots: bool) -> PrefixOptions {
    let mut rng = SplitMix64::new(mix(seed ^ 0xcac4e));
    let stride_tokens = rng.between(1, 40);
    let tile_tokens = if rng.chance(500) { 1 } else { rng.between(2, 16) };
    PrefixOptions {
        needs_snapshots,
        stride_tokens,
        tile_tokens,
        only_stride: false,
        verify_per_million: 0,
    }
}

/// The index of the first of the requests with the same prompt, if there are several.
pub fn group(seed: u64, index: u64) -> Option<u64> {
    let first = index - index % 4;
    SplitMix64::new(mix(seed ^ mix(first) ^ 0xf04c)).chance(150).then_some(first)
}

/// The index of the first of the requests that one call asked for, if there are several: choices of
/// a prompt, or some with prompts of their own.
fn call(seed: u64, index: u64) -> Option<u64> {
    let first = index - index % 8;
    let several = SplitMix64::new(mix(seed ^ mix(first) ^ 0xca11)).chance(200).then_some(first);
    group(seed, index).or(several)
}

/// The client of a request: most are of one, which queues many at times, and the rest of three
/// others.
fn client(seed: u64, index: u64) -> ClientId {
    let mut rng = SplitMix64::new(mix(seed ^ mix(index) ^ 0xc11e));
    ClientId(if rng.chance(700) { 0 } else { u128::from(rng.between(1, 3)) })
}

/// The `index`-th request of a run: the same at every depth and with every timing. Half of them
/// are turns of a few conversations, repeated, grown, branched, edited and cut; some go on from the
/// end of the answer to the request before.
pub fn request(
    seed: u64,
    index: u64,
    limits: &Limits,
    layers: model::ModelLayers,
) -> (SchedRequest, Vec<TokenId>) {
    let before = index.checked_sub(1).filter(|&before| group(seed, before).is_none());
    match before.filter(|_| SplitMix64::new(mix(seed ^ mix(index) ^ 0xa6a1)).chance(150)) {
        Some(before) if group(seed, index).is_none() => {
            follow_up(index, fresh(seed, before, limits, layers), limits, layers)
        }
        _ => fresh(seed, index, limits, layers),
    }
}

/// The same prompt with its whole answer, and a token behind it.
fn follow_up(
    index: u64,
    (before, mut tokens): (SchedRequest, Vec<TokenId>),
    limits: &Limits,
    layers: model::ModelLayers,
) -> (SchedRequest, Vec<TokenId>) {
    let namespace = before.prefix.as_ref().map(|p| p.namespace.clone()).unwrap_or_default();
    let is_over = |tokens: &[TokenId]| {
        let answer = &tokens[before.prompt_len as usize..];
        tokens.len() as u32 == before.len_max || answer.last().is_some_and(|&t| model::is_stop(t))
    };
    while !is_over(&tokens) {
        tokens.push(model::next_token(model::start(&namespace), &tokens, layers));
    }
    tokens.push(7);
    tokens.truncate(limits.seq_len_max as usize - 1);
    let prompt_len = tokens.len() as u32;
    let prefix =
        PrefixPrompt { tokens: tokens.as_slice().into(), namespace, resume_hints: Vec::new() };
    let request = SchedRequest {
        id: RequestId(index),
        prompt_len,
        len_max: (prompt_len + 20).min(limits.seq_len_max),
        prompt_rows: false,
        prefix: Some(prefix),
        ..before
    };
    (request, tokens)
}

/// A request that knows nothing of others but the conversation it is of.
fn fresh(
    seed: u64,
    index: u64,
    limits: &Limits,
    layers: model::ModelLayers,
) -> (SchedRequest, Vec<TokenId>) {
    let (group, call) = (group(seed, index), call(seed, index));
    let id = RequestId(index);
    let index = group.unwrap_or(index);
    let mut rng = SplitMix64::new(mix(seed ^ mix(index)));
    let longest = limits.seq_len_max;
    // Mostly short, now and then as long as allowed, so that some lack blocks where others fit.
    let bound = if rng.chance(250) { longest - 1 } else { (longest / 4).max(1) };
    let prompt_len = rng.between(1, bound);
    let answer_max = rng.between(1, 40);
    let priority = Priority(if rng.chance(200) { rng.below(3) as i32 - 1 } else { 0 });
    let prompt_rows = rng.chance(200);
    let salt = if rng.chance(200) { &b"other"[..] } else { &[] };
    let namespace = Namespace { salt: salt.into(), adapter: u32::from(rng.chance(100)) };
    let (prompt, resume_hints) = if rng.chance(600) {
        turn(&mut rng, seed ^ (index / 64), &namespace, longest, layers)
    } else {
        ((0..prompt_len).map(|_| rng.below(1 << 20)).collect(), Vec::new())
    };
    let prompt_len = prompt.len() as u32;
    let tokens = prompt.as_slice().into();
    let request = SchedRequest {
        id,
        group,
        prompt_len,
        len_max: (prompt_len + answer_max).min(longest),
        priority,
        client: client(seed, call.unwrap_or(index)),
        call,
        prompt_rows,
        drafts: SplitMix64::new(mix(seed ^ mix(index) ^ 0xd4)).below(limits.drafts_max + 1),
        prefix: Some(PrefixPrompt { tokens, namespace, resume_hints }),
    };
    (request, prompt)
}

/// The prompt of some turn of one of a few conversations, with the model's own answers in it, and
/// where its last user turn and its generation prompt begin.
fn turn(
    rng: &mut SplitMix64,
    seed: u64,
    namespace: &Namespace,
    longest: u32,
    layers: model::ModelLayers,
) -> (Vec<TokenId>, Vec<u32>) {
    let which = rng.below(4);
    let mut system = SplitMix64::new(mix(seed ^ u64::from(which / 2)));
    let mut talk = SplitMix64::new(mix(seed ^ u64::from(which + 100)));
    let mut tokens: Vec<TokenId> = Vec::new();
    (0..system.between(1, longest / 4)).for_each(|_| tokens.push(system.below(1 << 20)));
    let mut hints = Vec::new();
    for left in (0..=rng.below(4)).rev() {
        hints = vec![tokens.len() as u32];
        (0..talk.between(1, 8)).for_each(|_| tokens.push(talk.below(1 << 20)));
        hints.push(tokens.len() as u32);
        tokens.push(7);
        let answer_len = if left == 0 { 0 } else { talk.between(1, 12) };
        for _ in 0..answer_len {
            let next = model::next_token(model::start(namespace), &tokens, layers);
            tokens.push(next);
            if model::is_stop(next) {
                break;
            }
        }
    }
    match rng.below(6) {
        0 => tokens.truncate(1 + rng.below(tokens.len() as u32) as usize),
        1 => {
            let at = rng.below(tokens.len() as u32) as usize;
            tokens[at] ^= 1;
        }
        2 => {
            tokens.truncate(1 + rng.below(tokens.len() as u32) as usize);
            (0..rng.below(8)).for_each(|_| tokens.push(rng.below(1 << 20)));
        }
        _ => {}
    }
    tokens.truncate(longest as usize - 1);
    (tokens, hints)
}
