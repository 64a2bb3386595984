//! Per-sequence state of one layer: a paged KV cache, or recurrent matrices with a short
//! convolution history. Each knows how many tokens every slot has consumed.

use std::io;
use std::ops::Range;

use crate::backend::{Device, Memory};
use crate::buffer::Buffer;
use crate::ops::SpanRows;
use crate::tensor::DType;

/// Keys and values in blocks of `block_tokens` tokens, laid out
/// `[block][K, V][kv_head][token in block][head_dim]`.
pub struct KvCache {
    pub dtype: DType,
    pub block_count: usize,
    pub block_tokens: usize,
    pub kv_heads: usize,
    pub head_dim: usize,
    memory: Memory,
    consumed: Vec<u32>,
}

/// Which half of a cache block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KvHalf {
    Key,
    Value,
}

impl KvCache {
    /// A zeroed cache of `block_count` blocks for `slots` sequences, in host memory.
    ///
    /// # Errors
    /// `InvalidInput` for a dtype other than f32 and bf16, else the system's out-of-memory error.
    pub fn new(
        block_count: usize,
        block_tokens: usize,
        kv_heads: usize,
        head_dim: usize,
        dtype: DType,
        slots: usize,
    ) -> io::Result<Self> {
        let (memory, consumed) = (Memory::Host(Buffer::zeroed(0)?), vec![0; slots]);
        let cache = Self { dtype, block_count, block_tokens, kv_heads, head_dim, memory, consumed };
        cache.with_memory(|bytes| Buffer::zeroed(bytes).map(Memory::Host))
    }

    /// The same cache, empty, in the memory of `dev`.
    fn on(self, dev: &Device) -> io::Result<Self> {
        self.with_memory(|bytes| dev.allocate(bytes))
    }

    fn with_memory(self, memory: impl FnOnce(usize) -> io::Result<Memory>) -> io::Result<Self> {
        let (dtype, block_tokens) = (self.dtype, self.block_tokens);
        if !matches!(dtype, DType::F32 | DType::Bf16) || block_tokens == 0 {
            let what = format!("a {dtype:?} KV cache with blocks of {block_tokens} tokens");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        Ok(Self { memory: memory(self.block_count * self.block_len())?, ..self })
    }

    /// Bytes of the blocks.
    pub fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// Bytes of one block.
    pub fn block_len(&self) -> usize {
        2 * self.kv_heads * self.block_tokens * self.head_dim * self.dtype.bytes()
    }

    /// Address of block 0 in the device's memory or the host's.
    pub fn address(&self) -> u64 {
        self.memory.address()
    }

    fn block_range(&self, block: u32) -> Range<usize> {
        let start = block as usize * self.block_len();
        start..start + self.block_len()
    }

    /// Copies one block out, in the order of the cache. Panics on a block that the cache does not
    /// have and on `out` of another length.
    pub fn read_block(&self, block: u32, out: &mut [u8]) {
        assert_eq!(out.len(), self.block_len(), "bytes of a block");
        self.memory.read(self.block_range(block).start, out);
    }

    /// Overwrites one block. Panics as [`Self::read_block`].
    pub fn write_block(&mut self, block: u32, data: &[u8]) {
        assert_eq!(data.len(), self.block_len(), "bytes of a block");
        self.memory.write(self.block_range(block).start, data);
    }

    /// One block as bytes, in the order of the cache. Panics on a device's cache.
    pub fn block(&self, block: u32) -> &[u8] {
        &self.memory.host().as_slice()[self.block_range(block)]
    }

    /// One block as bytes that can be written. Panics on a device's cache.
    pub fn block_mut(&mut self, block: u32) -> &mut [u8] {
        let range = self.block_range(block);
        &mut self.memory.host_mut().as_slice_mut()[range]
    }

    /// Element offset of the vector of `token` (in the block) of `head`.
    pub fn offset(&self, block: u32, half: KvHalf, head: usize, token: usize) -> usize {
        let half = usize::from(half == KvHalf::Value);
        ((block as usize * 2 + half) * self.kv_heads + head) * self.block_tokens * self.head_dim
            + token * self.head_dim
    }

    /// All elements of an f32 cache. Panics on a bf16 one.
    pub fn f32(&self) -> &[f32] {
        assert_eq!(self.dtype, DType::F32);
        self.memory.host().as_f32()
    }

    /// All elements of a bf16 cache as bits. Panics on an f32 one.
    pub fn bf16(&self) -> &[u16] {
        assert_eq!(self.dtype, DType::Bf16);
        self.memory.host().as_u16()
    }

    /// Element `i` widened exactly.
    pub fn get(&self, i: usize) -> f32 {
        match self.dtype {
            DType::F32 => self.f32()[i],
            _ => half::bf16::from_bits(self.bf16()[i]).to_f32(),
        }
    }

    /// Writes one vector at element offset `at`, rounded to nearest even in a bf16 cache.
    pub fn put(&mut self, at: usize, values: &[f32]) {
        match self.dtype {
            DType::F32 => {
                self.memory.host_mut().as_f32_mut()[at..][..values.len()].copy_from_slice(values)
            }
            _ => {
                let to = &mut self.memory.host_mut().as_u16_mut()[at..][..values.len()];
                for (to, &from) in to.iter_mut().zip(values) {
                    *to = half::bf16::from_f32(from).to_bits();
                }
            }
        }
    }

    /// Copies the keys and values of one block to another. Panics on a block that the cache does
    /// not have.
    pub fn copy_block(&mut self, from: u32, to: u32) {
        let (from, to) = (self.block_range(from), self.block_range(to));
        self.memory.copy_within(from, to.start);
    }

    pub(crate) fn ptr(&self) -> *mut u8 {
        self.memory.host().ptr()
    }
}

/// Gated linear-attention matrices `[slot, head, key_dim, value_dim]` and the last
/// `conv_kernel - 1` convolution inputs `[slot, conv_kernel - 1, conv_channels]`, oldest first.
pub struct RecurrentState {
    pub slots: usize,
    pub heads: usize,
    pub key_dim: usize,
    pub value_dim: usize,
    pub conv_channels: usize,
    pub conv_kernel: usize,
    memory: Memory,
    consumed: Vec<u32>,
}

impl RecurrentState {
    /// A zeroed state for `slots` sequences, in host memory.
    ///
    /// # Errors
    /// The system's out-of-memory error; `InvalidInput` for a kernel of 0.
    pub fn new(
        slots: usize,
        heads: usize,
        key_dim: usize,
        value_dim: usize,
        conv_channels: usize,
        conv_kernel: usize,
    ) -> io::Result<Self> {
        if conv_kernel == 0 {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a convolution of width 0"));
        }
        let (memory, consumed) = (Memory::Host(Buffer::zeroed(0)?), vec![0; slots]);
        let state =
            Self { slots, heads, key_dim, value_dim, conv_channels, conv_kernel, memory, consumed };
        state.with_memory(|bytes| Buffer::zeroed(bytes).map(Memory::Host))
    }

    /// The same state, empty, in the memory of `dev`.
    fn on(self, dev: &Device) -> io::Result<Self> {
        self.with_memory(|bytes| dev.allocate(bytes))
    }

    fn with_memory(self, memory: impl FnOnce(usize) -> io::Result<Memory>) -> io::Result<Self> {
        let per_slot = self.matrix_len() + self.conv_len();
        Ok(Self { memory: memory(self.slots * per_slot * 4)?, ..self })
    }

    /// Bytes of matrices and convolution history of all slots.
    pub fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// Bytes of a slot's matrices and convolution history.
    pub fn slot_len(&self) -> usize {
        (self.matrix_len() + self.conv_len()) * 4
    }

    /// Addresses of slot 0's matrices and convolution history.
    pub fn addresses(&self) -> [u64; 2] {
        let start = self.memory.address();
        [start, start + (self.slots * self.matrix_len() * 4) as u64]
    }

    /// Byte ranges of a slot's matrices and its convolution history.
    fn slot_ranges(&self, slot: usize) -> [Range<usize>; 2] {
        assert!(slot < self.slots, "slot {slot} of {}", self.slots);
        let (matrix, conv) = (self.matrix_len() * 4, self.conv_len() * 4);
        let history = self.slots * matrix + slot * conv;
        [slot * matrix..(slot + 1) * matrix, history..history + conv]
    }

    /// Copies one slot to another.
    pub fn copy_slot(&mut self, from: usize, to: usize) {
        for (from, to) in self.slot_ranges(from).into_iter().zip(self.slot_ranges(to)) {
            self.memory.copy_within(from, to.start);
        }
    }

    /// Copies a slot, matrices first, to byte `at` of memory in the same place.
    pub fn save_slot(&self, slot: usize, to: &mut Memory, at: usize) {
        let mut at = at;
        for range in self.slot_ranges(slot) {
            let len = range.len();
            to.copy_from(at, &self.memory, range);
            at += len;
        }
    }

    /// Brings back what [`Self::save_slot`] saved: the matrices, the convolution history, or both.
    pub fn load_slot(&mut self, slot: usize, from: &Memory, at: usize, parts: [bool; 2]) {
        let mut at = at;
        for (range, wanted) in self.slot_ranges(slot).into_iter().zip(parts) {
            if wanted {
                self.memory.copy_from(range.start, from, at..at + range.len());
            }
            at += range.len();
        }
    }

    /// Copies a slot, matrices first, to the host. Panics on `out` of another length.
    pub fn read_slot(&self, slot: usize, out: &mut [u8]) {
        assert_eq!(out.len(), self.slot_len(), "bytes of a slot");
        let [matrices, conv] = self.slot_ranges(slot);
        let (left, right) = out.split_at_mut(matrices.len());
        self.memory.read(matrices.start, left);
        self.memory.read(conv.start, right);
    }

    /// Brings a slot back from the host. Panics on `data` of another length.
    pub fn write_slot(&mut self, slot: usize, data: &[u8]) {
        assert_eq!(data.len(), self.slot_len(), "bytes of a slot");
        let [matrices, conv] = self.slot_ranges(slot);
        let (left, right) = data.split_at(matrices.len());
        self.memory.write(matrices.start, left);
        self.memory.write(conv.start, right);
    }

    /// Elements of one slot's matrices.
    pub fn matrix_len(&self) -> usize {
        self.heads * self.key_dim * self.value_dim
    }

    /// Elements of one slot's convolution history.
    pub fn conv_len(&self) -> usize {
        self.conv_channels * (self.conv_kernel - 1)
    }

    /// One slot's matrices, `[head, key_dim, value_dim]`.
    pub fn matrices_mut(&mut self, slot: usize) -> &mut [f32] {
        assert!(slot < self.slots, "slot {slot} of {}", self.slots);
        let len = self.matrix_len();
        &mut self.memory.host_mut().as_f32_mut()[slot * len..][..len]
    }

    /// One slot's convolution history, `[conv_kernel - 1, conv_channels]`, oldest first.
    pub fn conv_mut(&mut self, slot: usize) -> &mut [f32] {
        assert!(slot < self.slots, "slot {slot} of {}", self.slots);
        let (base, len) = (self.slots * self.matrix_len(), self.conv_len());
        &mut self.memory.host_mut().as_f32_mut()[base + slot * len..][..len]
    }

    /// Address of slot 0's matrices.
    pub(crate) fn matrices_ptr(&mut self) -> *mut f32 {
        self.memory.host().ptr().cast()
    }

    /// Address of slot 0's convolution history.
    pub(crate) fn conv_ptr(&mut self) -> *mut f32 {
        self.matrices_ptr().wrapping_add(self.slots * self.matrix_len())
    }

    /// All memory, matrices of every slot first.
    pub fn f32(&self) -> &[f32] {
        self.memory.host().as_f32()
    }

    fn clear(&mut self, slot: usize) {
        for range in self.slot_ranges(slot) {
            self.memory.fill(range, 0);
        }
    }
}

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
    /// Where it has no memory to give.
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
    pub fn seat(&mut self, slot: usize) {
        if let Self::Recurrent(state) = self {
            state.clear(slot);
        }
        if !matches!(self, Self::Stateless) {
            self.counts_mut()[slot] = 0;
        }
    }

    /// Takes the count of a slot back to 0 and leaves its memory as it is, for whoever then counts
    /// up to an earlier position and brings recurrent memory back to it.
    /// Panics on a slot the state does not have.
    pub fn rewind(&mut self, slot: usize) {
        if !matches!(self, Self::Stateless) {
            self.counts_mut()[slot] = 0;
        }
    }

    /// Where its memory lies; 0 for a layer without state.
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

    fn span(slot: usize, len: usize, start: u32) -> SpanRows<'static> {
        SpanRows { slot, row: 0, len, start, blocks: &[] }
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
    fn seat_zeroes_one_slot_only() {
        let mut state = RecurrentState::new(2, 1, 2, 2, 3, 4).unwrap();
        for slot in 0..2 {
            state.matrices_mut(slot).fill(1.0);
            state.conv_mut(slot).fill(2.0);
        }
        let mut state = LayerState::Recurrent(state);
        state.seat(1);
        let LayerState::Recurrent(mut state) = state else { unreachable!() };
        assert!(state.matrices_mut(0).iter().all(|&x| x == 1.0));
        assert!(state.conv_mut(0).iter().all(|&x| x == 2.0));
        assert!(state.matrices_mut(1).iter().chain(&[]).all(|&x| x == 0.0));
        assert!(state.conv_mut(1).iter().all(|&x| x == 0.0));
    }

    #[test]
    fn cache_layout_and_rounding() {
        let mut cache = KvCache::new(3, 4, 2, 8, DType::Bf16, 1).unwrap();
        assert_eq!(cache.bytes(), 3 * 4 * 2 * 2 * 8 * 2);
        let at = cache.offset(1, KvHalf::Value, 1, 2);
        assert_eq!(at, ((2 + 1) * 2 + 1) * 32 + 16);
        cache.put(at, &[1.003; 8]);
        assert_eq!(cache.get(at), 1.0);
        let copied = cache.offset(2, KvHalf::Value, 1, 2);
        cache.copy_block(1, 2);
        assert_eq!(cache.get(copied), 1.0);
        assert_eq!(cache.get(cache.offset(0, KvHalf::Value, 1, 2)), 0.0);
        assert!(KvCache::new(1, 1, 1, 1, DType::F16, 1).is_err());
    }
}
