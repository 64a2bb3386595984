// `mbarrier` for the emulator: the functions of `kernels/include/mbarrier.cuh`, which includes this
// in their place.
#pragma once

inline void mbarrier_init(Mbarrier* barrier, unsigned count) {
  emu::mbarrier_init(barrier, count, EMU_HERE);
}
inline void mbarrier_init_fence() {}
inline void mbarrier_arrive(Mbarrier* barrier) { emu::mbarrier_arrive(barrier, EMU_HERE); }
inline void mbarrier_arrive_at_rank(Mbarrier* barrier, unsigned rank) {
  emu::mbarrier_arrive((Mbarrier*)emu::in_block(barrier, rank), EMU_HERE);
}
inline void mbarrier_arrive_expect_tx(Mbarrier* barrier, unsigned bytes) {
  emu::mbarrier_expect(barrier, bytes, EMU_HERE);
}
inline void mbarrier_arrive_cp_async(Mbarrier* barrier) { emu::mbarrier_arrive_cp_async(barrier); }
inline void mbarrier_wait(Mbarrier* barrier, unsigned parity) {
  emu::mbarrier_wait(barrier, parity, EMU_HERE);
}
inline void mbarrier_poll(Mbarrier* barrier, unsigned parity) { mbarrier_wait(barrier, parity); }
