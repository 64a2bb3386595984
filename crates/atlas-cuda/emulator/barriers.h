// Barriers of roles for the emulator: same names and arguments as the functions of
// `kernels/common/barriers.cuh`, which includes this in their place.
#pragma once

inline void barrier_make(uint64_t* barrier, unsigned arrivals) { emu::barrier_make(barrier, arrivals, EMU_HERE); }
inline void barrier_arrive(uint64_t* barrier) { emu::barrier_arrive(barrier, EMU_HERE); }
inline void barrier_wait(uint64_t* barrier, unsigned phase) { emu::barrier_wait(barrier, phase, EMU_HERE); }
// Warps of a role go together.
template <int COUNT> void registers_fewer() { emu::warp_meet(0xffffffffu, "", 0, true, EMU_HERE); }
template <int COUNT> void registers_more() { emu::warp_meet(0xffffffffu, "", 0, true, EMU_HERE); }
