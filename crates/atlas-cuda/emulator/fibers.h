// Functions of the fibers that the emulated driver calls.
#pragma once
#include <vector>

#include "emulator.h"

namespace emu {

// Runs a kernel to its end, in clusters of so many blocks. `params` is what the kernel's only
// parameter is copied from.
void run(void (*kernel)(const void*), const void* params, Launch how, size_t shared_bytes,
         unsigned cluster);
// Sets the order in which blocks, warps and lanes run.
void seed(uint64_t value);

// A copy under way: `filled` bytes and zeros up to `bytes`.
struct Copy {
  void* to;
  const void* from;
  size_t bytes, filled;
};

// For the files beside the fibers (`named_barriers.cpp`, `mbarriers.cpp`): the calling thread waits
// for an object, or for one of its turns, until it is woken; `wake` says whether a thread waited.
void wait_on(const void* object, Here here, unsigned turn = 0);
bool wake(const void* object, unsigned turn = 0);
// It waits until no other thread of its block or cluster can go on.
void pause(Here here);
// Another for each block that runs; a random number.
uint64_t block_number();
// Whether a block of the cluster that runs has not ended.
bool is_alive(unsigned rank);
uint64_t draw();
// All copies of the calling thread that are under way, which it no longer has then. They come by
// themselves: each is told of when it is done. So are 16 bytes of a box, which the tensor cores see
// at once.
std::vector<Copy> take_copies();
void copied_alone(const void* to);
void copied_by_boxes(const void* to);
// And for the fibers: blocks begin and end, and one of the things under way is done where nothing
// else goes on.
void objects_begin();
void objects_end();
bool one_later();

} // namespace emu
