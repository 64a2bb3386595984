//! The state of one layer, with the number of tokens that every slot has consumed.

use std::io;

use super::kv_cache::KvCache;
use super::recurrent::RecurrentState;
use crate::device::{Device, SpanRows};

/// The state of one layer for all slots.
pub enum LayerState {
    Paged(KvCache),
    Recurrent(RecurrentState),
    Stateless,
}

/// A span that does not go on where its slot's state stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    #[error("slot {slot} has consumed {consumed} tokens, the span starts at {start}")]
    NotConsecutive { slot: usize, consumed: u32, start: u32 },
    #[error("slot {slot} does not exist, the state has {slots}")]
    NoSlot { slot: usize, slots: usize },
    #[error("slot {slot} would pass {} tokens", u32::MAX)]
    TooLong { slot: usize },
}

impl LayerState {
    /// Blocks and tokens of a block, of a paged state.
    pub fn blocks(&self) -> Option<(usize, usize)> {
        match self {
            Self::Paged(cache) => Some((cache.block_count, cache.block_tokens)),
            _ => None,
        }
    }

    fn counts(&self) -> &[u32] {
        match self {
            Self::Paged(cache) => &cache.consumed,
            Self::Recurrent(state) => &state.consumed,
            Self::Stateless => &[],
        }
    }

    fn counts_mut(&mut self) -> &mut [u32] {
        match self {
            Self::Paged(cache) => &mut cache.consumed,
            Self::Recurrent(state) => &mut state.consumed,
            Self::Stateless => &mut [],
        }
    }

    /// The same state, empty, where `dev` computes.
    ///
    /// # Errors
    /// The device has no memory left.
    pub fn on(self, dev: &Device) -> io::Result<Self> {
        if dev.cpu().is_some() {
            return Ok(self);
        }
        Ok(match self {
            Self::Paged(cache) => Self::Paged(cache.on(dev)?),
            Self::Recurrent(state) => Self::Recurrent(state.on(dev)?),
            Self::Stateless => Self::Stateless,
        })
    }

    /// Starts a new sequence in `slot`: nothing consumed, recurrent memory zeroed.
    /// Panics on a slot the state does not have.
    pub fn assign_slot(&mut self, slot: usize) {
        if let Self::Recurrent(state) = self {
            state.clear(slot);
        }
        if !matches!(self, Self::Stateless) {
            self.counts_mut()[slot] = 0;
        }
    }

    /// Makes room for the inputs of steps with drafts of up to `rows` wanted rows, where a layer
    /// needs them to go back.
    ///
    /// # Errors
    /// The device has no memory left.
    pub fn keep_drafts(&mut self, dev: &Device, rows: usize) -> io::Result<()> {
        match self {
            Self::Recurrent(state) => state.keep_drafts(dev, rows),
            Self::Paged(_) | Self::Stateless => Ok(()),
        }
    }

    /// Takes the count of a slot back to `end`, from where its drafts were rejected. A count that
    /// is lower stays.
    pub fn retract(&mut self, slot: usize, end: u32) {
        if let Some(count) = self.counts_mut().get_mut(slot) {
            *count = end.min(*count);
        }
    }

    /// Takes the count of a slot back to 0 and leaves its memory as it is. The caller then counts
    /// up to an earlier position and brings recurrent memory back to it.
    ///
    /// Panics on a slot the state does not have.
    pub fn rewind(&mut self, slot: usize) {
        if !matches!(self, Self::Stateless) {
            self.counts_mut()[slot] = 0;
        }
    }

    /// Address of its memory; 0 for a layer without state.
    pub fn address(&self) -> u64 {
        match self {
            Self::Paged(cache) => cache.address(),
            Self::Recurrent(state) => state.addresses()[0],
            Self::Stateless => 0,
        }
    }

    /// Tokens that `slot` has consumed; 0 for a layer without state.
    pub fn consumed(&self, slot: usize) -> u32 {
        self.counts().get(slot).copied().unwrap_or(0)
    }

    /// Checks that every span starts where its slot stands, then counts its tokens. Several spans
    /// of one slot must follow one another. Changes nothing when it fails.
    ///
    /// # Errors
    /// The first span that does not fit, with both numbers.
    pub fn advance(&mut self, spans: &[SpanRows<'_>]) -> Result<(), StateError> {
        if matches!(self, Self::Stateless) {
            return Ok(());
        }
        for (i, span) in spans.iter().enumerate() {
            let result = self.advance_one(span);
            if let Err(error) = result {
                for done in spans[..i].iter().rev() {
                    self.counts_mut()[done.slot] = done.start;
                }
                return Err(error);
            }
        }
        Ok(())
    }

    fn advance_one(&mut self, span: &SpanRows<'_>) -> Result<(), StateError> {
        let counts = self.counts_mut();
        let (slot, slots) = (span.slot, counts.len());
        let Some(consumed) = counts.get_mut(slot) else {
            return Err(StateError::NoSlot { slot, slots });
        };
        if *consumed != span.start {
            let consumed = *consumed;
            return Err(StateError::NotConsecutive { slot, consumed, start: span.start });
        }
        let len = u32::try_from(span.len).map_err(|_| StateError::TooLong { slot })?;
        *consumed = consumed.checked_add(len).ok_or(StateError::TooLong { slot })?;
        Ok(())
    }

    /// Bytes of state memory.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Paged(cache) => cache.bytes(),
            Self::Recurrent(state) => state.bytes(),
            Self::Stateless => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::{KvFormat, KvFormats};

    use crate::state::{KvHalf, KvScales};

    fn span(slot: usize, len: usize, start: u32) -> SpanRows<'static> {
        SpanRows { slot, row: 0, len, start, drafts: 0, blocks: &[] }
    }

    #[test]
    fn advance_counts_and_refuses_gaps() {
        let mut state = LayerState::Recurrent(RecurrentState::new(2, 1, 2, 2, 3, 4).unwrap());
        assert_eq!(state.bytes(), 2 * (4 + 9) * 4);
        state.advance(&[span(0, 5, 0), span(1, 1, 0)]).unwrap();
        let error = state.advance(&[span(1, 2, 1), span(0, 1, 4)]).unwrap_err();
        assert_eq!(error, StateError::NotConsecutive { slot: 0, consumed: 5, start: 4 });
        assert_eq!((state.consumed(0), state.consumed(1)), (5, 1));
        assert!(matches!(state.advance(&[span(2, 1, 0)]), Err(StateError::NoSlot { .. })));
    }

    #[test]
    fn assigning_a_slot_zeroes_that_slot_only() {
        let mut state = RecurrentState::new(2, 1, 2, 2, 3, 4).unwrap();
        for slot in 0..2 {
            state.matrices_mut(slot).fill(1.0);
            state.conv_mut(slot).fill(2.0);
        }
        let mut state = LayerState::Recurrent(state);
        state.assign_slot(1);
        let LayerState::Recurrent(mut state) = state else { unreachable!() };
        assert!(state.matrices_mut(0).iter().all(|&x| x == 1.0));
        assert!(state.conv_mut(0).iter().all(|&x| x == 2.0));
        assert!(state.matrices_mut(1).iter().chain(&[]).all(|&x| x == 0.0));
        assert!(state.conv_mut(1).iter().all(|&x| x == 0.0));
    }

    #[test]
    fn cache_layout_and_rounding() {
        let both = KvFormats::both;
        let mut cache = KvCache::new(3, 4, 2, 8, both(KvFormat::Bf16), 1).unwrap();
        assert_eq!(cache.bytes(), 3 * 4 * 2 * 2 * 8 * 2);
        let [codes, scales] = cache.row_ranges(1, KvHalf::Value, 1, 2);
        let element = ((2 + 1) * 2 + 1) * 32 + 16;
        assert_eq!((codes, scales.len()), (2 * element..2 * element + 16, 0));
        let mut row = [0.0; 8];
        cache.put_row(1, KvHalf::Value, 1, 2, &[1.003; 8]);
        cache.copy_block(1, 2);
        for (block, expected) in [(1, 1.0), (2, 1.0), (0, 0.0)] {
            cache.row(block, KvHalf::Value, 1, 2, &mut row);
            assert_eq!(row, [expected; 8]);
        }
        assert!(KvCache::new(1, 1, 1, 24, both(KvFormat::Turbo4), 1).is_err());
    }

    /// No two vectors share a byte, and together they fill the cache.
    #[test]
    fn vectors_of_all_formats_tile_the_cache() {
        for (key, value) in [(KvFormat::Fp8, KvFormat::Turbo3), (KvFormat::Nvfp4, KvFormat::Bf16)] {
            let cache = KvCache::new(2, 3, 2, 32, KvFormats { key, value }, 1).unwrap();
            let mut owners = vec![0; cache.bytes()];
            for half in [KvHalf::Key, KvHalf::Value] {
                for (block, head) in (0..2).flat_map(|block| (0..2).map(move |head| (block, head)))
                {
                    for at in (0..3).flat_map(|token| cache.row_ranges(block, half, head, token)) {
                        at.for_each(|byte| owners[byte] += 1);
                    }
                }
            }
            assert!(owners.iter().all(|&count| count == 1), "{key} {value}");
        }
    }

    #[test]
    #[should_panic(expected = "in use")]
    fn scales_are_frozen_once_a_token_is_stored() {
        let cache = KvCache::new(1, 4, 1, 8, KvFormats::both(KvFormat::Fp8), 1).unwrap();
        let mut state = LayerState::Paged(cache);
        state.advance(&[span(0, 1, 0)]).unwrap();
        let LayerState::Paged(cache) = &mut state else { unreachable!() };
        cache.set_scales(KvScales { key: 2.0, value: 1.0 });
    }
}
