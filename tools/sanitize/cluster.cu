// Copies by the copy engine between the blocks of a cluster, as `kernels/gemm/sm90_split_k.cu`
// hands over sums. Sound are `cluster right` (to the other block), `own` (to the block itself) and
// `far` (82,944 bytes into its shared memory); `cluster beyond` writes behind the other block's.
// Says whether a tool knows such copies.
#include "../../crates/atlas-cuda/kernels/include/mbarrier.cuh"

#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
namespace cg = cooperative_groups;
using namespace atlas;

constexpr unsigned BYTES = 64;

__device__ unsigned there(const void* p, unsigned rank) {
  unsigned at;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at) : "r"(shared_at(p)), "r"(rank));
  return at;
}

__global__ void __cluster_dims__(2, 1, 1)
    hand_over(float* out, unsigned other, unsigned far, unsigned beyond) {
  extern __shared__ __align__(128) float dynamic[];
  __shared__ Mbarrier barrier;
  float* const from = dynamic;
  float* const to = dynamic + (far + BYTES) / sizeof(float);
  const unsigned rank = cg::this_cluster().block_rank();
  from[threadIdx.x] = (float)(rank * 100 + threadIdx.x);
  if (threadIdx.x == 0) {
    mbarrier_init(&barrier, 1);
    mbarrier_init_fence();
    mbarrier_arrive_expect_tx(&barrier, BYTES);
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  cg::this_cluster().sync();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     there(to, rank ^ other) + beyond),
                 "r"(shared_at(from)), "r"(BYTES), "r"(there(&barrier, rank ^ other))
                 : "memory");
  mbarrier_wait(&barrier, 0);
  if (!beyond) out[rank * BYTES / sizeof(float) + threadIdx.x] = to[threadIdx.x];
  cg::this_cluster().sync();
}

int main(int count, char** arguments) {
  const char* const how = count > 1 ? arguments[1] : "right";
  const bool beyond = !strcmp(how, "beyond"), own = !strcmp(how, "own");
  const unsigned far = strcmp(how, "far") ? 0 : 82944 - BYTES;
  float *out = nullptr, got[2 * BYTES / sizeof(float)] = {};
  cudaMalloc(&out, sizeof(got));
  cudaFuncSetAttribute(hand_over, cudaFuncAttributeMaxDynamicSharedMemorySize, far + 2 * BYTES);
  const unsigned other = own ? 0 : 1, past = beyond ? 64 * 1024 : 0;
  hand_over<<<2, BYTES / sizeof(float), far + 2 * BYTES>>>(out, other, far, past);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
  bool same = true;
  for (unsigned i = 0; i < BYTES / sizeof(float); i++) {
    const float first = (own ? 0.0f : 100.0f) + i, second = (own ? 100.0f : 0.0f) + i;
    same = same && got[i] == first && got[BYTES / sizeof(float) + i] == second;
  }
  printf("%s: %s, %s\n", how, cudaGetErrorString(error), same ? "as sent" : "something else");
  return error != cudaSuccess || !(same || beyond);
}
