// Linears of one input of E4M3 codes: what they take.
#pragma once

#include "gemm/shared_input.cuh"
#include "gemm/sm90_fp8.cuh"

namespace atlas {

// `l` and the maps count in 16 bits, two codes each.
struct Fp8LinearsParams {
  TensorMap x; TensorMap weights[PARTS_MAX];
  LinearsParams l;
  // Tiles of outputs, parts one after the other.
  i64 blocks;
  InputScales inputs; OutputScales outputs[PARTS_MAX];
  i64 unused[7];
};

} // namespace atlas
