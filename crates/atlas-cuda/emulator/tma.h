// Copies of boxes for the emulator: the functions of `kernels/include/tma.cuh`, which includes this
// in their place.
#pragma once

inline void tma_load_2d(bf16* to, const TensorMap& map, int x, int y, Mbarrier* barrier) {
  emu::tma_load(to, &map, {x, y, 0, 0}, barrier, 1u << emu::cluster_rank());
}
inline void tma_load_2d_multicast(bf16* to, const TensorMap& map, int x, int y, Mbarrier* barrier,
                                  unsigned blocks) {
  emu::tma_load(to, &map, {x, y, 0, 0}, barrier, blocks);
}
inline void tma_load_row_groups(bf16* to, const TensorMap& map, int group, Mbarrier* barrier) {
  emu::tma_load(to, &map, {0, 0, 0, group}, barrier, 1u << emu::cluster_rank());
}
inline void bulk_load(void* to, const void* from, unsigned bytes, Mbarrier* barrier) {
  emu::bulk_load(to, from, bytes, barrier);
}
inline void tma_prefetch_map(const TensorMap&) {}
