// Copies by the copy engine from one block of a cluster to the other, as `kernels/sm90/split.cu` hands over sums: `cluster
// right` is sound, `cluster beyond` writes behind the other block's shared memory. Says whether a tool knows such copies.
#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cstring>
namespace cg = cooperative_groups;

constexpr unsigned BYTES = 64;

__device__ unsigned shared_at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ unsigned there(const void* p, unsigned rank) {
  unsigned at;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at) : "r"(shared_at(p)), "r"(rank));
  return at;
}

__global__ void __cluster_dims__(2, 1, 1) hand_over(float* out, unsigned beyond) {
  extern __shared__ __align__(128) float dynamic[];
  __shared__ uint64_t gate;
  float* const from = dynamic;
  float* const to = dynamic + BYTES / sizeof(float);
  const unsigned rank = cg::this_cluster().block_rank();
  from[threadIdx.x] = (float)(rank * 100 + threadIdx.x);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_at(&gate)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_at(&gate)), "r"(BYTES) : "memory");
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  cg::this_cluster().sync();
  if (threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     there(to, rank ^ 1) + beyond),
                 "r"(shared_at(from)), "r"(BYTES), "r"(there(&gate, rank ^ 1))
                 : "memory");
  asm volatile("{ .reg .pred over; again: mbarrier.try_wait.parity.shared::cta.b64 over, [%0], 0; @!over bra again; }" ::"r"(
                   shared_at(&gate))
               : "memory");
  if (!beyond) out[rank * BYTES / sizeof(float) + threadIdx.x] = to[threadIdx.x];
  cg::this_cluster().sync();
}

int main(int count, char** arguments) {
  const bool beyond = count > 1 && !strcmp(arguments[1], "beyond");
  float *out = nullptr, got[2 * BYTES / sizeof(float)] = {};
  cudaMalloc(&out, sizeof(got));
  hand_over<<<2, BYTES / sizeof(float), 2 * BYTES>>>(out, beyond ? 64 * 1024 : 0);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
  bool same = true;
  for (unsigned i = 0; i < BYTES / sizeof(float); i++) same = same && got[i] == 100.0f + i && got[BYTES / sizeof(float) + i] == (float)i;
  printf("%s: %s, %s\n", beyond ? "beyond" : "right", cudaGetErrorString(error), same ? "the other block's" : "something else");
  return error != cudaSuccess || !(same || beyond);
}
