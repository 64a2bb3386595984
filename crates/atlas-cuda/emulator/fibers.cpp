// Fibers, barriers and warp functions: one cluster of blocks at a time on one thread of the CPU.
//
// This file is never watched by a sanitizer itself; it tells one which fiber runs and what orders
// two.
//
// Warps and lanes run in an order that is drawn anew for every block, so that a kernel that depends
// on an order does not get the same one twice. What a device leaves undefined ends the process with
// the place in the source: lanes of a mask that meet at different places, a barrier that some
// threads never reach, a lane outside of the mask that is read.
#include "context_switch.h"
#include "fibers.h"

#include <cstdlib>
#include <new>
#include <random>
#include <sys/mman.h>
#include <vector>

namespace emu {
namespace {

// Not a power of two: the tops of a warp's stacks would take turns in one set of the caches.
constexpr size_t STACK = (128 << 10) + 9 * 64;

enum class State { Ready, Waiting, Ended };

struct Fiber {
  void* sp = nullptr;
  char* stack = nullptr;
  Place place;
  // Counted over the blocks of a cluster; the block among them.
  unsigned id = 0, rank = 0;
  // The object that the thread waits for, other than a barrier of its block, and which time.
  const void* on = nullptr;
  unsigned turn = 0;
  State state = State::Ended;
  Here at{};
  // Copies of a group, and the groups before it, the oldest first.
  std::vector<Copy> open;
  std::vector<std::vector<Copy>> groups;
  // When it last showed its writes to the tensor cores.
  uint64_t fenced = 0;
#if defined(EMU_THREAD_SANITIZER)
  void* tsan = nullptr;
#endif
};

// Lanes that meet. There are two sets of slots: who still reads the last one has not met again.
struct Warp {
  unsigned arrived = 0, mask = 0, turn = 0;
  size_t bytes = 0;
  Here here{};
  alignas(64) unsigned char slots[2][32][64];
  char order;
};

struct Barrier {
  unsigned arrived = 0;
  int votes = 0, result = 0;
  Here here{};
  char order;
};

// The last thread that copied 16 bytes of shared memory, and when: one more than its number, or
// BY_TMA where the copy engine wrote them and the reader must show them to the tensor cores.
struct Copied {
  unsigned by = 0;
  uint64_t when = 0;
};
constexpr unsigned BY_TMA = ~0u;

Launch launched;
std::vector<Fiber> fibers;
std::vector<Warp> warps;
void (*body)(const void*);
const void* parameters;
// Shared memory: the dynamic piece first, then one for each declaration, by its key.
struct Piece {
  const void* key;
  unsigned char* at;
  size_t bytes;
};
struct Block {
  unsigned alive = 0;
  Barrier barrier;
  std::vector<Piece> pieces;
  // For dynamic shared memory, by place.
  std::vector<Copied> copied;
  uint64_t number = 0;
};
// The blocks that run: one, or those of a cluster; and the barrier of a cluster's threads.
std::vector<Block> blocks;
Barrier together;
uint64_t blocks_run = 0;
// Copies and fences, one after the other.
uint64_t now = 0;
// For shared memory that is not dynamic, by address.
Copied copied_elsewhere[4096];
// Where threads wait until no other can go on.
char paused;
size_t dynamic_bytes = 0;
Fiber* current = nullptr;
// The lane of a warp that a pass over its lanes begins with, and how many passed before `current`.
unsigned first_lane = 0, passed_lanes = 0;
char* stacks = nullptr;
size_t stacks_bytes = 0;
void* scheduler_sp = nullptr;
std::mt19937_64 random_order;
#if defined(EMU_THREAD_SANITIZER)
void* scheduler_tsan;
// The sanitizer's thread of each stack.
std::vector<void*> slots;
// Marks of the order before a thread starts and after it ends.
char start_order, end_order;
#endif
#if defined(EMU_ADDRESS_SANITIZER)
const void* scheduler_stack;
size_t scheduler_stack_bytes;
#endif

// In place of a line: at the barrier of a block.
constexpr int AT_BARRIER = -1;

Copied& copied_at(const void* at) {
  for (Block& b : blocks) {
    const size_t place = (size_t)((const unsigned char*)at - b.pieces.front().at) / 16;
    if (place < b.copied.size()) return b.copied[place];
  }
  return copied_elsewhere[(uintptr_t)at / 16 % 4096];
}

void to_scheduler(bool ends) {
  Fiber* self = current;
#if defined(EMU_ADDRESS_SANITIZER)
  void* fake = nullptr;
  __sanitizer_start_switch_fiber(ends ? nullptr : &fake, scheduler_stack, scheduler_stack_bytes);
#endif
#if defined(EMU_THREAD_SANITIZER)
  __tsan_switch_to_fiber(scheduler_tsan, NO_ORDER);
#endif
  emu_switch(&self->sp, scheduler_sp);
#if defined(EMU_ADDRESS_SANITIZER)
  __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
  (void)ends;
}

void run_fiber(Fiber& fiber) {
  current = &fiber;
#if defined(EMU_ADDRESS_SANITIZER)
  void* fake = nullptr;
  __sanitizer_start_switch_fiber(&fake, fiber.stack, STACK);
#endif
#if defined(EMU_THREAD_SANITIZER)
  __tsan_switch_to_fiber(fiber.tsan, NO_ORDER);
#endif
  emu_switch(&scheduler_sp, fiber.sp);
#if defined(EMU_ADDRESS_SANITIZER)
  __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
  current = nullptr;
}

// Goes on with the lane that the scheduler would run next in its pass over the warp, else with the
// scheduler. Two switches through the scheduler for each lane that meets others cost more than most
// kernels; a sanitizer is told of switches there.
void to_next_lane() {
#if !defined(EMU_ADDRESS_SANITIZER) && !defined(EMU_THREAD_SANITIZER)
  Fiber* self = current;
  for (unsigned passed = passed_lanes + 1; passed < 32; passed++) {
    const unsigned id = self->id / 32 * 32 + (first_lane + passed) % 32;
    if (id >= fibers.size() || fibers[id].state != State::Ready) continue;
    passed_lanes = passed;
    current = &fibers[id];
    emu_switch(&self->sp, current->sp);
    return;
  }
#endif
  to_scheduler(false);
}

void finish(std::vector<Copy>& copies) {
  for (const Copy& c : copies) {
    if (c.filled) memcpy(c.to, c.from, c.filled);
    memset((char*)c.to + c.filled, 0, c.bytes - c.filled);
    copied_at(c.to) = {current->id + 1, ++now};
  }
  copies.clear();
}

void release_barrier(unsigned rank) {
  Barrier& barrier = blocks[rank].barrier;
  barrier.result = barrier.votes;
  barrier.arrived = 0;
  barrier.votes = 0;
  for (Fiber& f : fibers)
    if (f.rank == rank && f.state == State::Waiting && f.at.line == AT_BARRIER)
      f.state = State::Ready;
}

unsigned alive_together() {
  unsigned all = 0;
  for (const Block& b : blocks) all += b.alive;
  return all;
}

void release_together() {
  together.arrived = 0;
  wake(&together);
}

void first_of_fiber() {
#if defined(EMU_ADDRESS_SANITIZER)
  __sanitizer_finish_switch_fiber(nullptr, &scheduler_stack, &scheduler_stack_bytes);
#endif
#if defined(EMU_THREAD_SANITIZER)
  __tsan_acquire(&start_order);
#endif
  Fiber& self = *current;
  body(parameters);
  if (!self.open.empty() || !self.groups.empty()) {
    // A device would still write them; no thread may read them.
    self.open.clear();
    self.groups.clear();
  }
  Warp& warp = warps[self.id / 32];
  if (warp.arrived && warp.mask >> self.id % 32 & 1)
    fail("a lane of the mask ends before it meets the others", warp.here);
  self.state = State::Ended;
  Block& block = blocks[self.rank];
  block.alive--;
#if defined(EMU_THREAD_SANITIZER)
  __tsan_release(&end_order);
#endif
  if (block.alive && block.barrier.arrived == block.alive) release_barrier(self.rank);
  if (together.arrived && together.arrived == alive_together()) release_together();
  to_scheduler(true);
  abort();
}

// One stack for each thread of a block.
void map_stacks(unsigned threads) {
#if defined(EMU_THREAD_SANITIZER)
  slots.resize(std::max<size_t>(slots.size(), threads));
#endif
  if (stacks && stacks_bytes >= threads * STACK) return;
  if (stacks) munmap(stacks, stacks_bytes);
  stacks_bytes = threads * STACK;
  void* at = mmap(nullptr, stacks_bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) fail("no memory for the stacks of a block", Here{"emulator", 0});
  stacks = (char*)at;
}

void start(Fiber& fiber, unsigned slot) {
  void** sp = (void**)(fiber.stack + STACK);
  *--sp = nullptr; // the return address of first_of_fiber, which never returns
  *--sp = (void*)first_of_fiber;
  for (int i = 0; i < 6; i++) *--sp = nullptr;
  fiber.sp = sp;
  fiber.state = State::Ready;
  (void)slot;
#if defined(EMU_THREAD_SANITIZER)
  if (!slots[slot]) slots[slot] = __tsan_create_fiber(0);
  fiber.tsan = slots[slot];
#endif
}

// Shared memory of a block has whatever was there: NaN in any of its types shows.
void fill(unsigned char* at, size_t bytes) {
  // Not memset, which a sanitizer would see.
  asm volatile("rep stosb" : "+D"(at), "+c"(bytes) : "a"(0xff) : "memory");
}

#if defined(EMU_THREAD_SANITIZER)
// Every block of a launch has addresses of its own: nothing orders two blocks.
constexpr size_t ARENA = size_t(16) << 30;
unsigned char* arena = nullptr;
size_t arena_used = 0;
#endif

void* new_piece(Block& block, const void* key, size_t bytes) {
  // Those of a cluster begin alike: what lies at one place in one block does so in the others.
  const size_t boundary = blocks.size() > 1 ? 1024 : 128;
#if defined(EMU_THREAD_SANITIZER)
  if (!arena)
    arena = (unsigned char*)mmap(nullptr, ARENA, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena == MAP_FAILED || arena_used + bytes > ARENA)
    fail("no memory for shared memory", Here{"emulator", 0});
  arena_used = (arena_used + boundary - 1) / boundary * boundary;
  unsigned char* at = arena + arena_used;
  arena_used += bytes;
#else
  // A piece of the heap of just this size: an address sanitizer sees its end.
  unsigned char* at = (unsigned char*)operator new(bytes, std::align_val_t(boundary));
#endif
  fill(at, bytes);
  block.pieces.push_back({key, at, bytes});
  return at;
}

void drop_pieces() {
#if !defined(EMU_THREAD_SANITIZER)
  for (const Block& b : blocks)
    for (const Piece& p : b.pieces)
      operator delete(p.at, std::align_val_t(blocks.size() > 1 ? 1024 : 128));
#endif
  blocks.clear();
}

// Runs blocks of a launch beside each other: a cluster, or one alone.
void run_blocks(const std::vector<dim3>& places) {
  const dim3 size = launched.block;
  const unsigned of_block = size.x * size.y * size.z, threads = of_block * (unsigned)places.size();
  drop_pieces();
  blocks.resize(places.size());
  together = Barrier{};
  for (Copied& c : copied_elsewhere) c = Copied{};
  objects_begin();
  for (Block& b : blocks) {
    b.alive = of_block;
    b.number = ++blocks_run;
    b.copied.resize(dynamic_bytes / 16);
    // A thread that adds to it must not allocate what the scheduler frees: a sanitizer sees that.
    b.pieces.reserve(64);
    new_piece(b, nullptr, dynamic_bytes);
  }
  for (Warp& w : warps) w.arrived = 0;
  map_stacks(threads);
  // A stack (and the sanitizer's thread with it) is handed on to another thread: what orders the
  // two must not be what a kernel relies on.
  std::vector<unsigned> stack_of(threads);
  for (unsigned i = 0; i < threads; i++) stack_of[i] = i;
  std::shuffle(stack_of.begin(), stack_of.end(), random_order);
  for (unsigned id = 0; id < threads; id++) {
    const unsigned i = id % of_block;
    fibers[id].stack = stacks + stack_of[id] * STACK;
    fibers[id].id = id;
    fibers[id].rank = id / of_block;
    fibers[id].on = nullptr;
    fibers[id].fenced = 0;
    fibers[id].place = {{i % size.x, i / size.x % size.y, i / size.x / size.y},
                        places[id / of_block]};
    start(fibers[id], stack_of[id]);
  }
  std::vector<unsigned> order(warps.size());
  for (unsigned i = 0; i < order.size(); i++) order[i] = i;
  std::shuffle(order.begin(), order.end(), random_order);
  // Most blocks run a warp as far as it comes before the next one; some take turns at every
  // meeting.
  const bool turns = random_order() % 8 == 0;
  first_lane = (unsigned)(random_order() % 32);
  while (alive_together()) {
    bool ran = false;
    for (unsigned w : order) {
      bool more = true;
      while (more) {
        more = false;
        for (passed_lanes = 0; passed_lanes < 32; passed_lanes++) {
          const unsigned id = w * 32 + (first_lane + passed_lanes) % 32;
          if (id >= threads || fibers[id].state != State::Ready) continue;
          run_fiber(fibers[id]);
          ran = more = true;
        }
        if (turns) break;
      }
    }
    if (ran || wake(&paused) || one_later()) continue;
    for (const Fiber& f : fibers)
      if (f.state == State::Waiting) {
        if (f.on) fail("threads wait for arrivals that do not come", f.at);
        if (f.at.line == AT_BARRIER)
          fail("threads wait at a barrier that others do not reach", blocks[f.rank].barrier.here);
        fail("lanes wait for others of their mask that do not come", f.at);
      }
  }
  objects_end();
}

} // namespace

const Launch& launch() { return launched; }
const Place& place() { return current->place; }
unsigned lane() { return current->id % 32; }
void* dynamic_shared() { return blocks[current->rank].pieces.front().at; }
unsigned cluster_rank() { return current->rank; }
unsigned cluster_size() { return (unsigned)blocks.size(); }
uint64_t draw() { return random_order(); }

void* shared_object(const void* key, size_t bytes) {
  Block& block = blocks[current->rank];
  for (const Piece& p : block.pieces)
    if (p.key == key) return p.at;
  return new_piece(block, key, bytes);
}

void* in_block(const void* at, unsigned rank) {
  const Piece &mine = blocks[current->rank].pieces.front(), &other = blocks[rank].pieces.front();
  const size_t offset = (size_t)((const unsigned char*)at - mine.at);
  if (offset >= mine.bytes)
    fail("an address that is not of the dynamic shared memory", Here{"cluster", 0});
  if (!blocks[rank].alive) fail("shared memory of a block that has ended", Here{"cluster", 0});
  return other.at + offset;
}

void wait_on(const void* object, Here here, unsigned turn) {
  Fiber& self = *current;
  self.on = object;
  self.turn = turn;
  self.at = here;
  self.state = State::Waiting;
  to_next_lane();
}
bool wake(const void* object, unsigned turn) {
  bool any = false;
  for (Fiber& f : fibers)
    if (f.state == State::Waiting && f.on == object && f.turn == turn) {
      f.on = nullptr;
      f.state = State::Ready;
      any = true;
    }
  return any;
}
void pause(Here here) { wait_on(&paused, here); }
bool is_alive(unsigned rank) { return blocks[rank].alive > 0; }
uint64_t block_number() { return blocks[current->rank].number; }

void cluster_barrier(Here here) {
#if defined(EMU_THREAD_SANITIZER)
  __tsan_release(&together.order);
#endif
  if (++together.arrived == alive_together()) {
    release_together();
  } else {
    wait_on(&together, here);
  }
#if defined(EMU_THREAD_SANITIZER)
  __tsan_acquire(&together.order);
#endif
}

void fail(const char* what, Here here) {
  fprintf(stderr, "emulated device: %s (%s:%d", what, here.file, here.line);
  if (current) {
    const Place& p = current->place;
    fprintf(stderr, "; block %u %u %u, thread %u %u %u", p.block.x, p.block.y, p.block.z,
            p.thread.x, p.thread.y, p.thread.z);
  }
  fprintf(stderr, ")\n");
  abort();
}

// Whether two places are the same; most texts are the same in memory too.
bool same_place(Here a, Here b) {
  return a.line == b.line && (a.file == b.file || strcmp(a.file, b.file) == 0);
}

int block_barrier(bool vote, Here here) {
  Fiber& self = *current;
  Barrier& barrier = blocks[self.rank].barrier;
  if (barrier.arrived && !same_place(barrier.here, here))
    fail("threads of a block meet at different barriers", here);
  barrier.here = here;
  barrier.votes += vote;
#if defined(EMU_THREAD_SANITIZER)
  __tsan_release(&barrier.order);
#endif
  // A line below zero says: at the barrier.
  self.at = {here.file, AT_BARRIER};
  self.state = State::Waiting;
  if (++barrier.arrived == blocks[self.rank].alive) release_barrier(self.rank);
  to_next_lane();
#if defined(EMU_THREAD_SANITIZER)
  __tsan_acquire(&barrier.order);
#endif
  return barrier.result;
}

const unsigned char* warp_meet(unsigned mask, const void* mine, size_t bytes, bool orders,
                               Here here) {
  Fiber& self = *current;
  const unsigned first = self.id / 32 * 32, lane = self.id % 32;
  Warp& warp = warps[self.id / 32];
  if (!(mask >> lane & 1)) fail("a lane is not of the mask it names", here);
  if (warp.arrived == 0) {
    warp.mask = mask;
    warp.here = here;
    warp.bytes = bytes;
    for (unsigned i = 0; i < 32; i++)
      if (mask >> i & 1 && (first + i >= fibers.size() || fibers[first + i].state == State::Ended))
        fail("the mask names a lane that is not there", here);
  } else if (warp.mask != mask || !same_place(warp.here, here) || warp.bytes != bytes) {
    fail("lanes of a warp meet at different places", here);
  }
  const unsigned turn = warp.turn & 1;
  // Byte by byte: a sanitizer would see a call of memcpy, and two threads without an order.
  volatile unsigned char* slot = warp.slots[turn][lane];
  for (size_t i = 0; i < bytes; i++) slot[i] = ((const volatile unsigned char*)mine)[i];
  warp.arrived |= 1u << lane;
#if defined(EMU_THREAD_SANITIZER)
  if (orders) __tsan_release(&warp.order);
#endif
  self.at = here;
  self.state = State::Waiting;
  if (warp.arrived == mask) {
    warp.arrived = 0;
    warp.turn++;
    for (unsigned i = 0; i < 32; i++)
      if (mask >> i & 1) fibers[first + i].state = State::Ready;
  }
  // The last one may go on at once.
  if (self.state == State::Waiting) to_next_lane();
#if defined(EMU_THREAD_SANITIZER)
  if (orders) __tsan_acquire(&warp.order);
#endif
  (void)orders;
  return &warp.slots[turn][0][0];
}

void copy_begin(void* to, const void* from, size_t bytes, size_t filled) {
  if ((uintptr_t)to % bytes || (filled && (uintptr_t)from % bytes))
    fail("a copy is not on a boundary of its bytes", Here{"cp_async", 0});
  current->open.push_back({to, from, bytes, filled});
}

void cp_async_commit() {
  current->groups.push_back(std::move(current->open));
  current->open.clear();
}

// Copies are made as late as they may be, so that who reads before waiting reads what was there.
void cp_async_wait(int left) {
  auto& groups = current->groups;
  while (groups.size() > (size_t)left) {
    finish(groups.front());
    groups.erase(groups.begin());
  }
}

void fence_async_proxy() { current->fenced = ++now; }
void copied_alone(const void* to) { copied_at(to) = {BY_TMA, ++now}; }
void copied_by_boxes(const void* to) { copied_at(to) = Copied{}; }

void check_shown(const void* at, Here here) {
  const Copied c = copied_at(at);
  if (c.by == 0) return;
  const Fiber& shows = c.by == BY_TMA ? *current : fibers[c.by - 1];
  if (shows.fenced < c.when) fail("a product reads a copy that no fence showed to it", here);
}

std::vector<Copy> take_copies() {
  std::vector<Copy> all;
  for (auto& group : current->groups) all.insert(all.end(), group.begin(), group.end());
  all.insert(all.end(), current->open.begin(), current->open.end());
  current->groups.clear();
  current->open.clear();
  return all;
}

void run(void (*kernel)(const void*), const void* params, Launch how, size_t shared_bytes,
         unsigned cluster) {
  launched = how;
  body = kernel;
  parameters = params;
  const unsigned threads = how.block.x * how.block.y * how.block.z * cluster;
  fibers.resize(threads);
  warps.resize((threads + 31) / 32);
  dynamic_bytes = shared_bytes;
#if defined(EMU_THREAD_SANITIZER)
  scheduler_tsan = __tsan_get_current_fiber();
  arena_used = 0;
  __tsan_release(&start_order);
#endif
  // Clusters are of neighbours in x.
  std::vector<std::vector<dim3>> all;
  for (unsigned z = 0; z < how.grid.z; z++)
    for (unsigned y = 0; y < how.grid.y; y++)
      for (unsigned x = 0; x < how.grid.x; x++) {
        if (x % cluster == 0) all.emplace_back();
        all.back().push_back({x, y, z});
      }
  std::shuffle(all.begin(), all.end(), random_order);
  for (const auto& one : all) run_blocks(one);
  drop_pieces();
#if defined(EMU_THREAD_SANITIZER)
  __tsan_acquire(&end_order);
#endif
}

void seed(uint64_t value) { random_order.seed(value); }

} // namespace emu
