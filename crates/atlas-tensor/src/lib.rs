//! Tensors, formats, the meaning of every op, and the CPU kernels.
