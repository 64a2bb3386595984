// Matrix products of many rows by warps that only copy and warps that only multiply: linears of one
// input, and experts with the tokens that chose them.
//
// A multiprocessor has one block, which goes through the tiles in turn. Four warps fill a ring of
// stages of DEPTH along K; two groups of four warps multiply what is there, each at its own pace:
// while one writes the outputs of a tile, the other multiplies, and the stages of the next tile are
// on their way. An output is one accumulator, 16 elements of K after another in ascending order, as
// in `wide.cu`: the bits are those of any of its tiles.
#include "../common/grouped.cuh"
#include "../common/parts.cuh"
#include "flow.cuh"
#include "tiles.cuh"
using namespace atlas;

// Warps of a group.
constexpr int GROUP = 4 * WARP;

// BLOCKS of a cluster have BM rows each, one after the other, of the same BN outputs: each copies a
// part of the weights for all. GATHERED: rows lie anywhere and are copied by threads.
template <int BM_, int BN_, int STAGES_, int BAND_ = 1, int BLOCKS_ = 1, bool GATHERED_ = false> struct Flow {
  static constexpr int BM = BM_, BN = BN_, STAGES = STAGES_, BLOCKS = BLOCKS_;
  static constexpr bool GATHERED = GATHERED_;
  // Rows of tiles that go through all outputs together, so that what they read stays in the
  // second-level cache.
  static constexpr int BAND = BAND_;
  static constexpr int THREADS = 3 * GROUP;
  // A group multiplies 64 rows by all outputs of the tile, or by half of them where there are but
  // 64 rows.
  static constexpr bool TALL = BM == 128;
  static constexpr int COLUMNS = TALL ? BN : BN / 2;
  static constexpr int STAGE = (BM + BN) * DEPTH;
  // Bytes that come by boxes in a stage.
  static constexpr unsigned BYTES = (GATHERED ? BN : BM + BN) * DEPTH * sizeof(bf16);
  // Registers of a thread that copies, and of one that multiplies: at most 65,536 in all.
  static constexpr int FEW = GATHERED ? 56 : 40, MANY = GATHERED ? 224 : 232;
  static_assert((BM == 64 || BM == 128) && COLUMNS <= 256 && BN % (8 * BLOCKS) == 0 && STAGES > 1, "");
  static_assert(!GATHERED || BLOCKS == 1, "");
};
using Broad = Flow<128, 256, 4, 16>;
using BroadPair = Flow<128, 256, 4, 8, 2>;
using Deep = Flow<128, 128, 7, 12>;
using DeepPair = Flow<128, 128, 7, 6, 2>;
// For up to 128 rows where more blocks than those of deep have the memory busy, and for few rows
// and very many outputs.
using Slender = Flow<128, 96, 7, 12>;
using Low = Flow<64, 256, 5, 16>;
// Of experts: rows are gathered for the first product and lie one after the other for the second.
using TallUp = Flow<128, 256, 4, 1, 1, true>;
using TallDown = Flow<128, 256, 4>;
using LowUp = Flow<64, 256, 5, 1, 1, true>;
using LowDown = Flow<64, 256, 5>;

// The stages, and for each the gate that opens when it is filled and the one that opens when all
// have multiplied it.
template <class T> struct Ring {
  bf16* tiles;
  Gate *full, *empty;
  int stage = 0;
  unsigned phase = 0;

  // Called once by all threads of a cluster.
  __device__ __forceinline__ explicit Ring(bf16* raw) : tiles(aligned(raw)) {
    full = (Gate*)(tiles + T::STAGES * T::STAGE);
    empty = full + T::STAGES;
    if (threadIdx.x == 0) {
      for (int i = 0; i < T::STAGES; i++) {
        gate_init(full + i, T::GATHERED ? 1 + GROUP : 1);
        // Each warp that multiplies, of all blocks that the stage is filled for.
        gate_init(empty + i, 2 * GROUP / WARP * T::BLOCKS);
      }
      gates_ready();
    }
    if (T::BLOCKS > 1)
      cluster_meet();
    else
      __syncthreads();
  }
  __device__ __forceinline__ bf16* at() const { return tiles + stage * T::STAGE; }
  __device__ __forceinline__ void next() {
    if (++stage == T::STAGES) stage = 0, phase ^= 1;
  }
  __device__ __forceinline__ void wait_full() const { gate_wait(full + stage, phase); }
  __device__ __forceinline__ void wait_empty() const { gate_wait(empty + stage, phase ^ 1); }
  // This warp has multiplied a stage.
  __device__ __forceinline__ void release(int used) const {
    if (threadIdx.x % WARP) return;
    if constexpr (T::BLOCKS == 1)
      gate_arrive(empty + used);
    else
      for (int rank = 0; rank < T::BLOCKS; rank++) gate_arrive_in(empty + used, rank);
  }
};

template <class T> __device__ __forceinline__ int steps_of(i64 k) { return (int)((k + DEPTH - 1) / DEPTH); }

// The sums of this thread's group over the next stages; none where it has no rows.
template <class T>
__device__ __forceinline__ void multiply(float (&sums)[T::COLUMNS / 8][4], Ring<T>& ring, int steps, int group, bool some) {
  if (!some) {
    for (int step = 0; step < steps; step++, ring.next()) {
      ring.wait_full();
      // A lane that has not seen this phase would wait for one that is long over.
      __syncwarp();
      ring.release(ring.stage);
    }
    return;
  }
#pragma unroll
  for (int n = 0; n < T::COLUMNS / 8; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) sums[n][i] = 0.0f;
  const int a = T::TALL ? group * 64 * DEPTH : 0, b = (T::BM + (T::TALL ? 0 : group * T::COLUMNS)) * DEPTH;
  Flight flight;
  int before = 0;
  for (int step = 0; step < steps; step++, ring.next()) {
    ring.wait_full();
    // Copies by threads are no writes of the copy engine; the tensor cores see them after this.
    if (T::GATHERED) fence_products();
    const bf16* const at = ring.at();
    products_begin();
#pragma unroll
    for (int i = 0; i < DEPTH; i += STEP) wgmma<T::COLUMNS>(sums, at + a, at + b, i, flight);
    products_commit(flight);
    products_wait<1>(flight);
    if (step > 0) ring.release(before);
    before = ring.stage;
  }
  products_wait<0>(flight);
  if (steps > 0) ring.release(before);
}

// Lane i of four has columns 2 i and 2 i + 1 of four groups of 8; gives it all of group i.
__device__ __forceinline__ uint4 whole_group(uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3) {
  const bool odd = threadIdx.x & 1, high = threadIdx.x & 2;
  const uint32_t a = __shfl_xor_sync(ALL_LANES, odd ? w0 : w1, 1), b = __shfl_xor_sync(ALL_LANES, odd ? w2 : w3, 1);
  (odd ? w0 : w1) = a, (odd ? w2 : w3) = b;
  const uint32_t c = __shfl_xor_sync(ALL_LANES, high ? w0 : w2, 2), d = __shfl_xor_sync(ALL_LANES, high ? w1 : w3, 2);
  (high ? w0 : w2) = c, (high ? w1 : w3) = d;
  return make_uint4(w0, w1, w2, w3);
}
__device__ __forceinline__ uint32_t two(float low, float high) {
  return (uint32_t)__bfloat16_as_ushort(from_f32<bf16>(high)) << 16 | __bfloat16_as_ushort(from_f32<bf16>(low));
}

// Writes 8 neighbouring outputs of a row at a time as bf16: `word(n, half)` has two of columns 8
// n.., `put(half, n, eight)` writes all of them.
template <int COLUMNS, class Word, class Put> __device__ __forceinline__ void each_eight(Word word, Put put) {
#pragma unroll
  for (int n = 0; n < COLUMNS / 8; n += 4)
#pragma unroll
    for (int half = 0; half < 2; half++) {
      const uint4 eight = whole_group(word(n, half), word(n + 1, half), word(n + 2, half), word(n + 3, half));
      put(half, n + threadIdx.x % 4, eight);
    }
}

// The row of a tile whose sums this thread has, beside the one 8 further on.
template <class T> __device__ __forceinline__ int row_of(int group) {
  return (T::TALL ? group * 64 : 0) + threadIdx.x % GROUP / WARP * 16 + threadIdx.x % WARP / 4;
}
template <class T> __device__ __forceinline__ int first_column(int group) { return T::TALL ? 0 : group * T::COLUMNS; }

struct FlowLinearsParams {
  TensorMap x; TensorMap weights[PARTS_MAX];
  LinearsParams l;
  // Tiles of outputs, parts one after the other.
  i64 blocks;
  i64 unused[6];
};

// Where a tile lies.
template <class T> struct LinearsTile {
  int part = 0;
  i64 m0, n0;
  __device__ __forceinline__ LinearsTile(const FlowLinearsParams& p, int tile, int rank) {
    const int down = (int)((p.l.rows + T::BM * T::BLOCKS - 1) / (T::BM * T::BLOCKS)), across = (int)p.blocks;
    const int band = tile / (across * T::BAND) * T::BAND, in_band = tile - band * across, tall = min(T::BAND, down - band);
    const int block = in_band / tall;
#pragma unroll
    for (int i = 1; i < PARTS_MAX; i++)
      if (i < p.l.count && block >= p.l.parts[i].block) part = i;
    m0 = (i64)((band + in_band % tall) * T::BLOCKS + rank) * T::BM;
    n0 = (block - p.l.parts[part].block) * (i64)T::BN;
  }
  static __device__ __forceinline__ int count(const FlowLinearsParams& p) {
    return (int)((p.l.rows + T::BM * T::BLOCKS - 1) / (T::BM * T::BLOCKS) * p.blocks);
  }
};

template <class T>
__device__ __forceinline__ void put_linear(
    float (&sums)[T::COLUMNS / 8][4], const LinearsParams& p, const LinearsPart& part, i64 row, i64 column) {
  const int pair = threadIdx.x % 4 * 2, left = (int)(part.n - column), below = (int)(p.rows - row);
  if (part.bias) {
    const float* const bias = part.bias + column + pair;
#pragma unroll
    for (int n = 0; n < T::COLUMNS / 8; n++)
#pragma unroll
      for (int i = 0; i < 2; i++) {
        const float more = n * 8 + pair + i < left ? bias[n * 8 + i] : 0.0f;
        sums[n][i] += more, sums[n][2 + i] += more;
      }
  }
  const i64 at = row * part.out_row + column;
  if (!part.wide && (uintptr_t)part.out % 16 == 0 && part.out_row % 8 == 0 && part.n % 8 == 0) {
    bf16* const out = (bf16*)part.out + at;
    each_eight<T::COLUMNS>(
        [&](int n, int half) { return two(sums[n][2 * half], sums[n][2 * half + 1]); },
        [&](int half, int n, uint4 eight) {
          if (8 * half < below && n * 8 < left) *(uint4*)(out + half * 8 * part.out_row + n * 8) = eight;
        });
    return;
  }
#pragma unroll
  for (int n = 0; n < T::COLUMNS / 8; n++)
#pragma unroll
    for (int half = 0; half < 2; half++) {
      const int c = n * 8 + pair;
      const i64 to = at + half * 8 * part.out_row + c;
      if (8 * half >= below || c >= left) continue;
      if (part.wide)
        put_pair((float*)part.out + to, sums[n][2 * half], sums[n][2 * half + 1], c + 1 < left);
      else
        put_pair((bf16*)part.out + to, sums[n][2 * half], sums[n][2 * half + 1], c + 1 < left);
    }
}

// Grid: at most a block a multiprocessor, whole clusters.
template <class T> __device__ __forceinline__ void linears(const FlowLinearsParams& p) {
  extern __shared__ __align__(16) bf16 raw[];
  Ring<T> ring(raw);
  const int rank = T::BLOCKS > 1 ? (int)cluster_rank() : 0, tiles = LinearsTile<T>::count(p);
  const int steps = steps_of<T>(p.l.k), group = (int)threadIdx.x / GROUP - 1;
  const int first = blockIdx.x / T::BLOCKS, apart = gridDim.x / T::BLOCKS;
  if (group < 0) {
    registers_down<T::FEW>();
    if (threadIdx.x == 0) {
      constexpr int PART = T::BN / T::BLOCKS;
      for (int tile = first; tile < tiles; tile += apart) {
        const LinearsTile<T> place(p, tile, rank);
        for (int step = 0; step < steps; step++, ring.next()) {
          ring.wait_empty();
          Gate* const full = ring.full + ring.stage;
          gate_expect(full, T::BYTES);
          bf16* const to = ring.at();
          load_box(to, p.x, step * DEPTH, (int)place.m0, full);
          bf16* const mine = to + (T::BM + rank * PART) * DEPTH;
          const int n = (int)place.n0 + rank * PART;
          if (T::BLOCKS > 1)
            load_box_for(mine, p.weights[place.part], step * DEPTH, n, full, (1u << T::BLOCKS) - 1);
          else
            load_box(mine, p.weights[place.part], step * DEPTH, n, full);
        }
      }
    }
    __syncwarp();
    // Others copy into a block's memory and arrive at its gates to the end.
    if (T::BLOCKS > 1) cluster_meet();
  } else {
    registers_up<T::MANY>();
    for (int tile = first; tile < tiles; tile += apart) {
      const LinearsTile<T> place(p, tile, rank);
      float sums[T::COLUMNS / 8][4];
      const bool some = place.m0 + (T::TALL ? group * 64 : 0) < p.l.rows;
      multiply<T>(sums, ring, steps, group, some);
      if (some)
        put_linear<T>(sums, p.l, p.l.parts[place.part], place.m0 + row_of<T>(group), place.n0 + first_column<T>(group));
    }
    if (T::BLOCKS > 1) cluster_meet();
  }
}
#define LINEARS(name, TILE)                                                                                        \
  extern "C" __global__ void __launch_bounds__(TILE::THREADS, 1) flow_linears_##name(const __grid_constant__ FlowLinearsParams p) { \
    begin();                                                                                                       \
    linears<TILE>(p);                                                                                              \
  }
LINEARS(broad, Broad)
LINEARS(broad_pair, BroadPair)
LINEARS(deep, Deep)
LINEARS(deep_pair, DeepPair)
LINEARS(slender, Slender)
LINEARS(low, Low)

struct FlowExpertsParams {
  // Rows of the second product, one after the other; those of the first are gathered.
  TensorMap x; TensorMap weight;
  GroupedParams g;
  // Whether results of pairs are rounded to bf16; f32 else.
  i64 rounded;
  i64 unused[3];
};

// The expert of a tile of rows, and its pairs from the tile's first on. Tiles are asked for in
// ascending order, by whole warps. Lanes look at several experts at once, at all of a large model
// for the first tile: a block begins with this, and each look waits for the memory.
struct Walk {
  int expert = -1, first, last;
  // How many of the next LOOKS * WARP experts end before a tile.
  template <int LOOKS> __device__ __forceinline__ int passed(const GroupedParams& p, int tile) const {
    int begins[LOOKS], count = 0;
#pragma unroll
    for (int i = 0; i < LOOKS; i++) {
      const int e = expert + 1 + i * WARP + (int)(threadIdx.x % WARP);
      begins[i] = p.tile[min(e, (int)p.experts)];
    }
#pragma unroll
    for (int i = 0; i < LOOKS; i++) count += __popc(__ballot_sync(ALL_LANES, begins[i] <= tile));
    return count;
  }
  template <class T> __device__ __forceinline__ void to(const GroupedParams& p, int tile) {
    constexpr int MOST = 8, NEXT = 2;
    const bool begun = expert >= 0;
    int count;
    do {
      count = begun ? passed<NEXT>(p, tile) : passed<MOST>(p, tile);
      expert += count;
    } while (count == (begun ? NEXT : MOST) * WARP);
    first = p.offset[expert] + (tile - p.tile[expert]) * T::BM;
    last = p.offset[expert + 1];
  }
};

// hidden[pair] = silu(gate x) * (up x), with weight[e] of [2 n, k]: the gate's rows, then the up's.
// Half of the columns of a group are the gate's, half the up's of the same outputs, so a thread has
// both of an element.
template <class T> __device__ __forceinline__ void experts_up(const FlowExpertsParams& params) {
  extern __shared__ __align__(16) bf16 raw[];
  const GroupedParams& p = params.g;
  Ring<T> ring(raw);
  const int across = (int)((p.n + T::BN / 2 - 1) / (T::BN / 2)), tiles = p.tile[p.experts] * across;
  const int steps = steps_of<T>(p.k), group = (int)threadIdx.x / GROUP - 1;
  Walk walk;
  if (group < 0) {
    registers_down<T::FEW>();
    // Rows that the threads copy at once, 16 bytes each.
    constexpr int ROWS = GROUP / 8;
    const int chunk = threadIdx.x % 8, row = threadIdx.x / 8, in_stage = row * DEPTH + (chunk ^ row % 8) * 8;
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      walk.to<T>(p, tile / across);
      const bf16* from[T::BM / ROWS];
#pragma unroll
      for (int i = 0; i < T::BM / ROWS; i++) {
        const int pair = walk.first + row + i * ROWS;
        from[i] = pair < walk.last ? p.x + (unsigned)p.order[pair] / (unsigned)p.ranks * p.x_row + chunk * 8 : nullptr;
      }
      const int n = walk.expert * 2 * (int)p.n + tile % across * (T::BN / 2);
      for (int step = 0; step < steps; step++, ring.next()) {
        ring.wait_empty();
        Gate* const full = ring.full + ring.stage;
        bf16* const to = ring.at();
        if (threadIdx.x == 0) {
          gate_expect(full, T::BYTES);
          // Outputs past the end are others' or zeros: their sums go nowhere.
          constexpr int HALF = T::COLUMNS / 2;
#pragma unroll
          for (int i = 0; i < T::BN / HALF; i++)
            load_box(to + (T::BM + i * HALF) * DEPTH, params.weight, step * DEPTH, n + i / 2 * HALF + i % 2 * (int)p.n, full);
        }
        const bool there = step * DEPTH + chunk * 8 < p.k;
        // Rows that are not there have any values: their sums go nowhere.
#pragma unroll
        for (int i = 0; i < T::BM / ROWS; i++)
          if (from[i]) copy16(to + in_stage + i * ROWS * DEPTH, there ? from[i] + step * DEPTH : p.x, there);
        gate_arrive_copies(full);
      }
    }
    copies_wait<0>();
  } else {
    registers_up<T::MANY>();
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      walk.to<T>(p, tile / across);
      float sums[T::COLUMNS / 8][4];
      const bool some = walk.first + (T::TALL ? group * 64 : 0) < walk.last;
      multiply<T>(sums, ring, steps, group, some);
      if (!some) continue;
      const int pair = walk.first + row_of<T>(group);
      const i64 column = tile % across * (i64)(T::BN / 2) + first_column<T>(group) / 2;
      each_eight<T::COLUMNS / 2>(
          [&](int n, int half) {
            const int up = n + T::COLUMNS / 16, i = 2 * half;
            return two(silu(sums[n][i]) * sums[up][i], silu(sums[n][i + 1]) * sums[up][i + 1]);
          },
          [&](int half, int n, uint4 eight) {
            if (pair + 8 * half < walk.last && column + n * 8 < p.n)
              *(uint4*)(p.hidden + (pair + 8 * half) * p.n + column + n * 8) = eight;
          });
    }
  }
}

// Tiles of outputs of the second product.
template <class T> __device__ __forceinline__ int down_across(const GroupedParams& p) { return (int)((p.n + T::BN - 1) / T::BN); }

// The stages, and the first weights of this block on their way: as many of its first tile as there
// are stages. What is read here of the pairs was written by the kernel before the one before: that
// one's blocks let this kernel start after all it wrote was there for them (see `begin`).
template <class T> __device__ __forceinline__ Ring<T> ahead_down(const FlowExpertsParams& params) {
  extern __shared__ __align__(16) bf16 raw[];
  const GroupedParams& p = params.g;
  Ring<T> ring(raw);
  const int across = down_across<T>(p), tile = blockIdx.x;
  if (threadIdx.x < WARP && tile < p.tile[p.experts] * across) {
    Walk walk;
    walk.to<T>(p, tile / across);
    if (threadIdx.x == 0)
      for (int step = 0; step < min(steps_of<T>(p.k), T::STAGES); step++) {
        gate_expect(ring.full + step, T::BYTES);
        load_box(ring.tiles + step * T::STAGE + T::BM * DEPTH, params.weight, step * DEPTH,
                 walk.expert * (int)p.n + tile % across * T::BN, ring.full + step);
      }
    __syncwarp();
  }
  return ring;
}

// out[pair] = down hidden[pair], with weight[e] of [n, k]. `hidden` lies in sorted order, `out` in
// the order of pairs.
template <class T> __device__ __forceinline__ void experts_down(const FlowExpertsParams& params, Ring<T> ring) {
  const GroupedParams& p = params.g;
  const int across = down_across<T>(p), tiles = p.tile[p.experts] * across;
  const int steps = steps_of<T>(p.k), group = (int)threadIdx.x / GROUP - 1;
  Walk walk;
  if (group < 0) {
    registers_down<T::FEW>();
    if (threadIdx.x < WARP) {
      for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        walk.to<T>(p, tile / across);
        // Outputs and pairs past the end are others' or zeros: their sums go nowhere.
        const int n = walk.expert * (int)p.n + tile % across * T::BN;
        for (int step = 0; step < steps; step++, ring.next()) {
          ring.wait_empty();
          if (threadIdx.x == 0) {
            Gate* const full = ring.full + ring.stage;
            const bool asked = tile == (int)blockIdx.x && step < T::STAGES;
            if (!asked) gate_expect(full, T::BYTES);
            load_box(ring.at(), params.x, step * DEPTH, walk.first, full);
            if (!asked) load_box(ring.at() + T::BM * DEPTH, params.weight, step * DEPTH, n, full);
          }
          __syncwarp();
        }
      }
    }
  } else {
    registers_up<T::MANY>();
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
      walk.to<T>(p, tile / across);
      const int first = walk.first + row_of<T>(group);
      // Asked for before the products: they are there after them.
      const int pairs[2] = {first < walk.last ? p.order[first] : -1, first + 8 < walk.last ? p.order[first + 8] : -1};
      float sums[T::COLUMNS / 8][4];
      const bool some = walk.first + (T::TALL ? group * 64 : 0) < walk.last;
      multiply<T>(sums, ring, steps, group, some);
      if (!some) continue;
      const i64 column = tile % across * (i64)T::BN + first_column<T>(group);
      if (params.rounded) {
        each_eight<T::COLUMNS>(
            [&](int n, int half) { return two(sums[n][2 * half], sums[n][2 * half + 1]); },
            [&](int half, int n, uint4 eight) {
              if (pairs[half] >= 0 && column + n * 8 < p.n)
                *(uint4*)((bf16*)p.out + pairs[half] * p.n + column + n * 8) = eight;
            });
        continue;
      }
#pragma unroll
      for (int n = 0; n < T::COLUMNS / 8; n++)
#pragma unroll
        for (int half = 0; half < 2; half++) {
          const i64 at = column + n * 8 + threadIdx.x % 4 * 2;
          if (pairs[half] >= 0 && at < p.n)
            *(float2*)(p.out + pairs[half] * p.n + at) = make_float2(sums[n][2 * half], sums[n][2 * half + 1]);
        }
    }
  }
}
#define EXPERTS(name, UP, DOWN)                                                                                       \
  extern "C" __global__ void __launch_bounds__(UP::THREADS, 1) flow_up_##name(const __grid_constant__ FlowExpertsParams p) {     \
    begin();                                                                                                          \
    experts_up<UP>(p);                                                                                                \
  }                                                                                                                   \
  extern "C" __global__ void __launch_bounds__(DOWN::THREADS, 1) flow_down_##name(const __grid_constant__ FlowExpertsParams p) { \
    const auto weights = ahead_down<DOWN>(p);                                                                         \
    begin();                                                                                                          \
    experts_down<DOWN>(p, weights);                                                                                   \
  }
EXPERTS(low, LowUp, LowDown)
EXPERTS(tall, TallUp, TallDown)
