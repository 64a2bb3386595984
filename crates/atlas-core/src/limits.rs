//! Every bound that sizes memory, fixed before the first request.

use thiserror::Error;

/// See [`Limits::score_rows_max`].
const SCORE_ROWS_MAX: u32 = 64;

/// Most steps that are planned and not committed.
const STEPS_AHEAD_MAX: u32 = 2;

/// Bounds of one engine. All pools are sized from these at start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Sequences that can have a slot at once (`--max-batch-size`).
    pub slot_count: u32,
    /// Token rows in one step (`--max-num-batched-tokens`).
    pub step_tokens_max: u32,
    /// Drafts of a sequence in one step at most (`--speculate`); 0 without speculation.
    pub drafts_max: u32,
    /// Longest sequence, prompt and answer together (`--max-seq-len`).
    pub seq_len_max: u32,
    /// Token positions per KV block.
    pub kv_block_tokens: u32,
    /// KV blocks in the pool.
    pub kv_block_count: u32,
    /// Longest prompt chunk of one sequence in one step; at most `step_tokens_max`.
    pub chunk_tokens_max: u32,
    /// Requests that may wait; one more is refused.
    pub queue_len_max: u32,
    /// Number of later requests of the same priority that may be started before a waiting one.
    pub overtake_max: u32,
    /// Places for snapshots of recurrent state (`--state-snapshot-gb`); without any, the prefix
    /// cache serves only models that have no such state.
    pub snapshot_count: u32,
    /// Places in host memory for cached state that the first tier gives up (`--host-cache-gb`).
    pub host: HostPlaces,
}

/// Places of the tier in host memory; none of either turns it off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostPlaces {
    pub blocks: u32,
    pub snapshots: u32,
}

/// A pair of limits that cannot hold together.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum LimitsError {
    #[error("{name} must be at least 1")]
    Zero { name: &'static str },
    #[error(
        "a step of {step_tokens_max} tokens cannot hold one token for each of {slot_count} \
         sequences; raise --max-num-batched-tokens or lower --max-batch-size"
    )]
    StepBelowSlots { step_tokens_max: u32, slot_count: u32 },
    #[error(
        "{kv_block_count} KV blocks of {kv_block_tokens} tokens cannot hold one sequence of \
         {seq_len_max} tokens; raise --kv-cache-memory-gb or lower --max-seq-len"
    )]
    PoolBelowSequence { kv_block_count: u32, kv_block_tokens: u32, seq_len_max: u32 },
    #[error(
        "{kv_block_count} KV blocks cannot hold what one sequence keeps at a time, {blocks} blocks \
         of {kv_block_tokens} tokens: its window of {window} tokens and two chunks of \
         {chunk_tokens_max}; raise --kv-cache-memory-gb or lower --max-chunk-tokens"
    )]
    PoolBelowWindow {
        kv_block_count: u32,
        kv_block_tokens: u32,
        blocks: u32,
        window: u32,
        chunk_tokens_max: u32,
    },
    #[error("a chunk of {chunk_tokens_max} tokens is longer than a step of {step_tokens_max}")]
    ChunkAboveStep { chunk_tokens_max: u32, step_tokens_max: u32 },
}

impl Limits {
    /// Checks the relations between the limits. `paged`: whether the model has paged layers at all;
    /// `window`: positions that a row sees, if all of these have a window.
    pub fn check(&self, paged: bool, window: Option<u32>) -> Result<(), LimitsError> {
        for (name, v) in [
            ("--max-batch-size", self.slot_count),
            ("--max-num-batched-tokens", self.step_tokens_max),
            ("--max-seq-len", self.seq_len_max),
            ("kv_block_tokens", self.kv_block_tokens),
            ("chunk_tokens_max", self.chunk_tokens_max),
        ] {
            if v == 0 {
                return Err(LimitsError::Zero { name });
            }
        }
        if self.step_tokens_max < self.slot_count {
            return Err(LimitsError::StepBelowSlots {
                step_tokens_max: self.step_tokens_max,
                slot_count: self.slot_count,
            });
        }
        if self.chunk_tokens_max > self.step_tokens_max {
            return Err(LimitsError::ChunkAboveStep {
                chunk_tokens_max: self.chunk_tokens_max,
                step_tokens_max: self.step_tokens_max,
            });
        }
        let (kv_block_count, kv_block_tokens) = (self.kv_block_count, self.kv_block_tokens);
        let (blocks, seq_len_max) = (self.blocks_held_max(window), self.seq_len_max);
        match window.filter(|_| blocks < self.blocks_for(seq_len_max)) {
            _ if !paged || kv_block_count >= blocks => Ok(()),
            None => {
                Err(LimitsError::PoolBelowSequence { kv_block_count, kv_block_tokens, seq_len_max })
            }
            Some(window) => Err(LimitsError::PoolBelowWindow {
                kv_block_count,
                kv_block_tokens,
                blocks,
                window,
                chunk_tokens_max: self.chunk_tokens_max,
            }),
        }
    }

    /// KV blocks that one sequence holds at a time at most: those of its longest length, or with a
    /// window those that the window before the committed positions and the chunks planned behind
    /// them touch.
    pub fn blocks_held_max(&self, window: Option<u32>) -> u32 {
        let whole = self.blocks_for(self.seq_len_max);
        let Some(window) = window else { return whole };
        let planned = self.chunk_tokens_max.saturating_mul(STEPS_AHEAD_MAX);
        let positions = window.saturating_sub(1).saturating_add(planned);
        // A stretch of positions may begin in the last one of a block.
        let touched = self.blocks_for(positions.saturating_sub(1)).saturating_add(1);
        whole.min(touched)
    }

    /// Rows of one step that prompt log-probabilities may ask logits for. A whole chunk of them
    /// would make the logits the largest pool of a model with a large vocabulary.
    pub fn score_rows_max(&self) -> u32 {
        self.step_tokens_max.min(SCORE_ROWS_MAX)
    }

    /// Rows of one step that may have logits: one for each sequence's next token, its drafts, and
    /// the scored.
    pub fn logit_rows_max(&self) -> u32 {
        let picked = self.slot_count.saturating_add(self.draft_rows_max());
        picked.saturating_add(self.score_rows_max()).min(self.step_tokens_max)
    }

    /// Drafts of all sequences in one step at most.
    pub fn draft_rows_max(&self) -> u32 {
        self.slot_count.saturating_mul(self.drafts_max).min(self.step_tokens_max)
    }

    /// KV blocks that `tokens` positions occupy.
    pub fn blocks_for(&self, tokens: u32) -> u32 {
        tokens.div_ceil(self.kv_block_tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits {
            slot_count: 4,
            step_tokens_max: 64,
            drafts_max: 0,
            seq_len_max: 100,
            kv_block_tokens: 32,
            kv_block_count: 4,
            chunk_tokens_max: 64,
            queue_len_max: 8,
            overtake_max: 4,
            snapshot_count: 0,
            host: HostPlaces::default(),
        }
    }

    #[test]
    fn relations_are_checked() {
        assert_eq!(limits().check(true, None), Ok(()));
        assert!(matches!(
            Limits { kv_block_count: 3, ..limits() }.check(true, None),
            Err(LimitsError::PoolBelowSequence { .. })
        ));
        assert_eq!(Limits { kv_block_count: 0, ..limits() }.check(false, None), Ok(()));
        assert!(matches!(
            Limits { step_tokens_max: 3, chunk_tokens_max: 3, ..limits() }.check(true, None),
            Err(LimitsError::StepBelowSlots { .. })
        ));
        assert!(matches!(
            Limits { chunk_tokens_max: 65, ..limits() }.check(true, None),
            Err(LimitsError::ChunkAboveStep { .. })
        ));
    }

    #[test]
    fn a_window_bounds_the_blocks_of_a_sequence() {
        let l = Limits { seq_len_max: 32_768, chunk_tokens_max: 64, ..limits() };
        // 63 positions of the window and 128 of two chunks touch 7 blocks of 32.
        assert_eq!(l.blocks_held_max(Some(64)), 7);
        assert_eq!(Limits { kv_block_count: 7, ..l.clone() }.check(true, Some(64)), Ok(()));
        let short = Limits { kv_block_count: 6, ..l.clone() }.check(true, Some(64));
        assert!(matches!(short, Err(LimitsError::PoolBelowWindow { blocks: 7, window: 64, .. })));
        assert_eq!(l.blocks_held_max(None), 1024);
        // One that never moves is none.
        assert_eq!(limits().blocks_held_max(Some(4096)), 4);
        let short = Limits { kv_block_count: 3, ..limits() }.check(true, Some(4096));
        assert!(matches!(short, Err(LimitsError::PoolBelowSequence { .. })));
        // Every stretch of so many positions fits, wherever it begins.
        for (window, chunk) in [(1, 1), (5, 3), (32, 16), (33, 1), (40, 64)] {
            let l = Limits { chunk_tokens_max: chunk, ..l.clone() };
            let touched = |from: u32| (from + window - 1 + 2 * chunk).div_ceil(32) - from / 32;
            assert_eq!((0..64).map(touched).max(), Some(l.blocks_held_max(Some(window))));
        }
    }

    #[test]
    fn logits_are_bounded_apart_from_the_rows() {
        let l = Limits { step_tokens_max: 512, ..limits() };
        assert_eq!((l.score_rows_max(), l.logit_rows_max()), (64, 68));
        let l = Limits { step_tokens_max: 10, ..limits() };
        assert_eq!((l.score_rows_max(), l.logit_rows_max()), (10, 10));
    }

    #[test]
    fn blocks_round_up() {
        let l = limits();
        assert_eq!([0, 1, 32, 33].map(|t| l.blocks_for(t)), [0, 1, 1, 2]);
    }
}
