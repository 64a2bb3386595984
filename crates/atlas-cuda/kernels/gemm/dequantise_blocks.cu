// Computes: out[T, K] of bf16: rows of a weight in blocks, in turn or by index; rounded once.
// Picked: before bf16 tiles, for more than 32 rows with such weights, and as `embed`.
// Tiling: a warp for 256 elements of a row, a lane for 8.
// Limit: bandwidth: blocks are read once and bf16 written once, to be read from the L2 cache.
// Share: docs/kernels/gemm/block_linears.md.
#include "include/blocks.cuh"
using namespace atlas;

constexpr int THREADS = 256;

struct DequantiseBlocksParams {
  QuantisedWeight weight; const uint32_t* ids; bf16* out;
  i64 out_row, first, rows, k, n;
};

__device__ __forceinline__ float element_of(uint32_t pair, int i) {
  return __uint_as_float(i ? pair & 0xffff0000u : pair << 16);
}

// Rows `first` on, or those that `ids` names, of which NaN stands for one that is not there.
template <BlockFormat F>
__device__ __forceinline__ void dequantise(const DequantiseBlocksParams& p) {
  using B = Block<F>;
  const int lane = threadIdx.x % WARP, s = lane / 4, q = lane % 4, warps = THREADS / WARP;
  const i64 units = (p.k + UNIT - 1) / UNIT, all = p.rows * units;
  for (i64 i = blockIdx.x * (i64)warps + threadIdx.x / WARP; i < all; i += (i64)gridDim.x * warps) {
    const i64 t = i / units, unit = i % units, e = unit * UNIT + s * STEP;
    const i64 n = p.ids ? (i64)p.ids[t] : p.first + t;
    if (e >= p.k) continue;
    bf16* const out = p.out + t * p.out_row + e;
    const bool known = n < p.n;
    const uint8_t* const codes = p.weight.codes + (known ? n : 0) * p.weight.row_bytes +
                                 unit * B::BYTES;
    uint32_t pairs[4];
    codes_as_bf16<F>(codes, s, q, pairs);
    Factors f[2];
#pragma unroll
    for (int h = 0; h < 2; h++) {
      if constexpr (IN_GROUPS<F>) {
        const uint8_t* const words = p.weight.blocks + (known ? n : 0) * p.weight.block_bytes;
        f[h] = of_group(((const uint32_t*)words)[e / p.weight.scale_columns]);
      } else {
        f[h] = B::factors(codes, s, B::HALVES ? h : 0);
      }
    }
#pragma unroll
    for (int h = 0; h < 2; h++) {
      const int at = B::IN_TURNS ? 8 * q + 4 * h : 16 * h + 4 * q;
      __align__(8) bf16 values[4];
#pragma unroll
      for (int j = 0; j < 4; j++) {
        // In turns, elements with even places come in the first two pairs.
        const int place = B::IN_TURNS ? 2 * h + j / 2 : j;
        const uint32_t pair = pairs[B::IN_TURNS ? j % 2 * 2 + place / 2 : 2 * h + j / 2];
        const float code = element_of(pair, place % 2) - EXCESS<F>;
        const float value = __fmaf_rn(f[h].scale, code, f[h].minimum);
        values[j] = from_f32<bf16>(known ? value : __int_as_float(0x7fc00000));
      }
      if ((uintptr_t)(out + at) % 8 == 0)
        *(uint2*)(out + at) = *(const uint2*)values;
      else
#pragma unroll
        for (int j = 0; j < 4; j++) out[at + j] = values[j];
    }
  }
}
#define DEQUANTISE(f, F)                                \
  extern "C" __global__ void __launch_bounds__(THREADS) \
      dequantise_blocks_##f(const DequantiseBlocksParams p) { \
    begin();                                            \
    dequantise<F>(p);                                   \
  }
DEQUANTISE(q4_0, Q4_0)
DEQUANTISE(q4_1, Q4_1)
DEQUANTISE(q5_0, Q5_0)
DEQUANTISE(q5_1, Q5_1)
DEQUANTISE(q8_0, Q8_0)
DEQUANTISE(iq4_nl, IQ4_NL)
DEQUANTISE(ggml_mxfp4, GGML_MXFP4)
DEQUANTISE(q2_k, Q2_K)
DEQUANTISE(q3_k, Q3_K)
DEQUANTISE(q4_k, Q4_K)
DEQUANTISE(q5_k, Q5_K)
DEQUANTISE(q6_k, Q6_K)
DEQUANTISE(iq4_xs, IQ4_XS)
DEQUANTISE(int4, INT4)
DEQUANTISE(int8, INT8)

// Nothing, as `dequantised`: it comes between these rows and kernels that read weights early.
extern "C" __global__ void dequantised_blocks(const DequantiseBlocksParams p) { begin(); }
