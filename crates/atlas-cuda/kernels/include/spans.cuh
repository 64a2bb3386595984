// Spans of a step, as the host lays them out. A span's slot has one span in a step.
#pragma once

#include "include/common.cuh"

namespace atlas {

// Most spans of a step for which kernels prefetch recurrent states before they wait.
constexpr i64 AHEAD_SPANS_MAX = 4;

// Recurrent state is stored as the first `stored` rows leave it: those behind them are drafts.
struct Span {
  i64 row, len, slot, stored;
};

} // namespace atlas
