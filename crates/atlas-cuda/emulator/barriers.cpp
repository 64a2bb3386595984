// Barriers of some threads of a block: in shared memory with phases, and by number.
#include "fibers.h"

#if defined(EMU_THREAD_SANITIZER)
extern "C" {
void __tsan_acquire(void*);
void __tsan_release(void*);
}
#define RELEASE(at) __tsan_release(at)
#define ACQUIRE(at) __tsan_acquire(at)
#else
#define RELEASE(at) ((void)(at))
#define ACQUIRE(at) ((void)(at))
#endif

namespace emu {
namespace {

// A barrier in shared memory: the phase, arrivals of a phase, and those that are missing in this
// one.
struct Phases {
  uint64_t phase : 1, magic : 15, wanted : 24, missing : 24;
};
static_assert(sizeof(Phases) == 8);
constexpr unsigned MAGIC = 0x5a5a;

Phases& phases(uint64_t* at, Here here) {
  Phases& b = *reinterpret_cast<Phases*>(at);
  if (b.magic != MAGIC) fail("a barrier that was not made", here);
  return b;
}

// A barrier by number of one of the blocks that run, of the block that it was used in last.
struct Named {
  unsigned arrived, threads, turn;
  uint64_t block;
  char order;
};
Named named[16][16];

} // namespace

void barrier_make(uint64_t* at, unsigned arrivals, Here here) {
  if ((uintptr_t)at % 8 || arrivals == 0) fail("a barrier off its boundary, or of nobody", here);
  *reinterpret_cast<Phases*>(at) = {0, MAGIC, arrivals, arrivals};
}

void barrier_arrive(uint64_t* at, Here here) {
  Phases& b = phases(at, here);
  RELEASE(at);
  if (--b.missing == 0) {
    const unsigned done = b.phase;
    b.phase ^= 1;
    b.missing = b.wanted;
    wake(at, done);
  }
  // Others go as far as the arrival lets them before this thread does anything more, so that what
  // it should have done before is found.
  pause(here);
}

void barrier_wait(uint64_t* at, unsigned phase, Here here) {
  // Done is the phase that does not go on.
  if (phases(at, here).phase == phase) wait_on(at, here, phase);
  ACQUIRE(at);
}

void meet(unsigned number, unsigned threads, bool waits, Here here) {
  if (number == 0 || number >= 16 || threads % 32) fail("a meeting without a number, or of parts of warps", here);
  Named& n = named[cluster_rank()][number];
  if (n.block != block_number()) n = Named{0, 0, 0, block_number(), 0};
  if (n.arrived && n.threads != threads) fail("a meeting that some want with others", here);
  RELEASE(&n.order);
  n.threads = threads;
  const unsigned turn = n.turn;
  if (++n.arrived == threads) {
    n.arrived = 0;
    n.turn++;
    wake(&n, turn);
  } else if (waits) {
    wait_on(&n, here, turn);
  }
  if (waits) ACQUIRE(&n.order);
}

} // namespace emu
