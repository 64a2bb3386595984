// Kernels as the emulated driver knows them.
#pragma once
#include <string>

#include "emulator.h"

namespace emu {

// A kernel with one parameter of `bytes`.
struct Kernel {
  std::string name;
  void (*call)(const void*);
  size_t bytes;
};

// Puts a kernel on the list when the library is loaded.
struct Registered {
  Registered(const char* name, void (*call)(const void*), size_t bytes);
};

} // namespace emu
