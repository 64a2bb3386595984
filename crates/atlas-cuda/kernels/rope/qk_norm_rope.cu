// Computes: heads[T, H, D] normed and rotated in place; keys and values written to cache blocks.
// Picked: always; row `qkv_store` has queries, keys and values in one launch.
// Tiling: a warp for each head of a token (`kv_store`: a thread for each element).
// Limit: bandwidth: each element read and written once; latency in a decode step.
// Share: not recorded alone.
#include "rope/norm_rope.cuh"
using namespace atlas;

constexpr int THREADS = 256;

template <class T> __device__ void qk_norm_rope(const QkNormRopeParams& p) {
  const i64 warps = (i64)gridDim.x * (THREADS / WARP);
  for (i64 i = blockIdx.x * (i64)(THREADS / WARP) + threadIdx.x / WARP; i < p.rows * p.head_count;
       i += warps) {
    const i64 t = i / p.head_count, j = i % p.head_count;
    T* x = (T*)p.heads + t * p.row + j * p.head;
    norm_rope(x, p, t, [x](i64 c, float v) { x[c] = from_f32<T>(v); });
  }
}
extern "C" __global__ void __launch_bounds__(THREADS) qk_norm_rope_f32(const QkNormRopeParams p) {
  begin();
  qk_norm_rope<float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS) qk_norm_rope_bf16(const QkNormRopeParams p) {
  begin();
  qk_norm_rope<bf16>(p);
}

struct KvStoreParams {
  const void* k; const void* v; void* cache;
  const uint32_t* positions; const int* row_span; const i64* block_base; const uint32_t* blocks;
  i64 k_row, k_head, v_row, v_head, rows, heads, width, block_tokens;
};

// The element offset of a position's key in the cache `[block][K, V][head][token][width]`; its
// value lies `heads * block_tokens * width` further.
__device__ __forceinline__ i64 key_offset(const KvStoreParams& p, i64 t, i64 head) {
  const i64 position = p.positions[t];
  const i64 block = p.blocks[p.block_base[p.row_span[t]] + position / p.block_tokens];
  return ((block * 2 * p.heads + head) * p.block_tokens + position % p.block_tokens) * p.width;
}

template <class T, class C> __device__ void kv_store(const KvStoreParams& p) {
  const i64 all = p.rows * p.heads * p.width;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const i64 c = i % p.width, j = i / p.width % p.heads, t = i / p.width / p.heads;
    if (p.row_span[t] < 0) continue;
    C* at = (C*)p.cache + key_offset(p, t, j) + c;
    at[0] = from_f32<C>(to_f32(((const T*)p.k)[t * p.k_row + j * p.k_head + c]));
    at[p.heads * p.block_tokens * p.width] =
        from_f32<C>(to_f32(((const T*)p.v)[t * p.v_row + j * p.v_head + c]));
  }
}
extern "C" __global__ void kv_store_f32_f32(const KvStoreParams p) {
  begin();
  kv_store<float, float>(p);
}
extern "C" __global__ void kv_store_f32_bf16(const KvStoreParams p) {
  begin();
  kv_store<float, bf16>(p);
}
extern "C" __global__ void kv_store_bf16_bf16(const KvStoreParams p) {
  begin();
  kv_store<bf16, bf16>(p);
}

struct QkvStoreParams {
  QkNormRopeParams q;
  QkNormRopeParams k;
  KvStoreParams store;
  // Whether keys are also written where they come from.
  i64 keys_too;
};

// Norm and rotation of the query heads in place; those of the key heads and the values go straight
// to the cache. A warp a head of the row: queries, keys, values.
template <class T, class C> __device__ void qkv_store(const QkvStoreParams& p) {
  const i64 wide = p.q.head_count + 2 * p.store.heads;
  const i64 warps = (i64)gridDim.x * (THREADS / WARP);
  for (i64 i = blockIdx.x * (i64)(THREADS / WARP) + threadIdx.x / WARP; i < p.q.rows * wide;
       i += warps) {
    const i64 t = i / wide, h = i % wide;
    if (h < p.q.head_count) {
      T* x = (T*)p.q.heads + t * p.q.row + h * p.q.head;
      norm_rope(x, p.q, t, [x](i64 c, float v) { x[c] = from_f32<T>(v); });
      continue;
    }
    const i64 j = (h - p.q.head_count) % p.store.heads;
    const bool stored = p.store.row_span[t] >= 0, key = h < p.q.head_count + p.store.heads;
    if (!stored && !(key && p.keys_too)) continue;
    C* at = stored ? (C*)p.store.cache + key_offset(p.store, t, j) : nullptr;
    if (key) {
      T* x = (T*)p.k.heads + t * p.k.row + j * p.k.head;
      // Through the type of the activations, as where the key is stored in between.
      norm_rope(x, p.k, t, [&](i64 c, float v) {
        const T key = from_f32<T>(v);
        if (stored) at[c] = from_f32<C>(to_f32(key));
        if (p.keys_too) x[c] = key;
      });
    } else {
      at += p.store.heads * p.store.block_tokens * p.store.width;
      const T* x = (const T*)p.store.v + t * p.store.v_row + j * p.store.v_head;
      for (i64 c = threadIdx.x % WARP; c < p.store.width; c += WARP)
        at[c] = from_f32<C>(to_f32(x[c]));
    }
  }
}
extern "C" __global__ void __launch_bounds__(THREADS) qkv_store_f32_f32(const QkvStoreParams p) {
  begin();
  qkv_store<float, float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS) qkv_store_f32_bf16(const QkvStoreParams p) {
  begin();
  qkv_store<float, bf16>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS) qkv_store_bf16_bf16(const QkvStoreParams p) {
  begin();
  qkv_store<bf16, bf16>(p);
}
