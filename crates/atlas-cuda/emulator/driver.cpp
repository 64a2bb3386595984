// A `libcuda.so.1` whose device is the CPU: the functions that Atlas calls, with kernels that were
// compiled from the same sources for the emulator. Streams do their work at once, which shows what
// kernels compute, or as late as they may, which shows whether the host waits where it must.
#include "driver.h"

#include <cstdlib>
#include <ctime>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <thread>
#include <vector>

#include "fibers.h"
#include "tensor_map.h"

namespace {

enum Status {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  INVALID_HANDLE = 400,
  ILLEGAL_STATE = 401,
  NOT_FOUND = 500,
  ILLEGAL_ADDRESS = 700,
  LAUNCH_FAILED = 719,
  CAPTURE_UNSUPPORTED = 900,
  CAPTURE_INVALIDATED = 901,
  CAPTURE_ISOLATION = 905,
  CAPTURED_EVENT = 907,
  CAPTURE_WRONG_THREAD = 908,
};

// The driver's name and words for a status.
struct Words {
  int status;
  const char *name, *text;
};
const Words& words(int status) {
  static const Words all[] = {
      {SUCCESS, "CUDA_SUCCESS", "no error"},
      {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
      {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
      {INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
      {ILLEGAL_STATE, "CUDA_ERROR_ILLEGAL_STATE",
       "the operation cannot be performed in the present state"},
      {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
      {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
      {LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
      {CAPTURE_UNSUPPORTED, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
       "operation not permitted when stream is capturing"},
      {CAPTURE_INVALIDATED, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED",
       "operation failed due to a previous error during capture"},
      {CAPTURE_ISOLATION, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION",
       "dependency created on uncaptured work in another stream"},
      {CAPTURED_EVENT, "CUDA_ERROR_CAPTURED_EVENT",
       "operation not permitted on an event last recorded in a capturing stream"},
      {CAPTURE_WRONG_THREAD, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD",
       "attempt to terminate a thread-local capture sequence from another thread"},
      {-1, "CUDA_ERROR_UNKNOWN", "unknown error"},
  };
  const Words* at = all;
  while (at->status != status && at->status != -1) at++;
  return *at;
}

size_t number(const char* variable, size_t otherwise) {
  const char* text = getenv(variable);
  return text ? strtoull(text, nullptr, 10) : otherwise;
}
// Without uploads memory is never touched, so that what the host does for a copy can be timed
// alone.
bool uploads() {
  static const bool on = number("ATLAS_EMULATOR_UPLOADS", 1);
  return on;
}

const size_t MEMORY = number("ATLAS_EMULATOR_MEMORY_MB", 64 << 10) << 20;
size_t used = 0;

// A driver takes calls from any thread, also while the process ends: what they share is locked and
// never destroyed.
std::mutex& shared() {
  static std::mutex& one = *new std::mutex;
  return one;
}
using Lock = std::lock_guard<std::mutex>;

// The launch that fails, counted from 1; 0: none. Like a GPU's context, the device does nothing
// after it.
const size_t FAILING = number("ATLAS_EMULATOR_FAILING_LAUNCH", 0);
size_t launches = 0;
// Work that was due late and did not fit memory any more breaks it too.
bool spoilt = false;
bool broken() { return spoilt || (FAILING && launches >= FAILING); }

// Whether work is put off until the host waits for it, as on a device that is slower than the host:
// data that is read too early is not there, and data that is written too early is what the work
// sees.
const bool LATE = number("ATLAS_EMULATOR_LATE", 0) != 0;

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

// Something queued on a stream; running it gives its status.
using Work = std::function<int()>;

// Work that a captured stream keeps instead of doing it.
struct Capture {
  enum Mode { GLOBAL, THREAD_LOCAL, RELAXED };
  int mode;
  std::thread::id thread;
  // Tells captures apart; never 0.
  size_t number;
  bool invalid = false;
  std::vector<Work> work;
};
struct Stream {
  std::unique_ptr<Capture> capture;
};
struct Event {
  timespec at{};
  // Amount of late work queued before it.
  size_t behind = 0;
  // The capture it was last captured in; 0: none.
  size_t captured = 0;
};
// Work that reads memory when it is run.
struct Graph {
  std::vector<Work> work;
};
// A graph that can be launched.
struct Executable {
  std::vector<Work> work;
};

// All objects of a kind that are there, so that a handle that was given back is found.
template <class T> std::set<T*>& all() {
  static auto& set = *new std::set<T*>;
  return set;
}
template <class T> T* make(T* one) { return *all<T>().insert(one).first; }
template <class T>
T* find(void* handle) {
  return all<T>().count((T*)handle) ? (T*)handle : nullptr;
}
template <class T> int destroy(void* handle) {
  T* const one = find<T>(handle);
  if (!one) return INVALID_HANDLE;
  all<T>().erase(one);
  return delete one, SUCCESS;
}

// The capture that a stream is in. The default stream is in none.
Capture* capture_of(void* stream) {
  Stream* const one = find<Stream>(stream);
  return one ? one->capture.get() : nullptr;
}

// Late work in the order of its calls, which is one that all streams allow, and how much was queued
// and done so far.
std::deque<Work>& late() {
  static auto& all = *new std::deque<Work>;
  return all;
}
size_t queued = 0, done = 0;

// Does the first `count` pieces of late work, counted from the start of the process.
void catch_up(size_t count) {
  for (; done < count && !late().empty(); done++) {
    const Work work = std::move(late().front());
    late().pop_front();
    // Addresses were right when it was queued: one that is not any more was freed since.
    if (!broken()) spoilt = work() != SUCCESS;
  }
}

// Does work at once, or late, or keeps it for the graph. Returns `status` and spoils a capture
// where it is an error.
int queue(void* stream, int status, Work work) {
  if (stream && !find<Stream>(stream)) return INVALID_HANDLE;
  Capture* const capture = capture_of(stream);
  if (!capture && LATE) {
    if (status == SUCCESS && broken()) status = LAUNCH_FAILED;
    if (status == SUCCESS) late().push_back(std::move(work)), queued++;
    return status;
  }
  if (!capture) return work();
  if (capture->invalid) return CAPTURE_INVALIDATED;
  if (status == SUCCESS && broken()) status = LAUNCH_FAILED;
  if (status != SUCCESS) return capture->invalid = true, status;
  return capture->work.push_back(std::move(work)), SUCCESS;
}

// Whether this thread must not make calls that a graph would not repeat, such as allocations. Such
// a call spoils the captures that forbid it.
bool forbidden() {
  bool found = false;
  for (Stream* stream : all<Stream>()) {
    Capture* const one = stream->capture.get();
    if (!one || one->mode == Capture::RELAXED) continue;
    if (one->mode == Capture::THREAD_LOCAL && one->thread != std::this_thread::get_id()) continue;
    found = one->invalid = true;
  }
  return found;
}

// Spoils the capture of this number if it is still going on.
void spoil(size_t number) {
  for (Stream* stream : all<Stream>())
    if (stream->capture && stream->capture->number == number) stream->capture->invalid = true;
}

// Runs a graph. Addresses were right when it was captured: one that is not any more was freed
// since.
int run_all(const std::vector<Work>& work) {
  if (broken()) return LAUNCH_FAILED;
  for (const Work& one : work) {
    const int status = one();
    // As with a launch, the failure shows where the host waits.
    if (broken()) return SUCCESS;
    if (status != SUCCESS) return status == INVALID_VALUE ? ILLEGAL_ADDRESS : status;
  }
  return SUCCESS;
}

} // namespace

namespace emu {
Registered::Registered(const char* name, void (*call)(const void*), size_t bytes) {
  if (!kernels().emplace(name, Kernel{name, call, bytes}).second)
    fail("two kernels of one name", Here{name, 0});
}
} // namespace emu

#define API extern "C" __attribute__((visibility("default"))) int

API cuInit(unsigned) {
  const char* seed = getenv("ATLAS_EMULATOR_SEED");
  emu::seed(seed ? strtoull(seed, nullptr, 10) : 0);
  return SUCCESS;
}
API cuDriverGetVersion(int* version) { return *version = 13000, SUCCESS; }
API cuGetErrorName(int status, const char** text) { return *text = words(status).name, SUCCESS; }
API cuGetErrorString(int status, const char** text) { return *text = words(status).text, SUCCESS; }
API cuDeviceGetCount(int* count) { return *count = 1, SUCCESS; }
API cuDeviceGet(int* device, int ordinal) {
  return *device = ordinal, ordinal == 0 ? SUCCESS : INVALID_VALUE;
}
API cuDeviceGetName(char* name, int len, int) {
  snprintf(name, (size_t)len, "CPU (emulated device)");
  return SUCCESS;
}
// Attributes of the H200, with fewer multiprocessors, so that loops over a full grid are short.
API cuDeviceGetAttribute(int* value, int attribute, int) {
  static const std::map<int, int> values = {
      {1, 1024}, {2, 1024},      {3, 1024},  {4, 64}, {8, 49152}, {10, 32},     {12, 65536},
      {16, 4},   {38, 50 << 20}, {39, 2048}, {75, 9}, {76, 0},    {81, 233472}, {97, 232448}};
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
  if (forbidden()) return CAPTURE_UNSUPPORTED;
  if (bytes == 0) return INVALID_VALUE;
  if (bytes > MEMORY - used) return OUT_OF_MEMORY;
  // An own piece of the heap: an address sanitizer sees its end.
  void* at = aligned_alloc(256, (bytes + 255) / 256 * 256);
  if (!at) return OUT_OF_MEMORY;
  if (uploads()) memset(at, 0xff, bytes);
  allocations()[(uintptr_t)at] = {bytes};
  used += bytes;
  return *ptr = (uintptr_t)at, SUCCESS;
}
API cuMemFree_v2(uintptr_t ptr) {
  const Lock lock(shared());
  if (forbidden()) return CAPTURE_UNSUPPORTED;
  const auto found = allocations().find(ptr);
  if (found == allocations().end()) return INVALID_VALUE;
  // A driver waits for what uses the memory. It does not for memory of the host.
  catch_up(queued);
  used -= found->second.bytes;
  allocations().erase(found);
  free((void*)ptr);
  return SUCCESS;
}
API cuMemAllocHost_v2(void** ptr, size_t bytes) {
  const Lock lock(shared());
  if (forbidden()) return CAPTURE_UNSUPPORTED;
  // Whole pages, as the driver gives them.
  *ptr = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  return *ptr ? SUCCESS : OUT_OF_MEMORY;
}
API cuMemFreeHost(void* ptr) {
  const Lock lock(shared());
  if (forbidden()) return CAPTURE_UNSUPPORTED;
  return free(ptr), SUCCESS;
}
// Copies between ranges, of which those on the device are given as such too.
static int copy(void* stream, void* to, const void* from, size_t bytes, uintptr_t to_device,
                uintptr_t from_device) {
  const Lock lock(shared());
  const auto right = [=] {
    return (!to_device || held(to_device, bytes)) && (!from_device || held(from_device, bytes));
  };
  return queue(stream, right() ? SUCCESS : INVALID_VALUE, [=] {
    if (broken()) return LAUNCH_FAILED;
    if (!right()) return INVALID_VALUE;
    if (uploads() || !to_device || from_device) memmove(to, from, bytes);
    return SUCCESS;
  });
}
API cuMemcpyHtoDAsync_v2(uintptr_t to, const void* from, size_t bytes, void* stream) {
  return copy(stream, (void*)to, from, bytes, to, 0);
}
API cuMemcpyDtoHAsync_v2(void* to, uintptr_t from, size_t bytes, void* stream) {
  return copy(stream, to, (const void*)from, bytes, 0, from);
}
API cuMemcpyDtoDAsync_v2(uintptr_t to, uintptr_t from, size_t bytes, void* stream) {
  return copy(stream, (void*)to, (const void*)from, bytes, to, from);
}
API cuMemsetD8Async(uintptr_t to, unsigned char value, size_t bytes, void* stream) {
  const Lock lock(shared());
  return queue(stream, held(to, bytes) ? SUCCESS : INVALID_VALUE, [=] {
    if (broken()) return LAUNCH_FAILED;
    if (!held(to, bytes)) return INVALID_VALUE;
    if (uploads()) memset((void*)to, value, bytes);
    return SUCCESS;
  });
}

API cuLaunchHostFunc(void* stream, void (*call)(void*), void* data) {
  const Lock lock(shared());
  return queue(stream, SUCCESS, [=] {
    if (broken()) return LAUNCH_FAILED;
    call(data);
    return SUCCESS;
  });
}

API cuStreamCreate(void** stream, unsigned) {
  const Lock lock(shared());
  return *stream = make(new Stream), SUCCESS;
}
API cuStreamDestroy_v2(void* stream) {
  const Lock lock(shared());
  return destroy<Stream>(stream);
}
API cuStreamSynchronize(void* stream) {
  const Lock lock(shared());
  if (Capture* const capture = capture_of(stream))
    return capture->invalid = true, CAPTURE_UNSUPPORTED;
  catch_up(queued);
  return broken() ? LAUNCH_FAILED : SUCCESS;
}
// A capture has one stream here: it is not carried over to others by events.
API cuStreamWaitEvent(void* stream, void* event, unsigned) {
  const Lock lock(shared());
  const size_t captured = ((Event*)event)->captured;
  if (Capture* const capture = capture_of(stream)) {
    if (capture->invalid) return CAPTURE_INVALIDATED;
    if (captured == capture->number) return SUCCESS;
    return capture->invalid = true, CAPTURE_ISOLATION;
  }
  if (captured) return spoil(captured), CAPTURED_EVENT;
  return SUCCESS;
}
API cuEventCreate(void** event, unsigned) { return *event = new Event, SUCCESS; }
API cuEventDestroy_v2(void* event) { return delete (Event*)event, SUCCESS; }
API cuEventRecord(void* event, void* stream) {
  const Lock lock(shared());
  const Capture* const capture = capture_of(stream);
  if (capture && capture->invalid) return CAPTURE_INVALIDATED;
  ((Event*)event)->captured = capture ? capture->number : 0;
  ((Event*)event)->behind = queued;
  return clock_gettime(CLOCK_MONOTONIC, &((Event*)event)->at), SUCCESS;
}
API cuEventSynchronize(void* event) {
  const Lock lock(shared());
  if (const size_t captured = ((Event*)event)->captured) return spoil(captured), CAPTURED_EVENT;
  if (forbidden()) return CAPTURE_UNSUPPORTED;
  catch_up(((Event*)event)->behind);
  return LATE && broken() ? LAUNCH_FAILED : SUCCESS;
}
API cuEventElapsedTime(float* milliseconds, void* from, void* to) {
  const Lock lock(shared());
  if (((Event*)from)->captured || ((Event*)to)->captured) return CAPTURED_EVENT;
  const timespec a = ((Event*)from)->at, b = ((Event*)to)->at;
  *milliseconds =
      (float)((double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) / 1e6);
  return SUCCESS;
}

API cuStreamBeginCapture_v2(void* stream, int mode) {
  static size_t number = 0;
  const Lock lock(shared());
  Stream* const one = find<Stream>(stream);
  if (!one || mode < Capture::GLOBAL || mode > Capture::RELAXED) return INVALID_VALUE;
  if (one->capture) return ILLEGAL_STATE;
  if (broken()) return LAUNCH_FAILED;
  one->capture = std::make_unique<Capture>(Capture{mode, std::this_thread::get_id(), ++number});
  return SUCCESS;
}
API cuStreamEndCapture(void* stream, void** graph) {
  const Lock lock(shared());
  *graph = nullptr;
  Stream* const one = find<Stream>(stream);
  if (!one || !one->capture) return ILLEGAL_STATE;
  if (one->capture->mode != Capture::RELAXED && one->capture->thread != std::this_thread::get_id())
    return CAPTURE_WRONG_THREAD;
  const std::unique_ptr<Capture> capture = std::move(one->capture);
  if (capture->invalid) return CAPTURE_INVALIDATED;
  if (broken()) return LAUNCH_FAILED;
  return *graph = make(new Graph{std::move(capture->work)}), SUCCESS;
}
API cuGraphGetNodes(void* graph, void** nodes, size_t* count) {
  const Lock lock(shared());
  Graph* const one = find<Graph>(graph);
  if (!one) return INVALID_VALUE;
  for (size_t i = 0; nodes && i < *count; i++)
    nodes[i] = i < one->work.size() ? &one->work[i] : nullptr;
  *count = nodes ? std::min(*count, one->work.size()) : one->work.size();
  return SUCCESS;
}
API cuGraphInstantiateWithFlags(void** exec, void* graph, unsigned long long) {
  const Lock lock(shared());
  const Graph* const one = find<Graph>(graph);
  if (!one) return INVALID_VALUE;
  if (broken()) return LAUNCH_FAILED;
  return *exec = make(new Executable{one->work}), SUCCESS;
}
API cuGraphLaunch(void* exec, void* stream) {
  const Lock lock(shared());
  const Executable* const one = find<Executable>(exec);
  if (!one) return INVALID_VALUE;
  return queue(stream, SUCCESS, [work = one->work] { return run_all(work); });
}
API cuGraphExecDestroy(void* exec) {
  const Lock lock(shared());
  return destroy<Executable>(exec);
}
API cuGraphDestroy(void* graph) {
  const Lock lock(shared());
  return destroy<Graph>(graph);
}

// The machine code is not looked at: the kernels are this library's.
API cuModuleLoadData(void** module, const void*) {
  const Lock lock(shared());
  if (forbidden()) return CAPTURE_UNSUPPORTED;
  return *module = (void*)1, SUCCESS;
}
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
// Fields of a map that `emu::tma_load` reads; one of a form that it lacks is refused.
API cuTensorMapEncodeTiled(void* map, int type, unsigned rank, void* at, const uint64_t* extents,
                           const uint64_t* strides, const unsigned* box, const unsigned* steps,
                           int interleave, int swizzle, int, int fill) {
  const int bf16 = 9, swizzle_128 = 3;
  bool right = type == bf16 && rank >= 2 && rank <= emu::Map::RANK && interleave == 0 &&
               swizzle == swizzle_128 && fill == 0;
  right = right && (uintptr_t)map % 64 == 0 && (uintptr_t)at % 16 == 0;
  for (unsigned i = 0; right && i < rank; i++)
    right = extents[i] - 1 < 1ull << 32 && box[i] - 1 < 256 && steps[i] == 1;
  for (unsigned i = 0; right && i < rank - 1; i++)
    right = strides[i] % 16 == 0 && strides[i] < 1ull << 40;
  right = right && box[0] == 64;
  if (!right) return INVALID_VALUE;
  emu::Map out{at, {1, 1, 1, 1}, {2, 0, 0, 0}, {1, 1, 1, 1}};
  for (unsigned i = 0; i < rank; i++) out.extents[i] = extents[i], out.box[i] = box[i];
  for (unsigned i = 1; i < rank; i++) out.strides[i] = strides[i - 1];
  return memcpy(map, &out, sizeof out), SUCCESS;
}
struct LaunchConfig {
  unsigned gx, gy, gz, bx, by, bz, shared_bytes;
  void* stream;
  const struct LaunchAttribute* attributes;
  unsigned attribute_count;
};
struct LaunchAttribute {
  int id, padding;
  unsigned value[16];
};
// Launches do not overlap here, whatever the attributes.
API cuLaunchKernelEx(const LaunchConfig* config, void* function, void** params, void**) {
  const Lock lock(shared());
  const LaunchConfig c = *config;
  const unsigned gx = c.gx, gy = c.gy, gz = c.gz, bx = c.bx, by = c.by, bz = c.bz,
                 shared_bytes = c.shared_bytes;
  void* const stream = c.stream;
  unsigned cluster = 1;
  for (unsigned i = 0; i < c.attribute_count; i++)
    if (c.attributes[i].id == 4) cluster = c.attributes[i].value[0];
  const emu::Kernel& kernel = *(const emu::Kernel*)function;
  const bool right = gx && gy && gz && bx && by && bz && bx * by * bz <= 1024 &&
                     shared_bytes <= 232448 && cluster && gx % cluster == 0;
  // Copied, as a device does at the launch and a graph when it is captured.
  constexpr std::align_val_t boundary{64};
  const std::shared_ptr<void> copy(operator new(kernel.bytes, boundary),
                                   [=](void* p) { operator delete(p, boundary); });
  memcpy(copy.get(), params[0], kernel.bytes);
  return queue(stream, right ? SUCCESS : INVALID_VALUE, [=, call = kernel.call] {
    launches++;
    // The failure shows where the host waits.
    if (broken()) return launches > FAILING ? LAUNCH_FAILED : SUCCESS;
    if (!right) return INVALID_VALUE;
    emu::run(call, copy.get(), {{gx, gy, gz}, {bx, by, bz}}, shared_bytes, cluster);
    return SUCCESS;
  });
}
API cuLaunchKernel(void* function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared_bytes, void* stream, void** params, void** extra) {
  const LaunchConfig config = {gx, gy, gz, bx, by, bz, shared_bytes, stream, nullptr, 0};
  return cuLaunchKernelEx(&config, function, params, extra);
}
