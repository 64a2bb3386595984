// The activation of experts without gates.
#pragma once

#include "include/common.cuh"

namespace atlas {

// max(x, 0)^2, NaN for NaN.
__device__ __forceinline__ float relu_squared(float x) { return x < 0.0f ? 0.0f : x * x; }

} // namespace atlas
