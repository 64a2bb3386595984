// Barriers in shared memory that copies and threads arrive at, and copies of boxes of tensors.
//
// A device does copies when it likes. Blocks take turns in whether theirs are done as late as may
// be, at once, or by lot: who reads before waiting finds what was there before, and who gives
// memory back too early finds it written over.
#include "tensor_map.h"

#include <algorithm>
#include <functional>
#include <map>

#include "fibers.h"

#if defined(EMU_THREAD_SANITIZER)
extern "C" {
void __tsan_acquire(void*);
void __tsan_release(void*);
}
#endif

namespace emu {
namespace {

struct Barrier {
  unsigned count = 0, pending = 0, phase = 0;
  // Bytes that this phase still waits for; below zero where they came before they were announced.
  long long bytes = 0;
  char order;
};
std::map<const void*, Barrier> barriers;

// Copies under way, and whether those of a block are put off.
std::vector<std::function<void()>> under_way;
enum Putting { ALWAYS, NEVER, BY_LOT } putting;
unsigned turn = 0;

// The scheduler frees what threads allocate: a sanitizer is told that it does so after them.
#if defined(EMU_THREAD_SANITIZER)
char scheduler_order;
void leave_to_scheduler() { __tsan_release(&scheduler_order); }
void as_scheduler() { __tsan_acquire(&scheduler_order); }
#else
void leave_to_scheduler() {}
void as_scheduler() {}
#endif

void do_or_put_off(std::function<void()> what) {
  if (putting == NEVER || (putting == BY_LOT && draw() % 2)) return what();
  under_way.push_back(std::move(what));
  leave_to_scheduler();
}

Barrier& barrier_at(const void* at, Here here) {
  const auto found = barriers.find(at);
  if (found == barriers.end()) fail("a barrier that was not made", here);
  return found->second;
}

void end_phase(const void* at, Barrier& barrier) {
  if (barrier.pending || barrier.bytes) return;
  barrier.pending = barrier.count;
  barrier.phase++;
  wake(at);
}

void arrive(const void* at, unsigned bytes, Here here) {
  Barrier& barrier = barrier_at(at, here);
  if (barrier.pending == 0) fail("a barrier has more arrivals than it counts", here);
  barrier.pending--;
  barrier.bytes += bytes;
  end_phase(at, barrier);
}

const Here COPY{"a copy under way", 0};

void count_bytes(const void* at, long long bytes) {
  Barrier& barrier = barrier_at(at, COPY);
  barrier.bytes -= bytes;
  end_phase(at, barrier);
}

// Not memcpy, which a sanitizer would see.
void move_bytes(void* to, const void* from, size_t bytes) {
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes)::"memory");
}
void zero_bytes(void* to, size_t bytes) {
  asm volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(0) : "memory");
}

} // namespace

void objects_begin() {
  as_scheduler();
  barriers.clear();
  putting = (Putting)(turn++ % 3);
  // Never moved while threads add to it.
  under_way.reserve(1 << 16);
}
void objects_end() {
  if (!under_way.empty()) fail("a copy is under way when its block ends", COPY);
}
bool one_later() {
  if (under_way.empty()) return false;
  as_scheduler();
  std::swap(under_way[draw() % under_way.size()], under_way.back());
  const auto one = std::move(under_way.back());
  under_way.pop_back();
  return one(), true;
}

void mbarrier_init(void* at, unsigned count, Here here) {
  if ((uintptr_t)at % 8 || count == 0) fail("a barrier off its boundary, or of no arrivals", here);
  barriers[at] = Barrier{count, count, 0, 0, 0};
  leave_to_scheduler();
}

void mbarrier_arrive(void* at, Here here) {
#if defined(EMU_THREAD_SANITIZER)
  __tsan_release(&barrier_at(at, here).order);
#endif
  arrive(at, 0, here);
  // Others go as far as the arrival lets them before this thread does anything more, so that what
  // it should have done before is found.
  pause(here);
}

void mbarrier_expect(void* at, unsigned bytes, Here here) {
#if defined(EMU_THREAD_SANITIZER)
  __tsan_release(&barrier_at(at, here).order);
#endif
  arrive(at, bytes, here);
}

// Arrives when the copies of this thread so far are done.
void mbarrier_arrive_cp_async(void* at) {
  do_or_put_off([at, copies = take_copies()] {
    for (const Copy& c : copies) {
      move_bytes(c.to, c.from, c.filled);
      zero_bytes((char*)c.to + c.filled, c.bytes - c.filled);
      copied_alone(c.to);
    }
    arrive(at, 0, COPY);
  });
}

// Waits until a phase of this parity is over.
void mbarrier_wait(void* at, unsigned parity, Here here) {
  while ((barrier_at(at, here).phase & 1) == parity) wait_on(at, here);
#if defined(EMU_THREAD_SANITIZER)
  __tsan_acquire(&barrier_at(at, here).order);
#endif
}

// Rows of 128 bytes one after the other, in the order of the 128-byte swizzle; zeros beyond the
// tensor.
void tma_load(void* to, const void* encoded, const int (&begin)[4], void* barrier, unsigned mask) {
  Map map;
  move_bytes(&map, encoded, sizeof map);
  if ((uintptr_t)to % 1024) fail("a box that the swizzle does not fit", COPY);
  const int x = begin[0], y = begin[1], z = begin[2], w = begin[3];
  for (unsigned rank = 0; rank < cluster_size(); rank++) {
    if (!(mask >> rank & 1)) continue;
    unsigned char* const there = (unsigned char*)in_block(to, rank);
    void* const its_barrier = in_block(barrier, rank);
    do_or_put_off([=] {
      // Lines of 128 bytes, one after the other.
      const unsigned lines = map.box[1] * map.box[2] * map.box[3];
      for (unsigned line = 0; line < lines; line++)
        for (unsigned chunk = 0; chunk < 8; chunk++) {
          unsigned char* const out = there + line * 128 + (chunk ^ line % 8) * 16;
          const long long at[4] = {x + chunk * 8ll, (long long)y + line % map.box[1],
                                   (long long)z + line / map.box[1] % map.box[2],
                                   (long long)w + line / (map.box[1] * map.box[2])};
          bool inside = true;
          long long from = 0;
          for (unsigned i = 0; i < Map::RANK; i++) {
            inside = inside && at[i] >= 0 && (uint64_t)at[i] < map.extents[i];
            from += at[i] * (long long)map.strides[i];
          }
          const size_t bytes =
              inside ? 2 * (size_t)std::min((long long)map.extents[0] - at[0], 8ll) : 0;
          move_bytes(out, (const char*)map.at + from, bytes);
          zero_bytes(out + bytes, 16 - bytes);
          copied_by_boxes(out);
        }
      count_bytes(its_barrier, lines * 128ll);
    });
  }
}

void bulk_load(void* to, const void* from, unsigned bytes, void* barrier) {
  if (bytes % 16 || (uintptr_t)to % 16 || (uintptr_t)from % 16)
    fail("a copy that is not of whole pieces of 16 bytes", COPY);
  do_or_put_off([=] {
    move_bytes(to, from, bytes);
    count_bytes(barrier, bytes);
  });
}

void bulk_copy_to_rank(void* to, const void* from, unsigned bytes, void* barrier, unsigned rank) {
  void* const there = in_block(to, rank);
  void* const its_barrier = in_block(barrier, rank);
  const unsigned mine = cluster_rank();
  if (bytes % 16 || (uintptr_t)to % 16 || (uintptr_t)from % 16)
    fail("a copy that is not of whole pieces of 16 bytes", COPY);
  do_or_put_off([=] {
    if (!is_alive(mine)) fail("a copy from a block that has ended", COPY);
    move_bytes(there, from, bytes);
    count_bytes(its_barrier, bytes);
  });
}

} // namespace emu
