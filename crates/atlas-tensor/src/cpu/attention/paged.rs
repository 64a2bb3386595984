//! Attention over the paged cache.
//!
//! A query sees a cache block as (max, sum, o) computed from that block alone, and merges blocks in
//! ascending order. Queries that share a KV head (heads of a group, then rows of the span) go
//! through a block together, which is widened and its keys transposed once for all of them;
//! nothing one of them computes enters another.

use std::marker::PhantomData;
use std::ops::Range;

use super::call::{AttentionCall, CallPart};
use super::element::Element;
use super::tile::{tile, tile_floats};
use super::transpose::Transpose;
use crate::cpu::CpuDevice;
use crate::cpu::latent::selected;
use crate::cpu::scratch::PerThread;
use crate::cpu::simd::Job;
use crate::ops::{AttentionArgs, LatentAttentionArgs};

/// Workspace that [`attention`] takes, whichever instructions it runs with.
pub(crate) fn attention_workspace_bytes(
    threads: usize,
    head_dim: usize,
    block_tokens: usize,
) -> usize {
    PerThread::bytes(threads, tile_floats(head_dim, block_tokens))
}

pub fn attention<S: Transpose, E: Element>(dev: &CpuDevice, mut args: AttentionArgs<'_>) {
    let (heads, cache) = (args.q.dim(1), args.cache);
    let step = AttentionCall {
        q: args.q,
        spans: args.spans.rows(),
        cache,
        scale: args.scale,
        window: args.window,
        part: CallPart::of(args.part.as_mut()),
        out: args.out.share(),
        group: heads / cache.kv_heads,
    };
    attend::<S, E>(dev, step);
}

/// Attention of all heads to one vector a token, which is key and value; to those of a selection,
/// if there is one.
pub fn latent_attention<S: Transpose, E: Element>(
    dev: &CpuDevice,
    mut args: LatentAttentionArgs<'_>,
) {
    if let Some(selection) = args.selection {
        return selected::<S>(dev, args, selection);
    }
    let step = AttentionCall {
        q: args.q,
        spans: args.spans.rows(),
        cache: args.cache,
        scale: args.scale,
        window: None,
        part: CallPart::of(args.part.as_mut()),
        out: args.out.share(),
        group: args.q.dim(1),
    };
    attend::<S, E>(dev, step);
}

fn attend<S: Transpose, E: Element>(dev: &CpuDevice, step: AttentionCall<'_>) {
    let cache = step.cache;
    let threads = dev.threads();
    let tile = step.tile_queries(threads);
    let total = step.units(tile).map(|unit| unit.cost).sum::<usize>();
    let floats = tile_floats(cache.head_dim, cache.block_tokens);
    let bytes = attention_workspace_bytes(threads, cache.head_dim, cache.block_tokens);
    let mut scratch = dev.scratch(bytes);
    let buffers = scratch.take_each(threads, floats);
    let work = total * cache.head_dim * 2;
    dev.parallel_indexed(threads, work / threads, &|thread, shares| {
        // SAFETY: one stretch a thread.
        let buffer = unsafe { std::slice::from_raw_parts_mut(buffers.of(thread), floats) };
        let costs = total * shares.start / threads..total * shares.end / threads;
        let element = PhantomData::<E>;
        // SAFETY: rows of the table run on devices that have their instructions.
        unsafe { S::assume() }.vectorise(CallShare { step, tile, costs, buffer, element });
    });
}

/// The units whose middle falls in `costs`, of the running sum of costs over all units.
struct CallShare<'a, E> {
    step: AttentionCall<'a>,
    tile: usize,
    costs: Range<usize>,
    buffer: &'a mut [f32],
    element: PhantomData<E>,
}

impl<S: Transpose, E: Element> Job<S> for CallShare<'_, E> {
    type Output = ();

    #[inline(always)]
    fn run(self, s: S) {
        let mut before = 0;
        for unit in self.step.units(self.tile) {
            let middle = before + unit.cost / 2;
            before += unit.cost;
            if self.costs.contains(&middle) {
                tile::<S, E>(s, &self.step, &unit, self.buffer);
            }
        }
    }
}
