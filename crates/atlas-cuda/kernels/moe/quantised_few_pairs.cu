// Computes: up[pairs, I] and down[pairs, H] of experts of 4 bits, pairs sorted by expert.
// Picked: experts of 4 bits: from 9 rows on, below 8 pairs an expert.
// Tiling: 8 pairs x 16 gates and ups, or ups (8 warps divide K), or x 128 outputs; persistent.
// Limit: bandwidth: each code of a chosen expert comes from memory once.
// Share: 61 % of 2.98 TB/s (128 tokens); docs/benchmarks/log/2026-11-28-codes.md.
//
// A block goes through tiles that follow each other, and has the first codes of the next one on
// their way while it ends one; rows of x stay in shared memory as long as tiles are of the same
// pairs. The bits are those of `moe/quantised_grouped.cu`.
#include "moe/quantised_experts.cuh"
using namespace atlas;

// Tiles first..end of `across` for each 8 pairs, in shared memory: rows of x, `k` elements each,
// and the tables of experts.
struct Tiles {
  const QuantisedGroupedParams& p;
  const int k, across;
  bf16* const x;
  int *const starts, *const offsets;
  int at, end, expert, first, last;

  // Called by all threads.
  __device__ __forceinline__ Tiles(const QuantisedGroupedParams& p, i64 k, i64 across, uint8_t* raw)
      : p(p),
        k((int)k),
        across((int)across),
        x((bf16*)raw),
        starts((int*)(raw + TILE_ROWS_X * row_bytes((int)k))),
        offsets(starts + p.experts + 1) {
    for (int e = threadIdx.x; e <= (int)p.experts; e += blockDim.x)
      starts[e] = p.tile[e], offsets[e] = p.offset[e];
    __syncthreads();
    const i64 all = (i64)starts[p.experts] * across;
    at = (int)(all * blockIdx.x / gridDim.x), end = (int)(all * (blockIdx.x + 1) / gridDim.x);
    if (at >= end) return;
    __shared__ int found;
    for (int e = threadIdx.x; e < (int)p.experts; e += blockDim.x)
      if (starts[e] <= tile() && tile() < starts[e + 1]) found = e;
    __syncthreads();
    expert = found;
    find();
  }
  // Rows lie so far apart that those which lanes read at once are in different banks.
  static __host__ __device__ constexpr int row_bytes(int k) { return 2 * k + 16; }
  __device__ __forceinline__ int tile() const { return at / across; }
  __device__ __forceinline__ int column() const { return at % across; }
  __device__ __forceinline__ bf16* row(int r) const { return x + r * (k + 8); }
  __device__ __forceinline__ void find() {
    first = offsets[expert] + (tile() - starts[expert]) * TILE_ROWS_X;
    last = min(offsets[expert + 1], first + TILE_ROWS_X);
  }
  // The next tile; whether it is of other pairs.
  __device__ __forceinline__ bool next() {
    at++;
    if (at >= end || at % across) return false;
    while (tile() >= starts[expert + 1]) expert++;
    find();
    return true;
  }
  // Brings rows of x, of which `of(pair)` is one; those past the end are the last again.
  template <class Of> __device__ __forceinline__ void bring(Of of) {
    const int pieces = k / 8;
#pragma unroll 4
    for (int i = threadIdx.x; i < TILE_ROWS_X * pieces; i += blockDim.x) {
      const int r = i / pieces, c = i % pieces * 8;
      *(uint4*)(row(r) + c) = *(const uint4*)(of(min(first + r, last - 1)) + c);
    }
    __syncthreads();
  }
};

// hidden[pair] = silu(gate x) * (up x), or relu(up x)^2, in sorted order.
template <Format F, Inputs IN>
__device__ __forceinline__ void few_up(const QuantisedGroupedParams& p) {
  extern __shared__ __align__(16) uint8_t raw[];
  __shared__ GatheredSums<UP_WARPS, 1, IN> gathered[2];
  __shared__ uint32_t factors[256];
  fill_factors<F>(factors);
  Tiles tiles(p, p.inputs, (p.inner + TILE_OUTPUTS - 1) / TILE_OUTPUTS, raw);
  if (tiles.at >= tiles.end) return;
  const int warp = threadIdx.x / WARP;
  const auto rows_of_tile = [&] {
    return input_rows<F, IN>(p.gate_up, tiles.expert * IN * p.inner,
                             tiles.column() * (i64)TILE_OUTPUTS, p.inner);
  };
  const auto row_of_pair = [&](int at) { return p.x + p.order[at] / p.ranks * p.x_row; };
  WeightRows<IN> rows = rows_of_tile();
  Units<IN> units = first_units<F, true>(rows, p.gate_up, (int)p.inputs, warp, UP_WARPS);
  tiles.bring(row_of_pair);
  const bf16* const x[1] = {tiles.row(threadIdx.x % WARP / 4)};
  int turn = 0;
#pragma unroll 1
  while (tiles.at < tiles.end) {
    const i64 inputs = tiles.expert * IN * p.inner, i0 = tiles.column() * (i64)TILE_OUTPUTS;
    const int first = tiles.first, last = tiles.last;
    const bool other = tiles.next(), more = tiles.at < tiles.end;
    const WeightRows<IN> now = rows;
    if (more) rows = rows_of_tile();
    float sums[IN][1][4];
    sum_units_ahead<F, true, 1, IN>(sums, units, now, p.gate_up, x, (int)p.inputs, warp, UP_WARPS,
                                    factors, {rows, p.gate_up, more});
    auto& sink = gathered[turn];
    turn ^= 1;
    sink.put(sums, warp);
    // Behind this no warp reads rows of x, or the sums of the tile before.
    __syncthreads();
    if (threadIdx.x < sink.ROWS * TILE_OUTPUTS) {
      const int row = threadIdx.x / TILE_OUTPUTS, i = threadIdx.x % TILE_OUTPUTS;
      if (first + row < last && i0 + i < p.inner)
        p.hidden[(first + row) * p.inner + i0 + i] =
            active_of<F>(sink, p.gate_up, inputs + i0 + i, p.inner, row, i);
    }
    if (other) tiles.bring(row_of_pair);
  }
}

// out[pair] = down hidden[pair], in the order of pairs.
template <Format F> __device__ __forceinline__ void few_down(const QuantisedGroupedParams& p) {
  extern __shared__ __align__(16) uint8_t raw[];
  __shared__ uint32_t factors[256];
  constexpr int OUTPUTS = DOWN_WARPS * 2 * TILE_OUTPUTS;
  fill_factors<F>(factors);
  Tiles tiles(p, p.inner, (p.inputs + OUTPUTS - 1) / OUTPUTS, raw);
  if (tiles.at >= tiles.end) return;
  const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
  const auto first_of_tile = [&] {
    return tiles.column() * (i64)OUTPUTS + warp * 2 * TILE_OUTPUTS;
  };
  const auto rows_of_tile = [&] {
    return rows_of<F, 2>(p.down, tiles.expert * p.inputs, first_of_tile(), p.inputs);
  };
  const auto row_of_pair = [&](int at) { return p.hidden + at * p.inner; };
  WeightRows<2> rows = rows_of_tile();
  Units<2> units = first_units<F, true>(rows, p.down, (int)p.inner, 0, 1);
  tiles.bring(row_of_pair);
  const bf16* const x[1] = {tiles.row(lane / 4)};
#pragma unroll 1
  while (tiles.at < tiles.end) {
    const i64 base = tiles.expert * p.inputs, n0 = first_of_tile();
    // Asked for before the products: they are there after them.
    int pairs[2];
#pragma unroll
    for (int column = 0; column < 2; column++) {
      const int at = tiles.first + lane % 4 * 2 + column;
      pairs[column] = at < tiles.last ? p.order[at] : -1;
    }
    const bool other = tiles.next(), more = tiles.at < tiles.end;
    const WeightRows<2> now = rows;
    if (more) rows = rows_of_tile();
    float sums[2][1][4];
    sum_units_ahead<F, true, 1, 2>(sums, units, now, p.down, x, (int)p.inner, 0, 1, factors,
                                   {rows, p.down, more});
#pragma unroll
    for (int column = 0; column < 2; column++)
#pragma unroll
      for (int i = 0; i < 4; i++) {
        const i64 n = n0 + i / 2 * TILE_OUTPUTS + i % 2 * 8 + lane / 4;
        if (pairs[column] >= 0 && n < p.inputs)
          p.out[pairs[column] * p.inputs + n] =
              finished<F>(sums[i / 2][0][2 * (i % 2) + column], p.down, base + n);
      }
    if (!other) continue;
    __syncthreads();
    tiles.bring(row_of_pair);
  }
}

// Blocks of a multiprocessor, as the host counts them.
#define FEW_UP(WAY, f, F, IN)                                        \
  extern "C" __global__ void __launch_bounds__(UP_WARPS* WARP, 2)    \
      quantised_few_##WAY##_##f(const QuantisedGroupedParams p) {    \
    begin();                                                         \
    few_up<F, IN>(p);                                                \
  }
#define FEW(f, F)                                               \
  FEW_UP(up, f, F, GATE_UP)                                     \
  FEW_UP(relu_squared, f, F, UP_ALONE)                          \
  extern "C" __global__ void __launch_bounds__(DOWN_WARPS* WARP, 4)  \
      quantised_few_down_##f(const QuantisedGroupedParams p) {  \
    begin();                                                    \
    few_down<F>(p);                                             \
  }
FEW(nvfp4, NVFP4)
FEW(mxfp4, MXFP4)
