// Computes: out[T, H] = sum over ranks of weight[T, R] * pair[T, R, H], + the shared expert.
// Picked: after each grouped GEMM; `shared_expert_add` alone where that op is not fused.
// Tiling: a thread for four elements of a token, ranks in ascending order.
// Limit: bandwidth: results of pairs are read once (bf16 after `sm90_grouped_gemm`, else f32).
// Share: not recorded alone.
#include "moe/shared_expert.cuh"
using namespace atlas;

constexpr int WARPS = 8;
constexpr int THREADS = WARPS * WARP;

struct CombineParams {
  const void* pairs; const float* weights; void* out;
  i64 out_row, rows, ranks, width;
  SharedAdd add;
};

// A token's sums of four columns from n on, with the shared expert if there is one, as bf16, stored
// at once where their place allows it.
template <class P> __device__ __forceinline__ void put_sums(const P& p, i64 t, i64 n, float4 sum) {
  alignas(8) bf16 four[4] = {from_f32<bf16>(sum.x), from_f32<bf16>(sum.y), from_f32<bf16>(sum.z),
                             from_f32<bf16>(sum.w)};
  if (p.add.shared)
    for (int i = 0; i < 4; i++) four[i] = with_shared<bf16>(p.add, t, n + i, four[i]);
  bf16* const out = (bf16*)p.out + t * p.out_row + n;
  if ((uintptr_t)out % 8 == 0)
    *(uint2*)out = *(const uint2*)four;
  else
    for (int i = 0; i < 4; i++) out[i] = four[i];
}

__device__ __forceinline__ float4 load4(const float* p) { return *(const float4*)p; }
__device__ __forceinline__ float4 load4(const bf16* p) {
  const uint2 raw = *(const uint2*)p;
  const bf16* const e = (const bf16*)&raw;
  return make_float4(to_f32(e[0]), to_f32(e[1]), to_f32(e[2]), to_f32(e[3]));
}

// out[t] = sum over ranks of weight * pairs[t * ranks + rank], in rank order; four columns a
// thread, of which `width` is a multiple. Grid: columns in blocks of 4 * THREADS, tokens.
template <class T> __device__ __forceinline__ void combine(const CombineParams& p) {
  const i64 c = (blockIdx.x * (i64)THREADS + threadIdx.x) * 4;
  if (c >= p.width) return;
  for (i64 t = blockIdx.y; t < p.rows; t += gridDim.y) {
    float4 sum = {0.0f, 0.0f, 0.0f, 0.0f};
#pragma unroll 8
    for (i64 r = 0; r < p.ranks; r++) {
      const float weight = p.weights[t * p.ranks + r];
      const float4 x = load4((const T*)p.pairs + (t * p.ranks + r) * p.width + c);
      sum.x = __fmaf_rn(weight, x.x, sum.x);
      sum.y = __fmaf_rn(weight, x.y, sum.y);
      sum.z = __fmaf_rn(weight, x.z, sum.z);
      sum.w = __fmaf_rn(weight, x.w, sum.w);
    }
    put_sums(p, t, c, sum);
  }
}
extern "C" __global__ void __launch_bounds__(THREADS) combine_f32_pairs(const CombineParams p) {
  begin();
  combine<float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS) combine_bf16_pairs(const CombineParams p) {
  begin();
  combine<bf16>(p);
}

struct SharedExpertAddParams {
  void* out;
  i64 out_row, rows, width;
  SharedAdd add;
};

// `with_shared` in place.
template <class T> __device__ void shared_expert_add(const SharedExpertAddParams& p) {
  const i64 all = p.rows * p.width;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.width, c = i % p.width;
    T* out = (T*)p.out + t * p.out_row + c;
    *out = with_shared<T>(p.add, t, c, *out);
  }
}
extern "C" __global__ void shared_expert_add_f32(const SharedExpertAddParams p) {
  begin();
  shared_expert_add<float>(p);
}
extern "C" __global__ void shared_expert_add_bf16(const SharedExpertAddParams p) {
  begin();
  shared_expert_add<bf16>(p);
}
