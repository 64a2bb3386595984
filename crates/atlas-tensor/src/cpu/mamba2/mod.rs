//! Mamba-2: the step sizes and the selective scan.

mod gates;
mod scan;

pub use gates::mamba2_gates;
pub use scan::selective_scan;
