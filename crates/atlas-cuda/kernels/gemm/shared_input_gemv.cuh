// Several linears of one row: the outputs of a warp.
#pragma once

#include "gemm/shared_input.cuh"
#include "gemm/warp_dot.cuh"

namespace atlas {

constexpr int THREADS = 256;
constexpr int WARPS = THREADS / WARP;

// One row, a warp an output. Grid: outputs in blocks of WARPS, parts one after the other.
struct WarpOutput {
  LinearsPart part;
  i64 n;
  const bf16* weight;
  bool there;
  // The output of this warp among those of a block.
  __device__ __forceinline__ explicit WarpOutput(const LinearsParams& p, i64 block)
      : part(part_of(p, block)) {
    n = (block - part.block) * WARPS + threadIdx.x / WARP;
    weight = part.weight + n * p.k;
    there = n < part.n;
  }
};
__device__ __forceinline__ RowPieces ahead_warp(const LinearsParams& p) {
  const WarpOutput o(p, blockIdx.x);
  return ahead_row(o.weight, p.k, o.there);
}

} // namespace atlas
