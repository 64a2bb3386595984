//! Computing what is kept of a prefix once more, and comparing it bit by bit.

use atlas_core::{BlockId, SnapshotId};
use atlas_model::{Batch, Cx, ForwardError};
use atlas_sched::Audit;
use atlas_tensor::{LayerState, SpanRows};

use crate::runner::Runner;

/// How far an audit has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing wrong up to this token; more is left.
    Equal { done: u32 },
    /// All of it is what it should be.
    Right,
    /// This block holds something else.
    Block(u32),
    /// The snapshot at the end does.
    Snapshot,
}

impl Runner {
    /// Computes as many tokens behind the first `done` as the audit has spare blocks for, and
    /// compares them with what is kept. The parts of an audit follow one another.
    ///
    /// # Errors
    /// The forward pass's.
    pub fn audit(&mut self, audit: &Audit, done: u32) -> Result<Found, ForwardError> {
        let slot = audit.slot().index();
        if done == 0 {
            self.states.iter_mut().for_each(|state| state.assign_slot(slot));
        }
        let (kept, snapshot) = audit.kept();
        let kept: Vec<BlockId> = kept.collect();
        let first = done as usize / self.block_tokens;
        let spare: Vec<BlockId> = audit.spare().collect();
        let count = spare.len().min(kept.len() - first.min(kept.len()));
        let table: Vec<u32> = kept[..first].iter().chain(&spare).map(|b| b.0).collect();
        let end = done as usize + count * self.block_tokens;
        let mut at = done as usize;
        while at < end {
            let to = end.min(at + self.rows_max);
            self.audit_rows(audit, at, to, &table)?;
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

    fn audit_rows(
        &mut self,
        audit: &Audit,
        start: usize,
        end: usize,
        table: &[u32],
    ) -> Result<(), ForwardError> {
        let tokens = &audit.tokens()[start..end];
        let positions: Vec<u32> = (start as u32..end as u32).collect();
        let slot = audit.slot().index();
        let spans =
            [SpanRows { slot, row: 0, len: end - start, start: start as u32, blocks: table }];
        let (positions, spans) = (&positions[..], &spans[..]);
        let batch = Batch { tokens, fed: None, positions, spans, logit_rows: &[], keeps: None };
        let mut cx = Cx { dev: &self.dev, scratch: &self.scratch, taps: None };
        let none = self.logits.f32_mut(&[0, self.vocab_size]);
        self.model.forward(&mut cx, &batch, &mut self.states, none)?;
        Ok(self.dev.check()?)
    }

    fn equal_blocks(&self, a: BlockId, b: BlockId) -> bool {
        self.states.iter().all(|state| match state {
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
        self.snapshots.equals(&mut self.states, slot, snapshot)
    }
}
