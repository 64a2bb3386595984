//! Writes the latents of a step, or its index keys, into their cache blocks.

use atlas_core::KvFormat;

use crate::compute::Compute;
use crate::device::Spans;
use crate::op::{Cost, Op};
use crate::ops::checks::{check_blocks, check_spans};
use crate::state::{KvCache, KvHalf};
use crate::tensor::Tensor;

pub struct LatentStore;

/// `x[T, W]` of every span to a half of the cache, `Key` for latents or `Index`, at the span's
/// positions, in the cache's format.
pub struct LatentStoreArgs<'a> {
    pub x: Tensor<'a>,
    pub half: KvHalf,
    pub spans: Spans<'a>,
    pub cache: &'a mut KvCache,
}

#[derive(Clone, Debug)]
pub struct LatentStoreNeed {
    pub format: KvFormat,
    pub width: usize,
}

impl Op for LatentStore {
    const NAME: &'static str = "latent_store";
    type Args<'a> = LatentStoreArgs<'a>;
    type Need = LatentStoreNeed;

    fn check(args: &LatentStoreArgs<'_>) {
        let (rows, cache) = (args.x.rows(), &args.cache);
        assert!(cache.is_latent, "latent_store: a cache of keys and values");
        assert!(args.half != KvHalf::Value, "latent_store: values of latents");
        assert_eq!(args.x.shape(), [rows, cache.width(args.half)], "latent_store: x");
        check_spans("latent_store", &args.spans, rows);
        // It writes the positions of the rows themselves.
        check_blocks("latent_store", &args.spans, cache, Some(1));
    }

    fn cost(args: &LatentStoreArgs<'_>) -> Cost {
        let rows: usize = args.spans.iter().map(|span| span.len).sum();
        let width = args.x.dim(1);
        Cost::of(rows * width, 0).and_bytes(rows * args.cache.formats.key.row_bytes(width))
    }

    fn reference(args: LatentStoreArgs<'_>, _compute: Compute) {
        let cache = args.cache;
        for span in args.spans.rows() {
            for i in 0..span.len {
                let position = span.start as usize + i;
                let block = span.blocks[position / cache.block_tokens];
                let token = position % cache.block_tokens;
                cache.put_row(block, args.half, 0, token, args.x.row_f32(span.row + i));
            }
        }
    }
}
