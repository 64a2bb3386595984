// Computes: x[T, n, d] *= 1 + beta ln(1 + floor(position / period)), in place.
// Picked: always, in families whose queries have a temperature.
// Tiling: a thread for each element, in a grid-stride loop.
// Limit: bandwidth: each element read and written once; latency in a decode step.
// Share: not recorded.
#include "latent/latent_rows.cuh"
using namespace atlas;

template <class T> __device__ void query_temperature(const TemperatureParams& p) {
  const i64 all = p.rows * p.heads * p.width;
  for (i64 i = blockIdx.x * (i64)blockDim.x + threadIdx.x; i < all;
       i += (i64)gridDim.x * blockDim.x) {
    const i64 c = i % p.width, j = i / p.width % p.heads, t = i / p.width / p.heads;
    T* const x = (T*)p.x + t * p.row + j * p.head + c;
    *x = warmed(*x, temperature_of(p, t));
  }
}
extern "C" __global__ void query_temperature_f32(const TemperatureParams p) {
  begin();
  query_temperature<float>(p);
}
extern "C" __global__ void query_temperature_bf16(const TemperatureParams p) {
  begin();
  query_temperature<bf16>(p);
}
