// Clusters of blocks for the emulator: the functions of `kernels/include/cluster.cuh`, which
// includes this in their place.
#pragma once

inline unsigned cluster_rank() { return emu::cluster_rank(); }
inline void cluster_sync() { emu::cluster_barrier(EMU_HERE); }
inline void cluster_sync_relaxed() { cluster_sync(); }
inline void cluster_arrive_relaxed() {}
inline void cluster_wait() { cluster_sync(); }

inline void bulk_copy_to_rank(void* to, const void* from, unsigned bytes, Mbarrier* barrier,
                              unsigned rank) {
  emu::bulk_copy_to_rank(to, from, bytes, barrier, rank);
}
