//! `mamba2_gates`, `selective_scan`.

pub mod chunked;
pub mod gates;
pub mod selective_scan;

pub(crate) const FAMILIES: [&super::Family; 3] =
    [&gates::GATES, &selective_scan::SCAN, &chunked::CHUNKS];
