//! Parameters of the kernels that multiply pairs of tokens and experts sorted by expert.

use bytemuck::{Pod, Zeroable};

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
pub(crate) struct GroupedParams {
    pub(crate) x: u64,
    pub(crate) weight: u64,
    pub(crate) hidden: u64,
    pub(crate) out: u64,
    pub(crate) order: u64,
    pub(crate) offset: u64,
    pub(crate) tile: u64,
    pub(crate) x_row: i64,
    pub(crate) ranks: i64,
    pub(crate) experts: i64,
    pub(crate) n: i64,
    pub(crate) k: i64,
}

impl GroupedParams {
    /// Experts, outputs and elements of K.
    pub(crate) fn extents(&self) -> (usize, usize, usize) {
        (self.experts as usize, self.n as usize, self.k as usize)
    }

    pub(crate) fn weight(&self) -> u64 {
        self.weight
    }

    pub(crate) fn hidden(&self) -> u64 {
        self.hidden
    }
}
