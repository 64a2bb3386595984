// Barriers by number, at which some threads of a block meet.
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

// A barrier by number of one of the blocks that run, of the block that it was used in last.
struct Named {
  unsigned arrived, threads, turn;
  uint64_t block;
  char order;
};
Named named[16][16];

} // namespace

void named_barrier(unsigned number, unsigned threads, bool waits, Here here) {
  if (number == 0 || number >= 16 || threads % 32)
    fail("a meeting without a number, or of parts of warps", here);
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
