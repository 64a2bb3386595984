//! Writes the keys and values of a step into their cache blocks.

use atlas_core::KvFormats;

use crate::compute::Compute;
use crate::device::Spans;
use crate::op::{Cost, Op};
use crate::ops::checks::{check_blocks, check_spans};
use crate::state::{KvCache, KvHalf};
use crate::tensor::Tensor;

pub struct KvStore;

/// `k[T, n, hd]` and `v[T, n, hd]` of every span to the cache, at the span's positions, in the
/// cache's formats.
pub struct KvStoreArgs<'a> {
    pub k: Tensor<'a>,
    pub v: Tensor<'a>,
    pub spans: Spans<'a>,
    pub cache: &'a mut KvCache,
}

#[derive(Clone, Debug)]
pub struct KvStoreNeed {
    pub cache: KvFormats,
    pub head_dim: usize,
}

impl Op for KvStore {
    const NAME: &'static str = "kv_store";
    type Args<'a> = KvStoreArgs<'a>;
    type Need = KvStoreNeed;

    fn check(args: &KvStoreArgs<'_>) {
        let (rows, cache) = (args.k.rows(), &args.cache);
        assert_eq!(args.k.shape(), [rows, cache.kv_heads, cache.head_dim], "kv_store: k");
        assert_eq!(args.v.shape(), [rows, cache.kv_heads, cache.head_dim], "kv_store: v");
        check_spans("kv_store", &args.spans, rows);
        // It writes the positions of the rows themselves.
        check_blocks("kv_store", &args.spans, cache, Some(1));
    }

    fn cost(args: &KvStoreArgs<'_>) -> Cost {
        let rows: usize = args.spans.iter().map(|span| span.len).sum();
        let vectors = rows * args.cache.kv_heads;
        Cost::of(2 * vectors * args.cache.head_dim, 0)
            .and_bytes(vectors * args.cache.formats.row_bytes(args.cache.head_dim))
    }

    fn reference(args: KvStoreArgs<'_>, _compute: Compute) {
        let cache = args.cache;
        for span in args.spans.rows() {
            for i in 0..span.len {
                let position = span.start as usize + i;
                let block = span.blocks[position / cache.block_tokens];
                let token = position % cache.block_tokens;
                for head in 0..cache.kv_heads {
                    let (k, v) =
                        (args.k.head_f32(span.row + i, head), args.v.head_f32(span.row + i, head));
                    cache.put_row(block, KvHalf::Key, head, token, k);
                    cache.put_row(block, KvHalf::Value, head, token, v);
                }
            }
        }
    }
}
