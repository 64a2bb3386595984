//! Writes keys and values into the blocks of the cache.

use std::ops::Range;

use atlas_core::KvFormat;

use crate::cpu::CpuDevice;
use crate::cpu::simd::{Job, Simd};
use crate::device::SpanRows;
use crate::ops::{KvStoreArgs, LatentStoreArgs};
use crate::state::{KvCache, KvHalf, store};
use crate::tensor::Tensor;

/// Over KV heads, so that no two threads write to one vector whatever the block tables say.
pub fn kv_store<S: Simd>(dev: &CpuDevice, args: KvStoreArgs<'_>) {
    let (k, v, spans) = (args.k, args.v, args.spans.rows());
    let cache = &Cells { to: args.cache.ptr(), cache: &*args.cache };
    let rows: usize = spans.iter().map(|span| span.len).sum();
    dev.parallel(cache.cache.kv_heads, rows * cache.cache.head_dim * 2, &|heads| {
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(KvStore { k, v, spans, cache, heads });
    });
}

/// Each vector of a latent cache, in one part.
pub fn latent_store<S: Simd>(dev: &CpuDevice, args: LatentStoreArgs<'_>) {
    let (x, half, spans) = (args.x, args.half, args.spans.rows());
    let cache = &Cells { to: args.cache.ptr(), cache: &*args.cache };
    let rows: usize = spans.iter().map(|span| span.len).sum();
    dev.parallel(1, rows * x.dim(1), &|whole| {
        if whole.is_empty() {
            return;
        }
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(LatentStore { x, half, spans, cache });
    });
}

/// Cache memory to write to, with the cache's shape beside it.
struct Cells<'a> {
    to: *mut u8,
    cache: &'a KvCache,
}

// SAFETY: each thread writes the vectors of its own heads.
unsafe impl Sync for Cells<'_> {}

struct KvStore<'a> {
    k: Tensor<'a>,
    v: Tensor<'a>,
    spans: &'a [SpanRows<'a>],
    cache: &'a Cells<'a>,
    heads: Range<usize>,
}

impl<S: Simd> Job<S> for KvStore<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _s: S) {
        let cache = self.cache.cache;
        for span in self.spans {
            for i in 0..span.len {
                let position = span.start as usize + i;
                let block = span.blocks[position / cache.block_tokens];
                let token = position % cache.block_tokens;
                for head in self.heads.clone() {
                    for (x, half) in [(self.k, KvHalf::Key), (self.v, KvHalf::Value)] {
                        let at = cache.row_ranges(block, half, head, token);
                        self.cache.write(half, at, x.head_f32(span.row + i, head));
                    }
                }
            }
        }
    }
}

struct LatentStore<'a> {
    x: Tensor<'a>,
    half: KvHalf,
    spans: &'a [SpanRows<'a>],
    cache: &'a Cells<'a>,
}

impl<S: Simd> Job<S> for LatentStore<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _s: S) {
        let cache = self.cache.cache;
        for span in self.spans {
            for i in 0..span.len {
                let position = span.start as usize + i;
                let block = span.blocks[position / cache.block_tokens];
                let at = cache.row_ranges(block, self.half, 0, position % cache.block_tokens);
                self.cache.write(self.half, at, self.x.row_f32(span.row + i));
            }
        }
    }
}

impl Cells<'_> {
    #[inline(always)]
    fn write(&self, half: KvHalf, [codes, scales]: [Range<usize>; 2], x: &[f32]) {
        let cache = self.cache;
        // SAFETY: the op's check proves that the vector is inside the cache; it belongs to a head
        // of this part, and its codes and scales are apart; no thread reads the cache meanwhile.
        let [codes, scales] = unsafe {
            [codes, scales]
                .map(|at| std::slice::from_raw_parts_mut(self.to.add(at.start), at.len()))
        };
        match cache.format(half) {
            KvFormat::Bf16 => {
                for (to, &x) in codes.as_chunks_mut().0.iter_mut().zip(x) {
                    *to = bf16_bits(x).to_le_bytes();
                }
            }
            format => store(format, cache.scale(half), x, codes, scales),
        }
    }
}

/// The nearest bf16, ties to even, NaN kept; branch-free, so that the loop around it vectorises.
#[inline(always)]
fn bf16_bits(x: f32) -> u16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + ((bits >> 16) & 1));
    let kept = if x.is_nan() { bits | 0x40_0000 } else { rounded };
    (kept >> 16) as u16
}
