// Roles of warps for the emulator: the functions of `kernels/include/warp_roles.cuh`, which
// includes this in their place.
#pragma once

inline void named_barrier_sync(int number, int threads) {
  emu::named_barrier((unsigned)number, (unsigned)threads, true, EMU_HERE);
}
inline void named_barrier_arrive(int number, int threads) {
  emu::named_barrier((unsigned)number, (unsigned)threads, false, EMU_HERE);
}

// Registers cost nothing here. Warps of a role go together.
template <int COUNT> void setmaxnreg_dec() { emu::warp_meet(0xffffffffu, "", 0, true, EMU_HERE); }
template <int COUNT> void setmaxnreg_inc() { emu::warp_meet(0xffffffffu, "", 0, true, EMU_HERE); }
