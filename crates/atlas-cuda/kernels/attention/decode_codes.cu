// Computes: causal attention q[T, H, D], bf16, of spans of 1 to 16 rows over a cache of codes.
// Picked: rows `mma` and `mma_by_split` where keys or values are codes; `whole` for one range.
// Tiling: 16 rows x a range of splits; units of 64 positions come as codes, and a tile as bf16.
// Limit: bandwidth of codes and scales; the arithmetic that makes bf16 of them.
// Share: not recorded alone.
#include "attention/kv_ring_codes.cuh"
using namespace atlas;

// Places of a block's ring, as the host counts its memory.
constexpr int RING = 4;
#define ROWS(NAME, BLOCKS, W, WHOLE)                                                        \
  extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) NAME(const CodesParams p) { \
    const auto row = ahead_tile<CodedUnits<W, RING>, WHOLE>(p.tiles, p.layout);             \
    begin();                                                                                \
    attend_rows<CodedUnits<W, RING>, WHOLE>(p.tiles, row);                                  \
  }
#define TILES(W, BLOCKS)                            \
  ROWS(attention_codes_split_##W, BLOCKS, W, false) \
  ROWS(attention_codes_whole_##W, BLOCKS, W, true)
// Blocks of a multiprocessor, as the host counts places.
TILES(64, 4)
TILES(128, 3)
TILES(256, 2)
