// Four warps of which two walk and two follow, as in the recurrence of
// `kernels/gated_delta/chunked.cu`: the two that walk leave numbers for each other, meet, and leave
// what they make of both for those that follow, who read it behind the block's next barrier. Sound
// are `pairs number`, where the two meet at a barrier by number, and `pairs shared`, where they
// meet at one in shared memory; in `pairs early` they do not meet. Says whether a tool knows
// barriers by number.
#include "../../crates/atlas-cuda/kernels/include/mbarrier.cuh"

#include <cstdio>
#include <cstring>

using namespace atlas;

constexpr int WARP = 32, WALK = 2 * WARP, TURNS = 8;

__device__ void meet(uint64_t* barrier, unsigned phase) {
  mbarrier_arrive(barrier);
  mbarrier_poll(barrier, phase);
}

enum How { NUMBER, SHARED, EARLY };

__global__ void follow(const unsigned* in, unsigned* out, How how) {
  __shared__ unsigned left[WALK], made[2][WALK];
  __shared__ uint64_t pair;
  const int i = threadIdx.x % WALK, partner = (i / WARP ^ 1) * WARP + (i + 1) % WARP;
  const bool walks = threadIdx.x < WALK;
  if (threadIdx.x == 0) mbarrier_init(&pair, WALK);
  for (int turn = 0; turn <= TURNS; turn++) {
    __syncthreads();
    if (walks && turn < TURNS) {
      const unsigned mine = in[turn * WALK + i];
      left[i] = mine;
      if (how == NUMBER) asm volatile("bar.sync 1, 64;" ::: "memory");
      if (how == SHARED) meet(&pair, turn % 2);
      made[turn % 2][i] = mine + 3 * left[partner];
    }
    if (!walks && turn > 0) out[(turn - 1) * WALK + i] = made[(turn - 1) % 2][(i + 5) % WALK];
  }
}

int main(int count, char** arguments) {
  const char* const name = count > 1 ? arguments[1] : "number";
  const How how = !strcmp(name, "shared") ? SHARED : !strcmp(name, "early") ? EARLY : NUMBER;
  unsigned numbers[TURNS * WALK], got[TURNS * WALK] = {};
  for (unsigned i = 0; i < TURNS * WALK; i++) numbers[i] = i * 2654435761u;
  unsigned *in = nullptr, *out = nullptr;
  cudaMalloc(&in, sizeof(numbers));
  cudaMalloc(&out, sizeof(got));
  cudaMemcpy(in, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
  follow<<<1, 2 * WALK>>>(in, out, how);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
  bool same = true;
  for (int at = 0; at < TURNS * WALK; at++) {
    const int first = at / WALK * WALK, i = (at % WALK + 5) % WALK;
    const int partner = (i / WARP ^ 1) * WARP + (i + 1) % WARP;
    same = same && got[at] == numbers[first + i] + 3 * numbers[first + partner];
  }
  const char* found = same ? "as it should be" : "something else";
  printf("%s: %s, %s\n", name, cudaGetErrorString(error), found);
  return error != cudaSuccess || !(same || how == EARLY);
}
