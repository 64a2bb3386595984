// Computes: ids[T]: the index of the largest of logits[T, V], the first of equal ones.
// Picked: atlas-cuda-check alone; `sample` serves requests.
// Tiling: a block for each row.
// Limit: bandwidth: logits are read once.
// Share: not recorded.
#include "include/arg_max.cuh"
using namespace atlas;

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / WARP;

struct ArgMaxParams {
  const float* logits; uint32_t* ids; float* values;
  i64 logits_row, rows, width;
};

// The largest logit of a row and the lowest id that has it, a block a row. A row with a NaN or plus
// infinity is broken: id 0xffffffff, value NaN.
extern "C" __global__ void __launch_bounds__(THREADS) arg_max(const ArgMaxParams p) { begin();
  __shared__ Best found[WARPS];
  __shared__ int any_broken[WARPS];
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  for (i64 t = blockIdx.x; t < p.rows; t += gridDim.x) {
    const float* logits = p.logits + t * p.logits_row;
    Best best = {minus_infinity(), 0x7fffffff};
    int broken = 0;
    for (i64 i = threadIdx.x; i < p.width; i += THREADS) {
      const float logit = logits[i];
      broken |= isnan(logit) || logit == -minus_infinity();
      best = better(best, {logit, (int)i});
    }
    best = warp_best(best);
    broken = __any_sync(ALL_LANES, broken);
    __syncthreads();
    if (lane == 0) found[warp] = best, any_broken[warp] = broken;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (int i = 1; i < WARPS; i++) best = better(best, found[i]), broken |= any_broken[i];
      p.ids[t] = broken ? 0xffffffffu : (uint32_t)best.id;
      p.values[t] = broken ? __int_as_float(0x7fc00000) : best.key;
    }
  }
}
