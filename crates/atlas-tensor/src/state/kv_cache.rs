//! A paged KV cache of one layer.

use std::io;
use std::ops::Range;

use atlas_core::{KvFormat, KvFormats};

use super::{codec, rotation};
use crate::buffer::Buffer;
use crate::device::{Device, Memory, Part};
use crate::place::Place;

/// Keys and values in blocks of `block_tokens` tokens. A block holds its keys, then its values;
/// each half holds its heads one after another, and each head the codes of all tokens, then their
/// scales: `[block][K, V][kv_head]([token][codes], [token][scales])`. Formats without scales are
/// `[block][K, V][kv_head][token][head_dim]` elements. A latent cache has one vector a token, and
/// the keys of an indexer in the place of values.
pub struct KvCache {
    pub formats: KvFormats,
    pub block_count: usize,
    pub block_tokens: usize,
    pub kv_heads: usize,
    pub head_dim: usize,
    /// Whether a token has one vector, which is its key and, as far as values go, its value.
    pub is_latent: bool,
    /// Elements of an index key of a latent cache, which stand behind its latents; 0 without.
    pub index_dim: usize,
    /// Which of the caches of a model this is: 0 in the first layer that has one.
    pub ordinal: usize,
    scales: KvScales,
    memory: Memory,
    pub(super) consumed: Vec<u32>,
}

/// Which half of a cache block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KvHalf {
    Key,
    /// Of a latent cache its keys once more.
    Value,
    /// Index keys of a latent cache, in the place of values.
    Index,
}

/// Scales of one layer, for the formats that have one: a number is its code times the scale. Of a
/// latent cache that of values is the scale of index keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KvScales {
    pub key: f32,
    pub value: f32,
}

impl KvScales {
    /// Codes are numbers.
    pub const ONE: Self = Self { key: 1.0, value: 1.0 };

    /// Whether both are positive and finite.
    pub fn are_usable(self) -> bool {
        [self.key, self.value].iter().all(|scale| scale.is_normal() && *scale > 0.0)
    }
}

impl KvCache {
    /// A zeroed cache of `block_count` blocks for `slots` sequences, in host memory.
    ///
    /// # Errors
    /// `InvalidInput` for formats that cannot hold heads of this width and for blocks of no token,
    /// else the system's out-of-memory error.
    pub fn new(
        block_count: usize,
        block_tokens: usize,
        kv_heads: usize,
        head_dim: usize,
        formats: KvFormats,
        slots: usize,
    ) -> io::Result<Self> {
        let no_tokens = (block_tokens == 0).then(|| "a KV cache with blocks of no token".into());
        if let Some(refused) = formats.refuses(head_dim).or(no_tokens) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, refused));
        }
        let (memory, consumed) = (Memory::Host(Buffer::zeroed(0)?), vec![0; slots]);
        let scales = KvScales::ONE;
        let cache = Self {
            formats,
            block_count,
            block_tokens,
            kv_heads,
            head_dim,
            is_latent: false,
            index_dim: 0,
            ordinal: 0,
            scales,
            memory,
            consumed,
        };
        cache.with_memory(|bytes| Buffer::zeroed(bytes).map(Memory::Host))
    }

    /// A zeroed cache of latent attention: one vector of `width` elements a token, and an index key
    /// of `index_dim` elements if that is not 0.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn latent(
        block_count: usize,
        block_tokens: usize,
        [width, index_dim]: [usize; 2],
        format: KvFormat,
        slots: usize,
    ) -> io::Result<Self> {
        let formats = KvFormats::both(format);
        let none = Self::new(0, block_tokens, 1, width, formats, slots)?;
        let cache = Self { is_latent: true, index_dim, block_count, ..none };
        cache.with_memory(|bytes| Buffer::zeroed(bytes).map(Memory::Host))
    }

    /// The same cache, empty, in the memory of `dev`.
    pub(super) fn on(self, dev: &Device) -> io::Result<Self> {
        self.with_memory(|bytes| dev.allocate(bytes))
    }

    fn with_memory(self, memory: impl FnOnce(usize) -> io::Result<Memory>) -> io::Result<Self> {
        Ok(Self { memory: memory(self.block_count * self.block_len())?, ..self })
    }

    /// Bytes of the blocks.
    pub fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// Bytes of one block.
    pub fn block_len(&self) -> usize {
        self.halves().map(|half| self.half_len(half)).iter().sum()
    }

    /// The halves that take memory; the second may have no elements.
    pub fn halves(&self) -> [KvHalf; 2] {
        [KvHalf::Key, if self.is_latent { KvHalf::Index } else { KvHalf::Value }]
    }

    /// Elements of a vector of a half.
    pub fn width(&self, half: KvHalf) -> usize {
        if half == KvHalf::Index { self.index_dim } else { self.head_dim }
    }

    /// The format of a half.
    pub fn format(&self, half: KvHalf) -> KvFormat {
        match half {
            KvHalf::Key => self.formats.key,
            KvHalf::Value | KvHalf::Index => self.formats.value,
        }
    }

    /// The scale of the layer's keys or values.
    pub fn scale(&self, half: KvHalf) -> f32 {
        match half {
            KvHalf::Key => self.scales.key,
            KvHalf::Value if self.is_latent => self.scales.key,
            KvHalf::Value | KvHalf::Index => self.scales.value,
        }
    }

    /// The scales of the layer.
    pub fn scales(&self) -> KvScales {
        self.scales
    }

    /// The largest magnitude among the keys or values of the first `tokens` tokens of the first
    /// blocks, wherever the cache lies; NaN if any of them is NaN.
    pub fn largest(&self, half: KvHalf, tokens: usize) -> f32 {
        let (mut bytes, mut row) = (vec![0; self.block_len()], vec![0.0; self.width(half)]);
        let mut largest = 0.0f32;
        for first in (0..tokens).step_by(self.block_tokens) {
            self.read_block((first / self.block_tokens) as u32, &mut bytes);
            for (head, token) in (0..self.kv_heads)
                .flat_map(|head| (0..self.block_tokens.min(tokens - first)).map(move |t| (head, t)))
            {
                let [codes, scales] = self.row_ranges(0, half, head, token).map(|at| &bytes[at]);
                codec::decode(self.format(half), self.scale(half), codes, scales, &mut row);
                for x in &row {
                    largest = if x.is_nan() { f32::NAN } else { largest.max(x.abs()) };
                    if largest.is_nan() {
                        return largest;
                    }
                }
            }
        }
        largest
    }

    /// Sets the scales of the layer, for good: what is stored was divided by them. Panics once a
    /// sequence has stored a token, and on scales that are not positive numbers.
    pub fn set_scales(&mut self, scales: KvScales) {
        assert!(self.consumed.iter().all(|&tokens| tokens == 0), "scales of a cache in use");
        assert!(scales.are_usable(), "scales of a KV cache: {scales:?}");
        self.scales = scales;
    }

    /// Bytes of the codes of one head of a block, and of its scales.
    pub fn head_len(&self, half: KvHalf) -> [usize; 2] {
        self.row_len(half).map(|bytes| bytes * self.block_tokens)
    }

    /// Bytes of the codes of one vector, and of its scales.
    fn row_len(&self, half: KvHalf) -> [usize; 2] {
        let (format, width) = (self.format(half), self.width(half));
        [format.code_bytes(width), format.scale_bytes(width)]
    }

    fn half_len(&self, half: KvHalf) -> usize {
        self.kv_heads * self.head_len(half).iter().sum::<usize>()
    }

    /// Byte offset of the codes of a head of a block; its scales follow them.
    pub fn head_offset(&self, block: u32, half: KvHalf, head: usize) -> usize {
        let is_behind = half == self.halves()[1];
        let before = if is_behind { self.half_len(KvHalf::Key) } else { 0 };
        let head_len: usize = self.head_len(half).iter().sum();
        block as usize * self.block_len() + before + head * head_len
    }

    /// Bytes of the codes and of the scales of one token's vector.
    pub fn row_ranges(
        &self,
        block: u32,
        half: KvHalf,
        head: usize,
        token: usize,
    ) -> [Range<usize>; 2] {
        let [codes, scales] = self.row_len(half);
        let first = self.head_offset(block, half, head);
        let at = [first + token * codes, first + self.block_tokens * codes + token * scales];
        [at[0]..at[0] + codes, at[1]..at[1] + scales]
    }

    /// One vector as the cache holds it: in a rotated format its rotation
    /// ([`super::rotation::rotate`]). Panics on a device's cache.
    #[inline(always)]
    pub fn row(&self, block: u32, half: KvHalf, head: usize, token: usize, out: &mut [f32]) {
        assert_eq!(out.len(), self.width(half), "width of a head");
        let bytes = self.memory.host().as_slice();
        let [codes, scales] = self.row_ranges(block, half, head, token).map(|at| &bytes[at]);
        codec::decode(self.format(half), self.scale(half), codes, scales, out);
    }

    /// Stores one vector, rotated first in a rotated format. Panics on a device's cache.
    pub fn put_row(&mut self, block: u32, half: KvHalf, head: usize, token: usize, row: &[f32]) {
        assert_eq!(row.len(), self.width(half), "width of a head");
        let (format, scale) = (self.format(half), self.scale(half));
        let [codes, scales] = self.row_ranges(block, half, head, token);
        let bytes = self.memory.host_mut().as_slice_mut();
        // Scales stand behind the codes of the head.
        let (front, back) = bytes.split_at_mut(scales.start.max(codes.end));
        let scales = &mut back[..scales.len()];
        store(format, scale, row, &mut front[codes], scales);
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

    /// Overwrites consecutive blocks from `first` on, in one copy. Panics on blocks that the cache
    /// does not have and on a part of one.
    pub fn write_blocks(&mut self, first: u32, data: &[u8]) {
        assert!(data.len().is_multiple_of(self.block_len()), "bytes of whole blocks");
        self.memory.write(self.block_range(first).start, data);
    }

    /// Copies consecutive blocks from `first` on out, in one copy. Panics as
    /// [`Self::write_blocks`].
    pub fn read_blocks(&self, first: u32, out: &mut [u8]) {
        assert!(out.len().is_multiple_of(self.block_len()), "bytes of whole blocks");
        self.memory.read(self.block_range(first).start, out);
    }

    /// Whether the cache lies in the host's memory.
    pub fn is_on_host(&self) -> bool {
        self.memory.place() == Place::Host
    }

    /// Where a block lies in a device's memory; `None` on the host.
    pub fn block_part(&self, block: u32) -> Option<Part> {
        self.memory.part(self.block_range(block))
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

/// Codes and scales of a vector, rotated first in a rotated format.
pub(crate) fn store(
    format: KvFormat,
    scale: f32,
    row: &[f32],
    codes: &mut [u8],
    scales: &mut [u8],
) {
    if !format.is_rotated() {
        return codec::encode(format, scale, row, codes, scales);
    }
    let mut rotated = [0.0; 512];
    let rotated = &mut rotated[..row.len()];
    rotated.copy_from_slice(row);
    rotation::rotate(rotated);
    codec::encode(format, scale, rotated, codes, scales);
}
