// Rows of queries and of the latent cache: the temperature of a query, the write of a vector.
#pragma once

#include "include/kv_format.cuh"

namespace atlas {

struct TemperatureParams {
  void* x; const uint32_t* positions;
  i64 row, head, rows, heads, width, period;
  float beta, unused;
};

// The factor of the queries of a row.
__device__ __forceinline__ float temperature_of(const TemperatureParams& p, i64 t) {
  const unsigned periods = 1 + p.positions[t] / (unsigned)p.period;
  return __fadd_rn(1.0f, __fmul_rn(p.beta, logf((float)periods)));
}
template <class T> __device__ __forceinline__ T warmed(T x, float factor) {
  return from_f32<T>(__fmul_rn(to_f32(x), factor));
}

struct LatentStoreParams {
  const void* x; uint8_t* cache;
  const uint32_t* positions; const int* row_span; const i64* block_base; const uint32_t* blocks;
  i64 row, rows, width, block_tokens;
  // Whether the rows are index keys.
  i64 is_index;
  KvLayout layout;
};

// The vector of a row to its place in the cache, in turns of this thread among `threads`.
template <class T>
__device__ __forceinline__ void store_latent(const LatentStoreParams& p, i64 t, const T* from,
                                             int thread, int threads) {
  const KvHalf& half = p.is_index ? p.layout.value : p.layout.key;
  if (p.row_span[t] < 0) return;
  const i64 position = p.positions[t];
  const i64 block = p.blocks[p.block_base[p.row_span[t]] + position / p.block_tokens];
  const auto to = kv_row(p.cache, p.layout, half, block, 0, position % p.block_tokens,
                         p.block_tokens);
  for (i64 c = thread; c < p.width; c += threads) {
    const float value = to_f32(from[c]);
    if (half.format == KV_F32) ((float*)to.codes)[c] = value;
    else if (half.format == KV_BF16) ((uint16_t*)to.codes)[c] = (uint16_t)bf16_bits(value);
    else to.codes[c] = to_e4m3(__fdiv_rn(value, half.scale), value);
  }
}

} // namespace atlas
