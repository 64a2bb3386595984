// A `libcuda.so.1` whose device is the CPU: the functions that Atlas calls, with kernels that were
// compiled from the same sources for the emulator. Streams do their work at once, so this shows what
// kernels compute and not whether the host waits where it must.
#include "driver.h"

#include <cstdlib>
#include <ctime>
#include <map>
#include <mutex>
#include <new>

#include "fibers.h"

namespace {

enum Status { SUCCESS = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_FOUND = 500, LAUNCH_FAILED = 719 };

size_t number(const char* variable, size_t otherwise) {
  const char* text = getenv(variable);
  return text ? strtoull(text, nullptr, 10) : otherwise;
}

const size_t MEMORY = number("ATLAS_EMULATOR_MEMORY_MB", 64 << 10) << 20;
size_t used = 0;

// A driver takes calls from any thread, also while the process ends: what they share is locked and never destroyed.
std::mutex& shared() {
  static std::mutex& one = *new std::mutex;
  return one;
}
using Lock = std::lock_guard<std::mutex>;

// The launch that fails, counted from 1; 0: none. Like a GPU's context, the device does nothing after it.
const size_t FAILING = number("ATLAS_EMULATOR_FAILING_LAUNCH", 0);
size_t launches = 0;
bool broken() { return FAILING && launches >= FAILING; }

std::map<std::string, emu::Kernel>& kernels() {
  static auto& all = *new std::map<std::string, emu::Kernel>;
  return all;
}

struct Allocation {
  size_t bytes;
};
std::map<uintptr_t, Allocation>& allocations() {
  static auto& all = *new std::map<uintptr_t, Allocation>;
  return all;
}

// Whether a range lies inside of one allocation.
bool held(uintptr_t at, size_t bytes) {
  if (bytes == 0) return true;
  auto next = allocations().upper_bound(at);
  if (next == allocations().begin()) return false;
  --next;
  return at + bytes <= next->first + next->second.bytes;
}

struct Event {
  timespec at{};
};

} // namespace

namespace emu {
Registered::Registered(const char* name, void (*call)(const void*), size_t bytes) {
  if (!kernels().emplace(name, Kernel{name, call, bytes}).second) fail("two kernels of one name", Here{name, 0});
}
} // namespace emu

#define API extern "C" __attribute__((visibility("default"))) int

API cuInit(unsigned) {
  const char* seed = getenv("ATLAS_EMULATOR_SEED");
  emu::seed(seed ? strtoull(seed, nullptr, 10) : 0);
  return SUCCESS;
}
API cuDriverGetVersion(int* version) { return *version = 13000, SUCCESS; }
API cuGetErrorName(int status, const char** text) {
  *text = status == SUCCESS ? "CUDA_SUCCESS" : status == INVALID_VALUE ? "CUDA_ERROR_INVALID_VALUE" : status == OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : status == LAUNCH_FAILED ? "CUDA_ERROR_LAUNCH_FAILED" : "CUDA_ERROR_NOT_FOUND";
  return SUCCESS;
}
API cuGetErrorString(int status, const char** text) {
  *text = status == SUCCESS ? "no error" : status == INVALID_VALUE ? "invalid argument" : status == OUT_OF_MEMORY ? "out of memory" : status == LAUNCH_FAILED ? "unspecified launch failure" : "named symbol not found";
  return SUCCESS;
}
API cuDeviceGetCount(int* count) { return *count = 1, SUCCESS; }
API cuDeviceGet(int* device, int ordinal) { return *device = ordinal, ordinal == 0 ? SUCCESS : INVALID_VALUE; }
API cuDeviceGetName(char* name, int len, int) {
  snprintf(name, (size_t)len, "CPU (emulated device)");
  return SUCCESS;
}
// What the H200 says, with fewer multiprocessors, so that loops over a full grid are short.
API cuDeviceGetAttribute(int* value, int attribute, int) {
  static const std::map<int, int> values = {{1, 1024}, {2, 1024}, {3, 1024}, {4, 64}, {8, 49152}, {10, 32}, {12, 65536}, {16, 4}, {38, 50 << 20}, {39, 2048}, {75, 9}, {76, 0}, {81, 233472}, {97, 232448}};
  const auto found = values.find(attribute);
  if (found == values.end()) return INVALID_VALUE;
  return *value = found->second, SUCCESS;
}
API cuDeviceTotalMem_v2(size_t* bytes, int) { return *bytes = MEMORY, SUCCESS; }
API cuDevicePrimaryCtxRetain(void** context, int) { return *context = (void*)1, SUCCESS; }
API cuDevicePrimaryCtxRelease_v2(int) { return SUCCESS; }
API cuCtxSetCurrent(void*) { return SUCCESS; }
API cuMemGetInfo_v2(size_t* free, size_t* total) {
  const Lock lock(shared());
  return *free = MEMORY - used, *total = MEMORY, SUCCESS;
}

API cuMemAlloc_v2(uintptr_t* ptr, size_t bytes) {
  const Lock lock(shared());
  if (bytes == 0) return INVALID_VALUE;
  if (bytes > MEMORY - used) return OUT_OF_MEMORY;
  // An own piece of the heap: an address sanitizer sees its end.
  void* at = aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (!at) return OUT_OF_MEMORY;
  memset(at, 0xff, bytes);
  allocations()[(uintptr_t)at] = {bytes};
  used += bytes;
  return *ptr = (uintptr_t)at, SUCCESS;
}
API cuMemFree_v2(uintptr_t ptr) {
  const Lock lock(shared());
  const auto found = allocations().find(ptr);
  if (found == allocations().end()) return INVALID_VALUE;
  used -= found->second.bytes;
  allocations().erase(found);
  free((void*)ptr);
  return SUCCESS;
}
API cuMemAllocHost_v2(void** ptr, size_t bytes) {
  *ptr = aligned_alloc(256, (bytes + 255) / 256 * 256);
  return *ptr ? SUCCESS : OUT_OF_MEMORY;
}
API cuMemFreeHost(void* ptr) { return free(ptr), SUCCESS; }
API cuMemcpyHtoDAsync_v2(uintptr_t to, const void* from, size_t bytes, void*) {
  const Lock lock(shared());
  if (broken()) return LAUNCH_FAILED;
  if (!held(to, bytes)) return INVALID_VALUE;
  return memcpy((void*)to, from, bytes), SUCCESS;
}
API cuMemcpyDtoHAsync_v2(void* to, uintptr_t from, size_t bytes, void*) {
  const Lock lock(shared());
  if (broken()) return LAUNCH_FAILED;
  if (!held(from, bytes)) return INVALID_VALUE;
  return memcpy(to, (const void*)from, bytes), SUCCESS;
}
API cuMemcpyDtoDAsync_v2(uintptr_t to, uintptr_t from, size_t bytes, void*) {
  const Lock lock(shared());
  if (broken()) return LAUNCH_FAILED;
  if (!held(from, bytes) || !held(to, bytes)) return INVALID_VALUE;
  return memmove((void*)to, (const void*)from, bytes), SUCCESS;
}
API cuMemsetD8Async(uintptr_t to, unsigned char value, size_t bytes, void*) {
  const Lock lock(shared());
  if (broken()) return LAUNCH_FAILED;
  if (!held(to, bytes)) return INVALID_VALUE;
  return memset((void*)to, value, bytes), SUCCESS;
}

API cuStreamCreate(void** stream, unsigned) { return *stream = (void*)1, SUCCESS; }
API cuStreamDestroy_v2(void*) { return SUCCESS; }
API cuStreamSynchronize(void*) {
  const Lock lock(shared());
  return broken() ? LAUNCH_FAILED : SUCCESS;
}
API cuStreamWaitEvent(void*, void*, unsigned) { return SUCCESS; }
API cuEventCreate(void** event, unsigned) { return *event = new Event, SUCCESS; }
API cuEventDestroy_v2(void* event) { return delete (Event*)event, SUCCESS; }
API cuEventRecord(void* event, void*) { return clock_gettime(CLOCK_MONOTONIC, &((Event*)event)->at), SUCCESS; }
API cuEventSynchronize(void*) { return SUCCESS; }
API cuEventElapsedTime(float* milliseconds, void* from, void* to) {
  const timespec a = ((Event*)from)->at, b = ((Event*)to)->at;
  *milliseconds = (float)((double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) / 1e6);
  return SUCCESS;
}

// The machine code is not looked at: the kernels are this library's.
API cuModuleLoadData(void** module, const void*) { return *module = (void*)1, SUCCESS; }
API cuModuleUnload(void*) { return SUCCESS; }
API cuModuleGetFunction(void** function, void*, const char* name) {
  const auto found = kernels().find(name);
  if (found == kernels().end()) return NOT_FOUND;
  return *function = &found->second, SUCCESS;
}
API cuFuncGetAttribute(int* value, int, void*) { return *value = 0, SUCCESS; }
API cuFuncSetAttribute(void*, int, int) { return SUCCESS; }
API cuFuncGetParamInfo(void* function, size_t index, size_t* offset, size_t* bytes) {
  if (index != 0) return INVALID_VALUE;
  *offset = 0;
  return *bytes = ((const emu::Kernel*)function)->bytes, SUCCESS;
}
API cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared_bytes, void*, void** params, void**) {
  const Lock lock(shared());
  const emu::Kernel& kernel = *(const emu::Kernel*)function;
  launches++;
  // The failure shows where the host waits.
  if (broken()) return launches > FAILING ? LAUNCH_FAILED : SUCCESS;
  if (!gx || !gy || !gz || !bx || !by || !bz || bx * by * bz > 1024 || shared_bytes > 232448) return INVALID_VALUE;
  // Copied, as a device does at the launch.
  void* copy = operator new(kernel.bytes, std::align_val_t(16));
  memcpy(copy, params[0], kernel.bytes);
  emu::run(kernel.call, copy, {{gx, gy, gz}, {bx, by, bz}}, shared_bytes);
  operator delete(copy, std::align_val_t(16));
  return SUCCESS;
}
