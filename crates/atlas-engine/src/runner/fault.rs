//! The planted faults of [`TestFault`]: each breaks one promise at the one place that keeps it.

use atlas_core::{SnapshotId, StepPlan, TokenId};
use atlas_tensor::{LayerState, SpanRows, StateError};

use crate::engine::config::TestFault;
use crate::state::slots::SlotTable;
use crate::state::snapshots::SnapshotArena;

/// [`TestFault::ChunkForgetsState`]: wipes recurrent memory where a prompt chunk goes on.
pub(crate) fn forget_state(
    fault: Option<TestFault>,
    states: &mut [LayerState],
    span: &SpanRows<'_>,
    prompt_len: usize,
) -> Result<(), StateError> {
    let inside_prompt = span.start > 0 && (span.start as usize) < prompt_len;
    if fault != Some(TestFault::ChunkForgetsState) || !inside_prompt {
        return Ok(());
    }
    for state in states.iter_mut().filter(|s| matches!(s, LayerState::Recurrent(_))) {
        state.assign_slot(span.slot);
        let consumed = SpanRows { row: 0, len: span.start as usize, start: 0, ..*span };
        state.advance(&[consumed])?;
    }
    Ok(())
}

/// [`TestFault::NeighbourBlocks`]: the table of a slot with the first half of its neighbour's.
pub(crate) fn neighbour_blocks(own: &[u32], neighbour: &[u32]) -> Vec<u32> {
    let shared = own.len().min(neighbour.len()).div_ceil(2);
    neighbour[..shared].iter().chain(&own[shared..]).copied().collect()
}

/// [`TestFault::PreemptionForgetsTokens`]: known tokens with the generated ones zeroed.
pub(crate) fn forget_tokens(tokens: &[TokenId], prompt_len: usize) -> Vec<TokenId> {
    let zeros = std::iter::repeat_n(0, tokens.len() - prompt_len);
    tokens[..prompt_len].iter().copied().chain(zeros).collect()
}

/// [`TestFault::SnapshotRots`] and [`TestFault::BlockRots`]: one bit, once.
pub(crate) fn rot(
    fault: &mut Option<TestFault>,
    snapshots: &mut SnapshotArena,
    states: &mut [LayerState],
    saved: SnapshotId,
    first_block: Option<u32>,
) {
    match fault {
        Some(TestFault::SnapshotRots) => snapshots.flip(saved),
        Some(TestFault::BlockRots) => {
            let Some(block) = first_block else { return };
            for state in states {
                if let LayerState::Paged(cache) = state {
                    let mut bytes = vec![0; cache.block_len()];
                    cache.read_block(block, &mut bytes);
                    bytes[1] ^= 0x10;
                    cache.write_block(block, &bytes);
                }
            }
        }
        _ => return,
    }
    *fault = None;
}

/// [`TestFault::ThreadsChangeSums`]: one unit in the last place for each further thread.
pub(crate) fn perturb(logits: &mut [f32], threads: usize) {
    for _ in 1..threads {
        logits.iter_mut().for_each(|l| *l = l.next_up());
    }
}

/// Under [`TestFault::NeighbourBlocks`], the broken tables of a step with several spans.
pub(crate) fn neighbour_tables(
    fault: Option<TestFault>,
    slots: &SlotTable,
    plan: &StepPlan,
    live: &[(usize, usize)],
) -> Option<Vec<Vec<u32>>> {
    if fault != Some(TestFault::NeighbourBlocks) || live.len() < 2 {
        return None;
    }
    let table = |i: usize| slots.blocks(plan.spans[live[i % live.len()].0].slot);
    Some((0..live.len()).map(|i| neighbour_blocks(table(i), table(i + 1))).collect())
}
