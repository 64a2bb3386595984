// Barriers, copies of boxes and clusters for the emulator: same names and arguments as the functions of
// `kernels/sm90/flow.cuh`, which includes this in their place.
#pragma once

inline void gate_init(Gate* gate, unsigned count) { emu::gate_init(gate, count); }
inline void gates_ready() {}
inline void gate_arrive(Gate* gate) { emu::gate_arrive(gate, 0); }
inline void gate_arrive_in(Gate* gate, unsigned rank) { emu::gate_arrive(emu::in_block(gate, rank), 0); }
inline void gate_expect(Gate* gate, unsigned bytes) { emu::gate_arrive(gate, bytes); }
inline void gate_arrive_copies(Gate* gate) { emu::gate_arrive_copies(gate); }
inline void gate_wait(Gate* gate, unsigned parity) { emu::gate_wait(gate, parity, EMU_HERE); }

inline void load_box(bf16* to, const TensorMap& map, int x, int y, Gate* gate) {
  emu::load_box(to, &map, x, y, gate, 1u << emu::cluster_rank());
}
inline void load_box_for(bf16* to, const TensorMap& map, int x, int y, Gate* gate, unsigned blocks) {
  emu::load_box(to, &map, x, y, gate, blocks);
}

template <int N> void registers_down() {}
template <int N> void registers_up() {}
inline unsigned cluster_rank() { return emu::cluster_rank(); }
inline void cluster_meet() { emu::cluster_barrier(EMU_HERE); }
