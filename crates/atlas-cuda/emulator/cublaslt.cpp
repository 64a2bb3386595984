// cuBLASLt on the emulated device, as far as `src/library` calls it: products in f32, in the order
// of K, on the host's memory. What is asked for wrongly is refused as the library refuses it.
#include <cstdint>
#include <cstring>

#define API extern "C" __attribute__((visibility("default"))) int
API cuLaunchHostFunc(void* stream, void (*call)(void*), void* data);

namespace {
constexpr int SUCCESS = 0, INVALID_VALUE = 7, EXECUTION_FAILED = 13, NOT_SUPPORTED = 15;
constexpr int F32 = 0, BF16 = 14;

struct Product {
  int compute, scale, transposed_a = 0;
};
struct Layout {
  int kind;
  uint64_t rows, columns;
  int64_t apart;
};
struct Wish {
  uint64_t workspace = 0;
};
struct Call {
  Layout a, b, d;
  const uint16_t *x, *y;
  void* out;
};

float widened(uint16_t bits) {
  const uint32_t wide = (uint32_t)bits << 16;
  float value;
  memcpy(&value, &wide, 4);
  return value;
}
uint16_t rounded(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  if ((bits & 0x7fffffff) > 0x7f800000) return (uint16_t)(bits >> 16 | 0x40);
  return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

// d = a^T b, column after column.
void multiply(void* data) {
  const Call* const call = (const Call*)data;
  for (uint64_t column = 0; column < call->d.columns; column++)
    for (uint64_t row = 0; row < call->d.rows; row++) {
      float sum = 0.0f;
      for (uint64_t k = 0; k < call->a.rows; k++)
        sum += widened(call->x[row * call->a.apart + k]) *
               widened(call->y[column * call->b.apart + k]);
      const uint64_t at = column * call->d.apart + row;
      if (call->d.kind == F32)
        ((float*)call->out)[at] = sum;
      else
        ((uint16_t*)call->out)[at] = rounded(sum);
    }
}
bool fits(const Product& p, const Layout& a, const Layout& b, const Layout& d) {
  const bool kinds = a.kind == BF16 && b.kind == BF16 && (d.kind == BF16 || d.kind == F32);
  const bool sizes = a.rows == b.rows && a.columns == d.rows && b.columns == d.columns;
  const bool apart =
      a.apart >= (int64_t)a.rows && b.apart >= (int64_t)b.rows && d.apart >= (int64_t)d.rows;
  return p.compute == 68 && p.scale == F32 && p.transposed_a == 1 && kinds && sizes && apart;
}
} // namespace

extern "C" __attribute__((visibility("default"))) size_t cublasLtGetVersion() { return 130000; }
API cublasLtCreate(void** handle) { return *handle = new int(1), SUCCESS; }
API cublasLtDestroy(void* handle) { return delete (int*)handle, SUCCESS; }
API cublasLtMatmulDescCreate(void** product, int compute, int scale) {
  return *product = new Product{compute, scale}, SUCCESS;
}
API cublasLtMatmulDescSetAttribute(void* product, int attribute, const void* value, size_t bytes) {
  if (attribute != 3 || bytes != 4) return INVALID_VALUE;
  return memcpy(&((Product*)product)->transposed_a, value, 4), SUCCESS;
}
API cublasLtMatmulDescDestroy(void* product) { return delete (Product*)product, SUCCESS; }
API cublasLtMatrixLayoutCreate(void** layout, int kind, uint64_t rows, uint64_t columns,
                               int64_t apart) {
  return *layout = new Layout{kind, rows, columns, apart}, SUCCESS;
}
API cublasLtMatrixLayoutDestroy(void* layout) { return delete (Layout*)layout, SUCCESS; }
API cublasLtMatmulPreferenceCreate(void** wish) { return *wish = new Wish, SUCCESS; }
API cublasLtMatmulPreferenceSetAttribute(void* wish, int attribute, const void* value,
                                         size_t bytes) {
  if (attribute == 1 && bytes == 8) return memcpy(&((Wish*)wish)->workspace, value, 8), SUCCESS;
  return attribute >= 5 && attribute <= 8 && bytes == 4 ? SUCCESS : INVALID_VALUE;
}
API cublasLtMatmulPreferenceDestroy(void* wish) { return delete (Wish*)wish, SUCCESS; }
API cublasLtMatmulAlgoGetHeuristic(void*, void* product, void* a, void* b, void* c, void* d, void*,
                                   int wanted, void* proposals, int* found) {
  *found = 0;
  if (c != d || wanted < 1) return INVALID_VALUE;
  if (!fits(*(Product*)product, *(Layout*)a, *(Layout*)b, *(Layout*)d)) return NOT_SUPPORTED;
  memset(proposals, 0, 96);
  return *found = 1, SUCCESS;
}
API cublasLtMatmul(void*, void* product, const void* alpha, uint64_t a, void* a_layout, uint64_t b,
                   void* b_layout, const void* beta, uint64_t c, void* c_layout, uint64_t d,
                   void* d_layout, const void* algorithm, uint64_t workspace, size_t bytes,
                   void* stream) {
  const Layout &la = *(Layout*)a_layout, &lb = *(Layout*)b_layout, &ld = *(Layout*)d_layout;
  if (c != d || c_layout != d_layout || !algorithm || (bytes && !workspace)) return INVALID_VALUE;
  if (*(const float*)alpha != 1.0f || *(const float*)beta != 0.0f) return NOT_SUPPORTED;
  if (!fits(*(Product*)product, la, lb, ld) || (a | b | d) % 16) return NOT_SUPPORTED;
  // Kept for ever: a graph does it again.
  Call* const call = new Call{la, lb, ld, (const uint16_t*)a, (const uint16_t*)b, (void*)d};
  return cuLaunchHostFunc(stream, multiply, call) == 0 ? SUCCESS : EXECUTION_FAILED;
}
