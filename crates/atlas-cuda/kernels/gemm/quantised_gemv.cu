// Computes: out_i[1, N_i] = y weight_i[N_i, K]^T, y[1, K] = rms_norm(x += residual) or SwiGLU.
// Picked: one row: `quantised_norm_linears` up to K 4,096, a shared expert's down up to 8,192.
// Tiling: 16 or 32 outputs of codes, 8 warps divide K, or 8 of bf16, a warp each, in turns.
// Limit: bandwidth of the weights, and latency: one launch in place of two or three.
// Share: docs/kernels/gemm/quantised_gemv.md.
#include "gemm/quantised_gemv.cuh"
#include "include/swiglu.cuh"
#include "norm/rms_norm.cuh"
using namespace atlas;

// Every block computes the norm, as in `gemm/norm_gemv.cu`; the residual is written by the block
// that is the last to have read it.
struct QuantisedNormGemvParams {
  RowLinearsParams linears;
  RmsNormParams norm;
  // Blocks that have read; zero between launches.
  int* arrived;
};
// Pieces of 8 elements of the row that a thread has.
constexpr int KEPT = 2;
using Row = NormRow<bf16, true, KEPT>;

template <Format F> struct NormAhead {
  RowUnits<F> units;
  const uint32_t* factors;
  Row row;
};
template <Format F>
__device__ __forceinline__ NormAhead<F> ahead_norm(const QuantisedNormGemvParams& p) {
  NormAhead<F> ahead;
  ahead.units = ahead_block<F>(p.linears, blockIdx.x);
  ahead.row.ask_weights(p.norm);
  ahead.factors = ahead_factors<F>();
  return ahead;
}

// Writes `residual += x` and the norm's result, which lies in `y`.
__device__ __forceinline__ void put_row(const RmsNormParams& p, const bf16* y) {
  // Read anew, which costs no registers in all the blocks that are not the last.
  Row::each(p, [&](int, i64 c, int left, bool whole) {
    float x[8], before[8];
    load8((const bf16*)p.x + c, left, whole, x);
    load8((const bf16*)p.residual + c, left, whole, before);
#pragma unroll
    for (int e = 0; e < 8; e++) x[e] = before[e] + x[e];
    store8((bf16*)p.residual + c, left, whole, x);
    *(uint4*)((bf16*)p.out + c) = *(const uint4*)(y + c);
  });
}

template <Format F>
__device__ __forceinline__ void norm_linears(const QuantisedNormGemvParams& p,
                                             const NormAhead<F>& asked) {
  static_assert(THREADS == NORM_THREADS, "a block reads one row");
  __shared__ float scratch[WARPS];
  __shared__ __align__(16) bf16 y[KEPT * 8 * THREADS];
  __shared__ bool last;
  Row row = asked.row;
  const float scale = row.read<false>(p.norm, 0, scratch);
  int before = 0;
  if (threadIdx.x == 0) {
    __threadfence();
    before = atomicAdd(p.arrived, 1);
  }
  row.put(p.norm, scale, y);
  __syncthreads();
  row_linears<F>(p.linears, asked.units, y, asked.factors);
  if (threadIdx.x == 0) last = before == (int)gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  __threadfence();
  if (threadIdx.x == 0) *p.arrived = 0;
  put_row(p.norm, y);
}

struct QuantisedSwigluGemvParams {
  RowLinearsParams linears;
  SwigluParams swiglu;
};
constexpr int ACTIVE_MAX = 8192;

template <Format F> struct SwigluAhead {
  RowUnits<F> units;
  const uint32_t* factors;
};
template <Format F>
__device__ __forceinline__ SwigluAhead<F> ahead_swiglu(const QuantisedSwigluGemvParams& p) {
  SwigluAhead<F> ahead;
  ahead.units = ahead_block<F>(p.linears, blockIdx.x);
  ahead.factors = ahead_factors<F>();
  return ahead;
}

// Every block computes the activation, and the first of them writes it.
template <Format F>
__device__ __forceinline__ void swiglu_linears(const QuantisedSwigluGemvParams& p,
                                               const SwigluAhead<F>& asked) {
  __shared__ __align__(16) bf16 active[ACTIVE_MAX];
  const SwigluParams& s = p.swiglu;
  for (int c = threadIdx.x * 8; c < (int)s.width; c += 8 * THREADS) {
    float gate[8], up[8];
    load8((const bf16*)s.gate + c, 8, true, gate);
    load8((const bf16*)s.up + c, 8, true, up);
#pragma unroll
    for (int i = 0; i < 8; i++) gate[i] = silu(gate[i]) * up[i];
    store8(active + c, 8, true, gate);
    if (blockIdx.x == 0) store8((bf16*)s.out + c, 8, true, gate);
  }
  __syncthreads();
  row_linears<F>(p.linears, asked.units, active, asked.factors);
}

// Blocks of a multiprocessor; later targets take more registers for the same.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
constexpr int RESIDENT = 1;
#else
constexpr int RESIDENT = 2;
#endif
#define QUANTISED_GEMV(f, F)                                          \
  extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT)     \
      add_norm_quantised_gemv_##f(const __grid_constant__ QuantisedNormGemvParams p) {  \
    const auto weights = ahead_norm<F>(p);                            \
    begin();                                                          \
    norm_linears<F>(p, weights);                                      \
  }                                                                   \
  extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT)     \
      swiglu_quantised_gemv_##f(const __grid_constant__ QuantisedSwigluGemvParams p) {  \
    const auto weights = ahead_swiglu<F>(p);                          \
    begin();                                                          \
    swiglu_linears<F>(p, weights);                                    \
  }
QUANTISED_GEMV(fp8, FP8)
QUANTISED_GEMV(nvfp4, NVFP4)
QUANTISED_GEMV(mxfp4, MXFP4)
