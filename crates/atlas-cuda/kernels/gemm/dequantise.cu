// Computes: out[N, K] of bf16 from rows of a quantised weight, rounded once.
// Picked: before bf16 tiles, for more than 128 rows with weights of 8 or 4 bits (`by_rows`).
// Tiling: a thread for 16 bytes of codes.
// Limit: bandwidth: codes are read once and bf16 written once, to be read from the L2 cache.
// Share: docs/kernels/gemm/quantised_small_m.md.
#include "include/quantised.cuh"
using namespace atlas;

constexpr int THREADS = 256;

struct DequantiseParams {
  QuantisedWeight weight; bf16* out;
  i64 first, rows, k;
};

__device__ __forceinline__ uint32_t pair_of(float low, float high) {
  return (uint32_t)__bfloat16_as_ushort(from_f32<bf16>(high)) << 16 |
         __bfloat16_as_ushort(from_f32<bf16>(low));
}
__device__ __forceinline__ float low_of(uint32_t pair) { return __uint_as_float(pair << 16); }
__device__ __forceinline__ float high_of(uint32_t pair) {
  return __uint_as_float(pair & 0xffff0000u);
}

// Four E4M3 times a scale.
__device__ __forceinline__ uint2 scaled_e4m3(uint32_t codes, float scale) {
  uint32_t pairs[2];
  decode_e4m3(codes, pairs);
  float values[4];
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const float value = i / 2 ? high_of(pairs[i % 2]) : low_of(pairs[i % 2]);
    const bool nan = nans_of(codes >> 8 * i & 0xff) & 0x80;
    values[i] = nan ? __int_as_float(0x7fffffff) : value * scale;
  }
  return {pair_of(values[0], values[1]), pair_of(values[2], values[3])};
}
// Eight E2M1 times a block factor and a scale.
template <Format F>
__device__ __forceinline__ uint4 scaled_e2m1(uint32_t codes, uint32_t factor, float scale) {
  uint32_t pairs[4];
  decode_e2m1(codes, pairs);
  apply_factor<F>(pairs, factor);
  return {pair_of(low_of(pairs[0]) * scale, low_of(pairs[1]) * scale),
          pair_of(low_of(pairs[2]) * scale, low_of(pairs[3]) * scale),
          pair_of(high_of(pairs[0]) * scale, high_of(pairs[1]) * scale),
          pair_of(high_of(pairs[2]) * scale, high_of(pairs[3]) * scale)};
}

// K is a multiple of the elements in 16 bytes. Grid: pieces of all rows in turns.
template <Format F> __device__ __forceinline__ void dequantise(const DequantiseParams& p) {
  constexpr int PIECE = Codes<F>::PIECE;
  const i64 pieces = p.k / PIECE, all = p.rows * pieces;
  for (i64 i = blockIdx.x * (i64)THREADS + threadIdx.x; i < all; i += (i64)gridDim.x * THREADS) {
    const i64 n = i / pieces, piece = i % pieces;
    const WeightRow row = row_of(p.weight, p.first + n);
    const uint4 codes = *(const uint4*)(row.codes + piece * 16);
    uint4* const out = (uint4*)(p.out + n * p.k + piece * PIECE);
    if constexpr (F == FP8) {
      const float scale =
          row.scales[min(piece * PIECE / FP8_BLOCK, p.weight.scale_columns - 1)];
#pragma unroll
      for (int half = 0; half < 2; half++) {
        const uint2 first = scaled_e4m3(word_of(codes, half * 2), scale),
                    second = scaled_e4m3(word_of(codes, half * 2 + 1), scale);
        out[half] = {first.x, first.y, second.x, second.y};
      }
    } else {
      const float scale = F == NVFP4 ? RESULT_FACTOR<F> * row.scales[0] : 1.0f;
#pragma unroll
      for (int word = 0; word < 4; word++) {
        const int block = F == NVFP4 ? row.blocks[piece * 2 + word / 2] : row.blocks[piece];
        out[word] = scaled_e2m1<F>(word_of(codes, word), block_factor<F>(block), scale);
      }
    }
  }
}
#define DEQUANTISE(f, F)                                 \
  extern "C" __global__ void __launch_bounds__(THREADS)  \
      dequantise_##f(const DequantiseParams p) {         \
    begin();                                             \
    dequantise<F>(p);                                    \
  }
DEQUANTISE(fp8, FP8)
DEQUANTISE(nvfp4, NVFP4)
DEQUANTISE(mxfp4, MXFP4)

// Nothing. Kernels read weights before `begin`, for which weights that were written by the kernel
// right before would not be there yet.
extern "C" __global__ void dequantised(const DequantiseParams p) { begin(); }
