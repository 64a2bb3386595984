// Computes: tokens[fed[i].x] = picked[fed[i].y]: tokens sampled by the step before, as input.
// Picked: steps that run ahead of the tokens before them (docs/adr/0010-run-ahead.md).
// Tiling: a thread for each token.
// Limit: latency of a launch.
// Share: not recorded.
#include "include/common.cuh"
using namespace atlas;

struct CopyPickedParams {
  const uint2* fed;      // (row of the step, index into `picked`)
  const uint32_t* picked;
  uint32_t* tokens;      // of every row of the step
  i64 count, picked_count, rows;
};

// Tokens that were picked go where the step reads its own.
extern "C" __global__ void copy_picked_tokens(const CopyPickedParams p) { begin();
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < p.count;
       i += (i64)gridDim.x * blockDim.x) {
    const uint2 fed = p.fed[i];
    if (fed.x < p.rows && fed.y < p.picked_count) p.tokens[fed.x] = p.picked[fed.y];
  }
}
