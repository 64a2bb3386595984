// The activation of experts without gates.
#pragma once

#include "include/common.cuh"

namespace atlas {

// Matrices of an expert that read x: its up alone, or its gate and its up.
enum Inputs : int { UP_ALONE = 1, GATE_UP = 2 };

// max(x, 0)^2, NaN for NaN.
__device__ __forceinline__ float relu_squared(float x) { return x < 0.0f ? 0.0f : x * x; }

} // namespace atlas
