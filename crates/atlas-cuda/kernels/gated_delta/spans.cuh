// Spans of a step with a state of fixed size each. A span's slot has one span in a step.
#pragma once

#include "include/common.cuh"

namespace atlas {

// Most spans of a step for which kernels prefetch states before they wait.
constexpr i64 AHEAD_SPANS_MAX = 4;

// A span of the step, as the host lays it out. Its state is stored as the first `stored` rows leave
// it: those behind them are drafts.
struct Span {
  i64 row, len, slot, stored;
};

} // namespace atlas
