//! `mamba2_gates`, `selective_scan`.

pub mod gates;
pub mod selective_scan;

pub(crate) const FAMILIES: [&super::Family; 2] = [&gates::GATES, &selective_scan::SCAN];
