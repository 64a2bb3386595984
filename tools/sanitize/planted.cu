// Kernels with one fault each, for the tools of compute-sanitizer: `planted NAME` runs one of them.
#include <cstdio>
#include <cstring>

__global__ void beyond(float* out, int n) { out[n + threadIdx.x] = 1.0f; }

__global__ void race(const float* in, float* out) {
  __shared__ float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void unset(const float* in, float* out) { out[threadIdx.x] = in[threadIdx.x] + 1.0f; }

__global__ void apart(float* out) {
  if (threadIdx.x % 2) __syncthreads();
  out[threadIdx.x] = 1.0f;
}

int main(int count, char** arguments) {
  const char* name = count > 1 ? arguments[1] : "";
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 * sizeof(float));
  cudaMalloc(&out, 64 * sizeof(float));
  if (strcmp(name, "unset")) cudaMemset(in, 0, 64 * sizeof(float));
  if (!strcmp(name, "beyond")) beyond<<<1, 64>>>(out, 64);
  if (!strcmp(name, "race")) race<<<1, 64>>>(in, out);
  if (!strcmp(name, "unset")) unset<<<1, 64>>>(in, out);
  if (!strcmp(name, "apart")) apart<<<1, 64>>>(out);
  const cudaError_t error = cudaDeviceSynchronize();
  printf("%s: %s\n", name, cudaGetErrorString(error));
  return error != cudaSuccess;
}
