//! `conv1d_silu`, `gdn_gates`, `gated_delta`.

pub(crate) mod chunk_cuts;
pub mod chunked;
pub mod conv1d;
pub mod gates;
pub mod recurrent;

use atlas_tensor::DType;

use super::expect;
use super::step::StepTables;
use crate::error::CudaError;
use crate::view::{SliceMut, View, ViewMut};

pub(crate) const FAMILIES: [&super::Family; 4] =
    [&conv1d::CONV, &gates::GATES, &recurrent::DELTA, &chunked::CHUNK_FAMILY];

/// Arguments of one call; as in `atlas-tensor`.
pub struct GatedDeltaArgs<'a> {
    pub q: View<'a>,
    pub k: View<'a>,
    pub v: View<'a>,
    /// Log decay, f32.
    pub g: View<'a>,
    /// Write strength, f32.
    pub beta: View<'a>,
    /// Every slot's matrices, `[slots, Hv, dk, dv]`.
    pub state: SliceMut<'a, f32>,
    pub eps: f32,
    pub out: ViewMut<'a>,
}

/// Extents of a call.
pub(crate) struct DeltaShape {
    pub rows: usize,
    pub key_heads: usize,
    pub key_dim: usize,
    pub heads: usize,
    pub value_dim: usize,
}

impl GatedDeltaArgs<'_> {
    /// An error unless types and shapes agree with each other and with the step.
    pub(crate) fn check(
        &self,
        op: &'static str,
        dtype: DType,
        step: &StepTables,
    ) -> Result<DeltaShape, CudaError> {
        let ([rows, key_heads, key_dim], [_, heads, value_dim]) = (self.q.shape, self.v.shape);
        expect(op, "q", &self.q, dtype, [rows, key_heads, key_dim])?;
        expect(op, "k", &self.k, dtype, [rows, key_heads, key_dim])?;
        expect(op, "v", &self.v, dtype, [rows, heads, value_dim])?;
        expect(op, "out", &self.out.view(), dtype, [rows, heads, value_dim])?;
        expect(op, "g", &self.g, DType::F32, [rows, 1, heads])?;
        expect(op, "beta", &self.beta, DType::F32, [rows, 1, heads])?;
        step.expect(op, rows, None)?;
        if key_heads == 0 || !heads.is_multiple_of(key_heads) {
            return Err(CudaError::bad(op, format!("{heads} heads on {key_heads}")));
        }
        if self.state.len < step.slots_max * heads * key_dim * value_dim {
            let what = format!("{} elements of state for {} slots", self.state.len, step.slots_max);
            return Err(CudaError::bad(op, what));
        }
        Ok(DeltaShape { rows, key_heads, key_dim, heads, value_dim })
    }
}
