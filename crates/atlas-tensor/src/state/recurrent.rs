//! The state of a recurrent layer: matrices and a short convolution history.

use std::io;
use std::ops::Range;

use super::draft_inputs::DraftInputs;
use crate::buffer::Buffer;
use crate::device::{Device, Memory};

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
    pub(super) consumed: Vec<u32>,
    /// Present where steps may have drafts.
    drafts: Option<DraftInputs>,
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
        let state = Self {
            slots,
            heads,
            key_dim,
            value_dim,
            conv_channels,
            conv_kernel,
            memory,
            consumed,
            drafts: None,
        };
        state.with_memory(|bytes| Buffer::zeroed(bytes).map(Memory::Host))
    }

    /// The same state, empty, in the memory of `dev`.
    pub(super) fn on(self, dev: &Device) -> io::Result<Self> {
        self.with_memory(|bytes| dev.allocate(bytes))
    }

    /// Bytes that the inputs of a layer take for steps with drafts of up to `rows` wanted rows.
    pub fn draft_bytes(rows: usize, channels: usize, heads: usize) -> usize {
        DraftInputs::bytes_for(rows, [channels, heads, heads])
    }

    /// Makes room for the inputs of steps with drafts of up to `rows` wanted rows.
    ///
    /// # Errors
    /// The device has no memory left.
    pub(super) fn keep_drafts(&mut self, dev: &Device, rows: usize) -> io::Result<()> {
        let widths = [self.conv_channels, self.heads, self.heads];
        self.drafts = Some(DraftInputs::new(dev, rows, widths)?);
        Ok(())
    }

    /// The kept inputs, if there is room for some.
    pub fn drafts_mut(&mut self) -> &mut Option<DraftInputs> {
        &mut self.drafts
    }

    /// Rows whose inputs can be kept.
    pub fn draft_rows(&self) -> usize {
        self.drafts.as_ref().map_or(0, DraftInputs::rows)
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

    pub(super) fn clear(&mut self, slot: usize) {
        for range in self.slot_ranges(slot) {
            self.memory.fill(range, 0);
        }
    }
}
