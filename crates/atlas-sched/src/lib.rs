//! What runs next: admission, step planning, preemption and commit as a pure state machine, with its simulator.
