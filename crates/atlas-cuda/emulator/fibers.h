// What the emulated driver asks of the fibers.
#pragma once
#include "emulator.h"

namespace emu {

// Runs a kernel to its end. `params` is what the kernel's only parameter is copied from.
void run(void (*kernel)(const void*), const void* params, Launch how, size_t shared_bytes);
// Sets the order in which blocks, warps and lanes run.
void seed(uint64_t value);

} // namespace emu
