// Barriers in shared memory that copies and threads arrive at, and copies of boxes of tensors.
//
// A device does copies when it likes. Blocks take turns in whether theirs are done as late as may
// be, at once, or by lot: who reads before waiting finds what was there before, and who gives
// memory back too early finds it written over.
#include "gates.h"

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

struct Gate {
  unsigned count = 0, pending = 0, phase = 0;
  // Bytes that this phase still waits for; below zero where they came before they were announced.
  long long bytes = 0;
  char order;
};
std::map<const void*, Gate> gates;

// What is under way, and whether a block's things are put off.
std::vector<std::function<void()>> under_way;
enum Putting { ALWAYS, NEVER, BY_LOT } putting;
unsigned turn = 0;

// What threads allocate, the scheduler frees: a sanitizer is told that it does so after them.
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

Gate& gate_at(const void* at) {
  const auto found = gates.find(at);
  if (found == gates.end()) fail("a gate that was not set up", Here{"gate", 0});
  return found->second;
}

void end_phase(const void* at, Gate& gate) {
  if (gate.pending || gate.bytes) return;
  gate.pending = gate.count;
  gate.phase++;
  wake(at);
}

void arrive(const void* at, unsigned bytes) {
  Gate& gate = gate_at(at);
  if (gate.pending == 0) fail("a gate has more arrivals than it counts", Here{"gate", 0});
  gate.pending--;
  gate.bytes += bytes;
  end_phase(at, gate);
}

// Not memcpy, which a sanitizer would see.
void move_bytes(void* to, const void* from, size_t bytes) {
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes)::"memory");
}
void zero_bytes(void* to, size_t bytes) { asm volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(0) : "memory"); }

} // namespace

void objects_begin() {
  as_scheduler();
  gates.clear();
  putting = (Putting)(turn++ % 3);
  // Never moved while threads add to it.
  under_way.reserve(1 << 16);
}
void objects_end() {
  if (!under_way.empty()) fail("a copy is under way when its block ends", Here{"gate", 0});
}
bool one_later() {
  if (under_way.empty()) return false;
  as_scheduler();
  std::swap(under_way[draw() % under_way.size()], under_way.back());
  const auto one = std::move(under_way.back());
  under_way.pop_back();
  return one(), true;
}

void gate_init(void* at, unsigned count) {
  if ((uintptr_t)at % 8) fail("a gate does not lie on an 8-byte boundary", Here{"gate", 0});
  gates[at] = Gate{count, count, 0, 0, 0};
  leave_to_scheduler();
}

void gate_arrive(void* at, unsigned bytes) {
#if defined(EMU_THREAD_SANITIZER)
  __tsan_release(&gate_at(at).order);
#endif
  arrive(at, bytes);
}

// Arrives when the copies of this thread so far are done.
void gate_arrive_copies(void* at) {
  do_or_put_off([at, copies = take_copies()] {
    for (const Copy& c : copies) {
      move_bytes(c.to, c.from, c.filled);
      zero_bytes((char*)c.to + c.filled, c.bytes - c.filled);
      copied_alone(c.to);
    }
    arrive(at, 0);
  });
}

// Waits until a phase of this parity is over.
void gate_wait(void* at, unsigned parity, Here here) {
  while ((gate_at(at).phase & 1) == parity) wait_on(at, here);
#if defined(EMU_THREAD_SANITIZER)
  __tsan_acquire(&gate_at(at).order);
#endif
}

// Rows of 128 bytes one after the other, in the order of the 128-byte swizzle; zeros beyond the
// tensor.
void load_box(void* to, const void* encoded, const int (&begin)[4], void* gate, unsigned mask) {
  Map map;
  move_bytes(&map, encoded, sizeof map);
  if ((uintptr_t)to % 1024) fail("a box that the swizzle does not fit", Here{"load_box", 0});
  const int x = begin[0], y = begin[1], z = begin[2], w = begin[3];
  for (unsigned rank = 0; rank < cluster_size(); rank++) {
    if (!(mask >> rank & 1)) continue;
    unsigned char* const there = (unsigned char*)in_block(to, rank);
    void* const its_gate = in_block(gate, rank);
    do_or_put_off([=] {
      // Lines of 128 bytes, one after the other.
      const unsigned lines = map.box[1] * map.box[2] * map.box[3];
      for (unsigned line = 0; line < lines; line++)
        for (unsigned chunk = 0; chunk < 8; chunk++) {
          unsigned char* const out = there + line * 128 + (chunk ^ line % 8) * 16;
          const long long at[4] = {x + chunk * 8ll, (long long)y + line % map.box[1], (long long)z + line / map.box[1] % map.box[2],
                                   (long long)w + line / (map.box[1] * map.box[2])};
          bool inside = true;
          long long from = 0;
          for (unsigned i = 0; i < Map::RANK; i++) {
            inside = inside && at[i] >= 0 && (uint64_t)at[i] < map.extents[i];
            from += at[i] * (long long)map.strides[i];
          }
          const size_t bytes = inside ? 2 * (size_t)std::min((long long)map.extents[0] - at[0], 8ll) : 0;
          move_bytes(out, (const char*)map.at + from, bytes);
          zero_bytes(out + bytes, 16 - bytes);
          copied_by_boxes(out);
        }
      Gate& one = gate_at(its_gate);
      one.bytes -= lines * 128ll;
      end_phase(its_gate, one);
    });
  }
}

void copy_there(void* to, const void* from, unsigned bytes, void* gate, unsigned rank) {
  void* const there = in_block(to, rank);
  void* const its_gate = in_block(gate, rank);
  const unsigned mine = cluster_rank();
  if (bytes % 16 || (uintptr_t)to % 16 || (uintptr_t)from % 16) fail("a copy that is not of whole pieces of 16 bytes", Here{"gate", 0});
  do_or_put_off([=] {
    if (!is_alive(mine)) fail("a copy from a block that has ended", Here{"gate", 0});
    move_bytes(there, from, bytes);
    Gate& one = gate_at(its_gate);
    one.bytes -= bytes;
    end_phase(its_gate, one);
  });
}

} // namespace emu
