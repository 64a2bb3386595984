// A tensor map of two dimensions as the emulated driver encodes it: boxes have 64 elements of a row.
#pragma once
#include <cstdint>

namespace emu {

struct Map {
  const void* at;
  // Elements of a row, and rows; bytes from one row to the next; rows of a box.
  uint64_t width, height, stride;
  uint32_t rows;
};
static_assert(sizeof(Map) <= 128);

} // namespace emu
