// Computes: causal attention q[T, H, D], bf16, of spans of more than 16 rows, on `mma.sync`.
// Picked: rows `mma` (no Hopper) and `mma_by_split` (--batch-invariant) of `attention`.
// Tiling: four tiles of 16 rows a block, a warp each; units of 64 positions one after the other.
// Limit: FLOP: 4 T^2 H D / 2 of tensor cores.
// Share: 152 of 806 TFLOP/s (`_by_split` 91); docs/benchmarks/log/2026-11-22-cuda-h200.md.
//
// A tile is 16 rows of a matrix product: the query heads of one KV head, for as many queries of one
// span as fit. Its keys come in units of UNIT positions from position 0, grouped into splits.
// Within a split the softmax runs online, unit by unit (Milakov and Gimelshein, arXiv 1805.02867,
// in base 2); splits are computed alone and merged in ascending order. A block of
// `attention_decode_split` has a range of splits (as has `attention_decode_tma` on Hopper), one of
// `attention_decode_whole` all splits that a row sees, and merges them as it goes.
// `attention_prefill_by_split` walks the splits of longer spans with the same operations, so the
// bits of a row depend on its position and history alone. `attention_prefill` runs the online
// softmax through all units: fewer operations, other bits.
#include "attention/kv_ring_cp_async.cuh"
#include "attention/span_tiles.cuh"
using namespace atlas;

#define SPANS(W)                                           \
  extern "C" __global__ void __launch_bounds__(THREADS)    \
      attention_prefill_##W(const TileParams p) {          \
    begin();                                               \
    attend_spans<Units<W, 2>, false>(p, Plain{});                             \
  }                                                        \
  extern "C" __global__ void __launch_bounds__(THREADS)    \
      attention_prefill_by_split_##W(const TileParams p) { \
    begin();                                               \
    attend_spans<Units<W, 2>, true>(p, Plain{});                              \
  }
SPANS(64)
SPANS(128)
SPANS(256)
