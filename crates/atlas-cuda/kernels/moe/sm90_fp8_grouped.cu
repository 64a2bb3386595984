// Computes: up[pairs, I] and down[pairs, H] of experts, pairs sorted, E4M3 codes, on `wgmma`.
// Picked: Hopper, experts of 8-bit inputs and weights, many pairs; no --batch-invariant.
// Tiling: 128 pairs x 256 outputs, of which 64 pairs are passed over; persistent.
// Limit: bandwidth up to some 300 pairs an expert, FLOP above.
// Share: not recorded yet; docs/kernels/moe/quantised_experts.md.
#include "gemm/sm90_fp8.cuh"
#include "include/e4m3.cuh"
#include "moe/sm90_grouped_gemm.cuh"
using namespace atlas;

using Up = WarpSpecializedTile<128, 256, 4, 1, 1, true>;
using Down = WarpSpecializedTile<128, 256, 4>;

// Lengths along K count in 16 bits, two codes each. `g.hidden` has codes where scales go by block,
// with the scale of pair i and block b at `hidden_scales[b * hidden_step + i]`; else bf16.
struct Fp8GroupedParams {
  TensorMap x; TensorMap weight;
  GroupedParams g;
  i64 rounded;
  InputScales inputs; OutputScales outputs;
  float* hidden_scales; i64 hidden_step;
  i64 unused[3];
};

// Sums with the scales of a lane's rows `low` and `high`, and of outputs from `first` on or, for
// the second half of the columns, from `second` on.
template <class T>
__device__ __forceinline__ void scaled_sums(float (&sums)[T::COLUMNS / 8][4], Ring<T>& ring,
                                            int steps, int group, const Fp8GroupedParams& p,
                                            const float* low, const float* high, i64 first,
                                            i64 second) {
  LaneScales<2> lane;
  lane.low = low, lane.high = high;
  lane.blocks[0] = p.outputs.of(first), lane.blocks[1] = p.outputs.of(second);
  multiply_codes<T>(sums, ring, steps, group, p.inputs, lane);
  if (p.inputs.by_block) return;
  scale_sums<T::COLUMNS>(sums, *low, *high, [&](int column) {
    return *p.outputs.of(column < 128 ? first + column : second + column - 128);
  });
}

// Of the first product: the scales of the pairs' tokens, and of gates and ups.
template <Inputs IN> struct SumsUp {
  const Fp8GroupedParams& p;
  __device__ __forceinline__ void operator()(float (&sums)[Up::COLUMNS / 8][4], Ring<Up>& ring,
                                             int steps, int group, const Walk& walk, int pair,
                                             i64 column) const {
    // Pairs past the end have the scale of the last: their sums go nowhere.
    const auto of = [&](int i) {
      return p.inputs.at + (unsigned)p.g.order[min(i, walk.last - 1)] / (unsigned)p.g.ranks;
    };
    const i64 expert = walk.expert * IN * p.g.n, first = min(column, p.g.n - 128);
    const i64 second = IN == GATE_UP ? p.g.n + first : min(column + 128, p.g.n - 128);
    scaled_sums<Up>(sums, ring, steps, group, p, of(pair), of(pair + 8), expert + first,
                    expert + second);
  }
};
struct SumsDown {
  const Fp8GroupedParams& p;
  __device__ __forceinline__ void operator()(float (&sums)[Down::COLUMNS / 8][4], Ring<Down>& ring,
                                             int steps, int group, const Walk& walk, int pair,
                                             i64 column) const {
    const auto of = [&](int i) { return p.inputs.at + min(i, walk.last - 1); };
    const i64 first = walk.expert * p.g.n + column,
              second = walk.expert * p.g.n + min(column + 128, p.g.n - 128);
    scaled_sums<Down>(sums, ring, steps, group, p, of(pair), of(pair + 8), first, second);
  }
};

// Hidden elements, of which each 128 share a scale: their codes, or they in bf16.
template <Inputs IN> struct PutCodes {
  const Fp8GroupedParams& p;
  __device__ __forceinline__ void operator()(float (&sums)[Up::COLUMNS / 8][4], const Walk& walk,
                                             int pair, i64 column) const {
    put_block<0>(sums, walk, pair, column);
    if constexpr (IN == UP_ALONE) put_block<128>(sums, walk, pair, column + 128);
  }
  // Those of 128 columns from FIRST on, the first of which is output `column`.
  template <int FIRST>
  __device__ __forceinline__ void put_block(float (&sums)[Up::COLUMNS / 8][4], const Walk& walk,
                                            int pair, i64 column) const {
    constexpr int FROM = FIRST / 8;
    const GroupedParams& g = p.g;
    float largest[2] = {0.0f, 0.0f};
#pragma unroll
    for (int n = FROM; n < FROM + 128 / 8; n++)
#pragma unroll
      for (int i = 0; i < 4; i++) {
        const float x = to_f32(from_f32<bf16>(hidden_of<Up, IN>(sums, n, i)));
        sums[n][i] = x, largest[i / 2] = fmaxf(largest[i / 2], fabsf(x));
      }
    const auto writes = [&](int half) { return pair + 8 * half < walk.last && column < g.n; };
    if (!p.inputs.by_block) {
      each_eight<128>(
          [&](int n, int half) {
            return two(sums[FROM + n][2 * half], sums[FROM + n][2 * half + 1]);
          },
          [&](int half, int n, uint4 eight) {
            if (writes(half))
              *(uint4*)(g.hidden + (pair + 8 * half) * g.n + column + n * 8) = eight;
          });
      return;
    }
    float scale[2];
#pragma unroll
    for (int half = 0; half < 2; half++) {
      // Four lanes have the elements of a row.
      float most = largest[half];
      most = fmaxf(most, __shfl_xor_sync(ALL_LANES, most, 1));
      most = fmaxf(most, __shfl_xor_sync(ALL_LANES, most, 2));
      scale[half] = e4m3_scale(most);
      if (writes(half) && threadIdx.x % 4 == 0)
        p.hidden_scales[column / 128 * p.hidden_step + pair + 8 * half] = scale[half];
    }
    each_eight<128>(
        [&](int n, int half) {
          const int i = 2 * half;
          return scaled_e4m3x2(sums[FROM + n][i], sums[FROM + n][i + 1], scale[half]);
        },
        [&](int half, int n, uint4 eight) {
          if (writes(half))
            *(uint2*)((uint8_t*)g.hidden + (pair + 8 * half) * g.n + column + n * 8) =
                make_uint2(eight.x | eight.y << 16, eight.z | eight.w << 16);
        });
  }
};

#define FP8_GROUPED_UP(WAY, IN)                                      \
  extern "C" __global__ void __launch_bounds__(Up::THREADS, 1)       \
      sm90_fp8_grouped_##WAY(const __grid_constant__ Fp8GroupedParams p) { \
    begin();                                                         \
    experts_up<Up, IN>(p, SumsUp<IN>{p}, PutCodes<IN>{p});           \
  }
FP8_GROUPED_UP(up, GATE_UP)
FP8_GROUPED_UP(relu_squared, UP_ALONE)
extern "C" __global__ void __launch_bounds__(Down::THREADS, 1)
    sm90_fp8_grouped_down(const __grid_constant__ Fp8GroupedParams p) {
  const auto weights = ahead_down<Down>(p);
  begin();
  experts_down<Down>(p, weights, SumsDown{p});
}
