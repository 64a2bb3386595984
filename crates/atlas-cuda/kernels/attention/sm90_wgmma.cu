// Computes: causal attention q[T, H, D], bf16, D = 64, 128 or 256, of spans of more than 16 rows.
// Picked: row `sm90` of `attention`: Hopper, bf16 cache, no --batch-invariant.
// Tiling: 64 rows a group of 4 warps, 2 or 3 groups; units of 64 to 128 positions; 4 warps copy.
// Limit: FLOP: 4 T^2 H D / 2 of tensor cores.
// Share: 490 TFLOP/s of some 800 (D = 128: 426, 64: 391); docs/kernels/attention/sm90_wgmma.md.
//
// A tile is 64 rows of each of GROUPS groups of four warps: the query heads of one KV head, for as
// many queries of one span as fit, so that they share what is read. Its keys and values come in
// units of UNIT positions from position 0, as stages of a ring in shared memory, each filled by a
// warp that only copies. Scores of a unit are under way while the softmax of the unit before is
// computed, and so are the weighted sums. The softmax runs online (Milakov and
// Gimelshein, arXiv 1805.02867; roles and overlap: Shah et al., arXiv 2407.08608). A row's
// operations depend on its position and history alone.
#include "attention/query_tile.cuh"
#include "include/cp_async.cuh"
#include "include/mbarrier.cuh"
#include "include/warp_roles.cuh"
#include "include/wgmma.cuh"
using namespace atlas;

constexpr int GROUP = 4 * WARP;
constexpr uint32_t NOWHERE = ~0u;
// Weights may grow to 2 to the power of this before what they are relative to is raised: sums and
// bf16 keep as many bits, and for nearly all units the sums are not scaled again.
constexpr float SLACK = 8.0f;

template <int W_, int GROUPS_, int UNIT_, int RING_, bool TURNS_> struct Plan {
  static constexpr int W = W_, GROUPS = GROUPS_, UNIT = UNIT_, RING = RING_;
  // Whether groups issue their products by turns.
  static constexpr bool TURNS = TURNS_;
  static constexpr int ROWS = 64 * GROUPS, THREADS = (GROUPS + 1) * GROUP;
  // Elements of a part, keys or values of a unit.
  static constexpr int PART = UNIT * W;
  static constexpr int BRINGERS = RING < 4 ? RING : 4;
  // Registers of warps that compute and of warps that copy; in all as many as a multiprocessor has.
  static constexpr int MORE = GROUPS == 2 ? 232 : 152, FEWER = GROUPS == 2 ? 40 : 56;
  static_assert(GROUPS == 2 || GROUPS == 3, "");
  static_assert(RING >= 3 && UNIT % 16 == 0 && UNIT <= 128, "");
};

// A value that all lanes have alike, broadcast so that the compiler knows it.
__device__ __forceinline__ int alike(int x) { return __shfl_sync(ALL_LANES, x, 0); }

// KV heads, times chunks of query heads: tiles that have the same queries.
template <class P> __device__ __forceinline__ int tile_heads(const TileParams& p) {
  return (int)p.kv_heads * (int)((p.group + P::ROWS - 1) / P::ROWS);
}

// Where the 16 bytes `chunk` of row `row` lie among panels of `rows` rows.
__device__ __forceinline__ int swizzled_at(int rows, int row, int chunk) {
  return (chunk / 8 * rows + row) * DEPTH + ((chunk ^ row) % 8) * 8;
}

// Work of a block: units first..first + units of the positions from..to that one of its queries
// sees. It is found where it is needed rather than once, as registers are scarce.
struct Work {
  Queries queries;
  i64 kv_head, from, to;
  int first, units;
};
template <class P>
__device__ __forceinline__ bool find_work(const TileParams& p, const Heads& h, Work& work) {
  const int heads = tile_heads<P>(p);
  if (!find(p, h.each, blockIdx.x / heads, work.queries)) return false;
  work.kv_head = blockIdx.x % heads / (heads / (int)p.kv_heads);
  work.from = first_seen(p, work.queries.position),
  work.to = work.queries.position + work.queries.count;
  work.first = (int)(work.from / P::UNIT);
  work.units = (int)((work.to + P::UNIT - 1) / P::UNIT) - work.first;
  return true;
}
template <class P> __device__ __forceinline__ Heads heads_of(const TileParams& p) {
  const int heads = tile_heads<P>(p);
  return Heads(p, alike((int)blockIdx.x) % heads % (heads / (int)p.kv_heads), P::ROWS);
}

// The ring: a part is free once every computing thread is done with it. Each thread arrives itself:
// one lane for its warp would be fewer arrivals and as fast, but racecheck does not take
// `__syncwarp` as an order of the accesses of the others.
struct Ring {
  bf16* parts;
  uint64_t *full, *free;
};

// Parts in the order in which they are used: the keys of unit 0, then keys of a unit and values of
// the unit before, by turns, and the values of the last.
__device__ __forceinline__ bool is_keys(int part, int units) {
  return part == 0 || (part % 2 == 1 && part < 2 * units - 1);
}

// Fills stages of the ring. Each copying warp has stages of its own, so none waits for copies of
// another.
template <class P>
__device__ __forceinline__ void bring(const TileParams& p, const Ring& ring, int mine) {
  Work work;
  if (!find_work<P>(p, heads_of<P>(p), work)) return;
  constexpr int CHUNKS = P::W / 8, AT_ONCE = WARP / CHUNKS, LOOKUPS = (P::UNIT + WARP - 1) / WARP;
  const int lane = threadIdx.x % WARP, from = alike((int)work.from), to = alike((int)work.to);
  const int first = alike(work.first), units = alike(work.units);
  const unsigned tokens = (unsigned)p.block_tokens;
  const bool power = (tokens & (tokens - 1)) == 0;
  const int shift = __popc(tokens - 1);
  for (int part = mine; part < 2 * units; part += P::BRINGERS) {
    const bool keys = is_keys(part, units);
    const int unit = first + (keys ? part + 1 : part - 1) / 2, slot = part % P::RING,
              round = part / P::RING;
    const unsigned half = (unsigned)((keys ? 0 : p.kv_heads) + work.kv_head) * tokens;
    // Where rows lie, counted in rows of the cache: row i is known to lane i % 32.
    uint32_t at[LOOKUPS];
#pragma unroll
    for (int i = 0; i < LOOKUPS; i++) {
      const int position = unit * P::UNIT + i * WARP + lane;
      at[i] = NOWHERE;
      if (i * WARP + lane < P::UNIT && position >= from && position < to) {
        const unsigned whole = (unsigned)position, block = power ? whole >> shift : whole / tokens;
        at[i] = work.queries.blocks[block] * (unsigned)(2 * p.kv_heads) * tokens + half +
                (whole - block * tokens);
      }
    }
    if (round > 0) mbarrier_poll(ring.free + slot, (round - 1) % 2);
    bf16* const there = ring.parts + slot * P::PART;
#pragma unroll
    for (int i = 0; i < LOOKUPS; i++)
#pragma unroll 8
      for (int r = 0; r < WARP && i * WARP + r < P::UNIT; r += AT_ONCE) {
        const int row = r + lane / CHUNKS;
        const uint32_t found = __shfl_sync(ALL_LANES, at[i], row);
        cp_async16(there + swizzled_at(P::UNIT, i * WARP + row, lane % CHUNKS),
                   p.cache + (found != NOWHERE ? (i64)found * P::W + lane % CHUNKS * 8 : 0),
                   found != NOWHERE);
      }
    cp_async_commit();
    cp_async_wait<0>();
    fence_async_proxy();
    mbarrier_arrive(ring.full + slot);
  }
}

// The next part that is used. It is waited for once `after` is known, whose highest bit is 0.
template <class P> struct Next {
  int slot = 0, phase = 0;
  __device__ __forceinline__ int take(const Ring& ring, uint32_t after = 0) {
    const int now = slot;
    mbarrier_poll(ring.full + now, (unsigned)phase ^ after >> 31);
    if (++slot == P::RING) slot = 0, phase ^= 1;
    return now;
  }
};

__device__ __forceinline__ void give_back(const Ring& ring, int slot) {
  mbarrier_arrive(ring.free + slot);
}

template <class P>
__device__ __forceinline__ void score(float (&s)[P::UNIT / 8][4], WgmmaDescriptor q,
                                      WgmmaDescriptor keys, Flight& flight) {
#pragma unroll
  for (int k = 0; k < P::W; k += STEP) {
    const WgmmaDescriptor a = advance(q, k / DEPTH * 64 * DEPTH + k % DEPTH);
    const WgmmaDescriptor b = advance(keys, k / DEPTH * P::UNIT * DEPTH + k % DEPTH);
    if (k == 0)
      wgmma_ss<P::UNIT, false>(s, a, b, flight);
    else
      wgmma_ss<P::UNIT, true>(s, a, b, flight);
  }
}

template <class P>
__device__ __forceinline__ void weigh(float (&o)[P::W / 8][4],
                                      const uint32_t (&weights)[P::UNIT / STEP][4],
                                      WgmmaDescriptor values, Flight& flight) {
#pragma unroll
  for (int k = 0; k < P::UNIT / STEP; k++)
    wgmma_rs<P::W>(o, weights[k], advance(values, k * STEP * DEPTH), flight);
}

// The softmax of a lane's two rows so far: what weights are relative to, in base 2, and its share
// of their sum.
struct Soft {
  float top[2], sum[2];
};

// Scores become weights; `keep` is what earlier sums are to be scaled by, and the result whether
// that is not 1.
template <class P>
__device__ __forceinline__ bool soften(float (&s)[P::UNIT / 8][4], Soft& soft, float (&keep)[2],
                                       float scale) {
  bool raised = false;
  float shift[2];
#pragma unroll
  for (int r = 0; r < 2; r++) {
    float top = fmaxf(s[0][2 * r], s[0][2 * r + 1]);
#pragma unroll
    for (int n = 1; n < P::UNIT / 8; n++) top = fmaxf(top, fmaxf(s[n][2 * r], s[n][2 * r + 1]));
    top = __fmul_rn(row_max(top), scale);
    const bool up = top > soft.top[r] + SLACK;
    const float now = up ? top : soft.top[r];
    // A row that has seen nothing yet has no weights.
    shift[r] = now == minus_infinity() ? 0.0f : now;
    keep[r] = up ? exp2_approx(soft.top[r] - now) : 1.0f;
    soft.top[r] = now;
    soft.sum[r] = __fmul_rn(soft.sum[r], keep[r]);
    raised |= up;
  }
#pragma unroll
  for (int n = 0; n < P::UNIT / 8; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) s[n][i] = exp2_approx(__fmaf_rn(s[n][i], scale, -shift[i / 2]));
  return raised;
}

// Adds weights up, as they are: rounded. A row with one weight that matters has its value to all
// bits.
template <class P>
__device__ __forceinline__ void add_up(Soft& soft, const uint32_t (&weights)[P::UNIT / STEP][4]) {
#pragma unroll
  for (int k = 0; k < P::UNIT / STEP; k++)
#pragma unroll
    for (int i = 0; i < 4; i++)
      soft.sum[i % 2] +=
          __uint_as_float(weights[k][i] << 16) + __uint_as_float(weights[k][i] & 0xffff0000u);
}

// 64 rows of a tile.
// Long: one pipeline: products of the next unit are issued amid the softmax of this one.
template <class P>
__device__ __forceinline__ void attend(const TileParams& p, const Ring& ring, bf16* q, int group,
                                       int warp) {
  const Heads h = heads_of<P>(p);
  Work work;
  if (!find_work<P>(p, h, work)) return;
  const int lane = threadIdx.x % WARP, thread = threadIdx.x % GROUP,
            count = alike(min(work.queries.count, h.each));
  const i64 head0 = work.kv_head * p.group + h.first;
  for (int i = thread; i < 64 * (P::W / 8); i += GROUP) {
    const int r = i / (P::W / 8), chunk = i % (P::W / 8), row = group * 64 + r,
              query = row / h.heads;
    const bool there = query < count;
    const bf16* from =
        p.q + (work.queries.row + query) * p.q_row + (head0 + row % h.heads) * p.q_head + chunk * 8;
    cp_async16(q + swizzled_at(64, r, chunk), there ? from : p.q, there);
  }
  cp_async_commit();
  // Positions that all rows of the group see, from..to.
  const int row0 = group * 64 + warp % 4 * 16 + lane / 4,
            position0 = alike((int)work.queries.position);
  const int first = alike(work.first), units = alike(work.units);
  const int all_from = (int)first_seen(p, position0 + (group * 64 + 63) / h.heads);
  const int all_to = position0 + group * 64 / h.heads + 1;
  cp_async_wait<0>();
  fence_async_proxy();
  named_barrier_sync(1 + group, GROUP);

  float o[P::W / 8][4], s[P::UNIT / 8][4], keep[2];
  uint32_t weights[P::UNIT / STEP][4];
  Soft soft = {{minus_infinity(), minus_infinity()}, {0.0f, 0.0f}};
#pragma unroll
  for (int n = 0; n < P::W / 8; n++)
#pragma unroll
    for (int i = 0; i < 4; i++) o[n][i] = 0.0f;
  Flight flight;
  Next<P> next;
  const auto part = [&](int slot) { return ring.parts + slot * P::PART; };
  const WgmmaDescriptor rows = k_major(q);
  // Values that few units need are computed anew for each, as registers are scarce.
  const auto mask = [&](int unit) {
    const int position = (first + unit) * P::UNIT;
    if (position >= all_from && position + P::UNIT <= all_to) return;
#pragma unroll
    for (int r = 0; r < 2; r++) {
      const int query = (row0 + 8 * r) / h.heads, mine = position + lane % 4 * 2;
      const int from = (int)first_seen(p, position0 + query) - mine,
                to = query < count ? position0 + query + 1 - mine : from;
#pragma unroll
      for (int n = 0; n < P::UNIT / 8; n++)
#pragma unroll
        for (int i = 0; i < 2; i++)
          if (n * 8 + i < from || n * 8 + i >= to) s[n][2 * r + i] = minus_infinity();
    }
  };
  const auto round = [&] {
#pragma unroll
    for (int k = 0; k < P::UNIT / STEP; k++)
#pragma unroll
      for (int i = 0; i < 4; i++)
        weights[k][i] = pack(s[2 * k + i / 2][i % 2 * 2], s[2 * k + i / 2][i % 2 * 2 + 1]);
  };
  // Numbers of the barriers at which groups take turns: that of the group, and of the one behind
  // it.
  const int turn = 1 + P::GROUPS + group, after = 1 + P::GROUPS + (group + 1) % P::GROUPS;
  if (P::TURNS && group == P::GROUPS - 1) named_barrier_arrive(after, 2 * GROUP);

  int now = next.take(ring);
  wgmma_fence();
  score<P>(s, rows, k_major(part(now)), flight);
  wgmma_commit(flight);
  wgmma_wait<0>(flight);
  wgmma_pin_sums(s);
  give_back(ring, now);
  mask(0);
  soften<P>(s, soft, keep, p.scale);
  round();
  now = next.take(ring);
  for (int unit = 1; unit < units; unit++) {
    if (P::TURNS) named_barrier_sync(turn, 2 * GROUP);
    wgmma_pin_sums(o);
    wgmma_fence();
    score<P>(s, rows, k_major(part(now)), flight);
    wgmma_commit(flight);
    add_up<P>(soft, weights);
    const int values = next.take(ring);
    wgmma_fence();
    weigh<P>(o, weights, mn_major(part(values), P::UNIT * DEPTH), flight);
    wgmma_commit(flight);
    if (P::TURNS) named_barrier_arrive(after, 2 * GROUP);
    wgmma_wait<1>(flight);
    wgmma_pin_sums(s);
    give_back(ring, now);
    mask(unit);
    const bool raised = soften<P>(s, soft, keep, p.scale);
    // The compiler moves the wait for the weighted sums to before the softmax, and then nothing is
    // under way during it, unless the softmax decides whether it gets there at all: so the next
    // part is taken here, after the weights.
    uint32_t all = 0;
#pragma unroll
    for (int n = 0; n < P::UNIT / 8; n++)
#pragma unroll
      for (int i = 0; i < 4; i++) all |= __float_as_uint(s[n][i]);
    now = next.take(ring, all);
    wgmma_wait<0>(flight);
    wgmma_pin_sums(o);
    give_back(ring, values);
    if (__any_sync(ALL_LANES, raised))
#pragma unroll
      for (int n = 0; n < P::W / 8; n++)
#pragma unroll
        for (int i = 0; i < 4; i++) o[n][i] = __fmul_rn(o[n][i], keep[i / 2]);
    round();
  }
  wgmma_pin_sums(o);
  wgmma_fence();
  weigh<P>(o, weights, mn_major(part(now), P::UNIT * DEPTH), flight);
  wgmma_commit(flight);
  add_up<P>(soft, weights);
  wgmma_wait<0>(flight);
  wgmma_pin_sums(o);

  // Found again: until here the sums had the registers.
  const Heads again = heads_of<P>(p);
  if (!find_work<P>(p, again, work)) return;
  const i64 head_first = work.kv_head * p.group + again.first;
#pragma unroll
  for (int r = 0; r < 2; r++) {
    float sum = soft.sum[r];
    sum += __shfl_xor_sync(ALL_LANES, sum, 1);
    sum += __shfl_xor_sync(ALL_LANES, sum, 2);
    const int row = row0 + 8 * r, query = row / h.heads;
    if (query >= count) continue;
    const float share = 1.0f / sum;
    bf16* at = p.out + (work.queries.row + query) * p.out_row +
               (head_first + row % h.heads) * p.out_head + lane % 4 * 2;
#pragma unroll
    for (int n = 0; n < P::W / 8; n++)
      *(uint32_t*)(at + n * 8) = pack(o[n][2 * r] * share, o[n][2 * r + 1] * share);
  }
}

// Grid: for each tile of the long spans the KV heads, times chunks of ROWS query heads.
template <class P> __device__ __forceinline__ void attention(const TileParams& p) {
  extern __shared__ __align__(16) bf16 raw[];
  bf16* const q = align_swizzled(raw);
  Ring ring;
  ring.parts = q + P::ROWS * P::W;
  ring.full = (uint64_t*)(ring.parts + P::RING * P::PART);
  ring.free = ring.full + P::RING;
  if (threadIdx.x == 0)
    for (int i = 0; i < P::RING; i++) {
      mbarrier_init(ring.full + i, WARP);
      mbarrier_init(ring.free + i, P::GROUPS * GROUP);
    }
  __syncthreads();
  const int warp = alike((int)threadIdx.x / WARP);
  if (warp >= P::GROUPS * 4) {
    setmaxnreg_dec<P::FEWER>();
    if (warp - P::GROUPS * 4 < P::BRINGERS) bring<P>(p, ring, warp - P::GROUPS * 4);
  } else {
    setmaxnreg_inc<P::MORE>();
    attend<P>(p, ring, q + warp / 4 * 64 * P::W, warp / 4, warp);
  }
}

#define ATTENTION(width, ...)                                            \
  using Plan_##width = Plan<width, __VA_ARGS__>;                         \
  extern "C" __global__ void __launch_bounds__(Plan_##width::THREADS, 1) \
      attention_prefill_wgmma_##width(const TileParams p) {              \
    begin();                                                             \
    attention<Plan_##width>(p);                                          \
  }
ATTENTION(64, 3, 96, 8, true)
ATTENTION(128, 2, 128, 4, true)
ATTENTION(256, 2, 64, 5, false)
