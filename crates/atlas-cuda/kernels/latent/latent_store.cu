// Computes: x[T, W] written to the blocks of a latent cache, as f32, bf16 or E4M3 of the layer.
// Picked: always, in latent attention.
// Tiling: a warp a row.
// Limit: bandwidth; latency in a decode step.
// Share: not recorded.
#include "include/kv_format.cuh"
using namespace atlas;

constexpr int THREADS = 256;

struct LatentStoreParams {
  const void* x; uint8_t* cache;
  const uint32_t* positions; const int* row_span; const i64* block_base; const uint32_t* blocks;
  i64 row, rows, width, block_tokens;
  KvLayout layout;
};

template <class T> __device__ void latent_store(const LatentStoreParams& p) {
  const int lane = threadIdx.x % WARP;
  const i64 warps = (i64)gridDim.x * (THREADS / WARP);
  const KvHalf& half = p.layout.key;
  for (i64 t = blockIdx.x * (i64)(THREADS / WARP) + threadIdx.x / WARP; t < p.rows; t += warps) {
    if (p.row_span[t] < 0) continue;
    const i64 position = p.positions[t];
    const i64 block = p.blocks[p.block_base[p.row_span[t]] + position / p.block_tokens];
    const auto to = kv_row(p.cache, p.layout, half, block, 0, position % p.block_tokens,
                           p.block_tokens);
    const T* const from = (const T*)p.x + t * p.row;
    for (i64 c = lane; c < p.width; c += WARP) {
      const float value = to_f32(from[c]);
      if (half.format == KV_F32) ((float*)to.codes)[c] = value;
      else if (half.format == KV_BF16) ((uint16_t*)to.codes)[c] = (uint16_t)bf16_bits(value);
      else to.codes[c] = to_e4m3(__fdiv_rn(value, half.scale), value);
    }
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
