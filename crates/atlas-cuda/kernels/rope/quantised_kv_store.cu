// Computes: keys and values written to the blocks of a cache as codes with scales.
// Picked: row `quantised_kv_store`: caches whose keys and values are no numbers of one type.
// Tiling: a warp a vector; a lane a group of 16 elements, or an element where scales are of layers.
// Limit: bandwidth; latency in a decode step.
// Share: not recorded alone.
#include "include/kv_format.cuh"
#include "rope/rotation.cuh"
using namespace atlas;

constexpr int THREADS = 256;

struct QuantisedKvStoreParams {
  const void* k; const void* v; uint8_t* cache;
  const uint32_t* positions; const int* row_span; const i64* block_base; const uint32_t* blocks;
  i64 k_row, k_head, v_row, v_head, rows, heads, width, block_tokens;
  KvLayout layout;
};

// Four bits an element. The scale is rounded first: the one that divides is the one that
// multiplies.
__device__ inline void put_nvfp4(const float (&x)[KV_GROUP], float layer_scale, int group,
                                 const KvRow<uint8_t>& to) {
  float top = 0.0f;
  bool nan = false;
#pragma unroll
  for (int i = 0; i < KV_GROUP; i++) top = fmaxf(top, fabsf(x[i])), nan |= x[i] != x[i];
  const float scale = __fdiv_rn(top, __fmul_rn(6.0f, layer_scale));
  const uint8_t code = nan ? 0x7f : to_e4m3(scale, scale);
  const float step = __fmul_rn(from_e4m3(code), layer_scale);
  const float inverse = step > 0.0f ? __fdiv_rn(1.0f, step) : 0.0f;
  to.scales[group] = code;
#pragma unroll
  for (int i = 0; i < KV_GROUP; i += 2)
    to.codes[(group * KV_GROUP + i) / 2] =
        (uint8_t)(to_e2m1(__fmul_rn(x[i], inverse)) | to_e2m1(__fmul_rn(x[i + 1], inverse)) << 4);
}

// The scale at which the levels of a group have its norm.
__device__ inline uint8_t matched_scale(int format, const float (&x)[KV_GROUP]) {
  float squares = 0.0f;
#pragma unroll
  for (int i = 0; i < KV_GROUP; i++) squares = __fadd_rn(squares, __fmul_rn(x[i], x[i]));
  const float size = __fsqrt_rn(squares), spread = __fdiv_rn(size, 4.0f);
  if (spread == 0.0f) return 0;
  float levels = 0.0f;
#pragma unroll
  for (int i = 0; i < KV_GROUP; i++) {
    const float level =
        level_of(format, nearest_level(format, __fdiv_rn(fabsf(x[i]), spread)));
    levels = __fadd_rn(levels, __fmul_rn(level, level));
  }
  return to_turbo_scale(__fdiv_rn(size, __fsqrt_rn(levels)));
}

// A group of a rotated vector.
__device__ inline void put_turbo(int format, const float (&x)[KV_GROUP], i64 width, int group,
                                 const KvRow<uint8_t>& to) {
  const uint8_t scale = matched_scale(format, x);
  const float step = from_turbo_scale(scale);
  const float inverse = step > 0.0f ? __fdiv_rn(1.0f, step) : 0.0f;
  to.scales[group] = scale;
  uint32_t low = 0, signs = 0;
#pragma unroll
  for (int i = 0; i < KV_GROUP; i++) {
    const int level = nearest_level(format, __fmul_rn(fabsf(x[i]), inverse));
    const uint32_t sign = x[i] < 0.0f, at = group * KV_GROUP + i;
    if (format == KV_TURBO8) {
      to.codes[at] = (uint8_t)(level | sign << 7);
    } else if (format == KV_TURBO4) {
      low |= (level | sign << 3) << 4 * (i % 2);
      if (i % 2 == 1) to.codes[at / 2] = (uint8_t)low, low = 0;
    } else {
      low |= level << 2 * (i % 4), signs |= sign << i % 8;
      if (i % 4 == 3) to.codes[at / 4] = (uint8_t)low, low = 0;
      if (i % 8 == 7) to.codes[width / 4 + at / 8] = (uint8_t)signs, signs = 0;
    }
  }
}

// A vector by a warp; `x` has room for one that is rotated.
template <class T>
__device__ void put(const T* from, i64 width, const KvHalf& half, const KvRow<uint8_t>& to,
                    float* x) {
  const int lane = threadIdx.x % WARP;
  if (half.format < KV_NVFP4) {
    for (i64 c = lane; c < width; c += WARP) {
      const float value = to_f32(from[c]);
      if (half.format == KV_F32) put_kv_number<4>(to.codes, c, __float_as_uint(value));
      else if (half.format == KV_BF16) put_kv_number<2>(to.codes, c, bf16_bits(value));
      else to.codes[c] = to_e4m3(__fdiv_rn(value, half.scale), value);
    }
    return;
  }
  if (is_rotated(half.format)) {
    for (int c = lane; c < width; c += WARP) x[c] = to_f32(from[c]);
    rotate<false>(x, (int)width);
  }
  for (int group = lane; group < width / KV_GROUP; group += WARP) {
    float part[KV_GROUP];
#pragma unroll
    for (int i = 0; i < KV_GROUP; i++) {
      const int c = group * KV_GROUP + i;
      part[i] = is_rotated(half.format) ? x[c] : to_f32(from[c]);
    }
    if (half.format == KV_NVFP4) put_nvfp4(part, half.scale, group, to);
    else put_turbo(half.format, part, width, group, to);
  }
  __syncwarp();
}

template <class T> __device__ void quantised_kv_store(const QuantisedKvStoreParams& p) {
  __shared__ float shared[THREADS / WARP][ROTATED_MAX];
  const i64 warps = (i64)gridDim.x * (THREADS / WARP);
  for (i64 i = blockIdx.x * (i64)(THREADS / WARP) + threadIdx.x / WARP; i < 2 * p.rows * p.heads;
       i += warps) {
    const i64 head = i % p.heads, t = i / p.heads / 2;
    const bool value = i / p.heads % 2;
    if (p.row_span[t] < 0) continue;
    const KvHalf& half = value ? p.layout.value : p.layout.key;
    const i64 position = p.positions[t];
    const i64 block = p.blocks[p.block_base[p.row_span[t]] + position / p.block_tokens];
    const auto to = kv_row(p.cache, p.layout, half, block, head, position % p.block_tokens,
                           p.block_tokens);
    const T* const from = value ? (const T*)p.v + t * p.v_row + head * p.v_head
                                : (const T*)p.k + t * p.k_row + head * p.k_head;
    put(from, p.width, half, to, shared[threadIdx.x / WARP]);
  }
}
extern "C" __global__ void __launch_bounds__(THREADS)
    quantised_kv_store_f32(const QuantisedKvStoreParams p) {
  begin();
  quantised_kv_store<float>(p);
}
extern "C" __global__ void __launch_bounds__(THREADS)
    quantised_kv_store_bf16(const QuantisedKvStoreParams p) {
  begin();
  quantised_kv_store<bf16>(p);
}
