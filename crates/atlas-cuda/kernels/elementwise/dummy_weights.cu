// Computes: elements of dummy weights, any shape, from their index alone, as the CPU computes them.
// Picked: --load-format dummy, once for each weight while loading.
// Tiling: a thread for 16 aligned bytes, in a grid-stride loop.
// Limit: bandwidth of writes, or the integer arithmetic of the generator.
// Share: a start with 69 GB takes 0.5 s; docs/benchmarks/log/2026-11-23-cuda-h200.md.
//
// The generator is that of crates/atlas-tensor/src/weights/draws.rs.
#include "include/common.cuh"
using namespace atlas;

using u64 = unsigned long long;

struct DummyWeightsParams {
  uint16_t* out;
  const uint16_t* values; // 65,536
  u64 key;
  i64 first, count;       // element i of `out` is element `first + i` of the stream
};

// The finaliser of SplitMix64 over a counter.
__device__ __forceinline__ u64 mix(u64 counter) {
  u64 z = counter * 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

// A thread takes the eight elements of an aligned 16-byte piece of the output, of which the first
// and the last piece may have fewer.
extern "C" __global__ void fill_dummy_weights(const DummyWeightsParams p) { begin();
  const i64 lead = ((uintptr_t)p.out % 16) / 2;
  const i64 pieces = (lead + p.count + 7) / 8;
  for (i64 piece = blockIdx.x * (i64)blockDim.x + threadIdx.x; piece < pieces;
       piece += (i64)gridDim.x * blockDim.x) {
    const i64 i = piece * 8 - lead;
    // Below 0 before the first element; what is computed there is not stored.
    const i64 at = p.first + i;
    const u64 draw = p.key + (u64)(at >> 2);
    const int skipped = at & 3;
    // Eight elements are of two draws, or of three where they begin inside of one.
    const u64 a = mix(draw), b = mix(draw + 1), c = skipped ? mix(draw + 2) : 0;
    uint32_t pairs[4];
#pragma unroll
    for (int j = 0; j < 8; j++) {
      const int place = skipped + j;
      const u64 word = place < 4 ? a : place < 8 ? b : c;
      const uint32_t value = p.values[(word >> (place % 4 * 16)) & 0xffff];
      pairs[j / 2] = j % 2 ? pairs[j / 2] | value << 16 : value;
    }
    uint16_t* out = p.out + i;
    if (i >= 0 && i + 8 <= p.count) {
      *reinterpret_cast<uint4*>(out) = make_uint4(pairs[0], pairs[1], pairs[2], pairs[3]);
    } else {
#pragma unroll
      for (int j = 0; j < 8; j++) {
        if (i + j >= 0 && i + j < p.count) out[j] = (uint16_t)(pairs[j / 2] >> (j % 2 * 16));
      }
    }
  }
}
