// Computes: x[T, W] written to a latent cache, its latents or index keys, as f32, bf16 or E4M3.
// Picked: always, in latent attention.
// Tiling: a warp a row.
// Limit: bandwidth; latency in a decode step.
// Share: not recorded.
#include "latent/latent_rows.cuh"
using namespace atlas;

constexpr int THREADS = 256;

template <class T> __device__ void latent_store(const LatentStoreParams& p) {
  const int lane = threadIdx.x % WARP;
  const i64 warps = (i64)gridDim.x * (THREADS / WARP);
  for (i64 t = blockIdx.x * (i64)(THREADS / WARP) + threadIdx.x / WARP; t < p.rows; t += warps) {
    store_latent(p, t, (const T*)p.x + t * p.row, lane, WARP);
  }
}
extern "C" __global__ void __launch_bounds__(THREADS) latent_store_f32(const LatentStoreParams p) {
  begin();
  latent_store<float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS)
    latent_store_bf16(const LatentStoreParams p) {
  begin();
  latent_store<bf16>(p);
}
