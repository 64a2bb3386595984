//! Checkpoints and architectures.
