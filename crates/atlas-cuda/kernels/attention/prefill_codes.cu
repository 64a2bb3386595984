// Computes: causal attention q[T, H, D], bf16, of longer spans over a quantised paged cache.
// Picked: rows `mma` and `mma_by_split` of `attention` where keys or values are codes.
// Tiling: as `prefill_mma`; a unit comes as codes, and one tile of a block is bf16.
// Limit: FLOP, and the arithmetic that makes bf16 of codes once for four tiles of rows.
// Share: not recorded alone.
#include "attention/kv_ring_codes.cuh"
#include "attention/span_tiles.cuh"
using namespace atlas;

#define SPANS(W)                                                  \
  extern "C" __global__ void __launch_bounds__(THREADS)           \
      attention_codes_prefill_##W(const CodesParams p) {          \
    begin();                                                      \
    attend_spans<CodedUnits<W, 2>, false>(p.tiles, p.layout);     \
  }                                                               \
  extern "C" __global__ void __launch_bounds__(THREADS)           \
      attention_codes_prefill_by_split_##W(const CodesParams p) { \
    begin();                                                      \
    attend_spans<CodedUnits<W, 2>, true>(p.tiles, p.layout);      \
  }
SPANS(64)
SPANS(128)
SPANS(256)
