// Computes: out[T, K]: column i of a row is x[order[i]], the input that column i of a weight reads.
// Picked: before linears whose weight has its columns in another order (`ordered`).
// Tiling: a thread for each element, in a grid-stride loop.
// Limit: bandwidth: two elements moved for each output; latency in a decode step.
// Share: not recorded.
#include "include/common.cuh"
using namespace atlas;

struct GatherInputsParams {
  const bf16* x; const uint32_t* order; bf16* out;
  i64 x_row, rows, k;
};

extern "C" __global__ void gather_inputs_bf16(const GatherInputsParams p) {
  begin();
  const i64 all = p.rows * p.k;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const i64 t = i / p.k, c = i % p.k;
    p.out[i] = p.x[t * p.x_row + p.order[c]];
  }
}
