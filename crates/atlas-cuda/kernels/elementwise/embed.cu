// Computes: out[T, H] = table[ids[T], H]; NaN for an id the table lacks.
// Picked: always: the first op of a step, and the rows whose logits are wanted (`pick_rows`).
// Tiling: a thread for each element, in a grid-stride loop.
// Limit: bandwidth: two elements moved for each output; latency in a decode step.
// Share: not recorded.
#include "include/common.cuh"
using namespace atlas;

struct EmbedParams {
  const uint32_t* ids; const void* table; void* out;
  i64 table_row, out_row, rows, width, vocab;
};

// out[t] = table[ids[t]]; a row of NaN for an id that the table does not have. With activations in
// place of the table it picks rows, as before the language model's head; without ids it copies all.
template <class W, class T> __device__ void embed(const EmbedParams& p) {
  const i64 all = p.rows * p.width;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.width, c = i % p.width;
    const i64 id = p.ids ? p.ids[t] : t;
    const float x =
        id < p.vocab ? to_f32(((const W*)p.table)[id * p.table_row + c])
                     : __int_as_float(0x7fc00000);
    ((T*)p.out)[t * p.out_row + c] = from_f32<T>(x);
  }
}
#define EMBED(w, W, t, T) \
  extern "C" __global__ void embed_##w##_##t(const EmbedParams p) { begin(); embed<W, T>(p); }
EMBED(bf16, bf16, f32, float)
EMBED(f16, f16, f32, float)
EMBED(f32, float, f32, float)
EMBED(bf16, bf16, bf16, bf16)
EMBED(f16, f16, bf16, bf16)
EMBED(f32, float, bf16, bf16)
