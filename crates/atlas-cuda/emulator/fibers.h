// What the emulated driver asks of the fibers.
#pragma once
#include "emulator.h"

namespace emu {

// Runs a kernel to its end. `params` is what the kernel's only parameter is copied from.
void run(void (*kernel)(const void*), const void* params, Launch how, size_t shared_bytes);
// Sets the order in which blocks, warps and lanes run.
void seed(uint64_t value);

// For barriers of other kinds: the calling thread waits until others wake those that wait at an address for a turn; `wake` says whether there are any.
void wait_on(const void* on, unsigned turn, Here here);
bool wake(const void* on, unsigned turn);
// It waits until no other thread of the block can go on.
void pause(Here here);
// Another for each block that runs.
uint64_t block_number();

} // namespace emu
