// Computes: keys [k_nope | k_rope | 0] and values [v | 0] of heads from latents, into KV blocks.
// Picked: `latent_heads` on long spans, where expanded heads cost fewer operations.
// Tiling: eights of elements; a thread each.
// Limit: bandwidth, beside the attention that reads the result.
// Share: not recorded.
#include "include/spans.cuh"
using namespace atlas;

constexpr int THREADS = 256, EIGHT = 8;

struct GatherParams {
  const bf16* cache; bf16* out;
  const i64* block_base; const uint32_t* blocks;
  i64 span, first, count, width, block_tokens;
};

// Cached vectors of `count` positions of a span, one after the other.
extern "C" __global__ void __launch_bounds__(THREADS) latent_gather(const GatherParams p) {
  begin();
  const i64 eights = p.width / EIGHT, all = p.count * eights;
  const uint32_t* const blocks = p.blocks + p.block_base[p.span];
  for (i64 i = blockIdx.x * (i64)THREADS + threadIdx.x; i < all; i += (i64)gridDim.x * THREADS) {
    const i64 row = i / eights, c = i % eights * EIGHT, position = p.first + row;
    const i64 from = blocks[position / p.block_tokens] * p.block_tokens + position % p.block_tokens;
    *(uint4*)(p.out + row * p.width + c) = *(const uint4*)(p.cache + from * p.width + c);
  }
}

struct ExpandParams {
  // Heads [count, heads, nope + value], and the gathered vectors, whose last `rope` are the key's.
  const bf16* heads; const bf16* vectors; bf16* out;
  i64 first, count, width, latent, block_tokens, block0;
  i64 head_count, nope, rope, value, dim;
};

// Keys and values of `dim` elements into blocks from `block0` on, each of which has all keys of a
// head after one another, head by head, then the values.
extern "C" __global__ void __launch_bounds__(THREADS) latent_expand(const ExpandParams p) {
  begin();
  const i64 eights = p.dim / EIGHT, row = p.nope + p.value;
  const i64 all = p.count * p.head_count * 2 * eights;
  for (i64 i = blockIdx.x * (i64)THREADS + threadIdx.x; i < all; i += (i64)gridDim.x * THREADS) {
    const i64 c = i % eights * EIGHT, half = i / eights % 2;
    const i64 head = i / (2 * eights) % p.head_count, t = i / (2 * eights * p.head_count);
    const bf16* const from = p.heads + (t * p.head_count + head) * row;
    uint4 data = {0, 0, 0, 0};
    if (half == 1) {
      if (c < p.value) data = *(const uint4*)(from + p.nope + c);
    } else if (c < p.nope) {
      data = *(const uint4*)(from + c);
    } else if (c < p.nope + p.rope) {
      data = *(const uint4*)(p.vectors + t * p.width + p.latent + c - p.nope);
    }
    const i64 position = p.first + t, block = p.block0 + position / p.block_tokens;
    const i64 at = ((block * 2 + half) * p.head_count + head) * p.block_tokens +
                   position % p.block_tokens;
    *(uint4*)(p.out + at * p.dim + c) = data;
  }
}

struct CopyHeadsParams {
  const bf16* from; bf16* to; const int* row_span;
  i64 rows, heads, from_row, from_head, from_width, to_row, to_head, to_width;
};

// Heads of the rows of spans to wider or narrower ones, with zeros behind what there is.
extern "C" __global__ void __launch_bounds__(THREADS) latent_copy_heads(const CopyHeadsParams p) {
  begin();
  const i64 eights = p.to_width / EIGHT, all = p.rows * p.heads * eights;
  for (i64 i = blockIdx.x * (i64)THREADS + threadIdx.x; i < all; i += (i64)gridDim.x * THREADS) {
    const i64 c = i % eights * EIGHT, head = i / eights % p.heads, t = i / (eights * p.heads);
    if (p.row_span[t] < 0) continue;
    const bf16* const from = p.from + t * p.from_row + head * p.from_head + c;
    *(uint4*)(p.to + t * p.to_row + head * p.to_head + c) =
        c < p.from_width ? *(const uint4*)from : uint4{0, 0, 0, 0};
  }
}
