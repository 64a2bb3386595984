// Computes: causal attention q[T, H, D], bf16, of spans of 1 to 16 rows over the paged cache.
// Picked: rows but `simt`, where `sm90_tma` does not serve; `whole` where a row has one range.
// Tiling: 16 rows (query heads of a KV head) x a range of splits; units of 64 positions; 4 warps.
// Limit: bandwidth: keys and values are read once for all query heads of a KV head.
// Share: 81 % of 4.51 TB/s (64 x 1,023); docs/benchmarks/log/2026-11-25-cuda-h200.md.
#include "attention/split_kv_tile.cuh"
#include "attention/kv_ring_cp_async.cuh"
using namespace atlas;

// Places of a block's ring: few where blocks share a multiprocessor, and what fits where one has it
// to itself.
constexpr int RING_SHARED = 3;
template <int W> constexpr int RING_DEEP = W == 256 ? 5 : W == 128 ? 10 : 18;
#define ROWS(NAME, BLOCKS, W, RING, WHOLE)                                                 \
  extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) NAME(const TileParams p) { \
    const auto row = ahead_tile<Units<W, RING>, WHOLE>(p, Plain{});                        \
    begin();                                                                               \
    attend_rows<Units<W, RING>, WHOLE>(p, row);                                            \
  }
#define TILES(W, BLOCKS)                                           \
  ROWS(attention_decode_split_##W, BLOCKS, W, RING_SHARED, false)  \
  ROWS(attention_decode_whole_##W, BLOCKS, W, RING_SHARED, true)   \
  ROWS(attention_decode_split_deep_##W, 1, W, RING_DEEP<W>, false) \
  ROWS(attention_decode_whole_deep_##W, 1, W, RING_DEEP<W>, true)
// Blocks of a multiprocessor, as the host counts places.
TILES(64, 4)
TILES(128, 3)
TILES(256, 2)
