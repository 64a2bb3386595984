// Computes: rotated and warmed queries in place; [norm(c) | rotated k] to the cache, all in one.
// Picked: always, in latent attention; `latent_rope_write`.
// Tiling: a block for the vector of a row, and one for each 8 of its query heads.
// Limit: latency in a decode step; bandwidth with many rows.
// Share: not recorded.
#include "latent/latent_rows.cuh"
#include "norm/rms_norm.cuh"
#include "rope/norm_rope.cuh"
using namespace atlas;

constexpr int THREADS = NORM_THREADS, WARPS = THREADS / WARP;

struct RopeWriteParams {
  QkNormRopeParams q;
  QkNormRopeParams k;
  // A period of 0 where queries have no temperature.
  TemperatureParams temperature;
  RmsNormParams norm;
  LatentStoreParams store;
};

// A head of the queries of a row, a warp: rotated in the type of activations, then warmed.
template <class T> __device__ void query_head(const RopeWriteParams& p, i64 t, i64 head) {
  T* const x = (T*)p.q.heads + t * p.q.row + head * p.q.head;
  if (p.temperature.period == 0) {
    norm_rope(x, p.q, t, [x](i64 c, float v) { x[c] = from_f32<T>(v); });
    return;
  }
  const float factor = temperature_of(p.temperature, t);
  norm_rope(x, p.q, t, [x, factor](i64 c, float v) { x[c] = warmed(from_f32<T>(v), factor); });
  T* const whole = (T*)p.temperature.x + t * p.temperature.row + head * p.temperature.head;
  for (i64 c = threadIdx.x % WARP; c < p.temperature.width - p.q.width; c += WARP)
    whole[c] = warmed(whole[c], factor);
}

template <class T> __device__ __forceinline__ void rope_write(const RopeWriteParams& p) {
  __shared__ float scratch[WARPS];
  const i64 each = 1 + (p.q.head_count + WARPS - 1) / WARPS;
  for (i64 i = blockIdx.x; i < p.q.rows * each; i += gridDim.x) {
    const i64 t = i / each, part = i % each;
    if (part > 0) {
      const i64 head = (part - 1) * WARPS + threadIdx.x / WARP;
      if (head < p.q.head_count) query_head<T>(p, t, head);
      continue;
    }
    T* const stored = (T*)p.norm.out + t * p.norm.out_row;
    NormRow<T, false, 1> row;
    row.ask_weights(p.norm);
    const float scale = row.template read<false>(p.norm, t, scratch);
    row.put(p.norm, scale, stored);
    if (threadIdx.x < WARP) {
      T* const key = stored + p.norm.width;
      norm_rope((const T*)p.k.heads + t * p.k.row, p.k, t,
                [key](i64 c, float v) { key[c] = from_f32<T>(v); });
    }
    __syncthreads();
    store_latent(p.store, t, (const T*)stored, threadIdx.x, THREADS);
  }
}
extern "C" __global__ void __launch_bounds__(THREADS)
    latent_rope_write_f32(const RopeWriteParams p) {
  begin();
  rope_write<float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS)
    latent_rope_write_bf16(const RopeWriteParams p) {
  begin();
  rope_write<bf16>(p);
}
