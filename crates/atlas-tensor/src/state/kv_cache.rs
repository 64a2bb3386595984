//! A paged KV cache of one layer.

use std::io;
use std::ops::Range;

use crate::buffer::Buffer;
use crate::device::{Device, Memory, Part};
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
    pub(super) consumed: Vec<u32>,
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
    pub(super) fn on(self, dev: &Device) -> io::Result<Self> {
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
