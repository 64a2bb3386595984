// Computes: causal attention q[T, H, D], bf16, of spans of 1 to 16 rows over a cache of E4M3.
// Picked: row `mma` where keys and values are E4M3; `whole` for one range; no --batch-invariant.
// Tiling: 16 rows x a range of splits; units of 64 positions; codes go to registers as they lie.
// Limit: bandwidth of codes.
// Share: 45 to 64 % of 2.98 TB/s (256 wide); docs/benchmarks/log/2026-11-28-codes.md.
#include "attention/kv_ring_fp8.cuh"
using namespace atlas;

// Places of a block's ring, as the host counts its memory.
constexpr int RING = 4;
#define ROWS(NAME, BLOCKS, W, WHOLE)                                                        \
  extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) NAME(const CodesParams p) { \
    const auto row = ahead_tile<Fp8Units<W, RING>, WHOLE>(p.tiles, p.layout);               \
    begin();                                                                                \
    attend_rows<Fp8Units<W, RING>, WHOLE>(p.tiles, row);                                    \
  }
#define TILES(W, BLOCKS)                          \
  ROWS(attention_fp8_split_##W, BLOCKS, W, false) \
  ROWS(attention_fp8_whole_##W, BLOCKS, W, true)
// Blocks of a multiprocessor, as the host counts places.
TILES(64, 4)
TILES(128, 4)
TILES(256, 3)
