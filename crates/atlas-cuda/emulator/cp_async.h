// `cp.async` for the emulator: the functions of `kernels/include/cp_async.cuh`, which includes this
// in their place.
#pragma once

// Nothing is read where `there` is false; the 16 bytes become zeros, when they are waited for.
inline void cp_async16(void* to, const void* from, bool there) {
  emu::copy_begin(to, from, 16, there ? 16 : 0);
}
inline void cp_async16_clipped(void* to, const void* from, int bytes) {
  emu::copy_begin(to, from, 16, bytes);
}
inline void cp_async16_l2_256(void* to, const void* from, bool there) {
  cp_async16(to, from, there);
}
template <int BYTES> void cp_async(void* to, const void* from, bool there) {
  emu::copy_begin(to, from, BYTES, there ? BYTES : 0);
}
inline void cp_async_commit() { emu::cp_async_commit(); }
template <int LEFT> void cp_async_wait() { emu::cp_async_wait(LEFT); }
