//! Mamba-2 (Dao and Gu 2024): the step sizes and the selective scan. The short convolution is that
//! of [`super::gated_delta`].

mod mamba2_gates;
mod selective_scan;

pub(crate) use mamba2_gates::row as mamba2_gates_row;
pub use mamba2_gates::{Mamba2Gates, Mamba2GatesArgs};
pub use selective_scan::{SelectiveScan, SelectiveScanArgs, SelectiveScanNeed};
