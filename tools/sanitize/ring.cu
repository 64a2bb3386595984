// A buffer in shared memory that two warps fill by turns with `cp.async` and a third reads, as the
// ring of `kernels/attention/sm90_wgmma.cu`: a filling warp blocks until the reader released the
// buffer, the reader until it is full. Sound are `ring lane`, where one lane of a warp arrives at a
// barrier for all of them behind `__syncwarp`, and `ring all`, where every lane arrives itself, as
// in that kernel; in `ring early` the fillers do not wait. Says whether a tool knows barriers of
// that kind.
#include "../../crates/atlas-cuda/kernels/include/mbarrier.cuh"

#include <cstdio>
#include <cstring>

using namespace atlas;

constexpr int WARP = 32, TURNS = 8;

__device__ void arrive(Mbarrier* barrier, bool all) {
  __syncwarp();
  if (all || threadIdx.x % WARP == 0) mbarrier_arrive(barrier);
}

__global__ void pass_on(const uint4* in, uint4* out, bool all, bool early) {
  __shared__ __align__(16) uint4 place[WARP];
  // One for each turn: with one barrier alone the reader would hang where the fillers run ahead.
  __shared__ uint64_t full[TURNS], free;
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  if (threadIdx.x == 0) {
    for (int turn = 0; turn < TURNS; turn++) mbarrier_init(full + turn, all ? WARP : 1);
    mbarrier_init(&free, all ? WARP : 1);
  }
  __syncthreads();
  for (int turn = 0; turn < TURNS; turn++) {
    // Both fillers, though one of them fills: a phase that a warp did not wait for looks like the
    // one before it.
    if (warp < 2 && turn > 0 && !early) mbarrier_poll(&free, (turn - 1) % 2);
    if (warp == turn % 2) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_at(place + lane)),
                   "l"(in + turn * WARP + lane)
                   : "memory");
      asm volatile("cp.async.commit_group;" ::: "memory");
      asm volatile("cp.async.wait_group 0;" ::: "memory");
      arrive(full + turn, all);
    } else if (warp == 2) {
      mbarrier_poll(full + turn, 0);
      // A neighbour's, so that the lanes of a warp depend on each other.
      out[turn * WARP + lane] = place[(lane + 1) % WARP];
      arrive(&free, all);
    }
  }
}

int main(int count, char** arguments) {
  const char* const how = count > 1 ? arguments[1] : "lane";
  const bool all = !strcmp(how, "all"), early = !strcmp(how, "early");
  uint4 numbers[TURNS * WARP], got[TURNS * WARP] = {};
  for (unsigned i = 0; i < TURNS * WARP; i++) numbers[i] = {i, ~i, i * 7, i ^ 5};
  uint4 *in = nullptr, *out = nullptr;
  cudaMalloc(&in, sizeof(numbers));
  cudaMalloc(&out, sizeof(got));
  cudaMemcpy(in, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  pass_on<<<1, 3 * WARP>>>(in, out, all, early);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
  bool same = true;
  for (int i = 0; i < TURNS * WARP; i++) {
    const uint4* want = numbers + i / WARP * WARP + (i + 1) % WARP;
    same = same && !memcmp(got + i, want, sizeof(uint4));
  }
  printf("%s: %s, %s\n", how, cudaGetErrorString(error), same ? "as sent" : "something else");
  return error != cudaSuccess || !(same || early);
}
