// Writes when each kernel of a process began and ended on the GPU, those of graphs too. The driver
// loads this library into any process whose environment has
// CUDA_INJECTION64_PATH=/path/libatlas_trace.so; when the process exits, the file that ATLAS_TRACE
// names holds a line a kernel: start and end in nanoseconds, stream, graph (0: none), name.
// `report.py` reads it; README.md says how to build it.
#include <cupti.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace {
constexpr size_t BUFFER_BYTES = 8 << 20;
// Most kernels that are kept: the last ones would be of use, but a run long enough to pass it is no
// run to trace.
constexpr size_t KERNELS_MAX = 20'000'000;

struct Seen {
  uint64_t start, end;
  uint32_t stream, graph, name;
};
std::mutex lock;
std::vector<Seen> kernels;
std::vector<std::string> names;
std::unordered_map<std::string, uint32_t> index_of;

void want(CUptiResult result, const char* what) {
  if (result == CUPTI_SUCCESS) return;
  const char* text = "?";
  cuptiGetResultString(result, &text);
  std::fprintf(stderr, "atlas-trace: %s: %s\n", what, text);
  std::exit(2);
}

void CUPTIAPI buffer(uint8_t** data, size_t* bytes, size_t* records) {
  *data = static_cast<uint8_t*>(std::aligned_alloc(ACTIVITY_RECORD_ALIGNMENT, BUFFER_BYTES));
  *bytes = *data ? BUFFER_BYTES : 0;
  *records = 0;
}

void CUPTIAPI filled(CUcontext, uint32_t, uint8_t* data, size_t, size_t valid) {
  const std::lock_guard<std::mutex> guard(lock);
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(data, valid, &record) == CUPTI_SUCCESS) {
    const bool kernel = record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    if (!kernel || kernels.size() >= KERNELS_MAX) continue;
    const auto* k = reinterpret_cast<const CUpti_ActivityKernel10*>(record);
    const auto index = static_cast<uint32_t>(names.size());
    const auto [at, fresh] = index_of.try_emplace(k->name ? k->name : "?", index);
    if (fresh) names.push_back(at->first);
    kernels.push_back({k->start, k->end, k->streamId, k->graphId, at->second});
  }
  std::free(data);
}

void finish() {
  cuptiActivityFlushAll(1);
  const std::lock_guard<std::mutex> guard(lock);
  const char* path = std::getenv("ATLAS_TRACE");
  FILE* out = std::fopen(path ? path : "atlas-trace.txt", "w");
  if (!out) {
    std::fprintf(stderr, "atlas-trace: cannot write %s\n", path ? path : "atlas-trace.txt");
    return;
  }
  for (const Seen& k : kernels)
    std::fprintf(out, "%llu %llu %u %u %s\n", (unsigned long long)k.start,
                 (unsigned long long)k.end, k.stream, k.graph, names[k.name].c_str());
  std::fclose(out);
}
}  // namespace

extern "C" int InitializeInjection() {
  want(cuptiActivityRegisterCallbacks(buffer, filled), "callbacks");
  want(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL), "kernels");
  std::atexit(finish);
  return 1;
}
