// Barriers, copies of boxes and clusters for the emulator: same names and arguments as the
// functions of `kernels/sm90/flow.cuh`, which includes this in their place.
#pragma once

inline void gate_init(Gate* gate, unsigned count) { emu::gate_init(gate, count); }
inline void gates_ready() {}
inline void gate_arrive(Gate* gate) { emu::gate_arrive(gate, 0); }
inline void gate_arrive_in(Gate* gate, unsigned rank) { emu::gate_arrive(emu::in_block(gate, rank), 0); }
inline void gate_expect(Gate* gate, unsigned bytes) { emu::gate_arrive(gate, bytes); }
inline void gate_arrive_copies(Gate* gate) { emu::gate_arrive_copies(gate); }
inline void gate_wait(Gate* gate, unsigned parity) { emu::gate_wait(gate, parity, EMU_HERE); }

inline void load_box(bf16* to, const TensorMap& map, int x, int y, Gate* gate) {
  emu::load_box(to, &map, {x, y, 0, 0}, gate, 1u << emu::cluster_rank());
}
inline void load_box_for(bf16* to, const TensorMap& map, int x, int y, Gate* gate, unsigned blocks) {
  emu::load_box(to, &map, {x, y, 0, 0}, gate, blocks);
}
inline void load_eights(bf16* to, const TensorMap& map, int y, Gate* gate) {
  emu::load_box(to, &map, {0, 0, 0, y}, gate, 1u << emu::cluster_rank());
}

inline void map_ahead(const TensorMap&) {}

template <int N> void registers_down() {}
template <int N> void registers_up() {}
inline unsigned cluster_rank() { return emu::cluster_rank(); }
inline void cluster_meet() { emu::cluster_barrier(EMU_HERE); }
inline void cluster_begin() { cluster_meet(); }
inline void cluster_leave() {}
inline void cluster_left() { cluster_meet(); }

struct There {
  float* at;
};
inline There there_in(const void* at, unsigned rank) { return {(float*)emu::in_block(at, rank)}; }
inline void copy_there(void* to, const void* from, unsigned bytes, Gate* gate, unsigned rank) {
  emu::copy_there(to, from, bytes, gate, rank);
}
