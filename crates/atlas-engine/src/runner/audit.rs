//! Checks of cached prefixes: their state is computed again and compared bit by bit.

use atlas_core::{BlockId, SnapshotId};
use atlas_model::{Batch, ForwardError};
use atlas_sched::Audit;
use atlas_tensor::{LayerState, SpanRows};

use super::drafting::Kept;
use super::forward_pass::ForwardPass;
use crate::state::sequences::SequenceState;

/// The state of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Equal up to this token; later ones are not compared yet.
    Equal { done: u32 },
    /// All blocks and the snapshot are equal.
    Right,
    /// This block differs.
    Block(u32),
    /// The snapshot at the end differs.
    Snapshot,
}

/// Computes a cached prefix again and compares the result with the cache.
pub(super) struct HitCheck<'a> {
    pub pass: &'a mut ForwardPass,
    pub state: &'a mut SequenceState,
    /// Token rows of the largest step.
    pub rows_max: usize,
}

impl HitCheck<'_> {
    /// Computes as many tokens behind the first `done` as the audit has spare blocks for, and
    /// compares them with what is kept. The parts of an audit follow one another.
    ///
    /// # Errors
    /// Those of the forward pass.
    pub fn compare_more(mut self, audit: &Audit, done: u32) -> Result<Found, ForwardError> {
        let slot = audit.slot().index();
        if done == 0 {
            self.state.clear_slot(slot);
        }
        let (kept, snapshot) = audit.kept();
        let kept: Vec<BlockId> = kept.collect();
        let first = done as usize / self.state.block_tokens;
        let spare: Vec<BlockId> = audit.spare().collect();
        let count = spare.len().min(kept.len() - first.min(kept.len()));
        let table: Vec<u32> = kept[..first].iter().chain(&spare).map(|b| b.0).collect();
        let end = done as usize + count * self.state.block_tokens;
        let mut at = done as usize;
        while at < end {
            let to = end.min(at + self.rows_max);
            self.compute_rows(audit, at, to, &table)?;
            at = to;
        }
        for (i, &own) in spare[..count].iter().enumerate() {
            if !self.equal_blocks(own, kept[first + i]) {
                return Ok(Found::Block((first + i) as u32));
            }
        }
        Ok(match snapshot {
            _ if end < audit.tokens().len() => Found::Equal { done: end as u32 },
            Some(snapshot) if !self.equal_state(slot, snapshot) => Found::Snapshot,
            _ => Found::Right,
        })
    }

    fn compute_rows(
        &mut self,
        audit: &Audit,
        start: usize,
        end: usize,
        table: &[u32],
    ) -> Result<(), ForwardError> {
        let tokens = &audit.tokens()[start..end];
        let positions: Vec<u32> = (start as u32..end as u32).collect();
        let slot = audit.slot().index();
        let spans = [SpanRows {
            slot,
            row: 0,
            len: end - start,
            start: start as u32,
            drafts: 0,
            blocks: table,
        }];
        let (positions, spans) = (&positions[..], &spans[..]);
        let batch = Batch { tokens, fed: None, positions, spans, logit_rows: &[], keeps: None };
        let layers = self.pass.own_layers(&mut self.state.layers);
        self.pass.forward(&batch, layers, (None, None), Kept::Nothing)?;
        Ok(self.pass.dev.check()?)
    }

    fn equal_blocks(&self, a: BlockId, b: BlockId) -> bool {
        self.state.layers[..self.pass.layer_count()].iter().all(|state| match state {
            LayerState::Paged(cache) => {
                let [mut left, mut right] = [(); 2].map(|()| vec![0; cache.block_len()]);
                cache.read_block(a.0, &mut left);
                cache.read_block(b.0, &mut right);
                left == right
            }
            LayerState::Recurrent(_) | LayerState::Stateless => true,
        })
    }

    fn equal_state(&mut self, slot: usize, snapshot: SnapshotId) -> bool {
        self.state.snapshots.equals(&mut self.state.layers, slot, snapshot)
    }
}
