// A tensor map of two dimensions as the emulated driver encodes it: boxes have 64 elements of a
// row.
#pragma once
#include <cstdint>

namespace emu {

struct Map {
  static constexpr unsigned RANK = 4;
  const void* at;
  // Elements along each dimension, bytes from one to the next, and elements of a box: 1 along those
  // that a tensor lacks.
  uint64_t extents[RANK], strides[RANK];
  uint32_t box[RANK];
};
static_assert(sizeof(Map) <= 128);

} // namespace emu
